//! Visits with several pickups or dropoffs: inserted stop by stop where the route stays cheapest, using the evaluator.
//!
//! ```text
//! root: the first stop at each position ──► its best few ──► with the second stop, the best few ──► … ──► evaluated
//! ```
//!
//! Stops are inserted one after the other, each at all positions after those that must precede it. So every order of
//! stops can arise, and all of them do as long as there are at most `width` partial ways. Beyond that, the shortest are
//! kept, some of each root. If none of them has room, reloads are inserted. O(width × positions) evaluations per route,
//! which is acceptable because such visits are few.

use crate::evaluate::Step;
use crate::problem::{Problem, ShiftIdx, StopIdx, VisitIdx};
use crate::rules::capacity;
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::recreate::fresh_shifts;

/// Partial ways that insertion keeps: all orders of five stops on an unused route. On long routes, the minimum per
/// root.
pub(crate) const WIDTH: usize = 24;
const WIDTH_OF_ROOT_MIN: usize = 2;
/// The same for exact tries: all orders of seven stops on an unused route.
pub(crate) const WIDTH_EXACT: usize = 720;

/// Maximum number of steps of all ways compared, 96 MB; long routes with visits of many stops could exceed the memory.
const STEPS_SUM_MAX: usize = 8_000_000;
const _: () = assert!(STEPS_SUM_MAX * size_of::<Step>() == 96_000_000, "as stated");

/// Work that evaluating the ways to insert a visit into one route may take once one of them fits, some 0.5 ms. When all
/// ways were evaluated, the first plan of five visits of eight stops, with breaks and rests, took 50 s. After a second,
/// plans of these visits were 0.2 and 1 % cheaper, in two runs of five seeds, than with ten times as much work.
const WAYS_WORK: u64 = 5_000;
const WAYS_AT_ONCE: usize = 4;

/// Maximum number of ways with reloads that insertion tries, and the last pass.
const RELOAD_TRIES: usize = 200;
pub(crate) const RELOAD_TRIES_EXACT: usize = 5_000;

/// Inserts all stops of a visit into one route if that costs less than `worth`; returns whether it did.
pub(super) fn insert_many(
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

/// Returns the cheapest way found to have all stops of a visit on a shift's route, with the `rest` of the route.
fn best_way(plan: &mut Plan<'_>, shift: ShiftIdx, visit: VisitIdx) -> Option<(f64, Vec<Step>)> {
    let bounds = plan.bounds(visit, shift);
    let mut found = ways(plan, shift, visit, &plan.routes[shift.at()].steps, bounds, WIDTH);
    if !plan.instance.plain {
        keep_shortest(plan, shift, &mut found, usize::MAX);
    }
    cheapest_soon(plan, shift, &found, WAYS_WORK)
        .or_else(|| cheapest_with_reloads(plan, shift, visit, &found, &mut { RELOAD_TRIES }))
}

/// Returns the cheapest of the ways that fit; the shortest come first. If they are expensive to evaluate, only as many
/// are evaluated as `work` allows, but at least until one fits.
fn cheapest_soon(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    ways: &[Vec<Step>],
    work: u64,
) -> Option<(f64, Vec<Step>)> {
    let until = plan.patience.spent().saturating_add(work);
    let mut best = None;
    for chunk in ways.chunks(WAYS_AT_ONCE) {
        let found = cheapest(plan, shift, chunk);
        if let Some(found) =
            found.filter(|it| best.as_ref().is_none_or(|best: &(f64, _)| it.0 < best.0))
        {
            best = Some(found);
        }
        if best.is_some() && plan.patience.spent() > until {
            break;
        }
    }
    best
}

/// Returns the cheapest of the ways that fit.
pub(crate) fn cheapest(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    ways: &[Vec<Step>],
) -> Option<(f64, Vec<Step>)> {
    let mut best: Option<(f64, &Vec<Step>)> = None;
    for steps in ways {
        if plan.patience.is_over() {
            break;
        }
        if let Some(rest) = plan.try_route(shift, steps)
            && best.is_none_or(|it| rest < it.0)
        {
            best = Some((rest, steps));
        }
    }
    best.map(|(rest, steps)| (rest, steps.clone()))
}

/// Returns the cheapest fitting way with as few reloads as suffice, if there is no room without: what a visit brings to
/// several places may be more than fits at once. Evaluates at most `tries` ways, and subtracts them from `tries`.
pub(crate) fn cheapest_with_reloads(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    visit: VisitIdx,
    ways: &[Vec<Step>],
    tries: &mut usize,
) -> Option<(f64, Vec<Step>)> {
    let mut under_way = lacking_room(plan, shift, ways);
    for _ in plan.problem.visits[visit.at()].stops.clone() {
        under_way = with_a_reload(plan, shift, &under_way, *tries);
        *tries -= under_way.len();
        let found = cheapest(plan, shift, &under_way);
        if found.is_some() || under_way.is_empty() {
            return found;
        }
    }
    None
}

/// Returns the ways that carry too much at once, if a reload could help.
fn lacking_room(plan: &mut Plan<'_>, shift: ShiftIdx, ways: &[Vec<Step>]) -> Vec<Vec<Step>> {
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

/// Returns each of these ways with one more reload between two of its stops, or after the last one if the route must
/// end empty, at most `count` in total.
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
        // Only after the last existing reload, so that no way arises twice.
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

/// Returns the ways to have all stops of a visit among these steps of a shift, the first one after `low`, the last one
/// before `high`. Returns all, unless there are more than `width` partial ways or more than `STEPS_SUM_MAX` steps.
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
            // Until the last stop is inserted, only the length counts: half a visit breaks rules that the whole visit
            // keeps.
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

/// Leaves only the shortest ways, and none that lacks a road.
pub(super) fn keep_shortest(
    plan: &Plan<'_>,
    shift: ShiftIdx,
    ways: &mut Vec<Vec<Step>>,
    count: usize,
) {
    let length = |steps: Vec<Step>| Some((plan.way(shift, &steps)?, steps));
    let mut measured: Vec<(i64, Vec<Step>)> = ways.drain(..).filter_map(length).collect();
    measured.sort_by_key(|it| it.0);
    measured.truncate(count);
    ways.extend(measured.into_iter().map(|it| it.1));
}

/// Returns the stops of a visit, each after those that must precede it, otherwise in their own order.
fn topological(problem: &Problem, visit: VisitIdx) -> Vec<StopIdx> {
    let stops = problem.visits[visit.at()].stops.clone();
    let mut order: Vec<StopIdx> = Vec::with_capacity(stops.len());
    while order.len() < stops.len() {
        let next = stops.clone().map(StopIdx).find(|stop| {
            !order.contains(stop)
                && problem.stops[stop.at()].after.iter().all(|it| order.contains(it))
        });
        match next {
            Some(stop) => order.push(stop),
            // Stops that wait for one another can never be served; the evaluator reports that.
            None => return stops.map(StopIdx).collect(),
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Effort;
    use crate::evaluate::fixture::Fixture;
    use crate::patience::Patience;
    use crate::problem::{Break, SoftBreak, SoftWindow, StopKind, Window};
    use crate::search::{Search, SearchOptions};

    #[test]
    fn of_expensive_ways_to_insert_a_visit_only_some_are_evaluated() {
        let mut fixture = Fixture::new(18);
        let shift = fixture.shift(0..40_000);
        for idx in 0..4 {
            let window = Window { start_at: 2_000 * idx, end_at: 2_000 * idx + 3_000 };
            let rest = Break::new(60, vec![window], None);
            shift.soft_breaks.push(SoftBreak { rest, cost_per_hour_late: 3.0, skip_cost: 20.0 });
        }
        for first in [1, 9] {
            let kind = |at| if at < 4 { StopKind::Pickup } else { StopKind::Dropoff };
            let stops: Vec<(StopKind, u32, i64)> =
                (0..8).map(|at| (kind(at), first + at * 5 % 8, 1)).collect();
            for step in fixture.order(&stops) {
                let window = Window { start_at: 3_000, end_at: 4_000 };
                fixture.option(step).soft_windows =
                    vec![SoftWindow { window, cost_per_hour_early: 5.0, cost_per_hour_late: 9.0 }];
            }
        }
        let work_of = |work: u64| {
            let patience = Patience::new(|| false);
            let mut search =
                Search::new_within(&fixture.problem, SearchOptions::default(), &patience);
            let (plan, visit, shift) = (&mut search.plan, VisitIdx(1), ShiftIdx(0));
            plan.remove(&[visit]);
            let steps = plan.routes[shift.at()].steps.clone();
            let ways = ways(plan, shift, visit, &steps, (0, steps.len()), WIDTH);
            plan.set_effort(Effort::Quick);
            let before = patience.spent();
            assert!(cheapest_soon(plan, shift, &ways, work).is_some());
            patience.spent() - before
        };
        let (some, all) = (work_of(WAYS_WORK), work_of(u64::MAX));
        assert!(3 * some < all, "{some} of {all}");
    }
}
