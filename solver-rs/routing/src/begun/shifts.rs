//! Shifts whose vehicle has left: their start is known, and they end when the vehicle can be back.

use super::drive::Drive;
use super::short_patience;
use crate::evaluate::Evaluator;
use crate::problem::{Problem, ShiftIdx, TIME_MAX};
use crate::rules::shift_time;

/// Lets vehicles that are late return from what has begun, even after the end of their shifts.
pub(super) fn extend(problem: &mut Problem, drives: &[Drive]) {
    for drive in drives {
        extend_to(problem, drive.shift, drive.end_at);
    }
    for (shift, end_at) in late_returns(problem, drives) {
        extend_to(problem, shift, end_at);
    }
}

fn extend_to(problem: &mut Problem, shift: ShiftIdx, end_at: i64) {
    let shift = &mut problem.shifts[shift.at()];
    shift.latest_end_at = shift.latest_end_at.max(end_at);
    shift.overtime_end_at = shift.overtime_end_at.max(end_at);
}

/// Returns the ends of routes that are late because they rest or unload after what has begun.
fn late_returns(problem: &Problem, drives: &[Drive]) -> Vec<(ShiftIdx, i64)> {
    let rests = |drive: &&Drive| {
        let shift = &problem.shifts[drive.shift.at()];
        let vehicle = &problem.vehicles[shift.vehicle.at()];
        !shift.breaks.is_empty()
            || !shift.soft_breaks.is_empty()
            || vehicle.driving_rules.is_some()
            || !vehicle.unloading.is_nothing()
    };
    let resting: Vec<&Drive> = drives.iter().filter(rests).collect();
    if resting.is_empty() {
        return Vec::new();
    }
    let mut evaluator = Evaluator::new(problem);
    evaluator.set_patience(short_patience());
    let late_end = |drive: &Drive| {
        let route = evaluator.schedule(drive.shift, &drive.steps(), &[]);
        let is_late = route.violations.iter().any(|it| it.code == shift_time::CODE);
        let end_at = route.stops.last().map(|it| it.departure_at);
        end_at.filter(|_| is_late).map(|it| (drive.shift, it))
    };
    resting.into_iter().filter_map(late_end).collect()
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
        // Whether it fits before the route depends on the shift as the caller stated it.
        if started_at >= owed.start_at.max(shift.start_at) + pause.seconds {
            owed.end_at = TIME_MAX;
        }
    }
    (shift.start_at, shift.latest_start_at) = (started_at, started_at);
}
