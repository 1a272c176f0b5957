//! Which visits are near one another for ruins: those that a ruin removes together change places only if they are near
//! in time as well.

use std::iter::once;

use super::around::Around;
use super::{NEAR_MAX, NEIGHBORS_SUM, least_remoteness, main_place, way_per_second};
use crate::instance::Instance;
use crate::problem::{OptionIdx, StopIdx, VisitIdx};

/// Weight of a second of waiting relative to a second of travel. With 0, plans of 45 couriers' orders cost 0.3 % more
/// after 3 s, and those of ten instances of Solomon, and Gehring and Homberger, are 1.0 instead of 0.7 % above the best
/// known after 4 s.
const WAITING_SHARE: f64 = 0.5;

/// Sorts the neighbors of each visit by travel cost and waiting between their first stops.
pub(in super::super) fn sorted_in_time(
    instance: &Instance<'_>,
    mut neighbors: Vec<Vec<VisitIdx>>,
) -> Vec<Vec<VisitIdx>> {
    if has_windows(instance) {
        let ratio = way_per_second(instance, &neighbors);
        let mut keyed = Vec::new();
        let first = |it: VisitIdx| instance.problem.visits[it.at()].stops.start;
        for (visit, row) in neighbors.iter_mut().enumerate() {
            let stop = first(VisitIdx::of(visit));
            sort_in_time(instance, stop, |it| first(it)..first(it) + 1, ratio, row, &mut keyed);
        }
    }
    neighbors
}

/// Returns up to `count` neighbors of each stop by travel cost to the nearest stop of a visit, sorted by travel cost
/// and waiting.
pub(in super::super) fn of_stops(
    instance: &Instance<'_>,
    neighbors: &[Vec<VisitIdx>],
    count: usize,
) -> Vec<Vec<VisitIdx>> {
    let stops = &instance.problem.stops;
    let at = (0..stops.len()).map(StopIdx::of);
    let places = at.map(|it| (stops[it.at()].visit, main_place(instance, it)));
    let count = count.min((NEIGHBORS_SUM / stops.len()).max(NEAR_MAX));
    let around = Around::new(instance, places.clone(), count);
    let mut seen_by = vec![usize::MAX; instance.problem.visits.len()];
    let near = |(stop, (visit, place)): (usize, (VisitIdx, u32))| {
        seen_by[visit.at()] = stop;
        let others = around.of(place);
        let fresh =
            others.filter(|it| std::mem::replace(&mut seen_by[it.at()], stop) != stop).take(count);
        fresh.collect()
    };
    let mut rows: Vec<Vec<VisitIdx>> = places.enumerate().map(near).collect();
    if has_windows(instance) {
        let ratio = way_per_second(instance, neighbors);
        let mut keyed = Vec::new();
        let all = |it: VisitIdx| instance.problem.visits[it.at()].stops.clone();
        for (stop, row) in (0..).zip(&mut rows) {
            sort_in_time(instance, stop, all, ratio, row, &mut keyed);
        }
    }
    rows
}

/// Returns whether stops differ in their windows.
fn has_windows(instance: &Instance<'_>) -> bool {
    let window = |it: usize| {
        let option = instance.option(OptionIdx::of(it));
        (option.opens_at, option.closes_at)
    };
    (1..instance.problem.options.len()).any(|it| window(it) != window(0))
}

/// Sorts visits by how remote the nearest of their stops is. Handles one row per call, see `places_around`.
#[inline(never)]
fn sort_in_time<Stops: Iterator<Item = u32> + Clone>(
    instance: &Instance<'_>,
    stop: u32,
    stops_of: impl Fn(VisitIdx) -> Stops,
    ratio: f64,
    row: &mut [VisitIdx],
    keyed: &mut Vec<(f64, VisitIdx)>,
) {
    let option = |stop: u32| OptionIdx(instance.problem.stops[stop as usize].options.start);
    let own = option(stop);
    let remoteness_of = |visit: VisitIdx| {
        let others = stops_of(visit).map(option);
        least_remoteness(instance, once(own), others, ratio, WAITING_SHARE)
    };
    keyed.clear();
    keyed.extend(row.iter().map(|it| (remoteness_of(*it), *it)));
    keyed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (slot, (_, visit)) in row.iter_mut().zip(keyed.iter()) {
        *slot = *visit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{StopKind, Window};
    use crate::search::neighbors::neighbors;

    const EARLY: (i64, i64) = (0, 1_000);
    const LATE: (i64, i64) = (5_000, 6_000);

    #[test]
    fn visits_at_the_same_time_are_nearer_than_those_next_door() {
        let mut fixture = Fixture::new(30);
        fixture.shift(0..10_000);
        for (place, window) in [(1, EARLY), (2, LATE), (9, EARLY), (10, LATE)] {
            fixture.dropoff(place, &[window]);
        }
        let instance = Instance::new(&fixture.problem);
        let by_way = neighbors(&instance, 10);
        assert_eq!(by_way[0], [1, 2, 3].map(VisitIdx));
        assert_eq!(sorted_in_time(&instance, by_way)[0], [2, 1, 3].map(VisitIdx));
    }

    #[test]
    fn without_windows_the_way_decides() {
        let mut fixture = Fixture::new(30);
        fixture.shift(0..10_000);
        for place in [1, 2, 9, 10] {
            fixture.dropoff(place, &[]);
        }
        let instance = Instance::new(&fixture.problem);
        let by_way = neighbors(&instance, 10);
        assert_eq!(sorted_in_time(&instance, by_way.clone()), by_way);
    }

    #[test]
    fn each_stop_has_visits_at_its_own_time() {
        let mut fixture = Fixture::new(60);
        fixture.shift(0..10_000);
        for (pickup, dropoff) in [(1, 50), (2, 51), (9, 40)] {
            fixture.order(&[(StopKind::Pickup, pickup, 1), (StopKind::Dropoff, dropoff, 1)]);
        }
        let windows = [EARLY, LATE, LATE, LATE, EARLY, EARLY];
        for (stop, (start_at, end_at)) in windows.into_iter().enumerate() {
            let option = fixture.problem.stops[stop].options.start as usize;
            fixture.problem.options[option].windows = vec![Window { start_at, end_at }];
        }
        let instance = Instance::new(&fixture.problem);
        let near = of_stops(&instance, &neighbors(&instance, 10), 10);
        assert_eq!(near[0], [2, 1].map(VisitIdx));
        assert_eq!(near[1], [1, 2].map(VisitIdx));
    }
}
