//! Tries a visit in a shift of the plan as it is: at which position the fewest rules break, and by how much.

use crate::evaluate::{Pin, Step};
use crate::explain::broken::{Broken, size_of_rules};
use crate::explain::next_route::next_route;
use crate::explain::positions::{has_late_reload, shortest};
use crate::explain::{conflicts, is_too_dear};
use crate::problem::{DrivingRules, Problem, ShiftIdx, VisitIdx};
use crate::rules::broken_rule::BrokenRule;
use crate::rules::reasons;
use crate::rules::standing::ScheduledVisit;
use crate::rules::{
    breaks, compatibility, docks, driving, locks, relations, roads, shift_time, spacing,
};
use crate::search::judge::cross_route;
use crate::search::plan::Plan;
use crate::search::plan::route::RouteState;
use crate::search::plan::work::Work;
use crate::solution::{Code, Reason, Route, Violation};
use crate::timeline::IgnoredRests;

/// How many times longer a schedule that breaks rules takes than one that keeps them.
pub(super) const SCHEDULES: usize = 12;

/// The result at the best position.
pub(crate) struct Best {
    pub(crate) rules: Vec<Broken>,
    /// If one rule keeps it out: other rules, each of which also keeps it out alone, possibly at another position.
    pub(crate) others: Vec<Broken>,
    /// What it adds to the cost.
    pub(crate) cost: f64,
    /// The steps of the route with it.
    pub(crate) steps: Vec<Step>,
}

/// Tries the visit at the positions that lengthen the way least; `None` if not even one was tried before the time was
/// over.
pub(crate) fn best_try(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    work: &mut Work,
) -> Option<Best> {
    if work.is_over() {
        return None;
    }
    let before = plan.routes[shift.at()].steps.clone();
    let mut best: Option<((bool, f64), Best)> = None;
    let mut singles: Vec<Broken> = Vec::new();
    let mut is_fitting = false;
    let frozen = plan.frozen[shift.at()];
    for steps in shortest(plan, visit, shift, &before) {
        if is_fitting || work.is_over() {
            break;
        }
        work.evaluate_steps(steps.len() * SCHEDULES);
        let Some(mut found) = rules_broken_by(plan, visit, shift, &steps) else { break };
        // An optional visit that costs too much here may cost less elsewhere.
        is_fitting = found.rules.is_empty() && !is_too_dear(plan, visit, found.cost);
        // Stops that are locked in time are not interrupted, even where that would do no harm; stops that are locked in
        // sequence keep their order.
        let is_locked = plan.locks.is_given_up(visit)
            || (frozen > 0 && before.get(..frozen) != steps.get(..frozen))
            || !plan.locks.keeps_sequence(&steps);
        if is_locked {
            found.rules.push(Broken::of(locks::reason()));
            is_fitting = false;
        }
        let is_late_reload = has_late_reload(&steps, &before, &found.rules);
        if let [only] = found.rules[..]
            && !is_late_reload
        {
            add(&mut singles, only, f64::min);
        }
        let size = (is_late_reload, size_of(&found));
        if best.as_ref().is_none_or(|it| size < it.0) {
            best = Some((size, found));
        }
    }
    let (_, mut found) = best?;
    if found.rules.is_empty() {
        return Some(found);
    }
    if !work.is_over() {
        if let Some(broken) = pauses_alone(plan, visit, shift, &found.steps) {
            add(&mut singles, broken, f64::min);
        }
        if is_held_out(plan, visit, shift, work) {
            add(&mut singles, Broken::of(locks::reason()), f64::min);
        }
    }
    if found.rules.len() > 1 && !singles.is_empty() {
        found.rules = vec![singles.remove(0)];
    }
    let is_its = |it: &Broken| {
        let [only] = &found.rules[..] else { return true };
        is_same_rule(&it.reason, &only.reason)
    };
    singles.retain(|it| !is_its(it));
    found.others = singles;
    Some(found)
}

/// Whether the locked part of the shift's route leaves no room, though an empty shift would.
fn is_held_out(plan: &mut Plan<'_>, visit: VisitIdx, shift: ShiftIdx, work: &mut Work) -> bool {
    let is_held = |step: &Step| match plan.visit_of(*step) {
        Some(visit) => plan.locked[visit.at()],
        None => false,
    };
    let steps = &plan.routes[shift.at()].steps;
    let held: Vec<Step> = steps.iter().copied().filter(is_held).collect();
    if held.is_empty() {
        return false;
    }
    let mut fits = |steps: &[Step]| {
        shortest(plan, visit, shift, steps).iter().any(|steps| {
            work.evaluate_steps(steps.len() * SCHEDULES);
            plan.evaluator.evaluate(shift, steps, &[]).broken.is_none()
        })
    };
    let is_held_out = fits(&[]) && !fits(&held);
    // An evaluation that is given up fits nowhere.
    is_held_out && !plan.patience.is_over()
}

/// Breaks, or the rests that driving rules require, if all other rules are kept without them. If they are kept without
/// daily rests, the reason names the limit that the day would then exceed.
fn pauses_alone(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    steps: &[Step],
) -> Option<Broken> {
    let is_only = |found: &Best, code: Code| found.rules.iter().all(|it| it.reason.code == code);
    let tried = |plan: &mut Plan<'_>| rules_broken_by(plan, visit, shift, steps);
    let data = &plan.problem.shifts[shift.at()];
    if !data.breaks.is_empty() {
        plan.evaluator.ignore_breaks(Some(shift));
        let found = tried(plan);
        plan.evaluator.ignore_breaks(None);
        if found.is_some_and(|it| is_only(&it, breaks::CODE)) {
            return Some(Broken::of(Reason::of(breaks::CODE)));
        }
    }
    let rules = plan.problem.vehicles[data.vehicle.at()].driving_rules.as_ref()?;
    if rules.day.is_some() {
        let others = DrivingRules { day: None, ..rules.clone() };
        plan.evaluator.ignore_rests(IgnoredRests::Daily(others));
        let found = tried(plan);
        plan.evaluator.ignore_rests(IgnoredRests::None);
        let found = found.filter(|it| is_only(it, driving::CODE));
        if let Some(broken) = found.and_then(|it| it.rules.first().copied()) {
            return Some(broken);
        }
    }
    plan.evaluator.ignore_rests(IgnoredRests::All);
    let found = tried(plan);
    plan.evaluator.ignore_rests(IgnoredRests::None);
    // Without breaks, every long drive exceeds the limit on driving between them, so that it is not named.
    found.filter(|it| is_only(it, driving::CODE)).map(|_| Broken::of(Reason::of(driving::CODE)))
}

fn size_of(found: &Best) -> f64 {
    // If it fits, the cheapest way is the best.
    let cost = if found.rules.is_empty() { found.cost.clamp(-1e5, 1e5) / 1e5 } else { 0.0 };
    size_of_rules(&found.rules) + cost
}

/// The rules that break with these steps: one entry per code and dimension, the worst of each. `None` if the time is
/// over: an evaluation that is given up says nothing, and neither do those after it.
fn rules_broken_by(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    steps: &[Step],
) -> Option<Best> {
    let mut pins: Vec<Pin> = Vec::new();
    // Bounds that leave no time at all are reported by the relation that breaks, or by the docks that are taken.
    if !plan.groups.pins(&plan.instance, plan.standing(), shift, steps, &mut pins) {
        pins.clear();
    }
    let mut route = plan.evaluator.schedule_quickly(shift, steps, &pins)?;
    if !route.violations.is_empty() && plan.groups.docking().is_some() {
        let mut beside: Vec<Pin> = Vec::new();
        let (standing, range_of) = (plan.standing(), ScheduledVisit::only_start);
        if !plan.groups.pins_without_docks(standing, shift, steps, range_of, &mut beside) {
            beside.clear();
        }
        let free = plan.evaluator.schedule_quickly(shift, steps, &beside)?;
        // What differs is caused by the docks: without them, the vehicle would come while they are taken.
        if free.violations != route.violations {
            (route, pins) = (free, beside);
        }
    }
    if !route.violations.is_empty() && pins.iter().any(|it| it.step == Pin::ROUTE) {
        // The rests of the vehicle before and after the route leave too little time: then the rest is too short.
        let from = pins.iter().find(|it| it.step == Pin::ROUTE && it.from.is_some()).copied();
        pins.retain(|it| it.step != Pin::ROUTE);
        pins.extend(from.map(Pin::at_any_time));
        let free = plan.evaluator.schedule_quickly(shift, steps, &pins)?;
        route = if free.violations.is_empty() { free } else { route };
    }
    let (mut rules, mut cost) = all_broken(plan, visit, shift, steps, &route);
    if rules.len() > 1 && pins.iter().any(|it| it.step != Pin::ROUTE) {
        // At the times that other routes leave, the visit may break its own rules as well as those that bind routes.
        pins.retain(|it| it.step == Pin::ROUTE);
        let free = plan.evaluator.schedule_quickly(shift, steps, &pins)?;
        let (fewer, its_cost) = all_broken(plan, visit, shift, steps, &free);
        if fewer.len() < rules.len() {
            (rules, cost) = (fewer, its_cost);
        }
    }
    Some(Best { rules, others: Vec::new(), cost, steps: steps.to_vec() })
}

/// The rules that a route with the visit breaks, by itself and together with others, and what it adds to the cost.
fn all_broken(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    steps: &[Step],
    route: &Route,
) -> (Vec<Broken>, f64) {
    let mut rules = broken_on_route(plan, shift, steps, route);
    conflicts::name_others(plan, visit, shift, steps, &mut rules);
    let mut cost = route.summary.cost.total() - money_of(plan, shift);
    if !plan.groups.any() {
        return (rules, cost);
    }
    let mut state = RouteState { steps: steps.to_vec(), ..RouteState::default() };
    state.take_times(plan.problem, route);
    let next = next_route(plan, visit, shift, state.clone());
    if let Some(next) = &next {
        cost += next.route.summary.cost.total() - money_of(plan, next.shift);
        for violation in next.route.violations.iter().filter(|it| !is_refusal(it.code)) {
            let broken = broken(plan.problem, next.shift, &next.route, violation);
            add(&mut rules, broken.in_shift(next.shift), f64::max);
        }
    }
    let changed = next.as_ref().map(|it| (it.shift, &it.state));
    let mut violations = across_routes(plan, visit, shift, state, changed);
    // A route that runs over may leave the week that owes the visit, which is part of its windows, and reach the visit
    // of the next week. The number of days between visits of one week is another matter.
    let is_outside_week = |it: &Violation| it.code == spacing::CODE && it.amount.is_none();
    let runs_over = rules.iter().any(|it| it.reason.code == shift_time::CODE);
    if runs_over && violations.iter().any(is_outside_week) {
        violations.retain(|it| it.code != spacing::CODE);
    }
    for violation in &violations {
        add(&mut rules, broken(plan.problem, shift, route, violation), f64::max);
    }
    if let Some(next) = next.filter(|_| rules.is_empty())
        && next.route.violations.iter().any(|it| is_refusal(it.code))
    {
        // Only rules that bind visits of the next route to other routes are broken.
        rules.push(Broken::of(Reason::of(binding_code(plan, visit))).in_shift(next.shift));
    }
    (rules, cost)
}

/// The code for times to which other routes bind the vehicle's next one: of a rule that binds the visit as well, or, if
/// there is none, that its route ends too late.
fn binding_code(plan: &Plan<'_>, visit: VisitIdx) -> Code {
    let order = plan.problem.visits[visit.at()].order;
    if plan.groups.docking().is_some() {
        docks::CODE
    } else if !plan.instance.relations_of(visit).is_empty() {
        relations::CODE
    } else if plan.problem.orders[order.at()].rules.is_some() {
        spacing::CODE
    } else {
        shift_time::CODE
    }
}

/// The rules that a route breaks by itself.
pub(super) fn broken_on_route(
    plan: &Plan<'_>,
    shift: ShiftIdx,
    steps: &[Step],
    route: &Route,
) -> Vec<Broken> {
    let mut rules: Vec<Broken> = Vec::new();
    // If roads lead all the way, it is the place of a hard break that cannot be reached: a vehicle does not go to that
    // of a soft break.
    let has_places = plan.problem.shifts[shift.at()].breaks.iter().any(|it| it.place.is_some());
    let is_break_missed = has_places && plan.way(shift, steps).is_some();
    for violation in route.violations.iter().filter(|it| !is_refusal(it.code)) {
        if violation.code == roads::CODE && is_break_missed {
            add(&mut rules, Broken::of(Reason::of(breaks::CODE)), f64::max);
            continue;
        }
        add(&mut rules, broken(plan.problem, shift, route, violation), f64::max);
    }
    rules
}

/// Whether [`super::refusals`] or the comparison of routes reports it. Times outside of those that other routes leave
/// count as taken docks, although these may be times at which visits of one order are alike.
fn is_refusal(code: Code) -> bool {
    compatibility::is_refusal(code) || matches!(code, relations::CODE | docks::CODE)
}

fn money_of(plan: &Plan<'_>, shift: ShiftIdx) -> f64 {
    plan.routes[shift.at()].money
}

/// Keeps one entry per code, dimension, span and shift: the one whose share `pick` picks.
fn add(rules: &mut Vec<Broken>, broken: Broken, pick: fn(f64, f64) -> f64) {
    match rules.iter_mut().find(|it| is_same_rule(&it.reason, &broken.reason)) {
        Some(known) if pick(known.size(), broken.size()) != known.size() => *known = broken,
        Some(_) => {}
        None => rules.push(broken),
    }
}

/// Whether two reasons name the same rule, possibly with different amounts.
fn is_same_rule(one: &Reason, other: &Reason) -> bool {
    let rule = |it: &Reason| (it.code, it.dimension, it.span, it.shift);
    rule(one) == rule(other)
}

/// The rules across routes that the visit or the shift's vehicle breaks, with this route of the shift and, if that
/// changes too, the vehicle's next one.
fn across_routes(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    state: RouteState,
    next: Option<(ShiftIdx, &RouteState)>,
) -> Vec<Violation> {
    plan.as_if(shift, state, visit, |plan| {
        let standing = plan.standing();
        let standing = next.map_or(standing, |(shift, route)| standing.with(shift, route));
        cross_route::of_visit(standing, visit, shift)
    })
}

fn broken(problem: &Problem, shift: ShiftIdx, route: &Route, violation: &Violation) -> Broken {
    let reason = reasons::reason(&BrokenRule { problem, shift, route, violation });
    Broken::sized(reason, reasons::share(&reason, problem, shift))
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::{Fixture, visit_rules};
    use crate::problem::{DAY_SECONDS, OrderIdx, Vehicle, VehicleIdx, VisitRules};
    use crate::search::{Search, SearchOptions};
    use crate::solution::Code;

    #[test]
    fn a_shift_over_midnight_at_other_times_of_day_is_refused_for_the_spacing_of_visits() {
        let mut fixture = Fixture::new(2);
        fixture.shift(40_000..45_000);
        let end_at = 2 * DAY_SECONDS + 30_000;
        fixture.shift(DAY_SECONDS + 60_000..end_at).vehicle = VehicleIdx(1);
        for _ in 0..2 {
            fixture.dropoff(1, &[(0, end_at)]);
        }
        let problem = &mut fixture.problem;
        problem.vehicles[0].shifts = 0..1;
        problem.vehicles.push(Vehicle { shifts: 1..2, ..problem.vehicles[0].clone() });
        problem.orders.truncate(1);
        problem.orders[0].visits = 0..2;
        (problem.visits[1].order, problem.visits[1].number) = (OrderIdx(0), 2);
        problem.orders[0].rules =
            Some(VisitRules { time_of_day_tolerance_seconds: 600, ..visit_rules() });
        let mut search = Search::new(problem, SearchOptions::default());
        let solution = search.solution();
        let [unserved] = &solution.unserved[..] else { panic!("{:?}", solution.unserved) };
        let codes: Vec<Code> = unserved.reasons.iter().map(|it| it.code).collect();
        assert_eq!(codes, [Code::VisitSpacing; 2], "one for each shift");
    }
}
