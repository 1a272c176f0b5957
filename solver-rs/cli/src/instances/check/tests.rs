//! Tests of every rule: a plan that keeps it, and the same plan breaking it.

use super::*;
use crate::instances::convention::{Convention, Rounding};
use crate::instances::instance::{DaySet, Depot, DepotIdx, Pair};
use crate::instances::travel::Travel;

const ANY: Window = Window { opens_at: 0, closes_at: 1_000 };

/// Orders on a line at x = 3, 6, 9, …, with a load of 2 each, the depot at 0, and two vehicles with a capacity of 10.
fn line(order_count: u32) -> Instance {
    Instance {
        name: "line".to_owned(),
        convention: Convention { rounding: Rounding::Nearest, objective: Objective::Cost },
        travel: Travel::Planar {
            x: (0..=order_count).map(|place| f64::from(3 * place)).collect(),
            y: vec![0.0; order_count as usize + 1],
            rounding: Rounding::Nearest,
        },
        depots: vec![Depot { window: ANY }],
        orders: vec![Order::delivery(2, ANY, 1); order_count as usize],
        pairs: Vec::new(),
        vehicle_types: vec![VehicleType::plain(2, DepotIdx(0), 10)],
        day_count: 1,
    }
}

/// Builds a route from numbers of orders; 0 is a reload.
fn route_on(day: u32, stops: &[u32]) -> Route {
    let trips = stops.split(|&stop| stop == 0);
    let trips = trips.map(|trip| trip.iter().map(|stop| OrderIdx(stop - 1)).collect()).collect();
    Route { vehicle_type: VehicleTypeIdx(0), day: DayIdx(day - 1), trips }
}

fn checked(instance: &Instance, routes: &[&[u32]]) -> Result<Cost, Vec<Violation>> {
    let routes = routes.iter().map(|stops| route_on(1, stops)).collect();
    check(&instance.clone().checked().unwrap(), &Solution { routes })
}

fn text(result: Result<Cost, Vec<Violation>>) -> String {
    let violations: Vec<String> = result.unwrap_err().iter().map(ToString::to_string).collect();
    violations.join("; ")
}

#[test]
fn costs_are_distance_times_unit_cost_and_fixed_costs() {
    let mut instance = line(3);
    // A distance of 2 × 9 and 2 × 6, and one second of service each.
    let cost = Cost { route_count: 2, distance: 30, duration: 33, missed_prizes: 0, total: 30 };
    assert_eq!(checked(&instance, &[&[1, 3], &[2]]), Ok(cost));
    instance.vehicle_types[0].fixed_cost = 100;
    instance.vehicle_types[0].unit_cost_millionths = 1_100_000;
    // 100 + 19.8 and 100 + 13.2, each rounded to the nearest.
    assert_eq!(checked(&instance, &[&[1, 3], &[2]]).unwrap().total, 120 + 113);
}

#[test]
fn objectives_match_the_published_ones() {
    let mut instance = line(2);
    let mut costs = |objective| {
        instance.convention.objective = objective;
        [&[&[1, 2][..]][..], &[&[1], &[2]]].map(|routes| checked(&instance, routes).unwrap())
    };
    let [one, two] = costs(Objective::Duration);
    assert_eq!((one.total, two.total), (14, 20));
    let [one, two] = costs(Objective::VehiclesThenDistance);
    assert_eq!((one.total, two.total), (12, 18));
}

#[test]
fn every_order_is_served_once_unless_its_prize_is_given_up() {
    let mut instance = line(2);
    assert_eq!(text(checked(&instance, &[&[1]])), "order 2 is not served");
    assert_eq!(text(checked(&instance, &[&[1, 2, 1]])), "order 1 is served twice on day 1");
    instance.orders[1].prize = Some(7);
    let cost = checked(&instance, &[&[1]]).unwrap();
    assert_eq!((cost.missed_prizes, cost.total), (7, 6 + 7));
}

#[test]
fn loads_fit() {
    let mut instance = line(6);
    let fault = "route 1 carries 12 where 10 fits";
    assert_eq!(text(checked(&instance, &[&[1, 2, 3, 4, 5, 6]])), fault);
    assert!(checked(&instance, &[&[1, 2, 3, 4, 5], &[6]]).is_ok());
    assert_eq!(text(checked(&instance, &[&[1, 2, 3, 0, 4, 5, 6]])), "route 1 must not reload");
    instance.vehicle_types[0].may_reload = true;
    assert!(checked(&instance, &[&[1, 2, 3, 0, 4, 5, 6]]).is_ok());
}

#[test]
fn pairs_stay_together_and_in_order() {
    let mut instance = line(4);
    for (idx, kind) in
        [OrderKind::Pickup, OrderKind::Dropoff].into_iter().cycle().take(4).enumerate()
    {
        instance.orders[idx].kind = kind;
    }
    let pair = |pickup, dropoff| Pair { pickup: OrderIdx(pickup), dropoff: OrderIdx(dropoff) };
    instance.pairs = vec![pair(0, 1), pair(2, 3)];
    instance.vehicle_types[0].capacity = 2;
    assert!(checked(&instance, &[&[1, 2, 3, 4]]).is_ok());
    assert_eq!(text(checked(&instance, &[&[1, 3, 4, 2]])), "route 1 carries 4 where 2 fits");
    let fault = "route 1 serves dropoff 2 before its pickup";
    assert_eq!(text(checked(&instance, &[&[2, 1, 3, 4]])), fault);
    let fault = "route 1 serves order 1 without its pair; route 2 serves order 2 without its pair";
    assert_eq!(text(checked(&instance, &[&[1], &[2, 3, 4]])), fault);
}

#[test]
fn windows_are_kept_and_waiting_is_avoided() {
    let mut instance = line(2);
    instance.orders[1].window = Window { opens_at: 100, closes_at: 101 };
    // 3 to order 1, 1 of service, 3 to order 2 at 100 or 101, 1 of service, 6 back; no waiting.
    assert_eq!(checked(&instance, &[&[1, 2]]).unwrap().duration, 14);
    instance.orders[0].window = Window { opens_at: 0, closes_at: 90 };
    // Begins order 1 at 90 at the latest, and waits from 94 to 100.
    assert_eq!(checked(&instance, &[&[1, 2]]).unwrap().duration, 20);
    instance.orders[0].window = Window { opens_at: 104, closes_at: 109 };
    let fault = "route 1 is late at order 2 by 7 units";
    assert_eq!(text(checked(&instance, &[&[1, 2]])), fault);
    // Order 2 at 100, order 1 at 104, back at 108.
    instance.depots[0].window.closes_at = 107;
    assert_eq!(text(checked(&instance, &[&[2, 1]])), "route 1 is late at the depot by 1 units");
}

#[test]
fn a_trip_waits_for_its_last_release() {
    let mut instance = line(2);
    instance.vehicle_types[0].may_reload = true;
    instance.orders[1].released_at = 50;
    instance.orders[1].window.closes_at = 56;
    assert!(checked(&instance, &[&[1, 2]]).is_err(), "it leaves at 50 and works on its way");
    assert!(checked(&instance, &[&[2, 1]]).is_ok());
    // Leaves at 43, back at 50, leaves at once.
    assert_eq!(checked(&instance, &[&[1, 0, 2]]).unwrap().duration, 7 + 13);
}

#[test]
fn limits_of_a_vehicle_hold() {
    let mut instance = line(2);
    let vehicles = &mut instance.vehicle_types[0];
    (vehicles.duration_max, vehicles.distance_max) = (Some(14), Some(12));
    assert!(checked(&instance, &[&[1, 2]]).is_ok());
    let vehicles = &mut instance.vehicle_types[0];
    (vehicles.duration_max, vehicles.distance_max) = (Some(13), Some(11));
    let fault = "route 1 goes 12 units of 11; route 1 takes 14 units of 13";
    assert_eq!(text(checked(&instance, &[&[1, 2]])), fault);
    instance = line(3);
    instance.vehicle_types[0].allowed_orders = Some(vec![OrderIdx(0), OrderIdx(1)]);
    let fault = "2 routes on day 1 are for vehicle type 0, which has 1";
    instance.vehicle_types[0].count = 1;
    assert_eq!(
        text(checked(&instance, &[&[1], &[2, 3]])),
        format!("route 2 must not serve order 3; {fault}")
    );
}

#[test]
fn visits_follow_a_pattern() {
    let mut instance = line(1);
    instance.day_count = 3;
    instance.orders[0].patterns = vec![DaySet(0b101), DaySet(0b010)];
    instance.vehicle_types[0].count = 1;
    let instance = instance.checked().unwrap();
    let on = |days: &[u32]| {
        let routes = days.iter().map(|&day| route_on(day, &[1])).collect();
        check(&instance, &Solution { routes })
    };
    assert_eq!(on(&[1, 3]).unwrap().total, 12);
    assert_eq!(on(&[2]).unwrap().total, 6);
    assert_eq!(text(on(&[1])), "order 1 may not be served on days 1");
    assert_eq!(text(on(&[1, 2, 3])), "order 1 may not be served on days 1, 2, 3");
    assert_eq!(text(on(&[])), "order 1 is not served");
}
