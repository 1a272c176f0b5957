//! The line of a route as it is drawn: its legs, joined, in whole units of a precision, so that nothing is
//! rounded twice.
//!
//! ```text
//! place ──leg 0──► place ──leg 1──► place        a leg starts and ends at its places and follows roads in between;
//!   •───┐   ┌────────•────────────────•          if no road was found, it is the straight line
//!       └───┘
//! ```

use crate::polyline::{Precision, encode_units};

/// A latitude and a longitude in units of the line's precision.
pub type UnitPoint = (i32, i32);

/// A line to which legs are added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RouteLine {
    points: Vec<UnitPoint>,
    /// The positions of the first and the last point of each leg.
    legs: Vec<(usize, usize)>,
}

impl RouteLine {
    /// Adds a leg from one place to another through the points between them, which may be none. Points
    /// equal to the current end of the line are left out.
    pub fn push_leg(
        &mut self,
        from: UnitPoint,
        between: impl IntoIterator<Item = UnitPoint>,
        to: UnitPoint,
    ) {
        self.push(from);
        let first = self.points.len() - 1;
        between.into_iter().for_each(|point| self.push(point));
        self.push(to);
        self.legs.push((first, self.points.len() - 1));
    }

    fn push(&mut self, point: UnitPoint) {
        if self.points.last() != Some(&point) {
            self.points.push(point);
        }
    }

    /// The points, in order. A single point is returned twice, because a line has two ends.
    #[must_use]
    pub fn points(&self) -> Vec<UnitPoint> {
        match self.points[..] {
            [only] => vec![only, only],
            _ => self.points.clone(),
        }
    }

    /// The line as an encoded polyline.
    #[must_use]
    pub fn polyline(&self) -> String {
        let mut text = String::new();
        encode_units(&self.points(), &mut text);
        text
    }

    /// The point at a given share of the length of a leg, or `None` if there is no such leg.
    #[must_use]
    pub fn point_on(&self, leg: usize, share: f64, precision: Precision) -> Option<UnitPoint> {
        let &(first, last) = self.legs.get(leg)?;
        let pieces = || self.points[first..=last].windows(2);
        let length = |piece: &[UnitPoint]| piece_length(piece[0], piece[1], precision);
        let mut left = share * pieces().map(length).sum::<f64>();
        for piece in pieces() {
            let piece_length = length(piece);
            if left <= piece_length && piece_length > 0.0 {
                let part = left / piece_length;
                let between = |from: i32, to: i32| {
                    let offset = part * (f64::from(to) - f64::from(from));
                    nearest(f64::from(from) + offset)
                };
                return Some((between(piece[0].0, piece[1].0), between(piece[0].1, piece[1].1)));
            }
            left -= piece_length;
        }
        Some(self.points[last])
    }
}

/// Converts a point from degrees.
#[must_use]
pub fn unit_point(latitude: f64, longitude: f64, precision: Precision) -> UnitPoint {
    let units = precision.units_per_degree();
    (nearest(latitude * units), nearest(longitude * units))
}

/// Length on a plane that is flat around the end of the piece: callers only use shares of lengths.
fn piece_length(from: UnitPoint, to: UnitPoint, precision: Precision) -> f64 {
    let narrowing = libm::cos((f64::from(to.0) / precision.units_per_degree()).to_radians());
    let north = f64::from(to.0) - f64::from(from.0);
    let east = (f64::from(to.1) - f64::from(from.1)) * narrowing;
    libm::hypot(north, east)
}

/// The nearest whole number; halves are rounded up.
#[expect(clippy::cast_possible_truncation, reason = "180 degrees are 1.8e8 units")]
fn nearest(units: f64) -> i32 {
    let whole = libm::floor(units);
    if units - whole < 0.5 { whole as i32 } else { whole as i32 + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_a_leg_with_a_corner_lies_on_it() {
        let mut line = RouteLine::default();
        line.push_leg((0, 0), [(0, 100)], (100, 100));
        for (share, expected) in
            [(0.0, (0, 0)), (0.25, (0, 50)), (0.5, (0, 100)), (0.75, (50, 100)), (1.0, (100, 100))]
        {
            assert_eq!(line.point_on(0, share, Precision::Five), Some(expected), "{share}");
        }
        assert_eq!(line.point_on(1, 0.5, Precision::Five), None);
    }

    #[test]
    fn a_degree_of_longitude_is_as_long_as_it_is_there() {
        // At 60 degrees north, 200 units to the east are as long as 100 to the north.
        let mut line = RouteLine::default();
        line.push_leg((6_000_000, 0), [(6_000_000, 200)], (6_000_100, 200));
        assert_eq!(line.point_on(0, 0.5, Precision::Five), Some((6_000_000, 200)));
    }

    #[test]
    fn legs_are_joined_where_they_meet_and_shares_are_of_each() {
        let mut line = RouteLine::default();
        line.push_leg((0, 0), [], (100, 0));
        line.push_leg((100, 0), [(100, 0), (200, 0)], (200, 0));
        assert_eq!(line.points(), [(0, 0), (100, 0), (200, 0)]);
        assert_eq!(line.point_on(0, 0.5, Precision::Six), Some((50, 0)));
        assert_eq!(line.point_on(1, 0.5, Precision::Six), Some((150, 0)));
    }

    #[test]
    fn legs_that_do_not_meet_are_joined_by_a_straight_line_that_is_no_leg() {
        let mut line = RouteLine::default();
        line.push_leg((0, 0), [], (100, 0));
        line.push_leg((300, 0), [], (400, 0));
        assert_eq!(line.points(), [(0, 0), (100, 0), (300, 0), (400, 0)]);
        assert_eq!(line.point_on(1, 0.0, Precision::Six), Some((300, 0)));
    }

    #[test]
    fn a_line_that_stays_where_it_is_has_two_ends() {
        let mut line = RouteLine::default();
        line.push_leg((5, 7), [], (5, 7));
        assert_eq!(line.points(), [(5, 7), (5, 7)]);
        assert_eq!(line.point_on(0, 0.5, Precision::Five), Some((5, 7)));
        assert_eq!(line.polyline(), "IM??");
    }

    #[test]
    fn degrees_become_the_nearest_units() {
        assert_eq!(unit_point(52.5, 13.4, Precision::Five), (5_250_000, 1_340_000));
        assert_eq!(unit_point(-0.000_005, 0.000_005, Precision::Five), (0, 1));
        assert_eq!(unit_point(-90.0, 180.0, Precision::Six), (-90_000_000, 180_000_000));
    }
}
