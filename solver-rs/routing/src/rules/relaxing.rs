//! Relaxes the rule of a reason, as a caller would who follows a suggestion: a limit by the amount that is missing, a
//! window by the time that it is missed by, an attribute by adding or removing it.

use super::{
    Code, Span, capacity, compatibility, limits, rides, shift_rest, shift_time, time_windows,
};
use crate::problem::{
    Problem, ShiftIdx, SpanLimits, TIME_MIN, UNLIMITED, VehicleIdx, Visit, VisitIdx, Window,
};
use crate::solution::Reason;

/// Relaxes the rule that keeps a visit out, as far as the reason says; `None` if no amount helps, or if it would be bad
/// advice: laws on driving are not relaxed.
pub(crate) fn relax(problem: &mut Problem, visit: VisitIdx, reason: &Reason) -> Option<()> {
    let shift = reason.shift?;
    let vehicle = problem.shifts[shift.at()].vehicle;
    let order = order_of(problem, visit, reason);
    let amount = reason.amount.filter(|it| *it > 0);
    match reason.code {
        code if compatibility::is_refusal(code) => {
            compatibility::relax(problem, order, vehicle, reason)?;
        }
        rides::CODE => problem.orders[order].ride_seconds_max += amount?,
        time_windows::CODE => widen(problem, order, reason, amount?)?,
        shift_time::CODE if reason.span == Span::Shift => {
            let shift_idx = shift;
            let shift = &mut problem.shifts[shift.at()];
            // A vehicle that has left may be allowed to return after the overtime.
            shift.overtime_end_at = shift.overtime_end_at.max(shift.latest_end_at) + amount?;
            shift.latest_end_at = shift.overtime_end_at.min(shift.period_end_at);
            let end_at = shift.latest_end_at;
            problem.period.end_at = problem.period.end_at.max(end_at);
            if is_followed_at_once(problem, vehicle, shift_idx) {
                return None;
            }
        }
        shift_time::LATEST_START => problem.shifts[shift.at()].latest_start_at += amount?,
        _ => relax_vehicle(problem, vehicle, reason, amount?)?,
    }
    Some(())
}

/// Whether a later shift of the vehicle begins before a full break after this one. Unless shifts are near one another,
/// the vehicle has no rule for the rest between them.
fn is_followed_at_once(problem: &Problem, vehicle: VehicleIdx, shift: ShiftIdx) -> bool {
    let vehicle = &problem.vehicles[vehicle.at()];
    let Some(rules) = vehicle.driving_rules.as_ref().filter(|_| vehicle.shift_rest_seconds == 0)
    else {
        return false;
    };
    let end_at = problem.shifts[shift.at()].latest_end_at;
    let mut later = vehicle.shifts.clone().map(ShiftIdx).filter(|it| *it > shift);
    later.any(|it| problem.shifts[it.at()].start_at < end_at + rules.break_seconds)
}

/// Relaxes a limit of the vehicle.
fn relax_vehicle(
    problem: &mut Problem,
    vehicle: VehicleIdx,
    reason: &Reason,
    amount: i64,
) -> Option<()> {
    let vehicle = &mut problem.vehicles[vehicle.at()];
    let limit = match (reason.code, reason.span) {
        (capacity::CODE, _) => vehicle.capacity.get_mut(reason.dimension? as usize)?,
        (shift_rest::CODE, _) => {
            vehicle.shift_rest_seconds = (vehicle.shift_rest_seconds - amount).max(0);
            let rules = vehicle.driving_rules.as_ref();
            let is_lawful = rules.is_none_or(|it| {
                it.day.is_none() && vehicle.shift_rest_seconds >= it.break_seconds
            });
            return is_lawful.then_some(());
        }
        (limits::STOPS, _) => &mut vehicle.limits.stop_count,
        (limits::WAITING_DURATION, _) => &mut vehicle.limits.waiting_seconds,
        (limits::DURATION, Span::Shift) => &mut vehicle.limits.duration_seconds,
        (limits::DRIVING_DURATION, Span::Shift) => &mut vehicle.limits.driving_seconds,
        (limits::DISTANCE, Span::Shift) => &mut vehicle.limits.distance_meters,
        // It may be that of the driving rules.
        (limits::DRIVING_DURATION, Span::Week) if vehicle.driving_rules.is_some() => return None,
        (code, Span::Week) => of_span(&mut vehicle.limits_per_week, code)?,
        (code, Span::Period) => of_span(&mut vehicle.limits_per_period, code)?,
        _ => return None,
    };
    if *limit >= UNLIMITED {
        return None;
    }
    *limit += amount;
    Some(())
}

const fn of_span(limits: &mut SpanLimits, code: Code) -> Option<&mut i64> {
    match code {
        limits::DURATION => Some(&mut limits.duration_seconds),
        limits::DRIVING_DURATION => Some(&mut limits.driving_seconds),
        limits::DISTANCE => Some(&mut limits.distance_meters),
        shift_time::CODE => Some(&mut limits.shift_count),
        _ => None,
    }
}

/// The order whose rule it is.
fn order_of(problem: &Problem, visit: VisitIdx, reason: &Reason) -> usize {
    let visit = reason.stop.map_or(visit, |stop| problem.stops[stop.at()].visit);
    problem.visits[visit.at()].order.at()
}

/// Widens all windows of an order towards the time at which it would be served; `None` if that is before its release.
fn widen(problem: &mut Problem, order: usize, reason: &Reason, seconds: i64) -> Option<()> {
    let (at, allowed_at) = (reason.at?, reason.allowed_at?);
    let is_late = at > allowed_at;
    let visits = problem.orders[order].visits.clone();
    let visits: Vec<Visit> = problem.visits[visits.start as usize..visits.end as usize].to_vec();
    for visit in &visits {
        if !is_late && visit.release_at > TIME_MIN {
            return None;
        }
        for stop in visit.stops.clone() {
            for option in problem.stops[stop as usize].options.clone() {
                let windows = &mut problem.options[option as usize].windows;
                widen_all(windows, visit.span, is_late, seconds);
            }
        }
    }
    Some(())
}

/// Widens windows within a span, and joins those that meet.
fn widen_all(windows: &mut Vec<Window>, within: Window, is_late: bool, seconds: i64) {
    for window in windows.iter_mut() {
        if is_late {
            window.end_at = window.end_at.max((window.end_at + seconds).min(within.end_at));
        } else {
            window.start_at = window.start_at.min((window.start_at - seconds).max(within.start_at));
        }
    }
    windows.dedup_by(|next, window| {
        let is_joined = next.start_at <= window.end_at;
        if is_joined {
            window.end_at = window.end_at.max(next.end_at);
        }
        is_joined
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::{Fixture, windows_of};
    use crate::problem::{DayRules, DrivingRules, OptionIdx, StopIdx};
    use crate::step::Step;

    fn reason(code: Code, amount: i64) -> Reason {
        let (shift, dimension) = (Some(ShiftIdx(0)), Some(0));
        Reason { shift, dimension, amount: Some(amount), ..Reason::of(code) }
    }

    /// A visit of load 1 at place 1 that takes 100 seconds: with it, the vehicle is away for 220.
    fn fixture() -> Fixture {
        let mut fixture = Fixture::new(2);
        fixture.shift(0..1_000);
        let step = fixture.dropoff(1, &[]);
        fixture.option(step).service_seconds = 100;
        fixture
    }

    #[test]
    fn a_rule_that_is_relaxed_by_its_amount_is_kept_and_by_less_it_is_not() {
        type Change = fn(&mut Problem);
        let cases: [(Change, Code); 6] = [
            (|it| it.vehicles[0].capacity = vec![0], capacity::CODE),
            (|it| it.vehicles[0].limits.stop_count = 0, limits::STOPS),
            (|it| it.vehicles[0].limits.distance_meters = 199, limits::DISTANCE),
            (|it| it.vehicles[0].limits.duration_seconds = 219, limits::DURATION),
            (|it| it.vehicles[0].limits.driving_seconds = 119, limits::DRIVING_DURATION),
            (
                |it| {
                    let shift = &mut it.shifts[0];
                    (shift.end_at, shift.latest_end_at, shift.overtime_end_at) = (219, 219, 219);
                },
                shift_time::CODE,
            ),
        ];
        for (change, code) in cases {
            let mut fixture = fixture();
            change(&mut fixture.problem);
            let Fixture { problem } = &mut fixture;
            let step = Step::Stop(StopIdx(0), OptionIdx(0));
            assert_eq!(relax(problem, VisitIdx(0), &reason(code, 0)), None, "{code:?}");
            assert_eq!(fixture.broken(&[step]), Some((code, 1)));
            relax(&mut fixture.problem, VisitIdx(0), &reason(code, 1)).unwrap();
            assert_eq!(fixture.broken(&[step]), None, "{code:?}");
        }
    }

    #[test]
    fn windows_are_widened_towards_the_service_within_their_span_and_join() {
        let widened = |at: i64, allowed_at: i64| {
            let mut fixture = fixture();
            fixture.problem.options[0].windows = windows_of(&[(100, 200), (250, 300)]);
            fixture.problem.visits[0].span = Window { start_at: 60, end_at: 400 };
            let amount = (at - allowed_at).abs();
            let reason = Reason {
                at: Some(at),
                allowed_at: Some(allowed_at),
                ..reason(time_windows::CODE, amount)
            };
            relax(&mut fixture.problem, VisitIdx(0), &reason).unwrap();
            let windows = &fixture.problem.options[0].windows;
            windows.iter().map(|it| (it.start_at, it.end_at)).collect::<Vec<_>>()
        };
        assert_eq!(widened(220, 200), [(100, 220), (250, 320)]);
        assert_eq!(widened(350, 300), [(100, 350)]);
        assert_eq!(widened(500, 300), [(100, 400)]);
        assert_eq!(widened(90, 100), [(90, 200), (240, 300)]);
        assert_eq!(widened(30, 100), [(60, 300)]);
    }

    #[test]
    fn rests_that_a_law_prescribes_stay_and_others_get_shorter() {
        let mut problem = fixture().problem;
        problem.vehicles[0].shift_rest_seconds = 500;
        let shorter = reason(shift_rest::CODE, 100);
        relax(&mut problem, VisitIdx(0), &shorter).unwrap();
        assert_eq!(problem.vehicles[0].shift_rest_seconds, 400);
        problem.vehicles[0].driving_rules = Some(DrivingRules {
            driving_seconds_max: 100,
            break_seconds: 45,
            part_seconds: Vec::new(),
            working_seconds_max: UNLIMITED,
            day: Some(DayRules {
                driving_seconds_max: UNLIMITED,
                span_seconds_max: UNLIMITED,
                rest_seconds: 500,
                parts: None,
                reduced: None,
                extended: None,
            }),
        });
        assert_eq!(relax(&mut problem, VisitIdx(0), &shorter), None);
    }
}
