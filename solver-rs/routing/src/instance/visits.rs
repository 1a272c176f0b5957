//! Visits: what each moves, weighs and costs.

use super::Instance;
use crate::problem::{LoadOrder, Problem, StopKind, TIME_MIN, UNLIMITED};

/// What a visit moves, as insertion has to treat it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One stop.
    Single,
    /// One pickup, then one dropoff of the same load.
    Pair,
    /// Anything else.
    Many,
}

impl Instance<'_> {
    pub(super) fn add_visits(&mut self, problem: &Problem) {
        let mut largest = vec![1_i64; self.dimensions];
        for vehicle in &problem.vehicles {
            for (dimension, capacity) in vehicle.capacity.iter().enumerate() {
                if *capacity < UNLIMITED {
                    largest[dimension] = largest[dimension].max(*capacity);
                }
            }
        }
        for visit in &problem.visits {
            let stops = visit.stops.start as usize..visit.stops.end as usize;
            let mut excess = vec![0_i64; self.dimensions];
            let mut size = 0.0_f64;
            for stop in stops.clone() {
                let sign = if problem.stops[stop].kind == StopKind::Dropoff { 1 } else { -1 };
                for (dimension, beyond) in excess.iter_mut().enumerate() {
                    let load = problem.stops[stop].load[dimension];
                    *beyond += sign * load;
                    #[expect(clippy::cast_precision_loss, reason = "only for sorting")]
                    let share = load as f64 / largest[dimension] as f64;
                    size = size.max(share);
                }
            }
            let is_pair = stops.len() == 2
                && self.carried[stops.start]
                && problem.stops[stops.start].kind == StopKind::Pickup
                && excess.iter().all(|it| *it == 0);
            self.shape.push(match stops.len() {
                1 => Shape::Single,
                2 if is_pair => Shape::Pair,
                _ => Shape::Many,
            });
            self.size.push(size);
            let first_option = problem.stops[stops.start].options.start as usize;
            self.home.push(problem.options[first_option].place.0);
            let order = &problem.orders[visit.order.at()];
            self.weight.push(if order.mandatory { 1 + i64::from(order.priority) } else { 0 });
            self.unserved_cost.push(order.unserved_cost);
        }
    }

    /// See `plain`.
    pub(super) fn is_plain(&self) -> bool {
        let problem = self.problem;
        let fixed = problem.travel.iter().all(|it| it.lane_count == 1);
        let vehicles = problem.vehicles.iter().all(|it| {
            it.driving_rules.is_none()
                && it.costs.per_waiting_hour == 0.0
                && it.costs.per_overtime_hour == 0.0
                && it.limits.waiting_seconds >= UNLIMITED
                && it.limits_per_week.is_unlimited()
                && it.limits_per_period.is_unlimited()
        });
        let shifts = problem
            .shifts
            .iter()
            .all(|it| it.breaks.is_empty() && it.soft_breaks.is_empty() && it.reloads.is_empty());
        let orders = problem.orders.iter().all(|it| {
            it.ride_seconds_max >= UNLIMITED
                && it.load_order == LoadOrder::Any
                && it.load_type.is_none()
                && it.rules.is_none()
        });
        let visits = problem.visits.iter().all(|it| it.release_at <= TIME_MIN);
        let options =
            problem.options.iter().all(|it| it.windows.len() == 1 && it.soft_windows.is_empty());
        fixed
            && vehicles
            && shifts
            && orders
            && visits
            && options
            && problem.relations.is_empty()
            && self.options.iter().all(|it| it.setup_seconds == 0)
            && self.shape.iter().all(|it| *it != Shape::Many)
            && self.weights.lateness == 0.0
    }
}
