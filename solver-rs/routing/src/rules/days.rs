//! Exceptions that driving rules allow on a few days of a vehicle: reduced daily rests, and days with more driving.
//!
//! ```text
//! route            route                          route
//! ├─ day ─┤  rest  ├─ day ─┤  rest  ├─ day ─┤     ├ day ┤  weekly rest    reduced: the rest after a day is short, or
//! └──────────────────── week of work ───────────────────┘                 the day is long
//! ```
//!
//! Within a route, [`super::driving`] lets a day be as long as a reduced rest allows while an [`Allowance`] lasts. What
//! all routes of a vehicle use together is checked here. While one route is examined, those before and after it are
//! fixed; what they leave depends on the rests before and after the route: each case gives a period and an allowance
//! ([`choices`]). O(routes of the vehicle) per check.

use std::ops::ControlFlow::{self, Continue};

use super::driving;
use super::standing::{Day, RouteTimes, Standing};
use super::weekly_rest::used;
use super::{Code, Limit, Violation, shift_rest};
use crate::problem::{DayRules, ShiftIdx, TIME_MAX, TIME_MIN, Vehicle, VehicleIdx, Window};
use crate::solution::{StopRole, TimedStop};
use crate::step::Allowance;
use crate::timeline::Stay;

impl Day {
    const fn is_long(&self, rules: &DayRules) -> bool {
        !self.has_part && self.span_seconds > rules.span_seconds_max
    }

    /// Whether the rest after it is a reduced one if it lasts this long.
    const fn is_reduced(&self, rules: &DayRules, rest_seconds: i64) -> bool {
        let is_short = !self.has_part && rest_seconds < rules.rest_seconds;
        rules.reduced.is_some() && (self.is_long(rules) || is_short)
    }

    const fn is_extended(&self, rules: &DayRules) -> bool {
        rules.extended.is_some() && self.driving_seconds > rules.driving_seconds_max
    }
}

/// What happens on the way to a stop and there.
#[derive(Clone, Copy, Debug)]
struct Event {
    driving_seconds: i64,
    waiting_seconds: i64,
    /// Setup, and service unless it is rest.
    working_seconds: i64,
    /// `None` if it is not a rest.
    rest_seconds: Option<i64>,
}

/// Rests that directly follow each other.
#[derive(Clone, Copy, Debug, Default)]
struct RestInProgress {
    seconds: i64,
    /// Whether it has ended the day.
    is_night: bool,
    /// Whether it is the first part of a daily rest.
    is_part: bool,
}

/// The days of a timeline; none if its vehicle has no exceptions.
pub(crate) fn of_stays(vehicle: &Vehicle, stays: &[Stay], days: &mut Vec<Day>) {
    days.clear();
    let Some(rules) = vehicle.exceptional_days() else { return };
    let mut before_at = stays.first().map_or(0, |it| it.arrival_at);
    let events = stays.iter().map(|stay| {
        let driving_seconds = stay.arrival_at - before_at;
        before_at = stay.departure_at;
        let service_seconds = stay.service_seconds();
        let is_rest = stay.role.is_rest();
        Event {
            driving_seconds,
            waiting_seconds: stay.waiting_seconds(),
            working_seconds: stay.setup_seconds + if is_rest { 0 } else { service_seconds },
            rest_seconds: is_rest.then_some(service_seconds),
        }
    });
    of_events(rules, events, days);
}

/// The days of a route that is written out.
pub(crate) fn of_stops(vehicle: &Vehicle, stops: &[TimedStop], days: &mut Vec<Day>) {
    days.clear();
    let Some(rules) = vehicle.exceptional_days() else { return };
    let events = stops.iter().map(|stop| {
        let is_rest = matches!(
            stop.role,
            StopRole::Break { .. } | StopRole::SoftBreak { .. } | StopRole::Rest
        );
        Event {
            driving_seconds: stop.travel_seconds,
            waiting_seconds: stop.waiting_seconds,
            working_seconds: stop.setup_seconds + if is_rest { 0 } else { stop.service_seconds },
            rest_seconds: is_rest.then_some(stop.service_seconds),
        }
    });
    of_events(rules, events, days);
}

fn of_events(rules: &DayRules, events: impl Iterator<Item = Event>, days: &mut Vec<Day>) {
    let mut day = Day::default();
    let mut rest = RestInProgress::default();
    for event in events {
        if event.driving_seconds > 0 || event.waiting_seconds > 0 {
            rest = RestInProgress::default();
        }
        day.driving_seconds += event.driving_seconds;
        day.span_seconds += event.driving_seconds + event.waiting_seconds + event.working_seconds;
        let Some(rest_seconds) = event.rest_seconds else {
            rest = RestInProgress::default();
            continue;
        };
        rest.seconds += rest_seconds;
        day.span_seconds += rest_seconds;
        let has_earlier_part = day.has_part && !rest.is_part;
        if rest.is_night {
            if let Some(last) = days.last_mut() {
                last.rest_seconds = rest.seconds;
            }
        } else if rest.seconds >= rules.rest_seconds_min(has_earlier_part) {
            rest.is_night = true;
            day.has_part = has_earlier_part;
            day.span_seconds -= rest.seconds;
            day.rest_seconds = rest.seconds;
            days.push(day);
        } else {
            let is_part = rules.parts.is_some_and(|it| rest.seconds >= it.first);
            rest.is_part |= is_part && !day.has_part;
            day.has_part |= is_part;
            continue;
        }
        day = Day::default();
    }
    // A rest at the end of the route is not part of the day.
    day.has_part &= !rest.is_part;
    day.span_seconds -= if day.span_seconds >= rest.seconds { rest.seconds } else { 0 };
    days.push(day);
}

/// A day beyond those that may be exceptional, judged by the usual limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExcessDay {
    pub(crate) code: Code,
    pub(crate) shift: ShiftIdx,
    pub(crate) seconds: i64,
    /// The usual limit.
    pub(crate) limit: Limit,
}

impl ExcessDay {
    pub(crate) fn violation(&self) -> Violation {
        let limit = Some(self.limit);
        Violation { limit, ..Violation::new(self.code, Some(self.seconds), None) }
    }
}

/// The exact check of a vehicle: reports each day that is one too many, and each limit that it breaks then.
pub(crate) fn check<R: RouteTimes>(
    standing: Standing<'_, R>,
    vehicle: VehicleIdx,
    report: &mut impl FnMut(ExcessDay) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let data = &standing.problem.vehicles[vehicle.at()];
    let Some(rules) = data.exceptional_days() else { return Continue(()) };
    let used = used(standing, vehicle, None);
    if let Some(reduced) = rules.reduced {
        let mut count = 0;
        for (at, (route, shift)) in used.iter().enumerate() {
            let next = used.get(at + 1);
            let gap_seconds = next.map(|it| it.0.start_at - route.end_at);
            for (day, rest_seconds) in with_rests(data, standing.route(*shift).days(), gap_seconds)
            {
                if !day.is_reduced(rules, rest_seconds) {
                    continue;
                }
                count += 1;
                if count <= i64::from(reduced.count_max) {
                    continue;
                }
                let code = driving::CODE;
                let seconds = day.span_seconds - rules.span_seconds_max;
                if seconds > 0 {
                    let limit = Limit::MaxDailyDuration;
                    report(ExcessDay { code, shift: *shift, seconds, limit })?;
                }
                let seconds = rules.rest_seconds - rest_seconds;
                if seconds > 0 {
                    let after = next.filter(|_| day.rest_seconds == 0).map(|it| it.1);
                    let code = if after.is_some() { shift_rest::CODE } else { code };
                    let (shift, limit) = (after.unwrap_or(*shift), Limit::DailyRestDuration);
                    report(ExcessDay { code, shift, seconds, limit })?;
                }
            }
            if gap_seconds.is_some_and(|it| ends_week(data, it)) {
                count = 0;
            }
        }
    }
    if let Some(extended) = rules.extended {
        let week = |it: ShiftIdx| standing.problem.shifts[it.at()].week;
        for (at, (_, shift)) in used.iter().enumerate() {
            let earlier = used[..at].iter().filter(|it| week(it.1) == week(*shift));
            let mut count: usize = earlier.map(|it| extended_days(standing, rules, it.1)).sum();
            for day in standing.route(*shift).days().iter().filter(|it| it.is_extended(rules)) {
                count += 1;
                if count > usize::from(extended.count_max) {
                    let seconds = day.driving_seconds - rules.driving_seconds_max;
                    let (code, limit) = (driving::CODE, Limit::MaxDailyDrivingDuration);
                    report(ExcessDay { code, shift: *shift, seconds, limit })?;
                }
            }
        }
    }
    Continue(())
}

/// The days of a route, each with the rest after it: the last one with the gap to the next route if that is a daily
/// rest, and otherwise with a rest that is long enough.
fn with_rests(
    vehicle: &Vehicle,
    days: &[Day],
    gap_seconds: Option<i64>,
) -> impl Iterator<Item = (Day, i64)> {
    let gap_seconds = gap_seconds.filter(|_| vehicle.reduces_shift_rest).unwrap_or(i64::MAX);
    let last = days.len().wrapping_sub(1);
    let with_rest = move |(at, day): (usize, &Day)| {
        (*day, if at == last { gap_seconds } else { day.rest_seconds })
    };
    days.iter().enumerate().map(with_rest)
}

/// What the days of a route use, apart from the rest after it.
pub(crate) fn used_by(vehicle: &Vehicle, days: &[Day]) -> Option<Allowance> {
    let rules = vehicle.exceptional_days()?;
    let reduced = with_rests(vehicle, days, None).filter(|(it, rest)| it.is_reduced(rules, *rest));
    let extended = days.iter().filter(|it| it.is_extended(rules));
    let count = |of: usize| Allowance::clamped(i64::try_from(of).unwrap_or(i64::MAX));
    let (reduced, extended) = (count(reduced.count()), count(extended.count()));
    // The rest after the route may rely on it.
    let owes_part = days.last().is_some_and(|it| it.has_part);
    Some(Allowance { reduced, extended, owes_part, ..Allowance::default() })
}

/// Whether a gap between two routes is long enough for a weekly rest, which may be a reduced one.
fn ends_week(vehicle: &Vehicle, gap_seconds: i64) -> bool {
    vehicle.week.as_ref().is_some_and(|week| gap_seconds >= week.rest_seconds_min())
}

fn extended_days<R: RouteTimes>(
    standing: Standing<'_, R>,
    rules: &DayRules,
    shift: ShiftIdx,
) -> usize {
    standing.route(shift).days().iter().filter(|it| it.is_extended(rules)).count()
}

fn reduced_days<R: RouteTimes>(
    standing: Standing<'_, R>,
    vehicle: &Vehicle,
    rules: &DayRules,
    shift: ShiftIdx,
    gap_seconds: Option<i64>,
) -> i64 {
    let days = with_rests(vehicle, standing.route(shift).days(), gap_seconds);
    days.map(|(day, rest)| i64::from(day.is_reduced(rules, rest))).sum()
}

/// A rest before or after the examined route: how long it is at least, whether the routes beyond it belong to the same
/// week of work, whether it is a reduced one, and whether it is the second part of one in two parts.
#[derive(Clone, Copy, Debug, Default)]
struct Beside {
    seconds: i64,
    is_joined: bool,
    is_reduced: bool,
    is_part: bool,
}

/// Adds the periods in one of which a shift's route must lie, given the vehicle's other routes, each with what it may
/// use there. `weeks` are the periods that weekly rests leave. If none is added, there is no time for the route.
pub(crate) fn choices<R: RouteTimes>(
    standing: Standing<'_, R>,
    shift: ShiftIdx,
    weeks: &[Window],
    found: &mut Vec<(Window, Allowance)>,
) {
    found.clear();
    let problem = standing.problem;
    let data = &problem.shifts[shift.at()];
    let vehicle = &problem.vehicles[data.vehicle.at()];
    let Some(rules) = vehicle.exceptional_days() else { return };
    let others = used(standing, data.vehicle, Some(shift));
    let of_week = |it: &&(Window, ShiftIdx)| problem.shifts[it.1.at()].week == data.week;
    let extended: usize =
        others.iter().filter(of_week).map(|it| extended_days(standing, rules, it.1)).sum();
    let all = Allowance::all_of(vehicle);
    let extended = (all.extended - Allowance::clamped(i64::try_from(extended).unwrap_or(0))).max(0);
    let (before, after): (Vec<_>, Vec<_>) = others.iter().copied().partition(|it| it.1 < shift);
    let ended_at = before.iter().map(|it| it.0.end_at).max();
    let starts_at = after.iter().map(|it| it.0.start_at).min();
    let (used_before, is_last_long) = used_before(standing, vehicle, rules, &before);
    let used_after = used_after(standing, vehicle, rules, &after);
    // More than this, nobody can use on this shift.
    let usable = Allowance::clamped(
        (data.latest_end_at - data.start_at) / rules.rest_seconds_min(false).max(1) + 1,
    );
    let last_before = before.last().and_then(|it| standing.route(it.1).days().last());
    let is_parted = last_before.is_some_and(|it| it.has_part);
    let beside = besides(vehicle, rules);
    let alone = [Beside::default()];
    for left in if before.is_empty() { &alone[..] } else { &beside } {
        if left.is_part && !is_parted {
            continue;
        }
        for right in if after.is_empty() { &alone[..] } else { &beside } {
            let mut reduced = i64::from(all.reduced);
            reduced -= if left.is_joined { used_before } else { 0 };
            reduced -= if right.is_joined { used_after } else { 0 };
            reduced -= i64::from(left.is_reduced && !is_last_long) + i64::from(right.is_reduced);
            if reduced < 0 {
                continue;
            }
            let reduced = Allowance::clamped(reduced).min(usable);
            let (is_last_reduced, owes_part) = (right.is_reduced, right.is_part);
            let allowance = Allowance { reduced, extended, is_last_reduced, owes_part };
            let start_at = ended_at.map_or(TIME_MIN, |it| it + left.seconds);
            let end_at = starts_at.map_or(TIME_MAX, |it| it - right.seconds);
            for week in weeks {
                let start_at = start_at.max(week.start_at);
                let end_at = end_at.min(week.end_at);
                if start_at.max(data.start_at) <= end_at.min(data.latest_end_at) {
                    add(found, data, Window { start_at, end_at }, allowance);
                }
            }
        }
    }
    let is_all = |it: &Allowance| {
        let is_free = !it.is_last_reduced && !it.owes_part;
        is_free && it.reduced >= all.reduced.min(usable) && it.extended >= all.extended
    };
    for (_, allowance) in found.iter_mut().filter(|it| is_all(&it.1)) {
        *allowance = all;
    }
}

/// The rests that may lie beside a route: a full one, the second part of one, a reduced one, a weekly one.
fn besides(vehicle: &Vehicle, rules: &DayRules) -> Vec<Beside> {
    let seconds =
        if vehicle.shift_rest_seconds > 0 { vehicle.shift_rest_seconds } else { i64::MIN };
    let mut all = vec![Beside { seconds, is_joined: true, ..Beside::default() }];
    if rules.parts.is_some() && vehicle.reduces_shift_rest {
        let seconds = vehicle.shift_rest_seconds_min(true);
        all.push(Beside { seconds, is_joined: true, is_part: true, ..Beside::default() });
    }
    if rules.reduced.is_some() {
        if vehicle.reduces_shift_rest {
            let seconds = vehicle.shift_rest_seconds_min(false);
            all.push(Beside { seconds, is_joined: true, is_reduced: true, ..Beside::default() });
        }
        all.extend(vehicle.week.as_ref().map(|week| Beside {
            seconds: week.rest_seconds_min().max(seconds),
            ..Beside::default()
        }));
    }
    all
}

/// The reduced rests of the week of work that ends before a route, without the rest before the route itself unless its
/// day is long; and whether that day is.
fn used_before<R: RouteTimes>(
    standing: Standing<'_, R>,
    vehicle: &Vehicle,
    rules: &DayRules,
    before: &[(Window, ShiftIdx)],
) -> (i64, bool) {
    let Some(last) = before.last() else { return (0, false) };
    let is_last_long = standing.route(last.1).days().last().is_some_and(|it| it.is_long(rules));
    let mut count = reduced_days(standing, vehicle, rules, last.1, None);
    for pair in before.windows(2).rev() {
        let gap_seconds = pair[1].0.start_at - pair[0].0.end_at;
        if ends_week(vehicle, gap_seconds) {
            break;
        }
        count += reduced_days(standing, vehicle, rules, pair[0].1, Some(gap_seconds));
    }
    (count, is_last_long && rules.reduced.is_some())
}

/// The reduced rests of the week of work that begins after a route.
fn used_after<R: RouteTimes>(
    standing: Standing<'_, R>,
    vehicle: &Vehicle,
    rules: &DayRules,
    after: &[(Window, ShiftIdx)],
) -> i64 {
    let mut count = 0;
    for (at, (route, shift)) in after.iter().enumerate() {
        let gap_seconds = after.get(at + 1).map(|next| next.0.start_at - route.end_at);
        count += reduced_days(standing, vehicle, rules, *shift, gap_seconds);
        if gap_seconds.is_some_and(|it| ends_week(vehicle, it)) {
            break;
        }
    }
    count
}

/// Adds a choice unless another one allows at least as much, and removes those that it makes redundant.
fn add(
    found: &mut Vec<(Window, Allowance)>,
    shift: &crate::problem::Shift,
    window: Window,
    allowance: Allowance,
) {
    let covers = |one: &(Window, Allowance), other: &(Window, Allowance)| {
        one.0.start_at <= other.0.start_at.max(shift.start_at)
            && one.0.end_at >= other.0.end_at.min(shift.latest_end_at)
            && one.1.includes(&other.1)
    };
    let new = (window, allowance);
    if found.iter().any(|it| covers(it, &new)) {
        return;
    }
    found.retain(|it| !covers(&new, it));
    found.push(new);
}

#[cfg(test)]
mod tests;
