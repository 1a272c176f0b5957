//! What driving rules require of a driver, judged by how much driving is ahead.

use super::RestState;
use crate::problem::DrivingRules;

impl DrivingRules {
    /// How long a driver rests at least on a route of this duration without breaks and this much driving, apart from
    /// daily rests.
    pub(crate) fn rest_seconds_min(&self, seconds: i64, driving_seconds: i64) -> i64 {
        let count = |of: i64, most: i64| (of - 1).max(0) / most.max(1);
        let of_work = count(seconds, self.working_seconds_max);
        self.break_seconds * of_work.max(count(driving_seconds, self.driving_seconds_max))
    }

    /// The first part of a break, if it is worth more than the whole break: both on the next leg and until the end,
    /// which take these seconds of driving, the driver has to stop anyway, and no more often after the part.
    pub(crate) fn part_that_suffices(
        &self,
        rest: &RestState,
        ahead_seconds: [i64; 2],
    ) -> Option<i64> {
        let first = self.part_seconds.first().filter(|_| self.part_seconds.len() > 1)?;
        let stops = |driving: i64| (driving - 1).max(0) / self.driving_seconds_max.max(1);
        let suffices =
            |ahead: i64| stops(ahead) > 0 && stops(rest.driven_seconds + ahead) == stops(ahead);
        let is_fresh = rest.part_count == 0 && rest.resting_seconds == 0;
        (is_fresh && !self.limits_work() && ahead_seconds.into_iter().all(suffices))
            .then_some(*first)
    }
}
