//! The one exact evaluator: what happens when a shift makes these stops in this order.
//!
//! Search, mode `check`, arrival times, reasons and tests all ask it. Where breaks lie, when the route starts, what
//! waits where is decided here and nowhere else.
//!
//! ```text
//! steps, pins ──> order rules ──> loads ──┬─ plain ───────────────┬──> limits, costs ──> Evaluation
//!               (sequence, allowed)       │  one pass             │
//!                                         └─ start times ── walk ─┴──> timeline ──> Route (schedule): slack, figures,
//!                                            rides          labels                  violations
//! ```
//!
//! A route without traffic, breaks, soft or several windows is a function of its start with three numbers and takes
//! one pass ([`plain`]). Others are walked for a start time ([`walk`], with breaks or soft windows [`labels`]), and
//! [`start`] looks for the cheapest start. What it means to keep a rule is written down in `test/support/checker`.

mod allowed;
mod costs;
mod evaluator;
mod facts;
#[cfg(test)]
pub(crate) mod fixture;
mod labels;
mod lanes;
mod loads;
mod plain;
mod rests;
mod rides;
mod schedule;
mod sequence;
mod slack;
mod start;
mod summary;
mod timeline;
mod travel;
mod violations;
mod walk;

pub use evaluator::Evaluator;
pub use travel::Travel;

use crate::problem::{OptionIdx, StopIdx};
use crate::solution::Code;

/// Instead of a place or a stop, where a route has none.
const NOWHERE: u32 = u32::MAX;

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

/// What a route comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The first hard rule that is broken, and by how much where it can be told.
    pub broken: Option<(Code, i64)>,
    /// Money, all terms. Not meaningful where a rule is broken.
    pub cost: f64,
    /// On the road.
    pub distance_meters: i64,
    /// From start to end.
    pub duration_seconds: i64,
    /// On the road.
    pub driving_seconds: i64,
    /// After soft windows.
    pub lateness_seconds: i64,
    /// Departure from the start place, or first arrival.
    pub start_at: i64,
    /// Arrival at the end place, or last departure.
    pub end_at: i64,
}

impl Evaluation {
    /// Of a route that breaks a rule.
    const fn broken(code: Code, amount: i64) -> Self {
        Self {
            broken: Some((code, amount)),
            cost: f64::INFINITY,
            distance_meters: 0,
            duration_seconds: 0,
            driving_seconds: 0,
            lateness_seconds: 0,
            start_at: 0,
            end_at: 0,
        }
    }
}
