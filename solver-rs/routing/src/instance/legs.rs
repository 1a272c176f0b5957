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
pub(super) const COPIED_TABLES_MAX: usize = 4;

/// The legs of one table.
#[derive(Clone, Debug)]
pub(super) struct Legs<'a> {
    /// Meters, below 0 if no road leads there, and seconds; one row and column more than there are places. Empty if the
    /// table is not copied.
    cells: Vec<[i32; 2]>,
    /// By place: its row and column in `cells`.
    numbers: Vec<u32>,
    /// Whether the way and the way back always cost the same.
    pub(super) is_symmetric: bool,
    place_count: usize,
    table: &'a TravelTable,
    /// Least seconds in any lane, one per pair. Empty if the table is copied or has one lane.
    shortest: Vec<i32>,
}

impl<'a> Legs<'a> {
    /// Copies the table if `copies` and its size allow it. O(places² × lanes).
    pub(super) fn new(table: &'a TravelTable, place_count: usize, copies: bool) -> Self {
        let mut legs = Self {
            cells: Vec::new(),
            numbers: Vec::new(),
            is_symmetric: is_symmetric(table, place_count),
            place_count,
            table,
            shortest: Vec::new(),
        };
        let lane_count = table.lane_count as usize;
        if copies && table.rows.is_none() && place_count <= COPIED_PLACES_MAX {
            let width = place_count + 1;
            legs.numbers = number(table, place_count);
            legs.cells.resize(width * width, [0; 2]);
            for from in 0..place_count {
                let (first, end) = (from * place_count, (from + 1) * place_count);
                let meters = &table.distance_meters[first..end];
                let seconds = &table.travel_seconds[first * lane_count..end * lane_count];
                let row = &mut legs.cells[legs.numbers[from] as usize * width..][..width];
                write_row(meters, seconds, lane_count, &legs.numbers, row);
            }
        } else if lane_count > 1 {
            legs.shortest.reserve_exact(table.distance_meters.len());
            for row in table.travel_seconds.chunks(lane_count * place_count.max(1)) {
                add_shortest_of_row(row, lane_count, &mut legs.shortest);
            }
        }
        legs
    }

    /// Returns the cell of a leg: all zero from or to `NOWHERE`.
    #[inline]
    fn cell(&self, from: u32, to: u32) -> [i32; 2] {
        let row = |place: u32| {
            debug_assert!(place == NOWHERE || (place as usize) < self.place_count, "a place");
            self.numbers.get(place as usize).map_or(self.place_count, |it| *it as usize)
        };
        self.cells[row(from) * (self.place_count + 1) + row(to)]
    }

    /// Returns the column of a place.
    pub(super) fn column(&self, place: u32) -> u32 {
        self.numbers.get(place as usize).copied().unwrap_or(place)
    }

    /// Returns meters and seconds of a leg; `None` if no road leads there.
    #[inline]
    pub(super) fn leg(&self, from: u32, to: u32) -> Option<(i64, i64)> {
        let [meters, seconds] = if self.cells.is_empty() {
            [self.uncopied_meters(from, to), self.uncopied_seconds(from, to)]
        } else {
            self.cell(from, to)
        };
        (meters >= 0).then_some((i64::from(meters), i64::from(seconds)))
    }

    #[inline]
    pub(super) fn meters(&self, from: u32, to: u32) -> Option<i64> {
        let meters = if self.cells.is_empty() {
            self.uncopied_meters(from, to)
        } else {
            self.cell(from, to)[0]
        };
        (meters >= 0).then_some(i64::from(meters))
    }

    #[inline]
    pub(super) fn seconds(&self, from: u32, to: u32) -> i64 {
        if self.cells.is_empty() {
            return i64::from(self.uncopied_seconds(from, to));
        }
        i64::from(self.cell(from, to)[1])
    }

    fn uncopied_meters(&self, from: u32, to: u32) -> i32 {
        if from == NOWHERE || to == NOWHERE {
            return 0;
        }
        self.table.distance_meters[pair_in(self.table.rows.as_ref(), self.place_count, from, to)]
    }

    fn uncopied_seconds(&self, from: u32, to: u32) -> i32 {
        if from == NOWHERE || to == NOWHERE {
            return 0;
        }
        let pair = pair_in(self.table.rows.as_ref(), self.place_count, from, to);
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
    numbers: &[u32],
    row: &mut [[i32; 2]],
) {
    for ((meters, seconds), number) in
        meters.iter().zip(least_seconds(seconds, lane_count)).zip(numbers)
    {
        row[*number as usize] = [*meters, seconds];
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
    fn copied_and_uncopied_legs_are_the_same() {
        for lane_count in [1, 3] {
            let place_count = 5;
            let meters = |it: i32| if it % 7 == 3 { -1 } else { 1_000 - it };
            let cells = 25 * i32::try_from(lane_count).unwrap();
            let table = TravelTable {
                lane_count,
                distance_meters: (0..25).map(meters).collect(),
                travel_seconds: (0..cells).map(|it| (it * 7_919) % 101).collect(),
                rows: None,
            };
            let [copied, uncopied] =
                [true, false].map(|copies| Legs::new(&table, place_count, copies));
            assert!(!copied.cells.is_empty() && uncopied.cells.is_empty());
            for from in (0..5).chain([NOWHERE]) {
                for to in (0..5).chain([NOWHERE]) {
                    assert_eq!(copied.meters(from, to), uncopied.meters(from, to));
                    assert_eq!(copied.seconds(from, to), uncopied.seconds(from, to));
                    assert_eq!(copied.leg(from, to), uncopied.leg(from, to));
                    let both = copied.meters(from, to).map(|it| (it, copied.seconds(from, to)));
                    assert_eq!(copied.leg(from, to), both);
                }
            }
            assert_eq!(copied.meters(0, 3), None);
            assert_eq!((copied.meters(NOWHERE, 3), copied.seconds(1, NOWHERE)), (Some(0), 0));
        }
    }
}
