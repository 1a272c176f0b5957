//! Reads the problems of `test/fixtures/plans/problems.json`.

use messages::read_problem;
use routing::problem::Problem;
use serde_json::Value;

/// The problem of the core for an item of the file.
pub(crate) fn problem_of(item: &Value) -> Problem {
    let numbers = |table: &Value, key: &str| -> Vec<i32> {
        serde_json::from_value(table[key].clone()).unwrap()
    };
    let tables = item["tables"].as_array().unwrap();
    let tables = tables
        .iter()
        .map(|it| (numbers(it, "distance_meters"), numbers(it, "travel_seconds")))
        .collect();
    read_problem(item["problem"].to_string().as_bytes(), tables).unwrap()
}
