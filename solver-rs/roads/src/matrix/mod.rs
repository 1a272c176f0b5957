//! The travel-cost matrix: which pairs are asked for, and a walk over their costs.
//!
//! The walk takes the sources in blocks, asks [`crate::TravelCosts`] for a block, and hands each row
//! with its kept pairs to a sink. Memory stays at one block however large the matrix is.

mod class;
mod selection;
mod walk;

pub use class::{ClassRule, ClassSets};
pub use selection::PairSelection;
pub use walk::{KeptRow, Outcome, RowSink, walk_matrix};
