//! The estimate, created once by JavaScript from the configuration file.

use roads::EstimateParameters;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The great circle, detour, distance bands and traffic windows of estimates, checked.
#[wasm_bindgen]
#[derive(Debug)]
pub struct EstimateModel(pub(crate) roads::EstimateModel);

#[wasm_bindgen]
impl EstimateModel {
    /// Creates a model. `bandEndMeters` ascends and may end in `Infinity`; `laneFactors` is lane-major, lanes × bands.
    ///
    /// # Errors
    /// A number is not positive, or the lists do not match in length.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = detourFactor)] detour_factor: f64,
        #[wasm_bindgen(js_name = bandEndMeters)] band_end_meters: &[f64],
        #[wasm_bindgen(js_name = bandMetersPerSecond)] band_meters_per_second: &[f64],
        #[wasm_bindgen(js_name = laneFactors)] lane_factors: &[f64],
    ) -> Result<EstimateModel, JsError> {
        let parameters = EstimateParameters {
            detour_factor,
            band_end_meters,
            band_meters_per_second,
            lane_factors,
        };
        Ok(Self(roads::EstimateModel::new(parameters)?))
    }
}
