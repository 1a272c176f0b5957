//! Computes the margins and sums of a route, and on plain problems its cost.

use super::anchors;
use super::margins::{DurationSegment, Loads, Margins, Position, StepTimes, step_times};
use super::route::{Fit, RouteState, preference};
use crate::evaluate::Step;
use crate::instance::{Instance, NOWHERE, Row, place_or_nowhere};
use crate::problem::{Shift, ShiftIdx, StopKind};

impl RouteState {
    /// Computes the margins of a shift without a route, from which insertion starts. Nobody drives from its start to
    /// its end.
    pub(super) fn measure_unused(&mut self, instance: &Instance<'_>, shift: ShiftIdx) {
        debug_assert!(self.steps.is_empty(), "a route without steps");
        // As long as nobody drives, a missing road from start to end does not matter.
        let _ = self.measure(instance, shift);
        if let Some(end) = self.margins.positions.last_mut() {
            (end.leg_meters, end.leg_seconds) = (0, 0);
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
        let Margins { positions, times, .. } = &mut self.margins;
        positions.clear();
        times.clear();
        let mut last = Position {
            place: place_or_nowhere(start_place),
            row: instance.row(place_or_nowhere(start_place)),
            departs: shift.start_at,
            ..Position::default()
        };
        // Without a start place nothing is loaded there: each delivery waits for its own release time.
        if instance.released && start_place.is_some() {
            last.departs = shift.start_at.max(release(instance, &self.steps));
        }
        positions.push(last);
        // Via the place of a break, a vehicle may reach places without a direct road; the evaluator checks that.
        let leg = |from: Row, to: Row| {
            let found = instance.leg(travel, from, to);
            found.or_else(|| {
                shift.has_break_places().then(|| (0, instance.leg_seconds(travel, from, to)))
            })
        };
        let mut meters = 0_i64;
        let mut driving = 0_i64;
        let mut in_time = true;
        let mut stop_count = 0;
        for (index, step) in self.steps.iter().enumerate() {
            let step_times = step_times(instance, shift_idx, *step);
            let before = (last.place, last.row);
            (last.place, last.row) = (step_times.place, instance.row(step_times.place));
            let Some(leg) = leg(before.1, last.row) else { return Fit::Not };
            (last.leg_meters, last.leg_seconds) = leg;
            meters += last.leg_meters;
            driving += last.leg_seconds;
            let setup = if before.0 == last.place { 0 } else { step_times.setup };
            let starts = (last.departs + last.leg_seconds + setup).max(step_times.opens);
            in_time &= starts <= step_times.closes;
            last.departs = starts + step_times.service;
            if matches!(step, Step::Reload(_)) {
                last.trip = u32::try_from(index + 1).expect("routes have 32-bit positions");
                if instance.released {
                    let release = release(instance, &self.steps[index + 1..]);
                    last.departs = last.departs.max(release);
                }
            }
            positions.push(last);
            times.push(step_times);
            stop_count += i64::from(matches!(step, Step::Stop(..)));
        }
        let place = place_or_nowhere(shift.end_place);
        let row = instance.row(place);
        let leg = leg(last.row, row);
        if leg.is_none() && count > 0 {
            return Fit::Not;
        }
        let (leg_meters, leg_seconds) = leg.unwrap_or_default();
        meters += leg_meters;
        driving += leg_seconds;
        in_time &= last.departs + leg_seconds <= shift.latest_end_at;
        let latest = shift.latest_end_at;
        positions.push(Position { place, row, leg_meters, leg_seconds, latest, ..last });
        let mut next = (latest, leg_seconds);
        for position in (1..=count).rev() {
            let StepTimes { place, setup, service, closes, .. } = times[position - 1];
            let start = (next.0 - next.1 - service).min(closes);
            let setup = if positions[position - 1].place == place { 0 } else { setup };
            let at = &mut positions[position];
            at.latest = start - setup;
            next = (at.latest, at.leg_seconds);
        }
        self.distance_meters = meters;
        self.driving_seconds = driving;
        self.stop_count = stop_count;
        let loaded = self.measure_loads(instance, &vehicle.capacity);
        self.duration_seconds = 0;
        if instance.timed && instance.plain {
            self.measure_stretches(shift);
        }
        if !instance.paired {
            self.margins.times.clear();
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
        let loads = &mut self.margins.loads;
        loads.clear();
        loads.resize((count + 2) * dimensions, Loads::default());
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
                        loads[position * dimensions + dimension].on_board = brought;
                        brought = 0;
                    }
                }
            }
            let mut load = brought + excess;
            let mut collected = 0;
            let mut peak = load;
            (loads[dimension].on_board, loads[dimension].peak_in) = (load, peak);
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
                        load += loads[at].on_board - collected;
                        collected = 0;
                        peak = load;
                    }
                }
                (loads[at].on_board, loads[at].peak_in) = (load, peak);
                fits &= load <= *room;
            }
            let mut peak = 0;
            for position in (0..=count).rev() {
                let at = position * dimensions + dimension;
                let trip_ends = position < count && matches!(self.steps[position], Step::Reload(_));
                let load = loads[at].on_board;
                peak = if trip_ends { load } else { peak.max(load) };
                loads[at].peak_out = peak;
            }
        }
        if fits { Fit::Fits } else { Fit::Not }
    }

    /// Computes the segments of durations from the start and to the end.
    fn measure_stretches(&mut self, shift: &Shift) {
        let Margins { positions, times, until, from, .. } = &mut self.margins;
        let end = DurationSegment::stop(shift.start_at, shift.latest_end_at, 0);
        until.clear();
        until.push(end);
        from.clear();
        from.push(end);
        for ((times, before), at) in times.iter().zip(&*positions).zip(&positions[1..]) {
            let is_fresh = before.place == NOWHERE || before.place != times.place;
            let setup = if is_fresh { times.setup } else { 0 };
            let segment = DurationSegment::stop(
                times.opens.max(shift.start_at) - setup,
                times.closes.min(shift.latest_end_at) - setup,
                setup + times.service,
            );
            until.push(until[until.len() - 1].then(at.leg_seconds, segment));
            from.push(segment);
        }
        let last_leg_seconds = positions[positions.len() - 1].leg_seconds;
        let whole = until[until.len() - 1].then(last_leg_seconds, end);
        until.push(whole);
        from.push(end);
        for at in (1..=times.len()).rev() {
            from[at] = from[at].then(positions[at + 1].leg_seconds, from[at + 1]);
        }
        self.duration_seconds = whole.duration;
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
