//! Reverses a part of one route: 2-opt.

use super::draft::{Draft, Run};
use super::scan::Scan;
use super::track::Pair;

impl Scan<'_, '_> {
    /// Tries to make two visits of one route adjacent by reversing what is between them.
    #[inline]
    pub(super) fn two_opt(&mut self, pair: &Pair<'_>) {
        let Pair { one, other, there, back, .. } = *pair;
        let shift = one.shift;
        let (low, high, added) =
            if one.at < other.at { (one, other, there) } else { (other, one, back) };
        let removed = [low.leg_after(0), high.leg_after(0)];
        let after = added - removed[0] - removed[1];
        if self.starts(pair, added, removed) && self.pays(after) {
            let delta = after + self.leg(shift, low.row(1), high.row(1));
            self.turn(Run::backwards(shift, low.at + 1, high.at), delta);
        }
        let removed = [low.leg_after(-1), high.leg_after(-1)];
        let before = added - removed[0] - removed[1];
        if self.starts(pair, added, removed) && self.pays(before) {
            let delta = before + self.leg(shift, low.row(-1), high.row(-1));
            self.turn(Run::backwards(shift, low.at, high.at - 1), delta);
        }
    }

    fn turn(&mut self, run: Run, delta: f64) {
        if run.count() < 2 || !self.pays(delta) {
            return;
        }
        let delta = delta + self.within(run, run.shift);
        if self.pays(delta) {
            self.offer(
                delta,
                [Some(Draft::of(run.shift, run.first() - 1, &[run], run.last() + 1)), None],
            );
        }
    }
}
