//! Every field of an answer once, by its name in `server/routing/problem.ts`.

use routing::problem::{OptionIdx, PlaceIdx, RelationIdx, ShiftIdx, StopIdx, VisitIdx};
use routing::solution::{
    Bound, Code, CostTerms, Reason, Route, RouteSummary, Solution, Span, StopRole, Telemetry,
    TimedStop, Unserved, Violation,
};
use serde_json::{Value, json};

use crate::write_solution;

fn stop(role: StopRole, place: Option<PlaceIdx>) -> TimedStop {
    TimedStop {
        role,
        place,
        leg_share: 0.25,
        arrival_at: 1,
        waiting_seconds: 2,
        setup_seconds: 3,
        service_seconds: 4,
        departure_at: 10,
        travel_seconds: 5,
        travel_meters: 6,
        load_after: vec![7],
        earliness_seconds: 10,
        lateness_seconds: 8,
        slack_seconds: 9,
    }
}

#[test]
fn an_answer_has_the_words_of_the_contract() {
    let summary = RouteSummary {
        distance_meters: 1,
        duration_seconds: 2,
        driving_seconds: 3,
        service_seconds: 4,
        waiting_seconds: 5,
        break_seconds: 6,
        overtime_seconds: 7,
        earliness_seconds: 12,
        lateness_seconds: 8,
        stop_count: 9,
        visit_count: 10,
        load_max: vec![11],
        cost: CostTerms { fixed: 1.5, preferred_vehicles: -2.25, ..CostTerms::default() },
    };
    let violation = Violation {
        span: Span::Week,
        relation: Some(RelationIdx(1)),
        visits: Some([VisitIdx(2), VisitIdx(3)]),
        ..Violation::new(Code::Break, Some(60), Some(2))
    };
    let reason = Reason {
        shift: Some(ShiftIdx(3)),
        attribute: Some(4),
        stop: Some(StopIdx(5)),
        at: Some(6),
        allowed_at: Some(7),
        cost: Some(8.5),
        alone: true,
        ..Reason::of(Code::NotFoundInTime)
    };
    let bound = Bound {
        code: Code::Stops,
        dimension: None,
        visits: vec![VisitIdx(1), VisitIdx(2)],
        shifts: vec![ShiftIdx(0)],
        served_max: 1,
    };
    let solution = Solution {
        offers: Vec::new(),
        routes: vec![Route {
            shift: ShiftIdx(2),
            stops: vec![
                stop(StopRole::Start, Some(PlaceIdx(0))),
                stop(StopRole::Order { stop: StopIdx(4), option: OptionIdx(5) }, Some(PlaceIdx(1))),
                stop(StopRole::SoftBreak { position: 6 }, None),
            ],
            skipped_soft_breaks: vec![13],
            summary,
            violations: vec![violation],
        }],
        unserved: vec![Unserved {
            visit: VisitIdx(9),
            reasons: vec![reason],
            remedy: Some(Reason::of(Code::Capacity)),
        }],
        bounds: vec![bound],
        search: Telemetry { iterations: 12, improvements: vec![(3, 4.5)], converged: true },
    };
    let timed = |role: Value, place: Value| {
        json!({"role": role, "place": place, "leg_share": 0.25, "arrival_at": 1,
            "waiting_seconds": 2, "setup_seconds": 3, "service_seconds": 4, "departure_at": 10,
            "travel_seconds": 5, "travel_meters": 6, "load_after": [7],
            "earliness_seconds": 10, "lateness_seconds": 8, "slack_seconds": 9})
    };
    let expected = json!({
        "routes": [{
            "shift": 2,
            "stops": [
                timed(json!({"type": "start"}), json!(0)),
                timed(json!({"type": "order", "stop": 4, "option": 5}), json!(1)),
                timed(json!({"type": "soft_break", "position": 6}), Value::Null),
            ],
            "skipped_soft_breaks": [13],
            "summary": {"distance_meters": 1, "duration_seconds": 2, "driving_seconds": 3,
                "service_seconds": 4, "waiting_seconds": 5, "break_seconds": 6,
                "overtime_seconds": 7, "earliness_seconds": 12, "lateness_seconds": 8,
                "stop_count": 9, "visit_count": 10, "load_max": [11],
                "cost": {"fixed": 1.5, "time": 0.0, "distance": 0.0, "stops": 0.0, "waiting": 0.0,
                    "overtime": 0.0, "soft_limits": 0.0, "soft_windows": 0.0, "soft_breaks": 0.0,
                    "preferred_vehicles": -2.25}},
            "violations": [{"code": "break", "amount": 60, "stop": 2, "dimension": null,
                "span": "week", "relation": 1, "visits": [2, 3]}],
        }],
        "unserved": [{"visit": 9,
            "reasons": [{"code": "not_found_in_time", "shift": 3, "amount": null,
                "dimension": null, "span": "shift", "attribute": 4, "stop": 5, "at": 6,
                "allowed_at": 7, "cost": 8.5, "alone": true}],
            "remedy": {"code": "capacity", "shift": null, "amount": null, "dimension": null,
                "span": "shift", "attribute": null, "stop": null, "at": null,
                "allowed_at": null, "cost": null, "alone": false}}],
        "bounds": [{"code": "stops", "dimension": null, "visits": [1, 2], "shifts": [0],
            "served_max": 1}],
        "search": {"iterations": 12, "improvements": [[3, 4.5]], "converged": true},
    });
    let written: Value = serde_json::from_slice(&write_solution(&solution)).unwrap();
    assert_eq!(written, expected);
}
