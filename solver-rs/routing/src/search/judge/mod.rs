//! The given plan as it is, with every rule that it breaks: all of it in mode `check`, and in the other modes the
//! routes that cannot be kept otherwise.

pub(crate) mod cross_route;
pub(super) mod kept;
mod rest_parts;
mod stated;

use crate::evaluate::{Pin, Step};
use crate::problem::{TIME_MAX, TIME_MIN, VisitIdx, Window};
use crate::rules::standing::{NOBODY, Standing, positions};
use crate::search::careful;
use crate::search::plan::given::Given;
use crate::search::plan::route::{Fit, RouteState};
use crate::search::plan::start::{RELOAD_STEPS_MAX, with_missing_reloads};
use crate::search::plan::together::{self, handled};
use crate::search::plan::work::Work;
use crate::search::plan::{Plan, bonds, joint};
use crate::solution::{Route, StopRole, Unserved, Violation};
use stated::{fits_as_stated, schedule};

/// Judges the given plan; returns its routes and the visits that are not in it.
pub(crate) fn check_plan(plan: &mut Plan<'_>) -> (Vec<Route>, Vec<Unserved>) {
    let problem = plan.problem;
    let Judged { routes, shift_of } = judge(plan, Given::all(problem));
    let absent = (0..problem.visits.len()).filter(|it| shift_of[*it] == NOBODY);
    let unserved =
        absent.map(|it| Unserved { visit: VisitIdx::of(it), reasons: Vec::new(), remedy: None });
    (routes, unserved.collect())
}

/// Routes with all rules that they break.
struct Judged {
    /// By shift.
    routes: Vec<Route>,
    /// By visit: the shift whose route makes it, or [`NOBODY`].
    shift_of: Vec<u32>,
}

/// Judges given routes, one by one and against one another. The plan has to be empty, and is so again at the end.
fn judge(plan: &mut Plan<'_>, mut given: Vec<Given>) -> Judged {
    let problem = plan.problem;
    let mut routes: Vec<Route> = Vec::new();
    let mut standing: Vec<RouteState> = vec![RouteState::default(); problem.shifts.len()];
    let mut shift_of = vec![NOBODY; problem.visits.len()];
    add_missing_reloads(plan, &mut given);
    let froms = beginnings(plan, &given);
    // Routes without given times get those that cost least for all routes together; if none keep all rules, or time is
    // over before they are found, the earliest common ones, or each route's own.
    let times = bound_times(plan, &given);
    for ((route, from), times) in given.into_iter().zip(&froms).zip(times) {
        let from = *from;
        let written = match times {
            Times::Placed => plan.written(route.shift),
            Times::Joint(state) => {
                let pins: Vec<Pin> = from.into_iter().chain(handled(&state)).collect();
                schedule(plan, &route, Some(&state.starts), &pins)
            }
            Times::Own => {
                let pins: Vec<Pin> = from.into_iter().chain(route.handled.clone()).collect();
                schedule(plan, &route, route.starts.as_deref(), &pins)
            }
        };
        for step in &route.steps {
            if let Some(visit) = plan.visit_of(*step) {
                shift_of[visit.at()] = route.shift.0;
            }
        }
        let state = &mut standing[route.shift.at()];
        state.steps = route.steps;
        state.take_times(problem, &written);
        routes.push(written);
    }
    plan.empty(plan.used_last_first());
    rest_parts::take(plan, &mut standing, &mut routes, &froms);
    let plan = &*plan;
    let step_of = positions(problem, &standing, &shift_of);
    let made = Standing {
        problem,
        routes: &standing,
        shift_of: &shift_of,
        step_of: &step_of,
        instead: None,
    };
    for (shift, violation) in cross_route::of_plan(made) {
        let own = routes.iter_mut().filter(|it| it.shift == shift);
        own.for_each(|it| {
            let first = || violation.visits.and_then(|visits| position_of(plan, it, visits[1]));
            let stop = violation.stop.or_else(first);
            it.violations.push(Violation { stop, ..violation });
        });
    }
    routes.sort_unstable_by_key(|it| it.shift);
    Judged { routes, shift_of }
}

/// Adds reloads to routes that state none and fit only with some: callers may know the sequence of visits and no more.
fn add_missing_reloads(plan: &mut Plan<'_>, given: &mut [Given]) {
    let mut steps_left = RELOAD_STEPS_MAX;
    let froms = beginnings(plan, given);
    for (route, from) in given.iter_mut().zip(froms) {
        // Stated times may lie where the search does not look, such as those of two visits of an order on one route.
        if fits_as_stated(plan, route, from) {
            continue;
        }
        let steps = with_missing_reloads(plan, route.shift, &route.steps, &mut steps_left);
        if let Some(steps) = steps {
            // The stated times leave no room for reloads.
            let (starts, handled, itinerary) = (None, Vec::new(), None);
            *route = Given { steps, starts, handled, itinerary, ..*route };
        }
    }
}

/// The times at which a route is judged.
#[derive(Clone)]
enum Times {
    /// Those of the route in the plan.
    Placed,
    /// The earliest that it and the routes connected to it can have together.
    Joint(Box<RouteState>),
    /// Those of the given plan, or else the best for this route alone.
    Own,
}

/// Puts routes that depend on one another into the plan if they keep all rules together; returns, by given route, the
/// times at which it is judged.
fn bound_times(plan: &mut Plan<'_>, given: &[Given]) -> Vec<Times> {
    let mut found = vec![Times::Own; given.len()];
    if !plan.groups.any() {
        return found;
    }
    let mut work = Work::new(plan, joint::WORK_MAX);
    let mut careful_work = Work::new(plan, careful::WORK_MAX);
    let is_whole = is_once(plan, given);
    let is_timed = |at: &usize| given[*at].starts.is_some();
    for part in bonds::parts(plan, given) {
        if part.members.iter().all(is_timed) {
            continue;
        }
        let mut stands = vec![None; given.len()];
        if is_whole && joint::place(plan, given, &part, &stands, &mut work) {
            joint::look_again(plan, given, &part, &stands, &mut careful_work);
            work.resume();
            for at in part.members.iter().filter(|it| !is_timed(it)) {
                found[*at] = Times::Placed;
            }
            continue;
        }
        let members: Vec<&Given> = part.members.iter().map(|it| &given[*it]).collect();
        let Some(states) = together::times(plan, &members) else { continue };
        for at in part.members.iter().filter(|it| !is_timed(it)) {
            let state = &states[given[*at].shift.at()];
            found[*at] = Times::Joint(Box::new(state.clone()));
            // What breaks a rule by itself keeps the others from their best times no longer.
            if is_whole && !fits_alone(plan, &given[*at]) {
                stands[*at] = Some(state.clone());
            }
        }
        if stands.iter().any(Option::is_some)
            && joint::place(plan, given, &part, &stands, &mut work)
        {
            joint::look_again(plan, given, &part, &stands, &mut careful_work);
            work.resume();
            for at in part.members.iter().filter(|it| !is_timed(it) && stands[**it].is_none()) {
                found[*at] = Times::Placed;
            }
        }
    }
    found
}

fn fits_alone(plan: &mut Plan<'_>, route: &Given) -> bool {
    let fit = plan.replace(route.shift, &route.steps);
    fit == Fit::Fits && plan.replace(route.shift, &[]) == Fit::Fits
}

/// Returns whether each stop is made at most once, and each visit on one route.
fn is_once(plan: &Plan<'_>, given: &[Given]) -> bool {
    let mut is_made = vec![false; plan.problem.stops.len()];
    let mut route_of = vec![None; plan.problem.visits.len()];
    given.iter().enumerate().all(|(at, route)| {
        route.steps.iter().all(|step| {
            let Step::Stop(stop, _) = step else { return true };
            let visit = plan.problem.stops[stop.at()].visit;
            let is_here = *route_of[visit.at()].get_or_insert(at) == at;
            is_here && !std::mem::replace(&mut is_made[stop.at()], true)
        })
    })
}

/// The first stop of a visit on a route.
fn position_of(plan: &Plan<'_>, route: &Route, visit: VisitIdx) -> Option<u32> {
    let is_its = |role: StopRole| match role {
        StopRole::Order { stop, .. } => plan.problem.stops[stop.at()].visit == visit,
        _ => false,
    };
    let position = route.stops.iter().position(|it| is_its(it.role))?;
    u32::try_from(position).ok()
}

/// For each given route, the pin by which it begins where its vehicle has stayed.
fn beginnings(plan: &Plan<'_>, given: &[Given]) -> Vec<Option<Pin>> {
    if !plan.groups.any_roams() {
        return vec![None; given.len()];
    }
    let problem = plan.problem;
    let mut routes = vec![RouteState::default(); problem.shifts.len()];
    for route in given {
        routes[route.shift.at()].steps.clone_from(&route.steps);
    }
    let (shift_of, step_of) = (&[], &[]);
    let standing = Standing { problem, routes: &routes, shift_of, step_of, instead: None };
    let always = Window { start_at: TIME_MIN, end_at: TIME_MAX };
    let pin = |it: &Given| {
        let from = plan.groups.overnight(standing, it.shift)?;
        Some(Pin::route(always, Some(from)))
    };
    given.iter().map(pin).collect()
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::{Fixture, visit_rules};
    use crate::patience::Patience;
    use crate::problem::{
        DAY_SECONDS, Mode, OrderIdx, PlaceIdx, PlannedReload, PlannedRoute, PlannedStop, Problem,
        Relation, RelationKind, Reload, ShiftIdx, SoftWindow, StopIdx, UNLIMITED, VisitIdx,
        VisitRules, Window,
    };
    use crate::search::{Search, SearchOptions};
    use crate::solution::{StopRole, TimedStop};

    const ROUTES: u32 = 12;

    fn stop(idx: u32) -> PlannedStop {
        PlannedStop::new(StopIdx(idx), None)
    }

    /// One stop on its own shift, both with this index.
    fn route(idx: u32) -> PlannedRoute {
        PlannedRoute::new(ShiftIdx(idx), vec![stop(idx)])
    }

    /// Routes of one stop each that wait for one another, from the last to the first.
    fn chained() -> Problem {
        let mut fixture = Fixture::new(3);
        for _ in 0..ROUTES {
            fixture.dropoff(1, &[]);
        }
        fixture.shift(0..100_000);
        for _ in 1..ROUTES {
            fixture.another_vehicle();
        }
        let mut problem = fixture.problem;
        problem.relations = (1..ROUTES)
            .map(|idx| Relation {
                kind: RelationKind::Before,
                visits: vec![VisitIdx(idx), VisitIdx(idx - 1)],
                vehicles: None,
                gap_seconds_min: 100,
                gap_seconds_max: UNLIMITED,
            })
            .collect();
        problem.plan = (0..ROUTES).map(route).collect();
        problem.mode = Mode::Check;
        problem.check().unwrap();
        problem
    }

    #[test]
    fn times_together_are_not_looked_for_when_time_is_over() {
        let problem = chained();
        let judged = |is_over: bool| {
            let patience = Patience::new(move || is_over);
            let options = SearchOptions::default();
            let routes = Search::new_within(&problem, options, &patience).solution().routes;
            let broken = routes.iter().filter(|it| !it.violations.is_empty()).count();
            (broken, routes.len(), patience.spent())
        };
        let (broken, _, all_work) = judged(false);
        assert_eq!(broken, 0, "they have times together");
        let (_, routes, work) = judged(true);
        assert_eq!(routes, ROUTES as usize, "each is judged all the same");
        assert!(work * 3 < all_work, "{work} of {all_work}");
    }

    #[test]
    fn visits_of_two_weeks_on_one_route_are_on_both_sides_of_midnight() {
        let mut fixture = Fixture::new(2);
        fixture.dropoff(1, &[]);
        fixture.dropoff(1, &[]);
        fixture.shift(80_000..100_000);
        let mut problem = fixture.problem;
        problem.orders.truncate(1);
        problem.orders[0].visits = 0..2;
        problem.orders[0].rules = Some(VisitRules { days: vec![Window::ALWAYS], ..visit_rules() });
        problem.period = Window { start_at: 0, end_at: 2 * DAY_SECONDS };
        for (number, visit) in (1..).zip(&mut problem.visits) {
            (visit.order, visit.number) = (OrderIdx(0), number);
        }
        problem.visits[0].span = Window { start_at: 0, end_at: DAY_SECONDS - 1 };
        problem.visits[1].span = Window { start_at: DAY_SECONDS, end_at: 2 * DAY_SECONDS };
        problem.plan = vec![PlannedRoute { stops: [0, 1].map(stop).into(), ..route(0) }];
        problem.mode = Mode::Check;
        problem.check().unwrap();
        let routes = Search::new(&problem, SearchOptions::default()).solution().routes;
        assert!(routes[0].violations.is_empty(), "{:?}", routes[0].violations);
    }

    #[test]
    fn a_route_without_its_reloads_gets_the_fewest_where_they_cost_least() {
        // Two of three loads fit. The vehicle passes the place of the reload between the second and the third.
        let mut fixture = Fixture::new(5);
        for place in [1, 2, 4] {
            fixture.dropoff(place, &[]);
        }
        let anywhere = vec![Window::ALWAYS];
        let reload = Reload { place: PlaceIdx(3), seconds: 0, windows: anywhere, count_max: 2 };
        fixture.shift(0..10_000).reloads.push(reload);
        fixture.problem.vehicles[0].capacity[0] = 2;
        fixture.problem.vehicles[0].costs.per_kilometer = 1.0;
        let mut problem = fixture.problem;
        problem.plan = vec![PlannedRoute { stops: [0, 1, 2].map(stop).into(), ..route(0) }];
        problem.mode = Mode::Check;
        problem.check().unwrap();
        let judged = |problem: &Problem| {
            let routes = Search::new(problem, SearchOptions::default()).solution().routes;
            let position = |it: &TimedStop| matches!(it.role, StopRole::Reload { .. });
            let reloads: Vec<_> = routes[0].stops.iter().map(position).collect();
            (reloads.iter().position(|it| *it), routes[0].violations.len())
        };
        assert_eq!(judged(&problem), (Some(3), 0), "start, two stops, then the reload");
        // A reload that the plan states stays where it is, and none is added to it.
        problem.plan[0].reloads = vec![PlannedReload::new(0, 0)];
        assert_eq!(judged(&problem).0, Some(1));
        assert_ne!(judged(&problem).1, 0);
        // None helps a route that breaks another rule.
        problem.plan[0].reloads.clear();
        problem.vehicles[0].limits.stop_count = 2;
        assert_eq!(judged(&problem).0, None);
    }

    #[test]
    fn times_together_are_looked_for_with_all_effort() {
        // Ready at 120. To wait until 1,000 costs 880 and saves 440 at each of three stops, which a relation binds.
        let mut fixture = Fixture::new(3);
        fixture.dropoff(1, &[(60, 60)]);
        let soft = SoftWindow {
            window: Window { start_at: 1_000, end_at: 2_000 },
            cost_per_hour_early: 1_800.0,
            cost_per_hour_late: 3_600.0,
        };
        for _ in 0..3 {
            let step = fixture.dropoff(2, &[]);
            fixture.option(step).soft_windows.push(soft);
        }
        fixture.shift(0..10_000);
        let mut problem = fixture.problem;
        problem.relations = vec![Relation {
            kind: RelationKind::Before,
            visits: vec![VisitIdx(1), VisitIdx(2)],
            vehicles: None,
            gap_seconds_min: 0,
            gap_seconds_max: UNLIMITED,
        }];
        problem.plan = vec![PlannedRoute { stops: [0, 1, 2, 3].map(stop).into(), ..route(0) }];
        problem.mode = Mode::Check;
        problem.check().unwrap();
        let routes = Search::new(&problem, SearchOptions::default()).solution().routes;
        let cost = routes[0].summary.cost.total();
        assert!((cost - 1_120.0).abs() < 1e-6, "{cost}");
    }
}
