//! Whether the way and the way back always cost the same.

use crate::problem::TravelTable;

/// Number of places along each side of a tile.
const TILE: usize = 32;

/// Returns whether the way and the way back always have equal times and distances. O(places²), tile by tile: in a
/// column of a large table, each entry is on a cache line of its own.
pub(super) fn is_symmetric(table: &TravelTable, place_count: usize) -> bool {
    // Nothing is gained for tables of only some pairs: they belong to plans in which nothing is moved.
    if table.rows.is_some() {
        return false;
    }
    (0..place_count).step_by(TILE).all(|from| {
        let mut tiles = (0..=from).step_by(TILE);
        tiles.all(|to| is_symmetric_tile(table, place_count, from, to))
    })
}

/// Handles one tile per call, so that V8 can replace the function by its optimized form.
#[inline(never)]
fn is_symmetric_tile(
    table: &TravelTable,
    place_count: usize,
    from_first: usize,
    to_first: usize,
) -> bool {
    let lanes = table.lane_count as usize;
    let seconds = |pair: usize| &table.travel_seconds[pair * lanes..][..lanes];
    (from_first..(from_first + TILE).min(place_count)).all(|from| {
        (to_first..(to_first + TILE).min(from)).all(|to| {
            let (way, back) = (from * place_count + to, to * place_count + from);
            table.distance_meters[way] == table.distance_meters[back]
                && seconds(way) == seconds(back)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Meters and seconds of two lanes that are the same in both directions.
    fn table(place_count: usize) -> TravelTable {
        let pairs = (0..place_count * place_count).map(|it| (it / place_count, it % place_count));
        let meters: Vec<i32> = pairs
            .map(|(from, to)| i32::try_from(from.min(to) * place_count + from.max(to)).unwrap())
            .collect();
        TravelTable {
            lane_count: 2,
            travel_seconds: meters.iter().flat_map(|it| [it + 1, it + 2]).collect(),
            distance_meters: meters,
            rows: None,
        }
    }

    #[test]
    fn one_figure_of_one_way_makes_a_table_asymmetric() {
        // Two whole tiles and a part of one.
        let place_count = 2 * TILE + 5;
        let symmetric = table(place_count);
        assert!(is_symmetric(&symmetric, place_count));
        let ends = [0, 1, TILE - 1, TILE, 2 * TILE, place_count - 1];
        for (from, to) in ends.iter().flat_map(|from| ends.map(|to| (*from, to))) {
            if from == to {
                continue;
            }
            let pair = from * place_count + to;
            let mut longer = symmetric.clone();
            longer.distance_meters[pair] += 1;
            let mut slower = symmetric.clone();
            slower.travel_seconds[2 * pair + 1] += 1;
            for other in [longer, slower] {
                assert!(!is_symmetric(&other, place_count), "from {from} to {to}");
            }
        }
    }
}
