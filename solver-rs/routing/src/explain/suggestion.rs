//! Verifies suggestions: relaxes the only rule that keeps a visit out, as the caller would, and inserts the visit.
//!
//! ```text
//! reason ──► problem with this rule relaxed ──► the same plan with the visit ──► it fits and is better: a suggestion
//! ```
//!
//! Relaxing a rule by what is missing need not suffice: a longer shift may reach the end of another limit.

use std::rc::Rc;

use super::tries::best_try;
use super::{Tried, refusals};
use crate::evaluate::{Effort, Step};
use crate::instance::Instance;
use crate::problem::{Problem, ShiftIdx, VisitIdx};
use crate::rules::compatibility::{self, Compatible};
use crate::rules::relaxing::relax;
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::plan::work::Work;
use crate::solution::Reason;

/// Maximum number of shifts in which the visit is inserted.
const SHIFTS_MAX: usize = 4;
/// Work of preparing the relaxed problem, for each visit and option.
const PART_WORK: usize = 40;

/// Returns the reason without which a plan serves a visit; `None` if other rules keep it out as well, or if the work is
/// used up. `tried` are the results for all shifts, the nearest to serving it first.
pub(super) fn suggestion(
    plan: &Plan<'_>,
    visit: VisitIdx,
    tried: &[Tried],
    work: &mut Work,
) -> Option<Reason> {
    let is_whole = |it: &&Tried| !it.is_held && !it.is_partial && !it.is_dear;
    let of_one_rule = tried.iter().filter(is_whole).filter_map(|it| {
        let [only] = &it.rules[..] else { return None };
        Some((it, Reason { shift: only.reason.shift.or(Some(it.shift)), ..only.reason }))
    });
    let mut tried = of_one_rule.take(SHIFTS_MAX);
    tried.find(|(tried, reason)| suffices(plan, visit, tried, reason, work)).map(|it| it.1)
}

/// Whether a visit is served on the route of a shift, preferably where it was tried, once the rule of a reason is
/// relaxed.
fn suffices(
    plan: &Plan<'_>,
    visit: VisitIdx,
    tried: &Tried,
    reason: &Reason,
    work: &mut Work,
) -> bool {
    let (problem, shift) = (plan.problem, tried.shift);
    let part_count = problem.visits.len() + problem.options.len() + problem.shifts.len();
    if work.is_over() || !work.affords(part_count * PART_WORK) {
        return false;
    }
    work.spend(part_count * PART_WORK);
    let mut relaxed = problem.without_travel();
    if relax(&mut relaxed, visit, reason).is_none() {
        return false;
    }
    let mut other = relaxed_plan(plan, &relaxed);
    let is_refused = compatibility::is_refusal(reason.code)
        && (!refusals(&other, visit, shift).is_empty()
            || !accepts_visits_of_its_kind(plan, &other, shift));
    if is_refused {
        return false;
    }
    work.evaluate_steps(tried.steps.len());
    is_served(&mut other, visit, shift, &tried.steps)
        || best_try(&mut other, visit, shift, work)
            .is_some_and(|it| it.rules.is_empty() && is_served(&mut other, visit, shift, &it.steps))
}

/// The same plan of a problem with a relaxed rule.
fn relaxed_plan<'r>(plan: &Plan<'r>, relaxed: &'r Problem) -> Plan<'r> {
    let mut instance = Instance::with_costs_of(relaxed, &plan.instance);
    instance.weight.clone_from(&plan.instance.weight);
    instance.rank.clone_from(&plan.instance.rank);
    let compatible = Compatible::new(&instance);
    let mut other = Plan::new(Rc::new(instance), compatible, plan.locks.clone(), Vec::new());
    other.set_patience(&plan.patience);
    other.set_effort(Effort::Full);
    for shift in &plan.used {
        other.restore(*shift, &plan.routes[shift.at()]);
    }
    other.locked.clone_from(&plan.locked);
    other.frozen.clone_from(&plan.frozen);
    other.kept.clone_from(&plan.kept);
    other.list_absent();
    other.refresh_unused();
    other.keep();
    other
}

/// Whether a plan gets better with a visit in a route of these steps.
fn is_served(plan: &mut Plan<'_>, visit: VisitIdx, shift: ShiftIdx, steps: &[Step]) -> bool {
    let before = plan.score();
    if plan.replace(shift, steps) != Fit::Fits {
        return false;
    }
    plan.absent.retain(|it| *it != visit);
    let is_better = plan.score().is_better_than(&before);
    plan.undo();
    is_better
}

/// Whether a vehicle still has the attributes that the orders on its routes require, and none that they forbid; and
/// also those on the routes of vehicles that were like it, since callers change all copies of a vehicle.
fn accepts_visits_of_its_kind(before: &Plan<'_>, plan: &Plan<'_>, shift: ShiftIdx) -> bool {
    let vehicle = |it: ShiftIdx| plan.problem.shifts[it.at()].vehicle;
    let class = |it: ShiftIdx| before.instance.class[it.at()];
    let alike = |it: &&ShiftIdx| vehicle(**it) == vehicle(shift) || class(**it) == class(shift);
    plan.used.iter().filter(alike).all(|used| {
        let by = if vehicle(*used) == vehicle(shift) { *used } else { shift };
        let visits = plan.visits_of(&plan.routes[used.at()].steps);
        visits.into_iter().all(|visit| refusals(plan, visit, by).is_empty())
    })
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{DayRules, DrivingRules, Order, Problem, UNLIMITED};
    use crate::search::{Search, SearchOptions};
    use crate::solution::Code;

    type Change = fn(&mut Order);
    type Suggested = (Code, Option<i64>);

    /// What is suggested for the last of the visits, which the vehicle passes on its way to the first one.
    fn suggested(problem: &Problem) -> Option<Suggested> {
        let options = SearchOptions { iterations_max: Some(20), ..SearchOptions::default() };
        let mut search = Search::new(problem, options);
        search.run(20, 0.0);
        let solution = search.solution();
        let [unserved] = &solution.unserved[..] else { panic!("{:?}", solution.unserved) };
        assert_eq!(unserved.visit.at(), problem.visits.len() - 1);
        unserved.remedy.map(|it| (it.code, it.amount))
    }

    /// A visit at place 3, 180 seconds from the start, and one at place 2 that this order describes.
    fn with_order(change: impl FnOnce(&mut Order)) -> Problem {
        let mut fixture = Fixture::new(4);
        fixture.shift(0..2_000).attributes = vec![7];
        let first = fixture.dropoff(3, &[]);
        fixture.order_of(first).priority = 1;
        let second = fixture.dropoff(2, &[]);
        change(fixture.order_of(second));
        fixture.problem
    }

    #[test]
    fn an_attribute_is_suggested_if_no_order_on_the_route_minds_it() {
        let missing = Some((Code::AttributeMissing, None));
        let forbidden = Some((Code::AttributeForbidden, None));
        let cases: [(Change, Change, Option<Suggested>); 5] = [
            (|it| it.required_attributes = vec![8], |_| {}, missing),
            (|it| it.required_attributes = vec![8], |it| it.forbidden_attributes = vec![8], None),
            (|it| it.forbidden_attributes = vec![7], |_| {}, forbidden),
            (|it| it.forbidden_attributes = vec![7], |it| it.required_attributes = vec![7], None),
            // It would have to have the attribute and not to have it.
            (
                |it| {
                    it.required_attributes = vec![7];
                    it.forbidden_attributes = vec![7];
                },
                |_| {},
                None,
            ),
        ];
        for (change, change_first, expected) in cases {
            let mut problem = with_order(change);
            change_first(&mut problem.orders[0]);
            assert_eq!(suggested(&problem), expected);
        }
    }

    #[test]
    fn more_of_a_limit_is_suggested_if_no_other_limit_is_reached_with_it() {
        let mut problem = with_order(|_| {});
        problem.stops[1].load = vec![11];
        assert_eq!(suggested(&problem), Some((Code::Capacity, Some(2))));
        // The vehicle would have to work too long a day, which no law allows.
        problem.stops[1].load = vec![1];
        problem.options[1].service_seconds = 700;
        problem.vehicles[0].limits.duration_seconds = 1_000;
        assert_eq!(suggested(&problem), Some((Code::Duration, Some(60))));
        let day = DayRules {
            driving_seconds_max: UNLIMITED,
            span_seconds_max: 1_030,
            rest_seconds: 5_000,
            parts: None,
            reduced: None,
            extended: None,
        };
        problem.vehicles[0].driving_rules = Some(DrivingRules {
            driving_seconds_max: UNLIMITED,
            break_seconds: 100,
            part_seconds: Vec::new(),
            working_seconds_max: UNLIMITED,
            day: Some(day),
        });
        assert_eq!(suggested(&problem), None);
    }

    #[test]
    fn an_optional_order_that_would_not_pay_off_gets_no_suggestion() {
        let of = |cost: f64| {
            suggested(&with_order(|it| {
                (it.mandatory, it.unserved_cost) = (false, cost);
                it.required_attributes = vec![8];
                it.visits = 1..2;
            }))
        };
        // It is on the way, so that its service is all that it costs.
        assert_eq!((of(0.0), of(1.0)), (None, Some((Code::AttributeMissing, None))));
    }
}
