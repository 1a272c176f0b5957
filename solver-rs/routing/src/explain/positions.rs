//! The positions at which a visit may be inserted into a route, whatever rules break there.

use super::broken::Broken;
use crate::evaluate::Step;
use crate::instance::Shape;
use crate::problem::{ShiftIdx, StopIdx, VisitIdx};
use crate::rules::time_windows;
use crate::search::last_pass::ways;
use crate::search::plan::Plan;
use crate::search::recreate::insertion::write;
use crate::search::recreate::many::{self, RELOAD_TRIES_EXACT, WIDTH_EXACT};

/// The most positions that are evaluated exactly.
const POSITIONS_MAX: usize = 16;

/// The steps of a route with the visit inserted at each position, and the length of the way with each. Includes
/// positions without a road, but no reloads without one.
pub(super) fn positions(
    plan: &Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    before: &[Step],
) -> Vec<(i64, Vec<Step>)> {
    let problem = plan.problem;
    let stops = problem.visits[visit.at()].stops.clone();
    let reloads = &problem.shifts[shift.at()].reloads;
    let mut all: Vec<Vec<Step>> = Vec::new();
    if plan.instance.shape[visit.at()] == Shape::Many {
        all.extend(many::ways(plan, shift, visit, before, (0, before.len()), WIDTH_EXACT));
        if !reloads.is_empty() {
            all.extend(many::with_a_reload(plan, shift, &all, RELOAD_TRIES_EXACT));
        }
    } else {
        let kinds = problem.shifts[shift.at()].reload_count();
        let bounds = (0, before.len());
        for insertion in ways(plan, StopIdx(stops.start), stops.len() == 2, bounds, kinds) {
            let mut steps = Vec::new();
            write(problem, visit, &insertion, before, &mut steps);
            all.push(steps);
        }
    }
    let is_within = |steps: &Vec<Step>| {
        (0_u32..).zip(reloads).all(|(kind, reload)| {
            let count = steps.iter().filter(|it| **it == Step::Reload(kind)).count();
            u32::try_from(count).is_ok_and(|it| it <= reload.count_max)
        })
    };
    let reloads_before = reload_count(before);
    let mut found = Vec::with_capacity(all.len());
    for steps in all.into_iter().filter(is_within) {
        let way = plan.way(shift, &steps);
        // A missing road to or from one more reload says nothing about the visit, which can do without it.
        if way.is_some() || reload_count(&steps) == reloads_before {
            found.push((way.unwrap_or(i64::MAX / 4), steps));
        }
    }
    found
}

/// The steps with the visit at the positions that lengthen the way least, shortest way first.
pub(super) fn shortest(
    plan: &Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    before: &[Step],
) -> Vec<Vec<Step>> {
    let mut found = positions(plan, visit, shift, before);
    found.sort_by_key(|it| it.0);
    found.truncate(POSITIONS_MAX);
    found.into_iter().map(|it| it.1).collect()
}

/// Whether steps contain one more reload, which would be outside its own windows. That says nothing about the visit,
/// which can do without it.
pub(super) fn has_late_reload(steps: &[Step], before: &[Step], rules: &[Broken]) -> bool {
    reload_count(steps) > reload_count(before)
        && rules.iter().any(|it| time_windows::is_of_reload(&it.reason))
}

fn reload_count(steps: &[Step]) -> usize {
    steps.iter().filter(|it| matches!(it, Step::Reload(_))).count()
}
