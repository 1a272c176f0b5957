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

mod climb;
mod unpack;

use climb::Climbed;
use unpack::{PathArc, halves};

use super::lanes::{Lane, LaneCosts, UNREACHABLE_PAIRED, high, low};
use super::metric::Metric;
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
        let cost = self.search(hierarchy, metric, lane, &sources, UNREACHABLE_PAIRED)?;
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
        let along = |it| {
            lane.of(&along_segment(source, target, it, hierarchy, metric)).min(UNREACHABLE_PAIRED)
        };
        let [forward, backward] = Directed::BOTH.map(along);
        let mut best = forward.min(backward);
        self.best_nodes.clear();
        for direction in Directed::BOTH {
            let directed = direction.of_segment(source.segment);
            let start = hierarchy.turns.start[directed];
            if start == NONE {
                continue;
            }
            let gone = source.cost_from_tail(direction, metric);
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
        if best >= UNREACHABLE_PAIRED {
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
                if costs[0] <= best && costs[0] < UNREACHABLE_PAIRED {
                    forward(from_source, slot, rank);
                }
                if costs[1] <= best && costs[1] < UNREACHABLE_PAIRED {
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

fn route_of(hierarchy: &Hierarchy, nodes: &[u32], cost: i64) -> SegmentRoute {
    let directed = |rank: &u32| hierarchy.turns.directed_segment[*rank as usize];
    SegmentRoute {
        directed_segments: nodes.iter().map(directed).collect(),
        milliseconds: high(cost),
        decimeters: low(cost),
    }
}
