//! Posted speed limits: `maxspeed` in its spellings, and the limits of a country's law.
//!
//! Source: <https://wiki.openstreetmap.org/wiki/Key:maxspeed>. One text may hold several limits: of
//! `50;30` (where along the way is unknown) the lowest counts, of `100|80` (one per lane) the highest. What
//! cannot be read (`signals`, `variable`, `sign`, `50 @ (wet)`) is no limit, and the next key is asked.

use super::law;
use super::measure::{decimal, split_unit};
use super::table::{ImpliedLimits, ListedLimits};
use crate::country::Country;

/// `none`: no road is driven faster by a vehicle whose trips are planned.
const UNLIMITED_KMH: f64 = 140.0;
/// `walk`.
const WALK_KMH: f64 = 6.0;
const KMH_PER_MPH: f64 = 1.609_344;
const KMH_PER_KNOT: f64 = 1.852;
/// What exceeds it is a slip of the keyboard.
const LIMIT_KMH_MAX: f64 = 250.0;
/// Countries whose bare numbers are miles an hour behind a colon: `GB:zone:20`.
const MILE_COUNTRIES: [&str; 3] = ["GB", "UK", "US"];

/// The limit that a text states on a way of a country, in kilometers per hour, above 0.
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

/// `DE:urban`, `BE-VLG:rural`, `DE:zone:30`, `FR:zone30`, `AT:30`: a country, and what its law says.
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

/// `urban` without a country: of the country that the way lies in.
fn own_law_kmh(text: &str, implied: &ImpliedLimits, country: Option<Country>) -> Option<f64> {
    match implied {
        ImpliedLimits::OfLaw => law::implied_kmh(country?.code, text),
        ImpliedLimits::Listed(_) => None,
    }
}

#[cfg(test)]
mod tests;
