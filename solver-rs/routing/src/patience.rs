//! Tells long computations whether the host still waits. Between two calls of the search the host looks at its clock
//! itself, but a single call may evaluate thousands of long routes.
//!
//! ```text
//! work is counted ──► now and then the host is asked ──► its time is over: trial routes are refused without being
//!                                                       evaluated, and loops end, except in `never_give_up`
//! ```
//!
//! Once the time is over it stays over until `renew`. Results of a search that is never cut short do not depend on how
//! often the host is asked.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

/// Work between two questions to the host. A unit takes about 100 ns, so that a question (0.2 µs) comes every 0.5 ms.
const WORK_UNASKED: u32 = 5_000;

/// Clones share their state. The default never ends.
#[derive(Clone, Default)]
pub struct Patience(Rc<Shared>);

#[derive(Default)]
struct Shared {
    /// `None`: the host waits as long as it takes.
    is_over: Option<Box<dyn Fn() -> bool>>,
    /// Total work, counted whether or not the time is over.
    spent: Cell<u64>,
    unasked: Cell<u32>,
    was_over: Cell<bool>,
    never_gives_up: Cell<bool>,
}

impl Patience {
    /// `is_over` returns whether the host's time is over. It is called for the first time when a problem is prepared
    /// and its first plan is built, and again when the answer is written.
    #[must_use]
    pub fn new(is_over: impl Fn() -> bool + 'static) -> Self {
        Self(Rc::new(Shared { is_over: Some(Box::new(is_over)), ..Shared::default() }))
    }

    /// Counts work and returns whether trials should be given up.
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

    /// Returns the total work so far, which is the same for equal problems and seeds unless the time ends.
    pub(crate) fn spent(&self) -> u64 {
        self.0.spent.get()
    }

    /// Returns whether trials should be given up, according to the last answer of the host.
    pub(crate) fn is_over(&self) -> bool {
        self.0.was_over.get() && !self.0.never_gives_up.get()
    }

    /// Returns whether the time is over, even while nothing may be given up.
    pub(crate) fn is_late(&self) -> bool {
        self.0.was_over.get()
    }

    /// Asks the host again, after it has set a new end.
    pub(crate) fn renew(&self) {
        if let Some(is_over) = &self.0.is_over {
            self.0.unasked.set(0);
            self.0.was_over.set(is_over());
        }
    }

    /// Sets whether evaluations are never given up, and returns the previous setting.
    pub(crate) fn never_give_up(&self, never: bool) -> bool {
        self.0.never_gives_up.replace(never)
    }
}

impl fmt::Debug for Patience {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Patience").field("is_late", &self.is_late()).finish()
    }
}
