//! What a route with its times breaks: which limit of the driving rules, and by how much.

use super::super::{Limit, Timed, Violation, shift_rest};
use super::{CODE, RestState, Stage};
use crate::problem::{DayRules, DrivingRules};
use crate::step::Allowance;

/// Reports each missing rest once. Those before the last stop that has begun cannot be taken any more, but the driver
/// is as tired as without them.
pub(in crate::rules) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    let vehicle = &timed.core.instance.problem.vehicles[timed.case.shift.vehicle as usize];
    let Some(rules) = &vehicle.driving_rules else { return };
    // If other routes have left no allowance, `days` judges the exceptions of all routes together.
    let allowance = timed.core.allowance.unwrap_or(Allowance::ANY);
    let mut state = RestState::at_start(allowance);
    // What the rest in progress lacks, if it must not be a reduced one.
    let mut missing = None;
    let mut before_at = timed.stays.first().map_or(0, |it| it.arrival_at);
    let past_count = timed.past_stay_count();
    for (stop, stay) in timed.stops() {
        let driving_seconds = stay.arrival_at - before_at;
        let moved = state.moved(driving_seconds, 0);
        before_at = stay.departure_at;
        let worked_seconds =
            stay.setup_seconds + if stay.role.is_rest() { 0 } else { stay.service_seconds() };
        let seconds = stay.waiting_seconds() + worked_seconds;
        let broken = moved.broken_limit(rules, driving_seconds, seconds);
        let goes_on = moved.resting_seconds > 0 && stay.role.is_rest();
        let broken = broken.or(missing.filter(|_| !goes_on));
        let broken = broken.filter(|_| stop as usize >= past_count);
        state = moved.moved(0, stay.waiting_seconds());
        if let Some((over, limit)) = broken {
            let limit = Some(limit);
            report(Violation { limit, ..Violation::new(CODE, Some(over), Some(stop)) });
            // A missing break is reported only once.
            state = RestState::at_start(Allowance::ANY);
        }
        state = if stay.role.is_rest() {
            state.later(worked_seconds).rested(rules, stay.service_seconds())
        } else {
            state.worked(worked_seconds)
        };
        missing = state.missing_rest(rules);
    }
    if let Some(day) = rules.day.filter(|_| !state.may_end(true)) {
        let seconds = day.rest_seconds_min(false) - day.rest_seconds_min(true);
        let limit = Some(Limit::DailyRestParts);
        report(Violation { limit, ..Violation::new(shift_rest::CODE, Some(seconds), None) });
    }
}

impl RestState {
    /// The limit that is exceeded after the last seconds of driving and this much more time, and by how much. Driving
    /// between breaks comes first, then the limit that is exceeded most. A limit that was exceeded before is broken
    /// only by going on.
    fn broken_limit(
        &self,
        rules: &DrivingRules,
        driving_seconds: i64,
        seconds: i64,
    ) -> Option<(i64, Limit)> {
        let driven = self.driven_seconds - rules.driving_seconds_max;
        if driven > 0 && driving_seconds > 0 {
            return Some((driven, Limit::MaxDrivingDuration));
        }
        if driving_seconds + seconds == 0 {
            return None;
        }
        let worked = (self.work_over(rules, seconds), Limit::MaxWorkingDuration);
        let of_day = rules.day.as_ref().map(|day| {
            let driven = self.day_driven_seconds - self.day_driving_seconds_max(day);
            let spent = self.day_seconds + seconds - self.span_seconds_max(day);
            [(driven, self.driving_limit(day)), (spent, self.span_limit(day))]
        });
        let all = std::iter::once(worked).chain(of_day.into_iter().flatten());
        all.max_by_key(|it| it.0).filter(|it| it.0 > 0)
    }

    /// The limit that [`Self::day_driving_seconds_max`] applies.
    fn driving_limit(&self, rules: &DayRules) -> Limit {
        let is_extended = rules.extended.is_some() && self.allowance.extended > 0;
        if is_extended {
            Limit::ExtendedDailyDrivingDuration
        } else {
            Limit::MaxDailyDrivingDuration
        }
    }

    /// The limit that [`Self::span_seconds_max`] applies.
    fn span_limit(&self, rules: &DayRules) -> Limit {
        let may_be_long = self.allowance.reduced > 0 || self.allowance.is_last_reduced;
        match rules {
            _ if self.has_part => Limit::DailyRestParts,
            DayRules { reduced: Some(_), .. } if may_be_long => Limit::ReducedDailyRestDuration,
            _ => Limit::MaxDailyDuration,
        }
    }

    /// What the rest in progress lacks if it ends the day as one reduced rest too many.
    fn missing_rest(&self, rules: &DrivingRules) -> Option<(i64, Limit)> {
        let is_wrong = self.stage == Stage::ShortNight && self.allowance.reduced < 0;
        let day = rules.day.as_ref().filter(|_| is_wrong)?;
        Some((day.rest_seconds - self.resting_seconds, Limit::DailyRestDuration))
    }
}
