//! Times of given routes that depend on one another, chosen so that all of them together cost least: the times that the
//! search would find for the same routes, since it evaluates them one after the other.
//!
//! ```text
//! the earliest times of all ──────────────┐
//! one after the other, each at its best ──┼──► each again, and each pair, while the others stand ──► the cheapest
//!   beside those that stand, in orders ───┘
//! ```
//!
//! The earliest common times are found if there are any, but limits, soft windows and waiting may require later ones.
//! The first route in an order has the most choice, so several orders are tried. Not exact: sometimes three
//! routes must all deviate a little from their best times.

use super::Plan;
use super::bonds::Part;
use super::given::Given;
use super::route::{Fit, RouteState};
use super::together::times;
use super::work::Work;
use crate::evaluate::Effort;
use crate::problem::ShiftIdx;

/// Maximum work for all parts together, in positions that margins judge: a few tenths of a second.
pub(crate) const WORK_MAX: usize = 20_000_000;
/// Up to this many routes, all orders are tried.
const PERMUTED_MAX: usize = 4;
/// Number of orders that are tried for more routes.
const ORDERS_MAX: usize = 8;
/// Maximum number of passes over all routes and pairs; a pass follows only if the one before reduced the cost.
const PASSES_MAX: usize = 8;

/// Puts the routes of a part into a plan that has none of them; returns whether all of them fit. `stands` contains, by
/// given route, the times of routes that are judged as they are, whether or not they fit.
pub(crate) fn place(
    plan: &mut Plan<'_>,
    given: &[Given],
    part: &Part,
    stands: &[Option<RouteState>],
    work: &mut Work,
) -> bool {
    if plan.patience.is_late() {
        return false;
    }
    let mut best: Option<(f64, Vec<RouteState>)> = None;
    let shifts: Vec<ShiftIdx> = part.members.iter().map(|it| given[*it].shift).collect();
    let mut keep = |plan: &mut Plan<'_>, work: &mut Work| {
        improve(plan, given, part, stands, work);
        let rest = rest_of(plan, &shifts);
        if best.as_ref().is_none_or(|it| rest < it.0 - tolerance(rest)) {
            best = Some((rest, states_of(plan, &shifts)));
        }
    };
    if part.members.iter().all(|it| stands[*it].is_none()) {
        let members: Vec<&Given> = part.members.iter().map(|it| &given[*it]).collect();
        if at_earliest(plan, &members) {
            keep(plan, work);
        }
    }
    plan.empty(last_first(&shifts));
    let free = |at: &usize| stands[*at].is_none() && given[*at].starts.is_none();
    if part.members.iter().any(free) {
        let mut is_any = false;
        for order in orders(given, part) {
            // Once the time is up, one plan is enough.
            if is_any && work.is_over() {
                break;
            }
            if in_turn(plan, given, &order, stands, work) {
                keep(plan, work);
                is_any = true;
            }
            plan.empty(last_first(&shifts));
        }
    }
    let Some((_, states)) = best else { return false };
    for (shift, state) in shifts.iter().zip(&states) {
        plan.restore(*shift, state);
    }
    true
}

/// Looks for cheaper times of a part that was placed, this time with all effort: the quick effort that compares many
/// times misses those at which waiting only pays for several stops together.
pub(crate) fn look_again(
    plan: &mut Plan<'_>,
    given: &[Given],
    part: &Part,
    stands: &[Option<RouteState>],
    work: &mut Work,
) {
    work.resume();
    plan.set_effort(Effort::Full);
    improve(plan, given, part, stands, work);
    plan.set_search_effort();
}

/// Puts routes in at their earliest common times; returns whether all of them fit.
fn at_earliest(plan: &mut Plan<'_>, members: &[&Given]) -> bool {
    let Some(states) = times(plan, members) else { return false };
    for it in members {
        let mut state = states[it.shift.at()].clone();
        if state.measure(&plan.instance, it.shift) == Fit::Not {
            return false;
        }
        plan.restore(it.shift, &state);
    }
    members.iter().all(|it| plan.settle_as_given(it.shift) == Fit::Fits)
}

/// Puts the routes in one after the other, each at its best times beside those before it; returns whether all fit.
fn in_turn(
    plan: &mut Plan<'_>,
    given: &[Given],
    order: &[usize],
    stands: &[Option<RouteState>],
    work: &mut Work,
) -> bool {
    let is_fixed = |at: &usize| stands[*at].is_some() || given[*at].starts.is_some();
    for at in order.iter().filter(|it| is_fixed(it)) {
        if !put_as_given(plan, &given[*at], stands[*at].as_ref()) {
            return false;
        }
    }
    order.iter().filter(|it| !is_fixed(it)).all(|at| {
        work.evaluate_steps(given[*at].steps.len());
        !plan.patience.is_late() && plan.replace(given[*at].shift, &given[*at].steps) == Fit::Fits
    })
}

fn put_as_given(plan: &mut Plan<'_>, route: &Given, stands: Option<&RouteState>) -> bool {
    if let Some(state) = stands {
        plan.restore(route.shift, state);
        return true;
    }
    at_earliest(plan, &[route])
}

/// Takes out each route, and each pair of routes, and puts it in again while the others stand, until nothing costs
/// less.
fn improve(
    plan: &mut Plan<'_>,
    given: &[Given],
    part: &Part,
    stands: &[Option<RouteState>],
    work: &mut Work,
) {
    let is_free = |at: &usize| stands[*at].is_none() && given[*at].starts.is_none();
    let alone = part.members.iter().filter(|it| is_free(it)).map(|it| vec![*it]);
    let pairs = part.pairs.iter().filter(|it| it.iter().all(is_free));
    let pairs = pairs.flat_map(|it| [vec![it[0], it[1]], vec![it[1], it[0]]]);
    let groups: Vec<Vec<usize>> = alone.chain(pairs).collect();
    let shifts: Vec<ShiftIdx> = part.members.iter().map(|it| given[*it].shift).collect();
    for _ in 0..PASSES_MAX {
        let mut is_better = false;
        for group in &groups {
            if work.is_over() {
                return;
            }
            is_better |= put_again(plan, given, group, &shifts, work);
        }
        if !is_better {
            return;
        }
    }
}

/// Takes some routes out and puts them back one after the other; returns whether that costs less. If not, nothing
/// changes.
fn put_again(
    plan: &mut Plan<'_>,
    given: &[Given],
    group: &[usize],
    shifts: &[ShiftIdx],
    work: &mut Work,
) -> bool {
    let leaving: Vec<ShiftIdx> = group.iter().map(|it| given[*it].shift).collect();
    // A vehicle's next route begins where this one ends, so it changes as well.
    let shifts = if plan.groups.any_roams() { shifts } else { &leaving };
    let before = rest_of(plan, shifts);
    let states = states_of(plan, shifts);
    let left = last_first(&leaving).into_iter().all(|shift| plan.replace(shift, &[]) == Fit::Fits);
    let is_back = left
        && group.iter().all(|at| {
            work.evaluate_steps(given[*at].steps.len());
            plan.replace(given[*at].shift, &given[*at].steps) == Fit::Fits
        });
    if is_back && rest_of(plan, shifts) < before - tolerance(before) {
        return true;
    }
    for (shift, state) in shifts.iter().zip(&states) {
        plan.restore(*shift, state);
    }
    false
}

/// Returns the orders in which routes are put in.
fn orders(given: &[Given], part: &Part) -> Vec<Vec<usize>> {
    let mut members = part.members.clone();
    members.sort_unstable_by_key(|it| given[*it].shift);
    if members.len() <= PERMUTED_MAX {
        let mut all = Vec::new();
        permute(&mut Vec::new(), &members, &mut all);
        return all;
    }
    let mut all = vec![members.clone(), members.iter().rev().copied().collect()];
    for first in members.iter().copied().take(ORDERS_MAX - all.len()) {
        all.push(around(first, &members, &part.pairs));
    }
    all
}

fn permute(begun: &mut Vec<usize>, members: &[usize], all: &mut Vec<Vec<usize>>) {
    if begun.len() == members.len() {
        all.push(begun.clone());
    }
    for member in members {
        if !begun.contains(member) {
            begun.push(*member);
            permute(begun, members, all);
            begun.pop();
        }
    }
}

/// Returns a route, the routes that depend on it, those that depend on them, and so on.
fn around(first: usize, members: &[usize], pairs: &[[usize; 2]]) -> Vec<usize> {
    let mut order = vec![first];
    let mut next = 0;
    while let Some(from) = order.get(next).copied() {
        next += 1;
        for pair in pairs.iter().filter(|it| it.contains(&from)) {
            let other = if pair[0] == from { pair[1] } else { pair[0] };
            if !order.contains(&other) {
                order.push(other);
            }
        }
    }
    debug_assert_eq!(order.len(), members.len(), "a part holds together");
    order
}

fn rest_of(plan: &Plan<'_>, shifts: &[ShiftIdx]) -> f64 {
    shifts.iter().map(|it| plan.routes[it.at()].rest).sum()
}

fn states_of(plan: &Plan<'_>, shifts: &[ShiftIdx]) -> Vec<RouteState> {
    shifts.iter().map(|it| plan.routes[it.at()].clone()).collect()
}

fn tolerance(rest: f64) -> f64 {
    1e-9 * rest.abs()
}

/// Returns shifts in an order in which they can be emptied: a vehicle's next route may begin where the one before it
/// ended.
fn last_first(shifts: &[ShiftIdx]) -> Vec<ShiftIdx> {
    let mut shifts = shifts.to_vec();
    shifts.sort_unstable_by(|a, b| b.cmp(a));
    shifts
}
