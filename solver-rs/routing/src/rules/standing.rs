//! The routes of a plan side by side: when and where each visit is made. Rules that bind several routes read this.

use super::{Code, Limit, Violation};
use crate::problem::{Problem, ShiftIdx, VisitIdx, Window};
use crate::step::{Docked, Step};

/// Stands for a shift or a step if a visit has none.
pub(crate) const NOBODY: u32 = u32::MAX;

/// A day of a route, from the start or the end of a daily rest to the beginning of the next one or the end of the
/// route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Day {
    pub(crate) span_seconds: i64,
    pub(crate) driving_seconds: i64,
    /// The rest after it on the same route; 0 after the last day.
    pub(crate) rest_seconds: i64,
    /// Whether it has the first part of a daily rest in two parts.
    pub(crate) has_part: bool,
}

/// A route with its times.
pub(crate) trait RouteTimes {
    /// The steps of the route.
    fn steps(&self) -> &[Step];
    /// Start of service of each step.
    fn starts(&self) -> &[i64];
    /// Departure from each step.
    fn ends(&self) -> &[i64];
    /// Seconds from start to end, seconds on the road, meters; all 0 if the route is not used.
    fn sums(&self) -> [i64; 3];
    /// When it starts and ends; meaningless if the route is not used.
    fn span(&self) -> (i64, i64);
    /// The docks that it uses, ascending by time.
    fn docked(&self) -> &[Docked];
    /// Its days; none if its vehicle has no exceptional days.
    fn days(&self) -> &[Day];
}

/// The routes of a plan, and optionally one route that is examined in place of that of its shift.
#[derive(Debug)]
pub(crate) struct Standing<'a, R> {
    pub(crate) problem: &'a Problem,
    /// The route of each shift.
    pub(crate) routes: &'a [R],
    /// The shift of each visit.
    pub(crate) shift_of: &'a [u32],
    /// The step of each stop whose visit is served.
    pub(crate) step_of: &'a [u32],
    /// A route that replaces that of its shift.
    pub(crate) instead: Option<(ShiftIdx, &'a R)>,
}

impl<R> Clone for Standing<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Standing<'_, R> {}

/// When and where a visit is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScheduledVisit {
    pub(crate) visit: VisitIdx,
    pub(crate) shift: ShiftIdx,
    /// Positions of its first and last step.
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) starts_at: i64,
    pub(crate) ends_at: i64,
}

impl ScheduledVisit {
    /// Its start, as a range of one time.
    pub(crate) const fn only_start(&self) -> Window {
        Window { start_at: self.starts_at, end_at: self.starts_at }
    }
}

/// Two visits that break a relation or the spacing of an order's visits; both are the same if one visit breaks it
/// alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrokenPair {
    /// The shift of the later visit.
    pub(crate) shift: ShiftIdx,
    pub(crate) visits: [VisitIdx; 2],
    /// Seconds or days too many or too few, if the rule has an amount.
    pub(crate) amount: Option<i64>,
    /// The limit of the visits of an order.
    pub(crate) limit: Option<Limit>,
}

impl BrokenPair {
    pub(super) fn of(&self, code: Code) -> Violation {
        let (visits, limit) = (Some(self.visits), self.limit);
        Violation { visits, limit, ..Violation::new(code, self.amount, None) }
    }

    pub(super) const fn new(
        one: &ScheduledVisit,
        other: &ScheduledVisit,
        amount: Option<i64>,
    ) -> Self {
        Self { shift: other.shift, visits: [one.visit, other.visit], amount, limit: None }
    }
}

impl<'a, R: RouteTimes> Standing<'a, R> {
    /// The same routes with another route for one shift.
    pub(crate) fn with(self, shift: ShiftIdx, route: &'a R) -> Self {
        Self { instead: Some((shift, route)), ..self }
    }

    pub(crate) fn route(&self, shift: ShiftIdx) -> &'a R {
        match self.instead {
            Some((its, route)) if its == shift => route,
            _ => &self.routes[shift.at()],
        }
    }

    /// The shift that serves a visit in these routes.
    pub(crate) fn shift_of(&self, visit: VisitIdx) -> Option<ShiftIdx> {
        let shift = self.shift_of[visit.at()];
        (shift != NOBODY).then_some(ShiftIdx(shift))
    }

    /// The shift that serves a visit, if its route is not replaced.
    pub(crate) fn unchanged_shift_of(&self, visit: VisitIdx) -> Option<ShiftIdx> {
        let is_replaced = |shift: ShiftIdx| self.instead.is_some_and(|it| it.0 == shift);
        self.shift_of(visit).filter(|it| !is_replaced(*it))
    }

    /// When and where a visit is made.
    pub(crate) fn made(&self, visit: VisitIdx) -> Option<ScheduledVisit> {
        let stands = self.shift_of(visit);
        if let Some((shift, route)) = self.instead.filter(|it| stands.is_none_or(|at| at == it.0)) {
            return self.found_on(visit, shift, route);
        }
        let shift = stands?;
        let stops = self.problem.visits[visit.at()].stops.clone();
        let steps = stops.map(|stop| self.step_of[stop as usize]).filter(|it| *it != NOBODY);
        let (first, last) = steps.fold((NOBODY, 0), |(low, high), it| (low.min(it), high.max(it)));
        if first == NOBODY {
            return None;
        }
        let route = &self.routes[shift.at()];
        let (first, last) = (first as usize, last as usize);
        let (starts_at, ends_at) = (route.starts()[first], route.ends()[last]);
        Some(ScheduledVisit { visit, shift, first, last, starts_at, ends_at })
    }

    /// When and where a route makes a visit. O(steps).
    fn found_on(&self, visit: VisitIdx, shift: ShiftIdx, route: &R) -> Option<ScheduledVisit> {
        let stops = &self.problem.stops;
        let is_its =
            |step: &Step| matches!(step, Step::Stop(stop, _) if stops[stop.at()].visit == visit);
        let first = route.steps().iter().position(is_its)?;
        let last = route.steps().iter().rposition(is_its)?;
        let (starts_at, ends_at) = (route.starts()[first], route.ends()[last]);
        Some(ScheduledVisit { visit, shift, first, last, starts_at, ends_at })
    }
}

/// For each stop, its step on the route of its visit. If a given plan has stops of one visit on several routes, only
/// those on the route of `shift_of` count.
pub(crate) fn positions(
    problem: &Problem,
    routes: &[impl RouteTimes],
    shift_of: &[u32],
) -> Vec<u32> {
    let mut step_of = vec![NOBODY; problem.stops.len()];
    for (shift, route) in (0_u32..).zip(routes) {
        for (position, step) in (0_u32..).zip(route.steps()) {
            if let Step::Stop(stop, _) = step
                && shift_of[problem.stops[stop.at()].visit.at()] == shift
            {
                step_of[stop.at()] = position;
            }
        }
    }
    step_of
}

#[cfg(test)]
pub(crate) mod drawn {
    //! Routes with times for tests: visits of one stop, with the start and end of each.

    use super::{Day, NOBODY, RouteTimes, Standing, positions};
    use crate::problem::{OptionIdx, Problem, StopIdx, VisitIdx};
    use crate::step::{Docked, Step};

    #[derive(Debug, Default)]
    pub(crate) struct Route {
        steps: Vec<Step>,
        starts: Vec<i64>,
        ends: Vec<i64>,
        pub(crate) sums: [i64; 3],
        pub(crate) span: (i64, i64),
        pub(crate) docked: Vec<Docked>,
        pub(crate) days: Vec<Day>,
    }

    impl RouteTimes for Route {
        fn steps(&self) -> &[Step] {
            &self.steps
        }

        fn starts(&self) -> &[i64] {
            &self.starts
        }

        fn ends(&self) -> &[i64] {
            &self.ends
        }

        fn sums(&self) -> [i64; 3] {
            self.sums
        }

        fn span(&self) -> (i64, i64) {
            self.span
        }

        fn docked(&self) -> &[Docked] {
            &self.docked
        }

        fn days(&self) -> &[Day] {
            &self.days
        }
    }

    pub(crate) struct Plan {
        pub(crate) routes: Vec<Route>,
        shift_of: Vec<u32>,
        step_of: Vec<u32>,
    }

    impl Plan {
        /// For each shift, the visit, start and end of each stop.
        pub(crate) fn new(problem: &Problem, shifts: &[&[(u32, i64, i64)]]) -> Self {
            let mut shift_of = vec![NOBODY; problem.visits.len()];
            let mut routes = Vec::new();
            for (shift, stops) in (0_u32..).zip(shifts) {
                let mut route = Route::default();
                for &(visit, starts_at, ends_at) in *stops {
                    let stop = StopIdx(problem.visits[VisitIdx(visit).at()].stops.start);
                    let option = OptionIdx(problem.stops[stop.at()].options.start);
                    route.steps.push(Step::Stop(stop, option));
                    route.starts.push(starts_at);
                    route.ends.push(ends_at);
                    shift_of[visit as usize] = shift;
                }
                routes.push(route);
            }
            let step_of = positions(problem, &routes, &shift_of);
            Self { routes, shift_of, step_of }
        }

        pub(crate) fn standing<'a>(&'a self, problem: &'a Problem) -> Standing<'a, Route> {
            let (routes, shift_of, step_of) = (&self.routes, &self.shift_of, &self.step_of);
            Standing { problem, routes, shift_of, step_of, instead: None }
        }
    }
}
