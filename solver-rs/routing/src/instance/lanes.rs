//! The traffic window at each instant of a clock: an absolute schedule in UTC that includes changes of the clock.
//!
//! ```text
//! local   00:00        07:00      10:00   …   a list of windows for weekdays, one for weekends; each has a lane
//! UTC   ──┬────────────┬──────────┬────────   from_at: ascending instants; adjacent intervals have different lanes
//!         └ block_first: for every 4,096 s the interval at its beginning, so that a look-up takes a step or two
//! ```
//!
//! The schedule spans the shifts with margins; beyond them its nearest week repeats. Progress on a leg is counted in
//! parts of 2^-32, rounded up; the arrival is rounded once, half up, so that leaving later never means arriving earlier
//! (Ichoua, Gendreau, Potvin 2003).

use crate::problem::{Clock, DAY_SECONDS, TrafficWindows};

const WEEK_SECONDS: i64 = 7 * DAY_SECONDS;
const BLOCK_BITS: u32 = 12;
/// Longer spans are cut off here; no problem reaches that far.
const SPAN_SECONDS_MAX: i64 = 4 * 366 * DAY_SECONDS;

/// The number of parts of a whole leg.
pub(crate) const LEG: u64 = 1 << 32;

/// The schedule of lanes of one clock.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    /// Start of each interval, ascending; the last entry is the end of the span.
    from_at: Vec<i64>,
    /// Lane of each interval.
    lane: Vec<u32>,
    /// The interval at the beginning of each block since the first instant.
    block_first: Vec<u32>,
    /// The same with the data that a leg needs.
    blocks: Vec<Block>,
}

/// The lane at the beginning of a block and the one after it, with their ends.
#[derive(Clone, Copy, Debug)]
struct Block {
    until_at: i64,
    next_until_at: i64,
    lane: u32,
    next_lane: u32,
}

impl Lanes {
    /// Builds the schedule of a clock from `first_at` to at least a week later.
    pub(crate) fn new(
        clock: &Clock,
        traffic: &TrafficWindows,
        first_at: i64,
        last_at: i64,
    ) -> Self {
        let last_at = last_at.clamp(first_at + WEEK_SECONDS, first_at + SPAN_SECONDS_MAX);
        let mut lanes = Self {
            from_at: Vec::new(),
            lane: Vec::new(),
            block_first: Vec::new(),
            blocks: Vec::new(),
        };
        for (position, segment) in clock.segments.iter().enumerate() {
            let next = clock.segments.get(position + 1).map_or(i64::MAX, |it| it.from_at);
            let from = if position == 0 { first_at } else { segment.from_at.max(first_at) };
            lanes.add_segment(from, next.min(last_at), segment.offset_seconds, traffic);
        }
        lanes.from_at.push(last_at);
        lanes.index();
        lanes
    }

    fn add_segment(&mut self, from: i64, until: i64, offset: i64, traffic: &TrafficWindows) {
        if from >= until {
            return;
        }
        let first_day = (from + offset).div_euclid(DAY_SECONDS);
        let last_day = (until + offset).div_euclid(DAY_SECONDS);
        for day in first_day..=last_day {
            // 1970-01-01 was a Thursday.
            let is_weekend = (day + 3).rem_euclid(7) >= 5;
            let windows = if is_weekend { &traffic.weekend } else { &traffic.weekday };
            for &(second_of_day, lane) in windows {
                let at = (day * DAY_SECONDS + i64::from(second_of_day) - offset).max(from);
                if at < until {
                    self.add(at, lane);
                }
            }
        }
    }

    fn add(&mut self, at: i64, lane: u32) {
        if self.from_at.last() == Some(&at) {
            self.from_at.pop();
            self.lane.pop();
        }
        if self.lane.last() != Some(&lane) {
            self.from_at.push(at);
            self.lane.push(lane);
        }
    }

    fn index(&mut self) {
        let mut interval = 0;
        let mut block_at = self.from_at[0];
        while block_at < self.end_at() {
            while self.from_at[interval + 1] <= block_at {
                interval += 1;
            }
            self.block_first.push(u32::try_from(interval).expect("intervals are few"));
            let next = (interval + 1).min(self.lane.len() - 1);
            self.blocks.push(Block {
                until_at: self.from_at[interval + 1],
                next_until_at: self.from_at[next + 1],
                lane: self.lane[interval],
                next_lane: self.lane[next],
            });
            block_at += 1 << BLOCK_BITS;
        }
    }

    fn end_at(&self) -> i64 {
        self.from_at[self.from_at.len() - 1]
    }

    /// Returns the seconds, a multiple of a week, to add to an instant so that it lies in the span.
    fn shift_into(&self, instant: i64) -> i64 {
        let (first, end) = (self.from_at[0], self.end_at());
        if instant < first {
            (first - instant + WEEK_SECONDS - 1) / WEEK_SECONDS * WEEK_SECONDS
        } else if instant >= end {
            -((instant - end) / WEEK_SECONDS + 1) * WEEK_SECONDS
        } else {
            0
        }
    }

    /// Returns when a whole leg ends. Most legs end before the lane changes.
    #[inline(always)]
    pub(crate) fn whole_arrival_at(&self, departure_at: i64, seconds: &[i32]) -> i64 {
        let since = departure_at - self.from_at[0];
        if let Ok(block) = usize::try_from(since >> BLOCK_BITS)
            && let Some(block) = self.blocks.get(block)
        {
            let (lane, until_at) = if departure_at < block.until_at {
                (block.lane, block.until_at)
            } else {
                (block.next_lane, block.next_until_at)
            };
            let arrival_at = departure_at + i64::from(seconds[lane as usize]);
            if arrival_at <= until_at {
                return arrival_at;
            }
        }
        self.arrival_at(departure_at, seconds, LEG)
    }

    /// Returns the interval that contains an instant of the span.
    #[inline]
    fn interval(&self, instant: i64) -> usize {
        let block = usize::try_from((instant - self.from_at[0]) >> BLOCK_BITS);
        let mut interval = self.block_first[block.expect("the instant is in the span")] as usize;
        while self.from_at[interval + 1] <= instant {
            interval += 1;
        }
        interval
    }

    /// Returns when a leg ends of which `left` parts are ahead at `departure_at`; `seconds` has the leg's travel time
    /// by lane.
    #[inline]
    pub(crate) fn arrival_at(&self, departure_at: i64, seconds: &[i32], left: u64) -> i64 {
        let shift = self.shift_into(departure_at);
        let mut now = departure_at + shift;
        let mut interval = self.interval(now);
        let mut left = left;
        let mut shift = shift;
        loop {
            let whole = u64::from(seconds[self.lane[interval] as usize].unsigned_abs());
            let needed = ((left * whole + LEG / 2) / LEG).cast_signed();
            let room = self.from_at[interval + 1] - now;
            if needed <= room {
                return now + needed - shift;
            }
            left -= (room.unsigned_abs() * LEG) / whole;
            now += room;
            interval += 1;
            if interval == self.lane.len() {
                now -= WEEK_SECONDS;
                shift -= WEEK_SECONDS;
                interval = self.interval(now);
            }
        }
    }

    /// Returns the latest departure of a whole leg that ends at an instant, if both lie in one interval.
    pub(crate) fn departure_within(&self, arrival_at: i64, seconds: &[i32]) -> Option<i64> {
        let arrival_at_shifted = arrival_at + self.shift_into(arrival_at);
        let interval = self.interval(arrival_at_shifted);
        let whole = i64::from(seconds[self.lane[interval] as usize]);
        let is_within = arrival_at_shifted - whole >= self.from_at[interval]
            && arrival_at_shifted + 1 < self.from_at[interval + 1];
        is_within.then_some(arrival_at - whole)
    }

    /// Returns the parts of a leg still ahead at `until_at` if `left` were ahead at `departure_at`.
    pub(crate) fn left_at(
        &self,
        departure_at: i64,
        seconds: &[i32],
        left: u64,
        until_at: i64,
    ) -> u64 {
        let mut left = left;
        let mut now = departure_at;
        while now < until_at {
            let shift = self.shift_into(now);
            let interval = self.interval(now + shift);
            let whole = u64::from(seconds[self.lane[interval] as usize].unsigned_abs());
            let room = (self.from_at[interval + 1] - now - shift).min(until_at - now);
            if whole <= room.unsigned_abs() {
                return 0;
            }
            left = left.saturating_sub((room.unsigned_abs() * LEG) / whole);
            now += room;
        }
        left
    }

    /// Returns the first change of lanes after an instant.
    pub(crate) fn next_change(&self, after_at: i64) -> i64 {
        let shift = self.shift_into(after_at);
        self.from_at[self.interval(after_at + shift) + 1] - shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ClockSegment;

    const MONDAY: i64 = 4 * DAY_SECONDS;

    fn lanes(segments: &[(i64, i64)]) -> Lanes {
        let traffic = TrafficWindows {
            weekday: vec![(0, 0), (7 * 3600, 1), (10 * 3600, 0)],
            weekend: vec![(0, 2)],
        };
        let segments = segments
            .iter()
            .map(|&(from_at, offset_seconds)| ClockSegment { from_at, offset_seconds })
            .collect();
        Lanes::new(&Clock { segments }, &traffic, MONDAY, MONDAY + 3 * WEEK_SECONDS)
    }

    #[test]
    fn a_leg_goes_on_at_the_pace_of_the_next_window() {
        // From 06:30 with 3,600 s at night, half the leg is done by 07:00; the rest takes half of 7,200 s, until 08:00.
        let arrival = lanes(&[(0, 0)]).arrival_at(MONDAY + 6 * 3600 + 1800, &[3600, 7200, 1], LEG);
        assert_eq!(arrival, MONDAY + 8 * 3600);
    }

    #[test]
    fn windows_follow_the_local_clock_through_its_change() {
        // From Tuesday on, local time is an hour ahead of UTC: 07:00 local time is 06:00 UTC.
        let clock = [(0, 0), (MONDAY + DAY_SECONDS, 3600)];
        let travel = [100, 200, 300];
        let lanes = lanes(&clock);
        for (departure, expected) in [
            (MONDAY + 6 * 3600, 100),
            (MONDAY + 7 * 3600, 200),
            (MONDAY + DAY_SECONDS + 6 * 3600, 200),
            (MONDAY + DAY_SECONDS + 9 * 3600, 100),
            (MONDAY + 5 * DAY_SECONDS, 300),
        ] {
            let took = lanes.arrival_at(departure, &travel, LEG) - departure;
            assert_eq!(took, expected, "from {departure}");
        }
    }

    #[test]
    fn beyond_the_span_its_nearest_week_repeats() {
        let lanes = lanes(&[(0, 0)]);
        for weeks in [-5, 3, 40] {
            let departure = MONDAY + weeks * WEEK_SECONDS + 8 * 3600;
            assert_eq!(lanes.arrival_at(departure, &[1, 777, 1], LEG), departure + 777);
        }
        // Sunday of the last week, an hour before Monday: half of 7,200 s, then half of 3,600 s.
        let departure = MONDAY + 3 * WEEK_SECONDS - 3600;
        assert_eq!(lanes.arrival_at(departure, &[3600, 1, 7200], LEG), departure + 3600 + 1800);
    }

    #[test]
    fn parts_of_a_leg_add_up_to_it() {
        let lanes = lanes(&[(0, 0)]);
        let seconds = [3600, 7200, 1];
        let departure = MONDAY + 6 * 3600 + 1800;
        let left = lanes.left_at(departure, &seconds, LEG, departure + 2700);
        // After 1,800 of 3,600 s and then 900 of 7,200 s, three eighths are left, possibly rounded up.
        assert!(left - LEG / 8 * 3 <= 2, "{left}");
        assert_eq!(lanes.arrival_at(departure + 2700, &seconds, left), departure + 5400);
    }
}
