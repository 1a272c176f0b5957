//! Lengths and directions on the ground, from coordinates in units of 1e-7 degrees.
//!
//! ```text
//!        north            bearing: degrees from north, clockwise
//!          │  ╱           measured AHEAD_METERS along the road, because the first piece of a drawn
//!          │╱ bearing     road is often a stub of half a meter in any direction
//!          o────► east
//! ```
//!
//! Lengths are those of the ellipsoid. Trigonometry comes from `libm`, so that native and WASM builds
//! agree to the last bit.

use crate::ellipsoid;
use crate::osm::{OsmNodeIdx, OsmRoads};

/// The distance along the road at which its direction at a junction is measured: longer than stubs,
/// shorter than the curve of a slip road. OSRM uses the same; with 12 m, times differ more from
/// those of OSRM (`docs/accuracy.md`).
pub(super) const AHEAD_METERS: f64 = 10.0;

/// The same on a roundabout: 10 m ahead, a small one has turned by half a circle, and vehicles that
/// stay on it would pay for a turn at each road that joins. OSRM uses the same.
pub(super) const CIRCLE_AHEAD_METERS: f64 = 2.0;

/// Radians in a unit of 1e-7 degrees.
const RADIANS: f64 = std::f64::consts::PI / 180.0 * 1e-7;

/// Units of 1e-7 degrees in the circumference of the Earth.
const FULL_CIRCLE: i64 = 3_600_000_000;

/// Latitude and longitude in units of 1e-7 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) lat_e7: i32,
    pub(crate) lon_e7: i32,
}

/// The position of a node.
pub(super) fn point(roads: &OsmRoads, node: OsmNodeIdx) -> Point {
    let idx = node.as_usize();
    Point { lat_e7: roads.node_lat_e7[idx], lon_e7: roads.node_lon_e7[idx] }
}

/// Meters between two points.
pub(crate) fn meters(a: Point, b: Point) -> f64 {
    if a == b {
        return 0.0;
    }
    let cosines = [a, b].map(|it| libm::cos(f64::from(it.lat_e7) * RADIANS));
    ellipsoid::meters(difference(a.lat_e7, b.lat_e7), difference(a.lon_e7, b.lon_e7), cosines)
}

/// The difference `b - a` the shorter way around: across the date line if that is shorter.
fn difference(a: i32, b: i32) -> f64 {
    let direct = i64::from(b) - i64::from(a);
    let wrapped = (direct + FULL_CIRCLE / 2).rem_euclid(FULL_CIRCLE) - FULL_CIRCLE / 2;
    #[expect(clippy::cast_precision_loss, reason = "below 2^32, exact")]
    let difference = wrapped as f64;
    difference
}

/// The direction of a road that leaves its first point, in degrees clockwise from north, measured to
/// the point at the given distance along it; 0 if it has no length.
pub(super) fn bearing_degrees(mut road: impl Iterator<Item = Point>, ahead_meters: f64) -> f64 {
    let Some(origin) = road.next() else { return 0.0 };
    let latitude = f64::from(origin.lat_e7) * RADIANS;
    let cosine = libm::cos(latitude);
    let (to_north, across) = ellipsoid::radii_meters(cosine * cosine);
    let to_east = across * cosine;
    let mut here = (0.0, 0.0);
    let mut left = ahead_meters;
    for point in road {
        let east = difference(origin.lon_e7, point.lon_e7) * RADIANS * to_east;
        let north = difference(origin.lat_e7, point.lat_e7) * RADIANS * to_north;
        let there = (east, north);
        let step = (there.0 - here.0, there.1 - here.1);
        let length = (step.0 * step.0 + step.1 * step.1).sqrt();
        if length >= left {
            let share = left / length;
            here = (here.0 + step.0 * share, here.1 + step.1 * share);
            break;
        }
        left -= length;
        here = there;
    }
    libm::atan2(here.0, here.1) * (180.0 / std::f64::consts::PI)
}

/// The angle of a turn in degrees from straight on, positive to the right. Both bearings point away
/// from the junction: that of the road the trip came from, and that of the road it leaves by.
pub(super) fn turn_degrees(came_from_bearing: f64, leaves_by_bearing: f64) -> f64 {
    let mut degrees = leaves_by_bearing - came_from_bearing + 180.0;
    while degrees > 180.0 {
        degrees -= 360.0;
    }
    while degrees <= -180.0 {
        degrees += 360.0;
    }
    degrees
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(lat: i32, lon: i32) -> Point {
        Point { lat_e7: lat, lon_e7: lon }
    }

    #[test]
    fn lengths_and_bearings_do_not_see_the_date_line() {
        let (west, east) = (point(0, 1_799_999_000), point(0, -1_799_999_000));
        let far = meters(west, east);
        let near = meters(point(0, 0), point(0, 2_000));
        assert!((far - near).abs() < 1e-9, "{far} {near}");
        assert!((bearing_degrees([west, east].into_iter(), AHEAD_METERS) - 90.0).abs() < 1e-9);
    }

    #[test]
    fn a_bearing_overlooks_a_stub() {
        // 1.1 m to the west, then 1,100 m to the north: the point at 10 m is 8.9 m north.
        let road = [point(0, 0), point(0, -100), point(100_000, -100)];
        let bearing = bearing_degrees(road.into_iter(), AHEAD_METERS);
        assert!((bearing - -7.13).abs() < 0.1, "{bearing}");
    }

    #[test]
    fn turns_are_measured_from_straight_on() {
        // (came from, leaves by) → turn; a trip that comes from the south travels north.
        for (came_from, leaves_by, turn) in [
            (180.0, 0.0, 0.0),
            (180.0, 90.0, 90.0),
            (180.0, -90.0, -90.0),
            (180.0, 180.0, 180.0),
            (-180.0, 135.0, 135.0),
            (-90.0, -170.0, 100.0),
        ] {
            assert_eq!(turn_degrees(came_from, leaves_by), turn, "{came_from} {leaves_by}");
        }
    }
}
