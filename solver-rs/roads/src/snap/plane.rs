//! The plane that touches the Earth at a query, and lengths on the Earth itself.
//!
//! ```text
//!            y = difference of latitude             one unit both ways: 1e-7 degrees of latitude,
//!            │   • piece's end                      11.1 mm
//!            │  ╱
//!            │ ● nearest                            position = how far from the piece's start to its
//!   query ───┼╱─────── x = difference of longitude             end the nearest lies, 0 to 1
//!            •              × cos(query's latitude)
//! ```
//!
//! Differences of coordinates are whole numbers and exact; only the cosine, which is the query's, and
//! the position are rounded. A position of 1 on a piece therefore costs bit for bit what a position of
//! 0 on the next does, so that ties are ties. Some 20 operations per piece, one of them a division.

use super::shapes::PointE7;
use crate::{EARTH_RADIUS_METERS, ellipsoid};

/// 360 degrees.
pub(super) const FULL_CIRCLE_E7: u32 = 3_600_000_000;
const HALF_CIRCLE_E7: i64 = FULL_CIRCLE_E7 as i64 / 2;
const RADIANS_PER_E7: f64 = std::f64::consts::PI / (FULL_CIRCLE_E7 as f64 / 2.0);
/// What a unit of a plane measures.
pub(super) const METERS_PER_E7: f64 = EARTH_RADIUS_METERS * RADIANS_PER_E7;

/// A difference of longitudes the short way round: from -180° to below 180°. Takes up to 540° each way.
pub(super) fn wrapped(difference_e7: i64) -> i64 {
    if difference_e7 >= HALF_CIRCLE_E7 {
        difference_e7 - i64::from(FULL_CIRCLE_E7)
    } else if difference_e7 < -HALF_CIRCLE_E7 {
        difference_e7 + i64::from(FULL_CIRCLE_E7)
    } else {
        difference_e7
    }
}

/// A longitude of -180° to 180° as a circular number: 0 at the date line, below a full circle.
pub(super) fn east_of_date_line(lon_e7: i32) -> u32 {
    let shifted = i64::from(lon_e7) + HALF_CIRCLE_E7;
    u32::try_from(shifted).expect("a longitude is not below -180 degrees") % FULL_CIRCLE_E7
}

/// How far east of one circular number another lies, below a full circle.
pub(super) fn east_of(west_e7: u32, lon_e7: u32) -> u32 {
    if lon_e7 >= west_e7 { lon_e7 - west_e7 } else { lon_e7 + (FULL_CIRCLE_E7 - west_e7) }
}

/// The plane around a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    lat_e7: i64,
    lon_e7: i64,
    east_of_date_line_e7: u32,
    /// Of the latitude: what a degree of longitude is shorter by than one of latitude.
    cosine: f64,
}

/// The point of a piece that lies nearest to a plane's query.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestOnPiece {
    /// Of the distance, in the plane's units.
    pub(super) squared: f64,
    /// 0 at the piece's start, 1 at its end.
    pub(super) position: f64,
}

impl Plane {
    /// # Panics
    /// The coordinates are not those of a point on Earth.
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

    /// Square of a distance, from differences of longitude and latitude.
    pub(super) fn squared(&self, lon_e7: f64, lat_e7: f64) -> f64 {
        let x = lon_e7 * self.cosine;
        x * x + lat_e7 * lat_e7
    }

    /// The nearest point of a piece; the piece's start, if it has no length.
    pub(super) fn nearest_on_piece(&self, from: PointE7, to: PointE7) -> NearestOnPiece {
        let lon_length = wrapped(i64::from(to.lon) - i64::from(from.lon));
        // The middle of the piece is brought to the query's side of the Earth, not its start, from which
        // a long piece might reach round the other side.
        let middle = i64::from(from.lon) + lon_length / 2;
        let lon_from = (wrapped(middle - self.lon_e7) - lon_length / 2) as f64;
        let lat_from = (i64::from(from.lat) - self.lat_e7) as f64;
        let (lon_length, lat_length) =
            (lon_length as f64, (i64::from(to.lat) - i64::from(from.lat)) as f64);

        // The same sum of products twice, so that they are equal if the query is the piece's end.
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

/// The point at a position of a piece, to the nearest 1e-7 degrees.
pub(super) fn point_on_piece(from: PointE7, to: PointE7, position: f64) -> PointE7 {
    let part = |length: i64| {
        #[expect(clippy::cast_possible_truncation, reason = "a part of at most half a circle")]
        let part = libm::round(position * length as f64) as i64;
        part
    };
    let lat = i64::from(from.lat) + part(i64::from(to.lat) - i64::from(from.lat));
    let lon = i64::from(from.lon) + part(wrapped(i64::from(to.lon) - i64::from(from.lon)));
    // 180° stays as the map has it; only what lies beyond goes to the other end.
    let lon = if lon.abs() > HALF_CIRCLE_E7 { wrapped(lon) } else { lon };
    PointE7 {
        lat: i32::try_from(lat).expect("between two latitudes"),
        lon: i32::try_from(lon).expect("at most half a circle"),
    }
}

/// Meters between two points of known cosines of latitude, as lengths of segments are measured: two
/// sines a piece.
pub(super) fn meters(from: PointE7, to: PointE7, cosines: [f64; 2]) -> f64 {
    let north = i64::from(to.lat) - i64::from(from.lat);
    let east = wrapped(i64::from(to.lon) - i64::from(from.lon));
    ellipsoid::meters(north as f64, east as f64, cosines)
}

/// Exactly 0 at the poles, where all longitudes are one place; `libm` alone gives 6e-17.
pub(super) fn cosine_of_lat(lat_e7: i32) -> f64 {
    if lat_e7.unsigned_abs() == FULL_CIRCLE_E7 / 4 {
        0.0
    } else {
        libm::cos(f64::from(lat_e7) * RADIANS_PER_E7)
    }
}
