//! Rings of an area: the ways of its relation, joined end to end.
//!
//! ```text
//!    ┌─ way 1 ─┐
//!    │         way 2      ways with a common end are joined into a ring; ways that do not close are left out
//!    └─ way 3 ─┘
//! ```

use std::collections::HashMap;
use std::hash::Hash;

/// Joins ways to rings, which begin and end with the same node. O(ways).
pub(crate) fn rings_of<Node: Copy + Eq + Hash>(ways: &[&[Node]]) -> Vec<Vec<Node>> {
    let mut at_end: HashMap<Node, Vec<usize>> = HashMap::new();
    let mut is_open: Vec<bool> = Vec::with_capacity(ways.len());
    let mut rings = Vec::new();
    for (idx, way) in ways.iter().enumerate() {
        let (Some(&first), Some(&last)) = (way.first(), way.last()) else {
            is_open.push(false);
            continue;
        };
        is_open.push(first != last);
        if first == last {
            rings.push(way.to_vec());
            continue;
        }
        at_end.entry(first).or_default().push(idx);
        at_end.entry(last).or_default().push(idx);
    }
    for start in 0..ways.len() {
        if !is_open[start] {
            continue;
        }
        is_open[start] = false;
        let mut ring = ways[start].to_vec();
        while ring.first() != ring.last() {
            let end = ring[ring.len() - 1];
            let next = at_end[&end].iter().copied().find(|&idx| is_open[idx]);
            let Some(next) = next else { break };
            is_open[next] = false;
            if ways[next][0] == end {
                ring.extend_from_slice(&ways[next][1..]);
            } else {
                ring.extend(ways[next].iter().rev().skip(1));
            }
        }
        if ring.first() == ring.last() {
            rings.push(ring);
        }
    }
    rings
}

/// Whether a point lies within a ring, by the number of times that a ray from it crosses the ring. O(points).
pub(crate) fn is_within(ring: &[(i32, i32)], (lat, lon): (i32, i32)) -> bool {
    let wide = |number: i32| i128::from(number);
    let mut within = false;
    for pair in ring.windows(2) {
        let ((lat_a, lon_a), (lat_b, lon_b)) = (pair[0], pair[1]);
        if (lat_a > lat) == (lat_b > lat) {
            continue;
        }
        // lon < lon_a + (lat - lat_a) * (lon_b - lon_a) / (lat_b - lat_a), without the division.
        let left = (wide(lon) - wide(lon_a)) * (wide(lat_b) - wide(lat_a));
        let right = (wide(lat) - wide(lat_a)) * (wide(lon_b) - wide(lon_a));
        within ^= if lat_b > lat_a { left < right } else { left > right };
    }
    within
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_become_rings_in_any_order_and_direction() {
        let ways: [&[u32]; 4] = [&[1, 2, 3], &[9, 8, 9], &[1, 5, 4], &[3, 4]];
        assert_eq!(rings_of(&ways), [vec![9, 8, 9], vec![1, 2, 3, 4, 5, 1]]);
        assert_eq!(rings_of(&ways[2..]), Vec::<Vec<u32>>::new());
    }

    #[test]
    fn a_point_is_within_a_ring_or_beside_it() {
        // A square with a notch from the north: (0, 0) to (10, 10), open between 4 and 6 above 5.
        let ring = [(0, 0), (10, 0), (10, 4), (5, 4), (5, 6), (10, 6), (10, 10), (0, 10), (0, 0)];
        for (point, expected) in [((2, 5), true), ((8, 5), false), ((8, 2), true), ((11, 5), false)]
        {
            assert_eq!(is_within(&ring, point), expected, "{point:?}");
        }
    }
}
