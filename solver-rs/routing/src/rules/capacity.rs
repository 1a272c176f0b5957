//! Loads along a route, checked in each limited dimension separately.
//!
//! ```text
//! start              reload                end        trip: what is delivered in it is on board from its beginning,
//!   │ −d +c +t −b …    │ −d +c …             │        what is collected stays until its end; what is taken stays until
//!   └──── trip ────────┴──── trip ───────────┘        it is brought, across reloads too
//! ```
//!
//! The largest load in a trip = what it began with + everything that it delivers + the peak of the changes since. If a
//! visit drops off more than it picks up, the difference was on board from the start of the route and adds to every
//! trip: this takes one comparison at the end. O(steps) per dimension, no allocation.

use crate::instance::{Instance, NOWHERE, ShiftData, flag};
use crate::problem::{Handling, UNLIMITED};
use crate::step::Step;
use crate::timeline::{Case, Core, Role};

use super::{Code, Miss, Timed, Violation};

/// More is on board than allowed.
pub(crate) const CODE: Code = Code::Capacity;
/// Something is on board at the end of a route that must end empty.
pub(crate) const END_LOAD: Code = Code::EndLoad;

/// Checks that everything fits, and that a route that must end empty does so.
pub(crate) fn check_loads(
    instance: &Instance<'_>,
    shift: &ShiftData,
    steps: &[Step],
) -> Option<Miss> {
    let overfull = overfull(instance, shift, steps).map(|(_, amount)| (CODE, amount));
    overfull.or_else(|| left_aboard(instance, shift, steps).map(|(_, amount)| (END_LOAD, amount)))
}

/// Whether another reload could remove the miss.
pub(crate) const fn lacks_room((code, _): Miss) -> bool {
    matches!(code, CODE | END_LOAD)
}

/// The dimension with the largest excess, and its excess; `None` if everything fits.
fn overfull(instance: &Instance<'_>, shift: &ShiftData, steps: &[Step]) -> Option<(u32, i64)> {
    instance
        .capacities(shift)
        .iter()
        .map(|&(dimension, most)| {
            (dimension, peak(instance, shift, steps, dimension as usize) - most)
        })
        .filter(|&(_, excess)| excess > 0)
        .max_by_key(|&(_, excess)| excess)
}

/// The largest load on board.
fn peak(instance: &Instance<'_>, shift: &ShiftData, steps: &[Step], dimension: usize) -> i64 {
    let mut outside = 0;
    let mut kept = 0;
    let mut delivered = 0;
    let mut collected = 0;
    let mut change = 0_i64;
    let mut change_max = 0;
    let mut most = i64::MIN;
    for &step in steps {
        let data = instance.step(shift, step);
        if data.flags & flag::RELOAD != 0 {
            most = most.max(kept + delivered + change_max);
            kept += delivered + change - collected;
            (delivered, collected, change, change_max) = (0, 0, 0, 0);
            continue;
        }
        let load = instance.load(data.stop, dimension);
        if data.flags & flag::DELIVERED != 0 {
            delivered += load;
            change -= load;
        } else if data.flags & (flag::COLLECTED | flag::TAKEN) != 0 {
            collected += if data.flags & flag::COLLECTED != 0 { load } else { 0 };
            change += load;
            change_max = change_max.max(change);
        } else if data.flags & flag::BROUGHT != 0 {
            change -= load;
            outside += instance.excess(data.stop, dimension);
        }
    }
    most.max(kept + delivered + change_max) + outside
}

/// What a route that must end empty has on board at its end, in the dimension with the largest amount; `None` if it
/// ends empty or need not.
fn left_aboard(instance: &Instance<'_>, shift: &ShiftData, steps: &[Step]) -> Option<(u32, i64)> {
    if !shift.ends_empty {
        return None;
    }
    let dimensions = (0..).take(instance.dimensions);
    let left = dimensions.map(|it: u32| (it, left_of(instance, shift, steps, it as usize)));
    left.filter(|&(_, amount)| amount > 0).max_by_key(|&(_, amount)| amount)
}

/// The load collected since the last reload, and the load taken that is not brought.
fn left_of(instance: &Instance<'_>, shift: &ShiftData, steps: &[Step], dimension: usize) -> i64 {
    let (mut collected, mut taken) = (0, 0);
    for &step in steps {
        let data = instance.step(shift, step);
        if data.flags & flag::RELOAD != 0 {
            collected = 0;
            continue;
        }
        let load = instance.load(data.stop, dimension);
        if data.flags & flag::COLLECTED != 0 {
            collected += load;
        } else if data.flags & flag::TAKEN != 0 {
            taken += load;
        } else if data.flags & flag::BROUGHT != 0 {
            taken += instance.excess(data.stop, dimension) - load;
        }
    }
    collected + taken
}

/// Nanoseconds in a second.
const NANOS: i128 = 1_000_000_000;

/// The durations of loading at the start place and unloading at the end place; 0 if the route has no such place.
pub(crate) fn handling_seconds(
    instance: &Instance<'_>,
    shift: &ShiftData,
    steps: &[Step],
) -> (i64, i64) {
    let vehicle = &instance.problem.vehicles[shift.vehicle as usize];
    let seconds = |handling: &Handling, amount: &dyn Fn(usize) -> i64| {
        let nanos = handling.nanos_per_unit.iter().zip(0..);
        let sum: i128 = nanos
            .filter(|(each, _)| **each != 0)
            .map(|(&each, dimension)| i128::from(each) * i128::from(amount(dimension).max(0)))
            .sum();
        // Rounds half up.
        handling.seconds + i64::try_from((sum + NANOS / 2) / NANOS).unwrap_or(UNLIMITED)
    };
    let at = |place: u32, handling: &Handling, amount: &dyn Fn(usize) -> i64| {
        if place == NOWHERE { 0 } else { seconds(handling, amount) }
    };
    (
        at(shift.start_place, &vehicle.loading, &|it| loaded_of(instance, shift, steps, it)),
        at(shift.end_place, &vehicle.unloading, &|it| left_of(instance, shift, steps, it)),
    )
}

/// The load on board when the route leaves the start.
fn loaded_of(instance: &Instance<'_>, shift: &ShiftData, steps: &[Step], dimension: usize) -> i64 {
    let mut loaded = 0;
    let mut is_first_trip = true;
    for &step in steps {
        let data = instance.step(shift, step);
        is_first_trip &= data.flags & flag::RELOAD == 0;
        if data.flags & flag::DELIVERED != 0 && is_first_trip {
            loaded += instance.load(data.stop, dimension);
        } else if data.flags & flag::BROUGHT != 0 {
            loaded += instance.excess(data.stop, dimension);
        }
    }
    loaded
}

/// The load on board at the departure from the start (row 0) and from each step, one amount per dimension.
pub(crate) fn along(instance: &Instance<'_>, shift: &ShiftData, steps: &[Step]) -> Vec<Vec<i64>> {
    let dimensions = instance.dimensions;
    let trip = |from: usize, load: &mut [i64]| {
        for &step in &steps[from..] {
            let data = instance.step(shift, step);
            if data.flags & flag::RELOAD != 0 {
                break;
            }
            if data.flags & flag::DELIVERED != 0 {
                add(instance, load, data.stop, 1);
            }
        }
    };
    let mut load = vec![0; dimensions];
    for &step in steps {
        let data = instance.step(shift, step);
        if data.flags & flag::BROUGHT != 0 {
            let excess = (0..dimensions).map(|dimension| instance.excess(data.stop, dimension));
            load.iter_mut().zip(excess).for_each(|(sum, more)| *sum += more);
        }
    }
    trip(0, &mut load);
    let mut after = vec![load.clone()];
    let mut collected = vec![0; dimensions];
    for (position, &step) in steps.iter().enumerate() {
        let data = instance.step(shift, step);
        if data.flags & flag::RELOAD != 0 {
            load.iter_mut().zip(&mut collected).for_each(|(sum, less)| {
                *sum -= *less;
                *less = 0;
            });
            trip(position + 1, &mut load);
        } else if data.flags & (flag::DELIVERED | flag::BROUGHT) != 0 {
            add(instance, &mut load, data.stop, -1);
        } else if data.flags & (flag::COLLECTED | flag::TAKEN) != 0 {
            add(instance, &mut load, data.stop, 1);
            if data.flags & flag::COLLECTED != 0 {
                add(instance, &mut collected, data.stop, 1);
            }
        }
        after.push(load.clone());
    }
    after
}

fn add(instance: &Instance<'_>, sum: &mut [i64], stop: u32, sign: i64) {
    for (dimension, sum) in sum.iter_mut().enumerate() {
        *sum += sign * instance.load(stop, dimension);
    }
}

/// Reports reloads that are used more often than allowed.
pub(super) fn check_reloads(
    core: &Core<'_>,
    case: &Case<'_>,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    for (reload, own) in core.shift(case).reloads.iter().zip(0..) {
        let mut uses = case
            .steps
            .iter()
            .zip(0..)
            .filter(|&(&step, _)| step == Step::Reload(own))
            .map(|it| it.1);
        if let Some(excess) = uses.nth(reload.count_max as usize) {
            report(CODE, Some(excess), 1 + uses.count() as i64);
        }
    }
}

/// Reports the largest excess of each trip in each dimension, at the first stop from which it is on board.
pub(super) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    let &Timed { core, case, .. } = timed;
    let after = along(&core.instance, case.shift, case.steps);
    let capacities = core.instance.capacities(case.shift);
    let mut worst = vec![Violation::new(CODE, Some(0), None); capacities.len()];
    let look = |worst: &mut [Violation], load: &[i64], stop| {
        for (worst, &(dimension, most)) in worst.iter_mut().zip(capacities) {
            let excess = Some(load[dimension as usize] - most);
            if excess > worst.amount {
                let violation = Violation::new(CODE, excess, stop);
                *worst = Violation { dimension: Some(dimension), ..violation };
            }
        }
    };
    let end_trip = |worst: &mut [Violation], report: &mut dyn FnMut(Violation)| {
        for worst in worst {
            let trip = std::mem::replace(worst, Violation::new(CODE, Some(0), None));
            if trip.dimension.is_some() {
                report(trip);
            }
        }
    };
    if case.shift.is_open() {
        look(&mut worst, &after[0], None);
    }
    let mut load = &after[0];
    for (stop, stay) in timed.stops() {
        if let Role::Step(step) = stay.role {
            load = &after[step as usize + 1];
            if matches!(case.steps[step as usize], Step::Reload(_)) {
                end_trip(&mut worst, report);
            }
        }
        look(&mut worst, load, Some(stop));
    }
    end_trip(&mut worst, report);
    if case.shift.ends_empty {
        let last = u32::try_from(timed.stays.len().saturating_sub(1)).ok();
        for (&amount, dimension) in load.iter().zip(0..).filter(|(amount, _)| **amount > 0) {
            let violation = Violation::new(END_LOAD, Some(amount), last);
            report(Violation { dimension: Some(dimension), ..violation });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::Step;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{
        Mode, PlaceIdx, PlannedReload, PlannedRoute, PlannedStop, Reload, ShiftIdx, StopKind,
        Window,
    };
    use crate::rules::Code;
    use crate::search::{Search, SearchOptions};

    #[test]
    fn an_excess_of_load_is_reported_with_its_amount() {
        let mut fixture = Fixture::new(3);
        fixture.shift(0..10_000);
        // 7 and 5 leave together, but there is room for 10.
        let steps = [(1, 7), (2, 5)]
            .map(|(place, load)| fixture.order(&[(StopKind::Dropoff, place, load)])[0]);
        assert_eq!(fixture.broken(&steps), Some((Code::Capacity, 2)));
        assert_eq!(fixture.broken(&steps[..1]), None);
        // A load that is taken on board after the other has left finds room.
        let taken = fixture.order(&[(StopKind::Pickup, 2, 10)])[0];
        assert_eq!(fixture.broken(&[steps[0], taken]), None);
        assert_eq!(fixture.broken(&[taken, steps[0]]), Some((Code::Capacity, 7)));
    }
    #[test]
    fn each_trip_of_a_checked_plan_has_one_violation_with_its_largest_excess() {
        let mut fixture = Fixture::new(5);
        let anywhere = vec![Window::ALWAYS];
        let reload = Reload { place: PlaceIdx(0), seconds: 0, windows: anywhere, count_max: 1 };
        fixture.shift(0..10_000).reloads.push(reload);
        // 7 and 5 leave together, then 11; there is room for 10.
        let loads = [(1, 7), (2, 5), (3, 11)];
        let stops = loads.map(|(place, load)| {
            let Step::Stop(stop, _) = fixture.order(&[(StopKind::Dropoff, place, load)])[0] else {
                unreachable!()
            };
            PlannedStop::new(stop, None)
        });
        let reloads = vec![PlannedReload::new(2, 0)];
        let mut problem = fixture.problem;
        problem.plan =
            vec![PlannedRoute { reloads, ..PlannedRoute::new(ShiftIdx(0), stops.into()) }];
        problem.mode = Mode::Check;
        let routes = Search::new(&problem, SearchOptions::default()).solution().routes;
        let found = routes[0].violations.iter().map(|it| (it.code, it.amount, it.stop));
        // The start is stop 0, the reload stop 3.
        let expected = [(0, 2), (3, 1)].map(|(at, much)| (Code::Capacity, Some(much), Some(at)));
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}
