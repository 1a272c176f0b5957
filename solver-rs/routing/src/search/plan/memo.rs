//! Recently evaluated routes and the results of their evaluation.
//!
//! The search meets the same routes again and again: a removed string goes back where it was, or two iterations try one
//! visit at one position. Evaluating a route with breaks in traffic takes 10 µs or more, a look-up here 20 ns. The memo
//! is direct-mapped: an evaluated route replaces the route in its slot. It stores two independent hashes of the steps,
//! 96 bits together, instead of the steps: in 10⁹ look-ups, the probability of confusing two routes of a search is
//! below 10⁻¹⁶.
//!
//! Where routes depend on one another, the bounds that others impose belong to the key, and the times of a route that
//! fits are stored as well, for the visits on other routes. Half of the evaluations for care with 45 orders are known.
//!
//! 72 bytes per slot, 1.2 MB in total; with times, 280 bytes per slot and 1.1 MB more.

use super::route::RouteState;
use crate::evaluate::{Evaluation, Pin, Step};
use crate::instance::ClassIdx;

const SLOT_BITS: u32 = 14;
/// The same for times. For 45 orders, nine of ten that are looked up again are among the last 3,000.
const TIMED_SLOT_BITS: u32 = 12;
/// The most steps of a route whose times are stored.
const TIMED_STEPS_MAX: usize = 32;

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

/// When the service of each step of a route starts and ends, in seconds from the route's start.
#[derive(Clone, Copy, Debug)]
struct TimedSlot {
    key: Key,
    start_at: i64,
    seconds: [[u32; 2]; TIMED_STEPS_MAX],
}

const _: () = assert!(size_of::<Slot>() == 72, "as the module states");
const _: () = assert!(size_of::<TimedSlot>() == 280, "as the module states");

#[derive(Default)]
pub(super) struct Memo {
    slots: Vec<Slot>,
    timed: Vec<TimedSlot>,
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
    const NONE: Self = Self { hash: 0, check: 0 };

    /// Returns the key of steps made by a shift of a class within bounds; `None` if a bound also says where the route
    /// begins or which exceptions its days may use.
    pub(super) fn new(class: ClassIdx, steps: &[Step], pins: &[Pin]) -> Option<Self> {
        let hash = u64::from(class.0) ^ 0x9E37_79B9_7F4A_7C15;
        let mut key = Self { hash, check: class.0 };
        for step in steps {
            key.mix(match step {
                // An option belongs to one stop only.
                Step::Stop(_, option) => u64::from(option.0),
                Step::Reload(position) => u64::from(*position) | 1 << 32,
            });
        }
        for pin in pins {
            if pin.from.is_some() || pin.allowance.is_some() {
                return None;
            }
            key.mix(u64::from(pin.step) | 2 << 32);
            key.mix(pin.not_before_at.cast_unsigned());
            key.mix(pin.not_after_at.cast_unsigned());
        }
        Some(key)
    }

    fn mix(&mut self, word: u64) {
        self.hash = (self.hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.hash ^= self.hash >> 32;
        #[expect(clippy::cast_possible_truncation, reason = "the low half is mixed in")]
        let low = word as u32 ^ (word >> 16) as u32;
        self.check = (self.check.rotate_left(7) ^ low).wrapping_mul(0x9E37_79B1);
    }

    fn slot(self, bits: u32) -> usize {
        usize::try_from(self.hash >> (64 - bits)).expect("a few bits")
    }
}

impl Memo {
    pub(super) fn get(&self, key: Key) -> Option<Known> {
        let slot = self.slots.get(key.slot(SLOT_BITS))?;
        (slot.key == key).then_some(slot.known)
    }

    /// Stores a result. Allocates on first use: if margins are exact, nothing is ever stored.
    pub(super) fn put(&mut self, key: Key, known: Known) {
        if self.slots.is_empty() {
            self.slots.resize(1 << SLOT_BITS, Slot { key: Key::NONE, known: Known::default() });
        }
        self.slots[key.slot(SLOT_BITS)] = Slot { key, known };
    }

    /// Sets the times of a route that starts at `start_at`; returns whether they are stored.
    pub(super) fn get_times(&self, key: Key, start_at: i64, route: &mut RouteState) -> bool {
        let slot = self.timed.get(key.slot(TIMED_SLOT_BITS));
        let is_its = |it: &&TimedSlot| it.key == key && it.start_at == start_at;
        let Some(slot) = slot.filter(is_its) else { return false };
        let at = |seconds: u32| start_at + i64::from(seconds);
        let seconds = &slot.seconds[..route.steps.len()];
        route.starts.clear();
        route.starts.extend(seconds.iter().map(|it| at(it[0])));
        route.ends.clear();
        route.ends.extend(seconds.iter().map(|it| at(it[1])));
        route.docked.clear();
        route.days.clear();
        true
    }

    /// Stores the times of a route that starts at `start_at`, unless it is long, or uses docks or exceptional days.
    pub(super) fn put_times(&mut self, key: Key, start_at: i64, route: &RouteState) {
        if self.timed.is_empty() {
            let seconds = [[0; 2]; TIMED_STEPS_MAX];
            let empty = TimedSlot { key: Key::NONE, start_at: 0, seconds };
            self.timed.resize(1 << TIMED_SLOT_BITS, empty);
        }
        let slot = &mut self.timed[key.slot(TIMED_SLOT_BITS)];
        slot.key = Key::NONE;
        let has_more = !route.docked.is_empty() || !route.days.is_empty();
        if has_more || route.steps.len() > TIMED_STEPS_MAX {
            return;
        }
        for (seconds, times) in slot.seconds.iter_mut().zip(route.starts.iter().zip(&route.ends)) {
            let times = [times.0, times.1].map(|at| u32::try_from(at - start_at));
            let [Ok(start), Ok(end)] = times else { return };
            *seconds = [start, end];
        }
        (slot.key, slot.start_at) = (key, start_at);
    }

    pub(super) fn clear(&mut self) {
        self.slots.clear();
        self.timed.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{OptionIdx, StopIdx, Window};

    fn steps(options: &[u32]) -> Vec<Step> {
        options.iter().map(|it| Step::Stop(StopIdx(*it), OptionIdx(*it))).collect()
    }

    fn key(class: u32, options: &[u32]) -> Key {
        Key::new(ClassIdx(class), &steps(options), &[]).unwrap()
    }

    #[test]
    fn routes_that_differ_in_class_steps_or_bounds_have_different_keys() {
        let reload = Key::new(ClassIdx(0), &[Step::Reload(1)], &[]).unwrap();
        let pinned = |step: u32, start_at: i64, end_at: i64| {
            let pin = Pin::step(step, Window { start_at, end_at });
            Key::new(ClassIdx(0), &steps(&[1, 2]), &[pin]).unwrap()
        };
        let keys = [
            key(0, &[]),
            key(1, &[]),
            key(0, &[1]),
            key(0, &[1, 2]),
            key(0, &[2, 1]),
            reload,
            pinned(0, 0, 9),
            pinned(1, 0, 9),
            pinned(0, 1, 9),
            pinned(0, 0, 8),
        ];
        for (position, one) in keys.iter().enumerate() {
            assert!(!keys[..position].contains(one), "{position}");
        }
        assert_eq!(key(3, &[4, 5]), key(3, &[4, 5]));
        assert_eq!(pinned(0, 0, 9), pinned(0, 0, 9));
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

    #[test]
    fn times_are_those_of_the_route_that_was_stored() {
        let mut memo = Memo::default();
        let of = |options: &[u32]| {
            let (starts, ends) = (vec![1_010, 1_100], vec![1_020, 1_100]);
            RouteState { steps: steps(options), starts, ends, ..RouteState::default() }
        };
        let (known, mut other) = (of(&[1, 2]), RouteState::default());
        memo.put_times(key(0, &[1, 2]), 1_000, &known);
        other.steps = steps(&[1, 2]);
        assert!(!memo.get_times(key(0, &[2, 1]), 1_000, &mut other));
        assert!(!memo.get_times(key(0, &[1, 2]), 999, &mut other));
        assert!(memo.get_times(key(0, &[1, 2]), 1_000, &mut other));
        assert_eq!((&other.starts, &other.ends), (&known.starts, &known.ends));
        let long: Vec<u32> = (0..=32).collect();
        let long_route = RouteState {
            starts: vec![2_000; long.len()],
            ends: vec![2_000; long.len()],
            ..of(&long)
        };
        memo.put_times(key(0, &long), 1_000, &long_route);
        assert!(!memo.get_times(key(0, &long), 1_000, &mut of(&long)));
        memo.clear();
        assert!(!memo.get_times(key(0, &[1, 2]), 1_000, &mut other));
    }
}
