//! What was read, what was kept, and what was skipped as malformed.
//!
//! A country's extract has a few broken elements on any day; a builder of maps wants to know how many,
//! not to fail. Counts of faults are a table of element × fault, so that a new fault is one line.

/// What was malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OsmElement {
    /// A whole block of a `.osm.pbf`: none of its elements was read.
    Block,
    /// A node.
    Node,
    /// A way.
    Way,
    /// A relation.
    Relation,
}

/// How it was malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OsmFault {
    /// It cannot be decoded: a field is cut off, of the wrong type or missing.
    Undecodable,
    /// Lists that belong together differ in length (keys and values, roles and members …).
    CountsDiffer,
    /// A key, value or role is a position beyond the block's texts.
    TextIndexOutOfRange,
    /// A key, value or role is not UTF-8, or longer than OpenStreetMap allows.
    TextInvalid,
    /// Ids or coordinates, each given as the difference to the one before, leave 64 bits.
    DeltaOverflow,
    /// A latitude or longitude is not on Earth.
    CoordinateOutOfRange,
    /// The same id was seen before; the first one is kept.
    Repeated,
}

const ELEMENTS: [OsmElement; 4] =
    [OsmElement::Block, OsmElement::Node, OsmElement::Way, OsmElement::Relation];
const FAULTS: [OsmFault; 7] = [
    OsmFault::Undecodable,
    OsmFault::CountsDiffer,
    OsmFault::TextIndexOutOfRange,
    OsmFault::TextInvalid,
    OsmFault::DeltaOverflow,
    OsmFault::CoordinateOutOfRange,
    OsmFault::Repeated,
];

/// How many elements were skipped, by what they were and how they were malformed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedElements {
    counts: [[u64; FAULTS.len()]; ELEMENTS.len()],
}

impl SkippedElements {
    /// How many of one kind were skipped for one fault.
    #[must_use]
    pub const fn count(&self, element: OsmElement, fault: OsmFault) -> u64 {
        self.counts[element as usize][fault as usize]
    }

    /// How many were skipped in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.iter().map(|(_, _, count)| count).sum()
    }

    /// What occurred, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = (OsmElement, OsmFault, u64)> + '_ {
        let pairs = ELEMENTS.iter().flat_map(|element| FAULTS.map(|fault| (*element, fault)));
        pairs
            .map(|(element, fault)| (element, fault, self.count(element, fault)))
            .filter(|(_, _, count)| *count > 0)
    }

    pub(super) fn add(&mut self, element: OsmElement, fault: OsmFault, count: u64) {
        self.counts[element as usize][fault as usize] += count;
    }
}

/// What became of an extract.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OsmReport {
    /// Nodes in the file, as far as they could be told apart.
    pub nodes_read: u64,
    /// Ways in the file.
    pub ways_read: u64,
    /// Relations in the file.
    pub relations_read: u64,
    /// Ways that are roads, ferries or shuttle trains.
    pub ways_kept: u64,
    /// Turn restrictions.
    pub restrictions_kept: u64,
    /// Low-emission zones.
    pub zones_kept: u64,
    /// Nodes that the kept ways use.
    pub nodes_kept: u64,
    /// Nodes that the kept ways name, and the extract does not hold (or holds malformed).
    pub nodes_missing: u64,
    /// What was malformed. Within XML and plain nodes only elements that matter are looked at closely.
    pub skipped: SkippedElements,
}
