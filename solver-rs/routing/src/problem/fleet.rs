//! Vehicles and their shifts.

use std::ops::Range;

use super::{ClockIdx, PlaceIdx, TravelIdx, UNLIMITED, Window};

/// What holds for all shifts of a vehicle.
#[derive(Clone, Debug)]
pub struct Vehicle {
    /// Its travel costs.
    pub travel: TravelIdx,
    /// One a dimension; `UNLIMITED` where the request names none.
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
    pub soft_limits: SoftLimits,
    /// What is done at the start place before a route leaves it.
    pub loading: Handling,
    /// The same at the end place, when it is back.
    pub unloading: Handling,
    /// At least between the end of a route and the start of the next; 0: any.
    pub shift_rest_seconds: i64,
    /// Its shifts, as positions in [`super::Problem::shifts`].
    pub shifts: Range<u32>,
}

/// Money, of any one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
}

/// Of one shift; `UNLIMITED` where the request names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From the route's start to its end.
    pub duration_seconds: i64,
    /// On the road.
    pub driving_seconds: i64,
    /// On the road.
    pub distance_meters: i64,
    /// Stops of orders.
    pub stop_count: i64,
    /// All waiting of the route.
    pub waiting_seconds: i64,
}

/// Of one shift, `UNLIMITED` where the request names none; and what it costs to go beyond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftLimits {
    /// From the route's start to its end.
    pub duration_seconds: i64,
    /// On the road.
    pub distance_meters: i64,
    /// Stops of orders.
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handling {
    /// Whatever there is to handle, be it nothing.
    pub seconds: i64,
    /// Of each unit, one a dimension; empty: it takes no longer for a larger load.
    pub nanos_per_unit: Vec<i64>,
}

impl Handling {
    /// Whether it takes no time.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.seconds == 0 && self.nanos_per_unit.iter().all(|it| *it == 0)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanLimits {
    /// Sum over routes.
    pub duration_seconds: i64,
    /// Sum over routes.
    pub driving_seconds: i64,
    /// Sum over routes.
    pub distance_meters: i64,
    /// Routes.
    pub shift_count: i64,
}

/// Driven time since the last full break stays within a limit. A full break is one rest, or `parts` in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrivingRules {
    /// Between full breaks.
    pub driving_seconds_max: i64,
    /// Of a rest that is a full break by itself.
    pub break_seconds: i64,
    /// Rests that together are a full break; empty: none are.
    pub part_seconds: Vec<i64>,
    /// Between full breaks, all time, other rests and waiting included; `UNLIMITED` where nothing is said.
    pub working_seconds_max: i64,
    /// Of days, which are what lies between long rests.
    pub day: Option<DayRules>,
}

/// What may lie between two rests of a night, or between one and an end of the route; `UNLIMITED` where nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayRules {
    /// On the road.
    pub driving_seconds_max: i64,
    /// All time, breaks and waiting included.
    pub span_seconds_max: i64,
    /// The shortest rest that ends a day; a full break as well.
    pub rest_seconds: i64,
}

/// A time in which a vehicle may make one route.
#[derive(Clone, Debug)]
pub struct Shift {
    /// Whose it is.
    pub vehicle: super::VehicleIdx,
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
    pub period_end_at: i64,
    /// ISO week of the local date of its start, numbered without gaps or meaning.
    pub week: u32,
    /// Day of its start on its own clock, counted from 1970-01-01.
    pub day: i64,
    /// Its own clock.
    pub clock: ClockIdx,
    /// Ascending; the vehicle's and the shift's own.
    pub attributes: Vec<u32>,
    /// Owed as decision 35 of the checker has it.
    pub breaks: Vec<Break>,
    /// May be skipped or late, at a price.
    pub soft_breaks: Vec<SoftBreak>,
    /// Where the vehicle may fill up and unload on its way.
    pub reloads: Vec<Reload>,
    /// Nothing may be on board at the end of a route.
    pub ends_empty: bool,
    /// No route starts later; `TIME_MAX`: whenever it may.
    pub latest_start_at: i64,
    /// Routes that are back earlier wait at the end place; `TIME_MIN`: none has to.
    pub earliest_end_at: i64,
}

/// A hard break.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq)]
pub struct SoftBreak {
    /// Its length, windows and place; a window's end is not binding.
    pub rest: Break,
    /// Of each hour that it begins after the window that it is least late for.
    pub cost_per_hour_late: f64,
    /// Of leaving it out while it is owed.
    pub skip_cost: f64,
}

/// A place where a vehicle may unload what it collected and load what it delivers next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reload {
    /// Where.
    pub place: PlaceIdx,
    /// How long.
    pub seconds: i64,
    /// When it may begin; empty: any time.
    pub windows: Vec<Window>,
    /// Visits on one route; `u32::MAX`: any number.
    pub count_max: u32,
}

impl SpanLimits {
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
    }
}

impl Shift {
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
    }
}
