//! Reads an extract for its roads and its low-emission zones: in two passes, or in four if relations describe
//! zones.
//!
//! ```text
//! roads, and what is tagged as a zone ─► none is a relation: done
//!                                     └► the ways that those relations name ─► their nodes
//! ```
//!
//! Relations follow ways in a file, so the first reading learns too late which ways they refer to. Most
//! extracts have no such relation and are not read again.

use std::collections::HashMap;

use super::data::{MemberKind, OsmNodeIdx, OsmRoads, OsmZone, TagRange};
use super::error::OsmError;
use super::reader::{OsmFormat, OsmReader, PassOutcome};
use super::report::OsmReport;
use super::tag_filter::marks_zone;
use super::wanted::Wanted;
use crate::profile::Tags;
use crate::rings::rings_of;

/// An extract that is being read for roads and zones.
#[derive(Debug)]
pub struct ZoneReading {
    format: OsmFormat,
    reader: OsmReader,
    /// The result of the first reading, during the second.
    roads: Option<(OsmRoads, OsmReport)>,
    is_complete: bool,
}

impl ZoneReading {
    /// Returns a reading that expects the first bytes of the file.
    #[must_use]
    pub fn new(format: OsmFormat) -> Self {
        Self { format, reader: OsmReader::new(format), roads: None, is_complete: false }
    }

    /// Processes the next bytes of the file.
    ///
    /// # Errors
    /// The reason why the file is unreadable.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), OsmError> {
        self.reader.push(bytes)
    }

    /// Ends a pass. The file may have to be read again from its beginning.
    ///
    /// # Errors
    /// The file is truncated, or differs from the previous pass.
    pub fn end_pass(&mut self) -> Result<PassOutcome, OsmError> {
        let outcome = self.reader.end_pass()?;
        if outcome == PassOutcome::ReadAgain || self.roads.is_some() {
            return Ok(outcome);
        }
        let (format, reader) = (self.format, OsmReader::new(self.format));
        let (roads, report) = std::mem::replace(&mut self.reader, reader).finish()?;
        let members = zone_members(&roads);
        let outcome =
            if members.is_empty() { PassOutcome::Complete } else { PassOutcome::ReadAgain };
        self.is_complete = members.is_empty();
        self.reader = OsmReader::of(format, Wanted::Members(members));
        self.roads = Some((roads, report));
        Ok(outcome)
    }

    /// Returns the roads with the zones, and a report of what was read and skipped.
    ///
    /// # Errors
    /// A pass is missing, or an earlier call failed.
    pub fn finish(self) -> Result<(OsmRoads, OsmReport), OsmError> {
        let Some((mut roads, mut report)) = self.roads else { return self.reader.finish() };
        let members = if self.is_complete { OsmRoads::default() } else { self.reader.finish()?.0 };
        part_zones(&mut roads, &members);
        report.zones_kept = roads.zones.len() as u64;
        report.ways_kept = roads.ways.len() as u64;
        report.restrictions_kept = roads.restrictions.len() as u64;
        Ok((roads, report))
    }
}

/// Returns the ways that are members of relations of zones, ascending.
fn zone_members(roads: &OsmRoads) -> Vec<i64> {
    let zones = roads.restrictions.iter().filter(|relation| is_zone(roads, relation.tags));
    let members = zones.flat_map(|relation| &relation.members);
    let ways = members.filter(|member| member.kind == MemberKind::Way);
    let mut ids: Vec<i64> = ways.map(|member| member.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn is_zone(roads: &OsmRoads, tags: TagRange) -> bool {
    roads.tags.view(tags).iter().any(|(key, value)| marks_zone(key.as_bytes(), value.as_bytes()))
}

/// Moves zones from the ways and restrictions to `zones`. A road that is also a border remains a road.
fn part_zones(roads: &mut OsmRoads, members: &OsmRoads) {
    let mut zones = Vec::new();
    for way in roads.ways.iter().filter(|way| is_zone(roads, way.tags)) {
        let nodes = nodes_of(roads, way.nodes.clone());
        let rings =
            if nodes.first() == nodes.last() { vec![points_of(roads, nodes)] } else { vec![] };
        zones.push(OsmZone { rings });
    }
    let ways: HashMap<i64, &[OsmNodeIdx]> =
        members.ways.iter().map(|way| (way.id, nodes_of(members, way.nodes.clone()))).collect();
    for relation in roads.restrictions.iter().filter(|relation| is_zone(roads, relation.tags)) {
        let named = relation.members.iter().filter(|it| it.kind == MemberKind::Way);
        let named: Vec<&[OsmNodeIdx]> = named.filter_map(|it| ways.get(&it.id).copied()).collect();
        let rings = rings_of(&named);
        zones.push(OsmZone { rings: rings.iter().map(|ring| points_of(members, ring)).collect() });
    }
    zones.retain(|zone| !zone.rings.is_empty());
    let mut ways = std::mem::take(&mut roads.ways);
    ways.retain(|way| {
        let tags = roads.tags.view(way.tags);
        !is_zone(roads, way.tags) || tags.get("highway").is_some() || tags.get("route").is_some()
    });
    let mut restrictions = std::mem::take(&mut roads.restrictions);
    restrictions.retain(|relation| !is_zone(roads, relation.tags));
    (roads.ways, roads.restrictions, roads.zones) = (ways, restrictions, zones);
}

fn nodes_of(roads: &OsmRoads, nodes: std::ops::Range<u32>) -> &[OsmNodeIdx] {
    &roads.way_nodes[nodes.start as usize..nodes.end as usize]
}

/// Returns the points of a ring without missing nodes; the border is a straight line there.
fn points_of(roads: &OsmRoads, nodes: &[OsmNodeIdx]) -> Vec<(i32, i32)> {
    let known = nodes.iter().filter(|node| **node != OsmNodeIdx::MISSING);
    let at = |node: &OsmNodeIdx| {
        (roads.node_lat_e7[node.as_usize()], roads.node_lon_e7[node.as_usize()])
    };
    let mut points: Vec<_> = known.map(at).collect();
    // The first node may be missing, so the ring is closed here.
    if let Some(&first) = points.first().filter(|first| points.last() != Some(first)) {
        points.push(first);
    }
    points
}
