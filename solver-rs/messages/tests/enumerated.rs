//! No plan that can be enumerated is better than the one that the search finds: all plans of problems with few visits
//! are judged. The search once missed the best plans of `enumerated.json`; the names of these problems are seeds of
//! `draw`.
//!
//! `ENUMERATED=FILE` reads problems from another file in the format of `test/fixtures/plans/problems.json`. Items that
//! state what was `found`, like those of `npm run bench:small`, are not searched. `ENUMERATED_PLANS=100000` allows
//! larger problems. Routes have at most one reload here, or none if that gives too many plans: then the search may find
//! better ones.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use routing::problem::{
    Mode, OptionIdx, PlannedReload, PlannedRoute, PlannedStop, Problem, ShiftIdx, StopIdx, Term,
};
use routing::search::{Search, SearchOptions};
use routing::solution::{Solution, StopRole};
use serde_json::Value;

use common::problem_of;

const ROUNDS: u64 = 2_000;
/// A problem with more plans than this is not small.
const PLANS_MAX: usize = 20_000;

/// The number of priorities, from 0 on.
const PRIORITIES: usize = 101;

/// Mandatory visits left out, counted by priority from the highest; then money.
type Score = (Vec<u32>, f64);

#[test]
fn no_enumerated_plan_is_better_than_the_one_found() {
    let plans = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/fixtures/plans");
    let kept = || ["problems.json", "enumerated.json"].map(|it| plans.join(it)).into();
    let files: Vec<PathBuf> =
        std::env::var_os("ENUMERATED").map_or_else(kept, |it| vec![it.into()]);
    let read =
        |file| -> Vec<Value> { serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap() };
    let items: Vec<Value> = files.into_iter().flat_map(read).collect();
    let (mut count, mut missed) = (0, Vec::new());
    for (at, item) in items.iter().enumerate() {
        let mut problem = problem_of(item);
        problem.objective.minimize = vec![Term::Unserved, Term::Cost];
        let found = said(&item["found"]).unwrap_or_else(|| searched(&problem));
        let Some((best, plan)) = best_of(&mut problem) else { continue };
        count += 1;
        if is_better(&best, &found) {
            let name = item["name"].as_str().map_or_else(|| at.to_string(), str::to_owned);
            missed.push((name, best, found, plan));
        }
    }
    eprintln!("{count} of {} problems enumerated, {} missed", items.len(), missed.len());
    assert!(count > 0, "no problem is small");
    assert!(missed.is_empty(), "{} of {count}: {missed:?}", missed.len());
}

fn searched(problem: &Problem) -> Score {
    let options = SearchOptions { iterations_max: Some(ROUNDS), ..SearchOptions::default() };
    let mut search = Search::new(problem, options);
    while !search.run(ROUNDS, 0.0).done {}
    score_of(problem, &search.solution())
}

fn said(found: &Value) -> Option<Score> {
    let mut left_out = vec![0; PRIORITIES];
    for priority in found["left_out"].as_array()? {
        left_out[PRIORITIES - 1 - usize::try_from(priority.as_u64()?).unwrap()] += 1;
    }
    Some((left_out, found["cost"].as_f64()?))
}

fn is_better(one: &Score, other: &Score) -> bool {
    one.0 < other.0 || (one.0 == other.0 && one.1 < other.1 - 2e-6 * other.1.abs().max(1.0))
}

fn score_of(problem: &Problem, solution: &Solution) -> Score {
    let mut left_out = vec![0; PRIORITIES];
    let mut cost: f64 = solution.routes.iter().map(|it| it.summary.cost.total()).sum();
    for it in &solution.unserved {
        let order = &problem.orders[problem.visits[it.visit.at()].order.at()];
        cost += order.unserved_cost;
        if order.mandatory {
            left_out[PRIORITIES - 1 - order.priority as usize] += 1;
        }
    }
    (left_out, cost + other_vehicles(problem, solution))
}

/// The cost of additional vehicles for orders that prefer one vehicle.
fn other_vehicles(problem: &Problem, solution: &Solution) -> f64 {
    let mut pairs = BTreeSet::new();
    for route in &solution.routes {
        for it in &route.stops {
            if let StopRole::Order { stop, .. } = it.role {
                let visit = problem.stops[stop.at()].visit;
                let order = problem.visits[visit.at()].order;
                pairs.insert((order.at(), problem.shifts[route.shift.at()].vehicle.at()));
            }
        }
    }
    let orders: BTreeSet<usize> = pairs.iter().map(|it| it.0).collect();
    let price =
        |order: usize| problem.orders[order].rules.as_ref().map_or(0.0, |it| it.other_vehicle_cost);
    pairs.iter().map(|it| price(it.0)).sum::<f64>() - orders.into_iter().map(price).sum::<f64>()
}

/// The best plan that keeps all rules; `None` if there are too many plans.
fn best_of(problem: &mut Problem) -> Option<(Score, Vec<PlannedRoute>)> {
    let plans_max = std::env::var("ENUMERATED_PLANS").map_or(PLANS_MAX, |it| it.parse().unwrap());
    let mut plans = vec![vec![Vec::new(); problem.shifts.len()]];
    for visit in 0..problem.visits.len() {
        let stops = problem.visits[visit].stops.clone();
        let mut longer = plans.clone();
        for shift in 0..problem.shifts.len() {
            let mut with = plans.clone();
            for stop in stops.clone() {
                with = with.iter().flat_map(|plan| put(problem, plan, shift, stop)).collect();
                if with.len() > plans_max {
                    return None;
                }
            }
            longer.extend(with);
        }
        plans = longer;
        if plans.len() > plans_max {
            return None;
        }
    }
    problem.mode = Mode::Check;
    let ways: usize = plans.iter().map(|plan| reload_ways(problem, plan).product::<usize>()).sum();
    let reloads = ways <= plans_max;
    let mut best: Option<(Score, Vec<PlannedRoute>)> = None;
    for plan in &plans {
        for routes in reloaded(problem, plan, reloads) {
            problem.plan = routes;
            let mut search = Search::new(problem, SearchOptions::default());
            while !search.run(1, 0.0).done {}
            let solution = search.solution();
            drop(search);
            if solution.routes.iter().any(|it| !it.violations.is_empty()) {
                continue;
            }
            let score = score_of(problem, &solution);
            if best.as_ref().is_none_or(|(best, _)| is_better(&score, best)) {
                best = Some((score, problem.plan.clone()));
            }
        }
    }
    best
}

/// For each route, the number of ways to have no reload or one.
fn reload_ways(problem: &Problem, plan: &[Stops]) -> impl Iterator<Item = usize> {
    let routes = problem.shifts.iter().zip(plan).filter(|(_, stops)| !stops.is_empty());
    routes.map(|(shift, stops)| 1 + shift.reloads.len() * (stops.len() + 1))
}

/// The routes of a plan without reloads, and with one reload at each position of each route.
fn reloaded(problem: &Problem, plan: &[Stops], reloads: bool) -> Vec<Vec<PlannedRoute>> {
    let mut all = vec![Vec::new()];
    for (shift, stops) in (0_u32..).map(ShiftIdx).zip(plan) {
        if stops.is_empty() {
            continue;
        }
        let reloads = if reloads { problem.shifts[shift.at()].reloads.len() } else { 0 };
        let positions = 0..=u32::try_from(stops.len()).unwrap();
        let one = (0_u32..).take(reloads).flat_map(|reload| {
            let at = move |position| PlannedReload::new(position, reload);
            positions.clone().map(move |it| vec![at(it)])
        });
        let ways: Vec<_> = std::iter::once(Vec::new()).chain(one).collect();
        all = all
            .iter()
            .flat_map(|routes| {
                ways.iter().map(move |reloads| {
                    let mut routes: Vec<PlannedRoute> = routes.clone();
                    routes.push(planned(shift, stops, reloads));
                    routes
                })
            })
            .collect();
    }
    all
}

type Stops = Vec<(StopIdx, OptionIdx)>;

/// The plan with one more stop on the route of a shift, at each position and with each option.
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

fn planned(shift: ShiftIdx, stops: &Stops, reloads: &[PlannedReload]) -> PlannedRoute {
    let stops = stops.iter().map(|&(stop, option)| PlannedStop::new(stop, Some(option)));
    PlannedRoute { reloads: reloads.to_vec(), ..PlannedRoute::new(shift, stops.collect()) }
}
