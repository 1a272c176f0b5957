//! Tests of the spacing of periodic visits.

use super::*;
use crate::evaluate::fixture::Fixture;
pub(super) use crate::evaluate::fixture::visit_rules as rules;
use crate::problem::{VehicleIdx, Visit, Window};
use crate::rules::standing::drawn::Plan;

pub(super) const NOON: i64 = 12 * 3_600;
/// 1970-01-05, a Monday, is day 4.
pub(super) const MONDAY: i64 = 4;

/// An order of three visits, and two vehicles with one shift each.
pub(super) fn problem(rules: VisitRules) -> Problem {
    let mut fixture = Fixture::new(2);
    for _ in 0..3 {
        fixture.dropoff(1, &[]);
    }
    fixture.shift(0..DAY_SECONDS);
    let mut problem = fixture.problem;
    for (number, visit) in (1..).zip(&mut problem.visits) {
        *visit = Visit { order: OrderIdx(0), number, ..visit.clone() };
    }
    problem.orders.truncate(1);
    problem.orders[0].visits = 0..3;
    problem.orders[0].rules = Some(rules);
    let other = problem.vehicles[0].clone();
    problem.vehicles.push(crate::problem::Vehicle { shifts: 1..2, ..other });
    let shift = problem.shifts[0].clone();
    problem.shifts.push(crate::problem::Shift { vehicle: VehicleIdx(1), ..shift });
    problem
}

/// Visit, day, second and shift of a visit that is made.
pub(super) type At = (u32, i64, i64, usize);

fn found(problem: &Problem, visits: &[At], is_final: bool) -> Vec<(u32, Option<i64>)> {
    let plan = plan(problem, visits);
    let mut found = Vec::new();
    let _ = check(plan.standing(problem), OrderIdx(0), is_final, &mut |it| {
        found.push((it.visits[1].0, it.amount));
        Continue(())
    });
    found
}

pub(super) fn plan(problem: &Problem, visits: &[At]) -> Plan {
    let on = |shift: usize| -> Vec<(u32, i64, i64)> {
        let own = visits.iter().filter(|it| it.3 == shift);
        own.map(|it| (it.0, it.1 * DAY_SECONDS + it.2, it.1 * DAY_SECONDS + it.2 + 60)).collect()
    };
    Plan::new(problem, &[&on(0), &on(1)])
}

#[test]
fn all_visits_together_fall_on_so_many_weekdays() {
    let rules = VisitRules { weekday_count_max: 1, ..rules() };
    let problem = problem(rules);
    let monday = MONDAY * DAY_SECONDS + NOON;
    let keeps = |days: [i64; 2]| {
        let made: Vec<_> =
            (0_u32..).zip(days).map(|(it, day)| (it, monday + day * DAY_SECONDS, 0)).collect();
        let plan = Plan::new(&problem, &[&made, &[]]);
        check(plan.standing(&problem), OrderIdx(0), false, &mut |_| Break(())).is_continue()
    };
    assert!(keeps([0, 7]) && keeps([2, 16]));
    assert!(!keeps([0, 8]) && !keeps([1, 2]));
}

#[test]
fn days_between_visits_are_neither_too_few_nor_too_many() {
    let problem = problem(VisitRules { days_between_min: 2, days_between_max: 4, ..rules() });
    let days = |days: [i64; 3]| {
        let visits = [0, 1, 2].map(|it| (it, MONDAY + days[it as usize], NOON, 0));
        found(&problem, &visits, true)
    };
    assert_eq!(days([0, 2, 6]), []);
    assert_eq!(days([0, 1, 5]), [(1, Some(1))]);
    assert_eq!(days([0, 2, 8]), [(2, Some(2))]);
    // Nothing is required between the first and the third visit while the second is absent.
    let skipped = [(0, MONDAY, NOON, 0), (2, MONDAY + 9, NOON, 0)];
    assert_eq!(found(&problem, &skipped, true), []);
}

#[test]
fn both_visits_and_the_limit_that_they_break_are_reported() {
    let rules = VisitRules { time_of_day_tolerance_seconds: 600, ..rules() };
    let problem = problem(VisitRules { days_between_min: 2, ..rules });
    let visits = [(0, MONDAY, NOON + 900, 0), (1, MONDAY + 1, NOON, 0)];
    let mut found = Vec::new();
    let _ = check(plan(&problem, &visits).standing(&problem), OrderIdx(0), false, &mut |it| {
        found.push((it.limit, it.visits.map(|it| it.0)));
        Continue(())
    });
    let days = (Some(Limit::MinDaysBetween), [0, 1]);
    assert_eq!(found, [days, (Some(Limit::SameTimeTolerance), [1, 0])]);
}

#[test]
fn the_weekdays_of_a_week_are_of_one_pattern() {
    // Monday and Thursday, or Tuesday and Friday.
    let day_patterns = vec![0b0_0001 | 0b0_1000, 0b0_0010 | 0b1_0000];
    let problem = problem(VisitRules { day_patterns, ..rules() });
    let at = |days: &[i64]| -> Vec<At> {
        (0..).zip(days).map(|(it, day)| (it, MONDAY + day, NOON, 0)).collect()
    };
    assert_eq!(found(&problem, &at(&[0, 3]), true), []);
    assert_eq!(found(&problem, &at(&[0, 8]), true), [], "each week has its own pattern");
    assert_eq!(found(&problem, &at(&[0, 4]), true), [(0, None)]);
}

#[test]
fn weekdays_and_patterns_are_different_rules() {
    const NONE: [bool; 2] = [false; 2];
    let tuesday = 0b10;
    let limits = |weekdays: u8, day_patterns: Vec<u8>, days: [i64; 2], begun: [bool; 2]| {
        let mut problem = problem(VisitRules { weekdays, day_patterns, ..rules() });
        problem.period = Window { start_at: 0, end_at: 40 * DAY_SECONDS };
        for (visit, has_begun) in problem.visits.iter_mut().zip(begun) {
            visit.span = if has_begun { Window::ALWAYS } else { problem.period };
        }
        let visits = [(0, MONDAY + days[0], NOON, 0), (1, MONDAY + days[1], NOON, 0)];
        let mut found = Vec::new();
        let plan = plan(&problem, &visits);
        let _ = check(plan.standing(&problem), OrderIdx(0), false, &mut |it| {
            found.push((it.visits[1].0, it.limit.unwrap()));
            Continue(())
        });
        found
    };
    // A pattern does not allow a weekday that the order does not name.
    let patterns = vec![0b100_0000, 0b110];
    assert_eq!(limits(tuesday, patterns.clone(), [1, 2], NONE), [(1, Limit::Weekdays)]);
    assert_eq!(limits(0b111_1111, patterns.clone(), [1, 2], NONE), []);
    assert_eq!(limits(0b111_1111, patterns, [1, 3], NONE), [(0, Limit::DayPatterns)]);
    assert_eq!(
        limits(tuesday, vec![tuesday], [1, 4], NONE),
        [(1, Limit::Weekdays), (0, Limit::DayPatterns)]
    );
    // A visit that has begun may be on any weekday.
    assert_eq!(limits(tuesday, Vec::new(), [1, 2], [false, true]), []);
}

#[test]
fn one_vehicle_comes_and_at_one_time_of_day() {
    let required = VisitRules { same_vehicle: SameVehicle::Required, ..rules() };
    let problem_of = problem;
    let problem = problem_of(required);
    let visits = [(0, MONDAY, NOON, 0), (1, MONDAY + 1, NOON, 1)];
    assert_eq!(found(&problem, &visits, true), [(1, None)]);
    let problem = problem_of(VisitRules { time_of_day_tolerance_seconds: 600, ..rules() });
    let visits = [(0, MONDAY, NOON + 900, 0), (1, MONDAY + 1, NOON, 0)];
    assert_eq!(found(&problem, &visits, true), [(0, Some(300))]);
}

#[test]
fn a_visit_lies_in_the_week_that_owes_it_and_none_is_left_out() {
    let mut problem = problem(VisitRules { partial: false, ..rules() });
    problem.period = Window { start_at: 0, end_at: 40 * DAY_SECONDS };
    let week = |of: i64| Window {
        start_at: (MONDAY + 7 * of) * DAY_SECONDS,
        end_at: (MONDAY + 7 * of + 7) * DAY_SECONDS - 1,
    };
    for (of, visit) in (0..).zip(&mut problem.visits) {
        visit.span = week(of);
    }
    let all = [0, 1, 2].map(|it| (it, MONDAY + 7 * i64::from(it), NOON, 0));
    assert_eq!(found(&problem, &all, true), []);
    let late = [all[0], (1, MONDAY + 15, NOON, 0), (2, MONDAY + 16, NOON, 0)];
    assert_eq!(found(&problem, &late, true), [(1, None)]);
    assert_eq!(found(&problem, &all[..2], true), [(0, None)]);
    assert_eq!(found(&problem, &all[..2], false), []);
}

#[test]
fn the_search_has_visits_in_the_order_of_their_numbers() {
    let problem = problem(rules());
    let turned = plan(&problem, &[(0, MONDAY + 1, NOON, 0), (1, MONDAY, NOON, 0)]);
    assert!(!keeps(turned.standing(&problem), OrderIdx(0), &mut Vec::new()));
    assert!(check(turned.standing(&problem), OrderIdx(0), true, &mut |_| Break(())).is_continue());
}

#[test]
fn times_of_a_visit_are_narrowed_to_its_week_and_weekdays() {
    let day =
        |day: i64| Window { start_at: day * DAY_SECONDS, end_at: (day + 1) * DAY_SECONDS - 1 };
    let mut problem = problem(VisitRules { days: vec![day(0), day(1), day(3)], ..rules() });
    problem.shifts[0].latest_end_at = 3 * DAY_SECONDS - 1;
    problem.visits[0].span = Window { start_at: DAY_SECONDS, end_at: 7 * DAY_SECONDS - 1 };
    let narrowed = |openings: &[Window]| {
        let mut openings = openings.to_vec();
        keep_days(&problem, VisitIdx(0), ShiftIdx(0), &mut openings);
        openings
    };
    // Day 0 is before the week, and the shift ends before day 3.
    assert_eq!(narrowed(&[]), [day(1)]);
    let until_noon = Window { end_at: DAY_SECONDS + NOON, ..day(0) };
    assert_eq!(narrowed(&[until_noon]), [Window { start_at: DAY_SECONDS, ..until_noon }]);
    assert_eq!(narrowed(&[day(2)]), [day(2)], "no time is left");
}
