//! Routes of the given plan that stay as the plan states them although they break a rule.
//!
//! ```text
//! insert      a stop of the plan would be dropped        its route stays, with all of its stops
//! optimize    a stop that has begun would be dropped     its route stays, with all stops that have begun or are locked
//! ```
//!
//! The search does not get such a route: its shift is closed, and its visits are bound to it. So are visits and shifts
//! that a rule connects with it, because the search would not know whether they keep that rule. The answer contains the
//! route with everything that it breaks.
//!
//! A few routes keep all rules, but only with schedules that the search does not look for, and with reloads or at
//! places that the plan does not name. They stay as they are, too.

use super::{is_once, judge};
use crate::evaluate::Step;
use crate::problem::{Lock, Mode, PlaceIdx, PlannedRoute, Problem, ShiftIdx, StopIdx, VisitIdx};
use crate::search::plan::given::Given;
use crate::search::plan::route::RouteState;
use crate::search::plan::start::frozen_count;
use crate::search::plan::{Plan, bonds, drop_idle_reloads};

/// Takes given routes of which the plan lacks a stop out of the search, and routes that depend on them.
pub(in super::super) fn keep_broken_routes(plan: &mut Plan<'_>) {
    let problem = plan.problem;
    if !problem.offered.is_empty() {
        return;
    }
    let planned = || problem.plan.iter().filter(|it| it.has_route());
    let mut is_broken: Vec<bool> = planned().map(|it| lacks_a_stop(plan, it)).collect();
    if !is_broken.contains(&true) {
        return;
    }
    let mut given = Given::all(problem);
    for ((route, planned), _) in given.iter_mut().zip(planned()).zip(&is_broken).filter(|it| *it.1)
    {
        keep_what_stays(plan, planned, route);
    }
    if !is_once(plan, &given) {
        return;
    }
    spread(plan, &given, &mut is_broken);
    let (broken, others): (Vec<_>, Vec<_>) =
        given.into_iter().zip(is_broken).partition(|(_, is_broken)| *is_broken);
    let stands: Vec<(ShiftIdx, RouteState)> =
        others.iter().map(|(it, _)| (it.shift, plan.routes[it.shift.at()].clone())).collect();
    plan.empty(plan.used_last_first());
    // As for the other routes, stated times are not kept unless they are locked: these are windows of the problem.
    let timeless = |(it, _)| Given { starts: None, handled: Vec::new(), itinerary: None, ..it };
    let broken: Vec<Given> = broken.into_iter().map(timeless).collect();
    for route in &broken {
        close(plan, route);
    }
    plan.kept = plan.evaluate_fully(|plan| judge(plan, broken)).routes;
    for (shift, state) in &stands {
        plan.restore(*shift, state);
    }
    plan.list_absent();
    plan.refresh_unused();
    plan.keep();
}

/// Whether the plan lacks a stop or reload of a given route that must not be dropped.
fn lacks_a_stop(plan: &Plan<'_>, planned: &PlannedRoute) -> bool {
    let steps = &plan.routes[planned.shift.at()].steps;
    let mut begun = planned.reloads_underway();
    if begun.any(|it| !steps.contains(&Step::Reload(it.reload))) {
        return true;
    }
    let kept_count = match plan.problem.mode {
        Mode::Insert => planned.stops.len(),
        Mode::Optimize => planned.begun as usize,
        Mode::Check => 0,
    };
    let mut kept = planned.stops.iter().take(kept_count);
    kept.any(|it| plan.shift_of(plan.problem.stops[it.stop.at()].visit) != Some(planned.shift))
}

/// Removes visits from a route that the search may plan again: those that are not locked, and that no rule connects
/// with one that is. A route that uses docks keeps all, because all other routes to them are closed.
fn keep_what_stays(plan: &Plan<'_>, planned: &PlannedRoute, route: &mut Given) {
    let problem = plan.problem;
    let mut docks = (0..problem.places.len()).filter(|it| problem.places[*it].docks.is_some());
    if docks.any(|it| bonds::comes_to(plan, route, PlaceIdx::of(it))) {
        return;
    }
    let is_locked = |(stop, lock): (StopIdx, Lock)| (lock > Lock::None).then_some(stop);
    let locked = planned.locks(problem.mode).filter_map(is_locked);
    let mut found: Vec<VisitIdx> = locked.map(|it| problem.stops[it.at()].visit).collect();
    let mut stays = vec![false; problem.visits.len()];
    while let Some(visit) = found.pop() {
        if !std::mem::replace(&mut stays[visit.at()], true) {
            add_connected(problem, visit, &mut found);
        }
    }
    let step_count = route.steps.len();
    route.steps.retain(|it| plan.visit_of(*it).is_none_or(|visit| stays[visit.at()]));
    if route.steps.len() < step_count {
        let frozen = frozen_count(problem, planned, &route.steps);
        drop_idle_reloads(&plan.instance, route.shift, frozen, &mut route.steps);
    }
}

/// Adds the visits that a rule connects with a visit, and itself.
fn add_connected(problem: &Problem, visit: VisitIdx, visits: &mut Vec<VisitIdx>) {
    visits.push(visit);
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    visits.extend(order.visits.clone().map(VisitIdx));
    let relations = problem.relations.iter().filter(|it| it.visits.contains(&visit));
    relations.for_each(|it| visits.extend(&it.visits));
}

/// Marks routes that depend on a broken one.
fn spread(plan: &Plan<'_>, given: &[Given], is_broken: &mut [bool]) {
    if !plan.groups.any() {
        return;
    }
    for part in bonds::parts(plan, given) {
        if part.members.iter().any(|it| is_broken[*it]) {
            part.members.iter().for_each(|it| is_broken[*it] = true);
        }
    }
}

/// Closes the shift of a route, and whatever a rule connects with it.
fn close(plan: &mut Plan<'_>, route: &Given) {
    let problem = plan.problem;
    let mut bound = Vec::new();
    for visit in plan.visits_of(&route.steps) {
        add_connected(problem, visit, &mut bound);
    }
    let mut closed = vec![route.shift];
    let vehicle = problem.shifts[route.shift.at()].vehicle;
    if plan.groups.binds_shifts(problem, vehicle) {
        closed.extend(problem.vehicles[vehicle.at()].shifts.clone().map(ShiftIdx));
    }
    let docks = (0..problem.places.len()).filter(|it| problem.places[*it].docks.is_some());
    for place in docks.map(PlaceIdx::of).filter(|it| bonds::comes_to(plan, route, *it)) {
        bound.extend(visits_at(problem, place));
        closed.extend(shifts_at(problem, place));
    }
    for visit in bound {
        plan.locks.bind(visit, route.shift);
        plan.locked[visit.at()] = true;
    }
    closed.into_iter().for_each(|it| plan.locks.close(it));
}

/// The visits that can be made at a place.
fn visits_at(problem: &Problem, place: PlaceIdx) -> impl Iterator<Item = VisitIdx> {
    let is_there = move |option: u32| problem.options[option as usize].place == place;
    let there = problem.stops.iter().filter(move |it| it.options.clone().any(is_there));
    there.map(|it| it.visit)
}

/// The shifts that begin, end or reload at a place.
fn shifts_at(problem: &Problem, place: PlaceIdx) -> impl Iterator<Item = ShiftIdx> {
    let there = problem.shifts.iter().enumerate().filter(move |(_, shift)| {
        [shift.start_place, shift.end_place].contains(&Some(place))
            || shift.reloads.iter().any(|it| it.place == place)
    });
    there.map(|(idx, _)| ShiftIdx::of(idx))
}

#[cfg(test)]
mod tests {
    use crate::evaluate::Step;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{
        Lock, Mode, PlannedRoute, PlannedStop, Problem, Relation, RelationKind, ShiftIdx, StopIdx,
        UNLIMITED, VisitIdx, Window,
    };
    use crate::search::{Search, SearchOptions};
    use crate::solution::{Code, Route, Solution, StopRole};

    /// Two vehicles: the first one is late at its second stop, and the second one has one stop. Two visits are new.
    fn late() -> Problem {
        let mut fixture = Fixture::new(6);
        let mut steps: Vec<Step> = (1..4).map(|place| fixture.dropoff(place, &[])).collect();
        steps.extend((4..6).map(|place| fixture.dropoff(place, &[])));
        fixture.option(steps[1]).windows = vec![Window { start_at: 0, end_at: 1 }];
        fixture.shift(0..100_000);
        fixture.another_vehicle();
        let mut problem = fixture.problem;
        let planned = |stops: std::ops::Range<u32>| {
            stops.map(|it| PlannedStop::new(StopIdx(it), None)).collect::<Vec<_>>()
        };
        problem.plan = vec![
            PlannedRoute::new(ShiftIdx(0), planned(0..2)),
            PlannedRoute::new(ShiftIdx(1), planned(2..3)),
        ];
        problem.mode = Mode::Insert;
        problem.check().unwrap();
        problem
    }

    fn inserted(problem: &Problem) -> Solution {
        let options = SearchOptions { iterations_max: Some(100), ..SearchOptions::default() };
        let mut search = Search::new(problem, options);
        search.run(100, 0.0);
        search.solution()
    }

    fn stops(route: &Route) -> Vec<u32> {
        let stop = |role: StopRole| match role {
            StopRole::Order { stop, .. } => Some(stop.0),
            _ => None,
        };
        route.stops.iter().filter_map(|it| stop(it.role)).collect()
    }

    fn codes(route: &Route) -> Vec<Code> {
        route.violations.iter().map(|it| it.code).collect()
    }

    #[test]
    fn a_route_that_breaks_a_rule_is_kept_and_nothing_is_added_to_it() {
        let found = inserted(&late());
        let [first, second] = &found.routes[..] else { panic!("{:?}", found.routes) };
        assert_eq!((stops(first), codes(first)), (vec![0, 1], vec![Code::TimeWindow]));
        let mut served = stops(second);
        served.sort_unstable();
        assert_eq!((served, codes(second)), (vec![2, 3, 4], vec![]));
        assert!(found.unserved.is_empty());
    }

    #[test]
    fn a_visit_that_fits_no_other_vehicle_has_their_reasons_too() {
        let mut fixture = Fixture { problem: late() };
        fixture.another_vehicle();
        let mut problem = fixture.problem;
        problem.vehicles.iter_mut().for_each(|it| it.capacity = vec![3]);
        problem.stops[4].load = vec![4];
        let found = inserted(&problem);
        let codes: Vec<_> = found.unserved[0].reasons.iter().map(|it| it.code).collect();
        assert_eq!(
            (found.unserved.len(), codes),
            (1, vec![Code::Capacity, Code::Capacity, Code::Lock])
        );
    }

    #[test]
    fn a_search_that_resumes_keeps_it_too() {
        let problem = late();
        let options = SearchOptions { iterations_max: Some(100), ..SearchOptions::default() };
        let mut search = Search::new(&problem, options);
        search.run(50, 0.0);
        let mut resumed = Search::resume(&problem, options, &search.checkpoint()).unwrap();
        resumed.run(50, 0.5);
        assert_eq!(resumed.solution().routes, search.solution().routes);
    }

    #[test]
    fn routes_that_depend_on_a_broken_one_are_kept_too_and_new_visits_that_do_are_left_out() {
        let before = |first: u32, second: u32| Relation {
            kind: RelationKind::Before,
            visits: vec![VisitIdx(first), VisitIdx(second)],
            vehicles: None,
            gap_seconds_min: 0,
            gap_seconds_max: UNLIMITED,
        };
        let mut problem = late();
        problem.relations = vec![before(0, 3)];
        let found = inserted(&problem);
        assert_eq!(found.routes.iter().map(stops).collect::<Vec<_>>(), [vec![0, 1], vec![4, 2]]);
        let left: Vec<_> = found.unserved.iter().map(|it| (it.visit, it.reasons[0].code)).collect();
        assert_eq!(left, [(VisitIdx(3), Code::Lock)]);
        // The route of the visit that has to be later is not part of the search either.
        problem.relations = vec![before(0, 2)];
        let found = inserted(&problem);
        assert_eq!(found.routes.iter().map(stops).collect::<Vec<_>>(), [vec![0, 1], vec![2]]);
        assert_eq!(found.unserved.len(), 2);
        assert_eq!(codes(&found.routes[1]), []);
    }

    /// The first vehicle has made its first stop, which took longer than its limit allows. Of its other stops, the last
    /// one is locked.
    fn overdue() -> Problem {
        let mut problem = late();
        problem.mode = Mode::Optimize;
        problem.vehicles[0].limits.duration_seconds = 100;
        let planned =
            |stop: u32, lock| PlannedStop { lock, ..PlannedStop::new(StopIdx(stop), None) };
        let stops = vec![planned(0, Lock::None), planned(2, Lock::None), planned(3, Lock::Vehicle)];
        problem.plan = vec![PlannedRoute { begun: 1, ..PlannedRoute::new(ShiftIdx(0), stops) }];
        problem
    }

    #[test]
    fn optimize_keeps_what_has_begun_and_what_is_locked_of_a_route_that_breaks_a_rule() {
        let found = inserted(&overdue());
        let [first, second] = &found.routes[..] else { panic!("{:?}", found.routes) };
        assert_eq!((stops(first), codes(first)), (vec![0, 3], vec![Code::Duration]));
        let mut served = stops(second);
        served.sort_unstable();
        assert_eq!((served, codes(second)), (vec![2, 4], vec![]));
    }

    #[test]
    fn optimize_keeps_no_route_that_has_not_begun() {
        let mut problem = overdue();
        problem.plan[0].begun = 0;
        let found = inserted(&problem);
        assert!(found.routes.iter().all(|it| it.violations.is_empty()), "{:?}", found.routes);
    }
}
