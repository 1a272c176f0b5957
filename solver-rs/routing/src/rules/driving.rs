//! Driving rules as a state: the driving since the last full break, the parts of a break that have been taken, and the
//! rest in progress; and the same for the day, which begins when a daily rest ends.
//!
//! ```text
//! drive t → driven + t, wrong above the maximum        rest r ≥ whole     → driven 0, parts 0
//! work t  → day + t, spent + t, wrong above            rest r ≥ next part → one more part; after the last: 0, 0
//!                                                      rest r ≥ the day's → driven 0, parts 0, a new day
//! ```
//!
//! Consecutive rests are one rest: a rest that has counted as a part may grow into the whole, but counts only once.

use crate::problem::{DrivingRules, UNLIMITED};

use super::{Code, Miss, Timed, Violation};

/// Driving without the required rest.
pub(crate) const CODE: Code = Code::DrivingRules;

/// Broken driving rules; the amount is not known.
pub(crate) const BROKEN: Miss = (CODE, 0);

/// Whether a rest that driving rules require is missing.
pub(crate) const fn is_broken((code, _): Miss) -> bool {
    matches!(code, CODE)
}

/// The state since the last full break and since the last daily rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RestState {
    pub(crate) driven_seconds: i64,
    pub(crate) part_count: usize,
    /// Seconds of the rest in progress; 0 if there is none.
    pub(crate) resting_seconds: i64,
    /// Whether that rest has counted as a part.
    is_counted: bool,
    /// All time since the last full break.
    spent_seconds: i64,
    /// Since the last daily rest: driving, and all time.
    day_driven_seconds: i64,
    day_seconds: i64,
}

impl DrivingRules {
    /// Whether work requires breaks as driving does.
    fn limits_work(&self) -> bool {
        self.working_seconds_max < UNLIMITED
    }

    /// Whether it matters how time is spent apart from driving.
    pub(crate) fn has_spans(&self) -> bool {
        self.limits_work() || self.day.is_some_and(|day| day.span_seconds_max < UNLIMITED)
    }

    /// Whether a route with at most this duration and this much driving may need a rest.
    pub(crate) fn may_bind(&self, seconds: i64, driving_seconds: i64) -> bool {
        let of_day = self.day.map_or(UNLIMITED, |it| it.driving_seconds_max);
        driving_seconds > self.driving_seconds_max.min(of_day)
            || self.working_seconds_max < seconds
            || self.day.is_some_and(|it| it.span_seconds_max < seconds)
    }
}

/// Lengths of rests that are worth taking now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choices {
    /// The remainder of the whole break, or of the next part.
    pub(crate) of_break: [Option<i64>; 2],
    /// The remainder of the daily rest.
    pub(crate) of_day: Option<i64>,
}

impl RestState {
    /// The state after driving and waiting for these times; both end a rest.
    #[must_use]
    pub(crate) fn moved(self, driving_seconds: i64, waiting_seconds: i64) -> Self {
        let goes_on = driving_seconds == 0 && waiting_seconds == 0;
        Self {
            driven_seconds: self.driven_seconds + driving_seconds,
            resting_seconds: if goes_on { self.resting_seconds } else { 0 },
            is_counted: goes_on && self.is_counted,
            spent_seconds: self.spent_seconds + driving_seconds + waiting_seconds,
            day_driven_seconds: self.day_driven_seconds + driving_seconds,
            day_seconds: self.day_seconds + driving_seconds + waiting_seconds,
            ..self
        }
    }

    /// The state after this much more time, however it was spent.
    #[must_use]
    pub(crate) fn later(self, seconds: i64) -> Self {
        Self {
            spent_seconds: self.spent_seconds + seconds,
            day_seconds: self.day_seconds + seconds,
            ..self
        }
    }

    /// The state after this much work, which ends a rest.
    #[must_use]
    pub(crate) fn worked(self, seconds: i64) -> Self {
        Self { resting_seconds: 0, is_counted: false, ..self.later(seconds) }
    }

    /// The state after this much more rest.
    #[must_use]
    pub(crate) fn rested(self, rules: &DrivingRules, seconds: i64) -> Self {
        let resting_seconds = self.resting_seconds + seconds;
        let part = rules.part_seconds.get(self.part_count);
        let is_part = !self.is_counted && part.is_some_and(|&part| resting_seconds >= part);
        let part_count = self.part_count + usize::from(is_part);
        let is_last = is_part && part_count == rules.part_seconds.len();
        let is_night = rules.day.is_some_and(|day| resting_seconds >= day.rest_seconds);
        let later = if is_night { Self::default() } else { self.later(seconds) };
        if resting_seconds >= rules.break_seconds || is_last || is_night {
            return Self {
                driven_seconds: 0,
                spent_seconds: 0,
                part_count: 0,
                resting_seconds,
                is_counted: true,
                ..later
            };
        }
        Self { part_count, resting_seconds, is_counted: self.is_counted || is_part, ..later }
    }

    /// The seconds of driving that are left.
    pub(crate) fn drivable_seconds(&self, rules: &DrivingRules) -> i64 {
        let left = (rules.driving_seconds_max - self.driven_seconds)
            .min(rules.working_seconds_max - self.spent_seconds);
        let of_day = rules.day.map_or(UNLIMITED, |day| {
            (day.driving_seconds_max - self.day_driven_seconds)
                .min(day.span_seconds_max - self.day_seconds)
        });
        left.min(of_day).max(0)
    }

    /// By how much the day is too long after this much more driving, and this much time in all; 0 or less if it is not.
    pub(crate) fn day_over(&self, rules: &DrivingRules, driving_seconds: i64, seconds: i64) -> i64 {
        rules.day.map_or(0, |day| {
            (self.day_driven_seconds + driving_seconds - day.driving_seconds_max)
                .max(self.day_seconds + seconds - day.span_seconds_max)
        })
    }

    /// The same for the time since the last full break.
    pub(crate) fn work_over(&self, rules: &DrivingRules, seconds: i64) -> i64 {
        self.spent_seconds + seconds - rules.working_seconds_max
    }

    /// The larger of the two after this much more time.
    pub(crate) fn over(&self, rules: &DrivingRules, seconds: i64) -> i64 {
        self.day_over(rules, 0, seconds).max(self.work_over(rules, seconds))
    }

    /// The rule that is broken after this much more time; `None` if it is kept.
    pub(crate) fn check(&self, rules: &DrivingRules, seconds: i64) -> Option<Miss> {
        let over = self.over(rules, seconds);
        (over > 0).then_some((CODE, over))
    }

    /// Whether a break is of any use.
    pub(crate) fn is_tired(&self, rules: &DrivingRules) -> bool {
        self.driven_seconds > 0 || (rules.limits_work() && self.spent_seconds > 0)
    }

    /// Whether this much more driving may require another break before the next daily rest, and whether it may require
    /// a daily rest.
    pub(crate) fn needs(&self, rules: &DrivingRules, driving_seconds: i64) -> [bool; 2] {
        let is_long = rules.day.is_some_and(|day| {
            day.span_seconds_max < UNLIMITED
                || self.day_driven_seconds + driving_seconds > day.driving_seconds_max
        });
        let is_driven = self.driven_seconds + driving_seconds > rules.driving_seconds_max;
        [is_driven || rules.limits_work(), is_long]
    }

    /// The rests that are longer than the one in progress and of any use.
    pub(crate) fn choices(&self, rules: &DrivingRules) -> Choices {
        let resting = self.resting_seconds;
        let whole = rules.break_seconds - resting;
        let next = rules.part_seconds.get(self.part_count).filter(|_| !self.is_counted);
        let part = next.map(|part| part - resting);
        let is_useful = self.is_tired(rules);
        let night = rules.day.map(|day| day.rest_seconds - resting);
        Choices {
            of_break: [
                (is_useful && whole > 0).then_some(whole),
                part.filter(|&part| is_useful && part > 0 && part < whole),
            ],
            of_day: night.filter(|&night| night > 0 && self.day_seconds > 0),
        }
    }

    /// Whether the current rest is no shorter than the other's, and counts as the other's does.
    pub(crate) fn has_rested_as_long_as(&self, other: &Self) -> bool {
        self.resting_seconds >= other.resting_seconds && self.is_counted == other.is_counted
    }

    /// Whether this state is at least as good as another in every respect: no more driving, no more time, no fewer
    /// parts.
    pub(crate) fn is_as_fresh_as(&self, other: &Self, rules: Option<&DrivingRules>) -> bool {
        let has_days = rules.is_some_and(|it| it.day.is_some());
        let has_work = rules.is_some_and(DrivingRules::limits_work);
        self.driven_seconds <= other.driven_seconds
            && self.part_count >= other.part_count
            && (!has_work || self.spent_seconds <= other.spent_seconds)
            && (!has_days
                || (self.day_driven_seconds <= other.day_driven_seconds
                    && self.day_seconds <= other.day_seconds))
    }
}

pub(super) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    let vehicle = &timed.core.instance.problem.vehicles[timed.case.shift.vehicle as usize];
    let Some(rules) = &vehicle.driving_rules else { return };
    let mut state = RestState::default();
    let mut before_at = timed.stays.first().map_or(0, |it| it.arrival_at);
    for (stop, stay) in timed.stops() {
        let moved = state.moved(stay.arrival_at - before_at, 0);
        before_at = stay.departure_at;
        let worked_seconds =
            stay.setup_seconds + if stay.role.is_rest() { 0 } else { stay.service_seconds() };
        let over = moved.driven_seconds - rules.driving_seconds_max;
        let over = if over > 0 {
            over
        } else {
            moved.over(rules, stay.waiting_seconds() + worked_seconds)
        };
        state = moved.moved(0, stay.waiting_seconds());
        if over > 0 {
            report(Violation::new(CODE, Some(over), Some(stop)));
            // A missing break is reported only once.
            state = RestState::default();
        }
        state = if stay.role.is_rest() {
            state.later(worked_seconds).rested(rules, stay.service_seconds())
        } else {
            state.worked(worked_seconds)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::DayRules;

    fn rules() -> DrivingRules {
        DrivingRules {
            driving_seconds_max: 100,
            break_seconds: 45,
            part_seconds: vec![15, 30],
            working_seconds_max: UNLIMITED,
            day: None,
        }
    }

    #[test]
    fn a_whole_rest_or_its_parts_in_their_order_reset_the_driven_time() {
        let driven = |rests: &[i64]| {
            let state = RestState { driven_seconds: 90, ..RestState::default() };
            let rest = |state: RestState, &seconds| state.rested(&rules(), seconds).worked(0);
            rests.iter().fold(state, rest).driven_seconds
        };
        for (rests, expected) in [
            ([45].as_slice(), 0),
            (&[44], 90),
            (&[15, 30], 0),
            (&[15, 29], 90),
            (&[30, 15], 90),
            (&[30, 30], 0),
        ] {
            assert_eq!(driven(rests), expected, "{rests:?}");
        }
    }

    #[test]
    fn a_long_rest_ends_the_day_and_shorter_ones_are_part_of_it() {
        let day = DayRules { driving_seconds_max: 150, span_seconds_max: 400, rest_seconds: 200 };
        let rules = DrivingRules { day: Some(day), ..rules() };
        let late = RestState::default().moved(90, 0).worked(50).rested(&rules, 45).moved(40, 10);
        // 150 − 130 on the road; 400 − 90 − 50 − 45 − 40 − 10 in all; 100 − 40 since the break.
        assert_eq!(late.drivable_seconds(&rules), 20);
        assert_eq!(late.day_over(&rules, 21, 21), 1);
        assert_eq!(late.day_over(&rules, 0, 170), 5);
        assert_eq!(late.choices(&rules).of_day, Some(200));
        let rested = late.rested(&rules, 120);
        assert_eq!((rested.driven_seconds, rested.day_driven_seconds), (0, 130));
        assert_eq!(rested.choices(&rules).of_day, Some(80));
        let next = rested.rested(&rules, 80);
        assert_eq!((next.day_driven_seconds, next.day_seconds), (0, 0));
        assert_eq!(next.drivable_seconds(&rules), 100);
    }

    #[test]
    fn work_asks_for_breaks_as_driving_does() {
        let rules = DrivingRules { working_seconds_max: 120, ..rules() };
        let state = RestState::default().moved(60, 10).worked(40);
        assert_eq!((state.drivable_seconds(&rules), state.over(&rules, 11)), (10, 1));
        assert_eq!(state.rested(&rules, 44).over(&rules, 0), 34);
        let rested = state.rested(&rules, 45);
        assert_eq!((rested.over(&rules, 120), rested.is_tired(&rules)), (0, false));
        assert!(RestState::default().worked(1).is_tired(&rules));
    }

    #[test]
    fn rests_directly_after_one_another_are_one() {
        let state = RestState { driven_seconds: 90, ..RestState::default() };
        // 10 + 5 is the first part; 30 more make the whole, 29 more make nothing: one rest counts as one part.
        let first = state.rested(&rules(), 10).rested(&rules(), 5);
        assert_eq!((first.part_count, first.driven_seconds), (1, 90));
        assert_eq!(first.rested(&rules(), 29).driven_seconds, 90);
        assert_eq!(first.rested(&rules(), 30).driven_seconds, 0);
        // Waiting between them separates them into two rests.
        assert_eq!(first.moved(0, 1).rested(&rules(), 29).driven_seconds, 90);
        assert_eq!(first.moved(0, 1).rested(&rules(), 30).driven_seconds, 0);
    }
}
