//! Visits with several pickups or dropoffs: stop by stop, each where the route stays cheapest, judged by the evaluator.
//!
//! A stop is tried at each position behind those that have to come before it. The first one is tried everywhere, the
//! others follow greedily: O(positions² × stops) evaluations a route, for visits that are few.

use super::plan::Plan;
use super::recreate::fresh_shifts;
use super::route::Fit;
use crate::evaluate::Step;
use crate::problem::{Problem, ShiftIdx, StopIdx, VisitIdx};

/// Puts all stops of a visit into one route, if it costs less than `worth`.
pub(super) fn insert_many(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    vehicles_max: usize,
    worth: f64,
    steps: &mut Vec<Step>,
) -> bool {
    let mut shifts = plan.used.clone();
    let mut fresh = Vec::new();
    fresh_shifts(plan, visit, vehicles_max, &mut fresh);
    let counted = plan.view.weights.vehicles > 0 || plan.view.weights.shifts > 0;
    if !counted {
        shifts.append(&mut fresh);
    }
    for stage in [shifts, fresh] {
        let mut best: Option<(f64, ShiftIdx, Vec<Step>)> = None;
        for shift in stage {
            let served = plan.view.is_compatible(visit, plan.view.class[shift.at()])
                && plan.groups.may_serve(plan.standing(), visit, shift);
            if !served {
                continue;
            }
            let before = plan.routes[shift.at()].rest;
            let limit = best.as_ref().map_or(worth, |it| it.0);
            if let Some((rest, found)) = best_way(plan, shift, visit)
                && rest - before < limit
            {
                best = Some((rest - before, shift, found));
            }
        }
        if let Some((_, shift, found)) = best {
            steps.clone_from(&found);
            if plan.replace(shift, steps) == Fit::Fits {
                return true;
            }
        }
    }
    false
}

/// The cheapest way found to have all stops of a visit on a shift's route, and what the route then comes to.
pub(super) fn best_way(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    visit: VisitIdx,
) -> Option<(f64, Vec<Step>)> {
    let stops = plan.problem.visits[visit.at()].stops.clone();
    let order = topological(plan.problem, visit);
    let before = plan.routes[shift.at()].steps.clone();
    let mut best: Option<(f64, Vec<Step>)> = None;
    for option in plan.problem.stops[order[0].at()].options.clone() {
        let (low, high) = plan.bounds(visit, shift);
        for after in low..=high {
            let mut steps = before.clone();
            steps.insert(after, Step::Stop(order[0], crate::problem::OptionIdx(option)));
            if let Some(found) = place_rest(plan, shift, steps, &order[1..], before.len() - high)
                && best.as_ref().is_none_or(|it| found.0 < it.0)
            {
                best = Some(found);
            }
        }
    }
    debug_assert_eq!(order.len(), stops.len(), "every stop comes once");
    best
}

fn place_rest(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    mut steps: Vec<Step>,
    rest: &[StopIdx],
    after_it: usize,
) -> Option<(f64, Vec<Step>)> {
    let problem = plan.problem;
    for (position, stop) in rest.iter().enumerate() {
        let last = position + 1 == rest.len();
        let earliest = steps.iter().rposition(|step| match step {
            Step::Stop(other, _) => problem.stops[stop.at()].after.contains(other),
            Step::Reload(_) => false,
        });
        let mut best: Option<(f64, Vec<Step>)> = None;
        for option in problem.stops[stop.at()].options.clone() {
            for at in earliest.map_or(0, |it| it + 1)..=steps.len() - after_it {
                let mut tried = steps.clone();
                tried.insert(at, Step::Stop(*stop, crate::problem::OptionIdx(option)));
                // Until the last stop is in, only the way counts: half a visit breaks rules that the whole keeps.
                let cost =
                    if last { plan.try_route(shift, &tried) } else { plan.way(shift, &tried) };
                if let Some(cost) = cost
                    && best.as_ref().is_none_or(|it| cost < it.0)
                {
                    best = Some((cost, tried));
                }
            }
        }
        let (cost, found) = best?;
        steps = found;
        if last {
            return Some((cost, steps));
        }
    }
    let cost = plan.try_route(shift, &steps)?;
    Some((cost, steps))
}

/// Stops of a visit, each behind those that have to come before it, otherwise in their own order.
pub(super) fn topological(problem: &Problem, visit: VisitIdx) -> Vec<StopIdx> {
    let stops = problem.visits[visit.at()].stops.clone();
    let mut order: Vec<StopIdx> = Vec::with_capacity(stops.len());
    while order.len() < stops.len() {
        let next = stops.clone().map(StopIdx).find(|stop| {
            !order.contains(stop)
                && problem.stops[stop.at()].after.iter().all(|it| order.contains(it))
        });
        match next {
            Some(stop) => order.push(stop),
            // Stops that wait for one another can never be made; the evaluator says so.
            None => return stops.map(StopIdx).collect(),
        }
    }
    order
}
