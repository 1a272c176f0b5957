//! Roads as services use them: loaded once for all threads within a memory budget, and queried for places, costs, lines
//! and tiles.
//!
//! ```text
//! RoadMaps ─► LoadedProfile ─► RoadPlaces ─┬─► TravelRows   travel tables, some rows at a time
//!  ▲  header, sections, speeds   │         ├─► MatrixRows   JSON text, some rows at a time
//!                                │         └─► RouteLine    what is drawn of a route
//!                                └─► RoadTile
//! ```
//!
//! The WebAssembly module and the native program (`cli serve`) are thin layers over this crate, so both give the same
//! answers.
//! **Absent:** JavaScript, files, sockets; callers pass bytes in.

#![forbid(unsafe_code)]

mod ask_error;
mod json;
mod keys;
mod lane_speeds;
mod load_error;
mod loaded_map;
mod maps;
mod matrix_rows;
mod memory_budget;
mod road_places;
mod route_line;
mod speeds;
mod tiles;
mod travel_rows;

pub use ask_error::AskError;
pub use lane_speeds::SpeedsError;
pub use load_error::LoadError;
pub use loaded_map::LoadedProfile;
pub use maps::{RegisterError, RoadMaps};
pub use matrix_rows::{MatrixJson, MatrixRows, OfPlaces, Pairs, pair_selection};
pub use memory_budget::Budget;
pub use road_places::RoadPlaces;
pub use route_line::{Ends, RouteLine};
pub use speeds::SpeedRules;
pub use tiles::{RoadTile, TileMaps, TilesError};
pub use travel_rows::TravelRows;
