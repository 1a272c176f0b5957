//! Given routes at the times that the plan states.

use crate::evaluate::Pin;
use crate::rules::{breaks, docks, driving, relations};
use crate::search::plan::Plan;
use crate::search::plan::given::Given;
use crate::solution::{Route, Violation};

/// A route as the plan states it, if it states everything, and no break or rest has to be added to a route without any.
fn as_stated(plan: &mut Plan<'_>, given: &Given, starts: &[i64], pins: &[Pin]) -> Option<Route> {
    let itinerary = given.itinerary.as_ref()?;
    let stated = (itinerary, starts);
    let route = plan.evaluator.stated(given.shift, &given.steps, pins, stated)?;
    let lacks_rest = |it: &Violation| matches!(it.code, breaks::CODE | driving::CODE);
    let is_silent = itinerary.rests.is_empty();
    (!is_silent || !route.violations.iter().any(lacks_rest)).then_some(route)
}

/// Returns whether a route states everything and keeps all rules of its own.
pub(super) fn fits_as_stated(plan: &mut Plan<'_>, given: &Given, from: Option<Pin>) -> bool {
    let Some(starts) = &given.starts else { return false };
    let pins: Vec<Pin> = from.into_iter().chain(given.handled.clone()).collect();
    as_stated(plan, given, starts, &pins).is_some_and(|it| it.violations.is_empty())
}

/// A route at the given times, unless it cannot keep them.
pub(super) fn schedule(
    plan: &mut Plan<'_>,
    given: &Given,
    starts: Option<&[i64]>,
    whole: &[Pin],
) -> Route {
    let is_whole = |it: &&Pin| it.step == Pin::ROUTE;
    let free: Vec<Pin> = whole.iter().filter(is_whole).copied().collect();
    let Some(starts) = starts else {
        return plan.evaluator.judged(given.shift, &given.steps, &free);
    };
    if let Some(route) = as_stated(plan, given, starts, whole) {
        return route;
    }
    let steps = (0_u32..).zip(starts).map(|(step, at)| Pin::exactly(step, *at));
    let pins: Vec<Pin> = steps.chain(whole.iter().copied()).collect();
    let route = plan.evaluator.judged(given.shift, &given.steps, &pins);
    let is_missed = |it: &Violation| matches!(it.code, relations::CODE | docks::CODE);
    if route.violations.iter().any(is_missed) {
        return plan.evaluator.judged(given.shift, &given.steps, &free);
    }
    route
}
