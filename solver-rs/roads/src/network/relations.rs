//! Turn restrictions as they are in OpenStreetMap, reduced to the ways and nodes of the network.
//!
//! ```text
//!   relation   from: way 1, via: node 5 │ ways 2, 3, to: way 4      rule: forbidden │ mandatory
//!                                │
//!   kept nodes                   5, or every node that two of the ways share: they remain junctions,
//!                                so that the segments of the restriction can be found later
//! ```
//!
//! Restrictions that cannot be understood are skipped and counted by reason. O(nodes of their ways).

use super::idx::index;
use super::report::{NetworkReport, RestrictionSkip};
use super::rules::TravelRules;
use super::ways::Ways;
use crate::osm::{MemberKind, OsmNodeIdx, OsmRestriction, OsmRoads};
use crate::profile::{RestrictionRule, TimedRestriction};
use crate::week::WeekHours;

/// No sensible restriction has more via ways than this (the longest known have 5).
const VIA_WAY_COUNT_MAX: usize = 31;

/// The part between `from` and `to`.
pub(super) enum Via {
    /// The node where they meet.
    Node(OsmNodeIdx),
    /// The ids of the ways, all of which are followed, and the nodes that two of all members share.
    Ways { way_ids: Vec<i64>, joints: Vec<OsmNodeIdx> },
}

/// A restriction that applies to the profile and whose members are in the network.
pub(super) struct Relation {
    pub(super) rule: RestrictionRule,
    /// The hours at which it applies.
    pub(super) hours: WeekHours,
    /// Ids of ways: one, or several to which it applies equally (`no_entry`).
    pub(super) from: Vec<i64>,
    pub(super) via: Via,
    /// Ids of ways: one, or several to which it applies equally (`no_exit`).
    pub(super) to: Vec<i64>,
}

/// Reads all restrictions.
pub(super) fn read_relations(
    roads: &OsmRoads,
    rules: &impl TravelRules,
    ways: &Ways,
    report: &mut NetworkReport,
) -> Vec<Relation> {
    let mut named: Vec<i64> = roads
        .restrictions
        .iter()
        .flat_map(|relation| &relation.members)
        .filter(|member| member.kind == MemberKind::Way)
        .map(|member| member.id)
        .collect();
    named.sort_unstable();
    named.dedup();
    let mut way_of_id: Vec<_> = (ways.used.iter().enumerate())
        .filter(|(_, way)| named.binary_search(&way.id).is_ok())
        .map(|(idx, way)| (way.id, index(idx)))
        .collect();
    way_of_id.sort_unstable();
    let members = Members { roads, ways, way_of_id };

    let mut relations = Vec::new();
    for relation in &roads.restrictions {
        let (timed, unread_count) = rules.restrictions(&roads.tags.view(relation.tags));
        report.unread_condition_count += unread_count as usize;
        report.restrictions_of_others += usize::from(timed.is_empty());
        for TimedRestriction { rule, hours } in timed {
            match members.read(rule, relation) {
                Ok((from, via, to)) => relations.push(Relation { rule, hours, from, via, to }),
                Err(skip) => report.skip_restriction(skip),
            }
        }
    }
    relations
}

/// Nodes that must remain junctions because relations refer to them.
pub(super) fn kept_nodes(relations: &[Relation]) -> Vec<OsmNodeIdx> {
    let nodes = relations.iter().flat_map(|relation| match &relation.via {
        Via::Node(node) => std::slice::from_ref(node),
        Via::Ways { joints, .. } => joints,
    });
    nodes.copied().collect()
}

/// Finds the members of relations.
struct Members<'a> {
    roads: &'a OsmRoads,
    ways: &'a Ways,
    /// The id and position of each way that a restriction refers to, ascending by id.
    way_of_id: Vec<(i64, u32)>,
}

impl Members<'_> {
    fn read(
        &self,
        rule: RestrictionRule,
        relation: &OsmRestriction,
    ) -> Result<(Vec<i64>, Via, Vec<i64>), RestrictionSkip> {
        let ids = |role: &str, kind: MemberKind| -> Vec<i64> {
            let members = relation.members.iter();
            members.filter(|it| it.role == role && it.kind == kind).map(|it| it.id).collect()
        };
        let (from, to) = (ids("from", MemberKind::Way), ids("to", MemberKind::Way));
        let (via_nodes, via_ways) = (ids("via", MemberKind::Node), ids("via", MemberKind::Way));
        if from.is_empty() || to.is_empty() || (via_nodes.is_empty() && via_ways.is_empty()) {
            return Err(RestrictionSkip::Incomplete);
        }
        let is_plain = from.len() == 1 && to.len() == 1;
        let is_mixed = via_nodes.len() > 1 || (!via_nodes.is_empty() && !via_ways.is_empty());
        let is_repeated = (via_ways.iter().enumerate())
            .any(|(idx, id)| from.contains(id) || to.contains(id) || via_ways[..idx].contains(id));
        if is_mixed
            || is_repeated
            || via_ways.len() > VIA_WAY_COUNT_MAX
            || (rule == RestrictionRule::Mandatory && !is_plain)
        {
            return Err(RestrictionSkip::Malformed);
        }
        let all_ways = || from.iter().chain(&via_ways).chain(&to);
        if all_ways().any(|id| self.way(*id).is_none()) {
            return Err(RestrictionSkip::Incomplete);
        }
        let via = if let [id] = via_nodes[..] {
            let node = self.roads.node_id.binary_search(&id);
            Via::Node(OsmNodeIdx(index(node.map_err(|_| RestrictionSkip::Incomplete)?)))
        } else {
            let joints = self.shared_nodes(all_ways().copied().collect());
            Via::Ways { way_ids: via_ways, joints }
        };
        Ok((from, via, to))
    }

    fn way(&self, id: i64) -> Option<u32> {
        let position = self.way_of_id.binary_search_by_key(&id, |entry| entry.0).ok()?;
        Some(self.way_of_id[position].1)
    }

    /// Nodes that at least two of the ways share, ascending.
    fn shared_nodes(&self, mut way_ids: Vec<i64>) -> Vec<OsmNodeIdx> {
        way_ids.sort_unstable();
        way_ids.dedup();
        let mut nodes = Vec::new();
        for id in way_ids {
            let Some(way) = self.way(id) else { continue };
            let runs = self.ways.runs_of_way(&self.ways.used[way as usize]);
            let mut own: Vec<_> =
                runs.iter().flat_map(|run| self.ways.nodes_of_run(run)).copied().collect();
            own.sort_unstable();
            own.dedup();
            nodes.extend(own);
        }
        nodes.sort_unstable();
        let shared = nodes.chunk_by(|a, b| a == b).filter(|group| group.len() > 1);
        shared.map(|group| group[0]).collect()
    }
}
