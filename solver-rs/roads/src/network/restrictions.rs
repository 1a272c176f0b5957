//! Turn restrictions as sequences of directed segments.
//!
//! ```text
//!              │4                 from 1, via 2 and 3, to 4:   1 → 2a → 2b → 3 → 4
//!   ──1──o─2a─o─2b─o─3─o          (way 2 is two segments; 1 is the segment of way 1 that ends
//!                      └──        where way 2 begins, 4 the one that starts where way 3 ends)
//! ```
//!
//! The search tries all sequences along the members in a direction that may be travelled, each via
//! way in one go, vias in any order (editors reorder them), without turning back and without using a
//! segment twice. Exactly one must remain. None: the members do not touch, or only against a one-way.
//! Several: a member continues beyond the via node and it is unclear which side is meant; a guess
//! could forbid an allowed turn. At a via node, a way that is both `from` and `to` means turning
//! back.

use super::idx::{DirectedSegment, JunctionIdx, index};
use super::relations::{Relation, Via};
use super::report::{NetworkReport, RestrictionSkip};
use super::segment_builder::SegmentDraft;
use crate::osm::OsmNodeIdx;
use crate::profile::RestrictionRule;
use crate::week::WeekHours;

/// A trip that came along all of `path` may not take `to`, or may take nothing else.
pub(super) struct Restriction {
    pub(super) rule: RestrictionRule,
    /// The hours at which it applies.
    pub(super) hours: WeekHours,
    /// The segments before the turn; at least one.
    pub(super) path: Vec<DirectedSegment>,
    pub(super) to: DirectedSegment,
}

/// A search along via ways is abandoned after this many segments: the ways form a loop by mistake.
const STEP_COUNT_MAX: u32 = 10_000;

/// Finds the segments of all relations.
pub(super) fn find_restrictions(
    laid: &SegmentDraft,
    relations: &[Relation],
    report: &mut NetworkReport,
) -> Vec<Restriction> {
    let mut restrictions = Vec::new();
    for relation in relations {
        let mut skipped = None;
        let before = restrictions.len();
        for from in &relation.from {
            for to in &relation.to {
                match find_one(laid, &relation.via, *from, *to) {
                    Ok((path, to)) => {
                        let (rule, hours) = (relation.rule, relation.hours.clone());
                        restrictions.push(Restriction { rule, hours, path, to });
                    }
                    Err(skip) => skipped = Some(skip),
                }
            }
        }
        match skipped {
            Some(skip) if restrictions.len() == before => report.skip_restriction(skip),
            _ => match relation.via {
                Via::Node(_) => report.node_restriction_count += 1,
                Via::Ways { .. } => report.way_restriction_count += 1,
            },
        }
    }
    restrictions
}

type Sequence = (Vec<DirectedSegment>, DirectedSegment);

fn find_one(
    laid: &SegmentDraft,
    via: &Via,
    from: i64,
    to: i64,
) -> Result<Sequence, RestrictionSkip> {
    let mut found = match via {
        Via::Node(node) => across_node(laid, *node, from, to),
        Via::Ways { way_ids, joints } => along_ways(laid, way_ids, joints, from, to)?,
    };
    match (found.pop(), found.is_empty()) {
        (Some(sequence), true) => Ok(sequence),
        (Some(_), false) => Err(RestrictionSkip::Ambiguous),
        (None, _) => Err(RestrictionSkip::Detached),
    }
}

fn across_node(laid: &SegmentDraft, node: OsmNodeIdx, from: i64, to: i64) -> Vec<Sequence> {
    let mut found = Vec::new();
    for junction in junctions(laid, node) {
        for arriving in arriving_by(laid, junction, from) {
            for next in leaving(laid, junction) {
                let turns_back = next == arriving.reversed();
                if laid.segments.first_way_id(next) == to && (from != to || turns_back) {
                    found.push((vec![arriving], next));
                }
            }
        }
    }
    found
}

/// A step of the search: a segment, the via that it belongs to, and the vias that are done.
struct Step {
    depth: usize,
    directed: DirectedSegment,
    via: Option<usize>,
    done: u32,
}

fn along_ways(
    laid: &SegmentDraft,
    via_ids: &[i64],
    joints: &[OsmNodeIdx],
    from: i64,
    to: i64,
) -> Result<Vec<Sequence>, RestrictionSkip> {
    let all_done = (1_u32 << via_ids.len()) - 1;
    let starts = joints.iter().flat_map(|node| junctions(laid, *node));
    let starts = starts.flat_map(|junction| arriving_by(laid, junction, from));
    let mut stack: Vec<_> =
        starts.map(|directed| Step { depth: 0, directed, via: None, done: 0 }).collect();
    let mut path = Vec::new();
    let mut found = Vec::new();
    let mut step_count = 0;
    while let Some(Step { depth, directed, via, done }) = stack.pop() {
        step_count += 1;
        if step_count > STEP_COUNT_MAX {
            return Err(RestrictionSkip::Ambiguous);
        }
        path.truncate(depth);
        path.push(directed);
        for next in leaving(laid, laid.segments.to(directed)) {
            if next == directed.reversed() || path.contains(&next) {
                continue;
            }
            if done == all_done && laid.segments.first_way_id(next) == to {
                found.push((path.clone(), next));
            }
            let Some(way) = laid.segments.only_way_id(next.segment()) else { continue };
            for (idx, id) in via_ids.iter().enumerate() {
                let is_open = done & 1 << idx == 0 || via == Some(idx);
                if *id == way && is_open {
                    let done = done | 1 << idx;
                    stack.push(Step { depth: depth + 1, directed: next, via: Some(idx), done });
                }
            }
        }
    }
    Ok(found)
}

/// Junctions at a node: one, or one for each road if it is blocked, or none if no road is there.
fn junctions(laid: &SegmentDraft, node: OsmNodeIdx) -> impl Iterator<Item = JunctionIdx> + use<> {
    let first = laid.junction_node.partition_point(|it| *it < node);
    let end = laid.junction_node.partition_point(|it| *it <= node);
    (index(first)..index(end)).map(JunctionIdx)
}

fn leaving(
    laid: &SegmentDraft,
    junction: JunctionIdx,
) -> impl Iterator<Item = DirectedSegment> + '_ {
    let leaving = laid.leaving(junction).iter().copied();
    leaving.filter(|directed| laid.segments.is_travelable(*directed))
}

/// Directed segments on the given way that end at a junction.
fn arriving_by(
    laid: &SegmentDraft,
    junction: JunctionIdx,
    way_id: i64,
) -> impl Iterator<Item = DirectedSegment> + '_ {
    let leaving = laid.leaving(junction).iter();
    leaving
        .filter(move |directed| laid.segments.first_way_id(**directed) == way_id)
        .map(|directed| directed.reversed())
        .filter(|directed| laid.segments.is_travelable(*directed))
}
