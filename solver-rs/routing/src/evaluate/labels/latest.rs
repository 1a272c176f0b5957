//! Until when each step can be served: one pass back from the end of the route, O(steps).
//!
//! ```text
//! a ──── b ──── c ──── end      from right to left: leave in time for the next step, within the windows
//!   ◄────  ◄────  ◄────
//! ```
//!
//! Breaks and rests are left out, so that a step may have to be earlier still. A step whose soft window is out of reach
//! waits until then.

use crate::instance::NOWHERE;
use crate::problem::{PlaceIdx, TIME_MAX};
use crate::step::Step;
use crate::timeline::{Bounds, Case, Core, latest_in};

use super::Labels;

impl Labels {
    /// Until when a step can be served so that the route still keeps the windows after it; `None` if that is not known.
    pub(crate) fn latest_service(&self, step: u32) -> Option<i64> {
        self.latest_at.get(step as usize).copied()
    }
}

/// Sets until when each step can be served; see [`Labels::latest_at`].
pub(super) fn set(core: &Core<'_>, case: &Case<'_>, bounds: &[Bounds], latest_at: &mut Vec<i64>) {
    let (shift, travel) = (case.shift, &core.instance.travel);
    let place_of = |step: Step| core.instance.step(shift, step).place;
    latest_at.clear();
    latest_at.resize(case.steps.len(), TIME_MAX);
    let mut next_place = shift.end_place;
    let mut arrival_at = shift.latest_end_at - case.unloading_seconds;
    let mut position = u32::try_from(case.steps.len()).expect("steps are few");
    for (at, &step) in case.steps.iter().enumerate().rev() {
        position -= 1;
        let data = core.instance.step(shift, step);
        let leave_at = if next_place == NOWHERE {
            arrival_at
        } else {
            let (here, next) = (PlaceIdx(data.place), PlaceIdx(next_place));
            let departure_at = travel.latest_departure_at(shift.travel, here, next, arrival_at);
            departure_at.unwrap_or(arrival_at)
        };
        let until_at = bounds[at].not_after_at.min(leave_at - data.service_seconds);
        latest_at[at] = latest_in(core.step_windows(position, data), until_at).unwrap_or(until_at);
        let before = if at == 0 { shift.start_place } else { place_of(case.steps[at - 1]) };
        let setup_seconds = if before == data.place { 0 } else { data.setup_seconds };
        arrival_at = latest_at[at] - setup_seconds;
        next_place = data.place;
    }
}
