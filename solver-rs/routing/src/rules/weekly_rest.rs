//! Weekly rests of a vehicle: weeks of work lie between weekly rests, and each must end in time.
//!
//! ```text
//! route  route     route  |  long rest  |  route     route ...   from the first start to the last end: at most a span
//! └──────── week ────────┘                 └─── week ────
//! ```
//!
//! Weekly rests lie between routes; rests within a route do not count. While one route is examined, those before and
//! after it are fixed. The route may belong to the week before or to the one after, join them, or be a week by itself:
//! each case gives a period in which it may lie ([`spans`]).
//!
//! Regular rests alone are judged first, since nothing is owed then. Only where they do not suffice, and some may be
//! reduced, the roles of all rests are weighed ([`rest_roles`]).

use std::ops::ControlFlow::{self, Break, Continue};

use super::standing::{RouteTimes, Standing};
use super::{Code, Miss, Violation, rest_roles};
use crate::problem::{Problem, Shift, ShiftIdx, TIME_MAX, TIME_MIN, VehicleIdx, WeekRules, Window};
use crate::timeline::Case;

/// A week that is too long: the shift with which it becomes too long, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LongWeek {
    pub(crate) shift: ShiftIdx,
    pub(crate) seconds: i64,
}

impl LongWeek {
    pub(crate) fn violation(&self) -> Violation {
        Violation::new(Code::WeeklyRest, Some(self.seconds), None)
    }
}

/// The exact check of a vehicle; reports each week at most once.
pub(crate) fn check<R: RouteTimes>(
    standing: Standing<'_, R>,
    vehicle: VehicleIdx,
    report: &mut impl FnMut(LongWeek) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(rules) = &standing.problem.vehicles[vehicle.at()].week else { return Continue(()) };
    let used = used(standing, vehicle, None);
    let Some(reduced) = &rules.reduced else { return check_regular(rules, &used, report) };
    if check_regular(rules, &used, &mut |_| Break(())).is_continue() {
        return Continue(());
    }
    let mut pasts = rest_roles::Pasts::new(rules, reduced);
    for (route, shift) in used {
        let seconds = pasts.add(route);
        if seconds > 0 {
            report(LongWeek { shift, seconds })?;
        }
    }
    Continue(())
}

/// By how much a route of this duration is longer than a week of work, if it is. Schedules are judged by this, since
/// the cheapest one of a route may be too long where another one is not; a whole plan is judged by [`check`].
pub(crate) fn too_long(problem: &Problem, case: &Case<'_>, seconds: i64) -> Option<Miss> {
    let week = problem.vehicles[case.shift.vehicle as usize].week.as_ref()?;
    let over = seconds - week.span_seconds_max;
    (over > 0).then_some((Code::WeeklyRest, over))
}

/// Checks a vehicle with regular rests only.
fn check_regular(
    rules: &WeekRules,
    used: &[(Window, ShiftIdx)],
    report: &mut impl FnMut(LongWeek) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut week: Option<Window> = None;
    let mut broken: Option<LongWeek> = None;
    for &(route, shift) in used {
        let goes_on = week.filter(|it| route.start_at - it.end_at < rules.rest_seconds);
        if goes_on.is_none()
            && let Some(broken) = broken.take()
        {
            report(broken)?;
        }
        let start_at = goes_on.map_or(route.start_at, |it| it.start_at);
        let end_at = goes_on.map_or(route.end_at, |it| it.end_at.max(route.end_at));
        let seconds = end_at - start_at - rules.span_seconds_max;
        if seconds > 0 {
            let shift = broken.map_or(shift, |it| it.shift);
            broken = Some(LongWeek { shift, seconds });
        }
        week = Some(Window { start_at, end_at });
    }
    broken.map_or(Continue(()), report)
}

/// The used routes of a vehicle in chronological order, with their starts and ends.
pub(super) fn used<R: RouteTimes>(
    standing: Standing<'_, R>,
    vehicle: VehicleIdx,
    but: Option<ShiftIdx>,
) -> Vec<(Window, ShiftIdx)> {
    let shifts = standing.problem.vehicles[vehicle.at()].shifts.clone().map(ShiftIdx);
    let is_used = |it: &ShiftIdx| Some(*it) != but && !standing.route(*it).steps().is_empty();
    let mut used: Vec<(Window, ShiftIdx)> = shifts
        .filter(is_used)
        .map(|it| {
            let (start_at, end_at) = standing.route(it).span();
            (Window { start_at, end_at }, it)
        })
        .collect();
    used.sort_unstable_by_key(|(route, shift)| (route.start_at, route.end_at, shift.0));
    used
}

/// The periods of each shift's route, if weekly rests may be reduced, beside the routes for which they were computed.
/// Most insertions into a route are tried beside the same routes.
#[derive(Debug, Default)]
pub(crate) struct KnownSpans {
    of: Vec<Option<Beside>>,
}

#[derive(Clone, Debug)]
struct Beside {
    others: Vec<(Window, ShiftIdx)>,
    spans: Vec<Window>,
}

/// Adds the periods in one of which a shift's route must lie, given the vehicle's other routes. If none is added, there
/// is no time for the route.
pub(crate) fn spans<R: RouteTimes>(
    standing: Standing<'_, R>,
    shift: ShiftIdx,
    rules: &WeekRules,
    known: &mut KnownSpans,
    spans: &mut Vec<Window>,
) {
    let data = &standing.problem.shifts[shift.at()];
    let others = used(standing, data.vehicle, Some(shift));
    regular_spans(data, shift, rules, &others, spans);
    let Some(reduced) = &rules.reduced else { return };
    let within = Window { start_at: data.start_at, end_at: data.latest_end_at };
    let is_wide = spans.iter().any(|it| covers(it, data));
    if within.start_at > within.end_at
        || is_wide && check_regular(rules, &others, &mut |_| Break(())).is_continue()
    {
        return;
    }
    if known.of.is_empty() {
        known.of.resize(standing.problem.shifts.len(), None);
    }
    let known = &mut known.of[shift.at()];
    spans.clear();
    if let Some(known) = known.as_ref().filter(|it| it.others == others) {
        spans.extend_from_slice(&known.spans);
        return;
    }
    let windows = |of: &[(Window, ShiftIdx)]| of.iter().map(|it| it.0).collect::<Vec<_>>();
    // Shifts of a vehicle are in the order of their starts.
    let (before, after) = others.split_at(others.partition_point(|it| it.1 < shift));
    rest_roles::spans(rules, reduced, [&windows(before), &windows(after)], within, spans);
    *known = Some(Beside { others, spans: spans.clone() });
}

/// Does the same with regular rests only.
fn regular_spans(
    data: &Shift,
    shift: ShiftIdx,
    rules: &WeekRules,
    others: &[(Window, ShiftIdx)],
    spans: &mut Vec<Window>,
) {
    // Shifts of a vehicle are in the order of their starts.
    let (mut before, mut after): (Option<Window>, Option<Window>) = (None, None);
    for &(route, other) in others {
        if other < shift {
            let goes_on = before.filter(|it| route.start_at - it.end_at < rules.rest_seconds);
            let start_at = goes_on.map_or(route.start_at, |it| it.start_at);
            before = Some(Window { start_at, ..route });
        } else if let Some(week) = &mut after {
            if route.start_at - week.end_at >= rules.rest_seconds {
                break;
            }
            week.end_at = week.end_at.max(route.end_at);
        } else {
            after = Some(route);
        }
    }
    let most = rules.span_seconds_max;
    let always = Window { start_at: TIME_MIN, end_at: TIME_MAX };
    let joined = |start_at: i64, end_at: i64| end_at - start_at <= most;
    let mut add = |span: Window| {
        let start_at = span.start_at.max(data.start_at);
        let within = Window { start_at, end_at: span.end_at.min(data.latest_end_at) };
        if within.start_at <= within.end_at {
            spans.push(span);
        }
    };
    match (before, after) {
        (None, None) => add(always),
        (Some(before), None) => {
            add(Window { end_at: before.start_at + most, ..always });
            add(Window { start_at: before.end_at + rules.rest_seconds, ..always });
        }
        (None, Some(after)) => {
            add(Window { start_at: after.end_at - most, ..always });
            add(Window { end_at: after.start_at - rules.rest_seconds, ..always });
        }
        (Some(before), Some(after)) => {
            let rested_at = before.end_at + rules.rest_seconds;
            let rests_at = after.start_at - rules.rest_seconds;
            if joined(before.start_at, after.end_at) {
                add(always);
            } else {
                add(Window { end_at: rests_at.min(before.start_at + most), ..always });
                add(Window { start_at: rested_at.max(after.end_at - most), ..always });
                add(Window { start_at: rested_at, end_at: rests_at });
            }
        }
    }
    // A period that covers the whole shift makes the others redundant.
    if let Some(wide) = spans.iter().copied().find(|it| covers(it, data)) {
        spans.clear();
        spans.push(wide);
    }
}

const fn covers(span: &Window, shift: &Shift) -> bool {
    span.start_at <= shift.start_at && span.end_at >= shift.latest_end_at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::rules::standing::drawn::Plan;

    /// Shifts of 1,000 seconds each, weeks of at most 2,000, rests of 500 between weeks.
    fn problem(shift_count: u32) -> Problem {
        let mut fixture = Fixture::new(shift_count + 1);
        for place in 1..=shift_count {
            fixture.dropoff(place, &[]);
        }
        for at in 0..i64::from(shift_count) {
            fixture.shift(at * 1_000..at * 1_000 + 1_000);
        }
        let mut problem = fixture.problem;
        problem.vehicles[0].week =
            Some(WeekRules { rest_seconds: 500, span_seconds_max: 2_000, reduced: None });
        problem
    }

    fn long(plan: &Plan, problem: &Problem) -> Vec<(u32, i64)> {
        let mut found = Vec::new();
        let _ = check(plan.standing(problem), VehicleIdx(0), &mut |it| {
            found.push((it.shift.0, it.seconds));
            Continue(())
        });
        found
    }

    fn spans_of(plan: &Plan, problem: &Problem, shift: u32) -> Vec<(i64, i64)> {
        let mut found = Vec::new();
        let rules = problem.vehicles[0].week.as_ref().unwrap();
        let known = &mut KnownSpans::default();
        spans(plan.standing(problem), ShiftIdx(shift), rules, known, &mut found);
        found.iter().map(|it| (it.start_at, it.end_at)).collect()
    }

    #[test]
    fn a_week_lasts_from_its_first_start_to_its_last_end_unless_a_long_rest_lies_between() {
        let problem = problem(3);
        let steps: [&[(u32, i64, i64)]; 3] = [&[(0, 0, 9)], &[(1, 0, 9)], &[(2, 0, 9)]];
        let mut plan = Plan::new(&problem, &steps);
        for (route, span) in plan.routes.iter_mut().zip([(0, 900), (1_000, 1_900), (2_000, 2_900)])
        {
            route.span = span;
        }
        // 2,900 seconds without a rest of 500; with the third route the week is too long.
        assert_eq!(long(&plan, &problem), [(2, 900)]);
        plan.routes[2].span = (2_400, 2_900);
        assert_eq!(long(&plan, &problem), []);
    }

    #[test]
    fn a_route_belongs_to_the_week_before_it_or_begins_one() {
        let problem = problem(3);
        let steps: [&[(u32, i64, i64)]; 3] = [&[(0, 0, 9)], &[(1, 0, 9)], &[]];
        let mut plan = Plan::new(&problem, &steps);
        (plan.routes[0].span, plan.routes[1].span) = ((100, 900), (1_200, 1_900));
        // The week began at 100 and must end by 2,100; another one may begin 500 after 1,900.
        let expected = [(TIME_MIN, 2_100), (2_400, TIME_MAX)];
        assert_eq!(spans_of(&plan, &problem, 2), expected);
        // If only the first route is used, the third may be at any time: a rest of 500 has passed by then.
        let alone = Plan::new(&problem, &[&[(0, 0, 9)], &[], &[]]);
        assert_eq!(spans_of(&alone, &problem, 2).len(), 1);
    }

    #[test]
    fn a_route_between_two_weeks_joins_one_of_them_or_rests_on_both_sides() {
        let problem = problem(3);
        let steps: [&[(u32, i64, i64)]; 3] = [&[(0, 0, 9)], &[], &[(2, 0, 9)]];
        let mut plan = Plan::new(&problem, &steps);
        (plan.routes[0].span, plan.routes[2].span) = ((0, 900), (2_100, 2_900));
        // 2,900 for all of them are too many: until 1,600, or from 1,400 on; 200 seconds are left for a week between
        // the two.
        let expected = [(TIME_MIN, 1_600), (1_400, TIME_MAX), (1_400, 1_600)];
        assert_eq!(spans_of(&plan, &problem, 1), expected);
    }
}
