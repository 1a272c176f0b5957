//! The boundary to JavaScript: typed arrays in, bytes out. No decisions are made here.
//!
//! Names follow the conventions of JavaScript (`camelCase`), and invalid input becomes a thrown `Error`. JSON is
//! written further inside: that of matrices by `serving` and that of plans by `messages`. The work on loaded roads is
//! done in `serving`; this crate only exposes it.

mod map_build;
mod map_file;
mod maps;
mod matrix_rows;
mod model;
mod road_places;
mod route_line;
mod search;
mod selection;
mod speeds;
mod tiles;
mod travel_costs;

pub use map_build::{MapBuilder, MapSection};
pub use map_file::{MapFileHeader, map_header_bytes, map_prefix_bytes};
pub use maps::{
    ReadBytes, RoadProfile, metric_bytes_of_all, preload_profile, profile_bytes, register_map,
    set_maps_memory, set_speeds, use_profile,
};
pub use matrix_rows::{MatrixJson, MatrixRows, ShouldStop};
pub use model::EstimateModel;
pub use road_places::RoadPlaces;
pub use route_line::RouteLine;
pub use search::{PlanSearch, SearchStatus};
pub use selection::MatrixSelection;
pub use speeds::SpeedRules;
pub use tiles::RoadTile;
pub use travel_costs::TravelRows;
