//! Travel costs: the interface that every source of costs implements.
//!
//! A source of costs computes whole blocks, sources × destinations, because a road network computes
//! many pairs for little more than the price of one. A block is one flat, row-major buffer of `i32`.
//! The numbers of a pair are adjacent, in the order in which they are read and written out:
//!
//! ```text
//! row 0: [ meters, seconds lane 0, seconds lane 1, … | meters, … ]   one group per destination
//! ```
//!
//! For 32 sources × 2,000 destinations × 9 numbers it takes 2.3 MB; the buffer is reused for all blocks.

use crate::PlaceIdx;

/// The distance of a pair whose ends no road connects.
pub const UNREACHABLE_METERS: i32 = i32::MAX / 4;
/// The travel time, in every lane, of a pair whose ends no road connects.
pub const UNREACHABLE_SECONDS: i32 = i32::MAX / 4;

const _: () = assert!(UNREACHABLE_METERS > 400_000_000, "ten times round the Earth stays below it");
const _: () = assert!(UNREACHABLE_SECONDS > 40 * 86_400, "the longest real leg stays below it");
const _: () = assert!(
    UNREACHABLE_SECONDS.checked_mul(4).is_some() && UNREACHABLE_METERS.checked_mul(4).is_some(),
    "a sum of a few costs, one of them unreachable, does not overflow"
);

/// A source of travel costs: an estimate or a road map.
pub trait TravelCosts {
    /// How many travel times each pair has, one per traffic window.
    fn lane_count(&self) -> usize;

    /// Writes the costs of every pair into `out`, after reshaping it to sources × destinations.
    ///
    /// The costs from a place to itself are 0; a pair without a road has the unreachable values in
    /// all its numbers; all other costs are non-negative and below those values. Allocates only if
    /// `out` has never been this large.
    ///
    /// # Panics
    /// A place is not one of those that the costs were made for.
    fn fill(&self, sources: &[PlaceIdx], destinations: &[PlaceIdx], out: &mut CostBlock);
}

/// Costs from some sources to some destinations, in a buffer that can be filled again.
#[derive(Clone, Debug, Default)]
pub struct CostBlock {
    /// `source_count × row_len` numbers; `row_len = destination_count × (1 + lane_count)`.
    costs: Vec<i32>,
    row_len: usize,
    pair_len: usize,
}

impl CostBlock {
    /// Sets the shape of the block. Numbers from an earlier use may remain in it.
    pub fn reshape(&mut self, source_count: usize, destination_count: usize, lane_count: usize) {
        self.pair_len = 1 + lane_count;
        self.row_len = destination_count * self.pair_len;
        self.costs.resize(source_count * self.row_len, 0);
    }

    /// The count of numbers in a pair: its distance, and one travel time per lane.
    #[must_use]
    pub fn pair_len(&self) -> usize {
        self.pair_len
    }

    /// All numbers of one source, destination by destination.
    ///
    /// # Panics
    /// The block has fewer rows.
    #[must_use]
    pub fn row(&self, row_idx: usize) -> &[i32] {
        &self.costs[row_idx * self.row_len..][..self.row_len]
    }

    /// All numbers of one source, for writing.
    ///
    /// # Panics
    /// The block has fewer rows.
    pub fn row_mut(&mut self, row_idx: usize) -> &mut [i32] {
        &mut self.costs[row_idx * self.row_len..][..self.row_len]
    }
}

/// Whether the numbers of a pair state that no road connects its ends.
#[must_use]
pub fn is_unreachable(pair_costs: &[i32]) -> bool {
    pair_costs.first() == Some(&UNREACHABLE_METERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_row_major_with_the_numbers_of_a_pair_together() {
        let mut block = CostBlock::default();
        block.reshape(2, 3, 1);
        block.row_mut(1).copy_from_slice(&[10, 1, 20, 2, 30, 3]);
        assert_eq!(block.pair_len(), 2);
        assert_eq!(block.row(0), [0; 6]);
        assert_eq!(block.row(1), [10, 1, 20, 2, 30, 3]);
    }

    #[test]
    fn a_block_without_destinations_has_empty_rows() {
        let mut block = CostBlock::default();
        block.reshape(2, 0, 8);
        assert!(block.row(1).is_empty());
    }

    #[test]
    fn a_smaller_question_keeps_the_buffer_of_a_larger_one() {
        let mut block = CostBlock::default();
        block.reshape(4, 4, 4);
        let address = block.row(0).as_ptr();
        block.reshape(2, 2, 2);
        block.reshape(4, 4, 4);
        assert_eq!(block.row(0).as_ptr(), address);
    }

    #[test]
    fn only_the_sentinel_is_unreachable() {
        assert!(is_unreachable(&[UNREACHABLE_METERS, UNREACHABLE_SECONDS]));
        assert!(!is_unreachable(&[UNREACHABLE_METERS - 1, 0]));
    }
}
