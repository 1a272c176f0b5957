//! What both passes add to: tags with their texts, counts, and the limit on memory.
//!
//! An element is *open* while its parts come in, and either closed (it stays) or discarded (what was
//! added since the last close goes away): one array for all tags, nothing allocated an element.

use super::OsmError;
use super::data::{TagRange, TagStore};
use super::report::{OsmElement, OsmFault, OsmReport};
use super::string_table::{TextIdx, Texts};

/// Why an element is not kept.
#[derive(Debug)]
pub(super) enum Skip {
    /// It is malformed, and the next one may be well.
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
    pub(super) texts: Texts,
    pub(super) report: OsmReport,
    tags: Vec<(u32, u32)>,
    /// Tags before this belong to closed elements.
    closed_tag_count: usize,
    memory_bytes_max: u64,
}

const TAG_BYTES: u64 = size_of::<(u32, u32)>() as u64;

impl Gathered {
    pub(super) fn new(memory_bytes_max: u64) -> Self {
        Self {
            texts: Texts::default(),
            report: OsmReport::default(),
            tags: Vec::new(),
            closed_tag_count: 0,
            memory_bytes_max,
        }
    }

    /// Checks the limit, given what the caller holds besides.
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

    /// The open element's tags become those of an element that is kept.
    pub(super) fn close_tags(&mut self) -> Result<TagRange, OsmError> {
        let first = index(self.closed_tag_count)?;
        let end = index(self.tags.len())?;
        self.closed_tag_count = self.tags.len();
        Ok(TagRange { first, count: end - first })
    }

    /// Ends the open element: forgets its tags unless they were closed, and counts it if it was
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

/// A position as the arrays of the result keep it: `u32::MAX` means "missing" there.
pub(super) fn index(position: usize) -> Result<u32, OsmError> {
    match u32::try_from(position) {
        Ok(idx) if idx < u32::MAX => Ok(idx),
        _ => Err(OsmError::TooManyRoads),
    }
}
