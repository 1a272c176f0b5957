//! Gaps between orders that one vehicle serves on one route: the vehicle waits for them where waiting helps.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod support;

use routing::problem::{Problem, Relation, RelationKind, StopIdx, UNLIMITED, VisitIdx, Window};
use routing::search::Search;
use routing::solution::{Solution, StopRole};
use support::{iterations, problem};

/// Orders for one vehicle without fixed costs, to be served within these windows; the last two are related.
fn related(windows: &[[i64; 2]], kind: RelationKind, gap: (i64, i64)) -> Problem {
    let count = u32::try_from(windows.len()).unwrap();
    let mut problem = problem(3, count, 1, 0.0);
    for (option, [start_at, end_at]) in problem.options.iter_mut().zip(windows) {
        option.windows = vec![Window { start_at: *start_at, end_at: *end_at }];
    }
    for stop in &mut problem.stops {
        stop.load = vec![1];
    }
    problem.relations = vec![Relation {
        kind,
        visits: vec![VisitIdx(count - 2), VisitIdx(count - 1)],
        vehicles: None,
        gap_seconds_min: gap.0,
        gap_seconds_max: gap.1,
    }];
    problem.check().unwrap();
    problem
}

fn solved(problem: &Problem) -> Solution {
    let mut search = Search::new(problem, iterations(200, 1));
    while !search.run(200, 0.0).done {}
    search.solution()
}

/// Seconds from the end of one stop to the start of the next.
fn gap_between(solution: &Solution, [before, next]: [u32; 2]) -> i64 {
    let made = |wanted: u32| {
        let stops = solution.routes.iter().flat_map(|it| &it.stops);
        let mut its = stops.filter(
            |it| matches!(it.role, StopRole::Order { stop, .. } if stop == StopIdx(wanted)),
        );
        its.next().unwrap()
    };
    let (before, next) = (made(before), made(next));
    next.departure_at - next.service_seconds - before.departure_at
}

#[test]
fn a_vehicle_waits_for_a_least_gap() {
    // No way takes longer than 2,000 s: the rest of the 4,000 is waiting, and no more than necessary.
    let problem = related(&[[0, 9_000], [0, 9_000]], RelationKind::Before, (4_000, UNLIMITED));
    let solution = solved(&problem);
    assert_eq!(solution.unserved, []);
    assert_eq!(gap_between(&solution, [0, 1]), 4_000);
}

#[test]
fn waiting_beyond_a_largest_gap_lies_before_it() {
    // Between 2,000 and 8,000 there are only the second order, the ways and waiting, which must not follow the second
    // order.
    let windows = [[2_000, 2_000], [0, 9_000], [8_000, 8_000]];
    let problem = related(&windows, RelationKind::Sequence, (0, 3_000));
    let solution = solved(&problem);
    assert_eq!(solution.unserved, []);
    assert!(gap_between(&solution, [1, 2]) <= 3_000);
    assert!(gap_between(&solution, [0, 1]) > 0);
}

#[test]
fn a_vehicle_starts_early_enough_for_a_window_behind_a_gap() {
    // With the latest start that the second window allows, no 1,500 s are left between the two: the first is served
    // earlier.
    let problem = related(&[[0, 6_000], [5_000, 5_100]], RelationKind::Before, (1_500, UNLIMITED));
    let solution = solved(&problem);
    assert_eq!(solution.unserved, []);
    assert_eq!(gap_between(&solution, [0, 1]), 1_500);
}
