//! The reader of extracts: detects the format and makes two passes.
//!
//! ```text
//! new ──► roads pass ──end_pass: ReadAgain──► nodes pass ──end_pass: Complete──► finish
//!             └────────────── any error: every later call returns it ──────────────┘
//! ```
//!
//! Nodes come first in a file and make up most of it, but only the ways that follow tell which nodes belong
//! to roads. Reading twice costs time instead of memory: the first pass keeps roads, the second their nodes.
//! The caller owns the file and pushes its bytes in chunks of any size.

use super::data::OsmRoads;
use super::error::OsmError;
use super::nodes_pass::NodesPass;
use super::pass::Pass;
use super::pbf::{PbfStream, begins_pbf};
use super::report::OsmReport;
use super::roads_pass::RoadsPass;
use super::wanted::Wanted;
use super::xml::{GzipStream, XmlStream, begins_xml};

/// The default limit on the memory of the roads: half of what a WebAssembly module can address.
pub const MEMORY_BYTES_MAX: u64 = 2 << 30;

/// The file format of an extract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OsmFormat {
    /// `.osm.pbf`.
    Pbf,
    /// `.osm`.
    Xml,
    /// `.osm.gz`.
    GzippedXml,
}

impl OsmFormat {
    /// The number of first bytes that are sufficient to detect the format.
    pub const DETECT_BYTES: usize = 64;

    /// Returns the format of a file that begins with these bytes.
    ///
    /// # Errors
    ///
    /// [`OsmError::FormatUnknown`].
    pub fn detect(first_bytes: &[u8]) -> Result<Self, OsmError> {
        if first_bytes.starts_with(&[0x1f, 0x8b]) {
            Ok(Self::GzippedXml)
        } else if begins_pbf(first_bytes) {
            Ok(Self::Pbf)
        } else if begins_xml(first_bytes) {
            Ok(Self::Xml)
        } else {
            Err(OsmError::FormatUnknown)
        }
    }
}

/// What to do after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassOutcome {
    /// Push the same bytes again, from the beginning.
    ReadAgain,
    /// Nothing: call [`OsmReader::finish`].
    Complete,
}

#[derive(Debug)]
enum Stream {
    Pbf(PbfStream),
    Xml(XmlStream),
    GzippedXml(Box<GzipStream>),
}

#[derive(Debug)]
enum State {
    Reading(Pass),
    Complete(NodesPass),
    Failed(OsmError),
}

/// Reads an extract that is pushed in chunks of bytes, twice.
///
/// ```
/// use roads::osm::{OsmFormat, OsmReader, PassOutcome};
///
/// let file = br#"<osm><node id="7" lat="41.1" lon="-8.6"/>
///     <way id="1"><nd ref="7"/><nd ref="8"/><tag k="highway" v="service"/></way></osm>"#;
/// let mut reader = OsmReader::new(OsmFormat::detect(file)?);
/// loop {
///     for chunk in file.chunks(16) {
///         reader.push(chunk)?;
///     }
///     if reader.end_pass()? == PassOutcome::Complete {
///         break;
///     }
/// }
/// let (roads, report) = reader.finish()?;
/// assert_eq!((roads.ways.len(), report.nodes_kept, report.nodes_missing), (1, 1, 1));
/// # Ok::<(), roads::osm::OsmError>(())
/// ```
#[derive(Debug)]
pub struct OsmReader {
    stream: Stream,
    state: State,
    /// The number of bytes in the current pass.
    pushed_bytes: u64,
    first_pass_bytes: u64,
}

impl OsmReader {
    /// Returns a reader of roads that keeps at most [`MEMORY_BYTES_MAX`] bytes.
    #[must_use]
    pub fn new(format: OsmFormat) -> Self {
        Self::with_memory_limit(format, MEMORY_BYTES_MAX)
    }

    /// Returns a reader of something other than roads.
    #[must_use]
    pub fn of(format: OsmFormat, wanted: Wanted) -> Self {
        Self::reading(format, RoadsPass::new(wanted, MEMORY_BYTES_MAX))
    }

    /// Returns a reader with another memory limit. Growing arrays may briefly take up to twice as much, and a
    /// maliciously crafted block of the file up to 0.4 GB.
    #[must_use]
    pub fn with_memory_limit(format: OsmFormat, memory_bytes_max: u64) -> Self {
        Self::reading(format, RoadsPass::new(Wanted::Roads, memory_bytes_max))
    }

    fn reading(format: OsmFormat, pass: RoadsPass) -> Self {
        Self {
            stream: match format {
                OsmFormat::Pbf => Stream::Pbf(PbfStream::new()),
                OsmFormat::Xml => Stream::Xml(XmlStream::default()),
                OsmFormat::GzippedXml => Stream::GzippedXml(Box::new(GzipStream::new())),
            },
            state: State::Reading(Pass::Roads(pass)),
            pushed_bytes: 0,
            first_pass_bytes: 0,
        }
    }

    /// Processes the next bytes of the file.
    ///
    /// # Errors
    ///
    /// The reason why the file is unreadable, or [`OsmError::PassesOver`].
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), OsmError> {
        self.pushed_bytes += bytes.len() as u64;
        let pass = match &mut self.state {
            State::Reading(pass) => pass,
            State::Complete(_) => return Err(OsmError::PassesOver),
            State::Failed(error) => return Err(error.clone()),
        };
        let pushed = match &mut self.stream {
            Stream::Pbf(stream) => stream.push(bytes, pass),
            Stream::Xml(stream) => stream.push(bytes, pass),
            Stream::GzippedXml(stream) => stream.push(bytes, pass),
        };
        pushed.inspect_err(|error| self.state = State::Failed(error.clone()))
    }

    /// Ends a pass, after all bytes of the file have been pushed.
    ///
    /// # Errors
    ///
    /// The same as [`push`](Self::push); also if the file is truncated, or its length differs from the first
    /// pass.
    pub fn end_pass(&mut self) -> Result<PassOutcome, OsmError> {
        let state = std::mem::replace(&mut self.state, State::Failed(OsmError::PassesOver));
        let ended = match state {
            State::Reading(pass) => self.end(pass),
            State::Complete(nodes) => {
                self.state = State::Complete(nodes);
                return Err(OsmError::PassesOver);
            }
            State::Failed(error) => Err(error),
        };
        match ended {
            Ok(State::Complete(nodes)) => {
                self.state = State::Complete(nodes);
                Ok(PassOutcome::Complete)
            }
            Ok(state) => {
                self.state = state;
                Ok(PassOutcome::ReadAgain)
            }
            Err(error) => {
                self.state = State::Failed(error.clone());
                Err(error)
            }
        }
    }

    fn end(&mut self, mut pass: Pass) -> Result<State, OsmError> {
        match &mut self.stream {
            Stream::Pbf(stream) => stream.end_pass()?,
            Stream::Xml(stream) => stream.end_pass(&mut pass)?,
            Stream::GzippedXml(stream) => stream.end_pass(&mut pass)?,
        }
        match pass {
            Pass::Roads(roads) => {
                self.first_pass_bytes = std::mem::take(&mut self.pushed_bytes);
                Ok(State::Reading(Pass::Nodes(NodesPass::new(roads)?)))
            }
            Pass::Nodes(nodes) if self.pushed_bytes == self.first_pass_bytes => {
                Ok(State::Complete(nodes))
            }
            Pass::Nodes(_) => Err(OsmError::PassesDiffer {
                first_bytes: self.first_pass_bytes,
                second_bytes: self.pushed_bytes,
            }),
        }
    }

    /// Returns the ways that are members of relations, in ascending order, after the first pass.
    #[must_use]
    pub fn member_ways(&self) -> Vec<i64> {
        match &self.state {
            State::Reading(Pass::Nodes(nodes)) => nodes.member_ways(),
            _ => Vec::new(),
        }
    }

    /// Returns the roads, and a report of what was read and skipped.
    ///
    /// # Errors
    ///
    /// The error that ended the reading, or [`OsmError::PassesMissing`].
    pub fn finish(self) -> Result<(OsmRoads, OsmReport), OsmError> {
        match self.state {
            State::Complete(nodes) => Ok(nodes.finish()),
            State::Reading(_) => Err(OsmError::PassesMissing),
            State::Failed(error) => Err(error),
        }
    }
}

/// Reads a complete extract from memory.
///
/// # Errors
///
/// The reason why it is unreadable.
pub fn read_osm(bytes: &[u8]) -> Result<(OsmRoads, OsmReport), OsmError> {
    let first_bytes = &bytes[..bytes.len().min(OsmFormat::DETECT_BYTES)];
    let mut reader = OsmReader::new(OsmFormat::detect(first_bytes)?);
    reader.push(bytes)?;
    while reader.end_pass()? == PassOutcome::ReadAgain {
        reader.push(bytes)?;
    }
    reader.finish()
}
