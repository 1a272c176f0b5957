//! Places of a request on the roads of a loaded map, and routes between them.

use serving::Ends;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::maps::RoadProfile;
use crate::route_line::RouteLine;

/// Places that have been moved to roads, with the costs that held when they were.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RoadPlaces(pub(crate) serving::RoadPlaces);

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
        Ok(Self(serving::RoadPlaces::new(loaded, latitudes, longitudes, radius_meters)?))
    }

    /// One per place: meters to the road, not a number where none is near.
    #[wasm_bindgen(js_name = snapMeters)]
    #[must_use]
    pub fn snap_meters(&self) -> Vec<f64> {
        self.0.snap_meters()
    }

    /// Latitude and longitude of each place on its road, in turn, in degrees; not numbers where none is near.
    #[wasm_bindgen(js_name = snappedDegrees)]
    #[must_use]
    pub fn snapped_degrees(&self) -> Vec<f64> {
        self.0.snapped_degrees()
    }

    /// Which speeds the costs are for: equal for equal speeds, in all instances of this module.
    #[wasm_bindgen(js_name = speedsVersion)]
    #[must_use]
    pub fn speeds_version(&self) -> String {
        self.0.speeds_version()
    }

    /// What the live speeds are called that the costs are for (`SpeedRules.setLive`); nothing where none are
    /// in force.
    #[wasm_bindgen(js_name = liveSpeeds)]
    #[must_use]
    pub fn live_speeds(&self) -> Option<String> {
        self.0.live_speeds().map(str::to_owned)
    }

    /// Draws a route: leg after leg from place to place, each by the fastest way in its lane (weekday windows from 0,
    /// then the weekend, then free flow), and straight where there is none or a place is off the map. `latitudes` and
    /// `longitudes` are those of the places as they were given, at which the drawing of each leg starts and ends.
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
        let ends = Ends { from, to };
        Ok(RouteLine(self.0.route([latitudes, longitudes], ends, lanes, digits)?))
    }
}
