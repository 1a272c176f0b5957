//! Labels: at a stop, one per set of breaks taken, and between two stops.

use std::fmt::Debug;

use crate::rules::driving::RestState;
use crate::timeline::Stay;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) stay: Stay,
    pub(super) parent: u32,
}

/// The best departure with a certain set of breaks taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<R> {
    pub(super) at: i64,
    /// Waiting, soft windows, soft breaks and, if they differ, meters, as the objective weighs them.
    pub(super) cost: f64,
    pub(super) rest: R,
    /// Index of its last stay in the arena.
    pub(super) node: u32,
    /// The breaks that it had taken at the previous stop.
    pub(super) from: u32,
}

/// By the set of breaks taken.
pub(super) type Layer<R> = Vec<Option<Head<R>>>;

/// Where a label is between two stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// At the previous stop.
    Behind,
    OnTheRoad,
    /// At the next stop, before its service.
    Ahead,
}

/// A label between two stops.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnTheWay<R> {
    pub(super) spot: Spot,
    pub(super) at: i64,
    pub(super) cost: f64,
    pub(super) rest: R,
    pub(super) taken: usize,
    pub(super) node: u32,
    /// Parts of the leg that are still ahead, and meters of it that have been driven.
    pub(super) left: u64,
    pub(super) meters_done: i64,
    /// The meters driven since its last stay.
    pub(super) meters_since: i64,
}

/// How labels store the state of rests: not at all where no driving rules bind. It would take half of each label there,
/// and copying labels takes much of the time of a walk.
pub(super) trait Rests: Copy + Debug + Default {
    const ARE_STORED: bool;

    /// Computes the state and stores it.
    fn of(state: impl FnOnce() -> RestState) -> Self;

    fn state(&self) -> RestState;

    /// The state after a change.
    #[must_use]
    fn after(&self, change: impl FnOnce(RestState) -> RestState) -> Self {
        Self::of(|| change(self.state()))
    }
}

impl Rests for RestState {
    const ARE_STORED: bool = true;

    fn of(state: impl FnOnce() -> RestState) -> Self {
        state()
    }

    fn state(&self) -> RestState {
        *self
    }
}

/// No driving rules bind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoRests;

impl Rests for NoRests {
    const ARE_STORED: bool = false;

    fn of(_: impl FnOnce() -> RestState) -> Self {
        Self
    }

    fn state(&self) -> RestState {
        RestState::default()
    }
}
