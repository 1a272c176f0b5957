//! Travel costs as numbers, a few rows at a time: what travel tables are filled from.

use roads::hierarchy::Lane;
use roads::map::{RoadLabels, RoadQuery};
use roads::{CostBlock, PlaceIdx, Places, TravelCosts, UNREACHABLE_METERS};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::maps::LoadedProfile;
use crate::road_places::lane_of;
use crate::{EstimateModel, RoadPlaces};

/// Who travels on roads, and in which lanes.
pub(crate) struct RoadTrip<'a> {
    roads: &'a RoadPlaces,
    lanes: Vec<Lane>,
    speed_factor: f64,
}

impl<'a> RoadTrip<'a> {
    /// Lanes are as many as the model has, and the places the same that it is asked about.
    pub(crate) fn new(
        roads: &'a RoadPlaces,
        lanes: &[u8],
        speed_factor: f64,
        model: &roads::EstimateModel,
        places: &Places,
    ) -> Result<Self, JsError> {
        if places.count() != roads.places.len() {
            return Err(JsError::new("the places on roads are of another number"));
        }
        if !(speed_factor > 0.0 && speed_factor.is_finite()) || lanes.len() != model.lane_count() {
            return Err(JsError::new("the speed factor or the number of lanes does not fit"));
        }
        let lanes = lanes.iter().map(|lane| lane_of(*lane)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { roads, lanes, speed_factor })
    }

    pub(crate) fn labels(&self, sources: &[PlaceIdx], destinations: &[PlaceIdx]) -> RoadLabels {
        let places = &self.roads.places;
        let query = RoadQuery {
            places,
            is_source: &is_listed(sources, places.len()),
            is_destination: &is_listed(destinations, places.len()),
            lanes: &self.lanes,
            speed_factor: self.speed_factor,
        };
        RoadLabels::new(&self.roads.loaded.map, &self.roads.loaded.metric, &query)
    }
}

/// One a place: whether it stands in a list.
pub(crate) fn is_listed(listed: &[PlaceIdx], place_count: usize) -> Vec<bool> {
    let mut is_listed = vec![false; place_count];
    for place in listed {
        is_listed[place.as_usize()] = true;
    }
    is_listed
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
    /// Prepares the pairs of all places. `lanes` are the numbers of the lanes of each travel time, as many
    /// as the model has; every travel time on roads is divided by `speedFactor`.
    ///
    /// # Errors
    /// The arrays do not fit one another, a coordinate is out of range, there is no such lane, or the
    /// speed factor is not positive.
    #[wasm_bindgen(constructor)]
    pub fn new(
        roads: &RoadPlaces,
        lanes: &[u8],
        #[wasm_bindgen(js_name = speedFactor)] speed_factor: f64,
        model: &EstimateModel,
        latitudes: &[f64],
        longitudes: &[f64],
    ) -> Result<RoadTable, JsError> {
        let places = Places::from_degrees(latitudes, longitudes)?;
        let trip = RoadTrip::new(roads, lanes, speed_factor, &model.0, &places)?;
        let all: Vec<PlaceIdx> = (0..).map(PlaceIdx).take(places.count()).collect();
        Ok(Self {
            labels: trip.labels(&all, &all),
            loaded: roads.loaded.clone(),
            model: model.0.clone(),
            places,
            block: CostBlock::default(),
        })
    }

    /// Some rows: for each pair its meters and then its seconds in each lane; where no road leads, all are
    /// `unreachableMeters`.
    ///
    /// # Errors
    /// There are fewer rows.
    pub fn rows(&mut self, first: u32, count: u32) -> Result<Vec<i32>, JsError> {
        let LoadedProfile { map, metric, .. } = &self.loaded;
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
    ) -> Result<EstimateTable, JsError> {
        let places = Places::from_degrees(latitudes, longitudes)?;
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
