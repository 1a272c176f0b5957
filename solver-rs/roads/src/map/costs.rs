//! Travel costs on a map, behind the interface that the estimate has too.
//!
//! A block is computed in tiles of some sources × some destinations, so that the labels of a tile stay
//! in the cache; the numbers of a pair are written in the order in which they are read. Places off the
//! map have no road costs: pairs with one of them come from the estimate.

use super::places::RoadPlace;
use super::section::ProfileMap;
use crate::hierarchy::{LabelSet, Lane, LaneCosts, Metric, Table, UNREACHABLE_MILLISECONDS};
use crate::{CostBlock, Estimate, PlaceIdx, TravelCosts, UNREACHABLE_METERS, UNREACHABLE_SECONDS};

/// Destinations whose labels are combined with all sources of a block before the next ones are read.
/// Two tiles of 32 labels, of which 48 entries of 48 bytes each are read, take 150 KB.
const TILE: usize = 32;

/// Road costs of the places of one request.
#[derive(Debug)]
pub struct RoadCosts<'a> {
    table: Table<'a>,
    lanes: Vec<Lane>,
    /// What every travel time is divided by.
    speed_factor: f64,
    is_off_map: Vec<bool>,
    estimate: Estimate<'a>,
}

/// What of a request road costs are prepared for.
#[derive(Debug)]
pub struct RoadQuestion<'a> {
    /// All places, absent where off the map.
    pub places: &'a [Option<RoadPlace>],
    /// One a place: whether it will be asked for as a source.
    pub is_source: &'a [bool],
    /// One a place: whether it will be asked for as a destination.
    pub is_destination: &'a [bool],
    /// A travel time each, in the order of the answer.
    pub lanes: &'a [Lane],
    /// Every travel time is divided by this.
    pub speed_factor: f64,
}

impl<'a> RoadCosts<'a> {
    /// Computes the labels of all places: 10 µs and 10 KB each and direction. Places off the map are
    /// left to the estimate, which has the same lanes.
    ///
    /// # Panics
    /// Lists of the question differ in length, or the lanes from those of the estimate.
    #[must_use]
    pub fn new(
        map: &'a ProfileMap,
        metric: &'a Metric,
        question: &RoadQuestion<'_>,
        estimate: Estimate<'a>,
    ) -> Self {
        assert_eq!(question.lanes.len(), estimate.lane_count());
        let asked = |is_asked: &[bool]| -> Vec<_> {
            assert_eq!(is_asked.len(), question.places.len());
            let places = question.places.iter().zip(is_asked);
            places
                .map(|(place, is_asked)| place.as_ref().filter(|_| *is_asked))
                .map(|place| place.map(|place| map.trip_end(place)))
                .collect()
        };
        let sources = asked(question.is_source).into_iter();
        let targets = asked(question.is_destination).into_iter();
        let table = Table::new(
            &map.hierarchy,
            metric,
            LabelSet::of_sources(&map.hierarchy, metric, sources),
            LabelSet::of_targets(&map.hierarchy, metric, targets),
        );
        Self {
            table,
            lanes: question.lanes.to_vec(),
            speed_factor: question.speed_factor,
            is_off_map: question.places.iter().map(Option::is_none).collect(),
            estimate,
        }
    }

    fn write(&self, costs: &LaneCosts, out: &mut [i32]) {
        let milliseconds = |lane: &Lane| costs.milliseconds(*lane);
        if self.lanes.iter().any(|lane| milliseconds(lane) >= UNREACHABLE_MILLISECONDS) {
            out[0] = UNREACHABLE_METERS;
            out[1..].fill(UNREACHABLE_SECONDS);
            return;
        }
        out[0] = rounded_quotient(costs.free_flow_decimeters(), 10);
        for (out, lane) in out[1..].iter_mut().zip(&self.lanes) {
            *out = rounded_quotient(milliseconds(lane), 1000);
        }
        if self.speed_factor != 1.0 {
            for (out, lane) in out[1..].iter_mut().zip(&self.lanes) {
                *out = divided(milliseconds(lane), 1000.0 * self.speed_factor);
            }
        }
    }
}

impl TravelCosts for RoadCosts<'_> {
    fn lane_count(&self) -> usize {
        self.lanes.len()
    }

    fn fill(&self, sources: &[PlaceIdx], destinations: &[PlaceIdx], out: &mut CostBlock) {
        // The estimate fills what is off the map, and costs little where it is not needed.
        let has_off_map =
            |places: &[PlaceIdx]| places.iter().any(|it| self.is_off_map[it.as_usize()]);
        if has_off_map(sources) || has_off_map(destinations) {
            self.estimate.fill(sources, destinations, out);
        } else {
            out.reshape(sources.len(), destinations.len(), self.lanes.len());
        }
        let pair_len = out.pair_len();
        let mut costs = [LaneCosts::UNREACHABLE; TILE];
        for (tile_idx, tile) in destinations.chunks(TILE).enumerate() {
            let targets: Vec<u32> = tile.iter().map(|place| place.0).collect();
            for (row_idx, source) in sources.iter().enumerate() {
                if self.is_off_map[source.as_usize()] {
                    continue;
                }
                self.table.fill(source.as_usize(), &targets, &mut costs);
                let row = &mut out.row_mut(row_idx)[tile_idx * TILE * pair_len..];
                let pairs = row.chunks_exact_mut(pair_len).zip(tile).zip(&costs);
                for ((numbers, destination), costs) in pairs {
                    if destination == source {
                        numbers.fill(0);
                    } else if !self.is_off_map[destination.as_usize()] {
                        self.write(costs, numbers);
                    }
                }
            }
        }
    }
}

/// Rounded half up.
fn rounded_quotient(number: u32, divisor: u32) -> i32 {
    i32::try_from((number + divisor / 2) / divisor).expect("costs are below 2^31")
}

/// Rounded half up, at most the longest that is not unreachable.
#[expect(clippy::cast_possible_truncation, reason = "saturates, and is below 2^31")]
fn divided(milliseconds: u32, divisor: f64) -> i32 {
    let seconds = libm::floor(f64::from(milliseconds) / divisor + 0.5) as i32;
    seconds.min(UNREACHABLE_SECONDS - 1)
}
