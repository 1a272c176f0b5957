//! The best plan so far: stored when it is found, restored when the search starts over or ends.

use super::Search;
use super::plan::Plan;
use super::plan::route::{Fit, RouteState};
use crate::evaluate::Step;
use crate::problem::ShiftIdx;

impl Search<'_> {
    /// Returns what the best plan costs for its shifts and for the visits that it leaves out.
    pub(super) fn best_lumps(&self) -> f64 {
        let absent = self.best_absent.iter();
        let unserved: f64 = absent.map(|it| self.plan.instance.unserved_cost[it.at()]).sum();
        self.best_fixed() + unserved
    }

    /// Returns the fixed costs of the best plan.
    pub(super) fn best_fixed(&self) -> f64 {
        let problem = self.plan.problem;
        let shifts = problem.shifts.iter().zip(&self.best_routes).filter(|it| !it.1.is_empty());
        shifts.map(|it| problem.vehicles[it.0.vehicle.at()].costs.fixed).sum()
    }

    /// Returns how many vehicles the best plan uses.
    pub(super) fn best_vehicle_count(&self) -> usize {
        let shifts = self.plan.problem.shifts.iter().zip(&self.best_routes);
        let used = shifts.filter(|(_, steps)| !steps.is_empty()).map(|(shift, _)| shift.vehicle);
        let mut vehicles: Vec<_> = used.collect();
        vehicles.sort_unstable();
        vehicles.dedup();
        vehicles.len()
    }

    /// Stores the current plan as the best one. O(routes that have changed since the last call).
    pub(super) fn remember(&mut self) {
        self.best = self.current;
        let (routes, states) = (&mut self.best_routes, &mut self.best_states);
        let rests = &mut self.best_rests;
        if self.plan.groups.any() || self.plan.has_careful_routes {
            states.resize_with(routes.len(), RouteState::default);
        }
        self.plan.take_news(|shift, state| {
            routes[shift.at()].clone_from(&state.steps);
            rests[shift.at()] = state.rest;
            if let Some(kept) = states.get_mut(shift.at()) {
                kept.clone_from(state);
            }
        });
        self.best_absent.clone_from(&self.plan.absent);
        let kept: f64 = self.plan.kept.iter().map(|it| it.summary.cost.total()).sum();
        self.best_money = self.plan.money() + kept;
        self.improvements.push((self.iterations, self.best_money));
    }

    /// Stores the current plan as the best one if it is better, so that the status describes what the answer contains.
    pub(crate) fn remember_gain(&mut self) {
        let score = self.plan.score();
        if score.is_better_than(&self.best) {
            self.current = score;
            self.plan.keep();
            self.remember();
        }
    }

    pub(crate) fn restore_best(&mut self) {
        let was_set = self.plan.patience.never_give_up(true);
        // Routes that are already in place are evaluated again only if there is time.
        let is_late = self.plan.patience.is_late();
        let stands = |plan: &Plan<'_>, at: usize, steps: &[Step]| {
            is_late && self.best_states.is_empty() && plan.routes[at].steps == steps
        };
        let used: Vec<ShiftIdx> = self.plan.used_last_first();
        for shift in used {
            if stands(&self.plan, shift.at(), &self.best_routes[shift.at()]) {
                continue;
            }
            let fit = self.plan.replace(shift, &[]);
            debug_assert_eq!(fit, Fit::Fits, "nothing binds an unused shift");
        }
        for (position, steps) in self.best_routes.iter().enumerate() {
            let shift = ShiftIdx::of(position);
            if steps.is_empty() || stands(&self.plan, position, steps) {
                continue;
            }
            if let Some(state) = self.best_states.get(position) {
                self.plan.restore(shift, state);
                continue;
            }
            let fit = self.plan.replace(shift, steps);
            debug_assert_eq!(fit, Fit::Fits, "it did fit before");
        }
        self.plan.absent.clone_from(&self.best_absent);
        self.plan.refresh_unused();
        self.plan.keep();
        self.plan.patience.never_give_up(was_set);
        self.current = self.plan.score();
    }

    /// Continues with the plan of careful insertion if it is better; returns whether it is.
    pub(crate) fn take_careful(&mut self) -> bool {
        let Some(careful) = self.careful.take() else { return false };
        if !careful.score.is_better_than(&self.plan.score()) {
            return false;
        }
        let used = self.plan.used_last_first();
        self.plan.empty(used);
        for (shift, state) in &careful.routes {
            self.plan.restore(*shift, state);
        }
        self.plan.absent = careful.absent;
        self.plan.refresh_unused();
        self.plan.keep();
        true
    }

    /// Returns the best plan's steps by shift, for benchmarks.
    #[must_use]
    pub fn sequences(&self) -> Vec<(ShiftIdx, Vec<Step>)> {
        let routes = self.best_routes.iter().enumerate();
        routes
            .filter(|(_, steps)| !steps.is_empty())
            .map(|(shift, steps)| (ShiftIdx::of(shift), steps.clone()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{PlannedRoute, PlannedStop, ShiftIdx, StopIdx};
    use crate::search::{Search, SearchOptions};

    #[test]
    fn a_search_with_routes_that_were_evaluated_carefully_goes_on_from_its_checkpoint() {
        let mut fixture = Fixture::new(5);
        fixture.shift(0..10_000);
        for place in 1..5 {
            fixture.dropoff(place, &[]);
        }
        let mut problem = fixture.problem;
        let stops = (0..4).map(|it| PlannedStop::new(StopIdx(it), None)).collect();
        problem.plan = vec![PlannedRoute::new(ShiftIdx(0), stops)];
        let options = SearchOptions { iterations_max: Some(20), ..SearchOptions::default() };
        let mut search = Search::new(&problem, options);
        let steps = search.plan.routes[0].steps.clone();
        let _ = search.plan.replace_carefully(ShiftIdx(0), &steps);
        search.plan.keep();
        search.remember();
        assert!(!search.best_states.is_empty(), "it has the states of routes");
        search.restore_best();
        let resumed = Search::resume(&problem, options, &search.checkpoint()).unwrap();
        assert_eq!(resumed.sequences(), search.sequences());
        assert_eq!(resumed.sequences()[0].1.len(), 4);
    }
}
