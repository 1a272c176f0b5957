//! The travel-cost matrix as JavaScript asks for it: coordinates in, JSON text out.

use roads::map::{RoadCosts, RoadQuestion};
use roads::{Outcome, PlaceIdx, Places, TravelCosts, walk_matrix};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::json::MatrixWriter;
use crate::keys::JsonKeys;
use crate::road_places::lane_of;
use crate::{EstimateModel, MatrixSelection, RoadPlaces};

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

/// What of a matrix does not depend on where its costs come from.
struct Question<'a> {
    selection: &'a MatrixSelection,
    keys: JsonKeys<'a>,
    should_stop: &'a ShouldStop,
}

impl<'a> Question<'a> {
    fn new(
        selection: &'a MatrixSelection,
        place_count: usize,
        keys: &'a [u8],
        key_first_out: &'a [u32],
        should_stop: &'a ShouldStop,
    ) -> Result<Self, JsValue> {
        if place_count != selection.0.place_count() as usize {
            return Err(thrown(&"the selection is of another number of places"));
        }
        let keys = JsonKeys::new(place_count, keys, key_first_out).map_err(|it| thrown(&it))?;
        Ok(Self { selection, keys, should_stop })
    }

    fn answer(self, costs: &impl TravelCosts) -> Result<Option<MatrixJson>, JsValue> {
        let Self { selection, keys, should_stop } = self;
        let mut writer = MatrixWriter::new(keys, costs.lane_count(), &selection.0)
            .map_err(|error| thrown(&error))?;
        let mut failure = None;
        let mut has_to_stop = || match should_stop.call(&JsValue::UNDEFINED) {
            Ok(stop) => stop,
            Err(error) => {
                failure = Some(error);
                true
            }
        };
        let outcome = walk_matrix(costs, &selection.0, &mut writer, &mut has_to_stop)
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
}

/// Estimates the selected pairs between places given in degrees. `keys` are the JSON strings of all
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
    Question::new(selection, places.count(), keys, key_first_out, should_stop)?
        .answer(&model.0.between(&places))
}

/// Computes the selected pairs on roads, and estimates those with a place off the map. `lanes` are the
/// numbers of the lanes of each travel time, as many as the model has; every travel time on roads is
/// divided by `speedFactor`. All else is as with `travelCostsJson`.
///
/// # Errors
/// As with `travelCostsJson`; or there is no such lane, or a speed factor that is not positive.
#[wasm_bindgen(js_name = roadCostsJson)]
#[expect(clippy::too_many_arguments, reason = "JavaScript passes typed arrays one by one")]
pub fn road_costs_json(
    roads: &RoadPlaces,
    lanes: &[u8],
    #[wasm_bindgen(js_name = speedFactor)] speed_factor: f64,
    model: &EstimateModel,
    selection: &MatrixSelection,
    latitudes: &[f64],
    longitudes: &[f64],
    keys: &[u8],
    #[wasm_bindgen(js_name = keyFirstOut)] key_first_out: &[u32],
    #[wasm_bindgen(js_name = shouldStop)] should_stop: &ShouldStop,
) -> Result<Option<MatrixJson>, JsValue> {
    let places = Places::from_degrees(latitudes, longitudes).map_err(|error| thrown(&error))?;
    if places.count() != roads.places.len() {
        return Err(thrown(&"the places on roads are of another number"));
    }
    if !(speed_factor > 0.0 && speed_factor.is_finite()) || lanes.len() != model.0.lane_count() {
        return Err(thrown(&"the speed factor or the number of lanes does not fit"));
    }
    let question = Question::new(selection, places.count(), keys, key_first_out, should_stop)?;
    let lanes = lanes.iter().map(|lane| lane_of(*lane)).collect::<Result<Vec<_>, _>>()?;
    let is_listed = |listed: &[PlaceIdx]| {
        let mut is_listed = vec![false; places.count()];
        for place in listed {
            is_listed[place.as_usize()] = true;
        }
        is_listed
    };
    let costs = RoadCosts::new(
        &roads.loaded.map,
        &roads.loaded.metric,
        &RoadQuestion {
            places: &roads.places,
            is_source: &is_listed(selection.0.sources()),
            is_destination: &is_listed(selection.0.destinations()),
            lanes: &lanes,
            speed_factor,
        },
        model.0.between(&places),
    );
    question.answer(&costs)
}

fn thrown(error: &dyn std::fmt::Display) -> JsValue {
    JsError::new(&error.to_string()).into()
}
