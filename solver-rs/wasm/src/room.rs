//! Room for loaded maps: how many bytes they may take together, and who has how many of them.
//!
//! ```text
//! take ─► Room, held beside what it was taken for ─► split, as more is known ─► dropped with it
//!                            │
//!                            └─ leave: nobody new gets it, and it is free when its last user ends
//! ```
//!
//! A room lies in the same `Arc` as the memory that it stands for, so what is counted is what is alive,
//! whoever still uses it. Counting what leaves keeps those that wait from dropping more than they need.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many bytes there are, and how many are taken.
#[derive(Debug)]
pub(crate) struct Budget(Mutex<Counts>);

#[derive(Clone, Copy, Debug)]
struct Counts {
    bytes_max: u64,
    bytes_used: u64,
    /// Of those used, the ones that nobody new gets.
    bytes_leaving: u64,
}

/// Bytes that are taken; dropping it gives them back.
#[derive(Debug)]
pub(crate) struct Room {
    budget: &'static Budget,
    bytes: u64,
    is_leaving: AtomicBool,
}

impl Budget {
    pub(crate) const fn new(bytes_max: u64) -> Self {
        Self(Mutex::new(Counts { bytes_max, bytes_used: 0, bytes_leaving: 0 }))
    }

    pub(crate) fn set_bytes_max(&self, bytes_max: u64) {
        self.lock().bytes_max = bytes_max;
    }

    pub(crate) fn bytes_max(&self) -> u64 {
        self.lock().bytes_max
    }

    #[cfg(test)]
    pub(crate) fn bytes_used(&self) -> u64 {
        self.lock().bytes_used
    }

    /// Room for some bytes, if there is now.
    pub(crate) fn take(&'static self, bytes: u64) -> Option<Room> {
        let mut counts = self.lock();
        let bytes_used = counts.bytes_used.saturating_add(bytes);
        if bytes_used > counts.bytes_max {
            return None;
        }
        counts.bytes_used = bytes_used;
        Some(Room { budget: self, bytes, is_leaving: AtomicBool::new(false) })
    }

    /// How many bytes more have to leave before there can be room for so many.
    pub(crate) fn shortage(&self, bytes: u64) -> u64 {
        let counts = *self.lock();
        let staying = counts.bytes_used - counts.bytes_leaving;
        staying.saturating_add(bytes).saturating_sub(counts.bytes_max)
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Takes a part out of it.
    ///
    /// # Panics
    /// It has fewer bytes.
    pub(crate) fn split(&mut self, bytes: u64) -> Self {
        self.bytes = self.bytes.checked_sub(bytes).expect("a part is not larger than the whole");
        Self { budget: self.budget, bytes, is_leaving: AtomicBool::new(false) }
    }

    /// Says that nobody new gets what the room was taken for.
    pub(crate) fn leave(&self) {
        if !self.is_leaving.swap(true, Ordering::Relaxed) {
            self.budget.lock().bytes_leaving += self.bytes;
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut counts = self.budget.lock();
        counts.bytes_used -= self.bytes;
        if *self.is_leaving.get_mut() {
            counts.bytes_leaving -= self.bytes;
        }
    }
}

/// Something with the room that it takes.
#[derive(Debug)]
pub(crate) struct Housed<T> {
    value: T,
    // After the value: fields are dropped in their order, and bytes are free only then.
    room: Room,
}

impl<T> Housed<T> {
    pub(crate) fn new(value: T, room: Room) -> Self {
        Self { value, room }
    }

    pub(crate) fn room(&self) -> &Room {
        &self.room
    }
}

impl<T> Deref for Housed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_taken_up_to_the_last_byte_and_free_when_it_is_dropped() {
        static BUDGET: Budget = Budget::new(100);
        let mut all = BUDGET.take(100).unwrap();
        assert!(BUDGET.take(1).is_none());
        let part = all.split(30);
        drop(all);
        assert_eq!(BUDGET.bytes_used(), 30);
        assert!(BUDGET.take(71).is_none());
        let rest = BUDGET.take(70).unwrap();
        drop((part, rest));
        assert_eq!(BUDGET.bytes_used(), 0);
    }

    #[test]
    fn what_leaves_is_no_shortage_and_no_room_yet() {
        static BUDGET: Budget = Budget::new(100);
        let room = BUDGET.take(80).unwrap();
        assert_eq!(BUDGET.shortage(50), 30);
        room.leave();
        room.leave();
        assert_eq!(BUDGET.shortage(50), 0);
        assert!(BUDGET.take(50).is_none());
        drop(room);
        assert!(BUDGET.take(100).is_some());
    }

    #[test]
    fn more_than_there_is_never_fits() {
        static BUDGET: Budget = Budget::new(100);
        let _room = BUDGET.take(10);
        assert_eq!(BUDGET.shortage(u64::MAX), u64::MAX - 100);
        assert!(BUDGET.take(u64::MAX).is_none());
    }
}
