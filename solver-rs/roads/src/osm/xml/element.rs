//! Nodes, ways and relations of XML, whose tags arrive one by one.
//!
//! Whether an element is a road or a restriction is known only when it ends, so its tags are buffered as text
//! until then, in memory that the next element reuses. The node references of a way go directly to the pass,
//! which discards them together with the element.

use std::borrow::Cow;
use std::ops::Range;

use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;

use super::super::accumulator::{Gathered, Skip};
use super::super::data::MemberKind;
use super::super::error::OsmError;
use super::super::nodes_pass::{NodeSlot, NodesPass, PointE7};
use super::super::pass::Pass;
use super::super::report::{OsmElement, OsmFault};
use super::super::roads_pass::RoadsPass;
use super::super::tag_filter::TEXT_BYTES_MAX;
use super::super::wanted::Wanted;

/// The kinds of content of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    Tag,
    NodeRef,
    Member,
    Other,
}

impl Child {
    pub(super) fn of(name: &str) -> Self {
        match name {
            "tag" => Self::Tag,
            "nd" => Self::NodeRef,
            "member" => Self::Member,
            _ => Self::Other,
        }
    }
}

/// An element that the pass processes. Other elements are not represented.
#[derive(Debug)]
pub(super) struct OpenElement {
    kind: Kind,
    fault: Option<OsmFault>,
    /// Whether a tag has shown that this is a road or a restriction.
    is_marked: bool,
}

#[derive(Debug)]
enum Kind {
    /// Without a slot, the node may be a named place.
    Node {
        slot: Option<NodeSlot>,
        point: PointE7,
    },
    Way {
        id: i64,
    },
    Relation {
        id: i64,
    },
}

/// The parts of the open element that are buffered until it ends.
#[derive(Debug, Default)]
pub(super) struct Parts {
    text: String,
    /// Keys and values, as ranges of `text`.
    tags: Vec<(Range<usize>, Range<usize>)>,
    /// Kind, id, and the role as a range of `text`.
    members: Vec<(MemberKind, i64, Range<usize>)>,
}

impl Parts {
    fn push_text(&mut self, text: &str) -> Result<Range<usize>, OsmFault> {
        if text.len() > TEXT_BYTES_MAX {
            return Err(OsmFault::TextInvalid);
        }
        let first = self.text.len();
        self.text.push_str(text);
        Ok(first..self.text.len())
    }

    fn held_bytes(&self) -> u64 {
        let lists = size_of_val(&self.tags[..]) + size_of_val(&self.members[..]);
        (self.text.len() + lists) as u64
    }

    fn keep_tags(&self, gathered: &mut Gathered) {
        for (key, value) in &self.tags {
            let key = gathered.texts.intern(&self.text[key.clone()]);
            let value = gathered.texts.intern(&self.text[value.clone()]);
            gathered.push_tag(key, value);
        }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.tags.clear();
        self.members.clear();
    }
}

impl OpenElement {
    /// Opens an element, if it is one that the pass processes.
    pub(super) fn open(tag: &BytesStart<'_>, pass: &mut Pass) -> Option<Self> {
        let (element, opened, gathered) = match (tag.name().as_ref(), pass) {
            ("node", Pass::Nodes(nodes)) => {
                nodes.gathered.report.nodes_read += 1;
                (OsmElement::Node, open_node(tag, nodes), &mut nodes.gathered)
            }
            ("way", Pass::Roads(roads)) => {
                roads.gathered.report.ways_read += 1;
                (OsmElement::Way, open_way(tag), &mut roads.gathered)
            }
            ("relation", Pass::Roads(roads)) => {
                roads.gathered.report.relations_read += 1;
                (OsmElement::Relation, open_relation(tag), &mut roads.gathered)
            }
            _ => return None,
        };
        match opened {
            Ok(kind) => kind.map(|kind| Self { kind, fault: None, is_marked: false }),
            Err(fault) => {
                gathered.skip(element, fault);
                None
            }
        }
    }

    /// Adds an inner element.
    pub(super) fn add(
        &mut self,
        child: Child,
        tag: &BytesStart<'_>,
        parts: &mut Parts,
        pass: &mut Pass,
    ) -> Result<(), OsmError> {
        if self.fault.is_some() {
            return Ok(());
        }
        let outcome = match (child, &self.kind, &mut *pass) {
            (Child::Tag, _, Pass::Roads(RoadsPass { gathered, .. }))
            | (Child::Tag, _, Pass::Nodes(NodesPass { gathered, .. })) => {
                self.add_tag(tag, parts, &gathered.wanted)
            }
            (Child::NodeRef, Kind::Way { .. }, Pass::Roads(roads)) => {
                integer(tag, "ref").map(|id| roads.push_ref(id))
            }
            (Child::Member, Kind::Relation { .. }, _) => add_member(tag, parts),
            _ => Ok(()),
        };
        self.fault = outcome.err();
        match pass {
            Pass::Roads(roads) => roads.check_memory(parts.held_bytes()),
            Pass::Nodes(nodes) => nodes.check_memory(parts.held_bytes()),
        }
    }

    fn add_tag(
        &mut self,
        tag: &BytesStart<'_>,
        parts: &mut Parts,
        wanted: &Wanted,
    ) -> Result<(), OsmFault> {
        let key = attribute(tag, "k")?.ok_or(OsmFault::Undecodable)?;
        let value = attribute(tag, "v")?.ok_or(OsmFault::Undecodable)?;
        self.is_marked |= match self.kind {
            Kind::Node { .. } => true,
            Kind::Way { .. } => wanted.marks_way(key.as_bytes(), value.as_bytes()),
            Kind::Relation { .. } => wanted.marks_relation(key.as_bytes(), value.as_bytes()),
        };
        if wanted.keeps_key(key.as_bytes()) {
            let kept = (parts.push_text(&key)?, parts.push_text(&value)?);
            parts.tags.push(kept);
        }
        Ok(())
    }

    /// Ends the element: passes it on or discards it.
    pub(super) fn close(self, parts: &mut Parts, pass: &mut Pass) -> Result<(), OsmError> {
        let settled = match (pass, self.kind) {
            (Pass::Nodes(nodes), Kind::Node { slot, point }) => {
                let outcome = match self.fault {
                    Some(fault) => Err(Skip::from(fault)),
                    None => {
                        parts.keep_tags(&mut nodes.gathered);
                        match slot {
                            Some(slot) => nodes.close_node(slot, point).map_err(Skip::from),
                            None => nodes.close_place(point).map_err(Skip::from),
                        }
                    }
                };
                nodes.gathered.settle(OsmElement::Node, outcome)
            }
            (Pass::Roads(roads), Kind::Way { id }) => {
                let outcome = match self.fault {
                    Some(fault) => Err(Skip::from(fault)),
                    None if self.is_marked || roads.gathered.wanted.names_way(id) => {
                        parts.keep_tags(&mut roads.gathered);
                        roads.close_way(id)
                    }
                    None => Ok(()),
                };
                roads.settle(OsmElement::Way, outcome)
            }
            (Pass::Roads(roads), Kind::Relation { id }) => {
                let outcome = match self.fault {
                    Some(fault) => Err(Skip::from(fault)),
                    None if self.is_marked => close_restriction(id, parts, roads),
                    None => Ok(()),
                };
                roads.settle(OsmElement::Relation, outcome)
            }
            // An element is opened and closed in the same pass.
            _ => Ok(()),
        };
        parts.clear();
        settled
    }
}

fn close_restriction(id: i64, parts: &Parts, roads: &mut RoadsPass) -> Result<(), Skip> {
    parts.keep_tags(&mut roads.gathered);
    for (kind, member_id, role) in &parts.members {
        roads.push_member(*kind, *member_id, &parts.text[role.clone()])?;
    }
    roads.close_restriction(id)
}

/// Returns a node if a way uses it or it may be a named place. Only then are its coordinates read.
fn open_node(tag: &BytesStart<'_>, nodes: &mut NodesPass) -> Result<Option<Kind>, OsmFault> {
    let id = integer(tag, "id")?;
    if is_deleted(tag)? {
        return Ok(None);
    }
    let slot = nodes.find(id);
    if slot.is_none() && !nodes.gathered.wanted.has_places() {
        return Ok(None);
    }
    let point = PointE7::new(degrees_e7(tag, "lat")?, degrees_e7(tag, "lon")?)?;
    Ok(Some(Kind::Node { slot, point }))
}

fn open_way(tag: &BytesStart<'_>) -> Result<Option<Kind>, OsmFault> {
    let id = integer(tag, "id")?;
    Ok(if is_deleted(tag)? { None } else { Some(Kind::Way { id }) })
}

fn open_relation(tag: &BytesStart<'_>) -> Result<Option<Kind>, OsmFault> {
    let id = integer(tag, "id")?;
    Ok(if is_deleted(tag)? { None } else { Some(Kind::Relation { id }) })
}

/// Returns whether an element is marked as deleted, as editors and history files do instead of omitting it.
fn is_deleted(tag: &BytesStart<'_>) -> Result<bool, OsmFault> {
    Ok(attribute(tag, "visible")?.as_deref() == Some("false")
        || attribute(tag, "action")?.as_deref() == Some("delete"))
}

fn add_member(tag: &BytesStart<'_>, parts: &mut Parts) -> Result<(), OsmFault> {
    let kind = match attribute(tag, "type")?.as_deref() {
        Some("node") => MemberKind::Node,
        Some("way") => MemberKind::Way,
        Some("relation") => MemberKind::Relation,
        _ => return Err(OsmFault::Undecodable),
    };
    let id = integer(tag, "ref")?;
    let role = parts.push_text(&attribute(tag, "role")?.unwrap_or_default())?;
    parts.members.push((kind, id, role));
    Ok(())
}

/// Returns the value of an attribute, unescaped. Allocates only if it contains escapes.
fn attribute<'a>(tag: &'a BytesStart<'_>, name: &str) -> Result<Option<Cow<'a, str>>, OsmFault> {
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|_| OsmFault::Undecodable)?;
        if attribute.key.as_ref() == name {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            return value.map(Some).map_err(|_| OsmFault::TextInvalid);
        }
    }
    Ok(None)
}

fn integer(tag: &BytesStart<'_>, name: &str) -> Result<i64, OsmFault> {
    let text = attribute(tag, name)?.ok_or(OsmFault::Undecodable)?;
    text.parse().map_err(|_| OsmFault::Undecodable)
}

fn degrees_e7(tag: &BytesStart<'_>, name: &str) -> Result<i64, OsmFault> {
    let text = attribute(tag, name)?.ok_or(OsmFault::Undecodable)?;
    let degrees: f64 = text.parse().map_err(|_| OsmFault::Undecodable)?;
    // Rejects NaN as well.
    if !(-180.0..=180.0).contains(&degrees) {
        return Err(OsmFault::CoordinateOutOfRange);
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 180 times ten million")]
    Ok((degrees * 1e7).round() as i64)
}
