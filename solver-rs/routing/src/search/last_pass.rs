//! The last pass: sets that are served in part are removed, and every absent visit is tried exactly in every shift.
//! [`crate::explain`] states why the others stay absent.
//!
//! The host's time is over by then, so the work is limited by a count (`Work`), and at the latest by the host's
//! patience. Margins first rule out what cannot fit: with 10,000 visits of which 60 vehicles leave out 5,200, both
//! passes together take 0.6 s, with or without breaks, instead of the 2.3 s and 3.4 s that evaluating each position
//! took.

use crate::evaluate::Step;
use crate::instance::Shape;
use crate::problem::{OptionIdx, ShiftIdx, StopIdx, VisitIdx};
use crate::rules::standing::NOBODY;
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::plan::start::freeze;
use crate::search::plan::work::Work;
use crate::search::recreate::fresh_shifts;
use crate::search::recreate::insertion::{
    Candidates, Dropoffs, Insertion, Never, Target, scan, write,
};
use crate::search::recreate::many::{self, RELOAD_TRIES_EXACT, WIDTH, WIDTH_EXACT};
use crate::search::reload_ways::with_a_reload_elsewhere;

/// Work that the exact tries may take together, counted as positions examined by margins, about 10 ns each.
const WORK_MAX: usize = 60_000_000;

/// Removes the served visits, even locked ones, of sets that are not served completely; returns whether there were any.
/// Removing visits may break other sets.
pub(crate) fn remove_incomplete_sets(plan: &mut Plan<'_>) -> bool {
    let mut any = false;
    let mut served_before = usize::MAX;
    loop {
        let served = plan.shift_of.iter().filter(|it| **it != NOBODY).count();
        if served == served_before || !take_out_once(plan) {
            return any;
        }
        any = true;
        served_before = served;
    }
}

fn take_out_once(plan: &mut Plan<'_>) -> bool {
    let mut leaving = Vec::new();
    plan.groups.broken_sets(&plan.shift_of, |visit| leaving.push(visit));
    // A lock does not justify breaking another rule.
    for visit in &leaving {
        plan.locked[visit.at()] = false;
    }
    plan.remove(&leaving);
    freeze(plan);
    // If a route does not fit without them, only its locked visits are kept.
    for visit in &leaving {
        if let Some(shift) = plan.shift_of(*visit) {
            give_up(plan, shift);
        }
    }
    freeze(plan);
    !leaving.is_empty()
}

fn give_up(plan: &mut Plan<'_>, shift: ShiftIdx) {
    let before = plan.routes[shift.at()].steps.clone();
    let (frozen, others) = before.split_at(plan.frozen[shift.at()]);
    let is_bound =
        |step: &&Step| plan.visit_of(**step).is_some_and(|it| plan.locks.bound_to(it).is_some());
    let kept: Vec<Step> = frozen.iter().chain(others.iter().filter(is_bound)).copied().collect();
    if plan.replace(shift, &kept) == Fit::Not {
        // Locked visits may depend on others that leave: the only road to them may lead through those.
        for step in &kept {
            plan.visit_of(*step).into_iter().for_each(|it| plan.locked[it.at()] = false);
        }
        if plan.replace(shift, &[]) == Fit::Not {
            // If the vehicle stays, its later routes begin where this one ends, so that they are removed first.
            let vehicle = plan.problem.shifts[shift.at()].vehicle;
            for later in plan.used_last_first() {
                if later > shift && plan.problem.shifts[later.at()].vehicle == vehicle {
                    give_up(plan, later);
                }
            }
            let left = plan.replace(shift, &[]);
            debug_assert_eq!(left, Fit::Fits, "nothing binds an unused shift");
        }
    }
    for step in before {
        if let Some(visit) = plan.visit_of(step)
            && plan.shift_of(visit).is_none()
            && !plan.absent.contains(&visit)
        {
            plan.absent.push(visit);
        }
    }
}

/// Tries each absent visit at each position of each shift; keeps mandatory ones that fit and optional ones that pay
/// off.
pub(crate) fn try_all(plan: &mut Plan<'_>) {
    let mut work = Work::new(plan, WORK_MAX);
    try_all_within(plan, &mut work);
}

/// Does the same with this much work.
pub(super) fn try_all_within(plan: &mut Plan<'_>, work: &mut Work) {
    try_each(plan, work, |_, _| true);
}

/// Does the same for visits outside of sets, which cannot break a set by coming back.
pub(crate) fn try_single(plan: &mut Plan<'_>) {
    let mut work = Work::new(plan, WORK_MAX);
    try_each(plan, &mut work, |plan, visit| !plan.groups.is_in_set(visit));
}

fn try_each(plan: &mut Plan<'_>, work: &mut Work, is_tried: impl Fn(&Plan<'_>, VisitIdx) -> bool) {
    let mut absent = std::mem::take(&mut plan.absent);
    absent.sort_unstable_by_key(|it| (std::cmp::Reverse(plan.instance.weight[it.at()]), it.0));
    for visit in absent {
        if work.is_over() || !is_tried(plan, visit) || !try_visit(plan, visit, work) {
            plan.absent.push(visit);
        }
    }
}

/// Returns the shifts in use, and those of the others that are worth trying.
pub(super) fn shifts_for(plan: &Plan<'_>, visit: VisitIdx) -> Vec<ShiftIdx> {
    let mut shifts = plan.used.clone();
    shifts.sort_unstable();
    let mut fresh = Vec::new();
    fresh_shifts(plan, visit, usize::MAX, &mut fresh);
    shifts.append(&mut fresh);
    shifts
}

/// Returns the cheapest of all evaluated insertions of a visit: its added cost, the shift, and the resulting steps.
pub(crate) fn cheapest_exactly(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    work: &mut Work,
) -> Option<(f64, ShiftIdx, Vec<Step>)> {
    let shifts = shifts_for(plan, visit);
    cheapest_among(plan, visit, shifts, work)
}

/// Does the same for some shifts, in this order.
pub(crate) fn cheapest_among(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shifts: Vec<ShiftIdx>,
    work: &mut Work,
) -> Option<(f64, ShiftIdx, Vec<Step>)> {
    let mut best: Option<(f64, ShiftIdx, Vec<Step>)> = None;
    for shift in shifts {
        if work.is_over() || !plan.may_serve(visit, shift) {
            continue;
        }
        let before = plan.routes[shift.at()].rest - plan.extra_vehicle_cost(visit, shift);
        if let Some((rest, steps)) = exactly(plan, visit, shift, work)
            && best.as_ref().is_none_or(|it| rest - before < it.0)
        {
            best = Some((rest - before, shift, steps));
        }
    }
    best
}

fn try_visit(plan: &mut Plan<'_>, visit: VisitIdx, work: &mut Work) -> bool {
    let Some((delta, shift, steps)) = cheapest_exactly(plan, visit, work) else { return false };
    plan.serve(visit, delta, (shift, &steps))
}

/// Returns the cheapest of all evaluated insertions of a visit into a shift's route.
fn exactly(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    work: &mut Work,
) -> Option<(f64, Vec<Step>)> {
    if plan.instance.shape[visit.at()] == Shape::Many {
        let bounds = plan.bounds(visit, shift);
        let route = &plan.routes[shift.at()].steps;
        let width = if route.is_empty() { WIDTH_EXACT } else { WIDTH };
        let ways = many::ways(plan, shift, visit, route, bounds, width);
        work.evaluate(&ways);
        let found = many::cheapest(plan, shift, &ways);
        if found.is_some() || work.is_over() {
            return found;
        }
        let mut tries = RELOAD_TRIES_EXACT;
        let found = many::cheapest_with_reloads(plan, shift, visit, &ways, &mut tries);
        let longest = ways.iter().map(Vec::len).max().unwrap_or(0);
        work.evaluate_steps((RELOAD_TRIES_EXACT - tries) * longest);
        return found;
    }
    let target = Target::of(plan, shift, visit);
    let (low, high) = target.bounds;
    let mut known = Candidates::below(1, f64::INFINITY);
    scan(target, visit, &mut Never, &mut Dropoffs::default(), &mut known);
    work.spend((high + 1).saturating_sub(low));
    // What margins reject certainly breaks a rule. But they examine only some positions of reloads, and no detours via
    // the place of a break.
    let data = &plan.problem.shifts[shift.at()];
    let is_certain = data.reloads.is_empty() && !data.has_break_places();
    if known.iter().next().is_none() && is_certain {
        return None;
    }
    let before = plan.routes[shift.at()].steps.clone();
    let stops = plan.problem.visits[visit.at()].stops.clone();
    let mut best: Option<(f64, Vec<Step>)> = None;
    let mut steps = Vec::new();
    let reloads = data.reload_count();
    let ways = if plan.instance.plain {
        known.iter().collect()
    } else {
        ways(plan, StopIdx(stops.start), stops.len() == 2, (low, high), reloads)
    };
    let mut without: Vec<Vec<Step>> = Vec::new();
    let mut compare = |plan: &mut Plan<'_>, steps: &[Step]| {
        work.evaluate_steps(steps.len());
        if let Some(rest) = plan.try_route(shift, steps)
            && best.as_ref().is_none_or(|it| rest < it.0)
        {
            best = Some((rest, steps.to_vec()));
        }
        work.is_over()
    };
    for insertion in ways {
        write(plan.problem, visit, &insertion, &before, &mut steps);
        if reloads > 0 && insertion.reload.is_none() {
            without.push(steps.clone());
        }
        if compare(plan, &steps) {
            return best;
        }
    }
    for steps in with_a_reload_elsewhere(plan, shift, visit, &without) {
        if compare(plan, &steps) {
            break;
        }
    }
    best
}

pub(crate) fn ways(
    plan: &Plan<'_>,
    first: StopIdx,
    pair: bool,
    (low, high): (usize, usize),
    reloads: u32,
) -> Vec<Insertion> {
    let problem = plan.problem;
    let narrow = |at: usize| u32::try_from(at).expect("routes have 32-bit positions");
    let mut ways = Vec::new();
    for option in problem.stops[first.at()].options.clone().map(OptionIdx) {
        for after in low..=high {
            let single =
                Insertion { delta: 0.0, after: narrow(after), option, second: None, reload: None };
            if pair {
                for second in problem.stops[first.at() + 1].options.clone().map(OptionIdx) {
                    let lasts = after..=high;
                    ways.extend(
                        lasts.map(|last| Insertion {
                            second: Some((narrow(last), second)),
                            ..single
                        }),
                    );
                }
                continue;
            }
            ways.push(single);
            for reload in 0..reloads {
                let with = |before| Insertion { reload: Some((reload, before)), ..single };
                ways.extend([with(true), with(false)]);
            }
        }
    }
    ways
}
