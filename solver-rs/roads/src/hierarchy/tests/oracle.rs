//! Dijkstra's algorithm on the same edge-based graph, in one lane.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::*;

/// Time and distance in one lane.
pub(super) type Cost = (u32, u32);

pub(super) fn cost_in(lane: Lane, costs: &LaneCosts) -> Cost {
    match lane {
        Lane::Window(lane) => (costs.windows[usize::from(lane)], 0),
        Lane::Paired(lane) => {
            let paired = costs.paired[usize::from(lane)];
            (u32::try_from(paired >> 32).unwrap(), u32::try_from(paired & 0xffff_ffff).unwrap())
        }
    }
}

pub(super) fn plus(a: Cost, b: Cost) -> Cost {
    (a.0 + b.0, a.1 + b.1)
}

pub(super) fn minus(a: Cost, b: Cost) -> Cost {
    (a.0 - b.0, a.1 - b.1)
}

/// The cost of a directed segment from its start to a point.
pub(super) fn cost_from_tail(network: &Network, lane: Lane, directed: u32, point: &Point) -> Cost {
    let whole = cost_in(lane, &network.costs[directed as usize]);
    let part = |whole: u32, parts: u64| {
        u32::try_from((u64::from(whole) * parts + 32_768) / 65_536).unwrap()
    };
    let direction = directed as usize % 2;
    (part(whole.0, point.time_parts[direction]), part(whole.1, point.length_parts[direction]))
}

/// The smallest costs from a point to all others by Dijkstra's algorithm.
pub(super) fn oracle(
    network: &Network,
    lane: Lane,
    source: Point,
    targets: &[Point],
) -> Vec<Option<Cost>> {
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
        let left = minus(whole, cost_from_tail(network, lane, directed, &source));
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
                    let sum =
                        plus(best[end as usize], cost_from_tail(network, lane, directed, target));
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
                    [target, &source].map(|point| cost_from_tail(network, lane, directed, point));
                cost = Some(cost.map_or(minus(to, from), |cost| cost.min(minus(to, from))));
            }
        }
        cost
    };
    targets.iter().map(cost_to).collect()
}
