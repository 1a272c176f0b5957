//! Limits of a vehicle over a week and over the whole period: duration, driving, distance, shifts.

use std::ops::ControlFlow::{self, Continue};

use super::standing::{RouteTimes, Standing};
use crate::problem::{ShiftIdx, SpanLimits, VehicleIdx};
use crate::solution::{Code, Span};

/// A limit that is broken, and the shift by which its sum goes over it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrokenSum {
    pub(crate) code: Code,
    pub(crate) shift: ShiftIdx,
    pub(crate) amount: i64,
    pub(crate) span: Span,
}

/// The exact check of a vehicle; of a shift's week alone, if one is given. `opened`: counts as used, though it is not yet.
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
        // Shifts of a vehicle are in the order of time.
        let mut last = None;
        for one in used() {
            if last.replace(week(one)) == Some(week(one))
                || only.is_some_and(|it| week(it) != week(one))
            {
                continue;
            }
            let shifts = used().filter(|it| week(*it) == week(one));
            check_sums(standing, shifts, &data.limits_per_week, Span::Week, report)?;
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
        (Code::Duration, limits.duration_seconds),
        (Code::DrivingDuration, limits.driving_seconds),
        (Code::Distance, limits.distance_meters),
        (Code::ShiftTime, limits.shift_count),
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
