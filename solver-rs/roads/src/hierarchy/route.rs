//! One route: the segments of a shortest path in one lane.
//!
//! Two climbs in that lane alone remember the arc by which each node was reached. The best node of
//! both chains is found, and every arc on the path is unpacked into the two that it represents, down
//! to turns. These two follow from the costs (a lower triangle whose sum is the arc's cost), so
//! nothing is stored for this. Scratch memory is reused.
//!
//! ```text
//!        r  ─┐
//!        │   │ shared: both climbs at once; arcs of nodes that are farther away than the best path so far are skipped,
//!        s  ─┘ which between nearby places is most of the chain, and the nodes with most arcs
//!       / \
//!      u   w    below: each climb by itself, since no path is known yet
//! ```

use std::cmp::Ordering;
use std::ops::Range;

use super::contraction::count_u32;
use super::dissection::CellIdx;
use super::lanes::{Lane, LaneCosts, UNREACHABLE_MILLISECONDS, high, low};
use super::metric::Metric;
use super::order::Order;
use super::seed::{Directed, Location, RoadPoint, TripEnd, along_segment};
use super::topology::{Hierarchy, NONE};

/// A path over a network from one point to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SegmentRoute {
    /// Directed segments (segment × 2, plus 1 if backward) in the order of travel: the source is on the
    /// first, the target on the last. If there is only one, the trip does not leave its segment; if
    /// there is none, it starts and ends at the same junction.
    pub directed_segments: Vec<u32>,
    /// Travel time in the lane.
    pub milliseconds: u32,
    /// Distance in decimeters, in lanes that carry one.
    pub decimeters: u32,
}

const UNREACHABLE: i64 = (UNREACHABLE_MILLISECONDS as i64) << 32;

/// Scratch memory for finding routes on one hierarchy.
#[derive(Debug, Default)]
pub struct RouteSearch {
    from_source: Climbed,
    to_target: Climbed,
    seeds: Vec<(u32, LaneCosts)>,
    target_seeds: Vec<(u32, i64)>,
    stack: Vec<PathArc>,
    nodes: Vec<u32>,
    best_nodes: Vec<u32>,
}

impl RouteSearch {
    /// A shortest route between two places, or `None` if no road connects them.
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

    /// The route between two points of one segment: along it, or out of it and back.
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
            for (next, turn) in metric.turns_of(hierarchy, start) {
                let seeds = [(next, left + lane.of(&turn))];
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

    /// The cost of a shortest path from the sources to the target's seeds if it is below a bound. Its
    /// arcs are then in the scratch memory, for [`RouteSearch::unpack`].
    fn search(
        &mut self,
        hierarchy: &Hierarchy,
        metric: &Metric,
        lane: Lane,
        sources: &[(u32, i64)],
        bound: i64,
    ) -> Option<i64> {
        let Hierarchy { arcs, out_slot, in_slot, order, .. } = hierarchy;
        let (from_source, to_target) = (&mut self.from_source, &mut self.to_target);
        let mut from_cell = from_source.begin(order, sources)?;
        let mut to_cell = to_target.begin(order, &self.target_seeds)?;
        let forward = |climbed: &mut Climbed, slot: u32, rank: u32| {
            let row = arcs.up_out.row(rank);
            climbed.relax(slot, row, out_slot, |arc| metric.out(arc, lane));
        };
        let backward = |climbed: &mut Climbed, slot: u32, rank: u32| {
            let row = arcs.up_in.row(rank);
            climbed.relax(slot, row, in_slot, |arc| metric.into(arc, lane));
        };
        let shared_depth = order.shared_depth(from_cell, to_cell);
        while order.cell(from_cell).depth > shared_depth {
            from_cell = from_source.climb_cell(order, from_cell, forward);
        }
        while order.cell(to_cell).depth > shared_depth {
            to_cell = to_target.climb_cell(order, to_cell, backward);
        }
        let mut best = bound;
        let mut cell = order.cell(from_cell);
        loop {
            for (slot, rank) in cell.nodes_from_the_lowest() {
                from_source.rank[slot as usize] = rank;
                to_target.rank[slot as usize] = rank;
                let costs = [&*from_source, &*to_target].map(|it| it.cost[slot as usize]);
                best = best.min(costs[0] + costs[1]);
                // Equal costs are relaxed too, so that ties give the same path as without a bound.
                if costs[0] <= best && costs[0] < UNREACHABLE {
                    forward(from_source, slot, rank);
                }
                if costs[1] <= best && costs[1] < UNREACHABLE {
                    backward(to_target, slot, rank);
                }
            }
            if cell.depth == 0 {
                break;
            }
            cell = order.cell(cell.parent);
        }
        let shared_len = order.cell(from_cell).chain_len() as usize;
        let costs = from_source.cost.iter().zip(&to_target.cost).take(shared_len);
        let sums = costs.map(|(from, to)| from + to).enumerate();
        let (slot, cost) = sums.min_by_key(|(_, cost)| *cost)?;
        if cost >= bound {
            return None;
        }
        // Arcs in the order of travel: the first climb returns its arcs in reverse order.
        self.stack.clear();
        from_source.arcs_from(slot, |tail, head, arc| {
            self.stack.push(PathArc { tail, head, arc });
        });
        self.stack.reverse();
        to_target.arcs_from(slot, |head, tail, arc| self.stack.push(PathArc { tail, head, arc }));
        self.stack.reverse();
        self.nodes.clear();
        self.nodes.push(from_source.seed_of(slot));
        Some(cost)
    }

    /// Replaces arcs by the two that they represent until only turns are left; collects their nodes.
    fn unpack(&mut self, hierarchy: &Hierarchy, metric: &Metric, lane: Lane) {
        while let Some(arc) = self.stack.pop() {
            match halves(hierarchy, metric, lane, arc) {
                Some([first, second]) => self.stack.extend([second, first]),
                None => self.nodes.push(arc.head),
            }
        }
    }
}

/// An arc on the path from tail to head, stored at the lower of both: among the arcs out of it or into it.
#[derive(Clone, Copy, Debug)]
struct PathArc {
    tail: u32,
    head: u32,
    arc: u32,
}

/// The arcs that an arc represents, over the lowest possible node, or `None` if it is a turn.
///
/// Possible nodes are in two lists: those that the tail leads down to, and those that lead up to the head. Few nodes
/// are in both, and only their costs are read, because each is a cache line of its own.
fn halves(
    hierarchy: &Hierarchy,
    metric: &Metric,
    lane: Lane,
    PathArc { tail, head, arc }: PathArc,
) -> Option<[PathArc; 2]> {
    let is_up = tail < head;
    let cost = if is_up { metric.out(arc as usize, lane) } else { metric.into(arc as usize, lane) };
    let down = hierarchy.lower_in.of_node(tail);
    let up = hierarchy.lower_out.of_node(head);
    first_of_both(down, up, |low, to_low, from_low| {
        let first = metric.into(to_low as usize, lane);
        let second = metric.out(from_low as usize, lane);
        let is_it = first + second == cost && cost > if is_up { first } else { second };
        is_it.then(|| {
            let first = PathArc { tail, head: low, arc: to_low };
            [first, PathArc { tail: low, head, arc: from_low }]
        })
    })
}

/// The first node in both lists for which `look` returns something. Both lists ascend; nodes that are missing in the
/// other list are skipped by steps that double.
fn first_of_both<Found>(
    mut a: &[(u32, u32)],
    mut b: &[(u32, u32)],
    mut look: impl FnMut(u32, u32, u32) -> Option<Found>,
) -> Option<Found> {
    while let (Some(&(node, arc)), Some(&(other, other_arc))) = (a.first(), b.first()) {
        match node.cmp(&other) {
            Ordering::Less => a = skipped_to(a, other),
            Ordering::Greater => b = skipped_to(b, node),
            Ordering::Equal => {
                if let Some(found) = look(node, arc, other_arc) {
                    return Some(found);
                }
                (a, b) = (&a[1..], &b[1..]);
            }
        }
    }
    None
}

/// The part of the list from a node on. The list starts before that node.
fn skipped_to(list: &[(u32, u32)], node: u32) -> &[(u32, u32)] {
    let mut step = 1;
    while list.get(step).is_some_and(|it| it.0 < node) {
        step *= 2;
    }
    let from = step / 2;
    let within = &list[from..list.len().min(step + 1)];
    &list[from + within.partition_point(|it| it.0 < node)..]
}

fn route_of(hierarchy: &Hierarchy, nodes: &[u32], cost: i64) -> SegmentRoute {
    let directed = |rank: &u32| hierarchy.turns.directed_segment[*rank as usize];
    SegmentRoute {
        directed_segments: nodes.iter().map(directed).collect(),
        milliseconds: high(cost),
        decimeters: low(cost),
    }
}

/// A climb in one lane that remembers its arcs. Its arrays are indexed by slot.
#[derive(Debug, Default)]
struct Climbed {
    rank: Vec<u32>,
    cost: Vec<i64>,
    /// The slot below, from which the node was reached; its own slot for a seed.
    below: Vec<u32>,
    /// The arc from there.
    arc: Vec<u32>,
}

impl Climbed {
    /// Inserts the seeds. Returns the lowest of their cells, where the climb starts, or `None` without seeds.
    fn begin(&mut self, order: &Order, seeds: &[(u32, i64)]) -> Option<CellIdx> {
        let lowest = order.lowest_cell(seeds.iter().map(|seed| seed.0))?;
        let chain_len = order.cell(lowest).chain_len() as usize;
        for numbers in [&mut self.rank, &mut self.below, &mut self.arc] {
            numbers.clear();
            numbers.resize(chain_len, 0);
        }
        self.cost.clear();
        self.cost.resize(chain_len, UNREACHABLE);
        for &(rank, cost) in seeds {
            let slot = order.slot(rank);
            if cost < self.cost[slot as usize] {
                self.cost[slot as usize] = cost;
                self.below[slot as usize] = slot;
            }
        }
        Some(lowest)
    }

    /// Climbs through one cell and returns its parent cell.
    fn climb_cell(
        &mut self,
        order: &Order,
        cell: CellIdx,
        relax: impl Fn(&mut Self, u32, u32),
    ) -> CellIdx {
        let cell = order.cell(cell);
        for (slot, rank) in cell.nodes_from_the_lowest() {
            self.rank[slot as usize] = rank;
            if self.cost[slot as usize] < UNREACHABLE {
                relax(self, slot, rank);
            }
        }
        cell.parent
    }

    /// Relaxes the arcs of a node that was reached.
    #[inline(always)]
    fn relax(
        &mut self,
        slot: u32,
        row: Range<usize>,
        upper_slot: &[u32],
        cost_of: impl Fn(usize) -> i64,
    ) {
        let cost = self.cost[slot as usize];
        for (arc, &upper) in row.clone().zip(&upper_slot[row]) {
            let sum = cost + cost_of(arc);
            if sum < self.cost[upper as usize] {
                self.cost[upper as usize] = sum;
                self.below[upper as usize] = slot;
                self.arc[upper as usize] = count_u32(arc);
            }
        }
    }

    /// Visits the arcs by which a slot was reached, down to its seed: lower end, upper end, position.
    fn arcs_from(&self, slot: usize, mut visit: impl FnMut(u32, u32, u32)) {
        let mut slot = slot;
        while self.below[slot] as usize != slot {
            let below = self.below[slot] as usize;
            visit(self.rank[below], self.rank[slot], self.arc[slot]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn what_is_in_both_lists_is_found_in_order() {
        let mut random = Random::seeded(3);
        let mut drawn = |count, most| -> Vec<(u32, u32)> {
            let mut nodes: Vec<u32> = (0..count).map(|_| random.below(most)).collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes.into_iter().map(|it| (it, it + 1000)).collect()
        };
        for (few, many, most) in [(0, 9, 50), (3, 80, 90), (20, 20, 30), (1, 1, 2), (40, 7, 60)] {
            for _ in 0..50 {
                let (a, b) = (drawn(few, most), drawn(many, most));
                let expected: Vec<_> = a.iter().filter(|it| b.contains(it)).copied().collect();
                let mut found = Vec::new();
                let none = first_of_both(&a, &b, |node, arc, other_arc| {
                    assert_eq!((arc, other_arc), (node + 1000, node + 1000));
                    found.push((node, arc));
                    None::<()>
                });
                assert_eq!((none, found), (None, expected), "{a:?} and {b:?}");
            }
        }
    }
}
