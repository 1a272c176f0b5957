//! The labels at a stop: which of them are kept, and which label that has ended is the best.

use crate::problem::UNLIMITED;
use crate::rules::{Miss, breaks, time_windows};
use crate::timeline::Role;

use super::{Label, Walk};
use crate::evaluate::costs::{self, parts};

/// The most labels kept at a stop: the earliest and cheapest of them.
const LAYER_MAX: usize = 48;
/// The same when a route is judged and time is over: about 50 ms for 400 stops and 40 breaks, where 48 labels take
/// seconds.
const LATE_LAYER_MAX: usize = 4;
/// The same for a route that breaks rules and is only looked at.
const BRIEF_LAYER_MAX: usize = 8;

impl Walk<'_> {
    pub(super) fn next_layer(&mut self) -> Result<(), Miss> {
        if self.labels.next.is_empty() {
            return Err(self.failure.unwrap_or(time_windows::missed_by(0)));
        }
        std::mem::swap(&mut self.labels.layer, &mut self.labels.next);
        let layer = std::mem::take(&mut self.labels.layer);
        let layer = self.filtered(layer);
        self.labels.layer = layer;
        Ok(())
    }

    /// Removes labels that another one dominates, and those beyond the limit.
    fn filtered(&self, mut layer: Vec<u32>) -> Vec<u32> {
        if layer.len() == 1 {
            return layer;
        }
        let arena = &self.labels.arena;
        let is_narrow = self.is_narrow();
        let layer_max = match (is_narrow, self.labels.is_brief) {
            (true, _) => LATE_LAYER_MAX,
            (false, true) => BRIEF_LAYER_MAX,
            (false, false) => LAYER_MAX,
        };
        let rank = |at: u32| {
            let label = &arena[at as usize];
            // If few labels are kept, the earliest would all be without breaks until it is too late for the breaks.
            let (missed, taken) = if is_narrow { self.hard_breaks(label) } else { (0, 0) };
            (label.excess + missed, label.at() - taken)
        };
        layer.sort_unstable_by(|&left, &right| {
            let costs = arena[left as usize].cost.total_cmp(&arena[right as usize].cost);
            rank(left).cmp(&rank(right)).then(costs).then(left.cmp(&right))
        });
        let mut kept = 0;
        for at in 0..layer.len() {
            let label = &arena[layer[at] as usize];
            let is_dominated =
                layer[..kept].iter().any(|&it| self.dominates(&arena[it as usize], label));
            if !is_dominated && kept < layer_max {
                layer[kept] = layer[at];
                kept += 1;
            }
        }
        layer.truncate(kept);
        layer
    }

    pub(super) fn dominates(&self, one: &Label, other: &Label) -> bool {
        let later = other.at() - one.at();
        let limits = self.limits;
        later >= 0
            && one.excess <= other.excess
            && one.taken == other.taken
            && one.rest.is_as_fresh_as(&other.rest, self.rules, later)
            && one.cost + self.waiting_cost(later) <= other.cost
            && (limits.waiting_seconds == UNLIMITED
                || one.waiting_seconds + later <= other.waiting_seconds)
            && (limits.driving_seconds == UNLIMITED || one.driving_seconds <= other.driving_seconds)
            && (limits.distance_meters.min(self.case.shift.soft.distance_meters) == UNLIMITED
                || one.meters <= other.meters)
    }

    fn waiting_cost(&self, seconds: i64) -> f64 {
        parts(seconds, 3600.0) * self.case.shift.rates.per_waiting_hour
    }

    pub(super) fn is_narrow(&self) -> bool {
        self.labels.narrows_when_late && self.core.patience.is_late()
    }

    /// The final excess of hard breaks that are already missed, and what that of the breaks taken would have been.
    fn hard_breaks(&self, label: &Label) -> (i64, i64) {
        let (mut missed, mut taken) = (0, 0);
        for (pause, position) in self.core.shift(self.case).breaks.iter().zip(0..) {
            let weight = pause.seconds + breaks::EXCESS_SECONDS;
            if self.is_taken(label, Role::Break(position)) {
                taken += weight;
            } else if breaks::missed(self.case, (pause, position), self.start_at, label.at())
                .is_some()
            {
                missed += weight;
            }
        }
        (missed, taken)
    }

    /// The excess of a label that has ended, and its cost including hours.
    pub(super) fn final_rank(&self, label: &Label) -> (i64, f64) {
        let shift = self.core.shift(self.case);
        let end_at = label.at();
        let rates = &self.case.shift.rates;
        let mut excess = label.excess + (end_at - self.case.shift.latest_end_at).max(0);
        let mut cost = label.cost
            + parts(end_at - self.start_at, 3600.0) * rates.per_hour
            + parts((end_at - self.case.shift.end_at).max(0), 3600.0) * rates.per_overtime_hour
            + costs::soft_duration(&self.case.shift.soft_rates, end_at - self.start_at)
            + costs::soft_distance(&self.case.shift.soft_rates, label.meters);
        let owes = |pause, role| {
            !self.is_taken(label, role) && breaks::is_owed(self.case, pause, self.start_at, end_at)
        };
        for (pause, position) in shift.breaks.iter().zip(0..) {
            if owes(pause, Role::Break(position)) {
                excess += pause.seconds + breaks::EXCESS_SECONDS;
            }
        }
        for (soft, position) in shift.soft_breaks.iter().zip(0..) {
            if owes(&soft.rest, Role::SoftBreak(position)) {
                cost += self.core.soft_sum(0, soft.skip_cost);
            }
        }
        for (amount, limit) in [
            (end_at - self.start_at, self.limits.duration_seconds),
            (label.driving_seconds, self.limits.driving_seconds),
            (label.meters, self.limits.distance_meters),
            (label.waiting_seconds, self.limits.waiting_seconds),
        ] {
            excess += (amount - limit).max(0);
        }
        (excess, cost)
    }
}
