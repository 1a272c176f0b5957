//! Offers: what it adds to the given plan to serve a visit at its cheapest position.
//!
//! Each visit stands for one time window of the same order and is considered separately: none of them stays in the
//! plan. The cost of an offer is that of all routes that the visit changes: if the vehicle stays at its last stop, also
//! of its next route.

use super::careful::{self, Place, cheapest_carefully, cheapest_quickly};
use crate::evaluate::Effort;
use crate::problem::{ShiftIdx, StopIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::plan::work::Work;
use crate::solution::{Offer, Route, StopRole};

/// What some routes cost together.
#[derive(Default)]
struct Sums {
    cost: f64,
    distance_meters: i64,
    duration_seconds: i64,
}

/// Returns an offer for each visit that can be served, in their order, and leaves the routes of the plan as they were,
/// except that their times are the cheapest ones.
pub(crate) fn offers(plan: &mut Plan<'_>) -> Vec<Offer> {
    plan.keep();
    let mut quick = Vec::new();
    for visit in plan.problem.offered.clone().map(VisitIdx) {
        if plan.patience.is_over() {
            break;
        }
        quick.push((visit, cheapest_quickly(plan, visit)));
    }
    plan.set_effort(Effort::Full);
    let mut work = Work::new(plan, careful::WORK_MAX);
    plan.look_again(&mut work);
    plan.keep();
    let mut offers = Vec::new();
    let count = quick.len();
    for (position, (visit, places)) in quick.into_iter().enumerate() {
        let mut share = work.share(count - position);
        let place = cheapest_carefully(plan, visit, places, &mut share);
        work.take_back(share);
        // A position that was found in time is written out even if time is over by now.
        offers.extend(place.and_then(|it| plan.evaluate_fully(|plan| offer_of(plan, visit, &it))));
    }
    plan.set_search_effort();
    offers
}

fn offer_of(plan: &mut Plan<'_>, visit: VisitIdx, place: &Place) -> Option<Offer> {
    let shift = place.shift;
    let (before, _) = sums_with_next(plan, shift);
    if plan.replace(shift, &place.steps) == Fit::Not {
        return None;
    }
    let (after, route) = sums_with_next(plan, shift);
    plan.undo();
    let (arrival_at, starts_at) = times_of(plan, visit, &route?)?;
    Some(Offer {
        visit,
        shift,
        arrival_at,
        starts_at,
        cost: after.cost - before.cost,
        distance_meters: after.distance_meters - before.distance_meters,
        duration_seconds: after.duration_seconds - before.duration_seconds,
    })
}

/// Returns the sums of a shift's route and of the one that begins where it ends, and the route, if there is one.
fn sums_with_next(plan: &mut Plan<'_>, shift: ShiftIdx) -> (Sums, Option<Route>) {
    let mut sums = Sums::default();
    let mut own = None;
    for one in [Some(shift), plan.next_of_stay(shift)].into_iter().flatten() {
        if !plan.is_used(one) {
            continue;
        }
        let route = plan.written(one);
        sums.cost += route.summary.cost.total();
        sums.distance_meters += route.summary.distance_meters;
        sums.duration_seconds += route.summary.duration_seconds;
        if one == shift {
            own = Some(route);
        }
    }
    (sums, own)
}

fn times_of(plan: &Plan<'_>, visit: VisitIdx, route: &Route) -> Option<(i64, i64)> {
    let first = StopIdx(plan.problem.visits[visit.at()].stops.start);
    let is_first = |role| matches!(role, StopRole::Order { stop, .. } if stop == first);
    let stop = route.stops.iter().find(|it| is_first(it.role))?;
    Some((stop.arrival_at, stop.departure_at - stop.service_seconds))
}
