//! The distance along the surface of a spherical Earth.
//!
//! ```text
//!     a ─────── b       |a − b| = 2 sin(angle / 2)
//!      \angle  /        |a + b| = 2 cos(angle / 2)
//!       \    /          angle   = 2 atan2(|a − b|, |a + b|)
//! ```
//!
//! After Kahan ("How Futile are Mindless Assessments of Roundoff", 2006, section 12). The arc cosine of
//! the dot product loses half its digits for nearby places, and haversine does so near antipodes. This
//! form loses none anywhere: coordinates of unit vectors are off by 1e-16, which is a nanometer on the
//! ground. It is symmetric to the last bit, because difference and sum are.

/// Mean radius of the Earth, (2a + b) / 3 of WGS 84.
pub const EARTH_RADIUS_METERS: f64 = 6_371_008.8;

/// No two places are farther apart than half the circumference; the extra meter covers rounding.
pub(super) const METERS_MAX: f64 = std::f64::consts::PI * EARTH_RADIUS_METERS + 1.0;

/// The distance in meters between two points of the unit sphere.
pub(super) fn meters(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    let difference = norm(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    let sum = norm(a[0] + b[0], a[1] + b[1], a[2] + b[2]);
    2.0 * EARTH_RADIUS_METERS * libm::atan2(difference, sum)
}

/// `sqrt` is an instruction, rounded correctly on every machine; only trigonometry needs `libm`.
fn norm(x: f64, y: f64, z: f64) -> f64 {
    (x * x + y * y + z * z).sqrt()
}
