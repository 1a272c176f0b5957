//! Places of a request on the roads of a loaded map, and routes between them.

use serving::Ends;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::maps::RoadProfile;
use crate::route_line::RouteLine;

/// Places that have been snapped to roads, with the costs that were current at that time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RoadPlaces(pub(crate) serving::RoadPlaces);

#[wasm_bindgen]
impl RoadPlaces {
    /// Snaps places, given in degrees, to the roads of a profile that are at most `radiusMeters` away.
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

    /// Returns the meters from each place to its road; NaN where no road is near.
    #[wasm_bindgen(js_name = snapMeters)]
    #[must_use]
    pub fn snap_meters(&self) -> Vec<f64> {
        self.0.snap_meters()
    }

    /// Returns the snapped latitude and longitude of each place, alternating, in degrees; NaN where no road is near.
    #[wasm_bindgen(js_name = snappedDegrees)]
    #[must_use]
    pub fn snapped_degrees(&self) -> Vec<f64> {
        self.0.snapped_degrees()
    }

    /// Returns the version of the speeds that the costs are for: equal for equal speeds, in all instances of this
    /// module.
    #[wasm_bindgen(js_name = speedsVersion)]
    #[must_use]
    pub fn speeds_version(&self) -> String {
        self.0.speeds_version()
    }

    /// Returns the name of the live speeds that the costs are for (`SpeedRules.setLive`), or undefined if no live
    /// speeds are in force.
    #[wasm_bindgen(js_name = liveSpeeds)]
    #[must_use]
    pub fn live_speeds(&self) -> Option<String> {
        self.0.live_speeds().map(str::to_owned)
    }

    /// Draws a route from place to place. Each leg takes the fastest path in its lane (weekday windows from 0, then the
    /// weekend, then free flow), and is straight if there is no path or a place is off the map. `latitudes` and
    /// `longitudes` are those of the places before snapping; the drawing of each leg starts and ends there.
    ///
    /// # Errors
    /// The lists do not match in length, or there is no such place, lane or precision.
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
