//! Recently evaluated routes and the results of their evaluation.
//!
//! The search meets the same routes again and again: a removed string goes back where it was, or two iterations try one
//! visit at one position. Evaluating a route with breaks in traffic takes 10 µs or more, a look-up here 20 ns. The memo
//! is direct-mapped: an evaluated route replaces the route in its slot. It stores two independent hashes of the steps,
//! 96 bits together, instead of the steps: in 10⁹ look-ups, the probability of confusing two routes of a search is
//! below 10⁻¹⁶.
//!
//! 72 bytes per slot, 1.2 MB in total.

use crate::evaluate::{Evaluation, Step};
use crate::instance::ClassIdx;

const SLOT_BITS: u32 = 14;

/// Identifies an evaluated route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    hash: u64,
    check: u32,
}

/// The part of an evaluation that the search needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Known {
    /// Whether the route keeps all hard rules.
    pub(super) fits: bool,
    pub(super) cost: f64,
    pub(super) distance_meters: i64,
    pub(super) duration_seconds: i64,
    pub(super) driving_seconds: i64,
    pub(super) lateness_seconds: i64,
    pub(super) start_at: i64,
    /// Whether it was evaluated near one start only.
    pub(super) is_draft: bool,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: Key,
    known: Known,
}

const _: () = assert!(size_of::<Slot>() == 72, "as the module states");

#[derive(Default)]
pub(super) struct Memo {
    slots: Vec<Slot>,
}

impl Known {
    pub(super) fn of(evaluation: &Evaluation) -> Self {
        Self {
            fits: evaluation.broken.is_none(),
            cost: evaluation.cost,
            distance_meters: evaluation.distance_meters,
            duration_seconds: evaluation.duration_seconds,
            driving_seconds: evaluation.driving_seconds,
            lateness_seconds: evaluation.lateness_seconds,
            start_at: evaluation.start_at,
            is_draft: false,
        }
    }
}

impl Key {
    /// Returns the key of steps made by a shift of a class.
    pub(super) fn new(class: ClassIdx, steps: &[Step]) -> Self {
        let mut hash = u64::from(class.0) ^ 0x9E37_79B9_7F4A_7C15;
        let mut check = class.0;
        for step in steps {
            let word = match step {
                // An option belongs to one stop only.
                Step::Stop(_, option) => u64::from(option.0),
                Step::Reload(position) => u64::from(*position) | 1 << 32,
            };
            hash = (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            hash ^= hash >> 32;
            #[expect(clippy::cast_possible_truncation, reason = "the low half is mixed in")]
            let low = word as u32 ^ (word >> 16) as u32;
            check = (check.rotate_left(7) ^ low).wrapping_mul(0x9E37_79B1);
        }
        Self { hash, check }
    }
}

impl Memo {
    pub(super) fn get(&self, key: Key) -> Option<Known> {
        let slot = self.slots.get(Self::at(key))?;
        (slot.key == key).then_some(slot.known)
    }

    /// Stores a result. Allocates on first use: if margins are exact, nothing is ever stored.
    pub(super) fn put(&mut self, key: Key, known: Known) {
        if self.slots.is_empty() {
            let empty = Slot { key: Key { hash: 0, check: 0 }, known: Known::default() };
            self.slots.resize(1 << SLOT_BITS, empty);
        }
        self.slots[Self::at(key)] = Slot { key, known };
    }

    pub(super) fn clear(&mut self) {
        self.slots.clear();
    }

    fn at(key: Key) -> usize {
        usize::try_from(key.hash >> (64 - SLOT_BITS)).expect("a few bits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{OptionIdx, StopIdx};

    fn key(class: u32, options: &[u32]) -> Key {
        let stop = |it: &u32| Step::Stop(StopIdx(*it), OptionIdx(*it));
        Key::new(ClassIdx(class), &options.iter().map(stop).collect::<Vec<_>>())
    }

    #[test]
    fn routes_that_differ_in_class_order_or_kind_of_step_have_different_keys() {
        let reload = Key::new(ClassIdx(0), &[Step::Reload(1)]);
        let keys =
            [key(0, &[]), key(1, &[]), key(0, &[1]), key(0, &[1, 2]), key(0, &[2, 1]), reload];
        for (position, one) in keys.iter().enumerate() {
            assert!(!keys[..position].contains(one), "{position}");
        }
        assert_eq!(key(3, &[4, 5]), key(3, &[4, 5]));
    }

    #[test]
    fn entries_are_found_until_their_slot_is_taken() {
        let mut memo = Memo::default();
        let known = Known { fits: true, cost: 7.0, ..Known::default() };
        memo.put(key(0, &[1]), known);
        assert_eq!(memo.get(key(0, &[1])), Some(known));
        assert_eq!(memo.get(key(0, &[2])), None);
        memo.clear();
        assert_eq!(memo.get(key(0, &[1])), None);
    }
}
