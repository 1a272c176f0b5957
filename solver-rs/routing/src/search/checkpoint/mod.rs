//! A plan as bytes, from which a search of the same problem can continue, in this process or a later one.
//!
//! `format` writes and reads the bytes, `join` combines the checkpoints of searches that changed different parts of a
//! plan, and `restore` makes a checkpoint the current plan.
//!
//! Travel tables, windows and costs may have changed since the checkpoint was written; visits that no longer fit are
//! left out, and the search places them again.

mod format;
mod restore;

use std::collections::BTreeMap;

use crate::evaluate::Step;
use crate::problem::ShiftIdx;
pub(crate) use format::{read, write};
pub(crate) use restore::restore;

/// A plan as bytes; see [`super::Search::checkpoint`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint(Vec<u8>);

impl Checkpoint {
    /// Wraps bytes that came from a `Checkpoint`; they are validated when a search continues from them.
    #[must_use]
    pub const fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// Why a search cannot continue from the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The bytes have changed since they were written.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// The bytes were written by a release with another layout.
    #[error("the checkpoint has version {found}, this release reads {}", format::VERSION)]
    Version {
        /// The version in the bytes.
        found: u8,
    },
    /// The bytes are a plan of another problem.
    #[error("the checkpoint belongs to another problem")]
    OtherProblem,
}

/// A route in a checkpoint, with times only if routes depend on one another.
#[derive(PartialEq)]
struct CheckpointRoute {
    shift: ShiftIdx,
    steps: Vec<Step>,
    starts: Vec<i64>,
    ends: Vec<i64>,
}

/// A validated checkpoint: it names only what the problem has, nothing twice, and no visit in part.
pub(super) struct ReadCheckpoint {
    pub(super) iterations: u64,
    routes: Vec<CheckpointRoute>,
}

/// Combines the results of several searches, each of which changed its own part of a plan: each route is taken from the
/// search that changed it. Conflicts between routes are resolved when they are restored.
pub(super) fn join(base: ReadCheckpoint, changed: Vec<ReadCheckpoint>) -> ReadCheckpoint {
    let iterations = |it: &ReadCheckpoint| it.iterations.saturating_sub(base.iterations);
    let iterations = base.iterations + changed.iter().map(iterations).sum::<u64>();
    let before: BTreeMap<ShiftIdx, CheckpointRoute> = by_shift(base.routes);
    let mut joined: BTreeMap<ShiftIdx, Option<CheckpointRoute>> = BTreeMap::new();
    for mut after in changed.into_iter().map(|it| by_shift(it.routes)) {
        for (shift, route) in &before {
            let now = after.remove(shift);
            if now.as_ref() != Some(route) {
                joined.entry(*shift).or_insert(now);
            }
        }
        for (shift, route) in after {
            joined.entry(shift).or_insert(Some(route));
        }
    }
    for (shift, route) in before {
        joined.entry(shift).or_insert(Some(route));
    }
    ReadCheckpoint { iterations, routes: joined.into_values().flatten().collect() }
}

fn by_shift(routes: Vec<CheckpointRoute>) -> BTreeMap<ShiftIdx, CheckpointRoute> {
    routes.into_iter().map(|it| (it.shift, it)).collect()
}
