//! Vehicles and shifts: twins of `routing::problem::fleet`, where each field is explained.

use routing::problem::{
    Break, ClockIdx, Costs, DayRules, DrivingRules, Handling, Limits, PlaceIdx, Reload, Shift,
    SoftBreak, SoftLimits, SpanLimits, TIME_MAX, TIME_MIN, TravelIdx, Vehicle, VehicleIdx,
};
use serde::Deserialize;

use crate::convert::{WindowMessage, limit, list, range, windows};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VehicleMessage {
    travel: u32,
    capacity: Vec<Option<i64>>,
    costs: CostsMessage,
    limits: LimitsMessage,
    limits_per_week: SpanLimitsMessage,
    limits_per_period: SpanLimitsMessage,
    driving_rules: Option<DrivingRulesMessage>,
    service_permille: u32,
    shifts: [u32; 2],
    // What few vehicles have is left out of others.
    #[serde(default)]
    soft_limits: Option<SoftLimitsMessage>,
    #[serde(default)]
    loading: Option<HandlingMessage>,
    #[serde(default)]
    unloading: Option<HandlingMessage>,
    #[serde(default)]
    shift_rest_seconds: i64,
}

impl From<VehicleMessage> for Vehicle {
    fn from(it: VehicleMessage) -> Self {
        Self {
            travel: TravelIdx(it.travel),
            capacity: it.capacity.into_iter().map(limit).collect(),
            costs: it.costs.into(),
            limits: it.limits.into(),
            limits_per_week: it.limits_per_week.into(),
            limits_per_period: it.limits_per_period.into(),
            driving_rules: it.driving_rules.map(Into::into),
            service_permille: it.service_permille,
            soft_limits: it.soft_limits.map_or(SoftLimits::NONE, Into::into),
            loading: it.loading.map(Into::into).unwrap_or_default(),
            unloading: it.unloading.map(Into::into).unwrap_or_default(),
            shift_rest_seconds: it.shift_rest_seconds,
            shifts: range(it.shifts),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SoftLimitsMessage {
    duration_seconds: Option<i64>,
    distance_meters: Option<i64>,
    stop_count: Option<i64>,
    per_hour: f64,
    per_kilometer: f64,
    per_stop: f64,
}

impl From<SoftLimitsMessage> for SoftLimits {
    fn from(it: SoftLimitsMessage) -> Self {
        Self {
            duration_seconds: limit(it.duration_seconds),
            distance_meters: limit(it.distance_meters),
            stop_count: limit(it.stop_count),
            per_hour: it.per_hour,
            per_kilometer: it.per_kilometer,
            per_stop: it.per_stop,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandlingMessage {
    seconds: i64,
    nanos_per_unit: Vec<i64>,
}

impl From<HandlingMessage> for Handling {
    fn from(it: HandlingMessage) -> Self {
        Self { seconds: it.seconds, nanos_per_unit: it.nanos_per_unit }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CostsMessage {
    fixed: f64,
    per_hour: f64,
    per_kilometer: f64,
    per_stop: f64,
    per_waiting_hour: f64,
    per_overtime_hour: f64,
}

impl From<CostsMessage> for Costs {
    fn from(it: CostsMessage) -> Self {
        Self {
            fixed: it.fixed,
            per_hour: it.per_hour,
            per_kilometer: it.per_kilometer,
            per_stop: it.per_stop,
            per_waiting_hour: it.per_waiting_hour,
            per_overtime_hour: it.per_overtime_hour,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsMessage {
    duration_seconds: Option<i64>,
    driving_seconds: Option<i64>,
    distance_meters: Option<i64>,
    stop_count: Option<i64>,
    waiting_seconds: Option<i64>,
}

impl From<LimitsMessage> for Limits {
    fn from(it: LimitsMessage) -> Self {
        Self {
            duration_seconds: limit(it.duration_seconds),
            driving_seconds: limit(it.driving_seconds),
            distance_meters: limit(it.distance_meters),
            stop_count: limit(it.stop_count),
            waiting_seconds: limit(it.waiting_seconds),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpanLimitsMessage {
    duration_seconds: Option<i64>,
    driving_seconds: Option<i64>,
    distance_meters: Option<i64>,
    shift_count: Option<i64>,
}

impl From<SpanLimitsMessage> for SpanLimits {
    fn from(it: SpanLimitsMessage) -> Self {
        Self {
            duration_seconds: limit(it.duration_seconds),
            driving_seconds: limit(it.driving_seconds),
            distance_meters: limit(it.distance_meters),
            shift_count: limit(it.shift_count),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrivingRulesMessage {
    driving_seconds_max: i64,
    break_seconds: i64,
    part_seconds: Vec<i64>,
    #[serde(default)]
    working_seconds_max: Option<i64>,
    #[serde(default)]
    day: Option<DayRulesMessage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DayRulesMessage {
    driving_seconds_max: Option<i64>,
    span_seconds_max: Option<i64>,
    rest_seconds: i64,
}

impl From<DayRulesMessage> for DayRules {
    fn from(it: DayRulesMessage) -> Self {
        Self {
            driving_seconds_max: limit(it.driving_seconds_max),
            span_seconds_max: limit(it.span_seconds_max),
            rest_seconds: it.rest_seconds,
        }
    }
}

impl From<DrivingRulesMessage> for DrivingRules {
    fn from(it: DrivingRulesMessage) -> Self {
        Self {
            driving_seconds_max: it.driving_seconds_max,
            break_seconds: it.break_seconds,
            part_seconds: it.part_seconds,
            working_seconds_max: limit(it.working_seconds_max),
            day: it.day.map(Into::into),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShiftMessage {
    vehicle: u32,
    start_place: Option<u32>,
    end_place: Option<u32>,
    start_at: i64,
    end_at: i64,
    latest_end_at: i64,
    overtime_end_at: i64,
    period_end_at: Option<i64>,
    week: u32,
    day: i64,
    clock: u32,
    attributes: Vec<u32>,
    breaks: Vec<BreakMessage>,
    soft_breaks: Vec<SoftBreakMessage>,
    reloads: Vec<ReloadMessage>,
    // What few shifts have is left out of others.
    #[serde(default)]
    ends_empty: bool,
    #[serde(default)]
    latest_start_at: Option<i64>,
    #[serde(default)]
    earliest_end_at: Option<i64>,
}

impl From<ShiftMessage> for Shift {
    fn from(it: ShiftMessage) -> Self {
        Self {
            vehicle: VehicleIdx(it.vehicle),
            start_place: it.start_place.map(PlaceIdx),
            end_place: it.end_place.map(PlaceIdx),
            start_at: it.start_at,
            end_at: it.end_at,
            latest_end_at: it.latest_end_at,
            overtime_end_at: it.overtime_end_at,
            period_end_at: it.period_end_at.unwrap_or(TIME_MAX),
            week: it.week,
            day: it.day,
            clock: ClockIdx(it.clock),
            attributes: it.attributes,
            breaks: list(it.breaks),
            soft_breaks: list(it.soft_breaks),
            reloads: list(it.reloads),
            ends_empty: it.ends_empty,
            latest_start_at: it.latest_start_at.unwrap_or(TIME_MAX),
            earliest_end_at: it.earliest_end_at.unwrap_or(TIME_MIN),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BreakMessage {
    seconds: i64,
    windows: Vec<WindowMessage>,
    owed: Option<WindowMessage>,
    place: Option<u32>,
}

impl From<BreakMessage> for Break {
    fn from(it: BreakMessage) -> Self {
        Self {
            seconds: it.seconds,
            windows: windows(&it.windows),
            owed: it.owed.map(Into::into),
            place: it.place.map(PlaceIdx),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SoftBreakMessage {
    rest: BreakMessage,
    cost_per_hour_late: f64,
    skip_cost: f64,
}

impl From<SoftBreakMessage> for SoftBreak {
    fn from(it: SoftBreakMessage) -> Self {
        Self {
            rest: it.rest.into(),
            cost_per_hour_late: it.cost_per_hour_late,
            skip_cost: it.skip_cost,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReloadMessage {
    place: u32,
    seconds: i64,
    windows: Vec<WindowMessage>,
    count_max: Option<u32>,
}

impl From<ReloadMessage> for Reload {
    fn from(it: ReloadMessage) -> Self {
        Self {
            place: PlaceIdx(it.place),
            seconds: it.seconds,
            windows: windows(&it.windows),
            count_max: it.count_max.unwrap_or(u32::MAX),
        }
    }
}
