//! Changes of a plan: new steps of a route, of two routes at once, and visits removed; the counts follow.

use super::{Plan, RouteCost, drop_idle_reloads};
use crate::evaluate::Effort;
use crate::problem::{ShiftIdx, StopIdx, VisitIdx};
use crate::rules::standing::NOBODY;
use crate::search::plan::route::Fit;
use crate::solution::StopRole;
use crate::step::Step;

impl Plan<'_> {
    /// Tries `steps` as the shift's route; changes nothing unless they fit.
    pub(crate) fn replace(&mut self, shift: ShiftIdx, steps: &[Step]) -> Fit {
        let mut trial = std::mem::take(&mut self.trial);
        let is_tried = self.tried.take() == Some((shift, self.evaluator.serial()));
        let fit = if is_tried && trial.steps == steps {
            Fit::Fits
        } else {
            trial.steps.clear();
            trial.steps.extend_from_slice(steps);
            self.settle(shift, &mut trial)
        };
        if fit == Fit::Fits && self.groups.roams(self.problem, shift) {
            return self.replace_with_followers(shift, trial);
        }
        if fit == Fit::Fits {
            self.anchor(shift, &mut trial);
            self.save(shift);
            std::mem::swap(&mut trial, &mut self.routes[shift.at()]);
            self.update_room(shift);
            self.count(shift, &trial.steps, steps, RouteCost::of(&self.routes[shift.at()]));
        }
        self.trial = trial;
        fit
    }

    /// Like [`Self::replace`], with the full effort, which also finds schedules that the search does not look for. The
    /// route stays until the search finds one to replace it. Afterwards, the effort is that of the search.
    pub(crate) fn replace_carefully(&mut self, shift: ShiftIdx, steps: &[Step]) -> Fit {
        self.set_effort(Effort::Full);
        let fit = self.replace(shift, steps);
        self.set_search_effort();
        self.has_careful_routes |= fit == Fit::Fits;
        fit
    }

    /// Tries both as the shifts' routes, which may have exchanged visits; changes nothing unless both fit.
    pub(crate) fn replace_two(&mut self, shifts: [ShiftIdx; 2], steps: [&[Step]; 2]) -> Fit {
        let mut trials = [std::mem::take(&mut self.trial), std::mem::take(&mut self.other_trial)];
        self.tried = None;
        let mut fit = Fit::Fits;
        for at in 0..2 {
            trials[at].steps.clear();
            trials[at].steps.extend_from_slice(steps[at]);
            if fit == Fit::Fits {
                fit = self.settle(shifts[at], &mut trials[at]);
            }
            if fit == Fit::Fits {
                self.anchor(shifts[at], &mut trials[at]);
            }
        }
        if fit == Fit::Fits {
            for at in 0..2 {
                self.save(shifts[at]);
                std::mem::swap(&mut trials[at], &mut self.routes[shifts[at].at()]);
                self.update_room(shifts[at]);
                let none = RouteCost { rest: 0.0, money: 0.0 };
                self.count(shifts[at], &trials[at].steps, &[], none);
            }
            // First remove all visits, then add all: a visit may have moved between the two routes.
            for at in 0..2 {
                let cost = RouteCost::of(&self.routes[shifts[at].at()]);
                self.count(shifts[at], &[], steps[at], cost);
            }
        }
        [self.trial, self.other_trial] = trials;
        fit
    }

    /// Updates where visits are after a route has changed from `old` to `new`.
    pub(super) fn count(&mut self, shift: ShiftIdx, old: &[Step], new: &[Step], cost: RouteCost) {
        for step in old {
            if let Some(visit) = self.visit_of(*step) {
                self.shift_of[visit.at()] = NOBODY;
            }
        }
        for (position, step) in (0_u32..).zip(new) {
            if let Step::Stop(stop, _) = step {
                debug_assert!(
                    self.is_new_to(shift, *stop, position, new),
                    "{stop:?} is made twice"
                );
                self.shift_of[self.problem.stops[stop.at()].visit.at()] = shift.0;
                self.step_of[stop.at()] = position;
            }
        }
        let vehicle = self.problem.shifts[shift.at()].vehicle.at();
        match (old.is_empty(), new.is_empty()) {
            (true, false) => {
                let at = u32::try_from(self.used.len()).expect("shifts have 32-bit indexes");
                self.used_at[shift.at()] = at;
                self.used.push(shift);
                self.used_costs.push(cost);
                self.routes_of_vehicle[vehicle] += 1;
                self.vehicle_count += usize::from(self.routes_of_vehicle[vehicle] == 1);
            }
            (false, true) => {
                let at = std::mem::replace(&mut self.used_at[shift.at()], NOBODY);
                self.used.swap_remove(at as usize);
                self.used_costs.swap_remove(at as usize);
                if let Some(moved) = self.used.get(at as usize) {
                    self.used_at[moved.at()] = at;
                }
                self.routes_of_vehicle[vehicle] -= 1;
                self.vehicle_count -= usize::from(self.routes_of_vehicle[vehicle] == 0);
            }
            (false, false) => {
                self.used_costs[self.used_at[shift.at()] as usize] = cost;
            }
            (true, true) => {}
        }
    }

    /// Whether a stop at a position of a new route is neither on another route nor at an earlier position.
    fn is_new_to(&self, shift: ShiftIdx, stop: StopIdx, position: u32, steps: &[Step]) -> bool {
        let made_by = self.shift_of[self.problem.stops[stop.at()].visit.at()];
        let earlier = self.step_of[stop.at()];
        let is_earlier = || match steps.get(earlier as usize) {
            Some(Step::Stop(other, _)) => earlier < position && *other == stop,
            _ => false,
        };
        made_by == NOBODY || (made_by == shift.0 && !is_earlier())
    }

    /// Removes visits that routes serve from those that are absent.
    pub(crate) fn drop_served_from_absent(&mut self) {
        let Self { absent, shift_of, .. } = self;
        absent.retain(|visit| shift_of[visit.at()] == NOBODY);
    }

    /// Updates which visits are absent after a route has taken one, if any, for others that have left.
    pub(crate) fn exchange_absent(
        &mut self,
        comes: Option<VisitIdx>,
        leaving: impl IntoIterator<Item = VisitIdx>,
    ) {
        self.absent.retain(|it| Some(*it) != comes);
        self.absent.extend(leaving);
    }

    /// Rebuilds the list of absent visits: those that neither a route nor a kept route makes.
    pub(crate) fn list_absent(&mut self) {
        let Self { absent, kept, problem, shift_of, .. } = self;
        let mut is_kept = vec![false; problem.visits.len()];
        for role in kept.iter().flat_map(|it| &it.stops).map(|it| it.role) {
            if let StopRole::Order { stop, .. } = role {
                is_kept[problem.stops[stop.at()].visit.at()] = true;
            }
        }
        absent.clear();
        let visits = (0..problem.visits.len()).map(VisitIdx::of);
        absent.extend(visits.filter(|it| shift_of[it.at()] == NOBODY && !is_kept[it.at()]));
    }

    /// Removes visits from their routes, except locked ones, and those of a route that would not fit without them.
    pub(crate) fn remove(&mut self, leaving: &[VisitIdx]) {
        let mut shifts = std::mem::take(&mut self.leaving_shifts);
        let mut steps = std::mem::take(&mut self.leaving_steps);
        shifts.clear();
        for visit in leaving {
            if let Some(shift) = self.shift_of(*visit)
                && !self.locked[visit.at()]
            {
                self.is_leaving[visit.at()] = true;
                if !shifts.contains(&shift) {
                    shifts.push(shift);
                }
            }
        }
        for shift in &shifts {
            steps.clear();
            let stays =
                |step: &Step| self.visit_of(*step).is_none_or(|visit| !self.is_leaving[visit.at()]);
            let (frozen, others) = self.routes[shift.at()].steps.split_at(self.frozen[shift.at()]);
            steps.extend(frozen.iter().copied().filter(stays));
            let frozen = steps.len();
            steps.extend(others.iter().copied().filter(stays));
            drop_idle_reloads(&self.instance, *shift, frozen, &mut steps);
            // The loop below checks which visits have left.
            let _ = self.replace(*shift, &steps);
        }
        for visit in leaving {
            if self.is_leaving[visit.at()] {
                self.is_leaving[visit.at()] = false;
                if self.shift_of(*visit).is_none() {
                    self.absent.push(*visit);
                }
            }
        }
        self.leaving_shifts = shifts;
        self.leaving_steps = steps;
    }

    /// Returns whether a set is served in part.
    pub(crate) fn has_incomplete_sets(&self) -> bool {
        let mut any = false;
        self.groups.broken_sets(&self.shift_of, |_| any = true);
        any
    }

    /// Removes the served visits of sets in which another visit is absent, except locked ones.
    pub(crate) fn remove_incomplete_sets(&mut self) {
        let mut leaving = Vec::new();
        self.groups.broken_sets(&self.shift_of, |visit| leaving.push(visit));
        if !leaving.is_empty() {
            self.remove(&leaving);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::instance::Instance;
    use crate::problem::{PlaceIdx, PlannedReload, PlannedRoute, PlannedStop, Reload, Window};
    use crate::search::{Search, SearchOptions};

    #[test]
    fn a_reload_before_the_first_stop_stays_if_its_load_is_not_available_at_the_start() {
        let mut fixture = Fixture::new(4);
        let shift = fixture.shift(0..10_000);
        shift.latest_start_at = 100;
        let at_start =
            Reload { place: PlaceIdx(0), windows: vec![Window::ALWAYS], seconds: 0, count_max: 9 };
        shift.reloads.push(at_start);
        let late = fixture.dropoff(1, &[]);
        fixture.dropoff(2, &[]);
        let mut problem = fixture.problem;
        problem.visits[0].release_at = 500;
        let stops = (0..2).map(|it| PlannedStop::new(StopIdx(it), None)).collect();
        problem.plan = vec![PlannedRoute::new(ShiftIdx(0), stops)];
        let mut search = Search::new(&problem, SearchOptions::default());
        assert_eq!(search.plan.routes[0].steps.len(), 3, "it starts with a reload");
        search.plan.remove(&[VisitIdx(1)]);
        assert_eq!(search.plan.routes[0].steps, [Step::Reload(0), late]);
        search.plan.remove(&[VisitIdx(0)]);
        assert_eq!(search.plan.routes[0].steps, []);

        // A vehicle without a place to start from waits at the stop, and needs no reload.
        problem.shifts[0].start_place = None;
        let instance = Instance::new(&problem);
        let mut steps = vec![Step::Reload(0), late];
        drop_idle_reloads(&instance, ShiftIdx(0), 0, &mut steps);
        assert_eq!(steps, [late]);
    }

    #[test]
    fn a_reload_before_a_stop_that_may_not_change_stays() {
        let mut fixture = Fixture::new(4);
        let reload =
            Reload { place: PlaceIdx(3), windows: vec![Window::ALWAYS], seconds: 0, count_max: 9 };
        fixture.shift(0..10_000).reloads.push(reload);
        let [made, next] = [1, 2].map(|place| fixture.dropoff(place, &[]));
        let mut problem = fixture.problem;
        let stops = (0..2).map(|it| PlannedStop::new(StopIdx(it), None)).collect();
        let reloads = [0, 1].map(|position| PlannedReload::new(position, 0));
        problem.plan = vec![PlannedRoute {
            begun: 1,
            reloads: reloads.to_vec(),
            ..PlannedRoute::new(ShiftIdx(0), stops)
        }];
        let mut search = Search::new(&problem, SearchOptions::default());
        let begun = [Step::Reload(0), made];
        assert_eq!(search.plan.routes[0].steps, [&begun[..], &[Step::Reload(0), next]].concat());
        search.plan.remove(&[VisitIdx(1)]);
        assert_eq!(search.plan.routes[0].steps, begun);
    }
}
