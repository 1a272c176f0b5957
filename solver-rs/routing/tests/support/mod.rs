//! A day of random orders, which tests of the search plan.

use routing::problem::{
    Clock, ClockIdx, ClockSegment, Costs, Order, OrderIdx, Place, PlaceIdx, Problem, Shift, Stop,
    StopKind, StopOption, TIME_MIN, Term, TravelTable, Vehicle, VehicleIdx, Visit, VisitIdx,
    Window,
};
use routing::search::SearchOptions;

pub(crate) const DAY_ENDS_AT: i64 = 10_000;

/// Pseudo-random numbers with the constants of Knuth's MMIX.
struct Draw(u64);

impl Draw {
    fn below(&mut self, count: u64) -> i64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % count).unwrap()
    }
}

/// Vehicles at place 0 that cost `fixed` plus time and distance, and orders of one stop at the other places.
pub(crate) fn problem(seed: u64, orders: u32, vehicles: u32, fixed: f64) -> Problem {
    let mut draw = Draw(seed);
    let at: Vec<(i64, i64)> = (0..=orders).map(|_| (draw.below(1000), draw.below(1000))).collect();
    let mut meters = Vec::new();
    for from in &at {
        for to in &at {
            // Distances on a grid: integers without a square root.
            let length = (from.0 - to.0).abs() + (from.1 - to.1).abs();
            meters.push(i32::try_from(length).unwrap());
        }
    }
    let mut problem = Problem {
        places: vec![Place { clock: ClockIdx(0), setup_seconds: 0, docks: None }; at.len()],
        clocks: vec![Clock { segments: vec![ClockSegment { from_at: 0, offset_seconds: 0 }] }],
        travel: vec![TravelTable {
            lane_count: 1,
            travel_seconds: meters.clone(),
            distance_meters: meters,
            rows: None,
        }],
        dimension_count: 1,
        ..Problem::default()
    };
    problem.objective.minimize = vec![Term::Unserved, Term::Cost];
    for vehicle in 0..vehicles {
        problem.vehicles.push(vehicle_with(fixed, vehicle));
        problem.shifts.push(shift_of(vehicle));
    }
    for order in 0..orders {
        let opens = draw.below(5_000);
        problem.options.push(StopOption {
            place: PlaceIdx(order + 1),
            service_seconds: draw.below(100),
            setup_seconds: 0,
            windows: vec![Window { start_at: opens, end_at: opens + 3_000 }],
            soft_windows: Vec::new(),
        });
        problem.stops.push(Stop {
            visit: VisitIdx(order),
            kind: StopKind::Dropoff,
            load: vec![1 + draw.below(4)],
            after: Vec::new(),
            options: order..order + 1,
        });
        problem.visits.push(Visit {
            order: OrderIdx(order),
            number: 1,
            span: Window::ALWAYS,
            stops: order..order + 1,
            release_at: TIME_MIN,
        });
        problem.orders.push(order_of(order));
    }
    problem.check().unwrap();
    problem
}

fn vehicle_with(fixed: f64, shift: u32) -> Vehicle {
    Vehicle {
        capacity: vec![8],
        costs: Costs { fixed, per_hour: 90.0, per_kilometer: 1.0, ..Costs::default() },
        shifts: shift..shift + 1,
        ..Vehicle::default()
    }
}

fn shift_of(vehicle: u32) -> Shift {
    Shift {
        vehicle: VehicleIdx(vehicle),
        start_place: Some(PlaceIdx(0)),
        end_place: Some(PlaceIdx(0)),
        start_at: 0,
        end_at: DAY_ENDS_AT,
        latest_end_at: DAY_ENDS_AT,
        overtime_end_at: DAY_ENDS_AT,
        ..Shift::default()
    }
}

fn order_of(visit: u32) -> Order {
    Order { visits: visit..visit + 1, ..Order::default() }
}

/// Options of a search with this many iterations.
pub(crate) fn iterations(count: u64, seed: u64) -> SearchOptions {
    SearchOptions { seed, iterations_max: Some(count), iterations_per_visit: None, part: None }
}
