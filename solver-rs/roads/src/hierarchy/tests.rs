//! Compares the hierarchy with Dijkstra on the same edge-based graph, lane by lane, on random networks
//! with one-way roads, loops, parallel roads, forbidden turns and several nodes for one directed segment.

mod junctions;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::*;
use crate::random::Random;

/// A network in plain lists, as the oracle uses it.
struct Network {
    lat_e7: Vec<i32>,
    lon_e7: Vec<i32>,
    tail: Vec<u32>,
    head: Vec<u32>,
    /// One per node: its directed segment.
    directed: Vec<u32>,
    /// One per node: the nodes to which turns lead, and their milliseconds.
    turns: Vec<Vec<(u32, u32)>>,
    start: Vec<u32>,
    ends: Vec<Vec<u32>>,
    /// One per directed segment.
    costs: Vec<LaneCosts>,
}

const SOME_LANES: [Lane; 4] = [Lane::Paired(0), Lane::Paired(1), Lane::Window(0), Lane::Window(7)];

fn random_network(random: &mut Random) -> Network {
    let junction_count = 1 + random.below(24);
    let segment_count = 1 + random.below(40);
    let mut network = Network {
        lat_e7: (0..junction_count).map(|_| random.below(1000).cast_signed()).collect(),
        lon_e7: (0..junction_count).map(|_| random.below(1000).cast_signed()).collect(),
        tail: Vec::new(),
        head: Vec::new(),
        directed: Vec::new(),
        turns: Vec::new(),
        start: Vec::new(),
        ends: Vec::new(),
        costs: Vec::new(),
    };
    for segment in 0..segment_count {
        network.tail.push(random.below(junction_count));
        network.head.push(random.below(junction_count));
        let is_one_way = random.below(3) == 0;
        for directed in [segment * 2, segment * 2 + 1] {
            let is_absent = is_one_way && directed % 2 == 1;
            let mut nodes = Vec::new();
            for _ in 0..if is_absent { 0 } else { 1 + random.below(5) / 4 } {
                nodes.push(u32::try_from(network.directed.len()).unwrap());
                network.directed.push(directed);
            }
            network.start.push(nodes.first().copied().unwrap_or(u32::MAX));
            network.ends.push(nodes);
            network.costs.push(random_costs(random));
        }
    }
    let is_sparse = random.below(2) == 0;
    for &from in &network.directed {
        let junction = end_of(&network, from);
        let mut turns = Vec::new();
        for (node, &to) in (0..).zip(&network.directed) {
            let is_kept = random.below(if is_sparse { 3 } else { 8 }) > 0;
            if start_of(&network, to) == junction && is_kept {
                turns.push((node, random.below(3) * random.below(4000)));
            }
        }
        network.turns.push(turns);
    }
    network
}

fn start_of(network: &Network, directed: u32) -> u32 {
    let ends = if directed & 1 == 0 { &network.tail } else { &network.head };
    ends[directed as usize / 2]
}

fn end_of(network: &Network, directed: u32) -> u32 {
    start_of(network, directed ^ 1)
}

fn random_costs(random: &mut Random) -> LaneCosts {
    let base = 1 + random.below(60_000);
    let mut slower = || base + random.below(base);
    let windows = std::array::from_fn(|_| slower());
    let paired = [slower(), slower()].map(|ms| pair_cost(ms, 1 + ms % 977));
    LaneCosts { windows, paired }
}

fn hierarchy_of(network: &Network) -> Hierarchy {
    let mut first_out = vec![0];
    let (mut head, mut turn_milliseconds) = (Vec::new(), Vec::new());
    for turns in &network.turns {
        head.extend(turns.iter().map(|turn| turn.0));
        turn_milliseconds.extend(turns.iter().map(|turn| turn.1));
        first_out.push(u32::try_from(head.len()).unwrap());
    }
    let mut first_end = vec![0];
    let mut end_node = Vec::new();
    for ends in &network.ends {
        end_node.extend_from_slice(ends);
        first_end.push(u32::try_from(end_node.len()).unwrap());
    }
    Hierarchy::build(
        NetworkShape {
            lat_e7: &network.lat_e7,
            lon_e7: &network.lon_e7,
            tail: &network.tail,
            head: &network.head,
        },
        TurnGraphView {
            first_out: &first_out,
            head: &head,
            turn_milliseconds: &turn_milliseconds,
            directed_segment: &network.directed,
            start_node: &network.start,
            first_end: &first_end,
            end_node: &end_node,
            closed_turns: &[],
            closed_starts: &[],
        },
    )
}

/// Time and distance in one lane.
type Cost = (u32, u32);

fn cost_in(lane: Lane, costs: &LaneCosts) -> Cost {
    match lane {
        Lane::Window(lane) => (costs.windows[usize::from(lane)], 0),
        Lane::Paired(lane) => {
            let paired = costs.paired[usize::from(lane)];
            (u32::try_from(paired >> 32).unwrap(), u32::try_from(paired & 0xffff_ffff).unwrap())
        }
    }
}

fn plus(a: Cost, b: Cost) -> Cost {
    (a.0 + b.0, a.1 + b.1)
}

fn minus(a: Cost, b: Cost) -> Cost {
    (a.0 - b.0, a.1 - b.1)
}

/// The cost of a directed segment from its start to a point.
fn gone(network: &Network, lane: Lane, directed: u32, point: &Point) -> Cost {
    let whole = cost_in(lane, &network.costs[directed as usize]);
    let part = |whole: u32, parts: u64| {
        u32::try_from((u64::from(whole) * parts + 32_768) / 65_536).unwrap()
    };
    let direction = directed as usize % 2;
    (part(whole.0, point.time_parts[direction]), part(whole.1, point.length_parts[direction]))
}

/// A point of a test: its segment, and how many 65,536ths are gone forward and backward.
#[derive(Clone, Copy, Debug)]
struct Point {
    segment: u32,
    time_parts: [u64; 2],
    length_parts: [u64; 2],
}

impl Point {
    fn as_road_point(self) -> RoadPoint {
        #[expect(clippy::cast_precision_loss, reason = "17 bits")]
        let share = |parts: u64| Share::nearest(parts as f64 / 65_536.0);
        RoadPoint {
            segment: self.segment,
            forward: share(self.time_parts[0]),
            backward: share(self.time_parts[1]),
            length: share(self.length_parts[0]),
        }
    }
}

/// The smallest costs from a point to all others by Dijkstra's algorithm.
fn oracle(network: &Network, lane: Lane, source: Point, targets: &[Point]) -> Vec<Option<Cost>> {
    let mut best = vec![(u32::MAX, 0); network.directed.len()];
    let mut queue = BinaryHeap::new();
    let reach = |node: u32, cost: Cost, best: &mut Vec<Cost>, queue: &mut BinaryHeap<_>| {
        if cost < best[node as usize] {
            best[node as usize] = cost;
            queue.push(Reverse((cost, node)));
        }
    };
    for direction in 0..2 {
        let directed = source.segment * 2 + direction;
        let start = network.start[directed as usize];
        if start == u32::MAX {
            continue;
        }
        let whole = cost_in(lane, &network.costs[directed as usize]);
        let left = minus(whole, gone(network, lane, directed, &source));
        for &(next, turn) in &network.turns[start as usize] {
            reach(next, plus(left, (turn, 0)), &mut best, &mut queue);
        }
    }
    while let Some(Reverse((cost, node))) = queue.pop() {
        if cost > best[node as usize] {
            continue;
        }
        let segment = cost_in(lane, &network.costs[network.directed[node as usize] as usize]);
        for &(next, turn) in &network.turns[node as usize] {
            reach(next, plus(plus(cost, segment), (turn, 0)), &mut best, &mut queue);
        }
    }
    let cost_to = |target: &Point| {
        let mut cost: Option<Cost> = None;
        for direction in 0..2 {
            let directed = target.segment * 2 + direction;
            for &end in &network.ends[directed as usize] {
                if best[end as usize].0 != u32::MAX {
                    let sum = plus(best[end as usize], gone(network, lane, directed, target));
                    cost = Some(cost.map_or(sum, |cost| cost.min(sum)));
                }
            }
            let is_behind = |parts: fn(&Point) -> [u64; 2]| {
                parts(target)[direction as usize] < parts(&source)[direction as usize]
            };
            let is_ahead = source.segment == target.segment
                && !is_behind(|point| point.time_parts)
                && !is_behind(|point| point.length_parts);
            if is_ahead && network.start[directed as usize] != u32::MAX {
                let [to, from] =
                    [target, &source].map(|point| gone(network, lane, directed, point));
                cost = Some(cost.map_or(minus(to, from), |cost| cost.min(minus(to, from))));
            }
        }
        cost
    };
    targets.iter().map(cost_to).collect()
}

fn random_points(random: &mut Random, network: &Network) -> Vec<Point> {
    let segment_count = u32::try_from(network.tail.len()).unwrap();
    (0..8)
        .map(|_| {
            let share = u64::from(random.below(65_537));
            let segment = random.below(segment_count.min(6));
            // The time that is gone is not always the complement of that in the other direction, and
            // not always the same share as that of the length.
            let slow = share * share / 65_536;
            let time_parts = [[share, 65_536 - share], [slow, 65_536 - share], [0, 65_536]];
            Point {
                segment,
                time_parts: time_parts[random.below(3) as usize],
                length_parts: [share, 65_536 - share],
            }
        })
        .collect()
}

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
fn a_route_is_made_of_turns_and_costs_what_the_table_says() {
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
    let gone_at_source = gone(network, lane, first, &source);
    let gone_at_target = gone(network, lane, last, &target);
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

#[test]
fn a_hierarchy_comes_back_as_it_was_written_and_damage_never_panics() {
    use crate::codec::{ArrayReader, ArrayWriter};
    for seed in 0..40 {
        let mut random = Random::seeded(seed);
        let network = random_network(&mut random);
        let hierarchy = hierarchy_of(&network);
        let mut writer = ArrayWriter::default();
        hierarchy.write(&mut writer);
        let bytes = writer.finish();
        let read = |bytes: &[u8]| {
            let mut reader = ArrayReader::new(bytes);
            let hierarchy = Hierarchy::read(&mut reader, network.tail.len(), 0);
            hierarchy.and_then(|hierarchy| reader.finish().map(|()| hierarchy))
        };
        let again = read(&bytes).unwrap();
        assert_eq!((&again.order, &again.arcs), (&hierarchy.order, &hierarchy.arcs));
        assert_eq!((&again.turns, &again.out_slot), (&hierarchy.turns, &hierarchy.out_slot));
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            let position = random.below(u32::try_from(bytes.len()).unwrap()) as usize;
            damaged[position] ^= 1 << random.below(8);
            // Some damage gives another valid hierarchy, which only the checksum detects.
            if let Ok(hierarchy) = read(&damaged) {
                assert_eq!(hierarchy.directed_segment_count(), network.tail.len() * 2);
            }
        }
    }
}

/// Costs in all lanes between all points, and routes in some lanes.
fn answers(
    hierarchy: &Hierarchy,
    metric: &Metric,
    points: &[Point],
) -> (Vec<LaneCosts>, Vec<Option<SegmentRoute>>) {
    let road_points = || points.iter().map(|point| Some(point.as_road_point()));
    let sources = LabelSet::of_sources(hierarchy, metric, road_points());
    let targets = LabelSet::of_targets(hierarchy, metric, road_points());
    let table = Table::new(hierarchy, metric, sources, targets);
    let mut row = [LaneCosts::ZERO; 8];
    let (mut costs, mut routes) = (Vec::new(), Vec::new());
    let mut search = RouteSearch::default();
    for (source, from) in points.iter().enumerate() {
        table.fill((hierarchy, metric), source, &[0, 1, 2, 3, 4, 5, 6, 7], &mut row);
        costs.extend_from_slice(&row);
        for to in points {
            for lane in SOME_LANES {
                let ends = [from, to].map(|it| it.as_road_point());
                routes.push(search.find(hierarchy, metric, lane, ends[0], ends[1]));
            }
        }
    }
    (costs, routes)
}

#[test]
fn lanes_that_are_kept_once_answer_as_lanes_of_their_own() {
    // By lane, windows first: lanes with the same number have the same costs.
    let groups: [([usize; 10], usize); 4] = [
        ([8, 1, 2, 3, 4, 5, 9, 9, 8, 9], 48),
        ([8, 1, 2, 3, 4, 4, 9, 9, 8, 9], 32),
        ([9, 8, 9, 9, 9, 8, 9, 9, 8, 9], 16),
        ([8, 8, 8, 8, 8, 8, 8, 8, 8, 8], 8),
    ];
    for (seed, (groups, bytes)) in (2000..2024).zip(groups.into_iter().cycle()) {
        let mut random = Random::seeded(seed);
        let mut network = random_network(&mut random);
        for costs in &mut network.costs {
            let own = costs.all_milliseconds();
            let grouped = |lane: usize| own[groups[lane]];
            let length = costs.free_flow_decimeters();
            costs.windows = std::array::from_fn(grouped);
            costs.paired = [8, 9].map(|lane| pair_cost(grouped(lane), length));
        }
        let hierarchy = hierarchy_of(&network);
        let points = random_points(&mut random, &network);
        let sharing = LaneSharing::of(|a, b| groups[usize::from(a)] == groups[usize::from(b)]);
        let own = Metric::customize(&hierarchy, network.costs.clone(), &[], LaneSharing::none());
        let kept_once = Metric::customize(&hierarchy, network.costs.clone(), &[], sharing);
        let cost_count = hierarchy.arc_count() + hierarchy.directed_segment_count();
        assert_eq!((own.bytes(), kept_once.bytes()), (cost_count * 48, cost_count * bytes));
        let [own, kept_once] = [own, kept_once].map(|it| answers(&hierarchy, &it, &points));
        assert_eq!(own, kept_once, "seed {seed}");
    }
}
