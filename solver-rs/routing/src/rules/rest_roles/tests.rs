//! Plans by hand, and random ones against a search through all choices that drops none.

use super::*;
use crate::evaluate::fixture::Random;
use crate::problem::CompensationWeek;

const HOUR: i64 = 1;
const WEEK: i64 = 168 * HOUR;

/// Rests of 45 hours, or of 24 that are made up for within so many weeks after their own, with at least 9 hours;
/// weeks of work of 144 hours.
fn week_rules(week_count: i64) -> WeekRules {
    let weeks = (0..20).map(|it| CompensationWeek {
        start_at: it * WEEK,
        compensated_by_at: (it + 1 + week_count) * WEEK,
    });
    WeekRules {
        rest_seconds: 45 * HOUR,
        span_seconds_max: 144 * HOUR,
        reduced: Some(ReducedWeeklyRests {
            rest_seconds: 24 * HOUR,
            compensated_rest_seconds: 9 * HOUR,
            weeks: weeks.collect(),
        }),
    }
}

fn windows(routes: &[(i64, i64)]) -> Vec<Window> {
    routes.iter().map(|&(start_at, end_at)| Window { start_at, end_at }).collect()
}

/// The routes that break the rules, with the seconds.
fn long(week: &WeekRules, routes: &[(i64, i64)]) -> Vec<(usize, i64)> {
    let mut pasts = Pasts::new(week, week.reduced.as_ref().unwrap());
    let excess = windows(routes).into_iter().map(|it| pasts.add(it)).enumerate();
    excess.filter(|it| it.1 > 0).collect()
}

#[test]
fn a_reduced_rest_is_made_up_for_with_the_next_regular_one() {
    // 30 hours instead of 45; then 45 + 15.
    let routes = [(0, 140), (170, 300), (360, 400)];
    assert_eq!(long(&week_rules(3), &routes), []);
    // One hour less: nothing is left to make up for it with, but the rest after the plan is early enough.
    let routes = [(0, 140), (170, 300), (359, 400)];
    assert_eq!(long(&week_rules(3), &routes), []);
    // The rest began in week 0, so the compensation is over by the end of week 1, at 336: the rest that follows the
    // route that ends at 300 has time for it, the one that follows 400 has not: 79 hours too late.
    assert_eq!(long(&week_rules(1), &routes), [(2, 79)]);
}

#[test]
fn a_reduction_is_made_up_for_beside_a_daily_rest_too() {
    // 15 hours are owed from 140 on; 24 hours are 15 and 9, and no weekly rest.
    let routes = [(0, 140), (170, 200), (224, 290), (335, 400)];
    assert_eq!(long(&week_rules(1), &routes), []);
    let routes = [(0, 140), (170, 201), (224, 290), (335, 400)];
    assert_eq!(long(&week_rules(1), &routes), [(3, 79)]);
}

#[test]
fn two_successive_weekly_rests_are_not_both_reduced() {
    let routes = [(0, 140), (180, 320), (360, 500)];
    // Without a second reduced rest, the second week is still going on: 180 to 500 are 320 hours.
    assert_eq!(long(&week_rules(9), &routes), [(2, 176)]);
    let routes = [(0, 140), (180, 320), (365, 500), (540, 600)];
    assert_eq!(long(&week_rules(9), &routes), []);
}

#[test]
fn a_rest_shorter_than_a_reduced_one_ends_no_week() {
    // From 0 to 150 are six hours too many.
    assert_eq!(long(&week_rules(3), &[(0, 100), (123, 150)]), [(1, 6)]);
    assert_eq!(long(&week_rules(3), &[(0, 100), (124, 150)]), []);
}

/// All choices one by one: for each rest, which debts it pays, and what the remainder is.
fn least_excess(week: &WeekRules, routes: &[(i64, i64)]) -> i64 {
    fn go(
        week: &WeekRules,
        routes: &[(i64, i64)],
        at: usize,
        (week_at, was_reduced): (i64, bool),
        owed: &[(i64, i64)],
    ) -> i64 {
        let reduced = week.reduced.as_ref().unwrap();
        let now = routes[at].1;
        let mut over = now - week_at - week.span_seconds_max;
        let mut sum = now;
        for (seconds, by_at) in owed {
            sum += seconds;
            over = over.max(sum - by_at);
        }
        if at + 1 == routes.len() {
            return over;
        }
        if over > 0 {
            return i64::MAX;
        }
        let next_at = routes[at + 1].0;
        let mut best = i64::MAX;
        for paid in 0..1_usize << owed.len() {
            let (mut sum, mut in_time, mut left) = (0, true, Vec::new());
            for (position, debt) in owed.iter().enumerate() {
                if paid >> position & 1 == 1 {
                    sum += debt.0;
                    in_time &= now + sum <= debt.1;
                } else {
                    left.push(*debt);
                }
            }
            let rest = next_at - now - sum;
            if !in_time || paid > 0 && rest < reduced.compensated_rest_seconds {
                continue;
            }
            let mut on = |week_at: (i64, bool), owed: &[(i64, i64)]| {
                best = best.min(go(week, routes, at + 1, week_at, owed));
            };
            on((week_at, was_reduced), &left);
            if rest >= week.rest_seconds {
                on((next_at, false), &left);
            }
            if rest >= reduced.rest_seconds && rest < week.rest_seconds && !was_reduced {
                let its = reduced.weeks.iter().rev().find(|it| it.start_at <= now);
                left.push((week.rest_seconds - rest, its.unwrap().compensated_by_at));
                on((next_at, true), &left);
            }
        }
        best
    }
    go(week, routes, 0, (routes[0].0, false), &[])
}

/// Weeks of work that end with rests of about the lengths that matter.
fn drawn(random: &mut Random, count: usize) -> Vec<(i64, i64)> {
    let mut at = random.below(100);
    let mut routes = Vec::new();
    for _ in 0..count {
        let end_at = at + 1 + random.below(100);
        routes.push((at, end_at));
        let around = [9, 15, 24, 24, 30, 40, 45, 50, 60, 66, 70];
        let rest = around[usize::try_from(random.below(11)).unwrap()] + random.below(5) - 2;
        at = end_at + rest;
    }
    routes
}

#[test]
fn all_choices_together_equal_each_by_itself() {
    let mut random = Random::new(7);
    let (mut broken, mut kept) = (0, 0);
    for _ in 0..3_000 {
        let week = week_rules(random.below(4));
        let count = usize::try_from(2 + random.below(6)).unwrap();
        let routes = drawn(&mut random, count);
        let found = long(&week, &routes);
        let first = found.first().copied();
        let until = first.map_or(routes.len() - 1, |it| it.0);
        for at in 0..until {
            assert!(least_excess(&week, &routes[..=at]) <= 0, "{routes:?} until {at}");
        }
        let least = least_excess(&week, &routes[..=until]);
        assert_eq!(first.map_or(0, |it| it.1), least.max(0), "{routes:?} until {until}");
        (broken, kept) = if first.is_some() { (broken + 1, kept) } else { (broken, kept + 1) };
    }
    assert!(broken > 300 && kept > 300, "{broken} broken, {kept} kept");
}

#[test]
fn a_route_may_lie_exactly_where_the_check_allows_it() {
    let mut random = Random::new(11);
    let (mut some, mut stairs) = (0, 0);
    for _ in 0..1_000 {
        let week = week_rules(random.below(4));
        let reduced = week.reduced.as_ref().unwrap();
        let count = usize::try_from(2 + random.below(5)).unwrap();
        let routes = windows(&drawn(&mut random, count));
        let at = usize::try_from(random.below(i64::try_from(count).unwrap())).unwrap();
        let (before, after) = (&routes[..at], &routes[at + 1..]);
        let others_hold = |own: Option<Window>| {
            let mut pasts = Pasts::new(&week, reduced);
            let mut all = before.iter().copied().chain(own).chain(after.iter().copied());
            all.all(|it| pasts.add(it) <= 0)
        };
        if !others_hold(None) {
            continue;
        }
        // A shift between the other routes: a slope in it has fewer steps than the periods may have.
        let ended_at = before.last().map_or(0, |it| it.end_at);
        let starts_at = after.first().map_or(i64::MAX, |it| it.start_at);
        let start_at = ended_at.max(routes[at].start_at - random.below(20));
        let shift = Window { start_at, end_at: starts_at.min(start_at + random.below(70)) };
        let mut found = Vec::new();
        spans(&week, reduced, [before, after], shift, &mut found);
        // Where the shift reaches into another week, a period of that week does not say so.
        let is_one_week = start_at.div_euclid(WEEK) == shift.end_at.div_euclid(WEEK);
        for start_at in shift.start_at..=shift.end_at {
            for end_at in start_at..=shift.end_at {
                let own = Window { start_at, end_at };
                let may = found.iter().any(|it| it.start_at <= start_at && it.end_at >= end_at);
                let holds = others_hold(Some(own));
                let is_right = may == holds || may && !is_one_week;
                assert!(is_right, "{routes:?} {at} {own:?} {found:?}");
                some += u32::from(holds);
            }
        }
        stairs += u32::from(found.len() > 1);
    }
    assert!(some > 10_000 && stairs > 100, "{some} allowed, {stairs} with several periods");
}
