//! Random small networks: the walks in the turn graph are those of the oracle, at the same cost.
//!
//! ```text
//!   for each first edge: all walks of up to WALK_EDGES edges
//!       oracle   a b c d   31.2 s            turn graph   a b c d   31.2 s    (segments unrolled)
//! ```
//!
//! Equal sets of walks prove that every restriction, private road, barrier and dead end is modelled
//! exactly: nothing more and nothing less is allowed.

use std::collections::BTreeMap;

use super::oracle::{Edge, Oracle};
use super::sketch::{Built, Sketch, Via};
use crate::network::{DirectedSegment, TurnNodeIdx};
use crate::osm::OsmNodeIdx;
use crate::random::Random;

const WALK_EDGES: usize = 6;
const SEEDS: std::ops::Range<u64> = 0..120;

/// Nodes of a walk → milliseconds, if it ends with a segment.
type Walks = BTreeMap<Vec<i64>, Option<f64>>;

#[test]
fn walks_agree_with_the_oracle() {
    let (mut by_node, mut by_way, mut copies, mut ends, mut gates) = (0, 0, 0, 0, 0);
    for seed in SEEDS {
        let built = random_network(seed);
        by_node += built.report.node_restriction_count;
        by_way += built.report.way_restriction_count;
        copies += built.report.history_node_count;
        ends += built.report.in_node_count;
        gates += built.report.closed_gate_count;
        check_walks(seed, &built);
    }
    // Otherwise the test would test nothing.
    assert!(by_node > 300 && by_way > 250, "{by_node} by node, {by_way} by way");
    assert!(copies > 200 && ends > 1_000, "{copies} copies, {ends} ends");
    assert!(gates > 5, "{gates} closed gates");
}

fn check_walks(seed: u64, built: &Built) {
    let oracle = Oracle::new(&built.roads);
    let mut expected = Walks::new();
    for edge in &oracle.edges {
        let id = |node: OsmNodeIdx| built.roads.node_id[node.as_usize()];
        let mut nodes = vec![id(edge.from), id(edge.to)];
        walk_oracle(&oracle, &mut vec![*edge], &mut nodes, 0.0, &id, &mut expected);
    }
    let mut found = Walks::new();
    for directed in built.network.segments.directed() {
        let nodes = built.nodes(directed);
        for start in built.network.turns.start_nodes(directed) {
            // A trip may start anywhere on its segment, but its cost is only known from the beginning.
            for skipped in 0..nodes.len() - 1 {
                let mut walk = nodes[skipped..=skipped].to_vec();
                let cost = (skipped == 0).then_some(0.0);
                walk_segment(built, *start, skipped, &mut walk, cost, seed, &mut found);
            }
        }
    }
    let missing = expected.keys().find(|walk| !found.contains_key(*walk));
    let excess = found.keys().find(|walk| !expected.contains_key(*walk));
    assert_eq!((missing, excess), (None, None), "seed {seed}: missing, too many");
    for (walk, cost) in &found {
        let (Some(cost), Some(exact)) = (cost, expected[walk]) else { continue };
        assert!((cost - exact).abs() < 20.0, "seed {seed}: {walk:?} costs {cost}, not {exact}");
    }
}

fn walk_oracle(
    oracle: &Oracle<'_>,
    walk: &mut Vec<Edge>,
    nodes: &mut Vec<i64>,
    before_ms: f64,
    id: &impl Fn(OsmNodeIdx) -> i64,
    walks: &mut Walks,
) {
    let cost = before_ms + walk[walk.len() - 1].ms;
    walks.insert(nodes.clone(), Some(cost));
    if walk.len() == WALK_EDGES {
        return;
    }
    for (next, turn_ms) in oracle.next(walk) {
        walk.push(next);
        nodes.push(id(next.to));
        walk_oracle(oracle, walk, nodes, cost + turn_ms, id, walks);
        nodes.pop();
        walk.pop();
    }
}

fn walk_segment(
    built: &Built,
    node: TurnNodeIdx,
    skipped: usize,
    walk: &mut Vec<i64>,
    before_ms: Option<f64>,
    seed: u64,
    walks: &mut Walks,
) {
    let turns = &built.network.turns;
    let directed: DirectedSegment = turns.node_segment()[node.as_usize()];
    let nodes = built.nodes(directed);
    let length = walk.len();
    let cost = before_ms.map(|ms| ms + f64::from(built.network.segments.duration_ms(directed)));
    for (idx, passed) in nodes.iter().enumerate().skip(skipped + 1) {
        if walk.len() > WALK_EDGES {
            break;
        }
        walk.push(*passed);
        let cost = cost.filter(|_| idx + 1 == nodes.len());
        let old = walks.insert(walk.clone(), cost);
        assert_eq!(old, None, "seed {seed}: two ways in the graph are one walk {walk:?}");
    }
    if walk.len() <= WALK_EDGES {
        for (head, turn_ms) in turns.arcs(node) {
            let before = cost.map(|ms| ms + f64::from(turn_ms));
            walk_segment(built, head, 0, walk, before, seed, walks);
        }
    }
    walk.truncate(length);
}

#[test]
fn components_agree_with_reachability() {
    for seed in SEEDS.take(50) {
        let built = random_network(seed);
        let network = &built.network;
        let (turns, components) = (&network.turns, &network.components);
        let nodes: Vec<_> = (0..turns.node_count()).map(TurnNodeIdx).collect();
        let reach: Vec<Vec<bool>> = nodes.iter().map(|node| reached(&built, *node)).collect();
        let reaches = |a: TurnNodeIdx, b: TurnNodeIdx| reach[a.as_usize()][b.as_usize()];
        for a in &nodes {
            for b in &nodes {
                let together = components.of_node(*a) == components.of_node(*b);
                assert_eq!(together, reaches(*a, *b) && reaches(*b, *a), "seed {seed} {a:?} {b:?}");
            }
        }
        let Some(main) = nodes.iter().find(|node| components.of_node(**node).0 == 0) else {
            continue;
        };
        for segment in network.segments.directed().step_by(2).map(DirectedSegment::segment) {
            let both = [segment.forward(), segment.backward()];
            let mut starts = both.iter().flat_map(|it| turns.start_nodes(*it));
            let mut ends = both.iter().flat_map(|it| turns.end_nodes(*it));
            let belongs =
                starts.any(|it| reaches(*it, *main)) && ends.any(|it| reaches(*main, *it));
            let found = components.of_segment(segment).0 == 0;
            assert_eq!(found, belongs, "seed {seed} {segment:?}");
        }
    }
}

fn reached(built: &Built, from: TurnNodeIdx) -> Vec<bool> {
    let turns = &built.network.turns;
    let mut seen = vec![false; turns.node_count() as usize];
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node.as_usize()], true) {
            open.extend(turns.arcs(node).map(|(head, _)| head));
        }
    }
    seen
}

/// A distorted grid of 3 × 4 nodes, ways of one to four edges on it, and restrictions along random walks.
fn random_network(seed: u64) -> Built {
    let mut random = Random::seeded(seed);
    let mut sketch = Sketch::new();
    for node in 0..12 {
        let mut meters = |step: i32| step * 100 + i32::try_from(random.below(40)).unwrap();
        let (east, north) = (meters(node % 4), meters(node / 4));
        let tags = pick(
            &mut random,
            &[
                (55, ""),
                (5, "barrier=bollard"),
                (5, "barrier=gate"),
                (15, "barrier=gate access=private"),
                (10, "signal=both"),
                (5, "signal=forward"),
                (5, "signal=backward"),
            ],
        );
        sketch = sketch.tagged_node(i64::from(node), east, north, tags);
    }
    let mut ways: Vec<Vec<i64>> = Vec::new();
    for _ in 0..30 {
        let nodes = random_path(&mut random, &ways);
        if nodes.len() > 1 {
            let access = pick(&mut random, &[(75, ""), (25, "access=private ")]);
            let oneway = pick(&mut random, &[(80, ""), (10, "oneway=yes "), (10, "oneway=-1 ")]);
            let other = pick(&mut random, &[(60, ""), (20, "class=primary"), (20, "kmh=72")]);
            let id = i64::try_from(ways.len()).unwrap() + 100;
            sketch = sketch.way(id, &nodes, &format!("{access}{oneway}{other}"));
            ways.push(nodes);
        }
    }
    for _ in 0..12 {
        let (ids, via) = random_members(&mut random, &ways);
        // The end of a long one is also added, so that histories overlap.
        for ids in [&ids[..], &ids[1..]] {
            let Some((from, rest)) = ids.split_first() else { continue };
            let Some((to, vias)) = rest.split_last() else { continue };
            let kind = pick(&mut random, &[(70, "no"), (30, "only")]);
            let via = if vias.is_empty() { Via::Node(via) } else { Via::Ways(vias) };
            sketch = sketch.restriction(kind, &[*from], via, &[*to]);
        }
    }
    sketch.build()
}

fn pick<'a>(random: &mut Random, choices: &[(u32, &'a str)]) -> &'a str {
    let mut left = random.below(choices.iter().map(|choice| choice.0).sum());
    for (weight, choice) in choices {
        if left < *weight {
            return choice;
        }
        left -= weight;
    }
    unreachable!("weights add up")
}

/// Up to four steps over the grid along edges that no way has yet, from any node.
fn random_path(random: &mut Random, ways: &[Vec<i64>]) -> Vec<i64> {
    let mut nodes = vec![i64::from(random.below(12))];
    for _ in 0..=random.below(4) {
        let here = nodes[nodes.len() - 1];
        let (x, y) = (here % 4, here / 4);
        let (dx, dy) = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)][random.below(5) as usize];
        let next = (y + dy) * 4 + x + dx;
        let is_inside = (0..4).contains(&(x + dx)) && (0..3).contains(&(y + dy));
        let has = |way: &[i64]| way.windows(2).any(|it| it == [here, next] || it == [next, here]);
        if is_inside && !has(&nodes) && !ways.iter().any(|way| has(way)) {
            nodes.push(next);
        }
    }
    nodes
}

/// The ids of the ways along a random walk, and the node where the walk left the first of them.
fn random_members(random: &mut Random, ways: &[Vec<i64>]) -> (Vec<i64>, i64) {
    let mut way = random.below(u32::try_from(ways.len()).unwrap()) as usize;
    let mut ids = Vec::new();
    let mut via = ways[way][0];
    let length = 2 + random.below(4) as usize;
    for _ in 0..20 {
        let id = i64::try_from(way).unwrap() + 100;
        if !ids[ids.len().min(1)..].contains(&id) {
            ids.push(id);
        }
        if ids.len() == length {
            break;
        }
        let ends = [ways[way][0], ways[way][ways[way].len() - 1]];
        let node = ends[random.below(2) as usize];
        if ids.len() == 1 {
            via = node;
        }
        let at: Vec<_> = (0..ways.len()).filter(|it| ways[*it].contains(&node)).collect();
        way = at[random.below(u32::try_from(at.len()).unwrap()) as usize];
    }
    (ids, via)
}
