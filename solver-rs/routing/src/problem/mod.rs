//! The planning problem: dense indexes, integers, every time an instant in Unix seconds.
//!
//! ```text
//! vehicle ──< shift ──< break, soft break, reload        order ──< visit ──< stop ──< option (place, windows)
//!                                                        relation >── visit
//! ```
//!
//! The caller has resolved everything that needs a name, a calendar or a text: occurrences of shifts and visits of
//! periodic orders are spelled out, windows are instants within the planning period, sorted and disjoint, with those
//! of the place and of allowed weekdays cut in. [`Problem::check`] says what is contradictory; past it, nothing is
//! checked again.

mod check;
mod fleet;
mod index;
mod orders;
mod plan;
mod shifts;
mod travel;
mod wire;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use check::{ProblemError, TRAVEL_BYTES_MAX};
pub use fleet::{
    Costs, DayRules, DrivingRules, Handling, Limits, SoftLimits, SpanLimits, USUAL_PERMILLE,
    Vehicle, WeekRules,
};
pub use index::{
    ClockIdx, OptionIdx, OrderIdx, PlaceIdx, RelationIdx, ShiftIdx, StopIdx, TravelIdx, VehicleIdx,
    VisitIdx,
};
pub use orders::{
    LoadOrder, Order, Relation, RelationKind, RoutePosition, SameVehicle, SoftWindow, Stop,
    StopKind, StopOption, Visit, VisitRules, Window,
};
pub use plan::{
    Lock, Measure, Mode, Objective, PlannedPause, PlannedReload, PlannedRoute, PlannedStop,
    Priorities, Term,
};
pub use shifts::{Break, Reload, Shift, SoftBreak};
pub(crate) use travel::pair_in;
pub use travel::{Clock, ClockSegment, PairRows, Place, TrafficWindows, TravelTable};

/// Of a day whose clock is not changed.
pub const DAY_SECONDS: i64 = 86_400;
/// Before anything that a problem can name, and still safe to subtract from.
pub const TIME_MIN: i64 = i64::MIN / 4;
/// After anything that a problem can name, and still safe to add to.
pub const TIME_MAX: i64 = i64::MAX / 4;
/// "No limit" of loads, durations and distances.
pub const UNLIMITED: i64 = i64::MAX / 4;

/// All that is asked for.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// Nothing starts before it or ends after it.
    pub period: Window,
    /// Row and column of each travel table.
    pub places: Vec<Place>,
    /// Local clocks that places, orders and shifts follow.
    pub clocks: Vec<Clock>,
    /// When which lane of the travel tables holds.
    pub traffic: TrafficWindows,
    /// One per combination of profile and speed factor.
    pub travel: Vec<TravelTable>,
    /// How many dimensions a load has; all load vectors are that long.
    pub dimension_count: u32,
    /// Copies spelled out.
    pub vehicles: Vec<Vehicle>,
    /// Occurrences spelled out, ascending by vehicle, then by start.
    pub shifts: Vec<Shift>,
    /// In the request's order.
    pub orders: Vec<Order>,
    /// Ascending by order, then by number.
    pub visits: Vec<Visit>,
    /// Ascending by visit: pickups, then dropoffs, in the request's order.
    pub stops: Vec<Stop>,
    /// Ascending by stop; the first of a stop is its main place.
    pub options: Vec<StopOption>,
    /// Between visits.
    pub relations: Vec<Relation>,
    /// `load_types[a]` has the load types that may not be on board together with `a`; symmetric.
    pub incompatible_load_types: Vec<Vec<u32>>,
    /// Where to start from, what to judge, what not to move.
    pub plan: Vec<PlannedRoute>,
    /// What is better.
    pub objective: Objective,
    /// What to do with `plan`.
    pub mode: Mode,
    /// Visits that are only asked about: what each would add to `plan`, to which nothing is added. Empty: the plan is searched.
    #[serde(with = "wire::range")]
    pub offered: Range<u32>,
}
