//! The times that other routes leave to the stops of a route, as pins for the evaluator.

use std::cell::RefMut;

use super::Groups;
use crate::instance::Instance;
use crate::problem::{Mode, Problem, ShiftIdx, TIME_MAX, TIME_MIN, VisitIdx, Window};
use crate::rules::spacing::{self, times_of_day};
use crate::rules::standing::ScheduledVisit;
use crate::rules::{days, relations, shift_rest, weekly_rest};
use crate::search::plan::route::{RouteState, Standing};
use crate::step::{Allowance, Pin, Step};

impl Groups {
    /// Adds the bounds that the times of other routes impose on services; returns false if no time is left.
    pub(crate) fn pins(
        &self,
        instance: &Instance<'_>,
        standing: Standing<'_>,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &mut Vec<Pin>,
    ) -> bool {
        self.pins_without_docks(standing, shift, steps, ScheduledVisit::only_start, pins)
            && self.dock_pins(instance, standing, shift, steps, pins)
    }

    fn dock_pins(
        &self,
        instance: &Instance<'_>,
        standing: Standing<'_>,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &mut Vec<Pin>,
    ) -> bool {
        let docking = self.docking.as_ref();
        docking.is_none_or(|it| it.pins(instance, standing, shift, steps, pins))
    }

    /// Does the same without docks, and with visits of relations on other routes that start when `range_of` says.
    pub(crate) fn pins_without_docks(
        &self,
        standing: Standing<'_>,
        shift: ShiftIdx,
        steps: &[Step],
        range_of: impl Fn(&ScheduledVisit) -> Window,
        pins: &mut Vec<Pin>,
    ) -> bool {
        if !self.any {
            return true;
        }
        if !self.route_pins(standing, shift, pins) {
            return false;
        }
        for (step, visit) in first_stops(standing.problem, steps) {
            let pin = self.pin(standing, shift, (step, visit), &range_of);
            if pin.not_before_at > pin.not_after_at {
                return false;
            }
            let openings = self.openings(standing, visit, shift);
            if openings.is_empty() {
                if pin.not_before_at > TIME_MIN || pin.not_after_at < TIME_MAX {
                    pins.push(pin);
                }
                continue;
            }
            let first = pins.len();
            pins.extend(openings.iter().filter_map(|it| pin.within(*it)));
            if pins.len() == first {
                return false;
            }
        }
        true
    }

    /// Adds only the lower bounds that the times of other routes impose on services, even if they are too late; returns
    /// false if docks are never free.
    pub(crate) fn lower_pins(
        &self,
        instance: &Instance<'_>,
        standing: Standing<'_>,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &mut Vec<Pin>,
    ) -> bool {
        self.route_pins(standing, shift, pins);
        let whole =
            pins.iter().filter(|it| it.step == Pin::ROUTE).min_by_key(|it| it.not_before_at);
        let whole = whole.map(|it| Pin { not_after_at: TIME_MAX, ..*it });
        pins.clear();
        pins.extend(whole.filter(|it| {
            it.not_before_at > TIME_MIN || it.from.is_some() || it.allowance.is_some()
        }));
        for (step, visit) in first_stops(standing.problem, steps) {
            let pin = self.pin(standing, shift, (step, visit), ScheduledVisit::only_start);
            let mut pin = Pin { not_after_at: TIME_MAX, ..pin };
            let openings = self.openings(standing, visit, shift);
            if let Some(first) = openings.first() {
                pin.narrow(Window { end_at: TIME_MAX, ..*first });
            }
            if pin.not_before_at > TIME_MIN {
                pins.push(pin);
            }
        }
        self.dock_pins(instance, standing, shift, steps, pins)
    }

    /// Adds the times in which the whole route may lie beside the vehicle's other routes, of which one must hold; none
    /// if it is unrestricted. Returns false if there is no such time.
    fn route_pins(&self, standing: Standing<'_>, shift: ShiftIdx, pins: &mut Vec<Pin>) -> bool {
        let problem = standing.problem;
        let from = self.overnight(standing, shift);
        let always = Window { start_at: TIME_MIN, end_at: TIME_MAX };
        if !self.rests(problem, shift) {
            pins.extend(from.map(|from| Pin::route(always, Some(from))));
            return true;
        }
        let vehicle = &problem.vehicles[problem.shifts[shift.at()].vehicle.at()];
        let all = Allowance::all_of(vehicle);
        let weeks = &mut self.weeks.borrow_mut();
        weeks.clear();
        match &vehicle.week {
            Some(rules) => {
                let known = &mut self.week_spans.borrow_mut();
                weekly_rest::spans(standing, shift, rules, known, weeks);
            }
            None => weeks.push(always),
        }
        let choices = &mut self.choices.borrow_mut();
        if vehicle.exceptional_days().is_some() {
            days::choices(standing, shift, weeks, choices);
        } else {
            let rested = shift_rest::span(standing, shift).unwrap_or(always);
            let spans = weeks.iter().map(|week| Window {
                start_at: rested.start_at.max(week.start_at),
                end_at: rested.end_at.min(week.end_at),
            });
            choices.clear();
            choices.extend(spans.filter(|it| it.start_at <= it.end_at).map(|it| (it, all)));
        }
        for (span, allowance) in choices.iter() {
            let is_bound = span.start_at > TIME_MIN || span.end_at < TIME_MAX;
            if is_bound || from.is_some() || *allowance != all {
                pins.push(Pin { allowance: Some(*allowance), ..Pin::route(*span, from) });
            }
        }
        !choices.is_empty()
    }

    /// Returns when the times of day of the order's other visits let a visit start; empty if any time will do.
    fn openings(
        &self,
        standing: Standing<'_>,
        visit: VisitIdx,
        shift: ShiftIdx,
    ) -> RefMut<'_, Vec<Window>> {
        let mut openings = self.openings.borrow_mut();
        openings.clear();
        if self.is_ruled(visit) {
            times_of_day::openings(standing, visit, shift, &mut openings);
            // Elsewhere, the windows of visits are those of their weeks and weekdays.
            if standing.problem.mode == Mode::Check {
                spacing::keep_days(standing.problem, visit, shift, &mut openings);
            }
        }
        openings
    }

    /// Returns the bounds that relations impose on the start of a visit, given by its first step, beside visits on
    /// other routes that start when `range_of` says.
    fn pin(
        &self,
        standing: Standing<'_>,
        shift: ShiftIdx,
        (step, visit): (u32, VisitIdx),
        range_of: impl Fn(&ScheduledVisit) -> Window,
    ) -> Pin {
        let mut pin = Pin::step(step, Window { start_at: TIME_MIN, end_at: TIME_MAX });
        for relation in self.relations_of(standing.problem, visit) {
            relations::pin(standing, relation, visit, shift, &range_of, &mut pin);
        }
        pin
    }

    /// Narrows the bounds of visits of the shift's route for the gaps that these times do not keep; returns false if
    /// there is nothing to narrow.
    pub(crate) fn spread(
        &self,
        standing: Standing<'_>,
        shift: ShiftIdx,
        route: &RouteState,
        pins: &mut Vec<Pin>,
    ) -> bool {
        self.bound_gaps(standing, shift, route, pins, |_, bounds| bounds)
    }

    /// Does the same with lower bounds only, for a caller that begins with the earliest times, which then only rise.
    /// Adds to `held` the steps that should not be later.
    pub(crate) fn raise(
        &self,
        standing: Standing<'_>,
        shift: ShiftIdx,
        route: &RouteState,
        pins: &mut Vec<Pin>,
        held: &mut Vec<u32>,
    ) -> bool {
        self.bound_gaps(standing, shift, route, pins, |step, bounds| {
            if bounds.end_at < TIME_MAX && !held.contains(&step) {
                held.push(step);
            }
            Window { end_at: TIME_MAX, ..bounds }
        })
    }

    fn bound_gaps(
        &self,
        standing: Standing<'_>,
        shift: ShiftIdx,
        route: &RouteState,
        pins: &mut Vec<Pin>,
        mut of: impl FnMut(u32, Window) -> Window,
    ) -> bool {
        let standing = standing.with(shift, route);
        let always = Window { start_at: TIME_MIN, end_at: TIME_MAX };
        let mut is_any = false;
        let mut bound = |step: usize, bounds: Window| {
            let step = u32::try_from(step).expect("fewer than 2^32 steps");
            let bounds = of(step, bounds);
            if bounds == always {
                return;
            }
            let mut its = pins.iter_mut().filter(|it| it.step == step);
            match (its.next(), its.next()) {
                (None, _) => {
                    pins.push(Pin::step(step, bounds));
                    is_any = true;
                }
                (Some(pin), None) => is_any |= pin.narrow(bounds),
                // The step has several pins to choose from.
                _ => {}
            }
        };
        for (_, visit) in first_stops(standing.problem, &route.steps) {
            for relation in self.relations_of(standing.problem, visit) {
                relations::spread(standing, relation, shift, &mut bound);
            }
            if self.is_ruled(visit) {
                times_of_day::spread(standing, visit, shift, &mut bound);
            }
        }
        is_any
    }

    /// Returns the visits of a route that may all have to be on one side of midnight, or on another day than now, by
    /// step, and adds the days of the shift between which it then has to choose.
    pub(crate) fn split_steps(
        &self,
        standing: Standing<'_>,
        shift: ShiftIdx,
        route: &RouteState,
        days: &mut Vec<Window>,
    ) -> Vec<u32> {
        let standing = standing.with(shift, route);
        let is_split = |visit: VisitIdx| {
            self.is_ruled(visit)
                && (times_of_day::is_split(standing, visit, shift)
                    || spacing::is_astray(standing, &self.days, visit, shift))
        };
        let mut steps = Vec::new();
        for (step, visit) in first_stops(standing.problem, &route.steps) {
            if is_split(visit) {
                if steps.is_empty() {
                    times_of_day::days(standing, visit, shift, days);
                }
                steps.push(step);
            }
        }
        steps
    }
}

/// Narrows all pins of a step to the given bounds; returns false if that leaves no time.
pub(crate) fn confine(pins: &mut Vec<Pin>, step: u32, bounds: Window) -> bool {
    if pins.iter().all(|it| it.step != step) {
        pins.push(Pin::step(step, bounds));
        return true;
    }
    pins.retain_mut(|it| it.step != step || it.within(bounds).map(|pin| *it = pin).is_some());
    pins.iter().any(|it| it.step == step)
}

/// Returns the steps that are the first listed stop of a visit, so that each visit occurs once.
pub(crate) fn first_stops(
    problem: &Problem,
    steps: &[Step],
) -> impl Iterator<Item = (u32, VisitIdx)> {
    (0_u32..).zip(steps).filter_map(|(position, step)| {
        let Step::Stop(stop, _) = step else { return None };
        let visit = problem.stops[stop.at()].visit;
        (problem.visits[visit.at()].stops.start == stop.0).then_some((position, visit))
    })
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::{Fixture, visit_rules};
    use crate::problem::{
        DAY_SECONDS, Mode, PlannedRoute, PlannedStop, ShiftIdx, StopIdx, VisitRules, Window,
    };
    use crate::search::{Search, SearchOptions};

    #[test]
    fn a_visit_stays_on_its_day_although_the_route_costs_less_after_midnight() {
        // The shift begins at 22:00 on a Monday, the only day of the first stop. The second one opens at 2:00.
        let (monday, tuesday) = (4 * DAY_SECONDS, 5 * DAY_SECONDS);
        let mut fixture = Fixture::new(3);
        fixture.dropoff(1, &[]);
        fixture.dropoff(2, &[(tuesday + 7_200, tuesday + 10_800)]);
        fixture.shift(monday + 79_200..tuesday + 14_400);
        let mut problem = fixture.problem;
        let days = vec![Window::ALWAYS];
        problem.orders[0].rules = Some(VisitRules { days, day_patterns: vec![1], ..visit_rules() });
        problem.period = Window { start_at: monday, end_at: tuesday + DAY_SECONDS };
        for visit in &mut problem.visits {
            visit.span = problem.period;
        }
        let stops = [0, 1].map(|idx| PlannedStop::new(StopIdx(idx), None)).into();
        problem.plan = vec![PlannedRoute::new(ShiftIdx(0), stops)];
        problem.mode = Mode::Insert;
        problem.check().unwrap();
        let answer = Search::new(&problem, SearchOptions::default()).solution();
        assert!(answer.unserved.is_empty());
        // It is made at the last second of Monday.
        assert_eq!(answer.routes[0].stops[1].departure_at, tuesday - 1);
    }
}
