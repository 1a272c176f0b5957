//! Numbers of places such that near places have near numbers.
//!
//! The search looks up legs between places that are near one another. In a table ordered by such numbers, these legs
//! share cache lines and pages, however the places of a request are ordered.

use crate::problem::TravelTable;

/// Returns the number of each place: its position on a tour that always goes on to the nearest place that is left.
/// O(places²).
pub(super) fn number(table: &TravelTable, place_count: usize) -> Vec<u32> {
    let mut left: Vec<usize> = (0..place_count).collect();
    let mut numbers = vec![0; place_count];
    let mut at = 0;
    for number in (0_u32..).take(place_count) {
        let place = left.swap_remove(at);
        numbers[place] = number;
        at = nearest(&table.distance_meters[place * place_count..][..place_count], &left);
    }
    numbers
}

/// Returns the position of the nearest place in `left`. Handles one row per call, so that V8 can replace the function
/// by its optimized form.
#[inline(never)]
fn nearest(meters: &[i32], left: &[usize]) -> usize {
    // Without a road, distances are negative: as unsigned numbers, they are the longest.
    let keys = left.iter().map(|place| meters[*place].cast_unsigned());
    keys.enumerate().min_by_key(|it| it.1).map_or(0, |it| it.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers_on_a_line(positions: &[i32]) -> Vec<u32> {
        let between = |from: &i32, to: &i32| if *to < 0 { -1 } else { (from - to).abs() };
        let rows = positions.iter().flat_map(|from| positions.iter().map(|to| between(from, to)));
        let distance_meters = rows.collect();
        let table =
            TravelTable { lane_count: 1, distance_meters, travel_seconds: Vec::new(), rows: None };
        number(&table, positions.len())
    }

    #[test]
    fn places_along_a_road_are_numbered_in_their_order() {
        assert_eq!(numbers_on_a_line(&[0, 70, 10, 30, 60]), [0, 4, 1, 2, 3]);
    }

    #[test]
    fn places_that_no_road_leads_to_are_numbered_last() {
        assert_eq!(numbers_on_a_line(&[5, -1, 9, 6]), [0, 3, 2, 1]);
        assert_eq!(numbers_on_a_line(&[]), []);
    }
}
