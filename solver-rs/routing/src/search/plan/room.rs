//! The room that is left in each vehicle, in one array for all shifts: insertion asks it about many routes, of which few
//! have room for the visit.
//!
//! ```text
//! shift 0                          shift 1
//! to deliver …  to collect …       to deliver …  to collect …      one value per dimension
//! ```

use super::Plan;
use super::route::RouteState;
use crate::instance::{Instance, Shape};
use crate::problem::{ShiftIdx, StopIdx, StopKind, VisitIdx};

/// Returns the room of all shifts.
pub(super) fn rooms(instance: &Instance<'_>, routes: &[RouteState]) -> Vec<i64> {
    let mut rooms = vec![0; routes.len() * 2 * instance.dimensions];
    for (shift, route) in routes.iter().enumerate() {
        let shift = ShiftIdx::of(shift);
        let of_shift = &mut rooms[shift.at() * 2 * instance.dimensions..];
        write(instance, shift, route, of_shift);
    }
    rooms
}

/// Writes the room of a route: what it can deliver or collect in addition at its best position. The load before the
/// first position peaks no higher than before any other, and the load after the last one no higher than after any
/// other. A reload may make room for anything.
fn write(instance: &Instance<'_>, shift: ShiftIdx, route: &RouteState, room: &mut [i64]) {
    let problem = instance.problem;
    let dimensions = instance.dimensions;
    let (shift, margins) = (&problem.shifts[shift.at()], &route.margins);
    let capacity = &problem.vehicles[shift.vehicle.at()].capacity;
    let last = route.steps.len() * dimensions;
    let free = |capacity: i64, peak: i64| {
        if shift.reloads.is_empty() { capacity - peak } else { i64::MAX }
    };
    for (dimension, capacity) in capacity.iter().enumerate() {
        room[dimension] = free(*capacity, margins.peak_in[dimension]);
        room[dimensions + dimension] = free(*capacity, margins.peak_out[last + dimension]);
    }
}

impl Plan<'_> {
    /// Updates the room of a shift whose route has changed.
    pub(super) fn update_room(&mut self, shift: ShiftIdx) {
        let room = &mut self.rooms[shift.at() * 2 * self.instance.dimensions..];
        write(&self.instance, shift, &self.routes[shift.at()], room);
    }

    /// Returns whether a vehicle may have room for a visit; `true` for visits of several stops.
    #[inline]
    pub(crate) fn has_room(&self, visit: VisitIdx, shift: ShiftIdx) -> bool {
        let instance = &self.instance;
        let dimensions = instance.dimensions;
        let stop = StopIdx(self.problem.visits[visit.at()].stops.start);
        let collects = match instance.kind[stop.at()] {
            _ if instance.shape[visit.at()] != Shape::Single => return true,
            StopKind::Service => return true,
            StopKind::Dropoff => 0,
            StopKind::Pickup => 1,
        };
        let room = &self.rooms[(2 * shift.at() + collects) * dimensions..][..dimensions];
        debug_assert!(self.is_noted(shift), "every change of a route updates its room");
        instance.load_of(stop).iter().zip(room).all(|(load, room)| load <= room)
    }

    fn is_noted(&self, shift: ShiftIdx) -> bool {
        let width = 2 * self.instance.dimensions;
        let mut room = vec![0; width];
        write(&self.instance, shift, &self.routes[shift.at()], &mut room);
        room == self.rooms[shift.at() * width..][..width]
    }
}
