//! Stops and reloads, laid out for evaluation: one record per option of a stop, and one per reload.
//!
//! Data that few instances have (soft windows, load types, preferences) stays in the problem; a flag of the record
//! states whether it is there, so that other records need no look-up.

use super::{Instance, NOWHERE};
use crate::problem::{
    LoadOrder, Problem, RoutePosition, StopIdx, StopKind, TIME_MAX, TIME_MIN, UNLIMITED, Window,
};

/// Where the load of a stop comes from or goes to, and which other data applies.
pub(crate) mod flag {
    /// From the start or the last reload to the stop.
    pub(crate) const DELIVERED: u32 = 1;
    /// From the stop to the next reload or the end.
    pub(crate) const COLLECTED: u32 = 1 << 1;
    /// From the stop to a dropoff of the same visit.
    pub(crate) const TAKEN: u32 = 1 << 2;
    /// From a pickup of the same visit to the stop.
    pub(crate) const BROUGHT: u32 = 1 << 3;
    pub(crate) const RELOAD: u32 = 1 << 4;
    /// More than one window, or none at all.
    pub(crate) const WINDOWS: u32 = 1 << 5;
    pub(crate) const SOFT_WINDOWS: u32 = 1 << 6;
    /// One of several stops of its visit.
    pub(crate) const MANY_STOPS: u32 = 1 << 7;
    pub(crate) const RIDE: u32 = 1 << 8;
    pub(crate) const LOAD_ORDER: u32 = 1 << 9;
    pub(crate) const LOAD_TYPE: u32 = 1 << 10;
    /// Not every shift may serve the order.
    pub(crate) const RESTRICTED: u32 = 1 << 11;
    pub(crate) const PREFERRED: u32 = 1 << 12;
    /// Delivered, and with a release time.
    pub(crate) const RELEASED: u32 = 1 << 13;
    /// The order must come first, or last, on its route.
    pub(crate) const FIRST: u32 = 1 << 14;
    pub(crate) const LAST: u32 = 1 << 15;
    /// A stop of the given plan that has begun, or a reload after these that has.
    pub(crate) const BEGUN: u32 = 1 << 16;
}

/// One option of a stop, or a reload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepData {
    pub(crate) place: u32,
    pub(crate) stop: u32,
    pub(crate) visit: u32,
    pub(crate) flags: u32,
    pub(crate) service_seconds: i64,
    /// Setup of the place plus that of the order, which is due on arrival from another place.
    pub(crate) setup_seconds: i64,
    /// Start of the first window.
    pub(crate) opens_at: i64,
    /// End of the last window.
    pub(crate) closes_at: i64,
    /// Release time of a delivery; otherwise `TIME_MIN`.
    pub(crate) release_at: i64,
    pub(super) window_first: u32,
    pub(super) window_count: u32,
}

impl Instance<'_> {
    pub(super) fn add_options(&mut self, problem: &Problem) {
        for option in &problem.options {
            let place = &problem.places[option.place.at()];
            let data = self.windowed(&option.windows);
            let is_soft = !option.soft_windows.is_empty();
            self.options.push(StepData {
                place: option.place.0,
                flags: data.flags | if is_soft { flag::SOFT_WINDOWS } else { 0 },
                service_seconds: option.service_seconds,
                setup_seconds: place.setup_seconds + option.setup_seconds,
                ..data
            });
        }
        let has_begun = problem.begun_stops();
        for (position, stop) in problem.stops.iter().enumerate() {
            let visit = &problem.visits[stop.visit.at()];
            let order = &problem.orders[visit.order.at()];
            let mates = &problem.stops[visit.stops.start as usize..visit.stops.end as usize];
            let has = |kind| mates.iter().any(|mate| mate.kind == kind);
            let is_shipment = has(StopKind::Pickup) && has(StopKind::Dropoff);
            let mut flags = match stop.kind {
                StopKind::Pickup if is_shipment => flag::TAKEN,
                StopKind::Pickup => flag::COLLECTED,
                StopKind::Dropoff if is_shipment => flag::BROUGHT,
                StopKind::Dropoff => flag::DELIVERED,
                StopKind::Service => 0,
            };
            let is_released = flags == flag::DELIVERED && visit.release_at > TIME_MIN;
            let release_at = if is_released { visit.release_at } else { TIME_MIN };
            let is_planned = self.planned.get(stop.visit.at()).is_some_and(|it| *it != NOWHERE);
            let is_typed = order
                .load_type
                .is_some_and(|it| !problem.incompatible_load_types[it as usize].is_empty());
            for (holds, bit) in [
                (mates.len() > 1, flag::MANY_STOPS),
                (is_shipment && order.ride_seconds_max < UNLIMITED, flag::RIDE),
                (is_shipment && order.load_order != LoadOrder::Any, flag::LOAD_ORDER),
                (is_typed && flags != 0, flag::LOAD_TYPE),
                (order.is_restricted(), flag::RESTRICTED),
                (!order.preferred_vehicles.is_empty() || is_planned, flag::PREFERRED),
                (is_released, flag::RELEASED),
                (self.planned_at(StopIdx::of(position)).is_some(), flag::SOFT_WINDOWS),
                (order.route_position == RoutePosition::First, flag::FIRST),
                (order.route_position == RoutePosition::Last, flag::LAST),
                (has_begun[position], flag::BEGUN),
            ] {
                flags |= if holds { bit } else { 0 };
            }
            self.carried.push(is_shipment);
            for option in stop.options.clone() {
                let data = &mut self.options[option as usize];
                data.stop = StopIdx::of(position).0;
                data.visit = stop.visit.0;
                data.flags |= flags;
                data.release_at = release_at;
            }
        }
    }

    /// Repeats the records for each pace of service other than the usual one.
    pub(super) fn add_paces(&mut self, problem: &Problem) {
        let count = self.options.len();
        for vehicle in &problem.vehicles {
            if self.paces.contains(&vehicle.service_permille) {
                continue;
            }
            self.paces.push(vehicle.service_permille);
            for at in 0..count {
                let data = self.options[at];
                // A service that has begun takes the time that the given plan says.
                let service_seconds = if data.flags & flag::BEGUN == 0 {
                    vehicle.service_seconds(data.service_seconds)
                } else {
                    data.service_seconds
                };
                self.options.push(StepData { service_seconds, ..data });
            }
        }
    }

    /// Returns a record with nothing but windows, which are stored separately.
    pub(super) fn windowed(&mut self, windows: &[Window]) -> StepData {
        let window_first = self.windows.len();
        self.windows.extend_from_slice(windows);
        StepData {
            place: NOWHERE,
            stop: NOWHERE,
            visit: NOWHERE,
            flags: if windows.len() == 1 { 0 } else { flag::WINDOWS },
            service_seconds: 0,
            setup_seconds: 0,
            opens_at: windows.first().map_or(TIME_MAX, |it| it.start_at),
            closes_at: windows.last().map_or(TIME_MIN, |it| it.end_at),
            release_at: TIME_MIN,
            window_first: u32::try_from(window_first).expect("windows are fewer than 2^32"),
            window_count: u32::try_from(windows.len()).expect("windows are fewer than 2^32"),
        }
    }

    /// Adds what shipments drop beyond their pickups; it is on board from the start of the route.
    pub(super) fn add_excess(&mut self, problem: &Problem) {
        let dimensions = self.dimensions;
        for visit in &problem.visits {
            let stops = visit.stops.start as usize..visit.stops.end as usize;
            let kind = |at: &usize| problem.stops[*at].kind;
            let first = stops.clone().find(|at| kind(at) == StopKind::Dropoff);
            let is_shipment = stops.clone().any(|at| kind(&at) == StopKind::Pickup);
            let Some(first) = first.filter(|_| is_shipment) else { continue };
            for dimension in 0..dimensions {
                let total: i64 = stops
                    .clone()
                    .map(|at| match kind(&at) {
                        StopKind::Dropoff => problem.stops[at].load[dimension],
                        StopKind::Pickup => -problem.stops[at].load[dimension],
                        StopKind::Service => 0,
                    })
                    .sum();
                self.excess[first * dimensions + dimension] = total.max(0);
            }
        }
    }

    pub(super) fn add_followers(&mut self, problem: &Problem) {
        let mut first = vec![0_u32; problem.stops.len() + 1];
        for stop in &problem.stops {
            for before in &stop.after {
                first[before.at() + 1] += 1;
            }
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        self.followers = vec![StopIdx(0); first[first.len() - 1] as usize];
        for (position, stop) in problem.stops.iter().enumerate() {
            for before in &stop.after {
                self.followers[next[before.at()] as usize] = StopIdx::of(position);
                next[before.at()] += 1;
            }
        }
        self.follower_first = first;
    }
}
