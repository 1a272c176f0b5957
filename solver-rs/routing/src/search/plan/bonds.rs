//! Which given routes depend on one another. Routes of different parts do not, so that each part is decided alone.
//!
//! ```text
//! relations, visits of an order, shifts of a vehicle that is limited, docks ──► pairs of routes ──► parts
//! ```

use crate::evaluate::Step;
use crate::problem::{PlaceIdx, VehicleIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::given::Given;

/// Routes by their position among the given ones.
pub(crate) struct Part {
    /// Ascending.
    pub(crate) members: Vec<usize>,
    /// Pairs of members that depend on one another; each pair once.
    pub(super) pairs: Vec<[usize; 2]>,
}

/// Returns all parts with a route whose times are restricted, be it by a rule within the route.
pub(crate) fn parts(plan: &Plan<'_>, given: &[Given]) -> Vec<Part> {
    let mut pairs = Vec::new();
    let mut is_bound = vec![false; given.len()];
    for sharers in shared(plan, given) {
        sharers.iter().for_each(|it| is_bound[*it] = true);
        pairs.extend(sharers.windows(2).map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]));
    }
    pairs.sort_unstable();
    pairs.dedup();
    let mut part_of: Vec<usize> = (0..given.len()).collect();
    for [one, other] in &pairs {
        let (low, high) = (part_of[*one].min(part_of[*other]), part_of[*one].max(part_of[*other]));
        part_of.iter_mut().filter(|it| **it == high).for_each(|it| *it = low);
    }
    let firsts = (0..given.len()).filter(|it| part_of[*it] == *it && is_bound[*it]);
    firsts
        .map(|first| Part {
            members: (0..given.len()).filter(|it| part_of[*it] == first).collect(),
            pairs: pairs.iter().copied().filter(|it| part_of[it[0]] == first).collect(),
        })
        .collect()
}

/// Returns, for each rule, the routes that it connects, each once and in the order of the rule.
fn shared(plan: &Plan<'_>, given: &[Given]) -> Vec<Vec<usize>> {
    let problem = plan.problem;
    let mut route_of = vec![None; problem.visits.len()];
    for (at, route) in given.iter().enumerate() {
        for visit in route.steps.iter().filter_map(|it| plan.visit_of(*it)) {
            route_of[visit.at()] = Some(at);
        }
    }
    let routes = |visits: &mut dyn Iterator<Item = VisitIdx>| {
        let mut routes: Vec<usize> = Vec::new();
        for at in visits.filter_map(|it| route_of[it.at()]) {
            if !routes.contains(&at) {
                routes.push(at);
            }
        }
        routes
    };
    let mut all = Vec::new();
    for relation in &problem.relations {
        all.push(routes(&mut relation.visits.iter().copied()));
    }
    for order in problem.orders.iter().filter(|it| it.rules.is_some()) {
        all.push(routes(&mut order.visits.clone().map(VisitIdx)));
    }
    for vehicle in (0..problem.vehicles.len()).map(VehicleIdx::of) {
        let shifts = &problem.vehicles[vehicle.at()].shifts;
        if plan.groups.binds_shifts(problem, vehicle) {
            let its = |at: &usize| shifts.contains(&given[*at].shift.0);
            let mut its: Vec<usize> = (0..given.len()).filter(its).collect();
            its.sort_unstable_by_key(|it| given[*it].shift);
            all.push(its);
        }
    }
    if plan.groups.docking().is_some() {
        let docks = (0..problem.places.len()).filter(|it| problem.places[*it].docks.is_some());
        for place in docks.map(PlaceIdx::of) {
            all.push((0..given.len()).filter(|it| comes_to(plan, &given[*it], place)).collect());
        }
    }
    all
}

/// Returns whether a route loads, unloads or stops at a place.
pub(crate) fn comes_to(plan: &Plan<'_>, route: &Given, place: PlaceIdx) -> bool {
    let data = plan.instance.shift(route.shift);
    let is_there = |step: &Step| plan.instance.step(data, *step).place == place.0;
    let ends = [data.start_place, data.end_place];
    (data.is_handled && ends.contains(&place.0)) || route.steps.iter().any(is_there)
}
