//! The conventions of benchmarks: how distances are rounded, how many integer units make one of the file's own, and
//! what is minimized.
//!
//! ```text
//! file: 12.347  ──► Rounding ──► integer units ──► costs add up exactly
//! Nearest 12 (1 unit)   TruncatedTenths 123 (10)   NearestThousandths 12347 (1000)   Millionths 12347000 (10^6)
//! ```
//!
//! Published costs are only comparable under the rounding that they were measured with. Where the convention is
//! "doubles" there is no rounding, so millionths are used instead: each leg is off by at most half a millionth, and a
//! plan of 1,000 legs by at most 0.0005, while costs are published with two decimals.

/// The limit of parsed numbers, which ensures that no sum over a plan overflows.
pub(crate) const NUMBER_MAX: f64 = 1e8;

/// Added before truncation, so that 9.999999999, which should have been 10, is told from 9.99.
const TRUNCATION_SLACK: f64 = 1e-9;

const _: () = assert!(
    3.0 * NUMBER_MAX * (Rounding::Millionths.units_per_one() as f64) < i64::MAX as f64 / 1e3,
    "the longest leg leaves room for sums"
);

/// How coordinates become distances. It also determines the integer unit of all lengths, times and costs of an
/// instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// Whole numbers, rounded half up: TSPLIB's `EUC_2D`.
    Nearest,
    /// One decimal, truncated, stored as integers ten times as large: the DIMACS challenge of 2022.
    TruncatedTenths,
    /// Three decimals, rounded half up, stored as integers: `x1000`.
    NearestThousandths,
    /// Doubles in the literature; rounded to six decimals here.
    Millionths,
    /// The file contains the distances, as integers.
    Given,
}

impl Rounding {
    /// Returns how many units make one of the file's own.
    pub(crate) const fn units_per_one(self) -> i64 {
        match self {
            Self::Nearest | Self::Given => 1,
            Self::TruncatedTenths => 10,
            Self::NearestThousandths => 1_000,
            Self::Millionths => 1_000_000,
        }
    }

    /// Converts a length of the file, which is at least 0, to units. Before it, only the square root rounds, in a way
    /// that IEEE 754 defines, so that all machines give the same result.
    pub(crate) fn units_of_length(self, length: f64) -> i64 {
        let units = length * self.units_per_one() as f64;
        match self {
            Self::TruncatedTenths => truncated(units + TRUNCATION_SLACK),
            _ => truncated(units + 0.5),
        }
    }

    /// Converts a number that the file states directly (a time, a fixed cost, a prize) to units.
    pub(crate) fn units_of(self, number: f64) -> i64 {
        truncated((number * self.units_per_one() as f64).round())
    }

    /// Formats units as a decimal number in the file's own unit.
    pub(crate) fn decimal(self, units: i64) -> String {
        let one = self.units_per_one();
        let decimals = one.ilog10() as usize;
        let sign = if units < 0 { "-" } else { "" };
        let (whole, part) = (units.abs() / one, units.abs() % one);
        let text = format!("{sign}{whole}.{part:0decimals$}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// The name in the summary.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Nearest => "nearest integer",
            Self::TruncatedTenths => "truncated tenths",
            Self::NearestThousandths => "nearest thousandths",
            Self::Millionths => "millionths",
            Self::Given => "as given",
        }
    }
}

/// The objective by which plans are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Objective {
    /// Fixed costs, unit costs by distance, and the prizes of orders left out.
    Cost,
    /// The fewest vehicles, and among equals the shortest distance.
    VehiclesThenDistance,
    /// The time from the departure to the return of each route, including waiting and service.
    Duration,
}

impl Objective {
    /// The name in the summary.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cost => "cost",
            Self::VehiclesThenDistance => "vehicles, then distance",
            Self::Duration => "duration",
        }
    }
}

/// The meaning of the published costs of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Convention {
    pub(crate) rounding: Rounding,
    pub(crate) objective: Objective,
}

/// Truncates a number to its integer part.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the one place where doubles become integers; `as` saturates"
)]
pub(crate) fn truncated(number: f64) -> i64 {
    number as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_round_as_each_convention_has_it() {
        // The diagonal of a square of side 1 is 1.414213562…, that of side 5 is 7.071067811….
        for (rounding, of_1, of_5) in [
            (Rounding::Nearest, 1, 7),
            (Rounding::TruncatedTenths, 14, 70),
            (Rounding::NearestThousandths, 1_414, 7_071),
            (Rounding::Millionths, 1_414_214, 7_071_068),
        ] {
            assert_eq!(rounding.units_of_length(2_f64.sqrt()), of_1, "{rounding:?}");
            assert_eq!(rounding.units_of_length(50_f64.sqrt()), of_5, "{rounding:?}");
        }
    }

    #[test]
    fn a_tenth_is_not_lost_to_binary_fractions() {
        // 10 × 2.3 is 22.999999999999996 in doubles.
        assert_eq!(Rounding::TruncatedTenths.units_of_length(2.3), 23);
    }

    #[test]
    fn units_print_as_the_number_they_came_from() {
        for (rounding, units, text) in [
            (Rounding::Nearest, 27_590, "27590"),
            (Rounding::TruncatedTenths, 10, "1"),
            (Rounding::TruncatedTenths, 8_273, "827.3"),
            (Rounding::NearestThousandths, -1_005, "-1.005"),
            (Rounding::Millionths, 42, "0.000042"),
        ] {
            assert_eq!(rounding.decimal(units), text);
        }
    }
}
