//! Breaks and driving rules: where rests lie, whether they are owed, and what they cost.

use super::*;
use crate::evaluate::Effort;
use crate::evaluate::fixture::windows_of;
use crate::problem::{
    Break, Costs, DayRules, DrivingRules, PlaceIdx, SoftBreak, SoftWindow, UNLIMITED, WeekRules,
    Window,
};

fn pause(seconds: i64, windows: &[(i64, i64)], place: Option<u32>) -> Break {
    Break::new(seconds, windows_of(windows), place.map(PlaceIdx))
}

#[test]
fn an_owed_break_is_taken_within_its_window() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000).breaks.push(pause(100, &[(200, 210)], None));
    let steps = [fixture.dropoff(2, &[(120, 120)]), fixture.dropoff(3, &[])];
    fixture.option(steps[0]).service_seconds = 85;
    // The stop is left at 205; a break of 100; 60 + 180 s of driving.
    let evaluation = evaluate(&fixture, &steps);
    assert_eq!((evaluation.broken, evaluation.duration_seconds), (None, 545));
}

#[test]
fn a_break_lies_on_the_road_where_its_window_is_too_short_for_anything_else() {
    let mut fixture = Fixture::new(11);
    fixture.shift(0..10_000).breaks.push(pause(100, &[(300, 310)], None));
    let step = fixture.dropoff(10, &[(0, 700)]);
    // On the way from 0 to 600, the vehicle is halfway when the window opens at 300.
    let evaluation = evaluate(&fixture, &[step]);
    assert_eq!((evaluation.broken, evaluation.duration_seconds), (None, 1_300));
}

#[test]
fn a_break_is_not_owed_by_routes_that_start_after_it_or_end_before_it() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000).breaks.push(pause(100, &[(200, 400)], None));
    let early = fixture.dropoff(3, &[(180, 200)]);
    let late = fixture.dropoff(3, &[(480, 490)]);
    let both = fixture.dropoff(3, &[(370, 479)]);
    // Back at 360; started at 300 = 200 + 100; started at 299 at the latest, and back at 550.
    for (step, expected) in [(early, 360), (late, 360), (both, 460)] {
        assert_eq!(evaluate(&fixture, &[step]).duration_seconds, expected);
    }
}

#[test]
fn a_break_without_windows_is_always_owed() {
    let mut fixture = Fixture::new(2);
    let shift = fixture.shift(0..10_000);
    shift.breaks.push(pause(100, &[], None));
    shift.end_place = None;
    let step = fixture.dropoff(1, &[]);
    assert_eq!(evaluate(&fixture, &[step]).duration_seconds, 160);
    fixture.problem.shifts[0].latest_end_at = 159;
    assert_eq!(broken(&fixture, &[step]).map(|it| it.0), Some(Code::Break));
}

#[test]
fn a_break_at_a_place_is_a_detour_with_setup() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000).breaks.push(pause(100, &[(0, 9_000)], Some(2)));
    fixture.problem.places[2].setup_seconds = 5;
    let steps = [fixture.dropoff(1, &[(60, 60)]), fixture.dropoff(1, &[(9_100, 9_100)])];
    let evaluation = evaluate(&fixture, &steps);
    assert_eq!(evaluation.broken, None);
    assert_eq!((evaluation.distance_meters, evaluation.driving_seconds), (400, 240));
    fixture.problem.shifts[0].breaks[0].windows = windows_of(&[(0, 123)]);
    // The vehicle leaves at 60, reaches the place at 120, and is set up at 125.
    assert_eq!(broken(&fixture, &steps).map(|it| it.0), Some(Code::Break));
}

#[test]
fn a_break_uses_time_that_would_be_waited() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000).breaks.push(pause(100, &[(100, 900)], None));
    let steps = [fixture.dropoff(1, &[(60, 60)]), fixture.dropoff(2, &[(500, 500)])];
    assert_eq!(evaluate(&fixture, &steps).duration_seconds, 620);
}

#[test]
fn a_soft_break_is_late_or_skipped_for_less() {
    let mut fixture = Fixture::new(3);
    let rest = pause(100, &[(100, 200)], None);
    let step = {
        fixture.shift(0..10_000);
        fixture.dropoff(1, &[(60, 60)])
    };
    fixture.option(step).service_seconds = 500;
    // Service from 60 to 560: the break is 360 s late after it, or requires 40 s of waiting before it and makes service
    // too late for 60.
    for (per_second, skip_cost, expected) in [(1.0, 50.0, 670.0), (0.1, 500.0, 756.0)] {
        let cost_per_hour_late = per_second * 3600.0;
        let soft = SoftBreak { rest: rest.clone(), cost_per_hour_late, skip_cost };
        fixture.problem.shifts[0].soft_breaks = vec![soft];
        let cost = evaluate(&fixture, &[step]).cost;
        assert!((cost - expected).abs() < 1e-6, "{cost} is not {expected}");
    }
}

#[test]
fn a_soft_break_gives_way_to_a_later_start_where_another_break_never_does() {
    let mut fixture = Fixture::new(2);
    let shift = fixture.shift(0..1_130);
    shift.breaks.push(pause(100, &[], None));
    let soft = SoftBreak { rest: pause(50, &[], None), cost_per_hour_late: 0.0, skip_cost: 7.0 };
    shift.soft_breaks.push(soft);
    let step = fixture.dropoff(1, &[(1_000, 1_000)]);
    fixture.option(step).service_seconds = 70;
    // A break of 100, there and back in 60 each and 70 of service; the soft one would take 50 more, and costs 7 to
    // skip.
    let evaluation = evaluate(&fixture, &[step]);
    assert_eq!((evaluation.broken, evaluation.duration_seconds), (None, 290));
}

pub(super) fn rules(fixture: &mut Fixture, driving: i64, whole: i64, parts: &[i64]) {
    fixture.problem.vehicles[0].driving_rules = Some(DrivingRules {
        driving_seconds_max: driving,
        break_seconds: whole,
        part_seconds: parts.to_vec(),
        working_seconds_max: UNLIMITED,
        day: None,
    });
}

#[test]
fn a_driver_also_rests_on_the_road_after_enough_driving() {
    let mut fixture = Fixture::new(11);
    fixture.shift(0..10_000);
    let step = fixture.dropoff(10, &[]);
    // 1,200 s of driving, 500 at a time: two rests.
    rules(&mut fixture, 500, 45, &[]);
    assert_eq!(evaluate(&fixture, &[step]).duration_seconds, 1_290);
    rules(&mut fixture, 600, 45, &[]);
    assert_eq!(evaluate(&fixture, &[step]).duration_seconds, 1_245);
    rules(&mut fixture, 1_200, 45, &[]);
    assert_eq!(evaluate(&fixture, &[step]).duration_seconds, 1_200);
    rules(&mut fixture, 0, 45, &[]);
    assert_eq!(broken(&fixture, &[step]).map(|it| it.0), Some(Code::DrivingRules));
}

pub(super) fn days(fixture: &mut Fixture, driving: i64, span: i64, rest: i64) {
    let day = DayRules {
        driving_seconds_max: driving,
        span_seconds_max: span,
        rest_seconds: rest,
        parts: None,
        reduced: None,
        extended: None,
    };
    let rules = fixture.problem.vehicles[0].driving_rules.as_mut().unwrap();
    rules.day = Some(day);
}

#[test]
fn a_day_of_driving_ends_with_a_long_rest() {
    let mut fixture = Fixture::new(11);
    fixture.shift(0..10_000);
    let step = fixture.dropoff(10, &[]);
    // 1,200 s of driving: a daily rest after 600 replaces the break; with two rests after 500 each, both are daily
    // rests.
    rules(&mut fixture, 600, 45, &[]);
    days(&mut fixture, 900, UNLIMITED, 300);
    assert_eq!(evaluate(&fixture, &[step]).duration_seconds, 1_500);
    days(&mut fixture, 500, UNLIMITED, 300);
    assert_eq!(evaluate(&fixture, &[step]).duration_seconds, 1_800);
    days(&mut fixture, 1_200, UNLIMITED, 300);
    assert_eq!(evaluate(&fixture, &[step]).duration_seconds, 1_245);
}

#[test]
fn a_day_ends_with_a_long_rest_whatever_it_was_spent_on() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000);
    let step = fixture.dropoff(3, &[]);
    fixture.option(step).service_seconds = 200;
    rules(&mut fixture, 600, 45, &[]);
    // 180 there, 200 of work, 180 back: a rest after 380, or rests before and after the work.
    for (span, expected) in [(560, 560), (400, 860), (300, 1_160)] {
        days(&mut fixture, UNLIMITED, span, 300);
        let evaluation = evaluate(&fixture, &[step]);
        assert_eq!((evaluation.broken, evaluation.duration_seconds), (None, expected), "{span}");
    }
    days(&mut fixture, UNLIMITED, 199, 300);
    assert_eq!(broken(&fixture, &[step]), Some((Code::DrivingRules, 1)));
}

#[test]
fn work_asks_for_breaks() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000);
    let step = fixture.dropoff(3, &[]);
    fixture.option(step).service_seconds = 200;
    rules(&mut fixture, 600, 45, &[]);
    // 180 there, 200 of work, 180 back.
    for (working, expected) in [(560, 560), (380, 605), (300, 650)] {
        let rules = fixture.problem.vehicles[0].driving_rules.as_mut().unwrap();
        rules.working_seconds_max = working;
        let evaluation = evaluate(&fixture, &[step]);
        assert_eq!((evaluation.broken, evaluation.duration_seconds), (None, expected));
    }
}

#[test]
fn a_route_that_would_wait_too_long_starts_later() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000);
    let step = fixture.dropoff(1, &[(5_000, 5_000)]);
    rules(&mut fixture, 600, 45, &[]);
    // With a start at 0, 4,940 s of waiting would count as work, and a break on arrival does not end it.
    fixture.problem.vehicles[0].driving_rules.as_mut().unwrap().working_seconds_max = 600;
    let evaluation = evaluate(&fixture, &[step]);
    assert_eq!(evaluation.broken, None);
    assert_eq!((evaluation.start_at, evaluation.duration_seconds), (4_940, 120));
    let mut evaluator = Evaluator::new(&fixture.problem);
    assert!(evaluator.evaluate_near(SHIFT, &[step], &[], 0).broken.is_none());
    assert!(evaluator.earliest(SHIFT, &[step], &[]), "there is an earliest timeline");
    assert_eq!(evaluator.service_starts(), [5_000]);
}

#[test]
fn quick_evaluation_starts_later_instead_of_resting() {
    let mut fixture = Fixture::new(4);
    fixture.shift(0..10_000);
    let steps = [fixture.dropoff(1, &[(5_000, 5_300)]), fixture.dropoff(3, &[])];
    let window = Window { start_at: 9_000, end_at: 9_500 };
    fixture.option(steps[1]).soft_windows =
        vec![SoftWindow { window, cost_per_hour_early: 0.0, cost_per_hour_late: 0.0 }];
    rules(&mut fixture, 600, 45, &[]);
    // With a start at 0, the vehicle would wait so long that it owes a break.
    fixture.problem.vehicles[0].driving_rules.as_mut().unwrap().working_seconds_max = 4_920;
    let mut evaluator = Evaluator::new(&fixture.problem);
    evaluator.set_effort(Effort::Quick);
    // 60, 120 and 180 s of driving.
    assert_eq!(evaluator.evaluate(SHIFT, &steps, &[]).duration_seconds, 360);
}

#[test]
fn a_long_break_is_the_rest_of_a_night() {
    let mut fixture = Fixture::new(11);
    fixture.shift(0..10_000).breaks.push(pause(300, &[(500, 600)], None));
    let step = fixture.dropoff(10, &[(600, 2_000)]);
    rules(&mut fixture, 700, 45, &[]);
    days(&mut fixture, 700, UNLIMITED, 300);
    assert_eq!(evaluate(&fixture, &[step]).duration_seconds, 1_500);
}

#[test]
fn rest_is_taken_where_the_vehicle_would_wait() {
    let mut fixture = Fixture::new(6);
    fixture.shift(0..10_000);
    let steps = [fixture.dropoff(1, &[(60, 60)]), fixture.dropoff(5, &[(400, 400)])];
    rules(&mut fixture, 300, 45, &[]);
    // At place 5 at 300 with 100 s of waiting; 300 s back.
    assert_eq!(evaluate(&fixture, &steps).duration_seconds, 700);
}

#[test]
fn parts_of_a_rest_use_two_short_waits() {
    let mut fixture = Fixture::new(6);
    fixture.shift(0..10_000);
    let steps = [fixture.dropoff(2, &[(135, 135)]), fixture.dropoff(5, &[(345, 345)])];
    let first = fixture.dropoff(1, &[(60, 60)]);
    let steps = [first, steps[0], steps[1]];
    // 15 s before 135 at place 2, 30 s before 345 at place 5; then 300 s back.
    rules(&mut fixture, 300, 45, &[15, 30]);
    assert_eq!(evaluate(&fixture, &steps).duration_seconds, 645);
    rules(&mut fixture, 300, 45, &[]);
    assert_eq!(evaluate(&fixture, &steps).duration_seconds, 690);
}

#[test]
fn a_hard_break_counts_as_rest() {
    let mut fixture = Fixture::new(11);
    fixture.shift(0..10_000).breaks.push(pause(30, &[(500, 600)], None));
    let step = fixture.dropoff(10, &[(600, 700)]);
    rules(&mut fixture, 600, 30, &[]);
    assert_eq!(evaluate(&fixture, &[step]).duration_seconds, 1_230);
    // A longer rest is the same break with 15 s more.
    rules(&mut fixture, 600, 45, &[]);
    assert_eq!(evaluate(&fixture, &[step]).duration_seconds, 1_245);
}

#[test]
fn breaks_and_soft_windows_go_together() {
    let mut fixture = Fixture::new(3);
    fixture.shift(0..10_000).breaks.push(pause(100, &[(0, 9_000)], None));
    let step = fixture.dropoff(1, &[(60, 60)]);
    fixture.option(step).soft_windows.push(SoftWindow {
        window: Window { start_at: 60, end_at: 60 },
        cost_per_hour_early: 0.0,
        cost_per_hour_late: 1.0,
    });
    let evaluation = evaluate(&fixture, &[step]);
    assert_eq!((evaluation.broken, evaluation.duration_seconds), (None, 120));
    // The route ends at 120 and the break may begin until 9,000, so it is not owed.
}

/// The durations that the full and the quick effort find.
fn durations(fixture: &Fixture, steps: &[Step]) -> [i64; 2] {
    [Effort::Full, Effort::Quick].map(|effort| {
        let mut evaluator = Evaluator::new(&fixture.problem);
        evaluator.set_effort(effort);
        let evaluation = evaluator.evaluate(SHIFT, steps, &[]);
        assert_eq!(evaluation.broken, None, "{effort:?}");
        evaluation.duration_seconds
    })
}

#[test]
fn quick_evaluations_rest_on_the_road_and_spend_many_nights_there() {
    let mut fixture = Fixture::new(41);
    let nights = [1_000, 2_000, 3_000, 4_000].map(|at| pause(500, &[(at, at + 100)], None));
    fixture.shift(0..7_000).breaks.extend(nights);
    fixture.problem.vehicles[0].driving_rules = Some(DrivingRules {
        driving_seconds_max: 900,
        break_seconds: 45,
        part_seconds: vec![15, 30],
        working_seconds_max: UNLIMITED,
        day: None,
    });
    let step = fixture.dropoff(40, &[]);
    // From 0 on: 955 s of driving and a rest until the first night, 500 s until each of the others, and then 2,345 s
    // with two rests: 4,800 + 4 × 500 + 3 × 45.
    assert_eq!(durations(&fixture, &[step]), [6_935; 2]);
}

#[test]
fn quick_evaluations_go_to_the_place_of_a_break() {
    for place in [0, 2, 4] {
        let mut fixture = Fixture::new(5);
        fixture.shift(0..10_000).breaks.push(pause(100, &[(100, 400)], Some(place)));
        fixture.problem.vehicles[0].costs.per_kilometer = 10.0;
        fixture.problem.places[2].setup_seconds = 5;
        let steps = [fixture.dropoff(1, &[]), fixture.dropoff(3, &[])];
        let [full, quick] = durations(&fixture, &steps);
        assert_eq!(quick, full, "break at {place}");
    }
}

#[test]
fn a_shift_has_many_breaks_if_there_are_more_than_eight_or_more_than_three_at_a_time() {
    let at = |start_at: i64| pause(10, &[(start_at, start_at + 100)], None);
    for (starts, soft_count, expected) in [
        (vec![0, 0, 0], 0, false),
        (vec![0, 0, 50, 100], 0, true),
        (vec![0, 0, 0, 200], 0, false),
        (vec![0, 200, 400, 600, 800, 1_000, 1_200, 1_400], 0, false),
        (vec![0, 200, 400, 600, 800, 1_000, 1_200, 1_400, 1_600], 0, true),
        (vec![0, 200, 400], 2, false),
        (vec![0, 0, 200], 2, true),
    ] {
        let mut fixture = Fixture::new(2);
        let shift = fixture.shift(0..10_000);
        shift.breaks.extend(starts.iter().map(|it| at(*it)));
        let soft = SoftBreak { rest: at(0), cost_per_hour_late: 1.0, skip_cost: 1.0 };
        shift.soft_breaks.extend(vec![soft; soft_count]);
        let instance = crate::instance::Instance::new(&fixture.problem);
        let found = instance.shift(SHIFT).has_many_breaks;
        assert_eq!(found, expected, "{starts:?} and {soft_count} soft ones");
    }
}

#[test]
fn a_route_that_may_not_end_early_starts_late_enough_for_its_rules_and_early_enough_for_its_pauses()
{
    let mut fixture = Fixture::new(2);
    fixture.shift(0..1_000).earliest_end_at = 1_000;
    let step = fixture.dropoff(1, &[]);
    // A driver who starts at 0 has to wait for longer than it is allowed to work without a break.
    let rules = |working_seconds_max| DrivingRules {
        driving_seconds_max: 10_000,
        break_seconds: 45,
        part_seconds: Vec::new(),
        working_seconds_max,
        day: None,
    };
    // 60 there and 60 back; in addition a break of 70; a rest of 45, which is part of the break or includes it.
    for (working_seconds_max, breaks, expected) in [
        (200, vec![], 880),
        (200, vec![pause(70, &[], None)], 810),
        (100, vec![], 835),
        (100, vec![pause(70, &[], None)], 810),
        (100, vec![pause(20, &[], None)], 835),
    ] {
        fixture.problem.vehicles[0].driving_rules = Some(rules(working_seconds_max));
        fixture.problem.shifts[0].breaks = breaks;
        let found = evaluate(&fixture, &[step]);
        assert_eq!((found.broken, found.start_at, found.end_at), (None, expected, 1_000));
        let mut quick = Evaluator::new(&fixture.problem);
        quick.set_effort(Effort::Quick);
        assert_eq!(quick.evaluate(SHIFT, &[step], &[]).broken, None);
    }
}

#[test]
fn a_quick_walk_takes_the_first_part_of_a_break_while_it_waits_if_it_has_to_stop_again() {
    let mut fixture = Fixture::new(6);
    fixture.shift(0..1_000).end_place = None;
    fixture.problem.vehicles[0].driving_rules = Some(DrivingRules {
        driving_seconds_max: 200,
        break_seconds: 100,
        part_seconds: vec![30, 70],
        working_seconds_max: UNLIMITED,
        day: None,
    });
    // 60 of driving and 240 of waiting; then 240 of driving, during which the other part of 70 is due.
    let steps = [fixture.dropoff(1, &[(300, 300)]), fixture.dropoff(5, &[(0, 610)])];
    let mut quick = Evaluator::new(&fixture.problem);
    quick.set_effort(Effort::Quick);
    assert_eq!(quick.evaluate(SHIFT, &steps, &[]).broken, None);
    assert_eq!(quick.service_starts(), [300, 610]);
}

#[test]
fn a_route_is_no_longer_than_a_week_of_work_even_if_that_costs_less() {
    let mut fixture = Fixture::new(2);
    let shift = fixture.shift(0..5_000);
    shift.earliest_end_at = 5_000;
    rules(&mut fixture, 600, 45, &[]);
    days(&mut fixture, UNLIMITED, 2_500, 3_000);
    let vehicle = &mut fixture.problem.vehicles[0];
    vehicle.costs = Costs { per_waiting_hour: 3600.0, ..Costs::default() };
    vehicle.week = Some(WeekRules { rest_seconds: 500, span_seconds_max: 3_000, reduced: None });
    let step = fixture.dropoff(1, &[(500, 3_000)]);
    // With a daily rest, 3,000 and 120 of driving until the end at 5,000 would cost nothing; a later start requires no
    // such rest, and a vehicle that waits.
    let evaluation = evaluate(&fixture, &[step]);
    assert_eq!(evaluation.broken, None);
    assert!(evaluation.duration_seconds <= 3_000, "{}", evaluation.duration_seconds);
}

#[test]
fn a_vehicle_that_stays_takes_no_break_elsewhere_after_its_last_stop() {
    let mut fixture = Fixture::new(3);
    let shift = fixture.shift(0..5_000);
    shift.end_place = None;
    let rest = pause(50, &[], Some(2));
    shift.soft_breaks.push(SoftBreak { rest, cost_per_hour_late: 0.0, skip_cost: 1_000.0 });
    let step = fixture.dropoff(1, &[]);
    // There in 60, 60 more to the break and 50 for it; or 120 to the break, 50 for it and 60 back.
    for (stays, expected) in [(false, 170), (true, 230)] {
        fixture.problem.shifts[0].stays = stays;
        for effort in [Effort::Quick, Effort::Full] {
            let mut evaluator = Evaluator::new(&fixture.problem);
            evaluator.set_effort(effort);
            let evaluation = evaluator.evaluate(SHIFT, &[step], &[]);
            assert_eq!((evaluation.broken, evaluation.duration_seconds), (None, expected));
        }
    }
}
