//! Writes the hierarchy as arrays of a map file, and reads it.
//!
//! The file contains what is cheaper to read than to compute: cells, arcs and turns. The ranks of cells,
//! slots and lower arcs follow from these. The arrays are validated as far as their use depends on it:
//! rows are in order, indexes are in range, and each arc's upper end is in the chain of its lower end.

use super::contraction::{ArcRows, Arcs};
use super::dissection::{CellIdx, DEPTH_MAX};
use super::order::{Cell, Order, rank_cells};
use super::topology::{Hierarchy, NONE, Turns};
use crate::codec::{ArrayReader, ArrayWriter, MapError, check_below, check_len, check_rows};

impl Hierarchy {
    pub(crate) fn write(&self, writer: &mut ArrayWriter) {
        let cells = &self.order.cells;
        let column = |number: fn(&Cell) -> u32| cells.iter().map(number).collect::<Vec<_>>();
        writer.write(&column(|cell| cell.parent.0));
        writer.write(&column(Cell::last_side));
        writer.write(&column(|cell| cell.node_count));
        writer.write(&column(|cell| cell.primary_count));
        for rows in [&self.arcs.up_out, &self.arcs.up_in] {
            writer.write(&rows.first_arc);
            writer.write(&rows.upper);
        }
        let turns = &self.turns;
        for numbers in [
            &turns.first_out,
            &turns.head,
            &turns.milliseconds,
            &turns.directed_segment,
            &turns.start,
            &turns.first_end,
            &turns.end,
        ] {
            writer.write(numbers);
        }
        for closed in [&turns.closed, &turns.closed_starts] {
            writer.write(&closed.iter().map(|it| it.0).collect::<Vec<_>>());
            writer.write(&closed.iter().map(|it| it.1).collect::<Vec<_>>());
        }
    }

    pub(crate) fn read(
        reader: &mut ArrayReader<'_>,
        segment_count: usize,
        hours_count: usize,
    ) -> Result<Self, MapError> {
        let columns = [reader.read()?, reader.read()?, reader.read()?, reader.read()?];
        let up_out = ArcRows { first_arc: reader.read()?, upper: reader.read()? };
        let up_in = ArcRows { first_arc: reader.read()?, upper: reader.read()? };
        let turns = Turns {
            first_out: reader.read()?,
            head: reader.read()?,
            milliseconds: reader.read()?,
            directed_segment: reader.read()?,
            start: reader.read()?,
            first_end: reader.read()?,
            end: reader.read()?,
            closed: read_closed(reader, hours_count)?,
            closed_starts: read_closed(reader, hours_count)?,
        };
        // The node count of the cells is only trusted if an array of that length exists.
        let order = checked_order(&columns, turns.directed_segment.len())?;
        check_arcs(&up_out, &order)?;
        check_arcs(&up_in, &order)?;
        let arcs = Arcs { up_out, up_in };
        check_turns(&turns, &order, &arcs, segment_count)?;
        Ok(Self::complete(order, arcs, turns))
    }
}

/// Pairs of a position, ascending, and a number of hours.
fn read_closed(
    reader: &mut ArrayReader<'_>,
    hours_count: usize,
) -> Result<Vec<(u32, u32)>, MapError> {
    let (positions, hours): (Vec<u32>, Vec<u32>) = (reader.read()?, reader.read()?);
    check_len(hours.len(), positions.len(), "hours")?;
    check_below(&hours, hours_count, None, "hours")?;
    if !positions.is_sorted_by(|a, b| a < b) {
        return Err(MapError::Inconsistent { what: "hours" });
    }
    Ok(positions.into_iter().zip(hours).collect())
}

/// Validates the columns in the order in which they are written: parents, sides, counts of nodes
/// and of primary nodes.
fn checked_order(columns: &[Vec<u32>; 4], node_count_expected: usize) -> Result<Order, MapError> {
    let [parents, sides, node_counts, primary_counts] = columns;
    for column in columns {
        check_len(column.len(), parents.len(), "cells")?;
    }
    let bad = || MapError::Inconsistent { what: "cells" };
    let mut cells: Vec<Cell> = Vec::with_capacity(parents.len());
    let mut node_count = 0_u32;
    for idx in 0..parents.len() {
        let above = match idx {
            0 => None,
            _ => Some(cells.get(parents[idx] as usize).ok_or_else(bad)?),
        };
        let (depth, path) = match above {
            None => (0, 0),
            Some(above) if above.depth < DEPTH_MAX && sides[idx] < 2 => {
                let side = u64::from(sides[idx]) << (DEPTH_MAX - above.depth);
                (above.depth + 1, above.path | side)
            }
            Some(_) => return Err(bad()),
        };
        if primary_counts[idx] > node_counts[idx] {
            return Err(bad());
        }
        node_count = node_count.checked_add(node_counts[idx]).ok_or_else(bad)?;
        cells.push(Cell {
            parent: CellIdx(parents[idx]),
            depth,
            path,
            first_rank: 0,
            node_count: node_counts[idx],
            primary_count: primary_counts[idx],
            nodes_above: 0,
            primaries_above: 0,
        });
    }
    check_len(node_count as usize, node_count_expected, "cells")?;
    Ok(rank_cells(cells, node_count))
}

fn check_arcs(rows: &ArcRows, order: &Order) -> Result<(), MapError> {
    let node_count = order.cell_of_rank.len();
    check_len(rows.first_arc.len(), node_count + 1, "arcs")?;
    check_rows(&rows.first_arc, rows.upper.len(), "arcs")?;
    check_below(&rows.upper, node_count, None, "arcs")?;
    let cell = |rank: u32| &order.cells[order.cell_of_rank[rank as usize].0 as usize];
    for (rank, bounds) in (0_u32..).zip(rows.first_arc.windows(2)) {
        let row = &rows.upper[bounds[0] as usize..bounds[1] as usize];
        let is_ascending = row.windows(2).all(|pair| pair[0] < pair[1]);
        let lower = cell(rank);
        let climbs = |upper: &u32| *upper > rank && cell(*upper).is_above_or_same(lower);
        if !is_ascending || !row.iter().all(climbs) {
            return Err(MapError::Inconsistent { what: "arcs" });
        }
    }
    Ok(())
}

fn check_turns(
    turns: &Turns,
    order: &Order,
    arcs: &Arcs,
    segment_count: usize,
) -> Result<(), MapError> {
    let node_count = order.cell_of_rank.len();
    let directed_count = segment_count * 2;
    check_len(turns.first_out.len(), node_count + 1, "turns")?;
    check_rows(&turns.first_out, turns.head.len(), "turns")?;
    check_len(turns.milliseconds.len(), turns.head.len(), "turns")?;
    check_below(&turns.head, node_count, None, "turns")?;
    check_len(turns.directed_segment.len(), node_count, "turns")?;
    check_below(&turns.directed_segment, directed_count, None, "turns")?;
    check_len(turns.start.len(), directed_count, "starts")?;
    check_below(&turns.start, node_count, Some(NONE), "starts")?;
    check_len(turns.first_end.len(), directed_count + 1, "ends")?;
    check_rows(&turns.first_end, turns.end.len(), "ends")?;
    check_below(&turns.end, node_count, None, "ends")?;
    for (closed, count) in
        [(&turns.closed, turns.head.len()), (&turns.closed_starts, directed_count)]
    {
        if closed.last().is_some_and(|last| last.0 as usize >= count) {
            return Err(MapError::Inconsistent { what: "hours" });
        }
    }
    for rank in 0..u32::try_from(node_count).map_err(|_| MapError::Truncated)? {
        for (head, _) in turns.of(rank) {
            let is_arc = match rank.cmp(&head) {
                std::cmp::Ordering::Less => arcs.up_out.find(rank, head).is_some(),
                std::cmp::Ordering::Greater => arcs.up_in.find(head, rank).is_some(),
                std::cmp::Ordering::Equal => true,
            };
            if !is_arc {
                return Err(MapError::Inconsistent { what: "turns" });
            }
        }
    }
    Ok(())
}
