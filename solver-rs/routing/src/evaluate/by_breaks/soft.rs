//! When a stop with soft windows is served: at once, or later if that pays.

use super::Walk;
use crate::evaluate::costs::parts;
use crate::evaluate::summary;
use crate::instance::{NOWHERE, StepData};
use crate::problem::{PlaceIdx, Window};
use crate::rules::time_windows;
use crate::timeline::Bounds;

impl Walk<'_> {
    /// When to serve a step with soft windows that can be served from `start_at` on, and the cost of that: at once, or
    /// when the next soft window opens, whichever is cheaper with the hours until then. If the route would then end too
    /// late, the window is only approached.
    pub(super) fn best_soft(
        &self,
        (position, data): (u32, &StepData),
        windows: &[Window],
        bounds: Bounds,
        start_at: i64,
    ) -> (i64, f64) {
        let cost_at = |at: i64| {
            let (late, cost) = summary::soft_step(self.core, self.case, position, at);
            self.core.soft_sum(late, cost)
        };
        let at_once = cost_at(start_at);
        if at_once > 0.0
            && let Some(opens_at) =
                summary::next_soft_opening(self.core, self.case, position, start_at)
            && let later_at = opens_at.min(self.latest_service(data))
            && later_at > start_at
            && let Ok(later_at) = time_windows::begin(windows, bounds, later_at)
        {
            let later = cost_at(later_at);
            let hours = parts(later_at - start_at, 3600.0);
            let rates = &self.case.shift.rates;
            if later + hours * (rates.per_hour + rates.per_waiting_hour) < at_once {
                return (later_at, later);
            }
        }
        (start_at, at_once)
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
