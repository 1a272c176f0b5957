//! Planning: who does what, where and when.
//!
//! No JSON, no clock and no text in here: the caller brings a [`problem::Problem`] of indexes and integers, counts the
//! time, and writes the [`solution::Solution`] in its own words.

#![forbid(unsafe_code)]

pub mod begun;
pub mod evaluate;
mod explain;
mod instance;
mod openings;
mod patience;
pub mod problem;
mod rules;
pub mod search;
pub mod solution;
mod step;
mod timeline;

pub use patience::Patience;
