//! Tests of networks: hand-made maps with one rule per test, and random ones compared with an oracle.
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
