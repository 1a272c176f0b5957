//! Pickups and dropoffs of one visit: ride times, load orders, and loads that may not be on board together.

use super::*;
use crate::problem::{LoadOrder, Reload, StopKind};

/// A pickup and a dropoff of load 1.
fn shipment(fixture: &mut Fixture, from: u32, to: u32) -> [Step; 2] {
    let steps = fixture.order(&[(StopKind::Pickup, from, 1), (StopKind::Dropoff, to, 1)]);
    [steps[0], steps[1]]
}

#[test]
fn a_pickup_waits_where_the_ride_would_be_too_long() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000);
    let early = fixture.dropoff(1, &[(60, 60)]);
    let [pickup, dropoff] = shipment(&mut fixture, 2, 3);
    let late = fixture.dropoff(2, &[(1_000, 1_000)]);
    fixture.order_of(pickup).ride_seconds_max = 100;
    let steps = [early, pickup, late, dropoff];
    let mut evaluator = Evaluator::new(&fixture.problem);
    // The first at 60; at place 2 from 120. The other stop is left at 1,000 and place 3 is reached at 1,060: pickup at
    // 960.
    assert_eq!(evaluator.evaluate(SHIFT, &steps, &[]).broken, None);
    assert_eq!(evaluator.service_starts(), [60, 960, 1_000, 1_060]);
}

#[test]
fn a_ride_that_waiting_does_not_shorten_is_too_long() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000);
    let [pickup, dropoff] = shipment(&mut fixture, 1, 3);
    fixture.order_of(pickup).ride_seconds_max = 119;
    assert_eq!(broken(&fixture, &[pickup, dropoff]), Some((Code::RideDuration, 1)));
    fixture.order_of(pickup).ride_seconds_max = 120;
    assert_eq!(broken(&fixture, &[pickup, dropoff]), None);
    // Service at the dropoff is not part of the ride; a stop between is.
    fixture.option(dropoff).service_seconds = 500;
    assert_eq!(broken(&fixture, &[pickup, dropoff]), None);
    // The vehicle cannot wait longer at the pickup, because of its window.
    fixture.option(pickup).windows = crate::evaluate::fixture::windows_of(&[(60, 60)]);
    fixture.option(dropoff).windows = crate::evaluate::fixture::windows_of(&[(1_000, 1_000)]);
    assert_eq!(broken(&fixture, &[pickup, dropoff]), None);
    let between = fixture.dropoff(2, &[(1_000, 1_000)]);
    let ride = [pickup, between, dropoff];
    fixture.option(dropoff).windows = vec![crate::problem::Window::ALWAYS];
    // Departure at 60, arrival at 1,060.
    assert_eq!(broken(&fixture, &ride), Some((Code::RideDuration, 880)));
}

#[test]
fn last_in_first_out_and_first_in_first_out_bind_the_order_that_has_them() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000);
    let [pick, drop] = shipment(&mut fixture, 1, 2);
    let [other_pick, other_drop] = shipment(&mut fixture, 1, 2);
    let nested = [pick, other_pick, other_drop, drop];
    let inner = [other_pick, pick, drop, other_drop];
    let crossed = [pick, other_pick, drop, other_drop];
    let crossing = [other_pick, pick, other_drop, drop];
    let wrong = Some((Code::LoadOrder, 0));
    for (load_order, expected) in [
        (LoadOrder::Any, [None, None, None, None]),
        (LoadOrder::Lifo, [None, None, wrong, None]),
        (LoadOrder::Fifo, [None, wrong, None, None]),
    ] {
        fixture.order_of(pick).load_order = load_order;
        let found = [nested, inner, crossed, crossing].map(|steps| broken(&fixture, &steps));
        assert_eq!(found, expected, "{load_order:?}");
    }
}

#[test]
fn incompatible_loads_are_not_on_board_at_the_same_time() {
    let mut fixture = Fixture::new(3);
    fixture.problem.incompatible_load_types = vec![vec![1], vec![0]];
    fixture.shift(0..10_000).reloads.push(Reload {
        place: PlaceIdx(2),
        seconds: 0,
        windows: Vec::new(),
        count_max: 9,
    });
    let deliver = fixture.dropoff(1, &[]);
    let collect = fixture.order(&[(StopKind::Pickup, 1, 1)])[0];
    let deliver_other = fixture.dropoff(1, &[]);
    let [pick_other, drop_other] = shipment(&mut fixture, 1, 2);
    for (step, load_type) in [(deliver, 0), (collect, 1), (deliver_other, 1), (pick_other, 1)] {
        fixture.order_of(step).load_type = Some(load_type);
    }
    let wrong = Some((Code::LoadIncompatible, 0));
    for (steps, expected) in [
        (vec![deliver, deliver_other], wrong),
        (vec![deliver, Step::Reload(0), deliver_other], None),
        (vec![collect, deliver], wrong),
        (vec![deliver, collect], None),
        (vec![collect, Step::Reload(0), deliver], None),
        // It is on board during the reload.
        (vec![pick_other, Step::Reload(0), deliver, drop_other], wrong),
        (vec![pick_other, drop_other, Step::Reload(0), deliver], None),
    ] {
        assert_eq!(broken(&fixture, &steps), expected, "{steps:?}");
    }
}
