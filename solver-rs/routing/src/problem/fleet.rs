//! Vehicles: what they cost, what they may do, what they carry.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{TravelIdx, UNLIMITED, wire};

/// What holds for all shifts of a vehicle.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Vehicle {
    /// Its travel costs.
    pub travel: TravelIdx,
    /// One per dimension; `UNLIMITED` where the request names none.
    #[serde(with = "wire::limits")]
    pub capacity: Vec<i64>,
    /// What it costs.
    pub costs: Costs,
    /// Of each shift.
    pub limits: Limits,
    /// Of each ISO week; shifts count for the week of [`Shift::week`].
    pub limits_per_week: SpanLimits,
    /// Of the whole planning period.
    pub limits_per_period: SpanLimits,
    /// Rests that driving asks for.
    pub driving_rules: Option<DrivingRules>,
    /// Its services of orders take so many thousandths of what their options say.
    pub service_permille: u32,
    /// Limits of each shift that may be exceeded, at a price.
    #[serde(default)]
    pub soft_limits: SoftLimits,
    /// What is done at the start place before a route leaves it.
    #[serde(default)]
    pub loading: Handling,
    /// The same at the end place, when it is back.
    #[serde(default)]
    pub unloading: Handling,
    /// At least between the end of a route and the start of the next; 0: any.
    #[serde(default)]
    pub shift_rest_seconds: i64,
    /// Weeks of work, which are what lies between long rests.
    #[serde(default)]
    pub week: Option<WeekRules>,
    /// On the road in two ISO weeks that follow one another; `UNLIMITED` where nothing is said.
    #[serde(default = "wire::unlimited", with = "wire::limit")]
    pub two_week_driving_seconds: i64,
    /// Its shifts, as positions in [`super::Problem::shifts`].
    #[serde(with = "wire::range")]
    pub shifts: Range<u32>,
}

/// Money, of any one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// Each used shift.
    pub fixed: f64,
    /// Of the route's duration, breaks and waiting included.
    pub per_hour: f64,
    /// Of the distance.
    pub per_kilometer: f64,
    /// Of each stop of an order.
    pub per_stop: f64,
    /// Of waiting, beside `per_hour`.
    pub per_waiting_hour: f64,
    /// Of time after the shift's end, beside `per_hour`.
    pub per_overtime_hour: f64,
    /// Of each night between a route that stays where its last stop is and the next.
    #[serde(default)]
    pub per_night: f64,
}

/// Of one shift; `UNLIMITED` where the request names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// From the route's start to its end.
    #[serde(with = "wire::limit")]
    pub duration_seconds: i64,
    /// On the road.
    #[serde(with = "wire::limit")]
    pub driving_seconds: i64,
    /// On the road.
    #[serde(with = "wire::limit")]
    pub distance_meters: i64,
    /// Stops of orders.
    #[serde(with = "wire::limit")]
    pub stop_count: i64,
    /// All waiting of the route.
    #[serde(with = "wire::limit")]
    pub waiting_seconds: i64,
}

/// Of one shift, `UNLIMITED` where the request names none; and what it costs to go beyond.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SoftLimits {
    /// From the route's start to its end.
    #[serde(with = "wire::limit")]
    pub duration_seconds: i64,
    /// On the road.
    #[serde(with = "wire::limit")]
    pub distance_meters: i64,
    /// Stops of orders.
    #[serde(with = "wire::limit")]
    pub stop_count: i64,
    /// Of what lies beyond `duration_seconds`.
    pub per_hour: f64,
    /// Of what lies beyond `distance_meters`.
    pub per_kilometer: f64,
    /// Of what lies beyond `stop_count`.
    pub per_stop: f64,
}

impl SoftLimits {
    /// Of those who have none.
    pub const NONE: Self = Self {
        duration_seconds: super::UNLIMITED,
        distance_meters: super::UNLIMITED,
        stop_count: super::UNLIMITED,
        per_hour: 0.0,
        per_kilometer: 0.0,
        per_stop: 0.0,
    };
}

/// How long it takes to load or unload.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Handling {
    /// Whatever there is to handle, be it nothing.
    pub seconds: i64,
    /// Of each unit, one per dimension; empty: it takes no longer for a larger load.
    pub nanos_per_unit: Vec<i64>,
}

impl Handling {
    /// Whether it takes no time.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.seconds == 0 && self.nanos_per_unit.iter().all(|it| *it == 0)
    }
}

impl Default for SoftLimits {
    fn default() -> Self {
        Self::NONE
    }
}

/// One that carries and costs nothing, is bound by nothing, and has no shift yet.
impl Default for Vehicle {
    fn default() -> Self {
        Self {
            travel: TravelIdx(0),
            capacity: Vec::new(),
            costs: Costs::default(),
            limits: Limits::default(),
            limits_per_week: SpanLimits::default(),
            limits_per_period: SpanLimits::default(),
            driving_rules: None,
            service_permille: USUAL_PERMILLE,
            soft_limits: SoftLimits::NONE,
            loading: Handling::default(),
            unloading: Handling::default(),
            shift_rest_seconds: 0,
            week: None,
            two_week_driving_seconds: UNLIMITED,
            shifts: 0..0,
        }
    }
}

impl Default for SpanLimits {
    fn default() -> Self {
        Self {
            duration_seconds: UNLIMITED,
            driving_seconds: UNLIMITED,
            distance_meters: UNLIMITED,
            shift_count: UNLIMITED,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            duration_seconds: UNLIMITED,
            driving_seconds: UNLIMITED,
            distance_meters: UNLIMITED,
            stop_count: UNLIMITED,
            waiting_seconds: UNLIMITED,
        }
    }
}

/// Over several shifts of one vehicle; `UNLIMITED` where the request names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SpanLimits {
    /// Sum over routes.
    #[serde(with = "wire::limit")]
    pub duration_seconds: i64,
    /// Sum over routes.
    #[serde(with = "wire::limit")]
    pub driving_seconds: i64,
    /// Sum over routes.
    #[serde(with = "wire::limit")]
    pub distance_meters: i64,
    /// Routes.
    #[serde(with = "wire::limit")]
    pub shift_count: i64,
}

/// Driven time since the last full break stays within a limit. A full break is one rest, or `parts` in their order.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DrivingRules {
    /// Between full breaks.
    pub driving_seconds_max: i64,
    /// Of a rest that is a full break by itself.
    pub break_seconds: i64,
    /// Rests that together are a full break; empty: none are.
    pub part_seconds: Vec<i64>,
    /// Between full breaks, all time, other rests and waiting included; `UNLIMITED` where nothing is said.
    #[serde(default = "wire::unlimited", with = "wire::limit")]
    pub working_seconds_max: i64,
    /// Of days, which are what lies between long rests.
    #[serde(default)]
    pub day: Option<DayRules>,
}

/// What may lie between two rests of a night, or between one and an end of the route; `UNLIMITED` where nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DayRules {
    /// On the road.
    #[serde(with = "wire::limit")]
    pub driving_seconds_max: i64,
    /// All time, breaks and waiting included.
    #[serde(with = "wire::limit")]
    pub span_seconds_max: i64,
    /// The shortest rest that ends a day; a full break as well.
    pub rest_seconds: i64,
}

/// Rests between routes, of which each week of work ends with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WeekRules {
    /// The shortest rest that ends a week.
    pub rest_seconds: i64,
    /// From the start of its first route to the end of its last.
    pub span_seconds_max: i64,
}

impl SpanLimits {
    /// Of those who have none.
    pub const NONE: Self = Self {
        duration_seconds: super::UNLIMITED,
        driving_seconds: super::UNLIMITED,
        distance_meters: super::UNLIMITED,
        shift_count: super::UNLIMITED,
    };

    /// Whether it limits nothing.
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.duration_seconds >= super::UNLIMITED
            && self.driving_seconds >= super::UNLIMITED
            && self.distance_meters >= super::UNLIMITED
            && self.shift_count >= super::UNLIMITED
    }
}

/// `Vehicle::service_permille` of most.
pub const USUAL_PERMILLE: u32 = 1_000;

impl Vehicle {
    /// How long a service takes it, rounded to whole seconds, halves up.
    #[must_use]
    pub const fn service_seconds(&self, usual_seconds: i64) -> i64 {
        if self.service_permille == USUAL_PERMILLE {
            return usual_seconds;
        }
        let usual = USUAL_PERMILLE as i64;
        (usual_seconds * self.service_permille as i64 + usual / 2) / usual
    }

    /// Whether margins alone judge its routes: see `Instance::plain`. What they cannot judge belongs here.
    pub(crate) fn is_plain(&self) -> bool {
        self.driving_rules.is_none()
            && self.costs.per_waiting_hour == 0.0
            && self.costs.per_overtime_hour == 0.0
            && self.soft_limits == SoftLimits::NONE
            && self.shift_rest_seconds == 0
            && self.week.is_none()
            && self.two_week_driving_seconds >= UNLIMITED
            && self.loading.is_nothing()
            && self.unloading.is_nothing()
            && self.limits.waiting_seconds >= UNLIMITED
            && self.limits_per_week.is_unlimited()
            && self.limits_per_period.is_unlimited()
    }

    /// Whether all but its shifts is the same.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.travel == other.travel
            && self.capacity == other.capacity
            && self.costs == other.costs
            && self.limits == other.limits
            && self.limits_per_week == other.limits_per_week
            && self.limits_per_period == other.limits_per_period
            && self.driving_rules == other.driving_rules
            && self.service_permille == other.service_permille
            && self.soft_limits == other.soft_limits
            && self.loading == other.loading
            && self.unloading == other.unloading
            && self.shift_rest_seconds == other.shift_rest_seconds
            && self.week == other.week
            && self.two_week_driving_seconds == other.two_week_driving_seconds
    }
}
