//! Indexes that are used by instances and by the travel between their places.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PlaceIdx(pub(crate) u32);

/// Converts a length to an index. Files are far too small to exceed 32 bits.
///
/// # Panics
/// A list has 2³² entries.
pub(crate) fn index(length: usize) -> u32 {
    u32::try_from(length).expect("a file of bounded size has fewer entries than 2^32")
}
