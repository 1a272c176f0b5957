//! The cheapest place of a visit in a plan that otherwise stays as it is.
//!
//! ```text
//! visit ──► positions ranked by margins ──► the best few, evaluated quickly ──► all others too, as carefully as a plan
//!                                           (a place in time for any plan)      (as long as the work allows)
//! ```

mod positions;

use super::last_pass::{cheapest_among, cheapest_exactly, shifts_for};
use crate::evaluate::{Effort, Step};
use crate::instance::Shape;
use crate::problem::{ShiftIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::route::RouteState;
use crate::search::plan::score::Score;
use crate::search::plan::work::Work;
use crate::search::recreate::insertion::{
    CANDIDATES_MAX, Candidates, Dropoffs, Never, Target, scan, write,
};
use crate::search::reload_ways::with_a_reload_elsewhere;

/// Work of evaluating all positions of all visits carefully, as counted by `Work`: some 30 ms. In a plan of 1,000 stops
/// on 50 routes, a third of it finds the same places of ten visits, and ten times as much finds no cheaper ones.
pub(super) const WORK_MAX: usize = 3_000_000;
/// Maximum number of insertions of one visit that are evaluated quickly.
const EVALUATED_MAX: usize = 64;
/// Work on one visit with many stops that is evaluated quickly.
const QUICK_WORK_MAX: usize = 2_000_000;
/// Maximum number of absent visits that are inserted carefully.
const ABSENT_MAX: usize = 10;

/// Where a visit goes.
pub(super) struct Place {
    /// What it adds to the score.
    pub(super) delta: f64,
    pub(super) shift: ShiftIdx,
    /// The steps of the shift's route including the visit.
    pub(super) steps: Vec<Step>,
}

/// A plan with visits that were inserted carefully.
pub(super) struct Careful {
    pub(super) score: Score,
    pub(super) routes: Vec<(ShiftIdx, RouteState)>,
    pub(super) absent: Vec<VisitIdx>,
}

/// Inserts the absent visits of a given plan, if they are few or none, each where it is cheapest: mandatory ones, and
/// optional ones that pay off. The search only tries the positions that margins rank first, and often from other times
/// of the given routes, which it does not get back. Returns the result, and leaves the plan as it was.
pub(super) fn insert_few(plan: &mut Plan<'_>) -> Option<Careful> {
    if plan.absent.len() > ABSENT_MAX || !plan.locked.contains(&true) {
        return None;
    }
    plan.keep();
    plan.set_effort(Effort::Full);
    let mut work = Work::new(plan, WORK_MAX);
    plan.look_again(&mut work);
    let mut absent = std::mem::take(&mut plan.absent);
    absent.sort_unstable_by_key(|it| (std::cmp::Reverse(plan.instance.weight[it.at()]), it.0));
    let count = absent.len();
    for (position, visit) in absent.into_iter().enumerate() {
        let mut share = work.share(count - position);
        let places = cheapest_quickly(plan, visit);
        let place = cheapest_carefully(plan, visit, places, &mut share);
        work.take_back(share);
        if !place.is_some_and(|it| plan.serve(visit, it.delta, (it.shift, &it.steps))) {
            plan.absent.push(visit);
        }
    }
    let mut used = plan.used.clone();
    used.sort_unstable();
    let routes = used.into_iter().map(|it| (it, plan.routes[it.at()].clone())).collect();
    let careful = Careful { score: plan.score(), routes, absent: plan.absent.clone() };
    plan.undo();
    plan.set_search_effort();
    Some(careful)
}

/// Returns the places that margins rank first and that fit according to a quick evaluation, cheapest first. Stops once
/// no remaining one can be cheaper by its margins.
pub(super) fn cheapest_quickly(plan: &mut Plan<'_>, visit: VisitIdx) -> Vec<Place> {
    if plan.instance.shape[visit.at()] == Shape::Many {
        let mut work = Work::new(plan, QUICK_WORK_MAX);
        let found = cheapest_exactly(plan, visit, &mut work);
        return found
            .into_iter()
            .map(|(delta, shift, steps)| Place { delta, shift, steps })
            .collect();
    }
    let mut ranked = Vec::new();
    for shift in shifts_for(plan, visit) {
        if !plan.may_serve(visit, shift) {
            continue;
        }
        let mut known = Candidates::below(CANDIDATES_MAX, f64::INFINITY);
        let target = Target::of(plan, shift, visit);
        scan(target, visit, &mut Never, &mut Dropoffs::default(), &mut known);
        ranked.extend(known.iter().map(|it| (shift, it)));
    }
    ranked.sort_by(|a, b| a.1.delta.total_cmp(&b.1.delta));
    let mut places: Vec<Place> = Vec::new();
    let mut least = f64::INFINITY;
    for (shift, insertion) in ranked.into_iter().take(EVALUATED_MAX) {
        if least <= insertion.delta || plan.patience.spend(10) {
            break;
        }
        let route = &plan.routes[shift.at()];
        let before = route.rest;
        let mut steps = Vec::new();
        write(plan.problem, visit, &insertion, &route.steps, &mut steps);
        if let Some(rest) = plan.try_route(shift, &steps) {
            least = least.min(rest - before);
            places.push(Place { delta: rest - before, shift, steps });
        }
    }
    places.sort_by(|a, b| a.delta.total_cmp(&b.delta));
    places
}

/// Returns the cheapest place of all: first evaluates those found quickly, then all others, those with the cheapest
/// detours first. Margins do not foresee the times that a visit costs if breaks, soft windows or the next route decide,
/// so no position is left out as long as there is work left.
pub(super) fn cheapest_carefully(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    places: Vec<Place>,
    work: &mut Work,
) -> Option<Place> {
    let mut best = Best { visit, place: None };
    for place in places {
        best.compare(plan, place.shift, &place.steps, work);
        // What was found in time stays an offer, even if there is no time to evaluate it carefully.
        if best.place.is_none() && plan.patience.is_over() {
            best.place = Some(place);
        }
    }
    let shifts = shifts_for(plan, visit);
    // Of many stops, there are too many ways to rank them; margins judge plain problems exactly.
    if plan.instance.shape[visit.at()] == Shape::Many || plan.instance.plain {
        if let Some((delta, shift, steps)) = cheapest_among(plan, visit, shifts, work) {
            best.take(Place { delta, shift, steps });
        }
        return best.place;
    }
    let mut steps = Vec::new();
    let insertions = positions::ranked(plan, visit, &shifts);
    for (shift, insertion) in &insertions {
        if work.is_over() {
            return best.place;
        }
        write(plan.problem, visit, insertion, &plan.routes[shift.at()].steps, &mut steps);
        best.compare(plan, *shift, &steps, work);
    }
    for shift in shifts {
        let its = insertions.iter().filter(|it| it.0 == shift && it.1.reload.is_none());
        let ways = its.map(|(_, insertion)| {
            write(plan.problem, visit, insertion, &plan.routes[shift.at()].steps, &mut steps);
            steps.clone()
        });
        for steps in with_a_reload_elsewhere(plan, shift, visit, &ways.collect::<Vec<_>>()) {
            if work.is_over() {
                return best.place;
            }
            best.compare(plan, shift, &steps, work);
        }
    }
    best.place
}

/// The cheapest place of a visit so far.
struct Best {
    visit: VisitIdx,
    place: Option<Place>,
}

impl Best {
    fn compare(&mut self, plan: &mut Plan<'_>, shift: ShiftIdx, steps: &[Step], work: &mut Work) {
        work.evaluate_steps(steps.len());
        let before = plan.routes[shift.at()].rest - plan.extra_vehicle_cost(self.visit, shift);
        if let Some(rest) = plan.try_route(shift, steps)
            && self.place.as_ref().is_none_or(|it| rest - before < it.delta)
        {
            self.place = Some(Place { delta: rest - before, shift, steps: steps.to_vec() });
        }
    }

    fn take(&mut self, place: Place) {
        if self.place.as_ref().is_none_or(|it| place.delta < it.delta) {
            self.place = Some(place);
        }
    }
}
