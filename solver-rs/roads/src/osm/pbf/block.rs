//! A block of elements: its texts, the units of its coordinates, then its groups.
//!
//! The texts and units may follow the groups, so a block is traversed twice; the first traversal skips the
//! groups. A block that cannot be traversed is skipped entirely.

use super::super::accumulator::Skip;
use super::super::error::OsmError;
use super::super::nodes_pass::NodesPass;
use super::super::pass::Pass;
use super::super::report::{OsmElement, OsmFault};
use super::block_strings::{BlockTexts, TextTable};
use super::dense::read_dense;
use super::elements::{read_node, read_relation, read_way};
use super::units::Units;
use super::wire::{Fields, Undecodable};

#[derive(Debug, Default)]
pub(super) struct BlockReader {
    texts: BlockTexts,
}

impl BlockReader {
    /// Reads what the pass needs, and returns whether the block contains nodes.
    pub(super) fn read(&mut self, block: &[u8], pass: &mut Pass) -> Result<bool, OsmError> {
        match self.walk(block, pass) {
            Ok(has_nodes) => Ok(has_nodes),
            Err(Skip::Fatal(error)) => Err(error),
            Err(Skip::Malformed(fault)) => {
                // Counted in the first pass only: the second pass reads the same block again.
                if let Pass::Roads(roads) = pass {
                    roads.gathered.skip(OsmElement::Block, fault);
                }
                Ok(true)
            }
        }
    }

    fn walk(&mut self, block: &[u8], pass: &mut Pass) -> Result<bool, Skip> {
        let (table, units) = read_preamble(block).map_err(OsmFault::from)?;
        let mut texts = self.texts.load(table).map_err(OsmFault::from)?;
        let mut has_nodes = false;
        let mut fields = Fields::of(block);
        while let Some((number, value)) = fields.next().map_err(OsmFault::from)? {
            if number == 2 {
                let group = value.bytes().map_err(OsmFault::from)?;
                has_nodes |= read_group(group, &mut texts, units, pass)?;
            }
        }
        Ok(has_nodes)
    }
}

/// Returns the text table and units of a block, and checks that all its fields can be delimited.
fn read_preamble(block: &[u8]) -> Result<(&[u8], Units), Undecodable> {
    let mut table: &[u8] = &[];
    let mut units = Units { granularity: 100, lat_offset: 0, lon_offset: 0 };
    let mut fields = Fields::of(block);
    while let Some((number, value)) = fields.next()? {
        match number {
            1 => table = value.bytes()?,
            17 => units.granularity = value.signed()?,
            19 => units.lat_offset = value.signed()?,
            20 => units.lon_offset = value.signed()?,
            _ => {}
        }
    }
    Ok((table, units))
}

/// Reads a group, and returns whether it contains nodes.
fn read_group(
    group: &[u8],
    texts: &mut TextTable<'_>,
    units: Units,
    pass: &mut Pass,
) -> Result<bool, Skip> {
    let mut has_nodes = false;
    let mut fields = Fields::of(group);
    while let Some((number, value)) = fields.next().map_err(OsmFault::from)? {
        has_nodes |= number == 1 || number == 2;
        match (number, &mut *pass) {
            (1 | 2, Pass::Nodes(nodes)) => {
                let message = value.bytes().map_err(OsmFault::from)?;
                if number == 1 {
                    read_one_node(message, texts, units, nodes)?;
                } else {
                    read_dense(message, texts, units, nodes)?;
                }
            }
            (3, Pass::Roads(roads)) => {
                let message = value.bytes().map_err(OsmFault::from)?;
                roads.gathered.report.ways_read += 1;
                let outcome = read_way(message, texts, roads);
                roads.settle(OsmElement::Way, outcome)?;
            }
            (4, Pass::Roads(roads)) => {
                let message = value.bytes().map_err(OsmFault::from)?;
                roads.gathered.report.relations_read += 1;
                let outcome = read_relation(message, texts, roads);
                roads.settle(OsmElement::Relation, outcome)?;
            }
            _ => {}
        }
    }
    Ok(has_nodes)
}

fn read_one_node(
    message: &[u8],
    texts: &mut TextTable<'_>,
    units: Units,
    nodes: &mut NodesPass,
) -> Result<(), OsmError> {
    nodes.gathered.report.nodes_read += 1;
    let outcome = read_node(message, texts, units, nodes);
    nodes.gathered.settle(OsmElement::Node, outcome)
}
