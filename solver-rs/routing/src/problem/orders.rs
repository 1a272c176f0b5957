//! Orders, their visits and stops, and relations between visits.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::wire::{self, WindowShape};
use super::{ClockIdx, OrderIdx, PlaceIdx, TIME_MAX, TIME_MIN, UNLIMITED, VehicleIdx, VisitIdx};

/// A period between two instants, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(from = "WindowShape", into = "WindowShape")]
pub struct Window {
    /// First instant.
    pub start_at: i64,
    /// Last instant; not before `start_at`.
    pub end_at: i64,
}

impl Window {
    /// The window that is always open.
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

/// Work that is requested, once or periodically.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Whether it is left unserved only if nothing else is possible.
    pub mandatory: bool,
    /// From 0 to 100: orders of higher priority are dropped later.
    pub priority: u32,
    /// The cost of leaving out one visit.
    pub unserved_cost: f64,
    /// Its visits.
    #[serde(with = "wire::range")]
    pub visits: Range<u32>,
    /// Attributes that a shift must have.
    pub required_attributes: Vec<u32>,
    /// Lists of attributes; a shift must have one attribute of each list.
    pub any_of_attributes: Vec<Vec<u32>>,
    /// Attributes that a shift must not have.
    pub forbidden_attributes: Vec<u32>,
    /// The vehicles that may serve it; `None`: all.
    pub allowed_vehicles: Option<Vec<VehicleIdx>>,
    /// The vehicles that may not serve it.
    pub forbidden_vehicles: Vec<VehicleIdx>,
    /// Money, positive or negative, for each visit that the vehicle makes.
    pub preferred_vehicles: Vec<(VehicleIdx, f64)>,
    /// From the departure of the first pickup to the arrival at the last dropoff; `UNLIMITED`: no limit.
    #[serde(with = "wire::limit")]
    pub ride_seconds_max: i64,
    /// The order of its pickups and dropoffs relative to those of other orders.
    pub load_order: LoadOrder,
    /// Its row of [`super::Problem::incompatible_load_types`].
    pub load_type: Option<u32>,
    /// Where its stops lie on their routes.
    #[serde(default)]
    pub route_position: RoutePosition,
    /// `None`: one visit, without rules.
    pub rules: Option<VisitRules>,
}

/// A mandatory order without visits yet, for any vehicle at any time.
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
    /// The cost, positive or negative, if this vehicle makes a visit of it.
    pub(crate) fn preference(&self, vehicle: VehicleIdx) -> f64 {
        let named = self.preferred_vehicles.iter().find(|(named, _)| *named == vehicle);
        named.map_or(0.0, |it| it.1)
    }

    /// Whether margins suffice to judge routes that serve it: see `Instance::plain`. Every property that they cannot
    /// judge must be listed here.
    pub(crate) fn is_plain(&self) -> bool {
        self.ride_seconds_max >= UNLIMITED
            && self.load_order == LoadOrder::Any
            && self.load_type.is_none()
            && self.route_position == RoutePosition::Any
            && self.rules.is_none()
    }

    /// Whether there may be shifts that cannot serve it.
    pub(crate) const fn is_restricted(&self) -> bool {
        !self.required_attributes.is_empty()
            || !self.any_of_attributes.is_empty()
            || !self.forbidden_attributes.is_empty()
            || self.allowed_vehicles.is_some()
            || !self.forbidden_vehicles.is_empty()
    }
}

/// The order of unloading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadOrder {
    /// Any order.
    #[default]
    Any,
    /// At each of its dropoffs, nothing that was picked up after it is on board.
    Lifo,
    /// At each of its dropoffs, nothing that was picked up before it is on board.
    Fifo,
}

/// Where the stops of an order lie among those of other orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RoutePosition {
    /// Anywhere on the route.
    #[default]
    Any,
    /// No stop of an order that is not `First` comes before them.
    First,
    /// No stop of an order that is not `Last` comes after them.
    Last,
}

/// The rules that bind the visits of a periodic order.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct VisitRules {
    /// The clock that defines its days and times of day.
    pub clock: ClockIdx,
    /// The fewest calendar days between visits that follow one another in time.
    pub days_between_min: i64,
    /// The most; `UNLIMITED`: no limit.
    #[serde(with = "wire::limit")]
    pub days_between_max: i64,
    /// When visits may start by the weekdays of the order alone: ascending. The windows of options already include them
    /// if the first stop is known, except in mode `check`.
    pub days: Vec<Window>,
    /// The set of weekdays that visits may use, where bit 0 is Monday. All of them if the windows of options already
    /// contain the weekdays.
    #[serde(default = "wire::all_weekdays")]
    pub weekdays: u8,
    /// Such sets: the weekdays used in a week must all be in one of them. Empty: any.
    pub day_patterns: Vec<u8>,
    /// The most different weekdays that all visits together may use; `UNLIMITED`: no limit.
    #[serde(default = "wire::unlimited", with = "wire::limit")]
    pub weekday_count_max: i64,
    /// Whether the same vehicle makes the visits.
    pub same_vehicle: SameVehicle,
    /// Money for each vehicle beyond the first, if one vehicle is preferred.
    #[serde(default)]
    pub other_vehicle_cost: f64,
    /// The most between the earliest and the latest time of day of all visits; `UNLIMITED`: no limit.
    #[serde(with = "wire::limit")]
    pub time_of_day_tolerance_seconds: i64,
    /// Whether some visits may be served while others are not.
    pub partial: bool,
}

/// Whether one vehicle makes all visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SameVehicle {
    /// It must.
    Required,
    /// It should, if this costs no more than `VisitRules::other_vehicle_cost`.
    Preferred,
    /// It need not.
    #[default]
    Free,
}

/// One execution of an order. All its stops are made on one route, or none.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Visit {
    /// Its order.
    pub order: OrderIdx,
    /// Its number within the order, from 1.
    pub number: u32,
    /// When its first service may start; for a periodic order, the week or month that owes it. `Window::ALWAYS`: it has
    /// begun, on whatever day.
    pub span: Window,
    /// Its stops.
    #[serde(with = "wire::range")]
    pub stops: Range<u32>,
    /// What is delivered from the start or a reload does not leave there earlier. `TIME_MIN`: any time.
    #[serde(with = "wire::not_before")]
    pub release_at: i64,
}

/// What a stop does with the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopKind {
    /// Takes it on board for a dropoff of the same visit, or else until the next reload or the end.
    Pickup,
    /// Hands over what a pickup of the same visit took, or else what came from the start or the last reload.
    Dropoff,
    /// Does not change the load.
    Service,
}

/// One stop of a visit.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// Its visit.
    pub visit: VisitIdx,
    /// What it does with the load.
    pub kind: StopKind,
    /// One amount per dimension, not negative.
    pub load: Vec<i64>,
    /// Stops of the same visit that must come earlier, as positions in [`super::Problem::stops`].
    pub after: Vec<super::StopIdx>,
    /// The ways to make it.
    #[serde(with = "wire::range")]
    pub options: Range<u32>,
}

/// One way to make a stop.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct StopOption {
    /// Where it is made.
    pub place: PlaceIdx,
    /// The duration of the service.
    pub service_seconds: i64,
    /// The order's own setup, in addition to that of the place: done by the first stop that works there after an
    /// arrival.
    pub setup_seconds: i64,
    /// When service may start: ascending and disjoint, and never empty for a stop that can be made. Already intersected
    /// with the windows of the place, the visit's span, the allowed weekdays and the release of pickups and services.
    pub windows: Vec<Window>,
    /// Soft windows, ascending by start.
    pub soft_windows: Vec<SoftWindow>,
}

/// A window in which service should start. The nearest one counts; of two equally near windows, the earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SoftWindow {
    /// The window.
    pub window: Window,
    /// The cost of each hour before it.
    pub cost_per_hour_early: f64,
    /// The cost of each hour after it.
    pub cost_per_hour_late: f64,
}

/// A constraint that binds visits of several orders.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Relation {
    /// What it requires.
    pub kind: RelationKind,
    /// The visits in the listed order.
    pub visits: Vec<VisitIdx>,
    /// The vehicles one of which makes all of them. `None`: any.
    pub vehicles: Option<Vec<VehicleIdx>>,
    /// The least time from the end of one to the start of the next (`Simultaneous`: between starts).
    pub gap_seconds_min: i64,
    /// The most time; `UNLIMITED`: no limit.
    #[serde(with = "wire::limit")]
    pub gap_seconds_max: i64,
}

/// What a relation requires of those of its visits that are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RelationKind {
    /// On one route.
    SameRoute,
    /// By one vehicle.
    SameVehicle,
    /// Not two of them by one vehicle.
    DifferentVehicles,
    /// On one route, in the listed order.
    Sequence,
    /// The same, with no other order between them.
    Consecutive,
    /// Each ends before the next one starts.
    Before,
    /// They start within the gap; all are served, or none.
    Simultaneous,
}
