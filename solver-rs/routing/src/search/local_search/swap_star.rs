//! Two routes exchange one visit each, and each of the two goes to the best position of its new route: SWAP* (Vidal
//! 2022).
//!
//! Exchanges in place only cover visits near one another. Where vehicles are full, a visit can often leave for a better
//! route only if another one makes room for it, wherever on the two routes.

#[cfg(test)]
mod tests;

use super::draft::{Draft, Run};
use super::near::{NEAR_COUNT, Near, Neighbor};
use super::scan::Scan;
use super::track::Spot;
use crate::evaluate::Step;
use crate::instance::{Row, Shape};
use crate::problem::{ShiftIdx, StopIdx};

/// How many routes near a visit are tried.
const ROUTES_MAX: usize = 3;
/// Removing a visit closes two gaps, so that one of three always remains.
const GAPS: usize = 3;
/// Of how many routes per stop the gaps are stored, in at least `SLOTS_MIN` slots and at most `SLOTS_MAX` (6 MB).
const ROUTES_PER_STOP: usize = 4;
const SLOTS_MIN: usize = 4_096;
const SLOTS_MAX: usize = 65_536;

/// A gap between two positions of a route.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// What the legs of a visit there add.
    added: f64,
    /// The position before it.
    after: usize,
}

const NO_GAP: Gap = Gap { added: f64::INFINITY, after: 0 };

/// The cheapest gaps of a route, cheapest first.
type Cheapest = [Gap; GAPS];

/// The cheapest gaps of routes for stops, as long as the routes do not change. Of fixed size: newer ones
/// replace others.
pub(super) struct Gaps {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy)]
struct Slot {
    stop: StopIdx,
    row: Row,
    shift: ShiftIdx,
    /// Of the route; 0: the slot is free.
    version: u64,
    gaps: Cheapest,
}

impl Gaps {
    pub(super) fn new(stop_count: usize) -> Self {
        let count = (stop_count * ROUTES_PER_STOP).next_power_of_two();
        Self::with_slots(count.clamp(SLOTS_MIN, SLOTS_MAX))
    }

    /// `count`: a power of 2.
    fn with_slots(count: usize) -> Self {
        let (stop, shift) = (StopIdx(0), ShiftIdx(0));
        let free = Slot { stop, row: Row::default(), shift, version: 0, gaps: [NO_GAP; GAPS] };
        Self { slots: vec![free; count] }
    }

    /// Returns the cheapest gaps of a route for a stop at a place; of a long route, only those beside near stops. With
    /// all gaps of routes of 100 stops, iterations took 20 times longer.
    fn of(
        &mut self,
        scan: &Scan<'_, '_>,
        shift: ShiftIdx,
        (stop, row): (StopIdx, Row),
        near: &Near,
    ) -> Cheapest {
        let version = scan.plan.routes[shift.at()].version;
        let at = (stop.at() * 31 + shift.at()) & (self.slots.len() - 1);
        let slot = &mut self.slots[at];
        let is_known =
            slot.version == version && (slot.stop, slot.row, slot.shift) == (stop, row, shift);
        if !is_known {
            let gaps = if scan.is_long(shift) {
                scan.near_gaps(shift, row, near.of(stop))
            } else {
                scan.all_gaps(shift, row)
            };
            *slot = Slot { stop, row, shift, version, gaps };
        }
        slot.gaps
    }
}

/// A visit on a route, by its position.
#[derive(Clone, Copy)]
struct Side {
    shift: ShiftIdx,
    at: usize,
    stop: StopIdx,
    row: Row,
    /// Cost of the legs to and from it.
    legs: f64,
    /// What the route saves without it.
    saved: f64,
}

impl Scan<'_, '_> {
    /// Tries to exchange a visit with each one of the routes of its near visits.
    pub(super) fn swap_star(
        &mut self,
        (stop, one): (StopIdx, &Spot),
        near: &Near,
        gaps: &mut Gaps,
    ) {
        let mine = self.side(one.shift, one.at, stop);
        let mut tried = [one.shift; ROUTES_MAX];
        let mut count = 0;
        for it in near.of(stop) {
            let Some(shift) = self.plan.shift_of(it.visit) else { continue };
            if shift == one.shift || self.plan.is_closed(shift) || tried[..count].contains(&shift) {
                continue;
            }
            self.swap_with_route(mine, shift, near, gaps);
            tried[count] = shift;
            count += 1;
            if count == ROUTES_MAX {
                break;
            }
        }
    }

    /// Tries to exchange a visit with each one of another route. Both routes must have been read.
    fn swap_with_route(&mut self, mine: Side, to: ShiftIdx, near: &Near, gaps: &mut Gaps) {
        let there = gaps.of(self, to, (mine.stop, mine.row), near);
        let loads = self.swapped_loads(mine.shift, to, mine.at);
        for at in 1..=self.plan.routes[to.at()].steps.len() {
            let track = &self.tracks[to.at()];
            // By the triangle inequality, a detour saves at most twice its shorter leg, and no gap costs less than
            // nothing.
            let saved_max = 2.0 * track.leg_after(at - 1).min(track.leg_after(at));
            let carries = || loads.as_ref().is_none_or(|it| it.contains(&self.load(to, at, at, 0)));
            if !self.pays(-mine.saved - saved_max) || !carries() {
                continue;
            }
            let Some(stop) = self.only_stop(to, at) else { continue };
            let theirs = self.side(to, at, stop);
            if !self.pays(-mine.saved - theirs.saved) {
                continue;
            }
            let new = self.best_gap(theirs, mine.row, &there);
            if !self.pays(new.added - mine.saved) {
                continue;
            }
            let here = gaps.of(self, mine.shift, (stop, theirs.row), near);
            let own = self.best_gap(mine, theirs.row, &here);
            self.offer_swap([(mine, own), (theirs, new)]);
        }
    }

    /// Returns whether a route has more stops than are near each one.
    fn is_long(&self, shift: ShiftIdx) -> bool {
        self.plan.routes[shift.at()].steps.len() > NEAR_COUNT
    }

    /// Returns the only stop of the visit at a position; `None` for other visits and for reloads.
    fn only_stop(&self, shift: ShiftIdx, at: usize) -> Option<StopIdx> {
        let Step::Stop(stop, _) = self.plan.routes[shift.at()].steps[at - 1] else { return None };
        let visit = self.plan.problem.stops[stop.at()].visit;
        (self.plan.instance.shape[visit.at()] == Shape::Single).then_some(stop)
    }

    fn side(&self, shift: ShiftIdx, at: usize, stop: StopIdx) -> Side {
        let track = &self.tracks[shift.at()];
        let legs = track.leg_after(at - 1) + track.leg_after(at);
        let joined = self.leg(shift, self.row(shift, at - 1), self.row(shift, at + 1));
        Side { shift, at, stop, row: self.row(shift, at), legs, saved: legs - joined }
    }

    /// Returns the cheapest of all gaps of a route for a place. O(steps).
    fn all_gaps(&self, shift: ShiftIdx, row: Row) -> Cheapest {
        let mut cheapest = [NO_GAP; GAPS];
        for after in 0..=self.plan.routes[shift.at()].steps.len() {
            insert_gap(&mut cheapest, self.gap(shift, row, after));
        }
        cheapest
    }

    /// Returns the cheapest gaps of a route for a place, among those beside near stops. O(near stops).
    fn near_gaps(&self, shift: ShiftIdx, row: Row, near: &[Neighbor]) -> Cheapest {
        let mut cheapest = [NO_GAP; GAPS];
        for it in near.iter().filter(|it| self.plan.shift_of(it.visit) == Some(shift)) {
            let at = self.plan.step_of(it.stop);
            for after in [at, at + 1] {
                if cheapest.iter().all(|it| it.after != after || it.added.is_infinite()) {
                    insert_gap(&mut cheapest, self.gap(shift, row, after));
                }
            }
        }
        cheapest
    }

    fn gap(&self, shift: ShiftIdx, row: Row, after: usize) -> Gap {
        let added = self.leg(shift, self.row(shift, after), row)
            + self.leg(shift, row, self.row(shift, after + 1))
            - self.tracks[shift.at()].leg_after(after);
        Gap { added, after }
    }

    /// Returns the best gap for a place on a route without one of its visits, and what removing that visit and adding
    /// the other one changes. The gap after the removed visit stands for its position, which is tried on a long route
    /// only if a gap beside it is one of the cheapest.
    fn best_gap(&self, removed: Side, row: Row, cheapest: &Cheapest) -> Gap {
        let Side { shift, at, .. } = removed;
        let is_beside = |it: &Gap| it.after == at || it.after + 1 == at;
        let in_place = if !self.is_long(shift) || cheapest.iter().any(is_beside) {
            self.leg(shift, self.row(shift, at - 1), row)
                + self.leg(shift, row, self.row(shift, at + 1))
                - removed.legs
        } else {
            f64::INFINITY
        };
        let elsewhere = cheapest.iter().find(|it| !is_beside(it));
        let elsewhere = elsewhere.copied().unwrap_or(NO_GAP);
        if elsewhere.added - removed.saved < in_place {
            Gap { added: elsewhere.added - removed.saved, after: elsewhere.after }
        } else {
            Gap { added: in_place, after: at }
        }
    }

    /// Offers to remove a visit from each of two routes and to add the other one to it in a gap.
    fn offer_swap(&mut self, [(one, one_gap), (other, other_gap)]: [(Side, Gap); 2]) {
        let delta = one_gap.added + other_gap.added;
        if !self.pays(delta) {
            return;
        }
        let runs = [one, other].map(|it| Run::forwards(it.shift, it.at, it.at));
        let delta = delta + self.within(runs[0], other.shift) + self.within(runs[1], one.shift);
        if self.pays(delta) {
            let drafts =
                [replaced(runs[0], runs[1], one_gap), replaced(runs[1], runs[0], other_gap)];
            self.offer(delta, drafts.map(Some));
        }
    }
}

/// Inserts a gap into the cheapest ones if it is one of them.
fn insert_gap(cheapest: &mut Cheapest, gap: Gap) {
    let mut rank = GAPS;
    while rank > 0 && gap.added < cheapest[rank - 1].added {
        rank -= 1;
        if rank + 1 < GAPS {
            cheapest[rank + 1] = cheapest[rank];
        }
        cheapest[rank] = gap;
    }
}

/// Returns the route of a visit without it, and with another one in a gap.
fn replaced(removed: Run, added: Run, Gap { after, .. }: Gap) -> Draft {
    let (shift, at) = (removed.shift, removed.first());
    if after == at {
        Draft::of(shift, at - 1, &[added], at + 1)
    } else if after > at {
        Draft::of(shift, at - 1, &[Run::forwards(shift, at + 1, after), added], after + 1)
    } else {
        Draft::of(shift, after, &[added, Run::forwards(shift, after + 1, at - 1)], at + 1)
    }
}
