//! A set of visits as bits.

use crate::problem::VisitIdx;

/// Maximum number of visits of a problem with a pool of routes.
pub(super) const VISITS_MAX: usize = 320;
const WORDS: usize = VISITS_MAX / 64;

/// Visits below `VISITS_MAX`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct VisitSet([u64; WORDS]);

impl VisitSet {
    pub(super) fn of(visits: &[VisitIdx]) -> Self {
        let mut set = Self::default();
        for visit in visits {
            set.0[visit.at() / 64] |= 1 << (visit.at() % 64);
        }
        set
    }

    pub(super) const fn contains(&self, visit: VisitIdx) -> bool {
        self.0[visit.at() / 64] >> (visit.at() % 64) & 1 == 1
    }

    pub(super) fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == 0)
    }

    pub(super) fn with(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
        self
    }

    /// Calls `act` for each visit, in ascending order.
    pub(super) fn each(&self, mut act: impl FnMut(VisitIdx)) {
        for (word, bits) in self.0.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                act(VisitIdx::of(64 * word + bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_the_visits_that_were_put_in() {
        let (few, others) = ([0, 63, 64, 319].map(VisitIdx), [1, 65].map(VisitIdx));
        let set = VisitSet::of(&few);
        let mut found = Vec::new();
        set.each(|it| found.push(it));
        assert_eq!(found, few);
        assert!(set.contains(VisitIdx(319)) && !set.contains(VisitIdx(1)));
        let other = VisitSet::of(&others);
        assert!(set.is_disjoint(&other) && !set.is_disjoint(&set.with(&other)));
        assert!(set.with(&other).contains(VisitIdx(65)));
    }
}
