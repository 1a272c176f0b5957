//! Driving rules as a state: the driving since the last full break, the parts of a break that have been taken, and the
//! rest in progress; and the same for the day, which begins when a daily rest ends.
//!
//! ```text
//! drive t → driven + t, wrong above the maximum        rest r ≥ whole     → driven 0, parts 0
//! work t  → day + t, spent + t, wrong above            rest r ≥ next part → one more part; after the last: 0, 0
//!                                                      rest r ≥ the day's → driven 0, parts 0, a new day
//! ```
//!
//! Consecutive rests are one rest: a rest that has counted as a part may grow into the whole, but counts only once. The
//! same applies to a daily rest in two parts: after the first one, the second ends the day. Exceptions that other
//! routes leave to this one ([`Allowance`]) are spent as days end: see [`super::days`].

mod ahead;
mod report;

use crate::problem::{DayRules, DrivingRules, UNLIMITED};

pub(super) use report::check;

use super::{Code, Miss};
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

/// The first part of a daily rest that other routes expect of this one, in seconds.
pub(crate) fn part_owed(core: &Core<'_>, case: &Case<'_>) -> Option<i64> {
    let vehicle = &core.instance.problem.vehicles[case.shift.vehicle as usize];
    let is_owed = core.allowance.is_some_and(|it| it.owes_part);
    let rules = vehicle.driving_rules.as_ref().filter(|_| is_owed)?;
    Some(rules.day?.parts?.first)
}

/// The state since the last full break and since the last daily rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RestState {
    pub(crate) driven_seconds: i64,
    pub(crate) part_count: u8,
    /// Seconds of the rest in progress; 0 if there is none.
    pub(crate) resting_seconds: i64,
    /// Whether that rest has counted as a part.
    is_counted: bool,
    /// What that rest is to the day.
    stage: Stage,
    /// Whether the day has the first part of its daily rest.
    has_part: bool,
    /// The exceptions that are left.
    allowance: Allowance,
    /// All time since the last full break.
    spent_seconds: i64,
    /// Since the last daily rest: driving, and all time.
    day_driven_seconds: i64,
    day_seconds: i64,
}

const _: () = assert!(size_of::<RestState>() <= 56, "each label has one");

/// What the rest in progress is to the day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// A break.
    #[default]
    Break,
    /// The first part of the daily rest.
    FirstPart,
    /// It has ended the day.
    Night,
    /// It has ended the day as a reduced rest, only because it is short.
    ShortNight,
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
    /// The remainder of the daily rest or of its second part, and of a reduced one.
    pub(crate) of_day: [Option<i64>; 2],
    /// The remainder of the first part of the daily rest.
    pub(crate) of_day_part: Option<i64>,
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
            stage: if goes_on { self.stage } else { Stage::Break },
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
        Self { resting_seconds: 0, is_counted: false, stage: Stage::Break, ..self.later(seconds) }
    }

    /// The state after this much more rest.
    #[must_use]
    pub(crate) fn rested(self, rules: &DrivingRules, seconds: i64) -> Self {
        let resting_seconds = self.resting_seconds + seconds;
        let part = rules.part_seconds.get(usize::from(self.part_count));
        let is_part = !self.is_counted && part.is_some_and(|&part| resting_seconds >= part);
        let part_count = self.part_count + u8::from(is_part);
        let is_last = is_part && usize::from(part_count) == rules.part_seconds.len();
        let night = rules.day.as_ref().filter(|day| self.ends_day(day, resting_seconds));
        let is_night = night.is_some();
        let later = match (night, &rules.day) {
            (Some(day), _) => self.ended(day, resting_seconds),
            (None, Some(day)) => self.parted(day, resting_seconds).later(seconds),
            (None, None) => self.later(seconds),
        };
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
        let Allowance { mut reduced, mut extended, .. } = self.allowance;
        let is_full = resting_seconds >= rules.rest_seconds;
        let stage = match self.stage {
            // The rest has ended the day before, and goes on.
            Stage::ShortNight if is_full => {
                reduced += 1;
                Stage::Night
            }
            Stage::Night | Stage::ShortNight => self.stage,
            Stage::Break | Stage::FirstPart => {
                let is_long = self.is_long(rules);
                let is_short = !is_full && !is_long && !self.has_earlier_part();
                reduced -= i16::from(is_long || is_short);
                extended -= i16::from(self.day_driven_seconds > rules.driving_seconds_max);
                if is_short { Stage::ShortNight } else { Stage::Night }
            }
        };
        let allowance = Allowance { reduced, extended, ..self.allowance };
        Self { stage, allowance, ..Self::default() }
    }

    /// Whether the rest in progress ends the day, or has ended it, once it has lasted this long.
    fn ends_day(&self, rules: &DayRules, resting_seconds: i64) -> bool {
        matches!(self.stage, Stage::Night | Stage::ShortNight)
            || resting_seconds >= rules.rest_seconds_min(self.has_earlier_part())
    }

    /// The state with the rest in progress as the first part of the daily rest, if it is one after this long.
    fn parted(self, rules: &DayRules, resting_seconds: i64) -> Self {
        let is_part = !self.has_part && rules.parts.is_some_and(|it| resting_seconds >= it.first);
        if is_part { Self { has_part: true, stage: Stage::FirstPart, ..self } } else { self }
    }

    /// Whether an earlier rest than that in progress is the first part of the daily rest.
    fn has_earlier_part(&self) -> bool {
        self.has_part && self.stage != Stage::FirstPart
    }

    /// Whether the rest after the last day may be as short as other routes expect it to be. A rest in progress goes on
    /// after the route unless its vehicle does something at its end.
    pub(crate) fn may_end(&self, goes_on: bool) -> bool {
        let has_part = if goes_on { self.has_earlier_part() } else { self.has_part };
        !self.allowance.owes_part || has_part
    }

    /// Whether the day has lasted so long that the rest after it is a reduced one. The rest in progress is not part of
    /// the day. A day that has lasted even longer than that is history, and any rest may follow.
    fn is_long(&self, rules: &DayRules) -> bool {
        let seconds = self.day_seconds - self.resting_seconds;
        let is_long = rules.span_seconds_max < seconds && seconds <= rules.long_span_seconds_max();
        is_long && !self.has_earlier_part()
    }

    /// The longest that the day may last.
    fn span_seconds_max(&self, rules: &DayRules) -> i64 {
        if self.has_part {
            return rules.parted_span_seconds_max();
        }
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

    /// Whether the first part of a daily rest may be of use if the route ends after at most this much time: for a day
    /// that may become too long, for a rest before another day, or for the rest after the route.
    pub(crate) fn may_need_part(&self, rules: &DrivingRules, seconds: i64) -> bool {
        let is_long = |day: &DayRules| self.day_seconds + seconds > day.span_seconds_max;
        self.allowance.owes_part || rules.day.as_ref().is_some_and(is_long)
    }

    /// The rests that are longer than the one in progress and of any use.
    pub(crate) fn choices(&self, rules: &DrivingRules) -> Choices {
        let resting = self.resting_seconds;
        let whole = rules.break_seconds - resting;
        let next = rules.part_seconds.get(usize::from(self.part_count));
        let next = next.filter(|_| !self.is_counted);
        let part = next.map(|part| part - resting);
        let is_useful = self.is_tired(rules);
        let nights = rules.day.as_ref().map_or([None; 2], |day| {
            let is_long = self.is_long(day);
            let may_reduce = self.allowance.reduced > 0;
            let full = day.rest_seconds - resting;
            let reduced = day.rest_seconds_min(false) - resting;
            let is_open = self.day_seconds > 0;
            if self.has_earlier_part() {
                let second = day.rest_seconds_min(true) - resting;
                return [(is_open && second > 0).then_some(second), None];
            }
            // After a long day, every rest is a reduced one.
            let is_full_useful = (is_open && !is_long) || self.stage == Stage::ShortNight;
            [
                (is_full_useful && full > 0).then_some(full),
                (is_open && may_reduce && reduced > 0 && reduced < full).then_some(reduced),
            ]
        });
        let of_day_part = rules.day.as_ref().and_then(|day| {
            let first = day.parts?.first - resting;
            let is_open = self.day_seconds > 0 && !self.has_part && first > 0;
            let fits = self.day_seconds + first <= day.parted_span_seconds_max();
            (is_open && fits).then_some(first)
        });
        Choices {
            of_day_part,
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
            && self.stage == other.stage
    }

    /// Whether this state is at least as good as another in every respect: no more driving, no more time, no fewer
    /// parts. The other one is reached this much later.
    pub(crate) fn is_as_fresh_as(
        &self,
        other: &Self,
        rules: Option<&DrivingRules>,
        later_seconds: i64,
    ) -> bool {
        let has_days = rules.is_some_and(|it| it.day.is_some());
        let has_work = rules.is_some_and(DrivingRules::limits_work);
        self.driven_seconds <= other.driven_seconds
            && self.part_count >= other.part_count
            && (!has_work || self.spent_seconds <= other.spent_seconds)
            && (!has_days
                || (self.day_driven_seconds <= other.day_driven_seconds
                    && self.day_seconds <= other.day_seconds
                    && (!other.has_part || self.may_part_by(other, rules, later_seconds))
                    && self.allowance.is_no_less_than(&other.allowance)))
    }
}

impl RestState {
    /// Whether this state has the first part of its daily rest, or may still take it before the other one is reached.
    fn may_part_by(&self, other: &Self, rules: Option<&DrivingRules>, later_seconds: i64) -> bool {
        let parts = rules.and_then(|it| it.day?.parts);
        let spare_seconds = later_seconds.min(other.day_seconds - self.day_seconds);
        self.has_part || parts.is_some_and(|it| it.first <= spare_seconds)
    }
}

#[cfg(test)]
mod tests;
