//! Which stops moves consider near one another: granular neighborhoods.

use super::lane::Lane;
use crate::instance::Shape;
use crate::problem::{StopIdx, VisitIdx};
use crate::search::neighbors::nearest;
use crate::search::plan::Plan;

/// Number of stops beside which each stop is tried.
pub(super) const NEAR_COUNT: usize = 20;

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
        // The plan's own lists, if it has any, begin with the visits needed here.
        let found = plan
            .near
            .is_empty()
            .then(|| nearest(instance, &plan.compatible, neighbors, NEAR_COUNT));
        let visits = found.as_ref().unwrap_or(&plan.near);
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
                    let [from, to] =
                        [data.visit, *other].map(|it| instance.row(instance.home[it.at()]));
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
