//! Offers: what it adds to the given plan to serve a visit at its cheapest position.
//!
//! Each visit stands for one time window of the same order and is considered separately: none of them stays in the
//! plan. Positions are ranked by margins, and the best ones are evaluated until no remaining one can be cheaper by its
//! margins. On plain problems the first one is the cheapest; elsewhere it is too, except where margins cannot foresee
//! the schedule.

use super::last_pass::{Never, cheapest_exactly, shifts_for};
use crate::evaluate::Step;
use crate::instance::Shape;
use crate::problem::{ShiftIdx, StopIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::plan::work::Work;
use crate::search::recreate::insertion::{CANDIDATES_MAX, Candidates, scan, write};
use crate::solution::{Offer, Route, RouteSummary, StopRole};

/// Maximum number of insertions of one visit that are evaluated.
const EVALUATED_MAX: usize = 64;
/// Work on one visit with many stops, as counted by `Work`.
const WORK_MAX: usize = 2_000_000;

/// Returns an offer for each visit that can be served, in their order, and leaves the plan as it was.
pub(crate) fn offers(plan: &mut Plan<'_>) -> Vec<Offer> {
    plan.keep();
    let mut offers = Vec::new();
    for visit in plan.problem.offered.clone().map(VisitIdx) {
        if plan.patience.is_over() {
            break;
        }
        offers.extend(offer(plan, visit));
    }
    offers
}

fn offer(plan: &mut Plan<'_>, visit: VisitIdx) -> Option<Offer> {
    let (shift, steps) = cheapest(plan, visit)?;
    // A position that was found in time is written out even if time is over by now.
    plan.evaluate_fully(|plan| offer_of(plan, visit, shift, &steps))
}

fn offer_of(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    steps: &[Step],
) -> Option<Offer> {
    let is_used = !plan.routes[shift.at()].steps.is_empty();
    let before = if is_used { plan.written(shift).summary } else { RouteSummary::default() };
    if plan.replace(shift, steps) == Fit::Not {
        return None;
    }
    let route = plan.written(shift);
    plan.undo();
    let (arrival_at, starts_at) = times_of(plan, visit, &route)?;
    let after = route.summary;
    Some(Offer {
        visit,
        shift,
        arrival_at,
        starts_at,
        cost: after.cost.total() - before.cost.total(),
        distance_meters: after.distance_meters - before.distance_meters,
        duration_seconds: after.duration_seconds - before.duration_seconds,
    })
}

fn times_of(plan: &Plan<'_>, visit: VisitIdx, route: &Route) -> Option<(i64, i64)> {
    let first = StopIdx(plan.problem.visits[visit.at()].stops.start);
    let is_first = |role| matches!(role, StopRole::Order { stop, .. } if stop == first);
    let stop = route.stops.iter().find(|it| is_first(it.role))?;
    Some((stop.arrival_at, stop.departure_at - stop.service_seconds))
}

/// Returns the cheapest shift, and its steps including the visit.
fn cheapest(plan: &mut Plan<'_>, visit: VisitIdx) -> Option<(ShiftIdx, Vec<Step>)> {
    if plan.instance.shape[visit.at()] == Shape::Many {
        let mut work = Work::new(plan, WORK_MAX);
        return cheapest_exactly(plan, visit, &mut work).map(|it| (it.1, it.2));
    }
    let mut ranked = Vec::new();
    for shift in shifts_for(plan, visit) {
        if !plan.may_serve(visit, shift) {
            continue;
        }
        let mut known = Candidates::below(CANDIDATES_MAX, f64::INFINITY);
        let (bounds, route) = (plan.bounds(visit, shift), &plan.routes[shift.at()]);
        scan(&plan.instance, shift, route, visit, bounds, &mut Never, &mut known);
        ranked.extend(known.iter().map(|it| (shift, it)));
    }
    ranked.sort_by(|a, b| a.1.delta.total_cmp(&b.1.delta));
    let mut best: Option<(f64, ShiftIdx, Vec<Step>)> = None;
    let mut steps = Vec::new();
    for (shift, insertion) in ranked.into_iter().take(EVALUATED_MAX) {
        if best.as_ref().is_some_and(|it| it.0 <= insertion.delta) || plan.patience.spend(10) {
            break;
        }
        let route = &plan.routes[shift.at()];
        let before = route.rest;
        write(plan.problem, visit, &insertion, &route.steps, &mut steps);
        if let Some(rest) = plan.try_route(shift, &steps)
            && best.as_ref().is_none_or(|it| rest - before < it.0)
        {
            best = Some((rest - before, shift, steps.clone()));
        }
    }
    best.map(|it| (it.1, it.2))
}
