//! The margins of a route: what each position leaves free, so that an insertion is evaluated in constant time.
//!
//! ```text
//! position   0 (start)   1 … n (steps)   n + 1 (end)
//! departs    earliest departure, if everything before it is done as early as possible
//! latest     latest arrival from which everything after it is still in time
//! peak_in    largest load since the trip began, up to leaving this position
//! peak_out   largest load from leaving this position to the end of the trip
//! ```
//!
//! A trip lies between start, reloads and end. Margins ignore breaks, rests, ride times and other routes: they may
//! accept what the evaluator rejects, but never the reverse. On plain problems (`Instance::plain`) they are exact,
//! including costs, and debug builds compare both.

use super::route::{Fit, RouteState};
use crate::evaluate::Step;
use crate::instance::{Instance, NOWHERE, StepData, place_or_nowhere};
use crate::problem::{ShiftIdx, StopKind, TIME_MAX, UNLIMITED};

/// Duration, earliest and latest start of a part of a route without lateness, after Vidal et al. 2013.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DurationSegment {
    /// Duration if it starts at the best time.
    pub(crate) duration: i64,
    /// A later start does not shorten the duration.
    pub(crate) earliest: i64,
    /// The latest start that is in time.
    pub(crate) latest: i64,
}

impl DurationSegment {
    /// Returns the segment of one stop, whose service starts within the window.
    #[inline]
    pub(crate) const fn stop(opens: i64, closes: i64, service: i64) -> Self {
        Self { duration: service, earliest: opens, latest: closes }
    }

    /// Returns this segment, `travel` seconds, then `next`, if both can be done in time.
    #[inline]
    pub(crate) fn then(self, travel: i64, next: Self) -> Self {
        let offset = self.duration + travel;
        let waiting = (next.earliest - offset - self.latest).max(0);
        Self {
            duration: offset + next.duration + waiting,
            earliest: self.earliest.max(next.earliest - offset) - waiting,
            latest: self.latest.min(next.latest - offset),
        }
    }
}

/// What each position leaves free: time and capacity before and after it; one entry per position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Margins {
    pub(crate) place: Vec<u32>,
    /// Meters of the leg to each position.
    pub(crate) leg: Vec<i64>,
    pub(crate) departs: Vec<i64>,
    pub(crate) latest: Vec<i64>,
    /// Position at which the trip of each position begins: the start or a reload.
    pub(crate) trip: Vec<u32>,
    /// Load on board on leaving, `dimensions` values per position.
    pub(crate) load: Vec<i64>,
    pub(crate) peak_in: Vec<i64>,
    pub(crate) peak_out: Vec<i64>,
    /// From the start to each position, and from each position to the end; only if durations matter.
    pub(crate) until: Vec<DurationSegment>,
    pub(crate) from: Vec<DurationSegment>,
}

/// A step as margins see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepTimes {
    pub(crate) place: u32,
    pub(crate) setup: i64,
    pub(crate) service: i64,
    pub(crate) opens: i64,
    pub(crate) closes: i64,
}

impl StepTimes {
    pub(crate) const fn of(data: &StepData) -> Self {
        Self {
            place: data.place,
            setup: data.setup_seconds,
            service: data.service_seconds,
            opens: data.opens_at,
            closes: data.closes_at,
        }
    }
}

pub(crate) fn step_times(instance: &Instance<'_>, shift: ShiftIdx, step: Step) -> StepTimes {
    match step {
        Step::Stop(_, option) => StepTimes::of(instance.option_of(shift, option)),
        Step::Reload(position) => {
            let reload = &instance.problem.shifts[shift.at()].reloads[position as usize];
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

impl RouteState {
    /// Computes margins, sums and, on plain problems, the cost of the route.
    pub(crate) fn measure(&mut self, instance: &Instance<'_>, shift_idx: ShiftIdx) -> Fit {
        let shift = &instance.problem.shifts[shift_idx.at()];
        let vehicle = &instance.problem.vehicles[shift.vehicle.at()];
        let travel = vehicle.travel.at();
        let count = self.steps.len();
        let start_place = self.from.map(|it| it.place).or(shift.start_place);
        let margins = &mut self.margins;
        margins.place.clear();
        margins.leg.clear();
        margins.leg.push(0);
        margins.departs.clear();
        margins.latest.clear();
        margins.latest.resize(count + 2, 0);
        margins.place.push(place_or_nowhere(start_place));
        margins.departs.push(shift.start_at);
        margins.trip.clear();
        let mut trip = 0;
        // Without a start place nothing is loaded there: each delivery waits for its own release time.
        if instance.released && start_place.is_some() {
            margins.departs[0] = shift.start_at.max(release(instance, &self.steps));
        }
        margins.trip.push(trip);
        let mut meters = 0_i64;
        let mut driving = 0_i64;
        let mut now = margins.departs[0];
        let mut in_time = true;
        let mut stop_count = 0;
        // Via the place of a break, a vehicle may reach places without a direct road; the evaluator checks that.
        let missing = if shift.has_break_places() { Some(0) } else { None };
        for (before, step) in self.steps.iter().enumerate() {
            let times = step_times(instance, shift_idx, *step);
            let from = margins.place[margins.place.len() - 1];
            let Some(leg) = instance.meters(travel, from, times.place).or(missing) else {
                return Fit::Not;
            };
            meters += leg;
            let seconds = instance.seconds(travel, from, times.place);
            driving += seconds;
            let setup = if from == times.place { 0 } else { times.setup };
            let starts = (now + seconds + setup).max(times.opens);
            in_time &= starts <= times.closes;
            now = starts + times.service;
            if matches!(step, Step::Reload(_)) {
                trip = u32::try_from(before + 1).expect("routes have 32-bit positions");
                if instance.released {
                    now = now.max(release(instance, &self.steps[before + 1..]));
                }
            }
            margins.place.push(times.place);
            margins.leg.push(leg);
            margins.departs.push(now);
            margins.trip.push(trip);
            stop_count += i64::from(matches!(step, Step::Stop(..)));
        }
        let end = place_or_nowhere(shift.end_place);
        let from = margins.place[count];
        let leg = instance.meters(travel, from, end).or(missing);
        if leg.is_none() && count > 0 {
            return Fit::Not;
        }
        meters += leg.unwrap_or(0);
        let seconds = if leg.is_none() { 0 } else { instance.seconds(travel, from, end) };
        driving += seconds;
        in_time &= now + seconds <= shift.latest_end_at;
        margins.place.push(end);
        margins.leg.push(leg.unwrap_or(0));
        margins.latest[count + 1] = shift.latest_end_at;
        for position in (1..=count).rev() {
            let times = step_times(instance, shift_idx, self.steps[position - 1]);
            let next = margins.place[position + 1];
            let seconds = instance.seconds(travel, times.place, next);
            let start = (margins.latest[position + 1] - seconds - times.service).min(times.closes);
            let setup = if margins.place[position - 1] == times.place { 0 } else { times.setup };
            margins.latest[position] = start - setup;
        }
        self.distance_meters = meters;
        self.driving_seconds = driving;
        self.stop_count = stop_count;
        let loaded = self.measure_loads(instance, &vehicle.capacity);
        self.duration_seconds = 0;
        if instance.timed && instance.plain {
            self.measure_stretches(instance, shift_idx);
        }
        if !in_time || loaded == Fit::Not {
            return Fit::Not;
        }
        if instance.plain { self.price(instance, shift_idx) } else { Fit::Fits }
    }

    /// Computes the loads on leaving each position, and their peaks within trips.
    fn measure_loads(&mut self, instance: &Instance<'_>, capacity: &[i64]) -> Fit {
        let dimensions = instance.dimensions;
        let count = self.steps.len();
        let margins = &mut self.margins;
        for values in [&mut margins.load, &mut margins.peak_in, &mut margins.peak_out] {
            values.clear();
            values.resize((count + 2) * dimensions, 0);
        }
        let mut fits = true;
        for (dimension, room) in capacity.iter().enumerate() {
            // What each trip delivers, stored at the position where it is loaded.
            let mut brought = 0;
            let mut excess = 0;
            for position in (1..=count).rev() {
                match self.steps[position - 1] {
                    Step::Stop(stop, _) => {
                        if instance.kind[stop.at()] == StopKind::Dropoff
                            && !instance.carried[stop.at()]
                        {
                            brought += instance.load_of(stop)[dimension];
                        }
                        excess += instance.excess(stop.0, dimension);
                    }
                    Step::Reload(_) => {
                        margins.load[position * dimensions + dimension] = brought;
                        brought = 0;
                    }
                }
            }
            let mut load = brought + excess;
            let mut collected = 0;
            let mut peak = load;
            margins.load[dimension] = load;
            margins.peak_in[dimension] = peak;
            fits &= peak <= *room;
            for position in 1..=count {
                let at = position * dimensions + dimension;
                match self.steps[position - 1] {
                    Step::Stop(stop, _) => {
                        let amount = instance.load_of(stop)[dimension];
                        match instance.kind[stop.at()] {
                            StopKind::Pickup => {
                                load += amount;
                                if !instance.carried[stop.at()] {
                                    collected += amount;
                                }
                            }
                            StopKind::Dropoff => load -= amount,
                            StopKind::Service => {}
                        }
                        peak = peak.max(load);
                    }
                    Step::Reload(_) => {
                        load += margins.load[at] - collected;
                        collected = 0;
                        peak = load;
                    }
                }
                margins.load[at] = load;
                margins.peak_in[at] = peak;
                fits &= load <= *room;
            }
            let mut peak = 0;
            for position in (0..=count).rev() {
                let at = position * dimensions + dimension;
                let trip_ends = position < count && matches!(self.steps[position], Step::Reload(_));
                peak = if trip_ends { margins.load[at] } else { peak.max(margins.load[at]) };
                margins.peak_out[at] = peak;
            }
        }
        if fits { Fit::Fits } else { Fit::Not }
    }

    fn measure_stretches(&mut self, instance: &Instance<'_>, shift_idx: ShiftIdx) {
        let shift = &instance.problem.shifts[shift_idx.at()];
        let travel = instance.problem.vehicles[shift.vehicle.at()].travel.at();
        let count = self.steps.len();
        let margins = &mut self.margins;
        let start = DurationSegment::stop(shift.start_at, shift.latest_end_at, 0);
        margins.until.clear();
        margins.until.push(start);
        margins.from.clear();
        margins.from.resize(count + 2, start);
        for position in 1..=count + 1 {
            let segment = stretch_at(instance, shift_idx, &self.steps, &margins.place, position);
            let seconds =
                instance.seconds(travel, margins.place[position - 1], margins.place[position]);
            let until = margins.until[position - 1].then(seconds, segment);
            margins.until.push(until);
        }
        margins.from[count + 1] = start;
        for position in (1..=count).rev() {
            let segment = stretch_at(instance, shift_idx, &self.steps, &margins.place, position);
            let seconds =
                instance.seconds(travel, margins.place[position], margins.place[position + 1]);
            margins.from[position] = segment.then(seconds, margins.from[position + 1]);
        }
        self.duration_seconds = margins.until[count + 1].duration;
    }
}

/// Returns when everything that the trip before the next reload delivers is available.
fn release(instance: &Instance<'_>, steps: &[Step]) -> i64 {
    let mut latest = i64::MIN / 4;
    for step in steps {
        match step {
            Step::Stop(stop, _) => {
                if instance.kind[stop.at()] == StopKind::Dropoff && !instance.carried[stop.at()] {
                    latest = latest.max(
                        instance.problem.visits[instance.problem.stops[stop.at()].visit.at()]
                            .release_at,
                    );
                }
            }
            Step::Reload(_) => break,
        }
    }
    latest
}

fn stretch_at(
    instance: &Instance<'_>,
    shift_idx: ShiftIdx,
    steps: &[Step],
    places: &[u32],
    position: usize,
) -> DurationSegment {
    let shift = &instance.problem.shifts[shift_idx.at()];
    if position > steps.len() {
        return DurationSegment::stop(shift.start_at, shift.latest_end_at, 0);
    }
    let times = step_times(instance, shift_idx, steps[position - 1]);
    let fresh = places[position - 1] == NOWHERE || places[position - 1] != times.place;
    let setup = if fresh { times.setup } else { 0 };
    DurationSegment::stop(
        times.opens.max(shift.start_at) - setup,
        times.closes.min(shift.latest_end_at) - setup,
        setup + times.service,
    )
}

const _: () = assert!(UNLIMITED <= TIME_MAX, "sums of both fit 64 bits");
