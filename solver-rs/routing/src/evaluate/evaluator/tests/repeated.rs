//! Routes with driving rules that are evaluated again.

use super::*;
use crate::problem::{DrivingRules, UNLIMITED};
use crate::step::Allowance;

fn long_drive() -> (Fixture, Vec<Step>) {
    let mut fixture = Fixture::new(9);
    fixture.shift(0..20_000);
    fixture.problem.vehicles[0].driving_rules = Some(DrivingRules {
        driving_seconds_max: 300,
        break_seconds: 90,
        part_seconds: vec![30, 60],
        working_seconds_max: UNLIMITED,
        day: None,
    });
    let steps: Vec<Step> = (1..9).map(|place| fixture.dropoff(place, &[(900, 9_000)])).collect();
    (fixture, steps)
}

#[test]
fn a_route_with_rests_is_evaluated_once() {
    let (fixture, steps) = long_drive();
    let patience = Patience::default();
    let mut evaluator = Evaluator::new(&fixture.problem);
    evaluator.set_patience(patience.clone());
    let first = evaluator.evaluate(SHIFT, &steps, &[]);
    let (starts, work) = (evaluator.service_starts().to_vec(), patience.spent());
    assert_eq!(first.broken, None);
    assert_eq!(evaluator.evaluate(SHIFT, &steps[1..], &[]).broken, None);
    let before = patience.spent();
    assert_eq!(evaluator.evaluate(SHIFT, &steps, &[]), first);
    assert_eq!(evaluator.service_starts(), starts);
    assert!(work > 0 && patience.spent() == before, "{work}");
    // Written out, it starts from the same timeline.
    let written = evaluator.schedule(SHIFT, &steps, &[]);
    assert_eq!(written, Evaluator::new(&fixture.problem).schedule(SHIFT, &steps, &[]));
}

#[test]
fn other_bounds_or_another_effort_are_another_route() {
    let (fixture, steps) = long_drive();
    let mut evaluator = Evaluator::new(&fixture.problem);
    evaluator.evaluate(SHIFT, &steps, &[]);
    let late = |at: i64| [Pin::step(0, Window { start_at: at, end_at: at })];
    let route = |at: i64| [Pin::route(Window { start_at: at, end_at: 20_000 }, None)];
    for pins in [late(1_500), late(2_000), route(1_500), route(2_000)] {
        for effort in [Effort::Full, Effort::Quick] {
            evaluator.set_effort(effort);
            let mut fresh = Evaluator::new(&fixture.problem);
            fresh.set_effort(effort);
            let expected = fresh.evaluate(SHIFT, &steps, &pins);
            for _ in 0..2 {
                assert_eq!(evaluator.evaluate(SHIFT, &steps, &pins), expected);
                assert_eq!(evaluator.service_starts(), fresh.service_starts());
            }
        }
    }
}

#[test]
fn an_allowance_is_not_mistaken_for_a_stop() {
    let (fixture, steps) = long_drive();
    let mut evaluator = Evaluator::new(&fixture.problem);
    // The words of this allowance were those of the option with index 4.
    let none = Allowance { reduced: 0, extended: 0, is_last_reduced: false, owes_part: false };
    let day = Window { start_at: 0, end_at: 20_000 };
    let pins = [Pin { allowance: Some(none), ..Pin::route(day, None) }];
    evaluator.evaluate(SHIFT, &[steps[4], steps[0]], &[]);
    let evaluation = evaluator.evaluate(SHIFT, &steps[..1], &pins);
    assert_eq!(evaluation, Evaluator::new(&fixture.problem).evaluate(SHIFT, &steps[..1], &pins));
}
