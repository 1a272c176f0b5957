//! Between two stops: breaks and rests at either stop or on the road, as between the stops of
//! [labels](crate::evaluate::labels), but with one label per set of breaks. A rest is taken where the next leg would be
//! too much, or where the vehicle would wait that long anyway.

use crate::problem::{Break, DrivingRules};

use crate::instance::{LEG, NOWHERE};
use crate::rules::driving;
use crate::timeline::{Role, Stay, earliest_in, seconds_outside};

use super::{Head, Layer, OnTheWay, Spot, Walk};
use crate::evaluate::costs;

impl<'w> Walk<'w> {
    /// Extends the labels of a layer by everything that can happen before the next place; `arrive` continues from each.
    pub(super) fn cross(&mut self, layer: &Layer, arrive: &mut impl FnMut(&mut Self, OnTheWay)) {
        for (taken, head) in layer.iter().enumerate() {
            let Some(Head { at, cost, rest, node }) = *head else { continue };
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
            self.go_on(label, arrive);
        }
    }

    fn go_on(&mut self, label: OnTheWay, arrive: &mut impl FnMut(&mut Self, OnTheWay)) {
        let ahead = self.drive(label);
        if self.may_drive(label, ahead) {
            arrive(self, ahead);
        } else {
            self.fail(driving::BROKEN);
        }
        let count = self.breaks.len() + self.soft_breaks.len();
        if label.taken == (1 << count) - 1 {
            return;
        }
        for position in 0..count {
            if label.taken & 1 << position != 0 {
                continue;
            }
            self.break_at(label, label, position, arrive);
            // A vehicle with nothing to drive is already ahead, except at an open start: there the route begins ahead.
            let is_start = self.here == NOWHERE && label.spot == Spot::Behind;
            let is_moving = self.leg.is_some() && label.spot != Spot::Ahead;
            if is_start || is_moving {
                self.break_at(label, ahead, position, arrive);
            }
            if is_moving {
                self.break_on_the_road(label, ahead, position, arrive);
            }
        }
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

    /// Adds a rest at the previous stop if driving rules forbid reaching and serving the next one without it.
    fn rested(&mut self, label: OnTheWay) -> OnTheWay {
        let Some(rules) = self.rules else { return label };
        let ahead = self.drive(label);
        if self.here == NOWHERE {
            return label;
        }
        let driving = ahead.at - label.at;
        let at_end = self.case.unloading_seconds;
        let work = self.next_fact.map_or(at_end, |it| it.setup_seconds + it.service_seconds);
        let is_night = label.rest.day_over(rules, driving, driving + work) > 0;
        let is_long =
            !self.may_drive(label, ahead) || label.rest.work_over(rules, driving + work) > 0;
        let is_needed = is_long && label.rest.is_tired(rules);
        let nights = label.rest.choices(rules).of_day.into_iter().flatten();
        match nights.min().filter(|_| is_night) {
            Some(seconds) => self.rest_for(label, label, rules, seconds),
            None if is_needed => self.rest_at(label, label, rules),
            None => label,
        }
    }

    /// Adds a rest that resets the driving time: a whole break, or its last part.
    fn rest_at(&mut self, label: OnTheWay, there: OnTheWay, rules: &DrivingRules) -> OnTheWay {
        let parts_taken = usize::from(label.rest.part_count);
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
        label: OnTheWay,
        there: OnTheWay,
        rules: &DrivingRules,
        seconds: i64,
    ) -> OnTheWay {
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
        let rest = there.rest.rested(rules, seconds);
        OnTheWay { at: there.at + seconds, rest, node, meters_since: 0, ..there }
    }

    /// Adds a rest on arrival if the vehicle would wait that long anyway.
    pub(super) fn rested_while_waiting(
        &mut self,
        ahead: OnTheWay,
        waiting_seconds: i64,
    ) -> OnTheWay {
        let Some(rules) = self.rules else { return ahead };
        let choices = ahead.rest.choices(rules);
        let nights = choices.of_day.into_iter().flatten();
        // The full rest comes first: it leaves the reduced ones to later days.
        let shortest = if waiting_seconds >= rules.break_seconds { rules.break_seconds } else { 0 };
        let day_rests = nights.chain(choices.of_day_part.map(|part| part.max(shortest)));
        match day_rests.into_iter().find(|&rest| waiting_seconds >= rest) {
            Some(rest) => self.rest_for(ahead, ahead, rules, rest),
            None if ahead.rest.is_tired(rules) && waiting_seconds >= rules.break_seconds => {
                self.rest_at(ahead, ahead, rules)
            }
            None => ahead,
        }
    }

    fn may_drive(&self, label: OnTheWay, ahead: OnTheWay) -> bool {
        self.rules.is_none_or(|rules| {
            ahead.at - label.at <= label.rest.drivable_seconds(rules) || ahead.at == label.at
        })
    }

    /// Drives all the way to the next place, if there is one.
    fn drive(&self, label: OnTheWay) -> OnTheWay {
        if label.spot == Spot::Ahead || self.next_place == NOWHERE {
            return label;
        }
        let Some(leg) = &self.leg else { return OnTheWay { spot: Spot::Ahead, ..label } };
        let at = leg.arrival_at(label.at, label.left);
        let rest = label.rest.moved(at - label.at, 0);
        let (meters_done, meters_since) = (leg.meters, leg.meters - label.meters_done);
        OnTheWay { spot: Spot::Ahead, at, rest, left: LEG, meters_done, meters_since, ..label }
    }

    /// Takes a break at a spot where the label is, or to which it drives first.
    fn break_at(
        &mut self,
        label: OnTheWay,
        there: OnTheWay,
        position: usize,
        arrive: &mut impl FnMut(&mut Self, OnTheWay),
    ) {
        let (pause, role) = self.pause(position);
        let is_here = label.spot == there.spot;
        if is_here && self.here == NOWHERE && label.spot == Spot::Behind {
            return;
        }
        if !is_here && !self.may_drive(label, there) {
            return;
        }
        let is_open = pause.windows.first().is_some_and(|it| it.start_at <= there.at);
        let start_at = match role {
            Role::SoftBreak(_) if is_open => Some(there.at),
            _ => earliest_in(&pause.windows, there.at),
        };
        let Some(start_at) = start_at else { return };
        // Waiting for a break is better after driving on.
        let may_wait = !is_here || self.leg.is_none() || label.spot == Spot::Ahead;
        let is_waiting = start_at > there.at;
        if is_waiting && (!may_wait || self.is_wait_useless(there, start_at)) {
            return;
        }
        let opens_before = || earliest_in(&pause.windows, label.at) == Some(label.at);
        let is_later = !is_here && there.at > label.at && self.here != NOWHERE;
        if is_later && self.is_simple && self.rules.is_none() && opens_before() {
            return;
        }
        self.take(label, there, position, start_at, arrive);
    }

    /// Whether the next step could be served before a break that the vehicle would wait for at its place; if so, it
    /// should be. At the end, no vehicle waits for a break: a route that ends before the break opens does not owe it.
    fn is_wait_useless(&self, there: OnTheWay, start_at: i64) -> bool {
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
        label: OnTheWay,
        ahead: OnTheWay,
        position: usize,
        arrive: &mut impl FnMut(&mut Self, OnTheWay),
    ) {
        let (pause, _) = self.pause(position);
        let Some(leg) = self.leg else { return };
        let opens_at = pause.windows.iter().map(|it| it.start_at).find(|&it| it > label.at);
        let Some(start_at) = opens_at.filter(|&it| it < ahead.at) else { return };
        if self.is_simple && seconds_outside(&pause.windows, ahead.at) == 0 {
            return;
        }
        let left = leg.left_at(label.at, label.left, start_at);
        let driven = (LEG - left).cast_signed() - (LEG - label.left).cast_signed();
        // Rounds half up in integers: meters are below 2^31, and parts are at most 2^32.
        let meters = (leg.meters * driven + (1 << 31)) >> 32;
        let meters_done = (label.meters_done + meters).min(leg.meters);
        let meters_since = meters_done - label.meters_done;
        let spot = Spot::OnTheRoad;
        let rest = label.rest.moved(start_at - label.at, 0);
        let there = OnTheWay { spot, at: start_at, rest, left, meters_done, meters_since, ..label };
        if self.may_drive(label, there) {
            self.take(label, there, position, start_at, arrive);
        }
    }

    fn take(
        &mut self,
        label: OnTheWay,
        there: OnTheWay,
        position: usize,
        start_at: i64,
        arrive: &mut impl FnMut(&mut Self, OnTheWay),
    ) {
        let (pause, role) = self.pause(position);
        let at = start_at + pause.seconds;
        let taken = label.taken | 1 << position;
        if !self.is_alive(taken, at) {
            return;
        }
        let mut cost = there.cost + self.waiting_cost(start_at - there.at);
        if let Role::SoftBreak(position) = role {
            let soft = &self.soft_breaks[position as usize];
            let Some((late, price)) = costs::soft_break(soft, start_at) else { return };
            cost += self.core.soft_sum(late, price);
        }
        let mut rest = there.rest;
        if let Some(rules) = self.rules {
            rest = rest.moved(0, start_at - there.at);
            if rest.over(rules, 0) > 0 {
                return;
            }
            rest = rest.rested(rules, pause.seconds);
        }
        let stay = Stay {
            role,
            place: self.place_of(there.spot),
            left: there.left,
            arrival_at: there.at,
            setup_seconds: 0,
            start_at,
            departure_at: at,
            meters: there.meters_since,
        };
        let node = self.add(label.node, stay);
        self.go_on(OnTheWay { at, cost, rest, taken, node, meters_since: 0, ..there }, arrive);
    }

    fn place_of(&self, spot: Spot) -> u32 {
        match spot {
            Spot::Behind => self.here,
            Spot::OnTheRoad => NOWHERE,
            Spot::Ahead => self.next_place,
        }
    }
}
