//! The search on problems small enough to try every plan: it finds the best one, and always the same one.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod support;

use routing::evaluate::{Evaluator, Step};
use routing::problem::{
    Mode, OptionIdx, PlannedRoute, PlannedStop, Problem, ShiftIdx, StopIdx, StopKind, Term,
    VisitIdx,
};
use routing::search::{Checkpoint, CheckpointError, Search, SearchOptions};
use routing::solution::Code;
use support::{iterations, problem};

/// The cheapest way to serve each set of orders with one vehicle, then the cheapest partition, by trying all of them.
fn optimum(problem: &Problem) -> f64 {
    let count = problem.orders.len();
    let mut of_set = vec![f64::INFINITY; 1 << count];
    extend(&mut Evaluator::new(problem), count, 0, &mut Vec::new(), &mut of_set);
    // Vehicles are identical, and there are enough of them.
    let mut best = vec![f64::INFINITY; 1 << count];
    best[0] = 0.0;
    for set in 1..1_usize << count {
        let mut part = set;
        while part > 0 {
            best[set] = best[set].min(of_set[part] + best[set & !part]);
            part = (part - 1) & set;
        }
    }
    best[(1 << count) - 1]
}

fn extend(
    evaluator: &mut Evaluator<'_>,
    count: usize,
    set: usize,
    sequence: &mut Vec<Step>,
    of_set: &mut [f64],
) {
    for order in 0..count {
        if set >> order & 1 == 1 {
            continue;
        }
        let index = u32::try_from(order).unwrap();
        sequence.push(Step::Stop(StopIdx(index), OptionIdx(index)));
        let evaluation = evaluator.evaluate(ShiftIdx(0), sequence, &[]);
        // A route that is late or overfull stays so, whatever is added to it.
        if evaluation.broken.is_none() {
            let with = set | 1 << order;
            of_set[with] = of_set[with].min(evaluation.cost);
            extend(evaluator, count, with, sequence, of_set);
        }
        sequence.pop();
    }
}

#[test]
fn small_plans_are_the_best_there_are() {
    for seed in 0..40 {
        let fixed = if seed % 2 == 0 { 0.0 } else { 100.0 };
        let problem = problem(seed, 6, 6, fixed);
        let expected = optimum(&problem);
        let mut search = Search::new(&problem, iterations(2_000, 1));
        while !search.run(100, 0.0).done {}
        let status = search.run(0, 1.0);
        assert_eq!(status.unserved, 0, "seed {seed}");
        let cost = status.cost;
        assert!((cost - expected).abs() < 1e-6 * expected, "seed {seed}: {cost}, best {expected}");
    }
}

/// The fewest vehicles that serve all orders, by trying all partitions.
fn fleet_least(problem: &Problem) -> usize {
    let count = problem.orders.len();
    let mut of_set = vec![f64::INFINITY; 1 << count];
    extend(&mut Evaluator::new(problem), count, 0, &mut Vec::new(), &mut of_set);
    let mut least = vec![usize::MAX; 1 << count];
    least[0] = 0;
    for set in 1..1_usize << count {
        let mut part = set;
        while part > 0 {
            if of_set[part].is_finite() {
                least[set] = least[set].min(least[set & !part].saturating_add(1));
            }
            part = (part - 1) & set;
        }
    }
    least[(1 << count) - 1]
}

#[test]
fn where_vehicles_are_counted_there_are_as_few_as_can_be() {
    for seed in 0..20 {
        let mut problem = problem(seed, 7, 7, 0.0);
        problem.objective.minimize = vec![Term::Unserved, Term::Vehicles, Term::Cost];
        let mut search = Search::new(&problem, iterations(2_000, 1));
        while !search.run(100, 0.0).done {}
        let status = search.status();
        assert_eq!(status.unserved, 0, "seed {seed}");
        assert_eq!(status.vehicles, fleet_least(&problem), "seed {seed}");
    }
}

#[test]
fn equal_seeds_and_rounds_give_equal_plans_however_the_rounds_are_cut() {
    let problem = problem(5, 30, 10, 10.0);
    let plan = |cut: u64, progress: f64| {
        let mut search = Search::new(&problem, iterations(500, 9));
        while !search.run(cut, progress).done {}
        search.sequences()
    };
    assert_eq!(plan(37, 0.0), plan(500, 0.9));
}

#[test]
fn more_rounds_are_never_worse() {
    let problem = problem(11, 40, 16, 10.0);
    let mut search = Search::new(&problem, iterations(1_000, 3));
    let mut cost = f64::INFINITY;
    loop {
        let status = search.run(50, 0.0);
        assert!(status.cost <= cost, "{} after {cost}", status.cost);
        cost = status.cost;
        if status.done {
            break;
        }
    }
    let solution = search.solution();
    assert_eq!(solution.search.improvements.last().map(|it| it.1), Some(cost));
}

#[test]
fn orders_that_no_vehicle_can_carry_are_unserved_with_that_reason() {
    let mut problem = problem(2, 3, 2, 0.0);
    problem.stops[1].load[0] = 9;
    let mut search = Search::new(&problem, iterations(50, 1));
    while !search.run(50, 0.0).done {}
    let solution = search.solution();
    let [unserved] = &solution.unserved[..] else { panic!("one is unserved") };
    assert_eq!(unserved.visit, VisitIdx(1));
    // 9 units fit the capacity of 8 in neither vehicle.
    assert!(unserved.reasons.iter().all(|it| it.code == Code::Capacity && it.shift.is_some()));
    let least = unserved.reasons[0];
    assert_eq!((least.dimension, least.alone), (Some(0), true));
    assert_eq!(unserved.remedy, Some(routing::solution::Reason { alone: false, ..least }));
    // No plan serves it: even with room for one more unit, at most two of the three visits fit.
    assert!(solution.bounds.iter().any(|it| it.code == Code::Capacity && it.served_max == 2));
}

#[test]
fn a_search_in_which_no_order_can_be_served_ends_at_once() {
    let mut problem = problem(2, 3, 2, 0.0);
    for stop in &mut problem.stops {
        stop.load[0] = 9;
    }
    let options = SearchOptions { seed: 1, ..SearchOptions::default() };
    let mut search = Search::new(&problem, options);
    // A host whose time suffices for 10 million iterations.
    let calls = (0..10_000_u32).take_while(|it| !search.run(1_000, f64::from(*it) / 1e4).done);
    // Three cycles of a thousand iterations for each of twenty, and the first tells their length.
    assert!(calls.count() < 80);
    let solution = search.solution();
    assert!(solution.search.converged && solution.unserved.len() == 3);
}

#[test]
fn a_pickup_without_load_is_made_where_routes_end_empty() {
    let mut problem = problem(2, 1, 1, 0.0);
    problem.stops[0].kind = StopKind::Pickup;
    problem.stops[0].load = vec![0];
    problem.shifts[0].ends_empty = true;
    let mut search = Search::new(&problem, iterations(50, 1));
    while !search.run(50, 0.0).done {}
    assert_eq!(search.solution().unserved, []);
}

#[test]
fn an_iteration_does_not_try_all_of_the_many_that_have_no_room() {
    // Two vehicles have room for about eight of 290 orders. Trying the other 280 takes about 2,800 positions.
    let problem = problem(3, 290, 2, 10.0);
    let mut search = Search::new(&problem, iterations(200, 1));
    let before = search.status();
    let status = search.run(200, 0.0);
    assert_eq!(status.iterations, 200);
    assert!(status.unserved > 250, "{}", status.unserved);
    let each = (status.insertions - before.insertions) / status.iterations;
    assert!((1..1_000).contains(&each), "{each} insertions an iteration");
}

#[test]
fn a_checkpoint_is_where_another_search_goes_on() {
    let problem = problem(11, 60, 16, 10.0);
    let mut first = Search::new(&problem, iterations(1_000, 3));
    let before = first.run(400, 0.0);
    let checkpoint = first.checkpoint();
    let mut next = Search::resume(&problem, iterations(1_000, 3), &checkpoint).unwrap();
    assert_eq!(next.sequences(), first.sequences());
    assert_eq!(next.status().iterations, 400);
    assert!((next.status().cost - before.cost).abs() < 1e-9 * before.cost);
    // A checkpoint that is made immediately is the same.
    assert_eq!(next.checkpoint(), checkpoint);
    while !next.run(50, 0.0).done {}
    assert_eq!(next.status().iterations, 1_000);
    assert!(next.status().cost <= before.cost + 1e-9 * before.cost);
}

#[test]
fn keeping_does_not_disturb_a_search() {
    let problem = problem(5, 30, 10, 10.0);
    let plan = |keeps: bool| {
        let mut search = Search::new(&problem, iterations(500, 9));
        while !search.run(50, 0.0).done {
            if keeps {
                let _ = search.checkpoint();
            }
        }
        search.sequences()
    };
    assert_eq!(plan(true), plan(false));
}

#[test]
fn an_outline_goes_from_start_to_end_by_the_stops_of_the_best_plan() {
    let mut problem = problem(5, 30, 10, 10.0);
    let first = problem.shifts[0].start_place;
    problem.shifts[1].end_place = None;
    let mut search = Search::new(&problem, iterations(500, 9));
    search.run(200, 0.0);
    let outline = search.outline();
    assert_eq!(search.outline(), outline);
    let stops: Vec<_> = outline.iter().flat_map(|it| &it.places).filter_map(|it| it.0).collect();
    assert_eq!(stops.len() + search.status().unserved, 30);
    for route in &outline {
        let shift = &problem.shifts[route.shift.at()];
        let at = |place: &(Option<StopIdx>, _)| place.1;
        assert_eq!(route.places.first().map(at), first);
        // If a route ends with its last stop, nothing follows it.
        let last = route.places.last().unwrap();
        assert_eq!(last.0.is_none(), shift.end_place.is_some());
        for (stop, place) in &route.places {
            let Some(stop) = stop else { continue };
            let option = problem.stops[stop.at()].options.start as usize;
            assert_eq!(problem.options[option].place, *place);
        }
    }
}

/// The problem with the plan of a short search as its given plan, without the first `less` stops of its first route.
fn planned_less(mut problem: Problem, less: usize) -> Problem {
    let mut search = Search::new(&problem, iterations(500, 9));
    while !search.run(500, 0.0).done {}
    let sequences = search.sequences();
    drop(search);
    let stop = |step: &Step| match *step {
        Step::Stop(stop, option) => PlannedStop::new(stop, Some(option)),
        Step::Reload(_) => panic!("nobody reloads"),
    };
    problem.plan = sequences
        .iter()
        .zip(0_usize..)
        .map(|((shift, steps), at)| {
            let kept = steps.iter().skip(if at == 0 { less } else { 0 });
            PlannedRoute::new(*shift, kept.map(stop).collect())
        })
        .collect();
    problem.mode = Mode::Insert;
    problem
}

#[test]
fn if_all_visits_are_locked_nothing_is_searched() {
    let locked = planned_less(problem(5, 30, 10, 10.0), 0);
    let mut search = Search::new(&locked, iterations(500, 9));
    let status = search.run(500, 0.0);
    assert_eq!((status.done, status.iterations, status.unserved), (true, 0, 0));
}

#[test]
fn if_all_visits_but_one_are_locked_that_one_is_searched() {
    let one = planned_less(problem(5, 30, 10, 10.0), 1);
    let mut search = Search::new(&one, iterations(50, 9));
    let status = search.run(500, 0.0);
    assert_eq!((status.done, status.iterations, status.unserved), (true, 50, 0));
}

#[test]
fn equal_checkpoints_and_seeds_have_equal_searches() {
    let problem = problem(5, 30, 10, 10.0);
    let mut first = Search::new(&problem, iterations(500, 9));
    first.run(123, 0.0);
    let checkpoint = first.checkpoint();
    let plan = |cut: u64| {
        let mut search = Search::resume(&problem, iterations(500, 2), &checkpoint).unwrap();
        while !search.run(cut, 0.0).done {}
        search.checkpoint()
    };
    assert_eq!(plan(17), plan(500));
}

#[test]
fn visits_that_no_longer_fit_a_checkpoint_are_removed_and_inserted_again() {
    let mut changed = problem(5, 30, 10, 10.0);
    let checkpoint = {
        let before = changed.clone();
        let mut search = Search::new(&before, iterations(500, 9));
        while !search.run(500, 0.0).done {}
        search.checkpoint()
    };
    // Orders are heavier than before: a capacity of 8 no longer carries the same orders.
    for stop in &mut changed.stops {
        stop.load[0] += 1;
    }
    let mut search = Search::resume(&changed, iterations(600, 9), &checkpoint).unwrap();
    while !search.run(100, 0.0).done {}
    let solution = search.solution();
    assert!(solution.routes.iter().all(|it| it.violations.is_empty()));
    let served: usize = search.sequences().iter().map(|it| it.1.len()).sum();
    assert_eq!(served + solution.unserved.len(), 30);
}

#[test]
fn bytes_that_are_no_plan_of_the_problem_are_refused() {
    let ours = problem(5, 12, 4, 10.0);
    let read = |bytes: &[u8]| {
        Search::resume(&ours, iterations(10, 1), &Checkpoint::from_bytes(bytes.to_vec()))
            .map(|_| ())
            .err()
    };
    let bytes = Search::new(&ours, iterations(10, 1)).checkpoint().into_bytes();
    assert_eq!(read(&bytes), None);
    for position in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[position] ^= 0x11;
        assert_eq!(read(&changed), Some(CheckpointError::Damaged), "byte {position}");
        assert_eq!(read(&bytes[..position]), Some(CheckpointError::Damaged), "{position} bytes");
    }
    let other = problem(5, 13, 4, 10.0);
    let theirs = Search::new(&other, iterations(10, 1)).checkpoint().into_bytes();
    assert_eq!(read(&theirs), Some(CheckpointError::OtherProblem));
}

#[test]
fn bytes_with_a_good_checksum_and_bad_words_are_refused() {
    let ours = problem(5, 12, 4, 10.0);
    let bytes = Search::new(&ours, iterations(10, 1)).checkpoint().into_bytes();
    let body = &bytes[..bytes.len() - 8];
    // After version and fingerprint, each byte is made large, zero, and one more in turn.
    for position in 9..body.len() {
        for value in [0x7f, 0x00, body[position].wrapping_add(1), 0xff] {
            let mut forged = body.to_vec();
            forged[position] = value;
            let sum = forged.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
            forged.extend_from_slice(&sum.to_le_bytes());
            // Some are plans, though poor ones; none may panic, and none may break a rule.
            let checkpoint = Checkpoint::from_bytes(forged);
            if let Ok(mut search) = Search::resume(&ours, iterations(20, 1), &checkpoint) {
                search.run(20, 0.0);
                let solution = search.solution();
                assert!(solution.routes.iter().all(|it| it.violations.is_empty()));
            }
        }
    }
}
