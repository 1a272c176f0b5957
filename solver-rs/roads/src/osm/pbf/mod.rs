//! `.osm.pbf`: a sequence of blobs, each preceded by its length; most are blocks of about 8,000 elements.
//!
//! ```text
//! ┌ length ┬ BlobHeader ┬ Blob ────────────────┐
//! │ 4 bytes│ kind, size │ raw or zlib          │ …      first kind: OSMHeader, then OSMData
//! └────────┴────────────┴──────────────────────┘
//!                          └► PrimitiveBlock: texts, then groups of nodes | ways | relations
//! ```
//!
//! A blob that is completely contained in the pushed bytes is read in place; others are assembled first. The
//! first pass records which blobs contain nodes, and the second skips the others without inflating them.
//! Memory: one blob, compressed and inflated, at most 32 MiB each; 16 bytes per text of a block.

mod blob;
mod block;
mod block_strings;
mod dense;
mod elements;
mod units;
mod wire;

use std::mem;

use self::blob::{
    BLOB_BYTES_MAX, BlobKind, HEADER_BYTES_MAX, Inflater, check_header_block, read_blob_header,
};
use self::block::BlockReader;
use super::error::OsmError;
use super::pass::Pass;

/// Returns whether a file begins like this format: with a length, then the type of the first blob.
pub(super) fn begins_pbf(bytes: &[u8]) -> bool {
    match bytes {
        [0, 0, _, _, rest @ ..] => rest.starts_with(b"\x0a\x09OSMHeader"),
        _ => false,
    }
}

/// What the next bytes are: a length, then a header, then a blob that is read or skipped, and so on.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The length of a blob's header: 4 bytes, big-endian.
    Length,
    /// The header of a blob.
    Header { bytes: usize },
    /// A blob that is read.
    Blob { kind: BlobKind, bytes: usize },
    /// A blob that is skipped.
    Passed { bytes: usize },
}

#[derive(Debug)]
pub(super) struct PbfStream {
    stage: Stage,
    /// The beginning of what the stage needs, while it is incomplete.
    pending: Vec<u8>,
    /// The number of bytes that the finished stages consumed.
    offset: u64,
    header_seen: bool,
    data_blob_idx: usize,
    /// For each data blob, whether it contains nodes; known after the first pass.
    blob_has_nodes: Vec<bool>,
    inflater: Inflater,
    block: BlockReader,
}

impl PbfStream {
    pub(super) fn new() -> Self {
        Self {
            stage: Stage::Length,
            pending: Vec::new(),
            offset: 0,
            header_seen: false,
            data_blob_idx: 0,
            blob_has_nodes: Vec::new(),
            inflater: Inflater::new(),
            block: BlockReader::default(),
        }
    }

    /// Processes the next bytes.
    pub(super) fn push(&mut self, mut bytes: &[u8], pass: &mut Pass) -> Result<(), OsmError> {
        while !bytes.is_empty() {
            let wanted = match self.stage {
                Stage::Length => 4,
                Stage::Header { bytes } | Stage::Blob { bytes, .. } => bytes,
                Stage::Passed { bytes: left } => {
                    let taken = left.min(bytes.len());
                    bytes = &bytes[taken..];
                    self.offset += taken as u64;
                    self.pass_by(left - taken);
                    continue;
                }
            };
            if self.pending.is_empty() && bytes.len() >= wanted {
                let (whole, rest) = bytes.split_at(wanted);
                bytes = rest;
                self.advance(whole, pass)?;
                continue;
            }
            let (part, rest) = bytes.split_at(bytes.len().min(wanted - self.pending.len()));
            bytes = rest;
            self.pending.extend_from_slice(part);
            if self.pending.len() == wanted {
                let whole = mem::take(&mut self.pending);
                self.advance(&whole, pass)?;
                self.pending = whole;
                self.pending.clear();
            }
        }
        Ok(())
    }

    /// Ends a pass: the file must end at the end of a blob.
    pub(super) fn end_pass(&mut self) -> Result<(), OsmError> {
        if !matches!(self.stage, Stage::Length) || !self.pending.is_empty() {
            return Err(OsmError::Truncated { offset: self.offset + self.pending.len() as u64 });
        }
        if !self.header_seen {
            return Err(OsmError::HeaderMissing);
        }
        self.offset = 0;
        self.header_seen = false;
        self.data_blob_idx = 0;
        Ok(())
    }

    /// Processes what the stage was waiting for, and enters the next stage.
    fn advance(&mut self, whole: &[u8], pass: &mut Pass) -> Result<(), OsmError> {
        let offset = self.offset;
        self.offset += whole.len() as u64;
        match self.stage {
            Stage::Length => self.read_length(whole, offset),
            Stage::Header { .. } => self.read_header(whole, offset, pass),
            Stage::Blob { kind, .. } => {
                self.stage = Stage::Length;
                let content = self.inflater.content(whole, offset)?;
                if kind == BlobKind::Header {
                    self.header_seen = true;
                    return check_header_block(content);
                }
                let has_nodes = self.block.read(content, pass)?;
                if matches!(pass, Pass::Roads(_)) {
                    self.blob_has_nodes.push(has_nodes);
                }
                Ok(())
            }
            Stage::Passed { .. } => Ok(()),
        }
    }

    fn read_length(&mut self, whole: &[u8], offset: u64) -> Result<(), OsmError> {
        let header_bytes = whole.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte));
        if header_bytes > HEADER_BYTES_MAX {
            let header_bytes_max = HEADER_BYTES_MAX;
            return Err(OsmError::BlobHeaderTooLarge { offset, header_bytes, header_bytes_max });
        }
        if header_bytes == 0 {
            return Err(OsmError::BlobHeaderInvalid { offset });
        }
        self.stage = Stage::Header { bytes: header_bytes as usize };
        Ok(())
    }

    fn read_header(&mut self, whole: &[u8], offset: u64, pass: &Pass) -> Result<(), OsmError> {
        let (kind, blob_bytes) =
            read_blob_header(whole).map_err(|_| OsmError::BlobHeaderInvalid { offset })?;
        let bytes = u32::try_from(blob_bytes).ok().filter(|bytes| *bytes <= BLOB_BYTES_MAX);
        let Some(bytes) = bytes else {
            let blob_bytes_max = u64::from(BLOB_BYTES_MAX);
            return Err(OsmError::BlobTooLarge { offset: self.offset, blob_bytes, blob_bytes_max });
        };
        let bytes = bytes as usize;
        if kind != BlobKind::Header && !self.header_seen {
            return Err(OsmError::HeaderMissing);
        }
        if bytes == 0 {
            // Even an empty raw blob contains a field.
            return Err(OsmError::BlobInvalid { offset: self.offset });
        }
        if kind == BlobKind::Other || (kind == BlobKind::Data && !self.is_read(pass)) {
            self.pass_by(bytes);
        } else {
            self.stage = Stage::Blob { kind, bytes };
        }
        Ok(())
    }

    /// Returns whether the next data blob contains what this pass reads.
    fn is_read(&mut self, pass: &Pass) -> bool {
        let blob_idx = self.data_blob_idx;
        self.data_blob_idx += 1;
        match pass {
            Pass::Roads(_) => true,
            Pass::Nodes(_) => self.blob_has_nodes.get(blob_idx).copied().unwrap_or(true),
        }
    }

    fn pass_by(&mut self, bytes: usize) {
        self.stage = if bytes == 0 { Stage::Length } else { Stage::Passed { bytes } };
    }
}
