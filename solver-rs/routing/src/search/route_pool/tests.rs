//! The parts of the pool against a table of all choices, and a search that combines routes.

use super::columns::{COLUMNS_MAX, Columns};
use super::prices::{Choices, Prices, raise};
use super::selection::select;
use crate::evaluate::Step;
use crate::instance::ClassIdx;
use crate::patience::Patience;
use crate::problem::{
    OptionIdx, PlannedRoute, PlannedStop, Problem, ShiftIdx, StopIdx, Term, VisitIdx,
};
use crate::search::fleet::tests::two_vehicles;
use crate::search::random::Random;
use crate::search::{Search, SearchOptions};

/// A small random problem of choosing columns.
struct Drawn {
    columns: Columns,
    /// By column: class, visits as bits, cost.
    plain: Vec<(usize, usize, f64)>,
    absence: Vec<f64>,
    routes_max: Vec<usize>,
}

fn draw(seed: u64) -> Drawn {
    let mut random = Random::new(seed);
    let visits = 3 + random.below(6);
    let routes_max: Vec<usize> = (0..=random.below(2)).map(|_| 1 + random.below(3)).collect();
    let mut columns = Columns::default();
    let mut plain = Vec::new();
    for _ in 0..10 + random.below(40) {
        let class = random.below(routes_max.len());
        let bits = 1 + random.below((1 << visits) - 1);
        let cost = f64::from(bits.count_ones()) + 4.0 * random.unit();
        let listed = (0..visits).filter(move |it| bits >> it & 1 == 1).map(VisitIdx::of);
        let class_idx = ClassIdx(u32::try_from(class).unwrap());
        columns.add(class_idx, listed, &[Step::Reload(0)], cost);
        plain.push((class, bits, cost));
    }
    let absence = (0..visits).map(|_| 10.0 * random.unit()).collect();
    Drawn { columns, plain, absence, routes_max }
}

/// The least cost of a choice, by dynamic programming over the sets of visits and the numbers of routes.
fn least_cost(drawn: &Drawn) -> f64 {
    let sets = 1 << drawn.absence.len();
    let (one, two) = (drawn.routes_max[0], drawn.routes_max.get(1).copied().unwrap_or(0));
    let mut least = vec![vec![vec![f64::INFINITY; two + 1]; one + 1]; sets];
    least[0][0][0] = 0.0;
    for set in 0..sets {
        for (a, b) in (0..=one).flat_map(|a| (0..=two).map(move |b| (a, b))) {
            let before = least[set][a][b];
            for (visit, cost) in drawn.absence.iter().enumerate() {
                if set >> visit & 1 == 0 {
                    let entry = &mut least[set | 1 << visit][a][b];
                    *entry = entry.min(before + cost);
                }
            }
            for (class, bits, cost) in &drawn.plain {
                let (a, b) = if *class == 0 { (a + 1, b) } else { (a, b + 1) };
                if set & bits == 0 && a <= one && b <= two {
                    let entry = &mut least[set | bits][a][b];
                    *entry = entry.min(before + cost);
                }
            }
        }
    }
    least[sets - 1].iter().flatten().copied().fold(f64::INFINITY, f64::min)
}

#[test]
fn bounds_hold_and_choices_are_the_cheapest() {
    let patience = Patience::default();
    let mut gaps = 0.0;
    for seed in 1..=300 {
        let drawn = draw(seed);
        let least = least_cost(&drawn);
        let Drawn { columns, absence, routes_max, .. } = &drawn;
        let choices = Choices { columns, absence, routes_max };
        let upper = absence.iter().sum::<f64>() + 1.0;
        let prices = raise(&choices, absence.clone(), upper, &patience);
        assert!(prices.bound <= least + 1e-9, "{seed}: {} above {least}", prices.bound);
        gaps += (least - prices.bound) / least;
        let found = select(&choices, &prices, upper, 1.0, (usize::MAX, &patience)).unwrap();
        assert!((found.cost - least).abs() < 1e-6, "{seed}: {} instead of {least}", found.cost);
        let none = select(&choices, &prices, least, 1.0, (usize::MAX, &patience));
        assert!(none.is_none(), "{seed}: nothing is cheaper than the cheapest");
        let served = found.columns.iter().flat_map(|it| columns.visits(*it));
        let mut served: Vec<VisitIdx> = served.copied().collect();
        let count = served.len();
        served.sort_unstable();
        served.dedup();
        assert_eq!(served.len(), count, "{seed}: a visit is served twice");
    }
    assert!(gaps / 300.0 < 0.05, "the mean gap of the bounds is {gaps} / 300");
}

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
    let options: Vec<u32> = problem.stops.iter().map(|it| it.options.start).collect();
    let mut search = search_from(&mut problem, [[0, 2], [1, 3]]);
    // To the third place and back, and to the fourth.
    assert_eq!(search.best_money, 60.0 * (6.0 + 8.0));
    let mut pool = search.route_pool.take().unwrap();
    for visits in [[0, 1], [3, 2]] {
        let steps = visits.map(|it: u32| Step::Stop(StopIdx(it), OptionIdx(options[it as usize])));
        let cost = search.plan.try_route(ShiftIdx(0), &steps).unwrap();
        pool.columns.add(ClassIdx(0), visits.into_iter().map(VisitIdx), &steps, cost);
    }
    search.combine(&mut pool);
    assert_eq!(search.best_money, 60.0 * (4.0 + 8.0));
    assert_eq!((search.status().unserved, search.status().vehicles), (0, 2));
}

#[test]
fn routes_that_do_not_fit_together_leave_the_plan_as_it_is() {
    let mut problem = two_vehicles(4, 0.0);
    let mut search = search_from(&mut problem, [[0, 2], [1, 3]]);
    let before = (search.sequences(), search.best_money);
    let mut pool = search.route_pool.take().unwrap();
    // Nobody makes these visits at this price.
    for visits in [[0, 1], [2, 3]] {
        pool.columns.add(ClassIdx(0), visits.into_iter().map(VisitIdx), &[], 1.0);
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
        pool.columns.add(ClassIdx(0), [VisitIdx(visit)].into_iter(), &[], 1.0);
        if pool.columns.is_full() {
            break;
        }
    }
    assert!(pool.is_due(0.62, 12_064));
    let prices = Prices::new(vec![0.0; COLUMNS_MAX], 1);
    pool.thin_out(&prices, 2.0);
    assert_eq!(pool.columns.all().count(), COLUMNS_MAX / 2);
    assert!(!pool.is_due(0.62, 12_064));
    pool.thin_out(&prices, 0.5);
    assert_eq!(pool.columns.all().count(), 0);
}

#[test]
fn routes_are_pooled_only_if_the_score_is_their_sum() {
    let mut problem = two_vehicles(2, 0.0);
    let has_pool = |it: &Problem| Search::new(it, SearchOptions::default()).route_pool.is_some();
    assert!(has_pool(&problem));
    problem.objective.minimize.push(Term::Imbalance);
    assert!(!has_pool(&problem));
}
