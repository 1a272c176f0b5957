//! Labels: the cost from a place to every node of its chain (or from every node to the place).
//!
//! A label is computed in one walk from the deepest node of the chain to the root, which relaxes the arcs
//! that lead up. It needs no queue, because ranks only rise. A place seeds several nodes: both directions
//! of its segment or all roads of its junction, and copies. Time O(arcs of the chain); all lanes in one
//! pass.
//!
//! A label is written in two parts, primary nodes first, each from the root down, so that the nodes that
//! two labels share are a prefix of each part.

use super::contraction::ArcRows;
use super::dissection::CellIdx;
use super::lanes::LaneCosts;
use super::order::{Cell, Order};
use super::sharing::{LaneSharing, StoredCosts};

/// The direction of the costs of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From the point to the nodes: labels of sources.
    Forward,
    /// From the nodes to the point: labels of targets.
    Backward,
}

/// The input of a walk: arcs with the slots of their upper ends and their costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Climb<'a, C> {
    pub(crate) rows: &'a ArcRows,
    /// One per arc.
    pub(crate) upper_slot: &'a [u32],
    /// One per arc.
    pub(crate) costs: &'a [C],
    /// The form in which costs are stored.
    pub(crate) sharing: &'a LaneSharing,
}

impl<C: StoredCosts> Climb<'_, C> {
    /// Relaxes the arcs of a node that was reached.
    #[inline(always)]
    pub(crate) fn relax(&self, slot: u32, rank: u32, chain: &mut [LaneCosts]) {
        let (above, own) = chain.split_at_mut(slot as usize);
        let cost = own[0];
        let row = self.rows.row(rank);
        let costs = &self.costs[row.clone()];
        let slots = &self.upper_slot[row];
        for (arc, &slot) in costs.iter().zip(slots) {
            above[slot as usize].keep_smaller(&cost.then(&arc.widened(self.sharing)));
        }
    }

    /// Relaxes the arcs of all reached nodes of a cell, the lowest first.
    #[inline(always)]
    fn relax_cell(&self, cell: &Cell, chain: &mut [LaneCosts]) {
        for (slot, rank) in cell.nodes_from_the_lowest() {
            if chain[slot as usize].is_reachable() {
                self.relax(slot, rank, chain);
            }
        }
    }
}

/// Fills a chain with the costs of every slot. It must contain the seeds, and be unreachable elsewhere.
#[inline(never)]
pub(crate) fn climb<C: StoredCosts>(
    order: &Order,
    lowest: CellIdx,
    climb: Climb<'_, C>,
    chain: &mut [LaneCosts],
) {
    for cell in order.cells_upward(lowest) {
        climb.relax_cell(cell, chain);
    }
}

/// The smallest sums of costs at one node of two chains, which contain their seeds.
#[inline(never)]
pub(crate) fn meet<C: StoredCosts>(
    order: &Order,
    climbs: [Climb<'_, C>; 2],
    cells: [CellIdx; 2],
    chains: [&mut [LaneCosts]; 2],
) -> LaneCosts {
    let shared_depth = order.shared_depth(cells[0], cells[1]);
    let [from, to] = chains;
    let mut shared = cells[0];
    for (climb, cell, chain) in
        [(&climbs[0], cells[0], &mut *from), (&climbs[1], cells[1], &mut *to)]
    {
        let mut idx = cell;
        while order.cell(idx).depth > shared_depth {
            let cell = order.cell(idx);
            for (slot, rank) in cell.nodes_from_the_lowest() {
                if chain[slot as usize].is_reachable() {
                    climb.relax(slot, rank, chain);
                }
            }
            idx = cell.parent;
        }
        shared = idx;
    }
    let mut best = LaneCosts::UNREACHABLE;
    loop {
        let cell = order.cell(shared);
        for (slot, rank) in cell.nodes_from_the_lowest() {
            let [forward, backward] = [from[slot as usize], to[slot as usize]];
            best.keep_smaller(&forward.then(&backward));
            if forward.is_reachable() && forward.is_within(&best) {
                climbs[0].relax(slot, rank, from);
            }
            if backward.is_reachable() && backward.is_within(&best) {
                climbs[1].relax(slot, rank, to);
            }
        }
        if cell.depth == 0 {
            return best;
        }
        shared = cell.parent;
    }
}

/// Writes the primary nodes of a chain to `out`, then the others, each from the root down.
pub(crate) fn split_chain(
    order: &Order,
    cell: CellIdx,
    chain: &[LaneCosts],
    out: &mut [LaneCosts],
) {
    let lowest = &order.cells[cell.0 as usize];
    let primary_len = (lowest.primaries_above + lowest.primary_count) as usize;
    let (primary, secondary) = out.split_at_mut(primary_len);
    let mut cell_idx = cell;
    loop {
        let cell = &order.cells[cell_idx.0 as usize];
        let first = cell.nodes_above as usize;
        let primary_count = cell.primary_count as usize;
        let secondary_count = (cell.node_count - cell.primary_count) as usize;
        primary[cell.primaries_above as usize..][..primary_count]
            .copy_from_slice(&chain[first..][..primary_count]);
        secondary[(cell.nodes_above - cell.primaries_above) as usize..][..secondary_count]
            .copy_from_slice(&chain[first + primary_count..][..secondary_count]);
        if cell.depth == 0 {
            return;
        }
        cell_idx = cell.parent;
    }
}
