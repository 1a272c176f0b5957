//! One walk along a route from a given start: as early as everything allows, without breaks.
//!
//! Leaving later never means arriving earlier, so no other walk from this start is earlier anywhere: if this one misses
//! a window, all walks do.

use crate::instance::{LEG, NOWHERE};
use crate::rules::time_windows::begin;
use crate::rules::{Miss, roads, shift_time};
use crate::timeline::{Bounds, Case, Core, Manner, Role, Stay};

/// Walks the steps; afterwards `stays` contains the start, the steps and the end.
///
/// # Errors
/// In the strict manner: the first rule that is broken, and by how much.
pub(crate) fn walk(
    core: &Core<'_>,
    case: &Case<'_>,
    bounds: &[Bounds],
    start_at: i64,
    stays: &mut Vec<Stay>,
) -> Result<(), Miss> {
    let shift = case.shift;
    let is_strict = case.manner == Manner::Strict;
    stays.clear();
    let mut now = start_at;
    let mut here = shift.start_place;
    let mut settled = here;
    if here != NOWHERE {
        let start = Stay::at_start(case, now);
        now = start.departure_at;
        stays.push(start);
    }
    for ((&step, bounds), position) in case.steps.iter().zip(bounds).zip(0..) {
        let data = core.instance.step(shift, step);
        let leg = core.drive(case, here, data.place, now);
        if leg.is_none() && is_strict {
            return Err(roads::MISSING);
        }
        let (arrival_at, meters) = leg.unwrap_or((now, 0));
        let setup_seconds = if data.place == settled { 0 } else { data.setup_seconds };
        let ready_at = arrival_at + setup_seconds;
        let service_at = match begin(core.step_windows(position, data), *bounds, ready_at) {
            Ok(service_at) => service_at,
            Err(broken) if is_strict => return Err(broken),
            Err(_) => ready_at.max(bounds.not_before_at),
        };
        now = service_at + data.service_seconds;
        stays.push(Stay {
            role: Role::Step(position),
            place: data.place,
            left: LEG,
            arrival_at,
            setup_seconds,
            start_at: service_at,
            departure_at: now,
            meters,
        });
        (here, settled) = (data.place, data.place);
    }
    if shift.end_place != NOWHERE {
        let leg = core.drive(case, here, shift.end_place, now);
        if leg.is_none() && is_strict {
            return Err(roads::MISSING);
        }
        let (arrival_at, meters) = leg.unwrap_or((now, 0));
        let end = Stay::at_end(case, shift.end_place, arrival_at, meters);
        now = end.departure_at;
        stays.push(end);
    }
    match shift_time::late_end(shift, now) {
        Some(miss) if is_strict => Err(miss),
        _ => Ok(()),
    }
}
