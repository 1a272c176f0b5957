//! Reasons of visits that turn out to fit.

use super::reasons;
use crate::evaluate::fixture::Fixture;
use crate::problem::{ShiftIdx, VisitIdx};
use crate::search::{Search, SearchOptions};
use crate::solution::{Code, Unserved};

/// Two visits on one route, of which the second is optional and costs this much if it is left out. The reasons for it
/// after the search had no time to insert it, and whether it is served then.
fn of_left_out(unserved_cost: f64) -> (Vec<Unserved>, bool) {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000);
    fixture.dropoff(1, &[]);
    let second = fixture.dropoff(3, &[]);
    let order = fixture.order_of(second);
    (order.mandatory, order.unserved_cost) = (false, unserved_cost);
    let problem = fixture.problem;
    let mut search = Search::new(&problem, SearchOptions::default());
    let plan = &mut search.plan;
    plan.remove(&[VisitIdx(1)]);
    plan.absent = vec![VisitIdx(1)];
    let found = reasons(plan);
    (found, plan.shift_of(VisitIdx(1)) == Some(ShiftIdx(0)))
}

#[test]
fn a_visit_that_fits_and_makes_the_plan_better_is_served() {
    // From place 1 to place 3 and back: 4 minutes, at 1 per second.
    assert_eq!(of_left_out(241.0), (Vec::new(), true));
}

#[test]
fn a_visit_that_would_cost_more_than_leaving_it_out_is_not_served() {
    let (found, is_served) = of_left_out(239.0);
    let reason = &found[0].reasons[0];
    assert_eq!((reason.code, reason.cost), (Code::CheaperUnserved, Some(240.0)));
    assert!(!is_served);
}
