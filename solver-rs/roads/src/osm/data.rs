//! Ways, nodes and turn restrictions of an extract.
//!
//! A country has about 100 tags per kilometer but few different texts, so each text is stored once and a tag
//! is two indexes. The nodes are those that a kept way uses, in ascending order of their ids.

use std::ops::Range;

use crate::profile::Tags;

/// The position of a node among the kept nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OsmNodeIdx(pub u32);

impl OsmNodeIdx {
    /// A node that a way refers to but the extract does not contain. The way is cut there.
    pub const MISSING: Self = Self(u32::MAX);

    /// Returns the same number as an array index.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }
}

/// The tags of one element, as a range of [`TagStore`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagRange {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

/// A way that has a `highway` tag, is a ferry or a shuttle train, or is the border of a low-emission zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OsmWay {
    /// The OpenStreetMap id.
    pub id: i64,
    /// Its nodes, as a range of [`OsmRoads::way_nodes`].
    pub nodes: Range<u32>,
    /// Its tags.
    pub tags: TagRange,
}

/// The kind of a member of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberKind {
    /// A node.
    Node,
    /// A way.
    Way,
    /// A relation.
    Relation,
}

/// A member of a restriction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OsmMember {
    /// Its kind.
    pub kind: MemberKind,
    /// Its OpenStreetMap id.
    pub id: i64,
    /// Its role: `from`, `via`, `to` or any other text.
    pub role: String,
}

/// A relation of `type=restriction` (or `restriction:…`), uninterpreted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OsmRestriction {
    /// The OpenStreetMap id.
    pub id: i64,
    /// Its tags.
    pub tags: TagRange,
    /// Its members, in the order of the file.
    pub members: Vec<OsmMember>,
}

/// A node that is tagged as a place and is not part of any kept way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OsmPlace {
    /// Latitude in units of 1e-7 degrees.
    pub lat_e7: i32,
    /// Longitude in units of 1e-7 degrees.
    pub lon_e7: i32,
    /// Its tags.
    pub tags: TagRange,
}

/// A low-emission zone. A point is inside if it lies within an odd number of the rings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OsmZone {
    /// Latitudes and longitudes in units of 1e-7 degrees; the last point repeats the first.
    pub rings: Vec<Vec<(i32, i32)>>,
}

/// The roads of an extract, or its areas. Arrays named `node_…` have one entry per kept node.
#[derive(Clone, Debug, Default)]
pub struct OsmRoads {
    /// Ways in the order of the file.
    pub ways: Vec<OsmWay>,
    /// The nodes of all ways, one way after the other; [`OsmNodeIdx::MISSING`] for nodes outside the extract.
    pub way_nodes: Vec<OsmNodeIdx>,
    /// OpenStreetMap ids, ascending.
    pub node_id: Vec<i64>,
    /// Latitude in units of 1e-7 degrees.
    pub node_lat_e7: Vec<i32>,
    /// Longitude in units of 1e-7 degrees.
    pub node_lon_e7: Vec<i32>,
    /// The tags of each node; most nodes have none.
    pub node_tags: Vec<TagRange>,
    /// Named places, if areas were read.
    pub places: Vec<OsmPlace>,
    /// Turn restrictions, or relations of areas.
    pub restrictions: Vec<OsmRestriction>,
    /// Low-emission zones, once they have been separated from the roads.
    pub zones: Vec<OsmZone>,
    /// The texts of all tags.
    pub tags: TagStore,
}

impl OsmRoads {
    /// Returns the south, west, north and east bounds of all nodes, or zeros if there are none.
    #[must_use]
    pub(crate) fn bounds_e7(&self) -> [i32; 4] {
        let range = |values: &[i32]| {
            let low = values.iter().min().copied().unwrap_or(0);
            (low, values.iter().max().copied().unwrap_or(0))
        };
        let (south, north) = range(&self.node_lat_e7);
        let (west, east) = range(&self.node_lon_e7);
        [south, west, north, east]
    }
}

/// The texts, each stored once, and the tags that consist of them.
#[derive(Clone, Debug, Default)]
pub struct TagStore {
    pub(crate) texts: Vec<Box<str>>,
    /// Key and value as positions in `texts`.
    pub(crate) tags: Vec<(u32, u32)>,
}

impl TagStore {
    /// Returns the tags of one element.
    #[must_use]
    pub fn view(&self, range: TagRange) -> TagView<'_> {
        let first = range.first as usize;
        TagView { store: self, tags: &self.tags[first..first + range.count as usize] }
    }
}

/// A read-only view of the tags of one element.
#[derive(Clone, Copy, Debug)]
pub struct TagView<'a> {
    store: &'a TagStore,
    tags: &'a [(u32, u32)],
}

impl<'a> TagView<'a> {
    /// Iterates over keys and values in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let Self { store, tags } = *self;
        let text = |idx: u32| &*store.texts[idx as usize];
        tags.iter().map(move |tag| (text(tag.0), text(tag.1)))
    }

    /// Returns the index of the text of a key's value. Within one extract, equal texts have equal indexes.
    pub(crate) fn text_idx(&self, key: &str) -> Option<u32> {
        let Self { store, tags } = *self;
        tags.iter().find(|tag| &*store.texts[tag.0 as usize] == key).map(|tag| tag.1)
    }
}

impl Tags for TagView<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|tag| tag.0 == key).map(|tag| tag.1)
    }

    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter()
    }
}
