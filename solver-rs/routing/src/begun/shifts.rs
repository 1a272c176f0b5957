//! Shifts whose vehicle has left: their start is known, and they end when the vehicle can be back.

use super::drive::Drive;
use super::short_patience;
use crate::evaluate::{Evaluator, Step};
use crate::problem::{Problem, ShiftIdx, TIME_MAX};
use crate::rules::breaks;
use crate::search::plan::given::steps_of;

/// Lets vehicles that are late return from what has begun, even after the end of their shifts, if the rest of their
/// planned routes does not end earlier: a way back by other stops may be shorter. A route that ends even later is
/// reported as late for the shift as stated.
pub(super) fn extend(problem: &mut Problem, drives: &[Drive]) {
    for (shift, end_at) in late_returns(problem, drives) {
        let shift = &mut problem.shifts[shift.at()];
        shift.latest_end_at = shift.latest_end_at.max(end_at);
    }
}

/// Returns the ends of routes that are late.
fn late_returns(problem: &Problem, drives: &[Drive]) -> Vec<(ShiftIdx, i64)> {
    let latest_end_at = |drive: &Drive| problem.shifts[drive.shift.at()].latest_end_at;
    let rests = |drive: &Drive| {
        let shift = &problem.shifts[drive.shift.at()];
        let vehicle = &problem.vehicles[shift.vehicle.at()];
        !shift.breaks.is_empty()
            || !shift.soft_breaks.is_empty()
            || vehicle.driving_rules.is_some()
            || !vehicle.unloading.is_nothing()
    };
    let may_be_late = |it: &&Drive| it.end_at > latest_end_at(it) || rests(it);
    let found: Vec<&Drive> = drives.iter().filter(may_be_late).collect();
    if found.is_empty() {
        return Vec::new();
    }
    let mut evaluator = Evaluator::new(problem);
    evaluator.set_patience(short_patience());
    let mut end_of = |shift: ShiftIdx, steps: &[Step]| {
        let route = evaluator.schedule(shift, steps, &[]);
        route.stops.last().map(|it| it.departure_at)
    };
    let mut late_end = |drive: &Drive| {
        let resting_end_at = if rests(drive) { end_of(drive.shift, &drive.steps) } else { None };
        let end_at = resting_end_at.unwrap_or(drive.end_at).max(drive.end_at);
        if end_at <= latest_end_at(drive) {
            return None;
        }
        let planned = problem.plan.iter().find(|it| it.shift == drive.shift)?;
        let steps = steps_of(problem, planned);
        let planned_end_at = if steps.len() > drive.steps.len() {
            end_of(drive.shift, &steps).unwrap_or(end_at)
        } else {
            end_at
        };
        Some((drive.shift, end_at.min(planned_end_at)))
    };
    found.into_iter().filter_map(&mut late_end).collect()
}

/// Lets the routes of vehicles that have left start when they did.
pub(super) fn fix_starts(problem: &mut Problem) {
    let starts: Vec<(ShiftIdx, i64)> =
        problem.plan.iter().filter_map(|it| Some((it.shift, it.started_at?))).collect();
    for (shift, started_at) in starts {
        fix_start(problem, shift, started_at);
    }
}

/// Lets the route of a shift start at an instant. If the way took longer than its travel time, the difference becomes
/// waiting at the first stop.
fn fix_start(problem: &mut Problem, shift: ShiftIdx, started_at: i64) {
    let shift = &mut problem.shifts[shift.at()];
    let soft_breaks = shift.soft_breaks.iter_mut().map(|it| &mut it.rest);
    for pause in shift.breaks.iter_mut().chain(soft_breaks) {
        let Some(owed) = &mut pause.owed else { continue };
        if started_at >= breaks::fits_before_at(*owed, pause.seconds) {
            owed.end_at = TIME_MAX;
        }
    }
    (shift.start_at, shift.latest_start_at) = (started_at, started_at);
}
