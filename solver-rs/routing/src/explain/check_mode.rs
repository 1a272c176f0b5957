//! Mode `check`: the plan given as it stands, with every rule that it breaks.

use super::cross_route;
use crate::evaluate::Pin;
use crate::problem::VisitIdx;
use crate::rules::standing::{NOBODY, Standing, positions};
use crate::search::plan::Plan;
use crate::search::plan::route::RouteState;
use crate::search::plan::together::{self, Given};
use crate::solution::{Code, Route, StopRole, Unserved, Violation};

/// Routes of the plan given, judged one by one and against one another; visits that are not in it.
pub(crate) fn judge(plan: &mut Plan<'_>) -> (Vec<Route>, Vec<Unserved>) {
    let problem = plan.problem;
    let mut routes: Vec<Route> = Vec::new();
    let mut standing: Vec<RouteState> = vec![RouteState::default(); problem.shifts.len()];
    let mut shift_of = vec![NOBODY; problem.visits.len()];
    let given = Given::all(problem);
    // Without times, those of all routes together; without such, each route's own.
    let are_timed = given.iter().all(|it| it.starts.is_some());
    let joint = if plan.groups.any() && !are_timed { together::times(plan, &given) } else { None };
    for route in given {
        let starts =
            route.starts.clone().or_else(|| Some(joint.as_ref()?[route.shift.at()].starts.clone()));
        let written = schedule(plan, &route, starts.as_deref());
        for step in &route.steps {
            if let Some(visit) = plan.visit_of(*step) {
                shift_of[visit.at()] = route.shift.0;
            }
        }
        let state = &mut standing[route.shift.at()];
        state.steps = route.steps;
        state.take_times(&written);
        routes.push(written);
    }
    let plan = &*plan;
    let step_of = positions(problem, &standing, &shift_of);
    let made = Standing {
        problem,
        routes: &standing,
        shift_of: &shift_of,
        step_of: &step_of,
        instead: None,
    };
    for (shift, violation) in cross_route::of_plan(made) {
        let own = routes.iter_mut().filter(|it| it.shift == shift);
        own.for_each(|it| {
            let stop = violation.visits.and_then(|visits| position_of(plan, it, visits[1]));
            it.violations.push(Violation { stop, ..violation });
        });
    }
    routes.sort_unstable_by_key(|it| it.shift);
    let absent = (0..problem.visits.len()).filter(|it| shift_of[*it] == NOBODY);
    let unserved =
        absent.map(|it| Unserved { visit: VisitIdx::of(it), reasons: Vec::new(), remedy: None });
    (routes, unserved.collect())
}

/// The first stop of a visit on a route.
fn position_of(plan: &Plan<'_>, route: &Route, visit: VisitIdx) -> Option<u32> {
    let is_its = |role: StopRole| match role {
        StopRole::Order(stop, _) => plan.problem.stops[stop.at()].visit == visit,
        _ => false,
    };
    let position = route.stops.iter().position(|it| is_its(it.role))?;
    u32::try_from(position).ok()
}

/// A route at the times given, unless it cannot keep them.
fn schedule(plan: &mut Plan<'_>, given: &Given, starts: Option<&[i64]>) -> Route {
    let Some(starts) = starts else {
        return plan.evaluator.schedule(given.shift, &given.steps, &[]);
    };
    let pins: Vec<Pin> = (0_u32..)
        .zip(starts)
        .map(|(step, at)| Pin { step, not_before_at: *at, not_after_at: *at })
        .collect();
    let route = plan.evaluator.schedule(given.shift, &given.steps, &pins);
    let is_late = route.violations.iter().any(|it| it.code == Code::Relation);
    if is_late { plan.evaluator.schedule(given.shift, &given.steps, &[]) } else { route }
}
