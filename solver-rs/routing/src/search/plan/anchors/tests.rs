//! Tests of the estimates at anchors against the evaluator.

use super::*;
use crate::evaluate::{Evaluator, Step};
use crate::instance::Instance;
use crate::problem::{Break, Problem, ShiftIdx, StopKind, Window};
use crate::rules::Code;
use crate::search::plan::margins::{Position, step_times};
use crate::search::random::Random;

/// A shift from place 0 with a break of 100 s between 200 and 400; stops at places 1 and 3, the latter from 600 on,
/// and a stop at place 2 to be inserted. Places are a minute apart.
fn problem() -> (Problem, Vec<Step>) {
    let mut fixture = crate::evaluate::fixture::Fixture::new(4);
    let window = Window { start_at: 200, end_at: 400 };
    fixture.shift(0..10_000).breaks.push(Break::new(100, vec![window], None));
    let steps = [1, 3, 2].map(|place| fixture.order(&[(StopKind::Dropoff, place, 0)])[0]);
    fixture.option(steps[1]).windows = vec![Window { start_at: 600, end_at: 700 }];
    fixture.option(steps[2]).service_seconds = 30;
    (fixture.problem, steps.to_vec())
}

fn at(place: u32) -> Position {
    Position { place, ..Position::default() }
}

fn anchors_of(problem: &Problem, route: &[Step]) -> Vec<Anchor> {
    let instance = Instance::new(problem);
    let mut evaluator = Evaluator::new(problem);
    assert_eq!(evaluator.evaluate(ShiftIdx(0), route, &[]).broken, None);
    let times = |at: usize| step_times(&instance, ShiftIdx(0), route[at]);
    let none: Option<fn(usize, i64) -> f64> = None;
    let mut anchors = Vec::new();
    set(&mut anchors, &problem.shifts[0], &evaluator.timing(), times, none);
    anchors
}

/// Returns the positions of a route from and to place 0.
fn positions_of(instance: &Instance<'_>, route: &[Step]) -> Vec<Position> {
    let places = route.iter().map(|it| step_times(instance, ShiftIdx(0), *it).place);
    [0].into_iter().chain(places).chain([0]).map(at).collect()
}

fn detour_of(problem: &Problem, route: &[Step], put_in: Step, after: usize) -> Detour {
    let instance = Instance::new(problem);
    let stop = step_times(&instance, ShiftIdx(0), put_in);
    let legs = Legs { travel: &instance.travel, table: TravelIdx(0) };
    detour(&anchors_of(problem, route), &positions_of(&instance, route), after, &[stop], legs)
}

#[test]
fn a_stop_on_the_way_takes_the_time_of_its_service() {
    let (problem, steps) = problem();
    // The window at 600 causes no waiting, because the route starts as late as possible.
    let detour = detour_of(&problem, &steps[..2], steps[2], 1);
    assert_eq!((detour.duration_seconds, detour.late_seconds), (30, 0));
}

#[test]
fn estimates_agree_with_the_evaluator_if_only_the_gap_changes() {
    let (problem, steps) = problem();
    let mut evaluator = Evaluator::new(&problem);
    let before = evaluator.evaluate(ShiftIdx(0), &steps[..2], &[]).duration_seconds;
    for after in 0..=2 {
        let mut route = steps[..2].to_vec();
        route.insert(after, steps[2]);
        let found = evaluator.evaluate(ShiftIdx(0), &route, &[]);
        let detour = detour_of(&problem, &steps[..2], steps[2], after);
        assert_eq!(found.broken.is_none(), detour.late_seconds == 0, "after {after}");
        if found.broken.is_none() {
            let added = found.duration_seconds - before;
            assert_eq!(added, detour.duration_seconds, "after {after}");
        }
    }
}

#[test]
fn the_least_detour_is_the_one_without_traffic_and_never_above_it() {
    let (problem, steps) = problem();
    let instance = Instance::new(&problem);
    let anchors = anchors_of(&problem, &steps[..2]);
    let stop = step_times(&instance, ShiftIdx(0), steps[2]);
    let route = [0, 1, 3, 0];
    for after in 0..=2 {
        let [from, to] = [route[after], route[after + 1]];
        let seconds = |from: u32, to: u32| {
            instance.travel.arrival_at(TravelIdx(0), PlaceIdx(from), PlaceIdx(to), 0)
        };
        let [there, on] = [seconds(from, 2), seconds(2, to)].map(|it| it.expect("a road"));
        let exact = detour_of(&problem, &steps[..2], steps[2], after);
        assert_eq!(least_detour(&anchors, from, after, &[(stop, there)], on), exact);
        let half = least_detour(&anchors, from, after, &[(stop, there / 2)], on / 2);
        assert!(half.duration_seconds <= exact.duration_seconds, "after {after}");
        assert!(half.late_seconds <= exact.late_seconds, "after {after}");
    }
}

/// Returns a route of three stops and two more stops to be inserted; legs take up to two minutes longer from 300 to
/// 3,000.
fn in_traffic(random: &mut Random) -> (Problem, Vec<Step>) {
    let mut fixture = crate::evaluate::fixture::Fixture::new(6);
    fixture.shift(0..20_000);
    let steps: Vec<Step> =
        (1..=5).map(|place| fixture.order(&[(StopKind::Dropoff, place, 0)])[0]).collect();
    for step in &steps {
        let opens_at = 60 * i64::try_from(random.below(30)).unwrap();
        let closes_at = opens_at + 60 * i64::try_from(30 + random.below(60)).unwrap();
        let option = fixture.option(*step);
        option.service_seconds = i64::try_from(random.below(120)).unwrap();
        option.windows = vec![Window { start_at: opens_at, end_at: closes_at }];
    }
    let mut problem = fixture.problem;
    problem.traffic.weekday = vec![(0, 0), (300, 1), (3_000, 0)];
    let table = &mut problem.travel[0];
    table.lane_count = 2;
    let mut lanes = |seconds: &i32| {
        let more = i32::try_from(random.below(120)).unwrap();
        if *seconds == 0 { [0, 0] } else { [*seconds, seconds + more] }
    };
    table.travel_seconds = table.travel_seconds.iter().flat_map(&mut lanes).collect();
    (problem, steps)
}

#[test]
fn least_detours_bound_detours_in_traffic() {
    let random = &mut Random::new(7);
    let mut shorter = 0;
    for _ in 0..500 {
        let (problem, steps) = in_traffic(random);
        let route = &steps[..3];
        if Evaluator::new(&problem).evaluate(ShiftIdx(0), route, &[]).broken.is_some() {
            continue;
        }
        let instance = Instance::new(&problem);
        let anchors = anchors_of(&problem, route);
        let times = |it: &Step| step_times(&instance, ShiftIdx(0), *it);
        let positions = positions_of(&instance, route);
        let legs = Legs { travel: &instance.travel, table: TravelIdx(0) };
        for (after, count) in (0..=3).flat_map(|after| [(after, 1), (after, 2)]) {
            let path: Vec<StepTimes> = steps[3..3 + count].iter().map(times).collect();
            let all = detour(&anchors, &positions, after, &path, legs);
            let [from, to] = [after, after + 1].map(|it| positions[it].place);
            let seconds = |from: u32, to: u32| {
                let [from, to] = [from, to].map(|it| instance.row(it));
                instance.leg_seconds(0, from, to)
            };
            let mut last = from;
            let path: Vec<(StepTimes, i64)> = path
                .iter()
                .map(|it| (*it, seconds(std::mem::replace(&mut last, it.place), it.place)))
                .collect();
            let least = least_detour(&anchors, from, after, &path, seconds(last, to));
            assert!(least.duration_seconds <= all.duration_seconds, "{least:?} {all:?}");
            assert!(least.end_delay_seconds <= all.end_delay_seconds, "{least:?} {all:?}");
            assert!(least.late_seconds <= all.late_seconds, "{least:?} {all:?}");
            shorter += usize::from(least != all);
        }
    }
    assert!(shorter > 100, "{shorter}");
}

#[test]
fn a_stop_in_an_unused_shift_costs_the_way_there_and_back() {
    let (mut problem, steps) = problem();
    problem.shifts[0].breaks.clear();
    let instance = Instance::new(&problem);
    let mut anchors = Vec::new();
    set_unused(&mut anchors, &problem.shifts[0]);
    let legs = Legs { travel: &instance.travel, table: TravelIdx(0) };
    let stop = step_times(&instance, ShiftIdx(0), steps[1]);
    let detour = detour(&anchors, &[0, 0].map(at), 0, &[stop], legs);
    // Three minutes each way, and no waiting because the start is late enough.
    assert_eq!((detour.duration_seconds, detour.late_seconds), (360, 0));
}

/// Returns a shift without breaks; a ride from place 1 to place 3, two minutes, that may take `ride_seconds_max`, and a
/// stop at place 2.
fn ride(ride_seconds_max: i64, service_seconds: i64) -> (Problem, Vec<Step>) {
    let mut fixture = crate::evaluate::fixture::Fixture::new(4);
    fixture.shift(0..10_000);
    let mut steps = fixture.order(&[(StopKind::Pickup, 1, 1), (StopKind::Dropoff, 3, 1)]);
    fixture.order_of(steps[0]).ride_seconds_max = ride_seconds_max;
    steps.extend(fixture.order(&[(StopKind::Dropoff, 2, 0)]));
    fixture.option(steps[2]).service_seconds = service_seconds;
    (fixture.problem, steps)
}

#[test]
fn a_stop_on_a_ride_makes_it_too_long_by_what_its_slack_does_not_cover() {
    for (ride_seconds_max, too_long_seconds) in [(150, 0), (140, 10)] {
        let (problem, steps) = ride(ride_seconds_max, 30);
        let detour = detour_of(&problem, &steps[..2], steps[2], 1);
        assert_eq!(detour.late_seconds, too_long_seconds);
        let found =
            Evaluator::new(&problem).evaluate(ShiftIdx(0), &[steps[0], steps[2], steps[1]], &[]);
        let broken = (too_long_seconds > 0).then_some((Code::RideDuration, too_long_seconds));
        assert_eq!(found.broken, broken);
        // Before and after the ride, the same stop does not matter to it.
        for after in [0, 2] {
            assert_eq!(detour_of(&problem, &steps[..2], steps[2], after).late_seconds, 0);
        }
    }
}

#[test]
fn waiting_on_a_ride_makes_room_for_a_stop() {
    let (mut problem, steps) = ride(700, 30);
    // The vehicle leaves place 1 by 60, and waits at place 2 from 120 to 600.
    let Step::Stop(_, pickup) = steps[0] else { panic!("a stop") };
    problem.options[pickup.at()].windows = vec![Window { start_at: 0, end_at: 60 }];
    let Step::Stop(_, waits) = steps[2] else { panic!("a stop") };
    problem.options[waits.at()].windows = vec![Window { start_at: 600, end_at: 700 }];
    let route = [steps[0], steps[2], steps[1]];
    let anchors = anchors_of(&problem, &route);
    // The ride takes 630 seconds, of which 480 are waiting.
    assert_eq!(anchors[1].ride_slack, 70 + 480);
    assert_eq!(anchors[2].ride_slack, 70);
    assert_eq!(anchors[3].ride_slack, UNLIMITED);
}

#[test]
fn a_new_ride_counts_the_stops_on_its_way() {
    for (ride_seconds_max, too_long_seconds) in [(150, 0), (140, 10)] {
        let (problem, steps) = ride(ride_seconds_max, 30);
        let instance = Instance::new(&problem);
        let anchors = anchors_of(&problem, &steps[2..]);
        let [first, second] = [0, 1].map(|it| step_times(&instance, ShiftIdx(0), steps[it]));
        let legs = Legs { travel: &instance.travel, table: TravelIdx(0) };
        let positions = [0, 2, 0].map(at);
        let carried = Carried::start(&anchors, &positions, 0, &first, ride_seconds_max, legs);
        assert_eq!(carried.detour(&second).late_seconds, too_long_seconds);
    }
}

#[test]
fn what_a_new_ride_delays_from_its_pickup_on_is_not_longer() {
    let mut fixture = crate::evaluate::fixture::Fixture::new(6);
    fixture.shift(0..10_000);
    let old = fixture.order(&[(StopKind::Pickup, 2, 1), (StopKind::Dropoff, 4, 1)]);
    fixture.order_of(old[0]).ride_seconds_max = 150;
    let new = fixture.order(&[(StopKind::Pickup, 1, 1), (StopKind::Dropoff, 3, 1)]);
    fixture.option(new[0]).service_seconds = 600;
    for (service_seconds, too_long_seconds) in [(30, 0), (40, 10)] {
        fixture.option(new[1]).service_seconds = service_seconds;
        let problem = &fixture.problem;
        let instance = Instance::new(problem);
        let anchors = anchors_of(problem, &old);
        let [first, second] = [0, 1].map(|it| step_times(&instance, ShiftIdx(0), new[it]));
        let legs = Legs { travel: &instance.travel, table: TravelIdx(0) };
        let positions = [0, 2, 4, 0].map(at);
        let mut carried = Carried::start(&anchors, &positions, 0, &first, UNLIMITED, legs);
        carried.pass_until(1);
        assert_eq!(carried.detour(&second).late_seconds, too_long_seconds);
        let found = fixture.broken(&[new[0], old[0], new[1], old[1]]);
        assert_eq!(found.map_or(0, |it| it.1), too_long_seconds);
    }
}
