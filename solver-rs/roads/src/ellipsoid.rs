//! Lengths of roads on the WGS 84 ellipsoid, to which OpenStreetMap coordinates refer.
//!
//! ```text
//!   meters = angle on a sphere × radius of the Earth there in that direction
//!
//!   along the meridian   a (1 − e²) / (1 − e² sin²φ)^1.5     6,335 km at the equator, 6,400 at a pole
//!   across it            a / (1 − e² sin²φ)^0.5              6,378 km                  6,400
//! ```
//!
//! On a sphere, roads in Porto would be 0.26 % too short from east to west and 0.12 % too long from north
//! to south. The error here is 1e-6 for distances up to a few kilometers, and 1e-3 for any distance.
//! Vincenty's formula is exact to a millimeter but iterative, and roads are drawn only to a meter.
//! Trigonometry comes from `libm`, so that native and WASM builds agree to the last bit.

use std::f64::consts::PI;

/// Radius of the Earth at the equator.
const EQUATOR_METERS: f64 = 6_378_137.0;
const ECCENTRICITY_SQUARED: f64 = 0.006_694_379_990_14;

/// Radians in a unit of 1e-7 degrees.
const RADIANS: f64 = PI / 180.0 * 1e-7;

/// Length in meters of a step, given by its components to the north and to the east in units of 1e-7
/// degrees (at most half a circle) and by the cosines of the latitudes at its ends.
pub(crate) fn meters(north_e7: f64, east_e7: f64, cosines: [f64; 2]) -> f64 {
    let (north, east) = (north_e7 * RADIANS, east_e7 * RADIANS);
    let (half_north, half_east) = (libm::sin(north / 2.0), libm::sin(east / 2.0));
    let both = cosines[0] * cosines[1];
    // The haversine formula: exact to nanometers for nearby points.
    let square = half_north * half_north + both * half_east * half_east;
    let angle = 2.0 * libm::asin(square.min(1.0).sqrt());
    let (along, across) = radii_meters((cosines[0] * cosines[0] + cosines[1] * cosines[1]) / 2.0);
    let (north_squared, east_squared) = (north * north, both * east * east);
    let whole = north_squared + east_squared;
    if whole > 0.0 {
        let squared = north_squared * along * along + east_squared * across * across;
        angle * (squared / whole).sqrt()
    } else {
        angle * across
    }
}

/// Radii of curvature along the meridian and across it, from the squared cosine of the latitude.
pub(crate) fn radii_meters(cosine_squared: f64) -> (f64, f64) {
    let flattening = 1.0 - ECCENTRICITY_SQUARED * (1.0 - cosine_squared);
    let across = EQUATOR_METERS / flattening.sqrt();
    (across * (1.0 - ECCENTRICITY_SQUARED) / flattening, across)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(from: (f64, f64), to: (f64, f64)) -> f64 {
        let cosine = |lat: f64| libm::cos(lat.to_radians());
        meters((to.0 - from.0) * 1e7, (to.1 - from.1) * 1e7, [cosine(from.0), cosine(to.0)])
    }

    #[test]
    fn roads_are_as_long_as_on_the_ellipsoid() {
        // (from, to, meters by Vincenty's formula); the first is π / 180 × 6,378,137 m.
        for (from, to, expected) in [
            ((0.0, 0.0), (0.0, 1.0), 111_319.491),
            ((0.0, 0.0), (1.0, 0.0), 110_574.389),
            ((44.5, 0.0), (45.5, 0.0), 111_131.778),
            ((89.0, 0.0), (90.0, 0.0), 111_693.865),
            ((45.0, 0.0), (45.0, 0.01), 788.468_4),
        ] {
            let found = between(from, to);
            assert!((found / expected - 1.0).abs() < 2e-6, "{from:?} {to:?}: {found}");
        }
    }

    #[test]
    fn a_long_ferry_is_measured_to_a_thousandth() {
        // Tokyo to Honolulu, and a quarter of a meridian; kilometers by Vincenty's formula.
        for (from, to, kilometers) in [
            ((35.6762, 139.6503), (21.3069, 202.1417), 6_218.965),
            ((0.0, 0.0), (90.0, 0.0), 10_001.966),
        ] {
            let found = between(from, to) / 1000.0;
            assert!((found / kilometers - 1.0).abs() < 1e-3, "{from:?} {to:?}: {found}");
        }
    }
}
