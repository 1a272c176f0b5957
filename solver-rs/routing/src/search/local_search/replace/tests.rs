//! Replacements on random plans: the change of the score that they state is the one that the plan then has.

use super::*;
use crate::evaluate::fixture::{Fixture, Random, visit_rules};
use crate::problem::{Problem, StopIdx, Term, UNLIMITED, VehicleIdx};
use crate::search::local_search::LocalSearch;
use crate::search::plan::route::Fit;
use crate::search::{Search, SearchOptions};

use crate::search::local_search::tests::{Traits, draw, local_search, plan_of};

/// What the orders of a problem are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Orders {
    /// Optional, and some are worth more than others.
    Optional,
    /// Mandatory and of equal rank; most vehicles are missing.
    Mandatory,
    /// The same, of three ranks.
    Ranked,
}

fn problem(seed: u64, traits: Traits, orders: Orders) -> Problem {
    let mut problem = draw(seed, traits);
    let mut random = Random::new(seed + 1_000);
    for order in &mut problem.orders {
        match orders {
            Orders::Optional => {
                order.mandatory = false;
                #[expect(clippy::cast_precision_loss, reason = "small")]
                let cost = random.below(600) as f64;
                order.unserved_cost = cost;
            }
            Orders::Mandatory => {}
            Orders::Ranked => order.priority = u32::try_from(random.below(3)).unwrap(),
        }
    }
    if seed.is_multiple_of(2) {
        // Then margins are exact although the time of routes has a cost, if there are no windows.
        for vehicle in &mut problem.vehicles {
            vehicle.limits.duration_seconds = UNLIMITED;
        }
    }
    for option in &mut problem.options {
        option.service_seconds = random.below(60);
    }
    if orders != Orders::Optional {
        for vehicle in &mut problem.vehicles[2..] {
            vehicle.capacity = vec![0];
        }
    }
    problem.check().unwrap();
    problem
}

/// All combinations that matter for times, loads and evaluation.
fn all() -> impl Iterator<Item = (u64, Traits, Orders)> {
    let flags = [false, true];
    let traits = flags.into_iter().flat_map(move |windows| {
        flags.into_iter().flat_map(move |timed| {
            flags.into_iter().map(move |paused| Traits {
                windows,
                timed,
                paused,
                oneway: windows,
                // Vehicles and stops cost something.
                depots: timed != paused,
                mixed: paused && !windows,
            })
        })
    });
    let orders = [Orders::Optional, Orders::Mandatory, Orders::Ranked];
    let both = traits.flat_map(move |it| orders.into_iter().map(move |orders| (it, orders)));
    both.flat_map(|(traits, orders)| (1..11).map(move |seed| (seed, traits, orders)))
}

/// Returns the best replacement of a served visit by an absent one; of `None`, the move that leaves it out.
fn offered(
    search: &mut Search<'_>,
    local_search: &mut LocalSearch,
    leaves: VisitIdx,
    comes: Option<VisitIdx>,
    limit: f64,
) -> Move {
    let scratch = &mut local_search.scratch;
    let plan = &mut search.plan;
    let (lanes, tracks) = (&local_search.lanes, &mut local_search.tracks);
    let mut scan = Scan::new(plan, lanes, tracks, local_search.traits, scratch, limit);
    let stop = |it: VisitIdx| StopIdx(scan.plan.problem.visits[it.at()].stops.start);
    let (stop, near) = (stop(leaves), comes.map(|it| (it, stop(it))));
    let one = scan.spot(leaves, stop).unwrap();
    match near {
        None => scan.leave_out(&one, leaves),
        Some((visit, stop)) => {
            let near = Neighbor { visit, stop, there: 0.0, back: 0.0 };
            scan.replace(&one, leaves, &near);
        }
    }
    scan.best()
}

#[test]
fn replacements_change_the_score_as_stated() {
    let (mut replaced, mut left_out, mut emptied) = (0, 0, 0);
    let (mut ranked, mut priced_times) = (0, 0);
    for (seed, traits, orders) in all() {
        let problem = problem(seed, traits, orders);
        let mut search = plan_of(&problem, seed);
        let mut local_search = local_search(&search);
        let visits = || (0..problem.visits.len()).map(VisitIdx::of);
        let absent = search.plan.absent.clone();
        for leaves in visits().filter(|it| !absent.contains(it)) {
            for comes in absent.iter().copied().map(Some).chain([None]) {
                let best = offered(&mut search, &mut local_search, leaves, comes, f64::INFINITY);
                let Some(change) = best.replaced else { continue };
                assert_eq!((change.leaves, change.comes), (leaves, comes));
                let before = search.plan.score();
                if !local_search.make(&mut search.plan, &best) {
                    assert!(!local_search.traits.exact, "{traits:?}: refused {best:?}");
                    continue;
                }
                let after = search.plan.score();
                let [out, back] = [Some(leaves), comes]
                    .map(|it| it.map_or(0, |it| search.plan.instance.rank[it.at()]));
                assert_eq!(after.unserved, before.unserved + out - back);
                let added = after.rest - before.rest;
                let error = (added - best.delta).abs();
                assert!(error < 1e-6, "{traits:?} {orders:?}: {added}, {best:?}");
                assert!(search.plan.absent.contains(&leaves));
                assert!(comes.is_none_or(|it| !search.plan.absent.contains(&it)));
                assert_eq!(search.plan.absent.len(), absent.len() + usize::from(comes.is_none()));
                replaced += usize::from(comes.is_some());
                left_out += usize::from(comes.is_none());
                let shift = best.drafts[0].unwrap().shift;
                emptied += usize::from(search.plan.routes[shift.at()].steps.is_empty());
                ranked += usize::from(back > out);
                priced_times += usize::from(traits.timed && local_search.traits.exact);
                search.plan.undo();
                assert_eq!(search.plan.absent, absent);
            }
        }
    }
    assert!(emptied > 10, "{emptied}");
    assert!(replaced > 1_000 && left_out > 300, "{replaced} {left_out}");
    assert!(ranked > 100 && priced_times > 100, "{ranked} {priced_times}");
}

#[test]
fn no_mandatory_visit_leaves_for_one_that_ranks_below_it() {
    let (mut below, mut others) = (0, 0);
    for seed in 1..10 {
        let problem = problem(seed, Traits::default(), Orders::Ranked);
        let mut search = plan_of(&problem, seed);
        let mut local_search = local_search(&search);
        let absent = search.plan.absent.clone();
        for leaves in (0..problem.visits.len()).map(VisitIdx::of) {
            if search.plan.shift_of(leaves).is_none() {
                continue;
            }
            for comes in &absent {
                let rank = &search.plan.instance.rank;
                let is_below = rank[comes.at()] < rank[leaves.at()];
                let limit = f64::INFINITY;
                let best = offered(&mut search, &mut local_search, leaves, Some(*comes), limit);
                assert!(!is_below || best.replaced.is_none());
                below += usize::from(is_below);
                others += usize::from(best.replaced.is_some());
            }
            let none = offered(&mut search, &mut local_search, leaves, None, f64::INFINITY);
            assert!(none.replaced.is_none(), "nor is it left out");
        }
    }
    assert!(below > 50 && others > 50, "{below} {others}");
}

#[test]
fn replacing_never_makes_a_plan_worse_and_loses_no_visit() {
    // Plans that become better, and those that do so only if absent visits may take the place of others.
    let (mut better, mut better_for_it) = (0, 0);
    for (seed, traits, orders) in all() {
        let problem = problem(seed, traits, orders);
        let visits = || (0..problem.visits.len()).map(VisitIdx::of);
        let [kept, after] = [false, true].map(|replaces| {
            let mut search = plan_of(&problem, seed);
            let mut local_search = local_search(&search);
            let before = (search.plan.score(), search.plan.absent.clone());
            visits().for_each(|it| local_search.touch_around(&search.plan, it));
            local_search.improve(&mut search.plan, replaces);
            let after = search.plan.score();
            assert!(after == before.0 || after.is_better_than(&before.0), "{traits:?} {orders:?}");
            better += usize::from(after.is_better_than(&before.0));
            assert!(replaces || search.plan.absent == before.1);
            for visit in visits() {
                let is_served = search.plan.shift_of(visit).is_some();
                assert_ne!(is_served, search.plan.absent.contains(&visit));
            }
            after
        });
        better_for_it += usize::from(after.is_better_than(&kept));
    }
    assert!(better > 100 && better_for_it > 30, "{better} {better_for_it}");
}

#[test]
fn only_visits_that_may_be_served_come() {
    let (mut all, mut forbidden, mut of_others) = (0, 0, 0);
    for seed in 1..5 {
        let traits = Traits::default();
        let free = problem(seed, traits, Orders::Optional);
        let mut bound = free.clone();
        // Every second order may only be served by a vehicle that has no room for it.
        for order in bound.orders.iter_mut().step_by(2) {
            order.allowed_vehicles = Some(vec![VehicleIdx(9)]);
        }
        bound.vehicles[9].capacity = vec![0];
        let offers = |problem: &Problem, are_of_others: bool| {
            let mut search = plan_of(problem, seed);
            let mut local_search = local_search(&search);
            if are_of_others {
                search.plan.other_visits = vec![true; problem.visits.len()];
            }
            let absent = search.plan.absent.clone();
            let visits = (0..problem.visits.len()).map(VisitIdx::of);
            let served = visits.filter(|it| !absent.contains(it));
            let mut came = Vec::new();
            for leaves in served {
                for comes in &absent {
                    let limit = f64::INFINITY;
                    let best = offered(&mut search, &mut local_search, leaves, Some(*comes), limit);
                    came.extend(best.replaced.and_then(|it| it.comes));
                }
            }
            came
        };
        all += offers(&free, false).iter().filter(|it| it.at() % 2 == 0).count();
        forbidden += offers(&bound, false).iter().filter(|it| it.at() % 2 == 0).count();
        of_others += offers(&free, true).len();
    }
    assert!(all > 100, "{all}");
    assert_eq!((forbidden, of_others), (0, 0));
}

#[test]
fn where_margins_are_exact_no_replacement_that_pays_is_skipped() {
    let (mut found, mut missed) = (0, 0);
    for (seed, traits, orders) in all() {
        let problem = problem(seed, traits, orders);
        let mut search = plan_of(&problem, seed);
        let mut local_search = local_search(&search);
        if !local_search.traits.exact {
            continue;
        }
        let absent = search.plan.absent.clone();
        for leaves in (0..problem.visits.len()).map(VisitIdx::of) {
            for comes in absent.iter().copied().filter(|_| !absent.contains(&leaves)) {
                let [any, paying] = [f64::INFINITY, 0.0].map(|limit| {
                    offered(&mut search, &mut local_search, leaves, Some(comes), limit)
                });
                if any.replaced.is_some_and(|it| it.rank_gained == 0) && any.delta < -1e-3 {
                    *(if paying.replaced.is_some() { &mut found } else { &mut missed }) += 1;
                }
            }
        }
    }
    assert!(found > 100 && missed == 0, "{found} {missed}");
}

#[test]
fn where_orders_are_periodic_no_visit_is_replaced() {
    let mut absent_count = 0;
    for seed in 1..10 {
        let mut problem = problem(seed, Traits::default(), Orders::Optional);
        problem.orders[0].rules = Some(visit_rules());
        let mut search = plan_of(&problem, seed);
        let mut local_search = local_search(&search);
        let absent = search.plan.absent.clone();
        let visits = (0..problem.visits.len()).map(VisitIdx::of);
        visits.for_each(|it| local_search.touch_around(&search.plan, it));
        local_search.improve(&mut search.plan, true);
        assert_eq!(search.plan.absent, absent);
        absent_count += absent.len();
    }
    assert!(absent_count > 10);
}

#[test]
fn refused_replacements_displace_no_other_move() {
    // Far visits would earn much, but no route may be long enough for them, which only the evaluator knows.
    let mut fixture = Fixture::new(25);
    fixture.shift(0..100_000);
    for place in [1, 2, 3, 21, 22, 23, 24] {
        fixture.dropoff(place, &[]);
    }
    let problem = &mut fixture.problem;
    problem.objective.minimize = vec![Term::Unserved, Term::Cost];
    problem.vehicles[0].costs.per_kilometer = 1.0;
    for order in &mut problem.orders {
        (order.mandatory, order.unserved_cost) = (false, 1_000.0);
    }
    for order in &mut problem.orders[3..] {
        order.unserved_cost = 1_000_000.0;
    }
    let way = problem.travel[0].distance_meters[3];
    problem.vehicles[0].limits.distance_meters = 4 * i64::from(way);
    let mut search = Search::new(problem, SearchOptions::default());
    let mut local_search = local_search(&search);
    assert!(!local_search.traits.exact);
    let far = search.plan.absent.clone();
    assert!(far.len() == 4 && far.iter().all(|it| it.at() >= 3));
    for comes in &far {
        let best = offered(&mut search, &mut local_search, VisitIdx(0), Some(*comes), 0.0);
        assert!(best.replaced.is_none());
        assert!(local_search.scratch.replacement.replaced.is_some(), "refused by the evaluator");
    }
    // There and back again: 2, 1, 3 is longer than 1, 2, 3.
    let mut steps = search.plan.routes[0].steps.clone();
    steps.sort_by_key(|it| [1, 0, 2][search.plan.visit_of(*it).unwrap().at()]);
    assert!(search.plan.replace(ShiftIdx(0), &steps) == Fit::Fits);
    let before = search.plan.score();
    local_search.touch(&search.plan, VisitIdx(0));
    local_search.improve(&mut search.plan, true);
    assert!(search.plan.score().is_better_than(&before));
    assert_eq!(search.plan.absent, far);
}
