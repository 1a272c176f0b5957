//! Maps: everything that is built from an extract, as one file, and the queries on it.
//!
//! ```text
//! OsmRoads ─► RoadNames ─► section ─────────────────┐
//!     └────► ProfileMap, one per profile ─► section ──┤
//!                │                                   ├─► map file       built once
//!                │                 MapHeader ────────┘
//!                ├─ customize(speeds, rules) ─► Metric                  once per traffic file
//!                ├─ snap(coordinates) ─► RoadPlace                      once per request
//!                └─ RoadCosts, leg                                      costs and shapes
//! ```
//!
//! Maps do not access the disk: the caller passes the bytes of a whole section.

mod build;
mod costs;
mod file;
mod geometry;
mod hours;
mod junctions;
mod names;
mod places;
mod section;
mod speeds;

pub use crate::codec::MapError;
pub use build::{BuiltSection, MapBuild, MapReading};
pub use costs::{RoadCosts, RoadLabels, RoadQuery};
pub use file::{MapHeader, MapSection, PREFIX_BYTES};
pub use geometry::RoadLeg;
pub use names::RoadNames;
pub use places::RoadPlace;
pub use section::{ProfileMap, ProfileSize};
pub use speeds::{
    CLOSED_MILLISECONDS, GroupFactors, LaneMask, LaneSpeeds, RulePlace, SpeedChange, SpeedRule,
    metric_bytes,
};

use crate::hierarchy::WINDOW_LANE_COUNT;

/// One lane per window, the weekend, and free flow.
const LANE_COUNT: usize = WINDOW_LANE_COUNT + 2;
