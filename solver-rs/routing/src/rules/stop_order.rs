//! The stops of a visit must come in the required order. The positions recorded here also serve the rules on loads and
//! rides.

use crate::instance::{StepData, flag};
use crate::problem::{Order, OrderIdx, Problem, VisitIdx};
use crate::timeline::{Case, Core};

use super::Code;

/// Stops of an order, or the loads that it drops off, come in the wrong order.
pub(super) const CODE: Code = Code::LoadOrder;

/// Where stops and visits were seen in the current evaluation; others have an old stamp.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    stamp: u64,
    /// Stamp and step of each stop.
    stops: Vec<(u64, u32)>,
    /// The trace of each visit.
    visits: Vec<Trace>,
    shipments: Vec<u32>,
    pub(super) goods: Vec<Goods>,
}

/// First pickup, last dropoff and last stop of a visit, as steps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trace {
    stamp: u64,
    pub(super) picked_at: Option<u32>,
    pub(super) dropped_at: Option<u32>,
    pub(super) last_at: u32,
}

/// A load that is on board from the departure from one step to the arrival at another; -1 is the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goods {
    pub(super) load_type: u32,
    pub(super) order: OrderIdx,
    pub(super) from: i64,
    pub(super) to: i64,
}

impl Seen {
    /// Forgets the previous route.
    pub(crate) fn begin(&mut self) {
        self.stamp += 1;
    }

    /// Whether it is the first stop of this visit since `begin`.
    pub(crate) fn is_first(&mut self, visit: u32) -> bool {
        let trace = &mut self.visits[visit as usize];
        let is_first = trace.stamp != self.stamp;
        trace.stamp = self.stamp;
        is_first
    }

    pub(crate) fn new(problem: &Problem) -> Self {
        Self {
            stops: vec![(0, 0); problem.stops.len()],
            visits: vec![Trace::default(); problem.visits.len()],
            ..Self::default()
        }
    }

    /// First pickup and last dropoff of each visit that has both, as recorded by [`trace`].
    pub(crate) fn rides(&self) -> impl Iterator<Item = (VisitIdx, u32, u32)> {
        self.shipments.iter().filter_map(|&visit| {
            let trace = &self.visits[visit as usize];
            Some((VisitIdx(visit), trace.picked_at?, trace.dropped_at?))
        })
    }
}

/// Records where stops are; reports each stop that comes before one that it must follow.
pub(super) fn trace(
    core: &Core<'_>,
    case: &Case<'_>,
    seen: &mut Seen,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    seen.stamp += 1;
    seen.shipments.clear();
    for (&step, position) in case.steps.iter().zip(0..) {
        let data = core.instance.step(case.shift, step);
        if data.flags & flag::MANY_STOPS == 0 {
            continue;
        }
        let trace = &mut seen.visits[data.visit as usize];
        if trace.stamp != seen.stamp {
            *trace = Trace { stamp: seen.stamp, ..Trace::default() };
            seen.shipments.push(data.visit);
        }
        trace.last_at = position;
        if data.flags & flag::TAKEN != 0 {
            trace.picked_at = trace.picked_at.or(Some(position));
        } else if data.flags & flag::BROUGHT != 0 {
            trace.dropped_at = Some(position);
        }
        seen.stops[data.stop as usize] = (seen.stamp, position);
        for follower in core.instance.followers(data.stop) {
            let (stamp, earlier) = seen.stops[follower.at()];
            if stamp == seen.stamp {
                report(CODE, Some(earlier), 0);
            }
        }
    }
}

pub(super) fn order<'a>(core: &Core<'a>, data: &StepData) -> &'a Order {
    &core.instance.problem.orders[core.instance.problem.visits[data.visit as usize].order.at()]
}

impl StepData {
    /// Where the visit of a stop was seen in the current evaluation.
    pub(super) fn visit_trace<'s>(&self, seen: &'s Seen) -> Option<&'s Trace> {
        let trace = seen.visits.get(self.visit as usize)?;
        (trace.stamp == seen.stamp).then_some(trace)
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::Fixture;
    use crate::problem::StopKind;
    use crate::rules::Code;

    #[test]
    fn a_dropoff_before_its_pickup_is_reported() {
        let mut fixture = Fixture::new(3);
        fixture.shift(0..10_000);
        let steps = fixture.order(&[(StopKind::Pickup, 1, 1), (StopKind::Dropoff, 2, 1)]);
        assert_eq!(fixture.broken(&steps), None);
        let turned = [steps[1], steps[0]];
        assert!(matches!(fixture.broken(&turned), Some((Code::LoadOrder, _))));
    }
}
