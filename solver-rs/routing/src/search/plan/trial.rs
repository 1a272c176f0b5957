//! Trial routes: their evaluation, from the memo if it is known, and drafts that are evaluated carefully later.

use super::groups::confine;
use super::memo::{Key, Known};
use super::route::{Fit, RouteState};
use super::{Plan, anchors, margins, score};
use crate::evaluate::{Effort, Pin, Step, soft_cost};
use crate::problem::{ShiftIdx, TIME_MIN, Window};
use crate::rules::time_windows;

/// How often visits of a route are held back: each time may delay others.
const SPREADS_MAX: usize = 4;
/// The same, starting from the earliest times.
const RAISES_MAX: usize = 16;

impl Plan<'_> {
    /// Returns the `rest` that the route would have with these steps; `None` if they do not fit.
    pub(crate) fn try_route(&mut self, shift: ShiftIdx, steps: &[Step]) -> Option<f64> {
        let mut trial = std::mem::take(&mut self.trial);
        trial.steps.clear();
        trial.steps.extend_from_slice(steps);
        let fit = self.settle(shift, &mut trial);
        if fit == Fit::Fits && self.groups.roams(self.problem, shift) {
            self.tried = None;
            return self.try_with_followers(shift, trial);
        }
        let rest = trial.rest;
        self.trial = trial;
        self.tried = (fit == Fit::Fits).then_some((shift, self.evaluator.serial()));
        (fit == Fit::Fits).then_some(rest)
    }

    /// Returns the same, and the work of the route as the objective balances it; `None` for the work if the vehicle
    /// stays where the route ends, so that its later routes may change, too.
    pub(crate) fn try_work(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
    ) -> Option<(f64, Option<f64>)> {
        let rest = self.try_route(shift, steps)?;
        let is_alone = self.tried.is_some();
        Some((rest, is_alone.then(|| score::measure_of(self.problem, &self.trial))))
    }

    /// Calls `look` with the route that a shift would have with these steps; `None` if they do not fit.
    pub(crate) fn look_at<Found>(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
        look: impl FnOnce(&Self, &RouteState) -> Found,
    ) -> Option<Found> {
        self.tried = None;
        let mut trial = std::mem::take(&mut self.trial);
        trial.steps.clear();
        trial.steps.extend_from_slice(steps);
        let fit = self.settle(shift, &mut trial);
        if fit == Fit::Fits {
            self.anchor(shift, &mut trial);
        }
        let found = (fit == Fit::Fits).then(|| look(self, &trial));
        self.trial = trial;
        found
    }

    /// Computes margins and the exact summary of a route whose steps have changed.
    pub(super) fn settle(&mut self, shift: ShiftIdx, route: &mut RouteState) -> Fit {
        if self.measure_trial(shift, route) == Fit::Not {
            return Fit::Not;
        }
        if route.steps.is_empty() {
            return Fit::Fits;
        }
        if self.instance.plain {
            debug_assert!(self.agrees(shift, route), "margins and evaluator differ");
            return Fit::Fits;
        }
        let mut pins = std::mem::take(&mut self.pins);
        pins.clear();
        let pinned =
            self.groups.pins(&self.instance, self.standing(), shift, &route.steps, &mut pins);
        self.pins = pins;
        if !pinned {
            return Fit::Not;
        }
        let is_whole = |it: &&Pin| it.step == Pin::ROUTE;
        match self.pins.iter().filter(is_whole).count() {
            0 | 1 => self.evaluate(shift, route),
            count => self.evaluate_best(shift, route, count),
        }
    }

    /// Does the same if the whole route may lie in one of several times, and chooses the cheapest.
    fn evaluate_best(&mut self, shift: ShiftIdx, route: &mut RouteState, count: usize) -> Fit {
        let all = std::mem::take(&mut self.pins);
        let mut best: Option<(f64, usize)> = None;
        for choice in 0..count {
            self.pin_one(&all, choice);
            let fit = self.evaluate(shift, route);
            if fit == Fit::Fits && best.is_none_or(|it| route.rest < it.0) {
                best = Some((route.rest, choice));
            }
        }
        let Some((_, choice)) = best else { return Fit::Not };
        // Times are read from the last evaluation.
        self.pin_one(&all, choice);
        self.evaluate(shift, route)
    }

    /// Computes what does not depend on times; returns whether the route fits as far as that tells.
    pub(super) fn measure_trial(&mut self, shift: ShiftIdx, route: &mut RouteState) -> Fit {
        self.next_version += 1;
        route.version = self.next_version;
        route.from = self.groups.overnight(self.standing(), shift);
        self.patience.spend(route.steps.len() / 10);
        if route.steps.is_empty() {
            route.measure_unused(&self.instance, shift);
            return Fit::Fits;
        }
        if !self.locks.keeps_sequence(&route.steps) {
            return Fit::Not;
        }
        route.measure(&self.instance, shift)
    }

    /// Selects all bounds of steps, and one of those of the whole route.
    fn pin_one(&mut self, all: &[Pin], choice: usize) {
        let mut whole = 0..;
        let is_its = |it: &&Pin| it.step != Pin::ROUTE || whole.next() == Some(choice);
        self.pins.clear();
        self.pins.extend(all.iter().filter(is_its));
    }

    /// Computes the exact summary of a route subject to `pins`, and returns whether it keeps everything that depends on
    /// it.
    pub(super) fn evaluate(&mut self, shift: ShiftIdx, route: &mut RouteState) -> Fit {
        let fit = self.evaluate_pinned(shift, route);
        if fit == Fit::Not || !self.groups.any() || self.holds(shift, route) {
            return fit;
        }
        self.traced_from = None;
        let pins = self.pins.clone();
        let mut days = Vec::new();
        let split = self.groups.split_steps(self.standing(), shift, route, &mut days);
        let mut fit = self.evaluate_spread(shift, route);
        if fit == Fit::Not {
            self.pins.clone_from(&pins);
            fit = self.evaluate_raised(shift, route);
        }
        if fit == Fit::Not && !split.is_empty() {
            self.pins.clone_from(&pins);
            fit = self.evaluate_on_one_day(shift, route, &split, &days);
        }
        self.pins = pins;
        fit
    }

    /// Evaluates a route subject to `pins`, unless the memo knows the result, but does not ask whether it keeps what
    /// connects it to others.
    pub(super) fn evaluate_pinned(&mut self, shift: ShiftIdx, route: &mut RouteState) -> Fit {
        let class = self.instance.class[shift.at()];
        let key = Key::new(class, &route.steps, &self.pins);
        let near_at = self.near_at(shift);
        let known = key.and_then(|key| self.recall(key, near_at.is_some(), route));
        known.unwrap_or_else(|| self.evaluate_anew(key, shift, near_at, route))
    }

    /// Takes over what the memo knows of a route, with its times if other routes depend on them; `None` if that is not
    /// enough. What was evaluated near another start is enough if only schedules near one are asked for.
    fn recall(&mut self, key: Key, is_near: bool, route: &mut RouteState) -> Option<Fit> {
        let known = self.memo.get(key).filter(|it| !it.is_draft || is_near)?;
        if !known.fits {
            return Some(Fit::Not);
        }
        if self.groups.any() && !self.memo.get_times(key, known.start_at, route) {
            return None;
        }
        self.traced_from = Some(known.start_at);
        Some(self.adopt(route, &known))
    }

    /// Evaluates a route, only near a start if there is one, and stores what it finds.
    fn evaluate_anew(
        &mut self,
        key: Option<Key>,
        shift: ShiftIdx,
        near_at: Option<i64>,
        route: &mut RouteState,
    ) -> Fit {
        self.traced_from = None;
        let (evaluator, pins) = (&mut self.evaluator, &self.pins);
        let known = match near_at {
            Some(near_at) => {
                let evaluation = evaluator.evaluate_near(shift, &route.steps, pins, near_at);
                Known { is_draft: true, ..Known::of(&evaluation) }
            }
            None => Known::of(&evaluator.evaluate(shift, &route.steps, pins)),
        };
        if let Some(key) = key {
            self.memo.put(key, known);
        }
        if !known.fits {
            return Fit::Not;
        }
        if self.groups.any() {
            self.note_times(route);
            if let Some(key) = key {
                self.memo.put_times(key, known.start_at, route);
            }
        }
        self.adopt(route, &known)
    }

    /// Does the same with some steps all on the same day, whichever is cheapest.
    fn evaluate_on_one_day(
        &mut self,
        shift: ShiftIdx,
        route: &mut RouteState,
        steps: &[u32],
        days: &[Window],
    ) -> Fit {
        let pins = self.pins.clone();
        let mut best: Option<(f64, Window)> = None;
        for day in days {
            self.pins.clone_from(&pins);
            let fit = self.evaluate_on(*day, shift, route, steps);
            if fit == Fit::Fits && best.is_none_or(|it| route.rest < it.0) {
                best = Some((route.rest, *day));
            }
        }
        let Some((_, day)) = best else { return Fit::Not };
        // Times are read from the last evaluation.
        self.pins.clone_from(&pins);
        self.evaluate_on(day, shift, route, steps)
    }

    fn evaluate_on(
        &mut self,
        day: Window,
        shift: ShiftIdx,
        route: &mut RouteState,
        steps: &[u32],
    ) -> Fit {
        if !steps.iter().all(|it| confine(&mut self.pins, *it, day)) {
            return Fit::Not;
        }
        let known = Known::of(&self.evaluator.evaluate(shift, &route.steps, &self.pins));
        if !known.fits {
            return Fit::Not;
        }
        match self.adopt_timed(shift, route, &known) {
            Fit::Fits => Fit::Fits,
            Fit::Not => self.evaluate_spread(shift, route),
        }
    }

    /// Takes over an evaluation that fits, with its times; returns whether the route keeps what connects it to others.
    fn adopt_timed(&self, shift: ShiftIdx, route: &mut RouteState, known: &Known) -> Fit {
        self.adopt(route, known);
        self.note_times(route);
        if self.holds(shift, route) { Fit::Fits } else { Fit::Not }
    }

    /// Returns whether a route, with its times, keeps what connects it to others.
    fn holds(&self, shift: ShiftIdx, route: &RouteState) -> bool {
        self.groups.holds(self.standing(), shift, route, !self.is_settling)
    }

    pub(super) fn note_times(&self, route: &mut RouteState) {
        route.starts.clear();
        route.starts.extend_from_slice(self.evaluator.service_starts());
        route.ends.clear();
        route.ends.extend_from_slice(self.evaluator.departures());
        route.docked.clear();
        route.docked.extend_from_slice(self.evaluator.docked());
        route.days.clear();
        route.days.extend_from_slice(self.evaluator.days());
    }

    /// Does the same with visits held back for the gaps between them, which the evaluator does not know.
    fn evaluate_spread(&mut self, shift: ShiftIdx, route: &mut RouteState) -> Fit {
        let unspread = self.pins.clone();
        for _ in 0..SPREADS_MAX {
            let mut pins = std::mem::take(&mut self.pins);
            let is_held = self.groups.spread(self.standing(), shift, route, &mut pins);
            self.pins = pins;
            if !is_held {
                return Fit::Not;
            }
            let evaluation = self.evaluator.evaluate(shift, &route.steps, &self.pins);
            if let Some((time_windows::CODE, seconds)) = evaluation.broken
                && seconds > 0
            {
                // Held back, they are too late for a later window by `seconds`; that much earlier they are not.
                self.pins.clone_from(&unspread);
                route.starts.iter_mut().chain(&mut route.ends).for_each(|at| *at -= seconds);
                continue;
            }
            let known = Known::of(&evaluation);
            if !known.fits {
                return Fit::Not;
            }
            if self.adopt_timed(shift, route, &known) == Fit::Fits {
                return Fit::Fits;
            }
        }
        Fit::Not
    }

    /// Does the same with visits before a gap at the earliest times that keep all gaps. Such times may exist even if
    /// the cheapest ones leave no room for the waiting and rests that gaps require.
    fn evaluate_raised(&mut self, shift: ShiftIdx, route: &mut RouteState) -> Fit {
        let mut pins = std::mem::take(&mut self.pins);
        let is_raised = self.raise(shift, route, &mut pins);
        self.pins = pins;
        if !is_raised {
            return Fit::Not;
        }
        let known = Known::of(&self.evaluator.evaluate(shift, &route.steps, &self.pins));
        if !known.fits {
            return Fit::Not;
        }
        self.adopt_timed(shift, route, &known)
    }

    /// Adds lower bounds for the gaps of a route, from its earliest times on; returns false if these break another
    /// rule.
    fn raise(&mut self, shift: ShiftIdx, route: &mut RouteState, pins: &mut Vec<Pin>) -> bool {
        // Steps whose current times keep no gap should not be as late again.
        let mut held = Vec::new();
        self.groups.raise(self.standing(), shift, route, &mut pins.clone(), &mut held);
        for _ in 0..RAISES_MAX {
            if !self.evaluator.earliest(shift, &route.steps, pins) {
                return false;
            }
            self.note_times(route);
            if self.groups.raise(self.standing(), shift, route, pins, &mut held) {
                continue;
            }
            for step in held {
                let until = Window { start_at: TIME_MIN, end_at: route.starts[step as usize] };
                match pins.iter_mut().find(|it| it.step == step) {
                    Some(pin) => _ = pin.narrow(until),
                    None => pins.push(Pin::step(step, until)),
                }
            }
            return true;
        }
        false
    }

    /// Sets the anchors of a route that was just found to fit.
    pub(super) fn anchor(&mut self, shift: ShiftIdx, route: &mut RouteState) {
        if self.instance.plain || route.steps.is_empty() {
            return;
        }
        if let Some(start_at) = self.traced_from {
            self.retrace(shift, route, start_at);
        }
        let (problem, instance, steps) = (self.problem, &self.instance, &route.steps);
        let times = |at: usize| margins::step_times(instance, shift, steps[at]);
        let timing = self.evaluator.timing();
        let soft_cost = |at: usize, instant: i64| match steps[at] {
            Step::Stop(stop, option) => soft_cost(instance, stop, option, instant),
            Step::Reload(_) => 0.0,
        };
        let soft_cost = instance.soft.then_some(soft_cost);
        anchors::set(&mut route.anchors, &problem.shifts[shift.at()], &timing, times, soft_cost);
    }

    /// Walks a known route from its start again, so that the evaluator has its times. If other routes depend on these,
    /// the walk must find the stored ones. Those of a draft come from the quick effort. A careful evaluation keeps the
    /// better of two timelines, that of the search's effort and the quick one, so that both are tried.
    fn retrace(&mut self, shift: ShiftIdx, route: &RouteState, start_at: i64) {
        let was_set = self.patience.never_give_up(true);
        let efforts = match self.groups.any() {
            true if route.is_draft => [Some(Effort::Quick), None],
            true => [None, Some(Effort::Quick)],
            false => [None; 2],
        };
        let is_found = efforts.into_iter().any(|effort| {
            self.evaluator.retrace(shift, &route.steps, &self.pins, start_at, effort);
            !self.groups.any() || self.evaluator.service_starts() == route.starts
        });
        self.patience.never_give_up(was_set);
        debug_assert!(is_found, "a walk from the same start has the same times");
    }

    /// Returns the likely start of a changed route's schedule during an iteration.
    fn near_at(&self, shift: ShiftIdx) -> Option<i64> {
        let is_near = self.is_drafting && self.is_used(shift);
        is_near.then(|| anchors::start_of(&self.routes[shift.at()].anchors))
    }

    /// Starts drafting: changed routes are evaluated only near their previous start, until they are confirmed.
    pub(crate) fn draft(&mut self) {
        self.is_drafting = !self.instance.plain;
    }

    /// Returns whether some changed route is a draft.
    pub(crate) fn is_drafted(&self) -> bool {
        self.changed.iter().any(|it| self.routes[it.at()].is_draft)
    }

    /// Evaluates drafted routes carefully; returns whether all of them fit.
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
            // If routes depend on one another, a draft keeps the times with which it was found.
            if fit == Fit::Not && !self.groups.any() {
                return false;
            }
        }
        true
    }

    pub(super) fn adopt(&self, route: &mut RouteState, known: &Known) -> Fit {
        route.is_draft = known.is_draft;
        route.distance_meters = known.distance_meters;
        route.start_at = known.start_at;
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
}
