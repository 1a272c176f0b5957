//! Two routes exchange their tails, or one route gives its tail to a new route: 2-opt*.

use super::draft::{Draft, Run};
use super::scan::Scan;
use super::track::{Pair, Spot};
use crate::problem::ShiftIdx;

impl Scan<'_, '_> {
    /// Tries to make two visits of different routes adjacent, each with what lies beyond it.
    #[inline]
    pub(super) fn exchange_tails(&mut self, pair: &Pair<'_>) {
        let Pair { one, other, there, back, .. } = *pair;
        let class = &self.plan.instance.class;
        if class[one.shift.at()] == class[other.shift.at()] {
            // `other`, `one`: the tail from `one` on follows `other`, and what followed `other` continues the head of
            // `one`'s route.
            self.cross(pair, other, one, back);
            self.cross(pair, one, other, there);
        }
    }

    /// Appends `tail` and all that follows it to `head` by this leg, and what followed `head` to what preceded `tail`.
    #[inline]
    fn cross(&mut self, pair: &Pair<'_>, head: &Spot, tail: &Spot, leg: f64) {
        let removed = [head.leg_after(0), tail.leg_after(-1)];
        if !self.starts(pair, leg, removed) {
            return;
        }
        let emptied = tail.at == 1 && head.at == head.last;
        let given_up = if emptied { -self.giving_up(tail.shift) } else { 0.0 };
        let added = given_up + leg - removed[0] - removed[1];
        if !self.pays(added) {
            return;
        }
        let joined = if emptied { 0.0 } else { self.leg(tail.shift, tail.row(-1), head.row(1)) };
        let delta = added + joined;
        if self.pays(delta) {
            let longer = Draft::joined(head.shift, head.at, tail.shift, tail.at);
            let other = Draft::joined(tail.shift, tail.at - 1, head.shift, head.at + 1);
            self.offer(delta, [Some(longer), Some(other)]);
        }
    }

    /// Tries to give a visit and all after it, or the visit and up to two that follow, to a shift without a route.
    pub(super) fn split(&mut self, one: &Spot, unused: ShiftIdx) {
        let row = |scan: &Self, at| scan.row(one.shift, at);
        let lane = self.lanes[unused.at()];
        let added =
            self.leg(unused, self.row(unused, 0), one.row(0)) + lane.fixed - one.leg_after(-1);
        for last in [one.at, one.at + 1, one.at + 2, one.last] {
            let whole = one.at == 1 && last == one.last;
            if last > one.last || whole {
                continue;
            }
            let (end, after) = (row(self, last), row(self, last + 1));
            let delta = added + self.leg(one.shift, one.row(-1), after)
                - self.leg(one.shift, end, after)
                + self.leg(unused, end, self.row(unused, 1));
            if self.pays(delta) {
                let run = Run::forwards(one.shift, one.at, last);
                let left = Draft::of(one.shift, one.at - 1, &[], last + 1);
                let fresh = Draft::of(unused, 0, &[run], 1);
                self.offer(delta, [Some(left), Some(fresh)]);
            }
        }
    }
}
