//! A problem as a message.

use routing::problem::Problem;
use serde_json::{Value, json};

use crate::{MessageError, read_problem};

/// A problem that has every field.
pub(super) fn example() -> Value {
    json!({
        "period": [100, null],
        "places": [{"clock": 0, "setup_seconds": 60}, {"clock": 0, "setup_seconds": 0, "docks": 2}],
        "clocks": [{"segments": [{"from_at": 0, "offset_seconds": 3600}]}],
        "traffic": {"weekday": [[0, 0], [43200, 1]], "weekend": [[0, 0]]},
        "travel": [{"lane_count": 2}],
        "dimension_count": 2,
        "vehicles": [{
            "travel": 0,
            "capacity": [10, null],
            "costs": {"fixed": 50, "per_hour": 30.1, "per_kilometer": 0.6, "per_stop": 1,
                "per_waiting_hour": 2, "per_overtime_hour": 45, "per_night": 8},
            "limits": {"duration_seconds": 1, "driving_seconds": null, "distance_meters": 0,
                "stop_count": 3, "waiting_seconds": 4},
            "limits_per_week": {"duration_seconds": 5, "driving_seconds": 6,
                "distance_meters": 7, "shift_count": null},
            "limits_per_period": {"duration_seconds": null, "driving_seconds": null,
                "distance_meters": null, "shift_count": 8},
            "driving_rules": {"driving_seconds_max": 16200, "break_seconds": 2700,
                "part_seconds": [900, 1800]},
            "service_permille": 1500,
            "soft_limits": {"duration_seconds": 60, "distance_meters": null, "stop_count": 2,
                "per_hour": 1, "per_kilometer": 2, "per_stop": 3},
            "loading": {"seconds": 5, "nanos_per_unit": [7, 0]},
            "shift_rest_seconds": 11,
            "week": {"rest_seconds": 21, "span_seconds_max": 22, "reduced": {"rest_seconds": 14,
                "compensated_rest_seconds": 13,
                "weeks": [{"start_at": 90, "compensated_by_at": 950}]}},
            "two_week_driving_seconds": 23,
            "shifts": [0, 1],
        }],
        "shifts": [{
            "vehicle": 0, "start_place": 0, "end_place": null, "start_at": 100, "end_at": 900,
            "latest_end_at": 1000, "overtime_end_at": 1100, "period_end_at": null, "week": 3, "day": -1, "clock": 0, "attributes": [1, 4],
            "earliest_end_at": 700, "stays": true,
            "breaks": [{"seconds": 30, "windows": [[200, 300]], "owed": [200, 400],
                "place": null},
                {"seconds": 20, "windows": [[null, null]], "owed": null, "place": null}],
            "soft_breaks": [{"rest": {"seconds": 15, "windows": [], "owed": null, "place": 1},
                "cost_per_hour_late": 20, "skip_cost": 10}],
            "reloads": [
                {"place": 1, "seconds": 9, "windows": [[null, 5]], "count_max": 2},
                {"place": 0, "seconds": 8, "windows": [], "count_max": null},
            ],
        }],
        "orders": [{
            "mandatory": true, "priority": 7, "unserved_cost": 100.5, "visits": [0, 1],
            "required_attributes": [1], "any_of_attributes": [[1, 2], [4]],
            "forbidden_attributes": [3], "allowed_vehicles": [0], "forbidden_vehicles": [],
            "preferred_vehicles": [[0, -5.5]], "ride_seconds_max": 5400, "load_order": "lifo",
            "load_type": 1,
            "rules": {"clock": 0, "days_between_min": 1, "days_between_max": null,
                "days": [[null, 400]], "day_patterns": [9], "same_vehicle": "preferred",
                "time_of_day_tolerance_seconds": 3600, "partial": true},
        }],
        "visits": [{"order": 0, "number": 1, "span": [null, 700], "stops": [0, 2],
            "release_at": null}],
        "stops": [
            {"visit": 0, "kind": "pickup", "load": [1, 2], "after": [], "options": [0, 1]},
            {"visit": 0, "kind": "dropoff", "load": [1, 2], "after": [0], "options": [1, 2]},
        ],
        "options": [
            {"place": 0, "service_seconds": 5, "setup_seconds": 6, "windows": [[1, 2], [3, 4]],
                "soft_windows": [{"window": [1, null], "cost_per_hour_early": 5,
                    "cost_per_hour_late": 20}]},
            {"place": 1, "service_seconds": 0, "setup_seconds": 0, "windows": [[null, null]],
                "soft_windows": []},
        ],
        "relations": [{"kind": "same_route", "visits": [0], "vehicles": [0],
            "gap_seconds_min": 1, "gap_seconds_max": null}],
        "incompatible_load_types": [[1], [0]],
        "plan": [{"shift": 0,
            "stops": [{"stop": 1, "lock": "time", "option": 1, "starts_at": 500, "ends_at": 520}],
            "reloads": [{"position": 1, "reload": 0, "starts_at": null}],
            "begun": 0, "started_at": 400, "resumes_at": null, "is_over": true, "loads_at": 390,
            "pauses": [{"position": 0, "shift_break": 1, "starts_at": 410, "seconds": 45}]}],
        "objective": {"minimize": ["imbalance", "cost"], "ties": ["duration"], "priorities": "weighted", "balance": "load", "change_cost": 2.5, "delay_cost_per_hour": 1.5, "load_scales": [1, 10]},
        "mode": "insert",
        "offered": [0, 1],
    })
}

fn tables() -> Vec<(Vec<i32>, Vec<i32>)> {
    vec![(vec![0, 10, 20, -1], vec![0, 0, 1, 2, 3, 4, 0, 0])]
}

/// The problem of a message, with the tables of the example.
pub(super) fn read(message: &Value) -> Result<Problem, MessageError> {
    read_problem(message.to_string().as_bytes(), tables())
}
