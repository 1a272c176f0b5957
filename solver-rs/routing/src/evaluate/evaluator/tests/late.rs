//! Routes that are written out when the host's time is over.

use super::*;
use crate::problem::{Break, SoftBreak, SoftWindow, Window};

/// A route of eight stops with soft windows, and four soft breaks: more than quick walks can handle.
fn dear() -> (Fixture, Vec<Step>) {
    let mut fixture = Fixture::new(9);
    let shift = fixture.shift(0..20_000);
    for idx in 0..4 {
        let windows = vec![Window { start_at: idx * 900, end_at: idx * 900 + 300 }];
        let rest = Break { owed: None, ..Break::new(60, windows, None) };
        shift.soft_breaks.push(SoftBreak { rest, cost_per_hour_late: 3.0, skip_cost: 20.0 });
    }
    let steps: Vec<Step> = (1..9).map(|place| fixture.dropoff(place, &[])).collect();
    for (step, idx) in steps.iter().zip(0..) {
        let start_at = idx * 2_311 % 7_000;
        fixture.option(*step).soft_windows.push(SoftWindow {
            window: Window { start_at, end_at: start_at + 100 },
            cost_per_hour_early: 3_600.0,
            cost_per_hour_late: 7_200.0,
        });
    }
    (fixture, steps)
}

fn patience(is_over: bool) -> Patience {
    let patience = Patience::new(move || is_over);
    patience.renew();
    patience
}

#[test]
fn a_route_that_has_to_be_written_takes_the_first_timeline_that_will_do() {
    let (fixture, steps) = dear();
    let written = |is_over: bool| {
        let patience = patience(is_over);
        patience.never_give_up(true);
        let mut evaluator = Evaluator::new(&fixture.problem);
        evaluator.set_patience(patience.clone());
        (evaluator.schedule(SHIFT, &steps, &[]), patience.spent())
    };
    let (in_time, all_work) = written(false);
    let (late, work) = written(true);
    assert_eq!((in_time.violations, late.violations), (Vec::new(), Vec::new()));
    assert!(in_time.summary.cost.total() <= late.summary.cost.total());
    // One walk instead of many.
    assert!(work * 5 < all_work, "{work} of {all_work}");
}

#[test]
fn a_route_that_is_only_looked_at_is_given_up() {
    let (fixture, steps) = dear();
    let mut evaluator = Evaluator::new(&fixture.problem);
    evaluator.set_patience(patience(true));
    assert_eq!(evaluator.schedule_quickly(SHIFT, &steps, &[]), None);
    evaluator.set_patience(patience(false));
    let route = evaluator.schedule_quickly(SHIFT, &steps, &[]).unwrap();
    assert_eq!(route.violations, Vec::new());
}

#[test]
fn a_route_that_breaks_rules_is_judged_by_one_timeline_when_time_is_over() {
    let (mut fixture, steps) = dear();
    // The hour of service ends after the only window of the second stop.
    fixture.option(steps[0]).service_seconds = 3_600;
    fixture.option(steps[1]).windows = vec![Window { start_at: 0, end_at: 600 }];
    let judged = |is_over: bool| {
        let patience = patience(is_over);
        patience.never_give_up(true);
        let mut evaluator = Evaluator::new(&fixture.problem);
        evaluator.set_patience(patience.clone());
        let route = evaluator.judged(SHIFT, &steps, &[]);
        let codes: Vec<_> = route.violations.iter().map(|it| it.code).collect();
        (codes, patience.spent())
    };
    let (in_time, all_work) = judged(false);
    let (late, work) = judged(true);
    assert_eq!((in_time, late), (vec![Code::TimeWindow], vec![Code::TimeWindow]));
    assert!(work * 3 < all_work, "{work} of {all_work}");
}

#[test]
fn a_long_route_is_judged_with_few_labels_when_time_is_over_and_keeps_its_breaks() {
    let mut fixture = Fixture::new(41);
    let shift = fixture.shift(0..40_000);
    // Consecutive hard breaks, each at its own place, and soft breaks in addition.
    for idx in 0..6 {
        let window = Window { start_at: 1_500 * idx, end_at: 1_500 * idx + 3_000 };
        let place = PlaceIdx(u32::try_from(idx).unwrap() * 5 + 2);
        shift.breaks.push(Break::new(120, vec![window], Some(place)));
        let rest = Break::new(60, vec![window], None);
        shift.soft_breaks.push(SoftBreak { rest, cost_per_hour_late: 3.0, skip_cost: 20.0 });
    }
    let steps: Vec<Step> = (1..41).map(|place| fixture.dropoff(place, &[])).collect();
    fixture.problem.vehicles[0].capacity = vec![100];
    for step in &steps {
        fixture.option(*step).service_seconds = 200;
    }
    let judged = |is_over: bool| {
        let patience = patience(is_over);
        patience.never_give_up(true);
        let mut evaluator = Evaluator::new(&fixture.problem);
        evaluator.set_patience(patience.clone());
        let route = evaluator.judged(SHIFT, &steps, &[]);
        let codes: Vec<_> = route.violations.iter().map(|it| it.code).collect();
        (codes, patience.spent())
    };
    let (in_time, all_work) = judged(false);
    let (late, work) = judged(true);
    assert_eq!((in_time, late), (vec![], vec![]));
    assert!(work * 40 < all_work, "{work} of {all_work}");
}
