//! Indexes of the elements of a network, each with its own type.
//!
//! ```text
//!   DirectedSegment = segment << 1 | backward        0 = segment 0 forward, 1 = segment 0 backward,
//!                                                    2 = segment 1 forward, …
//! ```
//!
//! All have 32 bits: the car roads of the planet have some 10^8 segments, so that even twice their
//! number fits, and half the width doubles the speed of everything that is limited by memory bandwidth.

/// A stretch of road between two junctions, without a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SegmentIdx(pub u32);

/// A point where segments end. A node that nobody may pass is a separate junction for each segment there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JunctionIdx(pub u32);

/// A segment in one of its two directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DirectedSegment(pub u32);

/// A node of the turn graph: a directed segment and the relevant part of the path to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnNodeIdx(pub u32);

/// A strongly connected component; 0 is the largest, sizes descend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentIdx(pub u32);

/// The position of a set of hours in [`super::RoadNetwork::hours`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HoursIdx(pub u32);

impl SegmentIdx {
    /// The same number, for indexing arrays.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }

    /// The direction from its tail to its head.
    #[must_use]
    pub const fn forward(self) -> DirectedSegment {
        DirectedSegment(self.0 << 1)
    }

    /// The direction from its head to its tail.
    #[must_use]
    pub const fn backward(self) -> DirectedSegment {
        DirectedSegment(self.0 << 1 | 1)
    }
}

impl JunctionIdx {
    /// The same number, for indexing arrays.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }
}

impl DirectedSegment {
    /// The same number, for indexing arrays with two entries per segment.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }

    /// The segment without its direction.
    #[must_use]
    pub const fn segment(self) -> SegmentIdx {
        SegmentIdx(self.0 >> 1)
    }

    /// Whether it leads from head to tail.
    #[must_use]
    pub const fn is_backward(self) -> bool {
        self.0 & 1 == 1
    }

    /// The same segment in the other direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl TurnNodeIdx {
    /// The same number, for indexing arrays.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }
}

impl ComponentIdx {
    /// The same number, for indexing arrays.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }
}

/// Converts a length to an index.
///
/// # Panics
///
/// If it exceeds 2^32: indexed arrays are never longer than those of an extract, whose ranges are `u32`.
pub(super) fn index(length: usize) -> u32 {
    u32::try_from(length).expect("a network indexes with 32 bits")
}

/// Converts counts to the first position of each group, as in CSR: `[2, 0, 1]` → `[0, 2, 2, 3]`.
pub(super) fn first_of_groups(counts: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut sum = 0;
    let mut first = vec![0];
    first.extend(counts.map(|count| {
        sum += count;
        sum
    }));
    first
}
