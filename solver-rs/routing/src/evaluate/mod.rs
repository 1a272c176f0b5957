//! The only exact evaluator: computes what happens if a shift makes given stops in a given order.
//!
//! Search, mode `check`, arrival times, reasons and tests all use it. Where breaks lie, when the route starts and where
//! the vehicle waits is decided here and nowhere else.
//!
//! ```text
//! steps, pins ──> order rules ──> loads ──┬─ plain ───────────────┬──> limits, costs ──> Evaluation
//!               (sequence, allowed)       │  one pass             │
//!                                         └─ start times ── walk ─┴──> timeline ──> Route (schedule): slack, summary,
//!                                            rides          labels                  violations
//! ```
//!
//! A route without traffic, breaks, soft windows or several windows is a function of its start with three parameters
//! and takes one pass ([`plain`]). Other routes are walked from a start time ([`walk`], or [`labels`] with breaks or
//! soft windows), and [`start`] looks for the cheapest start. A route whose plan states all times is followed
//! ([`stated`]). `test/support/checker` specifies what keeping each rule means.

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
mod stated;
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

/// The result of evaluating a route.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The first hard rule that is broken, and by how much if that can be told.
    pub broken: Option<(Code, i64)>,
    /// Money, the sum of all terms. Not meaningful if a rule is broken.
    pub cost: f64,
    /// Driven distance.
    pub distance_meters: i64,
    /// From the start to the end.
    pub duration_seconds: i64,
    /// Time on the road.
    pub driving_seconds: i64,
    /// Total seconds after soft windows.
    pub lateness_seconds: i64,
    /// Departure from the start place, or first arrival.
    pub start_at: i64,
    /// Arrival at the end place, or last departure.
    pub end_at: i64,
}

impl Evaluation {
    /// The evaluation of a route that breaks a rule.
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
