//! Every field once, by its name in `server/routing/problem.ts`.

mod example;
mod refusals;
mod solution;

use routing::problem::{
    CompensationWeek, LoadOrder, Lock, Measure, Mode, OptionIdx, PlaceIdx, Priorities, Problem,
    RelationKind, SameVehicle, ShiftIdx, StopIdx, StopKind, TIME_MAX, TIME_MIN, Term, UNLIMITED,
    VehicleIdx, VisitIdx, Window,
};
use serde_json::Value;

use crate::write_problem;
use example::{example, read};

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
    // The vehicle has left at 400.
    assert_eq!([shift.start_at, shift.latest_start_at], [400, 400]);
    assert_eq!([shift.end_at, shift.latest_end_at], [900, 1000]);
    assert_eq!((shift.overtime_end_at, shift.week, shift.day), (1100, 3, -1));
    assert_eq!(shift.attributes, [1, 4]);
    assert_eq!(shift.breaks[0].windows, [Window { start_at: 200, end_at: 300 }]);
    // By then, the break was over.
    assert_eq!(shift.breaks[0].owed, Some(Window { start_at: 200, end_at: TIME_MAX }));
    assert_eq!((shift.breaks[0].seconds, shift.breaks[0].place), (30, None));
    // This one has begun.
    assert_eq!(shift.breaks[1].windows, [Window { start_at: 410, end_at: 410 }]);
    assert_eq!(shift.breaks[1].seconds, 45);
    let soft = &shift.soft_breaks[0];
    assert_eq!((soft.rest.seconds, soft.rest.place), (15, Some(PlaceIdx(1))));
    assert_eq!([soft.cost_per_hour_late, soft.skip_cost], [20.0, 10.0]);
    // The vehicle has finished, so it has reloaded.
    let reloaded = Window { start_at: 455, end_at: 455 };
    assert_eq!(shift.reloads[0].windows, [Window { start_at: TIME_MIN, end_at: 5 }, reloaded]);
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
    let week = vehicle.week.as_ref().unwrap();
    assert_eq!((week.rest_seconds, week.span_seconds_max), (21, 22));
    let reduced = week.reduced.as_ref().unwrap();
    assert_eq!((reduced.rest_seconds, reduced.compensated_rest_seconds), (14, 13));
    let weeks = [CompensationWeek { start_at: 90, compensated_by_at: 950 }];
    assert_eq!(reduced.weeks, weeks);
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
