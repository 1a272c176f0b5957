//! Plans kept as bytes, for the problems of `test/fixtures/plans`: relations, periodic orders, locks, reloads, breaks
//! and more.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use std::fs;
use std::path::Path;

use messages::write_solution;
use routing::problem::Problem;
use routing::search::{Search, SearchOptions};
use serde_json::Value;

use common::problem_of;

fn problems() -> Vec<Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/fixtures/plans");
    let text = fs::read_to_string(folder.join("problems.json")).unwrap();
    let items: Vec<Value> = serde_json::from_str(&text).unwrap();
    items.iter().map(problem_of).collect()
}

const fn iterations(count: u64) -> SearchOptions {
    SearchOptions { seed: 3, iterations_max: Some(count), iterations_per_visit: None, part: None }
}

#[test]
fn a_search_goes_on_from_exactly_its_checkpoint_whatever_binds_it() {
    for (position, problem) in problems().iter().enumerate() {
        for done in [0, 20, 150] {
            let mut first = Search::new(problem, iterations(300));
            first.run(done, 0.0);
            let next = Search::resume(problem, iterations(300), &first.checkpoint()).unwrap();
            let [before, after] = [first.status().score, next.status().score];
            let at = format!("problem {position} after {done} iterations: {before:?}, {after:?}");
            assert!((after[0], after[1]) <= (before[0], before[1]), "{at}");
            if (after[0], after[1]) == (before[0], before[1]) {
                assert!(after[2] <= before[2] + 1e-6 * before[2].abs(), "{at}");
            }
        }
    }
}

#[test]
fn a_resumed_search_keeps_every_rule() {
    for (position, problem) in problems().iter().enumerate() {
        let mut first = Search::new(problem, iterations(300));
        first.run(100, 0.0);
        let checkpoint = first.checkpoint();
        let answer = || {
            let mut search = Search::resume(problem, iterations(300), &checkpoint).unwrap();
            while !search.run(64, 0.0).done {}
            let solution = search.solution();
            for route in &solution.routes {
                let broken = &route.violations;
                assert!(
                    broken.is_empty(),
                    "problem {position}, shift {:?}: {broken:?}",
                    route.shift
                );
            }
            write_solution(&solution)
        };
        assert_eq!(answer(), answer(), "problem {position}");
    }
}
