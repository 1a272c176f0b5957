//! Travel costs: the one interface that every source of them stands behind.
//!
//! A source of costs is asked for whole blocks, sources × destinations, because a road network answers
//! many pairs for little more than one. The block is one flat buffer of `i32`, row-major; the numbers
//! of a pair lie together in the order in which they are read and written out:
//!
//! ```text
//! row 0: [ meters, seconds lane 0, seconds lane 1, … | meters, … ]   one group a destination
//! ```
//!
//! 32 sources × 2,000 destinations × 9 numbers are 2.3 MB; the buffer is reused from block to block.

use crate::PlaceIdx;

/// The distance of a pair with no road between its ends.
pub const UNREACHABLE_METERS: i32 = i32::MAX / 4;
/// The travel time, in every lane, of a pair with no road between its ends.
pub const UNREACHABLE_SECONDS: i32 = i32::MAX / 4;

const _: () = assert!(UNREACHABLE_METERS > 400_000_000, "ten times round the Earth stays below it");
const _: () = assert!(UNREACHABLE_SECONDS > 40 * 86_400, "the longest real leg stays below it");
const _: () = assert!(
    UNREACHABLE_SECONDS.checked_mul(4).is_some() && UNREACHABLE_METERS.checked_mul(4).is_some(),
    "a sum of a few costs, one of them unreachable, does not overflow"
);

/// Where travel costs come from: an estimate or a road map.
pub trait TravelCosts {
    /// How many travel times each pair has, one per traffic window.
    fn lane_count(&self) -> usize;

    /// Writes the costs of every pair into `out`, which takes the shape of the question.
    ///
    /// A pair of equal indexes costs nothing; a pair without a road has the unreachable values in
    /// all its numbers; all other costs are from 0 to below those. Allocates only where `out` has
    /// never been this large.
    ///
    /// # Panics
    /// A place is not one of those that the costs were made for.
    fn fill(&self, sources: &[PlaceIdx], destinations: &[PlaceIdx], out: &mut CostBlock);
}

/// Costs of some sources to some destinations: a buffer to be filled again and again.
#[derive(Clone, Debug, Default)]
pub struct CostBlock {
    /// `source_count × row_len` numbers; `row_len = destination_count × (1 + lane_count)`.
    costs: Vec<i32>,
    row_len: usize,
    pair_len: usize,
}

impl CostBlock {
    /// Takes the shape of a question. Numbers of an earlier one may still be there.
    pub fn reshape(&mut self, source_count: usize, destination_count: usize, lane_count: usize) {
        self.pair_len = 1 + lane_count;
        self.row_len = destination_count * self.pair_len;
        self.costs.resize(source_count * self.row_len, 0);
    }

    /// How many numbers a pair has: its distance and one travel time a lane.
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

    /// All numbers of one source, to be written.
    ///
    /// # Panics
    /// The block has fewer rows.
    pub fn row_mut(&mut self, row_idx: usize) -> &mut [i32] {
        &mut self.costs[row_idx * self.row_len..][..self.row_len]
    }
}

/// Whether the numbers of a pair say that no road joins its ends.
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
