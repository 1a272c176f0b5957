//! Limits of a shift: stops, distance, driving, duration, waiting.

use crate::problem::Limits;
use crate::timeline::Amounts;

use super::{Code, Miss};

/// Too many stops.
pub(crate) const STOPS: Code = Code::Stops;
/// Too long a distance.
pub(crate) const DISTANCE: Code = Code::Distance;
/// Too much driving.
pub(crate) const DRIVING_DURATION: Code = Code::DrivingDuration;
/// Too long a duration.
pub(crate) const DURATION: Code = Code::Duration;
/// Too much waiting.
pub(crate) const WAITING_DURATION: Code = Code::WaitingDuration;

/// By how much each limit is exceeded; 0 or less if it is kept.
pub(crate) fn excess(limits: &Limits, amounts: &Amounts, driving_seconds: i64) -> [Miss; 5] {
    [
        (STOPS, amounts.stop_count - limits.stop_count),
        (DISTANCE, amounts.distance_meters - limits.distance_meters),
        (DRIVING_DURATION, driving_seconds - limits.driving_seconds),
        (DURATION, amounts.duration_seconds - limits.duration_seconds),
        (WAITING_DURATION, amounts.waiting_seconds - limits.waiting_seconds),
    ]
}

/// The first limit that is exceeded, and by how much.
pub(crate) fn first_broken(
    limits: &Limits,
    amounts: &Amounts,
    driving_seconds: i64,
) -> Option<Miss> {
    excess(limits, amounts, driving_seconds).into_iter().find(|&(_, excess)| excess > 0)
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::Fixture;
    use crate::problem::Limits;
    use crate::rules::Code;

    #[test]
    fn each_limit_is_kept_at_its_number_and_broken_below_it() {
        type Set = fn(&mut Limits, i64);
        // To place 2 and back: 400 meters, 240 seconds of driving, two stops.
        let of = |set: Set, limit: i64| {
            let mut fixture = Fixture::new(3);
            fixture.shift(0..10_000);
            let steps = [1, 2].map(|place| fixture.dropoff(place, &[]));
            set(&mut fixture.problem.vehicles[0].limits, limit);
            fixture.broken(&steps)
        };
        let cases: [(Set, i64, Code); 4] = [
            (|it, limit| it.distance_meters = limit, 400, Code::Distance),
            (|it, limit| it.driving_seconds = limit, 240, Code::DrivingDuration),
            (|it, limit| it.duration_seconds = limit, 240, Code::Duration),
            (|it, limit| it.stop_count = limit, 2, Code::Stops),
        ];
        for (set, limit, code) in cases {
            assert_eq!(of(set, limit), None, "{code:?}");
            assert_eq!(of(set, limit - 1), Some((code, 1)));
        }
    }
}
