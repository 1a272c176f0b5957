//! Travel between places: from coordinates, from a matrix, or depending on the time of departure.
//!
//! ```text
//! arrival                    An arrival function is non-decreasing and piecewise linear. Where travel times are whole
//!    |          ┌──╱         seconds in steps made FIFO, pieces are flat (leaving later arrives at the same time),
//!    |     ____╱│            climb by one second per second, or jump; at a jump the lower value holds.
//!    | __╱      jump
//!    +─────────────── departure
//! ```
//!
//! So arrivals at whole seconds are whole seconds, and integers are exact. Coordinates need a square root per distance,
//! but a matrix of 16,000 places would need 2 GB.

use anyhow::{Result, ensure};

use super::convention::Rounding;
use super::idx::{PlaceIdx, index};

/// Arrivals by departure for every ordered pair of places: row-major, with a list of breakpoints per pair.
#[derive(Clone, Debug)]
pub(crate) struct ArrivalFunctions {
    place_count: usize,
    /// The first breakpoint of pair `from * place_count + to`. A pair ends where the next one begins.
    first_out: Vec<u32>,
    departure_at: Vec<i64>,
    arrival_at: Vec<i64>,
    shortest: Vec<i64>,
}

#[derive(Clone, Debug)]
pub(crate) enum Travel {
    /// Straight lines. The travel time equals the distance.
    Planar { x: Vec<f64>, y: Vec<f64>, rounding: Rounding },
    /// Row-major. The travel time equals the distance.
    Matrix { place_count: usize, distances: Vec<i64> },
    /// The cost of a leg depends on its departure.
    ByDeparture(ArrivalFunctions),
}

impl Travel {
    pub(crate) fn place_count(&self) -> usize {
        match self {
            Self::Planar { x, .. } => x.len(),
            Self::Matrix { place_count, .. } => *place_count,
            Self::ByDeparture(functions) => functions.place_count,
        }
    }

    pub(crate) fn distance(&self, from: PlaceIdx, to: PlaceIdx) -> i64 {
        let (from, to) = (from.0 as usize, to.0 as usize);
        match self {
            Self::Planar { x, y, rounding } => {
                let (dx, dy) = (x[from] - x[to], y[from] - y[to]);
                rounding.units_of_length((dx * dx + dy * dy).sqrt())
            }
            Self::Matrix { place_count, distances } => distances[from * place_count + to],
            Self::ByDeparture(functions) => functions.shortest[from * functions.place_count + to],
        }
    }

    /// Returns the arrival for a departure; `None` if travel is not known for a departure so late or early.
    pub(crate) fn arrival_at(
        &self,
        from: PlaceIdx,
        to: PlaceIdx,
        departure_at: i64,
    ) -> Option<i64> {
        match self {
            Self::ByDeparture(functions) => functions.arrival_at(from, to, departure_at),
            _ => Some(departure_at + self.distance(from, to)),
        }
    }

    /// Returns the latest departure with an arrival no later than `arrival_at`.
    pub(crate) fn departure_at(
        &self,
        from: PlaceIdx,
        to: PlaceIdx,
        arrival_at: i64,
    ) -> Option<i64> {
        match self {
            Self::ByDeparture(functions) => functions.departure_at(from, to, arrival_at),
            _ => Some(arrival_at - self.distance(from, to)),
        }
    }

    /// Returns the departures at which the travel time of a leg may start to change.
    pub(crate) fn breakpoints(&self, from: PlaceIdx, to: PlaceIdx) -> &[i64] {
        match self {
            Self::ByDeparture(functions) => functions.pair(from, to).0,
            _ => &[],
        }
    }
}

impl ArrivalFunctions {
    /// Creates the functions. `functions[from * place_count + to]` has the departures and arrivals at the breakpoints
    /// of a pair, and nothing for a pair of a place with itself.
    ///
    /// # Errors
    /// A pair is missing, goes back in time, arrives before it left, or has a piece that is neither flat, nor one for
    /// one, nor a jump.
    pub(crate) fn new(place_count: usize, functions: &[Vec<(i64, i64)>]) -> Result<Self> {
        assert_eq!(functions.len(), place_count * place_count, "one function a pair");
        let mut built = Self {
            place_count,
            first_out: vec![0],
            departure_at: Vec::new(),
            arrival_at: Vec::new(),
            shortest: Vec::with_capacity(functions.len()),
        };
        for (pair, function) in functions.iter().enumerate() {
            let (from, to) = (pair / place_count, pair % place_count);
            ensure!(from == to || !function.is_empty(), "no travel from {from} to {to}");
            for (&(x, y), &(next_x, next_y)) in function.iter().zip(function.iter().skip(1)) {
                let (dx, dy) = (next_x - x, next_y - y);
                ensure!(
                    (dx == 0 && dy >= 0) || (dx > 0 && (dy == 0 || dy == dx)),
                    "travel from {from} to {to} is neither flat, one for one, nor a jump after {x}"
                );
            }
            ensure!(
                function.iter().all(|(x, y)| x <= y),
                "travel from {from} to {to} arrives before it left"
            );
            built.departure_at.extend(function.iter().map(|point| point.0));
            built.arrival_at.extend(function.iter().map(|point| point.1));
            built.first_out.push(index(built.departure_at.len()));
            built.shortest.push(function.iter().map(|(x, y)| y - x).min().unwrap_or(0));
        }
        Ok(built)
    }

    /// Returns the number of steps in the time for which travel is known.
    pub(crate) fn step_count(&self, step_seconds: i64) -> usize {
        let last_at = self.departure_at.iter().copied().max().unwrap_or(0);
        usize::try_from((last_at + step_seconds - 1) / step_seconds).unwrap_or(0).max(1)
    }

    /// Returns the travel times right after the beginning of each step, with the steps of a pair side by side; 0 within
    /// a place.
    pub(crate) fn step_seconds(&self, step_seconds: i64) -> Vec<i64> {
        let places = 0..index(self.place_count);
        let steps = 0..self.step_count(step_seconds);
        let mut seconds = Vec::with_capacity(self.shortest.len() * steps.len());
        for from in places.clone() {
            for to in places.clone() {
                let mut last = 0;
                for step in steps.clone() {
                    let after = i64::try_from(step).unwrap_or(0) * step_seconds + 1;
                    let arrival_at = self.arrival_at(PlaceIdx(from), PlaceIdx(to), after);
                    last = arrival_at.map_or(last, |it| it - after);
                    seconds.push(last);
                }
            }
        }
        seconds
    }

    /// Returns the shortest travel time of the day for each pair.
    pub(crate) fn shortest(&self) -> &[i64] {
        &self.shortest
    }

    fn pair(&self, from: PlaceIdx, to: PlaceIdx) -> (&[i64], &[i64]) {
        let pair = from.0 as usize * self.place_count + to.0 as usize;
        let range = self.first_out[pair] as usize..self.first_out[pair + 1] as usize;
        (&self.departure_at[range.clone()], &self.arrival_at[range])
    }

    fn arrival_at(&self, from: PlaceIdx, to: PlaceIdx, at: i64) -> Option<i64> {
        if from == to {
            return Some(at);
        }
        let (xs, ys) = self.pair(from, to);
        let next = xs.partition_point(|&x| x < at);
        if *xs.get(next)? == at {
            return Some(ys[next]);
        }
        let last = next.checked_sub(1)?;
        Some(if ys[next] == ys[last] { ys[last] } else { ys[last] + (at - xs[last]) })
    }

    fn departure_at(&self, from: PlaceIdx, to: PlaceIdx, by: i64) -> Option<i64> {
        if from == to {
            return Some(by);
        }
        let (xs, ys) = self.pair(from, to);
        let next = ys.partition_point(|&y| y <= by);
        let last = next.checked_sub(1)?;
        let climbs = xs.get(next).is_some_and(|&x| x > xs[last]);
        Some(if climbs { xs[last] + (by - ys[last]) } else { xs[last] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From place 0 to 1: 10 s until 100, then a jump to 30 s, which falls back to 10 s by 120.
    fn functions() -> ArrivalFunctions {
        let there = vec![(0, 10), (100, 110), (100, 130), (120, 130), (200, 210)];
        ArrivalFunctions::new(2, &[vec![], there, vec![(0, 5), (200, 205)], vec![]]).unwrap()
    }

    #[test]
    fn arrivals_and_latest_departures_are_each_others_inverse() {
        let functions = functions();
        let (from, to) = (PlaceIdx(0), PlaceIdx(1));
        for at in 0..=200 {
            let arrival_at = functions.arrival_at(from, to, at).unwrap();
            let naive = match at {
                0..=100 => at + 10,
                101..=120 => 130,
                _ => at + 10,
            };
            assert_eq!(arrival_at, naive, "leaving at {at}");
        }
        for by in 10..=220 {
            let naive = (0..=200).rev().find(|&at| functions.arrival_at(from, to, at) <= Some(by));
            assert_eq!(functions.departure_at(from, to, by), naive, "arriving by {by}");
        }
        assert_eq!(functions.departure_at(from, to, 9), None);
        assert_eq!(functions.arrival_at(from, to, 201), None);
        assert_eq!(functions.arrival_at(from, to, -1), None);
    }

    #[test]
    fn the_distance_is_the_shortest_time_of_the_day() {
        let travel = Travel::ByDeparture(functions());
        assert_eq!(travel.distance(PlaceIdx(0), PlaceIdx(1)), 10);
        assert_eq!(travel.distance(PlaceIdx(0), PlaceIdx(0)), 0);
    }

    #[test]
    fn steps_have_the_time_that_holds_right_after_they_begin() {
        let functions = functions();
        assert_eq!(functions.step_count(100), 2);
        // The first step lasts until the jump; the second begins with the 30 s that are over at 120.
        assert_eq!(functions.step_seconds(100), [0, 0, 10, 29, 5, 5, 0, 0]);
        assert_eq!(functions.shortest(), [0, 10, 5, 0]);
    }

    #[test]
    fn a_function_that_breaks_fifo_is_refused() {
        for (function, fault) in [
            (vec![(0, 10), (10, 9)], "neither flat"),
            (vec![(0, 10), (10, 15)], "neither flat"),
            (vec![(10, 10), (5, 10)], "neither flat"),
            (vec![(10, 9)], "before it left"),
            (vec![], "no travel from 0 to 1"),
        ] {
            let error = ArrivalFunctions::new(2, &[vec![], function, vec![(0, 1)], vec![]]);
            assert!(error.unwrap_err().to_string().contains(fault), "{fault}");
        }
    }
}
