//! What comes out: routes with every second accounted for, what is unserved and why, and how the search went.

use serde::Serialize;

use crate::problem::{OptionIdx, PlaceIdx, ShiftIdx, StopIdx, VisitIdx};
pub use crate::rules::{Code, Span, Violation};

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Solution {
    /// Those with a stop of an order, ascending by shift.
    pub routes: Vec<Route>,
    /// Ascending by visit.
    pub unserved: Vec<Unserved>,
    /// What proves that some visits have to be left out.
    pub bounds: Vec<Bound>,
    /// How the search went.
    pub search: Telemetry,
    /// Where visits are only asked about: those that can be served, in their order. There are no routes then, and what is
    /// unserved is what could not be kept of the plan given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
}

/// What serving a visit would add to the plan, where that is cheapest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// Which.
    pub visit: VisitIdx,
    /// Who would make it.
    pub shift: ShiftIdx,
    /// At its first stop.
    pub arrival_at: i64,
    /// Of its first service.
    pub starts_at: i64,
    /// Money.
    pub cost: f64,
    /// On the road.
    pub distance_meters: i64,
    /// Of the route.
    pub duration_seconds: i64,
}

/// What one shift does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Route {
    /// Whose.
    pub shift: ShiftIdx,
    /// In time.
    pub stops: Vec<TimedStop>,
    /// Soft breaks of the shift that are owed and left out, by position.
    pub skipped_soft_breaks: Vec<u32>,
    /// Sums over `stops`.
    pub summary: RouteSummary,
    /// Rules that it breaks; only mode `check` has any.
    pub violations: Vec<Violation>,
}

/// What happens at a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StopRole {
    /// The shift's start place is left.
    Start,
    /// A stop of an order.
    Order {
        /// Which.
        stop: StopIdx,
        /// The way in which it is made.
        option: OptionIdx,
    },
    /// A break of the shift.
    Break {
        /// Among the shift's.
        position: u32,
    },
    /// A soft break of the shift.
    SoftBreak {
        /// Among the shift's.
        position: u32,
    },
    /// A rest that the driving rules ask for.
    Rest,
    /// A reload of the shift.
    Reload {
        /// Among the shift's.
        position: u32,
    },
    /// The shift's end place is reached.
    End,
}

/// One stop: `departure_at = arrival_at + waiting_seconds + setup_seconds + service_seconds`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TimedStop {
    /// What happens.
    pub role: StopRole,
    /// None: on the road, `leg_share` of the way between the places before and after.
    pub place: Option<PlaceIdx>,
    /// 0 to 1 of the whole leg between two places, travelled before this stop; 1 at a place.
    pub leg_share: f64,
    /// Arrival.
    pub arrival_at: i64,
    /// Before setup.
    pub waiting_seconds: i64,
    /// Before service.
    pub setup_seconds: i64,
    /// Of the order, break or reload.
    pub service_seconds: i64,
    /// Departure.
    pub departure_at: i64,
    /// Since the stop before.
    pub travel_seconds: i64,
    /// Since the stop before.
    pub travel_meters: i64,
    /// On board on leaving, one per dimension.
    pub load_after: Vec<i64>,
    /// Seconds before the soft window that counts.
    pub earliness_seconds: i64,
    /// Seconds after the soft window that counts.
    pub lateness_seconds: i64,
    /// How much later the vehicle may arrive here (rule 21 of `docs/rules.md`).
    pub slack_seconds: i64,
}

/// Sums over a route.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RouteSummary {
    /// On the road.
    pub distance_meters: i64,
    /// From start to end.
    pub duration_seconds: i64,
    /// On the road.
    pub driving_seconds: i64,
    /// Setup, and service of orders and reloads.
    pub service_seconds: i64,
    /// At all stops.
    pub waiting_seconds: i64,
    /// Service of breaks of all kinds.
    pub break_seconds: i64,
    /// After the shift's end.
    pub overtime_seconds: i64,
    /// Before soft windows of orders.
    pub earliness_seconds: i64,
    /// After soft windows, of orders and breaks.
    pub lateness_seconds: i64,
    /// Stops of orders.
    pub stop_count: u32,
    /// Visits.
    pub visit_count: u32,
    /// Most on board, one per dimension.
    pub load_max: Vec<i64>,
    /// By term.
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
    /// For what lies beyond limits that may be exceeded.
    pub soft_limits: f64,
    /// For being early or late of soft windows.
    pub soft_windows: f64,
    /// For soft breaks late or skipped.
    pub soft_breaks: f64,
    /// For who serves whom.
    pub preferred_vehicles: f64,
    /// For nights on the road; few routes pay it, so others leave it out.
    #[serde(skip_serializing_if = "is_nothing")]
    pub nights: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_nothing(cost: &f64) -> bool {
    *cost == 0.0
}

impl CostTerms {
    /// All terms, added in the order of the fields.
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

/// A visit that no route makes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unserved {
    /// Which.
    pub visit: VisitIdx,
    /// Why, shift by shift or for all of them: those of one shift keep it out together.
    pub reasons: Vec<Reason>,
    /// The reason without which it would be served, tried: every other rule is kept then.
    pub remedy: Option<Reason>,
}

/// Why a visit is unserved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// The rule that binds.
    pub code: Code,
    /// In this shift; none: in all of them.
    pub shift: Option<ShiftIdx>,
    /// How much is missing, where the rule has such.
    pub amount: Option<i64>,
    /// Of loads.
    pub dimension: Option<u32>,
    /// Over what a limit counts.
    pub span: Span,
    /// Of attributes.
    pub attribute: Option<u32>,
    /// Whose window is missed.
    pub stop: Option<StopIdx>,
    /// When it would happen, and the nearest time at which it may.
    pub at: Option<i64>,
    /// See `at`.
    pub allowed_at: Option<i64>,
    /// What serving it would add to the cost.
    pub cost: Option<f64>,
    /// All other rules of the shift would be kept.
    pub alone: bool,
}

impl Reason {
    /// A rule, and nothing more.
    #[must_use]
    pub const fn of(code: Code) -> Self {
        Self {
            code,
            shift: None,
            amount: None,
            dimension: None,
            span: Span::Shift,
            attribute: None,
            stop: None,
            at: None,
            allowed_at: None,
            cost: None,
            alone: false,
        }
    }
}

/// A proof that visits have to be left out: no plan serves more of them, however good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bound {
    /// The rule that proves it.
    pub code: Code,
    /// Of loads.
    pub dimension: Option<u32>,
    /// Those that only these shifts may serve.
    pub visits: Vec<VisitIdx>,
    /// All that may serve any of them.
    pub shifts: Vec<ShiftIdx>,
    /// How many of them can be served at most.
    pub served_max: u32,
}

/// How a search went. Seconds are the host's to add.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Telemetry {
    /// Iterations of ruin and recreate.
    pub iterations: u64,
    /// Iteration and cost of each new best.
    pub improvements: Vec<(u64, f64)>,
    /// Whether it ended because nothing better came up for long.
    pub converged: bool,
}
