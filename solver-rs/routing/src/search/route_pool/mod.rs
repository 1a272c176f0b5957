//! The pool of the routes that the search has made, and plans that combine routes of different iterations.
//!
//! ```text
//! iterations ──► columns ──► prices ──► selection ──► plan
//!   routes       cheapest    of visits  of columns    evaluated, and kept if it is better than the best one
//!                of its      and a      with low
//!                visits      bound      reduced costs
//!                   ▲──── columns far beyond the bound leave the pool
//! iterations ◄── columns near the bound are made part of the plan
//! ```
//!
//! A search finds good routes one by one, but seldom all routes of the best plan at the same time: an iteration that
//! makes one of them may spoil another. Choosing among all routes so far is a set partitioning problem (Foster, Ryan
//! 1976; Rochat, Taillard 1995). It may be solved wherever the score of a plan is the sum of those of its routes.
//! Relations between visits restrict which routes go together (`ties`), and routes that they connect get common times.
//! Bounds of large plans are too low to choose by; there, routes of a neighborhood are combined at a time.

mod columns;
mod combine;
mod favored;
mod neighborhood;
mod prices;
mod selection;
mod ties;
mod visit_set;

use super::Search;
use super::plan::Plan;
use columns::{COLUMNS_MAX, ColumnIdx, Columns};
use favored::Favored;
use neighborhood::MEMBERS_MAX;
use ties::Ties;

/// The share of a cycle of annealing at which routes are first combined, and then how often. Before, plans are far from
/// the best ones.
const COMBINED_FROM: f64 = 0.3;
const COMBINED_EVERY: f64 = 0.1;
/// The same by iterations, for searches that only make a part of a long cycle.
const ITERATIONS_MAX: u64 = 10_000;
/// The share of a cycle from which on routes of neighborhoods are combined, and from which on they are collected. A
/// search continues from each better plan, which at high temperatures keeps it from going elsewhere.
const NEIGHBORHOODS_FROM: f64 = 0.5;
const COLLECTED_FROM: f64 = 0.4;
/// Combinations wait as long as they have taken more than this share of the work of iterations.
const WORK_SHARE_MAX: f64 = 0.15;

pub(super) struct RoutePool {
    columns: Columns,
    /// Whether routes of whole plans are combined, instead of those of neighborhoods.
    is_of_whole_plans: bool,
    /// Prices of visits as of the last combinations; `None` before the first.
    prices: Option<Vec<f64>>,
    /// Routes that these prices speak for; none if those of neighborhoods are combined.
    favored: Vec<Favored>,
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
        let is_of_whole_plans = problem.visits.len() <= MEMBERS_MAX;
        // Routes that relations connect would have to be in the same neighborhood.
        let fits = is_of_whole_plans || !plan.groups.any();
        let pool = || Self {
            columns: Columns::new(Ties::new(problem)),
            is_of_whole_plans,
            prices: None,
            favored: Vec::new(),
            combined_at: 0.0,
            combined_after: 0,
            own_work: 0,
            iteration_work: 0,
        };
        (is_sum_of_routes && depends_on_class && fits).then(pool)
    }

    /// Returns whether routes of whole plans are combined, instead of those of neighborhoods.
    pub(super) const fn is_of_whole_plans(&self) -> bool {
        self.is_of_whole_plans
    }

    /// Returns whether routes are collected at this share of the cycle.
    fn is_collecting(&self, share: f64) -> bool {
        self.is_of_whole_plans || share >= COLLECTED_FROM
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
        if !self.is_of_whole_plans {
            return may_work && share >= NEIGHBORHOODS_FROM;
        }
        let is_time = share >= COMBINED_FROM && is_late;
        let is_due = may_work && (is_time || self.columns.is_full());
        if is_due {
            (self.combined_at, self.combined_after) = (share, iterations);
        }
        is_due
    }

    /// Removes the half of the columns that cost most beyond the prices of their visits.
    fn halve(&mut self, plan: &Plan<'_>) {
        let prices = self.prices.get_or_insert_with(|| average_prices(plan));
        let columns = &self.columns;
        let paid = |it| columns.visits(it).iter().map(|visit| prices[visit.at()]).sum::<f64>();
        let reduced: Vec<f64> = columns.all().map(|it| columns.cost(it) - paid(it)).collect();
        self.thin_out(&reduced, f64::INFINITY);
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
        let Some(pool) = &mut self.route_pool else { return };
        if self.reducing || !pool.is_collecting(self.pace.of_cycle(self.paced_for)) {
            return;
        }
        pool.add_changed(&self.plan);
        if !pool.is_of_whole_plans && pool.columns.is_full() {
            pool.halve(&self.plan);
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

/// Returns prices of visits by which each route of the plan pays for itself, and those of absent visits nothing.
#[expect(clippy::cast_precision_loss, reason = "an average")]
fn average_prices(plan: &Plan<'_>) -> Vec<f64> {
    let mut prices = vec![0.0; plan.problem.visits.len()];
    for route in plan.used.iter().map(|it| &plan.routes[it.at()]) {
        let visits = plan.visits_of(&route.steps);
        for visit in &visits {
            prices[visit.at()] = route.rest / visits.len() as f64;
        }
    }
    prices
}

#[cfg(test)]
mod choice_tests;
#[cfg(test)]
mod tests;
