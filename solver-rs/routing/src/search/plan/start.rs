//! The given plan: routes to start from, visits that may not move, and routes to be checked as they are.
//!
//! A locked visit goes to no other route, and weighs more than everything that is not locked. A visit that is locked in
//! sequence is never removed, and no route is accepted that changes the order of such stops. Nothing is inserted before
//! the last stop locked in time, and what the plan has up to there and does not fit is given up. Visits that do not fit
//! are left out and reported, unless their route is kept (`search::judge::kept`).

use crate::evaluate::{Effort, Step};
use crate::problem::{Lock, OptionIdx, PlannedRoute, Problem, ShiftIdx, StopIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::given::{Given, steps_of};
use crate::search::plan::route::Fit;
use crate::search::plan::work::Work;
use crate::search::plan::{bonds, joint};

/// Puts the routes of the given plan into an empty plan.
pub(crate) fn start(plan: &mut Plan<'_>) {
    let problem = plan.problem;
    let is_placed = place_joint_routes(plan);
    let mut others: Vec<_> = problem.plan.iter().filter(|it| !is_placed[it.shift.at()]).collect();
    // Routes with frozen stops come first, unless they may begin where others end.
    if !plan.groups.any_roams() {
        others.sort_by_key(|it| frozen_stops(problem, it).next().is_none());
    }
    for planned in others {
        if plan.patience.is_over() {
            break;
        }
        if !alone(plan, planned) {
            one_by_one(plan, planned, &steps_of(problem, planned));
        }
    }
    for planned in &problem.plan {
        lock(plan, planned);
    }
    if !plan.patience.is_late() {
        give_up_unplaced(plan);
    }
    freeze(plan);
    plan.drop_served_from_absent();
    plan.refresh_unused();
    plan.keep();
}

/// Places routes that depend on one another, part by part, at times that suit all routes of the part. Returns, by
/// shift, whether its route was placed.
fn place_joint_routes(plan: &mut Plan<'_>) -> Vec<bool> {
    let mut is_placed = vec![false; plan.problem.shifts.len()];
    if !plan.groups.any() {
        return is_placed;
    }
    let given = Given::all(plan.problem);
    let stands = vec![None; given.len()];
    let mut work = Work::new(plan, joint::WORK_MAX);
    for part in bonds::parts(plan, &given) {
        if joint::place(plan, &given, &part, &stands, &mut work) {
            part.members.iter().for_each(|it| is_placed[given[*it].shift.at()] = true);
        }
    }
    is_placed
}

/// Adds a route as given, with cheap places where the plan does not name them; returns whether it fits.
fn alone(plan: &mut Plan<'_>, planned: &PlannedRoute) -> bool {
    let problem = plan.problem;
    let steps = steps_of(problem, planned);
    let mut tries = RELOAD_TRIES_MAX.min(RELOAD_STEPS_MAX / steps.len().max(1));
    let fits = ways(problem, planned, &steps).into_iter().any(|way| {
        fits(plan, planned.shift, &way)
            || (planned.reloads.is_empty() && with_reloads(plan, planned, &way, &mut tries))
    });
    let fits = fits
        || (plan.evaluator.keeps_sequence_rules(planned.shift, &steps)
            && plan.replace_carefully(planned.shift, &steps) == Fit::Fits);
    if fits {
        choose_places(plan, planned);
    }
    fits
}

/// Makes steps the route of a shift if they fit; returns whether they do. What a caller gives may break rules that no
/// move of the search breaks, and that margins therefore do not check.
fn fits(plan: &mut Plan<'_>, shift: ShiftIdx, steps: &[Step]) -> bool {
    let is_judged = !plan.instance.plain || plan.evaluator.keeps_sequence_rules(shift, steps);
    is_judged && plan.replace(shift, steps) == Fit::Fits
}

/// Maximum number of changes of places that are tried.
const CHOICES_MAX: usize = 20_000;

/// Moves stops without a place in the plan to their cheapest place, one after the other, until none gets cheaper.
fn choose_places(plan: &mut Plan<'_>, planned: &PlannedRoute) {
    let problem = plan.problem;
    let is_said =
        |stop: StopIdx| planned.stops.iter().any(|it| it.stop == stop && it.option.is_some());
    let mut tries = CHOICES_MAX;
    let mut is_better = true;
    while is_better {
        is_better = false;
        for position in 0..plan.routes[planned.shift.at()].steps.len() {
            let Step::Stop(stop, now) = plan.routes[planned.shift.at()].steps[position] else {
                continue;
            };
            for option in problem.stops[stop.at()].options.clone().map(OptionIdx) {
                if option == now || is_said(stop) || tries == 0 || plan.patience.is_over() {
                    continue;
                }
                tries -= 1;
                let mut steps = plan.routes[planned.shift.at()].steps.clone();
                steps[position] = Step::Stop(stop, option);
                let before = plan.routes[planned.shift.at()].rest;
                let rest = plan.try_route(planned.shift, &steps);
                if rest.is_some_and(|it| it < before - 1e-9 * before.abs())
                    && plan.replace(planned.shift, &steps) == Fit::Fits
                {
                    is_better = true;
                }
            }
        }
    }
}

/// Maximum number of combinations of options that are tried.
const WAYS_MAX: usize = 256;

/// Returns the steps in each combination of the options of stops, beginning with the first options. Stops whose option
/// is named by the plan keep it.
fn ways(problem: &Problem, planned: &PlannedRoute, steps: &[Step]) -> Vec<Vec<Step>> {
    let mut ways = vec![steps.to_vec()];
    for (position, step) in steps.iter().enumerate() {
        let Step::Stop(stop, _) = *step else { continue };
        if planned.stops.iter().any(|it| it.stop == stop && it.option.is_some()) {
            continue;
        }
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

/// Maximum number of evaluations to find the reloads of one planned route, for all combinations together.
const RELOAD_TRIES_MAX: usize = 10_000;
/// The same for long routes, in steps: a few tenths of a second.
pub(crate) const RELOAD_STEPS_MAX: usize = 2_000_000;

/// Tries to add reloads to a planned route that has none, since it may fit with a few; tries fewer reloads first.
fn with_reloads(
    plan: &mut Plan<'_>,
    planned: &PlannedRoute,
    steps: &[Step],
    tries: &mut usize,
) -> bool {
    (1..=steps.len()).any(|count| {
        let mut place = |plan: &mut Plan<'_>, steps: &[Step]| fits(plan, planned.shift, steps);
        with_so_many(plan, planned.shift, steps, (0, count), tries, &mut place)
    })
}

/// Adds the fewest reloads that make a route without any fit, at the positions where they cost least. Returns `None` if
/// the route fits without reloads, or with no number of them. `steps_left` limits the work, in steps of routes that are
/// evaluated.
pub(crate) fn with_missing_reloads(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    steps: &[Step],
    steps_left: &mut usize,
) -> Option<Vec<Step>> {
    let has_reloads = !plan.problem.shifts[shift.at()].reloads.is_empty();
    let is_stated = steps.iter().any(|it| matches!(it, Step::Reload(_)));
    if !has_reloads || is_stated || fits_as_it_is(plan, shift, steps) {
        return None;
    }
    let mut tries = RELOAD_TRIES_MAX.min(*steps_left / steps.len().max(1));
    let before = tries;
    let mut cheapest: Option<(f64, Vec<Step>)> = None;
    for count in 1..=steps.len() {
        let mut compare = |plan: &mut Plan<'_>, steps: &[Step]| {
            if let Some(rest) = plan.try_route(shift, steps)
                && cheapest.as_ref().is_none_or(|it| rest < it.0)
            {
                cheapest = Some((rest, steps.to_vec()));
            }
            false
        };
        with_so_many(plan, shift, steps, (0, count), &mut tries, &mut compare);
        if cheapest.is_some() || tries == 0 {
            break;
        }
    }
    *steps_left -= (before - tries) * steps.len();
    cheapest.map(|it| it.1)
}

/// Whether a route fits, be it according to the full effort only: it may rest where the quick effort does not.
fn fits_as_it_is(plan: &mut Plan<'_>, shift: ShiftIdx, steps: &[Step]) -> bool {
    if plan.try_route(shift, steps).is_some() {
        return true;
    }
    plan.set_effort(Effort::Full);
    let fits = plan.try_route(shift, steps).is_some();
    plan.set_search_effort();
    fits
}

/// Tries to add `count` reloads, none before the position `from`, until `is_enough` returns true for a route.
fn with_so_many(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    steps: &[Step],
    (from, count): (usize, usize),
    tries: &mut usize,
    is_enough: &mut impl FnMut(&mut Plan<'_>, &[Step]) -> bool,
) -> bool {
    if count == 0 {
        *tries = tries.saturating_sub(1);
        return is_enough(plan, steps);
    }
    for reload in 0..plan.problem.shifts[shift.at()].reload_count() {
        for at in from..=steps.len() {
            if *tries == 0 || plan.patience.is_over() {
                return false;
            }
            plan.patience.spend(1 + steps.len() / 50);
            let mut tried = steps.to_vec();
            tried.insert(at, Step::Reload(reload));
            if with_so_many(plan, shift, &tried, (at + 2, count - 1), tries, is_enough) {
                return true;
            }
        }
    }
    false
}

/// Inserts visits one by one in the order of their first stops: those that have begun, then locked ones, then the
/// others. Visits that do not fit are left out.
fn one_by_one(plan: &mut Plan<'_>, planned: &PlannedRoute, steps: &[Step]) {
    let problem = plan.problem;
    let visit_of = |step: &Step| match step {
        Step::Stop(stop, _) => Some(problem.stops[stop.at()].visit),
        Step::Reload(_) => None,
    };
    let mut visits: Vec<((bool, Lock), usize, VisitIdx)> = Vec::new();
    for (position, stop) in planned.stops.iter().enumerate() {
        let visit = problem.stops[stop.stop.at()].visit;
        let hold = (position < planned.begun as usize, stop.lock);
        match visits.iter_mut().find(|it| it.2 == visit) {
            Some(known) => known.0 = known.0.max(hold),
            None => visits.push((hold, position, visit)),
        }
    }
    visits.sort_by_key(|it| (std::cmp::Reverse(it.0), it.1));
    let mut kept: Vec<VisitIdx> = Vec::new();
    // What has begun stays even if no visit does.
    let is_begun = |it: &&Step| matches!(it, Step::Reload(reload) if has_begun(planned, *reload));
    let begun: Vec<Step> = steps.iter().filter(is_begun).copied().collect();
    if !begun.is_empty() {
        fits(plan, planned.shift, &begun);
    }
    for (_, _, visit) in visits {
        kept.push(visit);
        let tried: Vec<Step> = steps
            .iter()
            .copied()
            .filter(|it| visit_of(it).is_none_or(|it| kept.contains(&it)))
            .collect();
        if !fits(plan, planned.shift, &tried) {
            kept.pop();
        }
    }
}

/// Locks stops in sequence in their place; other visits may be inserted between them.
fn lock(plan: &mut Plan<'_>, planned: &PlannedRoute) {
    for (stop, lock) in planned.locks(plan.problem.mode) {
        let visit = plan.problem.stops[stop.at()].visit;
        if lock >= Lock::Sequence && plan.shift_of(visit) == Some(planned.shift) {
            plan.locked[visit.at()] = true;
        }
    }
}

/// Gives up visits with frozen stops that do not fit into their routes: the stops that come before them are those of
/// the given plan, whatever would have to be inserted to make them fit.
fn give_up_unplaced(plan: &mut Plan<'_>) {
    let problem = plan.problem;
    for stop in problem.plan.iter().flat_map(|it| frozen_stops(problem, it)) {
        let visit = problem.stops[stop.at()].visit;
        if plan.shift_of(visit).is_none() {
            plan.locks.give_up(visit);
        }
    }
}

/// Returns the stops of a planned route up to the last one that is locked in time or has begun.
fn frozen_stops(problem: &Problem, planned: &PlannedRoute) -> impl Iterator<Item = StopIdx> {
    planned.locks(problem.mode).filter(|it| it.1 == Lock::Time).map(|it| it.0)
}

/// Counts the first steps of each route that may not change.
pub(crate) fn freeze(plan: &mut Plan<'_>) {
    for planned in &plan.problem.plan {
        let steps = &plan.routes[planned.shift.at()].steps;
        plan.frozen[planned.shift.at()] = frozen_count(plan.problem, planned, steps);
    }
}

/// Returns how many of a planned route's steps may not change: those up to the last stop that is locked in time, and
/// to the reload that has begun after it.
pub(crate) fn frozen_count(problem: &Problem, planned: &PlannedRoute, steps: &[Step]) -> usize {
    let held: Vec<StopIdx> = frozen_stops(problem, planned).collect();
    let is_frozen = |step: &Step| match *step {
        Step::Stop(stop, _) => held.contains(&stop),
        Step::Reload(reload) => has_begun(planned, reload),
    };
    steps.iter().rposition(is_frozen).map_or(0, |it| it + 1)
}

/// Returns whether a reload of a shift is the own one of a reload that has begun.
fn has_begun(planned: &PlannedRoute, reload: u32) -> bool {
    planned.reloads_underway().any(|it| it.reload == reload)
}
