//! Ways, relations, and nodes outside dense groups.
//!
//! Lists must be packed and in one piece, as all writers produce them; a second piece of the same list is a
//! fault. Elements that are not needed for roads or restrictions are recognized before any of their texts is
//! stored.

use super::super::accumulator::{Gathered, Skip};
use super::super::data::MemberKind;
use super::super::nodes_pass::NodesPass;
use super::super::report::OsmFault;
use super::super::roads_pass::RoadsPass;
use super::block_strings::TextTable;
use super::units::Units;
use super::wire::{Fields, Packed, Undecodable, Value};

/// A list of a message, which may occur once.
#[derive(Clone, Copy, Default)]
struct List<'a>(Option<Packed<'a>>);

impl<'a> List<'a> {
    fn set(&mut self, value: Value<'a>) -> Result<(), Undecodable> {
        match self.0.replace(Packed::of(value.bytes()?)) {
            None => Ok(()),
            Some(_) => Err(Undecodable),
        }
    }

    fn get(self) -> Packed<'a> {
        self.0.unwrap_or_default()
    }
}

/// The tags of an element, as positions in the text table.
#[derive(Clone, Copy, Default)]
struct TagLists<'a> {
    keys: List<'a>,
    values: List<'a>,
}

impl TagLists<'_> {
    /// Calls `tag` for each tag.
    fn each(self, mut tag: impl FnMut(u64, u64) -> Result<(), OsmFault>) -> Result<(), OsmFault> {
        let (mut keys, mut values) = (self.keys.get(), self.values.get());
        loop {
            match (keys.next()?, values.next()?) {
                (Some(key), Some(value)) => tag(key, value)?,
                (None, None) => return Ok(()),
                _ => return Err(OsmFault::CountsDiffer),
            }
        }
    }

    fn any(
        self,
        texts: &TextTable<'_>,
        marks: impl Fn(&[u8], &[u8]) -> bool,
    ) -> Result<bool, OsmFault> {
        let mut found = false;
        self.each(|key, value| {
            found |= marks(texts.bytes(key)?, texts.bytes(value)?);
            Ok(())
        })?;
        Ok(found)
    }

    fn keep(self, texts: &mut TextTable<'_>, gathered: &mut Gathered) -> Result<(), OsmFault> {
        self.each(|key, value| push_tag(key, value, texts, gathered))
    }
}

/// Adds a tag to the open element if its key is kept.
pub(super) fn push_tag(
    key: u64,
    value: u64,
    texts: &mut TextTable<'_>,
    gathered: &mut Gathered,
) -> Result<(), OsmFault> {
    if let Some(key) = texts.key(key, gathered)? {
        let value = texts.value(value, &mut gathered.texts)?;
        gathered.push_tag(key, value);
    }
    Ok(())
}

pub(super) fn read_way(
    message: &[u8],
    texts: &mut TextTable<'_>,
    roads: &mut RoadsPass,
) -> Result<(), Skip> {
    let (id, tags, refs) = read_way_fields(message).map_err(OsmFault::from)?;
    let wanted = &roads.gathered.wanted;
    let is_marked = tags.any(texts, |key, value| wanted.marks_way(key, value))?;
    if !is_marked && !wanted.names_way(id) {
        return Ok(());
    }
    tags.keep(texts, &mut roads.gathered)?;
    let mut refs = refs.get();
    roads.reserve_refs(refs.count())?;
    let mut node_id = 0;
    while let Some(delta) = refs.next_zigzag().map_err(OsmFault::from)? {
        node_id = add(node_id, delta)?;
        roads.push_ref(node_id);
    }
    roads.close_way(id)
}

fn read_way_fields(message: &[u8]) -> Result<(i64, TagLists<'_>, List<'_>), Undecodable> {
    let mut id = None;
    let mut tags = TagLists::default();
    let mut refs = List::default();
    let mut fields = Fields::of(message);
    while let Some((number, value)) = fields.next()? {
        match number {
            1 => id = Some(value.signed()?),
            2 => tags.keys.set(value)?,
            3 => tags.values.set(value)?,
            8 => refs.set(value)?,
            _ => {}
        }
    }
    Ok((id.ok_or(Undecodable)?, tags, refs))
}

#[derive(Default)]
struct MemberLists<'a> {
    roles: List<'a>,
    ids: List<'a>,
    kinds: List<'a>,
}

pub(super) fn read_relation(
    message: &[u8],
    texts: &mut TextTable<'_>,
    roads: &mut RoadsPass,
) -> Result<(), Skip> {
    let (id, tags, members) = read_relation_fields(message).map_err(OsmFault::from)?;
    let wanted = &roads.gathered.wanted;
    if !tags.any(texts, |key, value| wanted.marks_relation(key, value))? {
        return Ok(());
    }
    tags.keep(texts, &mut roads.gathered)?;
    let (mut roles, mut ids, mut kinds) =
        (members.roles.get(), members.ids.get(), members.kinds.get());
    if roles.count() != ids.count() || roles.count() != kinds.count() {
        return Err(OsmFault::CountsDiffer.into());
    }
    let mut member_id = 0;
    while let (Some(role), Some(delta), Some(kind)) = (
        roles.next().map_err(OsmFault::from)?,
        ids.next_zigzag().map_err(OsmFault::from)?,
        kinds.next().map_err(OsmFault::from)?,
    ) {
        member_id = add(member_id, delta)?;
        let kind = match kind {
            0 => MemberKind::Node,
            1 => MemberKind::Way,
            2 => MemberKind::Relation,
            _ => return Err(OsmFault::Undecodable.into()),
        };
        roads.push_member(kind, member_id, texts.text(role)?)?;
    }
    roads.close_restriction(id)
}

fn read_relation_fields(
    message: &[u8],
) -> Result<(i64, TagLists<'_>, MemberLists<'_>), Undecodable> {
    let mut id = None;
    let mut tags = TagLists::default();
    let mut members = MemberLists::default();
    let mut fields = Fields::of(message);
    while let Some((number, value)) = fields.next()? {
        match number {
            1 => id = Some(value.signed()?),
            2 => tags.keys.set(value)?,
            3 => tags.values.set(value)?,
            8 => members.roles.set(value)?,
            9 => members.ids.set(value)?,
            10 => members.kinds.set(value)?,
            _ => {}
        }
    }
    Ok((id.ok_or(Undecodable)?, tags, members))
}

pub(super) fn read_node(
    message: &[u8],
    texts: &mut TextTable<'_>,
    units: Units,
    nodes: &mut NodesPass,
) -> Result<(), Skip> {
    let mut id = None;
    let mut lat = None;
    let mut lon = None;
    let mut tags = TagLists::default();
    let mut fields = Fields::of(message);
    while let Some((number, value)) = fields.next().map_err(OsmFault::from)? {
        match number {
            1 => id = Some(value.zigzag().map_err(OsmFault::from)?),
            2 => tags.keys.set(value).map_err(OsmFault::from)?,
            3 => tags.values.set(value).map_err(OsmFault::from)?,
            8 => lat = Some(value.zigzag().map_err(OsmFault::from)?),
            9 => lon = Some(value.zigzag().map_err(OsmFault::from)?),
            _ => {}
        }
    }
    let (Some(id), Some(lat), Some(lon)) = (id, lat, lon) else {
        return Err(OsmFault::Undecodable.into());
    };
    let slot = nodes.find(id);
    if slot.is_none() && !nodes.gathered.wanted.has_places() {
        return Ok(());
    }
    let point = units.point(lat, lon)?;
    tags.keep(texts, &mut nodes.gathered)?;
    let Some(slot) = slot else { return Ok(nodes.close_place(point)?) };
    nodes.close_node(slot, point)?;
    Ok(())
}

/// Returns the next of a series of delta-encoded numbers.
#[inline]
pub(super) fn add(number: i64, delta: i64) -> Result<i64, OsmFault> {
    number.checked_add(delta).ok_or(OsmFault::DeltaOverflow)
}
