//! Vehicles that stay at their last stop: a change of a route may change where the next one begins.
//!
//! ```text
//! shift      Monday        Tuesday (unused)      Wednesday          a change of Monday's end affects Wednesday's
//! route      d ── a ── b   begins at b           b ── c ── d        route, whose end is fixed: it goes no further
//! ```
//!
//! Either all of them fit, or nothing changes. The assumption that an unused shift affects no other does not hold here:
//! a vehicle that begins at home is farther from the next day's stops.

use super::Plan;
use super::put::Changes;
use super::route::{Fit, RouteState};
use crate::problem::ShiftIdx;
use crate::rules::standing::NOBODY;

impl Plan<'_> {
    /// Assigns `trial`, which fits, to the shift if the routes after it fit too; otherwise restores all of them.
    pub(super) fn replace_with_followers(&mut self, shift: ShiftIdx, mut trial: RouteState) -> Fit {
        self.anchor(shift, &mut trial);
        self.save(shift);
        let places = self.places_of(&trial);
        let old = self.put(shift, trial);
        let fit = match self.follow(shift, Self::anchor_and_save) {
            Some(_) => {
                self.trial = old;
                return Fit::Fits;
            }
            None => Fit::Not,
        };
        self.trial = self.put(shift, old);
        self.put_places(&places);
        fit
    }

    /// Returns the `rest` that the route would have, including the changes of later routes.
    pub(super) fn try_with_followers(&mut self, shift: ShiftIdx, trial: RouteState) -> Option<f64> {
        let rest = trial.rest;
        let places = self.places_of(&trial);
        let old = self.put(shift, trial);
        let followers = self.follow(shift, |_, _, _| ());
        let delta = followers.map(|it| {
            let delta = it.delta;
            self.take_back(it);
            delta
        });
        self.trial = self.put(shift, old);
        self.put_places(&places);
        delta.map(|it| rest + it)
    }

    /// Returns the shifts with a route, in an order in which they can be emptied.
    pub(crate) fn used_last_first(&self) -> Vec<ShiftIdx> {
        let mut used = self.used.clone();
        if self.groups.any_roams() {
            used.sort_unstable_by(|a, b| b.cmp(a));
        }
        used
    }

    /// Returns the next route of a vehicle that may stay: the one whose start depends on where this shift's route ends.
    pub(crate) fn next_of_stay(&self, shift: ShiftIdx) -> Option<ShiftIdx> {
        if !self.groups.roams(self.problem, shift) {
            return None;
        }
        let end = self.problem.vehicles[self.problem.shifts[shift.at()].vehicle.at()].shifts.end;
        (shift.0 + 1..end).map(ShiftIdx).find(|it| self.is_used(*it))
    }

    /// Removes the routes of these shifts, which must be in an order in which they can be emptied.
    pub(crate) fn empty(&mut self, shifts: impl IntoIterator<Item = ShiftIdx>) {
        for shift in shifts {
            let fit = self.replace(shift, &[]);
            debug_assert_eq!(fit, Fit::Fits, "nothing binds an unused shift");
        }
    }

    /// Updates where unused shifts begin, after routes were set without their followers.
    pub(crate) fn refresh_unused(&mut self) {
        if !self.groups.any_roams() {
            return;
        }
        for shift in (0..self.routes.len()).map(ShiftIdx::of) {
            let from = self.groups.overnight(self.standing(), shift);
            if !self.is_used(shift) && from != self.routes[shift.at()].from {
                let mut route = RouteState::default();
                let fit = self.settle(shift, &mut route);
                debug_assert_eq!(fit, Fit::Fits, "no route breaks no rule");
                self.save(shift);
                self.routes[shift.at()] = route;
                self.update_room(shift);
            }
        }
    }

    /// Evaluates the routes whose start has changed because of a route; returns `None` and restores all if one does not
    /// fit.
    fn follow(
        &mut self,
        shift: ShiftIdx,
        mut each: impl FnMut(&mut Self, ShiftIdx, &mut RouteState),
    ) -> Option<Changes> {
        let end = self.problem.vehicles[self.problem.shifts[shift.at()].vehicle.at()].shifts.end;
        let mut followers = Changes::default();
        for later in (shift.0 + 1..end).map(ShiftIdx) {
            let is_used = self.is_used(later);
            if self.groups.overnight(self.standing(), later) != self.routes[later.at()].from {
                let steps = self.routes[later.at()].steps.clone();
                let mut route = RouteState { steps, ..RouteState::default() };
                if self.settle(later, &mut route) == Fit::Not {
                    self.take_back(followers);
                    return None;
                }
                each(self, later, &mut route);
                self.change(&mut followers, later, route);
            }
            if is_used {
                break;
            }
        }
        Some(followers)
    }

    /// Returns the current shifts of the visits of a route that is only tried.
    fn places_of(&self, trial: &RouteState) -> Vec<(usize, u32)> {
        let visits = trial.steps.iter().filter_map(|it| self.visit_of(*it));
        visits.map(|it| (it.at(), self.shift_of[it.at()])).collect()
    }

    fn put_places(&mut self, places: &[(usize, u32)]) {
        for (visit, shift) in places {
            self.shift_of[*visit] = *shift;
            if *shift != NOBODY {
                self.note_steps(ShiftIdx(*shift));
            }
        }
    }
}
