//! Hard windows of stops, reloads and breaks, and the times that other routes require.

use crate::problem::{Lock, Window};
use crate::solution::{Reason, StopRole};
use crate::timeline::{Bounds, Role, earliest_in, latest_in, seconds_outside};

use super::broken_rule::BrokenRule;
use super::{Code, Miss, Timed, Violation, breaks, docks, locks, relations, shift_time, spacing};

/// Service begins outside its windows.
pub(crate) const CODE: Code = Code::TimeWindow;

/// A window that is missed by this many seconds; 0 if the number is not known.
pub(crate) const fn missed_by(seconds: i64) -> Miss {
    (CODE, seconds)
}

/// The earliest start of service that windows and bounds allow.
///
/// # Errors
/// By how much it is too late.
#[inline]
pub(crate) fn begin(windows: &[Window], bounds: Bounds, ready_at: i64) -> Result<i64, Miss> {
    let wanted_at = ready_at.max(bounds.not_before_at);
    match earliest_in(windows, wanted_at) {
        None => Err(missed_by(seconds_outside(windows, wanted_at))),
        Some(service_at) if service_at > bounds.not_after_at => {
            Err((relations::CODE, service_at - bounds.not_after_at))
        }
        Some(service_at) => Ok(service_at),
    }
}

/// The earliest start of service at or after `wanted_at` that windows and bounds allow; if they allow none, the latest
/// one before it.
#[inline]
pub(crate) fn begin_or_approach(windows: &[Window], bounds: Bounds, wanted_at: i64) -> Option<i64> {
    let until_at = wanted_at.min(bounds.not_after_at);
    begin(windows, bounds, wanted_at).ok().or_else(|| latest_in(windows, until_at))
}

/// Adds when service would start, and when it may; names what limits it instead if its windows do not.
pub(super) fn describe(broken: &BrokenRule<'_>, reason: Reason) -> Reason {
    let Some(at_stop) = broken.stop() else { return reason };
    let starts_at = at_stop.departure_at - at_stop.service_seconds;
    let reason = Reason { at: Some(starts_at), ..reason };
    let StopRole::Order { stop, option } = at_stop.role else { return reason };
    let problem = broken.problem;
    // The given plan fixes this time; the windows of the stop are another matter.
    let mut held = problem.plan.iter().flat_map(|it| it.locks(problem.mode));
    if held.any(|it| it == (stop, Lock::Time)) {
        return locks::reason();
    }
    let windows = &problem.options[option.at()].windows;
    let allowed_at = nearest(windows, starts_at);
    // The shift lies in a week other than the one that owes the visit.
    let visit = problem.stops[stop.at()].visit;
    if spacing::is_outside_span(problem, visit, starts_at) {
        return Reason { code: shift_time::CODE, allowed_at, ..reason };
    }
    Reason { stop: Some(stop), allowed_at, ..reason }
}

/// Returns whether a reason concerns the windows of a reload: of a stop that is not an order's.
pub(crate) fn is_of_reload(reason: &Reason) -> bool {
    reason.code == CODE && reason.stop.is_none() && reason.at.is_some()
}

/// The start or end of a window that is nearest to an instant.
fn nearest(windows: &[Window], at: i64) -> Option<i64> {
    let ends = windows.iter().flat_map(|it| [it.start_at, it.end_at]);
    ends.min_by_key(|it| (it - at).abs())
}

pub(super) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    for (stop, stay) in timed.stops() {
        let windows = timed.core.own_windows(timed.case, stay.role);
        let outside = seconds_outside(windows, stay.start_at);
        let code = if stay.role.is_rest() { breaks::CODE } else { CODE };
        if windows.is_empty() {
            report(Violation::new(code, None, Some(stop)));
        } else if outside > 0 {
            report(Violation::new(code, Some(outside), Some(stop)));
        } else if let Some(openings) = timed.core.openings_of(stay.role) {
            // Outside the openings, no dock is free, or visits of the order are at other times of day.
            let outside = seconds_outside(openings, stay.start_at);
            if outside > 0 || openings.is_empty() {
                report(Violation::new(docks::CODE, Some(outside), Some(stop)));
            }
        }
        if let Role::Step(step) = stay.role {
            let late = stay.start_at - timed.bounds[step as usize].not_after_at;
            if late > 0 {
                report(Violation::new(relations::CODE, Some(late), Some(stop)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::begin;
    use crate::evaluate::fixture::{Fixture, windows_of};
    use crate::rules::Code;
    use crate::timeline::Bounds;

    #[test]
    fn a_service_that_begins_too_late_is_reported_with_its_delay() {
        let mut fixture = Fixture::new(2);
        fixture.shift(0..10_000);
        // The way there takes 60.
        let late = fixture.dropoff(1, &[(0, 30)]);
        assert_eq!(fixture.broken(&[late]), Some((Code::TimeWindow, 30)));
        let just = fixture.dropoff(1, &[(0, 60)]);
        assert_eq!(fixture.broken(&[just]), None);
    }

    #[test]
    fn service_begins_when_the_next_window_opens_or_another_route_lets_it() {
        let windows = windows_of(&[(10, 20), (40, 50)]);
        assert_eq!(begin(&windows, Bounds::NONE, 5), Ok(10));
        assert_eq!(begin(&windows, Bounds::NONE, 20), Ok(20));
        assert_eq!(begin(&windows, Bounds::NONE, 21), Ok(40));
        assert_eq!(begin(&windows, Bounds::NONE, 53), Err((Code::TimeWindow, 3)));
        let bounds = Bounds { not_before_at: 15, not_after_at: 30 };
        assert_eq!(begin(&windows, bounds, 5), Ok(15));
        assert_eq!(begin(&windows, bounds, 25), Err((Code::Relation, 10)));
    }
}
