//! One route: the segments of a shortest path in one lane.
//!
//! Two climbs in that lane alone, which remember the arc that each node was reached by; the best node
//! that both chains share; then every arc on the way is unpacked into the two that it stands for, down
//! to turns. Which arcs those are is found again from the costs (a lower triangle whose sum is the
//! arc's cost), so nothing is kept for it. All scratch memory is kept from route to route.

use super::dissection::CellIdx;
use super::lanes::{LaneCosts, UNREACHABLE_MILLISECONDS, high, low, pair_cost};
use super::metric::Metric;
use super::seed::{Directed, Location, RoadPoint, TripEnd, along_segment};
use super::topology::{Hierarchy, NONE};

/// One lane of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// One of the windows.
    Window(u8),
    /// One of the lanes that carry a distance.
    Paired(u8),
}

impl Lane {
    /// Its position among all lanes: the windows first, then those that carry a distance.
    #[must_use]
    pub fn position(self) -> u8 {
        match self {
            Self::Window(lane) => lane,
            Self::Paired(lane) => super::WINDOW_LANE_COUNT_U8 + lane,
        }
    }

    /// Milliseconds in the high half, so that costs of either kind of lane add and compare alike.
    fn of(self, costs: &LaneCosts) -> i64 {
        match self {
            Self::Window(lane) => pair_cost(costs.windows[usize::from(lane)], 0),
            Self::Paired(lane) => costs.paired[usize::from(lane)],
        }
    }
}

/// A path over a network from point to point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SegmentRoute {
    /// Directed segments (segment × 2, and 1 if backward) in the order of travel: the first holds the
    /// source, the last the target. If there is one only, the trip does not leave its segment; if there
    /// is none, it starts and ends at the same junction.
    pub directed_segments: Vec<u32>,
    /// Travel time in the lane.
    pub milliseconds: u32,
    /// Distance in decimeters, in lanes that carry one.
    pub decimeters: u32,
}

const UNREACHABLE: i64 = (UNREACHABLE_MILLISECONDS as i64) << 32;

/// Scratch memory for routes on one hierarchy.
#[derive(Debug, Default)]
pub struct RouteSearch {
    from_source: Climbed,
    to_target: Climbed,
    seeds: Vec<(u32, LaneCosts)>,
    target_seeds: Vec<(u32, i64)>,
    stack: Vec<(u32, u32)>,
    nodes: Vec<u32>,
    best_nodes: Vec<u32>,
}

impl RouteSearch {
    /// A shortest route between two places, or nothing when no road joins them.
    pub fn find<'a>(
        &mut self,
        hierarchy: &Hierarchy,
        metric: &Metric,
        lane: Lane,
        source: impl Into<TripEnd<'a>>,
        target: impl Into<TripEnd<'a>>,
    ) -> Option<SegmentRoute> {
        let (source, target) = (source.into(), target.into());
        self.seeds.clear();
        target.target_seeds(hierarchy, metric, &mut self.seeds);
        self.target_seeds.clear();
        self.target_seeds.extend(self.seeds.iter().map(|(rank, cost)| (*rank, lane.of(cost))));
        match (source.location(), target.location()) {
            (Location::OnSegment(from), Location::OnSegment(to)) if from.segment == to.segment => {
                return self.within_segment(hierarchy, metric, lane, &from, &to);
            }
            (Location::AtJunction(from), Location::AtJunction(to)) if from == to => {
                return Some(SegmentRoute::default());
            }
            _ => {}
        }
        self.seeds.clear();
        let head_start = source.source_seeds(hierarchy, metric, &mut self.seeds);
        let sources: Vec<_> =
            self.seeds.iter().map(|(rank, cost)| (*rank, lane.of(cost))).collect();
        let cost = self.search(hierarchy, metric, lane, &sources, UNREACHABLE)?;
        self.unpack(hierarchy, metric, lane);
        Some(route_of(hierarchy, &self.nodes, cost - lane.of(&head_start)))
    }

    /// Between two points of one segment: along it, or out of it and back.
    fn within_segment(
        &mut self,
        hierarchy: &Hierarchy,
        metric: &Metric,
        lane: Lane,
        source: &RoadPoint,
        target: &RoadPoint,
    ) -> Option<SegmentRoute> {
        let along =
            |it| lane.of(&along_segment(source, target, it, hierarchy, metric)).min(UNREACHABLE);
        let [forward, backward] = Directed::BOTH.map(along);
        let mut best = forward.min(backward);
        self.best_nodes.clear();
        for direction in Directed::BOTH {
            let directed = direction.of_segment(source.segment);
            let start = hierarchy.turns.start[directed];
            if start == NONE {
                continue;
            }
            let gone = source.gone(direction, metric);
            let left = lane.of(&metric.segment(directed).less(&gone));
            for (next, turn_milliseconds) in hierarchy.turns.of(start) {
                let seeds = [(next, left + pair_cost(turn_milliseconds, 0))];
                if let Some(cost) = self.search(hierarchy, metric, lane, &seeds, best) {
                    best = cost;
                    self.unpack(hierarchy, metric, lane);
                    self.best_nodes.clear();
                    self.best_nodes.push(start);
                    self.best_nodes.extend_from_slice(&self.nodes);
                }
            }
        }
        if best >= UNREACHABLE {
            return None;
        }
        if !self.best_nodes.is_empty() {
            return Some(route_of(hierarchy, &self.best_nodes, best));
        }
        let direction = if forward <= backward { Directed::Forward } else { Directed::Backward };
        let directed = direction.of_segment(source.segment);
        Some(SegmentRoute {
            directed_segments: vec![u32::try_from(directed).expect("segments are few enough")],
            milliseconds: high(best),
            decimeters: low(best),
        })
    }

    /// The cost of a best path from the sources to the target's seeds if it is below a bound; its arcs
    /// are then in the scratch memory, for [`RouteSearch::unpack`].
    fn search(
        &mut self,
        hierarchy: &Hierarchy,
        metric: &Metric,
        lane: Lane,
        sources: &[(u32, i64)],
        bound: i64,
    ) -> Option<i64> {
        let Hierarchy { arcs, out_slot, in_slot, .. } = hierarchy;
        self.from_source.climb(hierarchy, sources, |rank, visit| {
            for arc in arcs.up_out.row(rank) {
                visit(out_slot[arc], lane.of(&metric.out(arc)));
            }
        });
        self.to_target.climb(hierarchy, &self.target_seeds, |rank, visit| {
            for arc in arcs.up_in.row(rank) {
                visit(in_slot[arc], lane.of(&metric.into(arc)));
            }
        });
        let shared = self.from_source.rank.iter().zip(&self.to_target.rank);
        let shared_len = shared.take_while(|(a, b)| a == b).count();
        let costs = self.from_source.cost.iter().zip(&self.to_target.cost).take(shared_len);
        let sums = costs.map(|(from, to)| from + to).enumerate();
        let (slot, cost) = sums.min_by_key(|(_, cost)| *cost)?;
        if cost >= bound {
            return None;
        }
        // Arcs in the order of travel: those of the first climb come out backwards.
        self.stack.clear();
        self.from_source.arcs_from(slot, |lower, upper| self.stack.push((lower, upper)));
        self.stack.reverse();
        self.to_target.arcs_from(slot, |lower, upper| self.stack.push((upper, lower)));
        self.stack.reverse();
        self.nodes.clear();
        self.nodes.push(self.from_source.seed_of(slot));
        Some(cost)
    }

    /// Replaces arcs by the two that they stand for until only turns are left; collects their nodes.
    fn unpack(&mut self, hierarchy: &Hierarchy, metric: &Metric, lane: Lane) {
        while let Some((tail, head)) = self.stack.pop() {
            match middle(hierarchy, metric, lane, tail, head) {
                Some(between) => self.stack.extend([(between, head), (tail, between)]),
                None => self.nodes.push(head),
            }
        }
    }
}

/// The node over which an arc leads, or nothing if it is a turn.
fn middle(hierarchy: &Hierarchy, metric: &Metric, lane: Lane, tail: u32, head: u32) -> Option<u32> {
    let Hierarchy { arcs, lower_in, lower_out, .. } = hierarchy;
    let known = "an arc of a path is an arc of the hierarchy";
    if tail < head {
        let cost = lane.of(&metric.out(arcs.up_out.find(tail, head).expect(known)));
        lower_in.of_node(tail).iter().find_map(|&(low, to_low)| {
            let first = lane.of(&metric.into(to_low as usize));
            let from_low = (first < cost).then(|| arcs.up_out.find(low, head))??;
            (first + lane.of(&metric.out(from_low)) == cost).then_some(low)
        })
    } else {
        let cost = lane.of(&metric.into(arcs.up_in.find(head, tail).expect(known)));
        lower_out.of_node(head).iter().find_map(|&(low, from_low)| {
            let second = lane.of(&metric.out(from_low as usize));
            let to_low = (second < cost).then(|| arcs.up_in.find(low, tail))??;
            (lane.of(&metric.into(to_low)) + second == cost).then_some(low)
        })
    }
}

fn route_of(hierarchy: &Hierarchy, nodes: &[u32], cost: i64) -> SegmentRoute {
    let directed = |rank: &u32| hierarchy.turns.directed_segment[*rank as usize];
    SegmentRoute {
        directed_segments: nodes.iter().map(directed).collect(),
        milliseconds: high(cost),
        decimeters: low(cost),
    }
}

/// A climb in one lane that remembers its arcs. Indexed by slot.
#[derive(Debug, Default)]
struct Climbed {
    rank: Vec<u32>,
    cost: Vec<i64>,
    /// The slot below, over which the node was reached; its own for a seed.
    below: Vec<u32>,
}

impl Climbed {
    fn climb(
        &mut self,
        hierarchy: &Hierarchy,
        seeds: &[(u32, i64)],
        arcs_of: impl Fn(u32, &mut dyn FnMut(u32, i64)),
    ) {
        let order = &hierarchy.order;
        self.rank.clear();
        self.cost.clear();
        self.below.clear();
        let ranks = seeds.iter().map(|seed| seed.0);
        let Some(lowest) = order.lowest_cell(ranks) else { return };
        let chain_len = order.cells[lowest.0 as usize].chain_len() as usize;
        self.rank.resize(chain_len, 0);
        self.cost.resize(chain_len, UNREACHABLE);
        self.below.resize(chain_len, 0);
        for &(rank, cost) in seeds {
            let slot = order.slot(rank);
            if cost < self.cost[slot as usize] {
                self.cost[slot as usize] = cost;
                self.below[slot as usize] = slot;
            }
        }
        let mut cell_idx: CellIdx = lowest;
        loop {
            let cell = &order.cells[cell_idx.0 as usize];
            for rank in cell.first_rank..cell.end_rank() {
                let slot = cell.nodes_above + (cell.end_rank() - 1 - rank);
                self.rank[slot as usize] = rank;
                let cost = self.cost[slot as usize];
                if cost >= UNREACHABLE {
                    continue;
                }
                arcs_of(rank, &mut |upper, arc_cost| {
                    if cost + arc_cost < self.cost[upper as usize] {
                        self.cost[upper as usize] = cost + arc_cost;
                        self.below[upper as usize] = slot;
                    }
                });
            }
            if cell.depth == 0 {
                return;
            }
            cell_idx = cell.parent;
        }
    }

    /// The arcs by which a slot was reached, from it down to its seed: lower and upper end.
    fn arcs_from(&self, slot: usize, mut visit: impl FnMut(u32, u32)) {
        let mut slot = slot;
        while self.below[slot] as usize != slot {
            let below = self.below[slot] as usize;
            visit(self.rank[below], self.rank[slot]);
            slot = below;
        }
    }

    /// The seed from which a slot was reached.
    fn seed_of(&self, slot: usize) -> u32 {
        let mut slot = slot;
        while self.below[slot] as usize != slot {
            slot = self.below[slot] as usize;
        }
        self.rank[slot]
    }
}
