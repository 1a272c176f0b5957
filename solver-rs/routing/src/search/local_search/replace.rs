//! An absent visit takes the place of a served one, or a visit that costs more than it is worth leaves its route.
//!
//! ```text
//! … ► a ► v ► b ► …   absent: w, near v          … ► a ► w ► b ► …   absent: v
//! ```
//!
//! Insertion finds room for `w` only if the ruin happens to remove `v`, and may then put `v` back first. A visit never
//! leaves for one that ranks below it, and gives way to one that ranks above it whatever that costs.

#[cfg(test)]
mod tests;

use super::draft::{Draft, Run};
use super::moves::{Move, Replacement};
use super::near::Neighbor;
use super::scan::Scan;
use super::track::Spot;
use crate::evaluate::Step;
use crate::problem::{OptionIdx, ShiftIdx, VisitIdx};
use crate::search::plan::margins::StepTimes;

impl Scan<'_, '_> {
    /// Returns what leaving a visit out costs in the continuous part of the score.
    fn cost_unserved(&self, visit: VisitIdx) -> f64 {
        let instance = &self.plan.instance;
        instance.weights.cost * instance.unserved_cost[visit.at()]
    }

    /// Tries to leave an optional visit out. Not inlined, like [`Self::replace`]: both would slow down the loop over
    /// neighbors, where most visits are served and stay.
    #[inline(never)]
    pub(super) fn leave_out(&mut self, one: &Spot, visit: VisitIdx) {
        if self.plan.instance.weight[visit.at()] > 0 {
            return;
        }
        let cost = self.cost_unserved(visit);
        let lane = self.lanes[one.shift.at()];
        let joined =
            if one.last == 1 { -lane.fixed } else { self.leg(one.shift, one.row(-1), one.row(1)) };
        let saved = one.leg_after(-1) + one.leg_after(0) - joined + lane.per_stop;
        let delta = cost - saved - self.cost_of_service(one.shift, self.service_at(one));
        let replaced = Replacement { leaves: visit, comes: None, cost, rank_gained: 0 };
        if self.promises(&replaced, delta) {
            let draft = Draft::of(one.shift, one.at - 1, &[], one.at + 1);
            self.offer_replacement(delta, draft, replaced);
        }
    }

    /// Tries to put an absent visit in the place of a visit.
    #[inline(never)]
    pub(super) fn replace(&mut self, one: &Spot, visit: VisitIdx, near: &Neighbor) {
        let (coming, instance) = (near.visit, &self.plan.instance);
        let rank_gained = instance.rank[coming.at()] - instance.rank[visit.at()];
        if rank_gained < 0 {
            return;
        }
        let cost = self.cost_unserved(visit) - self.cost_unserved(coming);
        let replaced = Replacement { leaves: visit, comes: Some(coming), cost, rank_gained };
        let removed = one.leg_after(-1)
            + one.leg_after(0)
            + self.cost_of_service(one.shift, self.service_at(one));
        // Visits of kept routes are not absent, although none of the plan's routes serves them.
        let may_come = self.promises(&replaced, cost - removed)
            && self.plan.may_serve(coming, one.shift)
            && !self.plan.is_of_others(coming)
            && (self.plan.kept.is_empty() || self.plan.absent.contains(&coming));
        if !may_come {
            return;
        }
        for option in self.plan.problem.stops[near.stop.at()].options.clone().map(OptionIdx) {
            let times = StepTimes::of(self.plan.instance.option_of(one.shift, option));
            let row = self.plan.instance.row(times.place);
            let delta = cost - removed
                + self.cost_of_service(one.shift, times.service)
                + self.leg(one.shift, one.row(-1), row);
            if !self.promises(&replaced, delta) {
                continue;
            }
            let delta = delta + self.leg(one.shift, row, one.row(1));
            if self.promises(&replaced, delta) {
                let mut draft = Draft::of(one.shift, one.at - 1, &[], one.at + 1);
                draft.comes = Some(Step::Stop(near.stop, option));
                self.offer_replacement(delta, draft, replaced);
            }
        }
    }

    /// Keeps a replacement if it is the best so far, and its route fits as far as margins and a forecast tell.
    fn offer_replacement(&mut self, delta: f64, draft: Draft, replaced: Replacement) {
        let fits = draft.is_empty(self.plan) || (self.carries(&draft) && self.is_in_time(&draft));
        if !fits {
            return;
        }
        let more = if self.plan.instance.plain { Some(0.0) } else { self.forecast(&draft) };
        let Some(more) = more else { return };
        let offered =
            Move { delta: delta + more, drafts: [Some(draft), None], replaced: Some(replaced) };
        let kept = &self.scratch.replacement;
        if self.promises(&replaced, offered.delta)
            && kept.replaced.is_none_or(|it| replaced.is_better(offered.delta, &it, kept.delta))
        {
            self.scratch.replacement = offered;
        }
    }

    /// Returns whether a replacement with this change of the score is worth a closer look.
    #[inline]
    fn promises(&self, replaced: &Replacement, delta: f64) -> bool {
        let bound = self.limit - self.traits.least_gain;
        if replaced.rank_gained > 0 { delta < f64::INFINITY } else { delta < bound }
    }

    fn service_at(&self, one: &Spot) -> i64 {
        let itself = Run::forwards(one.shift, one.at, one.at);
        self.made_by(one.shift, itself, one.at).1.service
    }

    /// Returns what seconds of service cost if margins are exact; elsewhere, the forecast knows.
    #[expect(clippy::cast_precision_loss, reason = "seconds are below 2^53")]
    fn cost_of_service(&self, shift: ShiftIdx, seconds: i64) -> f64 {
        let is_forecast = !self.plan.instance.plain;
        if is_forecast { 0.0 } else { self.lanes[shift.at()].per_second * seconds as f64 }
    }
}
