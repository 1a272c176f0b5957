//! Makes a checkpoint the current plan: whole routes where they still fit, else as many of their visits as fit.

use super::{CheckpointRoute, ReadCheckpoint};
use crate::evaluate::Step;
use crate::problem::{ShiftIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::route::{Fit, RouteState};

/// Replaces the given plan by a checkpoint. If that would lose anything locked, the given plan is restored.
pub(crate) fn restore(plan: &mut Plan<'_>, read: &ReadCheckpoint) {
    let given: Vec<(ShiftIdx, RouteState)> =
        plan.used.iter().map(|it| (*it, plan.routes[it.at()].clone())).collect();
    plan.empty(plan.used_last_first());
    for route in &read.routes {
        if plan.kept.iter().any(|it| it.shift == route.shift) {
            continue;
        }
        if !put_route(plan, route) {
            put_what_fits(plan, route);
        }
    }
    if plan.groups.any() {
        settle_all(plan);
    }
    if !given.iter().all(|(shift, state)| keeps_locked(plan, *shift, &state.steps)) {
        plan.empty(plan.used_last_first());
        for (shift, state) in &given {
            plan.restore(*shift, state);
        }
    }
    plan.refresh_unused();
    plan.list_absent();
    plan.keep();
}

/// Returns whether locked visits keep the order of the given plan, with nothing new before its last stop locked in
/// time.
fn keeps_locked(plan: &Plan<'_>, shift: ShiftIdx, given: &[Step]) -> bool {
    let frozen = plan.frozen[shift.at()];
    let steps = &plan.routes[shift.at()].steps;
    let is_locked =
        |step: &&Step| plan.visit_of(**step).is_some_and(|visit| plan.locked[visit.at()]);
    let stop_of = |step: &Step| match step {
        Step::Stop(stop, _) => Some(*stop),
        Step::Reload(_) => None,
    };
    let stands = steps.iter().filter(is_locked).map(stop_of);
    stands.eq(given.iter().filter(is_locked).map(stop_of))
        && steps.get(..frozen) == given.get(..frozen)
}

/// Puts back a route as it is in the checkpoint; returns false if one of its visits is served already or it does not
/// fit.
fn put_route(plan: &mut Plan<'_>, route: &CheckpointRoute) -> bool {
    if route.steps.iter().any(|it| is_served(plan, *it)) {
        return false;
    }
    if !plan.groups.any() || route.starts.is_empty() {
        return plan.replace(route.shift, &route.steps) == Fit::Fits
            || plan.replace_carefully(route.shift, &route.steps) == Fit::Fits;
    }
    let from = plan.groups.overnight(plan.standing(), route.shift);
    let mut state = RouteState { steps: route.steps.clone(), from, ..RouteState::default() };
    if state.measure(&plan.instance, route.shift) == Fit::Not {
        return false;
    }
    state.starts.clone_from(&route.starts);
    state.ends.clone_from(&route.ends);
    // Provisional span from the first stop to the last, until the route is evaluated.
    if let Some((first, last)) = state.starts.first().zip(state.ends.last()) {
        state.start_at = *first;
        state.duration_seconds = last - first;
    }
    plan.restore(route.shift, &state);
    true
}

fn is_served(plan: &Plan<'_>, step: Step) -> bool {
    plan.visit_of(step).is_some_and(|it| plan.shift_of(it).is_some())
}

/// Puts back visit by visit in the order of the route; visits that are served already or break the route stay out.
fn put_what_fits(plan: &mut Plan<'_>, route: &CheckpointRoute) {
    let problem = plan.problem;
    let mut chosen: Vec<VisitIdx> = Vec::new();
    for step in &route.steps {
        let Some(visit) = plan.visit_of(*step) else { continue };
        let is_elsewhere = plan.shift_of(visit).is_some_and(|it| it != route.shift);
        if chosen.contains(&visit) || is_elsewhere {
            continue;
        }
        chosen.push(visit);
        let is_chosen = |it: &Step| match it {
            Step::Stop(stop, _) => chosen.contains(&problem.stops[stop.at()].visit),
            Step::Reload(_) => true,
        };
        let steps: Vec<Step> = route.steps.iter().copied().filter(is_chosen).collect();
        if plan.replace(route.shift, &steps) == Fit::Not {
            chosen.pop();
        }
    }
}

/// Evaluates all routes with their stored times; a route that breaks a rule is put back without them.
fn settle_all(plan: &mut Plan<'_>) {
    let mut used = plan.used.clone();
    used.sort_unstable();
    let mut broken: Vec<CheckpointRoute> = Vec::new();
    for shift in used {
        if plan.settle_as_given(shift) == Fit::Not {
            let steps = plan.routes[shift.at()].steps.clone();
            broken.push(CheckpointRoute { shift, steps, starts: Vec::new(), ends: Vec::new() });
        }
    }
    for route in broken.iter().rev() {
        let fit = plan.replace(route.shift, &[]);
        debug_assert!(fit == Fit::Fits || plan.groups.any_roams(), "nothing binds an unused shift");
    }
    for route in &broken {
        if !put_route(plan, route) {
            put_what_fits(plan, route);
        }
    }
}
