//! Insertion where vehicles are to have equal work, which depends on all routes together.
//!
//! The work of a vehicle is what the objective balances: the duration, stops or load of its routes. The score has the
//! difference between the most and the least work of a vehicle.

use super::scanning::scan_route;
use super::{BlinkDice, Look, Scratch};
use crate::instance::Weights;
use crate::problem::{ShiftIdx, VehicleIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::plan::score;
use crate::search::random::Random;
use crate::search::recreate::insertion::{CANDIDATES_MAX, Insertion, write};

/// How often a visit goes to the least busy vehicle if routes are to be balanced, and the same if that comes before
/// cost.
const LEAST_BUSY_RATE: f64 = 0.5;
const FIRST_LEAST_BUSY_RATE: f64 = 0.4;
/// How often a visit goes where work is then balanced best, if that comes before cost.
const EVENLY_RATE: f64 = 0.5;
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
        let (least_busy, evenly) = if weights.balances_first() {
            (FIRST_LEAST_BUSY_RATE, EVENLY_RATE)
        } else {
            (LEAST_BUSY_RATE, 0.0)
        };
        match random.unit() {
            it if it < least_busy => Self::LeastBusy,
            it if it < least_busy + evenly => Self::Evenly,
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

/// The two vehicles with the most work, and the two with the least, so that any one of them can be left out.
struct Extremes {
    most: [(f64, usize); 2],
    least: [(f64, usize); 2],
}

impl Extremes {
    /// O(vehicles + shifts).
    fn of(plan: &Plan<'_>) -> Self {
        let mut most = [(f64::NEG_INFINITY, usize::MAX); 2];
        let mut least = [(f64::INFINITY, usize::MAX); 2];
        for (idx, vehicle) in plan.problem.vehicles.iter().enumerate() {
            if vehicle.shifts.is_empty() {
                continue;
            }
            let work = score::measure(plan.problem, vehicle, &plan.routes);
            if work > most[0].0 {
                most = [(work, idx), most[0]];
            } else if work > most[1].0 {
                most[1] = (work, idx);
            }
            if work < least[0].0 {
                least = [(work, idx), least[0]];
            } else if work < least[1].0 {
                least[1] = (work, idx);
            }
        }
        Self { most, least }
    }

    /// Returns the imbalance if a vehicle had this much work.
    fn imbalance(&self, vehicle: VehicleIdx, work: f64) -> f64 {
        let of_others = |it: &[(f64, usize); 2]| it[usize::from(it[0].1 == vehicle.at())].0;
        work.max(of_others(&self.most)) - work.min(of_others(&self.least))
    }
}

/// Inserts a visit into the route with which work is balanced best, where it is cheapest there; returns whether it
/// found a place.
pub(super) fn insert_evenly(
    plan: &mut Plan<'_>,
    random: &mut Random,
    visit: VisitIdx,
    worth: f64,
    scratch: &mut Scratch,
) -> bool {
    let mut shifts = std::mem::take(&mut scratch.fresh);
    add_near_routes(plan, visit, &mut shifts);
    let extremes = Extremes::of(plan);
    let dice = BlinkDice { random, rate: BLINK_RATE };
    let mut look = Look { dice, dropoffs: &mut scratch.dropoffs, judged: 0 };
    let mut best: (f64, Option<(ShiftIdx, Insertion)>) = (worth, None);
    let steps = &mut scratch.steps;
    for shift in &shifts {
        let mut found = [None; CANDIDATES_MAX];
        scan_route(plan, *shift, visit, f64::INFINITY, 1, &mut look, &mut found);
        let Some((_, insertion)) = found[0] else { continue };
        let route = &plan.routes[shift.at()];
        let (rest_before, work_before) = (route.rest, score::measure_of(plan.problem, route));
        write(plan.problem, visit, &insertion, &route.steps, steps);
        let Some((rest, work)) = plan.try_work(*shift, steps) else { continue };
        let vehicle = plan.problem.shifts[shift.at()].vehicle;
        let of_vehicle =
            score::measure(plan.problem, &plan.problem.vehicles[vehicle.at()], &plan.routes);
        let more = extremes.imbalance(vehicle, of_vehicle - work_before + work)
            - extremes.imbalance(vehicle, of_vehicle);
        let delta = rest - rest_before
            + plan.extra_vehicle_cost(visit, *shift)
            + plan.instance.weights.imbalance * more;
        if delta < best.0 {
            best = (delta, Some((*shift, insertion)));
        }
    }
    scratch.judged += look.judged;
    scratch.fresh = shifts;
    let Some((shift, insertion)) = best.1 else { return false };
    write(plan.problem, visit, &insertion, &plan.routes[shift.at()].steps, &mut scratch.steps);
    plan.replace(shift, &scratch.steps) == Fit::Fits
}

/// Adds the routes nearest to a visit, or all if they are few.
fn add_near_routes(plan: &Plan<'_>, visit: VisitIdx, shifts: &mut Vec<ShiftIdx>) {
    if plan.near.is_empty() {
        shifts.extend_from_slice(&plan.used);
        return;
    }
    for shift in plan.near[visit.at()].iter().filter_map(|it| plan.shift_of(*it)) {
        if shifts.len() >= ROUTES_MAX {
            return;
        }
        if !shifts.contains(&shift) {
            shifts.push(shift);
        }
    }
}
