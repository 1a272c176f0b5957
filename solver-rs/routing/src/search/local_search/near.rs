//! Which stops moves consider near one another: granular neighborhoods.

use super::lane::Lane;
use crate::instance::Shape;
use crate::problem::{StopIdx, TravelTable, VisitIdx};
use crate::search::neighbors::nearest;
use crate::search::plan::Plan;

/// Number of stops beside which each stop is tried.
const NEAR_COUNT: usize = 20;

/// A stop near another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbor {
    pub(super) visit: VisitIdx,
    pub(super) stop: StopIdx,
    /// Costs of the legs to it and back, for the first shift's vehicle; 0 if one of the two has several options.
    pub(super) there: f64,
    pub(super) back: f64,
}

pub(super) struct Near {
    /// By stop: its first neighbor in `head`; one entry more than there are stops.
    first_out: Vec<u32>,
    head: Vec<Neighbor>,
    /// Whether every first stop has one option only, and so one place.
    pub(super) has_fixed_places: bool,
    /// Average cost of a leg to a near stop.
    pub(super) leg_mean: f64,
}

impl Near {
    pub(super) fn new(plan: &Plan<'_>, neighbors: &[Vec<VisitIdx>], lane: &Lane) -> Self {
        let (problem, instance) = (plan.problem, &plan.instance);
        // If all visits may be on one route, the plan's own lists begin with the visits needed here.
        let is_known = !plan.near.is_empty() && plan.compatible.all_share_a_shift();
        let found =
            if is_known { Vec::new() } else { nearest(instance, None, neighbors, NEAR_COUNT) };
        let visits = if is_known { &plan.near } else { &found };
        // Another option may be at another place.
        let alone = |it: VisitIdx| {
            let first = problem.visits[it.at()].stops.start as usize;
            problem.stops[first].options.len() == 1
        };
        let mut first_out = vec![0];
        let mut head = Vec::with_capacity(problem.stops.len() * NEAR_COUNT);
        let (mut sum, mut count) = (0.0, 0.0);
        for (stop, data) in problem.stops.iter().enumerate() {
            let single = |it: VisitIdx| instance.shape[it.at()] == Shape::Single;
            if single(data.visit) {
                let near = visits[data.visit.at()].iter().take(NEAR_COUNT);
                for other in near.filter(|it| single(**it)) {
                    let (from, to) = (instance.home[data.visit.at()], instance.home[other.at()]);
                    let (there, back) =
                        (lane.leg(instance, from, to), lane.leg(instance, to, from));
                    let stop = StopIdx(problem.visits[other.at()].stops.start);
                    let known = alone(data.visit) && alone(*other);
                    let legs = if known { [there, back] } else { [0.0; 2] };
                    head.push(Neighbor { visit: *other, stop, there: legs[0], back: legs[1] });
                    if there.is_finite() {
                        sum += there;
                        count += 1.0;
                    }
                }
            }
            debug_assert_eq!(first_out.len(), stop + 1, "one row a stop");
            first_out.push(u32::try_from(head.len()).expect("lists of neighbors fit memory"));
        }
        Self {
            first_out,
            head,
            has_fixed_places: (0..problem.visits.len()).all(|it| alone(VisitIdx::of(it))),
            leg_mean: if count > 0.0 { sum / count } else { 0.0 },
        }
    }

    pub(super) fn of(&self, stop: StopIdx) -> &[Neighbor] {
        &self.head[self.first_out[stop.at()] as usize..self.first_out[stop.at() + 1] as usize]
    }
}

/// Number of places along each side of a tile.
const TILE: usize = 32;

/// Returns whether the way and the way back always have equal times and distances. O(places²), tile by tile: in a
/// column of a large table, each entry is on a cache line of its own.
pub(super) fn is_symmetric(table: &TravelTable, place_count: usize) -> bool {
    // Tables of only some pairs belong to plans in which nothing is moved.
    if table.rows.is_some() {
        return false;
    }
    (0..place_count).step_by(TILE).all(|from| {
        let mut tiles = (0..=from).step_by(TILE);
        tiles.all(|to| is_symmetric_tile(table, place_count, from, to))
    })
}

/// Handles one tile per call, so that V8 can replace the function by its optimized form.
#[inline(never)]
fn is_symmetric_tile(
    table: &TravelTable,
    place_count: usize,
    from_first: usize,
    to_first: usize,
) -> bool {
    let lanes = table.lane_count as usize;
    let seconds = |pair: usize| &table.travel_seconds[pair * lanes..][..lanes];
    (from_first..(from_first + TILE).min(place_count)).all(|from| {
        (to_first..(to_first + TILE).min(from)).all(|to| {
            let (way, back) = (from * place_count + to, to * place_count + from);
            table.distance_meters[way] == table.distance_meters[back]
                && seconds(way) == seconds(back)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Meters and seconds of two lanes that are the same in both directions.
    fn table(place_count: usize) -> TravelTable {
        let pairs = (0..place_count * place_count).map(|it| (it / place_count, it % place_count));
        let meters: Vec<i32> = pairs
            .map(|(from, to)| i32::try_from(from.min(to) * place_count + from.max(to)).unwrap())
            .collect();
        TravelTable {
            lane_count: 2,
            travel_seconds: meters.iter().flat_map(|it| [it + 1, it + 2]).collect(),
            distance_meters: meters,
            rows: None,
        }
    }

    #[test]
    fn one_figure_of_one_way_makes_a_table_asymmetric() {
        // Two whole tiles and a part of one.
        let place_count = 2 * TILE + 5;
        let symmetric = table(place_count);
        assert!(is_symmetric(&symmetric, place_count));
        let ends = [0, 1, TILE - 1, TILE, 2 * TILE, place_count - 1];
        for (from, to) in ends.iter().flat_map(|from| ends.map(|to| (*from, to))) {
            if from == to {
                continue;
            }
            let pair = from * place_count + to;
            let mut longer = symmetric.clone();
            longer.distance_meters[pair] += 1;
            let mut slower = symmetric.clone();
            slower.travel_seconds[2 * pair + 1] += 1;
            for other in [longer, slower] {
                assert!(!is_symmetric(&other, place_count), "from {from} to {to}");
            }
        }
    }
}
