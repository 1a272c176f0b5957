//! Roads: what it costs to travel from one place to another.
//!
//! ```text
//! Places ──► TravelCosts (an estimate, or a road map) ──► CostBlock ──► walk_matrix ──► RowSink
//!                                                                  PairSelection ──┘
//! ```
//!
//! Places are dense indexes, distances whole meters, times whole seconds, one lane a traffic window.
//! This crate never reads a clock, a disk or a network, and knows no serialization format: the crate that
//! wants JSON implements [`RowSink`].

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
pub use matrix::{ClassRule, ClassSets, KeptRow, Outcome, PairSelection, RowSink, walk_matrix};
pub use place::{PlaceIdx, Places};
pub use week::WeekHours;
