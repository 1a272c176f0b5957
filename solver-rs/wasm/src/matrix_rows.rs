//! The travel-cost matrix for JavaScript: coordinates in, rows as JSON text out.

use serving::{AskError, OfPlaces};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::{EstimateModel, MatrixSelection, RoadPlaces};

#[wasm_bindgen]
extern "C" {
    /// A JavaScript function that returns whether to stop.
    #[wasm_bindgen(typescript_type = "() => boolean")]
    pub type ShouldStop;

    /// Calls `Function.prototype.call`. An exception is returned as a value: if it propagated through our frames, it
    /// would leave the borrowed arguments locked forever.
    #[wasm_bindgen(method, structural, catch)]
    fn call(this: &ShouldStop, receiver: &JsValue) -> Result<bool, JsValue>;
}

/// The texts of some rows. Each can be taken once; taking it frees it in the core.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MatrixJson(serving::MatrixJson);

#[wasm_bindgen]
impl MatrixJson {
    /// `"source":{"destination":[meters,seconds,…],…},…` in UTF-8, with an entry for every source.
    #[wasm_bindgen(js_name = takeTravelCosts)]
    pub fn take_travel_costs(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0.travel_costs)
    }

    /// `{"source":…,"destination":…},…` in UTF-8: the pairs without a road between them.
    #[wasm_bindgen(js_name = takeUnreachable)]
    pub fn take_unreachable(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0.unreachable)
    }
}

/// A matrix whose rows can be computed a few at a time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MatrixRows(serving::MatrixRows);

#[wasm_bindgen]
impl MatrixRows {
    /// Creates a matrix of the selected pairs between places given in degrees, with all costs estimated. `keys` are the
    /// JSON strings of all places, one after the other, split at `keyFirstOut`.
    ///
    /// # Errors
    /// The arrays do not match in length, or a coordinate is out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(
        model: &EstimateModel,
        selection: &MatrixSelection,
        latitudes: &[f64],
        longitudes: &[f64],
        keys: Vec<u8>,
        #[wasm_bindgen(js_name = keyFirstOut)] key_first_out: Vec<u32>,
    ) -> Result<MatrixRows, JsError> {
        let places = OfPlaces { latitudes, longitudes, keys, key_first_out };
        Ok(Self(serving::MatrixRows::new(model.0.clone(), selection.0.clone(), places)?))
    }

    /// Switches to costs on roads for all pairs, except those with a place off the map. `lanes` are the numbers of the
    /// lanes of the travel times, as many as the model has. Every travel time on roads is divided by `speedFactor`.
    ///
    /// # Errors
    /// The number of places differs, there is no such lane, or the speed factor is not positive.
    #[wasm_bindgen(js_name = putOnRoads)]
    pub fn put_on_roads(
        &mut self,
        roads: &RoadPlaces,
        lanes: &[u8],
        #[wasm_bindgen(js_name = speedFactor)] speed_factor: f64,
    ) -> Result<(), JsError> {
        Ok(self.0.put_on_roads(&roads.0, lanes, speed_factor)?)
    }

    /// Returns some rows, given by the positions of their sources. `shouldStop` is called every few milliseconds.
    /// Returns undefined if it returned true, or if the map was dropped or its costs were replaced meanwhile.
    ///
    /// # Errors
    /// There are fewer rows, the texts are larger than the memory that is left, or `shouldStop` threw.
    pub fn json(
        &self,
        first: usize,
        count: usize,
        #[wasm_bindgen(js_name = shouldStop)] should_stop: &ShouldStop,
    ) -> Result<Option<MatrixJson>, JsValue> {
        let mut failure = None;
        let mut has_to_stop = || match should_stop.call(&JsValue::UNDEFINED) {
            Ok(stop) => stop,
            Err(error) => {
                failure = Some(error);
                true
            }
        };
        let json = self.0.json(first, count, &mut has_to_stop);
        match failure {
            Some(error) => Err(error),
            None => json.map(|it| it.map(MatrixJson)).map_err(|error| thrown(&error)),
        }
    }
}

fn thrown(error: &AskError) -> JsValue {
    JsError::new(&error.to_string()).into()
}
