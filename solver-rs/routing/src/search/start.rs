//! The plan given: routes to start from, what may not move, what is judged as it stands.
//!
//! A locked visit goes to no other route, and weighs more than all that is not locked. One that is locked in sequence is
//! not taken out again, and no route is accepted where such stops change their order. Before the last stop locked in time
//! nothing is inserted. What does not fit is left out, and says so.

use super::plan::Plan;
use super::route::Fit;
use crate::evaluate::Step;
use crate::problem::{Lock, OptionIdx, PlannedRoute, Problem, StopIdx, VisitIdx};

/// Puts the routes of the plan given into an empty plan.
pub(super) fn start(plan: &mut Plan<'_>) {
    let problem = plan.problem;
    for planned in &problem.plan {
        if plan.patience.is_over() {
            break;
        }
        let mut steps = steps_of(problem, planned);
        let mut tries = RELOAD_TRIES_MAX.min(RELOAD_STEPS_MAX / steps.len().max(1));
        let fits = ways(problem, &steps).into_iter().any(|way| {
            steps = way;
            plan.replace(planned.shift, &steps) == Fit::Fits
                || with_reloads(plan, planned, &steps, &mut tries)
        });
        if !fits {
            one_by_one(plan, planned, &steps_of(problem, planned));
        }
        lock(plan, planned);
    }
    plan.absent.retain(|visit| plan.shift_of[visit.at()] == super::plan::NOBODY);
    plan.keep();
}

/// Ways of making the stops of a plan that are tried at most.
const WAYS_MAX: usize = 256;

/// The stops in each combination of their options, the first ones first: a plan names no place.
fn ways(problem: &Problem, steps: &[Step]) -> Vec<Vec<Step>> {
    let mut ways = vec![steps.to_vec()];
    for (position, step) in steps.iter().enumerate() {
        let Step::Stop(stop, _) = *step else { continue };
        let others = problem.stops[stop.at()].options.clone().skip(1).map(OptionIdx);
        let known = ways.len();
        for option in others {
            for way in 0..known {
                if ways.len() >= WAYS_MAX {
                    return ways;
                }
                let mut other = ways[way].clone();
                other[position] = Step::Stop(stop, option);
                ways.push(other);
            }
        }
    }
    ways
}

/// Each stop in its first way.
pub(super) fn steps_of(problem: &Problem, planned: &PlannedRoute) -> Vec<Step> {
    let main = |stop: StopIdx| OptionIdx(problem.stops[stop.at()].options.start);
    planned.stops.iter().map(|it| Step::Stop(it.stop, main(it.stop))).collect()
}

/// Evaluations that finding the reloads of one planned route may take, all its ways together.
const RELOAD_TRIES_MAX: usize = 10_000;
/// The same of long routes, as steps: some tenths of a second.
const RELOAD_STEPS_MAX: usize = 2_000_000;

/// A few reloads somewhere may be what a plan without reloads lacks; fewer first.
fn with_reloads(
    plan: &mut Plan<'_>,
    planned: &PlannedRoute,
    steps: &[Step],
    tries: &mut usize,
) -> bool {
    (1..=steps.len()).any(|count| with_so_many(plan, planned, steps, (0, count), tries))
}

/// `count` more reloads, none before the position `from`.
fn with_so_many(
    plan: &mut Plan<'_>,
    planned: &PlannedRoute,
    steps: &[Step],
    (from, count): (usize, usize),
    tries: &mut usize,
) -> bool {
    if count == 0 {
        *tries = tries.saturating_sub(1);
        return plan.replace(planned.shift, steps) == Fit::Fits;
    }
    let kinds = plan.problem.shifts[planned.shift.at()].reloads.len();
    for reload in 0..u32::try_from(kinds).expect("a shift has few reloads") {
        for at in from..=steps.len() {
            if *tries == 0 || plan.patience.is_over() {
                return false;
            }
            plan.patience.spend(1 + steps.len() / 50);
            let mut tried = steps.to_vec();
            tried.insert(at, Step::Reload(reload));
            if with_so_many(plan, planned, &tried, (at + 2, count - 1), tries) {
                return true;
            }
        }
    }
    false
}

/// Visit by visit in the order of their first stops, locked ones first; what does not fit stays out.
fn one_by_one(plan: &mut Plan<'_>, planned: &PlannedRoute, steps: &[Step]) {
    let problem = plan.problem;
    let visit_of = |step: &Step| match step {
        Step::Stop(stop, _) => problem.stops[stop.at()].visit,
        Step::Reload(_) => unreachable!("a plan has no reloads"),
    };
    let mut visits: Vec<(Lock, usize, VisitIdx)> = Vec::new();
    for (position, stop) in planned.stops.iter().enumerate() {
        let visit = problem.stops[stop.stop.at()].visit;
        match visits.iter_mut().find(|it| it.2 == visit) {
            Some(known) => known.0 = known.0.max(stop.lock),
            None => visits.push((stop.lock, position, visit)),
        }
    }
    visits.sort_by_key(|it| (std::cmp::Reverse(it.0), it.1));
    let mut kept: Vec<VisitIdx> = Vec::new();
    for (_, _, visit) in visits {
        kept.push(visit);
        let tried: Vec<Step> =
            steps.iter().copied().filter(|it| kept.contains(&visit_of(it))).collect();
        plan.patience.spend(steps.len() / 10);
        if plan.patience.is_over() || plan.replace(planned.shift, &tried) == Fit::Not {
            kept.pop();
        }
    }
}

/// Stops that are locked in sequence stay where they are: what they give room to goes between them.
fn lock(plan: &mut Plan<'_>, planned: &PlannedRoute) {
    let mut frozen = 0;
    for (stop, lock) in planned.locks(plan.problem.mode) {
        let visit = plan.problem.stops[stop.at()].visit;
        if lock < Lock::Sequence || plan.shift_of(visit) != Some(planned.shift) {
            continue;
        }
        plan.locked[visit.at()] = true;
        if lock == Lock::Time {
            let mut steps = plan.routes[planned.shift.at()].steps.iter();
            let at = steps.position(|step| matches!(step, Step::Stop(it, _) if *it == stop));
            frozen = at.map_or(frozen, |it| it + 1);
        }
    }
    plan.frozen[planned.shift.at()] = frozen;
}
