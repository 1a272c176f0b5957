//! Routes without traffic, breaks, rides, soft windows or several windows: functions of the start with three
//! parameters.
//!
//! ```text
//! service starts  k(s) = max(s + since, earliest)      since    seconds of travel, setup and service up to it
//!     │        ╱                                       earliest start that the windows up to it allow
//!     │_______╱        s ≤ latest                      latest   start of the route that meets every window
//!     └───────┴──────── s      waiting ends where the flat part ends: s = earliest − since
//! ```
//!
//! After Vidal, Crainic, Gendreau, Prins 2013 (concatenation of time windows), without time warp: a late arrival ends
//! the pass. One pass over 64-byte records, two lookups of travel costs per step, no allocation: 10 ns per step.

use crate::problem::{Limits, TIME_MIN};

use crate::instance::{NOWHERE, feature, flag};
use crate::rules::{limits, roads, shift_time, time_windows};
use crate::timeline::{Amounts, Case, Core, unloads_at};

use super::{Evaluation, costs};

/// Flags of steps that this pass cannot evaluate.
const OTHERS: u32 = flag::WINDOWS | flag::SOFT_WINDOWS | flag::RIDE;
const _: () = assert!(feature::TRAFFIC != 0, "a shift without features is plain");

/// The start of service at a step, as a function of the start of the route.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Onset {
    since: i64,
    earliest: i64,
    service_seconds: i64,
}

impl Onset {
    /// Seconds that a route with this start has waited until service starts here.
    pub(crate) fn waited_seconds(&self, start_at: i64) -> i64 {
        (self.earliest - start_at - self.since).max(0)
    }
}

/// Whether one pass is enough.
pub(crate) fn is_plain(case: &Case<'_>) -> bool {
    let is_released_late = case.flags & flag::RELOAD != 0 && case.flags & flag::RELEASED != 0;
    case.shift.features == 0 && case.flags & OTHERS == 0 && !is_released_late
}

/// Evaluates a route whose sequence and loads have been checked; `onsets` is as long as the steps.
pub(crate) fn evaluate(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    onsets: &mut [Onset],
) -> Evaluation {
    let shift = case.shift;
    let table =
        core.instance.travel.static_table(shift.travel).expect("a plain shift has static travel");
    let (mut start_min, mut latest) = (shift.start_at, shift.latest_start_at);
    let (mut since, mut earliest) = (case.loading_seconds, TIME_MIN);
    let (mut meters, mut driving, mut missing) = (0_i64, 0_i64, 0_i64);
    let (mut here, mut settled) = (shift.start_place, shift.start_place);
    for (&step, onset) in case.steps.iter().zip(onsets.iter_mut()) {
        let data = core.instance.step(shift, step);
        let (seconds, length) = if here == NOWHERE { (0, 0) } else { table.leg(here, data.place) };
        let mut opens_at = data.opens_at;
        if data.flags & flag::RELEASED != 0 {
            if shift.start_place == NOWHERE {
                opens_at = opens_at.max(data.release_at);
            } else {
                start_min = start_min.max(data.release_at);
            }
        }
        let setup = if data.place == settled { 0 } else { data.setup_seconds };
        (here, settled) = (data.place, data.place);
        meters += length;
        missing |= length;
        driving += seconds;
        since += seconds + setup;
        earliest = (earliest + seconds + setup).max(opens_at);
        latest = latest.min(data.closes_at - since);
        let late = (start_min + since).max(earliest) - data.closes_at;
        if late > 0 {
            let is_missing = missing < 0;
            let miss = if is_missing { roads::MISSING } else { time_windows::missed_by(late) };
            return Evaluation::broken(miss);
        }
        *onset = Onset { since, earliest, service_seconds: data.service_seconds };
        since += data.service_seconds;
        earliest += data.service_seconds;
    }
    if shift.end_place != NOWHERE {
        let (seconds, length) = table.leg(here, shift.end_place);
        meters += length;
        missing |= length;
        driving += seconds;
        since += seconds + case.unloading_seconds;
        earliest = unloads_at(case, earliest + seconds) + case.unloading_seconds;
    }
    if missing < 0 {
        return Evaluation::broken(roads::MISSING);
    }
    if let Some(miss) = shift_time::late_start(shift, start_min) {
        return Evaluation::broken(miss);
    }
    if start_min > latest {
        return Evaluation::broken(time_windows::missed_by(start_min - latest));
    }
    if let Some(miss) = shift_time::late_end(shift, (start_min + since).max(earliest)) {
        return Evaluation::broken(miss);
    }
    latest = latest.min(shift.latest_end_at - since);
    let start_at = (earliest - since).max(start_min).min(latest);
    let end_at = (start_at + since).max(earliest);
    let amounts = Amounts {
        duration_seconds: end_at - start_at,
        distance_meters: meters,
        stop_count: case.stop_count,
        waiting_seconds: end_at - start_at - since,
        end_at,
        soft_windows: 0.0,
        soft_breaks: 0.0,
        preferred_vehicles: case.preferred_vehicles,
    };
    Evaluation {
        broken: limits::first_broken(limits, &amounts, driving),
        cost: costs::terms(shift, &amounts).total(),
        distance_meters: meters,
        duration_seconds: amounts.duration_seconds,
        driving_seconds: driving,
        lateness_seconds: 0,
        start_at,
        end_at,
    }
}

/// Start of service and departure of each step.
pub(crate) fn write_times(start_at: i64, onsets: &[Onset], starts: &mut [i64], ends: &mut [i64]) {
    for ((onset, start), end) in onsets.iter().zip(starts).zip(ends) {
        *start = (start_at + onset.since).max(onset.earliest);
        *end = *start + onset.service_seconds;
    }
}
