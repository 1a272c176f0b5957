//! A set of the visits of a neighborhood as bits.

use super::neighborhood::{MEMBERS_MAX, MemberIdx};

const WORDS: usize = MEMBERS_MAX / 64;

/// Members below `MEMBERS_MAX`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct VisitSet([u64; WORDS]);

impl VisitSet {
    pub(super) fn of(visits: &[MemberIdx]) -> Self {
        let mut set = Self::default();
        for visit in visits {
            set.0[visit.at() / 64] |= 1 << (visit.at() % 64);
        }
        set
    }

    pub(super) const fn contains(&self, visit: MemberIdx) -> bool {
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
    pub(super) fn each(&self, mut act: impl FnMut(MemberIdx)) {
        for (word, bits) in self.0.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                act(MemberIdx::of(64 * word + bits.trailing_zeros() as usize));
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
        let (few, others) = ([0, 63, 64, 319].map(MemberIdx::of), [1, 65].map(MemberIdx::of));
        let set = VisitSet::of(&few);
        let mut found = Vec::new();
        set.each(|it| found.push(it));
        assert_eq!(found, few);
        assert!(set.contains(MemberIdx::of(319)) && !set.contains(MemberIdx::of(1)));
        let other = VisitSet::of(&others);
        assert!(set.is_disjoint(&other) && !set.is_disjoint(&set.with(&other)));
        assert!(set.with(&other).contains(MemberIdx::of(65)));
    }
}
