//! Visits of a periodic order under other numbers. The search makes them in the order of their numbers, so that equal
//! plans exist only once, and an absent visit fits only between its neighbors. Which number is absent is arbitrary:
//! the plan with another one is equal, but lets a visit come back on other days.

use crate::evaluate::Step;
use crate::problem::{OptionIdx, StopIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;

/// Lets the visit before or after an absent one have its number, so that the neighbor is absent. Returns the neighbor;
/// `None`, with nothing changed, if it is not served, or not owed in the same time.
pub(super) fn renumber(plan: &mut Plan<'_>, absent: VisitIdx, is_down: bool) -> Option<VisitIdx> {
    let problem = plan.problem;
    let visits = &problem.visits;
    let order = &problem.orders[visits[absent.at()].order.at()];
    order.rules.as_ref()?;
    let neighbor = if is_down { absent.0.checked_sub(1)? } else { absent.0 + 1 };
    if !order.visits.contains(&neighbor) {
        return None;
    }
    let neighbor = VisitIdx(neighbor);
    if plan.shift_of(absent).is_some() {
        return None;
    }
    let (one, other) = (&visits[neighbor.at()], &visits[absent.at()]);
    let is_alike = one.span == other.span && one.stops.len() == other.stops.len();
    let shift = plan.shift_of(neighbor).filter(|_| is_alike && !plan.locked[neighbor.at()])?;
    let renamed = |step: &Step| match *step {
        Step::Stop(stop, option) if one.stops.contains(&stop.0) => {
            let its = StopIdx(other.stops.start + (stop.0 - one.stops.start));
            let first = |it: StopIdx| problem.stops[it.at()].options.start;
            Step::Stop(its, OptionIdx(first(its) + (option.0 - first(stop))))
        }
        step => step,
    };
    let steps: Vec<Step> = plan.routes[shift.at()].steps.iter().map(renamed).collect();
    if plan.replace(shift, &steps) == Fit::Not {
        plan.undo();
        return None;
    }
    plan.absent.push(neighbor);
    plan.drop_served_from_absent();
    plan.keep();
    Some(neighbor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::{Fixture, visit_rules};
    use crate::problem::{OrderIdx, ShiftIdx};
    use crate::search::{Search, SearchOptions};

    /// Returns which visit is absent and which is served after the second visit of an order, which is absent, has lent
    /// its number to the first one.
    fn renumbered(is_alike: bool) -> (Option<VisitIdx>, Vec<VisitIdx>, Vec<Step>) {
        let mut fixture = Fixture::new(2);
        fixture.shift(0..1_000);
        let steps = [1, 1].map(|place| fixture.dropoff(place, &[]));
        let problem = &mut fixture.problem;
        problem.orders.truncate(1);
        problem.orders[0].visits = 0..2;
        problem.orders[0].rules = Some(visit_rules());
        (problem.visits[1].order, problem.visits[1].number) = (OrderIdx(0), 2);
        problem.visits[1].span.start_at =
            if is_alike { problem.visits[0].span.start_at } else { 0 };
        let mut search = Search::new(problem, SearchOptions::default());
        let plan = &mut search.plan;
        plan.empty(plan.used_last_first());
        assert_eq!(plan.replace(ShiftIdx(0), &steps[..1]), Fit::Fits);
        plan.absent = vec![VisitIdx(1)];
        plan.keep();
        let before = plan.score();
        let neighbor = renumber(plan, VisitIdx(1), true);
        assert_eq!(plan.score(), before);
        assert_eq!(renumber(plan, VisitIdx(u32::from(is_alike)), true), None, "it is served");
        (neighbor, plan.absent.clone(), plan.routes[0].steps.clone())
    }

    #[test]
    fn the_neighbor_of_an_absent_visit_takes_its_number_if_both_are_owed_in_the_same_time() {
        let second = Step::Stop(StopIdx(1), OptionIdx(1));
        assert_eq!(renumbered(true), (Some(VisitIdx(0)), vec![VisitIdx(0)], vec![second]));
        let first = Step::Stop(StopIdx(0), OptionIdx(0));
        assert_eq!(renumbered(false), (None, vec![VisitIdx(1)], vec![first]));
    }
}
