//! The answer of a search: the best plan, and the reasons for each visit that it leaves out.

use crate::evaluate::{Effort, Step};
use crate::explain;
use crate::problem::{Mode, ShiftIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::{Search, last_pass, offers, sweep};
use crate::solution::{Route, Solution, Telemetry, Unserved};

/// The routes of a plan, written out, and what they were written from.
struct Written {
    /// By shift; with the times of the steps if routes depend on one another.
    sources: Vec<(ShiftIdx, Vec<Step>, Vec<i64>)>,
    routes: Vec<Route>,
}

impl Written {
    fn of(plan: &mut Plan<'_>) -> Self {
        let sources = Self::sources(plan);
        let mut write = |shift| plan.evaluate_fully(|plan| plan.written(shift));
        let routes = sources.iter().map(|it| write(it.0)).collect();
        Self { sources, routes }
    }

    /// Whether the plan has not changed since.
    fn is_of(&self, plan: &Plan<'_>) -> bool {
        self.sources == Self::sources(plan)
    }

    fn sources(plan: &Plan<'_>) -> Vec<(ShiftIdx, Vec<Step>, Vec<i64>)> {
        let mut used = plan.used.clone();
        used.sort_unstable();
        let source = |shift: ShiftIdx| {
            let state = &plan.routes[shift.at()];
            let starts = if plan.groups.any() { state.starts.clone() } else { Vec::new() };
            (shift, state.steps.clone(), starts)
        };
        used.into_iter().map(source).collect()
    }
}

impl Search<'_> {
    /// Returns the best plan so far; visits that it leaves out are tried once more, exactly, and get their reasons. If
    /// that makes the plan better, the status tells so from then on.
    pub fn solution(&mut self) -> Solution {
        if self.plan.problem.mode == Mode::Check {
            self.plan.patience.renew();
            let (routes, unserved) = self.plan.evaluate_fully(explain::check_mode::check_plan);
            return Solution { routes, unserved, ..Solution::default() };
        }
        self.restore_best();
        self.plan.patience.renew();
        if !self.plan.problem.offered.is_empty() {
            return self.offered();
        }
        // Visits that quick evaluation has rejected may fit.
        self.plan.set_effort(Effort::Full);
        let mut improvements = self.improvements.clone();
        // The sweep may use up the time for the answer, and a route that is written late has poorer times.
        let is_swept = sweep::is_for(&self.plan);
        let early = is_swept.then(|| Written::of(&mut self.plan));
        if is_swept && sweep::sweep(&mut self.plan) {
            improvements.push((self.iterations, self.plan.money()));
        }
        self.plan.evaluate_fully(last_pass::remove_incomplete_sets);
        last_pass::try_all(&mut self.plan);
        // A set that has become complete stays; a set that is still incomplete is removed.
        if self.plan.evaluate_fully(last_pass::remove_incomplete_sets) {
            last_pass::try_single(&mut self.plan);
        }
        self.remember_gain();
        let early = early.filter(|it| it.is_of(&self.plan));
        let routes = early.unwrap_or_else(|| Written::of(&mut self.plan)).routes;
        let bounds = explain::bounds(&self.plan);
        let unserved = explain::reasons(&mut self.plan);
        self.plan.set_effort(Effort::Quick);
        Solution {
            routes,
            unserved,
            bounds,
            search: Telemetry {
                iterations: self.iterations,
                improvements,
                converged: self.iterations >= self.iterations_max || self.is_settled(),
            },
            offers: Vec::new(),
        }
    }

    /// Returns the offers, and the visits of the given plan that could not be kept.
    fn offered(&mut self) -> Solution {
        let offers = offers::offers(&mut self.plan);
        let problem = self.plan.problem;
        let planned = problem.plan.iter().flat_map(|it| &it.stops);
        let mut lost: Vec<VisitIdx> = planned
            .map(|it| problem.stops[it.stop.at()].visit)
            .filter(|it| self.plan.shift_of(*it).is_none())
            .collect();
        lost.sort_unstable();
        lost.dedup();
        let unserved =
            lost.into_iter().map(|visit| Unserved { visit, reasons: Vec::new(), remedy: None });
        Solution { offers, unserved: unserved.collect(), ..Solution::default() }
    }
}
