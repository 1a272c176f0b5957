//! Combines routes of the pool to a plan that is better than the best one.

use std::iter;

use super::columns::{ColumnIdx, Columns};
use super::favored::favored;
use super::neighborhood::{MEMBERS_MAX, Neighborhood};
use super::prices::{Choices, raise};
use super::selection::{Extent, select};
use super::{RoutePool, average_prices};
use crate::problem::{ShiftIdx, VisitIdx};
use crate::search::Search;
use crate::search::plan::Plan;
use crate::search::plan::given::Given;
use crate::search::plan::route::Fit;
use crate::search::plan::work::Work;
use crate::search::plan::{bonds, joint};

/// The most visits that the routes of a neighborhood serve, and how many more it has that are left out.
const SERVED_MAX: usize = 120;
const ABSENT_MAX: usize = 40;
/// Visits, and visits of columns, that are compared with a neighborhood in a unit of work.
const VISITS_PER_UNIT: usize = 10;
const LISTED_VISITS_PER_UNIT: usize = 100;
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
    /// Looks for routes of the pool that together are better than those of the best plan, or of a neighborhood of it,
    /// and continues from them.
    pub(super) fn combine(&mut self, pool: &mut RoutePool) {
        let absence = self.absence_costs();
        let neighborhood = self.neighborhood(pool.is_of_whole_plans);
        let patience = &self.plan.patience.clone();
        patience.spend(absence.len() / VISITS_PER_UNIT);
        if !pool.is_of_whole_plans && neighborhood.route_count() < 2 {
            return;
        }
        self.pool_best_routes(pool, &neighborhood);
        let routes_max = self.routes_max(&neighborhood);
        let mut upper = self.cost_of(&neighborhood, &absence);
        let columns = &pool.columns;
        let choices = Choices::new(columns, &neighborhood, &absence, &routes_max);
        patience.spend(columns.visit_count() / LISTED_VISITS_PER_UNIT);
        let prices_of_visits = pool.prices.get_or_insert_with(|| average_prices(&self.plan));
        let from = neighborhood.visits().iter().map(|it| prices_of_visits[it.at()]).collect();
        let prices = raise(&choices, from, upper, patience);
        let mut work = Work::new(&self.plan, TIMES_WORK_MAX);
        for share in GAP_SHARES {
            let extent = Extent { share, looks_max: LOOKS_MAX, patience };
            select(&choices, &prices, upper, extent, &mut |chosen, _| {
                let is_better = !work.is_over()
                    && self.continue_with(&neighborhood, columns, chosen, &mut work);
                is_better.then(|| self.cost_of(&neighborhood, &absence))
            });
            upper = self.cost_of(&neighborhood, &absence);
        }
        for (visit, price) in neighborhood.visits().iter().zip(&prices.of_member) {
            prices_of_visits[visit.at()] = *price;
        }
        if pool.is_of_whole_plans {
            // Columns with visits of given routes that are kept as they are cannot be chosen.
            let mut reduced = vec![f64::INFINITY; columns.all().count()];
            for (column, origin) in choices.origins.iter().enumerate() {
                reduced[origin.at()] = prices.reduced_cost(&choices, column);
            }
            let gap = upper - prices.bound;
            if !self.plan.instance.plain {
                pool.favored = favored(columns, &reduced, gap);
            }
            pool.thin_out(&reduced, GAPS_MAX * gap);
        }
    }

    /// Returns, by visit, what it adds to the score that it is left out.
    fn absence_costs(&self) -> Vec<f64> {
        let surcharge = self.absence_surcharge();
        let instance = &self.plan.instance;
        let costs = instance.unserved_cost.iter().zip(&instance.weight);
        costs
            .map(|(cost, weight)| {
                instance.weights.cost * cost + if *weight > 0 { surcharge } else { 0.0 }
            })
            .collect()
    }

    /// Returns all of the best plan, or the routes nearest to a random visit and visits left out near it.
    pub(super) fn neighborhood(&mut self, is_whole: bool) -> Neighborhood {
        let (plan, routes) = (&self.plan, &self.best_routes);
        let visit_count = plan.problem.visits.len();
        let shifts = || (0..routes.len()).map(ShiftIdx::of);
        let is_used = |it: ShiftIdx| !routes[it.at()].is_empty();
        let stays = shifts().map(|it| is_used(it) || plan.is_closed(it)).collect();
        let mut neighborhood = Neighborhood::new(visit_count, stays);
        let visits_of = |it: ShiftIdx| routes[it.at()].iter().filter_map(|it| plan.visit_of(*it));
        let used = shifts().filter(|it| is_used(*it) && !plan.is_closed(*it));
        let absent = self.best_absent.iter().filter(|it| !plan.is_of_others(**it));
        if is_whole {
            used.for_each(|it| _ = neighborhood.add_route(it, visits_of(it), MEMBERS_MAX));
            absent.for_each(|it| _ = neighborhood.add_visit(*it, MEMBERS_MAX));
            return neighborhood;
        }
        let instance = &plan.instance;
        let home = instance.home[self.random.below(visit_count)];
        let meters =
            |it: VisitIdx| instance.meters(0, home, instance.home[it.at()]).unwrap_or(i64::MAX);
        let nearest = |it: ShiftIdx| visits_of(it).map(meters).min().unwrap_or(i64::MAX);
        let mut used: Vec<(i64, ShiftIdx)> = used.map(|it| (nearest(it), it)).collect();
        used.sort_unstable();
        let _ = used.iter().all(|it| neighborhood.add_route(it.1, visits_of(it.1), SERVED_MAX));
        let mut absent: Vec<(i64, VisitIdx)> = absent.map(|it| (meters(*it), *it)).collect();
        absent.sort_unstable();
        let members_max = neighborhood.visits().len() + ABSENT_MAX;
        let _ = absent.iter().all(|it| neighborhood.add_visit(it.1, members_max));
        neighborhood
    }

    /// Adds the routes of the best plan: the pool may be younger, or was too full for them.
    fn pool_best_routes(&self, pool: &mut RoutePool, neighborhood: &Neighborhood) {
        // Those that relations connect were pooled with the times at which they can start.
        if self.plan.groups.any() {
            return;
        }
        for shift in self.changing(neighborhood) {
            let steps = &self.best_routes[shift.at()];
            let visits = steps.iter().filter_map(|it| self.plan.visit_of(*it));
            let class = self.plan.instance.class[shift.at()];
            pool.columns.add(class, visits, steps, self.best_rests[shift.at()], iter::empty());
        }
    }

    /// Returns the shifts with a route of the best plan in a neighborhood.
    fn changing(&self, neighborhood: &Neighborhood) -> impl Iterator<Item = ShiftIdx> {
        let shifts = (0..self.best_routes.len()).map(ShiftIdx::of);
        shifts.filter(|it| !neighborhood.stays(*it) && !self.best_routes[it.at()].is_empty())
    }

    /// Returns what a neighborhood of the best plan adds to the score: its routes, and its visits that are left out.
    fn cost_of(&self, neighborhood: &Neighborhood, absence: &[f64]) -> f64 {
        let routes = self.changing(neighborhood).map(|it| self.best_rests[it.at()]);
        let absent = self.best_absent.iter().filter(|it| neighborhood.member(**it).is_some());
        routes.sum::<f64>() + absent.map(|it| absence[it.at()]).sum::<f64>()
    }

    /// Returns what each mandatory visit that is left out costs beyond its price.
    #[expect(clippy::cast_precision_loss, reason = "an average")]
    fn absence_surcharge(&self) -> f64 {
        let route_count = self.best_routes.iter().filter(|it| !it.is_empty()).count();
        let routes = if self.best.absence > 0 { LESS_ABSENT_ROUTES } else { ABSENT_ROUTES };
        routes * self.best.rest.abs() / route_count.max(1) as f64
    }

    /// Returns, by class, the shifts that routes of a neighborhood may have.
    fn free_shifts(&self, neighborhood: &Neighborhood) -> Vec<Vec<ShiftIdx>> {
        let mut free = self.plan.instance.class_shifts.clone();
        free.iter_mut().for_each(|it| it.retain(|it| !neighborhood.stays(*it)));
        free
    }

    /// Returns, by class, how many routes a neighborhood may have.
    fn routes_max(&self, neighborhood: &Neighborhood) -> Vec<usize> {
        let counts = self.plan.instance.weights.counts_fleet();
        let free = self.free_shifts(neighborhood).into_iter().map(|it| it.len());
        free.map(|it| if counts { neighborhood.route_count().min(it) } else { it }).collect()
    }

    /// Makes these columns the routes of a neighborhood of the best plan if that is better; returns whether it is.
    fn continue_with(
        &mut self,
        neighborhood: &Neighborhood,
        columns: &Columns,
        chosen: &[ColumnIdx],
        work: &mut Work,
    ) -> bool {
        let routes = self.routes_of(neighborhood, columns, chosen);
        if !self.restore_around(neighborhood) || !place(&mut self.plan, &routes, work) {
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

    /// Makes the plan the best one without the routes of a neighborhood; returns false if a route does not fit, because
    /// it is not evaluated as when it was found.
    fn restore_around(&mut self, neighborhood: &Neighborhood) -> bool {
        let mut leaving = self.plan.used_last_first();
        leaving.retain(|it| {
            let is_as_best = self.plan.routes[it.at()].steps == self.best_routes[it.at()];
            !neighborhood.stays(*it) || !is_as_best
        });
        self.plan.empty(leaving);
        for (at, steps) in self.best_routes.iter().enumerate() {
            let shift = ShiftIdx::of(at);
            if steps.is_empty() || !neighborhood.stays(shift) || self.plan.is_used(shift) {
                continue;
            }
            if let Some(state) = self.best_states.get(at) {
                self.plan.restore(shift, state);
            } else if self.plan.replace(shift, steps) == Fit::Not {
                return false;
            }
        }
        true
    }

    /// Returns columns as routes of shifts of their classes.
    fn routes_of(
        &self,
        neighborhood: &Neighborhood,
        columns: &Columns,
        chosen: &[ColumnIdx],
    ) -> Vec<Given> {
        let mut free = self.free_shifts(neighborhood);
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
