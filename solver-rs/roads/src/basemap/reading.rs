//! Reads an extract for its basemap, in three passes.
//!
//! ```text
//! relations ─► the ways in them ─► these ways, and ways that are areas by themselves ─► their nodes, places
//! ```
//!
//! In a file, nodes precede ways and ways precede relations; so each pass collects what the pass
//! before it has named.

use super::Basemap;
use crate::osm::{OsmError, OsmFormat, OsmReader, PassOutcome, Wanted};

/// The reading of an extract for its basemap.
#[derive(Debug)]
pub struct BasemapReading {
    format: OsmFormat,
    reader: OsmReader,
    knows_members: bool,
}

impl BasemapReading {
    /// Prepares to read an extract.
    #[must_use]
    pub fn new(format: OsmFormat) -> Self {
        let reader = OsmReader::of(format, Wanted::Areas { members: Vec::new() });
        Self { format, reader, knows_members: false }
    }

    /// Takes the next bytes of the file.
    ///
    /// # Errors
    /// The file is unreadable, for the reason in the error.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), OsmError> {
        self.reader.push(bytes)
    }

    /// Ends a pass at the end of the file; the file may have to be read again from the beginning.
    ///
    /// # Errors
    /// The file is truncated, or differs from that of the pass before.
    pub fn end_pass(&mut self) -> Result<PassOutcome, OsmError> {
        let outcome = self.reader.end_pass()?;
        if !self.knows_members {
            self.knows_members = true;
            let members = self.reader.member_ways();
            self.reader = OsmReader::of(self.format, Wanted::Areas { members });
        }
        Ok(outcome)
    }

    /// Returns the basemap after the last pass has ended.
    ///
    /// # Errors
    /// A pass is missing, or an earlier call failed.
    pub fn finish(self) -> Result<Basemap, OsmError> {
        let (areas, _) = self.reader.finish()?;
        Ok(Basemap::of(&areas))
    }
}
