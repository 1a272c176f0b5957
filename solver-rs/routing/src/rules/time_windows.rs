//! Hard windows of stops, reloads and breaks, and the times that other routes ask for.

use crate::problem::Window;
use crate::solution::{Code, Violation};
use crate::timeline::{Bounds, Role, earliest_in, seconds_outside};

use super::Timed;

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

pub(super) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    for (stop, stay) in timed.stops() {
        let windows = timed.core.windows(timed.case, stay.role);
        let outside = seconds_outside(windows, stay.start_at);
        let code = if stay.role.is_rest() { Code::Break } else { Code::TimeWindow };
        if windows.is_empty() {
            report(Violation::new(code, None, Some(stop)));
        } else if outside > 0 {
            report(Violation::new(code, Some(outside), Some(stop)));
        }
        if let Role::Step(step) = stay.role {
            let late = stay.start_at - timed.bounds[step as usize].not_after_at;
            if late > 0 {
                report(Violation::new(Code::Relation, Some(late), Some(stop)));
            }
        }
    }
}
