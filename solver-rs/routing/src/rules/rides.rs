//! Ride times: from the departure from a visit's first pickup to the arrival at its last dropoff.
//!
//! A load that is picked up as early as possible may ride too long if the vehicle waits on the way. Then the pickup
//! waits instead: its service starts later by the excess. That may delay other stops, so it is repeated until all rides
//! are short enough. Each round only raises lower bounds, and never above what every schedule has to keep. So the
//! result is the earliest schedule that keeps all limits, and if there is no result, there is no such schedule.

use crate::problem::Problem;
use crate::solution::Reason;
use crate::timeline::{Bounds, Role, Stay};

use super::broken_rule::BrokenRule;
use super::stop_order::Seen;
use super::{Code, Miss, Timed, Violation};

/// A ride is too long.
pub(crate) const CODE: Code = Code::RideDuration;

/// The most rounds of raising bounds; in practice each round settles at least one ride.
pub(crate) const ROUNDS_MAX: usize = 40;

/// A ride on the route, by its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ride {
    pub(crate) picked_at: u32,
    pub(crate) dropped_at: u32,
    pub(crate) seconds_max: i64,
}

impl Ride {
    /// By how much it is too long; `None` if it is not.
    pub(crate) fn check(&self, stays: &[Stay]) -> Option<Miss> {
        let over = self.over(stays);
        (over > 0).then_some((CODE, over))
    }

    /// Seconds beyond the limit.
    fn over(&self, stays: &[Stay]) -> i64 {
        let find = |step| stays.iter().find(|stay| stay.role == Role::Step(step));
        match (find(self.picked_at), find(self.dropped_at)) {
            (Some(pickup), Some(dropoff)) => {
                dropoff.arrival_at - pickup.departure_at - self.seconds_max
            }
            _ => 0,
        }
    }
}

/// Collects the rides that have a limit; must run after the rules of order have been checked.
pub(crate) fn collect(problem: &Problem, seen: &Seen, rides: &mut Vec<Ride>) {
    rides.clear();
    rides.extend(seen.rides().filter_map(|(visit, picked_at, dropped_at)| {
        let order = &problem.orders[problem.visits[visit.at()].order.at()];
        let seconds_max = order.ride_seconds_max;
        let is_limited = seconds_max < crate::problem::UNLIMITED && picked_at < dropped_at;
        is_limited.then_some(Ride { picked_at, dropped_at, seconds_max })
    }));
}

/// Rides that are too long.
pub(crate) struct TooLong {
    /// The largest excess.
    pub(crate) miss: Miss,
    /// Whether some pickups can wait, and whether some cannot.
    pub(crate) some_wait: bool,
    pub(crate) some_cannot: bool,
}

/// Raises the bounds of pickups whose rides are too long, unless they then start after `closes_at` of their step or
/// their bounds. `None`: all rides are short enough.
pub(crate) fn raise(
    rides: &[Ride],
    stays: &[Stay],
    closes_at: impl Fn(u32) -> i64,
    bounds: &mut [Bounds],
) -> Option<TooLong> {
    let mut found: Option<TooLong> = None;
    for ride in rides {
        if let Some(miss) = ride.check(stays) {
            let found = found.get_or_insert(TooLong { miss, some_wait: false, some_cannot: false });
            found.miss = found.miss.max(miss);
            let pickup = stays.iter().find(|stay| stay.role == Role::Step(ride.picked_at));
            let raised_at = pickup.map_or(0, |stay| stay.start_at) + miss.1;
            let bounds = &mut bounds[ride.picked_at as usize];
            if raised_at <= closes_at(ride.picked_at).min(bounds.not_after_at) {
                bounds.not_before_at = raised_at;
                found.some_wait = true;
            } else {
                found.some_cannot = true;
            }
        }
    }
    found
}

/// Adds the stop at which the ride that is too long ends.
pub(super) fn describe(broken: &BrokenRule<'_>, reason: Reason) -> Reason {
    Reason { stop: broken.order_stop(), ..reason }
}

pub(super) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    for ride in timed.rides {
        if let Some((code, over)) = ride.check(timed.stays) {
            let stop = timed.stop_of(ride.dropped_at);
            report(Violation::new(code, Some(over), stop));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Ride;
    use crate::evaluate::Evaluator;
    use crate::evaluate::fixture::{Fixture, windows_of};
    use crate::problem::{ShiftIdx, StopKind};
    use crate::rules::Code;

    #[test]
    fn a_ride_is_from_the_first_pickup_to_the_last_dropoff() {
        let mut fixture = Fixture::new(6);
        fixture.shift(0..10_000);
        let (pickup, dropoff) = (StopKind::Pickup, StopKind::Dropoff);
        let free = fixture.order(&[(pickup, 1, 1), (dropoff, 2, 1)]);
        let limited =
            fixture.order(&[(pickup, 1, 1), (pickup, 2, 1), (dropoff, 3, 1), (dropoff, 4, 1)]);
        fixture.order_of(limited[0]).ride_seconds_max = 900;
        // The second pickup comes first, and the first dropoff last.
        let steps = [free[0], limited[1], limited[0], free[1], limited[3], limited[2]];
        let mut evaluator = Evaluator::new(&fixture.problem);
        assert_eq!(evaluator.evaluate(ShiftIdx(0), &steps, &[]).broken, None);
        let found = evaluator.timing().rides;
        assert_eq!(found, [Ride { picked_at: 1, dropped_at: 5, seconds_max: 900 }]);
    }

    #[test]
    fn a_ride_is_kept_short_by_a_pickup_that_waits_and_no_shorter_than_its_way() {
        for (seconds_max, broken) in [(120, None), (100, Some((Code::RideDuration, 20)))] {
            let mut fixture = Fixture::new(4);
            fixture.shift(0..10_000);
            let steps = fixture.order(&[(StopKind::Pickup, 1, 1), (StopKind::Dropoff, 3, 1)]);
            fixture.order_of(steps[0]).ride_seconds_max = seconds_max;
            // The vehicle could be at place 3 at 180.
            fixture.option(steps[1]).windows = windows_of(&[(1_000, 2_000)]);
            assert_eq!(fixture.broken(&steps), broken);
        }
    }

    #[test]
    fn a_pickup_does_not_wait_beyond_its_window() {
        let mut fixture = Fixture::new(4);
        fixture.shift(0..10_000);
        let [pickup, dropoff] =
            fixture.order(&[(StopKind::Pickup, 1, 1), (StopKind::Dropoff, 3, 1)])[..]
        else {
            panic!("two stops")
        };
        // The vehicle waits at place 2 until 1,000, and reaches place 3 a minute later.
        let steps = [pickup, fixture.dropoff(2, &[(1_000, 2_000)]), dropoff];
        fixture.order_of(pickup).ride_seconds_max = 120;
        fixture.option(pickup).windows = windows_of(&[(0, 700)]);
        assert!(matches!(fixture.broken(&steps), Some((Code::RideDuration, _))));
        let violations =
            Evaluator::new(&fixture.problem).schedule(ShiftIdx(0), &steps, &[]).violations;
        let found: Vec<_> = violations.iter().map(|it| (it.code, it.amount)).collect();
        assert_eq!(found, [(Code::RideDuration, Some(240))]);
    }
}
