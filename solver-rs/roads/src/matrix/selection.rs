//! The pairs of a matrix: candidate sources and destinations, filtered by a class rule.
//!
//! Kept pairs are never stored: a row is listed when it is needed, and counted without being
//! listed. The memory of a selection therefore grows with the number of places and not of pairs.

use std::ops::Range;

use super::ClassRule;
use crate::{PlaceIdx, RoadError};

/// Validated candidates and the rule that filters their pairs.
#[derive(Clone, Debug)]
pub struct PairSelection {
    place_count: u32,
    /// Distinct, each below `place_count`.
    sources: Vec<PlaceIdx>,
    /// Distinct, each below `place_count`.
    destinations: Vec<PlaceIdx>,
    /// The sets of the rule have `place_count` places.
    rule: ClassRule,
}

impl PairSelection {
    /// Validates the candidates. Sources and destinations keep their order.
    ///
    /// # Errors
    /// An index is out of range, or occurs twice in one list.
    ///
    /// # Panics
    /// The class sets are for another number of places.
    pub fn new(
        place_count: u32,
        sources: Vec<PlaceIdx>,
        destinations: Vec<PlaceIdx>,
        rule: ClassRule,
    ) -> Result<Self, RoadError> {
        check_distinct(place_count, &sources)?;
        check_distinct(place_count, &destinations)?;
        if let ClassRule::SharesOne(sets) | ClassRule::Contained(sets) = &rule {
            assert_eq!(sets.place_count(), place_count, "class sets belong to the same places");
        }
        Ok(Self { place_count, sources, destinations, rule })
    }

    /// The number of places that the indexes were validated against.
    #[must_use]
    pub fn place_count(&self) -> u32 {
        self.place_count
    }

    /// The places where trips may start.
    #[must_use]
    pub fn sources(&self) -> &[PlaceIdx] {
        &self.sources
    }

    /// The places where trips may end.
    #[must_use]
    pub fn destinations(&self) -> &[PlaceIdx] {
        &self.destinations
    }

    /// The number of pairs that the rule keeps. Visits all candidate pairs unless every pair is kept.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.pair_count_of(0..self.sources.len())
    }

    /// The number of pairs that the rule keeps for the sources at the given positions.
    ///
    /// # Panics
    /// There are fewer sources.
    #[must_use]
    pub fn pair_count_of(&self, rows: Range<usize>) -> u64 {
        let sources = &self.sources[rows];
        if let ClassRule::All = self.rule {
            return sources.len() as u64 * self.destinations.len() as u64;
        }
        let mut pair_count = 0;
        for &source in sources {
            self.for_each_selected(source, |_| pair_count += 1);
        }
        pair_count
    }

    /// Replaces `positions` by the positions of the destinations that are kept for a source.
    pub fn list_selected(&self, source: PlaceIdx, positions: &mut Vec<u32>) {
        positions.clear();
        self.for_each_selected(source, |position| positions.push(position));
    }

    fn for_each_selected(&self, source: PlaceIdx, keep: impl FnMut(u32)) {
        match &self.rule {
            ClassRule::All => (0..).zip(&self.destinations).map(|(at, _)| at).for_each(keep),
            ClassRule::SharesOne(sets) => sets.keep_sharing(source, &self.destinations, keep),
            ClassRule::Contained(sets) => sets.keep_contained(source, &self.destinations, keep),
        }
    }
}

fn check_distinct(place_count: u32, list: &[PlaceIdx]) -> Result<(), RoadError> {
    let mut is_listed = vec![false; place_count as usize];
    for &place in list {
        match is_listed.get_mut(place.as_usize()) {
            None => return Err(RoadError::PlaceIdxOutOfRange { place_idx: place.0, place_count }),
            Some(true) => return Err(RoadError::PlaceRepeated { place_idx: place.0 }),
            Some(listed) => *listed = true,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::ClassSets;
    use super::*;
    use crate::random::Random;

    fn places(indexes: &[u32]) -> Vec<PlaceIdx> {
        indexes.iter().copied().map(PlaceIdx).collect()
    }

    fn class_sets(sets: &[Vec<i64>]) -> ClassSets {
        let mut first_out = vec![0];
        for set in sets {
            first_out.push(first_out.last().unwrap() + u32::try_from(set.len()).unwrap());
        }
        let place_count = u32::try_from(sets.len()).unwrap();
        ClassSets::from_csr(place_count, &first_out, &sets.concat()).unwrap()
    }

    fn selected_pairs(selection: &PairSelection) -> Vec<(u32, u32)> {
        let mut positions = vec![99];
        let mut pairs = Vec::new();
        for &source in selection.sources() {
            selection.list_selected(source, &mut positions);
            let kept = positions.iter().map(|&at| selection.destinations()[at as usize].0);
            pairs.extend(kept.map(|destination| (source.0, destination)));
        }
        assert_eq!(selection.pair_count(), pairs.len() as u64);
        let middle = selection.sources().len() / 2;
        assert_eq!(
            selection.pair_count_of(0..middle)
                + selection.pair_count_of(middle..selection.sources().len()),
            pairs.len() as u64
        );
        pairs
    }

    #[test]
    fn without_a_rule_every_candidate_is_kept_in_the_order_given() {
        let selection =
            PairSelection::new(4, places(&[3, 0]), places(&[2, 3, 1]), ClassRule::All).unwrap();
        assert_eq!(selected_pairs(&selection), [(3, 2), (3, 3), (3, 1), (0, 2), (0, 3), (0, 1)]);
    }

    #[test]
    fn an_empty_list_keeps_no_pair() {
        let selection = PairSelection::new(2, places(&[0, 1]), vec![], ClassRule::All).unwrap();
        assert_eq!(selected_pairs(&selection), []);
        let selection = PairSelection::new(0, vec![], vec![], ClassRule::All).unwrap();
        assert_eq!(selected_pairs(&selection), []);
    }

    #[test]
    fn sharing_needs_one_class_on_both_ends() {
        // Place 2 has no class: it shares none, not even with itself.
        let sets = class_sets(&[vec![5, -1], vec![-1], vec![], vec![i64::MAX]]);
        let all = places(&[0, 1, 2, 3]);
        let selection =
            PairSelection::new(4, all.clone(), all, ClassRule::SharesOne(sets)).unwrap();
        assert_eq!(selected_pairs(&selection), [(0, 0), (0, 1), (1, 0), (1, 1), (3, 3)]);
    }

    #[test]
    fn containment_needs_all_classes_of_the_destination_at_the_source() {
        // Place 2 has no class: every source contains it, and it contains nothing but itself.
        let sets = class_sets(&[vec![5, -1], vec![-1], vec![], vec![i64::MAX]]);
        let all = places(&[0, 1, 2, 3]);
        let selection =
            PairSelection::new(4, all.clone(), all, ClassRule::Contained(sets)).unwrap();
        assert_eq!(
            selected_pairs(&selection),
            [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (3, 2), (3, 3)]
        );
    }

    #[test]
    fn an_index_out_of_range_or_twice_is_refused() {
        let build = |sources: &[u32], destinations: &[u32]| {
            let selection =
                PairSelection::new(3, places(sources), places(destinations), ClassRule::All);
            selection.map(|selection| selection.pair_count())
        };
        let out_of_range = RoadError::PlaceIdxOutOfRange { place_idx: 3, place_count: 3 };
        assert_eq!(build(&[0, 3], &[0]), Err(out_of_range));
        assert_eq!(build(&[0], &[3]), Err(out_of_range));
        assert_eq!(build(&[2, 0, 2], &[0]), Err(RoadError::PlaceRepeated { place_idx: 2 }));
        assert_eq!(build(&[0], &[1, 1]), Err(RoadError::PlaceRepeated { place_idx: 1 }));
        assert_eq!(build(&[2, 0], &[0, 2]), Ok(4));
    }

    #[test]
    fn both_rules_agree_with_naive_sets() {
        for seed in 0..300 {
            let mut random = Random::seeded(seed);
            let place_count = 1 + random.below(60);
            // Up to 200 values take several words; with few values, shared and contained sets are likely.
            let value_limit = [2, 5, 64, 65, 200][random.below(5) as usize];
            let sets: Vec<Vec<i64>> = (0..place_count)
                .map(|_| {
                    let value_count = random.below(6);
                    let value = |_| i64::from(random.below(value_limit)) * 1_000_003 - 77;
                    (0..value_count).map(value).collect()
                })
                .collect();
            let naive: Vec<BTreeSet<i64>> =
                sets.iter().map(|set| set.iter().copied().collect()).collect();
            let all: Vec<u32> = (0..place_count).collect();
            let expect = |is_kept: &dyn Fn(&BTreeSet<i64>, &BTreeSet<i64>) -> bool| {
                let mut pairs = Vec::new();
                for (source, here) in naive.iter().enumerate() {
                    for (destination, there) in naive.iter().enumerate() {
                        if is_kept(here, there) {
                            pairs.push((all[source], all[destination]));
                        }
                    }
                }
                pairs
            };
            let keep = |rule| {
                let selection =
                    PairSelection::new(place_count, places(&all), places(&all), rule).unwrap();
                selected_pairs(&selection)
            };
            assert_eq!(
                keep(ClassRule::SharesOne(class_sets(&sets))),
                expect(&|here, there| !here.is_disjoint(there)),
                "seed {seed}"
            );
            assert_eq!(
                keep(ClassRule::Contained(class_sets(&sets))),
                expect(&|here, there| there.is_subset(here)),
                "seed {seed}"
            );
        }
    }
}
