//! Boxes between two parallels and two meridians, with circular longitudes.
//!
//! ```text
//!        179°   180°   -179°           a box is a west edge and a width:   west 179°, width 2°
//!     ────┼──────┼──────┼────          as circular numbers: (-179° + 180°) of 0° to 360°
//!         ▐██████████████▌
//! ```
//!
//! A box at the date line is therefore no special case. The union of two boxes starts at the west edge of one
//! of them, whichever makes it narrower. 16 bytes per box.

use super::plane::{FULL_CIRCLE_E7, Plane, east_of, east_of_date_line, wrapped};
use super::shapes::PointE7;

/// Part of the Earth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    south_e7: i32,
    north_e7: i32,
    /// Eastward from 0 at longitude -180°, below a full circle.
    west_e7: u32,
    /// At most a full circle.
    width_e7: u32,
}

impl Bounds {
    /// Returns the box of a piece.
    pub(super) fn of_piece(from: PointE7, to: PointE7) -> Self {
        let eastward_e7 = wrapped(i64::from(to.lon) - i64::from(from.lon));
        let west = if eastward_e7 >= 0 { from } else { to };
        Self {
            south_e7: from.lat.min(to.lat),
            north_e7: from.lat.max(to.lat),
            west_e7: east_of_date_line(west.lon),
            width_e7: u32::try_from(eastward_e7.abs()).expect("at most half a circle"),
        }
    }

    /// Returns a box that contains both.
    pub(super) fn joined(&self, other: &Self) -> Self {
        let of_self = self.width_from_own_west(other);
        let of_other = other.width_from_own_west(self);
        let (west_e7, width_e7) =
            if of_self <= of_other { (self.west_e7, of_self) } else { (other.west_e7, of_other) };
        Self {
            south_e7: self.south_e7.min(other.south_e7),
            north_e7: self.north_e7.max(other.north_e7),
            west_e7,
            width_e7,
        }
    }

    fn width_from_own_west(&self, other: &Self) -> u32 {
        let offset_e7 = east_of(self.west_e7, other.west_e7);
        let end_e7 = u64::from(offset_e7) + u64::from(other.width_e7);
        let width_e7 = end_e7.max(u64::from(self.width_e7));
        u32::try_from(width_e7).unwrap_or(FULL_CIRCLE_E7).min(FULL_CIRCLE_E7)
    }

    /// Returns the squared distance to the plane's query, in the plane's units; 0 inside.
    pub(super) fn squared_distance(&self, plane: &Plane) -> f64 {
        let lat_e7 = plane.lat_e7();
        let south_e7 = i64::from(self.south_e7) - lat_e7;
        let north_e7 = lat_e7 - i64::from(self.north_e7);
        let offset_e7 = east_of(self.west_e7, plane.east_of_date_line_e7());
        let x_e7 = if offset_e7 <= self.width_e7 {
            0
        } else {
            (offset_e7 - self.width_e7).min(FULL_CIRCLE_E7 - offset_e7)
        };
        plane.squared(f64::from(x_e7), south_e7.max(north_e7).max(0) as f64)
    }

    /// Returns the middle latitude in 1e-7 degrees.
    pub(super) fn middle_lat_e7(&self) -> i32 {
        self.south_e7.midpoint(self.north_e7)
    }

    /// Returns how far the middle is north of another box's south edge, and east of its west edge.
    pub(super) fn middle_within(&self, outer: &Self) -> (u32, u32) {
        let middle_lon_e7 =
            (u64::from(self.west_e7) + u64::from(self.width_e7) / 2) % u64::from(FULL_CIRCLE_E7);
        let middle_lon_e7 = u32::try_from(middle_lon_e7).expect("below a full circle");
        (self.middle_lat_e7().abs_diff(outer.south_e7), east_of(outer.west_e7, middle_lon_e7))
    }

    pub(super) fn height_e7(&self) -> u32 {
        self.north_e7.abs_diff(self.south_e7)
    }

    pub(super) fn width_e7(&self) -> u32 {
        self.width_e7
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(lon_from: i32, lon_to: i32) -> Bounds {
        Bounds::of_piece(PointE7 { lat: 5, lon: lon_from }, PointE7 { lat: -5, lon: lon_to })
    }

    #[test]
    fn a_union_takes_the_narrower_way_round() {
        const DEGREE: i32 = 10_000_000;
        for (a, b, west_lon, width) in [
            // Across the date line, across longitude 0, one inside the other.
            ((179, -180), (-179, -178), 179, 3),
            ((-2, -1), (1, 3), -2, 5),
            ((-10, 10), (2, 4), -10, 20),
            ((170, -170), (178, -178), 170, 20),
        ] {
            let a = piece(a.0 * DEGREE, a.1 * DEGREE);
            let b = piece(b.0 * DEGREE, b.1 * DEGREE);
            assert_eq!(a.joined(&b), b.joined(&a));
            let joined = a.joined(&b);
            assert_eq!(joined.west_e7, east_of_date_line(west_lon * DEGREE), "from {west_lon}");
            assert_eq!(joined.width_e7, (width * DEGREE).unsigned_abs(), "from {west_lon}");
            assert_eq!((joined.south_e7, joined.north_e7), (-5, 5));
        }
    }

    #[test]
    fn boxes_all_round_the_earth_join_to_the_whole_circle_at_most() {
        let thirds = [(0, 1_200_000_000), (1_200_000_000, -1_200_000_000), (-1_200_000_000, 0)];
        let joined = thirds.map(|(from, to)| piece(from, to)).into_iter();
        let joined = joined.reduce(|all, next| all.joined(&next)).unwrap();
        assert_eq!(joined.width_e7, FULL_CIRCLE_E7);
        let everywhere = joined.joined(&piece(50, 60)).joined(&joined);
        assert_eq!(everywhere.width_e7, FULL_CIRCLE_E7);
    }
}
