//! Numbers of the things a network is made of, each with a type of its own.
//!
//! ```text
//!   DirectedSegment = segment << 1 | backward        0 = segment 0 forward, 1 = segment 0 backward,
//!                                                    2 = segment 1 forward, …
//! ```
//!
//! All are 32 bits wide: a planet of car roads has some 10^8 segments, so that even twice their number
//! fits, and half the width is twice the speed of everything that is bound by memory.

/// A stretch of road between two junctions, without a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SegmentIdx(pub u32);

/// A place where segments end. A node that nobody passes is one junction for each segment there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JunctionIdx(pub u32);

/// A segment in one of its two directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DirectedSegment(pub u32);

/// A node of the turn graph: a directed segment and what matters of how one came there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnNodeIdx(pub u32);

/// A strongly connected component; 0 is the largest, sizes descend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentIdx(pub u32);

impl SegmentIdx {
    /// The same number, to index arrays with.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }

    /// From its tail to its head.
    #[must_use]
    pub const fn forward(self) -> DirectedSegment {
        DirectedSegment(self.0 << 1)
    }

    /// From its head to its tail.
    #[must_use]
    pub const fn backward(self) -> DirectedSegment {
        DirectedSegment(self.0 << 1 | 1)
    }
}

impl JunctionIdx {
    /// The same number, to index arrays with.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }
}

impl DirectedSegment {
    /// The same number, to index arrays with two entries a segment.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }

    /// The segment without its direction.
    #[must_use]
    pub const fn segment(self) -> SegmentIdx {
        SegmentIdx(self.0 >> 1)
    }

    /// From head to tail.
    #[must_use]
    pub const fn is_backward(self) -> bool {
        self.0 & 1 == 1
    }

    /// The same segment the other way.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl TurnNodeIdx {
    /// The same number, to index arrays with.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }
}

impl ComponentIdx {
    /// The same number, to index arrays with.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }
}

/// A length as an index.
///
/// # Panics
///
/// Beyond 2^32: what we index is never longer than the arrays of an extract, whose ranges are `u32`.
pub(super) fn index(length: usize) -> u32 {
    u32::try_from(length).expect("a network indexes with 32 bits")
}

/// Turns counts into the first position of each group, as CSR wants it: `[2, 0, 1]` → `[0, 2, 2, 3]`.
pub(super) fn first_of_groups(counts: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut sum = 0;
    let mut first = vec![0];
    first.extend(counts.map(|count| {
        sum += count;
        sum
    }));
    first
}
