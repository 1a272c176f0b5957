//! Visits of an order at like times of day: which starts the visits made so far leave to others.
//!
//! ```text
//!                  midnight                      midnight
//! a shift  ├───────────┼────────────────────────────┼───────┤
//! openings     ├──┤              ├──────┤              ├──┤     once per day, within the tolerance
//! ```

use std::ops::Range;

use super::{local, offset_at};
use crate::problem::{
    DAY_SECONDS, Problem, ShiftIdx, TIME_MAX, TIME_MIN, UNLIMITED, VisitIdx, VisitRules, Window,
};
use crate::rules::standing::{RouteTimes, ScheduledVisit, Standing};

/// The longest shift, in days, of which each day is considered.
const SHIFT_DAYS_MAX: i64 = 7;

/// The visits of an order and their rules, if these bind their times of day.
fn timed(problem: &Problem, visit: VisitIdx) -> Option<(Range<u32>, &VisitRules)> {
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    let rules = order.rules.as_ref()?;
    (rules.time_of_day_tolerance_seconds < UNLIMITED).then(|| (order.visits.clone(), rules))
}

/// The order's visits that this shift makes.
fn made_by<R: RouteTimes>(
    standing: Standing<'_, R>,
    visits: Range<u32>,
    shift: ShiftIdx,
) -> impl Iterator<Item = ScheduledVisit> {
    let made = visits.filter_map(move |it| standing.made(VisitIdx(it)));
    made.filter(move |it| it.shift == shift)
}

/// The given times of day on each day of a shift, on the order's clock; none if there are too many days.
fn on_each_day(
    problem: &Problem,
    rules: &VisitRules,
    shift: ShiftIdx,
    seconds: (i64, i64),
) -> impl Iterator<Item = Window> {
    let span = &problem.shifts[shift.at()];
    let (first, _) = local(problem, rules, span.start_at);
    let (last, _) = local(problem, rules, span.latest_end_at);
    let last = if last - first < SHIFT_DAYS_MAX { last } else { first - 1 };
    let offset_seconds = offset_at(problem, rules, span.start_at);
    // The clock may change between the start of the shift and this time.
    let at = move |local: i64| local - offset_at(problem, rules, local - offset_seconds);
    (first..=last).map(move |day| Window {
        start_at: at(day * DAY_SECONDS + seconds.0),
        end_at: at(day * DAY_SECONDS + seconds.1),
    })
}

/// Adds when a visit of this shift may start beside the order's visits on other routes: on each day of the shift, the
/// times of day within the tolerance of all of them. Adds nothing if it may start at any time.
pub(crate) fn openings<R: RouteTimes>(
    standing: Standing<'_, R>,
    visit: VisitIdx,
    shift: ShiftIdx,
    openings: &mut Vec<Window>,
) {
    let problem = standing.problem;
    let Some((visits, rules)) = timed(problem, visit) else { return };
    let (mut least, mut most) = (i64::MAX, i64::MIN);
    for other in visits.map(VisitIdx).filter(|it| *it != visit) {
        if let Some(it) = standing.made(other).filter(|it| it.shift != shift) {
            let (_, second) = local(problem, rules, it.starts_at);
            least = least.min(second);
            most = most.max(second);
        }
    }
    if least <= most {
        let tolerance = rules.time_of_day_tolerance_seconds;
        let seconds = ((most - tolerance).max(0), (least + tolerance).min(DAY_SECONDS - 1));
        openings.extend(on_each_day(problem, rules, shift, seconds));
    }
}

/// Determines when visits of an order that one route makes on one day have to start if their times of day differ too
/// much: the earlier ones wait, and the last one may not start later than now. `bound` receives a step and when it may
/// start.
pub(crate) fn spread<R: RouteTimes>(
    standing: Standing<'_, R>,
    visit: VisitIdx,
    shift: ShiftIdx,
    mut bound: impl FnMut(usize, Window),
) {
    let problem = standing.problem;
    let Some((visits, rules)) = timed(problem, visit) else { return };
    let rows: Vec<ScheduledVisit> = made_by(standing, visits, shift).collect();
    let Some(last) = rows.iter().max_by_key(|it| it.starts_at) else { return };
    let day = |it: &ScheduledVisit| local(problem, rules, it.starts_at).0;
    if rows.iter().any(|it| day(it) != day(last)) {
        return;
    }
    let not_before_at = last.starts_at - rules.time_of_day_tolerance_seconds;
    for it in rows.iter().filter(|it| it.starts_at < not_before_at) {
        bound(it.first, Window { start_at: not_before_at, end_at: TIME_MAX });
        bound(last.first, Window { start_at: TIME_MIN, end_at: last.starts_at });
    }
}

/// Whether a route makes visits of the order on several days although their times of day may not differ much. If it
/// passes midnight, all of them may have to be on one side of it.
pub(crate) fn is_split<R: RouteTimes>(
    standing: Standing<'_, R>,
    visit: VisitIdx,
    shift: ShiftIdx,
) -> bool {
    let problem = standing.problem;
    let Some((visits, rules)) = timed(problem, visit) else { return false };
    let mut days = made_by(standing, visits, shift).map(|it| local(problem, rules, it.starts_at).0);
    let one = days.next();
    days.any(|it| Some(it) != one)
}

/// Adds each day of a shift, on the clock of a visit's order.
pub(crate) fn days<R: RouteTimes>(
    standing: Standing<'_, R>,
    visit: VisitIdx,
    shift: ShiftIdx,
    days: &mut Vec<Window>,
) {
    let problem = standing.problem;
    if let Some(rules) = &problem.orders[problem.visits[visit.at()].order.at()].rules {
        days.extend(on_each_day(problem, rules, shift, (0, DAY_SECONDS - 1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ClockSegment;
    use crate::rules::spacing::tests::{At, MONDAY, NOON, plan, problem, rules};

    const HOUR: i64 = 3_600;
    const SIX: i64 = MONDAY * DAY_SECONDS + 18 * HOUR;

    /// Two shifts from Monday 18:00 to Tuesday 18:00, and an order of which visits may differ by an hour.
    fn overnight() -> Problem {
        let mut problem = problem(VisitRules { time_of_day_tolerance_seconds: HOUR, ..rules() });
        for shift in &mut problem.shifts {
            (shift.start_at, shift.latest_end_at) = (SIX, SIX + DAY_SECONDS);
        }
        problem
    }

    /// The openings of visit 1 in shift 0, in hours since Monday 0:00.
    fn opened(problem: &Problem, made: &[At]) -> Vec<(i64, i64)> {
        let mut found = Vec::new();
        openings(plan(problem, made).standing(problem), VisitIdx(1), ShiftIdx(0), &mut found);
        let hours = |at: i64| (at - MONDAY * DAY_SECONDS).div_euclid(HOUR);
        found.iter().map(|it| (hours(it.start_at), hours(it.end_at))).collect()
    }

    #[test]
    fn visits_on_other_routes_leave_the_same_times_of_each_day() {
        let problem = overnight();
        assert_eq!(opened(&problem, &[(0, MONDAY - 1, NOON, 1)]), [(11, 13), (35, 37)]);
        let two = [(0, MONDAY - 2, NOON - HOUR, 1), (2, MONDAY + 2, NOON, 1)];
        assert_eq!(opened(&problem, &two), [(11, 12), (35, 36)]);
        assert_eq!(opened(&problem, &[(0, MONDAY, NOON, 0)]), [], "on its own route");
        // Times of day before and after midnight differ by almost a day.
        assert_eq!(opened(&problem, &[(0, MONDAY - 1, 0, 1)]), [(0, 1), (24, 25)]);
    }

    #[test]
    fn openings_follow_the_clock_when_it_changes() {
        let mut problem = overnight();
        // From Tuesday 0:00 UTC on, it is one hour later.
        let segments = &mut problem.clocks[0].segments;
        segments.push(ClockSegment { from_at: SIX + 6 * HOUR, offset_seconds: HOUR });
        assert_eq!(opened(&problem, &[(0, MONDAY - 1, NOON, 1)]), [(11, 13), (34, 36)]);
    }

    #[test]
    fn a_route_over_midnight_is_split_if_it_makes_visits_on_both_sides() {
        let problem = overnight();
        let split = |made: &[At]| {
            is_split(plan(&problem, made).standing(&problem), VisitIdx(0), ShiftIdx(0))
        };
        let (late, early) = ((0, MONDAY, 23 * HOUR, 0), (1, MONDAY + 1, 0, 0));
        assert!(split(&[late, early]));
        assert!(!split(&[late, (1, MONDAY, 23 * HOUR + 60, 0)]));
        assert!(!split(&[late, (1, MONDAY + 1, 0, 1)]), "by another route");
    }

    #[test]
    fn visits_of_one_day_that_are_too_early_wait_for_the_last_one() {
        let problem = overnight();
        let held = |seconds: i64| {
            let made = [(0, MONDAY, 19 * HOUR, 0), (1, MONDAY, 19 * HOUR + seconds, 0)];
            let mut held = Vec::new();
            spread(
                plan(&problem, &made).standing(&problem),
                VisitIdx(0),
                ShiftIdx(0),
                |step, it| {
                    held.push((
                        step,
                        it.start_at.max(SIX) - SIX,
                        it.end_at.min(SIX + HOUR * 9) - SIX,
                    ));
                },
            );
            held
        };
        assert_eq!(held(HOUR), []);
        assert_eq!(held(2 * HOUR), [(0, 2 * HOUR, 9 * HOUR), (1, 0, 3 * HOUR)]);
    }
}
