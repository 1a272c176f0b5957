//! The current plan: routes, absent visits, and the state before the last changes.

pub(super) mod anchors;
pub(crate) mod bonds;
mod change;
mod docking;
mod followers;
pub(crate) mod given;
mod groups;
pub(crate) mod joint;
mod look_again;
pub(super) mod margins;
mod measure;
mod memo;
mod put;
mod reassign;
pub(crate) mod room;
pub(crate) mod route;
pub(super) mod score;
pub(crate) mod start;
pub(crate) mod together;
mod trial;
mod undo;
pub(crate) mod work;
mod writing;
mod yielding;

use std::rc::Rc;

use crate::evaluate::{Effort, Evaluator, Pin, Step};
use crate::instance::{Instance, place_or_nowhere};
use crate::patience::Patience;
use crate::problem::{DAY_SECONDS, OptionIdx, Problem, ShiftIdx, StopIdx, VisitIdx};
use crate::rules::compatibility::Compatible;
use crate::rules::locks::Locks;
use crate::rules::route_position;
use crate::rules::standing::NOBODY;
use crate::search::SMALL_VISITS_MAX;
use crate::search::plan::groups::{Groups, first_stops};
use crate::search::plan::route::{RouteState, Standing, StartRange};
use crate::solution::Route;
use memo::Memo;

/// The visits before and after one on its route.
pub(super) type Beside = [Option<VisitIdx>; 2];

#[derive(Clone, Copy, Debug)]
struct RouteCost {
    rest: f64,
    money: f64,
}

impl RouteCost {
    const fn of(route: &RouteState) -> Self {
        Self { rest: route.rest, money: route.money }
    }
}

pub(crate) struct Plan<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) instance: Rc<Instance<'a>>,
    pub(crate) locks: Locks,
    pub(crate) compatible: Compatible,
    pub(crate) evaluator: Evaluator<'a>,
    pub(crate) patience: Patience,
    pub(crate) groups: Groups,
    /// See `neighbors::near`.
    pub(super) near: Vec<Vec<VisitIdx>>,
    /// By shift; without steps if unused.
    pub(crate) routes: Vec<RouteState>,
    /// See `room`.
    rooms: Vec<i64>,
    /// Shifts with a route, unordered.
    pub(crate) used: Vec<ShiftIdx>,
    /// Costs of the routes of `used`, stored contiguously because each iteration adds them up.
    used_costs: Vec<RouteCost>,
    /// By shift: its position in `used`, or `NOBODY`.
    used_at: Vec<u32>,
    pub(crate) absent: Vec<VisitIdx>,
    /// Given routes that are not part of the search, with the rules that they break. Their visits are neither served by
    /// `routes` nor absent.
    pub(crate) kept: Vec<Route>,
    /// By visit: distance of its first place from where shifts start.
    pub(super) remoteness: Vec<f64>,
    pub(super) shift_of: Vec<u32>,
    /// By stop: its step on the route of its visit. Meaningless while the visit is absent.
    step_of: Vec<u32>,
    /// By visit: whether it keeps its place on its route.
    pub(crate) locked: Vec<bool>,
    /// By shift: the number of leading steps before which nothing is inserted.
    pub(crate) frozen: Vec<usize>,
    /// By shift: whether only another search may change it. Empty: none.
    pub(super) closed: Vec<bool>,
    /// By visit: whether only another search may insert it. Empty: none.
    pub(super) other_visits: Vec<bool>,
    routes_of_vehicle: Vec<u32>,
    vehicle_count: usize,
    next_version: u64,
    /// For `undo`: shifts changed since the last `keep`, and their routes at that time.
    changed: Vec<ShiftIdx>,
    saved: Vec<RouteState>,
    saved_at: Vec<u32>,
    absent_before: Vec<VisitIdx>,
    /// Shifts whose route may differ from that of the best plan, without duplicates; marked in `is_changed_since_best`.
    changed_since_best: Vec<ShiftIdx>,
    is_changed_since_best: Vec<bool>,
    pins: Vec<Pin>,
    memo: Memo,
    is_drafting: bool,
    /// Whether a route is evaluated that was put in as given, so that the present routes may break rules.
    is_settling: bool,
    /// Whether a route may have a schedule that the search does not find, so that it cannot be evaluated again.
    pub(super) has_careful_routes: bool,
    /// The shift whose route `trial` was last tried for, if it fits, with the evaluator's serial number at that time.
    tried: Option<(ShiftIdx, u64)>,
    confirmed: Vec<Step>,
    /// The start from which to retrace the route last found to fit; `None` if the evaluator has just evaluated it.
    traced_from: Option<i64>,
    /// The route being tried.
    trial: RouteState,
    other_trial: RouteState,
    // Scratch of `remove`; `is_leaving` is all false between calls.
    is_leaving: Vec<bool>,
    leaving_shifts: Vec<ShiftIdx>,
    leaving_steps: Vec<Step>,
}

/// How thoroughly the search looks for schedules. The quick effort rests only where it has to, and so never before the
/// first part of a daily rest pays off; small plans, which take little time, are searched with the full effort then.
fn search_effort(problem: &Problem) -> Effort {
    let has_parts = problem.vehicles.iter().any(|vehicle| {
        let day = vehicle.driving_rules.as_ref().and_then(|it| it.day.as_ref());
        day.is_some_and(|it| it.parts.is_some())
    });
    let is_small = problem.visits.len() <= SMALL_VISITS_MAX;
    if is_small && has_parts { Effort::Full } else { Effort::Quick }
}

impl<'a> Plan<'a> {
    /// Whether it is windows that keep visits from moving, so that it takes hotter and larger iterations to rearrange
    /// them. With reloads, or with rules between visits, such iterations are no better.
    pub(super) fn is_hindered_by_windows(&self) -> bool {
        self.instance.windowed && !self.instance.reloaded && !self.groups.any()
    }

    pub(crate) fn new(
        instance: Rc<Instance<'a>>,
        compatible: Compatible,
        locks: Locks,
        near: Vec<Vec<VisitIdx>>,
    ) -> Self {
        let problem = instance.problem;
        let visits = 0..problem.visits.len();
        let absent: Vec<VisitIdx> = visits.map(VisitIdx::of).collect();
        let mut evaluator = Evaluator::of(Rc::clone(&instance));
        evaluator.set_effort(search_effort(problem));
        let routes = unused_routes(&instance);
        Self {
            evaluator,
            patience: Patience::default(),
            compatible,
            locks,
            groups: Groups::new(problem),
            near,
            rooms: room::rooms(&instance, &routes),
            routes,
            used: Vec::new(),
            used_costs: Vec::new(),
            used_at: vec![NOBODY; problem.shifts.len()],
            absent_before: absent.clone(),
            absent,
            kept: Vec::new(),
            remoteness: remoteness(&instance),
            shift_of: vec![NOBODY; problem.visits.len()],
            step_of: vec![NOBODY; problem.stops.len()],
            locked: vec![false; problem.visits.len()],
            frozen: vec![0; problem.shifts.len()],
            closed: Vec::new(),
            other_visits: Vec::new(),
            routes_of_vehicle: vec![0; problem.vehicles.len()],
            vehicle_count: 0,
            next_version: 1,
            changed: Vec::new(),
            saved: Vec::new(),
            saved_at: vec![NOBODY; problem.shifts.len()],
            changed_since_best: Vec::new(),
            is_changed_since_best: vec![false; problem.shifts.len()],
            pins: Vec::new(),
            memo: Memo::default(),
            is_drafting: false,
            is_settling: false,
            has_careful_routes: false,
            tried: None,
            confirmed: Vec::new(),
            traced_from: None,
            trial: RouteState::default(),
            other_trial: RouteState::default(),
            is_leaving: vec![false; problem.visits.len()],
            leaving_shifts: Vec::new(),
            leaving_steps: Vec::new(),
            problem,
            instance,
        }
    }

    #[inline]
    pub(crate) fn shift_of(&self, visit: VisitIdx) -> Option<ShiftIdx> {
        let shift = self.shift_of[visit.at()];
        (shift != NOBODY).then_some(ShiftIdx(shift))
    }

    pub(super) fn absent_before(&self) -> &[VisitIdx] {
        &self.absent_before
    }

    /// Sets the patience that long steps ask whether the host still waits.
    pub(crate) fn set_patience(&mut self, patience: &Patience) {
        self.evaluator.set_patience(patience.clone());
        self.patience = patience.clone();
    }

    /// Runs `act` without giving up evaluations: everything that it evaluates is kept, or was before.
    pub(crate) fn evaluate_fully<Output>(
        &mut self,
        act: impl FnOnce(&mut Self) -> Output,
    ) -> Output {
        let was_set = self.patience.never_give_up(true);
        let output = act(self);
        self.patience.never_give_up(was_set);
        output
    }

    /// Sets how thoroughly the evaluator looks for schedules from now on.
    pub(crate) fn set_effort(&mut self, effort: Effort) {
        self.tried = None;
        self.evaluator.set_effort(effort);
        self.memo.clear();
    }

    /// Sets it to what the search of this problem uses.
    pub(crate) fn set_search_effort(&mut self) {
        self.set_effort(search_effort(self.problem));
    }

    /// Returns the only shift that may serve a visit, if a lock prescribes one.
    pub(super) fn bound_to(&self, visit: VisitIdx) -> Option<ShiftIdx> {
        self.locks.bound_to(visit)
    }

    /// Measures steps as a way: meters plus seconds, and with a far higher weight the least lateness of its services;
    /// `None` if no road leads there.
    pub(crate) fn way(&self, shift: ShiftIdx, steps: &[Step]) -> Option<i64> {
        const LATE: i64 = 1_000;
        let (problem, instance) = (self.problem, &self.instance);
        let shift_data = &problem.shifts[shift.at()];
        let travel = problem.vehicles[shift_data.vehicle.at()].travel.at();
        let stayed = self.routes[shift.at()].from.map(|it| it.place);
        let mut from = place_or_nowhere(stayed.or(shift_data.start_place));
        let mut now = shift_data.start_at;
        let mut sum = 0;
        for step in steps {
            let times = margins::step_times(instance, shift, *step);
            let seconds = instance.seconds(travel, from, times.place);
            sum += instance.meters(travel, from, times.place)? + seconds;
            let setup = if from == times.place { 0 } else { times.setup };
            now = (now + seconds + setup).max(times.opens);
            sum += LATE * (now - times.closes).clamp(0, DAY_SECONDS);
            now += times.service;
            from = times.place;
        }
        let end = place_or_nowhere(shift_data.end_place);
        Some(sum + instance.meters(travel, from, end)? + instance.seconds(travel, from, end))
    }

    /// Calls `look` as if a shift's route were another one that includes an absent visit. The room of the shift remains
    /// that of its own route.
    pub(crate) fn as_if<T>(
        &mut self,
        shift: ShiftIdx,
        route: RouteState,
        visit: VisitIdx,
        look: impl FnOnce(&Self) -> T,
    ) -> T {
        let stands = std::mem::replace(&mut self.routes[shift.at()], route);
        self.shift_of[visit.at()] = shift.0;
        self.note_steps(shift);
        let found = look(self);
        self.shift_of[visit.at()] = NOBODY;
        self.routes[shift.at()] = stands;
        self.note_steps(shift);
        found
    }

    fn note_steps(&mut self, shift: ShiftIdx) {
        for (position, step) in (0_u32..).zip(&self.routes[shift.at()].steps) {
            if let Step::Stop(stop, _) = step {
                self.step_of[stop.at()] = position;
            }
        }
    }

    /// Returns the plan in the form that `groups` reads.
    pub(crate) fn standing(&self) -> Standing<'_> {
        let (routes, shift_of, step_of) = (&self.routes, &self.shift_of, &self.step_of);
        Standing { problem: self.problem, routes, shift_of, step_of, instead: None }
    }

    /// Returns whether a shift may serve a visit beside the rest of the plan, as far as can be told without times.
    pub(super) fn may_serve(&self, visit: VisitIdx, shift: ShiftIdx) -> bool {
        self.compatible.allows(visit, self.instance.class[shift.at()])
            && self.locks.may_go(visit, shift)
            && !self.locks.is_given_up(visit)
            && self.groups.may_serve(self.standing(), visit, shift)
            && !self.is_closed(shift)
    }

    #[inline]
    pub(super) fn is_closed(&self, shift: ShiftIdx) -> bool {
        self.closed.get(shift.at()).is_some_and(|it| *it) || self.locks.is_over(shift)
    }

    /// Returns whether only another search may insert a visit.
    pub(super) fn is_of_others(&self, visit: VisitIdx) -> bool {
        self.other_visits.get(visit.at()).is_some_and(|it| *it)
    }

    /// Returns the positions of a shift's route between which a visit may be inserted.
    pub(super) fn bounds(&self, visit: VisitIdx, shift: ShiftIdx) -> (usize, usize) {
        let frozen = self.frozen[shift.at()];
        let steps = &self.routes[shift.at()].steps;
        let (mut low, mut high) = (frozen, steps.len());
        if self.groups.any() {
            let bounds = self.groups.bounds(self.standing(), visit, shift);
            (low, high) = (low.max(bounds.0), bounds.1);
        }
        if self.instance.positioned {
            let option = self.problem.visits[visit.at()].stops.start;
            let option = OptionIdx(self.problem.stops[option as usize].options.start);
            let (data, own) = (self.instance.shift(shift), self.instance.option(option).flags);
            let bounds = route_position::bounds(&self.instance, data, steps, own);
            (low, high) = (low.max(bounds.0), high.min(bounds.1));
        }
        (low, high)
    }

    /// Returns what it adds to the score that this shift's vehicle is a further one among an order's visits.
    pub(super) fn extra_vehicle_cost(&self, visit: VisitIdx, shift: ShiftIdx) -> f64 {
        self.instance.weights.cost * self.groups.extra_vehicle_cost(self.standing(), visit, shift)
    }

    pub(crate) fn route_count_of_vehicle(&self, shift: ShiftIdx) -> u32 {
        self.routes_of_vehicle[self.problem.shifts[shift.at()].vehicle.at()]
    }

    pub(super) const fn vehicle_count(&self) -> usize {
        self.vehicle_count
    }

    pub(crate) fn visit_of(&self, step: Step) -> Option<VisitIdx> {
        match step {
            Step::Stop(stop, _) => Some(self.problem.stops[stop.at()].visit),
            Step::Reload(_) => None,
        }
    }

    /// Returns the visits of a route, in the order of their first stops.
    pub(crate) fn visits_of(&self, steps: &[Step]) -> Vec<VisitIdx> {
        let mut visits = Vec::new();
        for visit in steps.iter().filter_map(|it| self.visit_of(*it)) {
            if !visits.contains(&visit) {
                visits.push(visit);
            }
        }
        visits
    }

    /// Returns the ranges in which the route of a shift could start its visits, if routes are connected at all.
    pub(crate) fn start_ranges(&self, shift: ShiftIdx) -> impl Iterator<Item = StartRange> {
        let RouteState { steps, starts, anchors, .. } = &self.routes[shift.at()];
        first_stops(self.problem, steps).filter_map(|(step, visit)| {
            let anchor = anchors.get(step as usize + 1)?;
            let [earliest_at, latest_at] = anchor.start_range(*starts.get(step as usize)?);
            Some(StartRange { visit, earliest_at, latest_at })
        })
    }

    /// Returns whether a shift has a route.
    #[inline]
    pub(crate) fn is_used(&self, shift: ShiftIdx) -> bool {
        self.used_at[shift.at()] != NOBODY
    }

    /// Returns the step of a stop whose visit is served.
    #[inline]
    pub(super) fn step_of(&self, stop: StopIdx) -> usize {
        self.step_of[stop.at()] as usize
    }

    /// Returns the visits right before the first and right after the last stop of a served visit.
    pub(super) fn beside(&self, visit: VisitIdx) -> Beside {
        let Some(shift) = self.shift_of(visit) else { return [None; 2] };
        let steps = &self.routes[shift.at()].steps;
        let stops = &self.problem.visits[visit.at()].stops;
        let first = self.step_of(StopIdx(stops.start));
        let last = self.step_of(StopIdx(stops.end - 1));
        let visit_at = |at: usize| steps.get(at).and_then(|it| self.visit_of(*it));
        [first.checked_sub(1).and_then(visit_at), visit_at(last + 1)]
    }
}

/// Removes reloads that do nothing: those without a stop since the start or the previous reload, and those at the end.
/// If routes end empty, the last one is kept to unload what was collected since the previous one. A reload before the
/// first stop is kept if something that it loads is not available until after the latest start. The first `frozen`
/// steps stay: the vehicle has reloaded there, or is locked to do so.
pub(super) fn drop_idle_reloads(
    instance: &Instance<'_>,
    shift: ShiftIdx,
    frozen: usize,
    steps: &mut Vec<Step>,
) {
    let data = instance.shift(shift);
    let is_stop = |step: &Step| matches!(step, Step::Stop(..));
    // A vehicle that starts at a stop has its loads as soon as they are available.
    let mut stop_since = instance.released && !data.is_open() && {
        let first = steps.iter().position(is_stop);
        let trip = &steps[first.unwrap_or(steps.len())..];
        measure::release(instance, trip) > data.latest_start_at
    };
    let mut position = 0;
    steps.retain(|step| {
        let keeps = is_stop(step) || stop_since || position < frozen;
        stop_since = is_stop(step);
        position += 1;
        keeps
    });
    while let [before @ .., Step::Reload(_)] = &steps[..]
        && before.len() >= frozen
    {
        let of_trip = before.iter().rev().map_while(|step| match step {
            Step::Stop(stop, _) => Some(*stop),
            Step::Reload(_) => None,
        });
        if data.ends_empty && of_trip.into_iter().any(|stop| instance.is_collected(stop)) {
            break;
        }
        steps.pop();
    }
}

/// Returns each visit's distance in meters from the first start or end place of a shift; 0 if there is none.
#[expect(clippy::cast_precision_loss, reason = "only for sorting")]
fn remoteness(instance: &Instance<'_>) -> Vec<f64> {
    let depots = instance.problem.shifts.iter().filter_map(|it| it.start_place.or(it.end_place));
    let depot = depots.map(|it| it.0).next();
    let homes = instance.home.iter();
    homes
        .map(|home| {
            let meters = depot.and_then(|depot| instance.meters(0, depot, *home));
            meters.unwrap_or(0) as f64
        })
        .collect()
}

fn unused_routes(instance: &Instance<'_>) -> Vec<RouteState> {
    let shifts = (0..instance.problem.shifts.len()).map(ShiftIdx::of);
    shifts
        .map(|shift| {
            let mut route = RouteState::default();
            route.measure_unused(instance, shift);
            route
        })
        .collect()
}
