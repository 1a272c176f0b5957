//! Why an extract could not be read at all, as data.
//!
//! One malformed element never ends up here: it is skipped and counted in
//! [`OsmReport`](super::OsmReport). These are the faults after which nothing that follows can be
//! trusted, because it is unknown where the next element begins or what was lost.

use std::fmt;

/// How the blobs of a `.osm.pbf` may be compressed that this reader cannot inflate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlobCompression {
    /// LZMA.
    Lzma,
    /// bzip2, which the format has withdrawn.
    Bzip2,
    /// LZ4.
    Lz4,
    /// Zstandard.
    Zstd,
}

/// Why an extract is unreadable. Offsets count bytes from the start of the file, those of XML from
/// the start of the inflated text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OsmError {
    /// The first bytes are those of no format that this reader knows.
    FormatUnknown,
    /// The file ends in the middle of something.
    Truncated {
        /// How many bytes there were.
        offset: u64,
    },
    /// The header of a blob is longer than the format allows.
    BlobHeaderTooLarge {
        /// Where the blob begins.
        offset: u64,
        /// How long it says its header is.
        header_bytes: u32,
        /// The most it may be.
        header_bytes_max: u32,
    },
    /// The header of a blob is not what the format says.
    BlobHeaderInvalid {
        /// Where the header begins.
        offset: u64,
    },
    /// A blob is longer than the format allows, as it stands or inflated.
    BlobTooLarge {
        /// Where the blob begins.
        offset: u64,
        /// How long it says it is.
        blob_bytes: u64,
        /// The most it may be.
        blob_bytes_max: u64,
    },
    /// A blob is not what the format says.
    BlobInvalid {
        /// Where the blob begins.
        offset: u64,
    },
    /// A blob is compressed by a method that this reader does not have.
    CompressionUnsupported {
        /// Where the blob begins.
        offset: u64,
        /// The method.
        compression: BlobCompression,
    },
    /// The compressed data of a blob is damaged.
    InflateFailed {
        /// Where the blob begins.
        offset: u64,
    },
    /// A blob does not inflate to the size that it states.
    InflatedSizeDiffers {
        /// Where the blob begins.
        offset: u64,
        /// The size that it states.
        stated_bytes: u64,
    },
    /// A `.osm.pbf` does not begin with its header block.
    HeaderMissing,
    /// The header block is not what the format says.
    HeaderInvalid,
    /// The file asks for a reader that understands what this one does not.
    FeatureUnknown {
        /// The feature, cut to a readable length.
        feature: String,
    },
    /// The gzip stream is damaged.
    GzipInvalid {
        /// How many bytes before it were well.
        offset: u64,
    },
    /// The text is not well-formed XML.
    XmlInvalid {
        /// Where the fault is, or the markup that holds it begins.
        offset: u64,
    },
    /// One piece of markup is longer than this reader keeps.
    XmlMarkupTooLong {
        /// Where it begins.
        offset: u64,
        /// The most it may be.
        markup_bytes_max: usize,
    },
    /// The outermost element is not `osm`.
    XmlRootUnknown {
        /// What it is, cut to a readable length.
        name: String,
    },
    /// The two passes were not given the same number of bytes.
    PassesDiffer {
        /// In the first pass.
        first_bytes: u64,
        /// In the second pass.
        second_bytes: u64,
    },
    /// The roads take more memory than the caller allows.
    MemoryExceeded {
        /// The most they may take.
        memory_bytes_max: u64,
    },
    /// More nodes of ways, or tags, than a `u32` can index.
    TooManyRoads,
    /// `finish` was called before both passes had ended.
    PassesMissing,
    /// Bytes were pushed after both passes had ended.
    PassesOver,
}

impl fmt::Display for OsmError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FormatUnknown => {
                write!(out, "the file is neither .osm.pbf nor .osm nor .osm.gz")
            }
            Self::Truncated { offset } => {
                write!(out, "the file ends in the middle of something, after {offset} bytes")
            }
            Self::BlobHeaderTooLarge { offset, header_bytes, header_bytes_max } => write!(
                out,
                "the header of the blob at byte {offset} has {header_bytes} bytes, more than \
                 {header_bytes_max}"
            ),
            Self::BlobHeaderInvalid { offset } => {
                write!(out, "the header of the blob at byte {offset} cannot be decoded")
            }
            Self::BlobTooLarge { offset, blob_bytes, blob_bytes_max } => write!(
                out,
                "the blob at byte {offset} has {blob_bytes} bytes, more than {blob_bytes_max}"
            ),
            Self::BlobInvalid { offset } => {
                write!(out, "the blob at byte {offset} cannot be decoded")
            }
            Self::CompressionUnsupported { offset, compression } => write!(
                out,
                "the blob at byte {offset} is compressed by {compression:?}, and only zlib is \
                 understood"
            ),
            Self::InflateFailed { offset } => {
                write!(out, "the compressed data of the blob at byte {offset} is damaged")
            }
            Self::InflatedSizeDiffers { offset, stated_bytes } => write!(
                out,
                "the blob at byte {offset} does not inflate to the {stated_bytes} bytes it states"
            ),
            Self::HeaderMissing => write!(out, "the file does not begin with a header block"),
            Self::HeaderInvalid => write!(out, "the header block cannot be decoded"),
            Self::FeatureUnknown { feature } => {
                write!(out, "the file requires the unknown feature {feature:?}")
            }
            Self::GzipInvalid { offset } => {
                write!(out, "the gzip stream is damaged near byte {offset}")
            }
            Self::XmlInvalid { offset } => {
                write!(out, "the XML is not well-formed near byte {offset}")
            }
            Self::XmlMarkupTooLong { offset, markup_bytes_max } => write!(
                out,
                "the XML markup at byte {offset} is longer than {markup_bytes_max} bytes"
            ),
            Self::XmlRootUnknown { name } => {
                write!(out, "the outermost XML element is {name:?}, not \"osm\"")
            }
            Self::PassesDiffer { first_bytes, second_bytes } => write!(
                out,
                "the first pass was given {first_bytes} bytes, the second {second_bytes}"
            ),
            Self::MemoryExceeded { memory_bytes_max } => {
                write!(out, "the roads take more than the {memory_bytes_max} bytes allowed")
            }
            Self::TooManyRoads => {
                write!(out, "the roads have more nodes or tags than {} can index", u32::MAX)
            }
            Self::PassesMissing => write!(out, "the file has not been read twice yet"),
            Self::PassesOver => write!(out, "the file has been read twice already"),
        }
    }
}

impl std::error::Error for OsmError {}
