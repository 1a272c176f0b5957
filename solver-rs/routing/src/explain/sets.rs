//! Reasons of visits that are served together or not at all.

use super::{Budget, reasons_of};
use crate::problem::{OrderIdx, VisitIdx};
use crate::rules::{left_out, relations};
use crate::search::last_pass::cheapest_exactly;
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::plan::work::Work;
use crate::solution::{Code, Reason, Unserved};

/// Why a set of visits is left out.
pub(super) struct OfSet {
    /// The order whose visit found no place, and why.
    order: Option<OrderIdx>,
    pub(super) reasons: Vec<Reason>,
    /// The rule that they are served together or not at all.
    whole: Option<Code>,
}

impl OfSet {
    /// Returns the reasons of a visit of the set. Those that keep out another order are listed for that order.
    pub(super) fn unserved(&self, plan: &Plan<'_>, visit: VisitIdx) -> Unserved {
        let is_own = self.order == Some(plan.problem.visits[visit.at()].order);
        let mut reasons: Vec<Reason> = self.reasons.iter().filter(|_| is_own).copied().collect();
        let whole = self.whole.map(|code| relations::reason_of_set(plan.problem, visit, code));
        let whole = whole.filter(|whole| reasons.iter().all(|it| it.code != whole.code));
        reasons.extend(whole);
        Unserved { visit, reasons, remedy: None }
    }
}

/// For visits that are served together or not at all: inserts them one after the other; the first visit without a place
/// gives the reasons. `None` if all fit and make the plan better: they are served then.
pub(super) fn reasons_or_places(
    plan: &mut Plan<'_>,
    set: &[VisitIdx],
    budget: &mut Budget,
) -> Option<OfSet> {
    plan.keep();
    let before = plan.score();
    let whole = plan.groups.rule_of_set(plan.problem, set[0]);
    let mut found = OfSet { order: None, reasons: Vec::new(), whole };
    for visit in set {
        // Visits of kept routes are served, though not in the plan.
        if plan.absent.contains(visit) && !put_in(plan, *visit, &mut budget.work) {
            let reasons = reasons_of(plan, *visit, budget).0.reasons;
            let is_known = reasons.iter().any(|it| it.code != left_out::NOT_FOUND_IN_TIME);
            if is_known || found.order.is_none() {
                found.order = Some(plan.problem.visits[visit.at()].order);
                found.reasons = reasons;
            }
            // If no time was left to try it, another visit may be the one that fits nowhere.
            if is_known || !budget.work.is_over() {
                break;
            }
        }
    }
    plan.drop_served_from_absent();
    // Visits of the set may also belong to others, of which not all visits are served.
    if found.order.is_none() && !plan.has_incomplete_sets() && plan.score().is_better_than(&before)
    {
        plan.keep();
        return None;
    }
    plan.undo();
    Some(found)
}

fn put_in(plan: &mut Plan<'_>, visit: VisitIdx, work: &mut Work) -> bool {
    let best = cheapest_exactly(plan, visit, work);
    best.is_some_and(|(_, shift, steps)| plan.replace(shift, &steps) == Fit::Fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::{Fixture, visit_rules};
    use crate::explain::{reasons, reasons_of_all};
    use crate::problem::{Relation, RelationKind, StopKind, UNLIMITED, VisitRules};
    use crate::search::{Search, SearchOptions};

    #[test]
    fn a_set_has_a_reason_before_other_visits_have_all_the_work() {
        let mut fixture = Fixture::new(26);
        fixture.shift(0..10_000);
        for place in 1..26 {
            fixture.dropoff(place, &[]);
        }
        // Nobody can be there in time.
        for place in 1..7 {
            fixture.dropoff(place, &[(0, 10)]);
        }
        // There is room for these only if others are left out.
        for place in 1..3 {
            fixture.order(&[(StopKind::Dropoff, place, 20)]);
        }
        let problem = &mut fixture.problem;
        problem.vehicles[0].capacity = vec![30];
        // The last two become one order of two visits, both of which are served, or none.
        problem.orders.truncate(32);
        problem.orders[31].visits = 31..33;
        (problem.visits[32].order, problem.visits[32].number) = (OrderIdx(31), 2);
        problem.orders[31].rules = Some(VisitRules { partial: false, ..visit_rules() });
        let mut search = Search::new(problem, SearchOptions::default());
        search.run(10, 1.0);
        let plan = &mut search.plan;
        assert_eq!(plan.absent.len(), 8);
        // Enough for one position of each in the first round, but not for all 26 positions of a visit.
        let (work, suggestions) = (Work::new(plan, 7 * 2_000 * 16), Work::new(plan, 0));
        let mut budget = Budget { work, suggestions, alone: None };
        let found = reasons_of_all(plan, &mut budget);
        assert!(budget.work.is_over());
        let codes = |at: usize| found[at].reasons.iter().map(|it| it.code).collect::<Vec<_>>();
        assert_eq!(codes(0), [Code::TimeWindow]);
        assert_eq!(codes(6), [Code::Capacity, Code::VisitSpacing]);
    }

    /// Returns how many of `count` visits stay unserved if two fit, which the search had no time to insert. Each must
    /// be served with the next one.
    fn left_out_of(count: u32) -> usize {
        let mut fixture = Fixture::new(4);
        fixture.shift(0..10_000);
        for place in 1..=count {
            fixture.dropoff(place, &[]);
        }
        let mut problem = fixture.problem;
        let together = |first: u32| Relation {
            kind: RelationKind::Simultaneous,
            visits: vec![VisitIdx(first), VisitIdx(first + 1)],
            vehicles: None,
            gap_seconds_min: 0,
            gap_seconds_max: UNLIMITED,
        };
        problem.relations = (0..count - 1).map(together).collect();
        problem.vehicles[0].limits.stop_count = 2;
        let mut search = Search::new(&problem, SearchOptions::default());
        let plan = &mut search.plan;
        plan.empty(plan.used_last_first());
        plan.absent = (0..problem.visits.len()).map(VisitIdx::of).collect();
        let found = reasons(plan);
        assert_eq!(found.len(), plan.absent.len());
        plan.absent.len()
    }

    #[test]
    fn a_set_that_fits_is_served_unless_another_set_would_lack_a_visit() {
        assert_eq!(left_out_of(2), 0);
        assert_eq!(left_out_of(3), 3);
    }
}
