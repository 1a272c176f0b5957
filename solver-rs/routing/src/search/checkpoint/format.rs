//! The bytes of a checkpoint.
//!
//! ```text
//! version │ problem's fingerprint │ iterations │ routes │ checksum   numbers of varying length, 7 bits per byte
//!    1             8                               8   bytes        about 4 bytes per stop, 8 with times
//! ```
//!
//! The fingerprint covers the shape of the problem, which gives positions their meaning. If routes depend on one
//! another, times are stored too: the evaluator chooses the times of a route subject to all other routes, and while the
//! plan is being restored not all of them are there.

use super::{Checkpoint, CheckpointError, CheckpointRoute, ReadCheckpoint};
use crate::evaluate::Step;
use crate::problem::{OptionIdx, Problem, ShiftIdx, StopIdx};
use crate::search::plan::route::RouteState;

/// Changes with the layout of the bytes.
pub(super) const VERSION: u8 = 1;
const FRAME_BYTES: usize = 1 + 8 + 8;

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

/// Reads a plan of this problem.
pub(crate) fn read(
    problem: &Problem,
    checkpoint: &Checkpoint,
) -> Result<ReadCheckpoint, CheckpointError> {
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
fn read_routes(problem: &Problem, from: &mut &[u8]) -> Option<ReadCheckpoint> {
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
    Some(ReadCheckpoint { iterations, routes })
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
