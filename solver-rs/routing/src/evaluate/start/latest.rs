//! How late a timeline may start: computed backwards from its end, stay by stay.

use crate::instance::LEG;
use crate::problem::PlaceIdx;
use crate::timeline::{Bounds, Case, Core, Role, Stay, latest_in};

use crate::evaluate::summary;

/// What binds when a timeline is moved later, in addition to hard windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// Breaks and soft windows: soft windows that are met stay met.
    BreaksAndSoftWindows,
    /// Breaks only; soft windows may be missed.
    Breaks,
    /// Neither: a route that starts so late may not owe its breaks and rests.
    Nothing,
}

/// The latest start from which the same stays in the same order end no later than `end_at`.
pub(super) fn latest_start(
    core: &Core<'_>,
    case: &Case<'_>,
    bounds: &[Bounds],
    stays: &[Stay],
    given: Given,
    end_at: i64,
) -> i64 {
    let mut leave_at = end_at;
    let mut stays =
        stays.iter().rev().filter(|it| given != Given::Nothing || !it.role.is_rest()).peekable();
    while let Some(stay) = stays.next() {
        let mut until_at = leave_at - stay.service_seconds();
        if let Role::Step(step) = stay.role {
            until_at = until_at.min(bounds[step as usize].not_after_at);
        }
        if given == Given::BreaksAndSoftWindows {
            until_at = until_at.min(summary::soft_until(core, case, stay));
        }
        if stay.role == Role::Start {
            until_at = until_at.min(case.shift.latest_start_at);
        }
        let service_at = latest_in(core.windows(case, stay.role), until_at)
            .map_or(stay.start_at, |at| at.max(stay.start_at));
        let arrival_at = service_at - stay.setup_seconds;
        let Some(before) = stays.peek() else {
            return arrival_at.min(case.shift.latest_start_at);
        };
        leave_at = latest_departure(core, case, before, stay, arrival_at);
    }
    leave_at
}

/// The latest departure from one stay that reaches the next in time. Parts of legs are assumed to keep their durations.
pub(crate) fn latest_departure(
    core: &Core<'_>,
    case: &Case<'_>,
    from: &Stay,
    to: &Stay,
    arrival_at: i64,
) -> i64 {
    let whole = from.left == LEG && to.left == LEG;
    let (origin, target) = (PlaceIdx(from.place), PlaceIdx(to.place));
    let exact =
        || core.instance.travel.latest_departure_at(case.shift.travel, origin, target, arrival_at);
    let as_before = arrival_at - (to.arrival_at - from.departure_at);
    if whole { exact().unwrap_or(as_before) } else { as_before }
}
