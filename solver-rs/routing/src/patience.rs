//! How long the host waits, asked in the middle of what may take long: between two calls of the search it looks at its clock
//! itself, but a single step may evaluate thousands of long routes.
//!
//! ```text
//! work is counted ──► now and then the host is asked ──► its time is over: routes on trial are refused, unevaluated,
//!                                                       and loops end; what stands is still evaluated (`hold`)
//! ```
//!
//! Once over it stays so until `renew`. A search that is never cut short does not depend on how often it asks.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

/// Work between two questions: some 100 ns each, so that a question (0.2 µs) comes every half millisecond.
const WORK_UNASKED: u32 = 5_000;

/// Clones share one. By default it has no end.
#[derive(Clone, Default)]
pub struct Patience(Rc<Shared>);

#[derive(Default)]
struct Shared {
    /// None: the host waits for as long as it takes.
    is_over: Option<Box<dyn Fn() -> bool>>,
    /// Work in all, whatever the host says to it.
    spent: Cell<u64>,
    unasked: Cell<u32>,
    was_over: Cell<bool>,
    is_held: Cell<bool>,
}

impl Patience {
    /// `is_over` tells whether the host's time is. It is asked for the first time when a problem is prepared and its first
    /// plan begins, and again when the answer is written.
    #[must_use]
    pub fn new(is_over: impl Fn() -> bool + 'static) -> Self {
        Self(Rc::new(Shared { is_over: Some(Box::new(is_over)), ..Shared::default() }))
    }

    /// Counts work; whether to give up what is on trial.
    pub(crate) fn spend(&self, work: usize) -> bool {
        let shared = &*self.0;
        shared.spent.set(shared.spent.get() + work as u64);
        let Some(is_over) = &shared.is_over else { return false };
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        let unasked = shared.unasked.get().saturating_add(work);
        if unasked < WORK_UNASKED {
            shared.unasked.set(unasked);
        } else if !shared.was_over.get() {
            shared.unasked.set(0);
            shared.was_over.set(is_over());
        }
        self.is_over()
    }

    /// Work in all so far: the same for equal problems and seeds, while nobody gives up.
    pub(crate) fn spent(&self) -> u64 {
        self.0.spent.get()
    }

    /// Whether to give up what is on trial, as far as is known.
    pub(crate) fn is_over(&self) -> bool {
        self.0.was_over.get() && !self.0.is_held.get()
    }

    /// Whether to come to an end soon, also where nothing may be given up.
    pub(crate) fn is_late(&self) -> bool {
        self.0.was_over.get()
    }

    /// The host has set another end: asks.
    pub(crate) fn renew(&self) {
        if let Some(is_over) = &self.0.is_over {
            self.0.unasked.set(0);
            self.0.was_over.set(is_over());
        }
    }

    /// Until the other call nothing is given up: what is evaluated stands, or did. Returns how it was.
    pub(crate) fn hold(&self, is_held: bool) -> bool {
        self.0.is_held.replace(is_held)
    }
}

impl fmt::Debug for Patience {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Patience").field("is_late", &self.is_late()).finish()
    }
}
