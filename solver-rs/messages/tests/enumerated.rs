//! No plan that can be written down is better than the one that the search finds: all of them are judged, for problems of
//! a few visits.
//!
//! `ENUMERATED=FILE` reads problems of another file in the shape of `test/fixtures/plans/problems.json`. Reloads are not
//! enumerated: there the search may find more.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use std::fs;
use std::path::Path;

use routing::problem::{
    Lock, Mode, OptionIdx, PlannedRoute, PlannedStop, Problem, ShiftIdx, StopIdx, TIME_MIN, Term,
};
use routing::search::{Search, SearchOptions};
use routing::solution::Solution;
use serde_json::Value;

use common::problem_of;

const ROUNDS: u64 = 2_000;
/// Plans beyond which a problem is not small.
const PLANS_MAX: usize = 20_000;

/// Mandatory visits left out, those of the highest priority first; then money.
type Score = (Vec<u32>, f64);

#[test]
fn no_plan_that_is_enumerated_is_better_than_what_the_search_finds() {
    let kept =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/fixtures/plans/problems.json");
    let file = std::env::var_os("ENUMERATED").map_or(kept, Into::into);
    let items: Vec<Value> = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let (mut count, mut missed) = (0, Vec::new());
    for (at, item) in items.iter().enumerate() {
        let mut problem = problem_of(item);
        problem.objective.minimize = vec![Term::Unserved, Term::Cost];
        let options = SearchOptions { iterations_max: Some(ROUNDS), ..SearchOptions::default() };
        let mut search = Search::new(&problem, options);
        while !search.run(ROUNDS, 0.0).done {}
        let found = score_of(&problem, &search.solution());
        drop(search);
        let Some(best) = best_of(&mut problem) else { continue };
        count += 1;
        if is_better(&best, &found) {
            missed.push((at, best, found));
        }
    }
    assert!(count > 0, "no problem is small");
    assert!(missed.is_empty(), "{} of {count}: {missed:?}", missed.len());
}

fn is_better(one: &Score, other: &Score) -> bool {
    one.0 < other.0 || (one.0 == other.0 && one.1 < other.1 - 1e-6 * other.1.abs().max(1.0))
}

fn score_of(problem: &Problem, solution: &Solution) -> Score {
    let mut left_out = vec![0; 102];
    let mut cost: f64 = solution.routes.iter().map(|it| it.summary.cost.total()).sum();
    for it in &solution.unserved {
        let order = &problem.orders[problem.visits[it.visit.at()].order.at()];
        cost += order.unserved_cost;
        if order.mandatory {
            left_out[101 - order.priority as usize] += 1;
        }
    }
    (left_out, cost)
}

/// The best plan that keeps all rules; none: there are too many to look at.
fn best_of(problem: &mut Problem) -> Option<Score> {
    let mut plans = vec![vec![Vec::new(); problem.shifts.len()]];
    for visit in 0..problem.visits.len() {
        let stops = problem.visits[visit].stops.clone();
        let mut longer = plans.clone();
        for shift in 0..problem.shifts.len() {
            let mut with = plans.clone();
            for stop in stops.clone() {
                with = with.iter().flat_map(|plan| put(problem, plan, shift, stop)).collect();
                if with.len() > PLANS_MAX {
                    return None;
                }
            }
            longer.extend(with);
        }
        plans = longer;
        if plans.len() > PLANS_MAX {
            return None;
        }
    }
    problem.mode = Mode::Check;
    let mut best: Option<Score> = None;
    for plan in &plans {
        problem.plan = (0_u32..)
            .zip(plan)
            .filter(|(_, stops)| !stops.is_empty())
            .map(|(shift, stops)| planned(ShiftIdx(shift), stops))
            .collect();
        let mut search = Search::new(problem, SearchOptions::default());
        while !search.run(1, 0.0).done {}
        let solution = search.solution();
        drop(search);
        if solution.routes.iter().any(|it| !it.violations.is_empty()) {
            continue;
        }
        let score = score_of(problem, &solution);
        if best.as_ref().is_none_or(|best| is_better(&score, best)) {
            best = Some(score);
        }
    }
    best
}

type Stops = Vec<(StopIdx, OptionIdx)>;

/// The plan with one more stop in a shift's route, at each position and in each way.
fn put(problem: &Problem, plan: &[Stops], shift: usize, stop: u32) -> Vec<Vec<Stops>> {
    let mut all = Vec::new();
    for option in problem.stops[stop as usize].options.clone() {
        for at in 0..=plan[shift].len() {
            let mut with = plan.to_vec();
            with[shift].insert(at, (StopIdx(stop), OptionIdx(option)));
            all.push(with);
        }
    }
    all
}

fn planned(shift: ShiftIdx, stops: &Stops) -> PlannedRoute {
    let stops = stops.iter().map(|&(stop, option)| PlannedStop {
        stop,
        lock: Lock::None,
        option: Some(option),
        starts_at: None,
        ends_at: None,
    });
    PlannedRoute {
        shift,
        stops: stops.collect(),
        reloads: Vec::new(),
        begun: 0,
        started_at: None,
        resumes_at: TIME_MIN,
        is_over: false,
        loads_at: None,
        unloads_at: None,
    }
}
