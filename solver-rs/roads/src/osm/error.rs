//! Why an extract could not be read at all, as data.
//!
//! One malformed element never ends up here: it is skipped and counted in
//! [`OsmReport`](super::OsmReport). These are the faults after which nothing that follows can be
//! trusted, because it is unknown where the next element begins or what was lost.

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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OsmError {
    /// The first bytes are those of no format that this reader knows.
    #[error("the file is neither .osm.pbf nor .osm nor .osm.gz")]
    FormatUnknown,
    /// The file ends in the middle of something.
    #[error("the file ends in the middle of something, after {offset} bytes")]
    Truncated {
        /// How many bytes there were.
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
        /// How long it says its header is.
        header_bytes: u32,
        /// The most it may be.
        header_bytes_max: u32,
    },
    /// The header of a blob is not what the format says.
    #[error("the header of the blob at byte {offset} cannot be decoded")]
    BlobHeaderInvalid {
        /// Where the header begins.
        offset: u64,
    },
    /// A blob is longer than the format allows, as it stands or inflated.
    #[error("the blob at byte {offset} has {blob_bytes} bytes, more than {blob_bytes_max}")]
    BlobTooLarge {
        /// Where the blob begins.
        offset: u64,
        /// How long it says it is.
        blob_bytes: u64,
        /// The most it may be.
        blob_bytes_max: u64,
    },
    /// A blob is not what the format says.
    #[error("the blob at byte {offset} cannot be decoded")]
    BlobInvalid {
        /// Where the blob begins.
        offset: u64,
    },
    /// A blob is compressed by a method that this reader does not have.
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
    /// The header block is not what the format says.
    #[error("the header block cannot be decoded")]
    HeaderInvalid,
    /// The file asks for a reader that understands what this one does not.
    #[error("the file requires the unknown feature {feature:?}")]
    FeatureUnknown {
        /// The feature, cut to a readable length.
        feature: String,
    },
    /// The gzip stream is damaged.
    #[error("the gzip stream is damaged near byte {offset}")]
    GzipInvalid {
        /// How many bytes before it were well.
        offset: u64,
    },
    /// The text is not well-formed XML.
    #[error("the XML is not well-formed near byte {offset}")]
    XmlInvalid {
        /// Where the fault is, or the markup that holds it begins.
        offset: u64,
    },
    /// One piece of markup is longer than this reader keeps.
    #[error("the XML markup at byte {offset} is longer than {markup_bytes_max} bytes")]
    XmlMarkupTooLong {
        /// Where it begins.
        offset: u64,
        /// The most it may be.
        markup_bytes_max: usize,
    },
    /// The outermost element is not `osm`.
    #[error("the outermost XML element is {name:?}, not \"osm\"")]
    XmlRootUnknown {
        /// What it is, cut to a readable length.
        name: String,
    },
    /// The two passes were not given the same number of bytes.
    #[error("the first pass was given {first_bytes} bytes, the second {second_bytes}")]
    PassesDiffer {
        /// In the first pass.
        first_bytes: u64,
        /// In the second pass.
        second_bytes: u64,
    },
    /// The roads take more memory than the caller allows.
    #[error("the roads take more than the {memory_bytes_max} bytes allowed")]
    MemoryExceeded {
        /// The most they may take.
        memory_bytes_max: u64,
    },
    /// More nodes of ways, or tags, than a `u32` can index.
    #[error("the roads have more nodes or tags than {} can index", u32::MAX)]
    TooManyRoads,
    /// `finish` was called before both passes had ended.
    #[error("the file has not been read twice yet")]
    PassesMissing,
    /// Bytes were pushed after both passes had ended.
    #[error("the file has been read twice already")]
    PassesOver,
}
