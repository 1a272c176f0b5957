//! Which of the two passes over an extract is on.

use super::nodes_pass::NodesPass;
use super::roads_pass::RoadsPass;

/// The pass that is on, with what it has kept.
#[derive(Debug)]
pub(super) enum Pass {
    Roads(RoadsPass),
    Nodes(NodesPass),
}
