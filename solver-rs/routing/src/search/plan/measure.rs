//! Computes the margins and sums of a route, and on plain problems its cost.

use super::anchors;
use super::margins::{DurationSegment, step_times};
use super::route::{Fit, RouteState, preference};
use crate::evaluate::Step;
use crate::instance::{Instance, NOWHERE, place_or_nowhere};
use crate::problem::{ShiftIdx, StopKind};

impl RouteState {
    /// Computes the margins of a shift without a route, from which insertion starts. Nobody drives from its start to
    /// its end.
    pub(super) fn measure_unused(&mut self, instance: &Instance<'_>, shift: ShiftIdx) {
        debug_assert!(self.steps.is_empty(), "a route without steps");
        // As long as nobody drives, a missing road from start to end does not matter.
        let _ = self.measure(instance, shift);
        let margins = &mut self.margins;
        for legs in [&mut margins.leg, &mut margins.leg_seconds] {
            if let Some(whole) = legs.last_mut() {
                *whole = 0;
            }
        }
        if !instance.plain {
            anchors::set_unused(&mut self.anchors, &instance.problem.shifts[shift.at()]);
        }
        self.distance_meters = 0;
        self.driving_seconds = 0;
        self.duration_seconds = 0;
        self.stop_count = 0;
        self.rest = 0.0;
        self.money = 0.0;
        self.starts.clear();
        self.ends.clear();
        self.docked.clear();
        self.days.clear();
    }

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
        margins.leg_seconds.clear();
        margins.times.clear();
        if instance.paired {
            margins.leg_seconds.push(0);
        }
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
            if instance.paired {
                margins.leg_seconds.push(seconds);
                margins.times.push(times);
            }
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
        if instance.paired {
            margins.leg_seconds.push(seconds);
        }
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
        // Known without an evaluation, unless breaks have places of their own.
        let limits = &vehicle.limits;
        if !shift.has_break_places()
            && (meters > limits.distance_meters || stop_count > limits.stop_count)
        {
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

    /// Checks the limits on times of a route of a plain problem and computes its cost.
    fn price(&mut self, instance: &Instance<'_>, shift_idx: ShiftIdx) -> Fit {
        let shift = &instance.problem.shifts[shift_idx.at()];
        let vehicle = &instance.problem.vehicles[shift.vehicle.at()];
        let limits = &vehicle.limits;
        if self.driving_seconds > limits.driving_seconds
            || self.duration_seconds > limits.duration_seconds
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
                money += preference(instance, *stop, shift_idx);
            }
        }
        let weights = &instance.weights;
        self.money = money;
        self.rest = weights.cost * money + weights.meters * meters + weights.seconds * seconds;
        Fit::Fits
    }
}

/// Returns when everything that the trip before the next reload delivers is available.
pub(super) fn release(instance: &Instance<'_>, steps: &[Step]) -> i64 {
    let trip = steps.iter().map_while(|it| match it {
        Step::Stop(stop, _) => Some(instance.available_at(*stop)),
        Step::Reload(_) => None,
    });
    trip.fold(i64::MIN / 4, i64::max)
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
