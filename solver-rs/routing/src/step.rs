//! What a route does, one step after the other, and what other routes ask of it.

use crate::problem::{OptionIdx, StopIdx, Window};

/// What a route does, one after the other. Breaks and rests are not among them: the evaluator places them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A stop of an order, made this way.
    Stop(StopIdx, OptionIdx),
    /// The shift's reload of that position.
    Reload(u32),
}

/// Bounds on when the service of a step starts, beside its windows, or on when the route lasts: what other routes ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Position among the steps, or [`Pin::WHOLE`].
    pub step: u32,
    /// No earlier.
    pub not_before_at: i64,
    /// No later.
    pub not_after_at: i64,
}

impl Pin {
    /// Instead of a step: the route starts and ends within the bounds.
    pub const WHOLE: u32 = u32::MAX;

    /// Of a whole route.
    pub(crate) const fn route(span: Window) -> Self {
        Self { step: Self::WHOLE, not_before_at: span.start_at, not_after_at: span.end_at }
    }
}
