//! `.osm`: XML, tokenized by `quick-xml`, which checks no more than we need and copies nothing.
//!
//! A pull parser expects the whole text, but we receive chunks: pushed bytes are collected in a window of
//! 64 KiB, the parser runs up to the last `>`, and what it could not finish is left for the next window. If a
//! piece of markup exceeds the window, it is parsed again only when twice as many bytes are pending, so that
//! parsing takes linear time for every text. Text between markup has no meaning in this format.
//!
//! `.osm.gz` inflates into the same stream (`gzip.rs`). Memory: the window, one element's tags, and at most
//! 1 MiB for one piece of markup.

mod element;
mod gzip;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};

use self::element::{Child, OpenElement};
use super::error::OsmError;
use super::pass::Pass;

pub(super) use self::gzip::GzipStream;

/// How many bytes are collected before the parser runs.
const WINDOW_BYTES: usize = 64 * 1024;
/// The maximum length of a piece of markup. An OpenStreetMap tag has a few hundred bytes.
const MARKUP_BYTES_MAX: usize = 1024 * 1024;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns whether a file begins like XML.
pub(super) fn begins_xml(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    bytes.trim_ascii_start().first() == Some(&b'<')
}

#[derive(Debug, Default)]
pub(super) struct XmlStream {
    /// Bytes that are not parsed yet.
    pending: Vec<u8>,
    /// How many bytes must be pending before the parser runs again.
    wanted_bytes: usize,
    /// How many bytes have been parsed.
    offset: u64,
    outline: Outline,
}

impl XmlStream {
    /// Processes the next bytes.
    pub(super) fn push(&mut self, bytes: &[u8], pass: &mut Pass) -> Result<(), OsmError> {
        for part in bytes.chunks(WINDOW_BYTES) {
            self.pending.extend_from_slice(part);
            if self.pending.len() >= self.wanted_bytes.max(WINDOW_BYTES) {
                self.parse(pass)?;
            }
        }
        Ok(())
    }

    /// Ends a pass: the outermost element must be closed.
    pub(super) fn end_pass(&mut self, pass: &mut Pass) -> Result<(), OsmError> {
        self.parse(pass)?;
        let offset = self.offset + self.pending.len() as u64;
        if self.pending.contains(&b'<') || !self.outline.is_complete() {
            return Err(OsmError::Truncated { offset });
        }
        *self = Self::default();
        Ok(())
    }

    /// Parses the complete markup among the pending bytes.
    fn parse(&mut self, pass: &mut Pass) -> Result<(), OsmError> {
        if self.offset == 0 && self.pending.starts_with(BYTE_ORDER_MARK) {
            self.pending.drain(..BYTE_ORDER_MARK.len());
            self.offset = BYTE_ORDER_MARK.len() as u64;
        }
        let end = self.pending.iter().rposition(|byte| *byte == b'>').map_or(0, |last| last + 1);
        let parsed = self.parse_window(end, pass)?;
        self.pending.drain(..parsed);
        self.offset += parsed as u64;
        let left_bytes = self.pending.len();
        if left_bytes > MARKUP_BYTES_MAX {
            let markup_bytes_max = MARKUP_BYTES_MAX;
            return Err(OsmError::XmlMarkupTooLong { offset: self.offset, markup_bytes_max });
        }
        self.wanted_bytes = left_bytes * 2;
        Ok(())
    }

    /// Parses a window and returns how many of its bytes belong to complete markup.
    fn parse_window(&mut self, end: usize, pass: &mut Pass) -> Result<usize, OsmError> {
        let mut reader = Reader::from_reader(&self.pending[..end]);
        let config = reader.config_mut();
        // This window may close elements that an earlier one opened; `Outline` counts across windows.
        config.allow_unmatched_ends = true;
        config.check_end_names = false;
        config.allow_dangling_amp = true;
        let mut parsed = 0;
        loop {
            let event = match reader.read_event() {
                Ok(event) => event,
                // All syntax errors are markup that is not closed.
                Err(Error::Syntax(_)) => return Ok(parsed),
                Err(_) => {
                    return Err(OsmError::XmlInvalid { offset: self.offset + parsed as u64 });
                }
            };
            let offset = self.offset + parsed as u64;
            // A position within the window, so it fits.
            parsed = usize::try_from(reader.buffer_position()).unwrap_or(end);
            match event {
                Event::Start(tag) => self.outline.open(&tag, pass, offset)?,
                Event::Empty(tag) => {
                    self.outline.open(&tag, pass, offset)?;
                    self.outline.close(pass, offset)?;
                }
                Event::End(_) => self.outline.close(pass, offset)?,
                Event::Eof => return Ok(parsed),
                _ => {}
            }
        }
    }
}

/// The current position in the document: outside, in the root, in an element, or below one.
#[derive(Debug, Default)]
struct Outline {
    depth: u32,
    root_seen: bool,
    element: Option<OpenElement>,
    /// Kept between elements to reuse its memory.
    parts: element::Parts,
}

impl Outline {
    fn is_complete(&self) -> bool {
        self.root_seen && self.depth == 0
    }

    fn open(&mut self, tag: &BytesStart<'_>, pass: &mut Pass, offset: u64) -> Result<(), OsmError> {
        let name = tag.name();
        match self.depth {
            0 if self.root_seen => return Err(OsmError::XmlInvalid { offset }),
            0 if name.as_ref() != "osm" => {
                let name = name.as_ref().chars().take(64).collect();
                return Err(OsmError::XmlRootUnknown { name });
            }
            0 => self.root_seen = true,
            1 => self.element = OpenElement::open(tag, pass),
            2 => {
                if let Some(element) = &mut self.element {
                    element.add(Child::of(name.as_ref()), tag, &mut self.parts, pass)?;
                }
            }
            _ => {}
        }
        self.depth = self.depth.checked_add(1).ok_or(OsmError::XmlInvalid { offset })?;
        Ok(())
    }

    fn close(&mut self, pass: &mut Pass, offset: u64) -> Result<(), OsmError> {
        self.depth = self.depth.checked_sub(1).ok_or(OsmError::XmlInvalid { offset })?;
        if self.depth == 1
            && let Some(element) = self.element.take()
        {
            element.close(&mut self.parts, pass)?;
        }
        Ok(())
    }
}
