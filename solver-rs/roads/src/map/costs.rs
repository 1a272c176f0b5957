//! Travel costs on a map, with the same interface as the estimate.
//!
//! A block is computed in tiles of some sources × some destinations, so that the labels of a tile stay
//! in the cache; the numbers of a pair are written in the order in which they are read. Places off the
//! map have no road costs: pairs with such a place come from the estimate.

use super::places::RoadPlace;
use super::section::ProfileMap;
use crate::hierarchy::{LabelSet, Lane, LaneCosts, Metric, PairSearch, Table, TripEnd};
use crate::{CostBlock, Estimate, PlaceIdx, TravelCosts, UNREACHABLE_METERS, UNREACHABLE_SECONDS};

/// The number of destinations whose labels are combined with all sources of a block before the next
/// are read. Two tiles of 32 labels, of which 48 entries of 48 bytes each are read, take 150 KB.
const TILE: usize = 32;

/// At least the number of lanes, rounded up to a power of two.
const LANE_ROOM: usize = 16;

/// The labels of the places of one request, and the other data that pairs are computed from.
#[derive(Clone, Debug)]
pub struct RoadLabels {
    table: Table,
    /// One per lane of the answer: its position among all lanes.
    lane_positions: Vec<u8>,
    /// The divisor of every travel time.
    speed_factor: f64,
    is_off_map: Vec<bool>,
    /// One per place: places with close ranks are close in the hierarchy.
    rank_of_place: Vec<u32>,
}

/// Road costs of the places of one request.
#[derive(Debug)]
pub struct RoadCosts<'a> {
    map: &'a ProfileMap,
    metric: &'a Metric,
    labels: &'a RoadLabels,
    estimate: Estimate<'a>,
}

/// The part of a request that road costs are prepared for.
#[derive(Debug)]
pub struct RoadQuery<'a> {
    /// All places; `None` for places off the map.
    pub places: &'a [Option<RoadPlace>],
    /// One per place: whether it will be used as a source.
    pub is_source: &'a [bool],
    /// One per place: whether it will be used as a destination.
    pub is_destination: &'a [bool],
    /// The lane of each travel time, in the order of the answer.
    pub lanes: &'a [Lane],
    /// Every travel time is divided by this.
    pub speed_factor: f64,
}

impl RoadLabels {
    /// Computes the labels of all places: 10 µs and 10 KB per place and direction.
    ///
    /// # Panics
    /// The lists of the query differ in length.
    #[must_use]
    pub fn new(map: &ProfileMap, metric: &Metric, query: &RoadQuery<'_>) -> Self {
        let sources = trip_ends(map, query.places, query.is_source);
        let targets = trip_ends(map, query.places, query.is_destination);
        let rank = |place: &Option<RoadPlace>| {
            place.map_or(0, |it| map.hierarchy.rank_of_segment(it.point.segment))
        };
        Self {
            table: Table::new(
                &map.hierarchy,
                metric,
                LabelSet::of_sources(&map.hierarchy, metric, sources),
                LabelSet::of_targets(&map.hierarchy, metric, targets),
            ),
            lane_positions: query.lanes.iter().map(|lane| lane.position()).collect(),
            speed_factor: query.speed_factor,
            is_off_map: query.places.iter().map(Option::is_none).collect(),
            rank_of_place: query.places.iter().map(rank).collect(),
        }
    }

    /// Computes labels for other sources; the labels of the destinations are shared and not computed again.
    ///
    /// # Panics
    /// The lists differ in length.
    #[must_use]
    pub fn with_sources(
        &self,
        map: &ProfileMap,
        metric: &Metric,
        places: &[Option<RoadPlace>],
        is_source: &[bool],
    ) -> Self {
        let sources = trip_ends(map, places, is_source);
        let sources = LabelSet::of_sources(&map.hierarchy, metric, sources);
        Self {
            table: self.table.with_sources(&map.hierarchy, metric, sources),
            lane_positions: self.lane_positions.clone(),
            speed_factor: self.speed_factor,
            is_off_map: self.is_off_map.clone(),
            rank_of_place: self.rank_of_place.clone(),
        }
    }

    /// Costs computed from these labels, which were made on this map with this metric. Pairs with a
    /// place off the map come from the estimate, which must have the same lanes.
    ///
    /// # Panics
    /// The estimate has a different number of lanes.
    #[must_use]
    pub fn costs<'a>(
        &'a self,
        map: &'a ProfileMap,
        metric: &'a Metric,
        estimate: Estimate<'a>,
    ) -> RoadCosts<'a> {
        assert_eq!(self.lane_positions.len(), estimate.lane_count());
        RoadCosts { map, metric, labels: self, estimate }
    }

    /// Writes the numbers of a pair: meters, then seconds in each lane.
    #[inline(always)]
    fn write(&self, costs: &LaneCosts, out: &mut [i32]) {
        if !costs.is_reachable_in_all_lanes() {
            out[0] = UNREACHABLE_METERS;
            out[1..].fill(UNREACHABLE_SECONDS);
            return;
        }
        out[0] = rounded_quotient(costs.free_flow_decimeters(), 10);
        if self.speed_factor == 1.0 {
            // All lanes are converted at once, requested or not: one vector after another. The length is a
            // power of two, so that masking a position to its lowest bits keeps it within bounds.
            let mut seconds = [0; LANE_ROOM];
            for (seconds, lane) in seconds.iter_mut().zip(costs.all_milliseconds()) {
                *seconds = rounded_quotient(lane, 1000);
            }
            for (out, lane) in out[1..].iter_mut().zip(&self.lane_positions) {
                *out = seconds[usize::from(*lane) % LANE_ROOM];
            }
        } else {
            let milliseconds = costs.all_milliseconds();
            for (out, lane) in out[1..].iter_mut().zip(&self.lane_positions) {
                let lane = milliseconds[usize::from(*lane) % milliseconds.len()];
                *out = divided(lane, 1000.0 * self.speed_factor);
            }
        }
    }
}

/// The trip ends of the places that are used; `None` for all others.
fn trip_ends<'a>(
    map: &'a ProfileMap,
    places: &'a [Option<RoadPlace>],
    is_asked: &'a [bool],
) -> impl Iterator<Item = Option<TripEnd<'a>>> {
    assert_eq!(is_asked.len(), places.len());
    let asked = places.iter().zip(is_asked).map(|(place, is_asked)| place.filter(|_| *is_asked));
    asked.map(|place| place.map(|place| map.trip_end(&place)))
}

impl RoadCosts<'_> {
    /// Fills a block with the costs of one pair, which takes no labels: 5 to 10 times as fast as computing the pair
    /// from its two labels. `places` are those that the labels were made for.
    pub fn fill_pair(
        &self,
        places: &[Option<RoadPlace>],
        [from, to]: [PlaceIdx; 2],
        search: &mut PairSearch,
        out: &mut CostBlock,
    ) {
        let labels = self.labels;
        let ends = places[from.as_usize()].as_ref().zip(places[to.as_usize()].as_ref());
        let Some((source, target)) = ends else {
            return self.estimate.fill(&[from], &[to], out);
        };
        out.reshape(1, 1, labels.lane_positions.len());
        if from == to {
            return out.row_mut(0).fill(0);
        }
        let ends = [source, target].map(|place| self.map.trip_end(place));
        let costs = search.costs(&self.map.hierarchy, self.metric, ends[0], ends[1]);
        labels.write(&costs, out.row_mut(0));
    }
}

impl TravelCosts for RoadCosts<'_> {
    fn lane_count(&self) -> usize {
        self.labels.lane_positions.len()
    }

    fn fill(&self, sources: &[PlaceIdx], destinations: &[PlaceIdx], out: &mut CostBlock) {
        let labels = self.labels;
        let roads = (&self.map.hierarchy, self.metric);
        // The estimate fills the pairs off the map, and costs little for the others.
        let has_off_map =
            |places: &[PlaceIdx]| places.iter().any(|it| labels.is_off_map[it.as_usize()]);
        if has_off_map(sources) || has_off_map(destinations) {
            self.estimate.fill(sources, destinations, out);
        } else {
            out.reshape(sources.len(), destinations.len(), labels.lane_positions.len());
        }
        let pair_len = out.pair_len();
        let mut costs = [LaneCosts::UNREACHABLE; TILE];
        // The position in the row and the index of each destination; neighbors in the hierarchy are adjacent.
        let mut columns: Vec<(u32, u32)> = (0..).zip(destinations.iter().map(|it| it.0)).collect();
        columns.sort_unstable_by_key(|&(_, place)| labels.rank_of_place[place as usize]);
        let mut targets = [0; TILE];
        for tile in columns.chunks(TILE) {
            for (target, &(_, place)) in targets.iter_mut().zip(tile) {
                *target = place;
            }
            for (row_idx, source) in sources.iter().enumerate() {
                if labels.is_off_map[source.as_usize()] {
                    continue;
                }
                labels.table.fill(roads, source.as_usize(), &targets[..tile.len()], &mut costs);
                let row = out.row_mut(row_idx);
                for (&(column, destination), costs) in tile.iter().zip(&costs) {
                    let numbers = &mut row[column as usize * pair_len..][..pair_len];
                    if destination == source.0 {
                        numbers.fill(0);
                    } else if !labels.is_off_map[destination as usize] {
                        labels.write(costs, numbers);
                    }
                }
            }
        }
    }
}

/// Divides and rounds half up. The number is below 2^30.
#[inline(always)]
fn rounded_quotient(number: u32, divisor: u32) -> i32 {
    ((number + divisor / 2) / divisor).cast_signed()
}

/// Divides and rounds half up. The result is at most the longest time that is not unreachable.
#[expect(clippy::cast_possible_truncation, reason = "saturates, and is below 2^31")]
fn divided(milliseconds: u32, divisor: f64) -> i32 {
    let seconds = libm::floor(f64::from(milliseconds) / divisor + 0.5) as i32;
    seconds.min(UNREACHABLE_SECONDS - 1)
}
