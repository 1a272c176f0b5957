//! Hours in a map: which of them hold in a lane, and how they are stored.
//!
//! A road has in a lane the state that it has for most of the lane's hours. If times are equal, a state at
//! certain hours takes precedence over the usual one. A sign from 7 to 9 thus counts in a window from 7 to 10,
//! but not in one from 6 to 12.

use super::{LANE_COUNT, MapError};
use crate::codec::{ArrayReader, ArrayWriter, check_below, check_len, check_rows};
use crate::network::{HoursIdx, TimedPace};
use crate::week::{LaneHours, WEEK_MINUTES, WeekHours};

/// The number of seconds of each lane that each set of hours contains.
pub(super) struct LaneStates {
    seconds: Vec<[u32; LANE_COUNT]>,
    of_lane: [u32; LANE_COUNT],
}

impl LaneStates {
    pub(super) fn of(hours: &[WeekHours], lanes: &[LaneHours; LANE_COUNT]) -> Self {
        let seconds = |hours| std::array::from_fn(|lane| lanes[lane].seconds_in(hours));
        Self {
            seconds: hours.iter().map(seconds).collect(),
            of_lane: std::array::from_fn(|lane| lanes[lane].seconds()),
        }
    }

    /// Whether a set of hours holds in a lane, which means in at least half of it.
    pub(super) fn holds(&self, hours: usize, lane: usize) -> bool {
        self.seconds[hours][lane] * 2 >= self.of_lane[lane]
    }

    /// The time of a part in each lane, in one direction.
    pub(super) fn part_milliseconds(
        &self,
        usual: u32,
        timed: &[TimedPace],
        part_side: usize,
    ) -> [u32; LANE_COUNT] {
        let mut milliseconds = [usual; LANE_COUNT];
        let own = || timed.iter().filter(|pace| pace.part_side as usize == part_side);
        if own().next().is_none() {
            return milliseconds;
        }
        for (lane, milliseconds) in milliseconds.iter_mut().enumerate() {
            let seconds = |pace: &TimedPace| self.seconds[pace.hours.0 as usize][lane];
            let at_hours: u32 = own().map(seconds).sum();
            let mut longest = self.of_lane[lane].saturating_sub(at_hours);
            for pace in own() {
                if seconds(pace) >= longest {
                    longest = seconds(pace);
                    *milliseconds = pace.milliseconds;
                }
            }
        }
        milliseconds
    }
}

pub(super) fn write_hours(hours: &[WeekHours], writer: &mut ArrayWriter) {
    let mut first_range = vec![0];
    let (mut firsts, mut ends) = (Vec::new(), Vec::new());
    for ranges in hours.iter().map(WeekHours::ranges) {
        firsts.extend(ranges.iter().map(|range| u32::from(range.0)));
        ends.extend(ranges.iter().map(|range| u32::from(range.1)));
        first_range.push(u32::try_from(firsts.len()).expect("hours are few"));
    }
    writer.write(&first_range);
    writer.write(&firsts);
    writer.write(&ends);
}

pub(super) fn read_hours(reader: &mut ArrayReader<'_>) -> Result<Vec<WeekHours>, MapError> {
    let first_range: Vec<u32> = reader.read()?;
    let (firsts, ends): (Vec<u32>, Vec<u32>) = (reader.read()?, reader.read()?);
    check_rows(&first_range, firsts.len(), "hours")?;
    check_len(ends.len(), firsts.len(), "hours")?;
    check_below(&ends, usize::from(WEEK_MINUTES) + 1, None, "hours")?;
    let bad = MapError::Inconsistent { what: "hours" };
    let hours = |row: &[u32]| {
        let row = row[0] as usize..row[1] as usize;
        let minute = |number: &u32| u16::try_from(*number).ok();
        let ranges = firsts[row.clone()].iter().zip(&ends[row]);
        let ranges: Option<Vec<(u16, u16)>> =
            ranges.map(|range| minute(range.0).zip(minute(range.1))).collect();
        let ranges = ranges.ok_or(bad.clone())?;
        let hours = WeekHours::of(ranges.iter().copied());
        if hours.ranges() == ranges { Ok(hours) } else { Err(bad.clone()) }
    };
    first_range.windows(2).map(hours).collect()
}

pub(super) fn read_timed_paces(
    reader: &mut ArrayReader<'_>,
    hours_count: usize,
) -> Result<Vec<TimedPace>, MapError> {
    let part_sides: Vec<u32> = reader.read()?;
    let (hours, milliseconds): (Vec<u32>, Vec<u32>) = (reader.read()?, reader.read()?);
    check_len(hours.len(), part_sides.len(), "hours")?;
    check_len(milliseconds.len(), part_sides.len(), "hours")?;
    check_below(&hours, hours_count, None, "hours")?;
    if !part_sides.is_sorted() {
        return Err(MapError::Inconsistent { what: "hours" });
    }
    let rest = hours.into_iter().zip(milliseconds);
    let pace = |(part_side, (hours, milliseconds))| TimedPace {
        part_side,
        hours: HoursIdx(hours),
        milliseconds,
    };
    Ok(part_sides.into_iter().zip(rest).map(pace).collect())
}
