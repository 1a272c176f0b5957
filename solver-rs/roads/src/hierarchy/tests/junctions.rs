//! Compares trips that start or end at a junction with Dijkstra from all roads that leave it to all
//! roads that lead to it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::*;

/// A point, or the directed segments that leave a junction.
#[derive(Clone, Debug)]
enum End {
    OnSegment(Point),
    AtJunction(Vec<u32>),
}

impl End {
    fn as_trip_end(&self) -> TripEnd<'_> {
        match self {
            Self::OnSegment(point) => TripEnd::OnSegment(point.as_road_point()),
            Self::AtJunction(leaving) => TripEnd::AtJunction(leaving),
        }
    }
}

/// Points, then junctions; every junction has a road.
fn random_ends(random: &mut Random, network: &Network) -> Vec<End> {
    let directed_count = u32::try_from(network.costs.len()).unwrap();
    let points = random_points(random, network).into_iter().take(4).map(End::OnSegment);
    let mut ends: Vec<End> = points.collect();
    for _ in 0..4 {
        let junction = start_of(network, random.below(directed_count));
        let leaving = (0..directed_count).filter(|it| start_of(network, *it) == junction);
        ends.push(End::AtJunction(leaving.collect()));
    }
    ends
}

/// The nodes at whose start a trip may be when it begins, and its cost up to there.
fn starts(network: &Network, lane: Lane, source: &End) -> Vec<(u32, Cost)> {
    match source {
        End::AtJunction(leaving) => {
            let starts = leaving.iter().map(|&directed| network.start[directed as usize]);
            starts.filter(|start| *start != u32::MAX).map(|start| (start, (0, 0))).collect()
        }
        End::OnSegment(point) => [point.segment * 2, point.segment * 2 + 1]
            .into_iter()
            .filter(|directed| network.start[*directed as usize] != u32::MAX)
            .flat_map(|directed| {
                let whole = cost_in(lane, &network.costs[directed as usize]);
                let left = minus(whole, cost_from_tail(network, lane, directed, point));
                let turns = &network.turns[network.start[directed as usize] as usize];
                turns.iter().map(move |&(next, turn)| (next, plus(left, (turn, 0))))
            })
            .collect(),
    }
}

fn junction_oracle(network: &Network, lane: Lane, source: &End, target: &End) -> Option<Cost> {
    match (source, target) {
        (End::AtJunction(from), End::AtJunction(to)) if from == to => return Some((0, 0)),
        (End::OnSegment(from), End::OnSegment(to)) => {
            return oracle(network, lane, *from, &[*to])[0];
        }
        _ => {}
    }
    let best = settle(network, lane, &starts(network, lane, source));
    let arriving: Vec<(u32, Cost)> = match target {
        End::AtJunction(leaving) => leaving
            .iter()
            .map(|it| (it ^ 1, cost_in(lane, &network.costs[(it ^ 1) as usize])))
            .collect(),
        End::OnSegment(point) => [point.segment * 2, point.segment * 2 + 1]
            .map(|directed| (directed, cost_from_tail(network, lane, directed, point)))
            .to_vec(),
    };
    let mut cost = arriving
        .iter()
        .flat_map(|(directed, last)| {
            let reached = network.ends[*directed as usize].iter().map(|end| best[*end as usize]);
            reached.filter(|cost| cost.0 != u32::MAX).map(move |cost| plus(cost, *last))
        })
        .min();
    // All trips above leave the point's segment by a turn; those that end at the end of that segment are added.
    if let (End::OnSegment(point), End::AtJunction(leaving)) = (source, target) {
        for directed in [point.segment * 2, point.segment * 2 + 1] {
            if network.start[directed as usize] != u32::MAX && leaving.contains(&(directed ^ 1)) {
                let whole = cost_in(lane, &network.costs[directed as usize]);
                let left = minus(whole, cost_from_tail(network, lane, directed, point));
                cost = Some(cost.map_or(left, |cost| cost.min(left)));
            }
        }
    }
    cost
}

/// Dijkstra's algorithm from the starts of given nodes.
fn settle(network: &Network, lane: Lane, starts: &[(u32, Cost)]) -> Vec<Cost> {
    let mut best = vec![(u32::MAX, 0); network.directed.len()];
    let mut queue: BinaryHeap<_> =
        starts.iter().map(|&(node, cost)| Reverse((cost, node))).collect();
    while let Some(Reverse((cost, node))) = queue.pop() {
        if cost >= best[node as usize] {
            continue;
        }
        best[node as usize] = cost;
        let segment = cost_in(lane, &network.costs[network.directed[node as usize] as usize]);
        for &(next, turn) in &network.turns[node as usize] {
            queue.push(Reverse((plus(plus(cost, segment), (turn, 0)), next)));
        }
    }
    best
}

#[test]
fn tables_and_routes_between_junctions_and_points_equal_dijkstra() {
    let mut search = RouteSearch::default();
    for seed in 5000..5300 {
        let mut random = Random::seeded(seed);
        let network = random_network(&mut random);
        let hierarchy = hierarchy_of(&network);
        let metric = Metric::customize(&hierarchy, network.costs.clone(), &[], LaneSharing::none());
        let ends = random_ends(&mut random, &network);
        let trip_ends = || ends.iter().map(|end| Some(end.as_trip_end()));
        let sources = LabelSet::of_sources(&hierarchy, &metric, trip_ends());
        let targets = LabelSet::of_targets(&hierarchy, &metric, trip_ends());
        let table = Table::new(&hierarchy, &metric, sources, targets);
        let mut row = vec![LaneCosts::ZERO; ends.len()];
        for (idx, source) in ends.iter().enumerate() {
            table.fill((&hierarchy, &metric), idx, &[0, 1, 2, 3, 4, 5, 6, 7], &mut row);
            for lane in SOME_LANES {
                for (target, costs) in ends.iter().zip(&row) {
                    let expected = junction_oracle(&network, lane, source, target);
                    let cost = costs.is_reachable().then(|| cost_in(lane, costs));
                    let trip = (seed, source, target, lane);
                    assert_eq!(cost, expected, "{trip:?}");
                    let (from, to) = (source.as_trip_end(), target.as_trip_end());
                    let route = search.find(&hierarchy, &metric, lane, from, to);
                    let cost = route.map(|route| (route.milliseconds, route.decimeters));
                    assert_eq!(cost, expected, "{trip:?}");
                }
            }
        }
    }
}

#[test]
fn a_trip_from_a_junction_to_itself_takes_no_time_and_no_segment() {
    let network = random_network(&mut Random::seeded(7));
    let hierarchy = hierarchy_of(&network);
    let metric = Metric::customize(&hierarchy, network.costs.clone(), &[], LaneSharing::none());
    let junction = TripEnd::AtJunction(&[0]);
    let route =
        RouteSearch::default().find(&hierarchy, &metric, Lane::Paired(0), junction, junction);
    assert_eq!(route, Some(SegmentRoute::default()));
}
