//! Routes as they are drawn, on roads or straight.

use serving::Ends;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The line of a route and what its legs cost. Free it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RouteLine(pub(crate) serving::RouteLine);

#[wasm_bindgen]
impl RouteLine {
    /// A route that goes straight from place to place: where no map is. `from` and `to` are the ends of its legs.
    ///
    /// # Errors
    /// The lists do not fit one another, or there is no such place or precision.
    pub fn straight(
        latitudes: &[f64],
        longitudes: &[f64],
        from: &[u32],
        to: &[u32],
        digits: u8,
    ) -> Result<RouteLine, JsError> {
        let ends = Ends { from, to };
        Ok(Self(serving::RouteLine::straight([latitudes, longitudes], ends, digits)?))
    }

    /// The whole line as an encoded polyline.
    #[must_use]
    pub fn polyline(&self) -> String {
        self.0.polyline()
    }

    /// The whole line: longitude and latitude in turn, in degrees, as GeoJSON has them.
    #[must_use]
    pub fn degrees(&self) -> Vec<f64> {
        self.0.degrees()
    }

    /// One per leg: meters along the roads, not a number where it is straight.
    #[wasm_bindgen(js_name = legMeters)]
    #[must_use]
    pub fn leg_meters(&self) -> Vec<f64> {
        self.0.leg_meters()
    }

    /// One per leg: seconds in its lane, not a number where it is straight.
    #[wasm_bindgen(js_name = legSeconds)]
    #[must_use]
    pub fn leg_seconds(&self) -> Vec<f64> {
        self.0.leg_seconds()
    }

    /// Latitude and longitude, in degrees, of the point that lies a share of a leg's length along it.
    ///
    /// # Errors
    /// There is no such leg.
    #[wasm_bindgen(js_name = pointOn)]
    pub fn point_on(&self, leg: usize, share: f64) -> Result<Vec<f64>, JsError> {
        Ok(self.0.point_on(leg, share)?.to_vec())
    }
}
