//! The plane that touches the Earth at a query, and distances on the Earth itself.
//!
//! ```text
//!            y = difference of latitude             the unit of both axes: 1e-7 degrees of latitude,
//!            │   • piece's end                      11.1 mm
//!            │  ╱
//!            │ ● nearest                            position = the fraction of the piece before the
//!   query ───┼╱─────── x = difference of longitude             nearest point, 0 to 1
//!            •              × cos(query's latitude)
//! ```
//!
//! Differences of coordinates are integers and exact; only the cosine of the query's latitude and the
//! position are rounded. Position 1 on a piece therefore has exactly the same distance as position 0 on the
//! next, so that ties are exact. About 20 operations per piece, one of them a division.

use super::shapes::PointE7;
use crate::{EARTH_RADIUS_METERS, ellipsoid};

/// 360 degrees.
pub(super) const FULL_CIRCLE_E7: u32 = 3_600_000_000;
const HALF_CIRCLE_E7: i64 = FULL_CIRCLE_E7 as i64 / 2;
const RADIANS_PER_E7: f64 = std::f64::consts::PI / (FULL_CIRCLE_E7 as f64 / 2.0);
/// The length of a plane's unit.
pub(super) const METERS_PER_E7: f64 = EARTH_RADIUS_METERS * RADIANS_PER_E7;

/// Normalizes a difference of longitudes to the short way around: from -180° to below 180°. Accepts up to
/// ±540°.
pub(super) fn wrapped(difference_e7: i64) -> i64 {
    if difference_e7 >= HALF_CIRCLE_E7 {
        difference_e7 - i64::from(FULL_CIRCLE_E7)
    } else if difference_e7 < -HALF_CIRCLE_E7 {
        difference_e7 + i64::from(FULL_CIRCLE_E7)
    } else {
        difference_e7
    }
}

/// Converts a longitude of -180° to 180° to a circular number: 0 at the date line, below a full circle.
pub(super) fn east_of_date_line(lon_e7: i32) -> u32 {
    let shifted = i64::from(lon_e7) + HALF_CIRCLE_E7;
    u32::try_from(shifted).expect("a longitude is not below -180 degrees") % FULL_CIRCLE_E7
}

/// Returns how far east of one circular number another lies, below a full circle.
pub(super) fn east_of(west_e7: u32, lon_e7: u32) -> u32 {
    if lon_e7 >= west_e7 { lon_e7 - west_e7 } else { lon_e7 + (FULL_CIRCLE_E7 - west_e7) }
}

/// The plane around a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    lat_e7: i64,
    lon_e7: i64,
    east_of_date_line_e7: u32,
    /// The cosine of the latitude: the length of a degree of longitude relative to a degree of latitude.
    cosine: f64,
}

/// The point of a piece that is nearest to a plane's query.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestOnPiece {
    /// The squared distance, in the plane's units.
    pub(super) squared: f64,
    /// 0 at the piece's start, 1 at its end.
    pub(super) position: f64,
}

impl Plane {
    /// # Panics
    /// The coordinates are not a point on Earth.
    pub(super) fn around(lat_degrees: f64, lon_degrees: f64) -> Self {
        assert!((-90.0..=90.0).contains(&lat_degrees), "latitude {lat_degrees} was checked before");
        assert!((-180.0..=180.0).contains(&lon_degrees), "longitude {lon_degrees} was checked");
        #[expect(clippy::cast_possible_truncation, reason = "180 degrees are 1.8e9, below 2^31")]
        let (lat_e7, lon_e7) =
            (libm::round(lat_degrees * 1e7) as i32, libm::round(lon_degrees * 1e7) as i32);
        Self {
            lat_e7: i64::from(lat_e7),
            lon_e7: i64::from(lon_e7),
            east_of_date_line_e7: east_of_date_line(lon_e7),
            cosine: cosine_of_lat(lat_e7),
        }
    }

    pub(super) fn lat_e7(&self) -> i64 {
        self.lat_e7
    }

    pub(super) fn east_of_date_line_e7(&self) -> u32 {
        self.east_of_date_line_e7
    }

    /// Returns the squared distance for differences of longitude and latitude.
    pub(super) fn squared(&self, lon_e7: f64, lat_e7: f64) -> f64 {
        let x = lon_e7 * self.cosine;
        x * x + lat_e7 * lat_e7
    }

    /// Returns the nearest point of a piece; its start if the piece has no length.
    pub(super) fn nearest_on_piece(&self, from: PointE7, to: PointE7) -> NearestOnPiece {
        let lon_length = wrapped(i64::from(to.lon) - i64::from(from.lon));
        // Moves the middle of the piece, not its start, to the query's side of the Earth: from its start, a
        // long piece might extend around the other side.
        let middle = i64::from(from.lon) + lon_length / 2;
        let lon_from = (wrapped(middle - self.lon_e7) - lon_length / 2) as f64;
        let lat_from = (i64::from(from.lat) - self.lat_e7) as f64;
        let (lon_length, lat_length) =
            (lon_length as f64, (i64::from(to.lat) - i64::from(from.lat)) as f64);

        // Both are the same sum of products, so that they are equal if the query is the piece's end.
        let cosine_squared = self.cosine * self.cosine;
        let passed = -(lon_from * lon_length * cosine_squared + lat_from * lat_length);
        let whole = lon_length * lon_length * cosine_squared + lat_length * lat_length;
        let position = if passed <= 0.0 || whole <= 0.0 {
            0.0
        } else if passed >= whole {
            1.0
        } else {
            passed / whole
        };
        let squared =
            self.squared(lon_from + position * lon_length, lat_from + position * lat_length);
        NearestOnPiece { squared, position }
    }
}

/// Returns the point at a position of a piece, rounded to 1e-7 degrees.
pub(super) fn point_on_piece(from: PointE7, to: PointE7, position: f64) -> PointE7 {
    let part = |length: i64| {
        #[expect(clippy::cast_possible_truncation, reason = "a part of at most half a circle")]
        let part = libm::round(position * length as f64) as i64;
        part
    };
    let lat = i64::from(from.lat) + part(i64::from(to.lat) - i64::from(from.lat));
    let lon = i64::from(from.lon) + part(wrapped(i64::from(to.lon) - i64::from(from.lon)));
    // 180° remains as the map has it; only longitudes beyond it are wrapped.
    let lon = if lon.abs() > HALF_CIRCLE_E7 { wrapped(lon) } else { lon };
    PointE7 {
        lat: i32::try_from(lat).expect("between two latitudes"),
        lon: i32::try_from(lon).expect("at most half a circle"),
    }
}

/// Returns the meters between two points whose cosines of latitude are known, by the measure used for the
/// lengths of segments. Computes two sines.
pub(super) fn meters(from: PointE7, to: PointE7, cosines: [f64; 2]) -> f64 {
    let north = i64::from(to.lat) - i64::from(from.lat);
    let east = wrapped(i64::from(to.lon) - i64::from(from.lon));
    ellipsoid::meters(north as f64, east as f64, cosines)
}

/// Returns exactly 0 at the poles, where all longitudes are the same place; `libm` alone returns 6e-17.
pub(super) fn cosine_of_lat(lat_e7: i32) -> f64 {
    if lat_e7.unsigned_abs() == FULL_CIRCLE_E7 / 4 {
        0.0
    } else {
        libm::cos(f64::from(lat_e7) * RADIANS_PER_E7)
    }
}
