//! Location classes: arbitrary integers that places carry, and the rule that selects pairs by them.
//!
//! The values of a request become dense numbers, and the set of a place becomes a row of bits, so
//! that one `and` tests 64 classes. Typical requests have fewer, so a pair takes a nanosecond. Sets
//! take `places × ceil(classes / 64)` words; `WORDS_MAX` prevents a request with many places that
//! share few values from using the memory of all others.

use crate::{PlaceIdx, RoadError};

/// 64 MiB of bits: 10,000 places may have 53,632 classes, and 2,000 places 268,416.
const WORDS_MAX: usize = 1 << 23;

/// The rule that decides which pairs of candidates are kept.
#[derive(Clone, Debug)]
pub enum ClassRule {
    /// Every pair.
    All,
    /// Pairs whose ends have a class in common. A place without classes is in no such pair.
    SharesOne(ClassSets),
    /// Pairs whose source has every class of the destination. A destination without classes is always kept.
    Contained(ClassSets),
}

/// The classes of every place.
#[derive(Clone, Debug)]
pub struct ClassSets {
    place_count: u32,
    words_per_place: usize,
    /// Row-major `place_count × words_per_place`.
    words: Vec<u64>,
}

impl ClassSets {
    /// Creates the sets. Place `i` has the values from `first_out[i]` to before `first_out[i + 1]`,
    /// in any order and possibly repeated.
    ///
    /// # Errors
    /// The offsets do not start at 0, decrease, or do not end at the number of values; or there are
    /// too many different values for this number of places.
    pub fn from_csr(
        place_count: u32,
        first_out: &[u32],
        values: &[i64],
    ) -> Result<Self, RoadError> {
        check_offsets(place_count, first_out, values.len())?;
        let mut classes = values.to_vec();
        classes.sort_unstable();
        classes.dedup();

        let words_per_place = classes.len().div_ceil(64);
        let words_per_place_max = WORDS_MAX / (place_count.max(1) as usize);
        if words_per_place > words_per_place_max {
            return Err(RoadError::TooManyClasses {
                class_count: classes.len(),
                class_count_max: words_per_place_max * 64,
            });
        }
        let mut words = vec![0; place_count as usize * words_per_place];
        for (place_idx, range) in first_out.windows(2).enumerate() {
            for value in &values[range[0] as usize..range[1] as usize] {
                // Every value is found, because the classes were collected from the values.
                let class = classes.partition_point(|class| class < value);
                words[place_idx * words_per_place + class / 64] |= 1 << (class % 64);
            }
        }
        Ok(Self { place_count, words_per_place, words })
    }

    pub(super) fn place_count(&self) -> u32 {
        self.place_count
    }

    fn set(&self, place: PlaceIdx) -> &[u64] {
        &self.words[place.as_usize() * self.words_per_place..][..self.words_per_place]
    }

    /// Passes to `keep` the positions of the destinations that share a class with the source.
    pub(super) fn keep_sharing(
        &self,
        source: PlaceIdx,
        destinations: &[PlaceIdx],
        keep: impl FnMut(u32),
    ) {
        let of_source = self.set(source);
        keep_where(destinations, keep, |destination| {
            self.set(destination).iter().zip(of_source).any(|(there, here)| there & here != 0)
        });
    }

    /// Passes to `keep` the positions of the destinations whose classes are all classes of the source.
    pub(super) fn keep_contained(
        &self,
        source: PlaceIdx,
        destinations: &[PlaceIdx],
        keep: impl FnMut(u32),
    ) {
        let of_source = self.set(source);
        keep_where(destinations, keep, |destination| {
            self.set(destination).iter().zip(of_source).all(|(there, here)| there & !here == 0)
        });
    }
}

fn keep_where(
    destinations: &[PlaceIdx],
    mut keep: impl FnMut(u32),
    is_kept: impl Fn(PlaceIdx) -> bool,
) {
    for (position, &destination) in (0..).zip(destinations) {
        if is_kept(destination) {
            keep(position);
        }
    }
}

fn check_offsets(place_count: u32, first_out: &[u32], value_count: usize) -> Result<(), RoadError> {
    let cuts_all = first_out.len() == place_count as usize + 1
        && first_out.first() == Some(&0)
        && first_out.last().is_some_and(|&end| end as usize == value_count)
        && first_out.is_sorted();
    if cuts_all {
        return Ok(());
    }
    Err(RoadError::ClassOffsetsInvalid { place_count, offset_count: first_out.len(), value_count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_that_do_not_cut_the_values_are_refused() {
        for first_out in [&[][..], &[0], &[0, 1], &[1, 1, 2], &[0, 2, 1], &[0, 1, 1], &[0, 1, 3]] {
            assert_eq!(
                ClassSets::from_csr(2, first_out, &[7, 8]).unwrap_err(),
                RoadError::ClassOffsetsInvalid {
                    place_count: 2,
                    offset_count: first_out.len(),
                    value_count: 2
                },
                "{first_out:?}"
            );
        }
    }

    #[test]
    fn sets_stay_within_their_memory() {
        // With 2^17 places, each may have 2^23 / 2^17 = 64 words, which are 4,096 classes.
        let place_count = 1 << 17;
        let check = |class_count: u32| {
            let mut first_out = vec![class_count; place_count as usize + 1];
            first_out[0] = 0;
            let values: Vec<i64> = (0..i64::from(class_count)).collect();
            ClassSets::from_csr(place_count, &first_out, &values).map(|sets| sets.words.len())
        };
        assert_eq!(check(4_096), Ok(WORDS_MAX));
        assert_eq!(
            check(4_097),
            Err(RoadError::TooManyClasses { class_count: 4_097, class_count_max: 4_096 })
        );
    }
}
