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
//! Exceptions that other routes leave to this one ([`Allowance`]) are spent as days end: see [`super::days`].

use crate::problem::{DayRules, DrivingRules, UNLIMITED};

use super::{Code, Miss, Timed, Violation};
use crate::step::Allowance;
use crate::timeline::{Case, Core, Manner};

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
    /// Whether that rest has ended the day as a reduced one, only because it is short.
    is_short: bool,
    /// The exceptions that are left.
    allowance: Allowance,
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
    /// The remainder of the daily rest, and of a reduced one.
    pub(crate) of_day: [Option<i64>; 2],
}

impl RestState {
    /// The state at the start of a route.
    pub(crate) fn at_start_of(core: &Core<'_>, case: &Case<'_>) -> Self {
        let vehicle = &core.instance.problem.vehicles[case.shift.vehicle as usize];
        let usual = || match case.manner {
            Manner::Strict => Allowance::all_of(vehicle),
            // What is too much is reported.
            Manner::Lenient => Allowance::ANY,
        };
        Self::at_start(core.allowance.unwrap_or_else(usual))
    }

    /// The state at the start of a route that may use these exceptions.
    fn at_start(allowance: Allowance) -> Self {
        Self { allowance, ..Self::default() }
    }

    /// The state after driving and waiting for these times; both end a rest.
    #[must_use]
    pub(crate) fn moved(self, driving_seconds: i64, waiting_seconds: i64) -> Self {
        let goes_on = driving_seconds == 0 && waiting_seconds == 0;
        Self {
            driven_seconds: self.driven_seconds + driving_seconds,
            resting_seconds: if goes_on { self.resting_seconds } else { 0 },
            is_counted: goes_on && self.is_counted,
            is_short: goes_on && self.is_short,
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
        Self { resting_seconds: 0, is_counted: false, is_short: false, ..self.later(seconds) }
    }

    /// The state after this much more rest.
    #[must_use]
    pub(crate) fn rested(self, rules: &DrivingRules, seconds: i64) -> Self {
        let resting_seconds = self.resting_seconds + seconds;
        let part = rules.part_seconds.get(self.part_count);
        let is_part = !self.is_counted && part.is_some_and(|&part| resting_seconds >= part);
        let part_count = self.part_count + usize::from(is_part);
        let is_last = is_part && part_count == rules.part_seconds.len();
        let night = rules.day.as_ref().filter(|day| resting_seconds >= day.rest_seconds_min());
        let is_night = night.is_some();
        let later = night.map_or(self.later(seconds), |day| self.ended(day, resting_seconds));
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

    /// The state at the beginning of a day, after a rest that has lasted this long.
    fn ended(self, rules: &DayRules, resting_seconds: i64) -> Self {
        let Allowance { mut reduced, mut extended, is_last_reduced } = self.allowance;
        let is_full = resting_seconds >= rules.rest_seconds;
        let mut is_short = self.is_short && !is_full;
        if self.resting_seconds >= rules.rest_seconds_min() {
            // The rest has ended the day before, and goes on.
            reduced += i16::from(self.is_short && is_full);
        } else {
            let is_long = self.is_long(rules);
            is_short = !is_full && !is_long;
            reduced -= i16::from(is_long || is_short);
            extended -= i16::from(self.day_driven_seconds > rules.driving_seconds_max);
        }
        let allowance = Allowance { reduced, extended, is_last_reduced };
        Self { is_short, allowance, ..Self::default() }
    }

    /// Whether the day has lasted so long that the rest after it is a reduced one. The rest in progress is not part of
    /// the day.
    fn is_long(&self, rules: &DayRules) -> bool {
        self.day_seconds - self.resting_seconds > rules.span_seconds_max
    }

    /// The longest that the day may last.
    fn span_seconds_max(&self, rules: &DayRules) -> i64 {
        let may_be_long = self.allowance.reduced > 0 || self.allowance.is_last_reduced;
        if may_be_long { rules.long_span_seconds_max() } else { rules.span_seconds_max }
    }

    /// The most driving of the day.
    fn day_driving_seconds_max(&self, rules: &DayRules) -> i64 {
        if self.allowance.extended > 0 {
            rules.long_driving_seconds_max()
        } else {
            rules.driving_seconds_max
        }
    }

    /// The seconds of driving that are left.
    pub(crate) fn drivable_seconds(&self, rules: &DrivingRules) -> i64 {
        let left = (rules.driving_seconds_max - self.driven_seconds)
            .min(rules.working_seconds_max - self.spent_seconds);
        let of_day = rules.day.as_ref().map_or(UNLIMITED, |day| {
            (self.day_driving_seconds_max(day) - self.day_driven_seconds)
                .min(self.span_seconds_max(day) - self.day_seconds)
        });
        left.min(of_day).max(0)
    }

    /// By how much the day is too long after this much more driving, and this much time in all; 0 or less if it is not.
    pub(crate) fn day_over(&self, rules: &DrivingRules, driving_seconds: i64, seconds: i64) -> i64 {
        rules.day.as_ref().map_or(0, |day| {
            (self.day_driven_seconds + driving_seconds - self.day_driving_seconds_max(day))
                .max(self.day_seconds + seconds - self.span_seconds_max(day))
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
        // A short rest that goes on may still become a full one.
        let is_short = self.allowance.reduced < 0 && self.resting_seconds == 0;
        let over = if is_short { over.max(1) } else { over };
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
        let nights = rules.day.as_ref().map_or([None; 2], |day| {
            let is_long = self.is_long(day);
            let may_reduce = self.allowance.reduced > 0;
            let full = day.rest_seconds - resting;
            let reduced = day.rest_seconds_min() - resting;
            let is_open = self.day_seconds > 0;
            // After a long day, every rest is a reduced one.
            let is_full_useful = (is_open && !is_long) || self.is_short;
            [
                (is_full_useful && full > 0).then_some(full),
                (is_open && may_reduce && reduced > 0 && reduced < full).then_some(reduced),
            ]
        });
        Choices {
            of_break: [
                (is_useful && whole > 0).then_some(whole),
                part.filter(|&part| is_useful && part > 0 && part < whole),
            ],
            of_day: nights,
        }
    }

    /// Whether the current rest is no shorter than the other's, and counts as the other's does.
    pub(crate) fn has_rested_as_long_as(&self, other: &Self) -> bool {
        self.resting_seconds >= other.resting_seconds
            && self.is_counted == other.is_counted
            && self.is_short == other.is_short
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
                    && self.day_seconds <= other.day_seconds
                    && self.allowance.is_no_less_than(&other.allowance)))
    }
}

pub(super) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    let vehicle = &timed.core.instance.problem.vehicles[timed.case.shift.vehicle as usize];
    let Some(rules) = &vehicle.driving_rules else { return };
    // If other routes have left no allowance, `days` judges the exceptions of all routes together.
    let allowance = timed.core.allowance.unwrap_or(Allowance::ANY);
    let mut state = RestState::at_start(allowance);
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
            let miss = moved.check(rules, stay.waiting_seconds() + worked_seconds);
            miss.map_or(0, |(_, over)| over)
        };
        state = moved.moved(0, stay.waiting_seconds());
        if over > 0 {
            report(Violation::new(CODE, Some(over), Some(stop)));
            // A missing break is reported only once.
            state = RestState::at_start(Allowance::ANY);
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
    use crate::problem::{ExtendedDays, ReducedRests};

    const DAY: DayRules = DayRules {
        driving_seconds_max: 150,
        span_seconds_max: 400,
        rest_seconds: 200,
        reduced: None,
        extended: None,
    };

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
        let rules = DrivingRules { day: Some(DAY), ..rules() };
        let late = RestState::default().moved(90, 0).worked(50).rested(&rules, 45).moved(40, 10);
        // 150 − 130 on the road; 400 − 90 − 50 − 45 − 40 − 10 in all; 100 − 40 since the break.
        assert_eq!(late.drivable_seconds(&rules), 20);
        assert_eq!(late.day_over(&rules, 21, 21), 1);
        assert_eq!(late.day_over(&rules, 0, 170), 5);
        assert_eq!(late.choices(&rules).of_day, [Some(200), None]);
        let rested = late.rested(&rules, 120);
        assert_eq!((rested.driven_seconds, rested.day_driven_seconds), (0, 130));
        assert_eq!(rested.choices(&rules).of_day, [Some(80), None]);
        let next = rested.rested(&rules, 80);
        assert_eq!((next.day_driven_seconds, next.day_seconds), (0, 0));
        assert_eq!(next.drivable_seconds(&rules), 100);
    }

    fn exceptional() -> DrivingRules {
        let reduced = Some(ReducedRests { rest_seconds: 150, count_max: 3 });
        let extended = Some(ExtendedDays { driving_seconds_max: 170, count_max: 2 });
        DrivingRules { day: Some(DayRules { reduced, extended, ..DAY }), ..rules() }
    }

    /// A state with this many reduced rests and extended days left.
    fn left(reduced: i16, extended: i16) -> RestState {
        RestState::at_start(Allowance { reduced, extended, is_last_reduced: false })
    }

    #[test]
    fn a_reduced_rest_ends_a_day_and_is_spent_unless_it_becomes_a_full_one() {
        let rules = exceptional();
        let day = left(1, 0).worked(100);
        assert_eq!(day.choices(&rules).of_day, [Some(200), Some(150)]);
        let short = day.rested(&rules, 150);
        assert_eq!((short.allowance.reduced, short.day_seconds), (0, 0));
        assert_eq!(short.choices(&rules).of_day, [Some(50), None]);
        assert_eq!(short.rested(&rules, 50).allowance.reduced, 1);
        // Another one would be too many.
        let next = short.worked(100);
        assert_eq!(next.choices(&rules).of_day, [Some(200), None]);
        let again = next.rested(&rules, 150);
        assert!(again.check(&rules, 0).is_none(), "it may go on");
        assert!(again.worked(1).check(&rules, 0).is_some());
        assert!(again.rested(&rules, 50).worked(1).check(&rules, 0).is_none());
    }

    #[test]
    fn a_day_is_longer_by_as_much_as_the_rest_after_it_may_be_shorter() {
        let rules = exceptional();
        // 400 + 200 − 150.
        assert_eq!(left(1, 0).over(&rules, 451), 1);
        assert_eq!(left(0, 0).over(&rules, 401), 1);
        let long = left(1, 0).worked(401);
        assert_eq!(long.choices(&rules).of_day, [None, Some(150)]);
        // Even a full rest after it is a reduced one.
        assert_eq!(long.rested(&rules, 200).allowance.reduced, 0);
        // The rest after the last day is known to be a reduced one: only rests before it are spent.
        let last = Allowance { reduced: 0, extended: 0, is_last_reduced: true };
        let last = RestState::at_start(last).worked(401);
        assert_eq!((last.over(&rules, 49), last.over(&rules, 50)), (0, 1));
        assert_eq!(last.choices(&rules).of_day, [None, None]);
    }

    #[test]
    fn an_extended_day_is_spent_when_it_ends() {
        let rules = exceptional();
        let driven = left(0, 1).moved(90, 0).rested(&rules, 45).moved(70, 0);
        assert_eq!(driven.drivable_seconds(&rules), 10);
        let next = driven.rested(&rules, 200);
        assert_eq!(next.allowance.extended, 0);
        let second = next.moved(90, 0).rested(&rules, 45).moved(50, 0);
        assert_eq!(second.drivable_seconds(&rules), 10);
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
