//! Travel costs as numbers, written a few rows at a time in the layout of travel tables.

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

/// What travel tables have in all numbers of a pair that no road joins, as planners read them.
const NO_ROAD: i32 = -1;

/// The roads that the costs of a table are of.
#[derive(Debug)]
struct Roads {
    loaded: LoadedProfile,
    labels: RoadLabels,
}

/// Travel costs between all pairs of some places, written a few rows at a time into a travel table.
#[wasm_bindgen]
#[derive(Debug)]
pub struct TravelRows {
    /// None: all is estimated.
    roads: Option<Roads>,
    model: roads::EstimateModel,
    places: Places,
    block: CostBlock,
}

#[wasm_bindgen]
impl TravelRows {
    /// Estimates, of places given in degrees.
    ///
    /// # Errors
    /// A coordinate is out of range.
    pub fn estimated(
        model: &EstimateModel,
        latitudes: &[f64],
        longitudes: &[f64],
    ) -> Result<TravelRows, JsError> {
        let places = Places::from_degrees(latitudes, longitudes)?;
        Ok(Self { roads: None, model: model.0.clone(), places, block: CostBlock::default() })
    }

    /// Costs on roads, and estimates where a place is off the map. `lanes` are the numbers of the lanes of each
    /// travel time, as many as the model has; every travel time on roads is divided by `speedFactor`.
    ///
    /// # Errors
    /// The arrays do not fit one another, a coordinate is out of range, there is no such lane, or the
    /// speed factor is not positive.
    #[wasm_bindgen(js_name = onRoads)]
    pub fn on_roads(
        roads: &RoadPlaces,
        lanes: &[u8],
        #[wasm_bindgen(js_name = speedFactor)] speed_factor: f64,
        model: &EstimateModel,
        latitudes: &[f64],
        longitudes: &[f64],
    ) -> Result<TravelRows, JsError> {
        let places = Places::from_degrees(latitudes, longitudes)?;
        let trip = RoadTrip::new(roads, lanes, speed_factor, &model.0, &places)?;
        let all: Vec<PlaceIdx> = (0..).map(PlaceIdx).take(places.count()).collect();
        let roads = Some(Roads { labels: trip.labels(&all, &all), loaded: roads.loaded.clone() });
        Ok(Self { roads, model: model.0.clone(), places, block: CostBlock::default() })
    }

    /// Writes rows `first` to `first + count`: into `distanceMeters` one number for each pair, into `travelSeconds`
    /// those of all lanes of a pair side by side; -1 where no road leads.
    ///
    /// # Errors
    /// There are fewer rows, or the arrays have not as many numbers as those have.
    #[wasm_bindgen(js_name = write)]
    pub fn write(
        &mut self,
        first: u32,
        count: u32,
        #[wasm_bindgen(js_name = distanceMeters)] distance_meters: &mut [i32],
        #[wasm_bindgen(js_name = travelSeconds)] travel_seconds: &mut [i32],
    ) -> Result<(), JsError> {
        let place_count = self.places.count();
        let end = first.checked_add(count).filter(|end| *end as usize <= place_count);
        let end = end.ok_or_else(|| JsError::new("there are fewer rows"))?;
        let all: Vec<PlaceIdx> = (0..).map(PlaceIdx).take(place_count).collect();
        let sources = &all[first as usize..end as usize];
        let estimate = self.model.between(&self.places);
        let lane_count = match &self.roads {
            None => {
                estimate.fill(sources, &all, &mut self.block);
                estimate.lane_count()
            }
            Some(Roads { loaded: LoadedProfile { map, metric, .. }, labels }) => {
                let costs = labels.costs(map, metric, estimate);
                costs.fill(sources, &all, &mut self.block);
                costs.lane_count()
            }
        };
        let pair_count = sources.len() * place_count;
        if distance_meters.len() != pair_count || travel_seconds.len() != pair_count * lane_count {
            return Err(JsError::new("the arrays do not hold these rows"));
        }
        let pairs =
            (0..sources.len()).flat_map(|row| self.block.row(row).chunks_exact(1 + lane_count));
        let cells = distance_meters.iter_mut().zip(travel_seconds.chunks_exact_mut(lane_count));
        for (pair, (meters, seconds)) in pairs.zip(cells) {
            if pair[0] == UNREACHABLE_METERS {
                *meters = NO_ROAD;
                seconds.fill(NO_ROAD);
            } else {
                *meters = pair[0];
                seconds.copy_from_slice(&pair[1..]);
            }
        }
        Ok(())
    }
}
