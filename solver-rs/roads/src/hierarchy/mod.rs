//! The hierarchy: exact shortest travel times in all lanes at once, between any places on a network.
//!
//! ```text
//! junctions, segments ─► dissection ─► order ─┐
//! turn graph ─────────────────────────────────┴► contraction ─► Hierarchy       once per map
//! costs of segments in every lane ─────────────► customization ─► Metric        once per traffic file
//! places ─► seeds ─► labels (one climb per place and direction) ─► pairs        once per request
//! ```
//!
//! A customizable contraction hierarchy on the edge-based graph: nodes are directed segments, arcs are
//! turns. Costs extend from the start of one segment to the start of another. Time is counted in
//! milliseconds and distance in decimeters, both as integers, so native and WASM builds agree to the last
//! bit. Customization and queries know no junctions and no coordinates.
//!
//! Cars in Porto (167,615 nodes, 318,682 turns; one native core of a shared machine): 29 levels, 1.2
//! million arcs, 4.0 million triangles; customization of 10 lanes 0.06 s, 2000 labels in 10 lanes 0.04 s.
//! If all lanes are equal and stored as one: 0.03 s and 0.03 s.

mod contraction;
mod dissection;
mod flow;
mod label;
mod label_set;
mod lanes;
mod metric;
mod order;
mod pair;
mod persist;
mod route;
mod seed;
mod sharing;
mod table;
#[cfg(test)]
mod tests;
mod topology;

pub use dissection::NetworkShape;
pub use label_set::LabelSet;
pub(crate) use lanes::WINDOW_LANE_COUNT_U8;
pub use lanes::{
    Lane, LaneCosts, PAIRED_LANE_COUNT, UNREACHABLE_MILLISECONDS, WINDOW_LANE_COUNT, pair_cost,
};
pub(crate) use metric::CLOSED_BYTES;
pub use metric::Metric;
pub use pair::PairSearch;
pub use route::{RouteSearch, SegmentRoute};
pub use seed::{Directed, RoadPoint, Share, TripEnd};
pub use sharing::LaneSharing;
pub use table::Table;
pub use topology::{Hierarchy, TurnGraphView};
