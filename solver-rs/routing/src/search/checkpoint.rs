//! A plan as bytes, from which a search of the same problem can continue, in this process or a later one.
//!
//! ```text
//! version │ problem's fingerprint │ iterations │ routes │ checksum   numbers of varying length, 7 bits per byte
//!    1             8                               8   bytes        about 4 bytes per stop, 8 with times
//! ```
//!
//! The fingerprint covers the shape of the problem, which gives positions their meaning. Travel tables, windows and
//! costs may have changed since; visits that no longer fit are left out, and the search places them again. If routes
//! depend on one another, times are stored too: the evaluator chooses the times of a route subject to all other routes,
//! and while the plan is being restored not all of them are there.

use std::collections::BTreeMap;

use crate::evaluate::Step;
use crate::problem::{OptionIdx, Problem, ShiftIdx, StopIdx, VisitIdx};
use crate::rules::standing::NOBODY;
use crate::search::plan::Plan;
use crate::search::plan::route::{Fit, RouteState};

/// Changes with the layout of the bytes.
const VERSION: u8 = 1;
const FRAME_BYTES: usize = 1 + 8 + 8;

/// A plan as bytes; see [`super::Search::checkpoint`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint(Vec<u8>);

impl Checkpoint {
    /// Wraps bytes that came from a `Checkpoint`; they are validated when a search continues from them.
    #[must_use]
    pub const fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// Why a search cannot continue from the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The bytes have changed since they were written.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// The bytes were written by a release with another layout.
    #[error("the checkpoint has version {found}, this release reads {VERSION}")]
    Version {
        /// The version in the bytes.
        found: u8,
    },
    /// The bytes are a plan of another problem.
    #[error("the checkpoint belongs to another problem")]
    OtherProblem,
}

/// A route in a checkpoint, with times only if routes depend on one another.
#[derive(PartialEq)]
pub(crate) struct CheckpointRoute {
    shift: ShiftIdx,
    steps: Vec<Step>,
    starts: Vec<i64>,
    ends: Vec<i64>,
}

/// A validated checkpoint: it names only what the problem has, nothing twice, and no visit in part.
pub(crate) struct Read {
    pub(crate) iterations: u64,
    routes: Vec<CheckpointRoute>,
}

/// Writes the routes of all shifts; `states` is empty if routes do not depend on one another.
pub(crate) fn write(
    problem: &Problem,
    iterations: u64,
    routes: &[Vec<Step>],
    states: &[RouteState],
) -> Checkpoint {
    let used = routes.iter().filter(|it| !it.is_empty());
    let mut bytes = vec![VERSION];
    bytes.extend_from_slice(&fingerprint(problem).to_le_bytes());
    put(&mut bytes, iterations);
    put(&mut bytes, u64::from(!states.is_empty()));
    put(&mut bytes, used.count() as u64);
    for (shift, steps) in routes.iter().enumerate() {
        if steps.is_empty() {
            continue;
        }
        put(&mut bytes, shift as u64);
        put(&mut bytes, steps.len() as u64);
        for step in steps {
            match *step {
                Step::Stop(stop, option) => {
                    put(&mut bytes, u64::from(stop.0) << 1);
                    let first = problem.stops[stop.at()].options.start;
                    put(&mut bytes, u64::from(option.0 - first));
                }
                Step::Reload(reload) => put(&mut bytes, u64::from(reload) << 1 | 1),
            }
        }
        let Some(state) = states.get(shift) else { continue };
        let mut before = problem.shifts[shift].start_at;
        for (start, end) in state.starts.iter().zip(&state.ends) {
            put_signed(&mut bytes, start - before);
            put_signed(&mut bytes, end - start);
            before = *end;
        }
    }
    let sum = hash(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    Checkpoint(bytes)
}

/// Combines the results of several searches, each of which changed its own part of a plan: each route is taken from the
/// search that changed it. Conflicts between routes are resolved when they are put back.
pub(crate) fn join(base: Read, changed: Vec<Read>) -> Read {
    let iterations = |it: &Read| it.iterations.saturating_sub(base.iterations);
    let iterations = base.iterations + changed.iter().map(iterations).sum::<u64>();
    let before: BTreeMap<ShiftIdx, CheckpointRoute> = by_shift(base.routes);
    let mut joined: BTreeMap<ShiftIdx, Option<CheckpointRoute>> = BTreeMap::new();
    for mut after in changed.into_iter().map(|it| by_shift(it.routes)) {
        for (shift, route) in &before {
            let now = after.remove(shift);
            if now.as_ref() != Some(route) {
                joined.entry(*shift).or_insert(now);
            }
        }
        for (shift, route) in after {
            joined.entry(shift).or_insert(Some(route));
        }
    }
    for (shift, route) in before {
        joined.entry(shift).or_insert(Some(route));
    }
    Read { iterations, routes: joined.into_values().flatten().collect() }
}

fn by_shift(routes: Vec<CheckpointRoute>) -> BTreeMap<ShiftIdx, CheckpointRoute> {
    routes.into_iter().map(|it| (it.shift, it)).collect()
}

/// Reads a plan of this problem.
pub(crate) fn read(problem: &Problem, checkpoint: &Checkpoint) -> Result<Read, CheckpointError> {
    let bytes = &checkpoint.0[..];
    if bytes.len() < FRAME_BYTES {
        return Err(CheckpointError::Damaged);
    }
    let (whole, sum) = bytes.split_at(bytes.len() - 8);
    if hash(whole).to_le_bytes() != sum {
        return Err(CheckpointError::Damaged);
    }
    if whole[0] != VERSION {
        return Err(CheckpointError::Version { found: whole[0] });
    }
    if whole[1..9] != fingerprint(problem).to_le_bytes() {
        return Err(CheckpointError::OtherProblem);
    }
    let mut rest = &whole[9..];
    let read = read_routes(problem, &mut rest).ok_or(CheckpointError::Damaged)?;
    if rest.is_empty() { Ok(read) } else { Err(CheckpointError::Damaged) }
}

/// Reads the routes; `None` if they are inconsistent, because anyone who can compute a checksum may write anything.
fn read_routes(problem: &Problem, from: &mut &[u8]) -> Option<Read> {
    let iterations = take(from)?;
    let timed = take(from)? == 1;
    let count = take(from)?;
    let mut routes: Vec<CheckpointRoute> = Vec::new();
    let mut stops_of = vec![0_u32; problem.visits.len()];
    let mut seen = vec![false; problem.stops.len()];
    for _ in 0..count {
        let shift = ShiftIdx(u32::try_from(take(from)?).ok()?);
        let shift_data = problem.shifts.get(shift.at())?;
        if routes.last().is_some_and(|it| it.shift >= shift) {
            return None;
        }
        let mut route =
            CheckpointRoute { shift, steps: Vec::new(), starts: Vec::new(), ends: Vec::new() };
        for _ in 0..take(from)? {
            let word = take(from)?;
            let index = u32::try_from(word >> 1).ok()?;
            if word & 1 == 1 {
                shift_data.reloads.get(index as usize)?;
                route.steps.push(Step::Reload(index));
                continue;
            }
            let stop = StopIdx(index);
            let options = &problem.stops.get(stop.at())?.options;
            let option = options.start.checked_add(u32::try_from(take(from)?).ok()?)?;
            if option >= options.end || std::mem::replace(&mut seen[stop.at()], true) {
                return None;
            }
            stops_of[problem.stops[stop.at()].visit.at()] += 1;
            route.steps.push(Step::Stop(stop, OptionIdx(option)));
        }
        if timed {
            let mut before = shift_data.start_at;
            for _ in 0..route.steps.len() {
                let start = before.checked_add(take_signed(from)?)?;
                before = start.checked_add(take_signed(from)?)?;
                route.starts.push(start);
                route.ends.push(before);
            }
        }
        // All stops of a visit must be on the same route.
        let whole = route.steps.iter().all(|step| match step {
            Step::Stop(stop, _) => {
                let visit = problem.stops[stop.at()].visit;
                stops_of[visit.at()] as usize == problem.visits[visit.at()].stops.len()
            }
            Step::Reload(_) => true,
        });
        if !whole || route.steps.is_empty() {
            return None;
        }
        routes.push(route);
    }
    Some(Read { iterations, routes })
}

/// Replaces the given plan by a checkpoint. If that would lose anything locked, the given plan is restored.
pub(crate) fn put_back(plan: &mut Plan<'_>, read: &Read) {
    let given: Vec<(ShiftIdx, RouteState)> =
        plan.used.iter().map(|it| (*it, plan.routes[it.at()].clone())).collect();
    plan.empty(plan.used_last_first());
    for route in &read.routes {
        if !put_route(plan, route) {
            put_what_fits(plan, route);
        }
    }
    if plan.groups.any() {
        settle_all(plan);
    }
    if !given.iter().all(|(shift, state)| keeps_locked(plan, *shift, &state.steps)) {
        plan.empty(plan.used_last_first());
        for (shift, state) in &given {
            plan.restore(*shift, state);
        }
    }
    plan.refresh_unused();
    plan.absent = (0..plan.problem.visits.len())
        .map(VisitIdx::of)
        .filter(|it| plan.shift_of[it.at()] == NOBODY)
        .collect();
    plan.keep();
}

/// Returns whether locked visits keep the order of the given plan, with nothing new before its last stop locked in
/// time.
fn keeps_locked(plan: &Plan<'_>, shift: ShiftIdx, given: &[Step]) -> bool {
    let frozen = plan.frozen[shift.at()];
    let steps = &plan.routes[shift.at()].steps;
    let is_locked =
        |step: &&Step| plan.visit_of(**step).is_some_and(|visit| plan.locked[visit.at()]);
    let stop_of = |step: &Step| match step {
        Step::Stop(stop, _) => Some(*stop),
        Step::Reload(_) => None,
    };
    let stands = steps.iter().filter(is_locked).map(stop_of);
    stands.eq(given.iter().filter(is_locked).map(stop_of))
        && steps.get(..frozen) == given.get(..frozen)
}

/// Puts back a route as it is in the checkpoint; returns false if one of its visits is served already or it does not
/// fit.
fn put_route(plan: &mut Plan<'_>, route: &CheckpointRoute) -> bool {
    if route.steps.iter().any(|it| is_served(plan, *it)) {
        return false;
    }
    if !plan.groups.any() || route.starts.is_empty() {
        return plan.replace(route.shift, &route.steps) == Fit::Fits;
    }
    let from = plan.groups.overnight(plan.standing(), route.shift);
    let mut state = RouteState { steps: route.steps.clone(), from, ..RouteState::default() };
    if state.measure(&plan.instance, route.shift) == Fit::Not {
        return false;
    }
    state.starts.clone_from(&route.starts);
    state.ends.clone_from(&route.ends);
    // Provisional span from the first stop to the last, until the route is evaluated.
    if let Some((first, last)) = state.starts.first().zip(state.ends.last()) {
        state.start_at = *first;
        state.duration_seconds = last - first;
    }
    plan.restore(route.shift, &state);
    true
}

fn is_served(plan: &Plan<'_>, step: Step) -> bool {
    plan.visit_of(step).is_some_and(|it| plan.shift_of(it).is_some())
}

/// Puts back visit by visit in the order of the route; visits that are served already or break the route stay out.
fn put_what_fits(plan: &mut Plan<'_>, route: &CheckpointRoute) {
    let problem = plan.problem;
    let mut chosen: Vec<VisitIdx> = Vec::new();
    for step in &route.steps {
        let Some(visit) = plan.visit_of(*step) else { continue };
        let is_elsewhere = plan.shift_of(visit).is_some_and(|it| it != route.shift);
        if chosen.contains(&visit) || is_elsewhere {
            continue;
        }
        chosen.push(visit);
        let is_chosen = |it: &Step| match it {
            Step::Stop(stop, _) => chosen.contains(&problem.stops[stop.at()].visit),
            Step::Reload(_) => true,
        };
        let steps: Vec<Step> = route.steps.iter().copied().filter(is_chosen).collect();
        if plan.replace(route.shift, &steps) == Fit::Not {
            chosen.pop();
        }
    }
}

/// Evaluates all routes with their stored times; a route that breaks a rule is put back without them.
fn settle_all(plan: &mut Plan<'_>) {
    let mut used = plan.used.clone();
    used.sort_unstable();
    let mut broken: Vec<CheckpointRoute> = Vec::new();
    for shift in used {
        if plan.settle_as_given(shift) == Fit::Not {
            let steps = plan.routes[shift.at()].steps.clone();
            broken.push(CheckpointRoute { shift, steps, starts: Vec::new(), ends: Vec::new() });
        }
    }
    for route in broken.iter().rev() {
        let fit = plan.replace(route.shift, &[]);
        debug_assert!(fit == Fit::Fits || plan.groups.any_roams(), "nothing binds an unused shift");
    }
    for route in &broken {
        if !put_route(plan, route) {
            put_what_fits(plan, route);
        }
    }
}

/// Hashes what the positions in the bytes rely on: ranges of visits, stops, options and shifts.
fn fingerprint(problem: &Problem) -> u64 {
    let mut bytes = Vec::new();
    for count in [problem.visits.len(), problem.stops.len(), problem.options.len()] {
        put(&mut bytes, count as u64);
    }
    for visit in &problem.visits {
        put(&mut bytes, u64::from(visit.order.0));
        put(&mut bytes, u64::from(visit.stops.end));
    }
    for stop in &problem.stops {
        put(&mut bytes, u64::from(stop.options.end));
    }
    for option in &problem.options {
        put(&mut bytes, u64::from(option.place.0));
    }
    for shift in &problem.shifts {
        put(&mut bytes, u64::from(shift.vehicle.0));
        put_signed(&mut bytes, shift.start_at);
        put(&mut bytes, shift.reloads.len() as u64);
    }
    hash(&bytes)
}

/// FNV-1a, 64 bits; a single changed byte always changes it.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(low_bits(number) | 0x80);
        number >>= 7;
    }
    bytes.push(low_bits(number));
}

fn low_bits(number: u64) -> u8 {
    number.to_le_bytes()[0] & 0x7f
}

/// Encodes small numbers of either sign briefly: 0, -1, 1, -2 … as 0, 1, 2, 3 …
fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, ((number << 1) ^ (number >> 63)).cast_unsigned());
}

fn take(from: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = from.split_first()?;
        *from = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn take_signed(from: &mut &[u8]) -> Option<i64> {
    let number = take(from)?;
    Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
}
