//! Whole routes: places are a minute and 100 meters apart; an hour costs 3,600, so a second costs 1.

use super::*;
use crate::evaluate::fixture::Fixture;
use crate::problem::{Limits, Order, PlaceIdx, Reload, StopKind, Window};
use crate::rules::Code;

const SHIFT: ShiftIdx = ShiftIdx(0);

fn evaluate(fixture: &Fixture, steps: &[Step]) -> Evaluation {
    Evaluator::new(&fixture.problem).evaluate(SHIFT, steps, &[])
}

fn broken(fixture: &Fixture, steps: &[Step]) -> Option<(Code, i64)> {
    evaluate(fixture, steps).broken
}

#[test]
fn a_route_starts_as_late_as_its_end_allows() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000);
    let steps = [fixture.dropoff(1, &[]), fixture.dropoff(3, &[(1_000, 2_000)])];
    fixture.option(steps[0]).service_seconds = 50;
    let mut evaluator = Evaluator::new(&fixture.problem);
    let evaluation = evaluator.evaluate(SHIFT, &steps, &[]);
    // 60 + 50 + 120 s to place 3, which opens at 1,000; 180 s back.
    assert_eq!(evaluation.broken, None);
    assert_eq!((evaluation.start_at, evaluation.end_at), (770, 1_180));
    assert_eq!((evaluation.driving_seconds, evaluation.distance_meters), (360, 600));
    assert_eq!(evaluation.cost, 410.0);
    assert_eq!(evaluator.service_starts(), [830, 1_000]);
    assert_eq!(evaluator.departures(), [880, 1_000]);
}

#[test]
fn a_late_arrival_says_by_how_much() {
    let mut fixture = Fixture::new(4);
    fixture.shift(100..500);
    let late = [fixture.dropoff(3, &[(0, 270)])];
    assert_eq!(broken(&fixture, &late), Some((Code::TimeWindow, 10)));
    let long = [fixture.dropoff(3, &[(0, 350)])];
    assert_eq!(broken(&fixture, &long), None);
    fixture.option(long[0]).service_seconds = 50;
    // 100 + 180 + 50 + 180 = 510.
    assert_eq!(broken(&fixture, &long), Some((Code::ShiftTime, 10)));
}

#[test]
fn setup_is_paid_once_an_arrival() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000).end_place = None;
    fixture.problem.places[0].setup_seconds = 7;
    fixture.problem.places[1].setup_seconds = 30;
    let stops: Vec<Step> = [1, 1, 2, 1, 0].map(|place| fixture.dropoff(place, &[])).to_vec();
    fixture.option(stops[0]).setup_seconds = 5;
    fixture.option(stops[1]).setup_seconds = 5;
    // 60 + 35, nothing, 60, 60 + 30, 60 + 7.
    assert_eq!(evaluate(&fixture, &stops).duration_seconds, 312);
    // The vehicle is set up where it starts; with an open start it arrives.
    assert_eq!(evaluate(&fixture, &stops[4..]).duration_seconds, 0);
    fixture.problem.shifts[0].start_place = None;
    assert_eq!(evaluate(&fixture, &stops[4..]).duration_seconds, 7);
}

#[test]
fn windows_hold_at_the_start_of_service_after_setup() {
    let mut fixture = Fixture::new(2);
    fixture.shift(0..10_000);
    let step = fixture.dropoff(1, &[(1_000, 1_000)]);
    fixture.option(step).setup_seconds = 100;
    // Arrival at 900, setup until 1,000.
    assert_eq!(evaluate(&fixture, &[step]).start_at, 840);
}

#[test]
fn deliveries_are_loaded_at_the_start_and_collected_loads_stay() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000);
    let mut stop = |kind, load| fixture.order(&[(kind, 1, load)])[0];
    let deliver = [stop(StopKind::Dropoff, 6), stop(StopKind::Dropoff, 4)];
    let collect = [stop(StopKind::Pickup, 4), stop(StopKind::Pickup, 7)];
    let serve = stop(StopKind::Service, 99);
    for (steps, expected) in [
        (vec![deliver[0], deliver[1], serve], None),
        // 10 at the start; 10 − 4 + 4; 10 − 4 + 4 − 6.
        (vec![deliver[1], collect[0], deliver[0]], None),
        // 10 − 4 + 7 = 13.
        (vec![deliver[1], collect[1], deliver[0]], Some((Code::Capacity, 3))),
        (vec![deliver[0], collect[1], collect[0]], Some((Code::Capacity, 1))),
    ] {
        assert_eq!(broken(&fixture, &steps), expected, "{steps:?}");
    }
}

#[test]
fn a_reload_unloads_collected_loads_and_loads_deliveries() {
    let mut fixture = Fixture::new(3);
    let reload =
        Reload { place: PlaceIdx(2), seconds: 30, windows: vec![Window::ALWAYS], count_max: 1 };
    fixture.shift(0..10_000).reloads.push(reload);
    let [first, second] = [8, 9].map(|load| fixture.order(&[(StopKind::Dropoff, 1, load)])[0]);
    let collect = fixture.order(&[(StopKind::Pickup, 1, 7)])[0];
    let shipment = fixture.order(&[(StopKind::Pickup, 1, 2), (StopKind::Dropoff, 1, 2)]);
    let reload = Step::Reload(0);
    for (steps, expected) in [
        (vec![first, second], Some((Code::Capacity, 7))),
        (vec![first, collect, reload, second], None),
        // The picked-up load stays on board: 2 + 9.
        (vec![first, shipment[0], reload, second, shipment[1]], Some((Code::Capacity, 1))),
        (vec![first, reload, second, reload], Some((Code::Capacity, 1))),
    ] {
        assert_eq!(broken(&fixture, &steps), expected, "{steps:?}");
    }
    // 60 + 60 + 30 + 60 + 60 + 0.
    let summary = evaluate(&fixture, &[first, reload, second]);
    assert_eq!((summary.duration_seconds, summary.driving_seconds), (270, 240));
}

#[test]
fn load_dropped_beyond_the_pickups_is_on_board_from_the_start() {
    let mut fixture = Fixture::new(2);
    fixture.shift(0..10_000);
    let shipment = fixture.order(&[(StopKind::Pickup, 1, 2), (StopKind::Dropoff, 1, 5)]);
    let collect = fixture.order(&[(StopKind::Pickup, 1, 8)])[0];
    // 3 from the start and 8 collected; then 0.
    let steps = [collect, shipment[0], shipment[1]];
    assert_eq!(broken(&fixture, &steps), Some((Code::Capacity, 3)));
    assert_eq!(broken(&fixture, &[shipment[0], shipment[1], collect]), None);
}

#[test]
fn a_dropoff_comes_after_its_pickups() {
    let mut fixture = Fixture::new(2);
    fixture.shift(0..10_000);
    let shipment = fixture.order(&[(StopKind::Pickup, 1, 2), (StopKind::Dropoff, 1, 2)]);
    assert_eq!(broken(&fixture, &shipment), None);
    let reverse = [shipment[1], shipment[0]];
    assert_eq!(broken(&fixture, &reverse), Some((Code::LoadOrder, 0)));
}

#[test]
fn a_late_release_delays_the_departure_from_its_depot() {
    let mut fixture = Fixture::new(3);
    let reload =
        Reload { place: PlaceIdx(2), seconds: 30, windows: vec![Window::ALWAYS], count_max: 1 };
    fixture.shift(0..10_000).reloads.push(reload);
    let steps = [fixture.dropoff(1, &[]), fixture.dropoff(1, &[])];
    fixture.problem.visits[1].release_at = 1_000;
    // Everything leaves the start at 1,000: 60 + 0 + 60 s.
    assert_eq!(evaluate(&fixture, &steps).start_at, 1_000);
    // The reload is left at 1,000, so it starts at 970. The vehicle should arrive at 970 and therefore start at 850.
    let evaluation = evaluate(&fixture, &[steps[0], Step::Reload(0), steps[1]]);
    assert_eq!((evaluation.start_at, evaluation.end_at), (850, 1_120));
    // With an open start, service waits for the release; the route begins with the arrival.
    fixture.problem.shifts[0].start_place = None;
    assert_eq!(evaluate(&fixture, &steps[1..]).start_at, 1_000);
}

#[test]
fn open_ends_cost_no_way() {
    let mut fixture = Fixture::new(4);
    let shift = fixture.shift(0..10_000);
    (shift.start_place, shift.end_place) = (None, None);
    let steps = [fixture.dropoff(3, &[(500, 600)]), fixture.dropoff(1, &[])];
    let evaluation = evaluate(&fixture, &steps);
    assert_eq!((evaluation.start_at, evaluation.end_at), (500, 620));
    assert_eq!(evaluation.distance_meters, 200);
}

#[test]
fn each_limit_of_a_shift_binds() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000);
    let steps = [fixture.dropoff(1, &[(60, 60)]), fixture.dropoff(2, &[(200, 300)])];
    // 0 to 60, 120 wait to 200, back at 320: duration 320, driving 240, waiting 80, 400 m, 2 stops.
    let measured = |fixture: &Fixture| broken(fixture, &steps);
    assert_eq!(measured(&fixture), None);
    fn of(fixture: &mut Fixture) -> &mut Limits {
        &mut fixture.problem.vehicles[0].limits
    }
    for (set, code) in [
        ((319, 0, 0, 0, 0), Code::Duration),
        ((0, 239, 0, 0, 0), Code::DrivingDuration),
        ((0, 0, 79, 0, 0), Code::WaitingDuration),
        ((0, 0, 0, 399, 0), Code::Distance),
        ((0, 0, 0, 0, 1), Code::Stops),
    ] {
        for more in [0, 1] {
            let mut case = Fixture { problem: fixture.problem.clone() };
            let limits = of(&mut case);
            let put = |limit: &mut i64, value: i64| {
                if value > 0 {
                    *limit = value + more;
                }
            };
            put(&mut limits.duration_seconds, set.0);
            put(&mut limits.driving_seconds, set.1);
            put(&mut limits.waiting_seconds, set.2);
            put(&mut limits.distance_meters, set.3);
            put(&mut limits.stop_count, set.4);
            let expected = if more == 0 { Some((code, 1)) } else { None };
            assert_eq!(measured(&case), expected, "{code:?}");
        }
    }
    of(&mut fixture).waiting_seconds = 80;
    assert_eq!(measured(&fixture), None);
}

#[test]
fn costs_add_up_by_their_rates() {
    let mut fixture = Fixture::new(3);
    let shift = fixture.shift(0..200);
    shift.latest_end_at = 1_000;
    let steps = [fixture.dropoff(1, &[(60, 60)]), fixture.dropoff(2, &[(200, 300)])];
    let costs = &mut fixture.problem.vehicles[0].costs;
    costs.fixed = 1.0;
    costs.per_kilometer = 10.0;
    costs.per_stop = 100.0;
    costs.per_waiting_hour = 7_200.0;
    costs.per_overtime_hour = 36_000.0;
    // 320 s, 0.4 km, 2 stops, 80 s of waiting, 120 s of overtime.
    assert_eq!(evaluate(&fixture, &steps).cost, 320.0 + 1.0 + 4.0 + 200.0 + 160.0 + 1_200.0);
}

#[test]
fn a_preferred_vehicle_is_charged_once_per_visit() {
    let mut fixture = Fixture::new(2);
    fixture.shift(0..10_000);
    let shipment = fixture.order(&[(StopKind::Pickup, 1, 2), (StopKind::Dropoff, 1, 2)]);
    fixture.order_of(shipment[0]).preferred_vehicles = vec![(VehicleIdx(0), -5.0)];
    assert_eq!(evaluate(&fixture, &shipment).cost, 120.0 - 5.0);
}

#[test]
fn a_vehicle_that_may_not_serve_an_order_is_reported_with_the_rule() {
    let mut fixture = Fixture::new(2);
    fixture.shift(0..10_000).attributes = vec![3, 5];
    let step = fixture.dropoff(1, &[]);
    let blank = fixture.order_of(step).clone();
    type Change = fn(&mut Order);
    let cases: [(Change, Option<Code>); 7] = [
        (|order| order.required_attributes = vec![3, 5], None),
        (|order| order.required_attributes = vec![3, 4], Some(Code::AttributeMissing)),
        (|order| order.any_of_attributes = vec![vec![1, 5], vec![3]], None),
        (|order| order.any_of_attributes = vec![vec![1, 5], vec![4]], Some(Code::AttributeMissing)),
        (|order| order.forbidden_attributes = vec![5], Some(Code::AttributeForbidden)),
        (|order| order.allowed_vehicles = Some(Vec::new()), Some(Code::VehicleNotAllowed)),
        (|order| order.forbidden_vehicles = vec![VehicleIdx(0)], Some(Code::VehicleNotAllowed)),
    ];
    for (position, (change, expected)) in cases.into_iter().enumerate() {
        *fixture.order_of(step) = blank.clone();
        change(fixture.order_of(step));
        assert_eq!(broken(&fixture, &[step]).map(|it| it.0), expected, "case {position}");
    }
}

#[test]
fn unreachable_places_are_not_visited() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000);
    let steps = [fixture.dropoff(1, &[]), fixture.dropoff(2, &[])];
    fixture.problem.travel[0].distance_meters[5] = -1;
    assert_eq!(broken(&fixture, &steps), Some((Code::Unreachable, 0)));
    assert_eq!(broken(&fixture, &steps[..1]), None);
}

#[test]
fn of_several_windows_the_one_is_taken_that_makes_the_route_cheaper() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..100_000);
    let steps = [
        fixture.dropoff(1, &[(0, 1_000), (50_000, 51_000)]),
        fixture.dropoff(2, &[(50_500, 60_000)]),
    ];
    // If it serves the first stop at 1,000, it waits until 50,500 at the second. From 50,440 on it need not wait.
    let evaluation = evaluate(&fixture, &steps);
    assert_eq!((evaluation.start_at, evaluation.end_at), (50_380, 50_620));
}

#[test]
fn the_best_plateau_may_lie_between_two_others() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..100_000);
    let first = fixture.dropoff(1, &[(1_000, 1_000), (5_000, 5_000), (20_000, 20_000)]);
    let second = fixture.dropoff(2, &[(4_000, 4_000), (5_100, 5_100), (30_000, 30_000)]);
    // 1,000 → 4,000; 5,000 → 5,100; 20,000 → 30,000.
    let evaluation = evaluate(&fixture, &[first, second]);
    assert_eq!((evaluation.start_at, evaluation.end_at), (4_940, 5_220));
}

#[test]
fn a_shift_limit_that_only_a_later_start_keeps_is_kept() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..100_000);
    fixture.problem.vehicles[0].limits.duration_seconds = 300;
    fixture.problem.vehicles[0].costs.per_hour = 0.0;
    let first = fixture.dropoff(1, &[(1_000, 1_000), (5_000, 5_000)]);
    let second = fixture.dropoff(2, &[(5_060, 5_100)]);
    assert_eq!(evaluate(&fixture, &[first, second]).broken, None);
}

#[test]
fn pins_bind_like_windows_of_the_relation() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000);
    let steps = [fixture.dropoff(1, &[]), fixture.dropoff(2, &[])];
    let mut evaluator = Evaluator::new(&fixture.problem);
    let mut pinned = |not_before_at, not_after_at| {
        let pin = Pin::step(1, Window { start_at: not_before_at, end_at: not_after_at });
        let evaluation = evaluator.evaluate(SHIFT, &steps, &[pin]);
        (evaluation.broken, evaluation.start_at)
    };
    assert_eq!(pinned(500, 600), (None, 380));
    assert_eq!(pinned(0, 120), (None, 0));
    assert_eq!(pinned(0, 110), (Some((Code::Relation, 10)), 0));
}

#[test]
fn no_steps_leave_the_shift_unused() {
    let mut fixture = Fixture::new(1);
    fixture.shift(100..200);
    fixture.problem.vehicles[0].costs.fixed = 9.0;
    let evaluation = evaluate(&fixture, &[]);
    assert_eq!((evaluation.broken, evaluation.cost, evaluation.start_at), (None, 0.0, 100));
}

mod alike;
mod breaks;
mod handling;
mod late;
mod oracle;
mod properties;
mod repeated;
mod schedules;
mod shipments;
mod soft_windows;
mod traffic;
