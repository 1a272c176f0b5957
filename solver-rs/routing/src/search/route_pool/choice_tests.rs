//! Bounds, prices and choices of columns, against tables and lists of all choices.

use super::columns::{ColumnIdx, Columns};
use super::neighborhood::Neighborhood;
use super::prices::{Choices, Prices, raise};
use super::selection::{Extent, select};
use super::ties::Ties;
use crate::evaluate::Step;
use crate::evaluate::fixture::Fixture;
use crate::instance::ClassIdx;
use crate::patience::Patience;
use crate::problem::{Relation, RelationKind, VisitIdx};
use crate::search::plan::route::StartRange;
use crate::search::random::Random;

/// A small random problem of choosing columns.
struct Drawn {
    columns: Columns,
    /// Cheapest of its class and visits.
    plain: Vec<Plain>,
    absence: Vec<f64>,
    routes_max: Vec<usize>,
    relations: Vec<Relation>,
}

struct Plain {
    class: usize,
    /// Visits as bits.
    bits: usize,
    cost: f64,
    ranges: Vec<StartRange>,
}

/// Draws up to eight visits of which so many pairs are related.
fn draw(seed: u64, pair_count: usize) -> Drawn {
    let mut random = Random::new(seed);
    let visits = 2 * pair_count.max(1) + 1 + random.below(9 - 2 * pair_count.max(1));
    let mut fixture = Fixture::new(2);
    (0..visits).for_each(|_| _ = fixture.dropoff(1, &[]));
    fixture.shift(0..10_000);
    let kinds = [RelationKind::Simultaneous, RelationKind::SameRoute, RelationKind::Before];
    let pairs = (0..pair_count).map(|pair| Relation {
        kind: kinds[random.below(3)],
        visits: [2 * pair, 2 * pair + 1].map(VisitIdx::of).to_vec(),
        vehicles: None,
        gap_seconds_min: 0,
        gap_seconds_max: 50,
    });
    let relations: Vec<Relation> = pairs.collect();
    fixture.problem.relations.clone_from(&relations);
    let routes_max: Vec<usize> = (0..=random.below(2)).map(|_| 1 + random.below(3)).collect();
    let mut columns = Columns::new(Ties::new(&fixture.problem));
    let mut plain: Vec<Plain> = Vec::new();
    for _ in 0..10 + random.below(40) {
        let class = random.below(routes_max.len());
        let bits = 1 + random.below((1 << visits) - 1);
        let cost = f64::from(bits.count_ones()) + 4.0 * random.unit();
        let listed = (0..visits).filter(move |it| bits >> it & 1 == 1).map(VisitIdx::of);
        let class_idx = ClassIdx(u32::try_from(class).unwrap());
        let range = |visit| {
            let earliest_at = i64::try_from(random.below(500)).unwrap();
            StartRange { visit, earliest_at, latest_at: earliest_at + 100 }
        };
        let ranges: Vec<StartRange> = listed.clone().map(range).collect();
        let steps = [Step::Reload(0)];
        columns.add(class_idx, listed, &steps, cost, ranges.iter().copied());
        match plain.iter_mut().find(|it| (it.class, it.bits) == (class, bits)) {
            Some(other) if other.cost <= cost => {}
            Some(other) => *other = Plain { class, bits, cost, ranges },
            None => plain.push(Plain { class, bits, cost, ranges }),
        }
    }
    let absence = (0..visits).map(|_| 10.0 * random.unit()).collect();
    Drawn { columns, plain, absence, routes_max, relations }
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
            for Plain { class, bits, cost, .. } in &drawn.plain {
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

/// The costs of all choices that keep the relations between visits.
fn all_costs(drawn: &Drawn) -> Vec<f64> {
    let mut open: Vec<Vec<usize>> = vec![Vec::new()];
    let mut costs = Vec::new();
    while let Some(chosen) = open.pop() {
        let of_chosen = || chosen.iter().map(|it| &drawn.plain[*it]);
        let served: usize = of_chosen().map(|it| it.bits).sum();
        if keeps_relations(drawn, &chosen) {
            let absence = drawn.absence.iter().enumerate();
            let absent = absence.filter(|it| served >> it.0 & 1 == 0).map(|it| *it.1);
            costs.push(of_chosen().map(|it| it.cost).sum::<f64>() + absent.sum::<f64>());
        }
        let first = chosen.last().map_or(0, |it| it + 1);
        for next in first..drawn.plain.len() {
            let Plain { class, bits, .. } = drawn.plain[next];
            let routes = of_chosen().filter(|it| it.class == class).count();
            if bits & served == 0 && routes < drawn.routes_max[class] {
                open.push([&chosen[..], &[next]].concat());
            }
        }
    }
    costs
}

fn keeps_relations(drawn: &Drawn, chosen: &[usize]) -> bool {
    let by = |visit: VisitIdx| {
        let has = |it: &&usize| drawn.plain[**it].bits >> visit.at() & 1 == 1;
        let plain = &drawn.plain[*chosen.iter().find(has)?];
        let range = plain.ranges.iter().find(|it| it.visit == visit).unwrap();
        Some((plain.bits, *range))
    };
    drawn.relations.iter().all(|relation| {
        let is_simultaneous = relation.kind == RelationKind::Simultaneous;
        match (by(relation.visits[0]), by(relation.visits[1])) {
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => !is_simultaneous,
            (Some((one, _)), Some((other, _))) if one == other => true,
            (Some((_, one)), Some((_, other))) => match relation.kind {
                RelationKind::SameRoute => false,
                RelationKind::Before => other.latest_at >= one.earliest_at,
                _ => {
                    one.earliest_at.max(other.earliest_at) - one.latest_at.min(other.latest_at)
                        <= 50
                }
            },
        }
    })
}

/// A neighborhood of all visits.
fn all(visit_count: usize) -> Neighborhood {
    let mut neighborhood = Neighborhood::new(visit_count, Vec::new());
    (0..visit_count).for_each(|it| _ = neighborhood.add_visit(VisitIdx::of(it), usize::MAX));
    neighborhood
}

/// The last choice that the selection finds below `upper`: its cost and its columns.
fn cheapest(choices: &Choices<'_>, prices: &Prices, upper: f64) -> Option<(f64, Vec<ColumnIdx>)> {
    let patience = Patience::default();
    let extent = Extent { share: 1.0, looks_max: usize::MAX, patience: &patience };
    let mut found = None;
    select(choices, prices, upper, extent, &mut |chosen, cost| {
        found = Some((cost, chosen.to_vec()));
        Some(cost)
    });
    found
}

#[test]
fn bounds_hold_and_choices_are_the_cheapest() {
    let patience = Patience::default();
    let mut gaps = 0.0;
    for seed in 1..=300 {
        let drawn = draw(seed, 0);
        let least = least_cost(&drawn);
        let Drawn { columns, absence, routes_max, .. } = &drawn;
        let choices = Choices::new(columns, &all(absence.len()), absence, routes_max);
        let upper = absence.iter().sum::<f64>() + 1.0;
        let prices = raise(&choices, absence.clone(), upper, &patience);
        assert!(prices.bound <= least + 1e-9, "{seed}: {} above {least}", prices.bound);
        gaps += (least - prices.bound) / least;
        let (cost, chosen) = cheapest(&choices, &prices, upper).unwrap();
        assert!((cost - least).abs() < 1e-6, "{seed}: {cost} instead of {least}");
        let none = cheapest(&choices, &prices, least);
        assert!(none.is_none(), "{seed}: nothing is cheaper than the cheapest");
        let served = chosen.iter().flat_map(|it| columns.visits(*it));
        let mut served: Vec<VisitIdx> = served.copied().collect();
        let count = served.len();
        served.sort_unstable();
        served.dedup();
        assert_eq!(served.len(), count, "{seed}: a visit is served twice");
    }
    assert!(gaps / 300.0 < 0.05, "the mean gap of the bounds is {gaps} / 300");
}

#[test]
fn choices_keep_relations_and_follow_until_one_is_accepted() {
    let patience = Patience::default();
    for seed in 1..=300 {
        let drawn = draw(seed, 1 + usize::try_from(seed).unwrap() % 3);
        let Drawn { columns, absence, routes_max, .. } = &drawn;
        let choices = Choices::new(columns, &all(absence.len()), absence, routes_max);
        let upper = absence.iter().sum::<f64>() + 1.0;
        let prices = raise(&choices, absence.clone(), upper, &patience);
        let mut expected = all_costs(&drawn);
        expected.retain(|it| *it < upper);
        expected.sort_by(f64::total_cmp);
        assert!(prices.bound <= expected[0] + 1e-9, "{seed}: {} is too high", prices.bound);
        let (cost, _) = cheapest(&choices, &prices, upper).unwrap();
        assert!((cost - expected[0]).abs() < 1e-6, "{seed}: {cost} instead of {}", expected[0]);
        let extent = Extent { share: 1.0, looks_max: usize::MAX, patience: &patience };
        let mut refused = Vec::new();
        select(&choices, &prices, upper, extent, &mut |_, cost| {
            refused.push(cost);
            None
        });
        refused.sort_by(f64::total_cmp);
        assert_eq!(refused.len(), expected.len(), "{seed}: not all choices were found");
        let differ = refused.iter().zip(&expected).any(|(one, other)| (one - other).abs() > 1e-6);
        assert!(!differ, "{seed}: {refused:?} instead of {expected:?}");
    }
}
