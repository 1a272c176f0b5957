//! The problem as guided ejection reads it: stops of pickups and dropoffs in flat arrays, with 32-bit times.
//!
//! ```text
//! stop   2 r: pickup of request r    2 r + 1: its dropoff    2 n: start of every route    2 n + 1: end of every route
//! ```
//!
//! All vehicles are alike. Legs are stored twice, by row of either end, so that all that is looked up of one request
//! lies in four rows. Memory: 8 bytes for two stops and 2 for two requests, 17 MB for 700 requests.

use crate::evaluate::Step;
use crate::instance::Shape;
use crate::problem::{OptionIdx, StopIdx, UNLIMITED, VisitIdx};
use crate::search::plan::Plan;

/// Larger problems are left to the iterations of the search.
const REQUESTS_MAX: usize = 700;
/// Neighbors kept for each request.
const NEAR_MAX: usize = 60;
/// A leg that no shift has time for, where no road leads.
const NO_ROAD: i32 = 1 << 30;
/// How many seconds between the middles of windows count as much as one of travel.
const TIME_DIVISOR: i64 = 4;

pub(super) struct Stops {
    /// By stop.
    pub(super) steps: Vec<Step>,
    pub(super) opens: Vec<i64>,
    pub(super) closes: Vec<i64>,
    /// From the start of service at one stop to the arrival at another one, one row per first and per second stop.
    from: Vec<i32>,
    to: Vec<i32>,
    count: usize,
    /// By stop and dimension: what it adds to the load on board.
    loads: Vec<i64>,
    pub(super) capacity: Vec<i64>,
    /// By request and stop: in which order their windows allow them; see `order`.
    orders: Vec<u8>,
    /// By request: others near it in place and time, the nearest ones first.
    near: Vec<u32>,
    /// How many of them each request has.
    near_count: usize,
}

/// Bits for a stop of a route, beside a request to be inserted.
pub(super) mod order {
    /// It must come before the pickup, or after it; both: they do not go together.
    pub(in super::super) const BEFORE_PICKUP: u8 = 1;
    pub(in super::super) const AFTER_PICKUP: u8 = 1 << 1;
    /// The same for the dropoff.
    pub(in super::super) const BEFORE_DROPOFF: u8 = 1 << 2;
    pub(in super::super) const AFTER_DROPOFF: u8 = 1 << 3;
    pub(in super::super) const BEFORE: u8 = BEFORE_PICKUP | BEFORE_DROPOFF;
}

impl Stops {
    /// Returns the stops of a plan's problem; `None` if it has more than such stops and windows.
    pub(super) fn of(plan: &Plan<'_>) -> Option<Self> {
        let (problem, instance) = (plan.problem, &*plan.instance);
        if !is_apt(plan) {
            return None;
        }
        let of = instance.class_shifts[0][0];
        let shift = instance.shift(of);
        let mut stops = Self {
            steps: Vec::new(),
            opens: Vec::new(),
            closes: Vec::new(),
            from: Vec::new(),
            to: Vec::new(),
            count: 0,
            orders: Vec::new(),
            near: Vec::new(),
            near_count: 0,
            loads: Vec::new(),
            capacity: instance.capacities(shift).iter().map(|it| it.1).collect(),
        };
        let mut places = Vec::new();
        let mut services = Vec::new();
        for visit in &problem.visits {
            for stop in visit.stops.clone().map(StopIdx) {
                let option = OptionIdx(problem.stops[stop.at()].options.start);
                let data = instance.option_of(of, option);
                stops.steps.push(Step::Stop(stop, option));
                stops.opens.push(data.opens_at.max(shift.start_at));
                stops.closes.push(data.closes_at.min(shift.latest_end_at));
                places.push(data.place);
                services.push(data.service_seconds);
            }
            let first = visit.stops.start;
            for sign in [1, -1] {
                let dimensions = instance.capacities(shift).iter().map(|it| it.0 as usize);
                stops.loads.extend(dimensions.map(|it| sign * instance.load(first, it)));
            }
        }
        for place in [shift.start_place, shift.end_place] {
            stops.opens.push(shift.start_at);
            stops.closes.push(shift.latest_end_at);
            places.push(place);
            services.push(0);
        }
        stops.loads.resize(places.len() * stops.capacity.len(), 0);
        stops.count = places.len();
        let rows: Vec<_> = places.iter().map(|it| instance.row(*it)).collect();
        for (from, service) in rows.iter().zip(&services) {
            for to in &rows {
                let leg = instance.leg(shift.travel.at(), *from, *to);
                let seconds = leg.and_then(|it| i32::try_from(it.1 + service).ok());
                stops.from.push(seconds.map_or(NO_ROAD, |it| it.min(NO_ROAD)));
            }
        }
        stops.to = vec![0; stops.from.len()];
        for (at, seconds) in stops.from.iter().enumerate() {
            stops.to[at % stops.count * stops.count + at / stops.count] = *seconds;
        }
        stops.orders = stops.orders();
        stops.near_count = NEAR_MAX.min(stops.requests().saturating_sub(1));
        stops.near = stops.neighbors();
        Some(stops)
    }

    /// O(requests × stops).
    fn orders(&self) -> Vec<u8> {
        let follows = |one: u32, other: u32| {
            self.opens[one as usize] + self.between(one, other) <= self.closes[other as usize]
        };
        let mut orders = Vec::with_capacity(2 * self.requests() * self.requests());
        for pickup in (0..self.start()).step_by(2) {
            let dropoff = pickup + 1;
            orders.extend((0..self.start()).map(|stop| {
                let bit = |must: bool, bit: u8| if must { bit } else { 0 };
                bit(!follows(pickup, stop), order::BEFORE_PICKUP)
                    | bit(!follows(stop, pickup), order::AFTER_PICKUP)
                    | bit(!follows(dropoff, stop), order::BEFORE_DROPOFF)
                    | bit(!follows(stop, dropoff), order::AFTER_DROPOFF)
            }));
        }
        orders
    }

    /// O(requests² × log requests).
    fn neighbors(&self) -> Vec<u32> {
        let middle = |it: u32| i64::midpoint(self.opens[it as usize], self.closes[it as usize]);
        let apart = |one: u32, other: u32| {
            let way = self.between(one, other).min(self.between(other, one));
            way + (middle(one) - middle(other)).abs() / TIME_DIVISOR
        };
        let requests = 0..self.start() / 2;
        let apart_at_best = |one: u32, other: u32| {
            let ways = [0, 1].map(|it| [0, 1].map(|of| apart(2 * one + it, 2 * other + of)));
            ways.into_iter().flatten().min()
        };
        let mut near = Vec::with_capacity(self.requests() * self.near_count);
        let mut others = Vec::with_capacity(self.requests());
        for one in requests.clone() {
            others.clear();
            others.extend(
                requests.clone().filter(|it| *it != one).map(|it| (apart_at_best(one, it), it)),
            );
            others.sort_unstable();
            near.extend(others[..self.near_count].iter().map(|it| it.1));
        }
        near
    }

    /// Returns the number of requests.
    pub(super) const fn requests(&self) -> usize {
        self.count / 2 - 1
    }

    pub(super) fn start(&self) -> u32 {
        index(self.count - 2)
    }

    pub(super) fn end(&self) -> u32 {
        index(self.count - 1)
    }

    #[inline]
    pub(super) fn between(&self, from: u32, to: u32) -> i64 {
        i64::from(self.from[from as usize * self.count + to as usize])
    }

    /// Returns the time from a stop to each other one.
    #[inline]
    pub(super) fn from(&self, stop: u32) -> &[i32] {
        &self.from[stop as usize * self.count..][..self.count]
    }

    /// Returns the time from each other stop to one.
    #[inline]
    pub(super) fn to(&self, stop: u32) -> &[i32] {
        &self.to[stop as usize * self.count..][..self.count]
    }

    /// Returns what a stop adds to the load on board, by dimension.
    #[inline]
    pub(super) fn load(&self, stop: u32) -> &[i64] {
        let count = self.capacity.len();
        &self.loads[stop as usize * count..][..count]
    }

    /// Returns by stop how windows order it beside a request.
    pub(super) fn orders_of(&self, request: u32) -> &[u8] {
        let count = 2 * self.requests();
        &self.orders[request as usize * count..][..count]
    }

    pub(super) fn near(&self, request: u32) -> &[u32] {
        &self.near[request as usize * self.near_count..][..self.near_count]
    }
}

pub(super) fn index(at: usize) -> u32 {
    u32::try_from(at).expect("stops, requests and routes have 32-bit indexes")
}

/// Returns whether all visits are mandatory pickups with a dropoff, any vehicle may serve them, and only loads and one
/// window each limit routes.
fn is_apt(plan: &Plan<'_>) -> bool {
    let (problem, instance) = (plan.problem, &*plan.instance);
    let [shifts] = &instance.class_shifts[..] else { return false };
    let Some(shift) = shifts.first() else { return false };
    let limits = problem.vehicles[problem.shifts[shift.at()].vehicle.at()].limits;
    let visits = (0..problem.visits.len()).map(VisitIdx::of);
    instance.plain
        && instance.weights.counts_fleet()
        && instance.single_shifts[0]
        && instance.has_one_pace()
        && problem.visits.len() <= REQUESTS_MAX
        && [limits.duration_seconds, limits.driving_seconds, limits.distance_meters]
            .iter()
            .chain([&limits.stop_count])
            .all(|it| *it >= UNLIMITED)
        && plan.kept.is_empty()
        && !plan.groups.any()
        && plan.locks.is_empty()
        && plan.frozen.iter().all(|it| *it == 0)
        && shifts.iter().all(|it| !plan.is_closed(*it))
        && problem.stops.iter().all(|it| it.options.len() == 1)
        && visits.clone().all(|it| {
            instance.shape[it.at()] == Shape::Pair
                && instance.weight[it.at()] > 0
                && plan.may_serve(it, shifts[0])
        })
}

#[cfg(test)]
mod tests {
    use super::super::partial::tests::pairs;
    use super::super::route::Route;
    use super::*;
    use crate::evaluate::fixture::{Fixture, windows_of};
    use crate::problem::{Lock, PlannedRoute, PlannedStop, ShiftIdx, StopKind, Term};
    use crate::search::{Search, SearchOptions};

    type Change = fn(&mut Fixture);

    fn is_apt_after(change: impl FnOnce(&mut Fixture)) -> bool {
        let mut fixture = pairs(4);
        change(&mut fixture);
        let search = Search::new(&fixture.problem, SearchOptions::default());
        is_apt(&search.plan)
    }

    #[test]
    fn ways_that_no_road_joins_are_never_taken() {
        let mut fixture = pairs(2);
        fixture.problem.vehicles[0].capacity[0] = 20;
        fixture.problem.vehicles.truncate(1);
        fixture.problem.shifts.truncate(1);
        // From the places of dropoffs to those of pickups.
        fixture.problem.travel[0].distance_meters[2 * 3 + 1] = -1;
        fixture.problem.travel[0].travel_seconds[2 * 3 + 1] = -1;
        let search = Search::new(&fixture.problem, SearchOptions::default());
        let stops = Stops::of(&search.plan).expect("it has pairs only");
        assert_eq!([stops.between(1, 2), stops.between(0, 1)], [NO_ROAD.into(), 60]);
        let mut route = Route::new(&stops, [0, 1].into_iter()).expect("it is early");
        let slot = route.best_slot(&stops, 1, &mut 0).expect("one fits before the dropoff");
        route.insert(&stops, 1, slot);
        assert!(route.inner().iter().map(|it| it.stop % 2).eq([0, 0, 1, 1]));
    }

    /// Makes a plan that serves the first order on the first vehicle.
    fn plan(fixture: &mut Fixture, lock: Lock) {
        let stops = [0, 1].map(|it| PlannedStop { lock, ..PlannedStop::new(StopIdx(it), None) });
        fixture.problem.plan = vec![PlannedRoute::new(ShiftIdx(0), stops.to_vec())];
    }

    #[test]
    fn problems_of_mandatory_pairs_with_loads_and_windows_are_apt() {
        assert!(is_apt_after(|_| {}));
        assert!(is_apt_after(|it| it.problem.options[0].windows = windows_of(&[(50, 900)])));
        assert!(is_apt_after(|it| it.problem.options[0].service_seconds = 60));
    }

    #[test]
    fn problems_with_other_rules_are_not() {
        let changes: [(&str, Change); 13] = [
            ("stop count", |it| it.problem.vehicles[0].limits.stop_count = 4),
            ("distance", |it| {
                it.problem.vehicles.iter_mut().for_each(|it| it.limits.distance_meters = 90_000);
            }),
            ("driving", |it| {
                it.problem.vehicles.iter_mut().for_each(|it| it.limits.driving_seconds = 9_000);
            }),
            ("duration", |it| {
                it.problem.vehicles.iter_mut().for_each(|it| it.limits.duration_seconds = 9_000);
            }),
            ("single stops", |it| _ = it.dropoff(1, &[])),
            ("two pickups", |it| {
                it.order(&[
                    (StopKind::Pickup, 1, 1),
                    (StopKind::Pickup, 2, 1),
                    (StopKind::Dropoff, 2, 2),
                ]);
            }),
            ("two windows", |it| {
                it.problem.options[0].windows = windows_of(&[(0, 90), (200, 900)]);
            }),
            ("optional", |it| it.problem.orders[1].mandatory = false),
            ("another class", |it| it.problem.shifts[2].start_at = 60),
            ("fleet not counted", |it| {
                it.problem.objective.minimize = vec![Term::Unserved, Term::Cost];
            }),
            ("locked to a vehicle", |it| plan(it, Lock::Vehicle)),
            ("locked in sequence", |it| plan(it, Lock::Sequence)),
            ("a break", |it| it.shift_with_break(0..10_000)),
        ];
        for (name, change) in changes {
            assert!(!is_apt_after(change), "{name}");
        }
    }
}
