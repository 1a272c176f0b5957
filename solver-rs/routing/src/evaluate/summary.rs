//! Sums up a timeline: totals, limits, owed breaks, costs. This is the only place that reads a whole route.

use crate::instance::{StepData, flag};
use crate::problem::{Limits, SoftBreak, SoftWindow, TIME_MAX};
use crate::rules::rides::Ride;
use crate::rules::{breaks, docks, limits, shift_time, time_windows, weekly_rest};
use crate::solution::CostTerms;
use crate::timeline::{Amounts, Case, Core, Manner, Role, Stay, seconds_outside, span};

use super::costs;
use super::{Evaluation, Step};

/// A walked route. Outcomes are compared by the total excess over rules first, then by the objective.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) excess: i64,
    pub(crate) evaluation: Evaluation,
    pub(crate) amounts: Amounts,
    pub(crate) cost: CostTerms,
    /// The value of the objective, and the part of it that depends on when stops are made, apart from hours.
    pub(crate) sum: f64,
    pub(crate) soft_sum: f64,
}

impl Outcome {
    /// Whether this outcome is preferred to another one.
    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        let (own, its) = (&self.evaluation, &other.evaluation);
        if self.excess != other.excess {
            return self.excess < other.excess;
        }
        self.sum < other.sum
            || (self.sum <= other.sum && own.duration_seconds < its.duration_seconds)
    }
}

/// Sums up a timeline.
pub(crate) fn sum_up(
    core: &Core<'_>,
    case: &Case<'_>,
    own_limits: &Limits,
    rides: &[Ride],
    stays: &[Stay],
) -> Outcome {
    let (start_at, end_at) = span(case, stays);
    let mut amounts = Amounts {
        duration_seconds: end_at - start_at,
        end_at,
        stop_count: case.stop_count,
        preferred_vehicles: case.preferred_vehicles,
        ..Amounts::default()
    };
    let (mut driving_seconds, mut lateness_seconds) = (0, 0);
    let mut excess = 0;
    let mut broken = None;
    let mut before_at = start_at;
    for stay in stays {
        driving_seconds += stay.arrival_at - before_at;
        before_at = stay.departure_at;
        amounts.waiting_seconds += stay.waiting_seconds();
        amounts.distance_meters += stay.meters;
        let (late, cost) = soft(core, case, stay);
        lateness_seconds += late;
        match stay.role {
            Role::Step(step) => {
                amounts.soft_windows += cost;
                let data = core.instance.step(case.shift, case.steps[step as usize]);
                let windows = core.step_windows(step, data);
                // A single window is checked without the list.
                let outside = if windows.len() == 1 && core.openings.is_empty() {
                    (data.opens_at - stay.start_at).max(stay.start_at - data.closes_at).max(0)
                } else {
                    seconds_outside(windows, stay.start_at)
                };
                if outside > 0 || windows.is_empty() {
                    excess += outside + 1;
                    broken = broken.or(Some(time_windows::missed_by(outside)));
                }
            }
            Role::Break(_) | Role::SoftBreak(_) => amounts.soft_breaks += cost,
            Role::Start | Role::End if !core.openings.is_empty() => {
                let outside = seconds_outside(core.windows(case, stay.role), stay.start_at);
                if outside > 0 {
                    excess += outside;
                    broken = broken.or(Some(docks::taken_for(outside)));
                }
            }
            _ => {}
        }
    }
    let is_late =
        [shift_time::late_end(case.shift, end_at), shift_time::late_start(case.shift, start_at)];
    for miss in is_late.into_iter().flatten() {
        excess += miss.1;
        broken = broken.or(Some(miss));
    }
    for pause in breaks::left_out(core, case, stays) {
        excess += pause.seconds + breaks::EXCESS_SECONDS;
        broken = broken.or(Some((breaks::CODE, pause.seconds)));
    }
    for (_, soft) in skipped_soft_breaks(core, case, stays) {
        amounts.soft_breaks += soft.skip_cost;
    }
    for ride in rides {
        if let Some(miss) = ride.check(stays) {
            excess += miss.1;
            broken = broken.or(Some(miss));
        }
    }
    for (code, over) in limits::excess(own_limits, &amounts, driving_seconds) {
        if over > 0 {
            excess += over;
            broken = broken.or(Some((code, over)));
        }
    }
    if case.manner == Manner::Strict
        && let Some(miss) = weekly_rest::too_long(core.instance.problem, case, end_at - start_at)
    {
        excess += miss.1;
        broken = broken.or(Some(miss));
    }
    let cost = costs::terms(case.shift, &amounts);
    let total = cost.total();
    let sums = [amounts.distance_meters, amounts.duration_seconds, lateness_seconds];
    Outcome {
        sum: core.instance.weights.sum(total, sums),
        soft_sum: core.soft_sum(lateness_seconds, amounts.soft_windows + amounts.soft_breaks),
        excess,
        evaluation: Evaluation {
            broken,
            cost: total,
            distance_meters: amounts.distance_meters,
            duration_seconds: amounts.duration_seconds,
            driving_seconds,
            lateness_seconds,
            start_at,
            end_at,
        },
        amounts,
        cost,
    }
}

/// Soft breaks that are owed and not taken, with their positions.
pub(crate) fn skipped_soft_breaks<'a>(
    core: &Core<'a>,
    case: &Case<'a>,
    stays: &'a [Stay],
) -> impl Iterator<Item = (u32, &'a SoftBreak)> {
    let (start_at, end_at) = span(case, stays);
    (0..).zip(&core.shift(case).soft_breaks).filter(move |(position, soft)| {
        breaks::is_owed(case, &soft.rest, start_at, end_at)
            && !stays.iter().any(|stay| stay.role == Role::SoftBreak(*position))
    })
}

/// Seconds before the soft window that counts; breaks are never early, since they wait for their windows.
pub(crate) fn early(core: &Core<'_>, case: &Case<'_>, stay: &Stay) -> i64 {
    let Role::Step(step) = stay.role else { return 0 };
    let nearest = nearest_soft(core, case, step, stay.start_at);
    nearest.map_or(0, |it| (it.window.start_at - stay.start_at).max(0))
}

/// Lateness and cost of a stay by its soft windows.
pub(crate) fn soft(core: &Core<'_>, case: &Case<'_>, stay: &Stay) -> (i64, f64) {
    match stay.role {
        Role::Step(step) => soft_step(core, case, step, stay.start_at),
        Role::SoftBreak(position) => {
            let soft = &core.shift(case).soft_breaks[position as usize];
            costs::soft_break(soft, stay.start_at).unwrap_or_default()
        }
        Role::Break(position) => {
            let Some(it) = &core.shift(case).breaks[position as usize].lateness else {
                return (0, 0.0);
            };
            costs::late_break(&it.windows, it.cost_per_hour, stay.start_at).unwrap_or_default()
        }
        _ => (0, 0.0),
    }
}

/// The same for a step whose service starts at an instant.
#[inline]
pub(crate) fn soft_step(core: &Core<'_>, case: &Case<'_>, step: u32, start_at: i64) -> (i64, f64) {
    match case.steps[step as usize] {
        Step::Stop(stop, option) if has_soft_windows(core.instance.option(option)) => {
            costs::soft_step(&core.instance, stop, option, start_at)
        }
        _ => (0, 0.0),
    }
}

/// The soft window of a step that is nearest to an instant.
pub(crate) fn nearest_soft<'a>(
    core: &Core<'a>,
    case: &Case<'_>,
    step: u32,
    at: i64,
) -> Option<&'a SoftWindow> {
    let Step::Stop(_, option) = case.steps[step as usize] else { return None };
    let soft_windows = &core.instance.problem.options[option.at()].soft_windows;
    soft_windows.iter().min_by_key(|it| (it.window.start_at - at).max(at - it.window.end_at).max(0))
}

/// The first instant after `after_at` from which a later soft window of a step is nearer than the one that counts then.
pub(crate) fn next_nearer_soft(
    core: &Core<'_>,
    case: &Case<'_>,
    step: u32,
    after_at: i64,
) -> Option<i64> {
    let counts = nearest_soft(core, case, step, after_at)?;
    let Step::Stop(_, option) = case.steps[step as usize] else { return None };
    let soft_windows = &core.instance.problem.options[option.at()].soft_windows;
    let later = soft_windows.iter().filter(|it| it.window.start_at > counts.window.end_at);
    let opens_at = later.map(|it| it.window.start_at).min()?;
    // If both are equally near, the earlier one counts.
    Some(counts.window.end_at.midpoint(opens_at) + 1).filter(|it| *it > after_at)
}

/// The time of a step in the given plan, if deviating from it has a price.
pub(crate) fn planned_at(core: &Core<'_>, case: &Case<'_>, step: u32) -> Option<i64> {
    let Step::Stop(stop, _) = case.steps[step as usize] else { return None };
    core.instance.planned_at(stop)
}

/// The first instant after `after_at` at which a step may cost less: a soft window opens, or its time in the given
/// plan.
pub(crate) fn next_soft_opening(
    core: &Core<'_>,
    case: &Case<'_>,
    step: u32,
    after_at: i64,
) -> Option<i64> {
    let Step::Stop(stop, option) = case.steps[step as usize] else { return None };
    let soft_windows = &core.instance.problem.options[option.at()].soft_windows;
    let opening = soft_windows.iter().map(|it| it.window.start_at).find(|&it| it > after_at);
    let planned_at = core.instance.planned_at(stop).filter(|it| *it > after_at);
    opening.into_iter().chain(planned_at).min()
}

/// Until when a stay may begin without more lateness than it has now.
pub(crate) fn soft_until(core: &Core<'_>, case: &Case<'_>, stay: &Stay) -> i64 {
    let is_late = soft(core, case, stay).0 > 0;
    let latest = match stay.role {
        _ if is_late => Some(stay.start_at),
        Role::Step(step) => match case.steps[step as usize] {
            Step::Stop(stop, option) => {
                let soft_windows = &core.instance.problem.options[option.at()].soft_windows;
                let ends = soft_windows.iter().map(|it| it.window.end_at);
                let end_at = ends.filter(|&end_at| end_at >= stay.start_at).min();
                let planned_at = core.instance.planned_at(stop).map(|it| it.max(stay.start_at));
                end_at.into_iter().chain(planned_at).min()
            }
            Step::Reload(_) => None,
        },
        Role::SoftBreak(position) => {
            let windows = &core.shift(case).soft_breaks[position as usize].rest.windows;
            let open = windows.iter().filter(|it| it.start_at <= stay.start_at);
            open.map(|it| it.end_at).max()
        }
        _ => None,
    };
    latest.unwrap_or(TIME_MAX)
}

fn has_soft_windows(data: &StepData) -> bool {
    data.flags & flag::SOFT_WINDOWS != 0
}
