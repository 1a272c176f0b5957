//! SWAP* on random plans without windows, compared with all exchanges, each of which the evaluator judges.

use super::super::LocalSearch;
use super::super::scan::Move;
use super::super::tests::{Traits, draw, local_search, pairs, plan_of};
use super::*;
use crate::search::Search;

/// Runs `look` on the first stop's side and the route of the second one, both of which have been read. Returns the best
/// move that it has offered.
fn scanned(
    search: &mut Search<'_>,
    local_search: &mut LocalSearch,
    stops: (StopIdx, StopIdx),
    limit: f64,
    look: impl FnOnce(&mut Scan<'_, '_>, Side, ShiftIdx),
) -> Move {
    let LocalSearch { steps: [steps, _], lanes, tracks, traits, .. } = local_search;
    let mut scan = Scan::new(&mut search.plan, lanes, tracks, *traits, steps, limit);
    let [one, other] = [stops.0, stops.1].map(|it| {
        let visit = scan.plan.problem.stops[it.at()].visit;
        scan.spot(visit, it).expect("a visit on a route")
    });
    let mine = scan.side(one.shift, one.at, stops.0);
    look(&mut scan, mine, other.shift);
    scan.best()
}

fn position(search: &Search<'_>, stop: StopIdx) -> Option<(ShiftIdx, usize)> {
    let shift = search.plan.shift_of(search.plan.problem.stops[stop.at()].visit)?;
    Some((shift, search.plan.step_of(stop)))
}

/// Returns the least change of the cost of a route if a step is removed and another one is added anywhere.
fn least_change(
    search: &mut Search<'_>,
    shift: ShiftIdx,
    removed: usize,
    added: Step,
) -> Option<f64> {
    let steps = search.plan.routes[shift.at()].steps.clone();
    let before = search.plan.routes[shift.at()].rest;
    let with_added = |at: usize| {
        let mut tried = steps.clone();
        tried.remove(removed);
        tried.insert(at, added);
        tried
    };
    let costs = (0..steps.len()).filter_map(|at| search.plan.try_route(shift, &with_added(at)));
    costs.reduce(f64::min).map(|it| it - before)
}

/// Returns the least change of the cost by an exchange of a stop with any on another route.
fn least_exchange(
    search: &mut Search<'_>,
    (from, at): (ShiftIdx, usize),
    to: ShiftIdx,
) -> Option<f64> {
    let mine = search.plan.routes[from.at()].steps[at];
    let theirs = search.plan.routes[to.at()].steps.clone();
    let deltas = theirs.iter().enumerate().filter_map(|(other, step)| {
        let own = least_change(search, from, at, *step)?;
        Some(own + least_change(search, to, other, mine)?)
    });
    deltas.reduce(f64::min)
}

#[test]
fn the_best_exchange_is_found() {
    let (mut compared, mut paying) = (0, 0);
    for seed in 1..12 {
        let problem = draw(seed, Traits { depots: seed % 2 == 0, ..Traits::default() });
        let mut search = plan_of(&problem, seed);
        let mut local_search = local_search(&search);
        for stops in pairs(&problem) {
            let Some(one) = position(&search, stops.0) else { continue };
            let Some((to, _)) = position(&search, stops.1) else { continue };
            if one.0 == to {
                continue;
            }
            let best = least_exchange(&mut search, one, to);
            let mut found = |limit: f64| {
                scanned(&mut search, &mut local_search, stops, limit, |scan, mine, to| {
                    scan.swap_with_route(mine, to, &mut Gaps::with_slots(8));
                })
            };
            let any = found(f64::INFINITY);
            assert_eq!(any.drafts[0].is_some(), best.is_some(), "seed {seed}, {stops:?}");
            let Some(best) = best else { continue };
            assert!((any.delta - best).abs() < 1e-6, "seed {seed}, {stops:?}: {best} {any:?}");
            compared += 1;
            if best < -1e-3 {
                let delta = found(0.0).delta;
                assert!((delta - best).abs() < 1e-6, "seed {seed}, {stops:?}: {best} {delta}");
                paying += 1;
            }
        }
    }
    assert!(compared > 1_000 && paying > 20, "{compared}, {paying}");
}

#[test]
fn gaps_are_looked_up_again_once_a_route_has_changed() {
    let problem = draw(1, Traits::default());
    let mut search = plan_of(&problem, 1);
    let mut local_search = local_search(&search);
    let mut gaps = Gaps::with_slots(1024);
    let mut checked = 0;
    for stops in pairs(&problem) {
        let Some((shift, _)) = position(&search, stops.0) else { continue };
        let Some((to, _)) = position(&search, stops.1) else { continue };
        scanned(&mut search, &mut local_search, stops, f64::INFINITY, |scan, mine, _| {
            let known = gaps.of(scan, to, (mine.stop, mine.place));
            let fresh = scan.cheapest_gaps(to, mine.place);
            assert_eq!(known.map(|it| it.after), fresh.map(|it| it.after));
            checked += 1;
        });
        // The route of the first stop is driven backwards from now on.
        let mut steps = search.plan.routes[shift.at()].steps.clone();
        steps.reverse();
        search.plan.replace(shift, &steps);
    }
    assert!(checked > 100, "{checked}");
}
