//! Hours of the week: when a sign applies, and how much of other hours that is.
//!
//! ```text
//!   Mo 00:00 ─────[07:00, 09:00)──────────── Tu 00:00 ───── … ───── Su 24:00
//! ```
//!
//! Local time, in whole minutes, because signs state no seconds. Holidays are not represented.

/// The minutes of a day.
pub(crate) const DAY_MINUTES: u16 = 24 * 60;
/// The minutes of a week.
pub(crate) const WEEK_MINUTES: u16 = 7 * DAY_MINUTES;

/// A set of minutes of the week.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct WeekHours {
    /// First minute and the minute after the last. Ascending; no range is empty or touches the next.
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

    /// Returns the union of ranges in any order, which may overlap and may extend beyond the end of the week,
    /// by at most one week; they then continue at its beginning.
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

    /// Returns the ranges: first minutes and the minutes after the last, ascending.
    #[must_use]
    pub fn ranges(&self) -> &[(u16, u16)] {
        &self.ranges
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_never(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns whether it contains every minute.
    #[must_use]
    pub fn is_always(&self) -> bool {
        self.ranges == [(0, WEEK_MINUTES)]
    }

    /// Returns whether it contains a minute.
    pub(crate) fn has(&self, minute: u16) -> bool {
        self.ranges.iter().any(|range| (range.0..range.1).contains(&minute))
    }

    /// Returns the number of minutes.
    pub(crate) fn minutes(&self) -> u16 {
        self.ranges.iter().map(|range| range.1 - range.0).sum()
    }

    /// Returns whether it contains half of the week or more.
    pub(crate) fn is_usual(&self) -> bool {
        self.minutes() >= WEEK_MINUTES / 2
    }

    /// Returns the union of both.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        match (self.is_never(), other.is_never()) {
            (_, true) => self.clone(),
            (true, _) => other.clone(),
            _ => Self::of(self.ranges.iter().chain(&other.ranges).copied()),
        }
    }

    /// Returns the intersection of both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let common = |a: (u16, u16), b: (u16, u16)| (a.0.max(b.0), a.1.min(b.1));
        let pairs = self.ranges.iter().flat_map(|a| other.ranges.iter().map(|b| common(*a, *b)));
        Self::of(pairs)
    }

    /// Returns the minutes that it does not contain.
    #[must_use]
    pub fn not(&self) -> Self {
        let firsts = self.ranges.iter().map(|range| range.0).chain([WEEK_MINUTES]);
        let ends = [0].into_iter().chain(self.ranges.iter().map(|range| range.1));
        Self::of(ends.zip(firsts))
    }

    /// Returns its minutes that another set does not contain.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        if self.is_never() || other.is_never() {
            return self.clone();
        }
        self.and(&other.not())
    }
}

/// The seconds of the week that a lane of costs represents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LaneHours {
    /// First second and the second after the last.
    ranges: Vec<(u32, u32)>,
}

const DAY_SECONDS: u32 = 86_400;

impl LaneHours {
    /// Returns the whole week, for free flow, which is not tied to hours.
    pub(crate) fn whole_week() -> Self {
        Self { ranges: vec![(0, 7 * DAY_SECONDS)] }
    }

    /// Returns Saturday and Sunday.
    pub(crate) fn weekend() -> Self {
        Self { ranges: vec![(5 * DAY_SECONDS, 7 * DAY_SECONDS)] }
    }

    /// Returns intervals of seconds of the day, including their ends, from Monday to Friday.
    pub(crate) fn of_weekdays(intervals: &[(u32, u32)]) -> Self {
        let on = |day: u32| {
            let at = day * DAY_SECONDS;
            intervals.iter().map(move |&(first, last)| (at + first, at + last + 1))
        };
        Self { ranges: (0..5).flat_map(on).collect() }
    }

    /// Returns the number of seconds.
    pub(crate) fn seconds(&self) -> u32 {
        self.ranges.iter().map(|range| range.1 - range.0).sum()
    }

    /// Returns how many of its seconds are in a set of minutes.
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
