//! The texts of tags, each stored once and identified by a number.
//!
//! The index exists only while an extract is read; the texts then move into the [`TagStore`](super::TagStore)
//! without being copied. A `.osm.pbf` looks up each text once per block, so it is XML that needs the fast
//! hash. Numbers are in order of first use, which does not depend on the hash.

use std::collections::HashMap;

use foldhash::fast::FixedState;

/// The number of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextIdx(pub(super) u32);

#[derive(Debug, Default)]
pub(super) struct Texts {
    index: HashMap<Box<str>, TextIdx, FixedState>,
    held_bytes: u64,
}

/// The memory that the index uses for a text in addition to its bytes: pointer, length, number and free
/// slots.
const ENTRY_BYTES: u64 = 48;

impl Texts {
    /// Returns the number of this text. Allocates if the text is new.
    pub(super) fn intern(&mut self, text: &str) -> TextIdx {
        if let Some(known) = self.index.get(text) {
            return *known;
        }
        // Cannot overflow: there are fewer texts than tags, which `Gathered` keeps below the range of a u32.
        let idx = TextIdx(u32::try_from(self.index.len()).unwrap_or(u32::MAX));
        self.index.insert(text.into(), idx);
        self.held_bytes += text.len() as u64 + ENTRY_BYTES;
        idx
    }

    /// Returns the number of a text, if the text is known.
    pub(super) fn find(&self, text: &str) -> Option<TextIdx> {
        self.index.get(text).copied()
    }

    pub(super) const fn held_bytes(&self) -> u64 {
        self.held_bytes
    }

    /// Returns all texts in the order of their numbers.
    pub(super) fn into_list(self) -> Vec<Box<str>> {
        let mut numbered: Vec<(Box<str>, TextIdx)> = self.index.into_iter().collect();
        numbered.sort_unstable_by_key(|(_, idx)| idx.0);
        numbered.into_iter().map(|(text, _)| text).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_the_number_of_its_first_use() {
        let mut texts = Texts::default();
        let numbers = ["b", "a", "b", "", "a"].map(|text| texts.intern(text).0);
        assert_eq!(numbers, [0, 1, 0, 2, 1]);
        assert_eq!(texts.into_list(), ["b", "a", ""].map(Box::from));
    }
}
