//! Restoring the plan before an iteration, and recording changes since the best one.

use super::route::RouteState;
use super::{Plan, RouteCost};
use crate::problem::ShiftIdx;
use crate::rules::standing::NOBODY;

impl Plan<'_> {
    pub(super) fn save(&mut self, shift: ShiftIdx) {
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

    /// Restores a route including its times, which the evaluator might not find again without the other routes.
    pub(crate) fn restore(&mut self, shift: ShiftIdx, state: &RouteState) {
        self.save(shift);
        let old = std::mem::replace(&mut self.routes[shift.at()], state.clone());
        self.update_room(shift);
        self.count(shift, &old.steps, &state.steps, RouteCost::of(state));
    }

    /// Calls `each` for the shifts whose routes have changed since the last call.
    pub(crate) fn take_news(&mut self, mut each: impl FnMut(ShiftIdx, &RouteState)) {
        for shift in self.changed_since_best.drain(..) {
            self.is_changed_since_best[shift.at()] = false;
            each(shift, &self.routes[shift.at()]);
        }
    }

    /// Shifts whose routes have changed since the last `keep`.
    pub(crate) fn changed(&self) -> &[ShiftIdx] {
        &self.changed
    }

    /// Makes the current plan the one that `undo` restores.
    pub(crate) fn keep(&mut self) {
        for shift in self.changed.drain(..) {
            self.saved_at[shift.at()] = NOBODY;
            if !std::mem::replace(&mut self.is_changed_since_best[shift.at()], true) {
                self.changed_since_best.push(shift);
            }
        }
        self.absent_before.clone_from(&self.absent);
    }

    pub(crate) fn undo(&mut self) {
        self.is_drafting = false;
        self.tried = None;
        for slot in (0..self.changed.len()).rev() {
            let shift = self.changed[slot];
            self.saved_at[shift.at()] = NOBODY;
            std::mem::swap(&mut self.routes[shift.at()], &mut self.saved[slot]);
            self.update_room(shift);
        }
        // First remove all visits, then add all: a visit may have moved between two routes.
        for slot in 0..self.changed.len() {
            let (shift, now) = (self.changed[slot], std::mem::take(&mut self.saved[slot]));
            self.count(shift, &now.steps, &[], RouteCost::of(&now));
            self.saved[slot] = now;
        }
        for slot in 0..self.changed.len() {
            let shift = self.changed[slot];
            let before = std::mem::take(&mut self.routes[shift.at()]);
            self.count(shift, &[], &before.steps, RouteCost::of(&before));
            self.routes[shift.at()] = before;
        }
        self.changed.clear();
        self.absent.clone_from(&self.absent_before);
    }
}
