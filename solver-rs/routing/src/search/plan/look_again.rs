//! Evaluates routes again that were evaluated quickly, since they may cost less.

use super::Plan;
use super::work::Work;

impl Plan<'_> {
    /// Evaluates all routes with the evaluator's present effort, as far as the work allows, and takes those that cost
    /// less.
    pub(crate) fn look_again(&mut self, work: &mut Work) {
        for shift in self.used_last_first() {
            if work.is_over() {
                break;
            }
            let steps = self.routes[shift.at()].steps.clone();
            let before = self.routes[shift.at()].rest;
            work.evaluate_steps(steps.len());
            if self.try_route(shift, &steps).is_some_and(|rest| rest < before) {
                // If routes depend on one another, it may be too late for the others; then the route stays as it was.
                let _ = self.replace(shift, &steps);
            }
        }
    }
}
