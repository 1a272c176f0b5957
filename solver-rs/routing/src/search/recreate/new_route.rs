//! Routes for absent visits that are worth one only together.
//!
//! ```text
//! depot ───────────► a ► b ► c      a alone costs more than leaving it out; once the vehicle is there, b and c
//!        ◄──────────────────┘       cost little, and together they save more than the route costs
//! ```
//!
//! Where visits are optional, an iteration sometimes begins a route with one of the visits to be inserted, whatever
//! that costs. The others follow as usual, each if it pays.

use super::{Recreate, Scratch, fresh_shifts, insert_into};
use crate::instance::Shape;
use crate::problem::VisitIdx;
use crate::search::plan::Plan;
use crate::search::random::Random;

/// How often an iteration begins a route.
const BEGIN_RATE: f64 = 0.1;

/// Sometimes begins a route with one of the visits; returns its position among them.
pub(super) fn begin_route(
    plan: &mut Plan<'_>,
    random: &mut Random,
    how: Recreate<'_>,
    visits: &[VisitIdx],
    scratch: &mut Scratch,
) -> Option<usize> {
    // If prices are ignored, any visit may begin a route.
    let may_begin = plan.instance.optional && !how.exhaustive && !how.ignore_price;
    if !may_begin || visits.is_empty() || random.unit() >= BEGIN_RATE {
        return None;
    }
    let at = random.below(visits.len());
    let visit = visits[at];
    if plan.instance.shape[visit.at()] == Shape::Many {
        return None;
    }
    fresh_shifts(plan, visit, how.vehicles_max, &mut scratch.fresh);
    if scratch.fresh.is_empty() {
        return None;
    }
    let shift = scratch.fresh[random.below(scratch.fresh.len())];
    insert_into(plan, random, visit, shift, scratch).then_some(at)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::instance::Instance;
    use crate::problem::ShiftIdx;
    use crate::rules::compatibility::Compatible;
    use crate::rules::locks::Locks;
    use crate::search::plan::route::Fit;

    /// How many of 1,000 iterations begin a route for one of three visits that cost more than they are worth.
    fn new_routes(optional: bool, ignore_price: bool) -> usize {
        let mut fixture = Fixture::new(4);
        fixture.shift(0..10_000);
        for place in 1..4 {
            fixture.dropoff(place, &[]);
        }
        for order in &mut fixture.problem.orders {
            (order.mandatory, order.unserved_cost) = (!optional, 1.0);
        }
        let problem = &fixture.problem;
        let instance = Instance::new(problem);
        let compatible = Compatible::new(&instance);
        let locks = Locks::new(problem);
        let mut plan = Plan::new(Rc::new(instance), compatible, locks, Vec::new());
        let visits = std::mem::take(&mut plan.absent);
        let mut scratch = Scratch::new(&plan, false);
        let random = &mut Random::new(1);
        let how = Recreate {
            vehicles_max: usize::MAX,
            excess: 0.0,
            ignore_price,
            exhaustive: false,
            absences: None,
        };
        let mut begins = || {
            let first = begin_route(&mut plan, random, how, &visits, &mut scratch);
            let served = plan.visits_of(&plan.routes[0].steps);
            assert_eq!(served, Vec::from_iter(first.map(|at| visits[at])));
            assert!(plan.replace(ShiftIdx(0), &[]) == Fit::Fits);
            plan.absent.clear();
            first.is_some()
        };
        (0..1000).filter(|_| begins()).count()
    }

    #[test]
    fn some_iterations_begin_a_route_that_does_not_pay_yet() {
        let count = new_routes(true, false);
        assert!((50..150).contains(&count), "{count} of 1,000");
        assert_eq!((new_routes(false, false), new_routes(true, true)), (0, 0));
    }
}
