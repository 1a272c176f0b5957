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

mod columns;
mod prices;
mod selection;
mod visit_set;

use super::Search;
use super::plan::Plan;
use crate::problem::{ShiftIdx, VisitIdx};
use columns::{COLUMNS_MAX, ColumnIdx, Columns};
use prices::{Choices, Prices};
use selection::select;
use visit_set::VISITS_MAX;

/// The share of a cycle of annealing at which routes are first combined, and then how often. Before, plans are far from
/// the best ones.
const COMBINED_FROM: f64 = 0.3;
const COMBINED_EVERY: f64 = 0.1;
/// The same by iterations, for searches that only make a part of a long cycle.
const ITERATIONS_MAX: u64 = 10_000;
/// Combinations wait as long as they have taken more than this share of the work of iterations.
const WORK_SHARE_MAX: f64 = 0.15;
/// The shares of the gap between bound and best plan below which columns are considered, one after the other: the
/// fewer columns, the deeper the search for a choice gets.
const GAP_SHARES: [f64; 3] = [0.15, 0.4, 1.0];
/// Looks at columns for each of them.
const LOOKS_MAX: usize = 3_000_000;
/// Columns leave the pool if their reduced cost exceeds this many gaps.
const GAPS_MAX: f64 = 5.0;
/// What a mandatory visit costs that is left out, in average routes.
const ABSENT_ROUTES: f64 = 3.0;

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
    /// Returns an empty pool; `None` if routes of this problem depend on one another, or on more than their class and
    /// their visits.
    pub(super) fn new(plan: &Plan<'_>) -> Option<Self> {
        let (problem, instance) = (plan.problem, &plan.instance);
        let weights = &instance.weights;
        let has_single_shifts = problem.vehicles.iter().all(|it| it.shifts.len() <= 1);
        let is_sum_of_routes = !plan.groups.any()
            && weights.imbalance == 0.0
            && (weights.vehicles == 0 || has_single_shifts)
            // The routes of all classes together may not be more.
            && (!weights.counts_fleet() || instance.class_shifts.len() == 1);
        let depends_on_class = plan.locks.is_empty() && !instance.has_preferences;
        let fits = problem.visits.len() <= VISITS_MAX;
        let pool = || Self {
            columns: Columns::default(),
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
                self.columns.add(class, visits, &route.steps, route.rest);
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
    fn thin_out(&mut self, prices: &Prices, most: f64) {
        let columns = &self.columns;
        let costs = columns.all().map(|it| (prices.reduced_cost(columns, it), it));
        let mut low: Vec<(f64, ColumnIdx)> = costs.filter(|it| it.0 <= most).collect();
        if low.len() > COLUMNS_MAX / 2 || columns.is_full() {
            let half = low.len() / 2;
            low.select_nth_unstable_by(half, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            low.truncate(half);
        }
        low.sort_unstable_by_key(|it| it.1);
        self.columns.retain(low.iter().map(|it| it.1));
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

    /// Looks for routes of the pool that together are better than the best plan, and continues from them.
    fn combine(&mut self, pool: &mut RoutePool) {
        let instance = &self.plan.instance;
        let visit_count = self.plan.problem.visits.len();
        let route_count = self.best_routes.iter().filter(|it| !it.is_empty()).count();
        #[expect(clippy::cast_precision_loss, reason = "an average")]
        let missing = ABSENT_ROUTES * self.best.rest.abs() / route_count.max(1) as f64;
        let surcharge = |it: VisitIdx| if instance.weight[it.at()] > 0 { missing } else { 0.0 };
        let cost_of_absence =
            |it| instance.weights.cost * instance.unserved_cost[VisitIdx::at(it)] + surcharge(it);
        let absence: Vec<f64> =
            (0..visit_count).map(|it| cost_of_absence(VisitIdx::of(it))).collect();
        let counts = instance.weights.counts_fleet();
        let routes_max: Vec<usize> = instance
            .class_shifts
            .iter()
            .map(|it| if counts { route_count } else { it.len() })
            .collect();
        let mut upper =
            self.best.rest + self.best_absent.iter().map(|it| surcharge(*it)).sum::<f64>();
        if pool.prices.is_empty() {
            pool.prices = average_prices(&self.plan, &absence);
        }
        let choices =
            Choices { columns: &pool.columns, absence: &absence, routes_max: &routes_max };
        let patience = &self.plan.patience;
        let prices = prices::raise(&choices, std::mem::take(&mut pool.prices), upper, patience);
        let mut chosen = None;
        for share in GAP_SHARES {
            if let Some(found) = select(&choices, &prices, upper, share, (LOOKS_MAX, patience)) {
                upper = found.cost;
                chosen = Some(found.columns);
            }
        }
        if let Some(chosen) = chosen {
            self.continue_with(&pool.columns, &chosen);
        }
        pool.thin_out(&prices, GAPS_MAX * (upper - prices.bound));
        pool.prices = prices.of_visit;
    }

    /// Makes these columns the plan if it is better than the best one.
    fn continue_with(&mut self, columns: &Columns, chosen: &[ColumnIdx]) {
        let used = self.plan.used_last_first();
        self.plan.empty(used);
        let mut free: Vec<_> = self.plan.instance.class_shifts.clone();
        free.iter_mut().for_each(|it| it.reverse());
        for column in chosen {
            if let Some(shift) = free[columns.class(*column).at()].pop() {
                // If it does not fit, the plan is no better.
                let _ = self.plan.replace(shift, columns.steps(*column));
            }
        }
        self.plan.list_absent();
        let score = self.plan.score();
        if !score.is_better_than(&self.best) {
            self.plan.undo();
            return;
        }
        self.current = score;
        self.plan.keep();
        self.remember();
        self.pace.observe(self.paced_for, &score, true);
    }
}

/// Returns prices of visits by which each route of the plan pays for itself.
#[expect(clippy::cast_precision_loss, reason = "an average")]
fn average_prices(plan: &Plan<'_>, absence: &[f64]) -> Vec<f64> {
    let mut prices = absence.to_vec();
    for route in plan.used.iter().map(|it: &ShiftIdx| &plan.routes[it.at()]) {
        let visits = plan.visits_of(&route.steps);
        for visit in &visits {
            prices[visit.at()] = route.rest / visits.len() as f64;
        }
    }
    prices
}

#[cfg(test)]
mod tests;
