//! Mode `check`: the plan given as it stands, with every rule that it breaks.

use super::across::across;
use super::groups::Standing;
use super::plan::{NOBODY, Plan};
use super::route::RouteState;
use super::start::steps_of;
use crate::evaluate::Step;
use crate::problem::VisitIdx;
use crate::solution::{Route, StopRole, Unserved};

/// Routes of the plan given, judged one by one and against one another; visits that are not in it.
pub(super) fn judge(plan: &mut Plan<'_>) -> (Vec<Route>, Vec<Unserved>) {
    let problem = plan.problem;
    let mut routes: Vec<Route> = Vec::new();
    let mut standing: Vec<RouteState> = vec![RouteState::default(); problem.shifts.len()];
    let mut shift_of = vec![NOBODY; problem.visits.len()];
    for planned in problem.plan.iter().filter(|it| !it.stops.is_empty()) {
        let steps = steps_of(problem, planned);
        let route = plan.evaluator.schedule(planned.shift, &steps, &[]);
        let state = &mut standing[planned.shift.at()];
        state.steps = steps;
        state.duration_seconds = route.figures.duration_seconds;
        state.driving_seconds = route.figures.driving_seconds;
        state.distance_meters = route.figures.distance_meters;
        for stop in &route.stops {
            if matches!(stop.role, StopRole::Order(..) | StopRole::Reload(_)) {
                state.starts.push(stop.departure_at - stop.service_seconds);
                state.ends.push(stop.departure_at);
            }
        }
        for stop in &planned.stops {
            shift_of[problem.stops[stop.stop.at()].visit.at()] = planned.shift.0;
        }
        routes.push(route);
    }
    // A plan given may make stops of one visit on several routes: those of the last one count.
    let mut step_of = vec![NOBODY; problem.stops.len()];
    for (shift, state) in (0_u32..).zip(&standing) {
        for (position, step) in (0_u32..).zip(&state.steps) {
            if let Step::Stop(stop, _) = step
                && shift_of[problem.stops[stop.at()].visit.at()] == shift
            {
                step_of[stop.at()] = position;
            }
        }
    }
    let made = Standing { problem, routes: &standing, shift_of: &shift_of, step_of: &step_of };
    for (shift, violation) in across(made) {
        let own = routes.iter_mut().filter(|it| it.shift == shift);
        own.for_each(|it| it.violations.push(violation));
    }
    routes.sort_unstable_by_key(|it| it.shift);
    let absent = (0..problem.visits.len()).filter(|it| shift_of[*it] == NOBODY);
    let unserved = absent.map(|it| Unserved { visit: VisitIdx::of(it), reasons: Vec::new() });
    (routes, unserved.collect())
}
