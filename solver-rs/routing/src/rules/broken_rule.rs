//! A broken rule together with what its description needs: the problem and the route.

use super::Violation;
use crate::problem::{Problem, Shift, ShiftIdx, StopIdx};
use crate::solution::{Route, StopRole, TimedStop};

/// A rule that a route with a certain visit breaks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrokenRule<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) shift: ShiftIdx,
    pub(crate) route: &'a Route,
    pub(crate) violation: &'a Violation,
}

impl BrokenRule<'_> {
    /// The stop that breaks the rule, if it is a single one.
    pub(super) fn stop(&self) -> Option<&TimedStop> {
        self.route.stops.get(self.violation.stop? as usize)
    }

    /// The stop of an order that breaks the rule, if it is a single one.
    pub(super) fn order_stop(&self) -> Option<StopIdx> {
        match self.stop()?.role {
            StopRole::Order { stop, .. } => Some(stop),
            _ => None,
        }
    }

    pub(super) fn shift(&self) -> &Shift {
        &self.problem.shifts[self.shift.at()]
    }

    /// Whether the vehicle has left its start place, so that its start is known.
    pub(super) fn has_left(&self) -> bool {
        self.problem.plan.iter().any(|it| it.shift == self.shift && it.started_at.is_some())
    }

    /// Whether the shift is over without a route.
    pub(super) fn is_missed(&self) -> bool {
        self.problem.plan.iter().any(|it| it.shift == self.shift && it.is_missed())
    }

    /// Whether the route lacks a break that has begun.
    pub(super) fn moves_begun_break(&self) -> bool {
        let planned = self.problem.plan.iter().find(|it| it.shift == self.shift);
        let mut pauses = planned.iter().flat_map(|it| &it.pauses);
        let is_taken = |at: u32| {
            let is_it =
                |it: &TimedStop| matches!(it.role, StopRole::Break { position } if position == at);
            self.route.stops.iter().any(is_it)
        };
        pauses.any(|it| !is_taken(it.shift_break))
    }
}
