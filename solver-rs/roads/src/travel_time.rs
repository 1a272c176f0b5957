//! Time on a leg that may last from one traffic window into another.
//!
//! ```text
//! done 1 ┤                   ╭─ arrival      Each window has a travel time for the whole leg, hence a
//!        │               ╭───╯               pace. Whoever is on the way when a window ends goes on
//!        │   ╭───────────╯                   from where that is, at the pace of the next one.
//!      0 ┼───╯
//!        departure   │ the next window
//! ```
//!
//! After Ichoua, Gendreau, Potvin 2003. Leaving later never means arriving earlier, as it could if the
//! travel time of the window of departure held all along: whoever leaves earlier is ahead at the end
//! of each window, and from there on the pace is the same for both.
//!
//! Integers only. What is left of a leg at the end of a window is counted in parts of 2^-32, rounded up;
//! the arrival is rounded half up, once, at the end. Both keep the order of two trips, so FIFO holds to
//! the second. A leg that stays in one window takes that window's time exactly; each end of a window on
//! the way adds at most 2^-32 of a travel time, 20 µs if that is a day, before the rounding.
//!
//! One search among some 40 intervals of the week, then one step an interval; no allocation.

use crate::{RoadError, UNREACHABLE_SECONDS};

/// Seconds of a local day.
pub const DAY_SECONDS: u32 = 86_400;
/// Seconds of a local week.
pub const WEEK_SECONDS: u32 = 7 * DAY_SECONDS;

/// A whole leg, in the parts that are counted.
const LEG: u64 = 1 << 32;
const _: () = assert!(UNREACHABLE_SECONDS < 1 << 30, "a leg times a travel time is below 2^62");
const _: () = assert!(WEEK_SECONDS < 1 << 20, "a leg times an interval is below 2^52");

/// A traffic window that begins at a second of each weekday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowStart {
    /// Counted from local midnight.
    pub second_of_day: u32,
    /// The window's travel time among those of a pair.
    pub lane: usize,
}

/// Which traffic window holds when, in a week of local time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeekWindows {
    /// Ascending from 0, Monday's midnight, to [`WEEK_SECONDS`]: one more than `lane`.
    start: Vec<u32>,
    /// One an interval; neighbors differ.
    lane: Vec<usize>,
}

impl WeekWindows {
    /// Windows that hold on Monday to Friday, each until the next begins, and one for the weekend.
    ///
    /// # Errors
    /// The first does not begin at midnight, one does not begin after the one before it, or the day
    /// is over.
    pub fn new(weekday: &[WindowStart], weekend_lane: usize) -> Result<Self, RoadError> {
        let mut expected = 0..1;
        for (position, window) in weekday.iter().enumerate() {
            let second_of_day = window.second_of_day;
            if !expected.contains(&second_of_day) {
                return Err(RoadError::WindowStartInvalid { position, second_of_day });
            }
            expected = second_of_day + 1..DAY_SECONDS;
        }
        if weekday.is_empty() {
            return Err(RoadError::NoWindows);
        }
        let weekdays = (0..5).flat_map(|day| {
            weekday.iter().map(move |it| (day * DAY_SECONDS + it.second_of_day, it.lane))
        });
        let mut week = Self { start: Vec::new(), lane: Vec::new() };
        for (start, lane) in weekdays.chain([(5 * DAY_SECONDS, weekend_lane)]) {
            if week.lane.last() != Some(&lane) {
                week.start.push(start);
                week.lane.push(lane);
            }
        }
        week.start.push(WEEK_SECONDS);
        Ok(week)
    }

    /// The lane that holds at a second, counted from the local midnight before some Monday.
    #[must_use]
    pub fn lane(&self, second: i64) -> usize {
        self.lane[self.interval(second_of_week(second))]
    }

    /// When a leg ends that starts at `departure`; both are seconds from the local midnight before some
    /// Monday. `travel_seconds` has one entry a lane: how long the leg takes at that lane's pace.
    /// Rounded half up to whole seconds; never before an earlier departure's arrival.
    ///
    /// # Panics
    /// A travel time is missing, negative or that of a pair without a road.
    #[must_use]
    pub fn arrival(&self, departure: i64, travel_seconds: &[i32]) -> i64 {
        let start = second_of_week(departure);
        let mut interval = self.interval(start);
        let mut room = u64::from(self.start[interval + 1] - start);
        let mut left = LEG;
        let mut now = departure;
        loop {
            let seconds = reachable(travel_seconds[self.lane[interval]]);
            let needed = (left * seconds + LEG / 2) / LEG;
            if needed <= room {
                return now + needed.cast_signed();
            }
            // Not there yet, so `seconds` is above 0 and what is done in `room` is less than `left`.
            left -= room * LEG / seconds;
            now += room.cast_signed();
            interval = if interval + 1 < self.lane.len() { interval + 1 } else { 0 };
            room = u64::from(self.start[interval + 1] - self.start[interval]);
        }
    }

    /// The interval that holds at a second of the week.
    fn interval(&self, second: u32) -> usize {
        self.start.partition_point(|start| *start <= second) - 1
    }
}

fn second_of_week(second: i64) -> u32 {
    let second = second.rem_euclid(WEEK_SECONDS.into());
    u32::try_from(second).expect("a week has fewer seconds than 2^32")
}

fn reachable(seconds: i32) -> u64 {
    assert!((0..UNREACHABLE_SECONDS).contains(&seconds), "a travel time of {seconds} s");
    u64::from(seconds.cast_unsigned())
}

#[cfg(test)]
mod tests;
