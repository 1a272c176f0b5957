//! Checks whether a plan keeps every rule of its instance, and computes its cost: exact, on integers.
//!
//! A route leaves at the time that makes it shortest. Deliveries are on board from the start of their trip, pickups
//! from their stop on. A trip leaves the depot after the last release time of its orders. The check shares no code with
//! any search.

mod timing;
mod violation;

use super::convention::Objective;
use super::instance::{
    DayIdx, DaySet, Instance, Order, OrderIdx, OrderKind, PlaceIdx, VehicleType, VehicleTypeIdx,
    Window, index,
};
use super::solution::{Route, Solution};
use timing::{TimedStop, duration};
pub(crate) use violation::{Place, Violation};

/// The cost of a plan, in units of its instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// The number of routes on all days.
    pub(crate) route_count: u32,
    pub(crate) distance: i64,
    /// The time from departure to return, summed over the routes.
    pub(crate) duration: i64,
    /// The prizes of optional orders that are not served.
    pub(crate) missed_prizes: i64,
    /// The published number. Depending on the objective: the duration, the distance, or vehicle costs plus missed
    /// prizes.
    pub(crate) total: i64,
}

/// # Errors
/// All violations, route by route, then order by order.
pub(crate) fn check(instance: &Instance, solution: &Solution) -> Result<Cost, Vec<Violation>> {
    let mut violations = Vec::new();
    let mut cost = Cost { route_count: index(solution.routes.len()), ..Cost::default() };
    let partner_of = partners(instance);
    for (number, route) in (1..).zip(&solution.routes) {
        let checked = RouteCheck { instance, route, number, violations: &mut violations };
        let (distance, duration) = checked.run(&partner_of);
        let vehicle_type = instance.vehicle_type(route.vehicle_type);
        cost.distance = cost.distance.saturating_add(distance);
        cost.duration = cost.duration.saturating_add(duration);
        cost.total = cost.total.saturating_add(match instance.convention.objective {
            Objective::Cost => vehicle_cost(vehicle_type, distance),
            Objective::VehiclesThenDistance => distance,
            Objective::Duration => duration,
        });
    }
    check_vehicles(instance, solution, &mut violations);
    cost.missed_prizes = check_orders(instance, solution, &mut violations);
    if instance.convention.objective == Objective::Cost {
        cost.total = cost.total.saturating_add(cost.missed_prizes);
    }
    if violations.is_empty() { Ok(cost) } else { Err(violations) }
}

/// Returns the cost of a route, rounded half up to whole units.
fn vehicle_cost(vehicle_type: &VehicleType, distance: i64) -> i64 {
    let millionths = i128::from(distance) * i128::from(vehicle_type.unit_cost_millionths);
    let variable = i64::try_from((millionths + 500_000) / 1_000_000).unwrap_or(i64::MAX);
    variable.saturating_add(vehicle_type.fixed_cost)
}

/// Returns the partner of each order in its pair.
fn partners(instance: &Instance) -> Vec<Option<OrderIdx>> {
    let mut partner_of = vec![None; instance.orders.len()];
    for pair in &instance.pairs {
        partner_of[pair.pickup.0 as usize] = Some(pair.dropoff);
        partner_of[pair.dropoff.0 as usize] = Some(pair.pickup);
    }
    partner_of
}

struct RouteCheck<'a> {
    instance: &'a Instance,
    route: &'a Route,
    number: usize,
    violations: &'a mut Vec<Violation>,
}

impl RouteCheck<'_> {
    /// Returns distance and duration; the latter is 0 if the route is late.
    fn run(mut self, partner_of: &[Option<OrderIdx>]) -> (i64, i64) {
        let vehicle_type = self.instance.vehicle_type(self.route.vehicle_type);
        let route = self.number;
        if self.route.trips.len() > 1 && !vehicle_type.may_reload {
            self.violations.push(Violation::ReloadForbidden { route });
        }
        for trip in &self.route.trips {
            self.check_load(trip, vehicle_type.capacity);
            self.check_pairs(trip, partner_of);
            let forbidden = trip.iter().filter(|&&order| !vehicle_type.allows(order));
            let forbidden = forbidden.map(|&order| Violation::OrderForbidden { route, order });
            self.violations.extend(forbidden);
        }
        let (stops, places) = self.timed_stops(vehicle_type);
        let legs = stops.iter().zip(&stops[1..]);
        let distance = legs
            .map(|(from, to)| self.instance.distance(from.place, to.place))
            .fold(0, i64::saturating_add);
        if let Some(distance_max) = vehicle_type.distance_max.filter(|&most| distance > most) {
            self.violations.push(Violation::TooFar { route, distance, distance_max });
        }
        let duration = match duration(&self.instance.travel, &stops) {
            Ok(duration) => duration,
            Err(late) => {
                let (place, late_by) = (places[late.stop_idx], late.late_by);
                self.violations.push(Violation::Late { route, place, late_by });
                0
            }
        };
        if let Some(duration_max) = vehicle_type.duration_max.filter(|&most| duration > most) {
            self.violations.push(Violation::TooLong { route, duration, duration_max });
        }
        (distance, duration)
    }

    fn check_load(&mut self, trip: &[OrderIdx], capacity: i64) {
        let orders = || trip.iter().map(|&order| self.instance.order(order));
        let is_delivery = |order: &&Order| order.kind == OrderKind::Delivery;
        let mut load: i64 = orders().filter(is_delivery).map(|order| order.load).sum();
        let mut most = load;
        for order in orders() {
            load += if order.kind == OrderKind::Pickup { order.load } else { -order.load };
            most = most.max(load);
        }
        if most > capacity {
            self.violations.push(Violation::Overload { route: self.number, load: most, capacity });
        }
    }

    fn check_pairs(&mut self, trip: &[OrderIdx], partner_of: &[Option<OrderIdx>]) {
        let route = self.number;
        for (position, &order) in trip.iter().enumerate() {
            let Some(partner) = partner_of[order.0 as usize] else { continue };
            let Some(other) = trip.iter().position(|&other| other == partner) else {
                self.violations.push(Violation::PairSplit { route, order });
                continue;
            };
            if self.instance.order(order).kind == OrderKind::Dropoff && position < other {
                self.violations.push(Violation::DropoffBeforePickup { route, dropoff: order });
            }
        }
    }

    /// Returns the stops (depot, orders, depot, orders, …, depot), and the place of each.
    fn timed_stops(&self, vehicle_type: &VehicleType) -> (Vec<TimedStop>, Vec<Place>) {
        let instance = self.instance;
        let depot = |opens_at| TimedStop {
            place: instance.depot_place(vehicle_type.depot),
            window: Window { opens_at, ..instance.depot(vehicle_type.depot).window },
            service_time: 0,
        };
        let opens_at = instance.depot(vehicle_type.depot).window.opens_at;
        let (mut stops, mut places) = (Vec::new(), Vec::new());
        for trip in &self.route.trips {
            let released_at = trip.iter().map(|&order| instance.order(order).released_at).max();
            stops.push(depot(opens_at.max(released_at.unwrap_or(opens_at))));
            places.push(Place::Depot);
            for &idx in trip {
                let order = instance.order(idx);
                stops.push(timed_stop(order, instance.order_place(idx)));
                places.push(Place::Order(idx));
            }
        }
        stops.push(depot(opens_at));
        places.push(Place::Depot);
        (stops, places)
    }
}

fn timed_stop(order: &Order, place: PlaceIdx) -> TimedStop {
    TimedStop { place, window: order.window, service_time: order.service_time }
}

/// Checks that each vehicle leaves at most once on each day.
fn check_vehicles(instance: &Instance, solution: &Solution, violations: &mut Vec<Violation>) {
    for day in (0..instance.day_count).map(DayIdx) {
        for (idx, vehicle_type) in (0..).map(VehicleTypeIdx).zip(&instance.vehicle_types) {
            let is_of = |route: &&Route| route.vehicle_type == idx && route.day == day;
            let route_count = index(solution.routes.iter().filter(is_of).count());
            let count = vehicle_type.count;
            if route_count > count {
                let vehicle_type = idx;
                violations.push(Violation::TooManyVehicles {
                    vehicle_type,
                    day,
                    route_count,
                    count,
                });
            }
        }
    }
}

/// Checks how often and on which days orders are served, and returns the sum of the missed prizes.
fn check_orders(instance: &Instance, solution: &Solution, violations: &mut Vec<Violation>) -> i64 {
    let mut days_of = vec![DaySet(0); instance.orders.len()];
    for route in &solution.routes {
        for &order in route.trips.iter().flatten() {
            let days = &mut days_of[order.0 as usize];
            if days.contains(route.day) {
                violations.push(Violation::ServedTwice { order, day: route.day });
            }
            *days = days.with(route.day);
        }
    }
    let mut missed_prizes = 0_i64;
    for idx in instance.order_indexes() {
        let (order, days) = (instance.order(idx), days_of[idx.0 as usize]);
        match order.prize {
            Some(prize) if days.is_empty() => missed_prizes = missed_prizes.saturating_add(prize),
            None if days.is_empty() => violations.push(Violation::Unserved { order: idx }),
            _ if order.patterns.is_empty() => {}
            _ if order.patterns.contains(&days) => {}
            _ => violations.push(Violation::NoPattern { order: idx, days }),
        }
    }
    missed_prizes
}

#[cfg(test)]
mod tests;
