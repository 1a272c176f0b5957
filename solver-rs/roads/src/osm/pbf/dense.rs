//! Dense nodes: the ids, latitudes, longitudes and tags of thousands of nodes as four long lists.
//!
//! All lists except the tags are delta-encoded, so a number that cannot be read ends the group: the nodes
//! before it are kept, those after it are counted as malformed. The tags are key, value, key, value, 0 for
//! one node after another; the list is empty if no node has tags.

use super::super::accumulator::Skip;
use super::super::error::OsmError;
use super::super::nodes_pass::{NodeSlot, NodesPass, PointE7};
use super::super::report::{OsmElement, OsmFault};
use super::block_strings::TextTable;
use super::elements::{add, push_tag};
use super::units::Units;
use super::wire::{Fields, Packed, Undecodable};

#[derive(Default)]
struct DenseLists<'a> {
    ids: Packed<'a>,
    lats: Packed<'a>,
    lons: Packed<'a>,
    keys_values: Packed<'a>,
}

pub(super) fn read_dense(
    message: &[u8],
    texts: &mut TextTable<'_>,
    units: Units,
    nodes: &mut NodesPass,
) -> Result<(), OsmError> {
    let lists = match read_lists(message) {
        Ok(lists) => lists,
        Err(Undecodable) => {
            nodes.gathered.skip(OsmElement::Node, OsmFault::Undecodable);
            return Ok(());
        }
    };
    let node_count = lists.ids.count() as u64;
    nodes.gathered.report.nodes_read += node_count;
    let mut walked_count = 0;
    match walk(lists, texts, units, nodes, &mut walked_count) {
        Ok(()) => Ok(()),
        Err(Skip::Fatal(error)) => Err(error),
        Err(Skip::Malformed(fault)) => {
            nodes.gathered.settle(OsmElement::Node, Ok(()))?;
            let left_count = (node_count - walked_count).max(1);
            nodes.gathered.report.skipped.add(OsmElement::Node, fault, left_count);
            Ok(())
        }
    }
}

fn read_lists(message: &[u8]) -> Result<DenseLists<'_>, Undecodable> {
    let mut lists = DenseLists::default();
    let mut fields = Fields::of(message);
    while let Some((number, value)) = fields.next()? {
        let list = match number {
            1 => &mut lists.ids,
            8 => &mut lists.lats,
            9 => &mut lists.lons,
            10 => &mut lists.keys_values,
            _ => continue,
        };
        if !list.is_empty() {
            return Err(Undecodable);
        }
        *list = Packed::of(value.bytes()?);
    }
    Ok(lists)
}

/// Walks the lists to their end, or until one of them cannot be read, which is the returned error.
fn walk(
    mut lists: DenseLists<'_>,
    texts: &mut TextTable<'_>,
    units: Units,
    nodes: &mut NodesPass,
    walked_count: &mut u64,
) -> Result<(), Skip> {
    let node_count = lists.ids.count();
    if lists.lats.count() != node_count || lists.lons.count() != node_count {
        return Err(OsmFault::CountsDiffer.into());
    }
    let has_tags = !lists.keys_values.is_empty();
    let (mut id, mut lat, mut lon) = (0, 0, 0);
    while let (Some(id_delta), Some(lat_delta), Some(lon_delta)) = (
        lists.ids.next_zigzag().map_err(OsmFault::from)?,
        lists.lats.next_zigzag().map_err(OsmFault::from)?,
        lists.lons.next_zigzag().map_err(OsmFault::from)?,
    ) {
        id = add(id, id_delta)?;
        lat = add(lat, lat_delta)?;
        lon = add(lon, lon_delta)?;
        match nodes.find(id) {
            Some(slot) => {
                let point = units.point(lat, lon);
                let tags = if has_tags {
                    keep_tags(&mut lists.keys_values, texts, nodes)?
                } else {
                    Ok(())
                };
                close(slot, point.and_then(|point| tags.map(|()| point)), nodes)?;
            }
            None if has_tags && nodes.gathered.wanted.has_places() => {
                let tags = keep_tags(&mut lists.keys_values, texts, nodes)?;
                let outcome = match units.point(lat, lon).and_then(|at| tags.map(|()| at)) {
                    Ok(point) => nodes.close_place(point).map_err(Skip::from),
                    Err(fault) => Err(fault.into()),
                };
                nodes.gathered.settle(OsmElement::Node, outcome)?;
            }
            None if has_tags => pass_tags(&mut lists.keys_values)?,
            None => {}
        }
        *walked_count += 1;
    }
    // A truncated number is not included in the count above, and is detected here.
    let all_read = lists.ids.is_empty() && lists.lats.is_empty() && lists.lons.is_empty();
    if all_read { Ok(()) } else { Err(OsmFault::Undecodable.into()) }
}

fn close(
    slot: NodeSlot,
    point: Result<PointE7, OsmFault>,
    nodes: &mut NodesPass,
) -> Result<(), OsmError> {
    let outcome = match point {
        Ok(point) => nodes.close_node(slot, point).map_err(Skip::from),
        Err(fault) => Err(fault.into()),
    };
    nodes.gathered.settle(OsmElement::Node, outcome)
}

/// Skips the tags of one node.
fn pass_tags(keys_values: &mut Packed<'_>) -> Result<(), OsmFault> {
    while next_key(keys_values)?.is_some() {
        keys_values.next()?.ok_or(OsmFault::CountsDiffer)?;
    }
    Ok(())
}

/// Adds the tags of one node to the open element. The inner fault concerns this node only.
fn keep_tags(
    keys_values: &mut Packed<'_>,
    texts: &mut TextTable<'_>,
    nodes: &mut NodesPass,
) -> Result<Result<(), OsmFault>, OsmFault> {
    let mut outcome = Ok(());
    while let Some(key) = next_key(keys_values)? {
        let value = keys_values.next()?.ok_or(OsmFault::CountsDiffer)?;
        if outcome.is_ok() {
            outcome = push_tag(key, value, texts, &mut nodes.gathered);
        }
    }
    Ok(outcome)
}

/// Returns the next key of this node; 0 ends the node.
fn next_key(keys_values: &mut Packed<'_>) -> Result<Option<u64>, OsmFault> {
    let key = keys_values.next()?.ok_or(OsmFault::CountsDiffer)?;
    Ok((key != 0).then_some(key))
}
