//! Searches that combine routes of whole plans and of neighborhoods.

use std::iter;

use super::RoutePool;
use super::columns::COLUMNS_MAX;
use crate::evaluate::Step;
use crate::evaluate::fixture::{Fixture, visit_rules};
use crate::instance::ClassIdx;
use crate::problem::{
    OptionIdx, PlannedRoute, PlannedStop, Problem, Relation, RelationKind, ShiftIdx, StopIdx, Term,
    VisitIdx,
};
use crate::search::fleet::tests::two_vehicles;
use crate::search::plan::route::Fit;
use crate::search::{Search, SearchOptions};

/// Returns a search from the given routes of two vehicles, whose places are 1 to 4 minutes from the depot.
fn search_from(problem: &mut Problem, routes: [[u32; 2]; 2]) -> Search<'_> {
    let planned = |(shift, visits): (usize, [u32; 2])| {
        let stops = visits.map(|it| PlannedStop::new(StopIdx(it), None));
        PlannedRoute::new(ShiftIdx::of(shift), stops.to_vec())
    };
    problem.plan = routes.into_iter().enumerate().map(planned).collect();
    Search::new(problem, SearchOptions::default())
}

#[test]
fn a_search_continues_from_routes_that_were_made_at_different_times() {
    let mut problem = two_vehicles(4, 0.0);
    let mut search = search_from(&mut problem, [[0, 2], [1, 3]]);
    // To the third place and back, and to the fourth.
    assert_eq!(search.best_money, 60.0 * (6.0 + 8.0));
    let mut pool = search.route_pool.take().unwrap();
    pool_better_routes(&mut search, &mut pool);
    search.combine(&mut pool);
    assert_eq!(search.best_money, 60.0 * (4.0 + 8.0));
    assert_eq!((search.status().unserved, search.status().vehicles), (0, 2));
}

/// A problem of so many vehicles with room for two visits each, and a plan in which each vehicle makes two visits. Each
/// two vehicles would save 120 if they exchanged their second visits.
fn large(vehicles: u32) -> Problem {
    let mut fixture = Fixture { problem: two_vehicles(2 * vehicles, 0.0) };
    for shift in &mut fixture.problem.shifts {
        (shift.end_at, shift.latest_end_at, shift.overtime_end_at) = (100_000, 100_000, 100_000);
    }
    for _ in 2..vehicles {
        fixture.another_vehicle();
    }
    let mut problem = fixture.problem;
    let planned = |shift: u32| {
        let first = 4 * (shift / 2) + shift % 2;
        let stops = [first, first + 2].map(|it| PlannedStop::new(StopIdx(it), None));
        PlannedRoute::new(ShiftIdx(shift), stops.to_vec())
    };
    problem.plan = (0..vehicles).map(planned).collect();
    problem
}

/// Adds the routes to the pool that the first four visits should have.
fn pool_better_routes(search: &mut Search<'_>, pool: &mut RoutePool) {
    let problem = search.plan.problem;
    for visits in [[0, 1], [3, 2]] {
        let steps = visits.map(|it: usize| {
            Step::Stop(StopIdx::of(it), OptionIdx(problem.stops[it].options.start))
        });
        let cost = search.plan.try_route(ShiftIdx(0), &steps).unwrap();
        let visits = visits.into_iter().map(VisitIdx::of);
        pool.columns.add(ClassIdx(0), visits, &steps, cost, iter::empty());
    }
}

#[test]
fn routes_of_a_neighborhood_of_a_large_plan_are_combined() {
    let problem = large(170);
    let mut search = Search::new(&problem, SearchOptions::default());
    assert!(!search.has_pool(), "a thread may search a part of the plan");
    let before = search.best_money;
    let mut pool = search.route_pool.take().unwrap();
    pool_better_routes(&mut search, &mut pool);
    let mut combined = 0;
    while search.best_money == before {
        search.combine(&mut pool);
        combined += 1;
        assert!(combined < 100, "no neighborhood contains the first visits");
    }
    assert_eq!(search.best_money, before - 120.0);
    let made = |steps: &[Step]| -> Vec<VisitIdx> {
        steps.iter().filter_map(|it| search.plan.visit_of(*it)).collect()
    };
    let mut routes: Vec<_> = search.sequences().iter().map(|it| made(&it.1)).collect();
    routes.sort_unstable();
    let planned = |it: &PlannedRoute| it.stops.iter().map(|it| VisitIdx(it.stop.0)).collect();
    let mut expected: Vec<Vec<VisitIdx>> = problem.plan[2..].iter().map(planned).collect();
    expected.extend([[0, 1], [3, 2]].map(|it| it.map(VisitIdx).to_vec()));
    expected.sort_unstable();
    assert_eq!(routes, expected);
}

#[test]
fn routes_that_other_searches_change_are_in_no_neighborhood() {
    let problem = large(170);
    let mut search = Search::new(&problem, SearchOptions::default());
    search.plan.closed = (0..170).map(|shift| shift < 86).collect();
    search.plan.other_visits = (0..340).map(|visit| visit < 172).collect();
    let mut pool = search.route_pool.take().unwrap();
    pool_better_routes(&mut search, &mut pool);
    let before = search.best_money;
    for _ in 0..20 {
        let neighborhood = search.neighborhood(false);
        assert!((0..86).all(|shift| neighborhood.stays(ShiftIdx(shift))));
        assert!(neighborhood.visits().iter().all(|it| it.0 >= 172));
        search.combine(&mut pool);
    }
    assert_eq!(search.best_money, before);
}

#[test]
fn a_large_search_keeps_the_cheaper_half_of_a_full_pool() {
    let problem = large(170);
    let mut search = Search::new(&problem, SearchOptions::default());
    let mut pool = search.route_pool.take().unwrap();
    let mut cost = 1e6;
    for (one, other) in (0..340).flat_map(|one| (0..one).map(move |other| (one, other))) {
        let visits = [one, other].map(VisitIdx).into_iter();
        pool.columns.add(ClassIdx(0), visits, &[], cost, iter::empty());
        cost -= 1.0;
    }
    assert!(pool.columns.is_full());
    pool.halve(&search.plan);
    assert_eq!(pool.columns.all().count(), COLUMNS_MAX / 2);
    let dearest = pool.columns.all().map(|it| pool.columns.cost(it)).fold(0.0, f64::max);
    assert!(dearest < 1e6 - 10_000.0, "{dearest}");
}

#[test]
fn combined_routes_get_times_that_keep_relations() {
    let mut problem = two_vehicles(4, 0.0);
    problem.relations = vec![Relation {
        kind: RelationKind::Simultaneous,
        visits: [0, 2].map(VisitIdx).to_vec(),
        vehicles: None,
        gap_seconds_min: 0,
        gap_seconds_max: 0,
    }];
    let options: Vec<u32> = problem.stops.iter().map(|it| it.options.start).collect();
    let mut search = search_from(&mut problem, [[0, 3], [1, 2]]);
    // Both drive to the farther of their places and back.
    assert_eq!(search.best_money, 60.0 * (8.0 + 6.0));
    let mut pool = search.route_pool.take().unwrap();
    for visits in [[0, 1], [3, 2]] {
        let steps = visits.map(|it: u32| Step::Stop(StopIdx(it), OptionIdx(options[it as usize])));
        search.plan.empty([ShiftIdx(0), ShiftIdx(1)]);
        assert_eq!(search.plan.replace(ShiftIdx(0), &steps), Fit::Fits);
        pool.add_changed(&search.plan);
    }
    search.plan.undo();
    search.combine(&mut pool);
    assert_eq!(search.best_money, 60.0 * (4.0 + 8.0));
    let starts = [0, 2].map(|it| {
        let shift = search.plan.shift_of(VisitIdx(it)).unwrap();
        let route = &search.plan.routes[shift.at()];
        route.starts[search.plan.step_of(StopIdx(it))]
    });
    assert_eq!(starts[0], starts[1]);
}

#[test]
fn routes_that_do_not_fit_together_leave_the_plan_as_it_is() {
    let mut problem = two_vehicles(4, 0.0);
    let mut search = search_from(&mut problem, [[0, 2], [1, 3]]);
    let before = (search.sequences(), search.best_money);
    let mut pool = search.route_pool.take().unwrap();
    // Nobody makes these visits at this price.
    for visits in [[0, 1], [2, 3]] {
        let visits = visits.into_iter().map(VisitIdx);
        pool.columns.add(ClassIdx(0), visits, &[], 1.0, iter::empty());
    }
    search.combine(&mut pool);
    assert_eq!((search.sequences(), search.best_money), before);
    assert!(search.plan.absent.is_empty());
}

#[test]
fn routes_are_combined_in_each_cycle_and_while_the_pool_is_full() {
    let mut problem = two_vehicles(4, 0.0);
    let mut pool = search_from(&mut problem, [[0, 2], [1, 3]]).route_pool.unwrap();
    let cycles = [0.0, 0.2, 0.35, 0.4, 0.5, 0.9, 0.99, 0.1, 0.31];
    let due = cycles.map(|share| pool.is_due(share, 1_000));
    assert_eq!(due, [false, false, true, false, true, true, false, false, true]);
    assert!(!pool.is_due(0.32, 10_900) && pool.is_due(0.32, 11_000), "a long cycle");
    (pool.own_work, pool.iteration_work) = (200, 1_000);
    assert!(!pool.is_due(0.6, 12_000));
    pool.iteration_work = 2_000;
    assert!(pool.is_due(0.6, 12_000));
    for visit in 0.. {
        pool.columns.add(ClassIdx(0), iter::once(VisitIdx(visit)), &[], 1.0, iter::empty());
        if pool.columns.is_full() {
            break;
        }
    }
    assert!(pool.is_due(0.62, 12_064));
    let reduced = vec![1.0; COLUMNS_MAX];
    pool.thin_out(&reduced, 2.0);
    assert_eq!(pool.columns.all().count(), COLUMNS_MAX / 2);
    assert!(!pool.is_due(0.62, 12_064));
    pool.thin_out(&reduced[..COLUMNS_MAX / 2], 0.5);
    assert_eq!(pool.columns.all().count(), 0);
}

#[test]
fn routes_are_pooled_only_if_the_score_is_their_sum() {
    let mut problem = two_vehicles(2, 0.0);
    let has_pool = |it: &Problem| Search::new(it, SearchOptions::default()).route_pool.is_some();
    assert!(has_pool(&problem));
    let mut balanced = problem.clone();
    balanced.objective.minimize.push(Term::Imbalance);
    assert!(!has_pool(&balanced));
    problem.orders[0].rules = Some(visit_rules());
    assert!(!has_pool(&problem), "visits on different days depend on one another");
}
