//! The answer of a search: the best plan, and the reasons for each visit that it leaves out.

use crate::evaluate::Effort;
use crate::explain;
use crate::problem::{Mode, VisitIdx};
use crate::search::{Search, is_searched, judge, last_pass, offers, sweep};
use crate::solution::{Route, Solution, Telemetry, Unserved};

impl Search<'_> {
    /// Returns the best plan so far; visits that it leaves out are tried once more, exactly, and get their reasons. If
    /// that makes the plan better, the status tells so from then on.
    pub fn solution(&mut self) -> Solution {
        self.finish();
        self.answer()
    }

    /// Makes the last attempts to improve the best plan. A host with limited patience gives them a time of their own,
    /// so that some is left for [`Search::answer`].
    pub fn finish(&mut self) {
        if !is_searched(self.plan.problem) {
            return;
        }
        self.restore_best();
        self.plan.patience.renew();
        // Visits that quick evaluation has rejected may fit.
        self.plan.set_effort(Effort::Full);
        sweep::sweep(&mut self.plan);
        self.take_careful();
        self.plan.evaluate_fully(last_pass::remove_incomplete_sets);
        last_pass::try_all(&mut self.plan);
        // A set that has become complete stays; a set that is still incomplete is removed.
        if self.plan.evaluate_fully(last_pass::remove_incomplete_sets) {
            last_pass::try_single(&mut self.plan);
        }
        self.remember_gain();
        self.plan.set_search_effort();
    }

    /// Returns the plan after [`Search::finish`], with the reasons of the visits that it leaves out. Visits that turn
    /// out to fit are served.
    pub fn answer(&mut self) -> Solution {
        let problem = self.plan.problem;
        if problem.mode == Mode::Check {
            self.plan.patience.renew();
            let (routes, unserved) = self.plan.evaluate_fully(judge::check_plan);
            return Solution { routes, unserved, ..Solution::default() };
        }
        if !problem.offered.is_empty() {
            self.restore_best();
            self.plan.patience.renew();
            return self.offered();
        }
        self.plan.patience.renew();
        self.plan.set_effort(Effort::Full);
        // Reasons may use up the time, and routes that are written late are not looked at as carefully.
        let mut routes = self.written();
        let mut bounds = explain::bounds(&self.plan);
        let absent = self.plan.absent.len();
        let unserved = explain::reasons(&mut self.plan);
        if self.plan.absent.len() < absent {
            self.remember_gain();
            routes = self.written();
            bounds = explain::bounds(&self.plan);
        }
        self.plan.set_search_effort();
        Solution {
            routes,
            unserved,
            bounds,
            search: Telemetry {
                iterations: self.iterations,
                improvements: self.improvements.clone(),
                converged: self.iterations >= self.iterations_max || self.is_settled(),
            },
            offers: Vec::new(),
        }
    }

    /// Returns the schedules of all routes, by shift.
    fn written(&mut self) -> Vec<Route> {
        let used = self.plan.used.clone().into_iter();
        let written = used.map(|it| self.plan.evaluate_fully(|plan| plan.written(it)));
        let mut routes: Vec<Route> = written.collect();
        routes.extend_from_slice(&self.plan.kept);
        routes.sort_unstable_by_key(|it| it.shift);
        routes
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
