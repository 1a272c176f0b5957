//! Insertion where vehicles are to have equal work, which depends on all routes together.
//!
//! The work of a vehicle is what the objective balances: the duration, stops or load of its routes. The score has the
//! difference between the most and the least work of a vehicle.

use super::scanning::{self, scan_route};
use super::{BlinkDice, Look, Scratch};
use crate::instance::Weights;
use crate::problem::{ShiftIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::plan::score::{self, Extremes};
use crate::search::random::Random;
use crate::search::recreate::insertion::{CANDIDATES_MAX, Insertion, write};

/// How often a visit goes to the least busy vehicle if routes are to be balanced.
const LEAST_BUSY_RATE: f64 = 0.5;
/// How often a visit goes where work is then balanced best, if that comes before cost.
const EVENLY_RATE: f64 = 0.4;
/// Probability that such an insertion skips a position: the cheapest position of a route is rarely the one that
/// balances best.
const BLINK_RATE: f64 = 0.2;
/// Maximum number of routes that such an insertion evaluates.
const ROUTES_MAX: usize = 8;

/// How an insertion balances work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Balance {
    Ignored,
    LeastBusy,
    Evenly,
}

impl Balance {
    /// Returns one of the ways that suit the objective, drawn at random.
    pub(super) fn draw(weights: &Weights, random: &mut Random) -> Self {
        if weights.imbalance <= 0.0 {
            return Self::Ignored;
        }
        let evenly = if weights.balances_first() { EVENLY_RATE } else { 0.0 };
        match random.unit() {
            it if it < LEAST_BUSY_RATE => Self::LeastBusy,
            it if it < LEAST_BUSY_RATE + evenly => Self::Evenly,
            _ => Self::Ignored,
        }
    }
}

/// Leaves only the shifts of the least busy vehicle that may serve the visit: balancing routes is rarely the cheapest.
/// Whether that vehicle has room shows only when its shifts are examined.
pub(super) fn keep_least_busy(plan: &Plan<'_>, visit: VisitIdx, scratch: &mut Scratch) {
    let mut least = (f64::INFINITY, 0..0);
    for vehicle in &plan.problem.vehicles {
        let may = |it: ShiftIdx| plan.may_serve(visit, it);
        if vehicle.shifts.clone().map(ShiftIdx).any(may) {
            let measure = score::measure(plan.problem, vehicle, &plan.routes);
            if measure < least.0 {
                least = (measure, vehicle.shifts.clone());
            }
        }
    }
    scratch.balanced.clear();
    scratch.balanced.extend(least.1.map(ShiftIdx).filter(|it| plan.may_serve(visit, *it)));
    scratch.fresh.clear();
}

/// Inserts a visit into the route with which work is balanced best, where it is cheapest there; returns whether that is
/// worth it. `None`: it found no place.
pub(super) fn insert_evenly(
    plan: &mut Plan<'_>,
    random: &mut Random,
    visit: VisitIdx,
    worth: f64,
    scratch: &mut Scratch,
) -> Option<bool> {
    let opens_last = plan.instance.weights.counts_fleet();
    let near = near_routes(plan, visit);
    let dice = BlinkDice { random, rate: BLINK_RATE };
    let mut look = Look { dice, dropoffs: &mut scratch.dropoffs, judged: 0 };
    let mut cheapest = Vec::new();
    add_cheapest(plan, &near, visit, &mut look, &mut cheapest);
    if !opens_last || cheapest.is_empty() {
        add_cheapest(plan, &scratch.fresh, visit, &mut look, &mut cheapest);
    }
    scratch.judged += look.judged;
    cheapest.sort_by(|a, b| a.1.delta.total_cmp(&b.1.delta));
    cheapest.truncate(ROUTES_MAX);
    let extremes = Extremes::of(plan);
    let mut best: Option<(f64, ShiftIdx, Insertion)> = None;
    let steps = &mut scratch.steps;
    for (shift, insertion) in cheapest {
        let route = &plan.routes[shift.at()];
        let before = route.rest;
        write(plan.problem, visit, &insertion, &route.steps, steps);
        let Some((rest, work)) = plan.try_work(shift, steps) else { continue };
        let more = work.map_or(0.0, |it| extremes.more(plan, shift, it));
        let delta = rest - before
            + plan.extra_vehicle_cost(visit, shift)
            + plan.instance.weights.imbalance * more;
        if best.is_none_or(|it| delta < it.0) {
            best = Some((delta, shift, insertion));
        }
    }
    let (delta, shift, insertion) = best?;
    if delta >= worth {
        return Some(false);
    }
    write(plan.problem, visit, &insertion, &plan.routes[shift.at()].steps, steps);
    Some(plan.replace(shift, steps) == Fit::Fits)
}

/// Returns the routes nearest to a visit that may serve it, or all routes if visits are few.
fn near_routes(plan: &Plan<'_>, visit: VisitIdx) -> Vec<ShiftIdx> {
    if plan.near.is_empty() {
        return plan.used.clone();
    }
    let mut shifts = Vec::with_capacity(scanning::ROUTES_MAX);
    for shift in plan.near[visit.at()].iter().filter_map(|it| plan.shift_of(*it)) {
        if shifts.len() < scanning::ROUTES_MAX
            && !shifts.contains(&shift)
            && plan.may_serve(visit, shift)
        {
            shifts.push(shift);
        }
    }
    shifts
}

/// Adds the cheapest insertion into each route according to its margins.
fn add_cheapest(
    plan: &Plan<'_>,
    shifts: &[ShiftIdx],
    visit: VisitIdx,
    look: &mut Look<'_>,
    cheapest: &mut Vec<(ShiftIdx, Insertion)>,
) {
    for shift in shifts {
        let mut found = [None; CANDIDATES_MAX];
        scan_route(plan, *shift, visit, f64::INFINITY, 1, look, &mut found);
        cheapest.extend(found[0]);
    }
}
