//! Times of given routes that bind one another, found together: each alone would start when that is cheapest for it.
//!
//! ```text
//! earliest times of each route ──► what they ask of the others: no earlier than … ──► earliest times again ──► … no change
//! ```
//!
//! Bounds only rise, so that the times at the end are the earliest that all routes can have together, if there are any.
//! From there one route after the other may start when it is cheaper, as long as all others stand.

use crate::evaluate::{Pin, Step};
use crate::problem::{Problem, ShiftIdx};
use crate::rules::standing::{NOBODY, Standing, positions};
use crate::search::plan::Plan;
use crate::search::plan::route::RouteState;

/// Rounds after which routes that push one another on and on are given up.
const ROUNDS_MAX: usize = 200;

/// A route of the plan given.
pub(crate) struct Given {
    pub(crate) shift: ShiftIdx,
    pub(crate) steps: Vec<Step>,
    /// When each step starts, if the plan says so of all.
    pub(crate) starts: Option<Vec<i64>>,
}

impl Given {
    /// All routes that the plan given has stops of.
    pub(crate) fn all(problem: &Problem) -> Vec<Self> {
        let routes = problem.plan.iter().filter(|it| !it.stops.is_empty());
        routes
            .map(|planned| Self {
                shift: planned.shift,
                steps: crate::search::plan::start::steps_of(problem, planned),
                starts: crate::search::plan::start::starts_of(planned),
            })
            .collect()
    }
}

/// When the steps of a route end that start then.
pub(crate) fn ends_of(problem: &Problem, given: &Given, starts: &[i64]) -> Vec<i64> {
    let vehicle = &problem.vehicles[problem.shifts[given.shift.at()].vehicle.at()];
    let seconds = |step: &Step| match step {
        Step::Stop(_, option) => {
            vehicle.service_seconds(problem.options[option.at()].service_seconds)
        }
        Step::Reload(reload) => problem.shifts[given.shift.at()].reloads[*reload as usize].seconds,
    };
    given.steps.iter().zip(starts).map(|(step, at)| at + seconds(step)).collect()
}

/// The times that the evaluator has just found.
fn take_earliest(plan: &Plan<'_>, state: &mut RouteState) {
    state.starts = plan.evaluator.service_starts().to_vec();
    state.ends = plan.evaluator.departures().to_vec();
    let timing = plan.evaluator.timing();
    (state.start_at, state.duration_seconds) = (timing.start_at, timing.end_at - timing.start_at);
}

/// Times of all routes together, by shift; none: there are none that keep what binds them.
pub(crate) fn times(plan: &mut Plan<'_>, given: &[Given]) -> Option<Vec<RouteState>> {
    let problem = plan.problem;
    let mut standing = vec![RouteState::default(); problem.shifts.len()];
    let mut shift_of = vec![NOBODY; problem.visits.len()];
    for route in given {
        for step in &route.steps {
            if let Some(visit) = plan.visit_of(*step) {
                shift_of[visit.at()] = route.shift.0;
            }
        }
        let state = &mut standing[route.shift.at()];
        state.steps.clone_from(&route.steps);
        if let Some(starts) = &route.starts {
            state.ends = ends_of(problem, route, starts);
            state.starts.clone_from(starts);
            if let Some((first, last)) = state.starts.first().zip(state.ends.last()) {
                (state.start_at, state.duration_seconds) = (*first, last - first);
            }
            continue;
        }
        if !plan.evaluator.earliest(route.shift, &route.steps, &[]) {
            return None;
        }
        take_earliest(plan, state);
    }
    let step_of = positions(problem, &standing, &shift_of);
    let mut pins: Vec<Pin> = Vec::new();
    for _ in 0..ROUNDS_MAX {
        let mut is_changed = false;
        for route in given.iter().filter(|it| it.starts.is_none()) {
            pins.clear();
            let (routes, shift_of, step_of) = (&standing, &shift_of, &step_of);
            let now = Standing { problem, routes, shift_of, step_of, instead: None };
            plan.groups.lower_pins(now, route.shift, &route.steps, &mut pins);
            if !plan.evaluator.earliest(route.shift, &route.steps, &pins) {
                return None;
            }
            let state = &mut standing[route.shift.at()];
            if state.starts != plan.evaluator.service_starts() {
                take_earliest(plan, state);
                is_changed = true;
            }
        }
        if !is_changed {
            return Some(standing);
        }
    }
    None
}
