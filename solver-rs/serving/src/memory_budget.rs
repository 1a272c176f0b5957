//! The memory budget of loaded maps: how many bytes they may use together, and the reservations against it.
//!
//! ```text
//! take ─► Reservation, held beside what it was taken for ─► split, as more is known ─► dropped with it
//!                            │
//!                            └─ retire: no new user gets it, and it is free when its last user ends
//! ```
//!
//! A reservation lies in the same `Arc` as the memory that it stands for. Therefore the budget counts the memory that
//! is alive, regardless of which thread still uses it. Retired bytes are counted too, so that threads that wait for
//! room do not drop more than they need.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The memory budget: how many bytes there are, and how many of them are reserved.
#[derive(Debug)]
pub struct Budget(Mutex<Counts>);

#[derive(Clone, Copy, Debug)]
struct Counts {
    bytes_max: u64,
    bytes_used: u64,
    /// The part of `bytes_used` that no new user gets.
    bytes_retired: u64,
}

/// A number of reserved bytes. Dropping it returns them to the budget.
#[derive(Debug)]
pub(crate) struct Reservation {
    budget: &'static Budget,
    bytes: u64,
    is_retired: AtomicBool,
}

impl Budget {
    /// Creates a budget of `bytes_max` bytes, none of which is reserved.
    #[must_use]
    pub const fn new(bytes_max: u64) -> Self {
        Self(Mutex::new(Counts { bytes_max, bytes_used: 0, bytes_retired: 0 }))
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

    /// Reserves `bytes` if that many are free now.
    pub(crate) fn take(&'static self, bytes: u64) -> Option<Reservation> {
        let mut counts = self.lock();
        let bytes_used = counts.bytes_used.saturating_add(bytes);
        if bytes_used > counts.bytes_max {
            return None;
        }
        counts.bytes_used = bytes_used;
        Some(Reservation { budget: self, bytes, is_retired: AtomicBool::new(false) })
    }

    /// Returns how many more bytes have to be retired before `bytes` can be reserved.
    pub(crate) fn deficit(&self, bytes: u64) -> u64 {
        let counts = *self.lock();
        let staying = counts.bytes_used - counts.bytes_retired;
        staying.saturating_add(bytes).saturating_sub(counts.bytes_max)
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reservation {
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Splits a part off this reservation.
    ///
    /// # Panics
    /// The reservation has fewer bytes.
    pub(crate) fn split(&mut self, bytes: u64) -> Self {
        self.bytes = self.bytes.checked_sub(bytes).expect("a part is not larger than the whole");
        Self { budget: self.budget, bytes, is_retired: AtomicBool::new(false) }
    }

    /// Declares that no new user gets the memory that the bytes were reserved for.
    pub(crate) fn retire(&self) {
        if !self.is_retired.swap(true, Ordering::Relaxed) {
            self.budget.lock().bytes_retired += self.bytes;
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut counts = self.budget.lock();
        counts.bytes_used -= self.bytes;
        if *self.is_retired.get_mut() {
            counts.bytes_retired -= self.bytes;
        }
    }
}

/// A value with the memory reserved for it.
#[derive(Debug)]
pub(crate) struct Reserved<T> {
    value: T,
    // After the value: fields are dropped in order of declaration, and the bytes are free only after the value is
    // dropped.
    reservation: Reservation,
}

impl<T> Reserved<T> {
    pub(crate) fn new(value: T, reservation: Reservation) -> Self {
        Self { value, reservation }
    }

    pub(crate) fn reservation(&self) -> &Reservation {
        &self.reservation
    }
}

impl<T> Deref for Reserved<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_is_reserved_up_to_the_last_byte_and_free_when_it_is_dropped() {
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
    fn retired_bytes_are_neither_a_deficit_nor_free() {
        static BUDGET: Budget = Budget::new(100);
        let reservation = BUDGET.take(80).unwrap();
        assert_eq!(BUDGET.deficit(50), 30);
        reservation.retire();
        reservation.retire();
        assert_eq!(BUDGET.deficit(50), 0);
        assert!(BUDGET.take(50).is_none());
        drop(reservation);
        assert!(BUDGET.take(100).is_some());
    }

    #[test]
    fn more_than_there_is_never_fits() {
        static BUDGET: Budget = Budget::new(100);
        let _reservation = BUDGET.take(10);
        assert_eq!(BUDGET.deficit(u64::MAX), u64::MAX - 100);
        assert!(BUDGET.take(u64::MAX).is_none());
    }
}
