//! Built-up areas: areas with streets so dense that roads there lead through a town.
//!
//! ```text
//!   ┌───┬───┬───┬───┬───┐
//!   │   │ ╶─┼─┬─┼─╴ │   │     cells of 125 m, each with the length of its streets: residential ones,
//!   ├───┼───┼─┼─┼───┼───┤     living streets and service roads
//!   │   │ ╶─┼─┼─┼─╴ │   │
//!   ├───┼───┼─┼─┼───┼───┤     a point is in a town if its cell and the 24 around it contain
//!   │   │   │ x │   │   │     4 km of them per square kilometer, 1,562.5 m in total
//!   └───┴───┴───┴───┴───┘
//! ```
//!
//! Signs at the entrance of a town are mapped in few places, and areas of land use end where a mapper stopped,
//! while streets are mapped everywhere. Valhalla also recognizes towns by the density of roads.
//! `docs/accuracy.md` describes what this was measured against and how the threshold was chosen.
//!
//! Counting is O(stretches of streets), a point takes 25 look-ups. Lengths are whole decimeters, so that the
//! order of summation does not matter.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::geo::{Point, meters, point};
use super::segments::rounded_ms;
use crate::osm::{OsmNodeIdx, OsmRoads};
use crate::profile::Tags;

/// The side of a cell in meters.
const CELL_METERS: f64 = 125.0;
/// The number of cells on each side of a point's own cell that count for it.
const REACH: i32 = 2;
/// 4 km per square kilometer, over 5 × 5 cells: 4 × 0.625² km.
const STREETS_DM_MIN: u64 = 15_625;
/// Longer stretches are cut into pieces, each of which counts for the cell of its midpoint.
const PIECE_METERS_MAX: f64 = 25.0;
/// Units of 1e-7 degrees per meter to the north, accurate to half a percent everywhere.
const NORTH_E7_PER_METER: f64 = 90.0;
const RADIANS_PER_E7: f64 = std::f64::consts::PI / 180.0 * 1e-7;

/// Decimeters of streets by row and column.
pub(super) struct Towns(HashMap<(i32, i32), u32, FixedState>);

impl Towns {
    /// Counts the streets of an extract.
    pub(super) fn of(roads: &OsmRoads) -> Self {
        let mut towns = Self(HashMap::default());
        for way in &roads.ways {
            let tags = roads.tags.view(way.tags);
            if !matches!(tags.get("highway"), Some("residential" | "living_street" | "service")) {
                continue;
            }
            let nodes = &roads.way_nodes[way.nodes.start as usize..way.nodes.end as usize];
            for pair in nodes.windows(2).filter(|pair| !pair.contains(&OsmNodeIdx::MISSING)) {
                towns.add(point(roads, pair[0]), point(roads, pair[1]));
            }
        }
        towns
    }

    fn add(&mut self, from: Point, to: Point) {
        let length = meters(from, to);
        let piece_count = rounded_ms(libm::ceil(length / PIECE_METERS_MAX)).max(1);
        let piece_dm = rounded_ms(length * 10.0 / f64::from(piece_count));
        let between = |from: i32, to: i32, piece: u32| {
            let (from, to) = (i64::from(from), i64::from(to));
            let ahead = (to - from) * i64::from(2 * piece + 1) / i64::from(2 * piece_count);
            i32::try_from(from + ahead).expect("it lies between two numbers of this type")
        };
        for piece in 0..piece_count {
            let lat_e7 = between(from.lat_e7, to.lat_e7, piece);
            let lon_e7 = between(from.lon_e7, to.lon_e7, piece);
            let row = row_of(lat_e7);
            let streets = self.0.entry((row, column_of(row, lon_e7))).or_default();
            *streets = streets.saturating_add(piece_dm);
        }
    }

    /// Whether the midpoint of a stretch lies in a built-up area.
    pub(super) fn hold_middle(&self, from: Point, to: Point) -> bool {
        let row = row_of(from.lat_e7.midpoint(to.lat_e7));
        let lon_e7 = from.lon_e7.midpoint(to.lon_e7);
        let streets_dm = |row: i32| -> u64 {
            // Columns have the same width in meters in every row, so each row has its own columns.
            let column = column_of(row, lon_e7);
            let columns = column - REACH..=column + REACH;
            columns.filter_map(|column| self.0.get(&(row, column))).map(|it| u64::from(*it)).sum()
        };
        (row - REACH..=row + REACH).map(streets_dm).sum::<u64>() >= STREETS_DM_MIN
    }
}

#[expect(clippy::cast_possible_truncation, reason = "180 degrees have fewer than 2^18 rows")]
fn row_of(lat_e7: i32) -> i32 {
    libm::floor(f64::from(lat_e7) / (CELL_METERS * NORTH_E7_PER_METER)) as i32
}

#[expect(clippy::cast_possible_truncation, reason = "360 degrees have fewer than 2^19 columns")]
fn column_of(row: i32, lon_e7: i32) -> i32 {
    let middle_e7 = (f64::from(row) + 0.5) * CELL_METERS * NORTH_E7_PER_METER;
    let east_per_north = libm::cos(middle_e7 * RADIANS_PER_E7).max(0.0);
    libm::floor(f64::from(lon_e7) * east_per_north / (CELL_METERS * NORTH_E7_PER_METER)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Streets to the east near 50° N 8° E, each `meters` long and `apart_meters` north of the one before.
    fn streets(meters: f64, line_count: i32, apart_meters: f64) -> Towns {
        let mut towns = Towns(HashMap::default());
        for line in 0..line_count {
            let north = f64::from(line) * apart_meters;
            towns.add(at(north, 0.0), at(north, meters));
        }
        towns
    }

    /// The point so many meters north and east of 50° N 8° E, where degrees are 111,229 m and 71,696 m.
    #[expect(clippy::cast_possible_truncation, reason = "degrees of the Earth")]
    fn at(north: f64, east: f64) -> Point {
        let e7 = |degrees: f64| (degrees * 1e7).round() as i32;
        Point { lat_e7: e7(50.0 + north / 111_229.0), lon_e7: e7(8.0 + east / 71_696.0) }
    }

    #[test]
    fn streets_side_by_side_make_a_town_around_them() {
        // Seven streets of 300 m, 60 m apart, add up to 2,100 m on 300 by 360 m.
        let towns = streets(300.0, 7, 60.0);
        assert!(towns.hold_middle(at(180.0, 100.0), at(180.0, 200.0)), "in the middle");
        for (north, east) in [(180.0, 1_000.0), (180.0, -700.0), (1_100.0, 150.0), (-700.0, 150.0)]
        {
            assert!(!towns.hold_middle(at(north, east), at(north, east)), "{north} m, {east} m");
        }
    }

    #[test]
    fn a_road_with_few_streets_is_in_the_country() {
        // Three of 300 m add up to 900 m; a town has at least 1,562.5 m.
        let towns = streets(300.0, 3, 60.0);
        assert!(!towns.hold_middle(at(60.0, 150.0), at(60.0, 150.0)));
        // Six add up to 1,800 m; within 300 by 300 m, all of them are near.
        let towns = streets(300.0, 6, 60.0);
        assert!(towns.hold_middle(at(150.0, 150.0), at(150.0, 150.0)));
    }

    #[test]
    fn one_long_stretch_counts_where_it_lies() {
        // 10 km in one stretch: 625 m of it are near any point.
        let towns = streets(10_000.0, 1, 0.0);
        assert!(!towns.hold_middle(at(0.0, 5_000.0), at(0.0, 5_000.0)));
        // Three of them have 1,875 m near any point.
        let towns = streets(10_000.0, 3, 100.0);
        assert!(towns.hold_middle(at(100.0, 5_000.0), at(100.0, 5_000.0)));
    }

    #[test]
    fn cells_are_as_wide_in_the_north_as_at_the_equator() {
        // The same seven streets at 0° and at 70° N, in meters: 300 m are 27,000 and 79,000 units to the east.
        for (lat_e7, wide_e7) in [(0, 27_000), (700_000_000, 79_000)] {
            let mut towns = Towns(HashMap::default());
            for line in 0..7 {
                let lat_e7 = lat_e7 + line * 5_400;
                towns.add(Point { lat_e7, lon_e7: 0 }, Point { lat_e7, lon_e7: wide_e7 });
            }
            let middle = Point { lat_e7: lat_e7 + 16_200, lon_e7: wide_e7 / 2 };
            assert!(towns.hold_middle(middle, middle), "{lat_e7}");
            let far = Point { lon_e7: wide_e7 * 4, ..middle };
            assert!(!towns.hold_middle(far, far), "{lat_e7}");
        }
    }
}
