//! Routes written out: stops, slack, summary, violations.

use super::*;
use crate::evaluate::fixture::windows_of;
use crate::problem::{
    Break, DayRules, DrivingRules, PlaceIdx, Reload, SoftBreak, SoftWindow, StopKind, UNLIMITED,
    Window,
};
use crate::solution::{Route, StopRole, Violation};

fn schedule(fixture: &Fixture, steps: &[Step]) -> Route {
    Evaluator::new(&fixture.problem).schedule(SHIFT, steps, &[])
}

fn violation(code: Code, amount: Option<i64>, stop: Option<u32>) -> Violation {
    Violation::new(code, amount, stop)
}

#[test]
fn stops_are_written_out_in_time() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000);
    let steps = [fixture.dropoff(1, &[(60, 60)]), fixture.dropoff(2, &[(200, 300)])];
    fixture.option(steps[1]).service_seconds = 30;
    fixture.option(steps[1]).setup_seconds = 10;
    let route = schedule(&fixture, &steps);
    // 0, 60; at 120, 70 s of waiting, 10 of setup, 30 of service; 120 back.
    let times: Vec<[i64; 5]> = route
        .stops
        .iter()
        .map(|it| {
            let of = [it.waiting_seconds, it.setup_seconds, it.service_seconds];
            [it.arrival_at, of[0], of[1], of[2], it.departure_at]
        })
        .collect();
    let expected = [[0; 5], [60, 0, 0, 0, 60], [120, 70, 10, 30, 230], [350, 0, 0, 0, 350]];
    assert_eq!(times, expected);
    let loads: Vec<i64> = route.stops.iter().map(|it| it.load_after[0]).collect();
    assert_eq!(loads, [2, 1, 0, 0]);
    assert_eq!(route.stops[0].role, StopRole::Start);
    assert_eq!(route.stops[3].role, StopRole::End);
    let summary = &route.summary;
    assert_eq!((summary.service_seconds, summary.waiting_seconds), (40, 70));
    assert_eq!((summary.stop_count, summary.visit_count), (2, 2));
    assert_eq!(summary.load_max, [2]);
    assert_eq!(route.violations, []);
}

#[test]
fn a_stop_says_how_early_or_late_it_is_for_the_soft_window_that_counts() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000);
    let steps = [fixture.dropoff(1, &[(100, 100)]), fixture.dropoff(2, &[(160, 160)])];
    for (step, start_at, end_at) in [(steps[0], 0, 70), (steps[1], 200, 300)] {
        fixture.option(step).soft_windows.push(SoftWindow {
            window: Window { start_at, end_at },
            cost_per_hour_early: 1.0,
            cost_per_hour_late: 1.0,
        });
    }
    let route = schedule(&fixture, &steps);
    // 100 is 30 after 70; 160 is 40 before 200.
    let away: Vec<[i64; 2]> =
        route.stops.iter().map(|it| [it.earliness_seconds, it.lateness_seconds]).collect();
    assert_eq!(away, [[0, 0], [0, 30], [40, 0], [0, 0]]);
    assert_eq!((route.summary.earliness_seconds, route.summary.lateness_seconds), (40, 30));
}

#[test]
fn soft_breaks_that_are_owed_and_left_out_are_named() {
    let mut fixture = Fixture::new(2);
    let shift = fixture.shift(0..10_000);
    let mut soft = |skip_cost: f64, windows: &[(i64, i64)]| {
        let rest = Break::new(100, windows_of(windows), None);
        shift.soft_breaks.push(SoftBreak { rest, cost_per_hour_late: 0.0, skip_cost });
    };
    // 100 s cost 100: the first is skipped, the second taken; the third is not owed by a route that ends at 120 or 220.
    soft(50.0, &[]);
    soft(500.0, &[]);
    soft(500.0, &[(5_000, 6_000)]);
    let step = fixture.dropoff(1, &[]);
    let route = schedule(&fixture, &[step]);
    assert_eq!(route.skipped_soft_breaks, [0]);
    assert!(route.stops.iter().any(|it| it.role == StopRole::SoftBreak { position: 1 }));
}

#[test]
fn slack_is_limited_by_windows_waiting_and_the_end() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..400);
    let steps = [fixture.dropoff(1, &[(0, 90)]), fixture.dropoff(2, &[(200, 240)])];
    let route = schedule(&fixture, &steps);
    // Starts at 30, at 90 and 150, waits 50 s until 200, and is back at 320. The end has 80; the second may begin at
    // 240, so the vehicle may arrive 90 later; the first stop and the start have none.
    let slack: Vec<i64> = route.stops.iter().map(|it| it.slack_seconds).collect();
    assert_eq!(slack, [0, 0, 90, 80]);
}

#[test]
fn a_break_on_the_road_divides_its_leg() {
    let mut fixture = Fixture::new(11);
    let pause = Break::new(100, windows_of(&[(150, 160)]), None);
    fixture.shift(0..10_000).breaks.push(pause);
    let step = fixture.dropoff(10, &[(700, 700)]);
    let route = schedule(&fixture, &[step]);
    let pause = &route.stops[1];
    assert_eq!((pause.role, pause.place), (StopRole::Break { position: 0 }, None));
    // This part of the 600 s and 1,000 m has been driven when the break begins.
    let driven = pause.travel_seconds;
    assert!((150..=160).contains(&(pause.departure_at - 100)), "{pause:?}");
    assert!((pause.leg_share - driven as f64 / 600.0).abs() < 1e-6, "{pause:?}");
    assert!((pause.travel_meters - driven * 1_000 / 600).abs() <= 1, "{pause:?}");
    assert_eq!(pause.travel_meters + route.stops[2].travel_meters, 1_000);
    assert_eq!(driven + route.stops[2].travel_seconds, 600);
    assert_eq!(route.summary.break_seconds, 100);
}

#[test]
fn all_violations_are_named_with_their_amounts() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..300);
    fixture.problem.vehicles[0].limits.stop_count = 1;
    fixture.problem.vehicles[0].capacity = vec![4];
    let late = fixture.dropoff(3, &[(0, 150)]);
    let heavy = fixture.order(&[(StopKind::Dropoff, 1, 5)])[0];
    let route = schedule(&fixture, &[late, heavy]);
    let capacity = violation(Code::Capacity, Some(2), Some(0));
    // 6 are on board at the start. 180 is 30 after 150; with 60 more the end is at 360.
    let expected = [
        Violation { dimension: Some(0), ..capacity },
        violation(Code::TimeWindow, Some(30), Some(1)),
        violation(Code::ShiftTime, Some(60), None),
        violation(Code::Stops, Some(1), None),
    ];
    assert_eq!(route.violations, expected);
    assert_eq!(route.stops.len(), 4);
}

#[test]
fn a_break_that_does_not_fit_makes_later_stops_late() {
    let mut fixture = Fixture::new(4);
    let pause = Break::new(100, windows_of(&[(200, 210)]), None);
    fixture.shift(0..10_000).breaks.push(pause);
    let steps = [fixture.dropoff(3, &[(180, 180)]), fixture.dropoff(3, &[(230, 230)])];
    let route = schedule(&fixture, &steps);
    // From 200 to 300, then 70 s late.
    assert_eq!(route.violations, [violation(Code::TimeWindow, Some(70), Some(3))]);
    fixture.problem.shifts[0].breaks[0].windows = windows_of(&[(5, 6)]);
    fixture.problem.shifts[0].start_at = 7;
    fixture.problem.shifts[0].breaks[0].seconds = 300;
    let route = schedule(&fixture, &steps[..1]);
    assert_eq!(route.violations[0].code, Code::TimeWindow);
}

#[test]
fn stops_in_a_wrong_order_are_named() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000).reloads.push(Reload {
        place: PlaceIdx(2),
        seconds: 0,
        windows: vec![Window::ALWAYS],
        count_max: 1,
    });
    let shipment = fixture.order(&[(StopKind::Pickup, 1, 1), (StopKind::Dropoff, 2, 1)]);
    fixture.order_of(shipment[0]).required_attributes = vec![1];
    let route = schedule(&fixture, &[shipment[1], Step::Reload(0), shipment[0]]);
    let expected = [
        violation(Code::AttributeMissing, None, Some(1)),
        violation(Code::LoadOrder, None, Some(1)),
    ];
    assert_eq!(route.violations[..2], expected);
}

#[test]
fn a_ride_that_is_too_long_is_named_at_its_dropoff() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000);
    let shipment = fixture.order(&[(StopKind::Pickup, 1, 1), (StopKind::Dropoff, 3, 1)]);
    fixture.order_of(shipment[0]).ride_seconds_max = 100;
    let route = schedule(&fixture, &shipment);
    assert_eq!(route.violations, [violation(Code::RideDuration, Some(20), Some(2))]);
    // Another route of the same evaluator is not affected by this ride.
    let mut evaluator = Evaluator::new(&fixture.problem);
    evaluator.schedule(SHIFT, &shipment, &[]);
    assert_eq!(evaluator.schedule(SHIFT, &shipment[..1], &[]).violations, []);
}

#[test]
fn a_route_that_waits_too_long_starts_late_but_early_enough_for_its_daily_rest() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..1_200);
    let steps = [fixture.dropoff(1, &[]), fixture.dropoff(3, &[(1_000, 1_000)])];
    let day = DayRules {
        driving_seconds_max: 320,
        span_seconds_max: UNLIMITED,
        rest_seconds: 300,
        parts: None,
        reduced: None,
        extended: None,
    };
    fixture.problem.vehicles[0].driving_rules = Some(DrivingRules {
        driving_seconds_max: 1_000,
        break_seconds: 45,
        part_seconds: Vec::new(),
        working_seconds_max: 500,
        day: Some(day),
    });
    // 60 + 120 + 180 of driving need one daily rest. A vehicle that starts at 0 waits for so long that one more break
    // is due on the way back, and is back after 1,200.
    let found = evaluate(&fixture, &steps);
    assert_eq!((found.broken, found.start_at, found.end_at), (None, 520, 1_180));
}
