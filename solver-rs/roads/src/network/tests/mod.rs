//! Networks of hand-made maps, one rule a test, and random ones against an oracle.
//!
//! ```text
//!   sketch ──► OsmRoads ──► build ──► RoadNetwork ──┐
//!                 └───────► oracle (nodes, histories)┴─► the same walks, the same costs
//! ```

mod ends;
mod oracle;
mod restrictions;
mod roads;
mod sketch;
mod towns;
mod walks;
