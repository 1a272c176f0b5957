//! Visits of a periodic order: the days between them, their weekdays, their times of day, and their vehicles.

mod shift_days;
pub(crate) mod times_of_day;

use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;

use super::standing::{BrokenPair, RouteTimes, ScheduledVisit, Standing};
use super::{Code, Limit, Violation};
use crate::problem::{
    DAY_SECONDS, OrderIdx, Problem, SameVehicle, ShiftIdx, UNLIMITED, VisitIdx, VisitRules, Window,
};
pub(crate) use shift_days::ShiftDays;

/// Visits of an order are too close together or too far apart, or break another rule of the order.
pub(crate) const CODE: Code = Code::VisitSpacing;

/// A visit with its local day and second of the day.
#[derive(Debug)]
pub(crate) struct Dated {
    made: ScheduledVisit,
    day: i64,
    second: i64,
}

impl Dated {
    /// By time; of visits at the same time, by route and then along the route.
    const fn order(&self) -> (i64, i64, ShiftIdx, usize) {
        (self.day, self.second, self.made.shift, self.made.first)
    }
}

/// Collects the visits of an order that are made, by number.
fn date<R: RouteTimes>(
    standing: Standing<'_, R>,
    visits: Range<u32>,
    rules: &VisitRules,
    dated: &mut Vec<Dated>,
) {
    dated.clear();
    for made in visits.filter_map(|it| standing.made(VisitIdx(it))) {
        let (day, second) = local(standing.problem, rules, made.starts_at);
        dated.push(Dated { made, day, second });
    }
}

/// The exact check of all visits of an order. `is_final`: absent visits are violations, too.
pub(crate) fn check<R: RouteTimes>(
    standing: Standing<'_, R>,
    order: OrderIdx,
    is_final: bool,
    report: &mut impl FnMut(BrokenPair) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let order = &standing.problem.orders[order.at()];
    let Some(rules) = &order.rules else { return Continue(()) };
    let mut dated = Vec::new();
    date(standing, order.visits.clone(), rules, &mut dated);
    let Some(first) = dated.iter().min_by_key(|it| it.order()) else { return Continue(()) };
    if is_final && !rules.partial && dated.len() < order.visits.len() {
        let pair = BrokenPair::new(&first.made, &first.made, None);
        report(BrokenPair { limit: Some(Limit::Partial), ..pair })?;
    }
    check_dated(standing.problem, rules, &mut dated, report)
}

/// The same for the search. There, visits must also follow one another by number, so that equal plans exist only once.
/// `scratch` is for callers that check often.
pub(crate) fn keeps<R: RouteTimes>(
    standing: Standing<'_, R>,
    order: OrderIdx,
    scratch: &mut Vec<Dated>,
) -> bool {
    let order = &standing.problem.orders[order.at()];
    let Some(rules) = &order.rules else { return true };
    date(standing, order.visits.clone(), rules, scratch);
    scratch.windows(2).all(|pair| pair[0].day <= pair[1].day)
        && check_dated(standing.problem, rules, scratch, &mut |_| Break(())).is_continue()
}

fn check_dated(
    problem: &Problem,
    rules: &VisitRules,
    dated: &mut [Dated],
    report: &mut impl FnMut(BrokenPair) -> ControlFlow<()>,
) -> ControlFlow<()> {
    dated.sort_by_key(Dated::order);
    let Some(first) = dated.first() else { return Continue(()) };
    let mut report = |limit: Limit, [one, other]: [&Dated; 2], amount: Option<i64>| {
        let limit = Some(limit);
        report(BrokenPair { limit, ..BrokenPair::new(&one.made, &other.made, amount) })
    };
    for it in dated.iter().filter(|it| is_outside_span(problem, it.made.visit, it.made.starts_at)) {
        report(Limit::Per, [it; 2], None)?;
    }
    for pair in dated.windows(2) {
        let (one, next) = (&pair[0], &pair[1]);
        let days = next.day - one.day;
        if days < rules.days_between_min {
            report(Limit::MinDaysBetween, [one, next], Some(rules.days_between_min - days))?;
        }
        let are_neighbors = next.made.visit.0.abs_diff(one.made.visit.0) == 1;
        if are_neighbors && days > rules.days_between_max {
            report(Limit::MaxDaysBetween, [one, next], Some(days - rules.days_between_max))?;
        }
    }
    for it in dated.iter().filter(|it| is_on_other_weekday(problem, rules, it.made.visit, it.day)) {
        report(Limit::Weekdays, [it; 2], None)?;
    }
    check_patterns(dated, rules, &mut report)?;
    check_weekday_count(dated, rules, &mut report)?;
    let vehicle = |it: &Dated| problem.shifts[it.made.shift.at()].vehicle;
    if rules.same_vehicle == SameVehicle::Required
        && let Some(other) = dated.iter().find(|it| vehicle(it) != vehicle(first))
    {
        report(Limit::SameVehicle, [first, other], None)?;
    }
    let earliest = dated.iter().min_by_key(|it| it.second).unwrap_or(first);
    if let Some(latest) = dated.iter().max_by_key(|it| it.second) {
        let over = latest.second - earliest.second - rules.time_of_day_tolerance_seconds;
        if over > 0 {
            report(Limit::SameTimeTolerance, [earliest, latest], Some(over))?;
        }
    }
    Continue(())
}

/// Whether a visit is outside the weekdays of the order, unless it has begun.
fn is_on_other_weekday(problem: &Problem, rules: &VisitRules, visit: VisitIdx, day: i64) -> bool {
    let weekday = 1_u8 << weekday_of(day);
    weekday & !rules.weekdays != 0 && problem.visits[visit.at()].span != Window::ALWAYS
}

/// The first visit of each week whose weekdays are not all in one pattern is reported.
fn check_patterns(
    dated: &[Dated],
    rules: &VisitRules,
    report: &mut impl FnMut(Limit, [&Dated; 2], Option<i64>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let weekday = |it: &Dated| 1_u8 << weekday_of(it.day);
    for week in dated.chunk_by(|one, next| monday_of(one.day) == monday_of(next.day)) {
        let used = week.iter().fold(0, |used, it| used | weekday(it));
        if !is_of_one_pattern(rules, used) {
            report(Limit::DayPatterns, [&week[0]; 2], None)?;
        }
    }
    Continue(())
}

/// Whether a pattern contains all weekdays of a set.
fn is_of_one_pattern(rules: &VisitRules, used: u8) -> bool {
    rules.day_patterns.is_empty() || rules.day_patterns.iter().any(|it| used & !it == 0)
}

/// All visits together may use a limited number of weekdays; the first visit on one weekday too many is reported.
fn check_weekday_count(
    dated: &[Dated],
    rules: &VisitRules,
    report: &mut impl FnMut(Limit, [&Dated; 2], Option<i64>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if rules.weekday_count_max >= UNLIMITED {
        return Continue(());
    }
    let mut used = 0_u8;
    for it in dated {
        used |= 1 << weekday_of(it.day);
        let over = i64::from(used.count_ones()) - rules.weekday_count_max;
        if over > 0 {
            return report(Limit::SameWeekdays, [it; 2], Some(over));
        }
    }
    Continue(())
}

/// Whether a visit on a day agrees with the days of the order's other visits, which follow one another by number in the
/// search. This filters shifts, and makes equal plans exist only once. `dated` has the days of visits that are not made
/// yet.
pub(crate) fn agrees<R: RouteTimes>(
    standing: Standing<'_, R>,
    days: &ShiftDays,
    rules: &VisitRules,
    visit: VisitIdx,
    day: i64,
    dated: &[(VisitIdx, i64)],
) -> bool {
    let problem = standing.problem;
    let visits = problem.orders[problem.visits[visit.at()].order.at()].visits.clone();
    if is_on_other_weekday(problem, rules, visit, day) {
        return false;
    }
    // The weekdays used in the week of this day, and in all weeks.
    let mut used = 1_u8 << weekday_of(day);
    let mut used_ever = used;
    for other in visits.map(VisitIdx).filter(|it| *it != visit) {
        let day_of_shift = || days.of(rules, standing.unchanged_shift_of(other)?);
        let day_of_visit = || standing.made(other).map(|it| local(problem, rules, it.starts_at).0);
        let made_on = || day_of_shift().or_else(day_of_visit);
        let dated_on = dated.iter().find(|it| it.0 == other).map(|it| it.1);
        let Some(other_day) = dated_on.or_else(made_on) else { continue };
        let between = if other.0 > visit.0 { other_day - day } else { day - other_day };
        let are_neighbors = other.0.abs_diff(visit.0) == 1;
        if between < rules.days_between_min || (are_neighbors && between > rules.days_between_max) {
            return false;
        }
        used_ever |= 1 << weekday_of(other_day);
        if monday_of(other_day) == monday_of(day) {
            used |= 1 << weekday_of(other_day);
        }
    }
    if i64::from(used_ever.count_ones()) > rules.weekday_count_max {
        return false;
    }
    is_of_one_pattern(rules, used)
}

/// Whether the vehicles and days of the order's other visits let this shift make one, as far as can be told without
/// times.
pub(crate) fn may_serve<R: RouteTimes>(
    standing: Standing<'_, R>,
    days: &ShiftDays,
    visit: VisitIdx,
    shift: ShiftIdx,
) -> bool {
    let problem = standing.problem;
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    let Some(rules) = &order.rules else { return true };
    let span = &problem.shifts[shift.at()];
    if rules.same_vehicle == SameVehicle::Required {
        let others = order.visits.clone().map(VisitIdx).filter(|it| *it != visit);
        let mut shifts = others.filter_map(|it| standing.shift_of(it));
        if shifts.any(|at| problem.shifts[at.at()].vehicle != span.vehicle) {
            return false;
        }
    }
    if let Some(day) = days.of(rules, shift) {
        return agrees(standing, days, rules, visit, day, &[]);
    }
    let (first, _) = local(problem, rules, span.start_at);
    let (last, _) = local(problem, rules, span.latest_end_at);
    (first..=last.min(first + 7)).any(|day| agrees(standing, days, rules, visit, day, &[]))
}

/// Whether a visit is on a day that does not agree with those of the order's other visits, while its shift has several
/// days.
pub(crate) fn is_astray<R: RouteTimes>(
    standing: Standing<'_, R>,
    days: &ShiftDays,
    visit: VisitIdx,
    shift: ShiftIdx,
) -> bool {
    let problem = standing.problem;
    let rules = &problem.orders[problem.visits[visit.at()].order.at()].rules;
    let Some((rules, made)) = rules.as_ref().zip(standing.made(visit)) else { return false };
    let span = &problem.shifts[shift.at()];
    let day_of = |at: i64| local(problem, rules, at).0;
    day_of(span.start_at) < day_of(span.latest_end_at)
        && !agrees(standing, days, rules, visit, day_of(made.starts_at), &[])
}

/// Whether a visit is certainly on the same day and vehicle as before, and its time of day does not matter, after the
/// route of its shift has changed.
pub(crate) fn keeps_day<R: RouteTimes>(
    standing: Standing<'_, R>,
    days: &ShiftDays,
    visit: VisitIdx,
    (shift, changed): (ShiftIdx, &R),
) -> bool {
    let problem = standing.problem;
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    let Some(rules) = &order.rules else { return true };
    let data = &problem.shifts[shift.at()];
    // A visit might begin when the shift ends, at midnight.
    let is_within = |it: &R| {
        let (start_at, end_at) = it.span();
        data.start_at <= start_at && end_at < data.latest_end_at
    };
    rules.time_of_day_tolerance_seconds == UNLIMITED
        && standing.shift_of(visit) == Some(shift)
        && days.of(rules, shift).is_some()
        && is_within(&standing.routes[shift.at()])
        && is_within(changed)
}

/// The violation of a broken pair.
pub(crate) fn violation(broken: &BrokenPair) -> Violation {
    broken.of(CODE)
}

/// Whether a visit that starts at this time is outside the week or month that owes it. If any of several stops may be
/// the first, their windows do not include this limit. The ends of the period are checked by the windows.
pub(crate) fn is_outside_span(problem: &Problem, visit: VisitIdx, starts_at: i64) -> bool {
    let (span, period) = (&problem.visits[visit.at()].span, &problem.period);
    (starts_at < span.start_at && span.start_at > period.start_at)
        || (starts_at > span.end_at && span.end_at < period.end_at)
}

/// Narrows the times at which a visit of this shift may start to its week or month and to its weekdays. `openings` are
/// ascending; none means any time. They stay as they are if that leaves no time.
pub(crate) fn keep_days(
    problem: &Problem,
    visit: VisitIdx,
    shift: ShiftIdx,
    openings: &mut Vec<Window>,
) {
    let (visit, shift) = (&problem.visits[visit.at()], &problem.shifts[shift.at()]);
    let Some(rules) = &problem.orders[visit.order.at()].rules else { return };
    let in_both = |one: Window, other: Window| {
        let (start_at, end_at) = (one.start_at.max(other.start_at), one.end_at.min(other.end_at));
        (start_at <= end_at).then_some(Window { start_at, end_at })
    };
    let own = Window { start_at: shift.start_at, end_at: shift.latest_end_at };
    let days: Vec<Window> = rules
        .days
        .iter()
        .filter_map(|day| in_both(*day, visit.span).and_then(|it| in_both(it, own)))
        .collect();
    let any = [Window::ALWAYS];
    let open = if openings.is_empty() { &any[..] } else { &openings[..] };
    let pairs = open.iter().flat_map(|it| days.iter().map(|day| in_both(*it, *day)));
    let kept: Vec<Window> = pairs.flatten().collect();
    if !kept.is_empty() && kept != [own] {
        *openings = kept;
    }
}

fn offset_at(problem: &Problem, rules: &VisitRules, at: i64) -> i64 {
    let segments = &problem.clocks[rules.clock.at()].segments;
    let after = segments.partition_point(|it| it.from_at <= at);
    segments[after.saturating_sub(1)].offset_seconds
}

/// The day and the second of the day on the order's clock.
fn local(problem: &Problem, rules: &VisitRules, at: i64) -> (i64, i64) {
    let local = at + offset_at(problem, rules, at);
    (local.div_euclid(DAY_SECONDS), local.rem_euclid(DAY_SECONDS))
}

/// The weekday, where 0 is Monday: 1970-01-01 was a Thursday.
fn weekday_of(day: i64) -> i64 {
    (day + 3).rem_euclid(7)
}

fn monday_of(day: i64) -> i64 {
    day - weekday_of(day)
}

#[cfg(test)]
mod tests;
