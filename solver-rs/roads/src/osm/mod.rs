//! OpenStreetMap extracts: the roads of one as flat arrays, still in OpenStreetMap's own words.
//!
//! ```text
//! .osm.pbf ──► pbf ─────┐
//! .osm.gz ──► gzip ─┐   ├──► roads pass ──► nodes pass ──► OsmRoads, OsmReport
//! .osm ─────────────┴► xml
//! ```
//!
//! Nothing is interpreted here beyond "could anybody travel on this": what a tag means is the
//! profile's business, what a junction is, the network's.
//!
//! Cost, both passes, natively: 0.06 s for Porto's `.osm.pbf` of 3.2 MB with 51,349 ways and 347,182 nodes,
//! in 35 MB of memory with the file itself; 0.28 s for the same as 39 MB of XML.
//!
//! Libraries: `flate2` inflates, by `miniz_oxide`, which is Rust alone; `quick-xml` cuts XML. Neither
//! knows of threads or files. Why protocol buffers are read by hand stands in `pbf/wire.rs`.

mod accumulator;
mod area_kinds;
mod data;
mod error;
mod ids;
mod nodes_pass;
mod pass;
mod pbf;
mod reader;
mod report;
mod roads_pass;
mod string_table;
mod tag_filter;
mod wanted;
mod xml;
mod zones;

pub use area_kinds::{AreaKind, PlaceKind};
pub use data::{
    MemberKind, OsmMember, OsmNodeIdx, OsmPlace, OsmRestriction, OsmRoads, OsmWay, OsmZone,
    TagRange, TagStore, TagView,
};
pub use error::{BlobCompression, OsmError};
pub use reader::{MEMORY_BYTES_MAX, OsmFormat, OsmReader, PassOutcome, read_osm};
pub use report::{OsmElement, OsmFault, OsmReport, SkippedElements};
pub use wanted::Wanted;
pub use zones::ZoneReading;
