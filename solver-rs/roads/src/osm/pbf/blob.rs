//! Blobs: decoding their headers, inflating them, and checking the header block, which comes first.
//!
//! `https://wiki.openstreetmap.org/wiki/PBF_Format`. Nothing is allocated based on a stated length until the
//! length is plausible: inflated data is at most [`INFLATION_MAX`] times as long as compressed data.

use flate2::{Decompress, FlushDecompress, Status};

use super::super::error::{BlobCompression, OsmError};
use super::wire::{Fields, Undecodable};

/// The format's limit on the header of a blob.
pub(super) const HEADER_BYTES_MAX: u32 = 64 * 1024;
/// The format's limit on a blob, both as stored and inflated.
pub(super) const BLOB_BYTES_MAX: u32 = 32 * 1024 * 1024;
/// Deflate encodes at most 258 bytes in 2 bits.
const INFLATION_MAX: usize = 1032;

/// The features that this reader supports, of those that a file may require.
const KNOWN_FEATURES: [&[u8]; 2] = [b"OsmSchema-V0.6", b"DenseNodes"];

/// What a blob contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlobKind {
    /// The header block.
    Header,
    /// A block of elements.
    Data,
    /// Any other type, which readers are told to skip.
    Other,
}

/// Returns the kind and length of the blob that a header announces.
pub(super) fn read_blob_header(bytes: &[u8]) -> Result<(BlobKind, u64), Undecodable> {
    let mut kind = None;
    let mut data_bytes = None;
    let mut fields = Fields::of(bytes);
    while let Some((number, value)) = fields.next()? {
        match number {
            1 => {
                kind = Some(match value.bytes()? {
                    b"OSMHeader" => BlobKind::Header,
                    b"OSMData" => BlobKind::Data,
                    _ => BlobKind::Other,
                });
            }
            3 => data_bytes = Some(value.number()?),
            _ => {}
        }
    }
    Ok((kind.ok_or(Undecodable)?, data_bytes.ok_or(Undecodable)?))
}

enum Content<'a> {
    Raw(&'a [u8]),
    Zlib(&'a [u8]),
    Other(BlobCompression),
}

/// Inflates successive blobs into the same memory.
#[derive(Debug)]
pub(super) struct Inflater {
    zlib: Decompress,
    inflated: Vec<u8>,
}

impl Inflater {
    pub(super) fn new() -> Self {
        Self { zlib: Decompress::new(true), inflated: Vec::new() }
    }

    /// Returns the content of a blob that begins at `offset` in the file. Allocates only if the blob is
    /// larger than all previous ones.
    pub(super) fn content<'a>(
        &'a mut self,
        blob: &'a [u8],
        offset: u64,
    ) -> Result<&'a [u8], OsmError> {
        let (content, raw_bytes) =
            read_blob(blob).map_err(|Undecodable| OsmError::BlobInvalid { offset })?;
        match content {
            Some(Content::Raw(bytes)) => Ok(bytes),
            Some(Content::Zlib(compressed)) => self.inflate(compressed, raw_bytes, offset),
            Some(Content::Other(compression)) => {
                Err(OsmError::CompressionUnsupported { offset, compression })
            }
            None => Err(OsmError::BlobInvalid { offset }),
        }
    }

    fn inflate(
        &mut self,
        compressed: &[u8],
        stated_bytes: u64,
        offset: u64,
    ) -> Result<&[u8], OsmError> {
        let size_differs = OsmError::InflatedSizeDiffers { offset, stated_bytes };
        if stated_bytes > u64::from(BLOB_BYTES_MAX) {
            return Err(OsmError::BlobTooLarge {
                offset,
                blob_bytes: stated_bytes,
                blob_bytes_max: u64::from(BLOB_BYTES_MAX),
            });
        }
        let Ok(raw_bytes) = usize::try_from(stated_bytes) else { return Err(size_differs) };
        if raw_bytes / INFLATION_MAX > compressed.len() {
            return Err(size_differs);
        }
        if self.inflated.len() < raw_bytes {
            self.inflated.resize(raw_bytes, 0);
        }
        self.zlib.reset(true);
        let target = &mut self.inflated[..raw_bytes];
        let status = self.zlib.decompress(compressed, target, FlushDecompress::Finish);
        match status {
            // The size is correct only if the stream, including its checksum, ends exactly here.
            Ok(Status::StreamEnd) if self.zlib.total_out() == stated_bytes => {
                Ok(&self.inflated[..raw_bytes])
            }
            Ok(Status::StreamEnd) => Err(size_differs),
            Ok(_) if self.zlib.total_out() == stated_bytes => Err(size_differs),
            Ok(_) | Err(_) => Err(OsmError::InflateFailed { offset }),
        }
    }
}

fn read_blob(blob: &[u8]) -> Result<(Option<Content<'_>>, u64), Undecodable> {
    let mut content = None;
    let mut raw_bytes = 0;
    let mut fields = Fields::of(blob);
    while let Some((number, value)) = fields.next()? {
        match number {
            1 => content = Some(Content::Raw(value.bytes()?)),
            2 => raw_bytes = value.number()?,
            3 => content = Some(Content::Zlib(value.bytes()?)),
            4 => content = Some(Content::Other(BlobCompression::Lzma)),
            5 => content = Some(Content::Other(BlobCompression::Bzip2)),
            6 => content = Some(Content::Other(BlobCompression::Lz4)),
            7 => content = Some(Content::Other(BlobCompression::Zstd)),
            _ => {}
        }
    }
    Ok((content, raw_bytes))
}

/// Checks that the header block requires no feature that this reader lacks.
pub(super) fn check_header_block(block: &[u8]) -> Result<(), OsmError> {
    let invalid = |Undecodable| OsmError::HeaderInvalid;
    let mut fields = Fields::of(block);
    while let Some((number, value)) = fields.next().map_err(invalid)? {
        if number == 4 {
            let feature = value.bytes().map_err(invalid)?;
            if !KNOWN_FEATURES.contains(&feature) {
                let start = &feature[..feature.len().min(64)];
                let feature = String::from_utf8_lossy(start).into_owned();
                return Err(OsmError::FeatureUnknown { feature });
            }
        }
    }
    Ok(())
}
