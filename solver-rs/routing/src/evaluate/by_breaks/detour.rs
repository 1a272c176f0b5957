//! Breaks at places of their own: a detour, after which the gap goes on from that place.

use crate::instance::{LEG, NOWHERE};

use crate::rules::nights;

use super::Walk;
use super::gap::begin;
use super::label::{OnTheWay, Rests, Spot};

impl<R: Rests> Walk<'_, R> {
    /// Drives to the place of a break and takes it there, if the vehicle is not on its way to the next stop already.
    pub(super) fn break_elsewhere(
        &mut self,
        label: &OnTheWay<R>,
        position: usize,
        arrive: &mut impl FnMut(&mut Self, &OnTheWay<R>),
    ) {
        let (pause, role) = self.pause(position);
        let Some(place) = pause.place else { return };
        let is_last = self.next_fact.is_none() && place.0 != self.here;
        if label.spot != Spot::Behind
            || is_last && nights::ends_at_last_step(self.core.instance.problem, self.case.shift_idx)
        {
            return;
        }
        let Ok(leg) = self.leg_to(place.0) else { return };
        let setup = self.core.instance.problem.places[place.at()].setup_seconds;
        let setup = if self.settled == place.0 { 0 } else { setup };
        let around = (self.here, self.settled, self.leg, self.next_place);
        (self.leg, self.next_place) = (leg, place.0);
        let label = self.rested_for_drive(*label);
        let there = self.drive(&label);
        let is_reached = self.may_drive(&label, &there);
        // The break lies where the rest of the gap begins.
        let there = OnTheWay { spot: Spot::Behind, left: LEG, meters_done: 0, ..there };
        (self.here, self.settled, self.next_place) = (place.0, place.0, around.3);
        if is_reached
            && let Ok(onward) = self.leg_to(self.next_place)
            && let Some(start_at) = begin(pause, role, there.at + setup)
        {
            self.leg = onward;
            if let Some(after) = self.after_break(&label, &there, position, start_at, setup) {
                let after = self.rested(after);
                self.go_on(&after, arrive);
            }
        }
        (self.here, self.settled, self.leg, self.next_place) = around;
    }

    /// Adds a rest where the vehicle stands if the leg would be too long without it.
    fn rested_for_drive(&mut self, label: OnTheWay<R>) -> OnTheWay<R> {
        let Some(rules) = self.rules().filter(|_| self.here != NOWHERE) else { return label };
        let there = self.drive(&label);
        if self.may_drive(&label, &there) || !label.rest.state().is_tired(rules) {
            return label;
        }
        self.rest_at(&label, &label, rules)
    }
}
