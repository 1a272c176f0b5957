//! Docks: how many vehicles a place can serve at the same time.
//!
//! ```text
//! dock 1   ├── setup, service ──┤  ├── loading ──┤
//! dock 2        ├── service ──┤        ├── reload ──┤
//! waits    ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┘ takes none          a vehicle takes a dock from setup to departure
//! ```
//!
//! Routes are scheduled one at a time: while one route is examined, the others are fixed and leave gaps ([`gaps`]) in
//! which it may come. A vehicle that leaves at the moment when another one comes does not meet it. A stop that takes no
//! time uses no dock. When a plan is made again, stops that have begun stay as they are, even if they are too many.

use std::ops::ControlFlow::{self, Continue};

use super::broken_rule::BrokenRule;
use super::standing::{RouteTimes, Standing};
use super::{Code, Miss, Violation};
use crate::problem::{Mode, PlaceIdx, Problem, ShiftIdx, TIME_MAX, TIME_MIN, Window};
use crate::solution::{Reason, Route, StopRole};
pub(crate) use crate::step::{At, Docked};
use crate::timeline::{Role, Stay};

/// All docks are in use.
pub(crate) const CODE: Code = Code::Dock;

/// Too many vehicles at a place: the one that comes last, and how long it takes until a dock is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DockConflict {
    pub(crate) shift: ShiftIdx,
    pub(crate) docked: Docked,
    pub(crate) seconds: i64,
}

impl DockConflict {
    /// The violation. It names the stop if `is_own`: then the vehicle of this route has to come at another time.
    pub(crate) fn violation(&self, is_own: bool) -> Violation {
        let (code, seconds) = taken_for(self.seconds);
        Violation::new(code, Some(seconds), is_own.then_some(self.docked.stop))
    }
}

/// A stay or a stop, as far as docks are concerned.
struct Present {
    /// `None` for breaks and for stays without a place.
    at: Option<(At, PlaceIdx)>,
    start_at: i64,
    end_at: i64,
}

/// No dock is free for this many seconds.
pub(crate) const fn taken_for(seconds: i64) -> Miss {
    (CODE, seconds)
}

/// Adds when the vehicle would come, and when a dock is free.
pub(super) fn describe(broken: &BrokenRule<'_>, reason: Reason) -> Reason {
    let Some(stop) = broken.stop() else { return reason };
    let comes_at = stop.departure_at - stop.service_seconds - stop.setup_seconds;
    let allowed_at = reason.amount.map(|it| comes_at + it);
    Reason { stop: broken.order_stop(), at: Some(comes_at), allowed_at, ..reason }
}

/// How many stops of a shift's route have begun; `None` if the route has not begun.
pub(crate) fn begun(problem: &Problem, shift: ShiftIdx) -> Option<u32> {
    if problem.mode == Mode::Check {
        return None;
    }
    let planned = problem.plan.iter().find(|it| it.shift == shift)?;
    (planned.begun > 0 || planned.started_at.is_some()).then_some(planned.begun)
}

/// Collects the docks that a timeline uses.
pub(crate) fn of_stays(
    problem: &Problem,
    shift: ShiftIdx,
    stays: &[Stay],
    docked: &mut Vec<Docked>,
) {
    let present = stays.iter().map(|it| {
        let at = match it.role {
            Role::Start => Some(At::Start),
            Role::Step(_) => Some(At::Step),
            Role::End => Some(At::End),
            Role::Break(_) | Role::SoftBreak(_) | Role::Rest => None,
        };
        let at = at.filter(|_| (it.place as usize) < problem.places.len());
        let start_at = it.start_at - it.setup_seconds;
        Present { at: at.map(|at| (at, PlaceIdx(it.place))), start_at, end_at: it.departure_at }
    });
    collect(problem, shift, present, docked);
}

/// Collects the docks that a written route uses.
pub(crate) fn of_route(problem: &Problem, route: &Route, docked: &mut Vec<Docked>) {
    let present = route.stops.iter().map(|it| {
        let at = match it.role {
            StopRole::Start => Some(At::Start),
            StopRole::Order { .. } | StopRole::Reload { .. } => Some(At::Step),
            StopRole::End => Some(At::End),
            StopRole::Break { .. } | StopRole::SoftBreak { .. } | StopRole::Rest => None,
        };
        let start_at = it.departure_at - it.service_seconds - it.setup_seconds;
        Present { at: at.zip(it.place), start_at, end_at: it.departure_at }
    });
    collect(problem, route.shift, present, docked);
}

fn collect(
    problem: &Problem,
    shift: ShiftIdx,
    present: impl Iterator<Item = Present>,
    docked: &mut Vec<Docked>,
) {
    docked.clear();
    // Looked up only if some dock is used.
    let mut begun_count: Option<Option<u32>> = None;
    let mut step_count = 0;
    for (stop, Present { at, start_at, end_at }) in (0..).zip(present) {
        let Some((at, place)) = at else { continue };
        let before = step_count;
        step_count += u32::from(at == At::Step);
        if problem.places[place.at()].docks.is_none() || end_at <= start_at {
            continue;
        }
        let begun = *begun_count.get_or_insert_with(|| begun(problem, shift));
        let is_held = begun.is_some_and(|it| match at {
            At::Start => true,
            At::Step => before < it,
            At::End => false,
        });
        docked.push(Docked { place, stop, at, start_at, end_at, is_held });
    }
}

/// The exact check of all routes, or of those that meet `own`: reports each vehicle that comes while all docks are in
/// use.
pub(crate) fn check<R: RouteTimes>(
    standing: Standing<'_, R>,
    own: Option<ShiftIdx>,
    report: &mut impl FnMut(DockConflict) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let problem = standing.problem;
    let shifts = || (0..standing.routes.len()).map(ShiftIdx::of);
    let mut places: Vec<PlaceIdx> = match own {
        Some(shift) => standing.route(shift).docked().iter().map(|it| it.place).collect(),
        None => shifts().flat_map(|it| standing.route(it).docked()).map(|it| it.place).collect(),
    };
    places.sort_unstable();
    places.dedup();
    for place in places {
        let Some(docks) = problem.places[place.at()].docks else { continue };
        let mut all: Vec<(Docked, ShiftIdx)> = Vec::new();
        for shift in shifts() {
            let docked = standing.route(shift).docked();
            all.extend(docked.iter().filter(|it| it.place == place).map(|it| (*it, shift)));
        }
        // Vehicles that may come at another time are counted after those that may not.
        all.sort_unstable_by_key(|(it, shift)| (it.start_at, !it.is_held, shift.0, it.stop));
        crowds(&all, docks as usize, own, report)?;
    }
    Continue(())
}

/// `all` is ascending by start.
fn crowds(
    all: &[(Docked, ShiftIdx)],
    docks: usize,
    own: Option<ShiftIdx>,
    report: &mut impl FnMut(DockConflict) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut present: Vec<(Docked, ShiftIdx)> = Vec::new();
    for &(comes, shift) in all {
        present.retain(|it| it.0.end_at > comes.start_at);
        present.push((comes, shift));
        let is_own = own.is_none_or(|own| present.iter().any(|it| it.1 == own));
        if present.len() <= docks || !is_own {
            continue;
        }
        // Of the vehicles present, the last one that can still come at another time.
        let Some(&(docked, shift)) = present.iter().rev().find(|it| !it.0.is_held) else {
            continue;
        };
        let is_other = |it: &&(Docked, ShiftIdx)| it.1 != shift || it.0 != docked;
        let mut ends: Vec<i64> = present.iter().filter(is_other).map(|it| it.0.end_at).collect();
        ends.sort_unstable();
        // A dock is free once only `docks - 1` of the others are left, if no other vehicle comes at that moment.
        let free_at = free_from(all, docks, shift, ends[ends.len() - docks]);
        report(DockConflict { shift, docked, seconds: free_at - docked.start_at })?;
    }
    Continue(())
}

/// The first time from `left_at` on at which a dock is free and no vehicle of another shift takes it at that instant.
fn free_from(all: &[(Docked, ShiftIdx)], docks: usize, shift: ShiftIdx, left_at: i64) -> i64 {
    let mut at = left_at;
    loop {
        let others = all.iter().filter(|it| it.1 != shift);
        let there = others.filter(|it| it.0.start_at <= at && at < it.0.end_at);
        let mut ends: Vec<i64> = there.map(|it| it.0.end_at).collect();
        if ends.len() < docks {
            return at;
        }
        ends.sort_unstable();
        at = ends[ends.len() - docks];
    }
}

/// The times at which routes of other shifts leave a dock of a place free, ascending, unbounded at both ends. `events`
/// is scratch for callers that need gaps often.
pub(crate) fn gaps<R: RouteTimes>(
    standing: Standing<'_, R>,
    shift: ShiftIdx,
    place: PlaceIdx,
    events: &mut Vec<(i64, bool)>,
    gaps: &mut Vec<Window>,
) {
    gaps.clear();
    events.clear();
    let docks = standing.problem.places[place.at()].docks.unwrap_or(u32::MAX);
    for other in (0..standing.routes.len()).map(ShiftIdx::of).filter(|it| *it != shift) {
        for it in standing.route(other).docked().iter().filter(|it| it.place == place) {
            events.push((it.start_at, true));
            events.push((it.end_at, false));
        }
    }
    // A vehicle that leaves makes room for one that comes at the same moment.
    events.sort_unstable();
    let mut taken = 0;
    let mut opens_at = Some(TIME_MIN);
    for &(at, comes) in events.iter() {
        if comes {
            taken += 1;
            if taken == docks
                && let Some(start_at) = opens_at.take().filter(|it| *it < at)
            {
                gaps.push(Window { start_at, end_at: at });
            }
        } else {
            if taken == docks {
                opens_at = Some(at);
            }
            taken -= 1;
        }
    }
    gaps.extend(opens_at.map(|start_at| Window { start_at, end_at: TIME_MAX }));
}

#[cfg(test)]
mod tests;
