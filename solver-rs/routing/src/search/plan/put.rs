//! Assigning routes to shifts, and taking them back, if only to see what other routes cost beside them.

use super::route::RouteState;
use super::{Plan, RouteCost};
use crate::problem::ShiftIdx;

/// Routes that are assigned together.
#[derive(Default)]
pub(super) struct Changes {
    /// The increase of their sum of `rest`.
    pub(super) delta: f64,
    /// Their previous states, in the order of assignment.
    before: Vec<(ShiftIdx, RouteState)>,
}

impl Plan<'_> {
    /// Prepares a route that was just found to fit, and is about to be assigned for good.
    pub(super) fn anchor_and_save(&mut self, shift: ShiftIdx, route: &mut RouteState) {
        self.anchor(shift, route);
        self.save(shift);
    }

    /// Assigns a route to a shift, which can be taken back.
    pub(super) fn change(&mut self, changes: &mut Changes, shift: ShiftIdx, route: RouteState) {
        changes.delta += route.rest - self.routes[shift.at()].rest;
        let before = self.put(shift, route);
        changes.before.push((shift, before));
    }

    /// Takes back all changes.
    pub(super) fn take_back(&mut self, changes: Changes) {
        for (shift, route) in changes.before.into_iter().rev() {
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
