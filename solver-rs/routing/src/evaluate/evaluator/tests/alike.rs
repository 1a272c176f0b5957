//! Routes that begin alike: the walks of earlier ones must not change what a route is.

use super::*;
use crate::evaluate::fixture::{Random, windows_of};
use crate::problem::{Break, Handling, Shift, SoftBreak, SoftWindow, Vehicle, VehicleIdx};

/// Twelve stops, of which some have windows, and two vehicles with different breaks, which take time to load.
fn draw(random: &mut Random, has_soft_windows: bool, has_soft_break: bool) -> (Fixture, Vec<Step>) {
    let mut fixture = Fixture::new(13);
    let shift = fixture.shift(0..20_000);
    let lunch = Window { start_at: 1_500, end_at: 2_500 };
    shift.breaks.push(Break::new(300, vec![lunch], None));
    if has_soft_break {
        let rest = Break::new(60, vec![Window { start_at: 4_000, end_at: 4_200 }], None);
        shift.soft_breaks.push(SoftBreak { rest, cost_per_hour_late: 3.0, skip_cost: 20.0 });
    }
    let mut steps = Vec::new();
    for place in 1..13 {
        let opens_at = random.below(4_000);
        let windows = [(opens_at, opens_at + 1_000 + random.below(6_000))];
        let kind = if place % 3 == 0 { StopKind::Pickup } else { StopKind::Dropoff };
        let step = fixture.order(&[(kind, place, 1)])[0];
        if random.below(2) == 0 {
            fixture.option(step).windows = windows_of(&windows);
        }
        let option = fixture.option(step);
        option.service_seconds = random.below(200);
        if has_soft_windows && random.below(6) == 0 {
            let window = Window { start_at: opens_at, end_at: opens_at + 600 };
            option.soft_windows =
                vec![SoftWindow { window, cost_per_hour_early: 5.0, cost_per_hour_late: 9.0 }];
        }
        steps.push(step);
    }
    let problem = &mut fixture.problem;
    problem.vehicles[0].capacity[0] = 100;
    problem.vehicles[0].loading = Handling { seconds: 0, nanos_per_unit: vec![30_000_000_000] };
    problem.vehicles[0].unloading = Handling { seconds: 0, nanos_per_unit: vec![900_000_000_000] };
    let vehicle = Vehicle { shifts: 1..2, ..problem.vehicles[0].clone() };
    problem.vehicles.push(vehicle);
    let later = Break::new(600, vec![Window { start_at: 2_000, end_at: 4_000 }], None);
    let (vehicle, breaks) = (VehicleIdx(1), vec![later]);
    problem.shifts.push(Shift { vehicle, breaks, ..problem.shifts[0].clone() });
    (fixture, steps)
}

#[test]
fn a_route_is_evaluated_as_if_no_other_had_been() {
    let random = &mut Random::new(1);
    let mut fit_count = 0;
    for (has_soft_windows, has_soft_break) in [(false, false), (true, false), (true, true)] {
        for _ in 0..10 {
            let (fixture, all) = draw(random, has_soft_windows, has_soft_break);
            let mut evaluator = Evaluator::new(&fixture.problem);
            evaluator.set_effort(Effort::Quick);
            let mut order = all;
            for _ in 0..60 {
                let [at, other, count] =
                    [12, 12, 9].map(|bound| usize::try_from(random.below(bound)).unwrap());
                order.swap(at, other);
                let steps = &order[..=count];
                let shift = ShiftIdx(u32::try_from(random.below(2)).unwrap());
                let near_at = (random.below(2) == 0).then(|| 500 * random.below(3));
                let held = Window { start_at: 900, end_at: 9_000 };
                let pins = [Pin::step(0, held)];
                let pins = if random.below(4) == 0 { &pins[..] } else { &[] };
                let mut fresh = Evaluator::new(&fixture.problem);
                fresh.set_effort(Effort::Quick);
                let [found, expected] = [&mut evaluator, &mut fresh].map(|it| {
                    let evaluation = match near_at {
                        Some(near_at) => it.evaluate_near(shift, steps, pins, near_at),
                        None => it.evaluate(shift, steps, pins),
                    };
                    (evaluation, it.service_starts().to_vec(), it.departures().to_vec())
                });
                fit_count += usize::from(found.0.broken.is_none());
                assert_eq!(found.0, expected.0);
                if found.0.broken.is_none() {
                    assert_eq!(found, expected);
                }
            }
        }
    }
    assert!(fit_count > 300, "{fit_count}");
}

#[test]
fn a_soft_window_is_met_only_if_there_is_time_to_unload_after_it() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000);
    fixture.problem.vehicles[0].unloading =
        Handling { seconds: 0, nanos_per_unit: vec![2_000_000_000_000] };
    let brought = fixture.dropoff(1, &[]);
    let window = Window { start_at: 9_000, end_at: 9_500 };
    fixture.option(brought).soft_windows =
        vec![SoftWindow { window, cost_per_hour_early: 9_000.0, cost_per_hour_late: 9_000.0 }];
    let back = fixture.order(&[(StopKind::Pickup, 1, 1)])[0];
    let quick = |earlier: &[&[Step]], steps: &[Step]| {
        let mut evaluator = Evaluator::new(&fixture.problem);
        evaluator.set_effort(Effort::Quick);
        for steps in earlier {
            evaluator.evaluate(SHIFT, steps, &[]);
        }
        let evaluation = evaluator.evaluate(SHIFT, steps, &[]);
        (evaluation.broken, evaluator.service_starts().to_vec())
    };
    let (alone, both) = ([brought], [brought, back]);
    assert_eq!(quick(&[], &alone), (None, vec![9_000]));
    // 60 s back, and 2,000 to unload.
    assert_eq!(quick(&[], &both), (None, vec![7_940, 7_940]));
    assert_eq!(quick(&[&alone], &both), quick(&[], &both));
    assert_eq!(quick(&[&both], &alone), quick(&[], &alone));
}
