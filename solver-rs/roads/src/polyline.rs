//! Encoded polylines: the shape of a route as a short line of printable characters.
//!
//! ```text
//! 1e-7 degrees ──► round to 1e-5 ──► subtract previous ──► zigzag ──► 5 bits per character
//!  -1799832104       -17998321        -17998321 (the first)    35996641     `~oia@
//! ```
//!
//! The format is Google's "Encoded Polyline Algorithm Format", which map libraries read; precision 6 is
//! the variant of OSRM and Valhalla. Coordinates are rounded before differences are taken, so each
//! decoded point is within half a unit of the original, however long the line. One pass, 2 to 12
//! characters per point, usually 6; one of them may be a backslash, which JSON escapes.

/// Decimal places of a degree that a polyline keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// About a meter: Google's format.
    Five,
    /// About a decimeter.
    Six,
}

impl Precision {
    /// The number of units of 1e-7 degrees in one unit of the polyline.
    const fn units_e7(self) -> i32 {
        match self {
            Self::Five => 100,
            Self::Six => 10,
        }
    }

    /// Units in a degree.
    #[must_use]
    pub const fn units_per_degree(self) -> f64 {
        match self {
            Self::Five => 1e5,
            Self::Six => 1e6,
        }
    }

    /// Converts a point in 1e-7 degrees to whole units of this precision; halves are rounded away from zero.
    #[must_use]
    pub fn units(self, (lat_e7, lon_e7): (i32, i32)) -> (i32, i32) {
        let unit = self.units_e7();
        (rounded_quotient(lat_e7, unit), rounded_quotient(lon_e7, unit))
    }
}

/// Appends a line to `out`: its points in order, each a latitude and a longitude in 1e-7 degrees.
///
/// Of consecutive points that round to the same units, only the first is written. The line does not
/// continue the existing contents of `out`. Any `i32` can be encoded; halves are rounded away from zero.
pub fn encode(points: impl Iterator<Item = (i32, i32)>, precision: Precision, out: &mut String) {
    let mut units: Vec<(i32, i32)> = points.map(|point| precision.units(point)).collect();
    units.dedup();
    encode_units(&units, out);
}

/// Appends a line to `out`: its points in order, each a latitude and a longitude in units of a precision.
pub fn encode_units(points: &[(i32, i32)], out: &mut String) {
    let (mut previous_lat, mut previous_lon) = (0, 0);
    for &(lat, lon) in points {
        push_signed(lat - previous_lat, out);
        push_signed(lon - previous_lon, out);
        (previous_lat, previous_lon) = (lat, lon);
    }
}

fn rounded_quotient(value: i32, divisor: i32) -> i32 {
    let (quotient, rest) = (value / divisor, value % divisor);
    if rest.abs() * 2 >= divisor { quotient + rest.signum() } else { quotient }
}

/// The sign goes into the lowest bit. Each character then holds five bits, lowest first, and a sixth bit
/// that tells whether more follow. Adding 63 makes any six bits a printable character, from `?` to `~`.
fn push_signed(value: i32, out: &mut String) {
    // The difference of two values that are each a tenth of an i32 is below 2^29: one more bit fits.
    let mut bits = ((value << 1) ^ (value >> 31)).cast_unsigned();
    while bits >= 0x20 {
        push_six_bits(bits & 0x1f | 0x20, out);
        bits >>= 5;
    }
    push_six_bits(bits, out);
}

fn push_six_bits(bits: u32, out: &mut String) {
    #[expect(clippy::cast_possible_truncation, reason = "six bits and 63 are at most 126")]
    out.push(char::from(bits as u8 + 63));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn encoded(points: &[(i32, i32)], precision: Precision) -> String {
        let mut line = String::new();
        encode(points.iter().copied(), precision, &mut line);
        line
    }

    /// Decodes the format in whole numbers of the polyline's unit: sums of differences, each assembled
    /// from the last character to the first.
    fn decoded(line: &str) -> Vec<(i64, i64)> {
        let mut numbers = Vec::new();
        for group in line.as_bytes().split_inclusive(|&it| it - 63 < 32) {
            let code = group.iter().rev().fold(0, |sum, &it| sum * 32 + i64::from((it - 63) % 32));
            numbers.push(if code % 2 == 0 { code / 2 } else { -(code + 1) / 2 });
        }
        let mut sum = (0, 0);
        numbers
            .chunks_exact(2)
            .map(|it| {
                sum = (sum.0 + it[0], sum.1 + it[1]);
                sum
            })
            .collect()
    }

    #[test]
    fn examples_of_the_formats_own_documentation_come_out_as_printed() {
        // Google, "Encoded Polyline Algorithm Format": the value worked out there (here a
        // longitude, after a latitude of 0), then its line of three points.
        let line = [
            (385_000_000, -1_202_000_000),
            (407_000_000, -1_209_500_000),
            (432_520_000, -1_264_530_000),
        ];
        for (points, precision, expected) in [
            (&[(0, -1_799_832_104)][..], Precision::Five, "?`~oia@"),
            (&line[..1], Precision::Five, "_p~iF~ps|U"),
            (&line[..], Precision::Five, "_p~iF~ps|U_ulLnnqC_mqNvxq`@"),
            // The same three points as @mapbox/polyline writes them with precision 6.
            (&line[..], Precision::Six, "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI"),
        ] {
            assert_eq!(encoded(points, precision), expected, "{points:?}, {precision:?}");
        }
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        for (value_e7, five, six) in [
            (0, 0, 0),
            (4, 0, 0),
            (5, 0, 1),
            (-5, 0, -1),
            (49, 0, 5),
            (50, 1, 5),
            (-49, 0, -5),
            (-50, -1, -5),
            (149, 1, 15),
            (150, 2, 15),
            (-150, -2, -15),
            (i32::MAX, 21_474_836, 214_748_365),
            (i32::MIN, -21_474_836, -214_748_365),
        ] {
            assert_eq!(rounded_quotient(value_e7, 100), five, "{value_e7} at precision 5");
            assert_eq!(rounded_quotient(value_e7, 10), six, "{value_e7} at precision 6");
        }
    }

    #[test]
    fn points_that_round_to_their_predecessor_are_left_out() {
        let points = [(100, 100), (149, 51), (100, 100), (200, 100), (100, 100)];
        assert_eq!(decoded(&encoded(&points, Precision::Five)), [(1, 1), (2, 1), (1, 1)]);
        // At a precision of a decimeter the first two points differ.
        assert_eq!(
            decoded(&encoded(&points, Precision::Six)),
            [(10, 10), (15, 5), (10, 10), (20, 10), (10, 10)]
        );
    }

    #[test]
    fn a_line_may_start_at_zero_and_no_points_are_no_characters() {
        assert_eq!(encoded(&[(0, 0)], Precision::Five), "??");
        assert_eq!(encoded(&[], Precision::Five), "");
    }

    #[test]
    fn a_line_is_appended_without_continuing_the_previous_one() {
        let mut out = String::from("_p~iF~ps|U");
        encode([(385_000_000, -1_202_000_000)].into_iter(), Precision::Five, &mut out);
        assert_eq!(out, "_p~iF~ps|U_p~iF~ps|U");
    }

    #[test]
    fn decoding_gives_every_point_to_half_a_unit_however_long_the_line() {
        let mut random = Random::seeded(4);
        let mut points = vec![(i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (0, 0)];
        let (mut lat_e7, mut lon_e7) = (411_500_000, -86_100_000);
        for _ in 0..5000 {
            // Steps of up to 1,000 units, whose rounding errors would otherwise add up to a hundred units.
            lat_e7 += i32::try_from(random.below(2001)).unwrap() - 1000;
            lon_e7 += i32::try_from(random.below(2001)).unwrap() - 1000;
            points.push((lat_e7, lon_e7));
        }
        for (precision, unit) in [(Precision::Five, 100), (Precision::Six, 10)] {
            let line = decoded(&encoded(&points, precision));
            let mut at = 0;
            for &(lat_e7, lon_e7) in &points {
                let near = |(lat, lon): (i64, i64)| {
                    (lat * unit - i64::from(lat_e7)).abs() * 2 <= unit
                        && (lon * unit - i64::from(lon_e7)).abs() * 2 <= unit
                };
                if !near(line[at]) {
                    at += 1;
                    assert!(near(line[at]), "{lat_e7} {lon_e7} at precision {precision:?}");
                }
            }
            assert_eq!(at + 1, line.len());
        }
    }
}
