//! Where a visit fits best into a route: each position judged by labels in constant time.
//!
//! A position that is refused here breaks a rule for certain; one that is let through may still break a rule that
//! labels do not know. So callers get the few best positions and ask the evaluator in turn. On plain problems the best
//! one is right at once.

use crate::evaluate::{Step, soft_cost};
use crate::instance::{Instance, NOWHERE, Shape};
use crate::problem::{OptionIdx, Problem, ShiftIdx, StopIdx, StopKind, Vehicle, VisitIdx};
use crate::search::plan::anchors::{self, Carried, Detour, Legs};
use crate::search::plan::route::{RouteState, StepTimes, Stretch, preference, step_times};

/// Candidates kept where the evaluator has the last word.
pub(crate) const KEPT: usize = 4;
/// A second too late, by anchors, ranks as so many seconds of a longer route: the evaluator may find another schedule.
const LATE_SHARE: f64 = 4.0;
/// What a second costs where only meters do.
const METERS_PER_SECOND: f64 = 10.0;

/// A way to put a visit into a route; positions are those of the route before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Insertion {
    /// What it adds, by labels.
    pub(crate) delta: f64,
    /// The first stop goes after this position of the route's labels.
    pub(crate) after: u32,
    /// How the first stop is made.
    pub(crate) option: OptionIdx,
    /// The second stop of a pair: after this position, and how.
    pub(crate) second: Option<(u32, OptionIdx)>,
    /// A reload that goes along: which, and whether it goes before the stop.
    pub(crate) reload: Option<(u32, bool)>,
}

/// The best insertions found, cheapest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidates {
    found: [Option<Insertion>; KEPT],
    kept: usize,
    limit: f64,
    /// Positions that were looked at, taken or not.
    judged: u64,
}

impl Candidates {
    /// Room for `kept` insertions that add less than `limit`.
    pub(crate) const fn below(kept: usize, limit: f64) -> Self {
        Self { found: [None; KEPT], kept, limit, judged: 0 }
    }

    /// No insertion that adds at least this much is kept.
    #[inline]
    pub(crate) fn bound(&self) -> f64 {
        self.found[self.kept - 1].map_or(self.limit, |it| it.delta)
    }

    #[inline]
    fn offer(&mut self, insertion: Insertion) {
        let mut at = self.kept - 1;
        self.found[at] = Some(insertion);
        while at > 0 && self.found[at - 1].is_none_or(|it| it.delta > insertion.delta) {
            self.found.swap(at, at - 1);
            at -= 1;
        }
    }

    pub(crate) const fn judged(&self) -> u64 {
        self.judged
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Insertion> + '_ {
        self.found.iter().flatten().copied()
    }
}

/// What is the same for all positions of one route.
struct Scan<'a> {
    problem: &'a Problem,
    instance: &'a Instance<'a>,
    legs: Legs<'a>,
    vehicle: &'a Vehicle,
    route: &'a RouteState,
    travel: usize,
    shift: ShiftIdx,
    /// Per meter and per second of what is minimized.
    per_meter: f64,
    per_second: f64,
    per_overtime_second: f64,
    per_late_second: f64,
    per_stop: f64,
    fixed: f64,
    /// Positions after which the first stop may go, and the last one at most.
    low: usize,
    high: usize,
}

/// What is the same of a stop for all positions.
struct SingleStop<'a> {
    times: StepTimes,
    kind: StopKind,
    load: &'a [i64],
    base: f64,
    release: i64,
    option: OptionIdx,
}

/// Position-wise dice: whether a position is to be skipped.
pub(crate) trait Blink {
    fn blinks(&mut self) -> bool;
}

/// Offers the ways to put `visit` into the shift's route that are cheaper than what `candidates` holds.
pub(crate) fn scan(
    instance: &Instance<'_>,
    shift_idx: ShiftIdx,
    route: &RouteState,
    visit: VisitIdx,
    (low, high): (usize, usize),
    blink: &mut impl Blink,
    candidates: &mut Candidates,
) {
    let problem = instance.problem;
    let stops = &problem.visits[visit.at()].stops;
    let Some(scan) = Scan::new(instance, shift_idx, route, visit, (low, high)) else { return };
    match instance.shape[visit.at()] {
        Shape::Single => {
            for option in instance.options_of(StopIdx(stops.start)) {
                scan.single(StopIdx(stops.start), option, blink, candidates);
                if !problem.shifts[shift_idx.at()].reloads.is_empty() {
                    scan.with_reload(StopIdx(stops.start), option, candidates);
                }
            }
        }
        Shape::Pair => {
            for pickup in instance.options_of(StopIdx(stops.start)) {
                for dropoff in instance.options_of(StopIdx(stops.start + 1)) {
                    scan.pair(StopIdx(stops.start), pickup, dropoff, blink, candidates);
                }
            }
        }
        Shape::Many => {}
    }
}

/// The same for a visit of one stop, after these positions only.
pub(crate) fn scan_after(
    instance: &Instance<'_>,
    shift: ShiftIdx,
    route: &RouteState,
    visit: VisitIdx,
    after: impl Iterator<Item = usize> + Clone,
    blink: &mut impl Blink,
    candidates: &mut Candidates,
) {
    let problem = instance.problem;
    let stop = StopIdx(problem.visits[visit.at()].stops.start);
    let Some(scan) = Scan::new(instance, shift, route, visit, (0, 0)) else { return };
    for option in instance.options_of(stop) {
        let single = scan.single_stop(stop, option);
        for after in after.clone() {
            candidates.judged += 1;
            scan.single_after(&single, after, blink, candidates);
        }
    }
}

impl<'a> Scan<'a> {
    /// `None` where the route has no room for so many stops.
    #[inline]
    fn new(
        instance: &'a Instance<'a>,
        shift_idx: ShiftIdx,
        route: &'a RouteState,
        visit: VisitIdx,
        (low, high): (usize, usize),
    ) -> Option<Self> {
        let problem = instance.problem;
        let shift = &problem.shifts[shift_idx.at()];
        let vehicle = &problem.vehicles[shift.vehicle.at()];
        let stops = &problem.visits[visit.at()].stops;
        if route.stop_count + i64::from(stops.end - stops.start) > vehicle.limits.stop_count {
            return None;
        }
        let weights = &instance.weights;
        let costs = &vehicle.costs;
        let fixed = if route.steps.is_empty() { costs.fixed } else { 0.0 };
        let per_meter = weights.cost * costs.per_kilometer / 1000.0 + weights.meters;
        let per_second = weights.cost * costs.per_hour / 3600.0 + weights.seconds;
        Some(Self {
            problem,
            instance,
            legs: Legs { travel: &instance.travel, table: vehicle.travel },
            vehicle,
            route,
            travel: vehicle.travel.at(),
            shift: shift_idx,
            per_meter,
            per_second,
            per_overtime_second: weights.cost * costs.per_overtime_hour / 3600.0,
            per_late_second: LATE_SHARE * (per_second + METERS_PER_SECOND * per_meter),
            per_stop: weights.cost * costs.per_stop,
            fixed: weights.cost * (fixed + preference(problem, StopIdx(stops.start), shift_idx)),
            low,
            high,
        })
    }
}

impl Scan<'_> {
    #[inline]
    fn meters(&self, from: u32, to: u32) -> Option<i64> {
        self.instance.meters(self.travel, from, to)
    }

    #[inline]
    fn seconds(&self, from: u32, to: u32) -> i64 {
        self.instance.seconds(self.travel, from, to)
    }

    fn times(&self, option: OptionIdx) -> StepTimes {
        StepTimes {
            place: self.instance.option(option).place,
            setup: self.instance.option(option).setup_seconds,
            service: self.instance.option(option).service_seconds,
            opens: self.instance.option(option).opens_at,
            closes: self.instance.option(option).closes_at,
        }
    }

    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "meters and seconds are below 2^53")]
    fn price(&self, meters: i64, seconds: i64) -> f64 {
        self.per_meter * meters as f64 + self.per_second * seconds as f64
    }

    /// How much of the route's limits is left.
    #[inline]
    fn keeps_sums(&self, meters: i64, driving: i64, duration: i64) -> bool {
        let limits = &self.vehicle.limits;
        self.route.distance_meters + meters <= limits.distance_meters
            && (!self.instance.plain
                || (self.route.driving_seconds + driving <= limits.driving_seconds
                    && self.route.duration_seconds + duration <= limits.duration_seconds))
    }

    fn single_stop(&self, stop: StopIdx, option: OptionIdx) -> SingleStop<'_> {
        SingleStop {
            times: self.times(option),
            kind: self.instance.kind[stop.at()],
            load: self.instance.load_of(stop),
            base: self.fixed + self.per_stop,
            release: self.release_of(stop),
            option,
        }
    }

    fn single(
        &self,
        stop: StopIdx,
        option: OptionIdx,
        blink: &mut impl Blink,
        candidates: &mut Candidates,
    ) {
        let single = self.single_stop(stop, option);
        candidates.judged += (self.high + 1).saturating_sub(self.low) as u64;
        for after in self.low..=self.high {
            self.single_after(&single, after, blink, candidates);
        }
    }

    #[inline(always)]
    fn single_after(
        &self,
        &SingleStop { times, kind, load, base, release, option }: &SingleStop<'_>,
        after: usize,
        blink: &mut impl Blink,
        candidates: &mut Candidates,
    ) {
        let labels = &self.route.labels;
        let instance = self.instance;
        let (from, to) = (labels.place[after], labels.place[after + 1]);
        let (Some(there), Some(on)) =
            (self.meters(from, times.place), self.meters(times.place, to))
        else {
            return;
        };
        let meters = there + on - labels.leg[after + 1];
        let mut delta = base + self.price(meters, 0);
        // Time costs something as well where it does, and next to never less than nothing.
        if delta >= candidates.bound() {
            return;
        }
        let setup = if from == times.place { 0 } else { times.setup };
        let seconds_there = self.seconds(from, times.place);
        let mut departs = labels.departs[after];
        let trip = labels.trip[after] as usize;
        if release > departs && labels.place[trip] != NOWHERE {
            if trip == after {
                departs = release;
            } else if release
                > labels.latest[trip + 1] - self.seconds(labels.place[trip], labels.place[trip + 1])
            {
                return;
            }
        }
        let starts = (departs + seconds_there + setup).max(times.opens);
        if starts > times.closes {
            return;
        }
        let seconds_on = self.seconds(times.place, to);
        if starts + times.service + seconds_on
            > labels.latest[after + 1] + self.setup_gain(after, times.place)
        {
            return;
        }
        if !self.carries(kind, load, after) {
            return;
        }
        let driving = seconds_there + seconds_on - self.seconds(from, to);
        let mut duration = 0;
        if !instance.plain {
            let detour = self.detour(after, &[times]);
            delta += self.price_detour(&detour);
            if instance.soft {
                delta += detour.soft_cost + soft_cost(instance, option, detour.served_at);
            }
        } else if instance.timed {
            let stretch =
                Stretch::stop(times.opens - setup, times.closes - setup, setup + times.service);
            let whole = labels.until[after]
                .then(seconds_there, stretch)
                .then(seconds_on, labels.from[after + 1]);
            duration = whole.duration - self.route.duration_seconds;
            delta += self.price(0, duration);
            if delta >= candidates.bound() {
                return;
            }
        }
        if !self.keeps_sums(meters, driving, duration) || blink.blinks() {
            return;
        }
        let after = u32::try_from(after).expect("routes have 32-bit positions");
        candidates.offer(Insertion { delta, after, option, second: None, reload: None });
    }

    /// When what a stop delivers can leave.
    fn detour(&self, after: usize, path: &[StepTimes]) -> Detour {
        anchors::detour(&self.route.anchors, &self.route.labels.place, after, path, self.legs)
    }

    /// What a detour adds to what is minimized, and far above it a price of what seems to come too late.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "seconds are below 2^53")]
    fn price_detour(&self, detour: &Detour) -> f64 {
        let mut sum = self.price(0, detour.duration_seconds);
        if self.per_overtime_second > 0.0 && detour.end_delay_seconds > 0 {
            let shift = &self.problem.shifts[self.shift.at()];
            let end_at = anchors::end_of(&self.route.anchors);
            let overtime = |end_at: i64| (end_at - shift.end_at).max(0);
            let more = overtime(end_at + detour.end_delay_seconds) - overtime(end_at);
            sum += self.per_overtime_second * more as f64;
        }
        sum + detour.late_seconds as f64 * self.per_late_second
    }

    fn release_of(&self, stop: StopIdx) -> i64 {
        if self.instance.kind[stop.at()] != StopKind::Dropoff || self.instance.carried[stop.at()] {
            return i64::MIN;
        }
        self.problem.visits[self.problem.stops[stop.at()].visit.at()].release_at
    }

    /// The next stop no longer pays its setup if the new one is at its place.
    #[inline]
    fn setup_gain(&self, after: usize, place: u32) -> i64 {
        if self.instance.plain
            || after >= self.route.steps.len()
            || self.route.labels.place[after + 1] != place
        {
            return 0;
        }
        match self.route.steps[after] {
            Step::Stop(_, option) => self.instance.option(option).setup_seconds,
            Step::Reload(_) => i64::MAX / 8,
        }
    }

    #[inline]
    fn carries(&self, kind: StopKind, load: &[i64], after: usize) -> bool {
        let dimensions = self.instance.dimensions;
        let peaks = match kind {
            StopKind::Service => return true,
            StopKind::Dropoff => &self.route.labels.peak_in,
            StopKind::Pickup => &self.route.labels.peak_out,
        };
        let capacity = &self.vehicle.capacity;
        (0..dimensions).all(|it| peaks[after * dimensions + it] + load[it] <= capacity[it])
    }

    fn pair(
        &self,
        pickup: StopIdx,
        pickup_option: OptionIdx,
        dropoff_option: OptionIdx,
        blink: &mut impl Blink,
        candidates: &mut Candidates,
    ) {
        let labels = &self.route.labels;
        let instance = self.instance;
        let (first, second) = (self.times(pickup_option), self.times(dropoff_option));
        let load = instance.load_of(pickup);
        let base = self.fixed + 2.0 * self.per_stop;
        let Some(between) = self.meters(first.place, second.place) else { return };
        let timed = instance.timed && instance.plain;
        let seconds_between = self.seconds(first.place, second.place);
        for after in self.low..=self.high {
            let (from, to) = (labels.place[after], labels.place[after + 1]);
            let Some(there) = self.meters(from, first.place) else { continue };
            let setup = if from == first.place { 0 } else { first.setup };
            let seconds_there = self.seconds(from, first.place);
            let starts = (labels.departs[after] + seconds_there + setup).max(first.opens);
            if starts > first.closes {
                // With later positions departures are later, but the way there may be shorter.
                continue;
            }
            if !self.carries_between(load, after) || blink.blinks() {
                continue;
            }
            candidates.judged += 1;
            let departs = starts + first.service;
            let old = self.meters(from, to).unwrap_or(0);
            let stretch =
                Stretch::stop(first.opens - setup, first.closes - setup, setup + first.service);
            let mut until = if timed {
                labels.until[after].then(seconds_there, stretch)
            } else {
                Stretch::default()
            };
            // The dropoff right behind the pickup.
            if let Some(on) = self.meters(second.place, to) {
                let setup_second = if first.place == second.place { 0 } else { second.setup };
                let starts = (departs + seconds_between + setup_second).max(second.opens);
                let seconds_on = self.seconds(second.place, to);
                let meters = there + between + on - old;
                if starts <= second.closes
                    && starts + second.service + seconds_on
                        <= labels.latest[after + 1] + self.setup_gain(after, second.place)
                {
                    let driving =
                        seconds_there + seconds_between + seconds_on - self.seconds(from, to);
                    let last = Stretch::stop(
                        second.opens - setup_second,
                        second.closes - setup_second,
                        setup_second + second.service,
                    );
                    self.offer_pair(
                        meters,
                        driving,
                        base,
                        candidates,
                        (after, after),
                        (pickup_option, dropoff_option),
                        || {
                            if !instance.plain {
                                let detour = self.detour(after, &[first, second]);
                                return (0, self.price_detour(&detour));
                            }
                            if !timed {
                                return (0, 0.0);
                            }
                            let until = until.then(seconds_between, last);
                            self.price_stretch(until.then(seconds_on, labels.from[after + 1]))
                        },
                    );
                }
            }
            // The dropoff further behind: the clock is carried along.
            let Some(on) = self.meters(first.place, to) else { continue };
            if after == self.high {
                continue;
            }
            let detour = there + on - old;
            // A detour nearly never saves meters; where it would, a little is missed.
            if base + self.price(detour, 0) >= candidates.bound() {
                continue;
            }
            let driving = seconds_there + self.seconds(first.place, to) - self.seconds(from, to);
            let mut now = departs;
            let mut place = first.place;
            let (anchors, places) = (&self.route.anchors, &labels.place);
            let start = || Carried::start(anchors, places, after, &first, self.legs);
            let mut carried = (!instance.plain).then(start);
            for last in after + 1..=self.high {
                if let Some(carried) = carried.as_mut().filter(|_| last > after + 1) {
                    carried.pass();
                }
                let step = step_times(instance, self.shift, self.route.steps[last - 1]);
                let setup = if place == step.place { 0 } else { step.setup };
                let seconds = self.seconds(place, step.place);
                let arrives = now + seconds;
                if arrives > labels.latest[last] + self.setup_gain(last - 1, place) {
                    break;
                }
                now = (arrives + setup).max(step.opens) + step.service;
                if timed {
                    let stretch = Stretch::stop(
                        step.opens - setup,
                        step.closes - setup,
                        setup + step.service,
                    );
                    until = until.then(seconds, stretch);
                }
                place = step.place;
                let dimensions = instance.dimensions;
                let loads = &labels.load[last * dimensions..][..dimensions];
                let fits =
                    (0..dimensions).all(|it| loads[it] + load[it] <= self.vehicle.capacity[it]);
                if !fits {
                    break;
                }
                candidates.judged += 1;
                let next = labels.place[last + 1];
                let (Some(there), Some(on)) =
                    (self.meters(place, second.place), self.meters(second.place, next))
                else {
                    continue;
                };
                let meters = detour + there + on - self.meters(place, next).unwrap_or(0);
                if base + self.price(meters, 0) >= candidates.bound() {
                    continue;
                }
                let setup_second = if place == second.place { 0 } else { second.setup };
                let seconds_there = self.seconds(place, second.place);
                let starts = (now + seconds_there + setup_second).max(second.opens);
                if starts > second.closes {
                    continue;
                }
                let seconds_on = self.seconds(second.place, next);
                if starts + second.service + seconds_on
                    > labels.latest[last + 1] + self.setup_gain(last, second.place)
                {
                    continue;
                }
                let more = seconds_there + seconds_on - self.seconds(place, next);
                let stretch = Stretch::stop(
                    second.opens - setup_second,
                    second.closes - setup_second,
                    setup_second + second.service,
                );
                self.offer_pair(
                    meters,
                    driving + more,
                    base,
                    candidates,
                    (after, last),
                    (pickup_option, dropoff_option),
                    || {
                        if let Some(carried) = &carried {
                            return (0, self.price_detour(&carried.detour(&second)));
                        }
                        if !timed {
                            return (0, 0.0);
                        }
                        let until = until.then(seconds_there, stretch);
                        self.price_stretch(until.then(seconds_on, labels.from[last + 1]))
                    },
                );
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "two ends of one insertion")]
    fn offer_pair(
        &self,
        meters: i64,
        driving: i64,
        base: f64,
        candidates: &mut Candidates,
        (after, last): (usize, usize),
        (option, second): (OptionIdx, OptionIdx),
        times: impl FnOnce() -> (i64, f64),
    ) {
        let delta = base + self.price(meters, 0);
        if delta >= candidates.bound() {
            return;
        }
        let (duration, price) = times();
        let delta = delta + price;
        if delta >= candidates.bound() || !self.keeps_sums(meters, driving, duration) {
            return;
        }
        let [after, last] =
            [after, last].map(|it| u32::try_from(it).expect("routes have 32-bit positions"));
        candidates.offer(Insertion {
            delta,
            after,
            option,
            second: Some((last, second)),
            reload: None,
        });
    }

    /// How much longer the whole route would take, and what that costs.
    fn price_stretch(&self, whole: Stretch) -> (i64, f64) {
        let duration = whole.duration - self.route.duration_seconds;
        (duration, self.price(0, duration))
    }

    #[inline]
    fn carries_between(&self, load: &[i64], after: usize) -> bool {
        let dimensions = self.instance.dimensions;
        let loads = &self.route.labels.load[after * dimensions..][..dimensions];
        (0..dimensions).all(|it| loads[it] + load[it] <= self.vehicle.capacity[it])
    }

    /// Whether deliveries fit both trips that a reload before or after the new stop makes of one.
    fn trips_carry(&self, stop: StopIdx, after: usize, before: bool) -> bool {
        if self.instance.kind[stop.at()] != StopKind::Dropoff {
            return true;
        }
        let dimensions = self.instance.dimensions;
        let labels = &self.route.labels;
        let load = self.instance.load_of(stop);
        let trip = labels.trip[after] as usize;
        (0..dimensions).all(|it| {
            let left = labels.load[after * dimensions + it];
            let delivered = labels.load[trip * dimensions + it] - left;
            let other = if before { left } else { delivered };
            other.max(0) + load[it] <= self.vehicle.capacity[it]
        })
    }

    /// The same with a reload before or after the new stop; loads and times are left to the evaluator.
    fn with_reload(&self, stop: StopIdx, option: OptionIdx, candidates: &mut Candidates) {
        let shift = &self.problem.shifts[self.shift.at()];
        let labels = &self.route.labels;
        let times = self.times(option);
        let load = self.instance.load_of(stop);
        let capacity = &self.vehicle.capacity;
        if (0..self.instance.dimensions).any(|it| load[it] > capacity[it]) {
            return;
        }
        let base = self.fixed + self.per_stop;
        let release = self.release_of(stop);
        for (position, reload) in shift.reloads.iter().enumerate() {
            let position = u32::try_from(position).expect("a shift has few reloads");
            let used = self.route.steps.iter().filter(|it| **it == Step::Reload(position)).count();
            if used >= reload.count_max as usize {
                continue;
            }
            let dock = reload.place.0;
            let step = Step::Reload(position);
            let loading = step_times(self.instance, self.shift, step);
            candidates.judged += 2 * (self.high + 1).saturating_sub(self.low) as u64;
            for after in self.low..=self.high {
                for before in [true, false] {
                    let (from, to) = (labels.place[after], labels.place[after + 1]);
                    let ways = if before {
                        [from, dock, times.place, to]
                    } else {
                        [from, times.place, dock, to]
                    };
                    let path = if before { [loading, times] } else { [times, loading] };
                    let mut meters = -self.meters(from, to).unwrap_or(0);
                    let mut connected = true;
                    for leg in ways.windows(2) {
                        match self.meters(leg[0], leg[1]) {
                            Some(it) => meters += it,
                            None => connected = false,
                        }
                    }
                    let delta = base + self.price(meters, 0);
                    if !connected
                        || delta >= candidates.bound()
                        || !self.trips_carry(stop, after, before)
                    {
                        continue;
                    }
                    let delta = delta + self.price_detour(&self.detour(after, &path));
                    if delta >= candidates.bound() {
                        continue;
                    }
                    // Waiting for the dock's windows is left to the evaluator.
                    let arrives = labels.departs[after] + self.seconds(ways[0], ways[1]);
                    let departs = if before {
                        let loaded = (arrives + reload.seconds).max(release);
                        let starts = (loaded + self.seconds(ways[1], ways[2])).max(times.opens);
                        if starts > times.closes {
                            continue;
                        }
                        starts + times.service
                    } else {
                        let starts = arrives.max(times.opens);
                        if starts > times.closes {
                            continue;
                        }
                        starts + times.service + self.seconds(ways[1], ways[2]) + reload.seconds
                    };
                    if departs + self.seconds(ways[2], ways[3])
                        > labels.latest[after + 1] + self.setup_gain(after, ways[2])
                    {
                        continue;
                    }
                    let after = u32::try_from(after).expect("routes have 32-bit positions");
                    candidates.offer(Insertion {
                        delta,
                        after,
                        option,
                        second: None,
                        reload: Some((position, before)),
                    });
                }
            }
        }
    }
}

/// Writes the route's steps with the insertion into `into`.
pub(crate) fn write(
    problem: &Problem,
    visit: VisitIdx,
    insertion: &Insertion,
    steps: &[Step],
    into: &mut Vec<Step>,
) {
    let first = StopIdx(problem.visits[visit.at()].stops.start);
    let after = insertion.after as usize;
    into.clear();
    into.extend_from_slice(&steps[..after]);
    if let Some((reload, true)) = insertion.reload {
        into.push(Step::Reload(reload));
    }
    into.push(Step::Stop(first, insertion.option));
    if let Some((reload, false)) = insertion.reload {
        into.push(Step::Reload(reload));
    }
    if let Some((last, option)) = insertion.second {
        into.extend_from_slice(&steps[after..last as usize]);
        into.push(Step::Stop(StopIdx(first.0 + 1), option));
        into.extend_from_slice(&steps[last as usize..]);
    } else {
        into.extend_from_slice(&steps[after..]);
    }
}
