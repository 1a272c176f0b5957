//! The plan under way: routes, who is absent, and how to go back to what was before a change.

pub(crate) mod anchors;
pub(crate) mod groups;
mod memo;
pub(crate) mod route;
pub(crate) mod score;
pub(crate) mod start;
pub(crate) mod together;

use std::rc::Rc;

use crate::evaluate::{Effort, Evaluator, Pin, Step, soft_cost};
use crate::instance::{Instance, place_or_nowhere};
use crate::patience::Patience;
use crate::problem::{Problem, ShiftIdx, StopIdx, VisitIdx};
use crate::rules::compatibility::Compatible;
use crate::rules::locks::Locks;
use crate::rules::spacing;
use crate::rules::standing::NOBODY;
use crate::search::plan::groups::{Groups, Standing};
use crate::search::plan::memo::{Key, Known, Memo};
use crate::search::plan::route::{Fit, RouteState};
use crate::search::plan::score::Score;
use crate::solution::Route;

/// What a second vehicle is held to cost where one is preferred: less than anything that is priced.
const STRANGER: f64 = 1e-3;

/// The visits before and behind one on its route.
pub(crate) type Beside = [Option<VisitIdx>; 2];

#[derive(Clone, Copy, Debug)]
struct Figures {
    rest: f64,
    money: f64,
}

impl Figures {
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
    /// See `near::near`.
    pub(crate) near: Vec<Vec<VisitIdx>>,
    /// By shift; without steps where it is unused.
    pub(crate) routes: Vec<RouteState>,
    /// Shifts with a route, in no order.
    pub(crate) used: Vec<ShiftIdx>,
    /// What the routes of `used` come to, side by side: each round adds them all.
    used_figures: Vec<Figures>,
    /// By shift: its position in `used`, or `NOBODY`.
    used_at: Vec<u32>,
    pub(crate) absent: Vec<VisitIdx>,
    /// How far each visit's first place is from where shifts start.
    pub(crate) remoteness: Vec<f64>,
    pub(crate) shift_of: Vec<u32>,
    /// By stop: its step on the route of its visit. Not meaningful while it is absent.
    step_of: Vec<u32>,
    /// By visit: it stays where it is on its route.
    pub(crate) locked: Vec<bool>,
    /// By shift: steps before which nothing is inserted.
    pub(crate) frozen: Vec<usize>,
    /// By shift: another search's to change. Empty: none is.
    pub(crate) closed: Vec<bool>,
    /// By visit: another search's to place. Empty: none is.
    pub(crate) foreign: Vec<bool>,
    routes_of_vehicle: Vec<u32>,
    vehicle_count: usize,
    next_version: u64,
    /// What to go back to: shifts changed since the last `keep`, their routes then.
    changed: Vec<ShiftIdx>,
    saved: Vec<RouteState>,
    saved_at: Vec<u32>,
    absent_before: Vec<VisitIdx>,
    /// Shifts whose route may differ from that of the best plan, each once: `is_news` has them marked.
    news: Vec<ShiftIdx>,
    is_news: Vec<bool>,
    pins: Vec<Pin>,
    memo: Memo,
    is_drafting: bool,
    /// The route that `trial` was last tried for, if it fits, and the evaluator's number then.
    tried: Option<(ShiftIdx, u64)>,
    confirmed: Vec<Step>,
    /// The start from which the route that was last found to fit is traced again; none: the evaluator has just done so.
    traced_from: Option<i64>,
    /// A route under test.
    trial: RouteState,
    other_trial: RouteState,
    // Scratch of `remove`; `gone` is all false outside it.
    gone: Vec<bool>,
    leaving_shifts: Vec<ShiftIdx>,
    leaving_steps: Vec<Step>,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(instance: Rc<Instance<'a>>, locks: Locks, near: Vec<Vec<VisitIdx>>) -> Self {
        let problem = instance.problem;
        let visits = 0..problem.visits.len();
        let absent: Vec<VisitIdx> = visits.map(VisitIdx::of).collect();
        let mut evaluator = Evaluator::of(Rc::clone(&instance));
        evaluator.set_effort(Effort::Quick);
        Self {
            evaluator,
            patience: Patience::default(),
            compatible: Compatible::new(&instance),
            locks,
            groups: Groups::new(problem),
            near,
            routes: unused_routes(&instance),
            used: Vec::new(),
            used_figures: Vec::new(),
            used_at: vec![NOBODY; problem.shifts.len()],
            absent_before: absent.clone(),
            absent,
            remoteness: remoteness(&instance),
            shift_of: vec![NOBODY; problem.visits.len()],
            step_of: vec![NOBODY; problem.stops.len()],
            locked: vec![false; problem.visits.len()],
            frozen: vec![0; problem.shifts.len()],
            closed: Vec::new(),
            foreign: Vec::new(),
            routes_of_vehicle: vec![0; problem.vehicles.len()],
            vehicle_count: 0,
            next_version: 1,
            changed: Vec::new(),
            saved: Vec::new(),
            saved_at: vec![NOBODY; problem.shifts.len()],
            news: Vec::new(),
            is_news: vec![false; problem.shifts.len()],
            pins: Vec::new(),
            memo: Memo::default(),
            is_drafting: false,
            tried: None,
            confirmed: Vec::new(),
            traced_from: None,
            trial: RouteState::default(),
            other_trial: RouteState::default(),
            gone: vec![false; problem.visits.len()],
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

    pub(crate) fn absent_before(&self) -> &[VisitIdx] {
        &self.absent_before
    }

    /// Whom to ask in the middle of long steps whether they are still waited for.
    pub(crate) fn set_patience(&mut self, patience: &Patience) {
        self.evaluator.set_patience(patience.clone());
        self.patience = patience.clone();
    }

    /// Does what may not be given up on its way: what it evaluates stands, or did before.
    pub(crate) fn hold<Output>(&mut self, act: impl FnOnce(&mut Self) -> Output) -> Output {
        let was_held = self.patience.hold(true);
        let output = act(self);
        self.patience.hold(was_held);
        output
    }

    /// How long the evaluator looks for schedules from now on.
    pub(crate) fn set_effort(&mut self, effort: Effort) {
        self.tried = None;
        self.evaluator.set_effort(effort);
        self.memo.clear();
    }

    /// The only shift that may serve a visit, if a lock says so.
    pub(crate) fn bound_to(&self, visit: VisitIdx) -> Option<ShiftIdx> {
        self.locks.bound_to(visit)
    }

    /// What the route would come to with these steps; `None` where they do not fit.
    pub(crate) fn try_route(&mut self, shift: ShiftIdx, steps: &[Step]) -> Option<f64> {
        let mut trial = std::mem::take(&mut self.trial);
        trial.steps.clear();
        trial.steps.extend_from_slice(steps);
        let fit = self.settle(shift, &mut trial);
        let rest = trial.rest;
        self.trial = trial;
        self.tried = (fit == Fit::Fits).then_some((shift, self.evaluator.serial()));
        (fit == Fit::Fits).then_some(rest)
    }

    /// What other routes ask of this one's times.
    fn pins_of(&self, shift: ShiftIdx) -> Vec<Pin> {
        let mut pins = Vec::new();
        let open =
            self.groups.pins(self.standing(), shift, &self.routes[shift.at()].steps, &mut pins);
        debug_assert!(open, "a route that stands keeps what binds it");
        pins
    }

    /// The route of a shift, written out. What others rely on keeps its times.
    pub(crate) fn written(&mut self, shift: ShiftIdx) -> Route {
        let state = &self.routes[shift.at()];
        if !self.groups.any() {
            return self.evaluator.schedule(shift, &state.steps, &[]);
        }
        let mut exact = Vec::new();
        self.pin_exactly(state, &mut exact);
        let route = self.evaluator.schedule(shift, &state.steps, &exact);
        if route.violations.is_empty() {
            return route;
        }
        let pins = self.pins_of(shift);
        self.evaluator.schedule(shift, &self.routes[shift.at()].steps, &pins)
    }

    /// Holds what others rely on to the times that the route has.
    fn pin_exactly(&self, state: &RouteState, pins: &mut Vec<Pin>) {
        for ((step, starts_at), position) in state.steps.iter().zip(&state.starts).zip(0_u32..) {
            if self.visit_of(*step).is_some_and(|visit| self.groups.binds(visit)) {
                let (not_before_at, not_after_at) = (*starts_at, *starts_at);
                pins.push(Pin { step: position, not_before_at, not_after_at });
            }
        }
    }

    /// The exact figures of a route that stands with times and without figures; `Not`: with them it breaks a rule.
    pub(crate) fn settle_as_kept(&mut self, shift: ShiftIdx) -> Fit {
        let mut route = self.routes[shift.at()].clone();
        let mut pins = std::mem::take(&mut self.pins);
        pins.clear();
        self.pin_exactly(&route, &mut pins);
        self.pins = pins;
        let fit = self.evaluate(shift, &mut route);
        if fit == Fit::Fits {
            self.anchor(shift, &mut route);
            self.restore(shift, &route);
        }
        fit
    }

    /// Puts a route back as it was, times and all: the evaluator might not find them again without the other routes.
    pub(crate) fn restore(&mut self, shift: ShiftIdx, state: &RouteState) {
        self.save(shift);
        let old = std::mem::replace(&mut self.routes[shift.at()], state.clone());
        self.count(shift, &old.steps, &state.steps, Figures::of(state));
    }

    /// How short a way is: its meters and seconds, and far above them how late its services start at the least; `None`
    /// where no road leads.
    pub(crate) fn way(&self, shift: ShiftIdx, steps: &[Step]) -> Option<i64> {
        const LATE: i64 = 1_000;
        let (problem, instance) = (self.problem, &self.instance);
        let shift_data = &problem.shifts[shift.at()];
        let travel = problem.vehicles[shift_data.vehicle.at()].travel.at();
        let mut from = place_or_nowhere(shift_data.start_place);
        let mut now = shift_data.start_at;
        let mut sum = 0;
        for step in steps {
            let times = route::step_times(instance, shift, *step);
            let seconds = instance.seconds(travel, from, times.place);
            sum += instance.meters(travel, from, times.place)? + seconds;
            let setup = if from == times.place { 0 } else { times.setup };
            now = (now + seconds + setup).max(times.opens);
            sum += LATE * (now - times.closes).clamp(0, spacing::DAY_SECONDS);
            now += times.service;
            from = times.place;
        }
        let end = place_or_nowhere(shift_data.end_place);
        Some(sum + instance.meters(travel, from, end)? + instance.seconds(travel, from, end))
    }

    /// Looks at the plan as if a shift's route were another one, which makes a visit that is absent.
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

    /// The plan as `groups` reads it.
    pub(crate) fn standing(&self) -> Standing<'_> {
        let (routes, shift_of, step_of) = (&self.routes, &self.shift_of, &self.step_of);
        Standing { problem: self.problem, routes, shift_of, step_of, instead: None }
    }

    /// Whether nothing that stands keeps a shift from a visit, as far as can be told without times.
    pub(crate) fn may_serve(&self, visit: VisitIdx, shift: ShiftIdx) -> bool {
        self.compatible.allows(visit, self.instance.class[shift.at()])
            && self.locks.may_go(visit, shift)
            && self.groups.may_serve(self.standing(), visit, shift)
            && !self.is_closed(shift)
    }

    #[inline]
    pub(crate) fn is_closed(&self, shift: ShiftIdx) -> bool {
        self.closed.get(shift.at()).is_some_and(|it| *it)
    }

    /// Positions of labels between which a visit may be put into a shift's route.
    pub(crate) fn bounds(&self, visit: VisitIdx, shift: ShiftIdx) -> (usize, usize) {
        let frozen = self.frozen[shift.at()];
        let count = self.routes[shift.at()].steps.len();
        if !self.groups.any() {
            return (frozen, count);
        }
        let (low, high) = self.groups.bounds(self.standing(), visit, shift);
        (low.max(frozen), high)
    }

    pub(crate) fn route_count_of_vehicle(&self, shift: ShiftIdx) -> u32 {
        self.routes_of_vehicle[self.problem.shifts[shift.at()].vehicle.at()]
    }

    pub(crate) const fn vehicle_count(&self) -> usize {
        self.vehicle_count
    }

    pub(crate) fn score(&self) -> Score {
        let weights = &self.instance.weights;
        let mut score = Score::default();
        for visit in &self.absent {
            score.unserved += self.instance.weight[visit.at()];
            score.rest += weights.cost * self.instance.unserved_cost[visit.at()];
        }
        // Of sets that are served whole or not at all, what is served counts for nothing while some is absent.
        self.groups.broken_sets(&self.shift_of, |visit| {
            score.unserved += self.instance.weight[visit.at()];
            score.rest += weights.cost * self.instance.unserved_cost[visit.at()];
        });
        score.rest += STRANGER * f64::from(self.groups.strangers(self.problem, &self.shift_of));
        for figures in &self.used_figures {
            score.rest += figures.rest;
        }
        if weights.vehicles > 0 {
            let vehicles = i64::try_from(self.vehicle_count()).expect("a count of vehicles");
            score.count += weights.vehicles * vehicles;
        }
        let routes = i64::try_from(self.used.len()).expect("a count of routes");
        score.count += weights.shifts * routes;
        if weights.imbalance > 0.0 {
            score.rest += weights.imbalance * score::imbalance(self.problem, &self.routes);
        }
        score
    }

    /// What routes cost, and what leaving optional visits out does.
    pub(crate) fn money(&self) -> f64 {
        let routes: f64 = self.used_figures.iter().map(|it| it.money).sum();
        let absent: f64 = self.absent.iter().map(|it| self.instance.unserved_cost[it.at()]).sum();
        routes + absent
    }

    /// Tries `steps` as the shift's route; nothing changes unless it fits.
    pub(crate) fn replace(&mut self, shift: ShiftIdx, steps: &[Step]) -> Fit {
        let mut trial = std::mem::take(&mut self.trial);
        let is_tried = self.tried.take() == Some((shift, self.evaluator.serial()));
        let fit = if is_tried && trial.steps == steps {
            Fit::Fits
        } else {
            trial.steps.clear();
            trial.steps.extend_from_slice(steps);
            self.settle(shift, &mut trial)
        };
        if fit == Fit::Fits {
            self.anchor(shift, &mut trial);
            self.save(shift);
            std::mem::swap(&mut trial, &mut self.routes[shift.at()]);
            self.count(shift, &trial.steps, steps, Figures::of(&self.routes[shift.at()]));
        }
        self.trial = trial;
        fit
    }

    /// Tries both as the shifts' routes, which may have exchanged visits; nothing changes unless both fit.
    pub(crate) fn replace_two(&mut self, shifts: [ShiftIdx; 2], steps: [&[Step]; 2]) -> Fit {
        let mut trials = [std::mem::take(&mut self.trial), std::mem::take(&mut self.other_trial)];
        self.tried = None;
        let mut fit = Fit::Fits;
        for at in 0..2 {
            trials[at].steps.clear();
            trials[at].steps.extend_from_slice(steps[at]);
            if fit == Fit::Fits {
                fit = self.settle(shifts[at], &mut trials[at]);
            }
            if fit == Fit::Fits {
                self.anchor(shifts[at], &mut trials[at]);
            }
        }
        if fit == Fit::Fits {
            for at in 0..2 {
                self.save(shifts[at]);
                std::mem::swap(&mut trials[at], &mut self.routes[shifts[at].at()]);
                let none = Figures { rest: 0.0, money: 0.0 };
                self.count(shifts[at], &trials[at].steps, &[], none);
            }
            // First all that leave, then all that come: a visit may have moved between the two.
            for at in 0..2 {
                let figures = Figures::of(&self.routes[shifts[at].at()]);
                self.count(shifts[at], &[], steps[at], figures);
            }
        }
        [self.trial, self.other_trial] = trials;
        fit
    }

    /// Labels and the exact figures of a route whose steps have changed.
    fn settle(&mut self, shift: ShiftIdx, route: &mut RouteState) -> Fit {
        self.next_version += 1;
        route.version = self.next_version;
        self.patience.spend(route.steps.len() / 10);
        if route.steps.is_empty() {
            route.label_unused(&self.instance, shift);
            return Fit::Fits;
        }
        let in_sequence = self.locks.keeps_sequence(&route.steps);
        if !in_sequence || route.label(&self.instance, shift) == Fit::Not {
            return Fit::Not;
        }
        if self.instance.plain {
            debug_assert!(self.agrees(shift, route), "labels and evaluator differ");
            return Fit::Fits;
        }
        let mut pins = std::mem::take(&mut self.pins);
        pins.clear();
        let pinned = self.groups.pins(self.standing(), shift, &route.steps, &mut pins);
        self.pins = pins;
        if !pinned {
            return Fit::Not;
        }
        self.evaluate(shift, route)
    }

    /// The exact figures of a route at the times that `pins` let it have, and whether it keeps all that binds it.
    fn evaluate(&mut self, shift: ShiftIdx, route: &mut RouteState) -> Fit {
        let key =
            self.pins.is_empty().then(|| Key::new(self.instance.class[shift.at()], &route.steps));
        let known = key.and_then(|key| self.memo.get(key));
        // What is bound to other routes needs its times, which are not remembered.
        let near_at = self.near_at(shift);
        let is_enough = |it: &Known| !it.is_draft || near_at.is_some();
        if let Some(known) = known.filter(|it| is_enough(it) && (!it.fits || !self.groups.any())) {
            self.traced_from = Some(known.start_at);
            return if known.fits { self.adopt(route, &known) } else { Fit::Not };
        }
        self.traced_from = None;
        let mut known = match near_at {
            Some(near_at) => {
                let (steps, pins) = (&route.steps, &self.pins);
                Known::of(&self.evaluator.evaluate_near(shift, steps, pins, near_at))
            }
            None => Known::of(&self.evaluator.evaluate(shift, &route.steps, &self.pins)),
        };
        known.is_draft = near_at.is_some();
        if let Some(key) = key {
            self.memo.put(key, known);
        }
        if !known.fits {
            return Fit::Not;
        }
        self.adopt(route, &known);
        if self.groups.any() {
            route.starts.clear();
            route.starts.extend_from_slice(self.evaluator.service_starts());
            route.ends.clear();
            route.ends.extend_from_slice(self.evaluator.departures());
            if !self.groups.holds(self.standing(), shift, route) {
                return Fit::Not;
            }
        }
        Fit::Fits
    }

    /// Notes when a route that was just found to fit does what.
    fn anchor(&mut self, shift: ShiftIdx, route: &mut RouteState) {
        if self.instance.plain || route.steps.is_empty() {
            return;
        }
        if let Some(start_at) = self.traced_from {
            let was_held = self.patience.hold(true);
            self.evaluator.retrace(shift, &route.steps, start_at);
            self.patience.hold(was_held);
        }
        let (problem, instance, steps) = (self.problem, &self.instance, &route.steps);
        let times = |at: usize| route::step_times(instance, shift, steps[at]);
        let timing = self.evaluator.timing();
        let soft_cost = |at: usize, instant: i64| match steps[at] {
            Step::Stop(_, option) => soft_cost(instance, option, instant),
            Step::Reload(_) => 0.0,
        };
        let soft_cost = instance.soft.then_some(soft_cost);
        anchors::set(&mut route.anchors, &problem.shifts[shift.at()], &timing, times, soft_cost);
    }

    /// When the schedule of a changed route is likely to start, while a round is under way.
    fn near_at(&self, shift: ShiftIdx) -> Option<i64> {
        let is_near = self.is_drafting && self.is_used(shift);
        is_near.then(|| anchors::start_of(&self.routes[shift.at()].anchors))
    }

    /// From now on routes that change are looked at from about where they start only, until they are confirmed.
    pub(crate) fn draft(&mut self) {
        self.is_drafting = !self.instance.plain;
    }

    /// Whether some changed route has only been drafted.
    pub(crate) fn is_drafted(&self) -> bool {
        self.changed.iter().any(|it| self.routes[it.at()].is_draft)
    }

    /// Has the routes that have changed looked at as carefully as ever; whether all of them fit.
    pub(crate) fn confirm(&mut self) -> bool {
        self.is_drafting = false;
        for slot in 0..self.changed.len() {
            let shift = self.changed[slot];
            if !self.routes[shift.at()].is_draft {
                continue;
            }
            let steps = std::mem::take(&mut self.routes[shift.at()].steps);
            self.confirmed.clone_from(&steps);
            self.routes[shift.at()].steps = steps;
            let steps = std::mem::take(&mut self.confirmed);
            let fit = self.replace(shift, &steps);
            self.confirmed = steps;
            // Where routes bind one another, a draft keeps the times that it was found with.
            if fit == Fit::Not && !self.groups.any() {
                return false;
            }
        }
        true
    }

    fn adopt(&self, route: &mut RouteState, known: &Known) -> Fit {
        route.is_draft = known.is_draft;
        route.distance_meters = known.distance_meters;
        route.duration_seconds = known.duration_seconds;
        route.driving_seconds = known.driving_seconds;
        let sums = [known.distance_meters, known.duration_seconds, known.lateness_seconds];
        route.money = known.cost;
        route.rest = self.instance.weights.sum(known.cost, sums);
        Fit::Fits
    }

    fn agrees(&mut self, shift: ShiftIdx, route: &RouteState) -> bool {
        let evaluation = self.evaluator.evaluate(shift, &route.steps, &[]);
        let sums = [evaluation.distance_meters, evaluation.duration_seconds, 0];
        let rest = self.instance.weights.sum(evaluation.cost, sums);
        evaluation.broken.is_none() && (rest - route.rest).abs() <= 1e-6 * rest.abs().max(1.0)
    }

    fn save(&mut self, shift: ShiftIdx) {
        if self.saved_at[shift.at()] != NOBODY {
            return;
        }
        let slot = self.changed.len();
        self.saved_at[shift.at()] = u32::try_from(slot).expect("fewer than 2^32 routes");
        self.changed.push(shift);
        if slot == self.saved.len() {
            self.saved.push(RouteState::default());
        }
        self.saved[slot].clone_from(&self.routes[shift.at()]);
    }

    pub(crate) fn visit_of(&self, step: Step) -> Option<VisitIdx> {
        match step {
            Step::Stop(stop, _) => Some(self.problem.stops[stop.at()].visit),
            Step::Reload(_) => None,
        }
    }

    /// Keeps track of who is where after a route has changed from `old` to `new`.
    fn count(&mut self, shift: ShiftIdx, old: &[Step], new: &[Step], figures: Figures) {
        for step in old {
            if let Some(visit) = self.visit_of(*step) {
                self.shift_of[visit.at()] = NOBODY;
            }
        }
        for (position, step) in (0_u32..).zip(new) {
            if let Step::Stop(stop, _) = step {
                self.shift_of[self.problem.stops[stop.at()].visit.at()] = shift.0;
                self.step_of[stop.at()] = position;
            }
        }
        let vehicle = self.problem.shifts[shift.at()].vehicle.at();
        match (old.is_empty(), new.is_empty()) {
            (true, false) => {
                let at = u32::try_from(self.used.len()).expect("shifts have 32-bit indexes");
                self.used_at[shift.at()] = at;
                self.used.push(shift);
                self.used_figures.push(figures);
                self.routes_of_vehicle[vehicle] += 1;
                self.vehicle_count += usize::from(self.routes_of_vehicle[vehicle] == 1);
            }
            (false, true) => {
                let at = std::mem::replace(&mut self.used_at[shift.at()], NOBODY);
                self.used.swap_remove(at as usize);
                self.used_figures.swap_remove(at as usize);
                if let Some(moved) = self.used.get(at as usize) {
                    self.used_at[moved.at()] = at;
                }
                self.routes_of_vehicle[vehicle] -= 1;
                self.vehicle_count -= usize::from(self.routes_of_vehicle[vehicle] == 0);
            }
            (false, false) => {
                self.used_figures[self.used_at[shift.at()] as usize] = figures;
            }
            (true, true) => {}
        }
    }

    /// Whether a shift has a route.
    #[inline]
    pub(crate) fn is_used(&self, shift: ShiftIdx) -> bool {
        self.used_at[shift.at()] != NOBODY
    }

    /// The step that makes a stop of a visit that is served.
    #[inline]
    pub(crate) fn step_of(&self, stop: StopIdx) -> usize {
        self.step_of[stop.at()] as usize
    }

    /// The visits whose stops come right before the first and right after the last stop of a visit that is served.
    pub(crate) fn beside(&self, visit: VisitIdx) -> Beside {
        let Some(shift) = self.shift_of(visit) else { return [None; 2] };
        let steps = &self.routes[shift.at()].steps;
        let stops = &self.problem.visits[visit.at()].stops;
        let first = self.step_of(StopIdx(stops.start));
        let last = self.step_of(StopIdx(stops.end - 1));
        let visit_at = |at: usize| steps.get(at).and_then(|it| self.visit_of(*it));
        [first.checked_sub(1).and_then(visit_at), visit_at(last + 1)]
    }

    /// Shifts whose routes are not as they were at the last call.
    pub(crate) fn take_news(&mut self, mut each: impl FnMut(ShiftIdx, &RouteState)) {
        for shift in self.news.drain(..) {
            self.is_news[shift.at()] = false;
            each(shift, &self.routes[shift.at()]);
        }
    }

    /// Makes what is now what `undo` goes back to.
    pub(crate) fn keep(&mut self) {
        for shift in self.changed.drain(..) {
            self.saved_at[shift.at()] = NOBODY;
            if !std::mem::replace(&mut self.is_news[shift.at()], true) {
                self.news.push(shift);
            }
        }
        self.absent_before.clone_from(&self.absent);
    }

    /// Moves changed routes to unused shifts of other classes where this costs less: insertion sizes a vehicle for the
    /// first visit it carries, not for the route that becomes of it.
    pub(crate) fn reassign(&mut self) {
        if self.instance.class_shifts.len() < 2 {
            return;
        }
        for slot in 0..self.changed.len() {
            if self.patience.is_over() {
                return;
            }
            let shift = self.changed[slot];
            let count = self.routes[shift.at()].steps.len();
            if count == 0 || self.holds_locked(shift) || self.frozen[shift.at()] > 0 {
                continue;
            }
            let mut best: Option<(f64, ShiftIdx)> = None;
            for class in 0..self.instance.class_shifts.len() {
                if self.instance.class[shift.at()].at() == class {
                    continue;
                }
                let row = &self.instance.class_shifts[class];
                let unused = row.iter().find(|it| !self.is_used(**it) && !self.is_closed(**it));
                let Some(unused) = unused.copied() else { continue };
                if !self.may_take(shift, unused) {
                    continue;
                }
                let steps = std::mem::take(&mut self.routes[shift.at()].steps);
                let rest = self.try_route(unused, &steps);
                self.routes[shift.at()].steps = steps;
                let limit = best.map_or(self.routes[shift.at()].rest, |it| it.0);
                if let Some(rest) = rest.filter(|it| *it < limit - 1e-9 * limit.abs()) {
                    best = Some((rest, unused));
                }
            }
            if let Some((_, unused)) = best {
                let steps = self.routes[shift.at()].steps.clone();
                let left = self.replace(shift, &[]);
                debug_assert_eq!(left, Fit::Fits, "nothing binds an unused shift");
                if self.replace(unused, &steps) == Fit::Not {
                    let back = self.hold(|plan| plan.replace(shift, &steps));
                    debug_assert_eq!(back, Fit::Fits, "it did fit before");
                }
            }
        }
    }

    fn holds_locked(&self, shift: ShiftIdx) -> bool {
        let visits = self.routes[shift.at()].steps.iter().filter_map(|it| self.visit_of(*it));
        visits.into_iter().any(|it| self.locks.bound_to(it).is_some())
    }

    /// Whether the visits of one shift's route may be made by another one, reloads apart.
    fn may_take(&self, from: ShiftIdx, to: ShiftIdx) -> bool {
        let class = self.instance.class[to.at()];
        !self.groups.any()
            && self.routes[from.at()].steps.iter().all(|step| {
                self.visit_of(*step).is_some_and(|visit| self.compatible.allows(visit, class))
            })
    }

    pub(crate) fn undo(&mut self) {
        self.is_drafting = false;
        for slot in (0..self.changed.len()).rev() {
            let shift = self.changed[slot];
            self.saved_at[shift.at()] = NOBODY;
            std::mem::swap(&mut self.routes[shift.at()], &mut self.saved[slot]);
        }
        // First all that leave, then all that come back: a visit may have moved between two routes.
        for slot in 0..self.changed.len() {
            let (shift, now) = (self.changed[slot], std::mem::take(&mut self.saved[slot]));
            self.count(shift, &now.steps, &[], Figures::of(&now));
            self.saved[slot] = now;
        }
        for slot in 0..self.changed.len() {
            let shift = self.changed[slot];
            let before = std::mem::take(&mut self.routes[shift.at()]);
            self.count(shift, &[], &before.steps, Figures::of(&before));
            self.routes[shift.at()] = before;
        }
        self.changed.clear();
        self.absent.clone_from(&self.absent_before);
    }

    /// Takes visits out of their routes. Locked ones stay, and so do those of a route that does not fit without them.
    pub(crate) fn remove(&mut self, leaving: &[VisitIdx]) {
        let mut shifts = std::mem::take(&mut self.leaving_shifts);
        let mut steps = std::mem::take(&mut self.leaving_steps);
        shifts.clear();
        for visit in leaving {
            if let Some(shift) = self.shift_of(*visit)
                && !self.locked[visit.at()]
            {
                self.gone[visit.at()] = true;
                if !shifts.contains(&shift) {
                    shifts.push(shift);
                }
            }
        }
        for shift in &shifts {
            steps.clear();
            let stays =
                |step: &Step| self.visit_of(*step).is_none_or(|visit| !self.gone[visit.at()]);
            steps.extend(self.routes[shift.at()].steps.iter().copied().filter(stays));
            drop_idle_reloads(&mut steps);
            // Whether it fits shows in who is still there.
            let _ = self.replace(*shift, &steps);
        }
        for visit in leaving {
            if self.gone[visit.at()] {
                self.gone[visit.at()] = false;
                if self.shift_of(*visit).is_none() {
                    self.absent.push(*visit);
                }
            }
        }
        self.leaving_shifts = shifts;
        self.leaving_steps = steps;
    }
}

/// Reloads that nothing follows or that follow a reload or the start without a stop between do nothing.
pub(crate) fn drop_idle_reloads(steps: &mut Vec<Step>) {
    let mut stop_since = false;
    steps.retain(|step| {
        let keeps = matches!(step, Step::Stop(..)) || stop_since;
        stop_since = matches!(step, Step::Stop(..));
        keeps
    });
    while matches!(steps.last(), Some(Step::Reload(_))) {
        steps.pop();
    }
}

/// Meters from the first start or end place there is; 0 without one.
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
            route.label_unused(instance, shift);
            route
        })
        .collect()
}
