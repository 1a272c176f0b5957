//! Which routes and positions an insertion examines: those of neighbors, of all routes, of unused shifts.

use super::Look;
use crate::instance::{ClassIdx, Shape};
use crate::problem::{ShiftIdx, StopIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::recreate::insertion::{
    CANDIDATES_MAX, Candidates, Insertion, Target, scan, scan_after,
};

/// Maximum number of served visits beside which a visit is tried; maximum number of routes if whole routes are
/// examined.
const BESIDE_MAX: usize = 40;
pub(super) const ROUTES_MAX: usize = 16;

/// Routes that one insertion has examined; an older stamp belongs to an earlier insertion.
pub(super) struct Seen {
    pub(super) stamp: u32,
    pub(super) shifts: Vec<SeenShift>,
}

/// Positions of a route after which the visit may go; none if `low` is above `high`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SeenShift {
    pub(super) stamp: u32,
    pub(super) low: u32,
    pub(super) high: u32,
    /// Whether the vehicle is too full for the visit.
    pub(super) is_full: bool,
}

/// Tries a visit beside those near it, or, if that is not sufficient for it, on their whole routes.
pub(super) fn scan_neighbors(
    plan: &Plan<'_>,
    visit: VisitIdx,
    worth: f64,
    candidates_max: usize,
    look: &mut Look<'_>,
    best: &mut [Option<(ShiftIdx, Insertion)>; CANDIDATES_MAX],
    seen: &mut Seen,
) {
    seen.stamp = seen.stamp.wrapping_add(1);
    let whole = plan.instance.shape[visit.at()] != Shape::Single || plan.instance.reloaded;
    let mut left = if whole { ROUTES_MAX } else { BESIDE_MAX };
    for other in &plan.near[visit.at()] {
        let Some(shift) = plan.shift_of(*other) else { continue };
        let limit = best[candidates_max - 1].map_or(worth, |it| it.1.delta);
        let known = &mut seen.shifts[shift.at()];
        let first = known.stamp != seen.stamp;
        if first {
            let (low, high) =
                if plan.may_serve(visit, shift) { plan.bounds(visit, shift) } else { (1, 0) };
            let narrow = |it: usize| u32::try_from(it).expect("routes have 32-bit positions");
            let is_full = !plan.has_room(visit, shift);
            *known = SeenShift { stamp: seen.stamp, low: narrow(low), high: narrow(high), is_full };
        }
        let (low, high) = (known.low as usize, known.high as usize);
        if low > high || (whole && !first) {
            continue;
        }
        if known.is_full {
            // It counts as tried: otherwise, visits among full routes would be tried far away.
        } else if whole {
            scan_route(plan, shift, visit, limit, candidates_max, look, best);
        } else {
            let extra_vehicle = plan.extra_vehicle_cost(visit, shift);
            let mut candidates = Candidates::below(candidates_max, limit - extra_vehicle);
            let ends = if first { [low, high] } else { [usize::MAX; 2] };
            let stops = plan.problem.visits[other.at()].stops.clone();
            let beside = stops.flat_map(|stop| {
                let step = plan.step_of(StopIdx(stop));
                [step, step + 1]
            });
            let all = beside.chain(ends).filter(|it| (low..=high).contains(it));
            let target = Target {
                instance: &plan.instance,
                shift,
                route: &plan.routes[shift.at()],
                bounds: (0, 0),
            };
            scan_after(target, visit, all, &mut look.dice, &mut candidates);
            look.judged += candidates.judged();
            merge(best, shift, &candidates, candidates_max, extra_vehicle);
        }
        left -= 1;
        if left == 0 {
            return;
        }
    }
}

/// Tries a visit on each of these shifts.
pub(super) fn scan_routes(
    plan: &Plan<'_>,
    shifts: &[ShiftIdx],
    visit: VisitIdx,
    worth: f64,
    candidates_max: usize,
    look: &mut Look<'_>,
    best: &mut [Option<(ShiftIdx, Insertion)>; CANDIDATES_MAX],
) {
    for shift in shifts {
        let limit = best[candidates_max - 1].map_or(worth, |it| it.1.delta);
        scan_route(plan, *shift, visit, limit, candidates_max, look, best);
    }
}

pub(super) fn scan_route(
    plan: &Plan<'_>,
    shift: ShiftIdx,
    visit: VisitIdx,
    limit: f64,
    candidates_max: usize,
    look: &mut Look<'_>,
    best: &mut [Option<(ShiftIdx, Insertion)>; CANDIDATES_MAX],
) {
    // `scan` asks the same of the route; here, a full one is not read at all.
    if !plan.has_room(visit, shift) || !plan.may_serve(visit, shift) {
        return;
    }
    let extra_vehicle = plan.extra_vehicle_cost(visit, shift);
    let mut candidates = Candidates::below(candidates_max, limit - extra_vehicle);
    let target = Target::of(plan, shift, visit);
    scan(target, visit, &mut look.dice, look.dropoffs, &mut candidates);
    look.judged += candidates.judged();
    merge(best, shift, &candidates, candidates_max, extra_vehicle);
}

/// Merges candidates into the few best of all routes by insertion sort; each adds `more` than its margins say.
fn merge(
    best: &mut [Option<(ShiftIdx, Insertion)>; CANDIDATES_MAX],
    shift: ShiftIdx,
    candidates: &Candidates,
    candidates_max: usize,
    more: f64,
) {
    for insertion in candidates.iter() {
        let insertion = Insertion { delta: insertion.delta + more, ..insertion };
        let mut at = candidates_max - 1;
        if best[at].is_some_and(|it| it.1.delta <= insertion.delta) {
            break;
        }
        // A position between two visits that are both near is examined twice.
        if best[..candidates_max].contains(&Some((shift, insertion))) {
            continue;
        }
        best[at] = Some((shift, insertion));
        while at > 0 && best[at - 1].is_none_or(|it| it.1.delta > insertion.delta) {
            best.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Collects unused shifts worth examining: of each class, the first whose vehicle is in use already, and the first of
/// another vehicle. For visits of periodic orders, all: days of equal cost leave different days to the other visits.
/// For locked visits, their own, whatever it costs.
pub(crate) fn fresh_shifts(
    plan: &Plan<'_>,
    visit: VisitIdx,
    vehicles_max: usize,
    fresh: &mut Vec<ShiftIdx>,
) {
    fresh.clear();
    if let Some(shift) = plan.bound_to(visit) {
        if plan.routes[shift.at()].steps.is_empty() && plan.may_serve(visit, shift) {
            fresh.push(shift);
        }
        return;
    }
    let may_take_vehicle = plan.vehicle_count() < vehicles_max;
    let all = plan.groups.is_ruled(visit);
    for (class, shifts) in plan.instance.class_shifts.iter().enumerate() {
        let class = ClassIdx(u32::try_from(class).expect("fewer classes than shifts"));
        if !plan.compatible.allows(visit, class) {
            continue;
        }
        let (mut of_used, mut of_unused) = (false, false);
        for shift in shifts {
            if plan.is_used(*shift) || plan.is_closed(*shift) {
                continue;
            }
            let vehicle_used = plan.route_count_of_vehicle(*shift) > 0;
            let seen = if vehicle_used { &mut of_used } else { &mut of_unused };
            if (*seen && !all) || (!vehicle_used && !may_take_vehicle) {
                continue;
            }
            if plan.groups.any() && !plan.groups.may_serve(plan.standing(), visit, *shift) {
                continue;
            }
            *seen = true;
            fresh.push(*shift);
            if !all && of_unused && (of_used || plan.instance.single_shifts[class.at()]) {
                break;
            }
        }
    }
}
