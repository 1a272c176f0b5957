//! Combines routes of the pool to a plan that is better than the best one.

use super::RoutePool;
use super::columns::{ColumnIdx, Columns};
use super::prices::{Choices, raise};
use super::selection::{Extent, select};
use crate::problem::ShiftIdx;
use crate::search::Search;
use crate::search::plan::Plan;
use crate::search::plan::given::Given;
use crate::search::plan::route::Fit;
use crate::search::plan::work::Work;
use crate::search::plan::{bonds, joint};

/// The shares of the gap between bound and best plan below which columns are considered, one after the other: the
/// fewer columns, the deeper the search for a choice gets.
const GAP_SHARES: [f64; 3] = [0.15, 0.4, 1.0];
/// Looks at columns for each of them.
const LOOKS_MAX: usize = 3_000_000;
/// Columns leave the pool if their reduced cost exceeds this many gaps.
const GAPS_MAX: f64 = 5.0;
/// What a mandatory visit costs that is left out, in average routes; and as long as the best plan leaves some out. A
/// choice that serves more visits is then better whatever it costs, but the search for one should not be endless.
const ABSENT_ROUTES: f64 = 3.0;
const LESS_ABSENT_ROUTES: f64 = 1.0;
/// The most work to find common times of routes that relations connect, and into how many shares it is divided, of
/// which each choice gets one.
const TIMES_WORK_MAX: usize = 2_000_000;
const TIMES_WORK_SHARES: usize = 20;

impl Search<'_> {
    /// Looks for routes of the pool that together are better than the best plan, and continues from them.
    pub(super) fn combine(&mut self, pool: &mut RoutePool) {
        let surcharge = self.absence_surcharge();
        let instance = &self.plan.instance;
        let of_visit = |it: usize| {
            let is_mandatory = instance.weight[it] > 0;
            let cost = instance.weights.cost * instance.unserved_cost[it];
            if is_mandatory { cost + surcharge } else { cost }
        };
        let absence: Vec<f64> = (0..self.plan.problem.visits.len()).map(of_visit).collect();
        let routes_max = self.routes_max();
        let mut upper = self.with_surcharge(surcharge);
        if pool.prices.is_empty() {
            pool.prices = average_prices(&self.plan, &absence);
        }
        let columns = &pool.columns;
        let choices = Choices::new(columns, &absence, &routes_max);
        let patience = &self.plan.patience.clone();
        let prices = raise(&choices, std::mem::take(&mut pool.prices), upper, patience);
        let mut work = Work::new(&self.plan, TIMES_WORK_MAX);
        for share in GAP_SHARES {
            let extent = Extent { share, looks_max: LOOKS_MAX, patience };
            select(&choices, &prices, upper, extent, &mut |chosen, _| {
                let is_better = !work.is_over() && self.continue_with(columns, chosen, &mut work);
                is_better.then(|| self.with_surcharge(surcharge))
            });
            upper = self.with_surcharge(surcharge);
        }
        let reduced: Vec<f64> = columns.all().map(|it| prices.reduced_cost(&choices, it)).collect();
        pool.thin_out(&reduced, GAPS_MAX * (upper - prices.bound));
        pool.prices = prices.of_visit;
    }

    /// Returns what each mandatory visit that is left out costs beyond its price.
    #[expect(clippy::cast_precision_loss, reason = "an average")]
    fn absence_surcharge(&self) -> f64 {
        let route_count = self.best_routes.iter().filter(|it| !it.is_empty()).count();
        let routes = if self.best.absence > 0 { LESS_ABSENT_ROUTES } else { ABSENT_ROUTES };
        routes * self.best.rest.abs() / route_count.max(1) as f64
    }

    /// Returns the cost of the best plan with these surcharges.
    fn with_surcharge(&self, surcharge: f64) -> f64 {
        let weight = &self.plan.instance.weight;
        let mandatory = self.best_absent.iter().filter(|it| weight[it.at()] > 0);
        self.best.rest + mandatory.map(|_| surcharge).sum::<f64>()
    }

    /// Returns, by class of shifts, how many routes there may be.
    fn routes_max(&self) -> Vec<usize> {
        let instance = &self.plan.instance;
        let route_count = self.best_routes.iter().filter(|it| !it.is_empty()).count();
        let counts = instance.weights.counts_fleet();
        let shifts = instance.class_shifts.iter();
        shifts.map(|it| if counts { route_count } else { it.len() }).collect()
    }

    /// Makes these columns the plan if it is better than the best one; returns whether it is.
    fn continue_with(&mut self, columns: &Columns, chosen: &[ColumnIdx], work: &mut Work) -> bool {
        let used = self.plan.used_last_first();
        self.plan.empty(used);
        let routes = self.routes_of(columns, chosen);
        if !place(&mut self.plan, &routes, work) {
            self.plan.undo();
            return false;
        }
        self.plan.list_absent();
        let score = self.plan.score();
        if !score.is_better_than(&self.best) {
            self.plan.undo();
            return false;
        }
        self.current = score;
        self.plan.keep();
        self.remember();
        self.pace.observe(self.paced_for, &score, true);
        true
    }

    /// Returns the columns as routes of shifts of their classes.
    fn routes_of(&self, columns: &Columns, chosen: &[ColumnIdx]) -> Vec<Given> {
        let mut free: Vec<_> = self.plan.instance.class_shifts.clone();
        free.iter_mut().for_each(|it| it.reverse());
        let route = |column: &ColumnIdx| {
            let shift = free[columns.class(*column).at()].pop()?;
            Some(Given::without_times(shift, columns.steps(*column).to_vec()))
        };
        chosen.iter().filter_map(route).collect()
    }
}

/// Puts routes into a plan without routes, at times that keep the relations between them; returns whether they fit.
fn place(plan: &mut Plan<'_>, routes: &[Given], work: &mut Work) -> bool {
    let mut is_placed = vec![false; routes.len()];
    if plan.groups.any() {
        let stands = vec![None; routes.len()];
        for part in bonds::parts(plan, routes) {
            let mut share = work.share(TIMES_WORK_SHARES);
            let fits = joint::place(plan, routes, &part, &stands, &mut share);
            work.take_back(share);
            if !fits {
                return false;
            }
            part.members.iter().for_each(|it| is_placed[*it] = true);
        }
    }
    let mut others = routes.iter().zip(is_placed).filter(|it| !it.1).map(|it| it.0);
    others.all(|it| plan.replace(it.shift, &it.steps) == Fit::Fits)
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
