//! Travel costs for the search and the evaluator: arrival times by departure time, and distances.
//!
//! A table whose used lanes all agree is static, and a look-up suffices. Otherwise the time on a leg is computed along
//! the lanes of the clock at its place of departure ([`super::lanes`]).

use crate::problem::{DAY_SECONDS, PairRows, PlaceIdx, Problem, TravelIdx, pair_in};

use super::lanes::{LEG, Lanes};

/// Travel between the places of a problem over time. Borrows the tables and owns the schedules of lanes.
#[derive(Clone, Debug)]
pub struct Travel<'a> {
    tables: Vec<Table<'a>>,
    /// One per clock.
    lanes: Vec<Lanes>,
    /// One per place.
    clock: Vec<u32>,
    place_count: usize,
}

#[derive(Clone, Copy, Debug)]
struct Table<'a> {
    meters: &'a [i32],
    seconds: &'a [i32],
    lane_count: usize,
    static_lane: Option<usize>,
    rows: Option<&'a PairRows>,
}

/// One leg: its travel times by lane, and the schedule of lanes at its place of departure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg<'t> {
    seconds: &'t [i32],
    lanes: &'t Lanes,
    static_seconds: Option<i64>,
    pub(crate) meters: i64,
}

impl Leg<'_> {
    /// Returns when the leg ends if `left` of its parts are ahead.
    #[inline]
    pub(crate) fn arrival_at(&self, departure_at: i64, left: u64) -> i64 {
        match self.static_seconds {
            Some(seconds) if left == LEG => departure_at + seconds,
            None if left == LEG => self.lanes.whole_arrival_at(departure_at, self.seconds),
            _ => self.lanes.arrival_at(departure_at, self.seconds, left),
        }
    }

    /// Returns a lower bound on the seconds that `left` of its parts take.
    pub(crate) fn least_seconds(&self, left: u64) -> i64 {
        let whole = match self.static_seconds {
            Some(seconds) => seconds.unsigned_abs(),
            None => self.seconds.iter().min().map_or(0, |it| u64::from(it.unsigned_abs())),
        };
        (left * whole / LEG).cast_signed()
    }

    /// Returns the parts that are still ahead at an instant on the way.
    pub(crate) fn left_at(&self, departure_at: i64, left: u64, until_at: i64) -> u64 {
        self.lanes.left_at(departure_at, self.seconds, left, until_at)
    }

    /// Returns the meters that have been driven when `left` of its parts are ahead, if they were `meters_done` when
    /// `left_before` were.
    pub(crate) fn meters_done(&self, meters_done: i64, left_before: u64, left: u64) -> i64 {
        let driven = left_before.cast_signed() - left.cast_signed();
        // Rounds half up in integers: meters are below 2^31, and parts are at most 2^32.
        let meters = (self.meters * driven + (1 << 31)) >> 32;
        (meters_done + meters).min(self.meters)
    }
}

/// The rows of one static table, for loops over a route.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StaticTable<'a> {
    meters: &'a [i32],
    seconds: &'a [i32],
    lane_count: usize,
    lane: usize,
    rows: Option<&'a PairRows>,
    place_count: usize,
}

impl StaticTable<'_> {
    /// Returns seconds and meters: both 0 from a place to itself, negative meters if no road leads there.
    #[inline]
    pub(crate) fn leg(&self, from: u32, to: u32) -> (i64, i64) {
        if from == to {
            return (0, 0);
        }
        let pair = pair_in(self.rows, self.place_count, from, to);
        let seconds = self.seconds[pair * self.lane_count + self.lane];
        (i64::from(seconds), i64::from(self.meters[pair]))
    }
}

impl<'a> Travel<'a> {
    /// Derives the schedules of lanes in O(clocks × days × lanes of a day), and scans each table once.
    #[must_use]
    pub fn new(problem: &'a Problem) -> Self {
        let shifts = &problem.shifts;
        let first_at = shifts.iter().map(|it| it.start_at).min().unwrap_or(0) - 2 * DAY_SECONDS;
        let last_at = shifts.iter().map(|it| it.latest_end_at).max().unwrap_or(0);
        let traffic = &problem.traffic;
        let lanes = problem
            .clocks
            .iter()
            .map(|clock| Lanes::new(clock, traffic, first_at, last_at + 9 * DAY_SECONDS))
            .collect();
        let mut used: Vec<usize> =
            traffic.weekday.iter().chain(&traffic.weekend).map(|it| it.1 as usize).collect();
        used.sort_unstable();
        used.dedup();
        let tables = problem
            .travel
            .iter()
            .map(|table| {
                let seconds = table.travel_seconds.as_slice();
                let lane_count = table.lane_count as usize;
                let agrees = |cell: &[i32]| used.iter().all(|&lane| cell[lane] == cell[used[0]]);
                let is_static = used.len() < 2 || seconds.chunks_exact(lane_count).all(agrees);
                Table {
                    meters: &table.distance_meters,
                    seconds,
                    lane_count,
                    static_lane: is_static.then(|| used.first().copied().unwrap_or(0)),
                    rows: table.rows.as_ref(),
                }
            })
            .collect();
        Self {
            tables,
            lanes,
            clock: problem.places.iter().map(|it| it.clock.0).collect(),
            place_count: problem.places.len(),
        }
    }

    /// Returns whether no table has travel times that depend on the departure.
    pub(crate) fn has_one_lane(&self) -> bool {
        self.tables.iter().all(|it| it.lane_count == 1)
    }

    /// Returns whether travel times in this table never depend on the departure.
    #[must_use]
    pub fn is_static(&self, travel: TravelIdx) -> bool {
        self.tables[travel.at()].static_lane.is_some()
    }

    /// Returns the arrival of a departure; `None` if no road leads there. A later departure never arrives earlier.
    #[must_use]
    #[inline]
    pub fn arrival_at(
        &self,
        travel: TravelIdx,
        from: PlaceIdx,
        to: PlaceIdx,
        departure_at: i64,
    ) -> Option<i64> {
        if from == to {
            return Some(departure_at);
        }
        self.leg(travel, from, to).map(|leg| leg.arrival_at(departure_at, LEG))
    }

    /// Returns the latest departure that arrives at or before an instant; `None` if no road leads there.
    #[must_use]
    pub fn latest_departure_at(
        &self,
        travel: TravelIdx,
        from: PlaceIdx,
        to: PlaceIdx,
        arrival_at: i64,
    ) -> Option<i64> {
        if from == to {
            return Some(arrival_at);
        }
        let leg = self.leg(travel, from, to)?;
        if let Some(seconds) = leg.static_seconds {
            return Some(arrival_at - seconds);
        }
        if let Some(departure_at) = leg.lanes.departure_within(arrival_at, leg.seconds) {
            return Some(departure_at);
        }
        let least = leg.seconds.iter().copied().min().unwrap_or(0);
        let most = leg.seconds.iter().copied().max().unwrap_or(0);
        // A departure at `low` arrives in time, one at `high` does not.
        let mut low = arrival_at - i64::from(most);
        let mut high = arrival_at - i64::from(least) + 1;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if leg.arrival_at(middle, LEG) <= arrival_at {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(low)
    }

    /// Returns the meters of a leg; `None` if no road leads there.
    #[must_use]
    #[inline]
    pub fn meters(&self, travel: TravelIdx, from: PlaceIdx, to: PlaceIdx) -> Option<i64> {
        if from == to {
            return Some(0);
        }
        let table = &self.tables[travel.at()];
        let meters = table.meters[self.pair(table, from, to)];
        (meters >= 0).then_some(i64::from(meters))
    }

    /// Returns the least travel time of a leg at any instant; `None` if no road leads there.
    #[must_use]
    #[inline]
    pub fn shortest_seconds(&self, travel: TravelIdx, from: PlaceIdx, to: PlaceIdx) -> Option<i64> {
        if from == to {
            return Some(0);
        }
        let leg = self.leg(travel, from, to)?;
        leg.static_seconds.or_else(|| leg.seconds.iter().min().map(|&seconds| seconds.into()))
    }

    /// Returns the largest travel time of a leg at any instant; `None` if no road leads there.
    pub(crate) fn longest_seconds(
        &self,
        travel: TravelIdx,
        from: PlaceIdx,
        to: PlaceIdx,
    ) -> Option<i64> {
        if from == to {
            return Some(0);
        }
        let leg = self.leg(travel, from, to)?;
        leg.static_seconds.or_else(|| leg.seconds.iter().max().map(|&seconds| seconds.into()))
    }

    /// Returns the leg between two different places; `None` if no road leads there.
    #[inline]
    pub(crate) fn leg(&self, travel: TravelIdx, from: PlaceIdx, to: PlaceIdx) -> Option<Leg<'_>> {
        let table = &self.tables[travel.at()];
        let pair = self.pair(table, from, to);
        let meters = table.meters[pair];
        let seconds = &table.seconds[pair * table.lane_count..][..table.lane_count];
        let static_seconds = table.static_lane.map(|lane| i64::from(seconds[lane]));
        let lanes = &self.lanes[self.clock[from.at()] as usize];
        (meters >= 0).then_some(Leg { seconds, lanes, static_seconds, meters: meters.into() })
    }

    /// Returns the first change of traffic after an instant at a place of departure.
    pub(crate) fn next_change(&self, from: PlaceIdx, after_at: i64) -> i64 {
        self.lanes[self.clock[from.at()] as usize].next_change(after_at)
    }

    pub(crate) fn static_table(&self, travel: TravelIdx) -> Option<StaticTable<'a>> {
        let &Table { meters, seconds, lane_count, static_lane, rows } = &self.tables[travel.at()];
        let place_count = self.place_count;
        static_lane.map(|lane| StaticTable { meters, seconds, lane_count, lane, rows, place_count })
    }

    #[inline]
    fn pair(&self, table: &Table<'_>, from: PlaceIdx, to: PlaceIdx) -> usize {
        pair_in(table.rows, self.place_count, from.0, to.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::{Fixture, Random};
    use crate::problem::TrafficWindows;

    fn problem(seconds: &[i32]) -> crate::problem::Problem {
        let mut fixture = Fixture::new(2);
        fixture.problem.traffic = TrafficWindows {
            weekday: vec![(0, 0), (25_200, 1), (36_000, 2)],
            weekend: vec![(0, 0)],
        };
        let table = &mut fixture.problem.travel[0];
        table.lane_count = 3;
        table.travel_seconds = [[0; 3].as_slice(), seconds, seconds, &[0; 3]].concat();
        fixture.shift(0..200_000);
        fixture.problem
    }

    const LEG_0_1: (TravelIdx, PlaceIdx, PlaceIdx) = (TravelIdx(0), PlaceIdx(0), PlaceIdx(1));

    #[test]
    fn lanes_that_agree_are_static() {
        let (travel, from, to) = LEG_0_1;
        let same = problem(&[60, 60, 60]);
        assert!(Travel::new(&same).is_static(travel));
        let other = problem(&[60, 61, 50]);
        assert!(!Travel::new(&other).is_static(travel));
        assert_eq!(Travel::new(&other).shortest_seconds(travel, from, to), Some(50));
    }

    #[test]
    fn the_latest_departure_is_the_inverse_of_arrival() {
        let (table, from, to) = LEG_0_1;
        let mut random = Random::new(1);
        for _ in 0..2_000 {
            let seconds = [0; 3].map(|_| random.below_i32(9_000));
            let problem = problem(&seconds);
            let travel = Travel::new(&problem);
            let arrival = |departure| travel.arrival_at(table, from, to, departure).unwrap();
            let target = random.below(200_000);
            let latest = travel.latest_departure_at(table, from, to, target).unwrap();
            assert!(arrival(latest) <= target, "{seconds:?} by {target}");
            assert!(arrival(latest + 1) > target, "{seconds:?} by {target}");
            assert!(arrival(target + 1) >= arrival(target), "{seconds:?} at {target}");
        }
    }

    #[test]
    fn no_road_leads_where_meters_are_negative() {
        let (travel, from, to) = LEG_0_1;
        let mut problem = problem(&[60, 60, 60]);
        problem.travel[0].distance_meters[1] = -1;
        let costs = Travel::new(&problem);
        assert_eq!(costs.arrival_at(travel, from, to, 0), None);
        assert_eq!(costs.meters(travel, from, to), None);
        assert_eq!(costs.meters(travel, from, from), Some(0));
        assert_eq!(costs.meters(travel, to, from), Some(100));
    }
}
