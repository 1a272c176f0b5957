//! Moves, and those that a scan has found so far.

use super::draft::Draft;
use crate::evaluate::Step;
use crate::problem::VisitIdx;

/// A change of one route or two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// Change of the score: that of its legs, with a forecast of its times, until the move is evaluated.
    pub(super) delta: f64,
    pub(super) drafts: [Option<Draft>; 2],
    /// Which visits are absent afterwards, if that changes.
    pub(super) replaced: Option<Replacement>,
}

impl Move {
    /// No move, and what a move has to gain on.
    pub(super) const fn none(delta: f64) -> Self {
        Self { delta, drafts: [None; 2], replaced: None }
    }
}

/// A change of which visits are absent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replacement {
    pub(super) leaves: VisitIdx,
    pub(super) comes: Option<VisitIdx>,
    /// What the change adds to the continuous part of the score, apart from the route.
    pub(super) cost: f64,
    /// By how much the visit that comes ranks above the one that leaves.
    pub(super) rank_gained: i128,
}

impl Replacement {
    /// Returns whether this replacement is better than another one, given how both change the score.
    pub(super) fn is_better(&self, delta: f64, other: &Self, other_delta: f64) -> bool {
        let (gained, others) = (self.rank_gained, other.rank_gained);
        gained > others || (gained == others && delta < other_delta)
    }
}

/// How many moves of a visit are evaluated, if legs are not all that matters. Evaluating all that save legs took half
/// of the time of plans with soft windows.
pub(super) const EVALUATED_MAX: usize = 3;

/// What scans use again: moves are large, and there is a scan for each visit that is looked at.
pub(super) struct Scratch {
    pub(super) steps: Vec<Step>,
    /// The moves that promise most, best first; only the first one is used if legs are all that matters.
    pub(super) best: [Move; EVALUATED_MAX],
    /// The best replacement. Many are refused by the evaluator, and would displace all other moves.
    pub(super) replacement: Move,
}

impl Default for Scratch {
    fn default() -> Self {
        let none = Move::none(0.0);
        Self { steps: Vec::new(), best: [none; EVALUATED_MAX], replacement: none }
    }
}
