//! Insertion of a pickup and a dropoff of the same load: each pair of positions; the pickup is evaluated once for all
//! positions of the dropoff.

use super::dropoffs::Dropoff;
use super::{Blink, Candidates, Dropoffs, Insertion, Scan};
use crate::problem::{OptionIdx, StopIdx};
use crate::search::plan::anchors::Carried;
use crate::search::plan::margins::DurationSegment;

impl Scan<'_> {
    pub(super) fn pair(
        &self,
        pickup: StopIdx,
        options: [OptionIdx; 2],
        blink: &mut impl Blink,
        dropoffs: &mut Dropoffs,
        candidates: &mut Candidates,
    ) {
        let margins = &self.route.margins;
        let instance = self.instance;
        let [first, second] = options.map(|it| self.times(it));
        let [first_row, second_row] = [first, second].map(|it| self.instance.row(it.place));
        dropoffs.clear();
        let load = instance.load_of(pickup);
        let visit = self.problem.stops[pickup.at()].visit;
        let order = &self.problem.orders[self.problem.visits[visit.at()].order.at()];
        let ride_seconds_max = order.ride_seconds_max;
        let base = self.fixed + 2.0 * self.per_stop;
        let Some((between, seconds_between)) = self.leg((first_row, second_row)) else { return };
        let timed = instance.timed && instance.plain;
        for after in self.low..=self.high {
            let [before, next] = self.around(after);
            if before.departs > first.closes {
                // Departures from later positions are later still.
                break;
            }
            let (from, to) = (before.place, next.place);
            // A next stop at one of the two places may save its setup.
            let (latest, is_elsewhere) = (next.latest, to != first.place && to != second.place);
            // Most positions before the pickup's window end here: the next stop is too early to wait for it.
            if is_elsewhere && first.opens + first.service > latest {
                candidates.judged += 1;
                continue;
            }
            let leg_there = self.leg(self.leg_into(before.row, first_row));
            let Some((there, seconds_there)) = leg_there else { continue };
            let setup = if from == first.place { 0 } else { first.setup };
            let starts = (before.departs + seconds_there + setup).max(first.opens);
            if starts > first.closes {
                // The way from a later position may be shorter.
                continue;
            }
            if !self.carries_between(load, after) || blink.blinks() {
                continue;
            }
            candidates.judged += 1;
            let departs = starts + first.service;
            if is_elsewhere && departs > latest {
                continue;
            }
            let (old, old_seconds) = (next.leg_meters, next.leg_seconds);
            let segment = DurationSegment::stop(
                first.opens - setup,
                first.closes - setup,
                setup + first.service,
            );
            let mut until = if timed {
                margins.until[after].then(seconds_there, segment)
            } else {
                DurationSegment::default()
            };
            // The dropoff right after the pickup.
            if let Some((on, seconds_on)) = self.leg((second_row, next.row)) {
                let setup_second = if first.place == second.place { 0 } else { second.setup };
                let starts = (departs + seconds_between + setup_second).max(second.opens);
                let meters = there + between + on - old;
                if starts <= second.closes
                    && starts + second.service + seconds_on
                        <= latest + self.setup_gain(after, second.place)
                {
                    let driving = seconds_there + seconds_between + seconds_on - old_seconds;
                    let last = DurationSegment::stop(
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
                        options,
                        || {
                            if !instance.plain {
                                let detour = self.detour(after, &[first, second]);
                                return (0, self.price_detour(&detour));
                            }
                            if !timed {
                                return (0, 0.0);
                            }
                            let until = until.then(seconds_between, last);
                            self.price_segment(until.then(seconds_on, margins.from[after + 1]))
                        },
                    );
                }
            }
            // The dropoff further behind: the time is carried along.
            let Some((on, seconds_on)) = self.leg((first_row, next.row)) else { continue };
            if after == self.high {
                continue;
            }
            let detour = there + on - old;
            // A detour almost never saves meters; the rare insertion where it does is missed.
            if base + self.price(detour, 0) >= candidates.bound() {
                continue;
            }
            if departs + seconds_on > latest + self.setup_gain(after, first.place) {
                continue;
            }
            if dropoffs.is_empty() {
                dropoffs.read(self, (&second, second_row), after + 1);
            }
            let driving = seconds_there + seconds_on - old_seconds;
            // Rarely, a way via the pickup is shorter, or it takes over the setup of the place.
            let step = &margins.times[after];
            let setup = if first.place == step.place { 0 } else { step.setup };
            let leaves_next = (departs + seconds_on + setup).max(step.opens) + step.service;
            let is_delayed = leaves_next >= next.departs;
            let mut now = departs;
            let mut place = first.place;
            let (anchors, positions) = (&self.route.anchors, &margins.positions);
            let start =
                || Carried::start(anchors, positions, after, &first, ride_seconds_max, self.legs);
            // Reading traffic is what costs most here, so it waits until a dropoff fits.
            let mut carried = None;
            for last in after + 1..=self.high {
                let [at, next] = self.around(last);
                let dropoff = if is_delayed {
                    *dropoffs.after(last)
                } else {
                    Dropoff::at(self, (&second, second_row), last, now)
                };
                let bound = candidates.bound();
                let is_dear =
                    |it: i64| it == i64::MAX || base + self.price(detour + it, 0) >= bound;
                if is_delayed && is_dear(dropoff.least_meters) {
                    break;
                }
                let step = &margins.times[last - 1];
                let setup = if place == step.place { 0 } else { step.setup };
                let seconds = if last == after + 1 { seconds_on } else { at.leg_seconds };
                let arrives = now + seconds;
                if arrives > at.latest + self.setup_gain(last - 1, place) {
                    break;
                }
                now = (arrives + setup).max(step.opens) + step.service;
                if now > second.closes {
                    break;
                }
                if timed {
                    let segment = DurationSegment::stop(
                        step.opens - setup,
                        step.closes - setup,
                        setup + step.service,
                    );
                    until = until.then(seconds, segment);
                }
                place = step.place;
                if !self.carries_between(load, last) {
                    break;
                }
                candidates.judged += 1;
                if is_dear(dropoff.meters) {
                    continue;
                }
                let meters = detour + dropoff.meters;
                let setup_second = if place == second.place { 0 } else { second.setup };
                let Dropoff { seconds_there, seconds_on, .. } = dropoff;
                let starts = (now + seconds_there + setup_second).max(second.opens);
                if starts > second.closes {
                    continue;
                }
                if starts + second.service + seconds_on
                    > next.latest + self.setup_gain(last, second.place)
                {
                    continue;
                }
                let more = seconds_there + seconds_on - next.leg_seconds;
                let segment = DurationSegment::stop(
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
                    options,
                    || {
                        if !instance.plain {
                            let carried = carried.get_or_insert_with(start);
                            carried.pass_until(last);
                            return (0, self.price_detour(&carried.detour(&second)));
                        }
                        if !timed {
                            return (0, 0.0);
                        }
                        let until = until.then(seconds_there, segment);
                        self.price_segment(until.then(seconds_on, margins.from[last + 1]))
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
        [option, second]: [OptionIdx; 2],
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

    #[inline]
    fn carries_between(&self, load: &[i64], after: usize) -> bool {
        let dimensions = self.instance.dimensions;
        let loads = &self.route.margins.loads[after * dimensions..][..dimensions];
        let mut all = loads.iter().zip(load).zip(&self.vehicle.capacity);
        all.all(|((loads, load), capacity)| loads.on_board + load <= *capacity)
    }
}
