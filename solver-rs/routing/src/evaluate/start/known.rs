//! Timelines of recently evaluated routes with driving rules.
//!
//! Choosing a timeline for a week with daily rests takes 10 ms and more, since it walks the route from a dozen starts
//! with thousands of labels each. The memo of the search has the times of few routes on which others depend: not of
//! those with many stops, docks or exceptional days, and not when a plan is restored or written out. Here a repetition
//! takes 0.1 µs.
//!
//! Direct-mapped, as the memo of the search: two independent hashes, 96 bits together, stand for everything on which a
//! timeline depends. At most 256 timelines of 72 bytes a stay: about 0.5 MB.

use crate::evaluate::summary::Outcome;
use crate::instance::feature;
use crate::rules::Miss;
use crate::step::Step;
use crate::timeline::{Bounds, Case, Core, IgnoredRests, Stay};

use super::{Effort, Tries};

const SLOT_BITS: u32 = 8;

/// What was found before, if that is known; otherwise what `look` finds. What is found late may not be the best, and is
/// not kept.
pub(super) fn known_or(
    core: &Core<'_>,
    case: &Case<'_>,
    tries: &mut Tries,
    sought: Sought,
    look: impl FnOnce(&mut Tries) -> Result<Outcome, Miss>,
) -> Result<Outcome, Miss> {
    let Some(key) = Key::of(core, case, &tries.bounds, sought) else { return look(tries) };
    let Tries { known, best, .. } = &mut *tries;
    if let Some(found) = known.get(key, best) {
        return found;
    }
    let found = look(tries);
    if !core.patience.is_late() {
        tries.known.put(key, found, &tries.best);
    }
    found
}

/// Which timeline is looked for: the cheapest one, or one near a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sought {
    Cheapest(Effort),
    Near(i64),
}

/// Identifies a route, its bounds, and the timeline that is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    hash: u64,
    check: u32,
}

#[derive(Clone, Debug)]
struct Slot {
    key: Key,
    found: Result<Outcome, Miss>,
    stays: Vec<Stay>,
}

/// Empty until the first route with driving rules is evaluated.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownTimelines {
    slots: Vec<Option<Slot>>,
}

impl KnownTimelines {
    /// Returns what was found, and copies its timeline to `best`.
    pub(super) fn get(&self, key: Key, best: &mut Vec<Stay>) -> Option<Result<Outcome, Miss>> {
        let slot = self.slots.get(key.slot())?.as_ref().filter(|it| it.key == key)?;
        best.clone_from(&slot.stays);
        Some(slot.found)
    }

    /// Stores what was found, with its timeline.
    pub(super) fn put(&mut self, key: Key, found: Result<Outcome, Miss>, best: &[Stay]) {
        if self.slots.is_empty() {
            self.slots.resize(1 << SLOT_BITS, None);
        }
        let slot = &mut self.slots[key.slot()];
        let mut stays = slot.take().map_or_else(Vec::new, |it| it.stays);
        stays.clear();
        stays.extend_from_slice(best);
        *slot = Some(Slot { key, found, stays });
    }
}

impl Key {
    /// `None` if repeating the search is cheap, or if its result depends on more than the key has.
    pub(super) fn of(
        core: &Core<'_>,
        case: &Case<'_>,
        bounds: &[Bounds],
        sought: Sought,
    ) -> Option<Self> {
        let is_costly = case.shift.features & feature::RULES != 0;
        let is_usual = core.ignored_rests == IgnoredRests::None
            && core.unbroken.is_none()
            && core.openings.is_empty();
        if !is_costly || !is_usual {
            return None;
        }
        let mut key = Self { hash: 0x9E37_79B9_7F4A_7C15, check: case.shift_idx.0 };
        let (kind, near_at) = match sought {
            Sought::Cheapest(effort) => (effort as i64, 0),
            Sought::Near(near_at) => (-1, near_at),
        };
        for word in [i64::from(case.shift_idx.0), kind, near_at, case.manner as i64] {
            key.add(word);
        }
        // The bounds of the whole route change these fields of its shift.
        let shift = case.shift;
        for word in [shift.start_at, shift.latest_end_at, shift.night_count] {
            key.add(word);
        }
        key.add(i64::from(shift.start_place));
        // Words of fixed number, or with a mark, so that no two routes give the same words.
        key.add(core.allowance.map_or(0, |it| {
            let flags = i64::from(it.is_last_reduced) | i64::from(it.owes_part) << 1;
            let counts = [it.reduced, it.extended].map(|it| i64::from(it.cast_unsigned()));
            flags | 1 << 2 | counts[0] << 32 | counts[1] << 16
        }));
        debug_assert_eq!(case.steps.len(), bounds.len());
        for (step, bounds) in case.steps.iter().zip(bounds) {
            let is_bound = *bounds != Bounds::NONE;
            let mark = i64::from(is_bound) << 33;
            key.add(match step {
                // An option belongs to one stop only.
                Step::Stop(_, option) => i64::from(option.0) | mark,
                Step::Reload(position) => i64::from(*position) | 1 << 32 | mark,
            });
            if is_bound {
                key.add(bounds.not_before_at);
                key.add(bounds.not_after_at);
            }
        }
        key.add(i64::try_from(case.steps.len()).expect("steps are few"));
        Some(key)
    }

    fn add(&mut self, word: i64) {
        let word = word.cast_unsigned();
        self.hash = (self.hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.hash ^= self.hash >> 32;
        #[expect(clippy::cast_possible_truncation, reason = "the low half is mixed in")]
        let low = word as u32 ^ (word >> 29) as u32;
        self.check = (self.check.rotate_left(7) ^ low).wrapping_mul(0x9E37_79B1);
    }

    fn slot(self) -> usize {
        usize::try_from(self.hash >> (64 - SLOT_BITS)).expect("a few bits")
    }
}
