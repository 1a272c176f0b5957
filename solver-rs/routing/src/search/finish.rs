//! The last pass: sets that are served in part are taken out, every absent visit is tried exactly in every shift, and what
//! stays absent gets its reasons.
//!
//! A reason is true: it is what the evaluator says of the shift with this visit alone, or, where some shift would serve it
//! alone, the rule without which it would fit the plan as it is; else that no place was found beside the others.
//!
//! The host's time is over by then, so the work is counted and ends (`Work`), at the latest when the host's patience does. Labels say first where nothing can fit: of
//! 10,000 visits of which 60 vehicles leave out 5,200, both passes together take 0.6 s, with breaks or without, of the
//! 2.3 and 3.4 s that they took while each position was evaluated.

use super::groups::span_alone;
use super::insertion::{Blink, Candidates, Insertion, scan, write};
use super::many::{self, RELOAD_TRIES_EXACT, WIDTH, WIDTH_EXACT};
use super::plan::{NOBODY, Plan};
use super::recreate::fresh_shifts;
use super::route::{Fit, RouteState};
use super::view::{ClassIdx, Shape, refusal};
use crate::evaluate::Step;
use crate::patience::Patience;
use crate::problem::{LoadOrder, OptionIdx, ShiftIdx, StopIdx, VisitIdx};
use crate::solution::{Code, Reason, Unserved};

/// Work that the exact tries may take together, as positions looked at by labels, some 10 ns each.
const WORK_MAX: usize = 60_000_000;
/// The same for reasons, of all visits together.
const REASON_WORK_MAX: usize = 15_000_000;
/// What it is to evaluate a step: on plain routes, and where routes are simulated.
const PLAIN_STEP_WORK: usize = 4;
const STEP_WORK: usize = 16;
/// Reasons that speak of single shifts, at most so many a visit.
const REASONS_MAX: usize = 8;

/// What is left to be done: beyond that an answer takes too long, however large the problem.
struct Work {
    left: usize,
    of_step: usize,
    patience: Patience,
}

impl Work {
    fn new(plan: &Plan<'_>, left: usize) -> Self {
        let of_step = if plan.view.plain { PLAIN_STEP_WORK } else { STEP_WORK };
        Self { left, of_step, patience: plan.patience.clone() }
    }

    /// Whether it is done, or not waited for any more.
    fn is_over(&self) -> bool {
        self.patience.spend(1) || self.left == 0
    }

    fn look(&mut self, positions: usize) {
        self.patience.spend(positions / 10);
        self.left = self.left.saturating_sub(positions);
    }

    fn evaluate_steps(&mut self, count: usize) {
        self.look(count * self.of_step);
    }

    fn evaluate(&mut self, ways: &[Vec<Step>]) {
        self.evaluate_steps(ways.iter().map(Vec::len).sum());
    }
}

/// Takes out what is served, be it locked, of sets that are not served whole; whether there was any. What leaves may break other sets.
pub(super) fn take_out_broken_sets(plan: &mut Plan<'_>) -> bool {
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
    // No lock is kept at the price of another rule.
    for visit in &leaving {
        plan.locked[visit.at()] = false;
    }
    plan.remove(&leaving);
    // A route that does not fit without them is given up, but for what is locked there.
    for visit in &leaving {
        if let Some(shift) = plan.shift_of(*visit) {
            give_up(plan, shift);
        }
    }
    !leaving.is_empty()
}

fn give_up(plan: &mut Plan<'_>, shift: ShiftIdx) {
    let before = plan.routes[shift.at()].steps.clone();
    let locked = |step: &Step| plan.visit_of(*step).is_some_and(|it| plan.view.is_bound(it));
    let kept: Vec<Step> = before.iter().copied().filter(locked).collect();
    if plan.replace(shift, &kept) == Fit::Not {
        // What is locked may need the others, too: theirs may be the only road there.
        for step in &kept {
            plan.visit_of(*step).into_iter().for_each(|it| plan.locked[it.at()] = false);
        }
        let left = plan.replace(shift, &[]);
        debug_assert_eq!(left, Fit::Fits, "nothing binds an unused shift");
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

/// Tries each absent visit at each position of each shift; served are mandatory ones that fit, and optional ones that pay.
pub(super) fn try_all(plan: &mut Plan<'_>) {
    try_each(plan, |_, _| true);
}

/// The same for visits that no set binds: they break none by coming back.
pub(super) fn try_single(plan: &mut Plan<'_>) {
    try_each(plan, |plan, visit| !plan.groups.is_in_set(visit));
}

fn try_each(plan: &mut Plan<'_>, is_tried: impl Fn(&Plan<'_>, VisitIdx) -> bool) {
    let mut work = Work::new(plan, WORK_MAX);
    let mut absent = std::mem::take(&mut plan.absent);
    absent.sort_unstable_by_key(|it| (std::cmp::Reverse(plan.view.weight[it.at()]), it.0));
    for visit in absent {
        if work.is_over() || !is_tried(plan, visit) || !try_visit(plan, visit, &mut work) {
            plan.absent.push(visit);
        }
    }
}

/// Shifts in use, and of the others those worth looking at.
fn shifts_for(plan: &Plan<'_>, visit: VisitIdx) -> Vec<ShiftIdx> {
    let mut shifts = plan.used.clone();
    shifts.sort_unstable();
    let mut fresh = Vec::new();
    fresh_shifts(plan, visit, usize::MAX, &mut fresh);
    shifts.append(&mut fresh);
    shifts
}

fn try_visit(plan: &mut Plan<'_>, visit: VisitIdx, work: &mut Work) -> bool {
    let mut best: Option<(f64, ShiftIdx, Vec<Step>)> = None;
    for shift in shifts_for(plan, visit) {
        if work.is_over() || !plan.may_serve(visit, shift) {
            continue;
        }
        let before = plan.routes[shift.at()].rest;
        if let Some((rest, steps)) = exactly(plan, visit, shift, work)
            && best.as_ref().is_none_or(|it| rest - before < it.0)
        {
            best = Some((rest - before, shift, steps));
        }
    }
    let Some((delta, shift, steps)) = best else { return false };
    let optional = plan.view.weight[visit.at()] == 0;
    let worth = plan.view.weights.cost * plan.view.unserved_cost[visit.at()];
    if optional && delta >= worth {
        return false;
    }
    plan.replace(shift, &steps) == Fit::Fits
}

/// The cheapest of all ways to put a visit into a shift's route, each one evaluated.
fn exactly(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    work: &mut Work,
) -> Option<(f64, Vec<Step>)> {
    if plan.view.shape[visit.at()] == Shape::Many {
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
    let (low, high) = plan.bounds(visit, shift);
    let mut known = Candidates::below(1, f64::INFINITY);
    let route = &plan.routes[shift.at()];
    scan(plan.given(), shift, route, visit, (low, high), &mut Never, &mut known);
    work.look((high + 1).saturating_sub(low));
    // What labels refuse breaks a rule for certain. Of reloads they look at some positions only.
    if known.iter().next().is_none() && plan.problem.shifts[shift.at()].reloads.is_empty() {
        return None;
    }
    let before = plan.routes[shift.at()].steps.clone();
    let stops = plan.problem.visits[visit.at()].stops.clone();
    let mut best: Option<(f64, Vec<Step>)> = None;
    let mut steps = Vec::new();
    let reloads = plan.problem.shifts[shift.at()].reloads.len();
    let reloads = u32::try_from(reloads).expect("a shift has few reloads");
    let ways = if plan.view.plain {
        known.iter().collect()
    } else {
        ways(plan, StopIdx(stops.start), stops.len() == 2, (low, high), reloads)
    };
    for insertion in ways {
        if work.is_over() {
            break;
        }
        work.evaluate_steps(before.len() + stops.len());
        write(plan.problem, visit, &insertion, &before, &mut steps);
        if let Some(rest) = plan.try_route(shift, &steps)
            && best.as_ref().is_none_or(|it| rest < it.0)
        {
            best = Some((rest, steps.clone()));
        }
    }
    best
}

fn ways(
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

/// Why each absent visit is not served; the plan is left as it is.
pub(super) fn reasons(plan: &mut Plan<'_>) -> Vec<Unserved> {
    let mut absent = plan.absent.clone();
    absent.sort_unstable();
    let mut work = Work::new(plan, REASON_WORK_MAX);
    let reasons = |visit| Unserved { visit, reasons: reasons_of(plan, visit, &mut work) };
    absent.into_iter().map(reasons).collect()
}

fn reasons_of(plan: &mut Plan<'_>, visit: VisitIdx, work: &mut Work) -> Vec<Reason> {
    let problem = plan.problem;
    let whole = |code| vec![whole_of(code)];
    if problem.shifts.is_empty() {
        return whole(Code::NoVehicle);
    }
    let stops = problem.visits[visit.at()].stops.clone();
    let never = stops.clone().any(|stop| {
        let mut options = problem.stops[stop as usize].options.clone();
        options.all(|option| problem.options[option as usize].windows.is_empty())
    });
    if never {
        return whole(Code::OutsidePeriod);
    }
    let mut found: Vec<Reason> = Vec::new();
    let mut missed = 0;
    for class in 0..plan.view.shifts.len() {
        let shifts = &plan.view.shifts[class];
        let shift = shifts.iter().copied().find(|it| plan.view.may_go(visit, *it));
        let class = ClassIdx(u32::try_from(class).expect("fewer classes than shifts"));
        let Some(shift) = shift else {
            let shift = Some(plan.view.shifts[class.at()][0]);
            found.push(Reason { code: Code::Lock, shift, amount: None, dimension: None });
            continue;
        };
        let reason = match refusal(problem, visit, shift) {
            Some(code) => Some((code, None, None)),
            // In another week or month than the one that owes it, windows say nothing.
            None if !plan.view.is_compatible(visit, class) && plan.groups.is_ruled(visit) => {
                Some((Code::ShiftTime, None, None))
            }
            // At another time than its windows: a few of them say all.
            None if !plan.view.is_compatible(visit, class) && missed == REASONS_MAX => continue,
            None if work.is_over() => {
                return vec![whole_of(general(plan, visit))];
            }
            None => {
                missed += usize::from(!plan.view.is_compatible(visit, class));
                let reason = alone(plan, visit, shift, work);
                // What was refused for want of time says nothing.
                if plan.patience.is_over() {
                    return vec![whole_of(general(plan, visit))];
                }
                reason
            }
        };
        match reason {
            None => return beside_others(plan, visit, work),
            Some((code, amount, dimension)) => {
                found.push(Reason { code, shift: Some(shift), amount, dimension });
            }
        }
    }
    summed_up(found)
}

const fn whole_of(code: Code) -> Reason {
    Reason { code, shift: None, amount: None, dimension: None }
}

/// What is true where nothing more is known.
fn general(plan: &Plan<'_>, visit: VisitIdx) -> Code {
    let optional = plan.view.weight[visit.at()] == 0;
    // What it would cost is not known then.
    if optional && !plan.patience.is_over() { Code::CheaperUnserved } else { Code::NotFoundInTime }
}

/// Why a visit that some shift would serve alone is unserved: without one of these rules it would fit the plan as it is.
fn beside_others(plan: &mut Plan<'_>, visit: VisitIdx, work: &mut Work) -> Vec<Reason> {
    let order = &plan.problem.orders[plan.problem.visits[visit.at()].order.at()];
    let stops = plan.problem.visits[visit.at()].stops.clone();
    let carried = stops.clone().any(|it| plan.view.carried[it as usize]);
    let ordered = plan.problem.orders.iter().any(|it| it.load_order != LoadOrder::Any);
    let mut rules: Vec<Code> = plan.groups.rules_of(visit).collect();
    for (binds, code) in [
        (!plan.problem.plan.is_empty(), Code::Lock),
        (carried && ordered, Code::LoadOrder),
        (order.load_type.is_some(), Code::LoadIncompatible),
    ] {
        if binds {
            rules.push(code);
        }
    }
    let general = general(plan, visit);
    if rules.is_empty() {
        return vec![whole_of(general)];
    }
    if place(plan, visit, work).is_some() {
        // By itself it would fit: it is out because others are that have to be served with it, or for its price.
        return vec![whole_of(plan.groups.rule_of_set(plan.problem, visit).unwrap_or(general))];
    }
    let mut found: Vec<Code> = Vec::new();
    for rule in rules {
        plan.ignore(Some(rule));
        let place = place(plan, visit, work);
        plan.ignore(None);
        if plan.patience.is_over() {
            return vec![whole_of(self::general(plan, visit))];
        }
        match place {
            Some((shift, steps)) if rule == Code::Duration => {
                found.extend(broken_span(plan, shift, &steps));
            }
            Some(_) => found.push(rule),
            None if rule == Code::Lock && locks_leave_no_room(plan, visit, work) => {
                found.push(rule)
            }
            None => {}
        }
    }
    // What binds it to others is the whole reason; of other rules, another arrangement might keep them.
    let binds = |it: &Code| matches!(it, Code::Relation | Code::VisitSpacing | Code::Lock);
    if !found.iter().any(binds) {
        found.push(general);
    }
    found.into_iter().map(whole_of).collect()
}

/// Some way to put a visit into the plan.
fn place(plan: &mut Plan<'_>, visit: VisitIdx, work: &mut Work) -> Option<(ShiftIdx, Vec<Step>)> {
    shifts_for(plan, visit).into_iter().find_map(|shift| {
        if work.is_over() || !plan.may_serve(visit, shift) {
            return None;
        }
        exactly(plan, visit, shift, work).map(|(_, steps)| (shift, steps))
    })
}

fn broken_span(plan: &mut Plan<'_>, shift: ShiftIdx, steps: &[Step]) -> Option<Code> {
    let evaluation = plan.evaluator.evaluate(shift, steps, &[]);
    let route = RouteState {
        steps: steps.to_vec(),
        distance_meters: evaluation.distance_meters,
        duration_seconds: evaluation.duration_seconds,
        driving_seconds: evaluation.driving_seconds,
        ..RouteState::default()
    };
    plan.groups.broken_span(plan.standing(), shift, &route)
}

/// Whether no shift would serve the visit beside the stops that are locked in sequence there, and nothing else.
fn locks_leave_no_room(plan: &mut Plan<'_>, visit: VisitIdx, work: &mut Work) -> bool {
    let shifts = (0..plan.problem.shifts.len()).map(ShiftIdx::of);
    let allowed: Vec<ShiftIdx> = shifts.filter(|it| plan.view.may_go(visit, *it)).collect();
    allowed.into_iter().all(|shift| {
        let held = |step: &Step| match step {
            Step::Stop(stop, _) => plan.view.rank.get(stop.at()).is_some_and(|it| *it > 0),
            Step::Reload(_) => true,
        };
        let locked: Vec<Step> =
            plan.routes[shift.at()].steps.iter().copied().filter(held).collect();
        let bounds = (plan.frozen[shift.at()].min(locked.len()), locked.len());
        let ways = many::ways(plan, shift, visit, &locked, bounds, WIDTH_EXACT);
        // With a reload somewhere it might fit, and of several stops not all ways need be among these.
        let known = !work.is_over()
            && plan.problem.shifts[shift.at()].reloads.is_empty()
            && plan.view.shape[visit.at()] != Shape::Many;
        work.evaluate(&ways);
        known
            && ways.into_iter().all(|steps| {
                !plan.view.keeps_sequence(&steps)
                    || plan.evaluator.evaluate(shift, &steps, &[]).broken.is_some()
            })
    })
}

/// One reason for all where all are alike, else those of single shifts, each code once before any comes twice.
fn summed_up(found: Vec<Reason>) -> Vec<Reason> {
    let Some(first) = found.first().copied() else { return found };
    if found.iter().all(|it| it.code == first.code) {
        let least = found.iter().filter_map(|it| it.amount).min();
        return vec![Reason { shift: None, amount: least, ..first }];
    }
    let mut kept: Vec<Reason> = Vec::new();
    for reason in &found {
        if kept.iter().all(|it| it.code != reason.code) {
            kept.push(*reason);
        }
    }
    for reason in found {
        if kept.len() < REASONS_MAX && !kept.contains(&reason) {
            kept.push(reason);
        }
    }
    kept
}

/// What keeps a shift from serving the visit and nothing else; `None`: nothing does.
fn alone(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    work: &mut Work,
) -> Option<(Code, Option<i64>, Option<u32>)> {
    let problem = plan.problem;
    let capacity = &problem.vehicles[problem.shifts[shift.at()].vehicle.at()].capacity;
    let mut ways = many::ways(plan, shift, visit, &[], (0, 0), WIDTH_EXACT);
    ways.append(&mut reloaded(plan, visit, shift, &ways));
    work.evaluate(&ways);
    let mut least: Option<(Code, i64)> = None;
    for steps in &ways {
        let evaluation = plan.evaluator.evaluate(shift, steps, &[]);
        let broken = evaluation.broken.or_else(|| span_alone(problem, shift, &evaluation));
        let (code, amount) = broken?;
        if least.is_none_or(|it| amount < it.1) {
            least = Some((code, amount));
        }
    }
    if only_rests(plan, shift, &ways) {
        return Some((Code::DrivingRules, None, None));
    }
    let (mut code, mut amount) = least?;
    // Without windows of its own it is the period that ends before the service starts, and the shift with it.
    let stops = problem.visits[visit.at()].stops.clone();
    let is_free = |stop: u32| {
        let mut options = problem.stops[stop as usize].options.clone();
        options.all(|it| problem.options[it as usize].windows == [problem.period])
    };
    if code == Code::TimeWindow && stops.clone().all(is_free) {
        (code, amount) = (Code::ShiftTime, 0);
    }
    let dimension = (code == Code::Capacity).then(|| {
        let over = |it: &usize| {
            stops.clone().any(|stop| plan.view.load_of(StopIdx(stop))[*it] > capacity[*it])
        };
        let dimension = (0..capacity.len()).find(over).unwrap_or(0);
        u32::try_from(dimension).expect("a load has few dimensions")
    });
    Some((code, (amount > 0).then_some(amount), dimension))
}

/// Those of the ways that carry too much at once, with as many reloads as a visit of several stops may take.
fn reloaded(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    ways: &[Vec<Step>],
) -> Vec<Vec<Step>> {
    let mut all = Vec::new();
    let mut under_way = many::lacking_room(plan, shift, ways);
    for _ in plan.problem.visits[visit.at()].stops.clone().skip(1) {
        under_way = many::with_a_reload(plan, shift, &under_way, RELOAD_TRIES_EXACT - all.len());
        all.extend_from_slice(&under_way);
    }
    all
}

/// Whether one of these ways would do if the vehicle needed no rests.
fn only_rests(plan: &mut Plan<'_>, shift: ShiftIdx, ways: &[Vec<Step>]) -> bool {
    let vehicle = plan.problem.shifts[shift.at()].vehicle;
    if plan.problem.vehicles[vehicle.at()].driving_rules.is_none() {
        return false;
    }
    plan.ignore(Some(Code::DrivingRules));
    let fits = ways.iter().any(|it| plan.evaluator.evaluate(shift, it, &[]).broken.is_none());
    plan.ignore(None);
    fits
}

/// Every position is looked at.
struct Never;

impl Blink for Never {
    fn blinks(&mut self) -> bool {
        false
    }
}
