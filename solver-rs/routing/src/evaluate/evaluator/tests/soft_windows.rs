//! Soft windows: service that is late or early at a price, or waits.

use super::breaks::{days, rules};
use super::*;
use crate::evaluate::Effort;
use crate::evaluate::fixture::windows_of;
use crate::problem::{Break, PlaceIdx, ShiftIdx, SoftWindow, UNLIMITED, Window};

fn soften(fixture: &mut Fixture, step: Step, span: (i64, i64), early: f64, late: f64) {
    fixture.option(step).soft_windows.push(SoftWindow {
        window: Window { start_at: span.0, end_at: span.1 },
        cost_per_hour_early: early * 3600.0,
        cost_per_hour_late: late * 3600.0,
    });
}

/// Costs must agree to a millionth, since hours are fractions.
fn assert_cost(evaluation: &Evaluation, expected: f64) {
    assert!((evaluation.cost - expected).abs() < 1e-6, "{} is not {expected}", evaluation.cost);
}

#[test]
fn a_route_starts_later_for_a_soft_window() {
    let mut fixture = Fixture::new(2);
    fixture.shift(0..10_000);
    let step = fixture.dropoff(1, &[]);
    soften(&mut fixture, step, (500, 600), 1.0, 1.0);
    let evaluation = evaluate(&fixture, &[step]);
    assert_cost(&evaluation, 120.0);
    assert_eq!(evaluation.lateness_seconds, 0);
}

#[test]
fn between_waiting_and_being_early_the_cheaper_is_chosen() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000);
    let first = fixture.dropoff(1, &[(60, 60)]);
    let second = fixture.dropoff(2, &[]);
    // Ready at 120. Waiting until 220 costs 100; being early costs 10 or 300.
    for (early, expected) in [(0.1, 240.0 + 10.0), (3.0, 240.0 + 100.0)] {
        fixture.option(second).soft_windows.clear();
        soften(&mut fixture, second, (220, 300), early, 1.0);
        assert_cost(&evaluate(&fixture, &[first, second]), expected);
    }
}

#[test]
fn lateness_that_cannot_be_helped_is_paid() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000);
    let first = fixture.dropoff(1, &[(100, 100)]);
    let second = fixture.dropoff(2, &[]);
    soften(&mut fixture, second, (0, 110), 1.0, 2.0);
    let evaluation = evaluate(&fixture, &[first, second]);
    // 160 is 50 after 110.
    assert_cost(&evaluation, 240.0 + 100.0);
    assert_eq!(evaluation.lateness_seconds, 50);
}

#[test]
fn a_later_start_does_not_make_a_kept_soft_window_late_at_a_loss() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000);
    let first = fixture.dropoff(1, &[]);
    let second = fixture.dropoff(2, &[(1_000, 1_000)]);
    // A start of service at 940 means no waiting but 740 s of lateness; one at 200 means 740 s of waiting.
    for (late, expected) in [(0.5, 240.0 + 370.0), (2.0, 240.0 + 740.0)] {
        fixture.option(first).soft_windows.clear();
        soften(&mut fixture, first, (0, 200), 0.0, late);
        assert_cost(&evaluate(&fixture, &[first, second]), expected);
    }
}

#[test]
fn quick_evaluation_finds_the_start_after_a_break() {
    let mut fixture = Fixture::new(2);
    let pause = Break::new(3_000, windows_of(&[(900, 1_000)]), None);
    fixture.shift(0..10_000).breaks.push(pause);
    let step = fixture.dropoff(1, &[(2_000, 9_000)]);
    soften(&mut fixture, step, (0, 500), 1.0, 0.01);
    // The vehicle starts at 3,900, when the break would be over, and serves at 3,960. With the break the route takes
    // 3,120.
    for effort in [Effort::Quick, Effort::Full] {
        let mut evaluator = Evaluator::new(&fixture.problem);
        evaluator.set_effort(effort);
        assert_cost(&evaluator.evaluate(ShiftIdx(0), &[step], &[]), 120.0 + 34.6);
    }
}

/// Checks what a route costs, however long its schedule is looked for.
fn check_cost(fixture: &Fixture, steps: &[Step], expected: f64) {
    for effort in [Effort::Quick, Effort::Full] {
        let mut evaluator = Evaluator::new(&fixture.problem);
        evaluator.set_effort(effort);
        let evaluation = evaluator.evaluate(ShiftIdx(0), steps, &[]);
        let cost = evaluation.cost;
        assert!((cost - expected).abs() < 1e-6, "{effort:?}: {cost} is not {expected}");
    }
}

#[test]
fn a_soft_window_beyond_the_hard_one_is_approached() {
    let mut fixture = Fixture::new(2);
    fixture.shift(0..20_000);
    let step = fixture.dropoff(1, &[(8_000, 8_500)]);
    // Served at 8,500, 1,500 s early, whether or not waiting from 8,000 on would pay by itself.
    for early in [0.5, 2.0] {
        fixture.option(step).soft_windows.clear();
        soften(&mut fixture, step, (10_000, 11_000), early, 1.0);
        check_cost(&fixture, &[step], 120.0 + 1_500.0 * early);
    }
}

#[test]
fn a_stop_waits_no_longer_for_a_soft_window_than_the_next_one_allows() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000);
    let first = fixture.dropoff(1, &[]);
    let second = fixture.dropoff(2, &[(0, 1_000)]);
    soften(&mut fixture, first, (5_000, 6_000), 10.0, 1.0);
    // Served at 940, 4,060 s early, and the next one at 1,000.
    check_cost(&fixture, &[first, second], 240.0 + 40_600.0);
}

#[test]
fn waiting_before_a_stop_does_not_hide_that_another_one_is_early() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..20_000);
    let first = fixture.dropoff(1, &[(8_000, 9_000)]);
    let second = fixture.dropoff(2, &[]);
    soften(&mut fixture, second, (8_560, 9_000), 0.1, 1.0);
    // The vehicle leaves at 8,440.
    check_cost(&fixture, &[first, second], 240.0);
}

#[test]
fn a_driver_rests_while_waiting_for_a_soft_window() {
    let mut fixture = Fixture::new(11);
    fixture.shift(0..20_000);
    rules(&mut fixture, 600, 45, &[]);
    let first = fixture.dropoff(1, &[(60, 60)]);
    let second = fixture.dropoff(10, &[]);
    soften(&mut fixture, second, (2_000, 3_000), 2.0, 1.0);
    // Reached at 600 and served at 2,000; the driver has rested by then, and drives another 600.
    check_cost(&fixture, &[first, second], 2_600.0);
}

#[test]
fn a_rest_before_a_stop_does_not_hide_that_another_one_is_early() {
    let mut fixture = Fixture::new(7);
    fixture.shift(0..60_000);
    rules(&mut fixture, UNLIMITED, 45, &[]);
    days(&mut fixture, UNLIMITED, 15_000, 8_000);
    let first = fixture.dropoff(5, &[(20_000, 30_000)]);
    let second = fixture.dropoff(6, &[]);
    soften(&mut fixture, second, (21_000, 22_000), 0.1, 1.0);
    // From 0 on, the driver rests before the first stop; from 20,640 on, there is nothing to rest for.
    check_cost(&fixture, &[first, second], 720.0);
}

#[test]
fn a_stop_is_as_near_to_its_soft_window_as_a_break_allows() {
    let mut fixture = Fixture::new(11);
    fixture.problem.vehicles[0].costs.per_hour = 0.0;
    let shift = fixture.shift(0..10_000);
    shift.breaks.push(Break::new(5, windows_of(&[(2_000, 2_100)]), Some(PlaceIdx(5))));
    shift.end_place = Some(PlaceIdx(10));
    let step = fixture.dropoff(1, &[(1_600, 2_060)]);
    soften(&mut fixture, step, (9_000, 9_500), 1.0, 1.0);
    // Served at 1,860, the vehicle is at the place of the break at 2,100; a later route would be too late for it.
    assert_cost(&evaluate(&fixture, &[step]), 7_140.0);
}
