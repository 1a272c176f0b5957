//! Traffic: every possible start compared with the start that the evaluator chooses.

use super::*;
use crate::evaluate::Effort;
use crate::evaluate::fixture::{Random, windows_of};
use crate::problem::{SoftWindow, TrafficWindows, TravelIdx, Window};

/// The cost of a route from a start, as early as possible: without soft windows and breaks, each stop at its own place.
fn cost_from(fixture: &Fixture, stops: &[(u32, i64, i64)], start_at: i64) -> Option<f64> {
    let travel = Travel::new(&fixture.problem);
    let mut now = start_at;
    let mut here = PlaceIdx(0);
    for &(place, opens_at, closes_at) in stops.iter().chain(&[(0, 0, 40_000)]) {
        now = travel.arrival_at(TravelIdx(0), here, PlaceIdx(place), now)?.max(opens_at);
        if now > closes_at {
            return None;
        }
        here = PlaceIdx(place);
    }
    Some((now - start_at) as f64)
}

#[test]
fn a_start_that_traffic_makes_cheap_is_found() {
    let mut gaps = 0.0;
    let mut costs = 0.0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut fixture = Fixture::new(4);
        fixture.problem.traffic = TrafficWindows {
            weekday: vec![(0, 0), (7_200, 1), (14_400, 2), (21_600, 0)],
            weekend: vec![(0, 0)],
        };
        let table = &mut fixture.problem.travel[0];
        table.lane_count = 3;
        let times = |pair: usize| {
            if pair.is_multiple_of(5) {
                [0; 3]
            } else {
                [0; 3].map(|_| 300 + random.below_i32(3_000))
            }
        };
        table.travel_seconds = (0..16).flat_map(times).collect();
        fixture.shift(0..40_000);
        let mut stops = Vec::new();
        let mut steps = Vec::new();
        for place in [1, 2, 3] {
            let opens_at = random.below(16_000);
            let closes_at = opens_at + 6_000 + random.below(16_000);
            stops.push((place, opens_at, closes_at));
            let step = fixture.dropoff(place, &[]);
            fixture.option(step).windows = windows_of(&[(opens_at, closes_at)]);
            steps.push(step);
        }
        let mut evaluator = Evaluator::new(&fixture.problem);
        let evaluation = evaluator.evaluate(SHIFT, &steps, &[]);
        let tries = (0..40_000).step_by(50).filter_map(|at| cost_from(&fixture, &stops, at));
        let Some(least) = tries.min_by(f64::total_cmp) else {
            assert!(evaluation.broken.is_some(), "seed {seed}");
            continue;
        };
        assert_eq!(evaluation.broken, None, "seed {seed}");
        let exact = cost_from(&fixture, &stops, evaluation.start_at).unwrap();
        assert!((exact - evaluation.cost).abs() < 1e-6, "seed {seed}");
        let route = evaluator.schedule(SHIFT, &steps, &[]);
        assert_eq!(route.violations, [], "seed {seed}");
        assert_eq!(route.summary.cost.total(), evaluation.cost, "seed {seed}");
        gaps += (evaluation.cost - least).max(0.0);
        costs += least;
    }
    // On average the best possible start saves less than a hundredth.
    assert!(gaps < costs / 100.0, "{gaps} of {costs}");
}

#[test]
fn slack_in_traffic_is_the_last_second_that_works() {
    let mut fixture = Fixture::new(2);
    fixture.problem.traffic =
        TrafficWindows { weekday: vec![(0, 0), (1_000, 1)], weekend: vec![(0, 0)] };
    let table = &mut fixture.problem.travel[0];
    table.lane_count = 2;
    table.travel_seconds = vec![0, 0, 100, 300, 100, 300, 0, 0];
    fixture.shift(0..10_000).end_place = None;
    let step = fixture.dropoff(1, &[(500, 1_150)]);
    let route = Evaluator::new(&fixture.problem).schedule(SHIFT, &[step], &[]);
    // Starts at 950: halfway by 1,000, and 150 s for the rest. The planned start is 400.
    assert_eq!(route.stops[0].departure_at, 400);
    assert_eq!(route.stops[0].slack_seconds, 550);
    assert_eq!(route.stops[1].slack_seconds, 650);
}

#[test]
fn a_route_waits_for_a_soft_window_only_while_it_can_still_end_in_time() {
    let mut fixture = Fixture::new(2);
    // From 7,200 on, the way takes 600 seconds instead of 60.
    fixture.problem.traffic =
        TrafficWindows { weekday: vec![(0, 0), (7_200, 1)], weekend: vec![(0, 0)] };
    let table = &mut fixture.problem.travel[0];
    table.lane_count = 2;
    table.travel_seconds = vec![0, 0, 60, 600, 60, 600, 0, 0];
    fixture.shift(0..9_500);
    let step = fixture.dropoff(1, &[]);
    fixture.option(step).soft_windows.push(SoftWindow {
        window: Window { start_at: 9_000, end_at: 9_100 },
        cost_per_hour_early: 10_800.0,
        cost_per_hour_late: 10_800.0,
    });
    for effort in [Effort::Quick, Effort::Full] {
        let mut evaluator = Evaluator::new(&fixture.problem);
        evaluator.set_effort(effort);
        assert_eq!(evaluator.evaluate(SHIFT, &[step], &[]).broken, None);
        // 100 seconds early, so that the vehicle is back at 9,500.
        assert_eq!(evaluator.service_starts(), [8_900], "{effort:?}");
    }
}
