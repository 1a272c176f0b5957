//! Moves one to three successive visits elsewhere, forwards or backwards: relocation and or-opt.

use super::draft::{Draft, RUN_MAX, Run};
use super::scan::Scan;
use super::track::{Pair, Spot};

/// A visit with some of those after or before it, and what its route saves without them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    /// Offsets of the first and the last visit of the run.
    first: isize,
    last: isize,
    pub(super) saved: f64,
}

impl Scan<'_, '_> {
    /// Collects the ways to remove a visit, alone and with its neighbors.
    pub(super) fn movers(&self, one: &Spot, movers: &mut Vec<Mover>) {
        movers.clear();
        for more in 0..RUN_MAX.cast_signed() {
            for (first, last) in [(0, more), (-more, 0)] {
                if one.at(first) < 1 || one.at(first) > one.at || one.at(last) > one.last {
                    continue;
                }
                let whole = one.at(first) == 1 && one.at(last) == one.last;
                let joined = if whole {
                    -self.giving_up(one.shift)
                } else {
                    self.leg(one.shift, one.row(first - 1), one.row(last + 1))
                };
                let saved = one.leg_after(first - 1) + one.leg_after(last) - joined;
                movers.push(Mover { first, last, saved });
                if more == 0 {
                    break;
                }
            }
        }
    }

    /// Tries to move a visit beside `other`, alone and with its neighbors, which save at most `saved_max`.
    #[inline]
    pub(super) fn relocate(&mut self, pair: &Pair<'_>, movers: &[Mover], saved_max: f64) {
        let Pair { one, other, there, back, .. } = *pair;
        let to = other.shift;
        let (behind, before) = (back - other.leg_after(0), there - other.leg_after(-1));
        if !self.pays(behind.min(before) - saved_max) {
            return;
        }
        if one.shift != to && !self.has_room(to, one) {
            return;
        }
        for mover in movers {
            // A run that is driven backwards begins with its last visit.
            if self.pays(behind - mover.saved) {
                let end = if mover.first == 0 { mover.last } else { mover.first };
                let delta = behind + self.leg(to, one.row(end), other.row(1)) - mover.saved;
                if self.pays(delta) {
                    self.put(one, *mover, other, other.at, mover.first < 0, delta);
                }
            }
            if self.pays(before - mover.saved) {
                let begin = if mover.first == 0 { mover.last } else { mover.first };
                let delta = before + self.leg(to, other.row(-1), one.row(begin)) - mover.saved;
                if self.pays(delta) {
                    self.put(one, *mover, other, other.at - 1, mover.last > 0, delta);
                }
            }
        }
    }

    /// Offers to move a run into the gap after a position of the other route.
    fn put(
        &mut self,
        one: &Spot,
        mover: Mover,
        other: &Spot,
        gap: usize,
        reversed: bool,
        delta: f64,
    ) {
        let (from, to) = (one.shift, other.shift);
        let run = Run::new(from, one.at(mover.first), one.at(mover.last), reversed);
        let within = from == to;
        if within && gap + 1 >= run.first() && gap <= run.last() {
            return;
        }
        let delta = delta + self.within(run, to);
        if !self.pays(delta) {
            return;
        }
        if within {
            let draft = if gap > run.last() {
                let between = Run::forwards(from, run.last() + 1, gap);
                Draft::of(from, run.first() - 1, &[between, run], gap + 1)
            } else {
                let between = Run::forwards(from, gap + 1, run.first() - 1);
                Draft::of(from, gap, &[run, between], run.last() + 1)
            };
            self.offer(delta, [Some(draft), None]);
        } else {
            let left = Draft::of(from, run.first() - 1, &[], run.last() + 1);
            let grown = Draft::of(to, gap, &[run], gap + 1);
            self.offer(delta, [Some(left), Some(grown)]);
        }
    }
}
