//! Random tiny routes compared with the naive twin, and every schedule checked for consistency.

use super::oracle::least_cost;
use super::*;
use crate::evaluate::Effort;
use crate::evaluate::fixture::{Random, windows_of};
use crate::problem::{Break, DrivingRules, PlaceIdx, SoftBreak, SoftWindow, Window};
use crate::solution::{Route, StopRole, TimedStop};

/// The features that the instances of a family may have.
#[derive(Clone, Copy, Debug, Default)]
struct Family {
    several_windows: bool,
    soft_windows: bool,
    breaks: i64,
    soft_breaks: i64,
    placed: bool,
    rules: bool,
}

const HORIZON: i64 = 40;

fn windows(random: &mut Random, count: i64) -> Vec<Window> {
    let mut from = 0;
    let mut windows = Vec::new();
    for _ in 0..count {
        let start = from + random.below(HORIZON / count);
        let end = start + random.below(HORIZON / 4);
        windows.push((start, end));
        from = end + 2;
    }
    windows_of(&windows)
}

fn instance(random: &mut Random, family: Family) -> (Fixture, Vec<Step>) {
    let places = 4;
    let mut fixture = Fixture::new(places);
    let table = &mut fixture.problem.travel[0];
    for (pair, seconds) in table.travel_seconds.iter_mut().enumerate() {
        *seconds = if pair.is_multiple_of(5) { 0 } else { random.below_i32(7) };
    }
    for place in &mut fixture.problem.places {
        place.setup_seconds = random.below(3) / 2;
    }
    let costs = &mut fixture.problem.vehicles[0].costs;
    // If waiting had a cost, the twin would call it a rest.
    let waiting_rate = if family.rules { 1 } else { 3 };
    costs.per_waiting_hour = random.below(waiting_rate) as f64 * 1_800.0;
    costs.per_overtime_hour = random.below(2) as f64 * 3_600.0;
    if random.below(4) == 0 {
        fixture.problem.vehicles[0].limits.duration_seconds = 10 + random.below(20);
    }
    if family.rules {
        let parts = if random.below(2) == 0 { vec![1, 2] } else { Vec::new() };
        fixture.problem.vehicles[0].driving_rules = Some(DrivingRules {
            driving_seconds_max: 4 + random.below(6),
            break_seconds: 3,
            part_seconds: parts,
            working_seconds_max: crate::problem::UNLIMITED,
            day: None,
        });
    }
    let shift = fixture.shift(random.below(4)..HORIZON - 5);
    shift.latest_end_at = HORIZON;
    shift.start_place = shift.start_place.filter(|_| random.below(4) > 0);
    shift.end_place = shift.end_place.filter(|_| random.below(4) > 0);
    let rest = |random: &mut Random| {
        let count = random.below(4).min(2);
        let place = PlaceIdx(u32::try_from(random.below(4)).unwrap());
        let seconds = 1 + random.below(4);
        let own = if count == 0 { Vec::new() } else { windows(random, count) };
        Break::new(seconds, own, (family.placed && random.below(2) == 0).then_some(place))
    };
    for _ in 0..family.breaks {
        shift.breaks.push(rest(random));
    }
    for _ in 0..family.soft_breaks {
        let rest = rest(random);
        let cost_per_hour_late = random.below(3) as f64 * 3_600.0;
        let skip_cost = random.below(8) as f64;
        shift.soft_breaks.push(SoftBreak { rest, cost_per_hour_late, skip_cost });
    }
    let steps: Vec<Step> = (0..1 + random.below(3))
        .map(|_| fixture.dropoff(u32::try_from(random.below(4)).unwrap(), &[]))
        .collect();
    for &step in &steps {
        let option = fixture.option(step);
        option.service_seconds = random.below(4);
        let count = if family.several_windows { 1 + random.below(3) } else { 1 };
        option.windows = windows(random, count);
        if random.below(3) == 0 {
            option.windows = vec![Window::ALWAYS];
        }
        if family.soft_windows && random.below(2) == 0 {
            let of = |window| SoftWindow {
                window,
                cost_per_hour_early: random_rate(window.start_at),
                cost_per_hour_late: random_rate(window.end_at),
            };
            let count = 1 + random.below(2);
            option.soft_windows = windows(random, count).into_iter().map(of).collect();
        }
    }
    (fixture, steps)
}

/// 0, 1,800, 3,600 or 7,200, pseudo-randomly by the window.
fn random_rate(at: i64) -> f64 {
    [0.0, 1_800.0, 3_600.0, 7_200.0][usize::try_from(at % 4).unwrap()]
}

/// How often the evaluator finds no schedule although there is one, how often it finds a more expensive one, and by how
/// much in all.
fn against_the_twin(family: Family, count: u64, seed: u64) -> (u64, u64, f64) {
    let (mut missed, mut dearer, mut gap) = (0, 0, 0.0);
    for at in 0..count {
        let (fixture, steps) = instance(&mut Random::new(seed + at), family);
        let mut evaluator = Evaluator::new(&fixture.problem);
        let evaluation = evaluator.evaluate(SHIFT, &steps, &[]);
        let route = evaluator.schedule(SHIFT, &steps, &[]);
        assert_consistent(&fixture, &route, &format!("seed {}", seed + at));
        assert_eq!(
            evaluation.broken.is_none(),
            route.violations.is_empty(),
            "seed {}: {:?}, {:?}",
            seed + at,
            evaluation.broken,
            route.violations
        );
        evaluator.set_effort(Effort::Quick);
        let quick = evaluator.evaluate(SHIFT, &steps, &[]);
        if quick.broken.is_none() {
            // A quick evaluation finds only schedules that exist, and none that is cheaper than the best.
            assert_eq!(evaluation.broken, None, "seed {}", seed + at);
            assert!(quick.cost > evaluation.cost - 1e-6, "seed {}: {}", seed + at, quick.cost);
        }
        let least = least_cost(&fixture.problem, &steps);
        for near_at in [0, 5, HORIZON / 2, HORIZON] {
            let near = evaluator.evaluate_near(SHIFT, &steps, &[], near_at);
            if near.broken.is_none() {
                let least = least.expect("a draft that fits is a schedule");
                let cost = near.cost;
                assert!(cost > least - 1e-6, "seed {} near {near_at}: {cost}, {least}", seed + at);
            }
        }
        match (evaluation.broken, least) {
            (None, Some(least)) => {
                assert_eq!(evaluation.cost, route.summary.cost.total(), "seed {}", seed + at);
                assert!(evaluation.cost > least - 1e-6, "seed {}: {least} at least", seed + at);
                if evaluation.cost > least + 1e-6 {
                    dearer += 1;
                    gap += evaluation.cost - least;
                }
            }
            (Some(_), Some(_)) => missed += 1,
            (None, None) => panic!("seed {}: no schedule keeps the rules", seed + at),
            (Some(_), None) => {}
        }
    }
    (missed, dearer, gap)
}

/// Checks what holds for every schedule, valid or not: times and sums add up, and windows are met or reported.
fn assert_consistent(fixture: &Fixture, route: &Route, seed: &str) {
    let shift = &fixture.problem.shifts[0];
    let mut before: Option<&TimedStop> = None;
    for (position, stop) in route.stops.iter().enumerate() {
        let sum =
            stop.arrival_at + stop.waiting_seconds + stop.setup_seconds + stop.service_seconds;
        assert_eq!(stop.departure_at, sum, "{seed} stop {position}");
        assert!(stop.waiting_seconds >= 0 && stop.slack_seconds >= 0, "{seed} stop {position}");
        if let Some(before) = before {
            let arrival = before.departure_at + stop.travel_seconds;
            assert_eq!(stop.arrival_at, arrival, "{seed} stop {position}");
        }
        let windows = match stop.role {
            StopRole::Order { option, .. } => &*fixture.problem.options[option.at()].windows,
            StopRole::Break { position: at } => &*shift.breaks[at as usize].windows,
            _ => &[],
        };
        let at = stop.departure_at - stop.service_seconds;
        let holds =
            windows.is_empty() || windows.iter().any(|it| it.start_at <= at && at <= it.end_at);
        let named =
            route.violations.iter().any(|it| it.stop.is_some_and(|stop| stop as usize == position));
        assert!(holds || named, "{seed} stop {position} at {at}");
        before = Some(stop);
    }
    let sum = |of: fn(&TimedStop) -> i64| route.stops.iter().map(of).sum::<i64>();
    let summary = &route.summary;
    assert_eq!(summary.driving_seconds, sum(|stop| stop.travel_seconds), "{seed}");
    assert_eq!(summary.distance_meters, sum(|stop| stop.travel_meters), "{seed}");
    assert_eq!(summary.waiting_seconds, sum(|stop| stop.waiting_seconds), "{seed}");
    let parts = summary.driving_seconds
        + summary.service_seconds
        + summary.waiting_seconds
        + summary.break_seconds;
    assert_eq!(summary.duration_seconds, parts, "{seed}");
}

/// Checks that every route with a schedule gets one, and that at most this many schedules are more expensive than the
/// best.
fn check(family: Family, count: u64, seed: u64, dearer_max: u64) {
    let (missed, dearer, gap) = against_the_twin(family, count, seed);
    assert_eq!(missed, 0, "{family:?}");
    assert!(dearer <= dearer_max, "{family:?}: {dearer} of {count} are dearer, by {gap} in all");
}

#[test]
fn one_window_a_stop_is_exact() {
    check(Family::default(), 200, 1_000, 0);
}

#[test]
fn several_windows_are_exact() {
    check(Family { several_windows: true, ..Family::default() }, 200, 2_000, 0);
}

#[test]
fn soft_windows_are_nearly_exact() {
    let family = Family { several_windows: true, soft_windows: true, ..Family::default() };
    check(family, 200, 3_000, 3);
}

#[test]
fn breaks_are_placed_wherever_they_fit() {
    check(Family { breaks: 1, ..Family::default() }, 100, 4_100, 1);
    check(Family { breaks: 2, soft_breaks: 1, ..Family::default() }, 30, 5_000, 1);
}

#[test]
fn breaks_at_places_are_detours() {
    let family = Family { breaks: 1, soft_breaks: 1, placed: true, ..Family::default() };
    check(family, 50, 6_000, 5);
}

#[test]
fn rests_are_placed_wherever_they_fit() {
    check(Family { rules: true, ..Family::default() }, 40, 7_000, 1);
    check(Family { rules: true, breaks: 1, ..Family::default() }, 15, 8_000, 1);
}
