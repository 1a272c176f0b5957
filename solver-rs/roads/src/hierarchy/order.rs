//! The order of contraction: the ranks of nodes, and the chain of nodes that a label covers.
//!
//! ```text
//! rank   0 ………………………………………………………………………… n-1
//!        [ cell 9 ] [ cell 8 ] … [ cell 1 ] [ cell 0, the root ]     descending preorder
//!        [ B→A | A→B ]                                              inside a cell
//!
//! chain of a cell, from its deepest node to the root:  slot  depth-1 ……… 0
//! ```
//!
//! The nodes to which a path can ascend from a cell are those of the cell and of the cells above it: its
//! chain. The *slot* of a node is its position there, counted from the root, so that one array of costs
//! by slot serves every node of the chain. The chain is at least as long as the path in the elimination
//! tree but, unlike it, the same for both directions of a segment.
//!
//! Inside a cell, the directed segments from A to B have the highest ranks (they are the *primary*
//! nodes). A path that leaves one side of a cut and ends on the other, or comes back, crosses from A to
//! B at least once unless it goes from B to A. Its highest node is therefore primary in every cell above
//! the lowest cell that its ends share, and combining labels skips the other half (see `combine`).

use super::dissection::{CellIdx, Crossing, Dissection};

/// A cell in terms of ranks and slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The parent cell; the root is its own parent.
    pub(crate) parent: CellIdx,
    /// Levels below the root.
    pub(crate) depth: u8,
    /// The sides taken from the root: see [`Dissection::path`].
    pub(crate) path: u64,
    /// Its lowest rank.
    pub(crate) first_rank: u32,
    /// How many nodes it has.
    pub(crate) node_count: u32,
    /// How many of them are primary: these have the highest ranks.
    pub(crate) primary_count: u32,
    /// How many nodes the cells above it have.
    pub(crate) nodes_above: u32,
    /// How many primary nodes the cells above it have.
    pub(crate) primaries_above: u32,
}

impl Cell {
    /// How many nodes its chain has.
    pub(crate) fn chain_len(&self) -> u32 {
        self.nodes_above + self.node_count
    }

    /// The side of the parent cell on which it lies: 0 for A, 1 for B. 0 for the root.
    pub(crate) fn last_side(&self) -> u32 {
        let is_in_b = self.depth > 0 && (self.path >> (64 - self.depth)) & 1 == 1;
        u32::from(is_in_b)
    }

    /// Whether paths from another cell ascend to this one.
    pub(crate) fn is_above_or_same(&self, other: &Self) -> bool {
        // The bits of a path below its cell are 0; those above must be equal.
        let differing = (self.path ^ other.path).checked_shr(64 - u32::from(self.depth));
        self.depth <= other.depth && differing.unwrap_or(0) == 0
    }

    /// Slots and ranks of its nodes, the lowest first.
    pub(crate) fn nodes_from_the_lowest(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        (self.nodes_above..self.chain_len()).rev().zip(self.first_rank..)
    }

    /// The rank after its highest rank.
    pub(crate) fn end_rank(&self) -> u32 {
        self.first_rank + self.node_count
    }
}

/// Ranks of all nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) cells: Vec<Cell>,
    /// One per rank.
    pub(crate) cell_of_rank: Vec<CellIdx>,
}

impl Order {
    /// How many bytes the arrays take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.cells[..]) + size_of_val(&self.cell_of_rank[..])
    }
}

/// Assigns ranks to cells whose nodes are counted. The root has the highest.
pub(crate) fn rank_cells(mut cells: Vec<Cell>, node_count: u32) -> Order {
    let mut cell_of_rank = vec![CellIdx(0); node_count as usize];
    let mut end_rank = node_count;
    for idx in 0..cells.len() {
        if idx > 0 {
            let above = cells[cells[idx].parent.0 as usize];
            cells[idx].nodes_above = above.nodes_above + above.node_count;
            cells[idx].primaries_above = above.primaries_above + above.primary_count;
        }
        end_rank -= cells[idx].node_count;
        cells[idx].first_rank = end_rank;
        let ranks = end_rank as usize..cells[idx].end_rank() as usize;
        cell_of_rank[ranks].fill(CellIdx(u32::try_from(idx).expect("cells are few enough")));
    }
    Order { cells, cell_of_rank }
}

/// Ranks the nodes of an edge-based graph. Each node is a directed segment: segment × 2, plus 1 if
/// backward. Returns the order and the rank of each node.
pub(crate) fn order_nodes(
    dissection: &Dissection,
    directed_segment_of_node: &[u32],
) -> (Order, Vec<u32>) {
    let cell_of = |directed: u32| dissection.cell_of_segment[directed as usize / 2].0 as usize;
    let is_primary = |directed: u32| match dissection.crossing[directed as usize / 2] {
        Crossing::FromAToB => directed & 1 == 0,
        Crossing::FromBToA => directed & 1 == 1,
        Crossing::Loop => true,
    };
    let mut cells: Vec<Cell> = (0..dissection.parent.len())
        .map(|cell| Cell {
            parent: dissection.parent[cell],
            depth: dissection.depth[cell],
            path: dissection.path[cell],
            first_rank: 0,
            node_count: 0,
            primary_count: 0,
            nodes_above: 0,
            primaries_above: 0,
        })
        .collect();
    for &directed in directed_segment_of_node {
        let cell = &mut cells[cell_of(directed)];
        cell.node_count += 1;
        cell.primary_count += u32::from(is_primary(directed));
    }
    let node_count = u32::try_from(directed_segment_of_node.len()).expect("nodes are few enough");
    let order = rank_cells(cells, node_count);
    // Secondary nodes take the first ranks of their cell, primary nodes those after them.
    let mut next_secondary: Vec<u32> = order.cells.iter().map(|cell| cell.first_rank).collect();
    let mut next_primary: Vec<u32> =
        order.cells.iter().map(|cell| cell.end_rank() - cell.primary_count).collect();
    let rank_of_node = directed_segment_of_node
        .iter()
        .map(|&directed| {
            let next = if is_primary(directed) { &mut next_primary } else { &mut next_secondary };
            let rank = next[cell_of(directed)];
            next[cell_of(directed)] += 1;
            rank
        })
        .collect();
    (order, rank_of_node)
}

impl Order {
    pub(crate) fn cell(&self, idx: CellIdx) -> &Cell {
        &self.cells[idx.0 as usize]
    }

    /// A cell and all cells above it, the root last.
    pub(crate) fn cells_upward(&self, lowest: CellIdx) -> impl Iterator<Item = &Cell> {
        std::iter::successors(Some(self.cell(lowest)), |cell| {
            (cell.depth > 0).then(|| self.cell(cell.parent))
        })
    }

    /// The depth of the lowest cell that is above each of two cells or equal to it.
    pub(crate) fn shared_depth(&self, a: CellIdx, b: CellIdx) -> u8 {
        let [a, b] = [a, b].map(|it| self.cell(it));
        // Paths end in zeros below their cell, so both depths limit the shared length.
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let shared_bits = (a.path ^ b.path).leading_zeros() as u8;
        shared_bits.min(a.depth).min(b.depth)
    }

    /// The lowest of the cells of the nodes, or `None` without nodes.
    ///
    /// # Panics
    /// Two of the cells are not above one another, so that no chain contains both.
    pub(crate) fn lowest_cell(&self, ranks: impl Iterator<Item = u32>) -> Option<CellIdx> {
        let cell = |idx: CellIdx| &self.cells[idx.0 as usize];
        ranks.map(|rank| self.cell_of_rank[rank as usize]).reduce(|a, b| {
            let (upper, lower) = if cell(a).depth <= cell(b).depth { (a, b) } else { (b, a) };
            assert!(cell(upper).is_above_or_same(cell(lower)), "cells lie above one another");
            lower
        })
    }

    /// The slot of a node, which is the same in every chain that contains the node.
    pub(crate) fn slot(&self, rank: u32) -> u32 {
        let cell = &self.cells[self.cell_of_rank[rank as usize].0 as usize];
        cell.nodes_above + (cell.end_rank() - 1 - rank)
    }
}
