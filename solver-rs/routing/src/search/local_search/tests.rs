//! Every move of every operator, on random plans: the cost that it predicts is the cost that the plan then has.

use super::moves::Move;
use super::near::Neighbor;
use super::scan::Scan;
use super::track::Pair;
use super::{LocalSearch, relocate::Mover};
use crate::evaluate::fixture::{Fixture, Random, visit_rules};
use crate::instance::Instance;
use crate::problem::{
    Break, Costs, DAY_SECONDS, PlaceIdx, Problem, Reload, Shift, ShiftIdx, StopIdx, StopKind, Term,
    Vehicle, VisitIdx, Window,
};
use crate::search::{Search, SearchOptions, neighbors};

/// Properties in which the random problems differ.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Traits {
    pub(super) windows: bool,
    pub(super) depots: bool,
    /// Whether travel costs depend on the direction.
    pub(super) oneway: bool,
    /// Whether some orders are collected, and some brought from one place to another.
    pub(super) mixed: bool,
    /// Whether the time of routes has a cost and a limit.
    pub(super) timed: bool,
    /// Whether vehicles may reload and have a break that has to be placed, so that margins are not exact.
    pub(super) paused: bool,
}

const PLACES: u32 = 25;
pub(super) const DAY: i64 = 4_000;

pub(super) fn draw(seed: u64, traits: Traits) -> Problem {
    let mut random = Random::new(seed);
    let mut fixture = Fixture::new(PLACES);
    let at: Vec<(i64, i64)> = (0..PLACES).map(|_| (random.below(500), random.below(500))).collect();
    let table = &mut fixture.problem.travel[0];
    for (from, one) in at.iter().enumerate() {
        for (to, other) in at.iter().enumerate() {
            let way = (one.0 - other.0).abs() + (one.1 - other.1).abs();
            let way = if traits.oneway { way + random.below(100) } else { way };
            let pair = from * at.len() + to;
            table.distance_meters[pair] = if from == to { 0 } else { i32::try_from(way).unwrap() };
            table.travel_seconds[pair] = table.distance_meters[pair] / 2;
        }
    }
    fixture.shift(0..DAY);
    for place in 2..PLACES {
        let load = 1 + random.below(3);
        let kind = if traits.mixed { random.below(4) } else { 0 };
        let steps = match kind {
            0 | 1 => fixture.order(&[(StopKind::Dropoff, place, load)]),
            2 => fixture.order(&[(StopKind::Pickup, place, load)]),
            _ => fixture.order(&[
                (StopKind::Pickup, place, load),
                (StopKind::Dropoff, 1 + place / 2, load),
            ]),
        };
        if traits.windows {
            let opens = random.below(DAY / 2);
            let window = Window { start_at: opens, end_at: opens + 600 + random.below(DAY) };
            fixture.option(steps[0]).windows = vec![window];
            fixture.option(steps[0]).service_seconds = random.below(60);
        }
    }
    let mut problem = fixture.problem;
    problem.objective.minimize = vec![Term::Unserved, Term::Cost];
    let vehicle = &mut problem.vehicles[0];
    vehicle.costs = Costs { per_kilometer: 1_000.0, ..Costs::default() };
    if traits.depots {
        (vehicle.costs.fixed, vehicle.costs.per_stop) = (200.0, 3.0);
    }
    if traits.timed {
        vehicle.costs.per_hour = 1_800.0;
        vehicle.limits.duration_seconds = DAY - 200;
    }
    if traits.paused {
        let window = Window { start_at: DAY / 4, end_at: DAY / 2 };
        let shift = &mut problem.shifts[0];
        shift.breaks.push(Break::new(150, vec![window], None));
        let dock =
            Reload { place: PlaceIdx(0), seconds: 30, windows: vec![Window::ALWAYS], count_max: 3 };
        shift.reloads.push(dock);
    }
    let (vehicle, shift) = (problem.vehicles[0].clone(), problem.shifts[0].clone());
    for idx in 1..10 {
        problem.vehicles.push(Vehicle { shifts: idx..idx + 1, ..vehicle.clone() });
        let depot = PlaceIdx(u32::from(traits.depots && idx % 2 == 1));
        problem.shifts.push(Shift {
            vehicle: crate::problem::VehicleIdx(idx),
            start_place: Some(depot),
            end_place: Some(depot),
            ..shift.clone()
        });
    }
    problem.check().unwrap();
    problem
}

const ALL: [Traits; 8] = [
    Traits {
        windows: false,
        depots: false,
        oneway: false,
        mixed: false,
        timed: false,
        paused: false,
    },
    Traits {
        windows: true,
        depots: false,
        oneway: false,
        mixed: false,
        timed: false,
        paused: false,
    },
    Traits { windows: true, depots: true, oneway: true, mixed: false, timed: false, paused: false },
    Traits {
        windows: false,
        depots: true,
        oneway: false,
        mixed: true,
        timed: false,
        paused: false,
    },
    Traits { windows: true, depots: false, oneway: true, mixed: true, timed: true, paused: false },
    Traits { windows: true, depots: true, oneway: false, mixed: false, timed: true, paused: false },
    Traits { windows: true, depots: false, oneway: true, mixed: false, timed: true, paused: true },
    Traits { windows: false, depots: true, oneway: false, mixed: true, timed: true, paused: true },
];

pub(super) fn local_search(search: &Search<'_>) -> LocalSearch {
    let instance = Instance::new(search.plan.problem);
    let neighbors = neighbors::neighbors(&instance, 100);
    LocalSearch::new(&search.plan, &neighbors).unwrap()
}

/// Returns a plan built by insertion alone, some visits of which were placed again.
pub(super) fn plan_of(problem: &Problem, seed: u64) -> Search<'_> {
    let options = SearchOptions { seed, ..SearchOptions::default() };
    let mut search = Search::new(problem, options);
    search.local_search = None;
    search.run(3, 0.0);
    search
}

/// Returns the stops of visits that have no other stop, two by two, in either order.
pub(super) fn pairs(problem: &Problem) -> Vec<(StopIdx, StopIdx)> {
    let single = problem.visits.iter().filter(|it| it.stops.len() == 1);
    let stops: Vec<StopIdx> = single.map(|it| StopIdx(it.stops.start)).collect();
    let with_others = |one: StopIdx| stops.iter().map(move |other| (one, *other));
    stops.iter().flat_map(|it| with_others(*it)).filter(|it| it.0 != it.1).collect()
}

/// Makes the best move of one operator for each pair of stops, whether it pays or not; returns the number of moves.
fn check(operator: impl Fn(&mut Scan<'_, '_>, &Pair<'_>)) -> usize {
    let mut count = 0;
    for (traits, seed) in ALL.into_iter().flat_map(|it| (1..5).map(move |seed| (it, seed))) {
        let problem = draw(seed, traits);
        let mut search = plan_of(&problem, seed);
        let mut local_search = local_search(&search);
        for pair in pairs(&problem) {
            let best = offered(&mut search, &mut local_search, pair, f64::INFINITY, &operator);
            if best.drafts[0].is_none() {
                continue;
            }
            let before = search.plan.score();
            if local_search.make(&mut search.plan, &best) {
                let after = search.plan.score();
                let added = after.rest - before.rest;
                assert!((added - best.delta).abs() < 1e-6, "{traits:?}: {added}, {best:?}");
                assert_eq!(after.unserved, before.unserved);
                count += 1;
            } else {
                assert!(!local_search.traits.exact, "{traits:?}: refused {best:?}");
            }
            search.plan.undo();
        }
    }
    count
}

/// Compares the best move of one operator for all pairs of stops with the best one that is found if moves have to pay.
/// Returns how often it pays and is found, and how often it pays and is not found.
fn check_skipping(operator: impl Fn(&mut Scan<'_, '_>, &Pair<'_>)) -> (usize, usize) {
    let (mut found, mut missed) = (0, 0);
    for seed in 1..100 {
        let problem = draw(seed, ALL[0]);
        let mut search = plan_of(&problem, seed);
        let mut local_search = local_search(&search);
        assert!(local_search.traits.exact && local_search.traits.uniform);
        let mut least = |limit: f64| {
            let offers = pairs(&problem).into_iter();
            let deltas = offers
                .map(|it| offered(&mut search, &mut local_search, it, limit, &operator).delta);
            deltas.fold(f64::INFINITY, f64::min)
        };
        let (best, paying) = (least(f64::INFINITY), least(0.0));
        if best < -1e-6 {
            let is_found = (paying - best).abs() < 1e-6;
            *(if is_found { &mut found } else { &mut missed }) += 1;
        }
    }
    (found, missed)
}

fn offered(
    search: &mut Search<'_>,
    local_search: &mut LocalSearch,
    stops: (StopIdx, StopIdx),
    limit: f64,
    operator: &impl Fn(&mut Scan<'_, '_>, &Pair<'_>),
) -> Move {
    scanned(search, local_search, stops, limit, operator, |scan| scan.best())
}

/// Returns what `choose` makes of the moves of one operator that make two stops adjacent.
pub(super) fn scanned(
    search: &mut Search<'_>,
    local_search: &mut LocalSearch,
    stops: (StopIdx, StopIdx),
    limit: f64,
    operator: &impl Fn(&mut Scan<'_, '_>, &Pair<'_>),
    choose: impl Fn(&mut Scan<'_, '_>) -> Move,
) -> Move {
    let scratch = &mut local_search.scratch;
    let plan = &mut search.plan;
    let (lanes, tracks) = (&local_search.lanes, &mut local_search.tracks);
    let mut scan = Scan::new(plan, lanes, tracks, local_search.traits, scratch, limit);
    let [one, other] =
        [stops.0, stops.1].map(|it| scan.spot(scan.plan.problem.stops[it.at()].visit, it));
    if let (Some(one), Some(other)) = (one, other) {
        let (from, to) = (one.row(0), other.row(0));
        let near = Neighbor {
            visit: scan.plan.problem.stops[stops.1.at()].visit,
            stop: stops.1,
            there: scan.leg(one.shift, from, to),
            back: scan.leg(one.shift, to, from),
        };
        if let Some(pair) = scan.pair(&one, &other, &near) {
            operator(&mut scan, &pair);
        }
    }
    choose(&mut scan)
}

pub(super) fn relocate(scan: &mut Scan<'_, '_>, pair: &Pair<'_>) {
    let mut movers: Vec<Mover> = Vec::new();
    scan.movers(pair.one, &mut movers);
    let saved_max = movers.iter().map(|it| it.saved).fold(f64::NEG_INFINITY, f64::max);
    scan.relocate(pair, &movers, saved_max);
}

fn two_opt(scan: &mut Scan<'_, '_>, pair: &Pair<'_>) {
    if pair.one.shift == pair.other.shift {
        scan.two_opt(pair);
    }
}

fn exchange_tails(scan: &mut Scan<'_, '_>, pair: &Pair<'_>) {
    if pair.one.shift != pair.other.shift {
        scan.exchange_tails(pair);
    }
}

fn split(scan: &mut Scan<'_, '_>, Pair { one, .. }: &Pair<'_>) {
    let instance = &scan.plan.instance;
    let shifts = &instance.class_shifts[instance.class[one.shift.at()].at()];
    if let Some(unused) = shifts.iter().copied().find(|it| !scan.plan.is_used(*it)) {
        scan.split(one, unused);
    }
}

#[test]
fn moves_add_their_stated_costs() {
    let count = check(relocate);
    assert!(count > 1_000, "relocation: {count}");
    let count = check(|scan, pair| scan.swap(pair));
    assert!(count > 1_000, "swap: {count}");
    let count = check(two_opt);
    assert!(count > 200, "2-opt: {count}");
    let count = check(exchange_tails);
    assert!(count > 200, "exchange of tails: {count}");
    let count = check(split);
    assert!(count > 200, "split: {count}");
}

#[test]
fn few_moves_that_pay_are_skipped() {
    for (found, missed) in [
        check_skipping(relocate),
        check_skipping(|scan, pair| scan.swap(pair)),
        check_skipping(two_opt),
        check_skipping(exchange_tails),
    ] {
        assert!(found > 10 && missed < found / 10, "{found}, {missed}");
    }
}

#[test]
fn visits_of_periodic_orders_stay_on_their_days() {
    let mut moved = 0;
    for seed in 1..20 {
        let mut problem = draw(seed, Traits { oneway: true, ..Traits::default() });
        for order in &mut problem.orders {
            order.rules = Some(visit_rules());
        }
        // One day's vehicles cannot carry everything.
        for vehicle in &mut problem.vehicles {
            vehicle.capacity = vec![6];
        }
        let (_, tomorrow) = problem.shifts.split_at_mut(5);
        for shift in tomorrow {
            shift.start_at += DAY_SECONDS;
            for at in [&mut shift.end_at, &mut shift.latest_end_at, &mut shift.overtime_end_at] {
                *at += DAY_SECONDS;
            }
        }
        problem.check().unwrap();
        let mut search = plan_of(&problem, seed);
        let mut local_search = local_search(&search);
        let visits = || (0..problem.visits.len()).map(VisitIdx::of);
        let shifts = |search: &Search<'_>| -> Vec<Option<ShiftIdx>> {
            visits().map(|it| search.plan.shift_of(it)).collect()
        };
        let before = shifts(&search);
        assert!(before.iter().flatten().any(|it| it.at() >= 5), "some visits are tomorrow");
        visits().for_each(|it| local_search.touch_around(&search.plan, it));
        local_search.improve(&mut search.plan, true);
        for (old, new) in before.iter().zip(shifts(&search)) {
            assert_eq!(old.map(|it| it.at() >= 5), new.map(|it| it.at() >= 5));
            moved += usize::from(*old != new);
        }
    }
    assert!(moved > 20, "{moved} visits moved to another shift");
}

#[test]
fn improving_never_costs_more_and_loses_no_visit() {
    for (traits, seed) in ALL.into_iter().flat_map(|it| (1..20).map(move |seed| (it, seed))) {
        let problem = draw(seed, traits);
        let mut search = plan_of(&problem, seed);
        let mut local_search = local_search(&search);
        let before = search.plan.score();
        for visit in 0..problem.visits.len() {
            local_search.touch_around(&search.plan, crate::problem::VisitIdx::of(visit));
        }
        local_search.improve(&mut search.plan, true);
        let after = search.plan.score();
        assert!(after == before || after.is_better_than(&before), "{traits:?}");
        assert!(local_search.queue.is_empty() && !local_search.queued.contains(&true));
        for (visit, data) in problem.visits.iter().enumerate() {
            let visit = crate::problem::VisitIdx::of(visit);
            let served = search.plan.shift_of(visit).is_some();
            assert_ne!(served, search.plan.absent.contains(&visit));
            for stop in data.stops.clone().filter(|_| served) {
                let shift = search.plan.shift_of(visit).unwrap();
                let step = search.plan.routes[shift.at()].steps[search.plan.step_of(StopIdx(stop))];
                assert_eq!(search.plan.visit_of(step), Some(visit));
            }
        }
    }
}
