//! A route as it would be after a move: the head of an existing route, a few runs of other routes, the tail of one.
//!
//! ```text
//! head                 middle                       tail
//! 0 … p, this route    an absent visit or none;     q … n + 1 of this route or of another one
//!                      runs, each of any route,
//!                      forwards or backwards
//! ```
//!
//! The margins of the existing routes cover the head and the tail, so that only the runs have to be traversed.

use crate::evaluate::Step;
use crate::problem::ShiftIdx;
use crate::search::plan::{Plan, drop_idle_reloads};

/// Maximum number of visits that a relocation moves together.
pub(super) const RUN_MAX: usize = 3;

/// Consecutive positions of a route. Small, since moves are copied often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) shift: ShiftIdx,
    first: u32,
    last: u32,
    pub(super) reversed: bool,
}

impl Run {
    const EMPTY: Self = Self { shift: ShiftIdx(0), first: 1, last: 0, reversed: false };

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "routes have fewer than 2^32 positions")]
    pub(super) const fn new(shift: ShiftIdx, first: usize, last: usize, reversed: bool) -> Self {
        Self { shift, first: first as u32, last: last as u32, reversed }
    }

    #[inline]
    pub(super) const fn forwards(shift: ShiftIdx, first: usize, last: usize) -> Self {
        Self::new(shift, first, last, false)
    }

    #[inline]
    pub(super) const fn backwards(shift: ShiftIdx, first: usize, last: usize) -> Self {
        Self::new(shift, first, last, true)
    }

    #[inline]
    pub(super) const fn first(&self) -> usize {
        self.first as usize
    }

    #[inline]
    pub(super) const fn last(&self) -> usize {
        self.last as usize
    }

    #[inline]
    pub(super) const fn count(&self) -> usize {
        (self.last() + 1).saturating_sub(self.first())
    }

    /// Returns the positions in the order in which they are driven.
    #[inline]
    pub(super) fn positions(self) -> impl Iterator<Item = usize> {
        let (first, last, reversed) = (self.first(), self.last(), self.reversed);
        (0..self.count()).map(move |it| if reversed { last - it } else { first + it })
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Draft {
    pub(super) shift: ShiftIdx,
    /// The last position of its own route that stays before the runs.
    pub(super) head: usize,
    /// A stop of a visit that is absent so far, which comes before the runs.
    pub(super) comes: Option<Step>,
    pub(super) middle: [Run; 3],
    /// The route of the tail, which starts at position `tail`.
    pub(super) tail_of: ShiftIdx,
    pub(super) tail: usize,
}

impl Draft {
    /// Returns a draft of the head of one route and the tail of one, with nothing between.
    pub(super) const fn joined(
        shift: ShiftIdx,
        head: usize,
        tail_of: ShiftIdx,
        tail: usize,
    ) -> Self {
        Self { shift, head, comes: None, middle: [Run::EMPTY; 3], tail_of, tail }
    }

    /// Returns a draft of one route with `runs` between its own head and tail.
    pub(super) fn of(shift: ShiftIdx, head: usize, runs: &[Run], tail: usize) -> Self {
        let mut draft = Self::joined(shift, head, shift, tail);
        draft.middle[..runs.len()].copy_from_slice(runs);
        draft
    }

    /// Returns the tail as a run; it has no positions if only the end of the route is left.
    pub(super) fn tail_run(&self, plan: &Plan<'_>) -> Run {
        Run::forwards(self.tail_of, self.tail, plan.routes[self.tail_of.at()].steps.len())
    }

    /// Returns whether no visit is left.
    pub(super) fn is_empty(&self, plan: &Plan<'_>) -> bool {
        self.head == 0
            && self.tail > plan.routes[self.tail_of.at()].steps.len()
            && self.comes.is_none()
            && self.middle.iter().all(|it| it.count() == 0)
    }

    pub(super) fn write(&self, plan: &Plan<'_>, into: &mut Vec<Step>) {
        into.clear();
        into.extend_from_slice(&plan.routes[self.shift.at()].steps[..self.head]);
        into.extend(self.comes);
        for run in self.middle {
            let steps = &plan.routes[run.shift.at()].steps;
            into.extend(run.positions().map(|it| steps[it - 1]));
        }
        into.extend_from_slice(&plan.routes[self.tail_of.at()].steps[self.tail - 1..]);
        if plan.instance.reloaded {
            drop_idle_reloads(&plan.instance, self.shift, plan.frozen[self.shift.at()], into);
        }
    }
}
