//! Routes that stand, written out: what others rely on keeps its times.

use super::Plan;
use super::route::{Fit, RouteState};
use crate::evaluate::Pin;
use crate::problem::ShiftIdx;
use crate::solution::Route;

impl Plan<'_> {
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
        self.pin_exactly(shift, state, &mut exact);
        let route = self.evaluator.schedule(shift, &state.steps, &exact);
        if route.violations.is_empty() {
            return route;
        }
        let pins = self.pins_of(shift);
        self.evaluator.schedule(shift, &self.routes[shift.at()].steps, &pins)
    }

    /// Holds what others rely on to the times that the route has.
    fn pin_exactly(&self, shift: ShiftIdx, state: &RouteState, pins: &mut Vec<Pin>) {
        let rests = self.groups.rests(self.problem, shift);
        for ((step, starts_at), position) in state.steps.iter().zip(&state.starts).zip(0_u32..) {
            // Between its ends, a route whose vehicle rests before and after it may be what it likes.
            let is_end = position == 0 || position as usize + 1 == state.steps.len();
            let is_bound = self.visit_of(*step).is_some_and(|visit| self.groups.binds(visit));
            if is_bound || (rests && is_end) {
                let (not_before_at, not_after_at) = (*starts_at, *starts_at);
                pins.push(Pin { step: position, not_before_at, not_after_at });
            }
        }
    }

    /// The exact summary of a route that stands with times and without summary; `Not`: with them it breaks a rule.
    pub(crate) fn settle_as_given(&mut self, shift: ShiftIdx) -> Fit {
        let mut route = self.routes[shift.at()].clone();
        let mut pins = std::mem::take(&mut self.pins);
        pins.clear();
        self.pin_exactly(shift, &route, &mut pins);
        self.pins = pins;
        let fit = self.evaluate(shift, &mut route);
        if fit == Fit::Fits {
            self.anchor(shift, &mut route);
            self.restore(shift, &route);
        }
        fit
    }
}
