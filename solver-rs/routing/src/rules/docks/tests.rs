//! Docks: which vehicle has to wait, what has begun, and gaps compared with counting second by second.

use std::ops::ControlFlow::Continue;

use super::*;
use crate::evaluate::fixture::{Fixture, Random};
use crate::instance::docks_bind;
use crate::rules::standing::drawn::Plan;

const PLACE: PlaceIdx = PlaceIdx(1);

/// A shift for each of these vehicles, and a place with docks.
fn problem(shift_count: u32, docks: u32) -> Problem {
    let mut fixture = Fixture::new(3);
    for _ in 0..shift_count {
        fixture.dropoff(PLACE.0, &[]);
        fixture.shift(0..10_000);
    }
    fixture.problem.places[PLACE.at()].docks = Some(docks);
    fixture.problem
}

fn docked(start_at: i64, end_at: i64) -> Docked {
    Docked { place: PLACE, stop: 1, at: At::Step, start_at, end_at, is_held: false }
}

/// A plan with one route per shift, which uses these docks.
fn plan(problem: &Problem, taken: &[Vec<Docked>]) -> Plan {
    let shifts: Vec<&[(u32, i64, i64)]> = taken.iter().map(|_| &[][..]).collect();
    let mut plan = Plan::new(problem, &shifts);
    for (route, docked) in plan.routes.iter_mut().zip(taken) {
        route.docked.clone_from(docked);
    }
    plan
}

fn crowds_of(problem: &Problem, plan: &Plan, own: Option<u32>) -> Vec<(u32, i64, i64)> {
    let mut found = Vec::new();
    let _ = check(plan.standing(problem), own.map(ShiftIdx), &mut |it| {
        found.push((it.shift.0, it.docked.start_at, it.seconds));
        Continue(())
    });
    found
}

fn gaps_of(problem: &Problem, plan: &Plan, shift: u32) -> Vec<(i64, i64)> {
    let (mut events, mut found) = (Vec::new(), Vec::new());
    gaps(plan.standing(problem), ShiftIdx(shift), PLACE, &mut events, &mut found);
    found.iter().map(|it| (it.start_at, it.end_at)).collect()
}

#[test]
fn a_vehicle_that_finds_all_docks_taken_would_wait_until_one_is_free() {
    let problem = problem(3, 2);
    let taken = [vec![docked(0, 100)], vec![docked(50, 200)], vec![docked(60, 90)]];
    let plan = plan(&problem, &taken);
    // Two vehicles are there at 60; the first to leave does so at 100.
    assert_eq!(crowds_of(&problem, &plan, None), [(2, 60, 40)]);
    assert_eq!(crowds_of(&problem, &plan, Some(0)), [(2, 60, 40)]);
    // Free except from 50 to 100, when both others are there.
    assert_eq!(gaps_of(&problem, &plan, 2), [(TIME_MIN, 50), (100, TIME_MAX)]);
}

#[test]
fn a_vehicle_that_leaves_when_another_comes_does_not_meet_it() {
    let problem = problem(2, 1);
    let plan = plan(&problem, &[vec![docked(0, 100), docked(200, 300)], vec![docked(100, 200)]]);
    assert_eq!(crowds_of(&problem, &plan, None), []);
    assert_eq!(gaps_of(&problem, &plan, 1), [(TIME_MIN, 0), (100, 200), (300, TIME_MAX)]);
    assert_eq!(gaps_of(&problem, &plan, 0), [(TIME_MIN, 100), (200, TIME_MAX)]);
}

#[test]
fn a_dock_that_is_taken_as_soon_as_it_is_left_is_not_free() {
    let problem = problem(4, 1);
    let taken = [
        vec![docked(0, 100), docked(160, 200)],
        vec![docked(100, 150)],
        vec![docked(10, 30)],
        vec![],
    ];
    // Taken until 150 by two that follow each other, and free for ten seconds then.
    let plan = plan(&problem, &taken);
    assert_eq!(crowds_of(&problem, &plan, None), [(2, 10, 140)]);
}

#[test]
fn begun_stops_are_not_judged() {
    let problem = problem(3, 1);
    let held = |start_at, end_at| Docked { is_held: true, ..docked(start_at, end_at) };
    let begun = plan(&problem, &[vec![held(0, 100)], vec![held(50, 150)], vec![]]);
    assert_eq!(crowds_of(&problem, &begun, None), []);
    // A vehicle that can still come at another time must do so, even if it was there first.
    let mixed = plan(&problem, &[vec![docked(0, 100)], vec![held(50, 150)], vec![]]);
    assert_eq!(crowds_of(&problem, &mixed, None), [(0, 0, 150)]);
}

#[test]
fn docks_bind_only_where_more_vehicles_can_come_than_there_are_docks_and_take_time_there() {
    let mut some = problem(2, 1);
    assert!(!docks_bind(&some), "nobody takes any time");
    some.places[PLACE.at()].setup_seconds = 1;
    assert!(docks_bind(&some));
    some.places[PLACE.at()].docks = Some(2);
    assert!(!docks_bind(&some), "each has its own");
    some.places[0].docks = Some(1);
    assert!(!docks_bind(&some), "nobody loads at the start");
    some.vehicles[0].loading.seconds = 60;
    assert!(docks_bind(&some));
}

#[test]
fn gaps_and_conflicts_agree_with_counting_second_by_second() {
    const SECONDS: i64 = 40;
    let mut random = Random::new(1);
    for _ in 0..500 {
        let docks = u32::try_from(1 + random.below(3)).unwrap();
        let shift_count = u32::try_from(2 + random.below(4)).unwrap();
        let problem = problem(shift_count, docks);
        let draw = |random: &mut Random| {
            let mut at = random.below(10);
            let mut own = Vec::new();
            while at < SECONDS - 10 {
                let end_at = at + 1 + random.below(9);
                own.push(docked(at, end_at));
                at = end_at + random.below(10);
            }
            own
        };
        let taken: Vec<Vec<Docked>> = (0..shift_count).map(|_| draw(&mut random)).collect();
        let plan = plan(&problem, &taken);
        let count = |but: Option<u32>, second: i64| {
            let routes = (0..).zip(&taken).filter(|it| Some(it.0) != but);
            let there = routes.flat_map(|it| it.1).filter(|it| it.start_at <= second);
            u32::try_from(there.filter(|it| it.end_at > second).count()).unwrap()
        };
        let is_crowded = (0..SECONDS).any(|it| count(None, it) > docks);
        assert_eq!(crowds_of(&problem, &plan, None).is_empty(), !is_crowded, "{taken:?}");
        let gaps = gaps_of(&problem, &plan, 0);
        for second in 0..SECONDS {
            let is_free = gaps.iter().any(|it| it.0 <= second && second < it.1);
            assert_eq!(is_free, count(Some(0), second) < docks, "{second} of {taken:?}");
        }
    }
}
