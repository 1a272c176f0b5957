//! Profiles: what OpenStreetMap's tags mean to a car, a van, a truck, a bicycle, somebody on foot.

mod answer;
mod class;

pub use answer::{
    Access, NodeTravel, Pace, RestrictionRule, RoadClass, Signal, Tags, Turn, WayDirection,
    WayTravel,
};
pub use class::TrafficGroup;
