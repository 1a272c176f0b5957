//! The answer: twins of `routing::solution`, where each field is explained. They borrow; nothing is copied but numbers.

use routing::solution::{
    Bound, CostTerms, Offer, Reason, Route, RouteSummary, Solution, Span, StopRole, Telemetry,
    TimedStop, Unserved, Violation,
};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct SolutionMessage<'a> {
    routes: Vec<RouteMessage<'a>>,
    unserved: Vec<UnservedMessage>,
    bounds: Vec<BoundMessage>,
    search: TelemetryMessage<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    offers: Vec<OfferMessage>,
}

impl<'a> From<&'a Solution> for SolutionMessage<'a> {
    fn from(it: &'a Solution) -> Self {
        Self {
            routes: it.routes.iter().map(Into::into).collect(),
            unserved: it.unserved.iter().map(Into::into).collect(),
            bounds: it.bounds.iter().map(Into::into).collect(),
            search: (&it.search).into(),
            offers: it.offers.iter().map(Into::into).collect(),
        }
    }
}

#[derive(Serialize)]
struct OfferMessage {
    visit: u32,
    shift: u32,
    arrival_at: i64,
    starts_at: i64,
    cost: f64,
    distance_meters: i64,
    duration_seconds: i64,
}

impl From<&Offer> for OfferMessage {
    fn from(it: &Offer) -> Self {
        Self {
            visit: it.visit.0,
            shift: it.shift.0,
            arrival_at: it.arrival_at,
            starts_at: it.starts_at,
            cost: it.cost,
            distance_meters: it.distance_meters,
            duration_seconds: it.duration_seconds,
        }
    }
}

#[derive(Serialize)]
struct RouteMessage<'a> {
    shift: u32,
    stops: Vec<TimedStopMessage<'a>>,
    skipped_soft_breaks: &'a [u32],
    summary: SummaryMessage<'a>,
    violations: Vec<ViolationMessage>,
}

impl<'a> From<&'a Route> for RouteMessage<'a> {
    fn from(it: &'a Route) -> Self {
        Self {
            shift: it.shift.0,
            stops: it.stops.iter().map(Into::into).collect(),
            skipped_soft_breaks: &it.skipped_soft_breaks,
            summary: (&it.summary).into(),
            violations: it.violations.iter().map(Into::into).collect(),
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum StopRoleMessage {
    Start,
    Order { stop: u32, option: u32 },
    Break { position: u32 },
    SoftBreak { position: u32 },
    Rest,
    Reload { position: u32 },
    End,
}

impl From<StopRole> for StopRoleMessage {
    fn from(it: StopRole) -> Self {
        match it {
            StopRole::Start => Self::Start,
            StopRole::Order(stop, option) => Self::Order { stop: stop.0, option: option.0 },
            StopRole::Break(position) => Self::Break { position },
            StopRole::SoftBreak(position) => Self::SoftBreak { position },
            StopRole::Rest => Self::Rest,
            StopRole::Reload(position) => Self::Reload { position },
            StopRole::End => Self::End,
        }
    }
}

#[derive(Serialize)]
struct TimedStopMessage<'a> {
    role: StopRoleMessage,
    place: Option<u32>,
    leg_share: f64,
    arrival_at: i64,
    waiting_seconds: i64,
    setup_seconds: i64,
    service_seconds: i64,
    departure_at: i64,
    travel_seconds: i64,
    travel_meters: i64,
    load_after: &'a [i64],
    earliness_seconds: i64,
    lateness_seconds: i64,
    slack_seconds: i64,
}

impl<'a> From<&'a TimedStop> for TimedStopMessage<'a> {
    fn from(it: &'a TimedStop) -> Self {
        Self {
            role: it.role.into(),
            place: it.place.map(|place| place.0),
            leg_share: it.leg_share,
            arrival_at: it.arrival_at,
            waiting_seconds: it.waiting_seconds,
            setup_seconds: it.setup_seconds,
            service_seconds: it.service_seconds,
            departure_at: it.departure_at,
            travel_seconds: it.travel_seconds,
            travel_meters: it.travel_meters,
            load_after: &it.load_after,
            earliness_seconds: it.earliness_seconds,
            lateness_seconds: it.lateness_seconds,
            slack_seconds: it.slack_seconds,
        }
    }
}

#[derive(Serialize)]
struct SummaryMessage<'a> {
    distance_meters: i64,
    duration_seconds: i64,
    driving_seconds: i64,
    service_seconds: i64,
    waiting_seconds: i64,
    break_seconds: i64,
    overtime_seconds: i64,
    earliness_seconds: i64,
    lateness_seconds: i64,
    stop_count: u32,
    visit_count: u32,
    load_max: &'a [i64],
    cost: CostTermsMessage,
}

impl<'a> From<&'a RouteSummary> for SummaryMessage<'a> {
    fn from(it: &'a RouteSummary) -> Self {
        Self {
            distance_meters: it.distance_meters,
            duration_seconds: it.duration_seconds,
            driving_seconds: it.driving_seconds,
            service_seconds: it.service_seconds,
            waiting_seconds: it.waiting_seconds,
            break_seconds: it.break_seconds,
            overtime_seconds: it.overtime_seconds,
            earliness_seconds: it.earliness_seconds,
            lateness_seconds: it.lateness_seconds,
            stop_count: it.stop_count,
            visit_count: it.visit_count,
            load_max: &it.load_max,
            cost: it.cost.into(),
        }
    }
}

#[derive(Serialize)]
struct CostTermsMessage {
    fixed: f64,
    time: f64,
    distance: f64,
    stops: f64,
    waiting: f64,
    overtime: f64,
    soft_limits: f64,
    soft_windows: f64,
    soft_breaks: f64,
    preferred_vehicles: f64,
}

impl From<CostTerms> for CostTermsMessage {
    fn from(it: CostTerms) -> Self {
        Self {
            fixed: it.fixed,
            time: it.time,
            distance: it.distance,
            stops: it.stops,
            waiting: it.waiting,
            overtime: it.overtime,
            soft_limits: it.soft_limits,
            soft_windows: it.soft_windows,
            soft_breaks: it.soft_breaks,
            preferred_vehicles: it.preferred_vehicles,
        }
    }
}

#[derive(Serialize)]
struct ViolationMessage {
    code: &'static str,
    amount: Option<i64>,
    stop: Option<u32>,
    dimension: Option<u32>,
    span: &'static str,
    relation: Option<u32>,
    visits: Option<[u32; 2]>,
}

impl From<&Violation> for ViolationMessage {
    fn from(it: &Violation) -> Self {
        Self {
            code: it.code.name(),
            amount: it.amount,
            stop: it.stop,
            dimension: it.dimension,
            span: span(it.span),
            relation: it.relation.map(|it| it.0),
            visits: it.visits.map(|it| it.map(|visit| visit.0)),
        }
    }
}

#[derive(Serialize)]
struct UnservedMessage {
    visit: u32,
    reasons: Vec<ReasonMessage>,
    remedy: Option<ReasonMessage>,
}

impl From<&Unserved> for UnservedMessage {
    fn from(it: &Unserved) -> Self {
        Self {
            visit: it.visit.0,
            reasons: it.reasons.iter().map(Into::into).collect(),
            remedy: it.remedy.as_ref().map(Into::into),
        }
    }
}

#[derive(Serialize)]
struct ReasonMessage {
    code: &'static str,
    shift: Option<u32>,
    amount: Option<i64>,
    dimension: Option<u32>,
    span: &'static str,
    attribute: Option<u32>,
    stop: Option<u32>,
    at: Option<i64>,
    allowed_at: Option<i64>,
    cost: Option<f64>,
    alone: bool,
}

impl From<&Reason> for ReasonMessage {
    fn from(it: &Reason) -> Self {
        Self {
            code: it.code.name(),
            shift: it.shift.map(|it| it.0),
            amount: it.amount,
            dimension: it.dimension,
            span: span(it.span),
            attribute: it.attribute,
            stop: it.stop.map(|it| it.0),
            at: it.at,
            allowed_at: it.allowed_at,
            cost: it.cost,
            alone: it.alone,
        }
    }
}

fn span(span: Span) -> &'static str {
    match span {
        Span::Shift => "shift",
        Span::Week => "week",
        Span::Period => "period",
    }
}

#[derive(Serialize)]
struct BoundMessage {
    code: &'static str,
    dimension: Option<u32>,
    visits: Vec<u32>,
    shifts: Vec<u32>,
    served_max: u32,
}

impl From<&Bound> for BoundMessage {
    fn from(it: &Bound) -> Self {
        Self {
            code: it.code.name(),
            dimension: it.dimension,
            visits: it.visits.iter().map(|it| it.0).collect(),
            shifts: it.shifts.iter().map(|it| it.0).collect(),
            served_max: it.served_max,
        }
    }
}

#[derive(Serialize)]
struct TelemetryMessage<'a> {
    iterations: u64,
    improvements: &'a [(u64, f64)],
    converged: bool,
}

impl<'a> From<&'a Telemetry> for TelemetryMessage<'a> {
    fn from(it: &'a Telemetry) -> Self {
        Self { iterations: it.iterations, improvements: &it.improvements, converged: it.converged }
    }
}
