//! The pool of the routes that the search has made, and plans that combine routes of different iterations.
//!
//! ```text
//! iterations ──► columns ──► prices ──► selection ──► plan
//!   routes       cheapest    of visits  of columns    evaluated, and kept if it is better than the best one
//!                of its      and a      with low
//!                visits      bound      reduced costs
//!                   ▲──── columns far beyond the bound leave the pool
//! ```
//!
//! A search finds good routes one by one, but seldom all routes of the best plan at the same time: an iteration that
//! makes one of them may spoil another. Choosing among all routes so far is a set partitioning problem (Foster, Ryan
//! 1976; Rochat, Taillard 1995). It may be solved wherever the score of a plan is the sum of those of its routes.
//! Relations between visits restrict which routes go together (`ties`), and routes that they connect get common times.

mod columns;
mod combine;
mod prices;
mod selection;
mod ties;
mod visit_set;

use super::Search;
use super::plan::Plan;
use columns::{COLUMNS_MAX, ColumnIdx, Columns};
use ties::Ties;
use visit_set::VISITS_MAX;

/// The share of a cycle of annealing at which routes are first combined, and then how often. Before, plans are far from
/// the best ones.
const COMBINED_FROM: f64 = 0.3;
const COMBINED_EVERY: f64 = 0.1;
/// The same by iterations, for searches that only make a part of a long cycle.
const ITERATIONS_MAX: u64 = 10_000;
/// Combinations wait as long as they have taken more than this share of the work of iterations.
const WORK_SHARE_MAX: f64 = 0.15;

pub(super) struct RoutePool {
    columns: Columns,
    /// Prices of visits as of the last combination; empty before the first.
    prices: Vec<f64>,
    /// The share of the cycle at which routes were combined last, and the iterations then.
    combined_at: f64,
    combined_after: u64,
    /// The work of all combinations, and of all iterations, in units of `Patience`.
    own_work: u64,
    iteration_work: u64,
}

impl RoutePool {
    /// Returns an empty pool; `None` if routes of this problem depend on one another by more than relations, or on more
    /// than their class and their visits.
    pub(super) fn new(plan: &Plan<'_>) -> Option<Self> {
        let (problem, instance) = (plan.problem, &plan.instance);
        let weights = &instance.weights;
        let has_single_shifts = problem.vehicles.iter().all(|it| it.shifts.len() <= 1);
        let is_sum_of_routes = plan.groups.are_relations_only()
            && weights.imbalance == 0.0
            && (weights.vehicles == 0 || has_single_shifts)
            // The routes of all classes together may not be more.
            && (!weights.counts_fleet() || instance.class_shifts.len() == 1);
        let depends_on_class = plan.locks.is_empty() && !instance.has_preferences;
        let fits = problem.visits.len() <= VISITS_MAX;
        let pool = || Self {
            columns: Columns::new(Ties::new(problem)),
            prices: Vec::new(),
            combined_at: 0.0,
            combined_after: 0,
            own_work: 0,
            iteration_work: 0,
        };
        (is_sum_of_routes && depends_on_class && fits).then(pool)
    }

    /// Adds the routes that have changed in this iteration.
    fn add_changed(&mut self, plan: &Plan<'_>) {
        for shift in plan.changed() {
            let route = &plan.routes[shift.at()];
            if !route.steps.is_empty() {
                let visits = route.steps.iter().filter_map(|it| plan.visit_of(*it));
                let class = plan.instance.class[shift.at()];
                let ranges = plan.start_ranges(*shift);
                self.columns.add(class, visits, &route.steps, route.rest, ranges);
            }
        }
    }

    /// Returns whether routes are to be combined at this share of the cycle and after so many iterations, and records
    /// it.
    fn is_due(&mut self, share: f64, iterations: u64) -> bool {
        if share < self.combined_at {
            self.combined_at = 0.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "a share")]
        let may_work = self.own_work as f64 <= WORK_SHARE_MAX * self.iteration_work as f64;
        let is_late = share >= self.combined_at + COMBINED_EVERY
            || iterations >= self.combined_after + ITERATIONS_MAX;
        let is_time = share >= COMBINED_FROM && is_late;
        let is_due = may_work && (is_time || self.columns.is_full());
        if is_due {
            (self.combined_at, self.combined_after) = (share, iterations);
        }
        is_due
    }

    /// Removes columns whose reduced cost exceeds `most`, and the more expensive half of the others if they are many.
    /// `reduced` contains the reduced costs by column.
    fn thin_out(&mut self, reduced: &[f64], most: f64) {
        let columns = self.columns.all().map(|it| (reduced[it.at()], it));
        let mut low: Vec<(f64, ColumnIdx)> = columns.filter(|it| it.0 <= most).collect();
        if low.len() > COLUMNS_MAX / 2 || self.columns.is_full() {
            let half = low.len() / 2;
            low.select_nth_unstable_by(half, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            low.truncate(half);
        }
        let mut stays = vec![false; reduced.len()];
        low.iter().for_each(|it| stays[it.1.at()] = true);
        self.columns.retain(|it| stays[it.at()]);
    }
}

impl Search<'_> {
    /// Adds the routes that have changed in this iteration to the pool.
    pub(super) fn pool_routes(&mut self) {
        if let Some(pool) = &mut self.route_pool {
            pool.add_changed(&self.plan);
        }
    }

    /// Records the work of an iteration.
    pub(super) fn note_work(&mut self, work: u64) {
        if let Some(pool) = &mut self.route_pool {
            pool.iteration_work += work;
        }
    }

    /// Combines routes of the pool if this is due at this share of the cycle.
    pub(super) fn combine_if_due(&mut self, share: f64) {
        let Some(mut pool) = self.route_pool.take_if(|it| it.is_due(share, self.iterations)) else {
            return;
        };
        let before = self.plan.patience.spent();
        self.combine(&mut pool);
        pool.own_work += self.plan.patience.spent() - before;
        self.route_pool = Some(pool);
    }
}

#[cfg(test)]
mod tests;
