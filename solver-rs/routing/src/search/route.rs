//! One route as the search holds it: its steps, and labels that let an insertion be judged in constant time.
//!
//! ```text
//! position   0 (start)   1 … n (steps)   n + 1 (end)
//! departs    earliest departure, all before it done as early as can be
//! latest     latest arrival from which all after it is still in time
//! peak_in    largest load since the trip began, leaving this position included
//! peak_out   largest load from leaving this position to the end of the trip
//! ```
//!
//! A trip lies between start, reloads and end. Labels do not know breaks, rests, ride times or other routes: they let
//! through what the evaluator may refuse, never the other way round. On plain problems (`View::plain`) they are exact,
//! costs included, and debug builds compare.

use super::anchors::{self, Anchor};
use super::view::{NO_PLACE, View, place_or_none};
use crate::evaluate::Step;
use crate::problem::{Problem, ShiftIdx, StopIdx, StopKind, TIME_MAX, UNLIMITED};
use crate::solution::{Route, StopRole};

/// Duration, earliest and latest start of a stretch that is driven without a late start, after Vidal et al. 2013.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stretch {
    /// Of the whole stretch when it starts at the best time.
    pub(super) duration: i64,
    /// From here on the duration does not shrink.
    pub(super) earliest: i64,
    /// The latest start that is in time.
    pub(super) latest: i64,
}

impl Stretch {
    /// One stop: its service starts within the window.
    #[inline]
    pub(super) const fn stop(opens: i64, closes: i64, service: i64) -> Self {
        Self { duration: service, earliest: opens, latest: closes }
    }

    /// This, `travel` seconds, then another one; both can be done in time.
    #[inline]
    pub(super) fn then(self, travel: i64, next: Self) -> Self {
        let offset = self.duration + travel;
        let waiting = (next.earliest - offset - self.latest).max(0);
        Self {
            duration: offset + next.duration + waiting,
            earliest: self.earliest.max(next.earliest - offset) - waiting,
            latest: self.latest.min(next.latest - offset),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    pub(super) place: Vec<u32>,
    /// Meters of the leg to each position.
    pub(super) leg: Vec<i64>,
    pub(super) departs: Vec<i64>,
    pub(super) latest: Vec<i64>,
    /// Where the trip of each position begins: at the start or a reload.
    pub(super) trip: Vec<u32>,
    /// `dimensions` values a position: on board on leaving.
    pub(super) load: Vec<i64>,
    pub(super) peak_in: Vec<i64>,
    pub(super) peak_out: Vec<i64>,
    /// From the start to each position, and from each position to the end; only where time costs something.
    pub(super) until: Vec<Stretch>,
    pub(super) from: Vec<Stretch>,
}

#[derive(Debug, Default)]
pub(super) struct RouteState {
    pub(super) steps: Vec<Step>,
    pub(super) labels: Labels,
    /// Where labels cannot judge: when it does what, one a position of the labels.
    pub(super) anchors: Vec<Anchor>,
    /// What it adds to what is minimized, counts of vehicles and shifts aside.
    pub(super) rest: f64,
    pub(super) money: f64,
    /// Sums, for limits over several shifts and for balance.
    pub(super) distance_meters: i64,
    pub(super) duration_seconds: i64,
    pub(super) driving_seconds: i64,
    pub(super) stop_count: i64,
    /// Another one with each change; equal numbers, equal steps.
    pub(super) version: u64,
    /// Looked at from one start only.
    pub(super) is_draft: bool,
    /// Of each step; only where visits bind one another.
    pub(super) starts: Vec<i64>,
    pub(super) ends: Vec<i64>,
}

impl Clone for RouteState {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Keeps what this has allocated.
    fn clone_from(&mut self, other: &Self) {
        self.steps.clone_from(&other.steps);
        self.labels.place.clone_from(&other.labels.place);
        self.labels.leg.clone_from(&other.labels.leg);
        self.labels.departs.clone_from(&other.labels.departs);
        self.labels.latest.clone_from(&other.labels.latest);
        self.labels.trip.clone_from(&other.labels.trip);
        self.labels.load.clone_from(&other.labels.load);
        self.labels.peak_in.clone_from(&other.labels.peak_in);
        self.labels.peak_out.clone_from(&other.labels.peak_out);
        self.labels.until.clone_from(&other.labels.until);
        self.labels.from.clone_from(&other.labels.from);
        self.anchors.clone_from(&other.anchors);
        self.starts.clone_from(&other.starts);
        self.ends.clone_from(&other.ends);
        self.rest = other.rest;
        self.money = other.money;
        self.distance_meters = other.distance_meters;
        self.duration_seconds = other.duration_seconds;
        self.driving_seconds = other.driving_seconds;
        self.stop_count = other.stop_count;
        self.version = other.version;
        self.is_draft = other.is_draft;
    }
}

/// What a step is, for labels.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepTimes {
    pub(super) place: u32,
    pub(super) setup: i64,
    pub(super) service: i64,
    pub(super) opens: i64,
    pub(super) closes: i64,
}

pub(super) fn step_times(problem: &Problem, view: &View, shift: ShiftIdx, step: Step) -> StepTimes {
    match step {
        Step::Stop(_, option) => StepTimes {
            place: view.place[option.at()],
            setup: view.setup[option.at()],
            service: view.service[option.at()],
            opens: view.opens[option.at()],
            closes: view.closes[option.at()],
        },
        Step::Reload(position) => {
            let reload = &problem.shifts[shift.at()].reloads[position as usize];
            StepTimes {
                place: reload.place.0,
                setup: 0,
                service: reload.seconds,
                opens: reload.windows.first().map_or(i64::MIN / 4, |it| it.start_at),
                closes: reload.windows.last().map_or(TIME_MAX, |it| it.end_at),
            }
        }
    }
}

/// Result of computing labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    Fits,
    Not,
}

impl RouteState {
    /// Labels of a shift that makes no route: what insertion starts from.
    pub(super) fn label_unused(&mut self, problem: &Problem, view: &View, shift: ShiftIdx) {
        debug_assert!(self.steps.is_empty(), "a route without steps");
        // Whether a road leads from start to end does not matter while nobody drives.
        let _ = self.label(problem, view, shift);
        if !view.plain {
            anchors::set_unused(&mut self.anchors, &problem.shifts[shift.at()]);
        }
        self.distance_meters = 0;
        self.driving_seconds = 0;
        self.duration_seconds = 0;
        self.stop_count = 0;
        self.rest = 0.0;
        self.money = 0.0;
        self.starts.clear();
        self.ends.clear();
    }

    /// Figures and times of a route that was written out.
    pub(super) fn take_times(&mut self, route: &Route) {
        self.duration_seconds = route.figures.duration_seconds;
        self.driving_seconds = route.figures.driving_seconds;
        self.distance_meters = route.figures.distance_meters;
        self.starts.clear();
        self.ends.clear();
        for stop in &route.stops {
            if matches!(stop.role, StopRole::Order(..) | StopRole::Reload(_)) {
                self.starts.push(stop.departure_at - stop.service_seconds);
                self.ends.push(stop.departure_at);
            }
        }
    }

    /// Computes labels, sums and, on plain problems, what the route costs.
    pub(super) fn label(&mut self, problem: &Problem, view: &View, shift_idx: ShiftIdx) -> Fit {
        let shift = &problem.shifts[shift_idx.at()];
        let vehicle = &problem.vehicles[shift.vehicle.at()];
        let travel = vehicle.travel.at();
        let count = self.steps.len();
        let labels = &mut self.labels;
        labels.place.clear();
        labels.leg.clear();
        labels.leg.push(0);
        labels.departs.clear();
        labels.latest.clear();
        labels.latest.resize(count + 2, 0);
        labels.place.push(place_or_none(shift.start_place));
        labels.departs.push(shift.start_at);
        labels.trip.clear();
        let mut trip = 0;
        // Without a start place nothing leaves there: services wait for their own release.
        if view.released && shift.start_place.is_some() {
            labels.departs[0] = shift.start_at.max(release(problem, view, &self.steps));
        }
        labels.trip.push(trip);
        let mut meters = 0_i64;
        let mut driving = 0_i64;
        let mut now = labels.departs[0];
        let mut in_time = true;
        let mut stop_count = 0;
        for (before, step) in self.steps.iter().enumerate() {
            let times = step_times(problem, view, shift_idx, *step);
            let from = labels.place[labels.place.len() - 1];
            let Some(leg) = view.meters(problem, travel, from, times.place) else {
                return Fit::Not;
            };
            meters += leg;
            let seconds = view.seconds(problem, travel, from, times.place);
            driving += seconds;
            let setup = if from == times.place { 0 } else { times.setup };
            let starts = (now + seconds + setup).max(times.opens);
            in_time &= starts <= times.closes;
            now = starts + times.service;
            if matches!(step, Step::Reload(_)) {
                trip = u32::try_from(before + 1).expect("routes have 32-bit positions");
                if view.released {
                    now = now.max(release(problem, view, &self.steps[before + 1..]));
                }
            }
            labels.place.push(times.place);
            labels.leg.push(leg);
            labels.departs.push(now);
            labels.trip.push(trip);
            stop_count += i64::from(matches!(step, Step::Stop(..)));
        }
        let end = place_or_none(shift.end_place);
        let from = labels.place[count];
        let leg = view.meters(problem, travel, from, end);
        if leg.is_none() && count > 0 {
            return Fit::Not;
        }
        meters += leg.unwrap_or(0);
        let seconds = if leg.is_none() { 0 } else { view.seconds(problem, travel, from, end) };
        driving += seconds;
        in_time &= now + seconds <= shift.latest_end_at;
        labels.place.push(end);
        labels.leg.push(leg.unwrap_or(0));
        labels.latest[count + 1] = shift.latest_end_at;
        for position in (1..=count).rev() {
            let times = step_times(problem, view, shift_idx, self.steps[position - 1]);
            let next = labels.place[position + 1];
            let seconds = view.seconds(problem, travel, times.place, next);
            let start = (labels.latest[position + 1] - seconds - times.service).min(times.closes);
            let setup = if labels.place[position - 1] == times.place { 0 } else { times.setup };
            labels.latest[position] = start - setup;
        }
        self.distance_meters = meters;
        self.driving_seconds = driving;
        self.stop_count = stop_count;
        let loaded = self.label_loads(problem, view, &vehicle.capacity);
        self.duration_seconds = 0;
        if view.timed && view.plain {
            self.label_stretches(problem, view, shift_idx);
        }
        if !in_time || loaded == Fit::Not {
            return Fit::Not;
        }
        if view.plain { self.price(problem, view, shift_idx) } else { Fit::Fits }
    }

    /// Loads on leaving each position, and their peaks within trips.
    fn label_loads(&mut self, problem: &Problem, view: &View, capacity: &[i64]) -> Fit {
        let dimensions = view.dimensions;
        let count = self.steps.len();
        let labels = &mut self.labels;
        for values in [&mut labels.load, &mut labels.peak_in, &mut labels.peak_out] {
            values.clear();
            values.resize((count + 2) * dimensions, 0);
        }
        let mut fits = true;
        for (dimension, room) in capacity.iter().enumerate() {
            // What each trip has to bring; kept where it is loaded.
            let mut brought = 0;
            let mut excess = 0;
            for position in (1..=count).rev() {
                match self.steps[position - 1] {
                    Step::Stop(stop, _) => {
                        let visit = problem.stops[stop.at()].visit;
                        if view.kind[stop.at()] == StopKind::Dropoff && !view.carried[stop.at()] {
                            brought += view.load_of(stop)[dimension];
                        }
                        if view.carried[stop.at()]
                            && problem.visits[visit.at()].stops.start == stop.0
                        {
                            excess += view.excess[visit.at() * dimensions + dimension];
                        }
                    }
                    Step::Reload(_) => {
                        labels.load[position * dimensions + dimension] = brought;
                        brought = 0;
                    }
                }
            }
            let mut load = brought + excess;
            let mut collected = 0;
            let mut peak = load;
            labels.load[dimension] = load;
            labels.peak_in[dimension] = peak;
            fits &= peak <= *room;
            for position in 1..=count {
                let at = position * dimensions + dimension;
                match self.steps[position - 1] {
                    Step::Stop(stop, _) => {
                        let amount = view.load_of(stop)[dimension];
                        match view.kind[stop.at()] {
                            StopKind::Pickup => {
                                load += amount;
                                if !view.carried[stop.at()] {
                                    collected += amount;
                                }
                            }
                            StopKind::Dropoff => load -= amount,
                            StopKind::Service => {}
                        }
                        peak = peak.max(load);
                    }
                    Step::Reload(_) => {
                        load += labels.load[at] - collected;
                        collected = 0;
                        peak = load;
                    }
                }
                labels.load[at] = load;
                labels.peak_in[at] = peak;
                fits &= load <= *room;
            }
            let mut peak = 0;
            for position in (0..=count).rev() {
                let at = position * dimensions + dimension;
                let trip_ends = position < count && matches!(self.steps[position], Step::Reload(_));
                peak = if trip_ends { labels.load[at] } else { peak.max(labels.load[at]) };
                labels.peak_out[at] = peak;
            }
        }
        if fits { Fit::Fits } else { Fit::Not }
    }

    fn label_stretches(&mut self, problem: &Problem, view: &View, shift_idx: ShiftIdx) {
        let shift = &problem.shifts[shift_idx.at()];
        let travel = problem.vehicles[shift.vehicle.at()].travel.at();
        let count = self.steps.len();
        let labels = &mut self.labels;
        let start = Stretch::stop(shift.start_at, shift.latest_end_at, 0);
        labels.until.clear();
        labels.until.push(start);
        labels.from.clear();
        labels.from.resize(count + 2, start);
        for position in 1..=count + 1 {
            let stretch =
                stretch_at(problem, view, shift_idx, &self.steps, &labels.place, position);
            let seconds =
                view.seconds(problem, travel, labels.place[position - 1], labels.place[position]);
            let until = labels.until[position - 1].then(seconds, stretch);
            labels.until.push(until);
        }
        labels.from[count + 1] = start;
        for position in (1..=count).rev() {
            let stretch =
                stretch_at(problem, view, shift_idx, &self.steps, &labels.place, position);
            let seconds =
                view.seconds(problem, travel, labels.place[position], labels.place[position + 1]);
            labels.from[position] = stretch.then(seconds, labels.from[position + 1]);
        }
        self.duration_seconds = labels.until[count + 1].duration;
    }

    /// What a route of a plain problem costs, if it keeps the limits of its shift.
    fn price(&mut self, problem: &Problem, view: &View, shift_idx: ShiftIdx) -> Fit {
        let shift = &problem.shifts[shift_idx.at()];
        let vehicle = &problem.vehicles[shift.vehicle.at()];
        let limits = &vehicle.limits;
        if self.distance_meters > limits.distance_meters
            || self.driving_seconds > limits.driving_seconds
            || self.duration_seconds > limits.duration_seconds
            || self.stop_count > limits.stop_count
        {
            return Fit::Not;
        }
        let costs = &vehicle.costs;
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        let [meters, seconds, stops] =
            [self.distance_meters, self.duration_seconds, self.stop_count].map(|it| it as f64);
        let mut money = costs.fixed
            + costs.per_kilometer * meters / 1000.0
            + costs.per_hour * seconds / 3600.0
            + costs.per_stop * stops;
        for step in &self.steps {
            if let Step::Stop(stop, _) = step {
                money += preference(problem, *stop, shift_idx);
            }
        }
        let weights = &view.weights;
        self.money = money;
        self.rest = weights.cost * money + weights.meters * meters + weights.seconds * seconds;
        Fit::Fits
    }
}

/// When all that the trip before the next reload delivers from its dock is there.
fn release(problem: &Problem, view: &View, steps: &[Step]) -> i64 {
    let mut latest = i64::MIN / 4;
    for step in steps {
        match step {
            Step::Stop(stop, _) => {
                if view.kind[stop.at()] == StopKind::Dropoff && !view.carried[stop.at()] {
                    latest =
                        latest.max(problem.visits[problem.stops[stop.at()].visit.at()].release_at);
                }
            }
            Step::Reload(_) => break,
        }
    }
    latest
}

/// What it costs that this vehicle makes the visit whose first stop this is.
pub(super) fn preference(problem: &Problem, stop: StopIdx, shift: ShiftIdx) -> f64 {
    let visit = &problem.visits[problem.stops[stop.at()].visit.at()];
    let preferred = &problem.orders[visit.order.at()].preferred_vehicles;
    if preferred.is_empty() || visit.stops.start != stop.0 {
        return 0.0;
    }
    let vehicle = problem.shifts[shift.at()].vehicle;
    preferred.iter().find(|(it, _)| *it == vehicle).map_or(0.0, |(_, cost)| *cost)
}

fn stretch_at(
    problem: &Problem,
    view: &View,
    shift_idx: ShiftIdx,
    steps: &[Step],
    places: &[u32],
    position: usize,
) -> Stretch {
    let shift = &problem.shifts[shift_idx.at()];
    if position > steps.len() {
        return Stretch::stop(shift.start_at, shift.latest_end_at, 0);
    }
    let times = step_times(problem, view, shift_idx, steps[position - 1]);
    let fresh = places[position - 1] == NO_PLACE || places[position - 1] != times.place;
    let setup = if fresh { times.setup } else { 0 };
    Stretch::stop(
        times.opens.max(shift.start_at) - setup,
        times.closes.min(shift.latest_end_at) - setup,
        setup + times.service,
    )
}

const _: () = assert!(UNLIMITED <= TIME_MAX, "sums of both fit 64 bits");
