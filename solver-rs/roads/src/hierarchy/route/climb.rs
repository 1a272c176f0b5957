//! A climb in one lane, from the seeds of one end of the trip toward the root.

use std::ops::Range;

use crate::hierarchy::contraction::count_u32;
use crate::hierarchy::dissection::CellIdx;
use crate::hierarchy::lanes::UNREACHABLE_PAIRED;
use crate::hierarchy::order::Order;

/// A climb in one lane that remembers its arcs. Its arrays are indexed by slot.
#[derive(Debug, Default)]
pub(super) struct Climbed {
    pub(super) rank: Vec<u32>,
    pub(super) cost: Vec<i64>,
    /// The slot below, from which the node was reached; its own slot for a seed.
    below: Vec<u32>,
    /// The arc from there.
    arc: Vec<u32>,
}

impl Climbed {
    /// Inserts the seeds. Returns the lowest of their cells, where the climb starts, or `None` without seeds.
    pub(super) fn begin(&mut self, order: &Order, seeds: &[(u32, i64)]) -> Option<CellIdx> {
        let lowest = order.lowest_cell(seeds.iter().map(|seed| seed.0))?;
        let chain_len = order.cell(lowest).chain_len() as usize;
        for numbers in [&mut self.rank, &mut self.below, &mut self.arc] {
            numbers.clear();
            numbers.resize(chain_len, 0);
        }
        self.cost.clear();
        self.cost.resize(chain_len, UNREACHABLE_PAIRED);
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
    pub(super) fn climb_cell(
        &mut self,
        order: &Order,
        cell: CellIdx,
        relax: impl Fn(&mut Self, u32, u32),
    ) -> CellIdx {
        let cell = order.cell(cell);
        for (slot, rank) in cell.nodes_from_the_lowest() {
            self.rank[slot as usize] = rank;
            if self.cost[slot as usize] < UNREACHABLE_PAIRED {
                relax(self, slot, rank);
            }
        }
        cell.parent
    }

    /// Relaxes the arcs of a node that was reached.
    #[inline(always)]
    pub(super) fn relax(
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
    pub(super) fn arcs_from(&self, slot: usize, mut visit: impl FnMut(u32, u32, u32)) {
        let mut slot = slot;
        while self.below[slot] as usize != slot {
            let below = self.below[slot] as usize;
            visit(self.rank[below], self.rank[slot], self.arc[slot]);
            slot = below;
        }
    }

    /// The seed from which a slot was reached.
    pub(super) fn seed_of(&self, slot: usize) -> u32 {
        let mut slot = slot;
        while self.below[slot] as usize != slot {
            slot = self.below[slot] as usize;
        }
        self.rank[slot]
    }
}
