//! What travel costs: tables by lane, and the clocks that tell which lane holds.

use super::{ClockIdx, PlaceIdx};

/// A place and what holds for every arrival there.
#[derive(Clone, Debug)]
pub struct Place {
    /// The clock that traffic windows of legs from here follow.
    pub clock: ClockIdx,
    /// Paid once an arrival, however many stops are made.
    pub setup_seconds: i64,
}

/// From an instant on, local time is UTC plus an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockSegment {
    /// The first second of it; the first segment's reaches back without end.
    pub from_at: i64,
    /// Seconds to add to UTC.
    pub offset_seconds: i64,
}

/// Local time of a zone: ascending segments, at least one.
#[derive(Clone, Debug)]
pub struct Clock {
    /// Ascending by `from_at`.
    pub segments: Vec<ClockSegment>,
}

/// Lanes by local time of the day of departure. One lane for all: no traffic.
#[derive(Clone, Debug)]
pub struct TrafficWindows {
    /// Second of the day at which a lane begins to hold, ascending from 0, and the lane.
    pub weekday: Vec<(u32, u32)>,
    /// The same on Saturdays and Sundays.
    pub weekend: Vec<(u32, u32)>,
}

impl Default for TrafficWindows {
    fn default() -> Self {
        Self { weekday: vec![(0, 0)], weekend: vec![(0, 0)] }
    }
}

/// Travel costs of all pairs of places, row-major by the place of departure.
#[derive(Clone, Debug, Default)]
pub struct TravelTable {
    /// Lanes of `travel_seconds`.
    pub lane_count: u32,
    /// `place_count²`; below 0 where no road leads.
    pub distance_meters: Vec<i32>,
    /// `place_count² × lane_count`, the lanes of a pair side by side; not negative where a road leads.
    pub travel_seconds: Vec<i32>,
}

impl TravelTable {
    /// Bytes of a table, before it is made.
    #[must_use]
    pub const fn bytes(place_count: u64, lane_count: u64) -> u64 {
        place_count * place_count * (lane_count + 1) * 4
    }

    /// The position of a pair in `distance_meters`.
    #[must_use]
    #[inline]
    pub const fn pair(place_count: usize, from: PlaceIdx, to: PlaceIdx) -> usize {
        from.at() * place_count + to.at()
    }
}
