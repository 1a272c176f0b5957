//! When a route must have started and ended: the end of the shift with overtime, and that of the period if it is
//! stated.

use crate::instance::ShiftData;
use crate::solution::Reason;

use super::broken_rule::BrokenRule;
use super::{Code, Miss, Span, Timed, Violation};

/// A route ends after its shift and the overtime or starts before it, or a vehicle has too many shifts.
pub(crate) const CODE: Code = Code::ShiftTime;
/// It starts after the latest start.
pub(crate) const LATEST_START: Code = Code::LatestStart;
/// A route, or all windows of a stop, lie outside the planning period.
pub(crate) const OUTSIDE_PERIOD: Code = Code::OutsidePeriod;

/// By how much a route that ends at this time is too late; `None` if it is in time.
#[inline]
pub(crate) const fn late_end(shift: &ShiftData, end_at: i64) -> Option<Miss> {
    let late = end_at - shift.latest_end_at;
    if late > 0 { Some((CODE, late)) } else { None }
}

/// The same for its start.
#[inline]
pub(crate) const fn late_start(shift: &ShiftData, start_at: i64) -> Option<Miss> {
    let late = start_at - shift.latest_start_at;
    if late > 0 { Some((LATEST_START, late)) } else { None }
}

/// Adds when the route would start or end, and when it must.
pub(super) fn describe(broken: &BrokenRule<'_>, reason: Reason) -> Reason {
    let (shift, stops) = (broken.shift(), &broken.route.stops);
    let end_at = stops.last().map(|it| it.departure_at);
    let (at, allowed_at) = match reason.code {
        LATEST_START => (stops.first().map(|it| it.arrival_at), shift.latest_start_at),
        OUTSIDE_PERIOD => (end_at, shift.period_end_at),
        // A number of shifts is not a time.
        _ if reason.span != Span::Shift => return reason,
        _ => (end_at, shift.overtime_end_at.max(shift.latest_end_at)),
    };
    Reason { at, allowed_at: Some(allowed_at), ..reason }
}

pub(super) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    if let Some((code, late)) = late_start(timed.case.shift, timed.span().0) {
        report(Violation::new(code, Some(late), None));
    }
    // Only a plan that states its times can have a route that starts too early.
    let early = timed.core.shift(timed.case).start_at - timed.span().0;
    if early > 0 {
        report(Violation::new(CODE, Some(early), None));
    }
    let end_at = timed.amounts.end_at;
    if end_at <= timed.case.shift.latest_end_at {
        return;
    }
    let shift = timed.core.shift(timed.case);
    for (code, closes_at) in [(OUTSIDE_PERIOD, shift.period_end_at), (CODE, shift.overtime_end_at)]
    {
        if end_at > closes_at {
            report(Violation::new(code, Some(end_at - closes_at), None));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::Evaluator;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::ShiftIdx;
    use crate::rules::Code;

    #[test]
    fn a_route_that_ends_too_late_is_reported_with_its_delay() {
        for (end_at, broken) in [(120, None), (100, Some((Code::ShiftTime, 20)))] {
            let mut fixture = Fixture::new(2);
            fixture.shift(0..end_at);
            // 60 there and 60 back.
            let step = fixture.dropoff(1, &[]);
            assert_eq!(fixture.broken(&[step]), broken);
        }
    }

    #[test]
    fn a_vehicle_that_is_later_than_it_may_return_is_late_for_its_shift_as_stated() {
        for (returns_by, broken) in [(120, vec![]), (110, vec![(Code::ShiftTime, Some(20))])] {
            let mut fixture = Fixture::new(2);
            fixture.shift(0..100);
            fixture.problem.shifts[0].latest_end_at = returns_by;
            let step = fixture.dropoff(1, &[]);
            let route = Evaluator::new(&fixture.problem).schedule(ShiftIdx(0), &[step], &[]);
            let found: Vec<_> = route.violations.iter().map(|it| (it.code, it.amount)).collect();
            assert_eq!(found, broken);
        }
    }
}
