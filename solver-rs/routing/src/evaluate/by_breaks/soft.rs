//! When a stop with soft windows is served: at once, or later if that pays.

use super::label::Rests;
use super::{SoftWindows, Walk};
use crate::evaluate::costs::parts;
use crate::evaluate::summary;
use crate::instance::{NOWHERE, StepData};
use crate::problem::{PlaceIdx, Window};
use crate::rules::time_windows;
use crate::timeline::Bounds;

impl<R: Rests> Walk<'_, R> {
    /// When to serve a step with soft windows that can be served from `start_at` on, and the cost of that: at once, or
    /// when the next soft window opens, whichever is cheaper with the hours until then. If the route would then end too
    /// late, or the hard windows of the step close before, the soft window is only approached.
    pub(super) fn best_soft(
        &mut self,
        (position, data): (u32, &StepData),
        windows: &[Window],
        bounds: Bounds,
        start_at: i64,
    ) -> (i64, f64) {
        let at_once = self.soft_cost(position, start_at);
        if at_once > 0.0
            && self.soft_windows == SoftWindows::Awaited
            && let Some(opens_at) =
                summary::next_soft_opening(self.core, self.case, position, start_at)
            && let until_at = opens_at.min(self.latest_service(data))
            && until_at > start_at
            && let Some(later_at) = time_windows::begin_or_approach(windows, bounds, until_at)
            && later_at > start_at
        {
            let later = self.soft_cost(position, later_at);
            let hours = parts(later_at - start_at, 3600.0);
            let rates = &self.case.shift.rates;
            if later + hours * (rates.per_hour + rates.per_waiting_hour) < at_once {
                self.walked.wait_at(position);
                return (later_at, later);
            }
        }
        (start_at, at_once)
    }

    /// The cost of serving a step at this time, by its soft windows.
    pub(super) fn soft_cost(&self, position: u32, at: i64) -> f64 {
        let (late, cost) = summary::soft_step(self.core, self.case, position, at);
        self.core.soft_sum(late, cost)
    }

    /// Until when a step can be served if the route ends after it, however long the way takes in traffic.
    fn latest_service(&self, data: &StepData) -> i64 {
        let shift = self.case.shift;
        let seconds = if shift.end_place == NOWHERE {
            0
        } else {
            let (here, end) = (PlaceIdx(data.place), PlaceIdx(shift.end_place));
            self.core.instance.travel.longest_seconds(shift.travel, here, end).unwrap_or(0)
        };
        shift.latest_end_at - self.case.unloading_seconds - seconds - data.service_seconds
    }
}
