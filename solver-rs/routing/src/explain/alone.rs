//! The rules that a visit breaks as the only one on the route of a shift, for visits that could not be tried in the
//! plan before the time was over.
//!
//! Such a try is cheap, so it is made however late it is. The work is counted apart and limited: with 5,000 absent
//! visits, not each can be tried.

use super::broken::{Broken, size_of_rules};
use super::positions::{has_late_reload, shortest};
use super::tries::{SCHEDULES, broken_on_route};
use crate::instance::ClassIdx;
use crate::patience::Patience;
use crate::problem::{ShiftIdx, VisitIdx};
use crate::search::plan::Plan;

/// The most work of all tries, in units of [`Patience`]: about 50 ms.
const WORK_MAX: u64 = 500_000;

/// The tries of all visits. They share a host that never stops waiting.
pub(super) struct Alone {
    patience: Patience,
}

impl Alone {
    pub(super) fn new() -> Self {
        Self { patience: Patience::default() }
    }

    /// Returns the shifts in which the visit breaks rules even alone, and these rules.
    pub(super) fn rules(
        &mut self,
        plan: &mut Plan<'_>,
        visit: VisitIdx,
        shifts: Vec<ShiftIdx>,
    ) -> Vec<(ShiftIdx, Vec<Broken>)> {
        // Where a route begins that follows another one depends on the plan.
        if shifts.is_empty() || plan.groups.any_roams() {
            return Vec::new();
        }
        plan.evaluator.set_patience(self.patience.clone());
        let mut known: Vec<(ClassIdx, Vec<Broken>)> = Vec::new();
        let mut found = Vec::new();
        for shift in shifts {
            let class = plan.instance.class[shift.at()];
            let at = known.iter().position(|it| it.0 == class);
            if at.is_none() && self.patience.spent() >= WORK_MAX {
                break;
            }
            let at = at.unwrap_or_else(|| {
                known.push((class, self.fewest_rules(plan, visit, shift)));
                known.len() - 1
            });
            if !known[at].1.is_empty() {
                found.push((shift, known[at].1.clone()));
            }
        }
        plan.evaluator.set_patience(plan.patience.clone());
        found
    }

    /// The rules of the position that breaks the fewest; none if the visit fits, or nothing is known.
    fn fewest_rules(&self, plan: &mut Plan<'_>, visit: VisitIdx, shift: ShiftIdx) -> Vec<Broken> {
        let mut best: Option<((bool, f64), Vec<Broken>)> = None;
        for steps in shortest(plan, visit, shift, &[]) {
            self.patience.spend(steps.len() * SCHEDULES);
            let Some(route) = plan.evaluator.schedule_quickly(shift, &steps, &[]) else { break };
            let rules = broken_on_route(plan, shift, &steps, &route);
            if rules.is_empty() {
                return rules;
            }
            let size = (has_late_reload(&steps, &[], &rules), size_of_rules(&rules));
            if best.as_ref().is_none_or(|it| size < it.0) {
                best = Some((size, rules));
            }
        }
        best.map_or_else(Vec::new, |it| it.1)
    }
}
