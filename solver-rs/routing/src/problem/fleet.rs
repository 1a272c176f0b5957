//! Vehicles and their shifts.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{
    ClockIdx, PlaceIdx, TIME_MAX, TIME_MIN, TravelIdx, UNLIMITED, VehicleIdx, Window, wire,
};

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

/// The first vehicle's, from and to nowhere, at any time.
impl Default for Shift {
    fn default() -> Self {
        Self {
            vehicle: VehicleIdx(0),
            start_place: None,
            end_place: None,
            start_at: TIME_MIN,
            end_at: TIME_MAX,
            latest_end_at: TIME_MAX,
            overtime_end_at: TIME_MAX,
            period_end_at: TIME_MAX,
            week: 0,
            day: 0,
            clock: ClockIdx(0),
            attributes: Vec::new(),
            breaks: Vec::new(),
            soft_breaks: Vec::new(),
            reloads: Vec::new(),
            ends_empty: false,
            latest_start_at: TIME_MAX,
            earliest_end_at: TIME_MIN,
            stays: false,
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

/// A time in which a vehicle may make one route.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// Whose it is.
    pub vehicle: VehicleIdx,
    /// None: the route begins with its first stop.
    pub start_place: Option<PlaceIdx>,
    /// None: the route ends with its last stop.
    pub end_place: Option<PlaceIdx>,
    /// No route starts earlier; the period is cut in.
    pub start_at: i64,
    /// What lies after it is overtime.
    pub end_at: i64,
    /// No route ends later: the end with the overtime allowed; the period is cut in.
    pub latest_end_at: i64,
    /// The same where the period is not cut in.
    pub overtime_end_at: i64,
    /// Of the period, where it is stated.
    #[serde(with = "wire::not_after")]
    pub period_end_at: i64,
    /// ISO week of the local date of its start, numbered without gaps or meaning.
    pub week: u32,
    /// Day of its start on its own clock, counted from 1970-01-01.
    pub day: i64,
    /// Its own clock.
    pub clock: ClockIdx,
    /// Ascending; the vehicle's and the shift's own.
    pub attributes: Vec<u32>,
    /// Owed by rule 35 of `docs/rules.md`.
    pub breaks: Vec<Break>,
    /// May be skipped or late, at a price.
    pub soft_breaks: Vec<SoftBreak>,
    /// Where the vehicle may fill up and unload on its way.
    pub reloads: Vec<Reload>,
    /// Nothing may be on board at the end of a route.
    #[serde(default)]
    pub ends_empty: bool,
    /// No route starts later; `TIME_MAX`: whenever it may.
    #[serde(default = "wire::never_too_late", with = "wire::not_after")]
    pub latest_start_at: i64,
    /// Routes that are back earlier wait at the end place; `TIME_MIN`: none has to.
    #[serde(default = "wire::never_too_early", with = "wire::not_before")]
    pub earliest_end_at: i64,
    /// The vehicle stays where its last stop is, and its next route begins there. Then it has no end place.
    #[serde(default)]
    pub stays: bool,
}

/// A hard break.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Break {
    /// How long.
    pub seconds: i64,
    /// When it may begin, its own windows and those of its place: ascending. Empty: never.
    pub windows: Vec<Window>,
    /// From where its own windows first open to where they last close, which tells whether it is owed. None: always.
    pub owed: Option<Window>,
    /// None: where the vehicle is.
    pub place: Option<PlaceIdx>,
}

impl Break {
    /// With these windows, ascending, and none of its place; without any, at any time.
    #[must_use]
    pub fn new(seconds: i64, windows: Vec<Window>, place: Option<PlaceIdx>) -> Self {
        let ends = windows.first().zip(windows.last());
        let owed = ends.map(|(first, last)| Window { end_at: last.end_at, ..*first });
        let windows = if windows.is_empty() { vec![Window::ALWAYS] } else { windows };
        Self { seconds, windows, owed, place }
    }
}

/// A break that may move or be left out.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SoftBreak {
    /// Its length, windows and place; a window's end is not binding.
    pub rest: Break,
    /// Of each hour that it begins after the window that it is least late for.
    pub cost_per_hour_late: f64,
    /// Of leaving it out while it is owed.
    pub skip_cost: f64,
}

/// A place where a vehicle may unload what it collected and load what it delivers next.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Reload {
    /// Where.
    pub place: PlaceIdx,
    /// How long.
    pub seconds: i64,
    /// When it may begin; empty: any time.
    pub windows: Vec<Window>,
    /// Visits on one route; `u32::MAX`: any number.
    #[serde(with = "wire::count")]
    pub count_max: u32,
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

impl Shift {
    /// The same of a shift.
    pub(crate) fn is_plain(&self) -> bool {
        self.breaks.is_empty()
            && self.soft_breaks.is_empty()
            && self.reloads.is_empty()
            && !self.ends_empty
            && !self.stays
            && self.latest_start_at >= TIME_MAX
            && self.earliest_end_at <= TIME_MIN
    }

    /// Whether all but its vehicle is the same.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.start_place == other.start_place
            && self.end_place == other.end_place
            && self.start_at == other.start_at
            && self.end_at == other.end_at
            && self.latest_end_at == other.latest_end_at
            && self.overtime_end_at == other.overtime_end_at
            && self.attributes == other.attributes
            && self.breaks == other.breaks
            && self.soft_breaks == other.soft_breaks
            && self.reloads == other.reloads
            && self.ends_empty == other.ends_empty
            && self.latest_start_at == other.latest_start_at
            && self.earliest_end_at == other.earliest_end_at
            && self.stays == other.stays
    }
}
