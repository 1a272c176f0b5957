//! One walk along a route from a given start: as early as everything allows, without breaks.
//!
//! As leaving later never means arriving earlier, no other walk from this start is earlier anywhere: if this one
//! misses a window, all do.

use crate::problem::Window;
use crate::solution::Code;

use super::NOWHERE;
use super::lanes::LEG;
use super::timeline::{Bounds, Case, Core, Manner, Role, Stay, earliest_in, seconds_outside};

/// Walks the steps; `stays` has start, steps and end after it.
///
/// # Errors
/// In the strict manner: the first rule that is missed, and by how much.
pub(crate) fn walk(
    core: &Core<'_>,
    case: &Case<'_>,
    bounds: &[Bounds],
    start_at: i64,
    stays: &mut Vec<Stay>,
) -> Result<(), (Code, i64)> {
    let shift = case.shift;
    let is_strict = case.manner == Manner::Strict;
    stays.clear();
    let mut now = start_at;
    let mut here = shift.start_place;
    let mut settled = here;
    if here != NOWHERE {
        stays.push(Stay::instant(Role::Start, here, now, 0));
    }
    for ((&step, bounds), position) in case.steps.iter().zip(bounds).zip(0..) {
        let fact = core.facts.step(shift, step);
        let leg = core.drive(case, here, fact.place, now);
        if leg.is_none() && is_strict {
            return Err((Code::Unreachable, 0));
        }
        let (arrival_at, meters) = leg.unwrap_or((now, 0));
        let setup_seconds = if fact.place == settled { 0 } else { fact.setup_seconds };
        let ready_at = arrival_at + setup_seconds;
        let service_at = match begin(core.facts.windows(fact), *bounds, ready_at) {
            Ok(service_at) => service_at,
            Err(broken) if is_strict => return Err(broken),
            Err(_) => ready_at.max(bounds.not_before_at),
        };
        now = service_at + fact.service_seconds;
        stays.push(Stay {
            role: Role::Step(position),
            place: fact.place,
            left: LEG,
            arrival_at,
            setup_seconds,
            start_at: service_at,
            departure_at: now,
            meters,
        });
        (here, settled) = (fact.place, fact.place);
    }
    if shift.end_place != NOWHERE {
        let leg = core.drive(case, here, shift.end_place, now);
        if leg.is_none() && is_strict {
            return Err((Code::Unreachable, 0));
        }
        let (arrival_at, meters) = leg.unwrap_or((now, 0));
        now = arrival_at;
        stays.push(Stay::instant(Role::End, shift.end_place, now, meters));
    }
    let late = now - shift.latest_end_at;
    if late > 0 && is_strict { Err((Code::ShiftTime, late)) } else { Ok(()) }
}

/// The earliest start of service that windows and bounds allow.
///
/// # Errors
/// By how much it is too late.
#[inline]
pub(crate) fn begin(windows: &[Window], bounds: Bounds, ready_at: i64) -> Result<i64, (Code, i64)> {
    let wanted_at = ready_at.max(bounds.not_before_at);
    match earliest_in(windows, wanted_at) {
        None => Err((Code::TimeWindow, seconds_outside(windows, wanted_at))),
        Some(service_at) if service_at > bounds.not_after_at => {
            Err((Code::Relation, service_at - bounds.not_after_at))
        }
        Some(service_at) => Ok(service_at),
    }
}
