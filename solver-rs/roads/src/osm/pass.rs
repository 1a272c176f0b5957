//! Which of the two passes over an extract is in progress.

use super::nodes_pass::NodesPass;
use super::roads_pass::RoadsPass;

/// The current pass, with what it has kept.
#[derive(Debug)]
pub(super) enum Pass {
    Roads(RoadsPass),
    Nodes(NodesPass),
}
