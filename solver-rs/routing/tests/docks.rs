//! Docks: vehicles take turns to load and unload at a place, at the least cost; a plan that was found stays valid when
//! it is given back.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod support;

use routing::problem::{Handling, Mode, PlaceIdx, PlannedRoute, PlannedStop, Problem};
use routing::search::Search;
use routing::solution::{Code, Route, Solution, StopRole, TimedStop};
use support::{DAY_ENDS_AT, iterations, problem};

/// All times of these problems are multiples of this many seconds. So are those of some best plan, since only
/// differences between starts bind.
const GRID: i64 = 100;
const LOADING: i64 = 600;

/// Two vehicles that load one after the other; legs, services and windows are on the grid.
fn loading_in_turn(seed: u64) -> Problem {
    let mut problem = problem(seed, 4, 2, 10.0);
    let snap = |value: i64| (value + GRID / 2) / GRID * GRID;
    for seconds in &mut problem.travel[0].travel_seconds {
        *seconds = i32::try_from(snap(i64::from(*seconds))).unwrap();
    }
    for option in &mut problem.options {
        option.service_seconds = snap(option.service_seconds);
        for window in &mut option.windows {
            window.start_at = snap(window.start_at) / 5 / GRID * GRID;
            window.end_at = window.start_at + 1_500;
        }
    }
    for vehicle in &mut problem.vehicles {
        vehicle.loading = Handling { seconds: LOADING, nanos_per_unit: Vec::new() };
    }
    problem.places[0].docks = Some(1);
    problem.check().unwrap();
    problem
}

/// The cost of a route with these orders for each start of loading; infinite if it breaks a window or the capacity.
fn costs_by_start(problem: &Problem, orders: &[usize]) -> Vec<f64> {
    let places = problem.places.len();
    let leg = |from: usize, to: usize| {
        let at = from * places + to;
        let table = &problem.travel[0];
        (i64::from(table.travel_seconds[at]), i64::from(table.distance_meters[at]))
    };
    let vehicle = &problem.vehicles[0];
    let load: i64 = orders.iter().map(|it| problem.stops[*it].load[0]).sum();
    let starts = 0..DAY_ENDS_AT / GRID;
    starts
        .map(|start| {
            let start_at = start * GRID;
            let (mut now, mut here, mut meters) = (start_at + LOADING, 0, 0);
            for order in orders {
                let option = &problem.options[*order];
                let (seconds, length) = leg(here, order + 1);
                let window = option.windows[0];
                let at = (now + seconds).max(window.start_at);
                if at > window.end_at {
                    return f64::INFINITY;
                }
                (now, here, meters) = (at + option.service_seconds, order + 1, meters + length);
            }
            let (seconds, length) = leg(here, 0);
            (now, meters) = (now + seconds, meters + length);
            if now > DAY_ENDS_AT || load > vehicle.capacity[0] {
                return f64::INFINITY;
            }
            let costs = &vehicle.costs;
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let [hours, kilometers] = [(now - start_at) as f64 / 3_600.0, meters as f64 / 1_000.0];
            costs.fixed + costs.per_hour * hours + costs.per_kilometer * kilometers
        })
        .collect()
}

/// For each set of orders and each start of loading, the cost of the cheapest sequence.
fn costs_of_sets(problem: &Problem) -> Vec<Vec<f64>> {
    fn extend(problem: &Problem, orders: &mut Vec<usize>, costs: &mut [Vec<f64>]) {
        for order in 0..problem.orders.len() {
            if orders.contains(&order) {
                continue;
            }
            orders.push(order);
            let set = orders.iter().fold(0, |set, it| set | 1 << it);
            for (known, cost) in costs[set].iter_mut().zip(costs_by_start(problem, orders)) {
                *known = known.min(cost);
            }
            extend(problem, orders, costs);
            orders.pop();
        }
    }
    let starts = usize::try_from(DAY_ENDS_AT / GRID).unwrap();
    let mut costs = vec![vec![f64::INFINITY; starts]; 1 << problem.orders.len()];
    extend(problem, &mut Vec::new(), &mut costs);
    costs
}

/// The most orders that can be served, and the least cost: tries every set for each vehicle and every start of both.
fn optimum(problem: &Problem) -> (u32, f64) {
    let costs = costs_of_sets(problem);
    let least = |costs: &[f64]| costs.iter().copied().fold(f64::INFINITY, f64::min);
    let apart = usize::try_from(LOADING / GRID).unwrap();
    let mut best = (0, 0.0);
    let mut offer = |count: u32, cost: f64| {
        if cost < f64::INFINITY && (count > best.0 || (count == best.0 && cost < best.1)) {
            best = (count, cost);
        }
    };
    for one in 1..costs.len() {
        offer(one.count_ones(), least(&costs[one]));
        for other in (1..costs.len()).filter(|other| one & other == 0) {
            for (start, cost) in costs[one].iter().enumerate() {
                let after = least(costs[other].get(start + apart..).unwrap_or_default());
                offer(one.count_ones() + other.count_ones(), cost + after);
            }
        }
    }
    best
}

fn found(problem: &Problem) -> Solution {
    let mut search = Search::new(problem, iterations(2_000, 1));
    while !search.run(500, 0.0).done {}
    search.solution()
}

fn cost_of(solution: &Solution) -> f64 {
    solution.routes.iter().map(|it| it.summary.cost.total()).sum()
}

/// The times at which a route uses a dock, without setup.
fn docked(problem: &Problem, route: &Route) -> Vec<(PlaceIdx, i64, i64)> {
    let at_dock = |it: &&TimedStop| {
        it.place.is_some_and(|it| problem.places[it.at()].docks.is_some()) && it.service_seconds > 0
    };
    let stops = route.stops.iter().filter(at_dock);
    stops
        .map(|it| (it.place.unwrap(), it.departure_at - it.service_seconds, it.departure_at))
        .collect()
}

/// Checks that no place has more vehicles at a time than docks.
fn assert_in_turn(problem: &Problem, solution: &Solution) {
    let all: Vec<_> = solution.routes.iter().flat_map(|it| docked(problem, it)).collect();
    for &(place, at, _) in &all {
        let there = all.iter().filter(|it| it.0 == place && it.1 <= at && at < it.2).count();
        assert!(there <= problem.places[place.at()].docks.unwrap() as usize, "{all:?}");
    }
}

/// The given problem with the solution as the plan to be judged.
fn given_back(mut problem: Problem, solution: &Solution, is_timed: bool) -> Problem {
    let said = |at: i64| is_timed.then_some(at);
    let start = |it: &TimedStop| said(it.departure_at - it.service_seconds);
    let stop = |it: &TimedStop| match it.role {
        StopRole::Order { stop, option } => {
            Some(PlannedStop { starts_at: start(it), ..PlannedStop::new(stop, Some(option)) })
        }
        _ => None,
    };
    problem.plan = solution
        .routes
        .iter()
        .map(|route| PlannedRoute {
            loads_at: route.stops.first().and_then(start),
            unloads_at: route.stops.last().and_then(start),
            ..PlannedRoute::new(route.shift, route.stops.iter().filter_map(stop).collect())
        })
        .collect();
    problem.mode = Mode::Check;
    problem
}

#[test]
fn vehicles_load_one_after_the_other_at_the_least_cost() {
    let mut both_used = 0;
    for seed in 0..30 {
        let problem = loading_in_turn(seed);
        let (count, cost) = optimum(&problem);
        let solution = found(&problem);
        assert_in_turn(&problem, &solution);
        let served = problem.visits.len() - solution.unserved.len();
        assert_eq!(served, count as usize, "seed {seed}: {solution:?}");
        let found = cost_of(&solution);
        assert!((found - cost).abs() < 1e-6, "seed {seed}: {found} instead of {cost}");
        both_used += usize::from(solution.routes.len() == 2);
    }
    assert!(both_used > 15, "{both_used}: there is nobody to wait for");
}

/// A place with one dock that many orders share, and a depot with one dock for loading and unloading.
fn crowded(seed: u64) -> Problem {
    let mut problem = problem(seed, 7, 3, 10.0);
    for vehicle in &mut problem.vehicles {
        vehicle.loading = Handling { seconds: 200, nanos_per_unit: vec![60_000_000_000] };
        vehicle.unloading = Handling { seconds: 300, nanos_per_unit: Vec::new() };
    }
    problem.places[0].docks = Some(1);
    problem.places[1].docks = Some(1);
    problem.places[1].setup_seconds = 120;
    for option in problem.options.iter_mut().take(4) {
        option.place = PlaceIdx(1);
        option.service_seconds += 200;
    }
    problem.check().unwrap();
    problem
}

#[test]
fn a_plan_that_is_given_back_is_valid_and_costs_the_same() {
    for seed in 0..12 {
        let problem = crowded(seed);
        let solution = found(&problem);
        assert_in_turn(&problem, &solution);
        let judged = found(&given_back(problem.clone(), &solution, true));
        assert!(judged.routes.iter().all(|it| it.violations.is_empty()), "seed {seed}: {judged:?}");
        let (before, after) = (cost_of(&solution), cost_of(&judged));
        assert!((before - after).abs() < 1e-6, "seed {seed}: {before} became {after}");
        // Without times the plan gets some, which need not be the best.
        let timeless = found(&given_back(problem, &solution, false));
        assert!(timeless.routes.iter().all(|it| it.violations.is_empty()), "seed {seed}");
        assert!(cost_of(&timeless) >= before - 1e-6, "seed {seed}");
    }
}

#[test]
fn a_vehicle_that_finds_all_docks_taken_is_reported_with_the_time_until_one_is_free() {
    let problem = crowded(3);
    let solution = found(&problem);
    let mut given = given_back(problem, &solution, true);
    let [first, second, ..] = &mut given.plan[..] else { panic!("one route") };
    // Both begin to load at the same time.
    (second.loads_at, first.loads_at) = (Some(0), Some(0));
    let seconds = solution.routes[0].stops[0].service_seconds;
    let judged = found(&given);
    let told: Vec<_> = judged.routes.iter().flat_map(|it| &it.violations).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!((told[0].code, told[0].amount, told[0].stop), (Code::Dock, Some(seconds), Some(0)));
}
