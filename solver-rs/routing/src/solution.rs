//! The result: routes with every second accounted for, unserved visits with their reasons, and how the search went.

use serde::Serialize;

use crate::problem::{OptionIdx, PlaceIdx, RelationIdx, ShiftIdx, StopIdx, VisitIdx};
pub use crate::violation::{Code, Limit, Span, Violation};

/// A solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Solution {
    /// Routes with at least one stop of an order, ascending by shift.
    pub routes: Vec<Route>,
    /// Ascending by visit.
    pub unserved: Vec<Unserved>,
    /// Proofs that some visits have to be left out.
    pub bounds: Vec<Bound>,
    /// How the search went.
    pub search: Telemetry,
    /// If visits are only asked about: those that can be served, in their order. The solution has no routes then, and
    /// `unserved` lists visits of the given plan that could not be kept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
}

/// What serving a visit would add to the plan at its cheapest position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// The visit.
    pub visit: VisitIdx,
    /// The shift that would serve it.
    pub shift: ShiftIdx,
    /// Arrival at its first stop.
    pub arrival_at: i64,
    /// Start of its first service.
    pub starts_at: i64,
    /// Added cost, in money.
    pub cost: f64,
    /// Added distance.
    pub distance_meters: i64,
    /// Added duration of the route.
    pub duration_seconds: i64,
}

/// The route of one shift.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Route {
    /// The shift.
    pub shift: ShiftIdx,
    /// Stops in order of time.
    pub stops: Vec<TimedStop>,
    /// Positions of the shift's soft breaks that are owed but left out.
    pub skipped_soft_breaks: Vec<u32>,
    /// Sums over `stops`.
    pub summary: RouteSummary,
    /// Rules that the route breaks; only mode `check` reports any.
    pub violations: Vec<Violation>,
}

/// What happens at a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StopRole {
    /// Departure from the shift's start place.
    Start,
    /// A stop of an order.
    Order {
        /// The stop.
        stop: StopIdx,
        /// The option that is used.
        option: OptionIdx,
    },
    /// A break of the shift.
    Break {
        /// Position among the shift's breaks.
        position: u32,
    },
    /// A soft break of the shift.
    SoftBreak {
        /// Position among the shift's soft breaks.
        position: u32,
    },
    /// A rest required by the driving rules.
    Rest,
    /// A reload of the shift.
    Reload {
        /// Position among the shift's reloads.
        position: u32,
    },
    /// Arrival at the shift's end place.
    End,
}

/// One stop: `departure_at = arrival_at + waiting_seconds + setup_seconds + service_seconds`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TimedStop {
    /// What happens.
    pub role: StopRole,
    /// `None`: on the road, after `leg_share` of the leg between the places before and after.
    pub place: Option<PlaceIdx>,
    /// Share of the leg between two places that is travelled before this stop, from 0 to 1; 1 at a place.
    pub leg_share: f64,
    /// Arrival.
    pub arrival_at: i64,
    /// Waiting before setup.
    pub waiting_seconds: i64,
    /// Setup before service.
    pub setup_seconds: i64,
    /// Service of the order, break or reload.
    pub service_seconds: i64,
    /// Departure.
    pub departure_at: i64,
    /// Travel time since the previous stop.
    pub travel_seconds: i64,
    /// Distance since the previous stop.
    pub travel_meters: i64,
    /// Load on board on departure, by dimension.
    pub load_after: Vec<i64>,
    /// Seconds before the soft window that applies.
    pub earliness_seconds: i64,
    /// Seconds after the soft window that applies.
    pub lateness_seconds: i64,
    /// How much later the vehicle may arrive here (rule 21 of `docs/rules.md`).
    pub slack_seconds: i64,
}

/// Sums over a route.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RouteSummary {
    /// Distance travelled.
    pub distance_meters: i64,
    /// From start to end.
    pub duration_seconds: i64,
    /// Time on the road.
    pub driving_seconds: i64,
    /// Setup, and service of orders and reloads.
    pub service_seconds: i64,
    /// Waiting at all stops.
    pub waiting_seconds: i64,
    /// Service of breaks of all kinds.
    pub break_seconds: i64,
    /// Time after the shift's end.
    pub overtime_seconds: i64,
    /// Earliness at soft windows of orders.
    pub earliness_seconds: i64,
    /// Lateness at soft windows of orders and breaks.
    pub lateness_seconds: i64,
    /// Number of stops of orders.
    pub stop_count: u32,
    /// Number of visits.
    pub visit_count: u32,
    /// Maximum load on board, by dimension.
    pub load_max: Vec<i64>,
    /// Cost by term.
    pub cost: CostTerms,
}

/// Money by term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CostTerms {
    /// For using the shift.
    pub fixed: f64,
    /// For its duration.
    pub time: f64,
    /// For its distance.
    pub distance: f64,
    /// For its stops.
    pub stops: f64,
    /// For waiting.
    pub waiting: f64,
    /// For time after the shift's end.
    pub overtime: f64,
    /// For exceeding soft limits.
    pub soft_limits: f64,
    /// For service outside soft windows.
    pub soft_windows: f64,
    /// For soft breaks that are late or skipped.
    pub soft_breaks: f64,
    /// For preferences of orders for vehicles.
    pub preferred_vehicles: f64,
    /// For nights on the road; omitted if zero, because few routes have it.
    #[serde(skip_serializing_if = "is_nothing")]
    pub nights: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_nothing(cost: &f64) -> bool {
    *cost == 0.0
}

impl CostTerms {
    /// Returns the sum of all terms, added in the order of the fields.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.fixed
            + self.time
            + self.distance
            + self.stops
            + self.waiting
            + self.overtime
            + self.soft_limits
            + self.soft_windows
            + self.soft_breaks
            + self.preferred_vehicles
            + self.nights
    }
}

/// A visit that is on no route.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unserved {
    /// The visit.
    pub visit: VisitIdx,
    /// Why it is unserved, for single shifts or for all; the reasons of one shift apply together.
    pub reasons: Vec<Reason>,
    /// The reason without which the visit would be served with every other rule kept, as found by trying it.
    pub remedy: Option<Reason>,
}

/// Why a visit is unserved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// The rule that prevents it.
    pub code: Code,
    /// The shift; `None` means all shifts.
    pub shift: Option<ShiftIdx>,
    /// The missing amount, if the rule has one.
    pub amount: Option<i64>,
    /// The dimension, if the rule concerns loads.
    pub dimension: Option<u32>,
    /// The span that a limit applies to.
    pub span: Span,
    /// The limit, if it is one of driving rules or of the visits of a periodic order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// The attribute, if the rule concerns attributes.
    pub attribute: Option<u32>,
    /// The relation that would be broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<RelationIdx>,
    /// The visits that would break the rule together; both are the same if one visit breaks it alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<[VisitIdx; 2]>,
    /// The stop that would break the rule, if it is a single one.
    pub stop: Option<StopIdx>,
    /// When it would happen; `allowed_at` is the nearest time at which it may.
    pub at: Option<i64>,
    /// See `at`.
    pub allowed_at: Option<i64>,
    /// The amount by which serving the visit would raise the cost.
    pub cost: Option<f64>,
    /// Whether this is the only rule of the shift that would be broken.
    pub alone: bool,
}

impl Reason {
    /// Returns a reason that states the rule only.
    #[must_use]
    pub const fn of(code: Code) -> Self {
        Self {
            code,
            shift: None,
            amount: None,
            dimension: None,
            span: Span::Shift,
            limit: None,
            attribute: None,
            relation: None,
            visits: None,
            stop: None,
            at: None,
            allowed_at: None,
            cost: None,
            alone: false,
        }
    }
}

/// A proof that visits have to be left out: no plan can serve more of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bound {
    /// The rule that proves it.
    pub code: Code,
    /// The dimension, if the rule concerns loads.
    pub dimension: Option<u32>,
    /// Visits that only these shifts may serve.
    pub visits: Vec<VisitIdx>,
    /// All shifts that may serve any of the visits.
    pub shifts: Vec<ShiftIdx>,
    /// How many of the visits can be served at most.
    pub served_max: u32,
}

/// How a search went. The host adds the seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Telemetry {
    /// Iterations of ruin and recreate.
    pub iterations: u64,
    /// Iteration and cost of each new best.
    pub improvements: Vec<(u64, f64)>,
    /// Whether the search ended because it had found no improvement for long.
    pub converged: bool,
}
