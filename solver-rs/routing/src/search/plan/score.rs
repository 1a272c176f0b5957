//! How good a plan is.
//!
//! Lexicographic: mandatory visits unserved, by rank; counts of vehicles and shifts in the order listed; then all that
//! is continuous, each term weighed 10^-4 of the one listed before it (`weights`).

use std::cmp::Ordering;

use crate::evaluate::Step;
use crate::problem::{Measure, Objective, Problem, Vehicle};
use crate::search::plan::route::RouteState;

/// Of what is added: less than a minute that breaks a tie between plans that cost a million.
const NOISE: f64 = 1e-12;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Score {
    /// Ranks of the mandatory visits that are absent.
    pub(crate) unserved: i128,
    pub(crate) count: i64,
    /// Their weights: no part of the order, but of what the search goes on from.
    pub(crate) absence: i64,
    pub(crate) rest: f64,
}

impl Score {
    pub(crate) const WORST: Self =
        Self { unserved: i128::MAX, count: i64::MAX, absence: i64::MAX, rest: f64::INFINITY };

    /// Differences that are noise of adding are none.
    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        match (self.unserved, self.count).cmp(&(other.unserved, other.count)) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.rest < other.rest - NOISE * other.rest.abs().min(1e12),
        }
    }
}

/// Largest minus smallest measure of vehicles that have a shift.
pub(crate) fn imbalance(problem: &Problem, routes: &[RouteState]) -> f64 {
    let mut least = f64::INFINITY;
    let mut most = f64::NEG_INFINITY;
    for vehicle in &problem.vehicles {
        if vehicle.shifts.is_empty() {
            continue;
        }
        let measure = measure(problem, vehicle, routes);
        least = least.min(measure);
        most = most.max(measure);
    }
    if most > least { most - least } else { 0.0 }
}

/// What a vehicle has to do, by what is to be balanced.
pub(crate) fn measure(problem: &Problem, vehicle: &Vehicle, routes: &[RouteState]) -> f64 {
    vehicle.shifts.clone().map(|shift| measure_of(problem, &routes[shift as usize])).sum()
}

#[expect(clippy::cast_precision_loss, reason = "below 2^53")]
fn measure_of(problem: &Problem, route: &RouteState) -> f64 {
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
