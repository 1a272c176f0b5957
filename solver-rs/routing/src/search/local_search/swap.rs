//! Exchanges one or two successive visits with one or two others: swap and exchange of pairs.

use super::draft::{Draft, Run};
use super::scan::Scan;
use super::track::Pair;
use crate::instance::Row;
use crate::problem::ShiftIdx;

/// Maximum number of visits of each side.
const SWAPPED_MAX: isize = 2;

impl Scan<'_, '_> {
    /// Tries to exchange `one`, alone and with its neighbor, with what follows or precedes `other`, so that the two are
    /// adjacent.
    #[inline]
    pub(super) fn swap(&mut self, pair: &Pair<'_>) {
        self.swap_behind(pair);
        self.swap_before(pair);
    }

    /// `other`, `one` …: `one` replaces what follows `other`.
    #[inline]
    fn swap_behind(&mut self, pair: &Pair<'_>) {
        let Pair { one, other, back, .. } = *pair;
        let (from, to) = (one.shift, other.shift);
        let removed = [other.leg_after(0), one.leg_after(-1)];
        let added = back - removed[0] - removed[1];
        let saved_max =
            one.leg_after(0).max(one.leg_after(1)) + other.leg_after(1).max(other.leg_after(2));
        if !self.starts(pair, back, removed) || !self.pays(added - saved_max) {
            return;
        }
        // An exchange of tails, and then one back: the first one pays by itself, or the second one.
        let added = added + self.leg(from, one.row(-1), other.row(1));
        if !self.gains(pair, added) {
            return;
        }
        for mine in 0..SWAPPED_MAX {
            for others in 1..=SWAPPED_MAX {
                let added = added - one.leg_after(mine) - other.leg_after(others);
                if one.at(mine) > one.last || other.at(others) > other.last || !self.pays(added) {
                    continue;
                }
                let delta = self.with_legs(
                    added,
                    [
                        (to, one.row(mine), other.row(others + 1)),
                        (from, other.row(others), one.row(mine + 1)),
                    ],
                );
                if self.pays(delta) {
                    let run = Run::forwards(from, one.at, one.at(mine));
                    let place = Run::forwards(to, other.at(1), other.at(others));
                    self.exchange(run, place, delta);
                }
            }
        }
    }

    /// … `one`, `other`: `one` replaces what precedes `other`.
    #[inline]
    fn swap_before(&mut self, pair: &Pair<'_>) {
        let Pair { one, other, there, .. } = *pair;
        let (from, to) = (one.shift, other.shift);
        let removed = [other.leg_after(-1), one.leg_after(0)];
        let added = there - removed[0] - removed[1];
        let saved_max =
            one.leg_after(-1).max(one.leg_after(-2)) + other.leg_after(-2).max(other.leg_after(-3));
        if !self.starts(pair, there, removed) || !self.pays(added - saved_max) {
            return;
        }
        let added = added + self.leg(from, other.row(-1), one.row(1));
        if !self.gains(pair, added) {
            return;
        }
        for mine in 0..SWAPPED_MAX {
            for others in 1..=SWAPPED_MAX {
                if one.at <= mine.cast_unsigned() || other.at <= others.cast_unsigned() {
                    continue;
                }
                let added = added - one.leg_after(-mine - 1) - other.leg_after(-others - 1);
                if !self.pays(added) {
                    continue;
                }
                let delta = self.with_legs(
                    added,
                    [
                        (to, other.row(-others - 1), one.row(-mine)),
                        (from, one.row(-mine - 1), other.row(-others)),
                    ],
                );
                if self.pays(delta) {
                    let run = Run::forwards(from, one.at(-mine), one.at);
                    let place = Run::forwards(to, other.at(-others), other.at(-1));
                    self.exchange(run, place, delta);
                }
            }
        }
    }

    /// Adds the costs of these legs, until the sum does not pay.
    #[inline(always)]
    fn with_legs(&self, mut sum: f64, legs: [(ShiftIdx, Row, Row); 2]) -> f64 {
        for (shift, from, to) in legs {
            sum += self.leg(shift, from, to);
            if !self.pays(sum) {
                break;
            }
        }
        sum
    }

    /// Offers to exchange two runs; `delta` is the added cost of the legs at their ends.
    fn exchange(&mut self, one: Run, other: Run, delta: f64) {
        let (from, to) = (one.shift, other.shift);
        // Exchanging adjacent runs is a relocation.
        if from == to && one.first() <= other.last() + 1 && other.first() <= one.last() + 1 {
            return;
        }
        let delta = delta + self.within(one, to) + self.within(other, from);
        if !self.pays(delta) {
            return;
        }
        if from == to {
            let (left, right) =
                if one.first() < other.first() { (one, other) } else { (other, one) };
            let between = Run::forwards(from, left.last() + 1, right.first() - 1);
            let draft =
                Draft::of(from, left.first() - 1, &[right, between, left], right.last() + 1);
            self.offer(delta, [Some(draft), None]);
        } else {
            let mine = Draft::of(from, one.first() - 1, &[other], one.last() + 1);
            let others = Draft::of(to, other.first() - 1, &[one], other.last() + 1);
            self.offer(delta, [Some(mine), Some(others)]);
        }
    }
}
