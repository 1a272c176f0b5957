//! What is done at a spot: a break, a stop or the end. Each makes a new label.

use crate::instance::NOWHERE;
use crate::rules::{driving, time_windows};
use crate::timeline::{Manner, Role, Stay, latest_in, unloads_at};

use super::{Label, Spot, Walk, Work};
use crate::evaluate::costs::{self, parts};
use crate::evaluate::summary;

impl Walk<'_> {
    #[expect(clippy::too_many_arguments, reason = "a break is these seven things")]
    pub(super) fn take(
        &mut self,
        from: u32,
        label: &Label,
        spot: Spot,
        role: Role,
        start_at: i64,
        setup_seconds: i64,
        seconds: i64,
    ) {
        if !self.may_take(label, role) {
            return;
        }
        let cost = match role {
            Role::SoftBreak(position) => {
                let soft = &self.core.shift(self.case).soft_breaks[position as usize];
                let Some((late, cost)) = costs::soft_break(soft, start_at) else { return };
                self.core.soft_sum(late, cost)
            }
            _ => 0.0,
        };
        let work = Work { role, setup_seconds, start_at, seconds, cost, excess: 0 };
        self.push(from, label, spot, work);
    }

    /// Serves a step, if it can be reached without a rest.
    pub(super) fn serve(&mut self, from: u32, position: u32) {
        let label = self.labels.arena[from as usize];
        let data = *self.core.instance.step(self.case.shift, self.case.steps[position as usize]);
        if label.is_on_the_road_elsewhere(Some(data.place)) || self.comes_too_soon(&label) {
            return;
        }
        let Some(spot) = self.drive_from(from, &label, data.place) else {
            self.fail_leg(&label, data.place);
            return;
        };
        let setup_seconds = if data.place == label.settled { 0 } else { data.setup_seconds };
        let ready_at = spot.arrival_at + setup_seconds;
        let windows = self.core.step_windows(position, &data);
        let bounds = self.bounds[position as usize];
        let (mut start_at, excess) = match time_windows::begin(windows, bounds, ready_at) {
            Ok(start_at) => (start_at, 0),
            Err(miss) if self.case.manner == Manner::Strict => {
                self.fail(miss);
                return;
            }
            Err((_, amount)) => (ready_at.max(bounds.not_before_at), amount),
        };
        let seconds = data.service_seconds;
        let role = Role::Step(position);
        loop {
            let (late, cost) = summary::soft_step(self.core, self.case, position, start_at);
            let cost = self.core.soft_sum(late, cost);
            let work = Work { role, setup_seconds, start_at, seconds, cost, excess };
            self.push(from, &label, spot, work);
            if cost <= 0.0 || excess > 0 {
                break;
            }
            // Waiting until a soft window opens may be better, or as long as possible before it.
            let next = summary::next_soft_opening(self.core, self.case, position, start_at);
            let Some(opens_at) = next else { break };
            let until_at = opens_at.min(self.labels.latest_at[position as usize]);
            if let Some(later_at) = latest_in(windows, until_at)
                && start_at < later_at
                && later_at < opens_at
            {
                let (late, cost) = summary::soft_step(self.core, self.case, position, later_at);
                let cost = self.core.soft_sum(late, cost);
                let work = Work { start_at: later_at, cost, ..work };
                self.push(from, &label, spot, work);
            }
            match time_windows::begin(windows, bounds, opens_at) {
                Ok(later_at) => start_at = later_at,
                Err(_) => break,
            }
        }
    }

    /// Whether a break has begun that the label has not taken, while the next step has not begun.
    fn comes_too_soon(&self, label: &Label) -> bool {
        let is_strict = self.case.manner == Manner::Strict;
        is_strict && !self.is_next_made() && self.case.shift.awaits_begun_break(label.taken)
    }

    /// Reaches the end; with an open end, it is already there.
    pub(super) fn finish(&mut self, from: u32, end_place: Option<u32>) {
        let label = self.labels.arena[from as usize];
        if self.comes_too_soon(&label) {
            return;
        }
        let is_strict =
            self.case.manner == Manner::Strict && self.rules.is_some() && !self.is_next_made();
        if is_strict && !label.rest.may_end(end_place.is_none()) {
            self.fail(driving::BROKEN);
            return;
        }
        let Some(place) = end_place else {
            if self.is_alive(&label) {
                self.labels.next.push(from);
            }
            return;
        };
        if label.is_on_the_road_elsewhere(end_place) {
            return;
        }
        let Some(spot) = self.drive_from(from, &label, place) else {
            self.fail_leg(&label, place);
            return;
        };
        let start_at = unloads_at(self.case, spot.arrival_at);
        let (role, seconds) = (Role::End, self.case.unloading_seconds);
        let work = Work { role, setup_seconds: 0, start_at, seconds, cost: 0.0, excess: 0 };
        self.push(from, &label, spot, work);
    }

    /// Adds a label; one that has served its stop or ended goes to the next layer.
    fn push(&mut self, from: u32, label: &Label, spot: Spot, work: Work) {
        let driving = spot.arrival_at - label.at();
        let waiting = work.start_at - spot.arrival_at - work.setup_seconds;
        let is_rest = work.role.is_rest();
        let worked_seconds = work.setup_seconds + if is_rest { 0 } else { work.seconds };
        let rest = label.rest.moved(driving, waiting);
        // A driver who is over a limit may rest at once.
        let rests_at_once = is_rest && driving + waiting + worked_seconds == 0;
        if let Some(rules) = self.rules.filter(|_| !rests_at_once && !self.is_past(label.taken))
            && self.case.manner == Manner::Strict
            && let Some(miss) = rest.check(rules, worked_seconds)
        {
            self.fail(miss);
            return;
        }
        let rest = match self.rules {
            Some(rules) if is_rest => rest.later(worked_seconds).rested(rules, work.seconds),
            _ => rest.worked(worked_seconds),
        };
        let is_at_place = spot.place != NOWHERE;
        let is_placed = match work.role {
            Role::Break(at) => self.core.shift(self.case).breaks[at as usize].place.is_some(),
            Role::SoftBreak(at) => {
                self.core.shift(self.case).soft_breaks[at as usize].rest.place.is_some()
            }
            Role::Step(_) => true,
            Role::Start | Role::Rest | Role::End => false,
        };
        let rates = &self.case.shift.rates;
        let new = Label {
            stay: Stay {
                role: work.role,
                place: spot.place,
                left: spot.left,
                arrival_at: spot.arrival_at,
                setup_seconds: work.setup_seconds,
                start_at: work.start_at,
                departure_at: work.start_at + work.seconds,
                meters: spot.meters,
            },
            here: if is_at_place { spot.place } else { label.here },
            settled: if is_placed { spot.place } else { label.settled },
            target: spot.target,
            meters_done: spot.meters_done,
            rest,
            taken: label.taken | self.bit(work.role),
            parent: from,
            waiting_seconds: label.waiting_seconds + waiting,
            driving_seconds: label.driving_seconds + driving,
            meters: label.meters + spot.meters,
            excess: label.excess + work.excess + self.missing_leg(label, spot.place),
            cost: label.cost
                + work.cost
                + parts(waiting, 3600.0) * rates.per_waiting_hour
                + parts(spot.meters, 1000.0) * rates.per_kilometer,
        };
        if !self.is_alive(&new) {
            return;
        }
        if is_rest && !self.enters_gap(&new) {
            return;
        }
        let at = u32::try_from(self.labels.arena.len()).expect("labels are few");
        self.labels.arena.push(new);
        if !is_rest {
            self.labels.next.push(at);
        }
    }
}
