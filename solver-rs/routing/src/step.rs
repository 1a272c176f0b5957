//! What a route does, one step after the other, and what other routes ask of it.

use crate::problem::{OptionIdx, StopIdx};

/// What a route does, one after the other. Breaks and rests are not among them: the evaluator places them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A stop of an order, made this way.
    Stop(StopIdx, OptionIdx),
    /// The shift's reload of that position.
    Reload(u32),
}

/// Bounds on when the service of a step starts, beside its windows: what other routes ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Position among the steps; ascending in a list of pins.
    pub step: u32,
    /// No earlier.
    pub not_before_at: i64,
    /// No later.
    pub not_after_at: i64,
}
