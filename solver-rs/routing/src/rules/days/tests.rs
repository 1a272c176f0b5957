//! Which days are too many, and what other routes leave.

use super::*;
use crate::evaluate::fixture::Fixture;
use crate::problem::{
    DrivingRules, ExtendedDays, Problem, ReducedRests, RestParts, UNLIMITED, WeekRules,
};
use crate::rules::standing::drawn::Plan;

/// Days of 100 and rests of 50, or of 120 and 30 once in a week; weekly rests of 200. Driving of 60, or of 70 once
/// in an ISO week. Shifts are 1,000 long and overlap, 100 apart.
fn problem(shift_count: u32) -> Problem {
    let mut fixture = Fixture::new(shift_count + 1);
    for place in 1..=shift_count {
        fixture.dropoff(place, &[]);
    }
    for at in 0..i64::from(shift_count) {
        fixture.shift(at * 100..at * 100 + 1_000);
    }
    let mut problem = fixture.problem;
    let vehicle = &mut problem.vehicles[0];
    vehicle.driving_rules = Some(DrivingRules {
        driving_seconds_max: UNLIMITED,
        break_seconds: 10,
        part_seconds: Vec::new(),
        working_seconds_max: UNLIMITED,
        day: Some(DayRules {
            driving_seconds_max: 60,
            span_seconds_max: 100,
            rest_seconds: 50,
            parts: None,
            reduced: Some(ReducedRests { rest_seconds: 30, count_max: 1 }),
            extended: Some(ExtendedDays { driving_seconds_max: 70, count_max: 1 }),
        }),
    });
    vehicle.shift_rest_seconds = 50;
    vehicle.reduces_shift_rest = true;
    vehicle.week = Some(WeekRules { rest_seconds: 200, span_seconds_max: 10_000, reduced: None });
    problem
}

const fn day(span_seconds: i64, driving_seconds: i64, rest_seconds: i64) -> Day {
    Day { span_seconds, driving_seconds, rest_seconds, has_part: false }
}

/// A plan with these routes: start, end, days; one per shift.
fn plan(problem: &Problem, routes: &[(i64, i64, &[Day])]) -> Plan {
    let visits: Vec<Vec<(u32, i64, i64)>> = (0..)
        .zip(routes)
        .map(|(at, route)| if route.2.is_empty() { vec![] } else { vec![(at, 0, 9)] })
        .collect();
    let mut plan = Plan::new(problem, &visits.iter().map(|it| &it[..]).collect::<Vec<_>>());
    for (route, &(start_at, end_at, days)) in plan.routes.iter_mut().zip(routes) {
        (route.span, route.days) = ((start_at, end_at), days.to_vec());
    }
    plan
}

fn excess(problem: &Problem, routes: &[(i64, i64, &[Day])]) -> Vec<(Code, u32, i64)> {
    let mut found = Vec::new();
    let plan = plan(problem, routes);
    let _ = check(plan.standing(problem), VehicleIdx(0), &mut |it| {
        found.push((it.code, it.shift.0, it.seconds));
        Continue(())
    });
    found
}

#[test]
fn a_rest_is_reduced_if_it_is_short_or_the_day_before_it_is_long() {
    let problem = problem(3);
    let short: &[Day] = &[day(80, 0, 0)];
    // 40 between the first two and 40 between the last two: the second is 10 too short.
    let routes = [(0, 80, short), (120, 200, short), (240, 320, short)];
    assert_eq!(excess(&problem, &routes), [(Code::ShiftRest, 2, 10)]);
    // After a rest of 200, another week begins.
    let routes = [(0, 80, short), (120, 200, short), (400, 480, short)];
    assert_eq!(excess(&problem, &routes), []);
    // A day of 110 counts, however long the rest after it is; another one is 10 too long.
    let long: &[Day] = &[day(110, 0, 0)];
    let routes = [(0, 110, long), (300, 380, short), (440, 550, long)];
    assert_eq!(excess(&problem, &routes), [(Code::DrivingRules, 2, 10)]);
    // A rest of 35 within the second route is 15 too short.
    let nights: &[Day] = &[day(80, 0, 35), day(80, 0, 0)];
    let routes = [(0, 110, long), (160, 355, nights), (405, 485, short)];
    assert_eq!(excess(&problem, &routes), [(Code::DrivingRules, 1, 15)]);
}

#[test]
fn days_with_more_driving_are_counted_in_the_iso_weeks_of_their_routes() {
    let mut problem = problem(3);
    for (shift, week) in problem.shifts.iter_mut().zip([1, 1, 2]) {
        shift.week = week;
    }
    let driven: &[Day] = &[day(80, 65, 0)];
    let routes = [(0, 80, driven), (200, 280, driven), (400, 480, driven)];
    assert_eq!(excess(&problem, &routes), [(Code::DrivingRules, 1, 5)]);
}

#[test]
fn other_routes_leave_a_period_for_each_allowance() {
    let problem = problem(3);
    let short: &[Day] = &[day(80, 0, 0)];
    let left = |routes: &[(i64, i64, &[Day])]| {
        let (plan, mut found) = (plan(&problem, routes), Vec::new());
        let always = Window { start_at: TIME_MIN, end_at: TIME_MAX };
        choices(plan.standing(&problem), ShiftIdx(1), &[always], &mut found);
        found.retain(|it| it.0.start_at <= it.0.end_at);
        let of = |it: &(Window, Allowance)| (it.0.start_at, it.0.end_at, it.1.reduced);
        found.iter().map(of).collect::<Vec<_>>()
    };
    // Alone, it has all.
    assert_eq!(left(&[(0, 0, &[]), (0, 0, &[]), (0, 0, &[])]), [(TIME_MIN, TIME_MAX, 1)]);
    // Shift 1 is from 100 to 1,100. Before a route that starts at 500: until 450 with everything, or until 470 with
    // a reduced rest after it, which is all there is.
    let before = left(&[(0, 0, &[]), (0, 0, &[]), (500, 580, short)]);
    assert_eq!(before, [(TIME_MIN, 450, 1), (TIME_MIN, 470, 0)]);
    // After a route that ends at 90 with a long day: from 120 on with nothing; from 290 on, in another week, with
    // everything.
    let long: &[Day] = &[day(110, 0, 0)];
    let after = left(&[(-20, 90, long), (0, 0, &[]), (0, 0, &[])]);
    assert_eq!(after, [(120, TIME_MAX, 0), (290, TIME_MAX, 1)]);
}

#[test]
fn a_rest_ends_a_day_and_may_go_on_at_the_next_stop() {
    let problem = problem(1);
    let rules = problem.vehicles[0].exceptional_days().unwrap();
    let event = |driving_seconds, working_seconds, rest_seconds| Event {
        driving_seconds,
        waiting_seconds: 0,
        working_seconds,
        rest_seconds,
    };
    let days = |events: &[Event]| {
        let mut days = Vec::new();
        of_events(rules, events.iter().copied(), &mut days);
        days
    };
    let work = event(10, 20, None);
    let found = days(&[work, event(5, 0, Some(25)), event(0, 0, Some(15)), work]);
    assert_eq!(found, [day(35, 15, 40), day(30, 10, 0)]);
    // Two rests of 25 with driving between them are breaks of one day.
    let found = days(&[work, event(5, 0, Some(25)), event(1, 0, Some(25)), work]);
    assert_eq!(found, [day(30 + 30 + 26 + 30, 26, 0)]);
}

/// The problem with rests in two parts, of 20 and of 30.
fn problem_in_parts(shift_count: u32) -> Problem {
    let mut problem = problem(shift_count);
    let rules = problem.vehicles[0].driving_rules.as_mut().unwrap();
    rules.day.as_mut().unwrap().parts = Some(RestParts { first: 20, second: 30 });
    problem
}

#[test]
fn a_day_with_the_first_part_of_its_rest_is_not_reduced() {
    let problem = problem_in_parts(3);
    let parted: &[Day] = &[Day { has_part: true, ..day(110, 0, 0) }];
    let short: &[Day] = &[day(80, 0, 0)];
    let routes = [(0, 110, parted), (140, 250, parted), (280, 360, short)];
    assert_eq!(excess(&problem, &routes), []);
    let routes = [(0, 110, parted), (140, 220, short), (250, 330, short), (360, 440, short)];
    assert_eq!(excess(&problem_in_parts(4), &routes), [(Code::ShiftRest, 3, 20)]);
}

#[test]
fn the_second_part_of_a_rest_may_lie_between_two_routes() {
    let mut problem = problem_in_parts(3);
    let rules = problem.vehicles[0].driving_rules.as_mut().unwrap();
    rules.day.as_mut().unwrap().reduced = None;
    let parted: &[Day] = &[Day { has_part: true, ..day(110, 0, 0) }];
    let short: &[Day] = &[day(80, 0, 0)];
    let left = |routes: &[(i64, i64, &[Day])]| {
        let (plan, mut found) = (plan(&problem, routes), Vec::new());
        let always = Window { start_at: TIME_MIN, end_at: TIME_MAX };
        choices(plan.standing(&problem), ShiftIdx(1), &[always], &mut found);
        let of = |it: &(Window, Allowance)| (it.0.start_at, it.0.end_at, it.1.owes_part);
        found.iter().map(of).collect::<Vec<_>>()
    };
    // Before a route that starts at 500: until 450, or until 470 with a first part.
    let before = left(&[(0, 0, &[]), (0, 0, &[]), (500, 580, short)]);
    assert_eq!(before, [(TIME_MIN, 450, false), (TIME_MIN, 470, true)]);
    // After a route that ends at 90: from 120 on if it has a first part, and otherwise from 140 on.
    assert_eq!(left(&[(-20, 90, parted), (0, 0, &[]), (0, 0, &[])]), [(120, TIME_MAX, false)]);
    assert_eq!(left(&[(10, 90, short), (0, 0, &[]), (0, 0, &[])]), [(140, TIME_MAX, false)]);
}

#[test]
fn days_of_a_written_route_know_the_first_parts_of_their_rests() {
    let problem = problem_in_parts(1);
    let rules = problem.vehicles[0].exceptional_days().unwrap();
    let parted = |events: &[(i64, Option<i64>)]| {
        let event = |&(working_seconds, rest_seconds): &(i64, Option<i64>)| Event {
            driving_seconds: 0,
            waiting_seconds: 0,
            working_seconds,
            rest_seconds,
        };
        let mut days = Vec::new();
        of_events(rules, events.iter().map(event), &mut days);
        days.iter().map(|it| (it.span_seconds, it.has_part, it.rest_seconds)).collect::<Vec<_>>()
    };
    let (work, rest) = ((40, None), |seconds| (0, Some(seconds)));
    assert_eq!(parted(&[work, rest(20), work, rest(30), work]), [(100, true, 30), (40, false, 0)]);
    // One rest of 20 + 30 is no rest in two parts, and neither is one that is the end of the route.
    assert_eq!(parted(&[work, rest(20), rest(30), work]), [(40, false, 50), (40, false, 0)]);
    assert_eq!(parted(&[work, rest(20)]), [(40, false, 0)]);
}
