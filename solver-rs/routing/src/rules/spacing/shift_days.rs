//! The local day of each shift, for rules that count days. Searches ask for it too often to compute it each time.

use super::local;
use crate::problem::{Problem, ShiftIdx, VisitRules};

/// Stands for the days of a shift that has several.
const SEVERAL: i64 = i64::MIN;

/// The days of all shifts on the clocks of periodic orders.
#[derive(Debug)]
pub(crate) struct ShiftDays {
    /// By clock, by shift; empty if no periodic order has the clock.
    day: Vec<Vec<i64>>,
}

impl ShiftDays {
    /// O(clocks of periodic orders × shifts).
    pub(crate) fn new(problem: &Problem) -> Self {
        let mut day = vec![Vec::new(); problem.clocks.len()];
        for rules in problem.orders.iter().filter_map(|it| it.rules.as_ref()) {
            let row = &mut day[rules.clock.at()];
            if row.is_empty() {
                row.extend(problem.shifts.iter().map(|shift| {
                    let (first, _) = local(problem, rules, shift.start_at);
                    let (last, _) = local(problem, rules, shift.latest_end_at - 1);
                    if first >= last { first } else { SEVERAL }
                }));
            }
        }
        Self { day }
    }

    /// The day of the visits that a shift makes; `None` if it has several days.
    pub(crate) fn of(&self, rules: &VisitRules, shift: ShiftIdx) -> Option<i64> {
        let day = self.day[rules.clock.at()][shift.at()];
        (day != SEVERAL).then_some(day)
    }
}
