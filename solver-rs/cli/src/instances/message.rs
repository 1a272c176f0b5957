//! A benchmark's problem as the JSON that a search thread reads, and its answer as it writes it: for measuring the WASM module.
//!
//! Only what benchmarks use: no breaks, relations, soft windows or plans.

use anyhow::{Context, Result};
use routing::evaluate::Step;
use routing::problem::{
    Limits, OptionIdx, Order, Problem, Shift, ShiftIdx, SpanLimits, Stop, StopIdx, StopKind,
    TIME_MAX, TIME_MIN, Term, UNLIMITED, VisitRules, Window,
};
use serde_json::{Value, json};

/// The message that goes with the problem's one travel table.
pub(crate) fn problem_message(problem: &Problem) -> Value {
    let terms = problem.objective.minimize.iter().map(|term| match term {
        Term::Unserved => "unserved",
        Term::Vehicles => "vehicles",
        _ => "cost",
    });
    json!({
        "period": [null, null],
        "places": problem.places.iter().map(|it| json!({"clock": it.clock.0, "setup_seconds": it.setup_seconds})).collect::<Vec<_>>(),
        "clocks": [{"segments": [{"from_at": 0, "offset_seconds": 0}]}],
        "traffic": {"weekday": [[0, 0]], "weekend": [[0, 0]]},
        "travel": [{"lane_count": 1}],
        "dimension_count": problem.dimension_count,
        "vehicles": problem.vehicles.iter().map(|it| json!({
            "travel": 0,
            "capacity": it.capacity.iter().map(|it| limit(*it)).collect::<Vec<_>>(),
            "costs": {
                "fixed": it.costs.fixed, "per_hour": it.costs.per_hour, "per_kilometer": it.costs.per_kilometer,
                "per_stop": 0.0, "per_waiting_hour": 0.0, "per_overtime_hour": 0.0,
            },
            "limits": limits(&it.limits),
            "limits_per_week": span_limits(&it.limits_per_week),
            "limits_per_period": span_limits(&it.limits_per_period),
            "driving_rules": null,
            "service_permille": it.service_permille,
            "shifts": [it.shifts.start, it.shifts.end],
        })).collect::<Vec<_>>(),
        "shifts": problem.shifts.iter().map(shift).collect::<Vec<_>>(),
        "orders": problem.orders.iter().map(order).collect::<Vec<_>>(),
        "visits": problem.visits.iter().map(|it| json!({
            "order": it.order.0, "number": it.number, "span": window(&it.span),
            "stops": [it.stops.start, it.stops.end], "release_at": instant(it.release_at),
        })).collect::<Vec<_>>(),
        "stops": problem.stops.iter().map(stop).collect::<Vec<_>>(),
        "options": problem.options.iter().map(|it| json!({
            "place": it.place.0, "service_seconds": it.service_seconds, "setup_seconds": it.setup_seconds,
            "windows": it.windows.iter().map(window).collect::<Vec<_>>(), "soft_windows": [],
        })).collect::<Vec<_>>(),
        "relations": [],
        "incompatible_load_types": [],
        "plan": [],
        "objective": {"minimize": terms.collect::<Vec<_>>(), "ties": [],
            "priorities": "strict", "balance": "duration",
            "change_cost": problem.objective.change_cost,
            "load_scales": problem.objective.load_scales},
        "mode": "optimize",
        "offered": [0, 0],
    })
}

/// Shifts and their steps of an answer.
///
/// # Errors
/// It is not what a search thread writes.
pub(crate) fn sequences(solution: &Value) -> Result<Vec<(ShiftIdx, Vec<Step>)>> {
    let list = |value: &Value, key: &str| {
        value.get(key).and_then(Value::as_array).cloned().with_context(|| format!("no list {key}"))
    };
    let number = |value: &Value, key: &str| {
        let number = value.get(key).and_then(Value::as_u64).and_then(|it| u32::try_from(it).ok());
        number.with_context(|| format!("no number {key}"))
    };
    let routes = list(solution, "routes")?;
    let read = |route: &Value| {
        let mut steps = Vec::new();
        for stop in list(route, "stops")? {
            let role = stop.get("role").context("a stop without a role")?;
            match role.get("type").and_then(Value::as_str) {
                Some("order") => steps.push(Step::Stop(
                    StopIdx(number(role, "stop")?),
                    OptionIdx(number(role, "option")?),
                )),
                Some("reload") => steps.push(Step::Reload(number(role, "position")?)),
                _ => {}
            }
        }
        Ok((ShiftIdx(number(route, "shift")?), steps))
    };
    routes.iter().map(read).collect()
}

fn limit(value: i64) -> Option<i64> {
    (value < UNLIMITED).then_some(value)
}

fn instant(at: i64) -> Option<i64> {
    (TIME_MIN + 1..TIME_MAX).contains(&at).then_some(at)
}

fn window(it: &Window) -> Value {
    json!([instant(it.start_at), instant(it.end_at)])
}

fn limits(it: &Limits) -> Value {
    json!({
        "duration_seconds": limit(it.duration_seconds), "driving_seconds": limit(it.driving_seconds),
        "distance_meters": limit(it.distance_meters), "stop_count": limit(it.stop_count),
        "waiting_seconds": limit(it.waiting_seconds),
    })
}

fn span_limits(it: &SpanLimits) -> Value {
    json!({
        "duration_seconds": limit(it.duration_seconds), "driving_seconds": limit(it.driving_seconds),
        "distance_meters": limit(it.distance_meters), "shift_count": limit(it.shift_count),
    })
}

fn shift(it: &Shift) -> Value {
    json!({
        "vehicle": it.vehicle.0, "start_place": it.start_place.map(|it| it.0), "end_place": it.end_place.map(|it| it.0),
        "start_at": it.start_at, "end_at": it.end_at, "latest_end_at": it.latest_end_at,
        "overtime_end_at": it.overtime_end_at, "period_end_at": null, "week": it.week, "day": it.day,
        "clock": it.clock.0, "attributes": it.attributes, "breaks": [], "soft_breaks": [],
        "reloads": it.reloads.iter().map(|it| json!({
            "place": it.place.0, "seconds": it.seconds, "windows": [], "count_max": null,
        })).collect::<Vec<_>>(),
    })
}

fn order(it: &Order) -> Value {
    json!({
        "mandatory": it.mandatory, "priority": it.priority, "unserved_cost": it.unserved_cost,
        "visits": [it.visits.start, it.visits.end], "required_attributes": [], "any_of_attributes": [],
        "forbidden_attributes": it.forbidden_attributes, "allowed_vehicles": null, "forbidden_vehicles": [],
        "preferred_vehicles": [], "ride_seconds_max": null, "load_order": "any", "load_type": null,
        "rules": it.rules.as_ref().map(rules),
    })
}

fn rules(it: &VisitRules) -> Value {
    json!({
        "clock": it.clock.0, "days_between_min": it.days_between_min, "days_between_max": limit(it.days_between_max),
        "days": it.days.iter().map(window).collect::<Vec<_>>(), "day_patterns": it.day_patterns, "same_vehicle": "free", "time_of_day_tolerance_seconds": null,
        "partial": it.partial,
    })
}

fn stop(it: &Stop) -> Value {
    let kind = match it.kind {
        StopKind::Pickup => "pickup",
        StopKind::Dropoff => "dropoff",
        StopKind::Service => "service",
    };
    json!({
        "visit": it.visit.0, "kind": kind, "load": it.load, "after": it.after.iter().map(|it| it.0).collect::<Vec<_>>(),
        "options": [it.options.start, it.options.end],
    })
}
