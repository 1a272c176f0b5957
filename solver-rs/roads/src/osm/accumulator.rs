//! State that both passes fill: tags with their texts, counts, and the memory limit.
//!
//! An element is *open* while its parts arrive. It is then either closed (kept) or discarded (everything
//! added since the last close is removed). All tags share one array, so nothing is allocated per element.

use super::OsmError;
use super::data::{TagRange, TagStore};
use super::report::{OsmElement, OsmFault, OsmReport};
use super::string_table::{TextIdx, Texts};
use super::wanted::Wanted;

/// Why an element is not kept.
#[derive(Debug)]
pub(super) enum Skip {
    /// It is malformed, but the next one may be valid.
    Malformed(OsmFault),
    /// Nothing more can be read.
    Fatal(OsmError),
}

impl From<OsmFault> for Skip {
    fn from(fault: OsmFault) -> Self {
        Self::Malformed(fault)
    }
}

impl From<OsmError> for Skip {
    fn from(error: OsmError) -> Self {
        Self::Fatal(error)
    }
}

#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) wanted: Wanted,
    pub(super) texts: Texts,
    pub(super) report: OsmReport,
    tags: Vec<(u32, u32)>,
    /// Tags before this belong to closed elements.
    closed_tag_count: usize,
    memory_bytes_max: u64,
}

const TAG_BYTES: u64 = size_of::<(u32, u32)>() as u64;

impl Gathered {
    pub(super) fn new(wanted: Wanted, memory_bytes_max: u64) -> Self {
        Self {
            wanted,
            texts: Texts::default(),
            report: OsmReport::default(),
            tags: Vec::new(),
            closed_tag_count: 0,
            memory_bytes_max,
        }
    }

    /// Checks the memory limit; `other_bytes` is what the caller holds in addition.
    #[inline]
    pub(super) fn check_memory(&self, other_bytes: u64) -> Result<(), OsmError> {
        let held_bytes = other_bytes + self.texts.held_bytes() + self.tags.len() as u64 * TAG_BYTES;
        if held_bytes > self.memory_bytes_max {
            return Err(OsmError::MemoryExceeded { memory_bytes_max: self.memory_bytes_max });
        }
        Ok(())
    }

    #[inline]
    pub(super) fn push_tag(&mut self, key: TextIdx, value: TextIdx) {
        self.tags.push((key.0, value.0));
    }

    /// Assigns the open element's tags to an element that is kept.
    pub(super) fn close_tags(&mut self) -> Result<TagRange, OsmError> {
        let first = index(self.closed_tag_count)?;
        let end = index(self.tags.len())?;
        self.closed_tag_count = self.tags.len();
        Ok(TagRange { first, count: end - first })
    }

    /// Whether a tag of the open element has this key.
    pub(super) fn has_open_key(&self, key: &str) -> bool {
        let key = self.texts.find(key);
        key.is_some_and(|key| self.tags[self.closed_tag_count..].iter().any(|tag| tag.0 == key.0))
    }

    /// Ends the open element: discards its tags unless they were closed, and counts the element if it was
    /// malformed.
    pub(super) fn settle(
        &mut self,
        element: OsmElement,
        outcome: Result<(), Skip>,
    ) -> Result<(), OsmError> {
        self.tags.truncate(self.closed_tag_count);
        match outcome {
            Ok(()) => Ok(()),
            Err(Skip::Malformed(fault)) => {
                self.skip(element, fault);
                Ok(())
            }
            Err(Skip::Fatal(error)) => Err(error),
        }
    }

    pub(super) fn skip(&mut self, element: OsmElement, fault: OsmFault) {
        self.report.skipped.add(element, fault, 1);
    }

    pub(super) fn finish(self) -> (TagStore, OsmReport) {
        let mut tags = self.tags;
        tags.shrink_to_fit();
        (TagStore { texts: self.texts.into_list(), tags }, self.report)
    }
}

/// Converts a position to the index type of the result's arrays, where `u32::MAX` means "missing".
pub(super) fn index(position: usize) -> Result<u32, OsmError> {
    match u32::try_from(position) {
        Ok(idx) if idx < u32::MAX => Ok(idx),
        _ => Err(OsmError::TooManyRoads),
    }
}
