//! Between two stops: breaks at either stop or on the road, as between the stops of [labels](crate::evaluate::labels),
//! but with one label per set of breaks.

use crate::problem::Break;

use crate::instance::{LEG, Leg, NOWHERE};
use crate::timeline::{Role, Stay, earliest_in, seconds_outside};

use super::Walk;
use super::label::{Head, OnTheWay, Rests, Spot};
use crate::evaluate::costs::{self, parts};

impl<'w, R: Rests> Walk<'w, R> {
    /// Extends the labels of a layer by everything that can happen before the next place; `arrive` continues from each.
    /// Labels with more breaks come first: a break that is taken late is compared with one that was taken in time.
    pub(super) fn cross(
        &mut self,
        layer: &[Option<Head<R>>],
        arrive: &mut impl FnMut(&mut Self, &OnTheWay<R>),
    ) {
        for (taken, head) in layer.iter().enumerate().rev() {
            let Some(Head { at, cost, rest, node, .. }) = *head else { continue };
            self.from = u32::try_from(taken).expect("sets of few breaks");
            let label = OnTheWay {
                spot: Spot::Behind,
                at,
                cost,
                rest,
                taken,
                node,
                left: LEG,
                meters_done: 0,
                meters_since: 0,
            };
            let label = self.rested(label);
            self.go_on(&label, arrive);
        }
    }

    /// Continues from a label in all ways: straight to the next place, and with each break that has not been taken.
    pub(super) fn go_on(
        &mut self,
        label: &OnTheWay<R>,
        arrive: &mut impl FnMut(&mut Self, &OnTheWay<R>),
    ) {
        let ahead = self.drive(label);
        if self.may_drive(label, &ahead) {
            arrive(self, &ahead);
        } else {
            self.rest_on_the_road(label, arrive);
        }
        let count = self.breaks.len() + self.soft_breaks.len();
        if label.taken == (1 << count) - 1 {
            return;
        }
        for position in 0..count {
            // What has begun comes first, in the order in which it began.
            let is_early = self.is_next_made()
                && (!self.has_begun(position)
                    || self.case.begins_after_next(&self.breaks[position], self.step_count));
            let is_taken = label.taken & 1 << position != 0;
            if is_taken || is_early || self.cannot_begin_in_gap(label, &ahead, position) {
                continue;
            }
            if self.pause(position).0.place.is_some() {
                self.break_elsewhere(label, position, arrive);
                continue;
            }
            self.break_at(label, label, position, arrive);
            // A vehicle with nothing to drive is already ahead, except at an open start: there the route begins ahead.
            let is_start = self.here == NOWHERE && label.spot == Spot::Behind;
            let is_moving = self.leg.is_some() && label.spot != Spot::Ahead;
            if is_start || is_moving {
                self.break_at(label, &ahead, position, arrive);
            }
            if is_moving {
                self.break_on_the_road(label, &ahead, position, arrive);
            }
        }
    }

    /// Whether a break is over, or opens only after the vehicle has arrived ahead, where waiting for it is useless.
    /// Most breaks are hours away from most gaps.
    fn cannot_begin_in_gap(
        &self,
        label: &OnTheWay<R>,
        ahead: &OnTheWay<R>,
        position: usize,
    ) -> bool {
        let is_moving = self.leg.is_some() && label.spot != Spot::Ahead;
        if self.rules().is_some() || !is_moving || self.has_begun(position) {
            return false;
        }
        let (pause, role) = self.pause(position);
        let is_anywhere = pause.place.is_none() && self.here != NOWHERE;
        is_anywhere
            && begin(pause, role, label.at).is_none_or(|it| it > ahead.at)
            && begin(pause, role, ahead.at)
                .is_none_or(|it| it > ahead.at && self.is_wait_useless(ahead, it))
    }

    /// The break at a position; hard breaks first.
    pub(super) fn pause(&self, position: usize) -> (&'w Break, Role) {
        let idx = |position| u32::try_from(position).expect("a shift has few breaks");
        match self.breaks.get(position) {
            Some(pause) => (pause, Role::Break(idx(position))),
            None => {
                let position = position - self.breaks.len();
                (&self.soft_breaks[position].rest, Role::SoftBreak(idx(position)))
            }
        }
    }

    pub(super) fn may_drive(&self, label: &OnTheWay<R>, ahead: &OnTheWay<R>) -> bool {
        self.rules().filter(|_| !self.is_past(label.taken)).is_none_or(|rules| {
            ahead.at - label.at <= label.rest.state().drivable_seconds(rules)
                || ahead.at == label.at
        })
    }

    /// Drives all the way to the next place, if there is one.
    pub(super) fn drive(&self, label: &OnTheWay<R>) -> OnTheWay<R> {
        if label.spot == Spot::Ahead || self.next_place == NOWHERE {
            return *label;
        }
        let Some(leg) = &self.leg else { return OnTheWay { spot: Spot::Ahead, ..*label } };
        let at = leg.arrival_at(label.at, label.left);
        let rest = label.rest.after(|it| it.moved(at - label.at, 0));
        let (meters_done, meters_since) = (leg.meters, leg.meters - label.meters_done);
        let cost = label.cost + self.meters_cost(meters_since);
        let spot = Spot::Ahead;
        OnTheWay { spot, at, cost, rest, left: LEG, meters_done, meters_since, ..*label }
    }

    pub(super) fn meters_cost(&self, meters: i64) -> f64 {
        parts(meters, 1000.0) * self.per_kilometer
    }

    /// Whether the break at a position has begun.
    fn has_begun(&self, position: usize) -> bool {
        let position = u32::try_from(position).ok().filter(|_| position < self.breaks.len());
        position.is_some_and(|it| self.case.shift.has_begun(it))
    }

    /// Drives part of the way to the next place, until an instant.
    pub(super) fn drive_until(
        &self,
        label: &OnTheWay<R>,
        leg: &Leg<'_>,
        until_at: i64,
    ) -> OnTheWay<R> {
        let left = leg.left_at(label.at, label.left, until_at);
        let meters_done = leg.meters_done(label.meters_done, label.left, left);
        let meters_since = meters_done - label.meters_done;
        let rest = label.rest.after(|it| it.moved(until_at - label.at, 0));
        let cost = label.cost + self.meters_cost(meters_since);
        let (spot, at) = (Spot::OnTheRoad, until_at);
        OnTheWay { spot, at, cost, rest, left, meters_done, meters_since, ..*label }
    }

    /// Takes a break at a spot where the label is, or to which it drives first.
    fn break_at(
        &mut self,
        label: &OnTheWay<R>,
        there: &OnTheWay<R>,
        position: usize,
        arrive: &mut impl FnMut(&mut Self, &OnTheWay<R>),
    ) {
        let (pause, role) = self.pause(position);
        let is_here = label.spot == there.spot;
        if is_here && self.here == NOWHERE && label.spot == Spot::Behind {
            return;
        }
        if !is_here && !self.may_drive(label, there) {
            return;
        }
        let Some(start_at) = begin(pause, role, there.at) else { return };
        // Waiting for a break is better after driving on.
        let may_wait = !is_here || self.leg.is_none() || label.spot == Spot::Ahead;
        let is_waiting = start_at > there.at;
        let is_idle = !self.has_begun(position) && self.is_wait_useless(there, start_at);
        if is_waiting && (!may_wait || is_idle) {
            return;
        }
        let opens_before = || earliest_in(&pause.windows, label.at) == Some(label.at);
        let is_later = !is_here && there.at > label.at && self.here != NOWHERE;
        if is_later && self.is_simple && self.rules().is_none() && opens_before() {
            return;
        }
        self.take(label, there, position, start_at, arrive);
    }

    /// Whether the next step could be served before a break that the vehicle would wait for at its place; if so, it
    /// should be. At the end, no vehicle waits for a break: a route that ends before the break opens does not owe it.
    fn is_wait_useless(&self, there: &OnTheWay<R>, start_at: i64) -> bool {
        let place = if there.spot == Spot::Ahead { self.next_place } else { self.here };
        if place != self.next_place {
            return false;
        }
        let Some(data) = self.next_fact else { return start_at >= self.next_opens_at };
        let setup = if place == self.settled { 0 } else { data.setup_seconds };
        let service_at = (there.at + setup).max(self.next_opens_at);
        self.next_opens_at < i64::MAX && service_at + data.service_seconds <= start_at
    }

    /// Takes a break that begins on the way, because its window opens there.
    fn break_on_the_road(
        &mut self,
        label: &OnTheWay<R>,
        ahead: &OnTheWay<R>,
        position: usize,
        arrive: &mut impl FnMut(&mut Self, &OnTheWay<R>),
    ) {
        let (pause, _) = self.pause(position);
        let Some(leg) = self.leg else { return };
        let opens_at = pause.windows.iter().map(|it| it.start_at).find(|&it| it > label.at);
        let Some(start_at) = opens_at.filter(|&it| it < ahead.at) else { return };
        if self.is_simple && seconds_outside(&pause.windows, ahead.at) == 0 {
            return;
        }
        let there = self.drive_until(label, &leg, start_at);
        if self.may_drive(label, &there) {
            self.take(label, &there, position, start_at, arrive);
        }
    }

    /// Takes a break and goes on from it.
    pub(super) fn take(
        &mut self,
        label: &OnTheWay<R>,
        there: &OnTheWay<R>,
        position: usize,
        start_at: i64,
        arrive: &mut impl FnMut(&mut Self, &OnTheWay<R>),
    ) {
        if let Some(after) = self.after_break(label, there, position, start_at, 0) {
            self.go_on(&after, arrive);
        }
    }

    /// The label after a break; `None` if it can no longer lead to a route that breaks no rule, or is certainly worse
    /// at the next stop than the known labels.
    pub(super) fn after_break(
        &mut self,
        label: &OnTheWay<R>,
        there: &OnTheWay<R>,
        position: usize,
        start_at: i64,
        setup_seconds: i64,
    ) -> Option<OnTheWay<R>> {
        let (pause, role) = self.pause(position);
        let at = start_at + pause.seconds;
        let taken = label.taken | 1 << position;
        if !self.is_alive(taken, at) {
            return None;
        }
        let waiting = start_at - there.at - setup_seconds;
        let mut cost = there.cost + self.waiting_cost(waiting);
        if let Role::SoftBreak(position) = role {
            let soft = &self.soft_breaks[position as usize];
            let (late, price) = costs::soft_break(soft, start_at)?;
            cost += self.core.soft_sum(late, price);
        }
        if !self.may_become_best(taken, there, at, cost) {
            return None;
        }
        let mut rest = there.rest;
        if let Some(rules) = self.rules() {
            rest = rest.after(|it| it.moved(0, waiting));
            // A driver who is over a limit may rest at once.
            let is_at_once = start_at == label.at;
            let is_over = || rest.state().over(rules, setup_seconds) > 0;
            if !is_at_once && !self.is_past(label.taken) && is_over() {
                return None;
            }
            rest = rest.after(|it| it.later(setup_seconds).rested(rules, pause.seconds));
        }
        let stay = Stay {
            role,
            place: self.place_of(there.spot),
            left: there.left,
            arrival_at: there.at,
            setup_seconds,
            start_at,
            departure_at: at,
            meters: there.meters_since,
        };
        let node = self.add(label.node, stay);
        Some(OnTheWay { at, cost, rest, taken, node, meters_since: 0, ..*there })
    }

    pub(super) fn place_of(&self, spot: Spot) -> u32 {
        match spot {
            Spot::Behind => self.here,
            Spot::OnTheRoad => NOWHERE,
            Spot::Ahead => self.next_place,
        }
    }
}

/// When a break begins if the vehicle is ready for it at this time.
pub(super) fn begin(pause: &Break, role: Role, ready_at: i64) -> Option<i64> {
    let is_open = pause.windows.first().is_some_and(|it| it.start_at <= ready_at);
    match role {
        Role::SoftBreak(_) if is_open => Some(ready_at),
        _ => earliest_in(&pause.windows, ready_at),
    }
}
