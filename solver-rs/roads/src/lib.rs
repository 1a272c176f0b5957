//! Roads: the cost of traveling from one place to another.
//!
//! ```text
//! Places ──► TravelCosts (an estimate, or a road map) ──► CostBlock ──► walk_matrix ──► RowSink
//!                                                                  PairSelection ──┘
//! ```
//!
//! Places are dense indexes, distances are whole meters, times are whole seconds, and each traffic window
//! is one lane. This crate never reads a clock, a disk or a network, and knows no serialization format: a
//! crate that needs JSON implements [`RowSink`].

#![forbid(unsafe_code)]

pub mod basemap;
mod codec;
mod cost;
pub mod country;
mod ellipsoid;
mod error;
mod estimate;
pub mod hierarchy;
pub mod line;
pub mod map;
mod matrix;
mod morton;
pub mod network;
pub mod osm;
mod place;
pub mod polyline;
pub mod profile;
#[cfg(test)]
mod random;
mod rings;
pub mod snap;
pub mod tiles;
mod week;

pub use cost::{CostBlock, TravelCosts, UNREACHABLE_METERS, UNREACHABLE_SECONDS, is_unreachable};
pub use error::RoadError;
pub use estimate::{EARTH_RADIUS_METERS, Estimate, EstimateModel, EstimateParameters};
pub use matrix::{ClassRule, ClassSets, Outcome, PairSelection, RowSink, SelectedRow, walk_matrix};
pub use place::{PlaceIdx, Places};
pub use week::WeekHours;
