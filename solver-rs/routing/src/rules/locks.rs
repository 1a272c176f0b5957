//! Locks of the given plan: the shift that a visit is bound to, and the stops that keep their sequence.
//!
//! A locked visit goes to no other shift and outweighs everything that is not locked, even if it is optional; so do the
//! visits that must be served with it.

use super::{Code, relations};
use crate::problem::{Lock, Mode, Problem, ShiftIdx, VisitIdx};
use crate::solution::Reason;
use crate::step::Step;

/// Stands for a shift if no lock binds the visit.
const UNBOUND: u32 = u32::MAX;
/// More than the weight of all visits together that no lock binds.
const WEIGHT: i64 = 1 << 32;

/// All locks.
#[derive(Clone, Debug)]
pub(crate) struct Locks {
    /// By visit: the shift that a lock binds it to.
    bound: Vec<u32>,
    /// By stop: its number among the stops of its route that are locked in sequence, from 1; 0 if it is not locked so.
    /// Empty if no stop is.
    rank: Vec<u32>,
    /// Whether a vehicle has begun to reload, which no move may change.
    holds_reloads: bool,
    /// Shifts to which nothing is added, because the vehicle is done or the shift is closed; ascending.
    over: Vec<ShiftIdx>,
    /// Shifts whose route is not part of the search, not even with the visits that are bound to them; ascending.
    closed: Vec<ShiftIdx>,
    /// Visits that no shift may serve, because the one that they are bound to cannot serve them in their place.
    given_up: Vec<VisitIdx>,
}

/// The reason that the given plan holds the visit elsewhere, or leaves no room for it.
pub(crate) const fn reason() -> Reason {
    Reason::of(Code::Lock)
}

impl Locks {
    /// The locks of the plan; none in mode `check`, which judges a plan as it is.
    pub(crate) fn new(problem: &Problem) -> Self {
        let bound = vec![UNBOUND; problem.visits.len()];
        let mut locks = Self {
            bound,
            rank: Vec::new(),
            holds_reloads: false,
            over: Vec::new(),
            closed: Vec::new(),
            given_up: Vec::new(),
        };
        if problem.mode == Mode::Check {
            return locks;
        }
        locks.over = problem.plan.iter().filter(|it| it.is_over).map(|it| it.shift).collect();
        locks.over.sort_unstable();
        for planned in &problem.plan {
            locks.holds_reloads |= planned.reloads_underway().next().is_some();
            let mut rank = 0;
            for (stop, lock) in planned.locks(problem.mode) {
                let visit = problem.stops[stop.at()].visit;
                if lock > Lock::None && locks.bound[visit.at()] == UNBOUND {
                    locks.bound[visit.at()] = planned.shift.0;
                }
                if lock >= Lock::Sequence {
                    rank += 1;
                    locks.rank.resize(problem.stops.len(), 0);
                    locks.rank[stop.at()] = rank;
                }
            }
        }
        locks
    }

    /// Increases the weights of locked visits, and the ranks by which leaving them out counts.
    pub(crate) fn weigh(&self, problem: &Problem, weight: &mut [i64], rank: &mut [i128]) {
        let mut heavy: Vec<bool> = self.bound.iter().map(|it| *it != UNBOUND).collect();
        if !heavy.contains(&true) {
            return;
        }
        for set in relations::sets(problem) {
            if set.iter().any(|it| self.bound_to(*it).is_some()) {
                set.iter().for_each(|it| heavy[it.at()] = true);
            }
        }
        let above_all = 1 + rank.iter().sum::<i128>();
        for ((weight, rank), _) in weight.iter_mut().zip(rank).zip(heavy).filter(|it| it.1) {
            *weight += WEIGHT;
            *rank += above_all;
        }
    }

    /// The only shift that may serve a visit, if a lock says so.
    #[inline]
    pub(crate) fn bound_to(&self, visit: VisitIdx) -> Option<ShiftIdx> {
        let bound = self.bound[visit.at()];
        (bound != UNBOUND).then_some(ShiftIdx(bound))
    }

    /// Whether locks let a shift serve a visit.
    #[inline]
    pub(crate) fn may_go(&self, visit: VisitIdx, shift: ShiftIdx) -> bool {
        match self.bound[visit.at()] {
            UNBOUND => !self.is_over(shift),
            bound => bound == shift.0 && !self.is_closed(shift),
        }
    }

    /// Lets no shift serve a visit.
    pub(crate) fn give_up(&mut self, visit: VisitIdx) {
        self.given_up.push(visit);
    }

    /// Whether no shift may serve a visit.
    #[inline]
    pub(crate) fn is_given_up(&self, visit: VisitIdx) -> bool {
        !self.given_up.is_empty() && self.given_up.contains(&visit)
    }

    /// Takes a shift out of the search: no visit may go there, not even one that is bound to it.
    pub(crate) fn close(&mut self, shift: ShiftIdx) {
        for shifts in [&mut self.over, &mut self.closed] {
            if let Err(at) = shifts.binary_search(&shift) {
                shifts.insert(at, shift);
            }
        }
    }

    /// Binds a visit to a shift.
    pub(crate) fn bind(&mut self, visit: VisitIdx, shift: ShiftIdx) {
        self.bound[visit.at()] = shift.0;
    }

    #[inline]
    fn is_closed(&self, shift: ShiftIdx) -> bool {
        !self.closed.is_empty() && self.closed.binary_search(&shift).is_ok()
    }

    /// Whether the vehicle is done for this shift, so that nothing is added to it.
    #[inline]
    pub(crate) fn is_over(&self, shift: ShiftIdx) -> bool {
        !self.over.is_empty() && self.over.binary_search(&shift).is_ok()
    }

    /// Whether there are no locks: no visit is bound to a shift, no stop to a sequence, no reload has begun, and no
    /// shift is over.
    pub(crate) fn is_empty(&self) -> bool {
        self.rank.is_empty()
            && !self.holds_reloads
            && self.over.is_empty()
            && self.bound.iter().all(|it| *it == UNBOUND)
    }

    /// Whether stops that are locked in sequence keep it.
    pub(crate) fn keeps_sequence(&self, steps: &[Step]) -> bool {
        let mut last = 0;
        self.rank.is_empty()
            || steps.iter().all(|step| {
                let Step::Stop(stop, _) = step else { return true };
                let rank = self.rank[stop.at()];
                let later = rank == 0 || rank > last;
                last = last.max(rank);
                later
            })
    }
}

#[cfg(test)]
mod tests {
    use super::Locks;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{Lock, Mode, PlannedRoute, PlannedStop, ShiftIdx, VisitIdx};
    use crate::step::Step;

    #[test]
    fn a_lock_binds_visits_to_their_shift_and_stops_to_their_sequence() {
        let mut fixture = Fixture::new(4);
        fixture.shift(0..1_000);
        fixture.shift(2_000..3_000);
        let steps = [1, 2, 3].map(|place| fixture.dropoff(place, &[]));
        let planned = |step: &Step, lock: Lock| {
            let Step::Stop(stop, option) = *step else { panic!("a stop") };
            PlannedStop { lock, ..PlannedStop::new(stop, Some(option)) }
        };
        let stops = vec![
            planned(&steps[0], Lock::Sequence),
            planned(&steps[1], Lock::Sequence),
            planned(&steps[2], Lock::None),
        ];
        fixture.problem.plan = vec![PlannedRoute::new(ShiftIdx(0), stops)];
        let locks = Locks::new(&fixture.problem);
        assert_eq!(locks.bound_to(VisitIdx(0)), Some(ShiftIdx(0)));
        assert_eq!(locks.bound_to(VisitIdx(2)), None);
        assert!(locks.may_go(VisitIdx(0), ShiftIdx(0)) && !locks.may_go(VisitIdx(0), ShiftIdx(1)));
        assert!(locks.may_go(VisitIdx(2), ShiftIdx(1)));
        let [first, second, free] = steps;
        assert!(locks.keeps_sequence(&[first, free, second]));
        assert!(!locks.keeps_sequence(&[second, first]));
        fixture.problem.mode = Mode::Check;
        assert!(Locks::new(&fixture.problem).is_empty());
    }
}
