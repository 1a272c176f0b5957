//! The details of a reason in addition to its code: the stop, when it would happen, when it may, and how nearly the
//! rule is kept.

use super::broken_rule::BrokenRule;
use super::{Code, Violation};
use super::{
    breaks, capacity, docks, limits, load_types, locks, rides, route_position, shift_time, spacing,
    stop_order, time_windows,
};
use crate::problem::{Problem, ShiftIdx};
use crate::solution::Reason;

/// Amounts count per hour, and distances per this many meters.
const HOUR_SECONDS: f64 = 3_600.0;
const METERS: f64 = 20_000.0;

/// Why the visit does not fit.
pub(crate) fn reason(broken: &BrokenRule<'_>) -> Reason {
    let &Violation { code, amount, dimension, span, limit, relation, visits, .. } =
        broken.violation;
    let reason = Reason { amount, dimension, span, limit, relation, visits, ..Reason::of(code) };
    match code {
        time_windows::CODE => time_windows::describe(broken, reason),
        rides::CODE => rides::describe(broken, reason),
        // The vehicle has left, as the given plan says, or it is too late to leave.
        shift_time::LATEST_START if broken.has_left() || broken.is_missed() => locks::reason(),
        // A break has begun, as the given plan says.
        breaks::CODE if broken.moves_begun_break() => locks::reason(),
        shift_time::CODE | shift_time::LATEST_START | shift_time::OUTSIDE_PERIOD => {
            shift_time::describe(broken, reason)
        }
        docks::CODE => docks::describe(broken, reason),
        route_position::CODE | stop_order::CODE | load_types::CODE => {
            Reason { stop: broken.order_stop(), ..reason }
        }
        _ => reason,
    }
}

/// Whether the rule binds the loads of two visits on one route.
pub(crate) fn binds_loads(code: Code) -> bool {
    matches!(code, stop_order::CODE | load_types::CODE)
}

/// By how much a rule is broken, as a fraction of what is usual; 1 if the rule has no amount to compare.
#[expect(clippy::cast_precision_loss, reason = "only for comparing")]
pub(crate) fn share(reason: &Reason, problem: &Problem, shift: ShiftIdx) -> f64 {
    let vehicle = &problem.vehicles[problem.shifts[shift.at()].vehicle.at()];
    let Some(amount) = reason.amount.map(|it| it as f64) else { return 1.0 };
    match reason.code {
        capacity::CODE => {
            let dimension = reason.dimension.unwrap_or(0) as usize;
            amount / (vehicle.capacity.get(dimension).copied().unwrap_or(1).max(1) as f64)
        }
        limits::STOPS => amount / (vehicle.limits.stop_count.max(1) as f64),
        limits::DISTANCE => amount / METERS,
        spacing::CODE => 1.0,
        _ => amount / HOUR_SECONDS,
    }
}
