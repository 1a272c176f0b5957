//! The part of a hierarchy that depends only on roads and turns: built once per map and stored in its file.

use std::ops::Range;

use super::contraction::{Arcs, LowerArcs, contract, count_u32};
use super::dissection::{NetworkShape, dissect};
use super::order::{Order, order_nodes};

/// An edge-based graph in compressed rows. A node is a directed segment: segment × 2, plus 1 against the
/// segment's direction. A directed segment may have several nodes, of which one represents its start.
#[derive(Clone, Copy, Debug)]
pub struct TurnGraphView<'a> {
    /// One per node, plus one.
    pub first_out: &'a [u32],
    /// One per turn: the node to which it leads.
    pub head: &'a [u32],
    /// One per turn: its cost in milliseconds, in addition to the segments.
    pub turn_milliseconds: &'a [u32],
    /// One per node.
    pub directed_segment: &'a [u32],
    /// One per directed segment: the node at which trips may start, or `u32::MAX`.
    pub start_node: &'a [u32],
    /// One per directed segment, plus one: positions in `end_node`.
    pub first_end: &'a [u32],
    /// The nodes at which trips may end.
    pub end_node: &'a [u32],
    /// Turns that are closed in some lanes, ascending, each with the number of the hours when it is closed.
    pub closed_turns: &'a [(u32, u32)],
    /// Directed segments into which trips from their junction may not start in some lanes, likewise.
    pub closed_starts: &'a [(u32, u32)],
}

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// Order, arcs and turns; ranks identify nodes.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    pub(crate) order: Order,
    pub(crate) arcs: Arcs,
    pub(crate) turns: Turns,
    /// One per arc of `up_out`: the slot of its upper end.
    pub(crate) out_slot: Vec<u32>,
    /// One per arc of `up_in`: the slot of its upper end.
    pub(crate) in_slot: Vec<u32>,
    pub(crate) lower_in: LowerArcs,
    pub(crate) lower_out: LowerArcs,
}

/// The edge-based graph in ranks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Turns {
    pub(crate) first_out: Vec<u32>,
    pub(crate) head: Vec<u32>,
    pub(crate) milliseconds: Vec<u32>,
    /// One per rank.
    pub(crate) directed_segment: Vec<u32>,
    /// One per directed segment: a rank or `NONE`.
    pub(crate) start: Vec<u32>,
    pub(crate) first_end: Vec<u32>,
    pub(crate) end: Vec<u32>,
    /// Turns that are closed in some lanes, ascending: position and number of the hours.
    pub(crate) closed: Vec<(u32, u32)>,
    /// Directed segments into which trips may not start in some lanes, ascending, and numbers of the hours.
    pub(crate) closed_starts: Vec<(u32, u32)>,
}

impl Turns {
    /// Ranks at which a trip to a directed segment may end.
    pub(crate) fn ends(&self, directed: usize) -> &[u32] {
        &self.end[self.first_end[directed] as usize..self.first_end[directed + 1] as usize]
    }

    /// Turns from a node: the node to which each leads, and its milliseconds.
    pub(crate) fn of(&self, rank: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let row = self.row(rank);
        self.head[row.clone()].iter().copied().zip(self.milliseconds[row].iter().copied())
    }

    /// Positions of the turns from a node.
    pub(crate) fn row(&self, rank: u32) -> Range<usize> {
        self.first_out[rank as usize] as usize..self.first_out[rank as usize + 1] as usize
    }

    fn bytes(&self) -> usize {
        let arrays = [
            &self.first_out,
            &self.head,
            &self.milliseconds,
            &self.directed_segment,
            &self.start,
            &self.first_end,
            &self.end,
        ];
        let of_arrays: usize = arrays.iter().map(|array| size_of_val(&array[..])).sum();
        of_arrays + size_of_val(&self.closed[..]) + size_of_val(&self.closed_starts[..])
    }

    fn renamed(graph: TurnGraphView<'_>, rank_of_node: &[u32]) -> Self {
        let node_count = graph.directed_segment.len();
        let mut node_of_rank = vec![0_u32; node_count];
        for (node, &rank) in (0_u32..).zip(rank_of_node) {
            node_of_rank[rank as usize] = node;
        }
        let mut turns = Self { first_out: vec![0], ..Self::default() };
        for &node in &node_of_rank {
            let node = node as usize;
            let row = graph.first_out[node] as usize..graph.first_out[node + 1] as usize;
            let position = |turn: usize| {
                graph.closed_turns.partition_point(|closed| (closed.0 as usize) < turn)
            };
            for &(turn, hours) in &graph.closed_turns[position(row.start)..position(row.end)] {
                let turn = turns.head.len() + turn as usize - row.start;
                turns.closed.push((count_u32(turn), hours));
            }
            turns.head.extend(graph.head[row.clone()].iter().map(|&it| rank_of_node[it as usize]));
            turns.milliseconds.extend_from_slice(&graph.turn_milliseconds[row]);
            turns.first_out.push(count_u32(turns.head.len()));
            turns.directed_segment.push(graph.directed_segment[node]);
        }
        let rank_or_none =
            |&node: &u32| if node == NONE { NONE } else { rank_of_node[node as usize] };
        turns.start = graph.start_node.iter().map(rank_or_none).collect();
        turns.first_end = graph.first_end.to_vec();
        turns.end = graph.end_node.iter().map(rank_or_none).collect();
        turns.closed_starts = graph.closed_starts.to_vec();
        turns
    }
}

impl Hierarchy {
    /// Orders and contracts a network. Takes seconds for a city; allocates.
    ///
    /// # Panics
    /// The lengths of the arrays in a view do not match.
    #[must_use]
    pub fn build(shape: NetworkShape<'_>, graph: TurnGraphView<'_>) -> Self {
        let dissection = dissect(shape);
        let (order, rank_of_node) = order_nodes(&dissection, graph.directed_segment);
        let turns = Turns::renamed(graph, &rank_of_node);
        let node_count = graph.directed_segment.len();
        let pairs = (0..count_u32(node_count))
            .flat_map(|rank| turns.of(rank).map(move |(head, _)| (rank, head)));
        let arcs = contract(node_count, pairs);
        Self::complete(order, arcs, turns)
    }

    pub(crate) fn complete(order: Order, arcs: Arcs, turns: Turns) -> Self {
        let slots = |upper: &[u32]| upper.iter().map(|&rank| order.slot(rank)).collect();
        Self {
            out_slot: slots(&arcs.up_out.upper),
            in_slot: slots(&arcs.up_in.upper),
            lower_in: LowerArcs::of(&arcs.up_in),
            lower_out: LowerArcs::of(&arcs.up_out),
            order,
            arcs,
            turns,
        }
    }

    /// The number of nodes: directed segments and their copies.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.turns.directed_segment.len()
    }

    /// How many bytes the arrays take.
    pub(crate) fn bytes(&self) -> usize {
        let Self { order, arcs, turns, out_slot, in_slot, lower_in, lower_out } = self;
        let of_slots = size_of_val(&out_slot[..]) + size_of_val(&in_slot[..]);
        let of_arcs = arcs.up_out.bytes() + arcs.up_in.bytes();
        let of_lower = lower_in.bytes() + lower_out.bytes();
        order.bytes() + of_arcs + turns.bytes() + of_slots + of_lower
    }

    /// How many arcs of the hierarchy carry costs.
    #[must_use]
    pub fn arc_count(&self) -> usize {
        self.arcs.up_out.arc_count() + self.arcs.up_in.arc_count()
    }

    /// The lower rank of a segment's two starts: close for segments that share most of their chains.
    #[must_use]
    pub fn rank_of_segment(&self, segment: u32) -> u32 {
        self.turns.start[segment as usize * 2].min(self.turns.start[segment as usize * 2 + 1])
    }

    /// How many turns and starts of trips are closed in some lanes.
    #[must_use]
    pub fn closed_count(&self) -> usize {
        self.turns.closed.len() + self.turns.closed_starts.len()
    }

    /// The number of directed segments, two per segment.
    #[must_use]
    pub fn directed_segment_count(&self) -> usize {
        self.turns.start.len()
    }
}
