//! Explains why visits are left out, in terms that the caller can act on.
//!
//! ```text
//! absent visit ──► each shift of the final plan ──► each position ──► rules that break there, by how much, when
//!                        │                               └─► the smallest set of them is the shift's reason
//!                        ├─► refused for its attributes: the same in addition
//!                        └─► no time left: rules that break even on an empty route
//! ```
//!
//! A reason is true of the plan as it is, since the evaluator was asked. [`bounds`] tells what holds for every plan.
//! The work is counted and limited ([`crate::search::plan::work::Work`]).

mod alone;
mod bounds;
mod broken;
mod conflicts;
mod legs;
mod next_route;
mod positions;
mod rounds;
mod rows;
mod sets;
mod suggestion;
mod tries;

use std::ops::ControlFlow::Continue;

use crate::evaluate::Step;
use crate::problem::{RelationIdx, ShiftIdx, VisitIdx};
use crate::rules::{compatibility, left_out, locks, relations, shift_time};
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::plan::work::Work;
use crate::solution::{Code, Reason, Unserved};

use alone::Alone;
pub(crate) use bounds::bounds;
use broken::{Broken, size_of_rules};
use positions::positions;
use rounds::{first_round, second_round};
use rows::{fitting, summed_up};
use sets::{OfSet, reasons_or_places};
use suggestion::suggestion;
use tries::best_try;

/// The most work that the reasons of all visits together may take. Where rides are limited and drivers have to rest, a
/// unit takes longest: for 57 visits that found no place on five routes, 60 million took 2.9 s.
const WORK_MAX: usize = 40_000_000;
/// The most work that verifying the suggestions of all visits together may take.
const SUGGESTIONS_WORK_MAX: usize = 60_000_000;
/// The most reasons of one visit.
const REASONS_MAX: usize = 8;
/// The most shifts that a visit is tried in: those that may serve it, nearest first, and those that refuse it for its
/// attributes.
const SHIFTS_MAX: usize = 24;
const REFUSED_SHIFTS_MAX: usize = 4;

/// Determines why each absent visit is not served. Visits that turn out to fit and make the plan better are served.
pub(crate) fn reasons(plan: &mut Plan<'_>) -> Vec<Unserved> {
    let [work, suggestions] = [WORK_MAX, SUGGESTIONS_WORK_MAX].map(|it| Work::new(plan, it));
    let mut budget = Budget { work, suggestions, alone: None };
    plan.keep();
    loop {
        let count = plan.absent.len();
        let found = reasons_of_all(plan, &mut budget);
        // What was found before a visit was served may no longer be true.
        if plan.absent.len() == count {
            return found;
        }
    }
}

fn reasons_of_all(plan: &mut Plan<'_>, budget: &mut Budget) -> Vec<Unserved> {
    let mut absent = plan.absent.clone();
    absent.sort_unstable();
    let sets = relations::sets(plan.problem);
    let set_of = |visit: &VisitIdx| sets.iter().position(|it| it.contains(visit));
    let mut is_listed = vec![false; sets.len()];
    let mut all = Vec::with_capacity(absent.len());
    for visit in &absent {
        match set_of(visit) {
            None => all.push(LeftOut::Visit(*visit)),
            Some(set) if !std::mem::replace(&mut is_listed[set], true) => {
                all.push(LeftOut::Set(set));
            }
            Some(_) => {}
        }
    }
    let look = |plan: &mut Plan<'_>, it: &LeftOut, budget: &mut Budget| match *it {
        LeftOut::Visit(visit) => Found::Visit(reasons_or_place(plan, visit, budget)),
        LeftOut::Set(set) => Found::Set(reasons_or_places(plan, &sets[set], budget)),
    };
    let first = first_round(plan, &all, budget, look);
    budget.alone.get_or_insert_with(Alone::new);
    let mut of_sets: Vec<Option<OfSet>> = sets.iter().map(|_| None).collect();
    let mut of_visits = Vec::with_capacity(all.len());
    for (it, first) in all.iter().zip(first) {
        match (it, second_round(first, Found::reasons, || look(plan, it, budget))) {
            (LeftOut::Visit(_), Found::Visit(unserved)) => of_visits.push(unserved),
            (LeftOut::Set(set), Found::Set(found)) => of_sets[*set] = found,
            _ => unreachable!("a set is no visit"),
        }
    }
    let mut of_visits = of_visits.into_iter();
    let mut found = Vec::with_capacity(absent.len());
    for visit in absent {
        let Some(set) = set_of(&visit) else {
            found.extend(of_visits.next().expect("each visit outside of sets is listed"));
            continue;
        };
        // Visits of a set without reasons are served now.
        found.extend(of_sets[set].as_ref().map(|it| it.unserved(plan, visit)));
    }
    found
}

/// What both rounds explain: a visit outside of sets, or a set of visits.
#[derive(Clone, Copy)]
enum LeftOut {
    Visit(VisitIdx),
    Set(usize),
}

/// Why it is left out.
enum Found {
    /// `None` if the visit is served now.
    Visit(Option<Unserved>),
    /// `None` if its visits are served now.
    Set(Option<OfSet>),
}

impl Found {
    fn reasons(&self) -> Option<&[Reason]> {
        match self {
            Self::Visit(unserved) => unserved.as_ref().map(|it| &it.reasons[..]),
            Self::Set(of_set) => of_set.as_ref().map(|it| &it.reasons[..]),
        }
    }
}

/// The reasons of a visit outside of sets; `None` if it is served now.
fn reasons_or_place(plan: &mut Plan<'_>, visit: VisitIdx, budget: &mut Budget) -> Option<Unserved> {
    let (unserved, place) = reasons_of(plan, visit, budget);
    let Some((shift, steps)) = place else { return Some(unserved) };
    let before = plan.score();
    if plan.replace(shift, &steps) == Fit::Fits {
        plan.drop_served_from_absent();
        if plan.score().is_better_than(&before) {
            plan.keep();
            return None;
        }
    }
    plan.undo();
    Some(unserved)
}

/// The work that is left for all visits together.
struct Budget {
    work: Work,
    /// What is left for verifying suggestions.
    suggestions: Work,
    /// For shifts that the work does not suffice for; `None` in the first round.
    alone: Option<Alone>,
}

/// The reasons of a visit; if it fits, the cheapest place, too.
fn reasons_of(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    budget: &mut Budget,
) -> (Unserved, Option<(ShiftIdx, Vec<Step>)>) {
    let problem = plan.problem;
    let whole = |reason| Unserved { visit, reasons: vec![reason], remedy: None };
    if problem.shifts.is_empty() {
        return (whole(Reason::of(left_out::NO_VEHICLE)), None);
    }
    let stops = problem.visits[visit.at()].stops.clone();
    let is_never = |stop: &u32| {
        let mut options = problem.stops[*stop as usize].options.clone();
        options.all(|option| problem.options[option as usize].windows.is_empty())
    };
    if let Some(stop) = stops.clone().find(is_never) {
        let stop = Some(crate::problem::StopIdx(stop));
        return (whole(Reason { stop, ..Reason::of(shift_time::OUTSIDE_PERIOD) }), None);
    }
    let Tries { mut tried, is_whole } = tries_of(plan, visit, budget);
    let fits = tried.iter().filter(|it| it.rules.is_empty());
    if let Some(found) = fits.min_by(|a, b| a.cost.total_cmp(&b.cost)) {
        return (whole(fitting(plan, visit, found)), Some((found.shift, found.steps.clone())));
    }
    let unknown = || Reason::of(left_out::NOT_FOUND_IN_TIME);
    let is_refused =
        |it: &Tried| it.rules.iter().any(|it| compatibility::is_refusal(it.reason.code));
    if tried.is_empty() || (!is_whole && tried.iter().all(is_refused)) {
        return (whole(unknown()), None);
    }
    tried.sort_by(|a, b| a.size().total_cmp(&b.size()));
    let _ = budget.work.is_over();
    budget.suggestions.resume();
    let remedy = suggestion(plan, visit, &tried, &mut budget.suggestions);
    let _ = budget.suggestions.is_over();
    budget.work.resume();
    let mut reasons = summed_up(&tried);
    if !is_whole {
        reasons.insert(0, unknown());
    }
    (Unserved { visit, reasons, remedy }, None)
}

/// The result of trying the visit in a shift.
struct Tried {
    shift: ShiftIdx,
    /// Empty if it fits.
    rules: Vec<Broken>,
    /// What the visit adds to the cost if it fits.
    cost: f64,
    /// The route with it, at the position at which it breaks the fewest rules.
    steps: Vec<Step>,
    /// If one rule keeps it out: other rules, each of which also keeps it out alone, possibly at another position.
    others: Vec<Broken>,
    /// It was not tried, because a lock holds the visit elsewhere.
    is_held: bool,
    /// It is optional and would cost more than leaving it out.
    is_dear: bool,
    /// It was not tried in the plan, so that other rules may keep it out as well.
    is_partial: bool,
}

impl Tried {
    fn new(shift: ShiftIdx, rules: Vec<Broken>) -> Self {
        let (others, steps) = (Vec::new(), Vec::new());
        let (is_held, is_dear, is_partial) = (false, false, false);
        Self { shift, rules, cost: 0.0, steps, others, is_held, is_dear, is_partial }
    }

    /// Whether one rule alone keeps the visit out.
    fn is_alone(&self) -> bool {
        self.rules.len() == 1 && !self.is_partial
    }

    /// Orders tries by the number of rules first, then by how nearly they are kept.
    fn size(&self) -> f64 {
        size_of_rules(&self.rules)
    }
}

/// The tries of a visit.
struct Tries {
    tried: Vec<Tried>,
    /// Whether something is known of each of the nearest shifts.
    is_whole: bool,
}

fn tries_of(plan: &mut Plan<'_>, visit: VisitIdx, budget: &mut Budget) -> Tries {
    let mut tried: Vec<Tried> = Vec::new();
    let mut refused: Vec<(ShiftIdx, Vec<Broken>)> = Vec::new();
    let mut open: Vec<ShiftIdx> = Vec::new();
    let mut held = None;
    for shift in candidates(plan) {
        if !plan.locks.may_go(visit, shift) {
            held = held.or(Some(shift));
            continue;
        }
        let rules = refusals(plan, visit, shift);
        if rules.is_empty() {
            open.push(shift);
        } else {
            refused.push((shift, rules));
        }
    }
    let mut untried: Vec<ShiftIdx> = Vec::new();
    for shift in nearest(plan, visit, open, &mut budget.work) {
        let Some(found) = best_try(plan, visit, shift, &mut budget.work) else {
            untried.push(shift);
            continue;
        };
        let is_dear = is_too_dear(plan, visit, found.cost);
        let tries::Best { rules, others, cost, steps } = found;
        tried.push(Tried { cost, steps, others, is_dear, ..Tried::new(shift, rules) });
    }
    let known = tried.len() + untried.len();
    let alone = budget.alone.as_mut().map(|it| it.rules(plan, visit, untried));
    for (shift, rules) in alone.unwrap_or_default() {
        tried.push(Tried { is_partial: true, ..Tried::new(shift, rules) });
    }
    let is_whole = tried.len() == known;
    // Most vehicles that lack something lack the same.
    let mut seen: Vec<Vec<(Code, Option<u32>)>> = Vec::new();
    for (shift, mut rules) in refused {
        let kind: Vec<_> = rules.iter().map(|it| (it.reason.code, it.reason.attribute)).collect();
        let known = seen.iter().filter(|it| **it == kind).count();
        seen.push(kind);
        let (mut is_dear, mut is_partial, mut steps) = (false, true, Vec::new());
        if known < REFUSED_SHIFTS_MAX {
            let found = best_try(plan, visit, shift, &mut budget.work);
            is_partial = found.is_none();
            is_dear = found.as_ref().is_some_and(|it| is_too_dear(plan, visit, it.cost));
            if let Some(found) = found {
                rules.extend(found.rules);
                steps = found.steps;
            }
        }
        tried.push(Tried { steps, is_dear, is_partial, ..Tried::new(shift, rules) });
    }
    let is_lock = |it: &Broken| it.reason.code == locks::reason().code;
    let is_told = |it: &Tried| it.rules.iter().chain(&it.others).any(is_lock);
    if let Some(bound) = plan.locks.bound_to(visit).filter(|_| !tried.iter().any(is_told)) {
        let rules = vec![Broken::of(locks::reason())];
        tried.push(Tried { is_held: true, ..Tried::new(held.unwrap_or(bound), rules) });
    } else if let Some(shift) = held_by_plan(plan, visit).or(held.filter(|_| tried.is_empty())) {
        let rules = vec![Broken::of(locks::reason())];
        tried.push(Tried { is_partial: true, ..Tried::new(shift, rules) });
    }
    Tries { tried, is_whole }
}

/// The first shift to whose kept route the visit is not added, although the shift may serve it.
fn held_by_plan(plan: &Plan<'_>, visit: VisitIdx) -> Option<ShiftIdx> {
    let mut kept = plan.kept.iter().map(|it| it.shift);
    kept.find(|it| refusals(plan, visit, *it).is_empty())
}

/// Whether an optional visit costs more than leaving it out, so that it would stay unserved even without the rules that
/// it breaks.
fn is_too_dear(plan: &Plan<'_>, visit: VisitIdx, cost: f64) -> bool {
    let is_optional = plan.instance.weight[visit.at()] == 0;
    is_optional && cost > plan.instance.unserved_cost[visit.at()]
}

/// The rules by which a shift can never serve a visit; empty if it may.
fn refusals(plan: &Plan<'_>, visit: VisitIdx, shift: ShiftIdx) -> Vec<Broken> {
    let mut found = Vec::new();
    let _ = compatibility::check_visit(&plan.instance, visit, shift, |code, attribute| {
        let relation = (code == relations::CODE).then(|| refusing_relation(plan, visit, shift));
        let relation = relation.flatten();
        found.push(Broken::of(Reason { attribute, relation, ..Reason::of(code) }));
        Continue(())
    });
    found
}

/// The relation that does not let the vehicle of the shift serve the visit.
fn refusing_relation(plan: &Plan<'_>, visit: VisitIdx, shift: ShiftIdx) -> Option<RelationIdx> {
    let vehicle = plan.problem.shifts[shift.at()].vehicle;
    let mut all = plan.instance.relations_of(visit).iter().copied();
    all.find(|it| !plan.problem.relations[it.at()].allows(vehicle))
}

/// The shifts with a route, and one shift without a route from each class.
fn candidates(plan: &Plan<'_>) -> Vec<ShiftIdx> {
    let mut shifts: Vec<ShiftIdx> = plan.used.clone();
    for class in &plan.instance.class_shifts {
        // For vehicles with limits over several shifts, one open shift of each vehicle.
        let mut vehicles = Vec::new();
        let unused = || class.iter().filter(|it| !plan.is_used(**it));
        // A shift to which nothing is added stands only for shifts like itself.
        let open = unused().filter(|it| !plan.locks.is_over(**it));
        for shift in open.chain(unused().filter(|it| plan.locks.is_over(**it))) {
            let vehicle = plan.problem.shifts[shift.at()].vehicle;
            let is_fresh = plan.route_count_of_vehicle(*shift) == 0;
            let key = if is_fresh { None } else { Some(vehicle) };
            if !vehicles.contains(&key) {
                vehicles.push(key);
                shifts.push(*shift);
            }
        }
    }
    shifts.sort_unstable();
    shifts
}

/// The shifts in which the visit's windows lie, or all if there are none; if they are many, those whose routes come
/// nearest to it.
fn nearest(
    plan: &Plan<'_>,
    visit: VisitIdx,
    open: Vec<ShiftIdx>,
    work: &mut Work,
) -> Vec<ShiftIdx> {
    let class = |it: &ShiftIdx| plan.instance.class[it.at()];
    let in_time: Vec<ShiftIdx> =
        open.iter().copied().filter(|it| plan.compatible.allows(visit, class(it))).collect();
    let mut near = if in_time.is_empty() { open } else { in_time };
    if near.len() > SHIFTS_MAX && !work.is_over() {
        near.sort_by_key(|it| {
            let steps = &plan.routes[it.at()].steps;
            let least = positions(plan, visit, *it, steps).into_iter().map(|way| way.0);
            (least.min().unwrap_or(i64::MAX), it.0)
        });
    }
    near.truncate(SHIFTS_MAX);
    near
}

#[cfg(test)]
mod tests;
