//! Labels: the cost from a place to every node of its chain (or from every node to the place).
//!
//! One walk from the deepest node of the chain to the root, relaxing the arcs that lead up; no queue,
//! since ranks only rise. A place seeds several nodes: both directions of its segment or all roads of its
//! junction, and copies.
//! Time O(arcs of the chain); all lanes in one pass, and two labels of neighbors over what they share.
//!
//! A label is written in two parts, primary nodes first, each from the root down, so that the part two
//! labels share is a prefix of both.

use super::contraction::ArcRows;
use super::dissection::CellIdx;
use super::lanes::LaneCosts;
use super::order::{Cell, Order};
use super::sharing::{KeptCosts, LaneSharing};

/// Which way the costs of a label run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From the point to the nodes: labels of sources.
    Forward,
    /// From the nodes to the point: labels of targets.
    Backward,
}

/// Arcs with the slot of their upper end, and their costs: what a walk reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Climb<'a, C> {
    pub(crate) rows: &'a ArcRows,
    /// One per arc.
    pub(crate) upper_slot: &'a [u32],
    /// One per arc.
    pub(crate) costs: &'a [C],
    /// How they are kept.
    pub(crate) sharing: &'a LaneSharing,
}

impl<C: KeptCosts> Climb<'_, C> {
    /// Goes on from a node that was reached, by its arcs.
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

    /// Goes on from a node that was reached in two chains.
    #[inline(always)]
    fn relax_both(&self, slot: u32, rank: u32, [a, b]: [&mut [LaneCosts]; 2]) {
        let (above_a, own_a) = a.split_at_mut(slot as usize);
        let (above_b, own_b) = b.split_at_mut(slot as usize);
        let (cost_a, cost_b) = (own_a[0], own_b[0]);
        let row = self.rows.row(rank);
        let costs = &self.costs[row.clone()];
        let slots = &self.upper_slot[row];
        for (arc, &slot) in costs.iter().zip(slots) {
            let arc = arc.widened(self.sharing);
            above_a[slot as usize].keep_smaller(&cost_a.then(&arc));
            above_b[slot as usize].keep_smaller(&cost_b.then(&arc));
        }
    }

    /// Goes on from every node of a cell that was reached, the lowest first.
    #[inline(always)]
    fn relax_cell(&self, cell: &Cell, chain: &mut [LaneCosts]) {
        for (slot, rank) in cell.nodes_from_the_lowest() {
            if chain[slot as usize].is_reachable() {
                self.relax(slot, rank, chain);
            }
        }
    }
}

/// Fills a chain with the costs of every slot. It holds the seeds already, and unreachable elsewhere.
#[inline(never)]
pub(crate) fn climb<C: KeptCosts>(
    order: &Order,
    lowest: CellIdx,
    climb: Climb<'_, C>,
    chain: &mut [LaneCosts],
) {
    for cell in order.cells_upward(lowest) {
        climb.relax_cell(cell, chain);
    }
}

/// Fills two chains as [`climb`] does. What they share is climbed at once: each of its arcs is read and
/// widened for both, and these are most of the arcs where the ends are near each other.
#[inline(never)]
pub(crate) fn climb_both<C: KeptCosts>(
    order: &Order,
    lowest: [CellIdx; 2],
    climb: Climb<'_, C>,
    [a, b]: [&mut [LaneCosts]; 2],
) {
    let shared_depth = order.shared_depth(lowest[0], lowest[1]);
    let is_shared = |cell: &&Cell| cell.depth <= shared_depth;
    for (lowest, chain) in [(lowest[0], &mut *a), (lowest[1], &mut *b)] {
        for cell in order.cells_upward(lowest).take_while(|cell| !is_shared(cell)) {
            climb.relax_cell(cell, chain);
        }
    }
    for cell in order.cells_upward(lowest[0]).filter(is_shared) {
        for (slot, rank) in cell.nodes_from_the_lowest() {
            match [&*a, &*b].map(|chain| chain[slot as usize].is_reachable()) {
                [true, true] => climb.relax_both(slot, rank, [a, b]),
                [true, false] => climb.relax(slot, rank, a),
                [false, true] => climb.relax(slot, rank, b),
                [false, false] => {}
            }
        }
    }
}

/// Splits a chain into its primary nodes and the others, each from the root down, appended to `out`.
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
