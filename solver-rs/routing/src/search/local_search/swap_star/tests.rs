//! SWAP* on random plans without windows, compared with all exchanges, each of which the evaluator judges.

use super::super::LocalSearch;
use super::super::moves::Move;
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
    look: impl FnOnce(&mut Scan<'_, '_>, Side, ShiftIdx, &Near),
) -> Move {
    let LocalSearch { scratch, lanes, tracks, traits, near, .. } = local_search;
    let mut scan = Scan::new(&mut search.plan, lanes, tracks, *traits, scratch, limit);
    let [one, other] = [stops.0, stops.1].map(|it| {
        let visit = scan.plan.problem.stops[it.at()].visit;
        scan.spot(visit, it).expect("a visit on a route")
    });
    let mine = scan.side(one.shift, one.at, stops.0);
    look(&mut scan, mine, other.shift, near);
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
                scanned(&mut search, &mut local_search, stops, limit, |scan, mine, to, near| {
                    scan.swap_with_route(mine, to, near, &mut Gaps::with_slots(8));
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
        scanned(&mut search, &mut local_search, stops, f64::INFINITY, |scan, mine, _, near| {
            let known = gaps.of(scan, to, (mine.stop, mine.row), near);
            let fresh = scan.all_gaps(to, mine.row);
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

#[test]
fn gaps_beside_near_stops_are_the_cheapest_of_these() {
    let mut checked = 0;
    for seed in 1..4 {
        let problem = draw(seed, Traits { depots: seed % 2 == 0, ..Traits::default() });
        let mut search = plan_of(&problem, seed);
        let mut local_search = local_search(&search);
        for stops in pairs(&problem) {
            if [stops.0, stops.1].iter().any(|it| position(&search, *it).is_none()) {
                continue;
            }
            scanned(
                &mut search,
                &mut local_search,
                stops,
                f64::INFINITY,
                |scan, mine, to, near| {
                    // A third of the list, as if it were short beside the routes.
                    let near = &near.of(mine.stop)[..7];
                    let is_near = |at: usize| {
                        let step = at
                            .checked_sub(1)
                            .and_then(|it| scan.plan.routes[to.at()].steps.get(it));
                        let stop = step.and_then(|it| scan.plan.visit_of(*it));
                        stop.is_some_and(|visit| near.iter().any(|it| it.visit == visit))
                    };
                    let gaps = (0..=scan.plan.routes[to.at()].steps.len())
                        .filter(|it| is_near(*it) || is_near(it + 1));
                    let mut costs: Vec<f64> =
                        gaps.map(|it| scan.gap(to, mine.row, it).added).collect();
                    costs.sort_by(f64::total_cmp);
                    costs.resize(GAPS, f64::INFINITY);
                    let found = scan.near_gaps(to, mine.row, near).map(|it| it.added);
                    assert_eq!(costs, found, "seed {seed}, {stops:?}");
                    checked += usize::from(found[0].is_finite() && found[2].is_infinite());
                },
            );
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn exchanges_with_long_routes_cost_what_is_predicted() {
    let (mut made, mut best_found) = (0, 0);
    for seed in 1..20 {
        let mut problem = draw(seed, Traits::default());
        let loads = problem.stops.iter().map(|it| it.load[0].abs()).sum::<i64>();
        for vehicle in &mut problem.vehicles {
            vehicle.capacity[0] = loads - 2;
        }
        let mut search = plan_of(&problem, seed);
        let mut local_search = local_search(&search);
        for stops in pairs(&problem) {
            let Some(one) = position(&search, stops.0) else { continue };
            let Some((to, _)) = position(&search, stops.1) else { continue };
            if one.0 == to || search.plan.routes[to.at()].steps.len() <= NEAR_COUNT {
                continue;
            }
            let look = |scan: &mut Scan<'_, '_>, mine: Side, to: ShiftIdx, near: &Near| {
                scan.swap_with_route(mine, to, near, &mut Gaps::with_slots(8));
            };
            let best = scanned(&mut search, &mut local_search, stops, f64::INFINITY, look);
            if best.drafts[0].is_none() {
                continue;
            }
            let least = least_exchange(&mut search, one, to).expect("one was found");
            assert!(best.delta > least - 1e-6, "seed {seed}, {stops:?}: {least} {best:?}");
            best_found += usize::from(best.delta < least + 1e-6);
            let before = search.plan.score();
            assert!(local_search.make(&mut search.plan, &best), "seed {seed}: {best:?}");
            let added = search.plan.score().rest - before.rest;
            assert!((added - best.delta).abs() < 1e-6, "seed {seed}: {added}, {best:?}");
            made += 1;
            search.plan.undo();
        }
    }
    assert!(made > 100 && best_found * 10 > made * 9, "{made}, {best_found}");
}
