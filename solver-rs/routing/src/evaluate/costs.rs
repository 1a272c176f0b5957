//! The cost of a route, term by term. Fractions of an hour or a kilometer are paid as fractions; nothing is rounded.
//!
//! The code uses only sums, products and quotients in a fixed order, so native code and WASM give the same bits.

use crate::instance::{Instance, ShiftData, flag};
use crate::problem::{
    OptionIdx, SoftBreak, SoftLimits, SoftWindow, StopIdx, VehicleIdx, VisitIdx, Window,
};
use crate::rules::Seen;
use crate::solution::CostTerms;
use crate::timeline::{Amounts, Case, Core};

/// Seconds as hours, or meters as kilometers.
#[expect(clippy::cast_precision_loss, reason = "amounts of a route are far below 2^53")]
pub(crate) fn parts(amount: i64, unit: f64) -> f64 {
    amount as f64 / unit
}

/// The costs of a used shift, term by term.
pub(crate) fn terms(shift: &ShiftData, amounts: &Amounts) -> CostTerms {
    let costs = &shift.costs;
    let overtime_seconds = (amounts.end_at - shift.end_at).max(0);
    CostTerms {
        fixed: costs.fixed,
        time: parts(amounts.duration_seconds, 3600.0) * costs.per_hour,
        distance: parts(amounts.distance_meters, 1000.0) * costs.per_kilometer,
        stops: parts(amounts.stop_count, 1.0) * costs.per_stop,
        waiting: parts(amounts.waiting_seconds, 3600.0) * costs.per_waiting_hour,
        overtime: parts(overtime_seconds, 3600.0) * costs.per_overtime_hour,
        soft_limits: soft_limits(&shift.soft, amounts),
        soft_windows: amounts.soft_windows,
        soft_breaks: amounts.soft_breaks,
        preferred_vehicles: amounts.preferred_vehicles,
        nights: parts(shift.night_count, 1.0) * costs.per_night,
    }
}

/// The cost of exceeding soft limits.
fn soft_limits(soft: &SoftLimits, amounts: &Amounts) -> f64 {
    soft_duration(soft, amounts.duration_seconds)
        + soft_distance(soft, amounts.distance_meters)
        + parts((amounts.stop_count - soft.stop_count).max(0), 1.0) * soft.per_stop
}

/// The part of it for the duration.
pub(crate) fn soft_duration(soft: &SoftLimits, seconds: i64) -> f64 {
    parts((seconds - soft.duration_seconds).max(0), 3600.0) * soft.per_hour
}

/// The part of it for the distance.
pub(crate) fn soft_distance(soft: &SoftLimits, meters: i64) -> f64 {
    parts((meters - soft.distance_meters).max(0), 1000.0) * soft.per_kilometer
}

/// Lateness and cost of a start of service. The nearest window counts; of two equally near windows, the earlier one.
pub(crate) fn soft_window(windows: &[SoftWindow], start_at: i64) -> (i64, f64) {
    let mut nearest = i64::MAX;
    let mut found = (0, 0.0);
    for soft in windows {
        let early = soft.window.start_at - start_at;
        let late = start_at - soft.window.end_at;
        let away = early.max(late).max(0);
        if away < nearest {
            nearest = away;
            let per_hour =
                if early > 0 { soft.cost_per_hour_early } else { soft.cost_per_hour_late };
            found = (late.max(0), parts(away, 3600.0) * per_hour);
        }
    }
    found
}

/// Lateness and cost of service that starts at an instant: from its soft windows, and from its time in the given plan.
pub(crate) fn soft_step(
    instance: &Instance<'_>,
    stop: StopIdx,
    option: OptionIdx,
    at: i64,
) -> (i64, f64) {
    let (late, cost) = soft_window(&instance.problem.options[option.at()].soft_windows, at);
    let moved = instance.planned_at(stop).map_or(0, |planned_at| (at - planned_at).abs());
    let per_hour = instance.problem.objective.delay_cost_per_hour;
    (late, cost + parts(moved, 3600.0) * per_hour)
}

/// The cost of [`soft_step`] as the objective weighs it.
pub(crate) fn soft_cost(instance: &Instance<'_>, stop: StopIdx, option: OptionIdx, at: i64) -> f64 {
    let (late, cost) = soft_step(instance, stop, option, at);
    instance.weights.sum(cost, [0, 0, late])
}

/// Lateness and cost of a soft break that begins at an instant; `None` if no window has opened yet.
pub(crate) fn soft_break(soft: &SoftBreak, start_at: i64) -> Option<(i64, f64)> {
    late_break(&soft.rest.windows, soft.cost_per_hour_late, start_at)
}

/// The same for a break with these windows.
pub(crate) fn late_break(
    windows: &[Window],
    cost_per_hour: f64,
    start_at: i64,
) -> Option<(i64, f64)> {
    let open = windows.iter().filter(|window| window.start_at <= start_at);
    let late = open.map(|window| (start_at - window.end_at).max(0)).min()?;
    Some((late, parts(late, 3600.0) * cost_per_hour))
}

/// The cost of serving visits with this vehicle, negative for a preferred one; each visit counts once.
pub(crate) fn preferred_vehicles(core: &Core<'_>, case: &Case<'_>, seen: &mut Seen) -> f64 {
    seen.begin();
    let mut sum = 0.0;
    for &step in case.steps {
        let data = core.instance.step(case.shift, step);
        if data.flags & flag::PREFERRED != 0 && seen.is_first(data.visit) {
            let vehicle = VehicleIdx(case.shift.vehicle);
            sum += core.instance.preference(VisitIdx(data.visit), vehicle);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Break;

    fn soft(start_at: i64, end_at: i64) -> SoftWindow {
        let window = Window { start_at, end_at };
        SoftWindow { window, cost_per_hour_early: 36.0, cost_per_hour_late: 3600.0 }
    }

    #[test]
    fn the_nearest_soft_window_counts_and_of_two_the_earlier() {
        let windows = [soft(100, 200), soft(300, 400)];
        // Early costs 0.01 per second, late 1 per second; 250 is 50 after the first window and 50 before the second.
        for (start_at, expected) in [
            (90, (0, 0.1)),
            (150, (0, 0.0)),
            (249, (49, 49.0)),
            (250, (50, 50.0)),
            (260, (0, 0.4)),
            (410, (10, 10.0)),
        ] {
            assert_eq!(soft_window(&windows, start_at), expected, "at {start_at}");
        }
        assert_eq!(soft_window(&[], 5), (0, 0.0));
    }

    #[test]
    fn a_soft_break_is_late_for_the_window_that_it_is_least_late_for() {
        let windows = [(100, 500), (200, 300)];
        let windows = windows.map(|(start_at, end_at)| Window { start_at, end_at }).to_vec();
        let rest = Break::new(60, windows, None);
        let soft = SoftBreak { rest, cost_per_hour_late: 3600.0, skip_cost: 0.0 };
        assert_eq!(soft_break(&soft, 99), None);
        assert_eq!(soft_break(&soft, 400), Some((0, 0.0)));
        assert_eq!(soft_break(&soft, 510), Some((10, 10.0)));
    }
}
