//! Insertion of a visit of one stop with a reload before or after it.

use super::{Candidates, Insertion, Scan, SingleStop};
use crate::evaluate::Step;
use crate::instance::Row;
use crate::problem::{Reload, StopKind};
use crate::search::plan::margins::{StepTimes, step_times};

/// What all positions have in common for a stop and a reload beside it.
pub(super) struct StopAndReload<'a> {
    single: &'a SingleStop<'a>,
    /// The reload's position among those of the shift.
    position: u32,
    reload: &'a Reload,
    loading: StepTimes,
    dock: Row,
    /// Meters from the reload to the stop and back; `None` if no road leads there.
    from_dock: Option<i64>,
    to_dock: Option<i64>,
}

impl Scan<'_> {
    /// Returns the reloads of the shift that may go beside a stop.
    pub(super) fn reloads_beside<'s>(
        &'s self,
        single: &'s SingleStop<'s>,
    ) -> impl Iterator<Item = StopAndReload<'s>> {
        let shift = &self.problem.shifts[self.shift.at()];
        let is_carried =
            single.load.iter().zip(&self.vehicle.capacity).all(|(it, most)| it <= most);
        let reloads = if is_carried { &shift.reloads[..] } else { &[] };
        let is_left = |&(position, reload): &(u32, &Reload)| {
            let step = Step::Reload(position);
            let used = self.route.steps.iter().filter(|it| **it == step).count();
            used < reload.count_max as usize
        };
        (0_u32..).zip(reloads).filter(is_left).map(move |(position, reload)| {
            let loading = step_times(self.instance, self.shift, Step::Reload(position));
            let dock = self.instance.row(loading.place);
            let [from_dock, to_dock] = [(dock, single.row), (single.row, dock)];
            StopAndReload {
                single,
                position,
                reload,
                loading,
                dock,
                from_dock: self.meters(from_dock),
                to_dock: self.meters(to_dock),
            }
        })
    }

    /// Offers insertions with the reload before or after the new stop; exact loads and times are left to the evaluator.
    #[inline]
    pub(super) fn with_reload_after(
        &self,
        both: &StopAndReload<'_>,
        after: usize,
        candidates: &mut Candidates,
    ) {
        let [at, next] = self.around(after);
        let StopAndReload { single: &SingleStop { row, base, .. }, dock, .. } = *both;
        let delta = |between: Option<i64>, first: Row, last: Row| {
            let meters =
                self.meters((at.row, first))? + between? + self.meters((last, next.row))?;
            Some(base + self.price(meters - next.leg_meters, 0))
        };
        if after < self.unloads_until
            && let Some(delta) = delta(both.from_dock, dock, row)
            && delta < candidates.bound()
        {
            self.offer_with_reload(both, (after, true), delta, candidates);
        }
        if let Some(delta) = delta(both.to_dock, row, dock)
            && delta < candidates.bound()
        {
            self.offer_with_reload(both, (after, false), delta, candidates);
        }
    }

    /// Offers an insertion whose meters cost `delta`, unless it breaks a rule that margins cover.
    fn offer_with_reload(
        &self,
        both: &StopAndReload<'_>,
        (after, before): (usize, bool),
        delta: f64,
        candidates: &mut Candidates,
    ) {
        let StopAndReload { single, loading, dock, position, .. } = *both;
        let &SingleStop { option, times, row, .. } = single;
        if !self.trips_carry(single, after, before) {
            return;
        }
        let [at, next] = self.around(after);
        let [first, last] = if before { [dock, row] } else { [row, dock] };
        let [there, between] = [(at.row, first), (first, last)].map(|it| self.seconds(it));
        let on = self.seconds((last, next.row));
        let path = if before { [loading, times] } else { [times, loading] };
        if self.is_in_traffic {
            let path = [(path[0], there), (path[1], between)];
            if delta + self.least_price(after, &path, on) >= candidates.bound() {
                return;
            }
        }
        if !self.is_in_time_with_reload(both, (after, before), [there, between, on]) {
            return;
        }
        let delta = delta + self.price_detour(&self.detour(after, &path));
        if delta >= candidates.bound() {
            return;
        }
        let after = u32::try_from(after).expect("routes have 32-bit positions");
        let reload = Some((position, before));
        candidates.offer(Insertion { delta, after, option, second: None, reload });
    }

    /// Returns whether the stop and what follows it are in time; waiting for windows of the reload is left to the
    /// evaluator.
    fn is_in_time_with_reload(
        &self,
        both: &StopAndReload<'_>,
        (after, before): (usize, bool),
        [there, between, on]: [i64; 3],
    ) -> bool {
        let StopAndReload { single: &SingleStop { times, release, .. }, loading, reload, .. } =
            *both;
        let [at, next] = self.around(after);
        let arrives = at.departs + there;
        let ready =
            if before { (arrives + reload.seconds).max(release) + between } else { arrives };
        let starts = ready.max(times.opens);
        let served = starts + times.service;
        let departs = if before { served } else { served + between + reload.seconds };
        let place = if before { times.place } else { loading.place };
        starts <= times.closes && departs + on <= next.latest + self.setup_gain(after, place)
    }

    /// Returns whether deliveries fit both trips into which a reload before or after the new stop divides one.
    fn trips_carry(&self, single: &SingleStop<'_>, after: usize, before: bool) -> bool {
        if single.kind != StopKind::Dropoff {
            return true;
        }
        let dimensions = self.instance.dimensions;
        let margins = &self.route.margins;
        let trip = margins.positions[after].trip as usize;
        (0..dimensions).all(|it| {
            let left = margins.loads[after * dimensions + it].on_board;
            let delivered = margins.loads[trip * dimensions + it].on_board - left;
            let other = if before { left } else { delivered };
            other.max(0) + single.load[it] <= self.vehicle.capacity[it]
        })
    }
}
