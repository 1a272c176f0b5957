//! Which stops are near to which, for moves: granular neighborhoods.

use super::scan::Lane;
use crate::instance::Shape;
use crate::problem::{StopIdx, TravelTable, VisitIdx};
use crate::search::neighbors::nearest;
use crate::search::plan::Plan;

/// Stops beside which each one is tried.
const NEAR_COUNT: usize = 20;

/// A stop near to another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbor {
    pub(super) stop: StopIdx,
    /// The cheaper of the legs between the two, for the first shift's vehicle.
    pub(super) leg: f64,
}

pub(super) struct Near {
    /// By stop.
    first_out: Vec<u32>,
    head: Vec<Neighbor>,
    /// What a leg to a near one costs, on average.
    pub(super) leg_mean: f64,
}

impl Near {
    pub(super) fn new(plan: &Plan<'_>, neighbors: &[Vec<VisitIdx>], lane: &Lane) -> Self {
        let (problem, instance) = (plan.problem, &plan.instance);
        let visits = nearest(instance, None, neighbors, NEAR_COUNT);
        let mut first_out = vec![0];
        let mut head = Vec::with_capacity(problem.stops.len() * NEAR_COUNT);
        let (mut sum, mut count) = (0.0, 0.0);
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        let leg = |from, to| {
            let seconds = instance.seconds(lane.travel, from, to);
            let meters = instance.meters(lane.travel, from, to);
            meters.map_or(f64::INFINITY, |meters| {
                lane.per_meter * meters as f64 + lane.per_second * seconds as f64
            })
        };
        for (stop, data) in problem.stops.iter().enumerate() {
            // Another option may be at another place.
            let alone = |it: VisitIdx| {
                let first = problem.visits[it.at()].stops.start as usize;
                problem.stops[first].options.len() == 1
            };
            let single = |it: VisitIdx| instance.shape[it.at()] == Shape::Single;
            if single(data.visit) {
                for other in visits[data.visit.at()].iter().filter(|it| single(**it)) {
                    let (from, to) = (instance.home[data.visit.at()], instance.home[other.at()]);
                    let (there, back) = (leg(from, to), leg(to, from));
                    let stop = StopIdx(problem.visits[other.at()].stops.start);
                    head.push(Neighbor {
                        stop,
                        leg: if alone(data.visit) && alone(*other) { there.min(back) } else { 0.0 },
                    });
                    if there.is_finite() {
                        sum += there;
                        count += 1.0;
                    }
                }
            }
            debug_assert_eq!(first_out.len(), stop + 1, "one row a stop");
            first_out.push(u32::try_from(head.len()).expect("40 bytes a stop fit memory"));
        }
        Self { first_out, head, leg_mean: if count > 0.0 { sum / count } else { 0.0 } }
    }

    pub(super) fn of(&self, stop: StopIdx) -> &[Neighbor] {
        &self.head[self.first_out[stop.at()] as usize..self.first_out[stop.at() + 1] as usize]
    }
}

/// Whether ways take as long and are as far as ways back. O(places²).
pub(super) fn is_symmetric(table: &TravelTable, place_count: usize) -> bool {
    let lanes = table.lane_count as usize;
    (0..place_count).all(|from| {
        (0..from).all(|to| {
            let (way, back) = (from * place_count + to, to * place_count + from);
            table.distance_meters[way] == table.distance_meters[back]
                && (0..lanes).all(|lane| {
                    table.travel_seconds[way * lanes + lane]
                        == table.travel_seconds[back * lanes + lane]
                })
        })
    })
}
