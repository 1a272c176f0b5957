//! Limits of a shift: stops, distance, driving, duration, waiting.

use crate::problem::Limits;
use crate::solution::Code;
use crate::timeline::Amounts;

/// By how much each limit is exceeded; not above 0 where it is kept.
pub(crate) fn excess(limits: &Limits, amounts: &Amounts, driving_seconds: i64) -> [(Code, i64); 5] {
    [
        (Code::Stops, amounts.stop_count - limits.stop_count),
        (Code::Distance, amounts.distance_meters - limits.distance_meters),
        (Code::DrivingDuration, driving_seconds - limits.driving_seconds),
        (Code::Duration, amounts.duration_seconds - limits.duration_seconds),
        (Code::WaitingDuration, amounts.waiting_seconds - limits.waiting_seconds),
    ]
}

/// The first one that is broken, and by how much.
pub(crate) fn first_broken(
    limits: &Limits,
    amounts: &Amounts,
    driving_seconds: i64,
) -> Option<(Code, i64)> {
    excess(limits, amounts, driving_seconds).into_iter().find(|&(_, excess)| excess > 0)
}
