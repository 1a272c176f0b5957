//! Compares the hierarchy with Dijkstra on the same edge-based graph, lane by lane, on random networks.

mod junctions;
mod network;
mod oracle;
mod persist;
mod routes;
mod sharing;

use network::{
    Network, Point, hierarchy_of, random_costs, random_network, random_points, start_of,
};
use oracle::{Cost, cost_from_tail, cost_in, minus, oracle, plus};

use super::*;
use crate::random::Random;

const SOME_LANES: [Lane; 4] = [Lane::Paired(0), Lane::Paired(1), Lane::Window(0), Lane::Window(7)];

#[test]
fn every_lane_of_a_table_equals_dijkstra_and_that_of_each_pair_by_itself() {
    let mut search = PairSearch::default();
    for seed in 0..400 {
        let mut random = Random::seeded(seed);
        let network = random_network(&mut random);
        let hierarchy = hierarchy_of(&network);
        let metric = Metric::customize(&hierarchy, network.costs.clone(), &[], LaneSharing::none());
        let points = random_points(&mut random, &network);
        let road_points = || points.iter().map(|point| Some(point.as_road_point()));
        let sources = LabelSet::of_sources(&hierarchy, &metric, road_points());
        let targets = LabelSet::of_targets(&hierarchy, &metric, road_points());
        let table = Table::new(&hierarchy, &metric, sources, targets);
        let mut row = vec![LaneCosts::ZERO; points.len()];
        for (source, point) in points.iter().enumerate() {
            table.fill((&hierarchy, &metric), source, &[0, 1, 2, 3, 4, 5, 6, 7], &mut row);
            for (target, costs) in points.iter().zip(&row) {
                let ends = [point, target].map(|it| TripEnd::from(it.as_road_point()));
                let alone = search.costs(&hierarchy, &metric, ends[0], ends[1]);
                assert_eq!(alone, *costs, "seed {seed}, {point:?} to {target:?}");
            }
            for lane in (0..8).map(Lane::Window).chain((0..2).map(Lane::Paired)) {
                let expected = oracle(&network, lane, *point, &points);
                for (target, costs) in row.iter().enumerate() {
                    let cost = costs.is_reachable().then(|| cost_in(lane, costs));
                    assert_eq!(
                        cost, expected[target],
                        "seed {seed}, {source} to {target}, {lane:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_point_that_is_absent_reaches_nothing_and_is_not_reached() {
    let network = random_network(&mut Random::seeded(3));
    let hierarchy = hierarchy_of(&network);
    let metric = Metric::customize(&hierarchy, network.costs.clone(), &[], LaneSharing::none());
    let point =
        Point { segment: 0, time_parts: [0, 65_536], length_parts: [0, 65_536] }.as_road_point();
    let points = [Some(point), None];
    let sources = LabelSet::of_sources(&hierarchy, &metric, points.into_iter());
    let targets = LabelSet::of_targets(&hierarchy, &metric, points.into_iter());
    let table = Table::new(&hierarchy, &metric, sources, targets);
    let mut row = [LaneCosts::ZERO; 2];
    table.fill((&hierarchy, &metric), 0, &[0, 1], &mut row);
    assert_eq!(row.map(|costs| costs.is_reachable()), [true, false]);
    table.fill((&hierarchy, &metric), 1, &[0, 1], &mut row);
    assert_eq!(row.map(|costs| costs.is_reachable()), [false, false]);
}

#[test]
fn customizing_anew_equals_building_anew() {
    let mut random = Random::seeded(11);
    let mut network = random_network(&mut random);
    let hierarchy = hierarchy_of(&network);
    let before = Metric::customize(&hierarchy, network.costs.clone(), &[], LaneSharing::none());
    for costs in &mut network.costs {
        *costs = random_costs(&mut random);
    }
    let after = Metric::customize(&hierarchy, network.costs.clone(), &[], LaneSharing::none());
    assert_ne!(before, after);
    assert_eq!(
        after,
        Metric::customize(&hierarchy_of(&network), network.costs.clone(), &[], LaneSharing::none())
    );
}
