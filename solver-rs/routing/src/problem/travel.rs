//! Travel costs: tables by lane, and the clocks that determine which lane applies.

use serde::{Deserialize, Serialize};

use super::ClockIdx;

/// A place, with the properties of every arrival there.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The clock that determines the traffic windows of legs from here.
    pub clock: ClockIdx,
    /// Done once per arrival, however many stops are made.
    pub setup_seconds: i64,
    /// How many vehicles can be served here at once; `None`: any number.
    #[serde(default)]
    pub docks: Option<u32>,
}

/// From an instant on, local time is UTC plus an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSegment {
    /// Its first second; the first segment also applies before it.
    pub from_at: i64,
    /// Seconds to add to UTC.
    pub offset_seconds: i64,
}

/// The local time of a time zone: ascending segments, at least one.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// Ascending by `from_at`.
    pub segments: Vec<ClockSegment>,
}

/// Which lane applies, by the local time of day of departure. A single lane means no traffic.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TrafficWindows {
    /// The second of the day from which a lane applies, ascending from 0, and the lane.
    pub weekday: Vec<(u32, u32)>,
    /// The same on Saturdays and Sundays.
    pub weekend: Vec<(u32, u32)>,
}

impl Default for TrafficWindows {
    fn default() -> Self {
        Self { weekday: vec![(0, 0)], weekend: vec![(0, 0)] }
    }
}

/// Travel costs of pairs of places: of all pairs, row-major by the place of departure, or of some.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TravelTable {
    /// The number of lanes of `travel_seconds`.
    pub lane_count: u32,
    /// One entry per pair; below 0 if no road leads there. Sent as numbers beside the message, since tables are most of
    /// the bytes.
    #[serde(skip)]
    pub distance_meters: Vec<i32>,
    /// One entry per pair and lane, the lanes of a pair side by side; not negative if a road leads there. Also beside
    /// the message.
    #[serde(skip)]
    pub travel_seconds: Vec<i32>,
    /// The pairs of the table; `None`: all `place_count²` of them. Also beside the message.
    #[serde(skip)]
    pub rows: Option<PairRows>,
}

/// Some pairs of places: for each place of departure, the destinations with known costs. No road leads to the others.
///
/// ```text
/// row of a place ──► its list: places, ascending        many places may share one: those of one route
///              └───► its first pair: one for each place of the list, in order
///                                                       after the last pair comes the entry for no road
/// ```
///
/// For the judgment of plans with 1,000 stops, these are a thirteenth of all pairs, or fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairRows {
    rows: Vec<PairRow>,
    to: Vec<u32>,
    pair_count: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PairRow {
    first_pair: u32,
    first_to: u32,
    to_count: u32,
}

impl PairRows {
    /// Reads numbers: for each place its first pair, where its list begins, and the length of the list; then all lists.
    /// `None` if they are inconsistent, or if a place is not in its own list.
    #[must_use]
    pub fn from_numbers(numbers: &[u32], place_count: usize) -> Option<Self> {
        let (rows, to) = numbers.split_at_checked(3 * place_count)?;
        let row = |it: &[u32]| PairRow { first_pair: it[0], first_to: it[1], to_count: it[2] };
        let rows: Vec<PairRow> = rows.chunks_exact(3).map(row).collect();
        let pair_count = rows.iter().map(|it| it.to_count as usize).sum();
        let holds = |(place, row): (u32, &PairRow)| {
            let end = row.first_to.checked_add(row.to_count)?;
            let to = to.get(row.first_to as usize..end as usize)?;
            let is_within = row.first_pair as usize + to.len() <= pair_count;
            let is_ascending = to.windows(2).all(|it| it[0] < it[1]);
            let is_known = to.last().is_some_and(|it| (*it as usize) < place_count);
            (is_within && is_ascending && is_known && to.binary_search(&place).is_ok())
                .then_some(())
        };
        (0..).zip(&rows).all(|it| holds(it).is_some()).then_some(())?;
        Some(Self { rows, to: to.to_vec(), pair_count })
    }

    /// The number of pairs, including the one for no road.
    pub(crate) const fn len(&self) -> usize {
        self.pair_count + 1
    }

    /// The position of a pair.
    pub(crate) fn pair(&self, from: u32, to: u32) -> usize {
        let PairRow { first_pair, first_to, to_count } = self.rows[from as usize];
        let list = &self.to[first_to as usize..][..to_count as usize];
        list.binary_search(&to).map_or(self.pair_count, |it| first_pair as usize + it)
    }
}

impl TravelTable {
    /// The bytes of a table, before it is allocated.
    #[must_use]
    pub const fn bytes(place_count: u64, lane_count: u64) -> u64 {
        place_count * place_count * (lane_count + 1) * 4
    }

    /// The number of pairs; with rows, one more, which stands for all others.
    pub(crate) fn pair_count(&self, place_count: usize) -> usize {
        self.rows.as_ref().map_or(place_count * place_count, PairRows::len)
    }
}

/// The position of a pair of places in a table.
#[inline(always)]
pub(crate) fn pair_in(rows: Option<&PairRows>, place_count: usize, from: u32, to: u32) -> usize {
    match rows {
        None => from as usize * place_count + to as usize,
        Some(rows) => rows.pair(from, to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places 0 and 2 reach each other, 1 reaches no other place, 3 reaches all.
    const ROWS: [u32; 12] = [0, 0, 2, 4, 6, 1, 2, 0, 2, 5, 2, 4];
    const LISTS: [u32; 7] = [0, 2, 0, 1, 2, 3, 1];

    #[test]
    fn a_pair_is_where_its_row_says_or_behind_all() {
        let rows = PairRows::from_numbers(&[&ROWS[..], &LISTS].concat(), 4).unwrap();
        assert_eq!(rows.len(), 10);
        for (from, pairs) in
            [(0, [0, 9, 1, 9]), (1, [9, 4, 9, 9]), (2, [2, 9, 3, 9]), (3, [5, 6, 7, 8])]
        {
            let found = [0, 1, 2, 3].map(|to| rows.pair(from, to));
            assert_eq!(found, pairs, "from {from}");
        }
    }

    #[test]
    fn rows_that_do_not_hold_together_are_refused() {
        let changed = |at: usize, to: u32| {
            let mut numbers = [&ROWS[..], &LISTS].concat();
            numbers[at] = to;
            PairRows::from_numbers(&numbers, 4)
        };
        for (at, to) in [(9, 6), (1, 6), (4, 7), (5, 0), (12, 2), (17, 4), (18, 0), (2, u32::MAX)] {
            assert_eq!(changed(at, to), None, "{to} at {at}");
        }
        assert_eq!(PairRows::from_numbers(&ROWS[..11], 4), None);
    }
}
