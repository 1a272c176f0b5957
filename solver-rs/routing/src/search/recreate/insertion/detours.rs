//! What an insertion does to the times of a route that margins cannot judge, and its price.

use super::Scan;
use crate::search::plan::anchors::{self, Detour};
use crate::search::plan::margins::StepTimes;

impl Scan<'_> {
    /// Returns the effect of inserting `path` after a position on the route's times.
    #[inline]
    pub(super) fn detour(&self, after: usize, path: &[StepTimes]) -> Detour {
        anchors::detour(&self.route.anchors, &self.route.margins.positions, after, path, self.legs)
    }

    /// Returns a lower bound on what a detour adds to the score, without soft windows, from the least seconds of the
    /// legs to each stop and on to the next position. Reads no traffic.
    #[inline]
    pub(super) fn least_price(
        &self,
        after: usize,
        path: &[(StepTimes, i64)],
        seconds_on: i64,
    ) -> f64 {
        let from = self.route.margins.positions[after].place;
        let anchors = &self.route.anchors;
        self.price_detour(&anchors::least_detour(anchors, from, after, path, seconds_on))
    }

    /// Returns what a detour adds to the score, and with a far higher weight its apparent lateness.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "seconds are below 2^53")]
    pub(super) fn price_detour(&self, detour: &Detour) -> f64 {
        let mut sum = self.price(0, detour.duration_seconds);
        if self.per_overtime_second > 0.0 && detour.end_delay_seconds > 0 {
            let shift = &self.problem.shifts[self.shift.at()];
            let end_at = anchors::end_of(&self.route.anchors);
            let overtime = |end_at: i64| (end_at - shift.end_at).max(0);
            let more = overtime(end_at + detour.end_delay_seconds) - overtime(end_at);
            sum += self.per_overtime_second * more as f64;
        }
        sum + detour.late_seconds as f64 * self.per_late_second
    }
}
