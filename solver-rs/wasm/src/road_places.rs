//! Places of a request on the roads of a loaded map, and routes between them.

use roads::hierarchy::{Lane, RouteSearch, WINDOW_LANE_COUNT};
use roads::map::RoadPlace;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::maps::{LoadedProfile, RoadProfile};
use crate::route_line::RouteLine;

/// Places that have been moved to roads, with the costs that held when they were.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RoadPlaces {
    pub(crate) loaded: LoadedProfile,
    pub(crate) places: Vec<Option<RoadPlace>>,
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

    /// Draws a route: leg after leg from place to place, each by the fastest way in its lane (see `laneOf`), and
    /// straight where there is none or a place is off the map. `latitudes` and `longitudes` are those of the places
    /// as they were given, at which the drawing of each leg starts and ends.
    ///
    /// # Errors
    /// The lists do not fit one another, or there is no such place, lane or precision.
    pub fn route(
        &self,
        latitudes: &[f64],
        longitudes: &[f64],
        from: &[u32],
        to: &[u32],
        lanes: &[u8],
        digits: u8,
    ) -> Result<RouteLine, JsError> {
        if lanes.len() != from.len() {
            return Err(JsError::new("there is not one lane for each leg"));
        }
        let LoadedProfile { map, metric, .. } = &self.loaded;
        let mut search = RouteSearch::default();
        let lanes = lanes.iter().map(|lane| lane_of(*lane)).collect::<Result<Vec<_>, _>>()?;
        RouteLine::draw([latitudes, longitudes], [from, to], digits, |leg, points| {
            let place = |idx: u32| self.places.get(idx as usize).and_then(Option::as_ref);
            let ends = [place(from[leg])?, place(to[leg])?];
            map.leg(metric, lanes[leg], &mut search, ends, points)
        })
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
