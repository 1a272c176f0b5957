//! Tests of the estimates at anchors against the evaluator.

use super::*;
use crate::evaluate::{Evaluator, Step};
use crate::instance::Instance;
use crate::problem::{Break, Problem, ShiftIdx, StopKind, Window};
use crate::search::plan::margins::step_times;

/// A shift from place 0 with a break of 100 s between 200 and 400; stops at places 1 and 3, the latter from 600 on,
/// and a stop at place 2 to be inserted. Places are a minute apart.
fn problem() -> (Problem, Vec<Step>) {
    let mut fixture = crate::evaluate::fixture::Fixture::new(4);
    let window = Window { start_at: 200, end_at: 400 };
    fixture.shift(0..10_000).breaks.push(Break::new(100, vec![window], None));
    let steps = [1, 3, 2].map(|place| fixture.order(&[(StopKind::Dropoff, place, 0)])[0]);
    fixture.option(steps[1]).windows = vec![Window { start_at: 600, end_at: 700 }];
    fixture.option(steps[2]).service_seconds = 30;
    (fixture.problem, steps.to_vec())
}

fn detour_of(problem: &Problem, route: &[Step], put_in: Step, after: usize) -> Detour {
    let instance = Instance::new(problem);
    let mut evaluator = Evaluator::new(problem);
    let evaluation = evaluator.evaluate(ShiftIdx(0), route, &[]);
    assert_eq!(evaluation.broken, None);
    let times = |step: Step| step_times(&instance, ShiftIdx(0), step);
    let mut anchors = Vec::new();
    let none: Option<fn(usize, i64) -> f64> = None;
    let timing = evaluator.timing();
    set(&mut anchors, &problem.shifts[0], &timing, |at| times(route[at]), none);
    let mut places = vec![0];
    places.extend(route.iter().map(|it| times(*it).place));
    places.push(0);
    let legs = Legs { travel: &instance.travel, table: TravelIdx(0) };
    detour(&anchors, &places, after, &[times(put_in)], legs)
}

#[test]
fn a_stop_on_the_way_takes_the_time_of_its_service() {
    let (problem, steps) = problem();
    // The window at 600 causes no waiting, because the route starts as late as possible.
    let detour = detour_of(&problem, &steps[..2], steps[2], 1);
    assert_eq!((detour.duration_seconds, detour.late_seconds), (30, 0));
}

#[test]
fn estimates_agree_with_the_evaluator_if_only_the_gap_changes() {
    let (problem, steps) = problem();
    let mut evaluator = Evaluator::new(&problem);
    let before = evaluator.evaluate(ShiftIdx(0), &steps[..2], &[]).duration_seconds;
    for after in 0..=2 {
        let mut route = steps[..2].to_vec();
        route.insert(after, steps[2]);
        let found = evaluator.evaluate(ShiftIdx(0), &route, &[]);
        let detour = detour_of(&problem, &steps[..2], steps[2], after);
        assert_eq!(found.broken.is_none(), detour.late_seconds == 0, "after {after}");
        if found.broken.is_none() {
            let added = found.duration_seconds - before;
            assert_eq!(added, detour.duration_seconds, "after {after}");
        }
    }
}

#[test]
fn a_stop_in_an_unused_shift_costs_the_way_there_and_back() {
    let (mut problem, steps) = problem();
    problem.shifts[0].breaks.clear();
    let instance = Instance::new(&problem);
    let mut anchors = Vec::new();
    set_unused(&mut anchors, &problem.shifts[0]);
    let legs = Legs { travel: &instance.travel, table: TravelIdx(0) };
    let stop = step_times(&instance, ShiftIdx(0), steps[1]);
    let detour = detour(&anchors, &[0, 0], 0, &[stop], legs);
    // Three minutes each way, and no waiting because the start is late enough.
    assert_eq!((detour.duration_seconds, detour.late_seconds), (360, 0));
}
