//! Orders, visits, stops and relations: twins of `routing::problem::orders`, where each field is explained.

use routing::problem::{
    ClockIdx, LoadOrder, Order, OrderIdx, PlaceIdx, Relation, RelationKind, RoutePosition,
    SameVehicle, SoftWindow, Stop, StopIdx, StopKind, StopOption, TIME_MIN, VehicleIdx, Visit,
    VisitIdx, VisitRules,
};
use serde::Deserialize;

use crate::convert::{WindowMessage, limit, range, windows};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrderMessage {
    mandatory: bool,
    priority: u32,
    unserved_cost: f64,
    visits: [u32; 2],
    required_attributes: Vec<u32>,
    any_of_attributes: Vec<Vec<u32>>,
    forbidden_attributes: Vec<u32>,
    allowed_vehicles: Option<Vec<u32>>,
    forbidden_vehicles: Vec<u32>,
    preferred_vehicles: Vec<(u32, f64)>,
    ride_seconds_max: Option<i64>,
    load_order: LoadOrderMessage,
    load_type: Option<u32>,
    // What few orders have is left out of others.
    #[serde(default)]
    route_position: RoutePositionMessage,
    rules: Option<VisitRulesMessage>,
}

impl From<OrderMessage> for Order {
    fn from(it: OrderMessage) -> Self {
        let preferred = it.preferred_vehicles.into_iter();
        Self {
            mandatory: it.mandatory,
            priority: it.priority,
            unserved_cost: it.unserved_cost,
            visits: range(it.visits),
            required_attributes: it.required_attributes,
            any_of_attributes: it.any_of_attributes,
            forbidden_attributes: it.forbidden_attributes,
            allowed_vehicles: it.allowed_vehicles.map(vehicles),
            forbidden_vehicles: vehicles(it.forbidden_vehicles),
            preferred_vehicles: preferred.map(|(idx, cost)| (VehicleIdx(idx), cost)).collect(),
            ride_seconds_max: limit(it.ride_seconds_max),
            load_order: it.load_order.into(),
            load_type: it.load_type,
            route_position: it.route_position.into(),
            rules: it.rules.map(Into::into),
        }
    }
}

fn vehicles(indexes: Vec<u32>) -> Vec<VehicleIdx> {
    indexes.into_iter().map(VehicleIdx).collect()
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum LoadOrderMessage {
    Any,
    Lifo,
    Fifo,
}

impl From<LoadOrderMessage> for LoadOrder {
    fn from(it: LoadOrderMessage) -> Self {
        match it {
            LoadOrderMessage::Any => Self::Any,
            LoadOrderMessage::Lifo => Self::Lifo,
            LoadOrderMessage::Fifo => Self::Fifo,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RoutePositionMessage {
    #[default]
    Any,
    First,
    Last,
}

impl From<RoutePositionMessage> for RoutePosition {
    fn from(it: RoutePositionMessage) -> Self {
        match it {
            RoutePositionMessage::Any => Self::Any,
            RoutePositionMessage::First => Self::First,
            RoutePositionMessage::Last => Self::Last,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VisitRulesMessage {
    clock: u32,
    days_between_min: i64,
    days_between_max: Option<i64>,
    days: Vec<WindowMessage>,
    day_patterns: Vec<u8>,
    #[serde(default)]
    weekday_count_max: Option<i64>,
    same_vehicle: SameVehicleMessage,
    #[serde(default)]
    other_vehicle_cost: f64,
    time_of_day_tolerance_seconds: Option<i64>,
    partial: bool,
}

impl From<VisitRulesMessage> for VisitRules {
    fn from(it: VisitRulesMessage) -> Self {
        Self {
            clock: ClockIdx(it.clock),
            days_between_min: it.days_between_min,
            days_between_max: limit(it.days_between_max),
            days: windows(&it.days),
            day_patterns: it.day_patterns,
            weekday_count_max: limit(it.weekday_count_max),
            same_vehicle: it.same_vehicle.into(),
            other_vehicle_cost: it.other_vehicle_cost,
            time_of_day_tolerance_seconds: limit(it.time_of_day_tolerance_seconds),
            partial: it.partial,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum SameVehicleMessage {
    Required,
    Preferred,
    Free,
}

impl From<SameVehicleMessage> for SameVehicle {
    fn from(it: SameVehicleMessage) -> Self {
        match it {
            SameVehicleMessage::Required => Self::Required,
            SameVehicleMessage::Preferred => Self::Preferred,
            SameVehicleMessage::Free => Self::Free,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VisitMessage {
    order: u32,
    number: u32,
    span: WindowMessage,
    stops: [u32; 2],
    release_at: Option<i64>,
}

impl From<VisitMessage> for Visit {
    fn from(it: VisitMessage) -> Self {
        Self {
            order: OrderIdx(it.order),
            number: it.number,
            span: it.span.into(),
            stops: range(it.stops),
            release_at: it.release_at.unwrap_or(TIME_MIN),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StopMessage {
    visit: u32,
    kind: StopKindMessage,
    load: Vec<i64>,
    after: Vec<u32>,
    options: [u32; 2],
}

impl From<StopMessage> for Stop {
    fn from(it: StopMessage) -> Self {
        Self {
            visit: VisitIdx(it.visit),
            kind: it.kind.into(),
            load: it.load,
            after: it.after.into_iter().map(StopIdx).collect(),
            options: range(it.options),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum StopKindMessage {
    Pickup,
    Dropoff,
    Service,
}

impl From<StopKindMessage> for StopKind {
    fn from(it: StopKindMessage) -> Self {
        match it {
            StopKindMessage::Pickup => Self::Pickup,
            StopKindMessage::Dropoff => Self::Dropoff,
            StopKindMessage::Service => Self::Service,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionMessage {
    place: u32,
    service_seconds: i64,
    setup_seconds: i64,
    windows: Vec<WindowMessage>,
    soft_windows: Vec<SoftWindowMessage>,
}

impl From<OptionMessage> for StopOption {
    fn from(it: OptionMessage) -> Self {
        Self {
            place: PlaceIdx(it.place),
            service_seconds: it.service_seconds,
            setup_seconds: it.setup_seconds,
            windows: windows(&it.windows),
            soft_windows: it.soft_windows.into_iter().map(Into::into).collect(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SoftWindowMessage {
    window: WindowMessage,
    cost_per_hour_early: f64,
    cost_per_hour_late: f64,
}

impl From<SoftWindowMessage> for SoftWindow {
    fn from(it: SoftWindowMessage) -> Self {
        Self {
            window: it.window.into(),
            cost_per_hour_early: it.cost_per_hour_early,
            cost_per_hour_late: it.cost_per_hour_late,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RelationMessage {
    kind: RelationKindMessage,
    visits: Vec<u32>,
    vehicles: Option<Vec<u32>>,
    gap_seconds_min: i64,
    gap_seconds_max: Option<i64>,
}

impl From<RelationMessage> for Relation {
    fn from(it: RelationMessage) -> Self {
        Self {
            kind: it.kind.into(),
            visits: it.visits.into_iter().map(VisitIdx).collect(),
            vehicles: it.vehicles.map(vehicles),
            gap_seconds_min: it.gap_seconds_min,
            gap_seconds_max: limit(it.gap_seconds_max),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum RelationKindMessage {
    SameRoute,
    SameVehicle,
    DifferentVehicles,
    Sequence,
    Consecutive,
    Before,
    Simultaneous,
}

impl From<RelationKindMessage> for RelationKind {
    fn from(it: RelationKindMessage) -> Self {
        match it {
            RelationKindMessage::SameRoute => Self::SameRoute,
            RelationKindMessage::SameVehicle => Self::SameVehicle,
            RelationKindMessage::DifferentVehicles => Self::DifferentVehicles,
            RelationKindMessage::Sequence => Self::Sequence,
            RelationKindMessage::Consecutive => Self::Consecutive,
            RelationKindMessage::Before => Self::Before,
            RelationKindMessage::Simultaneous => Self::Simultaneous,
        }
    }
}
