//! Loading, unloading, earliest ends, and soft limits.

use super::*;
use crate::evaluate::fixture::windows_of;
use crate::problem::{Break, Handling, PlaceIdx, SoftBreak, SoftLimits, UNLIMITED};

/// Loading takes 1 s plus 1.4 s per unit; unloading takes 5 s per unit that is brought back.
fn handled(fixture: &mut Fixture) {
    let vehicle = &mut fixture.problem.vehicles[0];
    vehicle.loading = Handling { seconds: 1, nanos_per_unit: vec![1_400_000_000] };
    vehicle.unloading = Handling { seconds: 0, nanos_per_unit: vec![5_000_000_000] };
}

fn pause(seconds: i64, windows: &[(i64, i64)]) -> Break {
    Break::new(seconds, windows_of(windows), None)
}

#[test]
fn loading_and_unloading_depend_on_the_load_and_are_rounded_once() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..1_000);
    handled(&mut fixture);
    let brought = [fixture.dropoff(1, &[]), fixture.dropoff(1, &[])];
    let back = fixture.order(&[(StopKind::Pickup, 2, 2)])[0];
    // 1 + 2.8 seconds of loading, 240 on the road, 10 of unloading.
    let steps = [brought[0], brought[1], back];
    assert_eq!(evaluate(&fixture, &steps).duration_seconds, 4 + 240 + 10);
    // The same if breaks require a walk: a break of 20 is taken on the way.
    let tea = pause(20, &[]);
    fixture.problem.shifts[0].breaks.push(tea);
    assert_eq!(evaluate(&fixture, &steps).duration_seconds, 4 + 240 + 10 + 20);
    fixture.problem.shifts[0].latest_end_at = 273;
    assert!(broken(&fixture, &steps).is_some());
    // Nothing is unloaded at an open end.
    fixture.problem.shifts[0].end_place = None;
    assert_eq!(evaluate(&fixture, &steps).duration_seconds, 4 + 120 + 20);
}

#[test]
fn a_break_is_not_made_while_loading() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..1_000).breaks.push(pause(20, &[(0, 3)]));
    let step = fixture.dropoff(1, &[(0, 80)]);
    assert_eq!(broken(&fixture, &[step]), None);
    // Loaded at 10, when the window of the break has closed.
    fixture.problem.vehicles[0].loading = Handling { seconds: 10, nanos_per_unit: Vec::new() };
    assert!(broken(&fixture, &[step]).is_some());
}

#[test]
fn a_route_that_would_end_too_early_starts_later_or_waits_before_unloading() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..1_000).earliest_end_at = 500;
    fixture.problem.vehicles[0].unloading = Handling { seconds: 30, nanos_per_unit: Vec::new() };
    let free = fixture.dropoff(1, &[]);
    let early = fixture.dropoff(1, &[(60, 100)]);
    // 120 on the road, 30 of unloading; the vehicle starts at 40 at the latest to be there at 100.
    let late = evaluate(&fixture, &[free]);
    assert_eq!((late.start_at, late.end_at), (350, 500));
    let waiting = evaluate(&fixture, &[early]);
    assert_eq!((waiting.start_at, waiting.end_at), (40, 500));
    let tea = pause(20, &[]);
    fixture.problem.shifts[0].breaks.push(tea);
    let with_tea = evaluate(&fixture, &[early]);
    assert_eq!((with_tea.start_at, with_tea.end_at), (40, 500), "drunk while it waits");
}

#[test]
fn beyond_a_limit_with_a_price_every_part_costs() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..1_000);
    let steps = [fixture.dropoff(1, &[]), fixture.dropoff(2, &[])];
    let bare = evaluate(&fixture, &steps).cost;
    // 240 seconds, 400 meters, two stops.
    let soft = |duration_seconds, distance_meters, stop_count| SoftLimits {
        duration_seconds,
        distance_meters,
        stop_count,
        per_hour: 3_600.0,
        per_kilometer: 1_000.0,
        per_stop: 7.0,
    };
    let any = UNLIMITED;
    for (limits, expected) in [
        (soft(240, 400, 2), 0.0),
        (soft(200, any, any), 40.0),
        (soft(any, 350, any), 50.0),
        (soft(any, any, 0), 14.0),
    ] {
        fixture.problem.vehicles[0].soft_limits = limits;
        let more = evaluate(&fixture, &steps).cost - bare;
        assert!((more - expected).abs() < 1e-6, "{limits:?}: {more}");
    }
}

#[test]
fn a_soft_break_at_an_unreachable_place_is_not_taken() {
    let mut fixture = Fixture::new(4);
    let rest = Break::new(60, Vec::new(), Some(PlaceIdx(2)));
    let soft = SoftBreak { rest, cost_per_hour_late: 0.0, skip_cost: 1_000.0 };
    fixture.shift(0..1_000).soft_breaks.push(soft);
    let step = fixture.dropoff(1, &[(0, 10)]);
    for from in [0, 1, 3] {
        let pair = from * 4 + 2;
        fixture.problem.travel[0].distance_meters[pair] = -1;
    }
    let problem = fixture.problem;
    let route = Evaluator::new(&problem).schedule(ShiftIdx(0), &[step], &[]);
    let codes: Vec<Code> = route.violations.iter().map(|it| it.code).collect();
    assert_eq!(codes, [Code::TimeWindow]);
    assert_eq!(route.skipped_soft_breaks, [0]);
}
