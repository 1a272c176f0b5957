//! Second pass: coordinates and tags of the nodes that the kept ways use.
//!
//! Memory: 24 bytes per used node, and 4 per reference of a way to a node. Nodes that the extract does not
//! contain are removed at the end, so that a reader of the result only needs to check for
//! [`OsmNodeIdx::MISSING`].

use super::OsmError;
use super::accumulator::{Gathered, index};
use super::data::{MemberKind, OsmNodeIdx, OsmPlace, OsmRestriction, OsmRoads, OsmWay, TagRange};
use super::ids::IdIndex;
use super::report::{OsmElement, OsmFault, OsmReport};
use super::roads_pass::RoadsPass;

/// A point in units of 1e-7 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointE7 {
    pub(super) lat: i32,
    pub(super) lon: i32,
}

impl PointE7 {
    /// The latitude of a node that has not been read yet; no real latitude is this small.
    const UNSEEN_LAT: i32 = i32::MIN;

    /// Returns a point on Earth, or a fault if a coordinate is out of range.
    pub(super) fn new(lat_e7: i64, lon_e7: i64) -> Result<Self, OsmFault> {
        let within = |value: i64, limit: i64| {
            let value = i32::try_from(value).ok().filter(|_| -limit <= value && value <= limit);
            value.ok_or(OsmFault::CoordinateOutOfRange)
        };
        Ok(Self { lat: within(lat_e7, 900_000_000)?, lon: within(lon_e7, 1_800_000_000)? })
    }
}

/// The position of a used node whose coordinates have not been read yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeSlot(usize);

#[derive(Debug)]
pub(super) struct NodesPass {
    pub(super) gathered: Gathered,
    ways: Vec<OsmWay>,
    /// Positions among the used nodes, whether or not the extract contains them.
    way_nodes: Vec<OsmNodeIdx>,
    restrictions: Vec<OsmRestriction>,
    used: IdIndex,
    node_lat_e7: Vec<i32>,
    node_lon_e7: Vec<i32>,
    node_tags: Vec<TagRange>,
    places: Vec<OsmPlace>,
    kept_bytes: u64,
}

impl NodesPass {
    /// Continues from the first pass.
    pub(super) fn new(roads: RoadsPass) -> Result<Self, OsmError> {
        let RoadsPass { gathered, mut ways, mut way_refs, mut restrictions, .. } = roads;
        ways.shrink_to_fit();
        restrictions.shrink_to_fit();
        way_refs.shrink_to_fit();
        let mut used = IdIndex::new(way_refs.clone());
        index(used.len())?;
        let mut way_nodes = Vec::with_capacity(way_refs.len());
        for id in way_refs {
            let position = used.find(id).map_or(Ok(u32::MAX), index)?;
            way_nodes.push(OsmNodeIdx(position));
        }
        let used_count = used.len();
        let bytes = ways.len() * size_of::<OsmWay>() + way_nodes.len() * 4 + used_count * 24;
        Ok(Self {
            gathered,
            ways,
            way_nodes,
            restrictions,
            used,
            node_lat_e7: vec![PointE7::UNSEEN_LAT; used_count],
            node_lon_e7: vec![0; used_count],
            node_tags: vec![TagRange::default(); used_count],
            places: Vec::new(),
            kept_bytes: bytes as u64,
        })
    }

    /// Returns the slot of a node if a way uses it. A second node with the same id is counted and ignored.
    #[inline]
    pub(super) fn find(&mut self, id: i64) -> Option<NodeSlot> {
        let position = self.used.find(id)?;
        if self.node_lat_e7[position] != PointE7::UNSEEN_LAT {
            self.gathered.skip(OsmElement::Node, OsmFault::Repeated);
            return None;
        }
        Some(NodeSlot(position))
    }

    /// Returns the ways that are members of relations, ascending.
    pub(super) fn member_ways(&self) -> Vec<i64> {
        let members = self.restrictions.iter().flat_map(|relation| &relation.members);
        let ways = members.filter(|member| member.kind == MemberKind::Way);
        let mut ids: Vec<i64> = ways.map(|member| member.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Keeps the open node if it is a named place, although no way uses it.
    pub(super) fn close_place(&mut self, point: PointE7) -> Result<(), OsmError> {
        if self.gathered.has_open_key("place") && self.gathered.has_open_key("name") {
            let tags = self.gathered.close_tags()?;
            self.places.push(OsmPlace { lat_e7: point.lat, lon_e7: point.lon, tags });
            self.kept_bytes += size_of::<OsmPlace>() as u64;
        }
        self.check_memory(0)
    }

    /// Checks the memory limit; `open_bytes` is what the open node holds elsewhere.
    pub(super) fn check_memory(&self, open_bytes: u64) -> Result<(), OsmError> {
        self.gathered.check_memory(open_bytes + self.kept_bytes)
    }

    /// Keeps the open node.
    #[inline]
    pub(super) fn close_node(&mut self, slot: NodeSlot, point: PointE7) -> Result<(), OsmError> {
        self.node_tags[slot.0] = self.gathered.close_tags()?;
        self.node_lat_e7[slot.0] = point.lat;
        self.node_lon_e7[slot.0] = point.lon;
        self.check_memory(0)
    }

    /// Returns the roads, without the nodes that were not found.
    pub(super) fn finish(self) -> (OsmRoads, OsmReport) {
        let Self { way_nodes, node_lat_e7, node_lon_e7, node_tags, .. } = self;
        let mut roads = OsmRoads {
            ways: self.ways,
            way_nodes,
            node_id: self.used.into_ids(),
            node_lat_e7,
            node_lon_e7,
            node_tags,
            places: self.places,
            restrictions: self.restrictions,
            zones: Vec::new(),
            tags: super::TagStore::default(),
        };
        let missing_count = drop_unseen(&mut roads);
        let (tags, mut report) = self.gathered.finish();
        roads.tags = tags;
        report.ways_kept = roads.ways.len() as u64;
        report.restrictions_kept = roads.restrictions.len() as u64;
        report.nodes_kept = roads.node_id.len() as u64;
        report.nodes_missing = missing_count as u64;
        (roads, report)
    }
}

/// Removes the nodes that were not found, and returns their number.
fn drop_unseen(roads: &mut OsmRoads) -> usize {
    let is_seen: Vec<bool> =
        roads.node_lat_e7.iter().map(|lat| *lat != PointE7::UNSEEN_LAT).collect();
    let missing_count = is_seen.iter().filter(|seen| !**seen).count();
    if missing_count == 0 {
        return 0;
    }
    let mut new_idx = Vec::with_capacity(is_seen.len());
    let mut next = 0;
    for seen in &is_seen {
        new_idx.push(if *seen { OsmNodeIdx(next) } else { OsmNodeIdx::MISSING });
        next += u32::from(*seen);
    }
    for node in &mut roads.way_nodes {
        *node = new_idx[node.as_usize()];
    }
    retain_seen(&mut roads.node_id, &is_seen);
    retain_seen(&mut roads.node_lat_e7, &is_seen);
    retain_seen(&mut roads.node_lon_e7, &is_seen);
    retain_seen(&mut roads.node_tags, &is_seen);
    missing_count
}

fn retain_seen<T>(values: &mut Vec<T>, is_seen: &[bool]) {
    let mut seen = is_seen.iter();
    values.retain(|_| seen.next().copied().unwrap_or(false));
    values.shrink_to_fit();
}
