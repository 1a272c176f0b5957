//! Travel costs as numbers, written a few rows at a time in the layout of travel tables, or between chosen places.

use roads::hierarchy::PairSearch;
use roads::map::RoadLabels;
use roads::{
    CostBlock, EstimateModel, PlaceIdx, Places, TravelCosts, UNREACHABLE_METERS,
    UNREACHABLE_SECONDS,
};

use crate::loaded_map::LoadedProfile;
use crate::road_places::RoadTrip;
use crate::{AskError, RoadPlaces};

/// The value in travel tables for all numbers of a pair that no road connects, as the search reads it.
const NO_ROAD: i32 = -1;

/// The roads that the costs of a table are computed on.
#[derive(Debug)]
struct Roads {
    places: RoadPlaces,
    trip: RoadTrip,
    /// Labels of no place: single pairs are searched without labels.
    without_labels: RoadLabels,
    /// Labels of all places, computed when rows are first requested.
    labels: Option<RoadLabels>,
    search: PairSearch,
}

/// Travel costs between all pairs of some places, written a few rows at a time into a travel table.
#[derive(Debug)]
pub struct TravelRows {
    /// `None` if all costs are estimates.
    roads: Option<Roads>,
    model: EstimateModel,
    places: Places,
    block: CostBlock,
}

impl TravelRows {
    /// Creates a table of estimates for places given in degrees.
    ///
    /// # Errors
    /// A coordinate is out of range.
    pub fn estimated(
        model: &EstimateModel,
        latitudes: &[f64],
        longitudes: &[f64],
    ) -> Result<Self, AskError> {
        let places = Places::from_degrees(latitudes, longitudes)?;
        Ok(Self { roads: None, model: model.clone(), places, block: CostBlock::default() })
    }

    /// Creates a table of costs on roads, with estimates where a place is off the map. `lanes` are the numbers of the
    /// lanes of the travel times, as many as the model has. Every travel time on roads is divided by `speed_factor`.
    ///
    /// # Errors
    /// The arrays do not match in length, a coordinate is out of range, there is no such lane, or the speed factor is
    /// not positive.
    pub fn on_roads(
        roads: &RoadPlaces,
        lanes: &[u8],
        speed_factor: f64,
        model: &EstimateModel,
        latitudes: &[f64],
        longitudes: &[f64],
    ) -> Result<Self, AskError> {
        let places = Places::from_degrees(latitudes, longitudes)?;
        let trip = RoadTrip::new(roads, lanes, speed_factor, model, &places)?;
        let roads = Some(Roads {
            without_labels: trip.labels(roads, &[], &[]),
            trip,
            places: RoadPlaces { loaded: roads.loaded.clone(), places: roads.places.clone() },
            labels: None,
            search: PairSearch::default(),
        });
        Ok(Self { roads, model: model.clone(), places, block: CostBlock::default() })
    }

    /// Returns the number of places and the number of travel times per pair.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (self.places.count(), self.model.lane_count())
    }

    /// Writes rows `first` to `first + count`: one number per pair into `distance_meters`, and the times of all lanes
    /// of a pair side by side into `travel_seconds`; -1 where no road leads.
    ///
    /// # Errors
    /// There are fewer rows, or the arrays do not have exactly as many numbers as the rows.
    pub fn write(
        &mut self,
        first: u32,
        count: u32,
        distance_meters: &mut [i32],
        travel_seconds: &mut [i32],
    ) -> Result<(), AskError> {
        let place_count = self.places.count();
        let end = first.checked_add(count).filter(|end| *end as usize <= place_count);
        let end = end.ok_or_else(|| AskError::new("there are fewer rows"))?;
        let all: Vec<PlaceIdx> = (0..).map(PlaceIdx).take(place_count).collect();
        let sources = &all[first as usize..end as usize];
        self.write_rows(sources, &all, distance_meters, travel_seconds)
    }

    /// Writes single pairs, in the layout of [`Self::write`]: from the first place of `from` to the first of `to`, from
    /// the second to the second, and so on. Use it for few pairs of many places: rows need labels of all these places,
    /// and a label takes as long to compute as some ten pairs.
    ///
    /// # Errors
    /// There is no such place, or the arrays do not have exactly as many numbers as the pairs.
    pub fn write_pairs(
        &mut self,
        from: &[u32],
        to: &[u32],
        distance_meters: &mut [i32],
        travel_seconds: &mut [i32],
    ) -> Result<(), AskError> {
        self.check_places(from)?;
        self.check_places(to)?;
        let lane_count = self.model.lane_count();
        let (pair_count, cell_count) = (distance_meters.len(), travel_seconds.len());
        if from.len() != to.len() || pair_count != to.len() || cell_count != pair_count * lane_count
        {
            return Err(AskError::new("the arrays do not hold these pairs"));
        }
        let cells = distance_meters.iter_mut().zip(travel_seconds.chunks_exact_mut(lane_count));
        for ((from, to), (meters, seconds)) in from.iter().zip(to).zip(cells) {
            self.fill_pair([PlaceIdx(*from), PlaceIdx(*to)]);
            write_pair(self.block.row(0), meters, seconds);
        }
        Ok(())
    }

    /// Writes the costs from each place of `from` to each place of `to`, in the layout of [`Self::write`].
    ///
    /// # Errors
    /// There is no such place, or the arrays do not have exactly as many numbers as the pairs.
    pub fn write_between(
        &mut self,
        from: &[u32],
        to: &[u32],
        distance_meters: &mut [i32],
        travel_seconds: &mut [i32],
    ) -> Result<(), AskError> {
        self.check_places(from)?;
        self.check_places(to)?;
        let [from, to] = [from, to].map(|it| it.iter().map(|it| PlaceIdx(*it)).collect::<Vec<_>>());
        self.write_rows(&from, &to, distance_meters, travel_seconds)
    }

    fn check_places(&self, places: &[u32]) -> Result<(), AskError> {
        let place_count = self.places.count();
        if places.iter().any(|it| *it as usize >= place_count) {
            return Err(AskError::new("there is no such place"));
        }
        Ok(())
    }

    fn write_rows(
        &mut self,
        sources: &[PlaceIdx],
        destinations: &[PlaceIdx],
        distance_meters: &mut [i32],
        travel_seconds: &mut [i32],
    ) -> Result<(), AskError> {
        self.fill(sources, destinations);
        let lane_count = self.model.lane_count();
        let pair_count = sources.len() * destinations.len();
        if distance_meters.len() != pair_count || travel_seconds.len() != pair_count * lane_count {
            return Err(AskError::new("the arrays do not hold these rows"));
        }
        let pairs =
            (0..sources.len()).flat_map(|row| self.block.row(row).chunks_exact(1 + lane_count));
        let cells = distance_meters.iter_mut().zip(travel_seconds.chunks_exact_mut(lane_count));
        for (pair, (meters, seconds)) in pairs.zip(cells) {
            write_pair(pair, meters, seconds);
        }
        Ok(())
    }

    /// Fills the block with rows.
    fn fill(&mut self, sources: &[PlaceIdx], destinations: &[PlaceIdx]) {
        let estimate = self.model.between(&self.places);
        let Some(Roads { places, trip, labels, .. }) = &mut self.roads else {
            return estimate.fill(sources, destinations, &mut self.block);
        };
        let labels = labels.get_or_insert_with(|| {
            let all: Vec<PlaceIdx> = (0..).map(PlaceIdx).take(places.places.len()).collect();
            trip.labels(places, &all, &all)
        });
        let LoadedProfile { map, metric, .. } = &places.loaded;
        labels.costs(map, metric, estimate).fill(sources, destinations, &mut self.block);
    }

    /// Fills the block with one pair.
    fn fill_pair(&mut self, [from, to]: [PlaceIdx; 2]) {
        let estimate = self.model.between(&self.places);
        let Some(Roads { places, without_labels, search, .. }) = &mut self.roads else {
            return estimate.fill(&[from], &[to], &mut self.block);
        };
        let LoadedProfile { map, metric, .. } = &places.loaded;
        let costs = without_labels.costs(map, metric, estimate);
        costs.fill_pair(&places.places, [from, to], search, &mut self.block);
    }
}

/// Writes a pair of a block into a travel table.
#[inline(always)]
fn write_pair(pair: &[i32], meters: &mut i32, seconds: &mut [i32]) {
    *meters = if pair[0] == UNREACHABLE_METERS { NO_ROAD } else { pair[0] };
    // One number at a time: copying a few bytes is a function call in WebAssembly, which takes longer than this loop.
    for (to, from) in seconds.iter_mut().zip(&pair[1..]) {
        *to = if *from == UNREACHABLE_SECONDS { NO_ROAD } else { *from };
    }
}
