//! Tiles: what a browser draws of a map, cut from the roads that are loaded anyway.
//!
//! ```text
//! ProfileMap ─► RoadIndex, once ─┐
//!        TileIdx (zoom, x, y) ───┴─► segments near it ─► project ─► clip ─► thin ─► join ─► bytes
//! ```
//!
//! A tile is a Mapbox Vector Tile 2.1 with a layer `roads`. Each feature of it is all the lines in the tile
//! that have the same class, speed, direction and name, joined where they meet, so that tiles stay small and
//! a line's look does not change at every junction. Lines of one-way roads run as traffic does.
//!
//! Where a map has a basemap, layers of areas and places come before the roads.
//!
//! Nothing of a tile is kept: the center of Porto takes some milliseconds at any zoom.

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
