//! Visits that fit on a vehicle's empty route only together with another visit, because one of the roads is missing.
//!
//! ```text
//! depot ──► a ──► b ──► depot     no road leads from a to the depot, or from the depot to b: neither fits alone
//! ```
//!
//! Absent visits are inserted one after the other, so neither would ever come to this vehicle. If such a visit is
//! absent, it is sometimes inserted right before or after another absent visit, on some route; whether that is any good
//! shows when the plan is accepted. Problems without such visits take no other decisions and no more time.

use super::many::{self, keep_shortest};
use super::{Scratch, fresh_shifts};
use crate::evaluate::Step;
use crate::instance::{ClassIdx, Shape, place_or_nowhere};
use crate::problem::{ShiftIdx, StopIdx, VisitIdx};
use crate::search::neighbors::LARGE;
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::random::Random;

/// How often two visits are inserted together, if one of them is cut off.
const TOGETHER_RATE: f64 = 0.25;
/// Maximum number of ways to have both on a route that are evaluated: the shortest.
const WAYS_MAX: usize = 8;

/// Returns for each visit whether it is cut off from some vehicle that may serve it. Empty if no visit is, and in large
/// problems, where two visits drawn from all absent ones rarely belong together. O(visits × classes of shifts).
pub(super) fn find(plan: &Plan<'_>) -> Vec<bool> {
    let visits = plan.problem.visits.len();
    if visits >= LARGE {
        return Vec::new();
    }
    let found: Vec<bool> = (0..visits).map(|it| is_cut_off(plan, VisitIdx::of(it))).collect();
    if found.contains(&true) { found } else { Vec::new() }
}

fn is_cut_off(plan: &Plan<'_>, visit: VisitIdx) -> bool {
    let (problem, instance) = (plan.problem, &plan.instance);
    let stop = StopIdx(problem.visits[visit.at()].stops.start);
    let lacks_a_road = |shift: ShiftIdx| {
        let shift = &problem.shifts[shift.at()];
        let travel = problem.vehicles[shift.vehicle.at()].travel.at();
        let [start, end] = [shift.start_place, shift.end_place].map(place_or_nowhere);
        instance.options_of(stop).any(|option| {
            let place = instance.option(option).place;
            instance.meters(travel, start, place).is_none()
                || instance.meters(travel, place, end).is_none()
        })
    };
    let classes = (0_u32..).map(ClassIdx).zip(&instance.class_shifts);
    let allowed = classes.filter(|(class, _)| plan.compatible.allows(visit, *class));
    instance.shape[visit.at()] == Shape::Single
        && allowed.filter_map(|(_, shifts)| shifts.first()).any(|it| lacks_a_road(*it))
}

/// Sometimes inserts one of the `waiting` visits that is cut off together with another one; returns both if it did.
pub(super) fn insert_two(
    plan: &mut Plan<'_>,
    random: &mut Random,
    vehicles_max: usize,
    waiting: &[VisitIdx],
    scratch: &mut Scratch,
) -> Option<[VisitIdx; 2]> {
    if random.unit() >= TOGETHER_RATE {
        return None;
    }
    let first = draw(random, waiting, |it| scratch.cut_off[it.at()])?;
    let is_single = |it: VisitIdx| plan.instance.shape[it.at()] == Shape::Single;
    let second = draw(random, waiting, |it| it != first && is_single(it))?;
    let both = [first, second];
    fresh_shifts(plan, first, vehicles_max, &mut scratch.fresh);
    scratch.fresh.extend(&plan.used);
    scratch.fresh.retain(|shift| both.iter().all(|it| plan.may_serve(*it, *shift)));
    let shift = draw(random, &scratch.fresh, |_| true)?;
    let mut ways = ways(plan, shift, both);
    plan.patience.spend(ways.len());
    keep_shortest(plan, shift, &mut ways, WAYS_MAX);
    let (_, steps) = many::cheapest(plan, shift, &ways)?;
    (plan.replace(shift, &steps) == Fit::Fits).then_some(both)
}

fn draw<T: Copy>(random: &mut Random, all: &[T], is_meant: impl Fn(T) -> bool) -> Option<T> {
    let meant = || all.iter().copied().filter(|it| is_meant(*it));
    let count = meant().count();
    if count == 0 { None } else { meant().nth(random.below(count)) }
}

/// Returns the routes of a shift with one of two visits right after the other.
fn ways(plan: &Plan<'_>, shift: ShiftIdx, both: [VisitIdx; 2]) -> Vec<Vec<Step>> {
    let before = &plan.routes[shift.at()].steps;
    let bounds = both.map(|it| plan.bounds(it, shift));
    let (low, high) = (bounds[0].0.max(bounds[1].0), bounds[0].1.min(bounds[1].1));
    let [first, second] = both.map(|it| StopIdx(plan.problem.visits[it.at()].stops.start));
    let mut found = Vec::new();
    for [one, next] in [[first, second], [second, first]] {
        for option in plan.instance.options_of(one) {
            for next_option in plan.instance.options_of(next) {
                let steps = [Step::Stop(one, option), Step::Stop(next, next_option)];
                found.extend((low..=high).map(|at| {
                    let mut way = before.clone();
                    way.splice(at..at, steps);
                    way
                }));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::Fixture;
    use crate::search::{Search, SearchOptions};

    /// Returns how many of two visits at places 1 and 2 a search leaves out before its last steps, where these legs
    /// have no road.
    fn left_out(missing: &[(usize, usize)]) -> usize {
        let mut fixture = Fixture::new(3);
        fixture.shift(0..10_000);
        for place in 1..3 {
            fixture.dropoff(place, &[]);
        }
        for (from, to) in missing {
            fixture.problem.travel[0].distance_meters[from * 3 + to] = -1;
        }
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        search.run(200, 0.0).unserved
    }

    #[test]
    fn visits_to_and_from_which_one_road_each_is_missing_are_served_together() {
        assert_eq!(left_out(&[(1, 0), (0, 2)]), 0);
        assert_eq!(left_out(&[(0, 1), (2, 0)]), 0);
        // Then no road leads back from either.
        assert_eq!(left_out(&[(1, 0), (2, 0)]), 2);
    }
}
