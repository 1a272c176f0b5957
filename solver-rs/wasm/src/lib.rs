//! The boundary to JavaScript: typed arrays in, bytes out, nothing decided here.
//!
//! Names follow the habits of the other side (`camelCase`), wrong input becomes a thrown `Error`, and
//! JSON is written here and nowhere further in. What can be tested without JavaScript stands in
//! functions that know none (`keys`, `json`).

mod json;
mod keys;
mod model;
mod selection;
mod travel_costs;

pub use model::EstimateModel;
pub use selection::MatrixSelection;
pub use travel_costs::{MatrixJson, ShouldStop, travel_costs_json};
