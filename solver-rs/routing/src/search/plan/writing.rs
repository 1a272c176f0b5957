//! Writing out routes that stand; times that other routes depend on are kept.

use super::Plan;
use super::docking::Docking;
use super::route::{Fit, RouteState};
use crate::evaluate::{Effort, Pin};
use crate::problem::{ShiftIdx, TIME_MAX, TIME_MIN, Window};
use crate::rules::days;
use crate::solution::{Route, StopRole, TimedStop};

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

    /// Returns the route of a shift, written out. Times that other routes depend on are kept. Even if time is over, the
    /// route costs no more than the search has found.
    pub(crate) fn written(&mut self, shift: ShiftIdx) -> Route {
        let state = &self.routes[shift.at()];
        if !self.groups.any() {
            return self.scheduled(shift, &[]);
        }
        let mut exact = Vec::new();
        self.pin_exactly(shift, state, &mut exact);
        let route = self.scheduled(shift, &exact);
        if route.violations.is_empty() {
            return route;
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

    /// Pins everything that other routes depend on to its current time.
    fn pin_exactly(&self, shift: ShiftIdx, state: &RouteState, pins: &mut Vec<Pin>) {
        let rests = self.groups.rests(self.problem, shift);
        let always = Window { start_at: TIME_MIN, end_at: TIME_MAX };
        let from = self.groups.overnight(self.standing(), shift);
        let vehicle = &self.problem.vehicles[self.problem.shifts[shift.at()].vehicle.at()];
        let allowance = days::used_by(vehicle, &state.days);
        if from.is_some() || allowance.is_some() {
            pins.push(Pin { allowance, ..Pin::route(always, from) });
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
        self.pin_exactly(shift, &route, &mut pins);
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
