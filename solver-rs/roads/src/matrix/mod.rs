//! The travel-cost matrix: which pairs are selected, and a walk over their costs.
//!
//! The walk takes the sources in blocks, gets a block from [`crate::TravelCosts`], and passes each
//! row with its kept pairs to a sink. Memory is that of one block, however large the matrix is.

mod class;
mod selection;
mod walk;

pub use class::{ClassRule, ClassSets};
pub use selection::PairSelection;
pub use walk::{Outcome, RowSink, SelectedRow, walk_matrix};
