//! Routes as they are drawn: along roads, or in straight lines.

use serving::Ends;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The line of a route, and the distance and time of each leg. It has to be freed.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RouteLine(pub(crate) serving::RouteLine);

#[wasm_bindgen]
impl RouteLine {
    /// Creates a route that goes straight from place to place, for places without a map. `from` and `to` are the ends
    /// of its legs.
    ///
    /// # Errors
    /// The lists do not match in length, or there is no such place or precision.
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

    /// Returns the whole line as an encoded polyline.
    #[must_use]
    pub fn polyline(&self) -> String {
        self.0.polyline()
    }

    /// Returns the points of the whole line as alternating longitudes and latitudes in degrees, the order of GeoJSON.
    #[must_use]
    pub fn degrees(&self) -> Vec<f64> {
        self.0.degrees()
    }

    /// Returns the meters of each leg along the roads; NaN for a straight leg.
    #[wasm_bindgen(js_name = legMeters)]
    #[must_use]
    pub fn leg_meters(&self) -> Vec<f64> {
        self.0.leg_meters()
    }

    /// Returns the seconds of each leg in its lane; NaN for a straight leg.
    #[wasm_bindgen(js_name = legSeconds)]
    #[must_use]
    pub fn leg_seconds(&self) -> Vec<f64> {
        self.0.leg_seconds()
    }

    /// Returns the latitude and longitude, in degrees, of the point at `share` of the length of a leg.
    ///
    /// # Errors
    /// There is no such leg.
    #[wasm_bindgen(js_name = pointOn)]
    pub fn point_on(&self, leg: usize, share: f64) -> Result<Vec<f64>, JsError> {
        Ok(self.0.point_on(leg, share)?.to_vec())
    }
}
