//! Several soft windows of one stop: the nearest one counts.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod support;

use routing::problem::{SoftWindow, Window};
use routing::search::Search;
use support::{iterations, problem};

#[test]
fn a_vehicle_leaves_later_for_a_later_soft_window() {
    let mut problem = problem(3, 1, 1, 0.0);
    let soft = |start_at, end_at, early, late| SoftWindow {
        window: Window { start_at, end_at },
        cost_per_hour_early: early,
        cost_per_hour_late: late,
    };
    // After the first window, each second costs a cent. From 4,001 on the second window is nearer, and being early for
    // it costs nothing.
    problem.options[0].windows = vec![Window { start_at: 0, end_at: 7_000 }];
    problem.options[0].soft_windows = vec![soft(0, 1, 0.0, 36.0), soft(8_000, 9_000, 0.0, 36.0)];
    problem.check().unwrap();
    let mut search = Search::new(&problem, iterations(20, 1));
    while !search.run(20, 0.0).done {}
    let travel = &problem.travel[0].travel_seconds;
    let way = travel[1] + travel[2];
    let seconds = i64::from(way) + problem.options[0].service_seconds;
    // 90 per hour and 1 per kilometer; ways take as many seconds as they have meters.
    #[expect(clippy::cast_precision_loss, reason = "small")]
    let expected = seconds as f64 / 40.0 + f64::from(way) / 1_000.0;
    assert!(travel[1] > 100, "the first soft window cannot be kept");
    assert!((search.status().cost - expected).abs() < 1e-6, "{} {expected}", search.status().cost);
}
