//! The one exact evaluator: what happens when a shift makes these stops in this order.
//!
//! Search, mode `check`, arrival times, reasons and tests all ask it. Where breaks lie, when the route starts, what
//! waits where is decided here and nowhere else.
//!
//! ```text
//! steps, pins ──> order rules ──> loads ──┬─ plain ───────────────┬──> limits, costs ──> Evaluation
//!               (sequence, allowed)       │  one pass             │
//!                                         └─ start times ── walk ─┴──> timeline ──> Route (schedule): slack, summary,
//!                                            rides          labels                  violations
//! ```
//!
//! A route without traffic, breaks, soft or several windows is a function of its start with three numbers and takes
//! one pass ([`plain`]). Others are walked for a start time ([`walk`], with breaks or soft windows [`labels`]), and
//! [`start`] looks for the cheapest start. What it means to keep a rule is written down in `test/support/checker`.

mod by_breaks;
mod costs;
mod evaluator;
#[cfg(test)]
pub(crate) mod fixture;
mod labels;
mod plain;
mod schedule;
mod slack;
mod start;
mod summary;
mod timing;
mod walk;

pub use crate::instance::Travel;
pub use crate::step::{Pin, Step};
pub(crate) use costs::soft_cost;
pub use evaluator::Evaluator;
pub(crate) use start::Effort;
pub(crate) use timing::{Gap, Timing};

use crate::rules::{Code, Miss};

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
    const fn broken(miss: Miss) -> Self {
        Self {
            broken: Some(miss),
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
