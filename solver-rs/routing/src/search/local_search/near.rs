//! Which stops are near to which, for moves: granular neighborhoods.

use super::scan::Lane;
use crate::problem::{StopIdx, TravelTable, VisitIdx};
use crate::search::near::nearest;
use crate::search::plan::Plan;
use crate::search::view::Shape;

/// Stops beside which each one is tried.
const NEAR_COUNT: usize = 20;

pub(super) struct Near {
    /// By stop.
    first_out: Vec<u32>,
    head: Vec<StopIdx>,
    /// What a leg to a near one costs, on average.
    pub(super) leg_mean: f64,
}

impl Near {
    pub(super) fn new(plan: &Plan<'_>, neighbors: &[Vec<VisitIdx>], lane: &Lane) -> Self {
        let (problem, view) = (plan.problem, &plan.view);
        let visits = nearest(problem, view, neighbors, NEAR_COUNT);
        let mut first_out = vec![0];
        let mut head = Vec::with_capacity(problem.stops.len() * NEAR_COUNT);
        let (mut sum, mut count) = (0.0, 0.0);
        for (stop, data) in problem.stops.iter().enumerate() {
            let single = |it: VisitIdx| view.shape[it.at()] == Shape::Single;
            if single(data.visit) {
                for other in visits[data.visit.at()].iter().filter(|it| single(**it)) {
                    head.push(StopIdx(problem.visits[other.at()].stops.start));
                    let (from, to) = (view.home[data.visit.at()], view.home[other.at()]);
                    #[expect(clippy::cast_precision_loss, reason = "an average")]
                    if let Some(meters) = view.meters(problem, lane.travel, from, to) {
                        let seconds = view.seconds(problem, lane.travel, from, to);
                        sum += lane.per_meter * meters as f64 + lane.per_second * seconds as f64;
                        count += 1.0;
                    }
                }
            }
            debug_assert_eq!(first_out.len(), stop + 1, "one row a stop");
            first_out.push(u32::try_from(head.len()).expect("40 bytes a stop fit memory"));
        }
        Self { first_out, head, leg_mean: if count > 0.0 { sum / count } else { 0.0 } }
    }

    pub(super) fn of(&self, stop: StopIdx) -> &[StopIdx] {
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
