//! Computes when a route may leave, and how long it then takes.
//!
//! ```text
//! forwards   from the earliest departure: is anything late?
//! backwards  departure ◄─ stop ◄─ … ◄─ stop ◄─ return      the latest departure without lateness
//! ```
//!
//! If travel times are constant, leaving later never makes a route longer, so the latest departure is the best. If they
//! are not, the duration is a piecewise linear function of the departure, and falls or stays constant within each
//! piece. So the best departure is the end of a piece: the end of a piece of some leg, or the opening of some window,
//! followed back to the depot. O(stops² × pieces of a leg) with traffic, O(stops) without.

use crate::instances::instance::{PlaceIdx, Window};
use crate::instances::travel::Travel;

#[derive(Clone, Copy, Debug)]
pub(super) struct TimedStop {
    pub(super) place: PlaceIdx,
    pub(super) window: Window,
    pub(super) service_time: i64,
}

/// The first stop that is reached too late although the route leaves as early as possible, and by how much if that is
/// known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lateness {
    pub(super) stop_idx: usize,
    pub(super) late_by: Option<i64>,
}

/// Returns the shortest duration from leaving the first stop to beginning the last.
///
/// # Errors
/// A window cannot be kept.
pub(super) fn duration(travel: &Travel, stops: &[TimedStop]) -> Result<i64, Lateness> {
    let Some(start) = stops.first() else { return Ok(0) };
    finish(travel, stops, start.window.opens_at)?;
    let back = |last: usize, begin_at: i64| latest_departure(travel, &stops[..=last], begin_at);
    let mut candidates = vec![start.window.opens_at];
    candidates.extend(back(stops.len() - 1, i64::MAX));
    if matches!(travel, Travel::ByDeparture(_)) {
        for (idx, (stop, next)) in stops.iter().zip(&stops[1..]).enumerate() {
            candidates.extend(back(idx, stop.window.opens_at));
            for &departure_at in travel.breakpoints(stop.place, next.place) {
                candidates.extend(back(idx, departure_at - stop.service_time));
            }
        }
        candidates.extend(back(stops.len() - 1, stops[stops.len() - 1].window.opens_at));
    }
    let durations = candidates
        .into_iter()
        .filter_map(|leaves_at| Some(finish(travel, stops, leaves_at).ok()? - leaves_at));
    Ok(durations.min().expect("the earliest departure is in time"))
}

/// Returns when the last stop begins if the route leaves at `leaves_at`.
fn finish(travel: &Travel, stops: &[TimedStop], leaves_at: i64) -> Result<i64, Lateness> {
    let mut begin_at = leaves_at;
    for (stop_idx, stop) in stops.iter().enumerate() {
        if stop_idx > 0 {
            let last = &stops[stop_idx - 1];
            let departure_at = begin_at + last.service_time;
            let arrival_at = travel.arrival_at(last.place, stop.place, departure_at);
            begin_at = arrival_at.ok_or(Lateness { stop_idx, late_by: None })?;
        }
        begin_at = begin_at.max(stop.window.opens_at);
        if begin_at > stop.window.closes_at {
            let late_by = Some(begin_at - stop.window.closes_at);
            return Err(Lateness { stop_idx, late_by });
        }
    }
    Ok(begin_at)
}

/// Returns the latest departure with which the last stop begins no later than `begin_by` and no window is missed.
fn latest_departure(travel: &Travel, stops: &[TimedStop], begin_by: i64) -> Option<i64> {
    let mut begin_by = begin_by;
    for (idx, stop) in stops.iter().enumerate().rev() {
        if let Some(next) = stops.get(idx + 1) {
            begin_by = travel.departure_at(stop.place, next.place, begin_by)? - stop.service_time;
        }
        begin_by = begin_by.min(stop.window.closes_at);
        if begin_by < stop.window.opens_at {
            return None;
        }
    }
    Some(begin_by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::travel::ArrivalFunctions;

    fn stop(place: u32, opens_at: i64, closes_at: i64, service_time: i64) -> TimedStop {
        TimedStop { place: PlaceIdx(place), window: Window { opens_at, closes_at }, service_time }
    }

    #[test]
    fn a_route_leaves_so_late_that_it_does_not_wait() {
        let travel = Travel::Matrix { place_count: 2, distances: vec![0, 10, 20, 0] };
        // Leaves at 90, arrives at 100, works for 5, and is back at 125.
        let stops = [stop(0, 0, 1_000, 0), stop(1, 100, 200, 5), stop(0, 0, 1_000, 0)];
        assert_eq!(duration(&travel, &stops), Ok(35));
        // The depot closes at 50: the vehicle waits from 60 to 100.
        let stops = [stop(0, 0, 50, 0), stop(1, 100, 200, 5), stop(0, 0, 1_000, 0)];
        assert_eq!(duration(&travel, &stops), Ok(75));
        let stops = [stop(0, 0, 50, 0), stop(1, 0, 8, 5), stop(0, 0, 1_000, 0)];
        assert_eq!(duration(&travel, &stops), Err(Lateness { stop_idx: 1, late_by: Some(2) }));
    }

    #[test]
    fn with_traffic_every_departure_is_as_good_as_tried() {
        // Rush hours: from 100 on, 10 s become 30 s and fall back by 120; from 150 on, 50 s, which fall back by 190.
        let rush = vec![
            (0, 10),
            (100, 110),
            (100, 130),
            (120, 130),
            (150, 160),
            (150, 200),
            (190, 200),
            (400, 410),
        ];
        let back = vec![(0, 40), (60, 100), (60, 75), (400, 415)];
        assert!(ArrivalFunctions::new(2, &[vec![], rush.clone(), back, vec![]]).is_err());
        let back = vec![(0, 40), (60, 100), (85, 100), (400, 415)];
        let functions = ArrivalFunctions::new(2, &[vec![], rush, back, vec![]]).unwrap();
        let travel = Travel::ByDeparture(functions);
        for opens_at in 0..250 {
            for service_time in [0, 7, 31] {
                let stops = [
                    stop(0, 0, 300, 0),
                    stop(1, opens_at, opens_at + 25, service_time),
                    stop(0, 0, 400, 0),
                ];
                let tried = (0..=300).filter_map(|at| Some(finish(&travel, &stops, at).ok()? - at));
                assert_eq!(duration(&travel, &stops).ok(), tried.min(), "{opens_at}");
            }
        }
    }
}
