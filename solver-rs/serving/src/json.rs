//! Writes a matrix as JSON while it is being computed.
//!
//! ```text
//! travel costs:  "a":{"a":[0,0],"b":[1200,95]},"b":{}
//! unreachable:   {"source":"b","destination":"a"}
//! ```
//!
//! There are no outer brackets, because the rows may be part of a larger matrix: the caller joins the texts of several
//! parts with commas.
//!
//! The text is several times the size of the numbers, so it is written once, straight from the block, into one buffer
//! of about the right size. If the buffer cannot grow, the request fails and not the instance: other requests may be
//! using the same memory.

use std::collections::TryReserveError;
use std::ops::Range;

use roads::{PairSelection, PlaceIdx, RowSink, SelectedRow, is_unreachable};

use crate::keys::JsonKeys;

/// An `i32` has at most 11 characters; the comma or bracket after it makes 12.
const NUMBER_BYTES_MAX: usize = 12;
/// Typical distances and times of a city or a country, including commas. It is only a first guess.
const NUMBER_BYTES_TYPICAL: usize = 6;
/// Colon, brackets and comma of a pair.
const PAIR_BYTES: usize = 4;
/// Colon, braces and comma of a row.
const ROW_BYTES: usize = 4;

/// The answer is larger than the memory that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the matrix is larger than the memory that is left")]
pub(crate) struct AnswerTooLarge;

impl From<TryReserveError> for AnswerTooLarge {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}

/// Writes the rows of a matrix.
pub(crate) struct MatrixWriter<'a> {
    keys: &'a JsonKeys,
    numbers_per_pair: usize,
    travel_costs: Vec<u8>,
    unreachable: Vec<u8>,
}

impl<'a> MatrixWriter<'a> {
    pub(crate) fn new(
        keys: &'a JsonKeys,
        lane_count: usize,
        selection: &PairSelection,
        rows: Range<usize>,
    ) -> Result<Self, AnswerTooLarge> {
        let numbers_per_pair = 1 + lane_count;
        let place_count = (selection.place_count() as usize).max(1);
        let pair_bytes = keys.byte_count().div_ceil(place_count)
            + PAIR_BYTES
            + numbers_per_pair * NUMBER_BYTES_TYPICAL;
        let bytes = selection.pair_count_of(rows).saturating_mul(pair_bytes as u64);
        let mut travel_costs = Vec::new();
        travel_costs.try_reserve(usize::try_from(bytes).map_err(|_| AnswerTooLarge)?)?;
        Ok(Self { keys, numbers_per_pair, travel_costs, unreachable: Vec::new() })
    }

    /// Returns the texts of the travel costs and of the unreachable pairs.
    pub(crate) fn finish(self) -> (Vec<u8>, Vec<u8>) {
        (self.travel_costs, self.unreachable)
    }

    fn push_unreachable(
        &mut self,
        source: PlaceIdx,
        destination: PlaceIdx,
    ) -> Result<(), AnswerTooLarge> {
        let pieces = [
            if self.unreachable.is_empty() { &b""[..] } else { b"," },
            br#"{"source":"#,
            self.keys.of(source),
            br#","destination":"#,
            self.keys.of(destination),
            b"}",
        ];
        self.unreachable.try_reserve(pieces.iter().map(|piece| piece.len()).sum())?;
        pieces.iter().for_each(|piece| self.unreachable.extend_from_slice(piece));
        Ok(())
    }
}

impl RowSink for MatrixWriter<'_> {
    type Error = AnswerTooLarge;

    /// A separate function, called once per row, so that V8 can switch to its optimized form between calls.
    #[inline(never)]
    fn row(&mut self, source: PlaceIdx, row: SelectedRow<'_>) -> Result<(), AnswerTooLarge> {
        let pairs_bytes =
            row.pair_count() * (PAIR_BYTES + self.numbers_per_pair * NUMBER_BYTES_MAX);
        let keys_bytes = self.keys.of(source).len() + self.keys.byte_count();
        self.travel_costs.try_reserve(ROW_BYTES + keys_bytes + pairs_bytes)?;

        if !self.travel_costs.is_empty() {
            self.travel_costs.push(b',');
        }
        self.travel_costs.extend_from_slice(self.keys.of(source));
        self.travel_costs.extend_from_slice(b":{");
        let mut is_first = true;
        for (destination, costs) in row.pairs() {
            if is_unreachable(costs) {
                self.push_unreachable(source, destination)?;
                continue;
            }
            if !is_first {
                self.travel_costs.push(b',');
            }
            is_first = false;
            push_pair(&mut self.travel_costs, self.keys.of(destination), costs);
        }
        self.travel_costs.push(b'}');
        Ok(())
    }
}

/// Writes `"key":[1,2,3]`.
fn push_pair(out: &mut Vec<u8>, key: &[u8], costs: &[i32]) {
    out.extend_from_slice(key);
    out.push(b':');
    let mut before = b'[';
    let mut digits = itoa::Buffer::new();
    for &cost in costs {
        out.push(before);
        out.extend_from_slice(digits.format(cost).as_bytes());
        before = b',';
    }
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use roads::{
        ClassRule, ClassSets, CostBlock, Outcome, TravelCosts, UNREACHABLE_METERS,
        UNREACHABLE_SECONDS, walk_matrix,
    };

    use super::*;

    /// Costs as given by a test, row-major over all places.
    struct Table {
        place_count: usize,
        costs: Vec<[i32; 2]>,
    }

    impl TravelCosts for Table {
        fn lane_count(&self) -> usize {
            1
        }

        fn fill(&self, sources: &[PlaceIdx], destinations: &[PlaceIdx], out: &mut CostBlock) {
            out.reshape(sources.len(), destinations.len(), 1);
            for (row_idx, source) in sources.iter().enumerate() {
                let pairs = out.row_mut(row_idx).chunks_exact_mut(2);
                for (destination, pair) in destinations.iter().zip(pairs) {
                    let at = source.as_usize() * self.place_count + destination.as_usize();
                    pair.copy_from_slice(&self.costs[at]);
                }
            }
        }
    }

    const NO_ROAD: [i32; 2] = [UNREACHABLE_METERS, UNREACHABLE_SECONDS];

    fn check(costs: &[[i32; 2]], sources: &[u32], rule: ClassRule, expected: [&str; 2]) {
        let table = Table { place_count: 2, costs: costs.to_vec() };
        let keys = JsonKeys::new(2, r#""ä""q\"""#.into(), vec![0, 4, 9]).unwrap();
        let sources = sources.iter().copied().map(PlaceIdx).collect();
        let destinations = vec![PlaceIdx(0), PlaceIdx(1)];
        let selection = PairSelection::new(2, sources, destinations, rule).unwrap();
        let rows = 0..selection.sources().len();
        let mut writer = MatrixWriter::new(&keys, 1, &selection, rows.clone()).unwrap();
        let outcome = walk_matrix(&table, &selection, rows, &mut writer, &mut || false);
        assert_eq!(outcome, Ok(Outcome::Finished));
        let (travel_costs, unreachable) = writer.finish();
        assert_eq!(String::from_utf8(travel_costs).unwrap(), expected[0]);
        assert_eq!(String::from_utf8(unreachable).unwrap(), expected[1]);
    }

    #[test]
    fn rows_are_the_fields_of_an_object_of_objects_of_arrays() {
        check(
            &[[0, 0], [1_234, 5], [100_000_000, 99], [0, 0]],
            &[0, 1],
            ClassRule::All,
            [r#""ä":{"ä":[0,0],"q\"":[1234,5]},"q\"":{"ä":[100000000,99],"q\"":[0,0]}"#, ""],
        );
    }

    #[test]
    fn without_sources_there_is_no_text() {
        check(&[], &[], ClassRule::All, ["", ""]);
    }

    #[test]
    fn a_source_without_pairs_keeps_its_entry() {
        let sets = ClassSets::from_csr(2, &[0, 0, 1], &[3]).unwrap();
        check(
            &[[0, 0], [1, 1], [2, 2], [0, 0]],
            &[0, 1],
            ClassRule::SharesOne(sets),
            [r#""ä":{},"q\"":{"q\"":[0,0]}"#, ""],
        );
    }

    #[test]
    fn unreachable_pairs_are_listed_apart() {
        check(
            &[[0, 0], NO_ROAD, NO_ROAD, [0, 0]],
            &[0, 1],
            ClassRule::All,
            [
                r#""ä":{"ä":[0,0]},"q\"":{"q\"":[0,0]}"#,
                r#"{"source":"ä","destination":"q\""},{"source":"q\"","destination":"ä"}"#,
            ],
        );
        check(
            &[NO_ROAD, [7, 8], [0, 0], [0, 0]],
            &[0],
            ClassRule::All,
            [r#""ä":{"q\"":[7,8]}"#, r#"{"source":"ä","destination":"ä"}"#],
        );
    }
}
