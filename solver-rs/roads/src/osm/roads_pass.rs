//! First pass: ways that are roads, with the ids of their nodes, and turn restrictions.
//!
//! Memory: 8 bytes per node of a way and 8 per kept tag; 8 more per node when the pass ends and the ids are
//! sorted. The nodes of the file are skipped.

use super::OsmError;
use super::accumulator::{Gathered, Skip, index};
use super::data::{MemberKind, OsmMember, OsmRestriction, OsmWay};
use super::ids::SeenIds;
use super::report::{OsmElement, OsmFault};
use super::wanted::Wanted;

#[derive(Debug)]
pub(super) struct RoadsPass {
    pub(super) gathered: Gathered,
    pub(super) ways: Vec<OsmWay>,
    /// Ids of nodes, one way after the other.
    pub(super) way_refs: Vec<i64>,
    pub(super) restrictions: Vec<OsmRestriction>,
    way_ids: SeenIds,
    restriction_ids: SeenIds,
    /// References before this belong to closed ways.
    closed_ref_count: usize,
    open_members: Vec<OsmMember>,
    restriction_bytes: u64,
}

/// Memory per kept way: the way itself, and its id in case the file is not in order.
const WAY_BYTES: u64 = size_of::<OsmWay>() as u64 + 16;
/// Memory per node of a way: the id as read and a sorted copy; after the pass, 24 for the node and 4 for its
/// position.
const REF_BYTES: u64 = 28;

impl RoadsPass {
    pub(super) fn new(wanted: Wanted, memory_bytes_max: u64) -> Self {
        Self {
            gathered: Gathered::new(wanted, memory_bytes_max),
            ways: Vec::new(),
            way_refs: Vec::new(),
            restrictions: Vec::new(),
            way_ids: SeenIds::default(),
            restriction_ids: SeenIds::default(),
            closed_ref_count: 0,
            open_members: Vec::new(),
            restriction_bytes: 0,
        }
    }

    /// Reserves room for this many more nodes in the open way, if the memory limit allows them.
    pub(super) fn reserve_refs(&mut self, count: usize) -> Result<(), OsmError> {
        self.check_memory(count as u64 * REF_BYTES)?;
        self.way_refs.reserve(count);
        Ok(())
    }

    /// Adds a node to the open way.
    #[inline]
    pub(super) fn push_ref(&mut self, node_id: i64) {
        self.way_refs.push(node_id);
    }

    /// Adds a member to the open restriction.
    pub(super) fn push_member(
        &mut self,
        kind: MemberKind,
        id: i64,
        role: &str,
    ) -> Result<(), OsmError> {
        // Checked before the text is copied: a million members may have the same long role.
        self.restriction_bytes += size_of::<OsmMember>() as u64 + role.len() as u64;
        self.check_memory(0)?;
        self.open_members.push(OsmMember { kind, id, role: role.to_owned() });
        Ok(())
    }

    /// Checks the memory limit; `open_bytes` is what the open element holds elsewhere.
    pub(super) fn check_memory(&self, open_bytes: u64) -> Result<(), OsmError> {
        self.gathered.check_memory(
            open_bytes
                + self.ways.len() as u64 * WAY_BYTES
                + self.way_refs.len() as u64 * REF_BYTES
                + self.restriction_bytes,
        )
    }

    /// Keeps the open way.
    pub(super) fn close_way(&mut self, id: i64) -> Result<(), Skip> {
        if !self.way_ids.is_new(id, self.ways.iter().map(|way| way.id)) {
            return Err(OsmFault::Repeated.into());
        }
        let nodes = index(self.closed_ref_count)?..index(self.way_refs.len())?;
        let tags = self.gathered.close_tags()?;
        self.closed_ref_count = self.way_refs.len();
        self.ways.push(OsmWay { id, nodes, tags });
        self.check_memory(0)?;
        Ok(())
    }

    /// Keeps the open restriction.
    pub(super) fn close_restriction(&mut self, id: i64) -> Result<(), Skip> {
        if !self.restriction_ids.is_new(id, self.restrictions.iter().map(|it| it.id)) {
            return Err(OsmFault::Repeated.into());
        }
        let tags = self.gathered.close_tags()?;
        let members = self.open_members.drain(..).collect();
        self.restrictions.push(OsmRestriction { id, tags, members });
        self.restriction_bytes += size_of::<OsmRestriction>() as u64;
        self.check_memory(0)?;
        Ok(())
    }

    /// Ends the open element: discards it unless it was closed, and counts it if it was malformed.
    pub(super) fn settle(
        &mut self,
        element: OsmElement,
        outcome: Result<(), Skip>,
    ) -> Result<(), OsmError> {
        self.way_refs.truncate(self.closed_ref_count);
        for member in self.open_members.drain(..) {
            self.restriction_bytes -= size_of::<OsmMember>() as u64 + member.role.len() as u64;
        }
        self.gathered.settle(element, outcome)
    }
}
