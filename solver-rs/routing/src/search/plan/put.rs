//! Assigning routes to shifts, and taking them back, if only to see what other routes cost beside them.

use super::route::RouteState;
use super::{Plan, RouteCost};
use crate::problem::ShiftIdx;

impl Plan<'_> {
    /// Prepares a route that was just found to fit, and is about to be assigned for good.
    pub(super) fn anchor_and_save(&mut self, shift: ShiftIdx, route: &mut RouteState) {
        self.anchor(shift, route);
        self.save(shift);
    }

    /// Takes back what `put` has assigned, from the previous routes in the order of its calls.
    pub(super) fn put_back(&mut self, before: Vec<(ShiftIdx, RouteState)>) {
        for (shift, route) in before.into_iter().rev() {
            let _ = self.put(shift, route);
        }
    }

    /// Assigns a route to a shift and returns the previous one.
    pub(super) fn put(&mut self, shift: ShiftIdx, route: RouteState) -> RouteState {
        let (steps, cost) = (route.steps.clone(), RouteCost::of(&route));
        let old = std::mem::replace(&mut self.routes[shift.at()], route);
        self.update_room(shift);
        self.count(shift, &old.steps, &steps, cost);
        old
    }
}
