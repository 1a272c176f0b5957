//! Makes the times of a given plan part of the problem: of stops that have begun, and of stops locked in time for which
//! the plan states no time.
//!
//! A stop that has begun is kept at the place, time and duration that the plan states, whatever its windows and its
//! usual service time are. If the vehicle was faster than its travel times allow, its stops move to the times at which
//! it can be there: the search knows only travel times, and it could not continue from a plan that cannot be driven.

mod drive;
mod shifts;
mod way;

use std::cell::Cell;

use crate::patience::Patience;
use crate::problem::{
    Lock, Mode, OptionIdx, PlannedRoute, PlannedStop, Problem, StopIdx, TIME_MIN, Window,
};
use crate::search::{Search, SearchOptions};
use crate::solution::{Route, StopRole};

/// Replaces the windows of held stops by their times, and lets vehicles that have left start when they did. Does
/// nothing in mode `check`, which judges the plan as it is.
pub fn fix_begun_stops(problem: &mut Problem) {
    if problem.mode == Mode::Check {
        return;
    }
    let drives = drive::drives(problem);
    shifts::fix_starts(problem);
    for drive in &drives {
        apply(problem, &drive.stops);
        forget_days_and_releases(problem, &drive.stops);
        drive.hold(problem);
    }
    shifts::extend(problem, &drives);
    let unsaid = timeless(problem);
    apply(problem, &unsaid);
}

/// A stop and its start of service.
#[derive(Clone, Copy)]
struct Held {
    stop: StopIdx,
    option: OptionIdx,
    starts_at: i64,
    /// Replaces the service time of the order, at the pace of the vehicle.
    service_seconds: Option<i64>,
}

fn apply(problem: &mut Problem, held: &[Held]) {
    for it in held {
        for option in problem.stops[it.stop.at()].options.clone() {
            let data = &mut problem.options[option as usize];
            data.windows.clear();
            if option == it.option.0 {
                data.windows.push(Window { start_at: it.starts_at, end_at: it.starts_at });
                data.service_seconds = it.service_seconds.unwrap_or(data.service_seconds);
            }
        }
    }
}

/// Lets visits that have begun be on any day and released at any time: it has happened.
fn forget_days_and_releases(problem: &mut Problem, held: &[Held]) {
    for it in held {
        let visit = problem.stops[it.stop.at()].visit;
        let visit = &mut problem.visits[visit.at()];
        (visit.span, visit.release_at) = (Window::ALWAYS, TIME_MIN);
    }
}

/// Returns stops that are locked in time although the plan states no time for them; they are held at the times that the
/// plan gives them when it is judged as a whole. A stop is left out if its route breaks a rule at that stop or before.
fn timeless(problem: &mut Problem) -> Vec<Held> {
    let is_timeless = |it: &PlannedStop| it.lock == Lock::Time && it.starts_at.is_none();
    let asks = |it: &PlannedRoute| it.begun == 0 && it.stops.iter().any(is_timeless);
    if !problem.plan.iter().any(asks) {
        return Vec::new();
    }
    let mut held = Vec::new();
    for route in judged(problem) {
        let mut planned = problem.plan.iter().filter(|it| it.shift == route.shift && asks(it));
        let Some(planned) = planned.next() else { continue };
        let broken = route.violations.iter().filter_map(|it| it.stop).min();
        let broken = broken.map_or(usize::MAX, |it| it as usize);
        for timed in route.stops.iter().take(broken) {
            let StopRole::Order { stop, option } = timed.role else { continue };
            if planned.stops.iter().any(|it| it.stop == stop && is_timeless(it)) {
                let starts_at = timed.departure_at - timed.service_seconds;
                held.push(Held { stop, option, starts_at, service_seconds: None });
            }
        }
    }
    held
}

/// Returns the routes of the given plan, judged one by one and against one another.
fn judged(problem: &mut Problem) -> Vec<Route> {
    let mode = std::mem::replace(&mut problem.mode, Mode::Check);
    let options = SearchOptions::default();
    let routes = Search::new_within(problem, options, &short_patience()).answer().routes;
    problem.mode = mode;
    routes
}

/// Limits the evaluation of long routes with many breaks, which takes seconds and happens before the host is first
/// asked for its clock. It counts instead of reading a clock, so that equal plans are held at equal times. Beyond the
/// limit, routes that depend on one another get the times that each of them would have alone.
fn short_patience() -> Patience {
    const QUESTIONS_MAX: u32 = 100;
    let asked = Cell::new(0_u32);
    Patience::new(move || {
        asked.set(asked.get() + 1);
        asked.get() > QUESTIONS_MAX
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Step;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{
        BegunReload, Break, PlaceIdx, PlannedPause, PlannedReload, Relation, RelationKind, Reload,
        ShiftIdx, TIME_MAX, VisitIdx,
    };

    fn planned(step: Step, starts_at: Option<i64>, ends_at: Option<i64>) -> PlannedStop {
        let Step::Stop(stop, option) = step else { panic!("a reload is no stop") };
        PlannedStop { starts_at, ends_at, ..PlannedStop::new(stop, Some(option)) }
    }

    fn begun(stops: Vec<PlannedStop>) -> PlannedRoute {
        let begun = u32::try_from(stops.len()).unwrap();
        PlannedRoute { begun, started_at: Some(0), ..PlannedRoute::new(ShiftIdx(0), stops) }
    }

    fn window_of(fixture: &mut Fixture, step: Step) -> Vec<(i64, i64)> {
        fixture.option(step).windows.iter().map(|it| (it.start_at, it.end_at)).collect()
    }

    #[test]
    fn stops_are_held_at_their_times_or_when_the_vehicle_can_be_there() {
        // Two minutes from the start to place 2 via the reload at place 1, which is as early as possible; then one more
        // minute.
        let mut fixture = Fixture::new(4);
        fixture.shift(0..10_000);
        let steps = [fixture.dropoff(2, &[(0, 50)]), fixture.dropoff(3, &[])];
        let reload =
            Reload { place: PlaceIdx(1), seconds: 0, windows: vec![Window::ALWAYS], count_max: 1 };
        fixture.problem.shifts[0].reloads.push(reload);
        let mut route = begun(vec![
            planned(steps[0], Some(200), Some(400)),
            planned(steps[1], Some(450), Some(500)),
        ]);
        route.reloads.push(PlannedReload { starts_at: Some(300), ..PlannedReload::new(0, 0) });
        route.resumes_at = 700;
        fixture.problem.plan.push(route);
        fix_begun_stops(&mut fixture.problem);
        assert_eq!(window_of(&mut fixture, steps[0]), [(200, 200)]);
        assert_eq!(fixture.option(steps[0]).service_seconds, 200);
        assert_eq!(window_of(&mut fixture, steps[1]), [(460, 460)]);
        assert_eq!(fixture.option(steps[1]).service_seconds, 240);
    }

    #[test]
    fn a_reload_that_has_begun_last_is_held_until_it_ends() {
        // It takes a minute to the stop at place 1, one more to the reload at place 2, and 40 s there.
        for (ends_at, resumes_at, seconds) in
            [(None, 0, 40), (Some(190), 0, 70), (Some(130), 250, 130)]
        {
            let mut fixture = Fixture::new(3);
            fixture.shift(0..10_000);
            let step = fixture.dropoff(1, &[]);
            let own = Reload { place: PlaceIdx(2), seconds: 40, windows: Vec::new(), count_max: 1 };
            fixture.problem.shifts[0].reloads.push(own);
            let mut route = begun(vec![planned(step, Some(60), Some(60))]);
            route.resumes_at = resumes_at;
            route.reloads.push(PlannedReload {
                starts_at: Some(100),
                begun: Some(BegunReload { ends_at }),
                ..PlannedReload::new(1, 0)
            });
            fixture.problem.plan.push(route);
            fix_begun_stops(&mut fixture.problem);
            let own = &fixture.problem.shifts[0].reloads[0];
            assert_eq!(own.windows, [Window { start_at: 120, end_at: 120 }]);
            assert_eq!(own.seconds, seconds);
        }
    }

    #[test]
    fn a_stop_without_times_is_held_at_its_next_window_and_paced_as_the_vehicle_is() {
        let mut fixture = Fixture::new(3);
        fixture.shift(0..10_000);
        let step = fixture.dropoff(1, &[(0, 30), (90, 95)]);
        fixture.option(step).service_seconds = 100;
        fixture.problem.vehicles[0].service_permille = 2_000;
        fixture.problem.plan.push(begun(vec![planned(step, None, None)]));
        fix_begun_stops(&mut fixture.problem);
        assert_eq!(window_of(&mut fixture, step), [(90, 90)]);
        assert_eq!(fixture.option(step).service_seconds, 200);
    }

    #[test]
    fn a_stop_without_times_comes_after_the_rest_that_was_taken_before_it() {
        // At place 1 until 100, then one minute of driving and a rest of 50 s on the way to place 2. The vehicle leaves
        // it at 230 and reaches place 3 at 290, where it rests from 300 to 310; from there it takes two minutes back to
        // place 1.
        let mut fixture = Fixture::new(4);
        fixture.shift(0..10_000);
        let steps = [fixture.dropoff(1, &[]), fixture.dropoff(2, &[]), fixture.dropoff(1, &[])];
        let mut route = begun(vec![
            planned(steps[0], Some(60), Some(100)),
            planned(steps[1], None, Some(230)),
            planned(steps[2], None, None),
        ]);
        let pause = PlannedPause { position: 1, shift_break: 0, starts_at: 110, seconds: 50 };
        let away = PlannedPause { position: 2, shift_break: 1, starts_at: 300, seconds: 10 };
        for place in [None, Some(PlaceIdx(3))] {
            fixture.problem.shifts[0].breaks.push(Break::new(0, Vec::new(), place));
        }
        route.pauses = vec![pause, away];
        fixture.problem.plan.push(route);
        fix_begun_stops(&mut fixture.problem);
        assert_eq!(window_of(&mut fixture, steps[1]), [(210, 210)]);
        assert_eq!(window_of(&mut fixture, steps[2]), [(430, 430)]);
        let breaks = &fixture.problem.shifts[0].breaks;
        let times: Vec<_> = breaks.iter().map(|it| (it.windows[0].start_at, it.seconds)).collect();
        assert_eq!(times, [(110, 50), (300, 10)]);
    }

    #[test]
    fn a_vehicle_that_has_left_starts_when_it_did_and_may_return_after_its_shift() {
        // It left at 100 for place 1, and takes a break of 50 s, owed until 80, on its way: not owed any more.
        let mut fixture = Fixture::new(2);
        fixture.shift(50..150);
        let windows = vec![Window { start_at: 0, end_at: 80 }];
        fixture.problem.shifts[0].breaks.push(Break::new(50, windows, None));
        let step = fixture.dropoff(1, &[]);
        let mut route = begun(vec![planned(step, Some(160), Some(200))]);
        route.started_at = Some(100);
        fixture.problem.plan.push(route);
        fix_begun_stops(&mut fixture.problem);
        let shift = &fixture.problem.shifts[0];
        assert_eq!((shift.start_at, shift.latest_start_at), (100, 100));
        assert_eq!((shift.latest_end_at, shift.overtime_end_at), (260, 150));
        assert_eq!(shift.breaks[0].owed.map(|it| it.end_at), Some(TIME_MAX));
    }

    #[test]
    fn a_stop_locked_in_time_is_held_when_the_whole_plan_lets_it_start() {
        // Two vehicles meet at place 3. The first one is there after three minutes, the second one, which comes from
        // place 1, after four. Only the locked visit is held.
        let mut fixture = Fixture::new(4);
        fixture.shift(0..10_000);
        fixture.another_vehicle();
        let steps = [fixture.dropoff(3, &[]), fixture.dropoff(1, &[]), fixture.dropoff(3, &[])];
        fixture.option(steps[1]).service_seconds = 60;
        let visits = vec![VisitIdx(0), VisitIdx(2)];
        fixture.problem.relations.push(Relation {
            kind: RelationKind::Simultaneous,
            visits,
            vehicles: None,
            gap_seconds_min: 0,
            gap_seconds_max: 0,
        });
        let locked = PlannedStop { lock: Lock::Time, ..planned(steps[0], None, None) };
        let others = steps[1..].iter().map(|it| planned(*it, None, None)).collect();
        let routes = [vec![locked], others];
        let shifts = [0, 1].map(ShiftIdx);
        fixture.problem.plan =
            shifts.into_iter().zip(routes).map(|it| PlannedRoute::new(it.0, it.1)).collect();
        let open = window_of(&mut fixture, steps[2]);
        fix_begun_stops(&mut fixture.problem);
        assert_eq!(window_of(&mut fixture, steps[0]), [(240, 240)]);
        assert_eq!(window_of(&mut fixture, steps[2]), open);
        assert_eq!(fixture.problem.mode, Mode::Optimize);
    }

    #[test]
    fn nothing_is_held_in_a_plan_that_is_judged() {
        let mut fixture = Fixture::new(3);
        fixture.shift(0..10_000);
        let step = fixture.dropoff(1, &[(0, 30)]);
        fixture.problem.plan.push(begun(vec![planned(step, Some(100), None)]));
        fixture.problem.mode = Mode::Check;
        fix_begun_stops(&mut fixture.problem);
        assert_eq!(window_of(&mut fixture, step), [(0, 30)]);
    }
}
