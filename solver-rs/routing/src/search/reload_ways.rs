//! Ways to insert a visit together with a reload elsewhere on the route.
//!
//! ```text
//! route        d ── a ── b ── c ── d
//! with a visit d ── n ── a ── b ── c ── d        a reload right before or after n is among the other ways;
//! here         d ── n ── a ── R ── b ── c ── d   the trips may fit or cost less with one that is farther away
//! ```
//!
//! O(positions²) ways for each kind of reload, so only those of short routes are tried.

use crate::evaluate::Step;
use crate::instance::Shape;
use crate::problem::{ShiftIdx, VisitIdx};
use crate::search::plan::Plan;

/// Maximum number of steps of all ways of one visit into one route: those of routes of about 15 stops.
const STEPS_MAX: usize = 5_000;

/// Returns each of these ways, which include a visit, with one more reload; none if they are too many.
pub(crate) fn with_a_reload_elsewhere(
    plan: &Plan<'_>,
    shift: ShiftIdx,
    visit: VisitIdx,
    ways: &[Vec<Step>],
) -> Vec<Vec<Step>> {
    let reloads = &plan.problem.shifts[shift.at()].reloads;
    let length = ways.first().map_or(0, Vec::len);
    let is_many = ways.len() * length * (length + 1) * reloads.len() > STEPS_MAX;
    // Margins, which judge routes of plain problems, expect both stops of a visit in one trip.
    let is_parted = plan.instance.plain && plan.instance.shape[visit.at()] != Shape::Single;
    if is_many || is_parted {
        return Vec::new();
    }
    let mut found = Vec::new();
    for steps in ways {
        for (kind, reload) in (0_u32..).zip(reloads) {
            let step = Step::Reload(kind);
            let count = steps.iter().filter(|it| **it == step).count();
            if u32::try_from(count).is_ok_and(|it| it < reload.count_max) {
                found.extend(positions(plan, shift, visit, steps).map(|at| {
                    let mut with = steps.clone();
                    with.insert(at, step);
                    with
                }));
            }
        }
    }
    found
}

/// Returns the positions of a reload between two stops, or after the last one if the route must end empty; for visits
/// of one stop without those beside it.
fn positions<'a>(
    plan: &'a Plan<'_>,
    shift: ShiftIdx,
    visit: VisitIdx,
    steps: &'a [Step],
) -> impl Iterator<Item = usize> + 'a {
    let is_single = plan.instance.shape[visit.at()] == Shape::Single;
    let behind = usize::from(plan.instance.shift(shift).ends_empty);
    let may_be_beside = move |step: &Step| match plan.visit_of(*step) {
        Some(other) => !is_single || other != visit,
        None => false,
    };
    (plan.frozen[shift.at()].max(1)..steps.len() + behind)
        .filter(move |at| may_be_beside(&steps[at - 1]) && steps.get(*at).is_none_or(may_be_beside))
}
