//! Low-emission zones: which stretches of a way lie outside of all of them.
//!
//! ```text
//!   way    a ── b ──┃── c ── d ──┃── e        ┃ border of the zone
//!          └ kept ┘                            from node to node, by the middle: a b, and d e if most of it is outside
//! ```
//!
//! Borders are drawn along roads and across them, seldom at their nodes; half a block is as exact as signs are.

use super::ways::point;
use crate::osm::{OsmNodeIdx, OsmRoads, OsmZone};
use crate::rings::is_within;

/// The zones that are closed to a profile.
pub(super) struct ClosedZones<'a>(Vec<Zone<'a>>);

/// A zone with the box around it: most roads lie outside of most boxes.
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

    /// Where the nodes of a way have to be parted, ascending: before each at which a stretch through a zone
    /// ends.
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
