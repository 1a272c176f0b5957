//! Why an extract could not be read at all, as data.
//!
//! A single malformed element is not an error: it is skipped and counted in [`OsmReport`](super::OsmReport).
//! The errors here are faults after which the rest of the file cannot be trusted, because it is unknown where
//! the next element begins or what was lost.

/// A compression of `.osm.pbf` blobs that this reader does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlobCompression {
    /// LZMA.
    Lzma,
    /// bzip2, which the format has deprecated.
    Bzip2,
    /// LZ4.
    Lz4,
    /// Zstandard.
    Zstd,
}

/// Why an extract is unreadable. Offsets are in bytes from the start of the file, or for XML, from the start
/// of the inflated text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OsmError {
    /// The first bytes match no format that this reader knows.
    #[error("the file is neither .osm.pbf nor .osm nor .osm.gz")]
    FormatUnknown,
    /// The file ends in the middle of something.
    #[error("the file ends in the middle of something, after {offset} bytes")]
    Truncated {
        /// The length of the file.
        offset: u64,
    },
    /// The header of a blob is longer than the format allows.
    #[error(
        "the header of the blob at byte {offset} has {header_bytes} bytes, more than \
         {header_bytes_max}"
    )]
    BlobHeaderTooLarge {
        /// Where the blob begins.
        offset: u64,
        /// The length that it states for its header.
        header_bytes: u32,
        /// The maximum length.
        header_bytes_max: u32,
    },
    /// The header of a blob violates the format.
    #[error("the header of the blob at byte {offset} cannot be decoded")]
    BlobHeaderInvalid {
        /// Where the header begins.
        offset: u64,
    },
    /// A blob is longer than the format allows, as stored or inflated.
    #[error("the blob at byte {offset} has {blob_bytes} bytes, more than {blob_bytes_max}")]
    BlobTooLarge {
        /// Where the blob begins.
        offset: u64,
        /// The length that it states.
        blob_bytes: u64,
        /// The maximum length.
        blob_bytes_max: u64,
    },
    /// A blob violates the format.
    #[error("the blob at byte {offset} cannot be decoded")]
    BlobInvalid {
        /// Where the blob begins.
        offset: u64,
    },
    /// A blob is compressed with a method that this reader does not support.
    #[error(
        "the blob at byte {offset} is compressed by {compression:?}, and only zlib is \
         understood"
    )]
    CompressionUnsupported {
        /// Where the blob begins.
        offset: u64,
        /// The method.
        compression: BlobCompression,
    },
    /// The compressed data of a blob is damaged.
    #[error("the compressed data of the blob at byte {offset} is damaged")]
    InflateFailed {
        /// Where the blob begins.
        offset: u64,
    },
    /// A blob does not inflate to the size that it states.
    #[error("the blob at byte {offset} does not inflate to the {stated_bytes} bytes it states")]
    InflatedSizeDiffers {
        /// Where the blob begins.
        offset: u64,
        /// The size that it states.
        stated_bytes: u64,
    },
    /// A `.osm.pbf` does not begin with its header block.
    #[error("the file does not begin with a header block")]
    HeaderMissing,
    /// The header block violates the format.
    #[error("the header block cannot be decoded")]
    HeaderInvalid,
    /// The file requires a feature that this reader does not support.
    #[error("the file requires the unknown feature {feature:?}")]
    FeatureUnknown {
        /// The feature, truncated to a readable length.
        feature: String,
    },
    /// The gzip stream is damaged.
    #[error("the gzip stream is damaged near byte {offset}")]
    GzipInvalid {
        /// The number of valid bytes before the damage.
        offset: u64,
    },
    /// The text is not well-formed XML.
    #[error("the XML is not well-formed near byte {offset}")]
    XmlInvalid {
        /// The position of the fault, or of the markup that contains it.
        offset: u64,
    },
    /// One piece of markup is longer than this reader buffers.
    #[error("the XML markup at byte {offset} is longer than {markup_bytes_max} bytes")]
    XmlMarkupTooLong {
        /// Where the markup begins.
        offset: u64,
        /// The maximum length.
        markup_bytes_max: usize,
    },
    /// The outermost element is not `osm`.
    #[error("the outermost XML element is {name:?}, not \"osm\"")]
    XmlRootUnknown {
        /// Its name, truncated to a readable length.
        name: String,
    },
    /// The two passes received different numbers of bytes.
    #[error("the first pass was given {first_bytes} bytes, the second {second_bytes}")]
    PassesDiffer {
        /// The number in the first pass.
        first_bytes: u64,
        /// The number in the second pass.
        second_bytes: u64,
    },
    /// The roads need more memory than the caller allows.
    #[error("the roads take more than the {memory_bytes_max} bytes allowed")]
    MemoryExceeded {
        /// The maximum number of bytes.
        memory_bytes_max: u64,
    },
    /// The ways have more nodes, or the elements more tags, than a `u32` can index.
    #[error("the roads have more nodes or tags than {} can index", u32::MAX)]
    TooManyRoads,
    /// `finish` was called before both passes had ended.
    #[error("the file has not been read twice yet")]
    PassesMissing,
    /// Bytes were pushed after both passes had ended.
    #[error("the file has been read twice already")]
    PassesOver,
}
