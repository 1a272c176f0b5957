//! Low-emission zones: the stretches of a way that lie outside all of them.
//!
//! ```text
//!   way    a ── b ──┃── c ── d ──┃── e        ┃ border of the zone
//!          └ kept ┘                            node to node, by the midpoint: a b, and d e if most of it is outside
//! ```
//!
//! Borders follow and cross roads, but rarely at their nodes; half a block is as accurate as the signs are.

use super::geo::point;
use crate::osm::{OsmNodeIdx, OsmRoads, OsmZone};
use crate::rings::is_within;

/// The zones that a profile may not enter.
pub(super) struct ClosedZones<'a>(Vec<Zone<'a>>);

/// A zone with its bounding box: most roads lie outside most boxes.
struct Zone<'a> {
    lats: (i32, i32),
    lons: (i32, i32),
    zone: &'a OsmZone,
}

impl<'a> ClosedZones<'a> {
    pub(super) fn of(zones: &'a [OsmZone]) -> Self {
        let boxed = |zone: &'a OsmZone| {
            let points = || zone.rings.iter().flatten();
            let range = |number: fn(&(i32, i32)) -> i32| {
                let numbers = || points().map(number);
                Some((numbers().min()?, numbers().max()?))
            };
            Some(Zone { lats: range(|it| it.0)?, lons: range(|it| it.1)?, zone })
        };
        Self(zones.iter().filter_map(boxed).collect())
    }

    /// The positions at which the nodes of a way are cut, ascending: the end of each stretch that goes
    /// through a zone.
    pub(super) fn cuts(&self, roads: &OsmRoads, nodes: &[OsmNodeIdx]) -> Vec<usize> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let is_inside = |idx: &usize| {
            let [from, to] = [nodes[idx - 1], nodes[*idx]].map(|node| point(roads, node));
            self.contain((from.lat_e7.midpoint(to.lat_e7), from.lon_e7.midpoint(to.lon_e7)))
        };
        (1..nodes.len()).filter(is_inside).collect()
    }

    fn contain(&self, point: (i32, i32)) -> bool {
        let is_in = |range: (i32, i32), number| range.0 <= number && number <= range.1;
        let mut zones = self.0.iter();
        zones.any(|Zone { lats, lons, zone }| {
            let rings = || zone.rings.iter().filter(|ring| is_within(ring, point));
            is_in(*lats, point.0) && is_in(*lons, point.1) && rings().count() % 2 == 1
        })
    }
}
