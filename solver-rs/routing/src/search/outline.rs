//! The best plan so far as it is drawn while the search goes on: which stops, where, in which order.
//!
//! No times: they would have to be computed, and the search would be disturbed. O(stops).

use super::Search;
use crate::evaluate::Step;
use crate::problem::{PlaceIdx, ShiftIdx, StopIdx, VehicleIdx};

/// A route in outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteOutline {
    /// Whose it is.
    pub shift: ShiftIdx,
    /// Where it goes, in order. Without a stop: its start, its end, or a reload.
    pub places: Vec<(Option<StopIdx>, PlaceIdx)>,
}

impl Search<'_> {
    /// Routes of the best plan so far, those without a stop left out. The search goes on as if it had not been asked.
    #[must_use]
    pub fn outline(&self) -> Vec<RouteOutline> {
        let problem = self.plan.problem;
        let mut last: Option<(VehicleIdx, PlaceIdx)> = None;
        let routes = problem.shifts.iter().zip(&self.best_routes).enumerate();
        let used = routes.filter(|(_, (_, steps))| !steps.is_empty());
        used.map(|(idx, (shift, steps))| {
            let between = steps.iter().map(|step| match *step {
                Step::Stop(stop, option) => (Some(stop), problem.options[option.at()].place),
                Step::Reload(reload) => (None, shift.reloads[reload as usize].place),
            });
            // Shifts of a vehicle follow one another.
            let stayed = last.filter(|it| it.0 == shift.vehicle).map(|it| it.1);
            let start = stayed.or(shift.start_place).map(|place| (None, place));
            let end = shift.end_place.map(|place| (None, place));
            let places: Vec<_> = start.into_iter().chain(between).chain(end).collect();
            let stays = places.last().filter(|_| shift.stays);
            last = stays.map(|it| (shift.vehicle, it.1));
            RouteOutline { shift: ShiftIdx::of(idx), places }
        })
        .collect()
    }
}
