//! The native search gives the answers in `test/fixtures/plans`; a test of the service compares the WASM module with
//! the same file.
//!
//! `UPDATE_GOLDEN=1` rewrites the file; review what changes. The problems were compiled from random requests
//! (`test/support/draw`): all kinds of rules, with a few orders each.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use std::fs;
use std::path::Path;

use messages::write_solution;
use routing::search::{Search, SearchOptions};
use serde_json::Value;

use common::problem_of;

const ROUNDS: u64 = 200;

#[test]
fn the_search_gives_the_answers_that_the_module_gives() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/fixtures/plans");
    let text = fs::read_to_string(folder.join("problems.json")).unwrap();
    let problems: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(problems.len() > 10, "{} problems", problems.len());
    let answers: Vec<String> = problems.iter().map(answer_to).collect();
    let answers = format!("[\n{}\n]\n", answers.join(",\n"));
    let golden = folder.join("answers.json");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, &answers).unwrap();
    }
    assert_eq!(fs::read_to_string(&golden).unwrap(), answers);
}

fn answer_to(item: &Value) -> String {
    let problem = problem_of(item);
    let options = SearchOptions { iterations_max: Some(ROUNDS), ..SearchOptions::default() };
    let mut search = Search::new(&problem, options);
    while !search.run(ROUNDS, 0.0).done {}
    String::from_utf8(write_solution(&search.solution())).unwrap()
}
