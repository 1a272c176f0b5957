//! Orders, their visits and stops, and relations between visits.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::wire::{self, WindowShape};
use super::{ClockIdx, OrderIdx, PlaceIdx, TIME_MAX, TIME_MIN, UNLIMITED, VehicleIdx, VisitIdx};

/// Instants, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(from = "WindowShape", into = "WindowShape")]
pub struct Window {
    /// First instant.
    pub start_at: i64,
    /// Last instant; not before `start_at`.
    pub end_at: i64,
}

impl Window {
    /// Holds at any time.
    pub const ALWAYS: Self = Self { start_at: TIME_MIN, end_at: TIME_MAX };
}

impl From<WindowShape> for Window {
    fn from((start_at, end_at): WindowShape) -> Self {
        Self { start_at: start_at.unwrap_or(TIME_MIN), end_at: end_at.unwrap_or(TIME_MAX) }
    }
}

impl From<Window> for WindowShape {
    fn from(Window { start_at, end_at }: Window) -> Self {
        ((start_at != TIME_MIN).then_some(start_at), (end_at != TIME_MAX).then_some(end_at))
    }
}

impl Default for Window {
    fn default() -> Self {
        Self::ALWAYS
    }
}

/// What is asked for once or periodically.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Unserved only if nothing else is possible.
    pub mandatory: bool,
    /// 0 to 100: what is more important is dropped later.
    pub priority: u32,
    /// What leaving out one visit costs.
    pub unserved_cost: f64,
    /// Its visits.
    #[serde(with = "wire::range")]
    pub visits: Range<u32>,
    /// Attributes that a shift has to have.
    pub required_attributes: Vec<u32>,
    /// Of each list a shift has to have one.
    pub any_of_attributes: Vec<Vec<u32>>,
    /// Attributes that a shift may not have.
    pub forbidden_attributes: Vec<u32>,
    /// None: all.
    pub allowed_vehicles: Option<Vec<VehicleIdx>>,
    /// Never these.
    pub forbidden_vehicles: Vec<VehicleIdx>,
    /// Money, of either sign, for each visit that this vehicle makes.
    pub preferred_vehicles: Vec<(VehicleIdx, f64)>,
    /// From the departure of the first pickup to the arrival at the last dropoff; `UNLIMITED`: no limit.
    #[serde(with = "wire::limit")]
    pub ride_seconds_max: i64,
    /// Of pickups and dropoffs against those of other orders.
    pub load_order: LoadOrder,
    /// Row of [`super::Problem::incompatible_load_types`].
    pub load_type: Option<u32>,
    /// Where its stops lie on their routes.
    #[serde(default)]
    pub route_position: RoutePosition,
    /// None: one visit, without rules.
    pub rules: Option<VisitRules>,
}

/// An order that has to be served and has no visits yet, by whom and whenever.
impl Default for Order {
    fn default() -> Self {
        Self {
            mandatory: true,
            priority: 0,
            unserved_cost: 0.0,
            visits: 0..0,
            required_attributes: Vec::new(),
            any_of_attributes: Vec::new(),
            forbidden_attributes: Vec::new(),
            allowed_vehicles: None,
            forbidden_vehicles: Vec::new(),
            preferred_vehicles: Vec::new(),
            ride_seconds_max: UNLIMITED,
            load_order: LoadOrder::Any,
            load_type: None,
            route_position: RoutePosition::Any,
            rules: None,
        }
    }
}

impl Order {
    /// What it costs, of either sign, that this vehicle makes a visit of it.
    pub(crate) fn preference(&self, vehicle: VehicleIdx) -> f64 {
        let named = self.preferred_vehicles.iter().find(|(named, _)| *named == vehicle);
        named.map_or(0.0, |it| it.1)
    }

    /// Whether margins alone judge routes that serve it: see `Instance::plain`. What they cannot judge belongs here.
    pub(crate) fn is_plain(&self) -> bool {
        self.ride_seconds_max >= UNLIMITED
            && self.load_order == LoadOrder::Any
            && self.load_type.is_none()
            && self.route_position == RoutePosition::Any
            && self.rules.is_none()
    }

    /// Whether some shift might not serve it.
    pub(crate) const fn is_restricted(&self) -> bool {
        !self.required_attributes.is_empty()
            || !self.any_of_attributes.is_empty()
            || !self.forbidden_attributes.is_empty()
            || self.allowed_vehicles.is_some()
            || !self.forbidden_vehicles.is_empty()
    }
}

/// Order of unloading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadOrder {
    /// As it comes.
    #[default]
    Any,
    /// At each of its dropoffs nothing picked up after it is on board.
    Lifo,
    /// At each of its dropoffs nothing picked up before it is on board.
    Fifo,
}

/// Where stops of an order lie among those of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RoutePosition {
    /// Anywhere.
    #[default]
    Any,
    /// No stop of an order that is not `First` comes before them.
    First,
    /// No stop of an order that is not `Last` comes after them.
    Last,
}

/// What binds the visits of a periodic order together.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct VisitRules {
    /// Days and times of day are its.
    pub clock: ClockIdx,
    /// Between visits that follow one another in time, in days of the calendar.
    pub days_between_min: i64,
    /// The same; `UNLIMITED`: no limit.
    #[serde(with = "wire::limit")]
    pub days_between_max: i64,
    /// When visits may start by the weekdays of the order alone: ascending. Options have it in their windows, where it is
    /// known which stop is the first, except in mode `check`.
    pub days: Vec<Window>,
    /// Sets of weekdays, bit 0 is Monday: those used in a week all lie in one of them. Empty: any.
    pub day_patterns: Vec<u8>,
    /// Weekdays that all visits together may fall on; `UNLIMITED`: any number.
    #[serde(default = "wire::unlimited", with = "wire::limit")]
    pub weekday_count_max: i64,
    /// Who comes.
    pub same_vehicle: SameVehicle,
    /// Money, for each vehicle beyond the first, where one is preferred.
    #[serde(default)]
    pub other_vehicle_cost: f64,
    /// Latest minus earliest time of day of all visits; `UNLIMITED`: no limit.
    #[serde(with = "wire::limit")]
    pub time_of_day_tolerance_seconds: i64,
    /// Whether some visits may be served while others are not.
    pub partial: bool,
}

/// Whether one vehicle makes all visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SameVehicle {
    /// It has to.
    Required,
    /// It should, where this costs no more than `VisitRules::other_vehicle_cost`.
    Preferred,
    /// It need not.
    #[default]
    Free,
}

/// One service of an order. All its stops are made on one route, or none.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Visit {
    /// Of which order.
    pub order: OrderIdx,
    /// From 1 within its order.
    pub number: u32,
    /// When its first service may start; the week or month that owes it.
    pub span: Window,
    /// Its stops.
    #[serde(with = "wire::range")]
    pub stops: Range<u32>,
    /// What is delivered from the start or a reload leaves there no earlier. `TIME_MIN`: any time.
    #[serde(with = "wire::not_before")]
    pub release_at: i64,
}

/// What a stop does with the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopKind {
    /// Takes it on board, for a dropoff of the same visit, or else to the next reload or the end.
    Pickup,
    /// Hands over what a pickup of the same visit took, or else what came from the start or the last reload.
    Dropoff,
    /// Nothing is loaded.
    Service,
}

/// One stop of a visit.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// Of which visit.
    pub visit: VisitIdx,
    /// What it does.
    pub kind: StopKind,
    /// One per dimension, not negative.
    pub load: Vec<i64>,
    /// Stops of the same visit that come earlier, as positions in [`super::Problem::stops`].
    pub after: Vec<super::StopIdx>,
    /// Where it can be made.
    #[serde(with = "wire::range")]
    pub options: Range<u32>,
}

/// One way to make a stop.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct StopOption {
    /// Where.
    pub place: PlaceIdx,
    /// Of the service.
    pub service_seconds: i64,
    /// The order's own, beside the place's: paid by the first stop that works there after an arrival.
    pub setup_seconds: i64,
    /// When service may start: ascending and disjoint, never empty for a stop that can be made, with the place's own
    /// windows, the visit's span, allowed weekdays and the release of pickups and services cut in.
    pub windows: Vec<Window>,
    /// Ascending by start.
    pub soft_windows: Vec<SoftWindow>,
}

/// Service should start within; the nearest in time counts, of two equally near the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SoftWindow {
    /// When.
    pub window: Window,
    /// Of each hour before it.
    pub cost_per_hour_early: f64,
    /// Of each hour after it.
    pub cost_per_hour_late: f64,
}

/// What binds visits of several orders.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Relation {
    /// What.
    pub kind: RelationKind,
    /// In the listed order.
    pub visits: Vec<VisitIdx>,
    /// All of them by one of these vehicles. None: by any.
    pub vehicles: Option<Vec<VehicleIdx>>,
    /// From the end of one to the start of the next (`Simultaneous`: between starts).
    pub gap_seconds_min: i64,
    /// The same; `UNLIMITED`: no limit.
    #[serde(with = "wire::limit")]
    pub gap_seconds_max: i64,
}

/// Binds those of its visits that are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RelationKind {
    /// On one route.
    SameRoute,
    /// By one vehicle.
    SameVehicle,
    /// No two by one vehicle.
    DifferentVehicles,
    /// On one route, in the listed order.
    Sequence,
    /// The same, and no other order between.
    Consecutive,
    /// Each ends before the next one starts.
    Before,
    /// They start within the gap; all are served, or none.
    Simultaneous,
}
