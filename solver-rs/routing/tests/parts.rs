//! One plan improved by several searches, each on one part of it: their changes add up.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod support;

use routing::Patience;
use routing::evaluate::Step;
use routing::problem::{ShiftIdx, Term};
use routing::search::{Part, Search, SearchOptions};
use support::{iterations, problem};

fn in_part(count: u64, seed: u64, idx: u32, parts: u32) -> SearchOptions {
    SearchOptions { part: Some(Part { idx, count: parts }), ..iterations(count, seed) }
}

/// Several searches of one plan, repeatedly: each changes its own routes, and their savings add up. Those of the
/// largest problem combine routes of neighborhoods.
#[test]
fn searches_of_parts_save_together_as_much_as_each() {
    for (parts, visits, vehicles) in
        [(2, 80, 60), (3, 80, 60), (5, 80, 60), (70, 80, 60), (3, 340, 255)]
    {
        let problem = problem(12, visits, vehicles, 0.0);
        // No iterations yet, so that the parts find something to save.
        let first = Search::new(&problem, iterations(100_000, 3));
        assert!(first.is_divisible());
        let (mut base, mut changed) = (first.checkpoint(), Vec::new());
        for epoch in 1..=4_u64 {
            let options = iterations(100_000, epoch);
            let before =
                Search::resume_joined(&problem, options, &base, &changed, &Patience::default())
                    .unwrap();
            let cost_before = before.status().cost;
            let routes_before = before.sequences();
            let mut savings = 0.0;
            let mut seen = Vec::new();
            let mut checkpoints = Vec::new();
            for idx in 0..parts {
                let options = SearchOptions {
                    iterations_max: None,
                    ..in_part(0, epoch + u64::from(idx), idx, parts)
                };
                let mut search =
                    Search::resume_joined(&problem, options, &base, &changed, &Patience::default())
                        .unwrap();
                search.run(300, 0.6);
                savings += cost_before - search.status().cost;
                let routes = search.sequences();
                let is_new = |it: &&(ShiftIdx, Vec<Step>)| !routes_before.contains(it);
                let is_gone = |it: &&(ShiftIdx, Vec<Step>)| !routes.contains(it);
                let new = routes.iter().filter(is_new).map(|it| it.0);
                let gone = routes_before.iter().filter(is_gone).map(|it| it.0);
                let mut shifts: Vec<ShiftIdx> = new.chain(gone).collect();
                shifts.sort_unstable();
                shifts.dedup();
                seen.extend(shifts);
                checkpoints.push((search.checkpoint(), search.base().unwrap().clone()));
            }
            let count = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), count, "no route is changed by two");
            assert!(
                checkpoints.iter().all(|it| it.1 == checkpoints[0].1),
                "all begin from one plan"
            );
            base = checkpoints[0].1.clone();
            changed = checkpoints.into_iter().map(|it| it.0).collect();
            let joined = Search::resume_joined(
                &problem,
                iterations(1, 1),
                &base,
                &changed,
                &Patience::default(),
            )
            .unwrap();
            let cost = joined.status().cost;
            assert!((cost_before - savings - cost).abs() < 1e-6 * cost, "{parts} parts, {epoch}");
            assert_eq!((before.status().unserved, joined.status().unserved), (0, 0));
        }
        let mut last = Search::resume_joined(
            &problem,
            iterations(1, 1),
            &base,
            &changed,
            &Patience::default(),
        )
        .unwrap();
        assert!(last.status().iterations > 4 * 300);
        let cost = last.status().cost;
        assert!(cost < first.status().cost);
        let solution = last.solution();
        assert!(solution.routes.iter().all(|it| it.violations.is_empty()));
    }
}

/// More orders than the vehicles can carry: one part may place an absent visit, and no other part places it too.
#[test]
fn absent_visits_are_one_search_to_place() {
    let problem = problem(7, 60, 6, 10.0);
    let mut first = Search::new(&problem, iterations(100_000, 3));
    first.run(50, 0.0);
    let base = first.checkpoint();
    assert!(first.status().unserved > 0);
    let mut changed = Vec::new();
    for idx in 0..3 {
        let options = in_part(100_000, 5, idx, 3);
        let mut search = Search::resume(&problem, options, &base).unwrap();
        search.run(500, 0.5);
        assert!(search.status().unserved <= first.status().unserved);
        changed.push(search.checkpoint());
    }
    let mut last =
        Search::resume_joined(&problem, iterations(1, 1), &base, &changed, &Patience::default())
            .unwrap();
    let solution = last.solution();
    let mut served: Vec<Step> = last.sequences().into_iter().flat_map(|it| it.1).collect();
    let count = served.len();
    served.sort_unstable_by_key(|it| format!("{it:?}"));
    served.dedup();
    assert_eq!(served.len(), count);
    assert_eq!(count + solution.unserved.len(), 60);
}

#[test]
#[should_panic = "for one search"]
fn plans_whose_routes_bind_one_another_have_no_parts() {
    let mut problem = problem(7, 20, 6, 10.0);
    problem.objective.minimize.push(Term::Imbalance);
    let checkpoint = Search::new(&problem, iterations(1, 3)).checkpoint();
    let _ = Search::resume(&problem, in_part(1, 3, 0, 2), &checkpoint);
}

/// 810 iterations suffice for the whole plan, whichever part runs them; the last eighth is for the whole plan.
#[test]
fn rounds_of_all_parts_count_and_leave_some_for_the_whole() {
    let problem = problem(11, 80, 60, 10.0);
    let options = |part| SearchOptions {
        iterations_max: None,
        iterations_per_visit: Some(10),
        part,
        ..iterations(0, 3)
    };
    let mut first = Search::new(&problem, options(None));
    first.run(100, 0.0);
    let mut changed = Vec::new();
    let base = first.checkpoint();
    for idx in 0..3 {
        let options = options(Some(Part { idx, count: 3 }));
        let mut search = Search::resume(&problem, options, &base).unwrap();
        while !search.run(50, 0.0).done {}
        assert_eq!(search.status().iterations, 100 + (708 - 100) / 3);
        changed.push(search.checkpoint());
    }
    let mut last =
        Search::resume_joined(&problem, options(None), &base, &changed, &Patience::default())
            .unwrap();
    assert_eq!(last.status().iterations, 100 + 3 * ((708 - 100) / 3));
    assert!(!last.status().done);
    while !last.run(50, 0.0).done {}
    assert_eq!(last.status().iterations, 810);
}

/// A search that counts vehicles, or pays for each, first tries to close them, on the whole plan.
#[test]
fn a_fleet_under_reduction_has_no_parts() {
    let mut counted = problem(11, 80, 60, 0.0);
    counted.objective.minimize = vec![Term::Unserved, Term::Vehicles, Term::Cost];
    for (problem, iterations_under_way) in [(counted, 1_000), (problem(11, 80, 60, 10.0), 300)] {
        let mut search = Search::new(&problem, iterations(10_000, 3));
        search.run(iterations_under_way, 0.0);
        assert!(!search.is_divisible());
        search.run(iterations_under_way, 0.0);
        assert!(search.is_divisible());
    }
}
