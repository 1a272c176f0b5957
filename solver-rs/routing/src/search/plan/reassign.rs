//! Moves whole routes to other vehicles if these differ.

use super::Plan;
use super::route::Fit;
use crate::problem::ShiftIdx;

impl Plan<'_> {
    /// Moves changed routes to unused shifts of other classes if this costs less: insertion chooses a vehicle for the
    /// first visit that it carries, not for the route that results.
    pub(crate) fn reassign(&mut self) {
        if self.instance.class_shifts.len() < 2 {
            return;
        }
        for slot in 0..self.changed.len() {
            if self.patience.is_over() {
                return;
            }
            let shift = self.changed[slot];
            let count = self.routes[shift.at()].steps.len();
            if count == 0 || self.holds_locked(shift) || self.frozen[shift.at()] > 0 {
                continue;
            }
            let mut best: Option<(f64, ShiftIdx)> = None;
            for class in 0..self.instance.class_shifts.len() {
                if self.instance.class[shift.at()].at() == class {
                    continue;
                }
                let row = &self.instance.class_shifts[class];
                let unused = row.iter().find(|it| !self.is_used(**it) && !self.is_closed(**it));
                let Some(unused) = unused.copied() else { continue };
                if !self.may_take(shift, unused) {
                    continue;
                }
                let steps = std::mem::take(&mut self.routes[shift.at()].steps);
                let rest = self.try_route(unused, &steps);
                self.routes[shift.at()].steps = steps;
                let limit = best.map_or(self.routes[shift.at()].rest, |it| it.0);
                if let Some(rest) = rest.filter(|it| *it < limit - 1e-9 * limit.abs()) {
                    best = Some((rest, unused));
                }
            }
            if let Some((_, unused)) = best {
                let before = self.routes[shift.at()].clone();
                let steps = before.steps.clone();
                let left = self.replace(shift, &[]);
                debug_assert_eq!(left, Fit::Fits, "nothing binds an unused shift");
                if self.replace(unused, &steps) == Fit::Not {
                    self.restore(shift, &before);
                }
            }
        }
    }

    pub(crate) fn holds_locked(&self, shift: ShiftIdx) -> bool {
        let visits = self.routes[shift.at()].steps.iter().filter_map(|it| self.visit_of(*it));
        visits.into_iter().any(|it| self.locks.bound_to(it).is_some())
    }

    /// Returns whether a shift may serve the visits of another shift's route, which must have no reloads.
    fn may_take(&self, from: ShiftIdx, to: ShiftIdx) -> bool {
        let class = self.instance.class[to.at()];
        !self.groups.any()
            && self.routes[from.at()].steps.iter().all(|step| {
                self.visit_of(*step).is_some_and(|visit| self.compatible.allows(visit, class))
            })
    }
}
