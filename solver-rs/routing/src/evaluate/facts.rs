//! What an evaluation reads, laid out for it: one cache line a stop option or reload, one record a shift.
//!
//! Made once from the problem. What only few instances use (soft windows, load types, preferences) stays where the
//! problem has it; a flag on the option says that it is there, so that others never look.

use crate::problem::{
    Costs, LoadOrder, OptionIdx, Problem, ShiftIdx, StopIdx, StopKind, TIME_MAX, TIME_MIN,
    TravelIdx, UNLIMITED, Vehicle, Window,
};

use crate::weights::Weights;

use super::travel::Travel;
use super::{NOWHERE, Step};

/// Where the load of a stop comes from or goes to, and what else there is to look at.
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
    /// Not every shift may serve it.
    pub(crate) const RESTRICTED: u32 = 1 << 11;
    pub(crate) const PREFERRED: u32 = 1 << 12;
    /// Delivered, and not available from the beginning.
    pub(crate) const RELEASED: u32 = 1 << 13;
}

/// What a shift has that others do not pay for.
pub(crate) mod feature {
    pub(crate) const TRAFFIC: u32 = 1;
    pub(crate) const BREAKS: u32 = 1 << 1;
    pub(crate) const RULES: u32 = 1 << 2;
}

/// One way to make a stop, or a reload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fact {
    pub(crate) place: u32,
    pub(crate) stop: u32,
    pub(crate) visit: u32,
    pub(crate) flags: u32,
    pub(crate) service_seconds: i64,
    /// The place's and the order's together.
    pub(crate) setup_seconds: i64,
    /// Of the first window.
    pub(crate) opens_at: i64,
    /// Of the last window.
    pub(crate) closes_at: i64,
    /// Of what is delivered; else `TIME_MIN`.
    pub(crate) release_at: i64,
    window_first: u32,
    window_count: u32,
}

/// A shift with what its vehicle brings.
#[derive(Clone, Debug)]
pub(crate) struct ShiftFact {
    pub(crate) start_place: u32,
    pub(crate) end_place: u32,
    pub(crate) start_at: i64,
    pub(crate) end_at: i64,
    pub(crate) latest_end_at: i64,
    pub(crate) travel: TravelIdx,
    pub(crate) vehicle: u32,
    pub(crate) costs: Costs,
    /// What an hour, a kilometer weigh in what is minimized: schedules are chosen by them.
    pub(crate) rates: Costs,
    pub(crate) features: u32,
    reload_first: u32,
    dimension_first: u32,
    dimension_count: u32,
}

/// Costs as what is minimized has them, other terms that grow with time and distance included.
fn rates(costs: &Costs, weights: &Weights) -> Costs {
    Costs {
        fixed: weights.cost * costs.fixed,
        per_hour: weights.cost * costs.per_hour + weights.seconds * 3600.0,
        per_kilometer: weights.cost * costs.per_kilometer + weights.meters * 1000.0,
        per_stop: weights.cost * costs.per_stop,
        per_waiting_hour: weights.cost * costs.per_waiting_hour,
        per_overtime_hour: weights.cost * costs.per_overtime_hour,
    }
}

/// All of them.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    options: Vec<Fact>,
    reloads: Vec<Fact>,
    windows: Vec<Window>,
    pub(crate) shifts: Vec<ShiftFact>,
    /// Dimensions in which a shift's vehicle is limited, and its capacity.
    capacities: Vec<(u32, i64)>,
    dimension_count: usize,
    loads: Vec<i64>,
    /// What the visit drops beyond its pickups, at its first dropoff: on board from the start.
    excess: Vec<i64>,
    follower_first: Vec<u32>,
    followers: Vec<StopIdx>,
}

impl Facts {
    pub(crate) fn new(problem: &Problem, travel: &Travel<'_>, weights: &Weights) -> Self {
        let mut facts = Self {
            options: Vec::with_capacity(problem.options.len()),
            reloads: Vec::new(),
            windows: Vec::new(),
            shifts: Vec::with_capacity(problem.shifts.len()),
            capacities: Vec::new(),
            dimension_count: problem.dimension_count as usize,
            loads: problem.stops.iter().flat_map(|stop| stop.load.iter().copied()).collect(),
            excess: vec![0; problem.stops.len() * problem.dimension_count as usize],
            follower_first: Vec::new(),
            followers: Vec::new(),
        };
        facts.add_options(problem);
        for vehicle in &problem.vehicles {
            facts.add_shifts(problem, travel, weights, vehicle);
        }
        facts.add_excess(problem);
        facts.add_followers(problem);
        facts
    }

    #[inline]
    pub(crate) fn step(&self, shift: &ShiftFact, step: Step) -> &Fact {
        match step {
            Step::Stop(_, option) => &self.options[option.at()],
            Step::Reload(position) => &self.reloads[(shift.reload_first + position) as usize],
        }
    }

    pub(crate) fn option(&self, option: OptionIdx) -> &Fact {
        &self.options[option.at()]
    }

    #[inline]
    pub(crate) fn windows(&self, fact: &Fact) -> &[Window] {
        &self.windows[fact.window_first as usize..][..fact.window_count as usize]
    }

    #[inline]
    pub(crate) fn capacities(&self, shift: &ShiftFact) -> &[(u32, i64)] {
        &self.capacities[shift.dimension_first as usize..][..shift.dimension_count as usize]
    }

    #[inline]
    pub(crate) fn load(&self, stop: u32, dimension: usize) -> i64 {
        self.loads[stop as usize * self.dimension_count + dimension]
    }

    #[inline]
    pub(crate) fn excess(&self, stop: u32, dimension: usize) -> i64 {
        self.excess[stop as usize * self.dimension_count + dimension]
    }

    pub(crate) fn dimension_count(&self) -> usize {
        self.dimension_count
    }

    pub(crate) fn shift(&self, shift: ShiftIdx) -> &ShiftFact {
        &self.shifts[shift.at()]
    }

    /// Stops of the same visit that have to come later.
    pub(crate) fn followers(&self, stop: u32) -> &[StopIdx] {
        let first = self.follower_first[stop as usize] as usize;
        let end = self.follower_first[stop as usize + 1] as usize;
        &self.followers[first..end]
    }

    fn add_options(&mut self, problem: &Problem) {
        for option in &problem.options {
            let place = &problem.places[option.place.at()];
            let fact = self.windowed(&option.windows);
            let is_soft = !option.soft_windows.is_empty();
            self.options.push(Fact {
                place: option.place.0,
                flags: fact.flags | if is_soft { flag::SOFT_WINDOWS } else { 0 },
                service_seconds: option.service_seconds,
                setup_seconds: place.setup_seconds + option.setup_seconds,
                ..fact
            });
        }
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
            let is_typed = order
                .load_type
                .is_some_and(|it| !problem.incompatible_load_types[it as usize].is_empty());
            for (holds, bit) in [
                (mates.len() > 1, flag::MANY_STOPS),
                (is_shipment && order.ride_seconds_max < UNLIMITED, flag::RIDE),
                (is_shipment && order.load_order != LoadOrder::Any, flag::LOAD_ORDER),
                (is_typed && flags != 0, flag::LOAD_TYPE),
                (super::allowed::is_restricted(order), flag::RESTRICTED),
                (!order.preferred_vehicles.is_empty(), flag::PREFERRED),
                (is_released, flag::RELEASED),
            ] {
                flags |= if holds { bit } else { 0 };
            }
            for option in stop.options.clone() {
                let fact = &mut self.options[option as usize];
                fact.stop = StopIdx::of(position).0;
                fact.visit = stop.visit.0;
                fact.flags |= flags;
                fact.release_at = release_at;
            }
        }
    }

    /// A record that has only windows, which are kept aside.
    fn windowed(&mut self, windows: &[Window]) -> Fact {
        let window_first = self.windows.len();
        self.windows.extend_from_slice(windows);
        Fact {
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

    fn add_shifts(
        &mut self,
        problem: &Problem,
        travel: &Travel<'_>,
        weights: &Weights,
        vehicle: &Vehicle,
    ) {
        let dimension_first = self.capacities.len();
        let limited = vehicle.capacity.iter().zip(0..).filter(|(most, _)| **most < UNLIMITED);
        self.capacities.extend(limited.map(|(&most, dimension)| (dimension, most)));
        let dimension_count = self.capacities.len() - dimension_first;
        for shift in &problem.shifts[vehicle.shifts.start as usize..vehicle.shifts.end as usize] {
            let reload_first = self.reloads.len();
            for reload in &shift.reloads {
                let always = [Window::ALWAYS];
                let windows = if reload.windows.is_empty() { &always } else { &*reload.windows };
                let fact = self.windowed(windows);
                self.reloads.push(Fact {
                    place: reload.place.0,
                    service_seconds: reload.seconds,
                    setup_seconds: problem.places[reload.place.at()].setup_seconds,
                    flags: fact.flags | flag::RELOAD,
                    ..fact
                });
            }
            let has_breaks = !shift.breaks.is_empty() || !shift.soft_breaks.is_empty();
            let mut features = 0;
            for (holds, bit) in [
                (!travel.is_static(vehicle.travel), feature::TRAFFIC),
                (has_breaks, feature::BREAKS),
                (vehicle.driving_rules.is_some(), feature::RULES),
            ] {
                features |= if holds { bit } else { 0 };
            }
            let narrow = |count| u32::try_from(count).expect("an index fits 32 bits");
            self.shifts.push(ShiftFact {
                start_place: shift.start_place.map_or(NOWHERE, |it| it.0),
                end_place: shift.end_place.map_or(NOWHERE, |it| it.0),
                start_at: shift.start_at,
                end_at: shift.end_at,
                latest_end_at: shift.latest_end_at,
                travel: vehicle.travel,
                vehicle: shift.vehicle.0,
                costs: vehicle.costs,
                rates: rates(&vehicle.costs, weights),
                features,
                reload_first: narrow(reload_first),
                dimension_first: narrow(dimension_first),
                dimension_count: narrow(dimension_count),
            });
        }
    }

    fn add_excess(&mut self, problem: &Problem) {
        for visit in &problem.visits {
            let stops = visit.stops.start as usize..visit.stops.end as usize;
            let kind = |at: &usize| problem.stops[*at].kind;
            let first = stops.clone().find(|at| kind(at) == StopKind::Dropoff);
            let is_shipment = stops.clone().any(|at| kind(&at) == StopKind::Pickup);
            let Some(first) = first.filter(|_| is_shipment) else { continue };
            for dimension in 0..self.dimension_count {
                let total: i64 = stops
                    .clone()
                    .map(|at| match kind(&at) {
                        StopKind::Dropoff => problem.stops[at].load[dimension],
                        StopKind::Pickup => -problem.stops[at].load[dimension],
                        StopKind::Service => 0,
                    })
                    .sum();
                self.excess[first * self.dimension_count + dimension] = total.max(0);
            }
        }
    }

    fn add_followers(&mut self, problem: &Problem) {
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
