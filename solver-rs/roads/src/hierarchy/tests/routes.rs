//! Compares the costs of routes with Dijkstra, and walks along their segments.

use super::*;

#[test]
fn a_route_consists_of_turns_and_costs_as_much_as_in_the_table() {
    let mut search = RouteSearch::default();
    for seed in 1000..1400 {
        let mut random = Random::seeded(seed);
        let network = random_network(&mut random);
        let hierarchy = hierarchy_of(&network);
        let metric = Metric::customize(&hierarchy, network.costs.clone(), &[], LaneSharing::none());
        let points = random_points(&mut random, &network);
        for (source, lane) in points.iter().zip(SOME_LANES.into_iter().cycle()) {
            let expected = oracle(&network, lane, *source, &points);
            for (target, expected) in points.iter().zip(expected) {
                let (from, to) = (source.as_road_point(), target.as_road_point());
                let route = search.find(&hierarchy, &metric, lane, from, to);
                let cost = route.as_ref().map(|route| (route.milliseconds, route.decimeters));
                assert_eq!(cost, expected, "seed {seed}, {source:?} to {target:?}, {lane:?}");
                if let Some(route) = route {
                    let walked = walk(&network, lane, *source, *target, &route.directed_segments);
                    assert_eq!(Some(walked), expected, "seed {seed}, {route:?}");
                }
            }
        }
    }
}

/// The cost of travelling along given segments, over the cheapest of their nodes.
fn walk(network: &Network, lane: Lane, source: Point, target: Point, path: &[u32]) -> Cost {
    let (first, last) = (path[0], path[path.len() - 1]);
    assert_eq!((first / 2, last / 2), (source.segment, target.segment));
    let gone_at_source = cost_from_tail(network, lane, first, &source);
    let gone_at_target = cost_from_tail(network, lane, last, &target);
    let start = network.start[first as usize];
    assert_ne!(start, u32::MAX);
    let mut reached = vec![(start, (0, 0))];
    for (from, to) in path.iter().zip(&path[1..]) {
        let segment = cost_in(lane, &network.costs[*from as usize]);
        reached = reached
            .iter()
            .flat_map(|&(node, cost)| {
                let turns = network.turns[node as usize].iter();
                turns.map(move |&(next, turn)| (next, plus(plus(cost, segment), (turn, 0))))
            })
            .filter(|(next, _)| network.directed[*next as usize] == *to)
            .collect();
    }
    let cheapest = reached.iter().map(|it| it.1).min().expect("the path is made of turns");
    minus(plus(cheapest, gone_at_target), gone_at_source)
}
