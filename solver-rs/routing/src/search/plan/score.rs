//! The score of a plan.
//!
//! Scores are compared lexicographically: mandatory visits unserved, by rank; counts of vehicles and shifts in the
//! order listed; then everything continuous, where each term weighs 10^-4 of the one listed before it (`weights`).

use std::cmp::Ordering;

use crate::evaluate::Step;
use crate::problem::{Measure, Objective, Problem, ShiftIdx, Vehicle, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::route::{Fit, RouteState};

/// Relative rounding error of sums: less than a minute that breaks a tie between plans that cost a million.
const NOISE: f64 = 1e-12;

/// Nominal cost of a further vehicle for an order that prefers one without a price: less than anything that has a
/// price.
const CONSISTENCY_WEIGHT: f64 = 1e-3;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Score {
    /// Sum of the ranks of absent mandatory visits.
    pub(crate) unserved: i128,
    pub(crate) count: i64,
    /// Sum of their weights; not compared, but used to decide from which plan the search continues.
    pub(crate) absence: i64,
    pub(crate) rest: f64,
}

impl Score {
    pub(crate) const WORST: Self =
        Self { unserved: i128::MAX, count: i64::MAX, absence: i64::MAX, rest: f64::INFINITY };

    /// Returns whether this score is better; differences within rounding errors are ignored.
    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        match (self.unserved, self.count).cmp(&(other.unserved, other.count)) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.rest < other.rest - NOISE * other.rest.abs().min(1e12),
        }
    }
}

impl Plan<'_> {
    /// Serves a visit by a route with these steps if that is worth what it adds to the score, which is `delta` apart
    /// from balance; returns whether it does. Mandatory visits are always worth it, optional ones if they cost less
    /// than leaving them out.
    pub(crate) fn serve(
        &mut self,
        visit: VisitIdx,
        delta: f64,
        (shift, steps): (ShiftIdx, &[Step]),
    ) -> bool {
        let worth = self.instance.weights.cost * self.instance.unserved_cost[visit.at()];
        let is_mandatory = self.instance.weight[visit.at()] > 0;
        let pays =
            is_mandatory || (delta < worth && delta + self.added_imbalance(shift, steps) < worth);
        pays && self.replace(shift, steps) == Fit::Fits
    }

    /// Returns what a route with these steps adds to the imbalance as the objective weighs it; 0 if that is not known.
    fn added_imbalance(&mut self, shift: ShiftIdx, steps: &[Step]) -> f64 {
        let weight = self.instance.weights.imbalance;
        if weight <= 0.0 {
            return 0.0;
        }
        let work = self.try_work(shift, steps).and_then(|it| it.1);
        work.map_or(0.0, |it| weight * Extremes::of(self).more(self, shift, it))
    }

    pub(crate) fn score(&self) -> Score {
        let weights = &self.instance.weights;
        let mut score = Score::default();
        for visit in &self.absent {
            score.unserved += self.instance.rank[visit.at()];
            score.absence += self.instance.weight[visit.at()];
            score.rest += weights.cost * self.instance.unserved_cost[visit.at()];
        }
        // In a set that is served completely or not at all, served visits count for nothing while another is absent.
        self.groups.broken_sets(&self.shift_of, |visit| {
            score.unserved += self.instance.rank[visit.at()];
            score.absence += self.instance.weight[visit.at()];
            score.rest += weights.cost * self.instance.unserved_cost[visit.at()];
        });
        let (cost, unpriced) = self.groups.extra_vehicles(self.problem, &self.shift_of);
        score.rest += weights.cost * cost + CONSISTENCY_WEIGHT * f64::from(unpriced);
        for cost in &self.used_costs {
            score.rest += cost.rest;
        }
        if weights.vehicles > 0 {
            let vehicles = i64::try_from(self.vehicle_count()).expect("a count of vehicles");
            score.count += weights.vehicles * vehicles;
        }
        let routes = i64::try_from(self.used.len()).expect("a count of routes");
        score.count += weights.shifts * routes;
        if weights.imbalance > 0.0 {
            score.rest += weights.imbalance * imbalance(self.problem, &self.routes);
        }
        score
    }

    /// Returns the cost in money of the routes and of the optional visits left out.
    pub(crate) fn money(&self) -> f64 {
        let routes: f64 = self.used_costs.iter().map(|it| it.money).sum();
        let absent: f64 = self.absent.iter().map(|it| self.instance.unserved_cost[it.at()]).sum();
        routes + absent + self.groups.extra_vehicles(self.problem, &self.shift_of).0
    }
}

/// Returns the largest minus the smallest measure of the vehicles that have a shift.
fn imbalance(problem: &Problem, routes: &[RouteState]) -> f64 {
    let [most, least] = Extremes::new(problem, routes).0.map(|it| it[0].0);
    if most > least { most - least } else { 0.0 }
}

/// The two vehicles with the most work, and the two with the least, so that any one of them can be left out.
pub(crate) struct Extremes([[(f64, usize); 2]; 2]);

impl Extremes {
    pub(crate) fn of(plan: &Plan<'_>) -> Self {
        Self::new(plan.problem, &plan.routes)
    }

    fn new(problem: &Problem, routes: &[RouteState]) -> Self {
        let mut most = [(f64::NEG_INFINITY, usize::MAX); 2];
        let mut least = [(f64::INFINITY, usize::MAX); 2];
        for (idx, vehicle) in problem.vehicles.iter().enumerate() {
            if vehicle.shifts.is_empty() {
                continue;
            }
            let work = measure(problem, vehicle, routes);
            if work > most[0].0 {
                most = [(work, idx), most[0]];
            } else if work > most[1].0 {
                most[1] = (work, idx);
            }
            if work < least[0].0 {
                least = [(work, idx), least[0]];
            } else if work < least[1].0 {
                least[1] = (work, idx);
            }
        }
        Self([most, least])
    }

    /// Returns by how much the imbalance grows if the route of a shift has this much work instead of its own.
    pub(crate) fn more(&self, plan: &Plan<'_>, shift: ShiftIdx, work: f64) -> f64 {
        let vehicle = plan.problem.shifts[shift.at()].vehicle;
        let [most, least] = self.0.map(|it| it[usize::from(it[0].1 == vehicle.at())].0);
        let imbalance = |work: f64| work.max(most) - work.min(least);
        let now = measure(plan.problem, &plan.problem.vehicles[vehicle.at()], &plan.routes);
        let own = measure_of(plan.problem, &plan.routes[shift.at()]);
        imbalance(now - own + work) - imbalance(now)
    }
}

/// Returns the workload of a vehicle, by the measure that is balanced.
pub(crate) fn measure(problem: &Problem, vehicle: &Vehicle, routes: &[RouteState]) -> f64 {
    vehicle.shifts.clone().map(|shift| measure_of(problem, &routes[shift as usize])).sum()
}

/// Returns what a route adds to the workload of its vehicle.
#[expect(clippy::cast_precision_loss, reason = "below 2^53")]
pub(crate) fn measure_of(problem: &Problem, route: &RouteState) -> f64 {
    let Objective { balance, load_scales, .. } = &problem.objective;
    let scale = |dimension: usize| load_scales.get(dimension).copied().unwrap_or(1.0);
    match balance {
        Measure::Duration => route.duration_seconds as f64,
        Measure::Stops => route.stop_count as f64,
        Measure::Load => (0..problem.dimension_count as usize)
            .map(|dimension| {
                let steps = route.steps.iter();
                let units = steps.map(|step| match step {
                    Step::Stop(stop, _) => problem.stops[stop.at()].load[dimension],
                    Step::Reload(_) => 0,
                });
                units.sum::<i64>() as f64 / scale(dimension)
            })
            .sum(),
    }
}
