//! What was read, what was kept, and what was skipped because it is malformed.
//!
//! The extract of a country always has a few malformed elements. The operator who builds a map needs their
//! number, not a failure. The counts are a table of element × fault, so adding a fault takes one line.

/// The kind of element that was malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OsmElement {
    /// A complete block of a `.osm.pbf`: none of its elements was read.
    Block,
    /// A node.
    Node,
    /// A way.
    Way,
    /// A relation.
    Relation,
}

/// Why it was malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OsmFault {
    /// It cannot be decoded: a field is truncated, missing or of the wrong type.
    Undecodable,
    /// Lists that belong together have different lengths (keys and values, roles and members …).
    CountsDiffer,
    /// The position of a key, value or role is beyond the block's texts.
    TextIndexOutOfRange,
    /// A key, value or role is not UTF-8, or longer than OpenStreetMap allows.
    TextInvalid,
    /// Delta-encoded ids or coordinates exceed 64 bits.
    DeltaOverflow,
    /// A latitude or longitude is not on Earth.
    CoordinateOutOfRange,
    /// An element with this id was read before; the first one is kept.
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

/// How many elements were skipped, by kind and fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedElements {
    counts: [[u64; FAULTS.len()]; ELEMENTS.len()],
}

impl SkippedElements {
    /// Returns how many elements of one kind were skipped because of one fault.
    #[must_use]
    pub const fn count(&self, element: OsmElement, fault: OsmFault) -> u64 {
        self.counts[element as usize][fault as usize]
    }

    /// Returns how many elements were skipped in total.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.iter().map(|(_, _, count)| count).sum()
    }

    /// Iterates over the counts that are not zero, in a fixed order.
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

/// What was read from an extract, and what was kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OsmReport {
    /// Nodes in the file, as far as they could be delimited.
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
    /// Nodes that the kept ways refer to, but that the extract does not contain (or only malformed).
    pub nodes_missing: u64,
    /// What was malformed. In XML, and for nodes outside dense groups, only relevant elements are checked in
    /// detail.
    pub skipped: SkippedElements,
}
