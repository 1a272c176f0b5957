//! The travel-cost matrix as JavaScript asks for it: coordinates in, JSON text out.

use roads::hierarchy::Lane;
use roads::map::{RoadLabels, RoadQuestion};
use roads::{CostBlock, Outcome, PlaceIdx, Places, TravelCosts, UNREACHABLE_METERS, walk_matrix};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::json::MatrixWriter;
use crate::keys::JsonKeys;
use crate::maps::LoadedProfile;
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

/// Who travels on roads, and in which lanes.
struct RoadTrip<'a> {
    roads: &'a RoadPlaces,
    lanes: Vec<Lane>,
    speed_factor: f64,
    places: Places,
}

impl<'a> RoadTrip<'a> {
    fn new(
        roads: &'a RoadPlaces,
        lanes: &[u8],
        speed_factor: f64,
        model: &EstimateModel,
        latitudes: &[f64],
        longitudes: &[f64],
    ) -> Result<Self, JsValue> {
        let places = Places::from_degrees(latitudes, longitudes).map_err(|error| thrown(&error))?;
        if places.count() != roads.places.len() {
            return Err(thrown(&"the places on roads are of another number"));
        }
        if !(speed_factor > 0.0 && speed_factor.is_finite()) || lanes.len() != model.0.lane_count()
        {
            return Err(thrown(&"the speed factor or the number of lanes does not fit"));
        }
        let lanes = lanes.iter().map(|lane| lane_of(*lane)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { roads, lanes, speed_factor, places })
    }

    fn labels(&self, sources: &[PlaceIdx], destinations: &[PlaceIdx]) -> RoadLabels {
        let is_listed = |listed: &[PlaceIdx]| {
            let mut is_listed = vec![false; self.places.count()];
            for place in listed {
                is_listed[place.as_usize()] = true;
            }
            is_listed
        };
        let question = RoadQuestion {
            places: &self.roads.places,
            is_source: &is_listed(sources),
            is_destination: &is_listed(destinations),
            lanes: &self.lanes,
            speed_factor: self.speed_factor,
        };
        RoadLabels::new(&self.roads.loaded.map, &self.roads.loaded.metric, &question)
    }
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
    let trip = RoadTrip::new(roads, lanes, speed_factor, model, latitudes, longitudes)?;
    let question = Question::new(selection, trip.places.count(), keys, key_first_out, should_stop)?;
    let labels = trip.labels(selection.0.sources(), selection.0.destinations());
    let LoadedProfile { map, metric } = &roads.loaded;
    question.answer(&labels.costs(map, metric, model.0.between(&trip.places)))
}

/// What rows of tables have instead of costs where no road leads.
#[wasm_bindgen(js_name = unreachableMeters)]
#[must_use]
pub fn unreachable_meters() -> i32 {
    UNREACHABLE_METERS
}

/// Costs of all pairs of some places as numbers, a few rows at a time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RoadTable {
    loaded: LoadedProfile,
    labels: RoadLabels,
    model: roads::EstimateModel,
    places: Places,
    block: CostBlock,
}

#[wasm_bindgen]
impl RoadTable {
    /// Prepares the pairs of all places; arguments are those of `roadCostsJson`.
    ///
    /// # Errors
    /// As with `roadCostsJson`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        roads: &RoadPlaces,
        lanes: &[u8],
        #[wasm_bindgen(js_name = speedFactor)] speed_factor: f64,
        model: &EstimateModel,
        latitudes: &[f64],
        longitudes: &[f64],
    ) -> Result<RoadTable, JsValue> {
        let trip = RoadTrip::new(roads, lanes, speed_factor, model, latitudes, longitudes)?;
        let all: Vec<PlaceIdx> = (0..).map(PlaceIdx).take(trip.places.count()).collect();
        Ok(Self {
            labels: trip.labels(&all, &all),
            loaded: roads.loaded.clone(),
            model: model.0.clone(),
            places: trip.places,
            block: CostBlock::default(),
        })
    }

    /// Some rows: for each pair its meters and then its seconds in each lane; where no road leads, all are
    /// `unreachableMeters`.
    ///
    /// # Errors
    /// There are fewer rows.
    pub fn rows(&mut self, first: u32, count: u32) -> Result<Vec<i32>, JsError> {
        let LoadedProfile { map, metric } = &self.loaded;
        let costs = self.labels.costs(map, metric, self.model.between(&self.places));
        fill_rows(&costs, self.places.count(), [first, count], &mut self.block)
    }
}

/// Estimated costs of all pairs of some places as numbers, a few rows at a time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct EstimateTable {
    model: roads::EstimateModel,
    places: Places,
    block: CostBlock,
}

#[wasm_bindgen]
impl EstimateTable {
    /// Takes places given in degrees.
    ///
    /// # Errors
    /// A coordinate is out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(
        model: &EstimateModel,
        latitudes: &[f64],
        longitudes: &[f64],
    ) -> Result<EstimateTable, JsValue> {
        let places = Places::from_degrees(latitudes, longitudes).map_err(|error| thrown(&error))?;
        Ok(Self { model: model.0.clone(), places, block: CostBlock::default() })
    }

    /// Some rows, as `RoadTable.rows` has them.
    ///
    /// # Errors
    /// There are fewer rows.
    pub fn rows(&mut self, first: u32, count: u32) -> Result<Vec<i32>, JsError> {
        fill_rows(
            &self.model.between(&self.places),
            self.places.count(),
            [first, count],
            &mut self.block,
        )
    }
}

/// Rows `first` to `first + count` of the pairs of all places.
fn fill_rows(
    costs: &impl TravelCosts,
    place_count: usize,
    [first, count]: [u32; 2],
    block: &mut CostBlock,
) -> Result<Vec<i32>, JsError> {
    let end = first.checked_add(count).filter(|end| *end as usize <= place_count);
    let end = end.ok_or_else(|| JsError::new("there are fewer rows"))?;
    let all: Vec<PlaceIdx> = (0..).map(PlaceIdx).take(place_count).collect();
    let sources = &all[first as usize..end as usize];
    costs.fill(sources, &all, block);
    let rows = (0..sources.len()).flat_map(|row| block.row(row));
    Ok(rows.copied().collect())
}

fn thrown(error: &dyn std::fmt::Display) -> JsValue {
    JsError::new(&error.to_string()).into()
}
