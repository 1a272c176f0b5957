//! Reading an extract for its basemap: three times over.
//!
//! ```text
//! relations ─► which ways they are made of ─► these and ways that are areas themselves ─► their nodes, places
//! ```
//!
//! Relations stand behind ways in a file, and ways behind nodes; so each pass asks for what the one
//! before has named.

use super::Basemap;
use crate::osm::{OsmError, OsmFormat, OsmReader, PassOutcome, Wanted};

/// An extract that is being read for its basemap.
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
    /// What makes the file unreadable.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), OsmError> {
        self.reader.push(bytes)
    }

    /// Says that the file has ended; it may have to be read once more from its beginning.
    ///
    /// # Errors
    /// The file is cut off, or differs from the pass before.
    pub fn end_pass(&mut self) -> Result<PassOutcome, OsmError> {
        let outcome = self.reader.end_pass()?;
        if !self.knows_members {
            self.knows_members = true;
            let members = self.reader.member_ways();
            self.reader = OsmReader::of(self.format, Wanted::Areas { members });
        }
        Ok(outcome)
    }

    /// The basemap, once the last pass has ended.
    ///
    /// # Errors
    /// A pass is missing, or an earlier error.
    pub fn finish(self) -> Result<Basemap, OsmError> {
        let (areas, _) = self.reader.finish()?;
        Ok(Basemap::of(&areas))
    }
}
