//! Shifts whose vehicle has left: their start is known, and they end when the vehicle can be back.

use super::drive::Drive;
use super::short_patience;
use crate::evaluate::{Evaluator, Step};
use crate::problem::{DAY_SECONDS, Problem, ShiftIdx, TIME_MAX};
use crate::rules::{breaks, driving};
use crate::search::plan::given::steps_of;
use crate::violation::Violation;

/// How much longer shifts may take while a vehicle is given the time for all of its rests.
const MORE_SECONDS: i64 = 7 * DAY_SECONDS;

/// Lets vehicles that are late return from what has begun, even after the end of their shifts, if the rest of their
/// planned routes does not end earlier: a way back by other stops may be shorter. They take the rests that they need on
/// the way. A route that ends even later is reported as late for the shift as stated.
pub(super) fn extend(problem: &mut Problem, drives: &[Drive]) {
    let stated: Vec<(&Drive, i64)> = drives
        .iter()
        .map(|it| (it, problem.shifts[it.shift.at()].latest_end_at))
        .filter(|(it, latest_end_at)| it.end_at > *latest_end_at || rests(problem, it))
        .collect();
    let mut found = returns(problem, &stated);
    let tired: Vec<usize> = (0..stated.len()).filter(|it| found[*it].missed_rests > 0).collect();
    let to_rest: Vec<(&Drive, i64)> = tired.iter().map(|it| stated[*it]).collect();
    for (drive, latest_end_at) in &to_rest {
        problem.shifts[drive.shift.at()].latest_end_at = latest_end_at + MORE_SECONDS;
    }
    for (idx, rested) in tired.iter().zip(returns(problem, &to_rest)) {
        if rested.missed_rests < found[*idx].missed_rests {
            found[*idx] = rested;
        }
    }
    for ((drive, latest_end_at), found) in stated.into_iter().zip(found) {
        problem.shifts[drive.shift.at()].latest_end_at = latest_end_at.max(found.end_at);
    }
}

/// Returns whether a vehicle may take rests on its way back, or unload after it.
fn rests(problem: &Problem, drive: &Drive) -> bool {
    let shift = &problem.shifts[drive.shift.at()];
    let vehicle = &problem.vehicles[shift.vehicle.at()];
    !shift.breaks.is_empty()
        || !shift.soft_breaks.is_empty()
        || vehicle.driving_rules.is_some()
        || !vehicle.unloading.is_nothing()
}

/// When a vehicle is back, and how many breaks and driving rules it breaks.
struct Return {
    end_at: i64,
    missed_rests: usize,
}

/// Returns when vehicles are back from what has begun; they are late after the given ends of their shifts.
fn returns(problem: &Problem, drives: &[(&Drive, i64)]) -> Vec<Return> {
    if drives.is_empty() {
        return Vec::new();
    }
    let mut evaluator = Evaluator::new(problem);
    evaluator.set_patience(short_patience());
    let mut return_by = |shift: ShiftIdx, steps: &[Step]| {
        let route = evaluator.schedule(shift, steps, &[]);
        let is_rest = |it: &&Violation| [breaks::CODE, driving::CODE].contains(&it.code);
        let missed_rests = route.violations.iter().filter(is_rest).count();
        route.stops.last().map(|it| Return { end_at: it.departure_at, missed_rests })
    };
    let mut back = |(drive, latest_end_at): &(&Drive, i64)| {
        let direct = Return { end_at: drive.end_at, missed_rests: 0 };
        let resting = rests(problem, drive).then(|| return_by(drive.shift, &drive.steps));
        let mut found = resting.flatten().unwrap_or(direct);
        found.end_at = found.end_at.max(drive.end_at);
        if found.end_at <= *latest_end_at {
            return found;
        }
        let planned = problem.plan.iter().find(|it| it.shift == drive.shift);
        let steps = planned.map_or_else(Vec::new, |it| steps_of(problem, it));
        if steps.len() > drive.steps.len()
            && let Some(planned) = return_by(drive.shift, &steps)
            && planned.missed_rests <= found.missed_rests
        {
            found.end_at = found.end_at.min(planned.end_at);
        }
        found
    };
    drives.iter().map(&mut back).collect()
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
