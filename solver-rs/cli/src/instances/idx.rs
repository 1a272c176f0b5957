//! Indexes that both instances and travel between their places use.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PlaceIdx(pub(crate) u32);

/// A length as an index. Files are far too small to have more.
///
/// # Panics
/// When a list has 2³² entries.
pub(crate) fn index(length: usize) -> u32 {
    u32::try_from(length).expect("a file of bounded size has fewer entries than 2^32")
}
