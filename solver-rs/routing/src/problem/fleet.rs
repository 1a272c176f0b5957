//! Vehicles: their costs, limits and capacities.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{TravelIdx, UNLIMITED, wire};

/// The properties of a vehicle that hold for all of its shifts.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Vehicle {
    /// Its travel costs.
    pub travel: TravelIdx,
    /// One per dimension; `UNLIMITED` if the request gives none.
    #[serde(with = "wire::limits")]
    pub capacity: Vec<i64>,
    /// Its costs.
    pub costs: Costs,
    /// Limits per shift.
    pub limits: Limits,
    /// Limits per ISO week; a shift counts in the week of [`Shift::week`].
    pub limits_per_week: SpanLimits,
    /// Limits of the whole planning period.
    pub limits_per_period: SpanLimits,
    /// Rests that driving requires.
    pub driving_rules: Option<DrivingRules>,
    /// Its duration of a service, in thousandths of what the option states.
    pub service_permille: u32,
    /// Limits per shift that may be exceeded at a price.
    #[serde(default)]
    pub soft_limits: SoftLimits,
    /// Work at the start place before a route leaves it.
    #[serde(default)]
    pub loading: Handling,
    /// Work at the end place when the route is back.
    #[serde(default)]
    pub unloading: Handling,
    /// The least time between the end of a route and the start of the next; 0: no limit.
    #[serde(default)]
    pub shift_rest_seconds: i64,
    /// Whether a rest between two routes may be a reduced daily rest of the driving rules.
    #[serde(default)]
    pub reduces_shift_rest: bool,
    /// Rules for weeks of work, which lie between long rests.
    #[serde(default)]
    pub week: Option<WeekRules>,
    /// The most driving in two consecutive ISO weeks; `UNLIMITED` if not stated.
    #[serde(default = "wire::unlimited", with = "wire::limit")]
    pub two_week_driving_seconds: i64,
    /// Its shifts, as positions in [`super::Problem::shifts`].
    #[serde(with = "wire::range")]
    pub shifts: Range<u32>,
}

/// Costs in money, in whichever unit the caller uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// Per used shift.
    pub fixed: f64,
    /// For the duration of the route, including breaks and waiting.
    pub per_hour: f64,
    /// For the distance.
    pub per_kilometer: f64,
    /// Per stop of an order.
    pub per_stop: f64,
    /// For waiting, in addition to `per_hour`.
    pub per_waiting_hour: f64,
    /// For time after the end of the shift, in addition to `per_hour`.
    pub per_overtime_hour: f64,
    /// For each night between a route that stays at its last stop and the next route.
    #[serde(default)]
    pub per_night: f64,
}

/// The limits of one shift; `UNLIMITED` if the request gives none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// From the start of the route to its end.
    #[serde(with = "wire::limit")]
    pub duration_seconds: i64,
    /// Time on the road.
    #[serde(with = "wire::limit")]
    pub driving_seconds: i64,
    /// Driven distance.
    #[serde(with = "wire::limit")]
    pub distance_meters: i64,
    /// Number of stops of orders.
    #[serde(with = "wire::limit")]
    pub stop_count: i64,
    /// Total waiting on the route.
    #[serde(with = "wire::limit")]
    pub waiting_seconds: i64,
}

/// The soft limits of one shift, `UNLIMITED` if the request gives none, and the costs of exceeding them.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SoftLimits {
    /// From the start of the route to its end.
    #[serde(with = "wire::limit")]
    pub duration_seconds: i64,
    /// Driven distance.
    #[serde(with = "wire::limit")]
    pub distance_meters: i64,
    /// Number of stops of orders.
    #[serde(with = "wire::limit")]
    pub stop_count: i64,
    /// For the part above `duration_seconds`.
    pub per_hour: f64,
    /// For the part above `distance_meters`.
    pub per_kilometer: f64,
    /// For the part above `stop_count`.
    pub per_stop: f64,
}

impl SoftLimits {
    /// No soft limits.
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
    /// A fixed time, even if there is nothing to handle.
    pub seconds: i64,
    /// Nanoseconds per unit, one entry per dimension; empty: a larger load takes no longer.
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

/// A vehicle without capacities, costs and limits, and without a shift yet.
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
            reduces_shift_rest: false,
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

/// The limits over several shifts of one vehicle; `UNLIMITED` if the request gives none.
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
    /// Number of routes.
    #[serde(with = "wire::limit")]
    pub shift_count: i64,
}

/// Limits the driving time since the last full break. A full break is one rest, or the parts in their order.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DrivingRules {
    /// The most driving between full breaks.
    pub driving_seconds_max: i64,
    /// The length of a rest that is a full break by itself.
    pub break_seconds: i64,
    /// Lengths of rests that together are a full break; empty: no parts.
    pub part_seconds: Vec<i64>,
    /// The most time between full breaks in all, including other rests and waiting; `UNLIMITED` if not stated.
    #[serde(default = "wire::unlimited", with = "wire::limit")]
    pub working_seconds_max: i64,
    /// Rules for days, which lie between long rests.
    #[serde(default)]
    pub day: Option<DayRules>,
}

/// The limits between two daily rests, or between one and an end of the route; `UNLIMITED` if not stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DayRules {
    /// The most driving.
    #[serde(with = "wire::limit")]
    pub driving_seconds_max: i64,
    /// The most time in all, including breaks and waiting.
    #[serde(with = "wire::limit")]
    pub span_seconds_max: i64,
    /// The shortest rest that ends a day; it is also a full break.
    pub rest_seconds: i64,
    /// Two rests that together stand for that one.
    #[serde(default)]
    pub parts: Option<RestParts>,
    /// Shorter rests that may end a few days.
    #[serde(default)]
    pub reduced: Option<ReducedRests>,
    /// More driving on a few days.
    #[serde(default)]
    pub extended: Option<ExtendedDays>,
}

/// A daily rest in two parts. A day that has the first one ends with the second, and may last longer than usual by as
/// much as the second is shorter. The second is no longer than a reduced rest, and both together are no shorter than a
/// usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RestParts {
    /// The shortest first part, in seconds.
    pub first: i64,
    /// The shortest second part, in seconds.
    pub second: i64,
}

/// Daily rests that are shorter than usual, or that follow a day that is longer than usual: a day and the rest after it
/// may take as long as usual together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ReducedRests {
    /// The shortest one.
    pub rest_seconds: i64,
    /// The most of them between two weekly rests.
    pub count_max: u16,
}

/// Days with more driving than usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ExtendedDays {
    /// The most driving.
    pub driving_seconds_max: i64,
    /// The most of them on the routes of one ISO week.
    pub count_max: u16,
}

impl DayRules {
    /// The shortest rest that ends a day, with or without the first part of a rest before it.
    pub(crate) fn rest_seconds_min(&self, is_parted: bool) -> i64 {
        let parts = self.parts.filter(|_| is_parted);
        let reduced = || self.reduced.map_or(self.rest_seconds, |it| it.rest_seconds);
        parts.map_or_else(reduced, |it| it.second)
    }

    /// The longest day, if the rest after it is a reduced one.
    pub(crate) fn long_span_seconds_max(&self) -> i64 {
        self.span_seconds_max + self.rest_seconds - self.rest_seconds_min(false)
    }

    /// The longest day, if it has the first part of its rest.
    pub(crate) fn parted_span_seconds_max(&self) -> i64 {
        self.span_seconds_max + self.rest_seconds - self.rest_seconds_min(true)
    }

    /// The most driving on any day.
    pub(crate) fn long_driving_seconds_max(&self) -> i64 {
        self.extended.map_or(self.driving_seconds_max, |it| it.driving_seconds_max)
    }
}

/// Rests between routes, one of which ends each week of work.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WeekRules {
    /// The shortest regular rest that ends a week.
    pub rest_seconds: i64,
    /// The most time from the start of its first route to the end of its last.
    pub span_seconds_max: i64,
    /// Whether some rests may be shorter, and how that is made up for.
    #[serde(default)]
    pub reduced: Option<ReducedWeeklyRests>,
}

/// Weekly rests that may be shorter if the vehicle rests as much longer in time. At most one of two successive weekly
/// rests is reduced.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ReducedWeeklyRests {
    /// The shortest reduced rest.
    pub rest_seconds: i64,
    /// The shortest rest that a compensation may be attached to.
    pub compensated_rest_seconds: i64,
    /// By when a reduction is made up for, by the ISO week in which the reduced rest begins; ascending. Rests before
    /// the first week count as rests of the first.
    pub weeks: Vec<CompensationWeek>,
}

/// An ISO week, and the end of the time in which reductions of its rests are made up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CompensationWeek {
    /// When the week begins.
    pub start_at: i64,
    /// When the compensation is over at the latest.
    pub compensated_by_at: i64,
}

impl WeekRules {
    /// The shortest rest that may end a week.
    #[must_use]
    pub fn rest_seconds_min(&self) -> i64 {
        self.reduced.as_ref().map_or(self.rest_seconds, |it| it.rest_seconds)
    }
}

impl SpanLimits {
    /// No limits.
    pub const NONE: Self = Self {
        duration_seconds: super::UNLIMITED,
        driving_seconds: super::UNLIMITED,
        distance_meters: super::UNLIMITED,
        shift_count: super::UNLIMITED,
    };

    /// Whether there is no limit.
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.duration_seconds >= super::UNLIMITED
            && self.driving_seconds >= super::UNLIMITED
            && self.distance_meters >= super::UNLIMITED
            && self.shift_count >= super::UNLIMITED
    }
}

/// The most common `Vehicle::service_permille`.
pub const USUAL_PERMILLE: u32 = 1_000;

impl Vehicle {
    /// How long a service takes this vehicle, rounded to whole seconds, half up.
    #[must_use]
    pub const fn service_seconds(&self, usual_seconds: i64) -> i64 {
        if self.service_permille == USUAL_PERMILLE {
            return usual_seconds;
        }
        let usual = USUAL_PERMILLE as i64;
        (usual_seconds * self.service_permille as i64 + usual / 2) / usual
    }

    /// The rules for its days, if a few days may differ from the others.
    pub(crate) fn exceptional_days(&self) -> Option<&DayRules> {
        let day = self.driving_rules.as_ref()?.day.as_ref()?;
        let is_any = day.reduced.is_some() || day.extended.is_some() || day.parts.is_some();
        is_any.then_some(day)
    }

    /// The shortest rest between two of its routes, after a day with or without the first part of a rest.
    pub(crate) fn shift_rest_seconds_min(&self, is_parted: bool) -> i64 {
        let day = self.exceptional_days().filter(|_| self.reduces_shift_rest);
        day.map_or(self.shift_rest_seconds, |it| it.rest_seconds_min(is_parted))
    }

    /// Whether margins suffice to judge its routes: see `Instance::plain`. Every property that they cannot judge must
    /// be listed here.
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

    /// Whether everything except the shifts is the same.
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
            && self.reduces_shift_rest == other.reduces_shift_rest
            && self.week == other.week
            && self.two_week_driving_seconds == other.two_week_driving_seconds
    }
}
