//! Rules of order: what comes before what, last in first out, what may not be on board together, who may serve whom.
//!
//! Times play no part. Everything is told to `report`: the rule, the step (none: what is on board from the start),
//! the amount. O(steps), with load orders and load types O(steps²) over the stops that have them.

use crate::problem::{LoadOrder, OrderIdx, Problem, VisitIdx};
use crate::solution::Code;

use super::facts::{Fact, flag};
use super::timeline::{Case, Core};
use super::{Step, allowed, costs};

/// Where stops and visits were seen in the present evaluation; others have an old stamp.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    stamp: u64,
    /// One a stop: stamp and step.
    stops: Vec<(u64, u32)>,
    /// One a visit.
    visits: Vec<Trace>,
    shipments: Vec<u32>,
    goods: Vec<Goods>,
}

/// First pickup, last dropoff and last stop of a visit, as steps.
#[derive(Clone, Copy, Debug, Default)]
struct Trace {
    stamp: u64,
    picked_at: Option<u32>,
    dropped_at: Option<u32>,
    last_at: u32,
}

/// On board from leaving one step to reaching another; -1 is the start.
#[derive(Clone, Copy, Debug)]
struct Goods {
    load_type: u32,
    order: OrderIdx,
    from: i64,
    to: i64,
}

impl Seen {
    pub(crate) fn new(problem: &Problem) -> Self {
        Self {
            stops: vec![(0, 0); problem.stops.len()],
            visits: vec![Trace::default(); problem.visits.len()],
            ..Self::default()
        }
    }

    /// First pickup and last dropoff of each visit that has both, after [`check`].
    pub(crate) fn rides(&self) -> impl Iterator<Item = (VisitIdx, u32, u32)> {
        self.shipments.iter().filter_map(|&visit| {
            let trace = &self.visits[visit as usize];
            Some((VisitIdx(visit), trace.picked_at?, trace.dropped_at?))
        })
    }
}

/// What vehicles cost or bring by whom they serve: once a visit.
pub(crate) fn preferred_vehicles(core: &Core<'_>, case: &Case<'_>, seen: &mut Seen) -> f64 {
    seen.stamp += 1;
    let mut sum = 0.0;
    for &step in case.steps {
        let fact = core.facts.step(case.shift, step);
        if fact.flags & flag::PREFERRED != 0 {
            let trace = &mut seen.visits[fact.visit as usize];
            if trace.stamp != seen.stamp {
                trace.stamp = seen.stamp;
                sum += costs::preferred_vehicle(core.problem, fact.visit, case.shift.vehicle);
            }
        }
    }
    sum
}

/// Checks all rules of order.
pub(crate) fn check(
    core: &Core<'_>,
    case: &Case<'_>,
    seen: &mut Seen,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    if case.flags & flag::RESTRICTED != 0 {
        check_allowed(core, case, report);
    }
    if case.flags & flag::RELOAD != 0 {
        check_reloads(core, case, report);
    }
    if case.flags & (flag::MANY_STOPS | flag::LOAD_TYPE) != 0 {
        trace(core, case, seen, report);
    }
    if case.flags & flag::LOAD_ORDER != 0 {
        check_load_order(core, case, seen, report);
    }
    if case.flags & flag::LOAD_TYPE != 0 {
        check_load_types(core, case, seen, report);
    }
}

fn check_allowed(
    core: &Core<'_>,
    case: &Case<'_>,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    let mut visit = u32::MAX;
    for (&step, position) in case.steps.iter().zip(0..) {
        let fact = core.facts.step(case.shift, step);
        if fact.flags & flag::RESTRICTED != 0 && fact.visit != visit {
            visit = fact.visit;
            let faults = allowed::faults(order(core, fact), core.shift(case));
            faults.for_each(|code| report(code, Some(position), 0));
        }
    }
}

fn check_reloads(
    core: &Core<'_>,
    case: &Case<'_>,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    for (reload, own) in core.shift(case).reloads.iter().zip(0..) {
        let times = case.steps.iter().filter(|&&step| step == Step::Reload(own)).count();
        let over = i64::try_from(times).unwrap_or(i64::MAX) - i64::from(reload.count_max);
        if over > 0 {
            report(Code::Capacity, None, over);
        }
    }
}

/// Notes where stops are; a stop that comes before one that it has to follow is reported.
fn trace(
    core: &Core<'_>,
    case: &Case<'_>,
    seen: &mut Seen,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    seen.stamp += 1;
    seen.shipments.clear();
    for (&step, position) in case.steps.iter().zip(0..) {
        let fact = core.facts.step(case.shift, step);
        if fact.flags & flag::MANY_STOPS == 0 {
            continue;
        }
        let trace = &mut seen.visits[fact.visit as usize];
        if trace.stamp != seen.stamp {
            *trace = Trace { stamp: seen.stamp, ..Trace::default() };
            seen.shipments.push(fact.visit);
        }
        trace.last_at = position;
        if fact.flags & flag::TAKEN != 0 {
            trace.picked_at = trace.picked_at.or(Some(position));
        } else if fact.flags & flag::BROUGHT != 0 {
            trace.dropped_at = Some(position);
        }
        seen.stops[fact.stop as usize] = (seen.stamp, position);
        for follower in core.facts.followers(fact.stop) {
            let (stamp, earlier) = seen.stops[follower.at()];
            if stamp == seen.stamp {
                report(Code::LoadOrder, Some(earlier), 0);
            }
        }
    }
}

/// When a lifo order is dropped, nothing picked up after it is on board; a fifo order: nothing before it.
fn check_load_order(
    core: &Core<'_>,
    case: &Case<'_>,
    seen: &Seen,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    for (&step, position) in case.steps.iter().zip(0..) {
        let fact = core.facts.step(case.shift, step);
        let Some(picked_at) = fact.visit_trace(seen).and_then(|trace| trace.picked_at) else {
            continue;
        };
        if fact.flags & flag::LOAD_ORDER == 0 || fact.flags & flag::BROUGHT == 0 {
            continue;
        }
        let is_lifo = order(core, fact).load_order == LoadOrder::Lifo;
        for (visit, other_picked_at, other_dropped_at) in seen.rides() {
            let is_later = other_picked_at > picked_at;
            let is_on_board = other_picked_at < position && other_dropped_at > position;
            if visit.0 != fact.visit && is_later == is_lifo && is_on_board {
                report(Code::LoadOrder, Some(position), 0);
            }
        }
    }
}

fn check_load_types(
    core: &Core<'_>,
    case: &Case<'_>,
    seen: &mut Seen,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    let mut goods = std::mem::take(&mut seen.goods);
    goods.clear();
    let mut reloaded_at = -1;
    for (&step, position) in case.steps.iter().zip(0_i64..) {
        let fact = core.facts.step(case.shift, step);
        if fact.flags & flag::RELOAD != 0 {
            for it in goods.iter_mut().filter(|it| it.to == i64::MAX) {
                it.to = position;
            }
            reloaded_at = position;
        }
        if fact.flags & flag::LOAD_TYPE == 0 || fact.flags & flag::BROUGHT != 0 {
            continue;
        }
        let (from, to) = if fact.flags & flag::DELIVERED != 0 {
            (reloaded_at, position)
        } else if fact.flags & flag::COLLECTED != 0 {
            (position, i64::MAX)
        } else {
            let last_at = fact.visit_trace(seen).map_or(0, |trace| trace.last_at);
            (position, position.max(last_at.into()))
        };
        let own = order(core, fact);
        let Some(load_type) = own.load_type else { continue };
        goods.push(Goods {
            load_type,
            order: core.problem.visits[fact.visit as usize].order,
            from,
            to,
        });
    }
    for (position, late) in goods.iter().enumerate() {
        for early in &goods[..position] {
            let meet = early.from < late.to && late.from < early.to;
            let refused = &core.problem.incompatible_load_types[early.load_type as usize];
            if meet && early.order != late.order && refused.contains(&late.load_type) {
                report(Code::LoadIncompatible, u32::try_from(early.from.max(late.from)).ok(), 0);
            }
        }
    }
    seen.goods = goods;
}

fn order<'a>(core: &Core<'a>, fact: &Fact) -> &'a crate::problem::Order {
    &core.problem.orders[core.problem.visits[fact.visit as usize].order.at()]
}

impl Fact {
    /// Where the visit of a stop was seen in this evaluation.
    fn visit_trace<'s>(&self, seen: &'s Seen) -> Option<&'s Trace> {
        let trace = seen.visits.get(self.visit as usize)?;
        (trace.stamp == seen.stamp).then_some(trace)
    }
}
