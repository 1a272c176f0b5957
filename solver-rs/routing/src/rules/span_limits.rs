//! Limits of a vehicle per week and for the whole period: duration, driving, distance, shifts; and driving over two
//! weeks.

use std::ops::ControlFlow::{self, Continue};

use super::standing::{RouteTimes, Standing};
use super::{Code, Span, Violation, limits, shift_time};
use crate::problem::{ShiftIdx, SpanLimits, UNLIMITED, VehicleIdx};

/// A limit that is broken, and the shift with which the sum exceeds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrokenSum {
    pub(crate) code: Code,
    pub(crate) shift: ShiftIdx,
    pub(crate) amount: i64,
    pub(crate) span: Span,
}

impl BrokenSum {
    pub(crate) fn violation(&self) -> Violation {
        Violation { span: self.span, ..Violation::new(self.code, Some(self.amount), None) }
    }
}

/// The exact check of a vehicle, or only of the weeks of `only` if it is given. `opened` counts as used, though it is
/// not yet.
pub(crate) fn check<R: RouteTimes>(
    standing: Standing<'_, R>,
    vehicle: VehicleIdx,
    only: Option<ShiftIdx>,
    opened: Option<ShiftIdx>,
    report: &mut impl FnMut(BrokenSum) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let problem = standing.problem;
    let data = &problem.vehicles[vehicle.at()];
    let week = |it: ShiftIdx| problem.shifts[it.at()].week;
    let is_used = |it: &ShiftIdx| Some(*it) == opened || !standing.route(*it).steps().is_empty();
    let used = || data.shifts.clone().map(ShiftIdx).filter(is_used);
    if !data.limits_per_week.is_unlimited() {
        let mut check_week = |of: u32| {
            let shifts = used().filter(|it| week(*it) == of);
            check_sums(standing, shifts, &data.limits_per_week, Span::Week, report)
        };
        if let Some(only) = only {
            check_week(week(only))?;
        } else {
            // Shifts of a vehicle are in chronological order.
            let mut last = None;
            for of in used().map(week) {
                if last.replace(of) != Some(of) {
                    check_week(of)?;
                }
            }
        }
    }
    if data.two_week_driving_seconds < UNLIMITED {
        let limits =
            SpanLimits { driving_seconds: data.two_week_driving_seconds, ..SpanLimits::NONE };
        let mut check_weeks = |first: u32| {
            let shifts = used().filter(|it| week(*it) == first || week(*it) == first + 1);
            check_sums(standing, shifts, &limits, Span::TwoWeeks, report)
        };
        if let Some(only) = only {
            check_weeks(week(only).saturating_sub(1))?;
            check_weeks(week(only))?;
        } else {
            let mut last = None;
            for first in used().map(week) {
                if last.replace(first) != Some(first) {
                    check_weeks(first)?;
                }
            }
        }
    }
    if data.limits_per_period.is_unlimited() {
        return Continue(());
    }
    check_sums(standing, used(), &data.limits_per_period, Span::Period, report)
}

fn check_sums<R: RouteTimes>(
    standing: Standing<'_, R>,
    shifts: impl Iterator<Item = ShiftIdx>,
    limits: &SpanLimits,
    span: Span,
    report: &mut impl FnMut(BrokenSum) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let rules = [
        (limits::DURATION, limits.duration_seconds),
        (limits::DRIVING_DURATION, limits.driving_seconds),
        (limits::DISTANCE, limits.distance_meters),
        (shift_time::CODE, limits.shift_count),
    ];
    let (mut sums, mut broken_by) = ([0_i64; 4], [None; 4]);
    for shift in shifts {
        let [duration, driving, meters] = standing.route(shift).sums();
        for (at, amount) in [duration, driving, meters, 1].into_iter().enumerate() {
            sums[at] += amount;
            if sums[at] > rules[at].1 {
                broken_by[at] = broken_by[at].or(Some(shift));
            }
        }
    }
    for (at, (code, most)) in rules.into_iter().enumerate() {
        if let Some(shift) = broken_by[at] {
            report(BrokenSum { code, shift, amount: sums[at] - most, span })?;
        }
    }
    Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::UNLIMITED;
    use crate::rules::standing::drawn::Plan;

    #[test]
    fn driving_of_two_weeks_counts_consecutive_weeks() {
        let mut fixture = Fixture::new(4);
        for place in 1..4 {
            fixture.dropoff(place, &[]);
        }
        for (at, week) in [(0, 1), (1, 2), (2, 4)] {
            fixture.shift(at * 10_000..at * 10_000 + 10_000).week = week;
        }
        let mut problem = fixture.problem;
        problem.vehicles[0].two_week_driving_seconds = 90;
        let mut plan = Plan::new(&problem, &[&[(0, 0, 9)], &[(1, 0, 9)], &[(2, 0, 9)]]);
        for route in &mut plan.routes {
            route.sums = [100, 50, 1_000];
        }
        let found = |plan: &Plan, only| {
            let mut found = Vec::new();
            let standing = plan.standing(&problem);
            let _ = check(standing, VehicleIdx(0), only, None, &mut |it| {
                found.push((it.code, it.shift.0, it.amount, it.span));
                Continue(())
            });
            found
        };
        // 50 in each of weeks 1, 2 and 4: 100 in the first two weeks together; the third route counts alone.
        let expected = (Code::DrivingDuration, 1, 10, Span::TwoWeeks);
        assert_eq!(found(&plan, None), [expected]);
        assert_eq!(found(&plan, Some(ShiftIdx(1))), [expected], "the week before is looked at");
        assert_eq!(found(&plan, Some(ShiftIdx(2))), []);
    }

    #[test]
    fn sums_of_a_week_and_of_the_period_name_the_shift_that_is_too_much() {
        let mut fixture = Fixture::new(4);
        for place in 1..4 {
            fixture.dropoff(place, &[]);
        }
        for (at, week) in [(0, 1), (1, 1), (2, 2)] {
            fixture.shift(at * 10_000..at * 10_000 + 10_000).week = week;
        }
        let mut problem = fixture.problem;
        let none = problem.vehicles[0].limits_per_week;
        assert_eq!(none.duration_seconds, UNLIMITED);
        problem.vehicles[0].limits_per_week = SpanLimits { duration_seconds: 150, ..none };
        problem.vehicles[0].limits_per_period = SpanLimits { shift_count: 2, ..none };
        let mut plan = Plan::new(&problem, &[&[(0, 0, 9)], &[(1, 0, 9)], &[(2, 0, 9)]]);
        for route in &mut plan.routes {
            route.sums = [100, 50, 1_000];
        }
        let found = |plan: &Plan, only, opened| {
            let mut found = Vec::new();
            let standing = plan.standing(&problem);
            let _ = check(standing, VehicleIdx(0), only, opened, &mut |it| {
                found.push((it.code, it.shift.0, it.amount, it.span));
                Continue(())
            });
            found
        };
        // 100 + 100 seconds in the first week, 100 in the second; three shifts where two are allowed.
        let of_week = (Code::Duration, 1, 50, Span::Week);
        let of_period = (Code::ShiftTime, 2, 1, Span::Period);
        assert_eq!(found(&plan, None, None), [of_week, of_period]);
        assert_eq!(found(&plan, Some(ShiftIdx(2)), None), [of_period], "of its own week alone");
        let two = Plan::new(&problem, &[&[(0, 0, 9)], &[(1, 0, 9)], &[]]);
        assert_eq!(found(&two, None, None), []);
        assert_eq!(found(&two, None, Some(ShiftIdx(2))), [of_period], "as if it were used");
    }
}
