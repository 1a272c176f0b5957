//! Arrivals: a label serves the next stop or reaches the end, and is kept if it is the best one with its set of breaks.

use crate::instance::{LEG, NOWHERE, StepData, flag};
use crate::rules::{breaks, driving, shift_time, time_windows};
use crate::timeline::{Bounds, Role, Stay, unloads_at};

use super::Walk;
use super::label::{Head, OnTheWay, Rests, Spot};
use crate::evaluate::costs::{self, parts};

impl<R: Rests> Walk<'_, R> {
    /// Serves a step on arrival.
    pub(super) fn serve(
        &mut self,
        ahead: &OnTheWay<R>,
        data: &StepData,
        bounds: Bounds,
        position: u32,
    ) {
        if self.comes_too_soon(ahead.taken) {
            return;
        }
        let setup_seconds = if data.place == self.settled { 0 } else { data.setup_seconds };
        let ready_at = ahead.at + setup_seconds;
        let windows = self.core.step_windows(position, data);
        let at_once = match time_windows::begin(windows, bounds, ready_at) {
            Ok(start_at) => start_at,
            Err(miss) => {
                self.fail(miss);
                return;
            }
        };
        // Most labels are worse than the known one even if their soft window costs nothing.
        let cost_min = ahead.cost + self.waiting_cost(at_once - ready_at);
        if !self.is_best(ahead.taken, at_once + data.service_seconds, cost_min) {
            return;
        }
        let (mut start_at, mut soft) = (at_once, 0.0);
        if data.flags & flag::SOFT_WINDOWS != 0 {
            (start_at, soft) = self.best_soft((position, data), windows, bounds, at_once);
        }
        let mut ahead = *ahead;
        if let Some(rules) = self.rules() {
            let is_next_made = self.is_next_made();
            let ends_too_late = |it: &OnTheWay<R>, start_at: i64| {
                !is_next_made
                    && it.rest.state().over(rules, start_at - it.at + data.service_seconds) > 0
            };
            let mut rested = self.rested_while_waiting(ahead, start_at - ready_at);
            if start_at > at_once && ends_too_late(&rested, start_at) {
                start_at = at_once;
                soft = self.soft_cost(position, at_once);
                rested = self.rested_while_waiting(ahead, start_at - ready_at);
            }
            if ends_too_late(&rested, start_at) {
                self.fail(driving::BROKEN);
                return;
            }
            ahead = rested;
        }
        let mut cost = ahead.cost + soft;
        cost += self.waiting_cost(start_at - ahead.at - setup_seconds);
        let departure_at = start_at + data.service_seconds;
        if !self.is_best(ahead.taken, departure_at, cost)
            || !self.is_alive(ahead.taken, departure_at)
        {
            return;
        }
        let stay = Stay {
            role: Role::Step(position),
            place: data.place,
            left: LEG,
            arrival_at: ahead.at,
            setup_seconds,
            start_at,
            departure_at,
            meters: ahead.meters_since,
        };
        let waiting = start_at - ahead.at - setup_seconds;
        let worked_seconds = setup_seconds + data.service_seconds;
        let rest = ahead.rest.after(|it| it.moved(0, waiting).worked(worked_seconds));
        let node = self.add(ahead.node, stay);
        let (at, from) = (departure_at, self.from);
        self.next[ahead.taken] = Some(Head { at, cost, rest, node, from });
    }

    /// Reaches the end; with an open end, it is already there.
    pub(super) fn finish(&mut self, ahead: &OnTheWay<R>) {
        if self.comes_too_soon(ahead.taken) {
            return;
        }
        let is_open = self.next_place == NOWHERE;
        let waiting = unloads_at(self.case, ahead.at) - ahead.at;
        let ahead = if is_open { *ahead } else { self.rested_while_waiting(*ahead, waiting) };
        let end = Stay::at_end(self.case, self.next_place, ahead.at, ahead.meters_since);
        let at = if is_open { ahead.at } else { end.departure_at };
        if let Some(rules) = self.rules()
            && !self.is_next_made()
            && (ahead.rest.state().over(rules, at - ahead.at) > 0
                || !ahead.rest.state().may_end(is_open))
        {
            self.fail(driving::BROKEN);
            return;
        }
        let waiting_cost = if is_open { 0.0 } else { self.waiting_cost(end.waiting_seconds()) };
        let cost = ahead.cost + waiting_cost;
        if !self.is_best(ahead.taken, at, cost) || !self.is_alive(ahead.taken, at) {
            return;
        }
        let node = if is_open { ahead.node } else { self.add(ahead.node, end) };
        let (rest, from) = (ahead.rest, self.from);
        self.next[ahead.taken] = Some(Head { at, cost, rest, node, from });
    }

    /// Whether this departure is better than the known one with the same breaks taken. If both are equally good, the
    /// one whose label had taken fewer breaks at the previous stop is, and of the same label the earlier one.
    fn is_best(&self, taken: usize, at: i64, cost: f64) -> bool {
        let Some(known) = &self.next[taken] else { return true };
        let wins_tie = self.from < known.from;
        let is_sooner = at < known.at || (wins_tie && at == known.at);
        if !self.is_priced {
            return is_sooner;
        }
        let later = parts(at - known.at, 3600.0) * self.case.shift.rates.per_hour;
        cost + later < known.cost || (cost + later <= known.cost && is_sooner)
    }

    /// Whether a label that leaves a break at this time may be the best one at the next stop. If it is not, more breaks
    /// before that stop hardly make it better than the known label with the same breaks.
    pub(super) fn may_become_best(
        &self,
        taken: usize,
        there: &OnTheWay<R>,
        at: i64,
        cost: f64,
    ) -> bool {
        if self.next[taken].is_none() {
            return true;
        }
        let mut departure_at = at;
        if let Some(leg) = self.leg.filter(|_| there.spot != Spot::Ahead) {
            departure_at += leg.least_seconds(there.left);
        }
        if let Some(data) = self.next_fact {
            let setup_seconds = if data.place == self.settled { 0 } else { data.setup_seconds };
            departure_at += setup_seconds + data.service_seconds;
        }
        self.is_best(taken, departure_at, cost)
    }

    /// Whether a label may still lead to a route that breaks no rule.
    pub(super) fn is_alive(&mut self, taken: usize, now_at: i64) -> bool {
        if let Some(miss) = shift_time::late_end(self.case.shift, now_at) {
            self.fail(miss);
            return false;
        }
        for (pause, position) in self.breaks.iter().zip(0..) {
            let is_taken = taken & 1 << position != 0;
            let missed = || breaks::missed(self.case, (pause, position), self.start_at, now_at);
            if !is_taken && let Some(miss) = missed() {
                self.fail(miss);
                return false;
            }
        }
        true
    }

    /// Excess seconds for breaks that are owed and not taken, and the cost of a label at the end, including hours and
    /// skipped breaks.
    pub(super) fn final_rank(&self, taken: usize, head: &Head<R>) -> (i64, f64) {
        let (shift, end_at) = (self.case.shift, head.at);
        let mut excess = 0;
        let mut cost = head.cost
            + parts(end_at - self.start_at, 3600.0) * shift.rates.per_hour
            + parts((end_at - shift.end_at).max(0), 3600.0) * shift.rates.per_overtime_hour
            + costs::soft_duration(&shift.soft_rates, end_at - self.start_at);
        for position in 0..self.breaks.len() + self.soft_breaks.len() {
            let (pause, role) = self.pause(position);
            let is_taken = taken & 1 << position != 0;
            if is_taken || !breaks::is_owed(self.case, pause, self.start_at, end_at) {
                continue;
            }
            match role {
                Role::SoftBreak(position) => {
                    cost += self.core.soft_sum(0, self.soft_breaks[position as usize].skip_cost);
                }
                _ => excess += pause.seconds + breaks::EXCESS_SECONDS,
            }
        }
        (excess, cost)
    }
}
