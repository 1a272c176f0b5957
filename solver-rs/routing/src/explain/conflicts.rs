//! The other visit that a visit cannot share a route with, because of the sequence of their loads or the types of them.

use super::broken::Broken;
use crate::evaluate::Step;
use crate::problem::{ShiftIdx, StopIdx, VisitIdx};
use crate::rules::reasons;
use crate::search::plan::Plan;

/// Adds the other visit to rules on loads: the first one on the route with which the visit breaks the rule without any
/// others.
pub(super) fn name_others(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    steps: &[Step],
    rules: &mut [Broken],
) {
    for broken in rules.iter_mut().filter(|it| reasons::binds_loads(it.reason.code)) {
        let mut others: Vec<VisitIdx> = Vec::new();
        for other in steps.iter().filter_map(|it| plan.visit_of(*it)) {
            if other != visit && !others.contains(&other) {
                others.push(other);
            }
        }
        let code = broken.reason.code;
        let other = others.into_iter().find(|other| {
            let is_kept =
                |it: &&Step| plan.visit_of(**it).is_none_or(|it| it == visit || it == *other);
            let both: Vec<Step> = steps.iter().filter(is_kept).copied().collect();
            plan.evaluator.breaks_in_sequence(shift, &both, code)
        });
        broken.reason.visits = other.map(|it| [it, visit]);
        // What these two break may have been reported at a stop of a third visit.
        let is_third = |stop: StopIdx| {
            let at = plan.problem.stops[stop.at()].visit;
            at != visit && other.is_some_and(|it| it != at)
        };
        if broken.reason.stop.is_some_and(is_third) {
            broken.reason.stop = Some(StopIdx(plan.problem.visits[visit.at()].stops.start));
        }
    }
}
