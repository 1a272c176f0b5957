//! A final sweep over small plans, and over large ones in which few visits may move: each visit, and each pair of
//! visits, is removed and inserted wherever possible.
//!
//! ```text
//! best plan ──► without a visit, a pair, or a reload ──► back at each position of each route, evaluated ──► better?
//!     ▲                                                                                         (no: undo) yes │
//!     └────────────────────────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Insertion evaluates only the few positions that margins rank first, and does so quickly. If breaks, rests and
//! reloads decide what a position costs, margins may rank the best one behind these, so that no iteration ever tries
//! it. Here all are evaluated, as carefully as the answer is; short routes also in every other sequence. The work
//! is counted and limited: O(visits² × positions²) evaluations, most of which are skipped because one visit of the pair
//! alone makes the plan more expensive than it was.

mod reloads;
mod renumber;
mod sequences;

use std::collections::HashSet;

use crate::evaluate::Step;
use crate::instance::Shape;
use crate::problem::{OptionIdx, ShiftIdx, StopIdx, VisitIdx};
use crate::search::SMALL_VISITS_MAX;
use crate::search::last_pass::{cheapest_exactly, shifts_for, try_all_within, ways};
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::plan::score::Score;
use crate::search::plan::work::Work;
use crate::search::recreate::insertion::write;
use crate::search::recreate::many::{self, WIDTH};
use reloads::{drop_needless, drops_a_reload};
use renumber::renumber;
use sequences::best_sequence;

/// Maximum work, as counted by [`Work`]: about 100 ms.
const WORK_MAX: usize = 10_000_000;

/// Improves the plan until no such move does; returns whether any did. Expects full effort of the evaluator.
pub(crate) fn sweep(plan: &mut Plan<'_>) -> bool {
    let visits = (0..plan.problem.visits.len()).map(VisitIdx::of);
    let free: Vec<VisitIdx> = visits.filter(|it| !plan.locked[it.at()]).collect();
    if free.len() > SMALL_VISITS_MAX || free.is_empty() {
        return false;
    }
    let mut looking = Work::new(plan, WORK_MAX);
    plan.look_again(&mut looking);
    plan.keep();
    let mut work = Work::new(plan, WORK_MAX);
    let mut is_better = false;
    while !work.is_over() && is_improved(plan, &free, &mut work) {
        is_better = true;
    }
    is_better
}

fn is_improved(plan: &mut Plan<'_>, free: &[VisitIdx], work: &mut Work) -> bool {
    if is_improved_by_moves(plan, free, work) {
        return true;
    }
    for mut absent in plan.absent.clone() {
        // Each number is absent once: down to the first one, then up to the last.
        for is_down in [true, false] {
            while let Some(neighbor) = renumber(plan, absent, is_down) {
                absent = neighbor;
                if is_improved_by_moves(plan, free, work) {
                    return true;
                }
                if work.is_over() {
                    return false;
                }
            }
        }
    }
    false
}

fn is_improved_by_moves(plan: &mut Plan<'_>, free: &[VisitIdx], work: &mut Work) -> bool {
    let now = plan.score();
    if drops_a_reload(plan, &now, work) || free.iter().any(|it| moves(plan, *it, &now, work)) {
        return true;
    }
    if routes_and_fresh(plan).into_iter().any(|it| resequences(plan, it, &now, work)) {
        return true;
    }
    let pairs = free.iter().flat_map(|it| free.iter().map(move |other| [*it, *other]));
    let mut pairs = pairs.filter(|it| it[0] != it[1]);
    pairs.clone().any(|both| moves_both(plan, both, &now, work))
        || (!plan.absent.is_empty() && pairs.any(|both| makes_room(plan, both, &now, work)))
}

/// Keeps the plan and returns true if it is better than before; otherwise undoes the changes.
fn is_kept(plan: &mut Plan<'_>, before: &Score) -> bool {
    plan.drop_served_from_absent();
    if plan.score().is_better_than(before) {
        plan.keep();
        return true;
    }
    plan.undo();
    false
}

/// Returns whether any step of a route may change.
fn is_free(plan: &Plan<'_>, shift: ShiftIdx) -> bool {
    let mut visits = plan.routes[shift.at()].steps.iter().filter_map(|it| plan.visit_of(*it));
    plan.frozen[shift.at()] == 0 && visits.all(|it| !plan.locked[it.at()])
}

/// Returns the shifts in use, and others that may serve an absent visit.
fn routes_and_fresh(plan: &Plan<'_>) -> Vec<ShiftIdx> {
    let mut shifts = plan.used_last_first();
    for visit in &plan.absent {
        shifts.extend(shifts_for(plan, *visit));
    }
    let mut seen = HashSet::new();
    shifts.retain(|it| seen.insert(*it));
    shifts
}

fn resequences(plan: &mut Plan<'_>, shift: ShiftIdx, before: &Score, work: &mut Work) -> bool {
    let Some(steps) = best_sequence(plan, shift, before, work) else { return false };
    plan.remove(&plan.visits_of(&plan.routes[shift.at()].steps));
    // Is undone unless the plan is better, as found before.
    let _ = plan.replace(shift, &steps);
    is_kept(plan, before)
}

/// Removes visits; returns false and changes nothing if a route does not fit without them.
fn leave(plan: &mut Plan<'_>, visits: &[VisitIdx]) -> bool {
    plan.remove(visits);
    let are_out = visits.iter().all(|it| plan.shift_of(*it).is_none());
    if !are_out {
        plan.undo();
    }
    are_out
}

/// Inserts an absent visit where it is cheapest, if it fits anywhere.
fn come_back(plan: &mut Plan<'_>, visit: VisitIdx, work: &mut Work) {
    if let Some((_, shift, steps)) = cheapest_exactly(plan, visit, work) {
        // The route fits: it was evaluated last, or is evaluated again.
        let _ = plan.replace(shift, &steps);
    }
}

fn moves(plan: &mut Plan<'_>, visit: VisitIdx, before: &Score, work: &mut Work) -> bool {
    let shift = plan.shift_of(visit);
    if work.is_over() || !leave(plan, &[visit]) {
        return false;
    }
    // A reload that came with the visit may have to be elsewhere, or nowhere.
    if let Some(shift) = shift {
        drop_needless(plan, shift, work);
    }
    come_back(plan, visit, work);
    is_kept(plan, before)
}

/// Tries the first of two visits at every position, and each time inserts the second where it is cheapest then. Where
/// the first does not fit alone, perhaps because no road leads on from there, the second is tried right before and
/// right after it.
fn moves_both(plan: &mut Plan<'_>, both: [VisitIdx; 2], before: &Score, work: &mut Work) -> bool {
    if work.is_over() || !leave(plan, &both) {
        return false;
    }
    let [first, second] = both;
    // Moves of the second visit alone have been tried.
    let routes = everywhere(plan, first);
    plan.undo();
    for (shift, steps) in routes {
        if work.is_over() || !leave(plan, &both) {
            return false;
        }
        work.evaluate_steps(steps.len());
        if plan.replace(shift, &steps) == Fit::Not {
            if comes_beside(plan, both, (shift, &steps), before, work) {
                return true;
            }
        } else if may_be_better(plan, second, before) {
            come_back(plan, second, work);
            if is_kept(plan, before) {
                return true;
            }
        } else {
            plan.undo();
        }
    }
    false
}

/// Tries two visits at every position each, and then the absent visits where they are cheapest: two visits may have to
/// change places to make room for a third one.
fn makes_room(plan: &mut Plan<'_>, both: [VisitIdx; 2], before: &Score, work: &mut Work) -> bool {
    let [first, second] = both;
    if work.is_over() || both.iter().any(|it| plan.absent.contains(it)) || !leave(plan, &both) {
        return false;
    }
    let firsts = everywhere(plan, first);
    plan.undo();
    for (shift, steps) in firsts {
        if !leave(plan, &both) {
            return false;
        }
        work.evaluate_steps(steps.len());
        let fits = plan.replace(shift, &steps) == Fit::Fits;
        let seconds = if fits { everywhere(plan, second) } else { Vec::new() };
        plan.undo();
        for (other, its) in seconds {
            if work.is_over() || !leave(plan, &both) {
                return false;
            }
            work.evaluate_steps(steps.len() + its.len());
            let fits =
                plan.replace(shift, &steps) == Fit::Fits && plan.replace(other, &its) == Fit::Fits;
            if fits {
                plan.drop_served_from_absent();
                try_all_within(plan, work);
            }
            if is_kept(plan, before) {
                return true;
            }
        }
    }
    false
}

/// Tries the second of two absent visits right before and right after the first one, in a route with the first alone.
fn comes_beside(
    plan: &mut Plan<'_>,
    both: [VisitIdx; 2],
    (shift, with_first): (ShiftIdx, &[Step]),
    before: &Score,
    work: &mut Work,
) -> bool {
    let [first, second] = both;
    let stops = |it: VisitIdx| plan.problem.visits[it.at()].stops.clone();
    let is_single = |it: VisitIdx| plan.instance.shape[it.at()] == Shape::Single;
    let at = with_first.iter().position(|it| plan.visit_of(*it) == Some(first));
    let (Some(at), true) = (at, both.iter().all(|it| is_single(*it))) else {
        plan.undo();
        return false;
    };
    let stop = StopIdx(stops(second).start);
    if plan.may_serve(second, shift) {
        for option in plan.problem.stops[stop.at()].options.clone().map(OptionIdx) {
            for position in [at, at + 1] {
                let mut steps = with_first.to_vec();
                steps.insert(position, Step::Stop(stop, option));
                work.evaluate_steps(steps.len());
                if plan.replace(shift, &steps) == Fit::Not {
                    continue;
                }
                if is_kept(plan, before) {
                    return true;
                }
                if !leave(plan, &both) {
                    return false;
                }
            }
        }
    }
    plan.undo();
    false
}

/// Returns whether the plan can become better than before once an absent visit is inserted, given that another visit
/// hardly reduces other costs.
fn may_be_better(plan: &Plan<'_>, absent: VisitIdx, before: &Score) -> bool {
    if plan.groups.any() {
        return true;
    }
    let instance = &plan.instance;
    let now = plan.score();
    // The first visit is still counted among the absent ones.
    let served = |score: Score, visit: VisitIdx| Score {
        unserved: score.unserved - instance.rank[visit.at()],
        rest: score.rest - instance.weights.cost * instance.unserved_cost[visit.at()],
        ..score
    };
    let back = plan.absent.iter().filter(|it| plan.shift_of(**it).is_some() || **it == absent);
    back.fold(now, |score, it| served(score, *it)).is_better_than(before)
}

/// Returns the routes with a visit at each position, with each option, with and without a reload.
fn everywhere(plan: &Plan<'_>, visit: VisitIdx) -> Vec<(ShiftIdx, Vec<Step>)> {
    let mut found = Vec::new();
    for shift in shifts_for(plan, visit).into_iter().filter(|it| plan.may_serve(visit, *it)) {
        let bounds = plan.bounds(visit, shift);
        let before = &plan.routes[shift.at()].steps;
        if plan.instance.shape[visit.at()] == Shape::Many {
            let ways = many::ways(plan, shift, visit, before, bounds, WIDTH);
            found.extend(ways.into_iter().map(|steps| (shift, steps)));
            continue;
        }
        let stops = plan.problem.visits[visit.at()].stops.clone();
        let reloads = plan.problem.shifts[shift.at()].reload_count();
        for way in ways(plan, StopIdx(stops.start), stops.len() == 2, bounds, reloads) {
            let mut steps = Vec::new();
            write(plan.problem, visit, &way, before, &mut steps);
            found.push((shift, steps));
        }
    }
    found
}
