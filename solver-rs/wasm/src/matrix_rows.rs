//! The travel-cost matrix as JavaScript asks for it: coordinates in, rows as JSON text out.
//!
//! ```text
//! new (estimates) ─► putOnRoads (labels of all destinations) ─► json(first, count) ─► json(first, count) …
//! ```
//!
//! Labels of destinations are made once, 10 µs and 10 KB each, those of sources with their rows: a matrix
//! is computed in blocks of rows within memory that depends on the block and the destinations alone.
//!
//! A matrix may be kept between blocks, so it does not keep its map from being dropped, nor costs from
//! being replaced: it then has no more rows to give, and whoever wants them makes it anew.

use std::ops::Range;

use roads::map::{RoadLabels, RoadPlace};
use roads::{Outcome, PairSelection, Places, TravelCosts, walk_matrix};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::json::MatrixWriter;
use crate::keys::JsonKeys;
use crate::maps::{LoadedProfile, WeakProfile};
use crate::travel_costs::{RoadTrip, is_listed};
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

/// The texts of some rows. Each can be taken once; taking it frees it in the core.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MatrixJson {
    travel_costs: Vec<u8>,
    unreachable: Vec<u8>,
}

#[wasm_bindgen]
impl MatrixJson {
    /// `"source":{"destination":[meters,seconds,…],…},…` in UTF-8, an entry for every source.
    #[wasm_bindgen(js_name = takeTravelCosts)]
    pub fn take_travel_costs(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.travel_costs)
    }

    /// `{"source":…,"destination":…},…` in UTF-8: pairs with no road between their ends.
    #[wasm_bindgen(js_name = takeUnreachable)]
    pub fn take_unreachable(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.unreachable)
    }
}

/// A matrix whose rows can be computed, some at a time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MatrixRows {
    selection: PairSelection,
    keys: JsonKeys,
    model: roads::EstimateModel,
    places: Places,
    on_roads: Option<OnRoads>,
}

#[derive(Debug)]
struct OnRoads {
    profile: WeakProfile,
    places: Vec<Option<RoadPlace>>,
    /// Of all destinations, and of no source.
    labels: RoadLabels,
}

#[wasm_bindgen]
impl MatrixRows {
    /// The selected pairs between places given in degrees, all estimated. `keys` are the JSON strings of
    /// all places one after the other, cut by `keyFirstOut`.
    ///
    /// # Errors
    /// The arrays do not fit one another, or a coordinate is out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(
        model: &EstimateModel,
        selection: &MatrixSelection,
        latitudes: &[f64],
        longitudes: &[f64],
        keys: Vec<u8>,
        #[wasm_bindgen(js_name = keyFirstOut)] key_first_out: Vec<u32>,
    ) -> Result<MatrixRows, JsError> {
        let places = Places::from_degrees(latitudes, longitudes)?;
        if places.count() != selection.0.place_count() as usize {
            return Err(JsError::new("the selection is of another number of places"));
        }
        let keys = JsonKeys::new(places.count(), keys, key_first_out)
            .map_err(|error| JsError::new(&error.to_string()))?;
        let (selection, model) = (selection.0.clone(), model.0.clone());
        Ok(Self { selection, keys, model, places, on_roads: None })
    }

    /// Has the pairs computed on roads, apart from those with a place off the map. `lanes` are the numbers
    /// of the lanes of each travel time, as many as the model has; every travel time on roads is divided
    /// by `speedFactor`.
    ///
    /// # Errors
    /// The places are of another number, there is no such lane, or the speed factor is not positive.
    #[wasm_bindgen(js_name = putOnRoads)]
    pub fn put_on_roads(
        &mut self,
        roads: &RoadPlaces,
        lanes: &[u8],
        #[wasm_bindgen(js_name = speedFactor)] speed_factor: f64,
    ) -> Result<(), JsError> {
        let trip = RoadTrip::new(roads, lanes, speed_factor, &self.model, &self.places)?;
        self.on_roads = Some(OnRoads {
            profile: roads.loaded.downgrade(),
            places: roads.places.clone(),
            labels: trip.labels(&[], self.selection.destinations()),
        });
        Ok(())
    }

    /// Some rows, by the positions of their sources. Gives nothing if `shouldStop`, asked every few
    /// milliseconds, said so, or if the map was dropped or its costs replaced since.
    ///
    /// # Errors
    /// There are fewer rows, the texts are larger than the memory that is left, or `shouldStop` threw.
    pub fn json(
        &self,
        first: usize,
        count: usize,
        #[wasm_bindgen(js_name = shouldStop)] should_stop: &ShouldStop,
    ) -> Result<Option<MatrixJson>, JsValue> {
        let sources = self.selection.sources();
        let end = first.checked_add(count).filter(|end| *end <= sources.len());
        let rows = first..end.ok_or_else(|| thrown(&"there are fewer rows"))?;
        let estimate = self.model.between(&self.places);
        let Some(OnRoads { profile, places, labels }) = &self.on_roads else {
            return self.write(rows, &estimate, should_stop);
        };
        let Some(LoadedProfile { map, metric, .. }) = profile.upgrade() else { return Ok(None) };
        let is_source = is_listed(&sources[rows.clone()], places.len());
        let labels = labels.with_sources(&map, &metric, places, &is_source);
        self.write(rows, &labels.costs(&map, &metric, estimate), should_stop)
    }

    fn write(
        &self,
        rows: Range<usize>,
        costs: &impl TravelCosts,
        should_stop: &ShouldStop,
    ) -> Result<Option<MatrixJson>, JsValue> {
        let Self { selection, keys, .. } = self;
        let mut writer = MatrixWriter::new(keys, costs.lane_count(), selection, rows.clone())
            .map_err(|error| thrown(&error))?;
        let mut failure = None;
        let mut has_to_stop = || match should_stop.call(&JsValue::UNDEFINED) {
            Ok(stop) => stop,
            Err(error) => {
                failure = Some(error);
                true
            }
        };
        let outcome = walk_matrix(costs, selection, rows, &mut writer, &mut has_to_stop)
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

fn thrown(error: &dyn std::fmt::Display) -> JsValue {
    JsError::new(&error.to_string()).into()
}
