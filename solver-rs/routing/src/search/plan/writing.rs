//! Writing out routes that stand; times that other routes depend on are kept.

use super::Plan;
use super::docking::Docking;
use super::route::{Fit, RouteState};
use crate::evaluate::{Effort, Pin};
use crate::problem::{ShiftIdx, TIME_MAX, Window};
use crate::rules::days;
use crate::rules::standing::RouteTimes;
use crate::solution::{Route, StopRole, TimedStop};

fn lies_within(route: &Route, period: Window) -> bool {
    let starts_at = route.stops.first().map_or(period.start_at, |it| it.arrival_at);
    period.start_at <= starts_at && starts_at + route.summary.duration_seconds <= period.end_at
}

/// Returns when each step of a route starts.
fn starts_of(route: &Route) -> impl Iterator<Item = i64> {
    let is_step =
        |it: &&TimedStop| matches!(it.role, StopRole::Order { .. } | StopRole::Reload { .. });
    route.stops.iter().filter(is_step).map(|it| it.departure_at - it.service_seconds)
}

impl Plan<'_> {
    /// Returns the bounds that other routes impose on the times of this one.
    fn pins_of(&self, shift: ShiftIdx) -> Vec<Pin> {
        let mut pins = Vec::new();
        let (groups, steps) = (&self.groups, &self.routes[shift.at()].steps);
        let open = groups.pins(&self.instance, self.standing(), shift, steps, &mut pins);
        debug_assert!(open, "a route that stands keeps what binds it");
        pins
    }

    /// Returns the period in which a route that stands has to lie, because its vehicle rests before and after it: from
    /// its present start until the vehicle's next route leaves too little time.
    fn period_of(&self, shift: ShiftIdx) -> Window {
        if !self.groups.rests(self.problem, shift) {
            return Window::ALWAYS;
        }
        let (start_at, end_at) = self.routes[shift.at()].span();
        let pins = self.pins_of(shift);
        let is_its = |it: &&Pin| {
            it.step == Pin::ROUTE && it.not_before_at <= start_at && end_at <= it.not_after_at
        };
        let until_at = pins.iter().find(is_its).map_or(TIME_MAX, |it| it.not_after_at);
        Window { start_at, end_at: until_at }
    }

    /// Returns the route of a shift, written out. Times that other routes depend on are kept. Even if time is over, the
    /// route costs no more than the search has found.
    pub(crate) fn written(&mut self, shift: ShiftIdx) -> Route {
        if !self.groups.any() {
            return self.scheduled(shift, &[]);
        }
        let period = self.period_of(shift);
        let mut exact = Vec::new();
        // Breaks may move before the first step or after the last one, so that the vehicle rests too little. Bounds
        // prevent that, but that of the end also cuts off slack.
        let without_end = Window { end_at: TIME_MAX, ..period };
        for within in [Window::ALWAYS, without_end, period] {
            exact.clear();
            self.pin_exactly(shift, &self.routes[shift.at()], within, &mut exact);
            let route = self.scheduled(shift, &exact);
            if route.violations.is_empty() && lies_within(&route, period) {
                return route;
            }
            if period == Window::ALWAYS {
                break;
            }
        }
        let pins = self.pins_of(shift);
        let state = &self.routes[shift.at()];
        for bounds in [&pins, &exact] {
            for effort in [Effort::Quick, Effort::Full] {
                let evaluator = &mut self.evaluator;
                let found =
                    evaluator.schedule_from(shift, &state.steps, bounds, state.start_at, effort);
                if let Some(found) =
                    found.filter(|it| starts_of(it).eq(state.starts.iter().copied()))
                {
                    return found;
                }
            }
        }
        self.scheduled(shift, &pins)
    }

    fn scheduled(&mut self, shift: ShiftIdx, pins: &[Pin]) -> Route {
        let state = &self.routes[shift.at()];
        let start_at = if self.instance.plain {
            // Labels give the cost but not the start.
            self.evaluator.evaluate(shift, &state.steps, pins).start_at
        } else {
            state.start_at
        };
        self.evaluator.schedule_as_known(shift, &state.steps, pins, start_at)
    }

    /// Pins everything that other routes depend on to its current time, and the route to a period.
    fn pin_exactly(
        &self,
        shift: ShiftIdx,
        state: &RouteState,
        within: Window,
        pins: &mut Vec<Pin>,
    ) {
        let rests = self.groups.rests(self.problem, shift);
        let from = self.groups.overnight(self.standing(), shift);
        let vehicle = &self.problem.vehicles[self.problem.shifts[shift.at()].vehicle.at()];
        let allowance = days::used_by(vehicle, &state.days);
        if from.is_some() || allowance.is_some() || within != Window::ALWAYS {
            pins.push(Pin { allowance, ..Pin::route(within, from) });
        }
        for ((step, starts_at), position) in state.steps.iter().zip(&state.starts).zip(0_u32..) {
            // If a vehicle rests before and after the route, only the ends of the route are fixed by that.
            let is_end = position == 0 || position as usize + 1 == state.steps.len();
            let is_bound = self.visit_of(*step).is_some_and(|visit| self.groups.binds(visit));
            let is_docked =
                self.groups.docking().is_some() && Docking::takes(&self.instance, shift, *step);
            if is_bound || is_docked || (rests && is_end) {
                pins.push(Pin::exactly(position, *starts_at));
            }
        }
        if let Some(docking) = self.groups.docking() {
            docking.pin_ends_exactly(&self.instance, self.standing(), shift, state, pins);
        }
    }

    /// Computes the exact summary of a route that has times but no summary; `Not` if these times break a rule.
    pub(crate) fn settle_as_given(&mut self, shift: ShiftIdx) -> Fit {
        let mut route = self.routes[shift.at()].clone();
        let mut pins = std::mem::take(&mut self.pins);
        pins.clear();
        self.pin_exactly(shift, &route, Window::ALWAYS, &mut pins);
        self.pins = pins;
        self.is_settling = true;
        let fit = self.evaluate(shift, &mut route);
        self.is_settling = false;
        if fit == Fit::Fits {
            self.anchor(shift, &mut route);
            self.restore(shift, &route);
        }
        fit
    }
}
