//! Rests that driving rules require between two stops. They are taken where driving has to stop, or where the vehicle
//! would wait that long anyway.

use crate::problem::DrivingRules;

use crate::instance::NOWHERE;
use crate::rules::driving;
use crate::timeline::{Role, Stay};

use super::Walk;
use super::gap::begin;
use super::label::{OnTheWay, Rests, Spot};

impl<R: Rests> Walk<'_, R> {
    /// Sets how much driving is ahead of a stop, given by its position in `driving_ahead`.
    pub(super) fn look_ahead(&mut self, next: usize) {
        let from = |at: usize| self.driving_ahead.get(at).copied().unwrap_or(0);
        self.ahead_seconds = [from(next) - from(next + 1), from(next)];
    }

    /// Adds a rest where the vehicle stands if driving rules forbid serving the next stop without it, or forbid driving
    /// on at all. If only the leg is too long, a rest on the road lies later and is therefore worth more.
    pub(super) fn rested(&mut self, label: OnTheWay<R>) -> OnTheWay<R> {
        let rules = self.rules().filter(|_| !self.is_past(label.taken));
        let Some(rules) = rules else { return label };
        let ahead = self.drive(&label);
        if self.here == NOWHERE {
            return label;
        }
        let driving = ahead.at - label.at;
        let at_end = self.case.unloading_seconds;
        let work = self.next_fact.map_or(at_end, |it| it.setup_seconds + it.service_seconds);
        let state = label.rest.state();
        let is_night = state.day_over(rules, driving, driving + work) > 0;
        let is_stuck = driving > 0 && state.drivable_seconds(rules) == 0;
        let is_long = state.work_over(rules, driving + work) > 0;
        let is_needed = (is_stuck || is_long) && state.is_tired(rules);
        let nights = state.choices(rules).of_day.into_iter().flatten();
        match nights.min().filter(|_| is_night) {
            Some(seconds) => self.rest_for(&label, &label, rules, seconds),
            None if is_needed => self.rest_at(&label, &label, rules),
            None => label,
        }
    }

    /// Drives for as long as the rules allow, and there takes a rest, or a break that may begin then.
    pub(super) fn rest_on_the_road(
        &mut self,
        label: &OnTheWay<R>,
        arrive: &mut impl FnMut(&mut Self, &OnTheWay<R>),
    ) {
        let (Some(rules), Some(leg)) = (self.rules(), self.leg) else { return };
        let drivable = label.rest.state().drivable_seconds(rules);
        if drivable == 0 || label.spot == Spot::Ahead {
            self.fail(driving::BROKEN);
            return;
        }
        let there = self.drive_until(label, &leg, label.at + drivable);
        for position in 0..self.breaks.len() + self.soft_breaks.len() {
            let (pause, role) = self.pause(position);
            let is_its = label.taken & 1 << position == 0 && pause.place.is_none();
            if is_its && begin(pause, role, there.at) == Some(there.at) {
                self.take(label, &there, position, there.at, arrive);
            }
        }
        let nights = there.rest.state().choices(rules).of_day.into_iter().flatten();
        let is_night = there.rest.state().day_over(rules, 1, 1) > 0;
        let rested = match nights.min().filter(|_| is_night) {
            Some(seconds) => self.rest_for(label, &there, rules, seconds),
            None => self.rest_at(label, &there, rules),
        };
        if self.is_alive(rested.taken, rested.at) {
            self.go_on(&rested, arrive);
        }
    }

    /// Adds a rest that resets the driving time: a whole break, or its last part.
    pub(super) fn rest_at(
        &mut self,
        label: &OnTheWay<R>,
        there: &OnTheWay<R>,
        rules: &DrivingRules,
    ) -> OnTheWay<R> {
        let parts_taken = usize::from(label.rest.state().part_count);
        let parts_left = rules.part_seconds.len().saturating_sub(parts_taken);
        let seconds = match rules.part_seconds.last() {
            Some(&last) if parts_left == 1 => last.min(rules.break_seconds),
            _ => rules.break_seconds,
        };
        self.rest_for(label, there, rules, seconds)
    }

    /// Adds a rest of this length.
    fn rest_for(
        &mut self,
        label: &OnTheWay<R>,
        there: &OnTheWay<R>,
        rules: &DrivingRules,
        seconds: i64,
    ) -> OnTheWay<R> {
        let stay = Stay {
            role: Role::Rest,
            place: self.place_of(there.spot),
            left: there.left,
            arrival_at: there.at,
            setup_seconds: 0,
            start_at: there.at,
            departure_at: there.at + seconds,
            meters: there.meters_since,
        };
        let node = self.add(label.node, stay);
        let rest = there.rest.after(|it| it.rested(rules, seconds));
        OnTheWay { at: there.at + seconds, rest, node, meters_since: 0, ..*there }
    }

    /// Adds a rest on arrival if the vehicle would wait that long anyway: a part of a break, if the other part is
    /// due on the next leg whatever it does here.
    pub(super) fn rested_while_waiting(
        &mut self,
        ahead: OnTheWay<R>,
        waiting_seconds: i64,
    ) -> OnTheWay<R> {
        let rules = self.rules().filter(|_| !self.is_past(ahead.taken));
        let Some(rules) = rules else { return ahead };
        let state = ahead.rest.state();
        let choices = state.choices(rules);
        let nights = choices.of_day.into_iter().flatten();
        // The full rest comes first: it leaves the reduced ones to later days.
        let shortest = if waiting_seconds >= rules.break_seconds { rules.break_seconds } else { 0 };
        let day_rests = nights.chain(choices.of_day_part.map(|part| part.max(shortest)));
        if let Some(rest) = day_rests.into_iter().find(|&rest| waiting_seconds >= rest) {
            return self.rest_for(&ahead, &ahead, rules, rest);
        }
        if !state.is_tired(rules) {
            return ahead;
        }
        match rules.part_that_suffices(&state, self.ahead_seconds) {
            Some(part) if waiting_seconds >= part => self.rest_for(&ahead, &ahead, rules, part),
            None if waiting_seconds >= rules.break_seconds => self.rest_at(&ahead, &ahead, rules),
            _ => ahead,
        }
    }
}
