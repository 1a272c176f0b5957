//! The codes of rules, and what a rule reports when it is broken.

use serde::Serialize;

use crate::problem::{RelationIdx, VisitIdx};

/// The codes of rules in reasons and violations. Their names in snake case are published, see `docs/reasons.md`.
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

/// A hard rule that a route breaks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Violation {
    /// The rule.
    pub code: Code,
    /// Seconds, meters, units or shifts beyond the limit, if the rule has one.
    pub amount: Option<i64>,
    /// Position among the stops of the route, if a single stop breaks the rule.
    pub stop: Option<u32>,
    /// The dimension of a load.
    pub dimension: Option<u32>,
    /// The span of the limit.
    pub span: Span,
    /// The limit, if it is one of driving rules or of the visits of a periodic order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// The relation that is broken.
    pub relation: Option<RelationIdx>,
    /// The visits that break a relation or the spacing; both are the same if one visit breaks it alone.
    pub visits: Option<[VisitIdx; 2]>,
}

impl Violation {
    /// A violation of a rule that binds a single route.
    #[must_use]
    pub const fn new(code: Code, amount: Option<i64>, stop: Option<u32>) -> Self {
        Self {
            code,
            amount,
            stop,
            dimension: None,
            span: Span::Shift,
            limit: None,
            relation: None,
            visits: None,
        }
    }
}

/// Limits of driving rules and of the visits of a periodic order, by the names of their fields in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Driving between full breaks.
    MaxDrivingDuration,
    /// All time between full breaks.
    MaxWorkingDuration,
    /// Driving on a day.
    MaxDailyDrivingDuration,
    /// Driving on a day that may have more of it.
    ExtendedDailyDrivingDuration,
    /// A day.
    MaxDailyDuration,
    /// A day before a reduced daily rest.
    ReducedDailyRestDuration,
    /// A day with the first part of a daily rest.
    DailyRestParts,
    /// A daily rest.
    DailyRestDuration,
    /// The week or month that owes a visit.
    Per,
    /// Days between two visits.
    MinDaysBetween,
    /// Days between two visits.
    MaxDaysBetween,
    /// The weekday of a visit.
    Weekdays,
    /// The weekdays of the visits of a week.
    DayPatterns,
    /// The number of weekdays of all visits.
    SameWeekdays,
    /// The vehicles of all visits.
    SameVehicle,
    /// The times of day of all visits.
    SameTimeTolerance,
    /// Whether some visits may be served while others are not.
    Partial,
}

/// The span over which a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// A single shift.
    #[default]
    Shift,
    /// All shifts of a vehicle in one ISO week.
    Week,
    /// All shifts of a vehicle in two consecutive ISO weeks.
    TwoWeeks,
    /// All shifts of a vehicle.
    Period,
}
