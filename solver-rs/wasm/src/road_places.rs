//! Places of a request on the roads of a loaded map, and the legs between them.

use roads::hierarchy::{Lane, RouteSearch, WINDOW_LANE_COUNT};
use roads::map::RoadPlace;
use roads::polyline::{Precision, encode};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::maps::{LoadedProfile, RoadProfile};

/// Places that have been moved to roads, with the costs that held when they were.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RoadPlaces {
    pub(crate) loaded: LoadedProfile,
    pub(crate) places: Vec<Option<RoadPlace>>,
}

/// A way from place to place.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct RoadLeg {
    /// Meters along the roads.
    pub meters: f64,
    /// Seconds in the lane.
    pub seconds: f64,
    polyline: String,
}

#[wasm_bindgen]
impl RoadLeg {
    /// Its shape as an encoded polyline.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn polyline(&self) -> String {
        self.polyline.clone()
    }
}

#[wasm_bindgen]
impl RoadPlaces {
    /// Moves places, given in degrees, to the roads of a profile that are at most `radiusMeters` away.
    ///
    /// # Errors
    /// A coordinate is out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(
        profile: &RoadProfile,
        latitudes: &[f64],
        longitudes: &[f64],
        #[wasm_bindgen(js_name = radiusMeters)] radius_meters: f64,
    ) -> Result<RoadPlaces, JsError> {
        let loaded = profile.0.clone();
        let places = loaded.map.snap(latitudes, longitudes, radius_meters)?;
        Ok(Self { loaded, places })
    }

    /// One a place: meters to the road, not a number where none is near.
    #[wasm_bindgen(js_name = snapMeters)]
    #[must_use]
    pub fn snap_meters(&self) -> Vec<f64> {
        let meters = |place: &Option<RoadPlace>| place.map_or(f64::NAN, |place| place.snap_meters);
        self.places.iter().map(meters).collect()
    }

    /// Latitude and longitude of each place on its road, in turn, in degrees; not numbers where none is near.
    #[wasm_bindgen(js_name = snappedDegrees)]
    #[must_use]
    pub fn snapped_degrees(&self) -> Vec<f64> {
        let degrees = |e7: i32| f64::from(e7) / 1e7;
        let point = |place: &Option<RoadPlace>| {
            place.map_or([f64::NAN; 2], |it| [degrees(it.lat_e7), degrees(it.lon_e7)])
        };
        self.places.iter().flat_map(point).collect()
    }

    /// Which speeds the costs are for: equal for equal speeds, in all instances of this module.
    #[wasm_bindgen(js_name = speedsVersion)]
    #[must_use]
    pub fn speeds_version(&self) -> String {
        format!("{:016x}", self.loaded.speeds_version)
    }

    /// What the live speeds are called that the costs are for (`SpeedRules.setLive`); nothing where none are
    /// in force.
    #[wasm_bindgen(js_name = liveSpeeds)]
    #[must_use]
    pub fn live_speeds(&self) -> Option<String> {
        self.loaded.live_speeds.as_deref().map(str::to_owned)
    }

    /// The fastest way between two places in a lane (see `laneOf`), with its shape at 5 or 6 digits;
    /// nothing if there is none or a place is off the map.
    ///
    /// # Errors
    /// There is no such place, lane or precision.
    pub fn leg(
        &self,
        from: usize,
        to: usize,
        lane: u8,
        precision: u8,
    ) -> Result<Option<RoadLeg>, JsError> {
        let place =
            |idx: usize| self.places.get(idx).ok_or_else(|| JsError::new("there is no such place"));
        let precision = match precision {
            5 => Precision::Five,
            6 => Precision::Six,
            _ => return Err(JsError::new("polylines have 5 or 6 digits")),
        };
        let (Some(from), Some(to)) = (place(from)?, place(to)?) else { return Ok(None) };
        let lane = lane_of(lane)?;
        let mut search = RouteSearch::default();
        let mut points = Vec::new();
        let LoadedProfile { map, metric, .. } = &self.loaded;
        let leg = map.leg(metric, lane, &mut search, [from, to], &mut points);
        Ok(leg.map(|leg| {
            let mut polyline = String::new();
            encode(points.into_iter(), precision, &mut polyline);
            RoadLeg {
                meters: f64::from(leg.decimeters) / 10.0,
                seconds: f64::from(leg.milliseconds) / 1000.0,
                polyline,
            }
        }))
    }
}

/// Lanes by number: weekday windows from 0, then the weekend, then free flow.
pub(crate) fn lane_of(number: u8) -> Result<Lane, JsError> {
    match usize::from(number) {
        lane if lane < WINDOW_LANE_COUNT => Ok(Lane::Window(number)),
        lane if lane == WINDOW_LANE_COUNT => Ok(Lane::Paired(1)),
        lane if lane == WINDOW_LANE_COUNT + 1 => Ok(Lane::Paired(0)),
        _ => Err(JsError::new("there is no such lane")),
    }
}
