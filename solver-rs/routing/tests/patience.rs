//! A host whose time is over in the middle of a step: what was found by then is kept and breaks no rule, and the other
//! visits have reasons.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod support;

use std::cell::Cell;
use std::rc::Rc;

use routing::Patience;
use routing::problem::{
    Break, Mode, PlannedRoute, PlannedStop, Problem, ShiftIdx, SoftBreak, SoftWindow, StopIdx,
    Window,
};
use routing::search::{Search, SearchOptions};
use routing::solution::{Code, Solution};
use support::{DAY_ENDS_AT, iterations, problem};

/// Routes that are expensive to evaluate: soft windows everywhere, and a soft break in each shift.
fn dear(orders: u32, vehicles: u32) -> Problem {
    let mut problem = problem(7, orders, vehicles, 10.0);
    for (idx, option) in (0..).zip(&mut problem.options) {
        let start_at = idx % 9 * 1_000;
        let window = Window { start_at, end_at: start_at + 300 };
        option.windows = vec![Window::ALWAYS];
        option.soft_windows =
            vec![SoftWindow { window, cost_per_hour_early: 5.0, cost_per_hour_late: 9.0 }];
    }
    for shift in &mut problem.shifts {
        let windows = vec![Window { start_at: 3_000, end_at: 4_000 }];
        let rest = Break { owed: None, ..Break::new(300, windows, None) };
        shift.soft_breaks = vec![SoftBreak { rest, cost_per_hour_late: 3.0, skip_cost: 20.0 }];
    }
    problem.check().unwrap();
    problem
}

/// A host that waits for this many questions, and counts them.
fn patience(questions: usize) -> (Patience, Rc<Cell<usize>>) {
    let asked = Rc::new(Cell::new(0));
    let count = Rc::clone(&asked);
    let is_over = move || {
        count.set(count.get() + 1);
        count.get() > questions
    };
    (Patience::new(is_over), asked)
}

fn assert_sound(problem: &Problem, solution: &Solution) {
    let served: usize = solution.routes.iter().map(|it| it.stops.len() - 2).sum();
    // There may be soft breaks among the stops.
    assert!(served + solution.unserved.len() >= problem.visits.len());
    for route in &solution.routes {
        assert_eq!(route.violations, Vec::new());
        assert!(route.stops.iter().all(|it| it.departure_at <= DAY_ENDS_AT));
    }
}

#[test]
fn a_first_plan_is_cut_short_where_the_host_waits_no_longer() {
    let problem = dear(300, 160);
    let whole = Search::new(&problem, iterations(1, 1)).status().unserved;
    assert_eq!(whole, 0, "with time enough there is room for all");
    let (patience, asked) = patience(1);
    let mut search = Search::new_within(&problem, iterations(1, 1), &patience);
    let status = search.status();
    assert!(status.unserved > 0 && status.unserved < 300, "{} unserved", status.unserved);
    assert_eq!(asked.get(), 2, "who has said so is not asked again");
    let solution = search.solution();
    assert_sound(&problem, &solution);
    assert_eq!(solution.unserved.len(), status.unserved);
    for unserved in &solution.unserved {
        let codes: Vec<_> = unserved.reasons.iter().map(|it| it.code).collect();
        assert_eq!(codes, [Code::NotFoundInTime]);
    }
}

#[test]
fn the_status_after_the_answer_counts_what_the_answer_gained() {
    let problem = dear(300, 160);
    // The first plan is cut short; the host then has time for the answer.
    let asked = Cell::new(0);
    let is_over = move || {
        asked.set(asked.get() + 1);
        asked.get() == 2
    };
    let mut search = Search::new_within(&problem, iterations(1, 1), &Patience::new(is_over));
    let before = search.status();
    assert!(before.unserved > 0);
    let solution = search.solution();
    assert!(solution.unserved.len() < before.unserved);
    let after = search.status();
    assert_eq!(after.unserved, solution.unserved.len());
    assert!(after.score < before.score, "{:?} after {:?}", after.score, before.score);
}

#[test]
fn attributes_that_every_vehicle_lacks_are_reported_without_a_try() {
    let mut problem = dear(60, 10);
    problem.orders[3].required_attributes = vec![7];
    let (patience, _) = patience(0);
    let solution = Search::new_within(&problem, iterations(1, 1), &patience).solution();
    let codes = |visit: usize| -> Vec<(Code, Option<u32>)> {
        let its = solution.unserved.iter().filter(|it| it.visit.at() == visit);
        its.flat_map(|it| &it.reasons).map(|it| (it.code, it.attribute)).collect()
    };
    assert_eq!(codes(3), [(Code::AttributeMissing, Some(7))]);
    assert_eq!(codes(4), [(Code::NotFoundInTime, None)]);
}

#[test]
fn what_breaks_a_rule_on_an_empty_route_is_reported_however_late_it_is() {
    // Visit 3 is at least `least` seconds away, and its window closes a second earlier.
    let mut problem = dear(60, 10);
    let away = usize::try_from(problem.options[3].place.0).unwrap();
    let least = i64::from(problem.travel[0].travel_seconds[away]);
    problem.options[3].windows = vec![Window { start_at: 0, end_at: least - 1 }];
    // Visit 5 needs more room than any vehicle has.
    problem.stops[5].load[0] = 1_000;
    let (patience, _) = patience(0);
    let solution = Search::new_within(&problem, iterations(1, 1), &patience).solution();
    let reasons = |visit: usize| -> Vec<(Code, Option<i64>)> {
        let its = solution.unserved.iter().filter(|it| it.visit.at() == visit);
        its.flat_map(|it| &it.reasons).map(|it| (it.code, it.amount)).collect()
    };
    assert!(reasons(3).iter().all(|it| *it == (Code::TimeWindow, Some(1))), "{:?}", reasons(3));
    assert!(reasons(5).iter().all(|it| it.0 == Code::Capacity), "{:?}", reasons(5));
    assert_eq!(reasons(4), [(Code::NotFoundInTime, None)]);
    // Other rules may keep it out as well, and nothing was tried in the plan.
    let of_3 = solution.unserved.iter().find(|it| it.visit.at() == 3).unwrap();
    assert!(!of_3.reasons.is_empty() && of_3.remedy.is_none());
    assert!(of_3.reasons.iter().all(|it| !it.alone && it.shift.is_some()));
}

#[test]
fn last_attempts_that_use_up_their_time_leave_that_of_the_reasons() {
    // One vehicle with a capacity of 8 for 9 units, so that the last attempts have something to try.
    let mut problem = dear(9, 1);
    for stop in &mut problem.stops {
        stop.load = vec![1];
    }
    let is_over = Rc::new(Cell::new(false));
    let answer = Rc::clone(&is_over);
    let patience = Patience::new(move || answer.get());
    let mut search = Search::new_within(&problem, iterations(20, 1), &patience);
    while !search.run(20, 0.0).done {}
    is_over.set(true);
    search.finish();
    is_over.set(false);
    let solution = search.answer();
    assert_sound(&problem, &solution);
    let [unserved] = &solution.unserved[..] else { panic!("{:?}", solution.unserved) };
    let codes: Vec<_> = unserved.reasons.iter().map(|it| it.code).collect();
    assert_eq!(codes, [Code::Capacity]);
}

#[test]
fn no_rounds_are_made_once_the_time_is_over() {
    let problem = dear(60, 10);
    let (patience, _) = patience(30);
    let options = SearchOptions { seed: 1, ..SearchOptions::default() };
    let mut search = Search::new_within(&problem, options, &patience);
    while search.run(1, 0.0).iterations < 5 {}
    let cut = search.run(100_000, 0.5);
    assert!(cut.iterations < 100_000, "{} iterations", cut.iterations);
    assert_eq!(search.run(100, 0.5).iterations, cut.iterations);
    assert_sound(&problem, &search.solution());
}

#[test]
fn a_host_with_time_enough_gets_the_plan_of_one_without_a_clock() {
    let problem = dear(60, 10);
    let plan = |patience: &Patience| {
        let mut search = Search::new_within(&problem, iterations(200, 3), patience);
        while !search.run(50, 0.0).done {}
        search.solution()
    };
    let (endless, asked) = patience(usize::MAX - 1);
    assert_eq!(plan(&endless), plan(&Patience::default()));
    assert!(asked.get() > 2);
}

/// A problem in which waiting costs money, so that a route that starts late waits less.
fn waiting(orders: u32, vehicles: u32) -> Problem {
    let mut problem = problem(7, orders, vehicles, 10.0);
    for (idx, option) in (0..).zip(&mut problem.options) {
        let start_at = 4_000 + idx % 9 * 1_000;
        option.windows = vec![Window { start_at, end_at: start_at + 2_000 }];
    }
    problem
}

#[test]
fn an_answer_written_after_the_time_limit_costs_as_much_as_the_plan_found() {
    for (name, problem) in [("waiting", waiting(60, 10)), ("dear", dear(60, 10))] {
        let is_over = Rc::new(Cell::new(false));
        let answer = Rc::clone(&is_over);
        let patience = Patience::new(move || answer.get());
        let options = SearchOptions { seed: 1, ..SearchOptions::default() };
        let mut search = Search::new_within(&problem, options, &patience);
        let found = search.run(300, 0.0);
        is_over.set(true);
        let solution = search.solution();
        assert_sound(&problem, &solution);
        let cost: f64 = solution.routes.iter().map(|it| it.summary.cost.total()).sum();
        assert!(cost <= found.cost + 1e-6, "{name}: {cost} instead of {}", found.cost);
    }
}

/// A plan of 40 routes with five stops each, and 100 other visits that are only asked about.
fn asked_about() -> Problem {
    let mut problem = dear(300, 40);
    for (shift, first) in (0..40).map(|it| (ShiftIdx(it), it * 5)) {
        let stop = |idx: u32| PlannedStop::new(StopIdx(idx), None);
        problem.plan.push(PlannedRoute::new(shift, (first..first + 5).map(stop).collect()));
    }
    for stop in &mut problem.stops {
        stop.load = vec![1];
    }
    problem.mode = Mode::Insert;
    problem.offered = 200..300;
    problem.check().unwrap();
    problem
}

#[test]
fn offers_found_before_the_time_limit_are_returned() {
    let problem = asked_about();
    let offered = |questions: usize| {
        let (patience, asked) = patience(questions);
        let solution = Search::new_within(&problem, iterations(1, 1), &patience).solution();
        (solution, asked.get())
    };
    let (whole, questions) = offered(usize::MAX - 1);
    assert_eq!(whole.offers.len(), 100, "with time enough there is room for each");
    let mut counts = Vec::new();
    for few in (0..questions).step_by(questions / 40) {
        let (cut, _) = offered(few);
        for offer in &cut.offers {
            assert!(problem.offered.contains(&offer.visit.0), "of {few} questions");
        }
        counts.push(cut.offers.len());
    }
    assert!(counts.is_sorted() && counts.iter().any(|it| (1..100).contains(it)), "{counts:?}");
}
