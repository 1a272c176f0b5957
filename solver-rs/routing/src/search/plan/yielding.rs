//! Routes that yield: where relations bind visits on several routes in time, a change of one route may move the others.
//!
//! ```text
//! route that changes    a ── x ── v ── b       x delays v, which starts together with w
//! route that yields     c ─────── w ── d       w and d are later, too
//! ```
//!
//! Otherwise, v has to start when w does now, and hardly anything fits before it. As far as anchors tell, v may start
//! whenever the other route could start w; that route is then evaluated for the time chosen. Routes yield one after the
//! other, each beside the present times of those that follow: three visits that start together do not move.

use super::Plan;
use super::margins;
use super::put::Changes;
use super::route::{Fit, RouteState};
use crate::problem::{ShiftIdx, Window};
use crate::rules::standing::ScheduledVisit;
use crate::step::Step;

impl Plan<'_> {
    /// Returns whether routes may yield to the route of a shift with these steps. Only iterations, which can be undone,
    /// ask routes to yield, and only where relations alone connect them.
    pub(crate) fn may_yield(&self, shift: ShiftIdx, steps: &[Step]) -> bool {
        self.is_drafting
            && !self.problem.relations.is_empty()
            && self.groups.are_relations_only()
            && self.groups.is_timed_elsewhere(self.standing(), shift, steps)
    }

    /// Returns the `rest` that the route would have with these steps, including the changes of routes that yield;
    /// `None` if they do not fit.
    pub(crate) fn try_yielding(&mut self, shift: ShiftIdx, steps: &[Step]) -> Option<f64> {
        let before = self.routes[shift.at()].rest;
        let yielded = self.yield_to(shift, steps, |_, _, _| ())?;
        let delta = yielded.delta;
        self.take_back(yielded);
        Some(before + delta)
    }

    /// Assigns these steps to a shift if they fit and other routes can yield; otherwise changes nothing.
    pub(crate) fn replace_yielding(&mut self, shift: ShiftIdx, steps: &[Step]) -> Fit {
        match self.yield_to(shift, steps, Self::anchor_and_save) {
            Some(_) => Fit::Fits,
            None => Fit::Not,
        }
    }

    /// Assigns these steps to a shift, and new times to routes that yield; returns `None` and restores all if one does
    /// not fit. Calls `each` for each route right after its evaluation, before it is assigned.
    fn yield_to(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
        mut each: impl FnMut(&mut Self, ShiftIdx, &mut RouteState),
    ) -> Option<Changes> {
        self.tried = None;
        let mut route = RouteState { steps: steps.to_vec(), ..RouteState::default() };
        if self.settle_loosely(shift, &mut route) == Fit::Not {
            return None;
        }
        each(self, shift, &mut route);
        let mut changes = Changes::default();
        self.change(&mut changes, shift, route);
        for other in self.groups.disagreeing(self.standing(), shift) {
            let steps = self.routes[other.at()].steps.clone();
            let mut route = RouteState { steps, ..RouteState::default() };
            if self.is_closed(other) || self.settle(other, &mut route) == Fit::Not {
                self.take_back(changes);
                return None;
            }
            each(self, other, &mut route);
            self.change(&mut changes, other, route);
        }
        // Gaps on the route itself have not been checked yet.
        if !self.groups.holds(self.standing(), shift, &self.routes[shift.at()], false) {
            self.take_back(changes);
            return None;
        }
        Some(changes)
    }

    /// Evaluates a route at the times that it could have if others yielded.
    fn settle_loosely(&mut self, shift: ShiftIdx, route: &mut RouteState) -> Fit {
        if self.measure_trial(shift, route) == Fit::Not {
            return Fit::Not;
        }
        let mut pins = std::mem::take(&mut self.pins);
        pins.clear();
        let (standing, range_of) = (self.standing(), |it: &ScheduledVisit| self.start_range_of(it));
        let groups = &self.groups;
        let is_open = groups.pins_without_docks(standing, shift, &route.steps, range_of, &mut pins);
        self.pins = pins;
        if !is_open {
            return Fit::Not;
        }
        self.evaluate_pinned(shift, route)
    }

    /// Returns when a served visit could start without other changes of its route, as far as anchors tell.
    fn start_range_of(&self, visit: &ScheduledVisit) -> Window {
        let (shift, starts_at) = (visit.shift, visit.starts_at);
        let route = &self.routes[shift.at()];
        let anchor = route.anchors.get(visit.first + 1);
        let Some(anchor) = anchor.filter(|_| visit.first >= self.frozen[shift.at()]) else {
            return visit.only_start();
        };
        let [earliest_at, end_at] = anchor.start_range(starts_at);
        // It may wait for the very visit that it is bound to.
        let opens_at = margins::step_times(&self.instance, shift, route.steps[visit.first]).opens;
        let ready_at = anchor.due_at().max(opens_at);
        Window { start_at: earliest_at.min(ready_at), end_at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{OptionIdx, Problem, Relation, RelationKind, StopIdx, VisitIdx};
    use crate::search::{Search, SearchOptions};

    const SHIFTS: [ShiftIdx; 3] = [ShiftIdx(0), ShiftIdx(1), ShiftIdx(2)];

    /// Three vehicles. The first one meets the second at place 1, and then, perhaps, the third one, for pairs of visits
    /// of which the later ones close at `closes_at`. Visit 4 is at place 3, closing after 200 seconds; visits 5 and 6
    /// are at place 1, exactly after a minute.
    fn meetings(closes_at: i64) -> Problem {
        let mut fixture = Fixture::new(4);
        fixture.shift_with_break(0..10_000);
        fixture.another_vehicle();
        fixture.another_vehicle();
        for _ in 0..2 {
            fixture.dropoff(1, &[]);
            fixture.dropoff(1, &[(0, closes_at)]);
        }
        fixture.dropoff(3, &[(0, 200)]);
        fixture.dropoff(1, &[(60, 60)]);
        fixture.dropoff(1, &[(60, 60)]);
        let pairs = [[0, 1], [2, 3]].map(|it| it.map(VisitIdx).to_vec());
        fixture.problem.relations.extend(pairs.map(|visits| Relation {
            kind: RelationKind::Simultaneous,
            visits,
            vehicles: None,
            gap_seconds_min: 0,
            gap_seconds_max: 0,
        }));
        fixture.problem
    }

    fn steps<const N: usize>(visits: [u32; N]) -> [Step; N] {
        visits.map(|it| Step::Stop(StopIdx(it), OptionIdx(it)))
    }

    /// Returns a plan in which the first vehicle makes these visits, all after a minute, and the others theirs.
    fn after_a_minute<'p>(problem: &'p Problem, first: &[Step]) -> Plan<'p> {
        let mut plan = Search::new(problem, SearchOptions::default()).plan;
        plan.empty(SHIFTS);
        let with_minute = [&steps([5])[..], first].concat();
        for (shift, steps) in
            [(0, &with_minute[..]), (1, &steps([1])), (2, &steps([3])), (0, first)]
        {
            assert_eq!(plan.replace(ShiftIdx(shift), steps), Fit::Fits);
        }
        plan.keep();
        plan.draft();
        plan
    }

    /// Everything about a plan that a change may leave behind.
    fn state(plan: &Plan<'_>) -> impl PartialEq + std::fmt::Debug + use<> {
        let routes = SHIFTS.map(|it| {
            let route = &plan.routes[it.at()];
            (route.steps.clone(), route.starts.clone(), route.rest.to_bits())
        });
        let mut used = plan.used.clone();
        used.sort_unstable();
        let places = (plan.shift_of.clone(), used, plan.vehicle_count());
        (routes, places, plan.score(), plan.rooms.clone())
    }

    #[test]
    fn a_visit_moves_with_the_one_that_starts_at_the_same_time() {
        let problem = meetings(1_000);
        let mut plan = after_a_minute(&problem, &steps([0]));
        let (before, rest) = (state(&plan), plan.routes[1].rest);
        let with_far = steps([4, 0]);
        assert!(plan.may_yield(ShiftIdx(0), &with_far));
        assert_eq!(plan.try_route(ShiftIdx(0), &with_far), None, "the other one starts after 60");
        let tried = plan.try_yielding(ShiftIdx(0), &with_far).unwrap();
        assert_eq!(state(&plan), before);
        assert_eq!(plan.replace_yielding(ShiftIdx(0), &with_far), Fit::Fits);
        let [one, other] = [0, 1].map(|it| &plan.routes[it]);
        assert_eq!(one.starts[1], other.starts[0]);
        assert!(one.starts[1] >= 300, "from place 3, after 200 seconds");
        assert_eq!(one.rest + other.rest - rest, tried);
        plan.undo();
        assert_eq!(state(&plan), before);
    }

    #[test]
    fn a_visit_that_waits_for_the_other_one_may_start_earlier() {
        let problem = meetings(1_000);
        let mut plan = after_a_minute(&problem, &steps([0]));
        assert_eq!(plan.replace(ShiftIdx(1), &steps([6, 1])), Fit::Fits);
        assert_eq!(plan.replace_yielding(ShiftIdx(0), &steps([4, 0])), Fit::Fits);
        assert_eq!(plan.replace(ShiftIdx(0), &steps([0])), Fit::Fits);
        assert!(plan.routes[1].starts[1] >= 300, "it waits for the first vehicle");
        assert_eq!(plan.replace_yielding(ShiftIdx(0), &steps([5, 0])), Fit::Fits);
        assert_eq!(plan.routes[1].starts, [60, 60]);
    }

    #[test]
    fn a_route_does_not_yield_beyond_its_windows() {
        let problem = meetings(250);
        let mut plan = after_a_minute(&problem, &steps([0]));
        let before = state(&plan);
        assert_eq!(plan.replace_yielding(ShiftIdx(0), &steps([4, 0])), Fit::Not);
        assert_eq!(state(&plan), before);
    }

    #[test]
    fn routes_that_other_searches_change_do_not_yield() {
        let problem = meetings(1_000);
        let mut plan = after_a_minute(&problem, &steps([0, 2]));
        plan.closed = vec![false, false, true];
        let before = state(&plan);
        // The second vehicle yields, but the third one does not.
        assert_eq!(plan.replace_yielding(ShiftIdx(0), &steps([4, 0, 2])), Fit::Not);
        assert_eq!(state(&plan), before);
        plan.closed = Vec::new();
        assert_eq!(plan.replace_yielding(ShiftIdx(0), &steps([4, 0, 2])), Fit::Fits);
    }
}
