//! Times of given routes that depend on one another, found together; each alone would start when it is cheapest for it.
//!
//! ```text
//! earliest times of each route ──► lower bounds that they impose on others ──► earliest times again ──► … no change
//! ```
//!
//! Bounds only rise, so that the final times are the earliest that all routes can have together, if there are any.
//! [`super::joint`] finds cheaper ones from there.

use crate::evaluate::{Pin, Step};
use crate::problem::Problem;
use crate::rules::docks::{At, Docked};
use crate::rules::standing::{NOBODY, Standing, positions};
use crate::search::plan::Plan;
use crate::search::plan::given::Given;
use crate::search::plan::route::RouteState;

/// Rounds after which routes that keep delaying one another are given up.
const ROUNDS_MAX: usize = 200;

/// How often at most a route that finds no dock is moved ahead of all others.
const PRECEDENCES_MAX: usize = 20;

/// Returns pins that fix loading and unloading to their times in a route whose times are known.
pub(crate) fn handled(state: &RouteState) -> Vec<Pin> {
    let pin = |it: &Docked| match it.at {
        At::Start => Some(Pin::exactly(Pin::START, it.start_at)),
        At::End => Some(Pin::exactly(Pin::END, it.start_at)),
        At::Step => None,
    };
    state.docked.iter().filter_map(pin).collect()
}

/// Returns when the steps of a route end if they start at `starts`.
fn ends_of(problem: &Problem, given: &Given, starts: &[i64]) -> Vec<i64> {
    let vehicle = &problem.vehicles[problem.shifts[given.shift.at()].vehicle.at()];
    let seconds = |step: &Step| match step {
        Step::Stop(_, option) => {
            vehicle.service_seconds(problem.options[option.at()].service_seconds)
        }
        Step::Reload(reload) => problem.shifts[given.shift.at()].reloads[*reload as usize].seconds,
    };
    given.steps.iter().zip(starts).map(|(step, at)| at + seconds(step)).collect()
}

/// Copies the times that the evaluator has just found.
fn take_earliest(plan: &Plan<'_>, state: &mut RouteState) {
    state.starts = plan.evaluator.service_starts().to_vec();
    state.ends = plan.evaluator.departures().to_vec();
    state.docked = plan.evaluator.docked().to_vec();
    state.days = plan.evaluator.days().to_vec();
    let timing = plan.evaluator.timing();
    (state.start_at, state.duration_seconds) = (timing.start_at, timing.end_at - timing.start_at);
}

/// Why there are no times for all routes together.
enum Without {
    /// The route at this position finds no time beside the others.
    Times(usize),
    /// The host's time is over, or the routes keep delaying one another.
    End,
}

/// Returns times of all routes together, by shift; `None` if no times keep all rules between them, or none were found
/// in time.
///
/// At docks, routes that get their times first have the choice: a route that finds no time is moved to the front, and
/// another round follows.
pub(crate) fn times(plan: &mut Plan<'_>, given: &[&Given]) -> Option<Vec<RouteState>> {
    let mut order: Vec<usize> = (0..given.len()).collect();
    for _ in 0..PRECEDENCES_MAX {
        match times_in(plan, given, &order) {
            Ok(states) => return Some(states),
            Err(Without::Times(at)) if plan.groups.docking().is_some() && order[0] != at => {
                order.retain(|it| *it != at);
                order.insert(0, at);
            }
            Err(_) => break,
        }
    }
    None
}

/// Does the same with a given order of the routes.
fn times_in(
    plan: &mut Plan<'_>,
    given: &[&Given],
    order: &[usize],
) -> Result<Vec<RouteState>, Without> {
    let problem = plan.problem;
    let mut standing = vec![RouteState::default(); problem.shifts.len()];
    let mut shift_of = vec![NOBODY; problem.visits.len()];
    for (at, route) in given.iter().enumerate() {
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
            state.docked = docked_as_given(plan, route, starts);
            continue;
        }
        if plan.patience.is_late() {
            return Err(Without::End);
        }
        if !plan.evaluator.earliest(route.shift, &route.steps, &[]) {
            return Err(Without::Times(at));
        }
        take_earliest(plan, state);
        // Docks are assigned one route at a time.
        state.docked.clear();
    }
    let step_of = positions(problem, &standing, &shift_of);
    let mut pins: Vec<Pin> = Vec::new();
    for _ in 0..ROUNDS_MAX {
        let mut is_changed = false;
        for at in order.iter().copied().filter(|it| given[*it].starts.is_none()) {
            let route = &given[at];
            pins.clear();
            let (routes, shift_of, step_of) = (&standing, &shift_of, &step_of);
            let now = Standing { problem, routes, shift_of, step_of, instead: None };
            let (groups, steps) = (&plan.groups, &route.steps);
            let is_open = groups.lower_pins(&plan.instance, now, route.shift, steps, &mut pins);
            if plan.patience.is_late() {
                return Err(Without::End);
            }
            if !is_open || !plan.evaluator.earliest(route.shift, steps, &pins) {
                return Err(Without::Times(at));
            }
            let state = &mut standing[route.shift.at()];
            let is_same = state.starts == plan.evaluator.service_starts()
                && state.docked == plan.evaluator.docked();
            if !is_same {
                take_earliest(plan, state);
                is_changed = true;
            }
        }
        if !is_changed {
            for route in given {
                let (routes, shift_of, step_of) = (&standing, &shift_of, &step_of);
                let now = Standing { problem, routes, shift_of, step_of, instead: None };
                standing[route.shift.at()].from = plan.groups.overnight(now, route.shift);
            }
            return Ok(standing);
        }
    }
    Err(Without::End)
}

/// Returns the docks that a route occupies at the times of the plan; none if it cannot keep them.
fn docked_as_given(plan: &mut Plan<'_>, route: &Given, starts: &[i64]) -> Vec<Docked> {
    if plan.groups.docking().is_none() {
        return Vec::new();
    }
    let steps = (0_u32..).zip(starts).map(|(step, at)| Pin::exactly(step, *at));
    let pins: Vec<Pin> = steps.chain(route.handled.iter().copied()).collect();
    let keeps = plan.evaluator.earliest(route.shift, &route.steps, &pins);
    if keeps { plan.evaluator.docked().to_vec() } else { Vec::new() }
}
