//! The travel-cost matrix as JavaScript asks for it: coordinates in, JSON text out.

use roads::{Outcome, Places, walk_matrix};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::json::MatrixWriter;
use crate::keys::JsonKeys;
use crate::{EstimateModel, MatrixSelection};

#[wasm_bindgen]
extern "C" {
    /// A function of JavaScript that says whether to give up.
    #[wasm_bindgen(typescript_type = "() => boolean")]
    pub type ShouldStop;

    /// `Function.prototype.call`. What it throws comes back as a value: an exception that passed
    /// through our frames would leave the borrowed arguments locked forever.
    #[wasm_bindgen(method, structural, catch)]
    fn call(this: &ShouldStop, receiver: &JsValue) -> Result<bool, JsValue>;
}

/// The texts of a finished matrix. Each can be taken once; taking it frees it in the core.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MatrixJson {
    travel_costs: Vec<u8>,
    unreachable: Vec<u8>,
}

#[wasm_bindgen]
impl MatrixJson {
    /// `{"source":{"destination":[meters,seconds,…],…},…}` in UTF-8, an entry for every source.
    #[wasm_bindgen(js_name = takeTravelCosts)]
    pub fn take_travel_costs(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.travel_costs)
    }

    /// `[{"source":…,"destination":…},…]` in UTF-8: pairs with no road between their ends.
    #[wasm_bindgen(js_name = takeUnreachable)]
    pub fn take_unreachable(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.unreachable)
    }
}

/// Computes the selected pairs between places given in degrees. `keys` are the JSON strings of all
/// places one after the other, cut by `keyFirstOut`. Gives nothing if `shouldStop`, asked every few
/// milliseconds, said so.
///
/// # Errors
/// The arrays do not fit one another, a coordinate is out of range, the answer is larger than the
/// memory that is left, or `shouldStop` threw.
#[wasm_bindgen(js_name = travelCostsJson)]
pub fn travel_costs_json(
    model: &EstimateModel,
    selection: &MatrixSelection,
    latitudes: &[f64],
    longitudes: &[f64],
    keys: &[u8],
    #[wasm_bindgen(js_name = keyFirstOut)] key_first_out: &[u32],
    #[wasm_bindgen(js_name = shouldStop)] should_stop: &ShouldStop,
) -> Result<Option<MatrixJson>, JsValue> {
    let places = Places::from_degrees(latitudes, longitudes).map_err(|error| thrown(&error))?;
    if places.count() != selection.0.place_count() as usize {
        return Err(thrown(&"the selection is of another number of places"));
    }
    let keys = JsonKeys::new(places.count(), keys, key_first_out).map_err(|it| thrown(&it))?;
    let mut writer = MatrixWriter::new(keys, model.0.lane_count(), &selection.0)
        .map_err(|error| thrown(&error))?;

    let mut failure = None;
    let mut has_to_stop = || match should_stop.call(&JsValue::UNDEFINED) {
        Ok(stop) => stop,
        Err(error) => {
            failure = Some(error);
            true
        }
    };
    let outcome =
        walk_matrix(&model.0.between(&places), &selection.0, &mut writer, &mut has_to_stop)
            .map_err(|error| thrown(&error))?;
    match (outcome, failure) {
        (_, Some(error)) => Err(error),
        (Outcome::Stopped, None) => Ok(None),
        (Outcome::Finished, None) => {
            let (travel_costs, unreachable) = writer.finish();
            Ok(Some(MatrixJson { travel_costs, unreachable }))
        }
    }
}

fn thrown(error: &dyn std::fmt::Display) -> JsValue {
    JsError::new(&error.to_string()).into()
}
