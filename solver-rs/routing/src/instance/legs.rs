//! Meters and least seconds of legs, for the search: it reads both of nearly every leg that it looks up.
//!
//! ```text
//!              to 0             to 1         …  to NOWHERE
//! from 0       meters seconds   meters seconds  0 0
//! …
//! from NOWHERE 0 0              0 0             0 0
//! ```
//!
//! Both lie side by side in a copy of the table, so that a leg takes one access to memory. Rows and columns are in the
//! order of `numbering`: legs between places near each other share cache lines. Large tables and tables of only some
//! pairs are not copied.

use crate::problem::{TravelTable, pair_in};

use super::NOWHERE;
use super::numbering::number;
use super::symmetry::is_symmetric;

/// Maximum number of places whose legs are copied: 32 MB. The server's estimate of memory (`job.ts`) knows both limits.
const COPIED_PLACES_MAX: usize = 2_000;
/// Maximum number of tables that are copied; further ones belong to few vehicles.
const COPIED_TABLES_MAX: usize = 4;

/// A place, or `NOWHERE`, as legs are looked up: its row and column in the copied tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Row(u32);

/// The legs of all tables.
#[derive(Clone, Debug)]
pub(super) struct Legs<'a> {
    /// By place.
    rows: Vec<Row>,
    /// By row: its place; `NOWHERE` comes last.
    places: Vec<u32>,
    tables: Vec<Table<'a>>,
}

/// The legs of one table.
#[derive(Clone, Debug)]
struct Table<'a> {
    /// Meters, below 0 if no road leads there, and seconds; one row and column more than there are places. Empty if the
    /// table is not copied.
    cells: Vec<[i32; 2]>,
    /// Rows of `cells`.
    width: usize,
    /// Whether the way and the way back always cost the same.
    is_symmetric: bool,
    table: &'a TravelTable,
    /// Least seconds in any lane, one per pair. Empty if the table is copied or has one lane.
    shortest: Vec<i32>,
}

impl<'a> Legs<'a> {
    /// Copies the first tables if they are small enough. O(places² × lanes) per table.
    pub(super) fn new(tables: &'a [TravelTable], place_count: usize) -> Self {
        let first = tables.first().filter(|it| is_copied(it, place_count));
        let rows = first.map_or_else(
            || (0..).map(Row).take(place_count).collect(),
            |it| number(it, place_count).into_iter().map(Row).collect::<Vec<_>>(),
        );
        let mut places = vec![NOWHERE; place_count + 1];
        for (row, place) in rows.iter().zip(0..) {
            places[row.at()] = place;
        }
        let copied = |it: usize| it < COPIED_TABLES_MAX && is_copied(&tables[it], place_count);
        let of = |it| Table::new(&tables[it], &rows, copied(it));
        let tables = (0..tables.len()).map(of).collect();
        Self { rows, places, tables }
    }

    /// Returns the row of a place or of `NOWHERE`.
    #[inline]
    pub(super) fn row(&self, place: u32) -> Row {
        debug_assert!(place == NOWHERE || (place as usize) < self.rows.len(), "a place");
        let nowhere = || Row(u32::try_from(self.rows.len()).expect("places have 32-bit indexes"));
        self.rows.get(place as usize).copied().unwrap_or_else(nowhere)
    }

    pub(super) fn is_symmetric(&self, table: usize) -> bool {
        self.tables[table].is_symmetric
    }

    /// Returns meters and seconds of a leg; `None` if no road leads there.
    #[inline(always)]
    pub(super) fn leg(&self, table: usize, from: Row, to: Row) -> Option<(i64, i64)> {
        let table = &self.tables[table];
        let [meters, seconds] = match table.cell(from, to) {
            Some(cell) => *cell,
            None => self.uncopied_leg(table, from, to),
        };
        (meters >= 0).then_some((i64::from(meters), i64::from(seconds)))
    }

    #[inline(always)]
    pub(super) fn meters(&self, table: usize, from: Row, to: Row) -> Option<i64> {
        let table = &self.tables[table];
        let meters = match table.cell(from, to) {
            Some(cell) => cell[0],
            None => self.uncopied_meters(table, from, to),
        };
        (meters >= 0).then_some(i64::from(meters))
    }

    #[inline(always)]
    pub(super) fn seconds(&self, table: usize, from: Row, to: Row) -> i64 {
        let table = &self.tables[table];
        i64::from(match table.cell(from, to) {
            Some(cell) => cell[1],
            None => self.uncopied_seconds(table, from, to),
        })
    }

    /// Returns meters and seconds of a leg in a table that is not copied: 0 from or to `NOWHERE`. This and the next two
    /// are not inlined, so that what reads copied tables can be.
    #[inline(never)]
    fn uncopied_leg(&self, table: &Table<'_>, from: Row, to: Row) -> [i32; 2] {
        let pair = self.uncopied(table, from, to);
        pair.map_or([0; 2], |it| [table.meters(it), table.seconds(it)])
    }

    #[inline(never)]
    fn uncopied_meters(&self, table: &Table<'_>, from: Row, to: Row) -> i32 {
        self.uncopied(table, from, to).map_or(0, |it| table.meters(it))
    }

    #[inline(never)]
    fn uncopied_seconds(&self, table: &Table<'_>, from: Row, to: Row) -> i32 {
        self.uncopied(table, from, to).map_or(0, |it| table.seconds(it))
    }

    /// Returns the index of a leg in a table that is not copied; `None` from or to `NOWHERE`.
    #[inline]
    fn uncopied(&self, table: &Table<'_>, from: Row, to: Row) -> Option<usize> {
        let (from, to) = (self.places[from.at()], self.places[to.at()]);
        let is_leg = from != NOWHERE && to != NOWHERE;
        is_leg.then(|| pair_in(table.table.rows.as_ref(), self.rows.len(), from, to))
    }
}

impl Row {
    const fn at(self) -> usize {
        self.0 as usize
    }
}

/// Returns whether a table is small enough to be copied.
fn is_copied(table: &TravelTable, place_count: usize) -> bool {
    table.rows.is_none() && place_count <= COPIED_PLACES_MAX
}

impl<'a> Table<'a> {
    fn new(table: &'a TravelTable, rows: &[Row], copied: bool) -> Self {
        let place_count = rows.len();
        let width = place_count + 1;
        let mut legs = Self {
            cells: Vec::new(),
            width,
            is_symmetric: is_symmetric(table, place_count),
            table,
            shortest: Vec::new(),
        };
        let lane_count = table.lane_count as usize;
        if copied {
            legs.cells.resize(width * width, [0; 2]);
            for from in 0..place_count {
                let (first, end) = (from * place_count, (from + 1) * place_count);
                let meters = &table.distance_meters[first..end];
                let seconds = &table.travel_seconds[first * lane_count..end * lane_count];
                let cells = &mut legs.cells[rows[from].at() * width..][..width];
                write_row(meters, seconds, lane_count, rows, cells);
            }
        } else if lane_count > 1 {
            legs.shortest.reserve_exact(table.distance_meters.len());
            for row in table.travel_seconds.chunks(lane_count * place_count.max(1)) {
                add_shortest_of_row(row, lane_count, &mut legs.shortest);
            }
        }
        legs
    }

    /// Returns the cell of a leg; `None` if the table is not copied.
    #[inline(always)]
    fn cell(&self, from: Row, to: Row) -> Option<&[i32; 2]> {
        (!self.cells.is_empty()).then(|| &self.cells[from.at() * self.width + to.at()])
    }

    fn meters(&self, pair: usize) -> i32 {
        self.table.distance_meters[pair]
    }

    fn seconds(&self, pair: usize) -> i32 {
        if self.shortest.is_empty() { self.table.travel_seconds[pair] } else { self.shortest[pair] }
    }
}

/// Writes one row. V8 replaces a function by its optimized form only at a call, and a single loop over a large table
/// would run to its end in the baseline form.
#[inline(never)]
fn write_row(
    meters: &[i32],
    seconds: &[i32],
    lane_count: usize,
    rows: &[Row],
    cells: &mut [[i32; 2]],
) {
    for ((meters, seconds), row) in meters.iter().zip(least_seconds(seconds, lane_count)).zip(rows)
    {
        cells[row.at()] = [*meters, seconds];
    }
}

/// Handles one row per call, for the same reason.
#[inline(never)]
fn add_shortest_of_row(row: &[i32], lane_count: usize, shortest: &mut Vec<i32>) {
    shortest.extend(least_seconds(row, lane_count));
}

/// Returns the least seconds of each pair in any lane.
#[inline(always)]
fn least_seconds(row: &[i32], lane_count: usize) -> impl Iterator<Item = i32> {
    row.chunks_exact(lane_count).map(|pair| pair.iter().copied().min().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copied_and_uncopied_legs_are_those_of_the_table() {
        for lane_count in [1, 3] {
            let place_count = 5;
            let meters = |it: i32| if it % 7 == 3 { -1 } else { 1_000 - it };
            let lanes = usize::try_from(lane_count).unwrap();
            let cells = 25 * i32::try_from(lane_count).unwrap();
            let table = TravelTable {
                lane_count,
                distance_meters: (0..25).map(meters).collect(),
                travel_seconds: (0..cells).map(|it| (it * 7_919) % 101).collect(),
                rows: None,
            };
            let tables = vec![table.clone(); COPIED_TABLES_MAX + 1];
            let legs = Legs::new(&tables, place_count);
            let is_copied = |it: usize| !legs.tables[it].cells.is_empty();
            assert!((0..COPIED_TABLES_MAX).all(is_copied) && !is_copied(COPIED_TABLES_MAX));
            let of = |idx: usize, from: u32, to: u32| {
                let (from, to) = (legs.row(from), legs.row(to));
                let leg = legs.leg(idx, from, to);
                assert_eq!(leg.map(|it| it.0), legs.meters(idx, from, to));
                let seconds = legs.seconds(idx, from, to);
                assert!(leg.is_none_or(|it| it.1 == seconds));
                (leg, seconds)
            };
            for idx in [0, COPIED_TABLES_MAX - 1, COPIED_TABLES_MAX] {
                for (from, to) in (0..5).flat_map(|from| (0..5).map(move |to| (from, to))) {
                    let pair = (from * 5 + to) as usize;
                    let meters = i64::from(table.distance_meters[pair]);
                    let seconds = table.travel_seconds[pair * lanes..][..lanes].iter().min();
                    let seconds = i64::from(*seconds.unwrap());
                    let leg = (meters >= 0).then_some((meters, seconds));
                    assert_eq!(of(idx, from, to), (leg, seconds));
                    let none = (Some((0, 0)), 0);
                    assert_eq!([of(idx, NOWHERE, to), of(idx, from, NOWHERE)], [none; 2]);
                    assert_eq!(of(idx, NOWHERE, NOWHERE), none);
                }
            }
        }
    }
}
