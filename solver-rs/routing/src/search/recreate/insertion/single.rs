//! Insertion of a visit of one stop.

use super::{Blink, Candidates, Insertion, Scan, SingleStop};
use crate::evaluate::soft_cost;
use crate::instance::NOWHERE;
use crate::problem::{OptionIdx, StopIdx};
use crate::search::plan::margins::DurationSegment;

impl Scan<'_> {
    pub(super) fn single_stop(&self, stop: StopIdx, option: OptionIdx) -> SingleStop<'_> {
        let times = self.times(option);
        SingleStop {
            stop,
            times,
            row: self.instance.row(times.place),
            kind: self.instance.kind[stop.at()],
            load: self.instance.load_of(stop),
            base: self.fixed + self.per_stop,
            release: self.instance.available_at(stop),
            option,
        }
    }

    pub(super) fn single(
        &self,
        single: &SingleStop<'_>,
        blink: &mut impl Blink,
        candidates: &mut Candidates,
    ) {
        candidates.judged += (self.high + 1).saturating_sub(self.low) as u64;
        for after in self.low..=self.high {
            self.single_after(single, after, blink, candidates);
        }
    }

    #[inline(always)]
    pub(super) fn single_after(
        &self,
        &SingleStop { stop, times, row, kind, load, base, release, option }: &SingleStop<'_>,
        after: usize,
        blink: &mut impl Blink,
        candidates: &mut Candidates,
    ) {
        let margins = &self.route.margins;
        let [before, next] = self.around(after);
        let instance = self.instance;
        let (from, to) = (before.place, next.place);
        // With narrow windows, most positions are too late or too early, which no table is needed for.
        let is_too_early = times.opens + times.service > next.latest;
        if before.departs > times.closes || (is_too_early && to != times.place) {
            return;
        }
        let (there, on) = (self.leg_into(before.row, row), (row, next.row));
        let legs = (self.meters(there), self.meters(on));
        let (Some(meters_there), Some(meters_on)) = legs else { return };
        if after >= self.unloads_until {
            return;
        }
        let meters = meters_there + meters_on - next.leg_meters;
        let mut delta = base + self.price(meters, 0);
        // Time may add to the cost, and almost never reduces it.
        if delta >= candidates.bound() {
            return;
        }
        let setup = if from == times.place { 0 } else { times.setup };
        let (seconds_there, seconds_on) = (self.seconds(there), self.seconds(on));
        let mut departs = before.departs;
        let trip = before.trip as usize;
        if release > departs && margins.positions[trip].place != NOWHERE {
            if trip == after {
                departs = release;
            } else if release
                > margins.positions[trip + 1].latest - margins.positions[trip + 1].leg_seconds
            {
                return;
            }
        }
        let starts = (departs + seconds_there + setup).max(times.opens);
        if starts > times.closes {
            return;
        }
        if starts + times.service + seconds_on > next.latest + self.setup_gain(after, times.place) {
            return;
        }
        if !self.carries(kind, load, after) {
            return;
        }
        let driving = seconds_there + seconds_on - next.leg_seconds;
        let mut duration = 0;
        if !instance.plain {
            // With soft windows, estimates are too rough to leave out a position.
            let path = [(times, seconds_there)];
            if self.is_in_traffic
                && !instance.soft
                && delta + self.least_price(after, &path, seconds_on) >= candidates.bound()
            {
                return;
            }
            let detour = self.detour(after, &[times]);
            delta += self.price_detour(&detour);
            if instance.soft {
                delta += detour.soft_cost + soft_cost(instance, stop, option, detour.served_at);
            } else if delta >= candidates.bound() {
                return;
            }
        } else if instance.timed {
            let segment = DurationSegment::stop(
                times.opens - setup,
                times.closes - setup,
                setup + times.service,
            );
            let whole = margins.until[after]
                .then(seconds_there, segment)
                .then(seconds_on, margins.from[after + 1]);
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
}
