//! Insertion of a visit of one stop with a reload before or after it.

use super::{Candidates, Insertion, Scan};
use crate::evaluate::Step;
use crate::problem::{OptionIdx, StopIdx, StopKind};
use crate::search::plan::margins::step_times;

impl Scan<'_> {
    /// Offers insertions with a reload before or after the new stop; exact loads and times are left to the evaluator.
    pub(super) fn with_reload(
        &self,
        stop: StopIdx,
        option: OptionIdx,
        candidates: &mut Candidates,
    ) {
        let shift = &self.problem.shifts[self.shift.at()];
        let times = self.times(option);
        let load = self.instance.load_of(stop);
        let capacity = &self.vehicle.capacity;
        if (0..self.instance.dimensions).any(|it| load[it] > capacity[it]) {
            return;
        }
        let base = self.fixed + self.per_stop;
        let release = self.instance.available_at(stop);
        for (position, reload) in shift.reloads.iter().enumerate() {
            let position = u32::try_from(position).expect("a shift has few reloads");
            let used = self.route.steps.iter().filter(|it| **it == Step::Reload(position)).count();
            if used >= reload.count_max as usize {
                continue;
            }
            let step = Step::Reload(position);
            let loading = step_times(self.instance, self.shift, step);
            let [dock, own] = [loading, times].map(|it| self.instance.row(it.place));
            candidates.judged += 2 * (self.high + 1).saturating_sub(self.low) as u64;
            for after in self.low..=self.high {
                let [at, next] = self.around(after);
                for before in [true, false] {
                    if before && after >= self.unloads_until {
                        continue;
                    }
                    let [first, last] = if before { [dock, own] } else { [own, dock] };
                    let ways = [(at.row, first), (first, last), (last, next.row)];
                    let path = if before { [loading, times] } else { [times, loading] };
                    let mut meters = -next.leg_meters;
                    let mut connected = true;
                    for leg in ways {
                        match self.meters(leg) {
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
                    // Waiting for the windows of the reload is left to the evaluator.
                    let arrives = at.departs + self.seconds(ways[0]);
                    let departs = if before {
                        let loaded = (arrives + reload.seconds).max(release);
                        let starts = (loaded + self.seconds(ways[1])).max(times.opens);
                        if starts > times.closes {
                            continue;
                        }
                        starts + times.service
                    } else {
                        let starts = arrives.max(times.opens);
                        if starts > times.closes {
                            continue;
                        }
                        starts + times.service + self.seconds(ways[1]) + reload.seconds
                    };
                    if departs + self.seconds(ways[2])
                        > next.latest + self.setup_gain(after, path[1].place)
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

    /// Returns whether deliveries fit both trips into which a reload before or after the new stop divides one.
    fn trips_carry(&self, stop: StopIdx, after: usize, before: bool) -> bool {
        if self.instance.kind[stop.at()] != StopKind::Dropoff {
            return true;
        }
        let dimensions = self.instance.dimensions;
        let margins = &self.route.margins;
        let load = self.instance.load_of(stop);
        let trip = margins.positions[after].trip as usize;
        (0..dimensions).all(|it| {
            let left = margins.loads[after * dimensions + it].on_board;
            let delivered = margins.loads[trip * dimensions + it].on_board - left;
            let other = if before { left } else { delivered };
            other.max(0) + load[it] <= self.vehicle.capacity[it]
        })
    }
}
