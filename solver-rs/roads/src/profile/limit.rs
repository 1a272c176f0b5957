//! Posted speed limits: the spellings of `maxspeed`, and the limits of a country's law.
//!
//! Source: <https://wiki.openstreetmap.org/wiki/Key:maxspeed>. A text may contain several limits: of `50;30`
//! (at unknown positions along the way) the lowest counts, of `100|80` (one per lane) the highest. Values
//! that cannot be parsed (`signals`, `variable`, `sign`, `50 @ (wet)`) are ignored, and the next key is read.

use super::law;
use super::measure::{decimal, split_unit};
use super::table::{ImpliedLimits, ListedLimits};
use crate::country::Country;

/// The value of `none`: planned trips are not driven faster on any road.
const UNLIMITED_KMH: f64 = 140.0;
/// The value of `walk`.
const WALK_KMH: f64 = 6.0;
const KMH_PER_MPH: f64 = 1.609_344;
const KMH_PER_KNOT: f64 = 1.852;
/// Values above this are assumed to be typing errors.
const LIMIT_KMH_MAX: f64 = 250.0;
/// Countries in which a bare number after a colon is in miles per hour: `GB:zone:20`.
const MILE_COUNTRIES: [&str; 3] = ["GB", "UK", "US"];

/// Returns the limit that a text states on a way in a country, in kilometers per hour, above 0.
pub(super) fn limit_kmh(
    text: &str,
    implied: &ImpliedLimits,
    country: Option<Country>,
) -> Option<f64> {
    let of_lanes = |part: &str| {
        let lanes = part.split('|');
        lanes.filter_map(|lane| single_kmh(lane.trim(), implied, country)).reduce(f64::max)
    };
    text.split(';').filter_map(of_lanes).reduce(f64::min)
}

fn single_kmh(text: &str, implied: &ImpliedLimits, country: Option<Country>) -> Option<f64> {
    let kmh = match text {
        "none" => UNLIMITED_KMH,
        "walk" => WALK_KMH,
        _ => match text.split_once(':') {
            Some((country, rest)) => implied_kmh(text, country, rest, implied)?,
            None => number_kmh(text).or_else(|| own_law_kmh(text, implied, country))?,
        },
    };
    (kmh > 0.0 && kmh <= LIMIT_KMH_MAX).then_some(kmh)
}

fn number_kmh(text: &str) -> Option<f64> {
    let (digits, unit) = split_unit(text)?;
    let factor = match unit {
        "" | "km/h" | "kmh" | "kph" => 1.0,
        "mph" | "mp/h" => KMH_PER_MPH,
        "knots" | "knot" | "kn" | "kt" => KMH_PER_KNOT,
        _ => return None,
    };
    Some(decimal(digits)? * factor)
}

/// Parses `DE:urban`, `BE-VLG:rural`, `DE:zone:30`, `FR:zone30`, `AT:30`: a country and what its law states.
fn implied_kmh(text: &str, country: &str, rest: &str, implied: &ImpliedLimits) -> Option<f64> {
    let is_country = country.len() >= 2
        && country.bytes().take(2).all(|byte| byte.is_ascii_alphabetic())
        && country.as_bytes().get(2).is_none_or(|&byte| byte == b'-');
    if !is_country {
        return None;
    }
    let digits = rest.strip_prefix("zone").unwrap_or(rest).trim_start_matches(':');
    let zone_kmh = || {
        let is_bare = split_unit(digits).is_some_and(|(_, unit)| unit.is_empty());
        let in_miles = MILE_COUNTRIES.iter().any(|name| country.eq_ignore_ascii_case(name));
        let factor = if is_bare && in_miles { KMH_PER_MPH } else { 1.0 };
        number_kmh(digits).map(|number| number * factor)
    };
    let lawful_kmh = match implied {
        ImpliedLimits::OfLaw => law::implied_kmh(country, rest),
        ImpliedLimits::Listed(listed) => listed_kmh(text, rest, listed),
    };
    lawful_kmh.or_else(zone_kmh)
}

fn listed_kmh(text: &str, kind: &str, listed: &ListedLimits) -> Option<f64> {
    let row_of = |rows: &[(&str, f64)], name: &str| {
        rows.iter().find(|row| row.0.eq_ignore_ascii_case(name)).map(|row| row.1)
    };
    row_of(listed.exceptions, text).or_else(|| row_of(listed.usual, kind))
}

/// Parses `urban` without a country, for the country that the way lies in.
fn own_law_kmh(text: &str, implied: &ImpliedLimits, country: Option<Country>) -> Option<f64> {
    match implied {
        ImpliedLimits::OfLaw => law::implied_kmh(country?.code, text),
        ImpliedLimits::Listed(_) => None,
    }
}

#[cfg(test)]
mod tests;
