//! The rules that a plan keeps, one file each: what it asks, how it is checked, what is reported where it is broken.
//!
//! ```text
//! of a route, without times    compatibility, capacity, stop_order, route_position, load_order, load_types, locks
//! of a route in time           time_windows, shift_time, roads, breaks, driving, rides, limits
//! of several routes            relations, spacing, span_limits, shift_rest, weekly_rest, nights, docks
//! ```
//!
//! A check is written once. The search stops at the first finding, mode `check` and the reasons collect all of them:
//! `report` says which. What can be told of a rule before a route is evaluated (`Compatible`, `may_serve`, `bounds`,
//! `pin`) lets through what the check may refuse, never the other way round.
//! `reasons` says more of a broken rule than its code: when it would happen, when it may.
//! What it means to keep a rule is written down in `docs/rules.md`.

pub(crate) mod breaks;
pub(crate) mod capacity;
pub(crate) mod compatibility;
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
mod violation;
pub(crate) mod weekly_rest;

pub(crate) use left_out::GIVEN_UP;
pub(crate) use stop_order::Seen;
pub use violation::{Span, Violation};

use serde::Serialize;

use crate::instance::flag;
use crate::problem::Limits;
use crate::timeline::{Amounts, Bounds, Case, Core, Role, Stay};
use rides::Ride;

/// Rules, as reasons and violations name them: their names in snake case are published, see `docs/reasons.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the contract's words, explained in docs/reasons.md")]
pub enum Code {
    NoVehicle,
    Unreachable,
    AttributeMissing,
    AttributeForbidden,
    VehicleNotAllowed,
    Capacity,
    LoadIncompatible,
    TimeWindow,
    ShiftTime,
    LatestStart,
    ShiftRest,
    WeeklyRest,
    Duration,
    DrivingDuration,
    Distance,
    Stops,
    WaitingDuration,
    RideDuration,
    Break,
    DrivingRules,
    LoadOrder,
    EndLoad,
    RoutePosition,
    Relation,
    VisitSpacing,
    Dock,
    Lock,
    OutsidePeriod,
    CheaperUnserved,
    NotFoundInTime,
}

/// A rule that is broken and by how much, which is all that the search needs to know of it.
pub(crate) type Miss = (Code, i64);

/// The rules on who serves what in which order. Everything is told to `report`: the rule, the step (none: what is on board
/// from the start), the amount. O(steps), with load orders and load types O(steps²) over the stops that have them.
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

/// A route in time, as rules read it.
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

    /// When it starts and ends.
    fn span(&self) -> (i64, i64) {
        crate::timeline::span(self.case, self.stays)
    }
}

/// All that a route breaks, rules in a fixed order, each in the order of stops.
pub(crate) fn violations(timed: &Timed<'_>, seen: &mut Seen) -> Vec<Violation> {
    let mut found = Vec::new();
    check_sequence(timed.core, timed.case, seen, &mut |code, step, amount| {
        // How often a reload may be made is a bound on what the search may do; a plan names no reloads.
        if code != capacity::CODE {
            let stop = step.map_or(Some(0), |step| timed.stop_of(step));
            found.push(Violation::new(code, (amount > 0).then_some(amount), stop));
        }
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
