//! Route optimization: which vehicle serves which order, where and when.
//!
//! This crate knows no JSON, no clock and no text: the caller passes a [`problem::Problem`] of indexes and integers,
//! measures the time, and turns the [`solution::Solution`] into words.

#![forbid(unsafe_code)]

mod answer;
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
mod violation;

pub use patience::Patience;
