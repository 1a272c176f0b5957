//! The walk over the rows of a matrix: in blocks of sources, row by row into a sink.
//!
//! A block contains all destinations even if classes exclude some of them: a road network computes
//! many of them for the price of few, and computing an estimate costs a fraction of writing it.

use std::ops::Range;

use super::PairSelection;
use crate::{CostBlock, PlaceIdx, TravelCosts};

/// Large enough that the fixed cost of a block is negligible, small enough that a stop is noticed
/// soon: with 2,000 destinations, 32 sources take about 10 ms and 2.3 MB.
const SOURCES_PER_BLOCK: usize = 32;

/// Receives the costs of a matrix, one row per source, in the order of the sources.
pub trait RowSink {
    /// The reason why the sink could not continue.
    type Error;

    /// Receives one source with its kept pairs, of which there may be none.
    ///
    /// # Errors
    /// The sink is full. The walk ends with this error.
    fn row(&mut self, source: PlaceIdx, row: SelectedRow<'_>) -> Result<(), Self::Error>;
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// The sink has received every row.
    Finished,
    /// The walk was stopped; the sink has received some of the rows.
    Stopped,
}

/// The selected pairs of one source.
#[derive(Clone, Copy, Debug)]
pub struct SelectedRow<'a> {
    destinations: &'a [PlaceIdx],
    /// Positions in `destinations`, ascending.
    selected: &'a [u32],
    /// `destinations × pair_len`.
    costs: &'a [i32],
    pair_len: usize,
}

impl<'a> SelectedRow<'a> {
    /// The number of selected pairs.
    #[must_use]
    pub fn pair_count(&self) -> usize {
        self.selected.len()
    }

    /// Each destination with its distance in meters and its travel seconds, one per lane.
    pub fn pairs(&self) -> impl Iterator<Item = (PlaceIdx, &'a [i32])> {
        let Self { destinations, selected, costs, pair_len } = *self;
        selected.iter().map(move |&position| {
            let position = position as usize;
            (destinations[position], &costs[position * pair_len..][..pair_len])
        })
    }
}

/// Computes the selected pairs of the sources at the given positions and passes them to the sink.
/// Calls `should_stop` before each block.
///
/// # Errors
/// The error of the sink.
///
/// # Panics
/// The selection has fewer sources, or contains places that the travel costs do not know.
pub fn walk_matrix<S: RowSink>(
    travel: &impl TravelCosts,
    selection: &PairSelection,
    rows: Range<usize>,
    sink: &mut S,
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<Outcome, S::Error> {
    let destinations = selection.destinations();
    let mut block = CostBlock::default();
    let mut selected = Vec::with_capacity(destinations.len());
    for sources in selection.sources()[rows].chunks(SOURCES_PER_BLOCK) {
        if should_stop() {
            return Ok(Outcome::Stopped);
        }
        travel.fill(sources, destinations, &mut block);
        for (row_idx, &source) in sources.iter().enumerate() {
            selection.list_selected(source, &mut selected);
            let costs = block.row(row_idx);
            let pair_len = block.pair_len();
            sink.row(source, SelectedRow { destinations, selected: &selected, costs, pair_len })?;
        }
    }
    Ok(Outcome::Finished)
}

#[cfg(test)]
mod tests {
    use super::super::{ClassRule, ClassSets};
    use super::*;

    /// Costs that name their pair: the source as the distance, the destination as the travel time.
    struct Labels;

    impl TravelCosts for Labels {
        fn lane_count(&self) -> usize {
            1
        }

        fn fill(&self, sources: &[PlaceIdx], destinations: &[PlaceIdx], out: &mut CostBlock) {
            out.reshape(sources.len(), destinations.len(), 1);
            for (row_idx, source) in sources.iter().enumerate() {
                let pairs = out.row_mut(row_idx).chunks_exact_mut(2);
                for (destination, pair) in destinations.iter().zip(pairs) {
                    let label = |place: &PlaceIdx| i32::try_from(place.0).unwrap();
                    pair.copy_from_slice(&[label(source), label(destination)]);
                }
            }
        }
    }

    struct Recorder {
        rows: Vec<(u32, Vec<u32>)>,
        row_count_max: usize,
    }

    impl RowSink for Recorder {
        type Error = &'static str;

        fn row(&mut self, source: PlaceIdx, row: SelectedRow<'_>) -> Result<(), Self::Error> {
            if self.rows.len() == self.row_count_max {
                return Err("full");
            }
            let mut destinations = Vec::new();
            for (destination, costs) in row.pairs() {
                assert_eq!(costs, [source.0, destination.0].map(|it| i32::try_from(it).unwrap()));
                destinations.push(destination.0);
            }
            assert_eq!(row.pair_count(), destinations.len());
            self.rows.push((source.0, destinations));
            Ok(())
        }
    }

    fn recorder() -> Recorder {
        Recorder { rows: Vec::new(), row_count_max: usize::MAX }
    }

    fn square(place_count: u32) -> PairSelection {
        let all: Vec<PlaceIdx> = (0..place_count).map(PlaceIdx).collect();
        PairSelection::new(place_count, all.clone(), all, ClassRule::All).unwrap()
    }

    #[test]
    fn every_row_arrives_once_whatever_the_blocks() {
        for place_count in [0, 1, 31, 32, 33, 64, 65] {
            let mut sink = recorder();
            let rows = 0..place_count as usize;
            let outcome =
                walk_matrix(&Labels, &square(place_count), rows, &mut sink, &mut || false);
            assert_eq!(outcome, Ok(Outcome::Finished));
            let all: Vec<u32> = (0..place_count).collect();
            let expected: Vec<(u32, Vec<u32>)> = all.iter().map(|&it| (it, all.clone())).collect();
            assert_eq!(sink.rows, expected, "{place_count} places");
        }
    }

    #[test]
    fn selected_rows_are_those_of_the_sources_at_their_positions() {
        let places = |indexes: &[u32]| indexes.iter().copied().map(PlaceIdx).collect();
        let selection =
            PairSelection::new(5, places(&[4, 2, 0, 3]), places(&[1]), ClassRule::All).unwrap();
        for (rows, expected) in [(1..3, vec![2, 0]), (3..4, vec![3]), (4..4, vec![])] {
            let mut sink = recorder();
            let outcome = walk_matrix(&Labels, &selection, rows, &mut sink, &mut || false);
            assert_eq!(outcome, Ok(Outcome::Finished));
            let sources: Vec<u32> = sink.rows.iter().map(|row| row.0).collect();
            assert_eq!(sources, expected);
        }
    }

    #[test]
    fn pairs_that_a_rule_leaves_out_do_not_arrive_but_their_source_does() {
        // Places 0 and 2 have class 1, place 1 has none.
        let sets = ClassSets::from_csr(3, &[0, 1, 1, 2], &[1, 1]).unwrap();
        let all = vec![PlaceIdx(2), PlaceIdx(1), PlaceIdx(0)];
        let selection =
            PairSelection::new(3, all.clone(), all, ClassRule::SharesOne(sets)).unwrap();
        let mut sink = recorder();
        let outcome = walk_matrix(&Labels, &selection, 0..3, &mut sink, &mut || false);
        assert_eq!(outcome, Ok(Outcome::Finished));
        assert_eq!(sink.rows, [(2, vec![2, 0]), (1, vec![]), (0, vec![2, 0])]);
    }

    #[test]
    fn a_stop_is_seen_before_the_next_block() {
        for (blocks_before_stop, expected_rows) in [(0, 0), (1, 32), (2, 64)] {
            let mut asked = 0;
            let mut should_stop = || {
                asked += 1;
                asked > blocks_before_stop
            };
            let mut sink = recorder();
            let outcome = walk_matrix(&Labels, &square(65), 0..65, &mut sink, &mut should_stop);
            assert_eq!(outcome, Ok(Outcome::Stopped));
            assert_eq!(sink.rows.len(), expected_rows);
        }
    }

    #[test]
    fn a_full_sink_ends_the_walk() {
        let mut sink = Recorder { rows: Vec::new(), row_count_max: 3 };
        let outcome = walk_matrix(&Labels, &square(40), 0..40, &mut sink, &mut || false);
        assert_eq!(outcome, Err("full"));
        assert_eq!(sink.rows.len(), 3);
    }
}
