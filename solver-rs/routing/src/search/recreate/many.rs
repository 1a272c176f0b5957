//! Visits with several pickups or dropoffs: stop by stop, each where the route stays cheapest, judged by the evaluator.
//!
//! ```text
//! root: the first stop at each position ──> its best few ──> with the second stop, the best few ──> … ──> evaluated
//! ```
//!
//! Stops are put in one after the other, each at all positions behind those that have to come before it. So every order
//! of stops can come about, and as long as no more than `width` ways are under way all of them do. Beyond that the
//! shortest are kept, of each root some. Where none of them has room, reloads are put in. O(width × positions)
//! evaluations a route, for visits that are few.

use crate::evaluate::Step;
use crate::problem::{Problem, ShiftIdx, StopIdx, VisitIdx};
use crate::rules::capacity;
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::recreate::fresh_shifts;

/// Ways under way that insertion keeps: all orders of five stops on an unused route. On long routes, these of each root.
pub(crate) const WIDTH: usize = 24;
const WIDTH_OF_ROOT_MIN: usize = 2;
/// The same where it has to be certain: all orders of seven stops on an unused route.
pub(crate) const WIDTH_EXACT: usize = 720;

/// Ways that an insertion judges, the shortest first, however long that takes; others while it has not taken longer than
/// that, in labels of the evaluator, some 10 ms. With breaks at places, rests and soft windows a route of 16 stops
/// takes 10 ms: to judge all 800 ways of four pickups and four dropoffs took longer than all of the time of a request.
const JUDGED_MIN: usize = 4;
const JUDGED_WORK: u64 = 100_000;
/// The same where none has fitted.
const UNFIT_WORK: u64 = 1_000_000;

/// Steps of all ways that are compared: 64 MB. Long routes with visits of many stops have more of them than memory has room for.
const STEPS_SUM_MAX: usize = 8_000_000;

/// Ways with reloads that insertion tries, and the last pass.
const RELOAD_TRIES: usize = 200;
pub(crate) const RELOAD_TRIES_EXACT: usize = 5_000;

/// Puts all stops of a visit into one route, if it costs less than `worth`.
pub(crate) fn insert_many(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    vehicles_max: usize,
    worth: f64,
    steps: &mut Vec<Step>,
) -> bool {
    let mut shifts = plan.used.clone();
    let mut fresh = Vec::new();
    fresh_shifts(plan, visit, vehicles_max, &mut fresh);
    let counted = plan.instance.weights.counts_fleet();
    if !counted {
        shifts.append(&mut fresh);
    }
    for stage in [shifts, fresh] {
        let mut best: Option<(f64, ShiftIdx, Vec<Step>)> = None;
        for shift in stage {
            if plan.patience.is_over() || !plan.may_serve(visit, shift) {
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
pub(crate) fn best_way(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    visit: VisitIdx,
) -> Option<(f64, Vec<Step>)> {
    let bounds = plan.bounds(visit, shift);
    let found = ways(plan, shift, visit, &plan.routes[shift.at()].steps, bounds, WIDTH);
    let is_over = until_it_takes_long(plan);
    cheapest(plan, shift, &found, is_over).or_else(|| {
        let is_over = until_it_takes_long(plan);
        cheapest_with_reloads(plan, shift, visit, &found, &mut { RELOAD_TRIES }, is_over)
    })
}

/// The cheapest of ways that fit, of those that are looked at: the shortest first, until `is_over`, which is told whether one
/// fits.
pub(crate) fn cheapest(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    ways: &[Vec<Step>],
    mut is_over: impl FnMut(bool) -> bool,
) -> Option<(f64, Vec<Step>)> {
    let mut order: Vec<(i64, usize)> =
        (0..ways.len()).map(|at| (plan.way(shift, &ways[at]).unwrap_or(i64::MAX), at)).collect();
    order.sort_unstable();
    let mut best: Option<(f64, usize)> = None;
    for (_, at) in order {
        if plan.patience.is_over() || is_over(best.is_some()) {
            break;
        }
        // Of equal ones the first.
        if let Some(rest) = plan.try_route(shift, &ways[at])
            && best.is_none_or(|it| rest < it.0 || (rest <= it.0 && at < it.1))
        {
            best = Some((rest, at));
        }
    }
    best.map(|(rest, at)| (rest, ways[at].clone()))
}

/// Ends the look at the ways of an insertion once it has taken long: see [`JUDGED_MIN`].
fn until_it_takes_long(plan: &Plan<'_>) -> impl FnMut(bool) -> bool + use<> {
    let patience = plan.patience.clone();
    let before = patience.spent();
    let mut judged = 0;
    move |is_found| {
        let spent = patience.spent() - before;
        let is_long = is_found && judged >= JUDGED_MIN && spent > JUDGED_WORK;
        judged += 1;
        is_long || spent > UNFIT_WORK
    }
}

/// The cheapest way that fits with reloads put in, as few as do it, where there is no room without: what a visit brings
/// to several places may be more than fits at once. Evaluates at most `tries` ways, and counts them off, until `is_over`.
pub(crate) fn cheapest_with_reloads(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    visit: VisitIdx,
    ways: &[Vec<Step>],
    tries: &mut usize,
    mut is_over: impl FnMut(bool) -> bool,
) -> Option<(f64, Vec<Step>)> {
    let mut under_way = lacking_room(plan, shift, ways);
    for _ in plan.problem.visits[visit.at()].stops.clone() {
        under_way = with_a_reload(plan, shift, &under_way, *tries);
        *tries -= under_way.len();
        let found = cheapest(plan, shift, &under_way, &mut is_over);
        if found.is_some() || under_way.is_empty() {
            return found;
        }
    }
    None
}

/// Those of the ways that carry too much at once, if a reload could help.
pub(crate) fn lacking_room(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    ways: &[Vec<Step>],
) -> Vec<Vec<Step>> {
    if plan.problem.shifts[shift.at()].reloads.is_empty() {
        return Vec::new();
    }
    let mut lacks = |steps: &Vec<Step>| {
        if plan.patience.is_over() {
            return false;
        }
        plan.evaluator.evaluate(shift, steps, &[]).broken.is_some_and(capacity::lacks_room)
    };
    ways.iter().filter(|it| lacks(it)).cloned().collect()
}

/// Each of these ways with one more reload between two of its stops, or behind the last where the route has to end empty,
/// `count` of them at most.
pub(crate) fn with_a_reload(
    plan: &Plan<'_>,
    shift: ShiftIdx,
    ways: &[Vec<Step>],
    count: usize,
) -> Vec<Vec<Step>> {
    let kinds = plan.problem.shifts[shift.at()].reloads.len();
    let kinds = u32::try_from(kinds).expect("a shift has few reloads");
    let is_stop = |step: &Step| matches!(step, Step::Stop(..));
    let behind = usize::from(plan.instance.shift(shift).ends_empty);
    let mut found = Vec::new();
    for steps in ways {
        // Behind the last reload there is: so none comes about twice.
        let first = steps.iter().rposition(|it| !is_stop(it)).map_or(1, |it| it + 2);
        for at in first.max(plan.frozen[shift.at()])..steps.len() + behind {
            for kind in 0..kinds {
                if found.len() == count {
                    return found;
                }
                let mut with = steps.clone();
                with.insert(at, Step::Reload(kind));
                found.push(with);
            }
        }
    }
    found
}

/// Ways to have all stops of a visit among these steps of a shift, the first one after `low`, the last one before `high`.
/// All there are, unless more than `width` are under way before the last stop, or more than `STEPS_SUM_MAX` steps at once.
pub(crate) fn ways(
    plan: &Plan<'_>,
    shift: ShiftIdx,
    visit: VisitIdx,
    before: &[Step],
    (low, high): (usize, usize),
    width: usize,
) -> Vec<Vec<Step>> {
    let order = topological(plan.problem, visit);
    let after_it = before.len() - high;
    let spread = |steps: &[Step], stop: StopIdx, into: &mut Vec<Vec<Step>>| {
        let earliest = steps.iter().rposition(|step| match step {
            Step::Stop(other, _) => plan.problem.stops[stop.at()].after.contains(other),
            Step::Reload(_) => false,
        });
        for option in plan.instance.options_of(stop) {
            for at in earliest.map_or(low, |it| it + 1)..=steps.len() - after_it {
                let mut tried = steps.to_vec();
                tried.insert(at, Step::Stop(stop, option));
                into.push(tried);
            }
        }
    };
    let mut roots = Vec::new();
    spread(before, order[0], &mut roots);
    let each = (width / roots.len().max(1)).max(WIDTH_OF_ROOT_MIN);
    let each_at_last = STEPS_SUM_MAX / (roots.len() * (before.len() + order.len())).max(1);
    let mut found = Vec::new();
    for root in roots {
        if plan.patience.is_over() {
            return Vec::new();
        }
        let mut under_way = vec![root];
        for (position, stop) in order.iter().enumerate().skip(1) {
            let mut next = Vec::new();
            for steps in &under_way {
                spread(steps, *stop, &mut next);
            }
            // Until the last stop is in, only the way counts: half a visit breaks rules that the whole keeps.
            let is_last = position + 1 == order.len();
            let count = if is_last { each_at_last.max(WIDTH_OF_ROOT_MIN) } else { each };
            if next.len() > count {
                keep_shortest(plan, shift, &mut next, count);
            }
            plan.patience.spend(next.len() + next.len() * before.len() / 50);
            under_way = next;
        }
        found.append(&mut under_way);
    }
    found
}

fn keep_shortest(plan: &Plan<'_>, shift: ShiftIdx, ways: &mut Vec<Vec<Step>>, count: usize) {
    let length = |steps: Vec<Step>| Some((plan.way(shift, &steps)?, steps));
    let mut measured: Vec<(i64, Vec<Step>)> = ways.drain(..).filter_map(length).collect();
    measured.sort_by_key(|it| it.0);
    measured.truncate(count);
    ways.extend(measured.into_iter().map(|it| it.1));
}

/// Stops of a visit, each behind those that have to come before it, otherwise in their own order.
pub(crate) fn topological(problem: &Problem, visit: VisitIdx) -> Vec<StopIdx> {
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
