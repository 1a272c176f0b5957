//! The problem that the search solves: dense indexes and integers; every time is an instant in Unix seconds.
//!
//! ```text
//! vehicle ──< shift ──< break, soft break, reload        order ──< visit ──< stop ──< option (place, windows)
//!                                                        relation >── visit
//! ```
//!
//! The caller has resolved everything that needs a name, a calendar or text: occurrences of shifts and visits of
//! periodic orders are expanded; windows are instants within the planning period, sorted and disjoint, and already
//! intersected with those of the place and with the allowed weekdays. [`Problem::check`] reports contradictions; after
//! it, nothing is checked again.

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
    CompensationWeek, Costs, DayRules, DrivingRules, ExtendedDays, Handling, Limits, ReducedRests,
    ReducedWeeklyRests, RestParts, SoftLimits, SpanLimits, USUAL_PERMILLE, Vehicle, WeekRules,
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
    BegunReload, Itinerary, Lock, Measure, Mode, Objective, PlannedPause, PlannedReload,
    PlannedRoute, PlannedStop, Priorities, RestKind, StatedRest, Term,
};
pub use shifts::{Break, Lateness, Reload, Shift, SoftBreak};
pub(crate) use travel::pair_in;
pub use travel::{Clock, ClockSegment, PairRows, Place, TrafficWindows, TravelTable};

/// The length of a day on which the clock does not change.
pub const DAY_SECONDS: i64 = 86_400;
/// Before any time that a problem can contain, and still safe to subtract from.
pub const TIME_MIN: i64 = i64::MIN / 4;
/// After any time that a problem can contain, and still safe to add to.
pub const TIME_MAX: i64 = i64::MAX / 4;
/// The set of all weekdays; bit 0 is Monday.
pub const ALL_WEEKDAYS: u8 = 0b111_1111;
/// "No limit" for loads, durations and distances.
pub const UNLIMITED: i64 = i64::MAX / 4;

/// The complete input of the search.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// No route starts before it or ends after it.
    pub period: Window,
    /// The rows and columns of each travel table.
    pub places: Vec<Place>,
    /// The local clocks of places, orders and shifts.
    pub clocks: Vec<Clock>,
    /// When each lane of the travel tables applies.
    pub traffic: TrafficWindows,
    /// One table per combination of profile and speed factor.
    pub travel: Vec<TravelTable>,
    /// The number of dimensions of loads; all load vectors have this length.
    pub dimension_count: u32,
    /// The vehicles, each copy listed separately.
    pub vehicles: Vec<Vehicle>,
    /// The occurrences of shifts, ascending by vehicle, then by start.
    pub shifts: Vec<Shift>,
    /// The orders, in the order of the request.
    pub orders: Vec<Order>,
    /// Ascending by order, then by number.
    pub visits: Vec<Visit>,
    /// Ascending by visit: pickups, then dropoffs, in the order of the request.
    pub stops: Vec<Stop>,
    /// Ascending by stop; the first option of a stop is its main place.
    pub options: Vec<StopOption>,
    /// Constraints between visits.
    pub relations: Vec<Relation>,
    /// `incompatible_load_types[a]` lists the load types that may not be on board together with `a`; symmetric.
    pub incompatible_load_types: Vec<Vec<u32>>,
    /// The given plan: where to start from, what to judge, or what not to move.
    pub plan: Vec<PlannedRoute>,
    /// How plans are compared.
    pub objective: Objective,
    /// What the search does with `plan`.
    pub mode: Mode,
    /// Visits that are only asked about: what each of them would add to `plan`, which does not change. Empty: the plan
    /// is searched.
    #[serde(with = "wire::range")]
    pub offered: Range<u32>,
}

impl Problem {
    /// Returns a copy without the travel tables, which are most of the memory.
    pub(crate) fn without_travel(&self) -> Self {
        Self {
            period: self.period,
            places: self.places.clone(),
            clocks: self.clocks.clone(),
            traffic: self.traffic.clone(),
            travel: Vec::new(),
            dimension_count: self.dimension_count,
            vehicles: self.vehicles.clone(),
            shifts: self.shifts.clone(),
            orders: self.orders.clone(),
            visits: self.visits.clone(),
            stops: self.stops.clone(),
            options: self.options.clone(),
            relations: self.relations.clone(),
            incompatible_load_types: self.incompatible_load_types.clone(),
            plan: self.plan.clone(),
            objective: self.objective.clone(),
            mode: self.mode,
            offered: self.offered.clone(),
        }
    }
}
