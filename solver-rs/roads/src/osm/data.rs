//! Ways, nodes and turn restrictions of an extract.
//!
//! A country has some 100 tags a kilometre and few different ones, so texts are kept once and a tag is
//! two indexes. Nodes are those that a kept way uses, in ascending order of their ids.

use std::ops::Range;

use crate::profile::Tags;

/// Position of a node among the kept ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OsmNodeIdx(pub u32);

impl OsmNodeIdx {
    /// A node that a way names and the extract does not hold: the way is cut there.
    pub const MISSING: Self = Self(u32::MAX);

    /// The same number, to index arrays with.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }
}

/// Tags of one element: a range of [`TagStore`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagRange {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

/// A way that has a `highway` tag, is a ferry or a shuttle train, or goes around a low-emission zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OsmWay {
    /// OpenStreetMap's id.
    pub id: i64,
    /// Its nodes: a range of [`OsmRoads::way_nodes`].
    pub nodes: Range<u32>,
    /// Its tags.
    pub tags: TagRange,
}

/// What a member of a relation is.
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
    /// What it is.
    pub kind: MemberKind,
    /// OpenStreetMap's id of it.
    pub id: i64,
    /// `from`, `via`, `to` or whatever stands there.
    pub role: String,
}

/// A relation of `type=restriction` (or `restriction:…`), as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OsmRestriction {
    /// OpenStreetMap's id.
    pub id: i64,
    /// Its tags.
    pub tags: TagRange,
    /// Its members in their order.
    pub members: Vec<OsmMember>,
}

/// A node with tags of a place, that is part of no kept way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OsmPlace {
    /// Latitude in units of 1e-7 degrees.
    pub lat_e7: i32,
    /// Longitude in units of 1e-7 degrees.
    pub lon_e7: i32,
    /// Its tags.
    pub tags: TagRange,
}

/// A low-emission zone: a point is in it that an odd number of its rings go around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OsmZone {
    /// Latitudes and longitudes in units of 1e-7 degrees, the first point again at the end.
    pub rings: Vec<Vec<(i32, i32)>>,
}

/// The roads of an extract, or its areas. Arrays named `node_…` have one entry a kept node.
#[derive(Clone, Debug, Default)]
pub struct OsmRoads {
    /// Ways in the order of the file.
    pub ways: Vec<OsmWay>,
    /// Nodes of all ways, one way after the other; [`OsmNodeIdx::MISSING`] where the extract ends.
    pub way_nodes: Vec<OsmNodeIdx>,
    /// Ascending.
    pub node_id: Vec<i64>,
    /// Latitude in units of 1e-7 degrees.
    pub node_lat_e7: Vec<i32>,
    /// Longitude in units of 1e-7 degrees.
    pub node_lon_e7: Vec<i32>,
    /// Empty for most.
    pub node_tags: Vec<TagRange>,
    /// Named places, where areas were read.
    pub places: Vec<OsmPlace>,
    /// Turn restrictions, or relations of areas.
    pub restrictions: Vec<OsmRestriction>,
    /// Low-emission zones, once they are parted from the roads.
    pub zones: Vec<OsmZone>,
    /// Texts of all tags.
    pub tags: TagStore,
}

impl OsmRoads {
    /// South, west, north, east of all nodes; zeros where there are none.
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

/// Texts, each kept once, and the tags made of them.
#[derive(Clone, Debug, Default)]
pub struct TagStore {
    pub(crate) texts: Vec<Box<str>>,
    /// Key and value as positions in `texts`.
    pub(crate) tags: Vec<(u32, u32)>,
}

impl TagStore {
    /// The tags of one element.
    #[must_use]
    pub fn view(&self, range: TagRange) -> TagView<'_> {
        let first = range.first as usize;
        TagView { store: self, tags: &self.tags[first..first + range.count as usize] }
    }
}

/// The tags of one element, to be asked.
#[derive(Clone, Copy, Debug)]
pub struct TagView<'a> {
    store: &'a TagStore,
    tags: &'a [(u32, u32)],
}

impl<'a> TagView<'a> {
    /// Keys and values in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let Self { store, tags } = *self;
        let text = |idx: u32| &*store.texts[idx as usize];
        tags.iter().map(move |tag| (text(tag.0), text(tag.1)))
    }

    /// Which text a key has: equal for equal texts of one extract.
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
