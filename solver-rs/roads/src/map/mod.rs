//! Maps: everything that is made of an extract, as one file, and what is asked of it.
//!
//! ```text
//! OsmRoads ─► RoadNames ─► section ─────────────────┐
//!     └────► ProfileMap, one per profile ─► section ──┤
//!                │                                   ├─► map file       built once
//!                │                 MapHeader ────────┘
//!                ├─ customize(speeds, rules) ─► Metric                  once a traffic file
//!                ├─ snap(coordinates) ─► RoadPlace                      once a request
//!                └─ RoadCosts, leg                                      costs and shapes
//! ```
//!
//! The map knows no disk: the caller that has the bytes of a section hands them over whole.

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
