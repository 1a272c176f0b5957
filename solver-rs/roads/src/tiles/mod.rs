//! Tiles: what a browser draws of a map, generated from the roads that are loaded anyway.
//!
//! ```text
//! ProfileMap ─► RoadIndex, once ─┐
//!        TileIdx (zoom, x, y) ───┴─► segments near it ─► project ─► clip ─► thin ─► join ─► bytes
//! ```
//!
//! A tile is a Mapbox Vector Tile 2.1 with a layer `roads`. Each feature contains all lines in the tile that
//! have the same class, speed, direction and name, joined where they meet, so that tiles are small and the
//! style of a line does not change at every junction. Lines of one-way roads run in the direction of traffic.
//!
//! Where a map has a basemap, the layers of areas and places precede the roads.
//!
//! Tiles are not cached: the center of Porto takes a few milliseconds at any zoom.

mod areas;
mod clip;
mod index;
mod join;
mod layer;
mod mercator;
mod polygon;
mod roads;
mod thin;

pub use areas::BasemapIndex;
pub use index::RoadIndex;
pub use mercator::{TileIdx, ZOOM_MAX, ZOOM_MIN};
pub use roads::TileCut;
