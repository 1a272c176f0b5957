//! Hours of the week: when a sign holds, and how much of some other hours that is.
//!
//! ```text
//!   Mo 00:00 ─────[07:00, 09:00)──────────── Tu 00:00 ───── … ───── Su 24:00
//! ```
//!
//! Local time, in whole minutes, for signs name no seconds. Holidays are no part of a week.

/// Minutes of a day.
pub(crate) const DAY_MINUTES: u16 = 24 * 60;
/// Minutes of a week.
pub(crate) const WEEK_MINUTES: u16 = 7 * DAY_MINUTES;

/// A set of minutes of the week.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct WeekHours {
    /// First minute and the one behind the last: ascending, none empty, none touching the next.
    ranges: Vec<(u16, u16)>,
}

impl WeekHours {
    /// No minute.
    pub const NEVER: Self = Self { ranges: Vec::new() };

    /// Every minute.
    #[must_use]
    pub fn always() -> Self {
        Self { ranges: vec![(0, WEEK_MINUTES)] }
    }

    /// Of ranges in any order, which may overlap and go on after the end of the week at its beginning, once
    /// around at most.
    pub(crate) fn of(ranges: impl IntoIterator<Item = (u16, u16)>) -> Self {
        let mut parts = Vec::new();
        for (first, end) in ranges {
            parts.push((first.min(WEEK_MINUTES), end.min(WEEK_MINUTES)));
            if end > WEEK_MINUTES {
                parts.push((first.saturating_sub(WEEK_MINUTES), end - WEEK_MINUTES));
            }
        }
        parts.retain(|(first, end)| first < end);
        parts.sort_unstable();
        let mut ranges: Vec<(u16, u16)> = Vec::with_capacity(parts.len());
        for (first, end) in parts {
            match ranges.last_mut() {
                Some(last) if first <= last.1 => last.1 = last.1.max(end),
                _ => ranges.push((first, end)),
            }
        }
        Self { ranges }
    }

    /// First minutes and those behind the last, ascending.
    #[must_use]
    pub fn ranges(&self) -> &[(u16, u16)] {
        &self.ranges
    }

    /// Whether it has no minute.
    #[must_use]
    pub fn is_never(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether it has every minute.
    #[must_use]
    pub fn is_always(&self) -> bool {
        self.ranges == [(0, WEEK_MINUTES)]
    }

    /// Whether it has a minute.
    pub(crate) fn has(&self, minute: u16) -> bool {
        self.ranges.iter().any(|range| (range.0..range.1).contains(&minute))
    }

    /// How many minutes it has.
    pub(crate) fn minutes(&self) -> u16 {
        self.ranges.iter().map(|range| range.1 - range.0).sum()
    }

    /// Half of the week or more.
    pub(crate) fn is_usual(&self) -> bool {
        self.minutes() >= WEEK_MINUTES / 2
    }

    /// The minutes of either.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        match (self.is_never(), other.is_never()) {
            (_, true) => self.clone(),
            (true, _) => other.clone(),
            _ => Self::of(self.ranges.iter().chain(&other.ranges).copied()),
        }
    }

    /// The minutes of both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let common = |a: (u16, u16), b: (u16, u16)| (a.0.max(b.0), a.1.min(b.1));
        let pairs = self.ranges.iter().flat_map(|a| other.ranges.iter().map(|b| common(*a, *b)));
        Self::of(pairs)
    }

    /// The minutes that it has not.
    #[must_use]
    pub fn not(&self) -> Self {
        let firsts = self.ranges.iter().map(|range| range.0).chain([WEEK_MINUTES]);
        let ends = [0].into_iter().chain(self.ranges.iter().map(|range| range.1));
        Self::of(ends.zip(firsts))
    }

    /// The minutes that another has not.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        if self.is_never() || other.is_never() {
            return self.clone();
        }
        self.and(&other.not())
    }
}

/// Seconds of the week that a lane of costs stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LaneHours {
    /// First second and the one behind the last.
    ranges: Vec<(u32, u32)>,
}

const DAY_SECONDS: u32 = 86_400;

impl LaneHours {
    /// The whole week: free flow belongs to no hour.
    pub(crate) fn whole_week() -> Self {
        Self { ranges: vec![(0, 7 * DAY_SECONDS)] }
    }

    /// Saturday and Sunday.
    pub(crate) fn weekend() -> Self {
        Self { ranges: vec![(5 * DAY_SECONDS, 7 * DAY_SECONDS)] }
    }

    /// Intervals of seconds of the day, their ends included, from Monday to Friday.
    pub(crate) fn of_weekdays(intervals: &[(u32, u32)]) -> Self {
        let on = |day: u32| {
            let at = day * DAY_SECONDS;
            intervals.iter().map(move |&(first, last)| (at + first, at + last + 1))
        };
        Self { ranges: (0..5).flat_map(on).collect() }
    }

    /// How many seconds it has.
    pub(crate) fn seconds(&self) -> u32 {
        self.ranges.iter().map(|range| range.1 - range.0).sum()
    }

    /// How many of its seconds are in a set of minutes.
    pub(crate) fn seconds_in(&self, hours: &WeekHours) -> u32 {
        let minutes = hours.ranges.iter();
        let seconds = minutes.map(|&(first, end)| (u32::from(first) * 60, u32::from(end) * 60));
        seconds
            .flat_map(|a| self.ranges.iter().map(move |b| (a.0.max(b.0), a.1.min(b.1))))
            .map(|(first, end)| end.saturating_sub(first))
            .sum()
    }
}

#[cfg(test)]
mod tests;
