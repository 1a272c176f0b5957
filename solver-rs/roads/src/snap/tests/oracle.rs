//! An independent implementation: it measures every piece, in degrees, without boxes and integers.
//!
//! ```text
//!      a ───────●────── b        the foot of the perpendicular if it is between the ends, else the nearer
//!               │                end; the line is tried at several places, 360 degrees apart
//!               query
//! ```

use std::f64::consts::PI;

use crate::snap::{ShapesView, SnapKind, SnappedPoint};

const EARTH_RADIUS_METERS: f64 = 6_371_008.8;
/// Distances with at most this difference count as equal; random test data is not closer by chance.
pub(super) const SAME_METERS: f64 = 1e-7;

pub(super) struct Query {
    pub(super) lat: f64,
    pub(super) lon: f64,
}

/// Returns segment, piece and distance of the nearest piece of a segment of one of these kinds.
pub(super) fn nearest(
    shapes: &ShapesView<'_>,
    query: &Query,
    kinds: &[SnapKind],
) -> Option<(u32, u32, f64)> {
    let mut measured = Vec::new();
    for segment in 0..shapes.snap_kind.len() {
        if kinds.iter().any(|kind| kind.code() == shapes.snap_kind[segment]) {
            let points = shapes.first_point[segment] as usize..;
            for (piece, start) in points.take(piece_count(shapes, segment)).enumerate() {
                measured.push((segment, piece, meters_to_piece(shapes, query, start)));
            }
        }
    }
    let least = measured.iter().map(|it| it.2).reduce(f64::min)?;
    let (segment, piece, meters) = measured.into_iter().find(|it| it.2 <= least + SAME_METERS)?;
    Some((u32::try_from(segment).unwrap(), u32::try_from(piece).unwrap(), meters))
}

pub(super) fn piece_count(shapes: &ShapesView<'_>, segment: usize) -> usize {
    (shapes.first_point[segment + 1] - shapes.first_point[segment]) as usize - 1
}

fn meters_to_piece(shapes: &ShapesView<'_>, query: &Query, start: usize) -> f64 {
    let (mut a, mut b) = (degrees(shapes, start), degrees(shapes, start + 1));
    if (a.1 - b.1).abs() > 180.0 {
        let east = if a.1 < b.1 { &mut a } else { &mut b };
        east.1 += 360.0;
    }
    let meters_per_degree = EARTH_RADIUS_METERS * PI / 180.0;
    let shrink = query.lat.to_radians().cos();
    let flat = |point: (f64, f64), turn: f64| {
        let east = (point.1 + turn - query.lon) * shrink;
        (east * meters_per_degree, (point.0 - query.lat) * meters_per_degree)
    };
    [-720.0, -360.0, 0.0, 360.0]
        .map(|turn| meters_from_origin(flat(a, turn), flat(b, turn)))
        .into_iter()
        .fold(f64::INFINITY, f64::min)
}

fn meters_from_origin(a: (f64, f64), b: (f64, f64)) -> f64 {
    let length = (b.0 - a.0).hypot(b.1 - a.1);
    let of_ends = a.0.hypot(a.1).min(b.0.hypot(b.1));
    let is_before = a.0 * (b.0 - a.0) + a.1 * (b.1 - a.1) >= 0.0;
    let is_after = b.0 * (b.0 - a.0) + b.1 * (b.1 - a.1) <= 0.0;
    if length == 0.0 || is_before || is_after {
        of_ends
    } else {
        (a.0 * b.1 - a.1 * b.0).abs() / length
    }
}

fn degrees(shapes: &ShapesView<'_>, point: usize) -> (f64, f64) {
    (f64::from(shapes.lat_e7[point]) / 1e7, f64::from(shapes.lon_e7[point]) / 1e7)
}

/// Returns the fraction of its segment before a point, by angles between unit vectors and the curvature of
/// WGS 84.
pub(super) fn segment_fraction(shapes: &ShapesView<'_>, at: &SnappedPoint) -> f64 {
    let segment = at.segment as usize;
    let first = shapes.first_point[segment] as usize;
    let lengths: Vec<f64> = (0..piece_count(shapes, segment))
        .map(|it| meters_on_ellipsoid(degrees(shapes, first + it), degrees(shapes, first + it + 1)))
        .collect();
    let piece = at.piece as usize;
    let before = lengths[..piece].iter().sum::<f64>() + lengths[piece] * at.piece_position;
    let whole: f64 = lengths.iter().sum();
    if whole == 0.0 { 0.0 } else { before / whole }
}

/// Multiplies the angle by the radius of curvature in its direction, at the mean square of the ends' cosines.
fn meters_on_ellipsoid(a: (f64, f64), b: (f64, f64)) -> f64 {
    let (cosine_a, cosine_b) = (a.0.to_radians().cos(), b.0.to_radians().cos());
    let east = ((b.1 - a.1 + 540.0).rem_euclid(360.0) - 180.0) * (cosine_a * cosine_b).sqrt();
    let turned = east.atan2(b.0 - a.0);
    let sine_squared = 1.0 - (cosine_a * cosine_a + cosine_b * cosine_b) / 2.0;
    let flat = 1.0 - 0.006_694_379_990_14 * sine_squared;
    let (along, across) = (0.993_305_620_009_86 / flat.powf(1.5), flat.powf(-0.5));
    let radius = (along * turned.cos()).hypot(across * turned.sin());
    great_circle_meters(a, b) * radius
}

/// Returns the meters along the great circle between two points in degrees.
pub(super) fn great_circle_meters(a: (f64, f64), b: (f64, f64)) -> f64 {
    let unit = |(lat, lon): (f64, f64)| {
        let (lat, lon) = (lat.to_radians(), lon.to_radians());
        [lat.cos() * lon.cos(), lat.cos() * lon.sin(), lat.sin()]
    };
    let (a, b) = (unit(a), unit(b));
    let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let sine = cross.iter().map(|it| it * it).sum::<f64>().sqrt();
    let cosine: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    EARTH_RADIUS_METERS * sine.atan2(cosine)
}
