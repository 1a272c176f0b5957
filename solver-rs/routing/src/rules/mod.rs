//! The rules that a plan must keep, one file per rule: what it requires, how it is checked, and what is reported if it
//! is broken.
//!
//! ```text
//! of a route, without times    compatibility, capacity, stop_order, route_position, load_order, load_types, locks
//! of a route in time           time_windows, shift_time, roads, breaks, driving, rides, limits
//! of several routes            relations, spacing, span_limits, shift_rest, weekly_rest, days, nights,
//!                              docks
//! ```
//!
//! Each check is written once. The search stops at the first finding, while mode `check` and the reasons collect all of
//! them: `report` decides. What a rule can tell before a route is evaluated (`Compatible`, `may_serve`, `bounds`,
//! `pin`) may let through what its check refuses, but never refuses what its check lets through. `reasons` adds details
//! to the code of a broken rule: when something would happen, and when it may happen. `relaxing` changes a problem so
//! that a rule is no longer broken. `docs/rules.md` specifies the rules.

pub(crate) mod breaks;
pub(crate) mod broken_rule;
pub(crate) mod capacity;
pub(crate) mod compatibility;
pub(crate) mod days;
pub(crate) mod docks;
pub(crate) mod driving;
pub(crate) mod left_out;
pub(crate) mod limits;
mod load_order;
mod load_types;
pub(crate) mod locks;
pub(crate) mod nights;
pub(crate) mod reasons;
pub(crate) mod relations;
pub(crate) mod relaxing;
mod rest_roles;
pub(crate) mod rides;
pub(crate) mod roads;
pub(crate) mod route_position;
pub(crate) mod shift_rest;
pub(crate) mod shift_time;
pub(crate) mod spacing;
pub(crate) mod span_limits;
pub(crate) mod standing;
mod stop_order;
pub(crate) mod time_windows;
pub(crate) mod weekly_rest;

pub(crate) use left_out::GIVEN_UP;
pub(crate) use stop_order::Seen;

use crate::instance::flag;
use crate::problem::Limits;
pub(crate) use crate::solution::{Code, Limit, Span, Violation};
use crate::timeline::{Amounts, Bounds, Case, Core, Role, Stay};
use rides::Ride;

/// A rule that is broken, and by how much: all that the search needs to know of it.
pub(crate) type Miss = (Code, i64);

/// Checks the rules on who serves what in which order. `report` receives every finding: the rule, the step (`None`: the
/// load on board from the start) and the amount. O(steps); with load orders and load types O(steps²) over the stops
/// that have them.
pub(crate) fn check_sequence(
    core: &Core<'_>,
    case: &Case<'_>,
    seen: &mut Seen,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    if case.flags & flag::RESTRICTED != 0 {
        compatibility::check_steps(core, case, report);
    }
    if case.flags & flag::RELOAD != 0 {
        capacity::check_reloads(core, case, report);
    }
    if case.flags & (flag::MANY_STOPS | flag::LOAD_TYPE) != 0 {
        stop_order::trace(core, case, seen, report);
    }
    if case.flags & (flag::FIRST | flag::LAST) != 0 {
        route_position::check(core, case, report);
    }
    if case.flags & flag::LOAD_ORDER != 0 {
        load_order::check(core, case, seen, report);
    }
    if case.flags & flag::LOAD_TYPE != 0 {
        load_types::check(core, case, seen, report);
    }
}

/// A route with its times, as the rules read it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed<'c> {
    pub(crate) core: &'c Core<'c>,
    pub(crate) case: &'c Case<'c>,
    pub(crate) limits: &'c Limits,
    pub(crate) rides: &'c [Ride],
    pub(crate) bounds: &'c [Bounds],
    pub(crate) stays: &'c [Stay],
    pub(crate) amounts: &'c Amounts,
    pub(crate) driving_seconds: i64,
}

impl Timed<'_> {
    /// The position of a step among the stops.
    fn stop_of(&self, step: u32) -> Option<u32> {
        let position = self.stays.iter().position(|stay| stay.role == Role::Step(step))?;
        u32::try_from(position).ok()
    }

    fn stops(&self) -> impl Iterator<Item = (u32, &Stay)> {
        (0..).zip(self.stays)
    }

    /// How many stays the vehicle has made.
    fn past_stay_count(&self) -> usize {
        if self.case.past_step_count > self.case.steps.len() {
            return self.stays.len();
        }
        let is_past = |it: &Stay| match it.role {
            Role::Step(position) => (position as usize) < self.case.past_step_count,
            Role::Break(position) => self.case.shift.has_begun(position),
            _ => false,
        };
        self.stays.iter().rposition(is_past).map_or(0, |it| it + 1)
    }

    /// When the route starts and ends.
    fn span(&self) -> (i64, i64) {
        crate::timeline::span(self.case, self.stays)
    }
}

/// All violations of a route: rules in a fixed order, each in the order of stops.
pub(crate) fn violations(timed: &Timed<'_>, seen: &mut Seen) -> Vec<Violation> {
    let mut found = Vec::new();
    check_sequence(timed.core, timed.case, seen, &mut |code, step, amount| {
        let stop = step.map_or(Some(0), |step| timed.stop_of(step));
        found.push(Violation::new(code, (amount > 0).then_some(amount), stop));
    });
    let report = &mut |violation| found.push(violation);
    capacity::check(timed, report);
    time_windows::check(timed, report);
    shift_time::check(timed, report);
    roads::check(timed, report);
    driving::check(timed, report);
    breaks::check(timed, report);
    rides::check(timed, report);
    for (code, over) in limits::excess(timed.limits, timed.amounts, timed.driving_seconds) {
        if over > 0 {
            report(Violation::new(code, Some(over), None));
        }
    }
    found
}
