//! Every field once, by its name in `server/routing/problem.ts`.

use routing::problem::{
    LoadOrder, Lock, Measure, Mode, PlaceIdx, Priorities, Problem, ProblemError, RelationKind,
    SameVehicle, StopIdx, StopKind, TIME_MAX, TIME_MIN, Term, UNLIMITED, VehicleIdx, VisitIdx,
    Window,
};
use routing::problem::{OptionIdx, RelationIdx, ShiftIdx};
use routing::solution::{
    Bound, Code, CostTerms, Reason, Route, RouteSummary, Solution, Span, StopRole, Telemetry,
    TimedStop, Unserved, Violation,
};
use serde_json::{Value, json};

use crate::{MessageError, TableNumbers, read_problem, write_problem, write_solution};

fn example() -> Value {
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
            "week": {"rest_seconds": 21, "span_seconds_max": 22}, "two_week_driving_seconds": 23,
            "shifts": [0, 1],
        }],
        "shifts": [{
            "vehicle": 0, "start_place": 0, "end_place": null, "start_at": 100, "end_at": 900,
            "latest_end_at": 1000, "overtime_end_at": 1100, "period_end_at": null, "week": 3, "day": -1, "clock": 0, "attributes": [1, 4],
            "earliest_end_at": 700, "stays": true,
            "breaks": [{"seconds": 30, "windows": [[200, 300]], "owed": [200, 400],
                "place": null}],
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
            "pauses": [{"position": 0, "place": 1, "starts_at": 410, "seconds": 45}]}],
        "objective": {"minimize": ["imbalance", "cost"], "ties": ["duration"], "priorities": "weighted", "balance": "load", "change_cost": 2.5, "delay_cost_per_hour": 1.5, "load_scales": [1, 10]},
        "mode": "insert",
        "offered": [0, 1],
    })
}

fn tables() -> Vec<(Vec<i32>, Vec<i32>)> {
    vec![(vec![0, 10, 20, -1], vec![0, 0, 1, 2, 3, 4, 0, 0])]
}

fn read(message: &Value) -> Result<Problem, MessageError> {
    read_problem(message.to_string().as_bytes(), tables())
}

#[test]
fn a_problem_keeps_places_clocks_and_travel() {
    let it = read(&example()).unwrap();
    assert_eq!(it.period, Window { start_at: 100, end_at: TIME_MAX });
    assert_eq!(it.places[0].setup_seconds, 60);
    assert_eq!([it.places[0].docks, it.places[1].docks], [None, Some(2)]);
    assert_eq!(it.clocks[0].segments[0].offset_seconds, 3600);
    assert_eq!(it.traffic.weekday, [(0, 0), (43200, 1)]);
    assert_eq!(it.travel[0].lane_count, 2);
    assert_eq!(it.travel[0].distance_meters, [0, 10, 20, -1]);
    assert_eq!(it.travel[0].travel_seconds, [0, 0, 1, 2, 3, 4, 0, 0]);
    assert_eq!(it.dimension_count, 2);
}

#[test]
fn a_problem_keeps_vehicles_and_shifts() {
    let it = read(&example()).unwrap();
    let vehicle = &it.vehicles[0];
    assert_eq!(vehicle.capacity, [10, UNLIMITED]);
    let costs = vehicle.costs;
    let money = [costs.fixed, costs.per_hour, costs.per_kilometer, costs.per_stop];
    assert_eq!(money, [50.0, 30.1, 0.6, 1.0]);
    assert_eq!([costs.per_waiting_hour, costs.per_overtime_hour], [2.0, 45.0]);
    assert_eq!((costs.per_night.to_bits(), it.shifts[0].stays), (8.0_f64.to_bits(), true));
    let limits = vehicle.limits;
    assert_eq!([limits.duration_seconds, limits.driving_seconds], [1, UNLIMITED]);
    let rest = [limits.distance_meters, limits.stop_count, limits.waiting_seconds];
    assert_eq!(rest, [0, 3, 4]);
    let week = vehicle.limits_per_week;
    let rest = [week.duration_seconds, week.driving_seconds, week.distance_meters];
    assert_eq!((rest, week.shift_count), ([5, 6, 7], UNLIMITED));
    assert_eq!(vehicle.limits_per_period.shift_count, 8);
    let rules = vehicle.driving_rules.as_ref().unwrap();
    assert_eq!((rules.driving_seconds_max, rules.break_seconds), (16200, 2700));
    assert_eq!(rules.part_seconds, [900, 1800]);
    assert_eq!(vehicle.shifts, 0..1);

    let shift = &it.shifts[0];
    assert_eq!((shift.start_place, shift.end_place), (Some(PlaceIdx(0)), None));
    assert_eq!([shift.start_at, shift.end_at, shift.latest_end_at], [100, 900, 1000]);
    assert_eq!((shift.overtime_end_at, shift.week, shift.day), (1100, 3, -1));
    assert_eq!(shift.attributes, [1, 4]);
    assert_eq!(shift.breaks[0].windows, [Window { start_at: 200, end_at: 300 }]);
    assert_eq!(shift.breaks[0].owed, Some(Window { start_at: 200, end_at: 400 }));
    assert_eq!((shift.breaks[0].seconds, shift.breaks[0].place), (30, None));
    let soft = &shift.soft_breaks[0];
    assert_eq!((soft.rest.seconds, soft.rest.place), (15, Some(PlaceIdx(1))));
    assert_eq!([soft.cost_per_hour_late, soft.skip_cost], [20.0, 10.0]);
    assert_eq!(shift.reloads[0].windows, [Window { start_at: TIME_MIN, end_at: 5 }]);
    assert_eq!((shift.reloads[0].place, shift.reloads[0].seconds), (PlaceIdx(1), 9));
    assert_eq!([shift.reloads[0].count_max, shift.reloads[1].count_max], [2, u32::MAX]);
}

#[test]
fn a_problem_keeps_orders_visits_and_stops() {
    let it = read(&example()).unwrap();
    let order = &it.orders[0];
    assert_eq!((order.mandatory, order.priority, order.unserved_cost), (true, 7, 100.5));
    assert_eq!(order.visits, 0..1);
    assert_eq!(order.required_attributes, [1]);
    assert_eq!(order.any_of_attributes, [vec![1, 2], vec![4]]);
    assert_eq!(order.forbidden_attributes, [3]);
    assert_eq!(order.allowed_vehicles, Some(vec![VehicleIdx(0)]));
    assert_eq!(order.preferred_vehicles, [(VehicleIdx(0), -5.5)]);
    assert_eq!((order.ride_seconds_max, order.load_type), (5400, Some(1)));
    assert_eq!(order.load_order, LoadOrder::Lifo);
    let rules = order.rules.as_ref().unwrap();
    assert_eq!([rules.days_between_min, rules.days_between_max], [1, UNLIMITED]);
    assert_eq!((rules.same_vehicle, rules.partial), (SameVehicle::Preferred, true));
    assert_eq!(rules.days, [Window { start_at: TIME_MIN, end_at: 400 }]);
    assert_eq!((rules.time_of_day_tolerance_seconds, &rules.day_patterns[..]), (3600, &[9][..]));
    let visit = &it.visits[0];
    assert_eq!((visit.number, visit.release_at, visit.stops.clone()), (1, TIME_MIN, 0..2));
    assert_eq!(visit.span, Window { start_at: TIME_MIN, end_at: 700 });
    let stop = &it.stops[1];
    assert_eq!((stop.kind, &stop.load[..], &stop.after[..]), {
        (StopKind::Dropoff, &[1, 2][..], &[StopIdx(0)][..])
    });
    assert_eq!(it.options[0].windows[1], Window { start_at: 3, end_at: 4 });
    assert_eq!((it.options[0].service_seconds, it.options[0].setup_seconds), (5, 6));
    let soft = it.options[0].soft_windows[0];
    assert_eq!((soft.cost_per_hour_early, soft.cost_per_hour_late), (5.0, 20.0));
    assert_eq!(it.options[1].windows, [Window::ALWAYS]);
}

#[test]
fn a_problem_keeps_relations_plan_and_objective() {
    let it = read(&example()).unwrap();
    let relation = &it.relations[0];
    assert_eq!(
        (relation.kind, &relation.visits[..]),
        (RelationKind::SameRoute, &[VisitIdx(0)][..])
    );
    assert_eq!(relation.vehicles, Some(vec![VehicleIdx(0)]));
    assert_eq!([relation.gap_seconds_min, relation.gap_seconds_max], [1, UNLIMITED]);
    assert_eq!(it.incompatible_load_types, [[1], [0]]);
    assert_eq!((it.plan[0].shift, it.plan[0].stops[0].stop), (ShiftIdx(0), StopIdx(1)));
    let [planned] = it.plan[0].stops[..] else { panic!("one stop") };
    assert_eq!((planned.lock, planned.option), (Lock::Time, Some(OptionIdx(1))));
    assert_eq!(planned.starts_at, Some(500));
    assert_eq!((it.plan[0].reloads[0].position, it.plan[0].reloads[0].starts_at), (1, None));
    assert_eq!(it.objective.minimize, [Term::Imbalance, Term::Cost]);
    assert_eq!(it.objective.ties, [Term::Duration]);
    assert_eq!(it.objective.load_scales, [1.0, 10.0]);
    assert_eq!(it.objective.change_cost.to_bits(), 2.5_f64.to_bits());
    assert_eq!(it.objective.delay_cost_per_hour.to_bits(), 1.5_f64.to_bits());
    let vehicle = &it.vehicles[0];
    assert_eq!((vehicle.service_permille, vehicle.shift_rest_seconds), (1_500, 11));
    let week = vehicle.week.unwrap();
    assert_eq!((week.rest_seconds, week.span_seconds_max), (21, 22));
    assert_eq!(vehicle.two_week_driving_seconds, 23);
    assert_eq!(vehicle.soft_limits.distance_meters, UNLIMITED);
    assert_eq!((vehicle.loading.seconds, &vehicle.loading.nanos_per_unit[..]), (5, &[7, 0][..]));
    assert!(vehicle.unloading.is_nothing());
    assert_eq!(it.objective.priorities, Priorities::Weighted);
    assert_eq!((it.objective.balance, it.mode), (Measure::Load, Mode::Insert));
}

/// Whether `written` contains all that `given` contains; it may also contain defaults.
fn says(written: &Value, given: &Value) -> bool {
    match (written, given) {
        (Value::Object(written), Value::Object(given)) => {
            given.iter().all(|(key, value)| written.get(key).is_some_and(|it| says(it, value)))
        }
        (Value::Array(written), Value::Array(given)) => {
            written.len() == given.len()
                && written.iter().zip(given).all(|(written, given)| says(written, given))
        }
        // `100` and `100.0` are the same number.
        (Value::Number(_), Value::Number(_)) => written.as_f64() == given.as_f64(),
        _ => written == given,
    }
}

#[test]
fn a_problem_is_written_as_it_was_read() {
    let written = |it: &Value| -> Value {
        let problem: Problem = serde_json::from_value(it.clone()).unwrap();
        serde_json::from_slice(&write_problem(&problem)).unwrap()
    };
    let first = written(&example());
    assert!(says(&first, &example()), "{first}");
    assert_eq!(written(&first), first);
}

#[test]
fn what_is_not_a_problem_is_refused_with_a_sentence() {
    let refusal = |message: &Value| read(message).unwrap_err().to_string();
    let mut unknown = example();
    unknown["shifts"][0]["color"] = json!("red");
    assert!(refusal(&unknown).contains("unknown field `color`"), "{}", refusal(&unknown));
    let mut missing = example();
    missing["orders"][0].as_object_mut().unwrap().remove("priority");
    assert!(refusal(&missing).contains("missing field `priority`"), "{}", refusal(&missing));
    let mut fraction = example();
    fraction["shifts"][0]["start_at"] = json!(0.5);
    assert!(refusal(&fraction).contains("floating point"), "{}", refusal(&fraction));
    let mut dangling = example();
    dangling["options"][0]["place"] = json!(2);
    assert!(matches!(
        read(&dangling),
        Err(MessageError::Problem(ProblemError::Dangling { what: "option", position: 0 }))
    ));
    let without_tables = read_problem(example().to_string().as_bytes(), Vec::<TableNumbers>::new());
    assert!(matches!(without_tables, Err(MessageError::TableCount { expected: 1, actual: 0 })));
}

#[test]
fn a_table_of_some_pairs_says_which_and_ends_with_no_road() {
    // From place 0 to both places, from place 1 only to itself; the last pair stands for all others.
    let read = |rows: [u32; 9], last_meters| {
        let table = TableNumbers {
            distance_meters: vec![0, 10, 0, last_meters],
            travel_seconds: vec![0, 0, 1, 2, 0, 0, -1, -1],
            rows: Some(rows.to_vec()),
        };
        read_problem(example().to_string().as_bytes(), vec![table])
    };
    let rows = [0, 0, 2, 2, 2, 1, 0, 1, 1];
    let problem = read(rows, -1).unwrap();
    let travel = routing::evaluate::Travel::new(&problem);
    let meters =
        |from, to| travel.meters(routing::problem::TravelIdx(0), PlaceIdx(from), PlaceIdx(to));
    assert_eq!([meters(0, 1), meters(1, 0), meters(1, 1)], [Some(10), None, Some(0)]);
    assert!(matches!(
        read([0, 0, 2, 2, 0, 1, 0, 1, 1], -1),
        Err(MessageError::TableRows { position: 0 })
    ));
    assert!(matches!(
        read(rows, 5),
        Err(MessageError::Problem(ProblemError::Length { what: "travel table", position: 0 }))
    ));
}

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
