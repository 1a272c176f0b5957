//! Planning: who does what, where and when.
//!
//! No JSON, no clock and no text in here: the caller brings a [`problem::Problem`] of indexes and integers, counts the
//! time, and writes the [`solution::Solution`] in its own words.

#![forbid(unsafe_code)]

pub mod evaluate;
mod patience;
pub mod problem;
pub mod search;
pub mod solution;
mod weights;

pub use patience::Patience;
