//! On random plain problems: what an insertion adds according to margins is what the plan then costs more, no pair of
//! positions is cheaper, and full vehicles take nothing.

use super::{Candidates, Dropoffs, Never, Target, scan, write};
use crate::evaluate::Step;
use crate::evaluate::fixture::{Fixture, Random};
use crate::problem::{
    Costs, OptionIdx, PlaceIdx, Problem, Shift, ShiftIdx, StopIdx, StopKind, Vehicle, VehicleIdx,
    VisitIdx, Window,
};
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::{Search, SearchOptions};

const PLACES: u32 = 20;
const DAY: i64 = 6_000;

/// Draws vehicles that start and end at different places or anywhere, and orders of one stop or two. Every other seed
/// makes some ways longer than the way back.
fn draw(seed: u64, windows: bool, per_hour: f64) -> Problem {
    let mut random = Random::new(seed);
    let mut fixture = Fixture::new(PLACES);
    if is_one_way(seed) {
        let table = &mut fixture.problem.travel[0];
        let is_leg = |pair: &usize| table.distance_meters[*pair] > 0;
        let legs: Vec<usize> = (0..table.distance_meters.len()).filter(is_leg).collect();
        for pair in legs.into_iter().step_by(3) {
            table.distance_meters[pair] += i32::try_from(random.below(300)).unwrap();
            table.travel_seconds[pair] += i32::try_from(random.below(90)).unwrap();
        }
    }
    fixture.shift(0..DAY);
    for place in 2..PLACES {
        let steps = match random.below(3) {
            0 => fixture.order(&[
                (StopKind::Pickup, place, 2),
                (StopKind::Dropoff, u32::try_from(random.below(i64::from(PLACES))).unwrap(), 2),
            ]),
            1 => fixture.order(&[(StopKind::Pickup, place, 1)]),
            _ => fixture.order(&[(StopKind::Dropoff, place, 1)]),
        };
        for step in steps {
            let option = fixture.option(step);
            option.service_seconds = random.below(100);
            if windows {
                let opens = random.below(DAY / 2);
                option.windows = vec![Window { start_at: opens, end_at: opens + DAY / 3 }];
            }
        }
    }
    let mut problem = fixture.problem;
    let costs =
        Costs { fixed: 7.0, per_hour, per_kilometer: 10.0, per_stop: 1.0, ..Costs::default() };
    problem.vehicles[0].costs = costs;
    problem.vehicles[0].capacity = vec![4];
    let (vehicle, shift) = (problem.vehicles[0].clone(), problem.shifts[0].clone());
    let ends = [[Some(0), Some(0)], [Some(0), Some(PLACES - 1)], [Some(5), None], [None, Some(9)]];
    for (idx, ends) in (0_u32..).zip(ends) {
        let [start_place, end_place] = ends.map(|it| it.map(PlaceIdx));
        let shift = Shift { vehicle: VehicleIdx(idx), start_place, end_place, ..shift.clone() };
        if idx == 0 {
            problem.shifts[0] = shift;
        } else {
            problem.vehicles.push(Vehicle { shifts: idx..idx + 1, ..vehicle.clone() });
            problem.shifts.push(shift);
        }
    }
    problem.check().unwrap();
    problem
}

const fn is_one_way(seed: u64) -> bool {
    seed.is_multiple_of(2)
}

/// Inserts each visit where it fits best on each shift, into a plan without it. Returns how many insertions went into
/// routes, and how many began one.
fn check(windows: bool, per_hour: f64) -> [usize; 2] {
    let mut counts = [0, 0];
    let mut full = 0;
    for seed in 1..50 {
        let problem = draw(seed, windows, per_hour);
        let mut search = Search::new(&problem, SearchOptions { seed, ..SearchOptions::default() });
        let plan = &mut search.plan;
        assert!(plan.instance.plain);
        assert_ne!(plan.instance.is_symmetric(0), is_one_way(seed));
        let mut steps = Vec::new();
        for visit in (0..problem.visits.len()).map(VisitIdx::of) {
            for shift in (0..problem.shifts.len()).map(ShiftIdx::of) {
                if plan.shift_of(visit).is_some() {
                    plan.remove(&[visit]);
                }
                if plan.shift_of(visit).is_some() {
                    // The way past it is longer, and its route is late without it.
                    plan.undo();
                    continue;
                }
                let route = &plan.routes[shift.at()];
                let begins = route.steps.is_empty();
                let before = route.rest;
                let mut found = Candidates::below(1, f64::INFINITY);
                let target = Target::of(plan, shift, visit);
                scan(target, visit, &mut Never, &mut Dropoffs::default(), &mut found);
                if !plan.has_room(visit, shift) {
                    assert_eq!(found.iter().next(), None, "{seed} {visit:?} {shift:?}");
                    full += 1;
                }
                if let Some(insertion) = found.iter().next() {
                    write(&problem, visit, &insertion, &route.steps, &mut steps);
                    assert_eq!(plan.replace(shift, &steps), Fit::Fits);
                    let added = plan.routes[shift.at()].rest - before;
                    let stated = insertion.delta;
                    assert!((added - stated).abs() < 1e-6, "{seed} {visit:?}: {added}, {stated}");
                    counts[usize::from(begins)] += 1;
                }
                plan.undo();
            }
        }
    }
    assert!(full > 30, "{full} pairs of a visit and a full vehicle");
    counts
}

#[test]
fn insertions_add_their_stated_costs() {
    for (windows, per_hour) in [(false, 0.0), (false, 30.0), (true, 0.0), (true, 30.0)] {
        let [into, beginning] = check(windows, per_hour);
        assert!(into > 300 && beginning > 300, "{into}, {beginning}");
    }
}

/// Returns what inserting both stops of a visit adds at its cheapest positions, of all that the plan accepts.
fn cheapest_of_all(plan: &mut Plan<'_>, shift: ShiftIdx, visit: VisitIdx) -> f64 {
    let route = &plan.routes[shift.at()];
    let (steps, before) = (route.steps.clone(), route.rest);
    let stops = plan.problem.visits[visit.at()].stops.clone();
    let [pickup, dropoff] = [stops.start, stops.start + 1].map(|stop| {
        Step::Stop(StopIdx(stop), OptionIdx(plan.problem.stops[stop as usize].options.start))
    });
    let mut least = f64::INFINITY;
    for first in 0..=steps.len() {
        for last in first..=steps.len() {
            let between = &steps[first..last];
            let with = [&steps[..first], &[pickup], between, &[dropoff], &steps[last..]].concat();
            if plan.replace(shift, &with) == Fit::Fits {
                least = least.min(plan.routes[shift.at()].rest - before);
            }
            plan.undo();
        }
    }
    least
}

/// Compares the insertions of pairs with all that the plan accepts. Returns how many are the cheapest, how many are
/// not, and how often none fits.
fn compare_pairs(per_hour: f64) -> [usize; 3] {
    let mut counts = [0; 3];
    // Where a way back is shorter, a detour by a pickup may save meters; insertion leaves those positions out.
    for seed in (1..40).filter(|it| !is_one_way(*it)) {
        let problem = draw(seed, true, per_hour);
        let mut search = Search::new(&problem, SearchOptions { seed, ..SearchOptions::default() });
        let plan = &mut search.plan;
        let pairs = (0..problem.visits.len()).map(VisitIdx::of);
        for visit in pairs.filter(|it| problem.visits[it.at()].stops.len() == 2) {
            plan.remove(&[visit]);
            plan.keep();
            for shift in (0..problem.shifts.len()).map(ShiftIdx::of) {
                if plan.routes[shift.at()].steps.is_empty() {
                    continue;
                }
                let mut found = Candidates::below(1, f64::INFINITY);
                let target = Target::of(plan, shift, visit);
                scan(target, visit, &mut Never, &mut Dropoffs::default(), &mut found);
                let found = found.iter().next().map_or(f64::INFINITY, |it| it.delta);
                let least = cheapest_of_all(plan, shift, visit);
                assert!(found >= least - 1e-6, "{seed} {visit:?}");
                assert_eq!(found.is_finite(), least.is_finite(), "{seed} {visit:?}");
                let is_cheapest = found < least + 1e-6;
                counts[if least.is_infinite() { 2 } else { usize::from(!is_cheapest) }] += 1;
            }
        }
    }
    counts
}

#[test]
fn no_insertion_of_a_pair_is_cheaper() {
    let [cheapest, not, none] = compare_pairs(0.0);
    assert!(cheapest > 100 && not == 0 && none > 30, "{cheapest} {not} {none}");
    // A longer detour may save waiting.
    let [cheapest, not, none] = compare_pairs(30.0);
    assert!(cheapest > 100 && not < 5 && none > 30, "{cheapest} {not} {none}");
}
