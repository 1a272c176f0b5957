//! Routes of the pool that the prices of visits speak for, and iterations that begin with one of them.
//!
//! A choice of routes that costs less than the best plan consists of routes with low reduced costs, but often one of
//! them is not in the pool yet. So some iterations make such a route part of the plan, and insert the visits that it
//! displaces elsewhere. Rochat and Taillard's adaptive memory (1995) builds plans from stored routes in a similar way,
//! but chooses them by the costs of the plans that they come from.

use super::columns::{ColumnIdx, Columns};
use crate::evaluate::Step;
use crate::instance::ClassIdx;
use crate::problem::ShiftIdx;
use crate::search::Search;

/// How often an iteration begins with a favored route.
const FAVORED_RATE: f64 = 0.3;
/// Routes are favored if their reduced cost is below this share of the gap between bound and best plan; at most so many
/// of them.
const FAVORED_SHARE: f64 = 0.3;
const FAVORED_MAX: usize = 300;

/// A route that any shift of a class can have.
pub(super) struct Favored {
    class: ClassIdx,
    steps: Box<[Step]>,
}

/// Returns the routes with the lowest reduced costs. `reduced` has the reduced costs by column; `gap` is that between
/// the bound and the cost of the best plan.
pub(super) fn favored(columns: &Columns, reduced: &[f64], gap: f64) -> Vec<Favored> {
    let all = columns.all().map(|it| (reduced[it.at()], it));
    let mut low: Vec<(f64, ColumnIdx)> = all.filter(|it| it.0 < FAVORED_SHARE * gap).collect();
    low.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    low.truncate(FAVORED_MAX);
    let route = |(_, column): (f64, ColumnIdx)| Favored {
        class: columns.class(column),
        steps: columns.steps(column).into(),
    };
    low.into_iter().map(route).collect()
}

impl Search<'_> {
    /// Sometimes makes a favored route part of the plan, and removes the visits of the route that it replaces; returns
    /// whether it did. On plain problems, such iterations gained nothing, so that none of their routes are favored.
    pub(in crate::search) fn put_favored_route(&mut self) -> bool {
        let favored = self.route_pool.as_ref().map_or(&[][..], |it| &it.favored);
        let may_put = !favored.is_empty() && !self.reducing;
        if !may_put || self.random.unit() >= FAVORED_RATE {
            return false;
        }
        let Favored { class, steps } = &favored[self.random.below(favored.len())];
        let Some(shift) = self.shift_for(*class, steps) else { return false };
        if self.plan.routes[shift.at()].steps[..] == steps[..] {
            return false;
        }
        self.ruin.put_route(&mut self.plan, shift, steps)
    }

    /// Returns the shift of a class whose route has most visits in common with these steps; among equals, an unused one
    /// if another vehicle may be used.
    fn shift_for(&self, class: ClassIdx, steps: &[Step]) -> Option<ShiftIdx> {
        let plan = &self.plan;
        let may_take_vehicle = plan.vehicle_count() < self.vehicles_max;
        let may_have = |it: &ShiftIdx| {
            let is_free = plan.is_used(*it) || may_take_vehicle;
            is_free && !plan.is_closed(*it)
        };
        let visits = plan.visits_of(steps);
        let in_common =
            |shift: ShiftIdx| visits.iter().filter(|it| plan.shift_of(**it) == Some(shift)).count();
        let shifts = plan.instance.class_shifts[class.at()].iter().copied().filter(may_have);
        shifts.max_by_key(|it| (in_common(*it), !plan.is_used(*it)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{OptionIdx, Problem, StopIdx, VisitIdx};
    use crate::search::SearchOptions;
    use crate::search::plan::route::Fit;

    /// Two vehicles with a break, so that routes have to be evaluated, and six visits.
    fn problem() -> Problem {
        let mut fixture = Fixture::new(8);
        for place in 1..=6 {
            fixture.dropoff(place, &[]);
        }
        fixture.shift_with_break(0..36_000);
        fixture.another_vehicle();
        fixture.problem
    }

    fn steps(visits: &[u32]) -> Vec<Step> {
        visits.iter().map(|it| Step::Stop(StopIdx(*it), OptionIdx(*it))).collect()
    }

    #[test]
    fn a_favored_route_replaces_the_one_with_which_it_shares_most_visits() {
        let problem = problem();
        let mut search = Search::new(&problem, SearchOptions::default());
        search.plan.empty([0, 1].map(ShiftIdx));
        for (shift, visits) in (0..).zip([[0, 1, 2], [3, 4, 5]]) {
            assert_eq!(search.plan.replace(ShiftIdx(shift), &steps(&visits)), Fit::Fits);
        }
        search.plan.drop_served_from_absent();
        search.plan.keep();
        let favored = Favored { class: ClassIdx(0), steps: steps(&[5, 4, 0]).into() };
        let pool = search.route_pool.as_mut().expect("routes can be combined");
        pool.favored = vec![favored];
        let put = (0..1_000).filter(|_| {
            let is_put = search.put_favored_route();
            if is_put {
                let routes = [0, 1].map(|it| search.plan.routes[it].steps.clone());
                assert_eq!(routes, [steps(&[1, 2]), steps(&[5, 4, 0])]);
                assert_eq!(search.plan.absent, [VisitIdx(3)]);
            }
            search.plan.undo();
            is_put
        });
        let count = put.count();
        assert!((250..350).contains(&count), "{count} of 1,000");
    }
}
