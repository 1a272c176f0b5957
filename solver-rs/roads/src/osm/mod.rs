//! OpenStreetMap extracts: the roads of one as flat arrays, still in OpenStreetMap's own words.
//!
//! Nothing is interpreted here beyond "could anybody travel on this": what a tag means is the
//! profile's business, what a junction is, the network's.

mod data;

pub use data::{
    MemberKind, OsmMember, OsmNodeIdx, OsmRestriction, OsmRoads, OsmWay, TagRange, TagStore,
    TagView,
};
