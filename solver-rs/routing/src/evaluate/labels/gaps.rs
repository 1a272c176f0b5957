//! Between two stops: legs, breaks and rests, at a place or on the road.
//!
//! Only what can matter is tried. If the place of a break makes no difference, the break lies as early as possible. A
//! vehicle does not wait for a break if it could serve the next stop first. A rest lies as late as driving rules allow,
//! or where the vehicle would wait anyway.

use crate::problem::{PlaceIdx, TIME_MIN, Window};

use crate::instance::{LEG, NOWHERE, feature, flag};
use crate::rules::{driving, nights, roads};
use crate::timeline::{Manner, Role, earliest_in, seconds_outside};

use super::{Label, Spot, Walk};

impl Walk<'_> {
    /// Adds breaks and rests after a label, on the way to a place.
    pub(super) fn expand(&mut self, from: u32, place: Option<u32>) {
        let label = self.labels.arena[from as usize];
        if self.rules.is_none() && label.taken == self.all_breaks {
            return;
        }
        let is_somewhere = label.here != NOWHERE;
        if is_somewhere {
            // Waiting for a break is better after driving on, where that is possible and intended.
            let stays = place.is_none_or(|it| it == label.here);
            let may_wait = stays || self.has_detours || self.rules.is_some();
            let here = self.here(&label);
            self.breaks_at(from, &label, here, may_wait);
            if !self.can_rest_later(from, &label, place) {
                self.rests_at(from, &label, here);
            }
        }
        if label.is_on_the_road() {
            self.expand_to(from, &label, label.target, place);
            return;
        }
        // A vehicle that may start anywhere takes breaks without a place where its route starts, and nowhere else
        // before that. A vehicle that takes a break on arrival serves there next.
        let has_to_serve = is_somewhere && label.settled != label.here;
        if !has_to_serve {
            self.breaks_elsewhere(from, &label);
        }
        if let Some(target) = place.filter(|&it| it != label.here) {
            self.expand_to(from, &label, target, place);
        }
    }

    /// Adds breaks and rests on the road to a target, and on arrival there.
    fn expand_to(&mut self, from: u32, label: &Label, target: u32, place: Option<u32>) {
        let Some(there) = self.drive_from(from, label, target) else {
            self.rest_on_the_road(from, label, target);
            return;
        };
        if place == Some(target) {
            self.breaks_at(from, label, there, true);
            if self.would_wait(place, there.arrival_at) || !self.may_serve(label, there) {
                self.rests_at(from, label, there);
            }
        } else {
            self.breaks_elsewhere(from, label);
        }
        self.breaks_on_the_road(from, label, target, there.arrival_at);
    }

    /// Whether resting after the next step is no worse than resting here: the step can be reached without a rest, and
    /// its time does not matter.
    fn can_rest_later(&mut self, from: u32, label: &Label, place: Option<u32>) -> bool {
        let is_steady = self.case.shift.features & feature::TRAFFIC == 0
            && self.case.flags & flag::RIDE == 0
            && self.next_opens_at < i64::MAX;
        let is_resting = label.rest.resting_seconds > 0;
        let is_last = self.next_fact.is_none() && !label.rest.may_end(false);
        let is_free = is_steady && !is_resting && !is_last;
        let target = place.filter(|_| is_free && !label.is_on_the_road());
        let there = target.and_then(|it| self.drive_from(from, label, it));
        there.is_some_and(|it| self.may_serve(label, it))
    }

    /// Whether the driving rules leave enough time to serve the next step at the end of a leg, or to end there, without
    /// a rest.
    fn may_serve(&self, label: &Label, there: Spot) -> bool {
        let rules = self.rules.filter(|it| it.has_spans() && !self.is_past(label.taken));
        let Some(rules) = rules else { return true };
        let driving = there.arrival_at - label.at();
        let Some(data) = &self.next_fact else {
            let waiting = (self.next_opens_at - there.arrival_at).max(0);
            let unloading = self.case.unloading_seconds;
            return label.rest.moved(driving, waiting).over(rules, unloading) <= 0;
        };
        let setup = if there.place == label.settled { 0 } else { data.setup_seconds };
        let opens_at = if self.next_opens_at < i64::MAX { self.next_opens_at } else { TIME_MIN };
        let waiting = (opens_at - setup - there.arrival_at).max(0);
        label.rest.moved(driving, waiting).over(rules, setup + data.service_seconds) <= 0
    }

    /// Whether the step at the end of the leg cannot be served on arrival, so that a rest before it may cost nothing.
    fn would_wait(&self, place: Option<u32>, arrival_at: i64) -> bool {
        place.is_some() && self.next_opens_at > arrival_at
    }

    fn here(&self, label: &Label) -> Spot {
        Spot {
            place: label.stay.place,
            left: label.stay.left,
            target: label.target,
            arrival_at: label.at(),
            meters: 0,
            meters_done: label.meters_done,
        }
    }

    /// As [`Self::drive`], but cached, since breaks on arrival and service both need it.
    pub(super) fn drive_from(&mut self, from: u32, label: &Label, target: u32) -> Option<Spot> {
        match self.driven {
            Some((known, place, spot)) if known == from && place == target => spot,
            _ => {
                let spot = self.drive(label, target);
                self.driven = Some((from, target, spot));
                spot
            }
        }
    }

    /// Drives all the way to a place; `None` if no road leads there, or if driving rules forbid it without a rest.
    fn drive(&self, label: &Label, target: u32) -> Option<Spot> {
        let spot = |arrival_at, meters| Spot {
            place: target,
            left: LEG,
            target: NOWHERE,
            arrival_at,
            meters,
            meters_done: 0,
        };
        if !label.is_on_the_road() && (label.here == target || label.here == NOWHERE) {
            return Some(spot(label.at(), 0));
        }
        let travel = &self.core.instance.travel;
        let leg = travel.leg(self.case.shift.travel, PlaceIdx(label.here), PlaceIdx(target));
        let Some(leg) = leg else {
            return (self.case.manner == Manner::Lenient).then(|| spot(label.at(), 0));
        };
        let arrival_at = leg.arrival_at(label.at(), label.stay.left);
        let drivable = self.drivable_seconds(label);
        (arrival_at - label.at() <= drivable)
            .then(|| spot(arrival_at, leg.meters - label.meters_done))
    }

    /// Drives part of the way to a place, until an instant.
    fn drive_until(&self, label: &Label, target: u32, until_at: i64) -> Option<Spot> {
        let travel = &self.core.instance.travel;
        let leg = travel.leg(self.case.shift.travel, PlaceIdx(label.here), PlaceIdx(target))?;
        let left = leg.left_at(label.at(), label.stay.left, until_at);
        let meters_done = leg.meters_done(label.meters_done, label.stay.left, left);
        Some(Spot {
            place: NOWHERE,
            left,
            target,
            arrival_at: until_at,
            meters: meters_done - label.meters_done,
            meters_done,
        })
    }

    fn drivable_seconds(&self, label: &Label) -> i64 {
        match self.rules {
            _ if self.is_past(label.taken) => i64::MAX,
            Some(rules) if rules.driving_seconds_max > 0 => label.rest.drivable_seconds(rules),
            Some(_) if self.case.manner == Manner::Strict => 0,
            _ => i64::MAX,
        }
    }

    /// Takes breaks without their own place at this spot.
    fn breaks_at(&mut self, from: u32, label: &Label, spot: Spot, may_wait: bool) {
        let shift = self.core.shift(self.case);
        let anywhere = shift.breaks.iter().zip(0..).filter(|(pause, _)| pause.place.is_none());
        for (pause, position) in anywhere {
            let start_at = earliest_in(&pause.windows, spot.arrival_at);
            let Some(start_at) = start_at.filter(|&at| may_wait || at == spot.arrival_at) else {
                continue;
            };
            let has_begun = self.case.shift.has_begun(position);
            let is_idle = !has_begun && self.is_wait_useless(label, spot, start_at);
            if is_idle || self.is_as_good_here(label, spot, &pause.windows) {
                continue;
            }
            self.take(from, label, spot, Role::Break(position), start_at, 0, pause.seconds);
        }
        for (soft, position) in shift.soft_breaks.iter().zip(0..) {
            let windows = &soft.rest.windows;
            if soft.rest.place.is_none() && !self.is_as_good_here(label, spot, windows) {
                let (role, seconds) = (Role::SoftBreak(position), soft.rest.seconds);
                self.soft_starts(&soft.rest.windows, spot.arrival_at, may_wait, |walk, at| {
                    walk.take(from, label, spot, role, at, 0, seconds);
                });
            }
        }
    }

    /// Whether the next step could be served before a break that the vehicle would wait for on arrival; if so, it
    /// should be. At the end, no vehicle waits for a break: a route that ends before the break opens does not owe it.
    fn is_wait_useless(&self, label: &Label, spot: Spot, start_at: i64) -> bool {
        if start_at == spot.arrival_at || self.rules.is_some() || spot.place != self.next_place {
            return false;
        }
        let Some(data) = &self.next_fact else { return start_at >= self.next_opens_at };
        let setup = if spot.place == label.settled { 0 } else { data.setup_seconds };
        let service_at = (spot.arrival_at + setup).max(self.next_opens_at);
        self.next_opens_at < i64::MAX && service_at + data.service_seconds <= start_at
    }

    /// Whether a break at this spot need not be tried: its place makes no difference, and it could have begun before
    /// driving on.
    fn is_as_good_here(&self, label: &Label, spot: Spot, windows: &[Window]) -> bool {
        self.is_simple
            && spot.arrival_at > label.at()
            && label.here != NOWHERE
            && earliest_in(windows, label.at()) == Some(label.at())
    }

    /// Takes breaks with their own place: a detour.
    fn breaks_elsewhere(&mut self, from: u32, label: &Label) {
        let shift = self.core.shift(self.case);
        let hard = shift.breaks.iter().zip(0..).map(|(it, at)| (it, Role::Break(at)));
        let soft =
            shift.soft_breaks.iter().zip(0..).map(|(it, at)| (&it.rest, Role::SoftBreak(at)));
        for (pause, role) in hard.chain(soft) {
            let is_meant = |place: u32| !label.is_on_the_road() || label.target == place;
            let place = pause.place.filter(|it| self.may_take(label, role) && is_meant(it.0));
            let Some(place) = place else { continue };
            if place.0 != label.here
                && self.next_fact.is_none()
                && nights::ends_at_last_step(self.core.instance.problem, self.case.shift_idx)
            {
                continue;
            }
            let Some(spot) = self.drive(label, place.0) else {
                self.rest_on_the_road(from, label, place.0);
                continue;
            };
            self.take_at_its_place(from, label, spot, role);
        }
    }

    fn take_at_its_place(&mut self, from: u32, label: &Label, spot: Spot, role: Role) {
        let shift = self.core.shift(self.case);
        let setup = self.core.instance.problem.places[spot.place as usize].setup_seconds;
        let setup = if label.settled == spot.place { 0 } else { setup };
        let ready_at = spot.arrival_at + setup;
        match role {
            Role::Break(position) => {
                let pause = &shift.breaks[position as usize];
                if let Some(start_at) = earliest_in(&pause.windows, ready_at) {
                    self.take(from, label, spot, role, start_at, setup, pause.seconds);
                }
            }
            Role::SoftBreak(position) => {
                let rest = &shift.soft_breaks[position as usize].rest;
                self.soft_starts(&rest.windows, ready_at, true, |walk, at| {
                    walk.take(from, label, spot, role, at, setup, rest.seconds);
                });
            }
            _ => {}
        }
    }

    /// Calls `begin` when a soft break could begin: at once, or when the next window opens.
    fn soft_starts(
        &mut self,
        windows: &[Window],
        ready_at: i64,
        may_wait: bool,
        mut begin: impl FnMut(&mut Self, i64),
    ) {
        let is_open = windows.first().is_some_and(|it| it.start_at <= ready_at);
        if is_open {
            begin(self, ready_at);
        }
        let is_late = is_open && seconds_outside(windows, ready_at) > 0;
        if may_wait && (!is_open || is_late) {
            let next = windows.iter().find(|window| window.start_at > ready_at);
            if let Some(next) = next {
                begin(self, next.start_at);
            }
        }
    }

    /// Takes breaks that begin on the way, because their window opens there or driving has to stop there.
    fn breaks_on_the_road(&mut self, from: u32, label: &Label, target: u32, arrival_at: i64) {
        if label.here == NOWHERE || (label.here == target && !label.is_on_the_road()) {
            return;
        }
        let shift = self.core.shift(self.case);
        let hard = shift.breaks.iter().zip(0..).map(|(it, at)| (it, Role::Break(at)));
        let soft =
            shift.soft_breaks.iter().zip(0..).map(|(it, at)| (&it.rest, Role::SoftBreak(at)));
        for (pause, role) in hard.chain(soft) {
            if pause.place.is_some() || !self.may_take(label, role) {
                continue;
            }
            let opens_at = pause.windows.iter().map(|it| it.start_at).find(|&it| it > label.at());
            let Some(start_at) = opens_at.filter(|&it| it < arrival_at) else { continue };
            let is_open_there = seconds_outside(&pause.windows, arrival_at) == 0;
            if self.is_simple && is_open_there {
                continue;
            }
            if let Some(spot) = self.drive_until(label, target, start_at) {
                self.take(from, label, spot, role, start_at, 0, pause.seconds);
            }
        }
    }

    /// Takes rests that reset the driving time or are a part of one that does.
    fn rests_at(&mut self, from: u32, label: &Label, spot: Spot) {
        let Some(rules) = self.rules.filter(|_| !self.is_past(label.taken)) else { return };
        let driving = spot.arrival_at - label.at();
        let [needs_break, needs_night] = label.rest.needs(rules, self.ahead_seconds);
        // A rest that was chosen already has the intended length.
        let is_resting = label.stay.role == Role::Rest && driving == 0;
        if is_resting || !(needs_break || needs_night) {
            return;
        }
        let choices = label.rest.moved(driving, 0).choices(rules);
        let of_break = choices.of_break.into_iter().filter(|_| needs_break);
        let of_day = choices.of_day.into_iter().filter(|_| needs_night);
        let left_seconds = self.case.shift.latest_end_at - label.at();
        let of_part = choices.of_day_part.filter(|_| label.rest.may_need_part(rules, left_seconds));
        for seconds in of_break.chain(of_day).flatten().chain(of_part) {
            self.take(from, label, spot, Role::Rest, spot.arrival_at, 0, seconds);
        }
    }

    /// Drives until the rules require a stop, and there rests or takes a break that may begin then.
    fn rest_on_the_road(&mut self, from: u32, label: &Label, target: u32) {
        let drivable = self.drivable_seconds(label);
        if drivable == 0 || label.here == NOWHERE {
            self.failure = self.failure.or(Some(driving::BROKEN));
            return;
        }
        if drivable == i64::MAX {
            self.fail(roads::MISSING);
            return;
        }
        let until_at = label.at() + drivable;
        if let Some(spot) = self.drive_until(label, target, until_at) {
            self.rests_at(from, label, spot);
            self.breaks_at(from, label, spot, false);
            self.breaks_on_the_road(from, label, target, until_at);
        } else {
            self.fail(roads::MISSING);
        }
    }
}
