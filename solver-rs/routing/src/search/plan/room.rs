//! How much each vehicle can still take, in one array for all shifts: insertion considers many routes, and few of them
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
    let width = 2 * instance.dimensions;
    let mut rooms = vec![0; routes.len() * width];
    for (idx, route) in routes.iter().enumerate() {
        let room = &mut rooms[idx * width..][..width];
        write(instance, ShiftIdx::of(idx), route, room);
    }
    rooms
}

fn write(instance: &Instance<'_>, shift: ShiftIdx, route: &RouteState, room: &mut [i64]) {
    for dimension in 0..instance.dimensions {
        let [to_deliver, to_collect] = left(instance, shift, route, dimension);
        room[dimension] = to_deliver;
        room[instance.dimensions + dimension] = to_collect;
    }
}

/// Returns what a route can deliver and what it can collect in addition, each at its best position. The load before the
/// first position peaks no higher than before any other, and the load after the last one no higher than after any
/// other. A reload may make room for anything.
#[inline]
fn left(
    instance: &Instance<'_>,
    shift: ShiftIdx,
    route: &RouteState,
    dimension: usize,
) -> [i64; 2] {
    let problem = instance.problem;
    let data = &problem.shifts[shift.at()];
    let margins = &route.margins;
    let last = route.steps.len() * instance.dimensions;
    let loads = [margins.loads.get(dimension), margins.loads.get(last + dimension)];
    let [Some(before), Some(after)] = loads else {
        // Nothing is inserted into routes without margins, which are only checked.
        return [i64::MAX; 2];
    };
    if !data.reloads.is_empty() {
        return [i64::MAX; 2];
    }
    let capacity = problem.vehicles[data.vehicle.at()].capacity[dimension];
    [capacity - before.peak_in, capacity - after.peak_out]
}

/// Returns whether a visit of one stop is delivered (0) or collected (1); `None` if it is neither or has several stops.
#[inline]
fn direction(instance: &Instance<'_>, visit: VisitIdx) -> Option<usize> {
    if instance.shape[visit.at()] != Shape::Single {
        return None;
    }
    match instance.kind[instance.problem.visits[visit.at()].stops.start as usize] {
        StopKind::Service => None,
        StopKind::Dropoff => Some(0),
        StopKind::Pickup => Some(1),
    }
}

/// Returns whether a vehicle may have room for a visit beside this route; `true` for visits of several stops.
#[inline]
pub(crate) fn has_room(
    instance: &Instance<'_>,
    shift: ShiftIdx,
    route: &RouteState,
    visit: VisitIdx,
) -> bool {
    let Some(direction) = direction(instance, visit) else { return true };
    let stop = StopIdx(instance.problem.visits[visit.at()].stops.start);
    let mut loads = instance.load_of(stop).iter().enumerate();
    loads.all(|(dimension, load)| *load <= left(instance, shift, route, dimension)[direction])
}

impl Plan<'_> {
    /// Updates the room of a shift whose route has changed.
    pub(super) fn update_room(&mut self, shift: ShiftIdx) {
        let width = 2 * self.instance.dimensions;
        let room = &mut self.rooms[shift.at() * width..][..width];
        write(&self.instance, shift, &self.routes[shift.at()], room);
    }

    /// Returns whether a vehicle may have room for a visit; `true` for visits of several stops.
    #[inline]
    pub(crate) fn has_room(&self, visit: VisitIdx, shift: ShiftIdx) -> bool {
        let instance = &self.instance;
        let Some(direction) = direction(instance, visit) else { return true };
        let dimensions = instance.dimensions;
        let room = &self.rooms[(2 * shift.at() + direction) * dimensions..][..dimensions];
        let stop = StopIdx(self.problem.visits[visit.at()].stops.start);
        let has_room = instance.load_of(stop).iter().zip(room).all(|(load, room)| load <= room);
        debug_assert_eq!(
            has_room,
            self::has_room(instance, shift, &self.routes[shift.at()], visit),
            "the room of a changed route has been updated"
        );
        has_room
    }
}
