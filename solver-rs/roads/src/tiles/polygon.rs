//! Clips rings to a tile and its margin, one edge of the tile after another.
//!
//! ```text
//!     ┌──────┐
//!   ──┼─┐    │        after Sutherland, Hodgman 1974: a ring that leaves continues along the edge
//!     │ └────┼──
//!     └──────┘
//! ```

use super::mercator::{EXTENT, MARGIN, TilePoint};

const LOW: i32 = -MARGIN;
const HIGH: i32 = EXTENT + MARGIN;

/// Returns the part of a ring within the tile and its margin, without its last point, which repeats the
/// first. `None` if the ring is completely outside.
pub(super) fn clip_ring(ring: &[TilePoint]) -> Option<Vec<TilePoint>> {
    let mut points = match ring {
        [first, .., last] if first == last => ring[..ring.len() - 1].to_vec(),
        _ => ring.to_vec(),
    };
    for edge in [Edge::West, Edge::East, Edge::North, Edge::South] {
        points = edge.cut(&points);
    }
    points.dedup();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    (points.len() > 2 && twice_area(&points) != 0).then_some(points)
}

/// Returns twice the area of a ring, positive if the ring is clockwise.
pub(super) fn twice_area(ring: &[TilePoint]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    let wide = |number: i32| i64::from(number);
    ring.iter().zip(next).map(|(a, b)| wide(a.x) * wide(b.y) - wide(b.x) * wide(a.y)).sum()
}

#[derive(Clone, Copy)]
enum Edge {
    West,
    East,
    North,
    South,
}

impl Edge {
    /// Returns how far inside the edge a point is; negative outside.
    fn depth(self, point: TilePoint) -> i64 {
        let (x, y) = (i64::from(point.x), i64::from(point.y));
        match self {
            Self::West => x - i64::from(LOW),
            Self::East => i64::from(HIGH) - x,
            Self::North => y - i64::from(LOW),
            Self::South => i64::from(HIGH) - y,
        }
    }

    fn cut(self, ring: &[TilePoint]) -> Vec<TilePoint> {
        let mut kept = Vec::with_capacity(ring.len() + 4);
        let Some(mut before) = ring.last().copied() else { return kept };
        for &point in ring {
            let (was, is) = (self.depth(before), self.depth(point));
            if (was < 0) != (is < 0) {
                kept.push(between(before, point, was, is));
            }
            if is >= 0 {
                kept.push(point);
            }
            before = point;
        }
        kept
    }
}

/// Returns where a piece crosses an edge, given the depths of its ends.
fn between(from: TilePoint, to: TilePoint, was: i64, is: i64) -> TilePoint {
    let at = |from: i32, to: i32| {
        let way = i128::from(to) - i128::from(from);
        let moved = way * i128::from(was) / i128::from(was - is);
        i32::try_from(i128::from(from) + moved).unwrap_or(to)
    };
    TilePoint { x: at(from.x, to.x), y: at(from.y, to.y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(ring: &[(i32, i32)]) -> Vec<TilePoint> {
        ring.iter().map(|&(x, y)| TilePoint { x, y }).collect()
    }

    #[test]
    fn rings_are_cut_to_the_tile_and_its_margin() {
        // Inside.
        let inside = points(&[(0, 0), (10, 0), (10, 10), (0, 0)]);
        assert_eq!(clip_ring(&inside), Some(points(&[(0, 0), (10, 0), (10, 10)])));
        // Across the eastern edge, which is at 4192.
        let across = points(&[(4000, 0), (5000, 0), (5000, 10), (4000, 10), (4000, 0)]);
        let cut = clip_ring(&across).unwrap();
        assert_eq!(twice_area(&cut).abs(), 2 * 192 * 10);
        // All around the tile: the whole tile, 4288 wide and high.
        let around = points(&[(-9000, -9000), (9000, -9000), (9000, 9000), (-9000, 9000)]);
        assert_eq!(twice_area(&clip_ring(&around).unwrap()), 2 * 4288 * 4288);
        // Beside the tile, and a line back and forth.
        assert_eq!(clip_ring(&points(&[(5000, 0), (6000, 0), (6000, 9)])), None);
        assert_eq!(clip_ring(&points(&[(0, 0), (50, 0), (0, 0)])), None);
    }

    #[test]
    fn rings_that_go_round_as_clocks_do_cover_more_than_nothing() {
        // In a tile, y increases downward: east, then south.
        assert_eq!(twice_area(&points(&[(0, 0), (10, 0), (10, 10), (0, 10)])), 200);
        assert_eq!(twice_area(&points(&[(0, 0), (0, 10), (10, 10), (10, 0)])), -200);
    }
}
