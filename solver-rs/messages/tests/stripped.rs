//! A plan that the search answers, sent back without its times, is judged valid and costs no more: mode `check` finds
//! times that routes which bind one another can have together. Problems of `bound.json` were judged wrongly once; their
//! names are seeds of `draw`.
//!
//! `STRIPPED=FILE` reads problems of another file in the shape of `test/fixtures/plans/problems.json`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use routing::problem::{Mode, PlannedReload, PlannedRoute, PlannedStop, Problem, Term};
use routing::search::{Search, SearchOptions};
use routing::solution::{Code, Route, Solution, StopRole};
use serde_json::Value;

use common::problem_of;

const ROUNDS: u64 = 300;

#[test]
fn an_answer_without_its_times_is_judged_valid_and_costs_no_more() {
    let plans = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/fixtures/plans");
    let kept = || ["problems.json", "bound.json"].map(|it| plans.join(it)).into();
    let files: Vec<PathBuf> = std::env::var_os("STRIPPED").map_or_else(kept, |it| vec![it.into()]);
    let read =
        |file| -> Vec<Value> { serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap() };
    let items: Vec<Value> = files.into_iter().flat_map(read).collect();
    let mut wrong = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let name = item["name"].as_str().map_or_else(|| at.to_string(), str::to_owned);
        let mut problem = problem_of(item);
        problem.mode = Mode::Optimize;
        problem.plan.clear();
        problem.objective.minimize = vec![Term::Unserved, Term::Cost];
        let answer = solved(&problem);
        problem.mode = Mode::Check;
        problem.plan = answer.routes.iter().map(stripped).collect();
        let judged = solved(&problem);
        let broken: Vec<Code> =
            judged.routes.iter().flat_map(|it| &it.violations).map(|it| it.code).collect();
        let [own, found] = [&answer, &judged].map(cost);
        if !broken.is_empty() {
            wrong.push(format!("{name}: {broken:?}"));
        } else if found > own + 1e-6 * own.abs().max(1.0) {
            wrong.push(format!("{name}: {found} instead of {own}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {}", wrong.len(), items.len(), wrong.join("\n"));
}

fn solved(problem: &Problem) -> Solution {
    let options = SearchOptions { iterations_max: Some(ROUNDS), ..SearchOptions::default() };
    let mut search = Search::new(problem, options);
    while !search.run(ROUNDS, 0.0).done {}
    search.solution()
}

fn cost(solution: &Solution) -> f64 {
    solution.routes.iter().map(|it| it.summary.cost.total()).sum()
}

/// What the route does, and in which order.
fn stripped(route: &Route) -> PlannedRoute {
    let (mut stops, mut reloads) = (Vec::new(), Vec::new());
    for it in &route.stops {
        match it.role {
            StopRole::Order { stop, option } => stops.push(PlannedStop::new(stop, Some(option))),
            StopRole::Reload { position: reload } => {
                let position = u32::try_from(stops.len()).unwrap();
                reloads.push(PlannedReload::new(position, reload));
            }
            _ => {}
        }
    }
    PlannedRoute { reloads, ..PlannedRoute::new(route.shift, stops) }
}
