//! The reader: which format it is, and the two passes over it.
//!
//! ```text
//! new ──► roads pass ──end_pass: ReadAgain──► nodes pass ──end_pass: Complete──► finish
//!             └────────────── any error: every later call returns it ──────────────┘
//! ```
//!
//! Nodes come first in a file and are most of it, and only ways say which of them are roads'. Reading
//! twice costs time, not memory: the first pass keeps roads, the second their nodes. The caller
//! owns the file, and pushes its bytes in chunks as it likes.

use super::data::OsmRoads;
use super::error::OsmError;
use super::nodes_pass::NodesPass;
use super::pass::Pass;
use super::pbf::{PbfStream, begins_pbf};
use super::report::OsmReport;
use super::roads_pass::RoadsPass;
use super::xml::{GzipStream, XmlStream, begins_xml};

/// What the roads may take by default: half of what a WebAssembly module can address.
pub const MEMORY_BYTES_MAX: u64 = 2 << 30;

/// How an extract is written.
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
    /// How many of a file's first bytes tell its format.
    pub const DETECT_BYTES: usize = 64;

    /// The format of a file that begins with these bytes.
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

/// What is to be done after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassOutcome {
    /// Push the same bytes once more, from the first.
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

/// Reads an extract that comes in chunks of bytes, twice over.
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
    /// In the pass that is on.
    pushed_bytes: u64,
    first_pass_bytes: u64,
}

impl OsmReader {
    /// A reader that keeps at most [`MEMORY_BYTES_MAX`] bytes.
    #[must_use]
    pub fn new(format: OsmFormat) -> Self {
        Self::with_memory_limit(format, MEMORY_BYTES_MAX)
    }

    /// A reader with another limit on what it keeps. Growing arrays may take up to twice as much for a
    /// moment, and a block of the file up to 0.4 GB if it is made to.
    #[must_use]
    pub fn with_memory_limit(format: OsmFormat, memory_bytes_max: u64) -> Self {
        Self {
            stream: match format {
                OsmFormat::Pbf => Stream::Pbf(PbfStream::new()),
                OsmFormat::Xml => Stream::Xml(XmlStream::default()),
                OsmFormat::GzippedXml => Stream::GzippedXml(Box::new(GzipStream::new())),
            },
            state: State::Reading(Pass::Roads(RoadsPass::new(memory_bytes_max))),
            pushed_bytes: 0,
            first_pass_bytes: 0,
        }
    }

    /// Takes in the next bytes of the file.
    ///
    /// # Errors
    ///
    /// What makes the file unreadable, or [`OsmError::PassesOver`].
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

    /// Says that all bytes of the file were pushed.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push); also if the file is cut off, or differs in length from the first pass.
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

    /// The roads, and what became of the rest.
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

/// Reads a whole extract that is in memory.
///
/// # Errors
///
/// What makes it unreadable.
pub fn read_osm(bytes: &[u8]) -> Result<(OsmRoads, OsmReport), OsmError> {
    let first_bytes = &bytes[..bytes.len().min(OsmFormat::DETECT_BYTES)];
    let mut reader = OsmReader::new(OsmFormat::detect(first_bytes)?);
    reader.push(bytes)?;
    while reader.end_pass()? == PassOutcome::ReadAgain {
        reader.push(bytes)?;
    }
    reader.finish()
}
