//! What driving rules require of a driver, judged by how much driving is ahead.

use super::RestState;
use crate::problem::DrivingRules;

impl DrivingRules {
    /// How long a driver rests at least on a route of this duration without breaks and this much driving, apart from
    /// daily rests.
    pub(crate) fn rest_seconds_min(&self, seconds: i64, driving_seconds: i64) -> i64 {
        self.break_seconds * self.break_count_min(seconds, driving_seconds)
    }

    /// The same with daily rests, which are breaks as well. Reduced rests and long days are not taken into account.
    pub(crate) fn all_rest_seconds_min(&self, seconds: i64, driving_seconds: i64) -> i64 {
        let breaks = self.break_count_min(seconds, driving_seconds);
        let Some(day) = &self.day else { return self.break_seconds * breaks };
        let of_span = stop_count(seconds, day.span_seconds_max);
        let nights = of_span.max(stop_count(driving_seconds, day.driving_seconds_max));
        day.rest_seconds * nights + self.break_seconds * (breaks - nights).max(0)
    }

    fn break_count_min(&self, seconds: i64, driving_seconds: i64) -> i64 {
        let of_work = stop_count(seconds, self.working_seconds_max);
        of_work.max(stop_count(driving_seconds, self.driving_seconds_max))
    }

    /// The first part of a break, if it is worth more than the whole break: both on the next leg and until the end,
    /// which take these seconds of driving, the driver has to stop anyway, and no more often after the part.
    pub(crate) fn part_that_suffices(
        &self,
        rest: &RestState,
        ahead_seconds: [i64; 2],
    ) -> Option<i64> {
        let first = self.part_seconds.first().filter(|_| self.part_seconds.len() > 1)?;
        let stops = |driving: i64| stop_count(driving, self.driving_seconds_max);
        let suffices =
            |ahead: i64| stops(ahead) > 0 && stops(rest.driven_seconds + ahead) == stops(ahead);
        let is_fresh = rest.part_count == 0 && rest.resting_seconds == 0;
        (is_fresh && !self.limits_work() && ahead_seconds.into_iter().all(suffices))
            .then_some(*first)
    }
}

/// How often a driver has to stop who may go on for at most `seconds_max` at a time.
fn stop_count(seconds: i64, seconds_max: i64) -> i64 {
    (seconds - 1).max(0) / seconds_max.max(1)
}
