//! The best plan so far in outline, for drawing it while the search continues: stops and places in order.
//!
//! It has no times, because computing them would disturb the search. O(stops).

use super::Search;
use crate::evaluate::Step;
use crate::problem::{PlaceIdx, ShiftIdx, StopIdx, VehicleIdx};
use crate::solution::{Route, StopRole, TimedStop};

/// A route in outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteOutline {
    /// The shift.
    pub shift: ShiftIdx,
    /// Places in order. An entry without a stop is the start, the end, or a reload.
    pub places: Vec<(Option<StopIdx>, PlaceIdx)>,
}

impl Search<'_> {
    /// Returns the routes of the best plan so far that have stops, without affecting the search.
    #[must_use]
    pub fn outline(&self) -> Vec<RouteOutline> {
        let mut routes = self.searched_outline();
        routes.extend(self.plan.kept.iter().map(outline_of));
        routes.sort_by_key(|it| it.shift);
        routes
    }

    fn searched_outline(&self) -> Vec<RouteOutline> {
        let problem = self.plan.problem;
        let mut last: Option<(VehicleIdx, PlaceIdx)> = None;
        let routes = problem.shifts.iter().zip(&self.best_routes).enumerate();
        let used = routes.filter(|(_, (_, steps))| !steps.is_empty());
        used.map(|(idx, (shift, steps))| {
            let between = steps.iter().map(|step| match *step {
                Step::Stop(stop, option) => (Some(stop), problem.options[option.at()].place),
                Step::Reload(reload) => (None, shift.reloads[reload as usize].place),
            });
            // Shifts of a vehicle are consecutive.
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

/// A kept route, without its breaks and rests.
fn outline_of(route: &Route) -> RouteOutline {
    let place = |it: &TimedStop| match it.role {
        StopRole::Order { stop, .. } => Some((Some(stop), it.place?)),
        StopRole::Start | StopRole::Reload { .. } | StopRole::End => Some((None, it.place?)),
        StopRole::Break { .. } | StopRole::SoftBreak { .. } | StopRole::Rest => None,
    };
    RouteOutline { shift: route.shift, places: route.stops.iter().filter_map(place).collect() }
}
