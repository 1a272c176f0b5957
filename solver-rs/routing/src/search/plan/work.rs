//! The work that exact tries on a plan may take, counted instead of timed, so that equal calls give equal answers.

use crate::evaluate::Step;
use crate::patience::Patience;
use crate::search::plan::Plan;

/// Work of evaluating a step: on plain problems, and where routes are simulated.
const PLAIN_STEP_WORK: usize = 4;
const STEP_WORK: usize = 16;
/// Work of a label of the evaluator, or of a step of a walk: routes with many breaks and rests have thousands of them.
const SIMULATED_WORK: usize = 10;

/// The remaining work; without this limit, large problems would be answered too late.
pub(crate) struct Work {
    left: usize,
    of_step: usize,
    patience: Patience,
    /// What the evaluator had spent at the last call.
    spent: u64,
}

impl Work {
    pub(crate) fn new(plan: &Plan<'_>, left: usize) -> Self {
        let of_step = if plan.instance.plain { PLAIN_STEP_WORK } else { STEP_WORK };
        let patience = plan.patience.clone();
        Self { left, of_step, spent: patience.spent(), patience }
    }

    /// Returns whether the work is used up or the host no longer waits.
    pub(crate) fn is_over(&mut self) -> bool {
        let is_late = self.patience.spend(1);
        let spent = self.patience.spent();
        let simulated = usize::try_from(spent - self.spent).unwrap_or(usize::MAX);
        self.left = self.left.saturating_sub(simulated.saturating_mul(SIMULATED_WORK));
        self.spent = spent;
        is_late || self.left == 0
    }

    /// Takes away one of `count` equal shares of the work that is left; see `take_back`.
    pub(crate) fn share(&mut self, count: usize) -> Self {
        let _ = self.is_over();
        let left = self.left / count.max(1);
        self.left -= left;
        Self { left, patience: self.patience.clone(), ..*self }
    }

    /// Adds what is left of a share.
    pub(crate) fn take_back(&mut self, mut share: Self) {
        let _ = share.is_over();
        self.left += share.left;
        self.spent = share.spent;
    }

    /// Returns whether so much is left.
    pub(crate) const fn affords(&self, positions: usize) -> bool {
        self.left >= positions
    }

    /// Continues after something that another account is charged for.
    pub(crate) fn resume(&mut self) {
        self.spent = self.patience.spent();
    }

    pub(crate) fn spend(&mut self, positions: usize) {
        self.patience.spend(positions / 10);
        self.left = self.left.saturating_sub(positions);
    }

    pub(crate) fn evaluate_steps(&mut self, count: usize) {
        self.spend(count * self.of_step);
    }

    pub(crate) fn evaluate(&mut self, ways: &[Vec<Step>]) {
        self.evaluate_steps(ways.iter().map(Vec::len).sum());
    }
}
