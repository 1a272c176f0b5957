//! Speed limits that a country's law sets where no sign states another.
//!
//! ```text
//!   a tag, DE:urban ─────────► the limit of that country, else the usual limit of the kind
//!   a tag, urban     ────────► the same, for the country of the way
//!   no tag, a class of road ─► the maximum that the law allows on any road of that kind, if it is known
//!   no tag, in a town ──────► the limit of towns, if it is known
//!   a heavy truck ───────────► the maximum that the law allows it on that kind of road, regardless of signs
//! ```
//!
//! `limits.txt` contains the numbers, their source and their license. It is parsed once.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{RoadClass, Tags};
use crate::country::Country;

const KMH_PER_MPH: f64 = 1.609_344;

/// Kilometers per hour by country and kind.
type Limits = BTreeMap<&'static str, BTreeMap<&'static str, f64>>;

static LIMITS: LazyLock<Limits> = LazyLock::new(|| read(include_str!("limits.txt")));

/// The row for countries without a value of their own.
const USUAL: &str = "*";

/// Returns the limit that tags imply with a country and a kind of road, such as `DE` and `urban`, in any
/// case.
pub(super) fn implied_kmh(country: &str, kind: &str) -> Option<f64> {
    let country = country.to_ascii_uppercase();
    let country = if country == "UK" { "GB" } else { &country };
    let kind = kind.to_ascii_lowercase();
    lawful_kmh(country, &kind).or_else(|| LIMITS.get(USUAL)?.get(&*kind).copied())
}

/// Returns the maximum that a country's law allows a car on roads of a class without a sign; `None` if the
/// law is not known.
pub(super) fn unposted_kmh(country: Country, class: RoadClass, tags: &impl Tags) -> Option<f64> {
    let kind = match class {
        RoadClass::LivingStreet => "living_street",
        RoadClass::Residential => "urban",
        _ => kind_outside_towns(class, tags)?,
    };
    lawful_kmh(country.code, kind)
}

/// Returns the maximum that a country's law allows in towns on roads of a class without a sign; `None` if the
/// law is not known. Roads without direct access to the houses beside them keep the limit outside towns.
pub(super) fn town_kmh(country: Country, class: RoadClass, tags: &impl Tags) -> Option<f64> {
    use RoadClass::{
        Other, Primary, PrimaryLink, Secondary, SecondaryLink, Tertiary, TertiaryLink, Unclassified,
    };
    let leads_through = matches!(
        class,
        Primary
            | PrimaryLink
            | Secondary
            | SecondaryLink
            | Tertiary
            | TertiaryLink
            | Unclassified
            | Other
    );
    let is_expressway = tags.get("motorroad") == Some("yes");
    if leads_through && !is_expressway { lawful_kmh(country.code, "urban") } else { None }
}

/// Returns the maximum that a country's law allows a heavy truck, regardless of general signs. A sign for
/// trucks alone takes precedence.
pub(super) fn heavy_truck_kmh(country: Country, class: RoadClass, tags: &impl Tags) -> Option<f64> {
    if tags.get("maxspeed:hgv").is_some() {
        return None;
    }
    let kind = match kind_outside_towns(class, tags)? {
        "motorway" => "hgv:motorway",
        "trunk" => "hgv:trunk",
        _ => "hgv:rural",
    };
    lawful_kmh(country.code, kind)
}

/// Returns `None` for ferries and trains.
fn kind_outside_towns(class: RoadClass, tags: &impl Tags) -> Option<&'static str> {
    let is = |key, value| tags.get(key) == Some(value);
    match class {
        RoadClass::Ferry | RoadClass::ShuttleTrain => None,
        RoadClass::Motorway | RoadClass::MotorwayLink => Some("motorway"),
        _ if is("motorroad", "yes") => Some("trunk"),
        RoadClass::Trunk | RoadClass::TrunkLink if is("oneway", "yes") => Some("trunk"),
        _ => Some("rural"),
    }
}

/// Returns the limit of a part of a country (`GB-SCT`, `CN-HK`) if it has one, else that of the country. A
/// kind that a law does not distinguish has the limit of the wider kind: an unknown `trunk` is a `rural`
/// road.
fn lawful_kmh(country: &str, kind: &str) -> Option<f64> {
    let (whole, part) = country.split_once('-').unwrap_or((country, country));
    let limit = |kind: &str| {
        [country, part, whole].iter().find_map(|code| LIMITS.get(code)?.get(kind).copied())
    };
    limit(kind).or_else(|| limit(&kind.replace("trunk", "rural")))
}

fn read(text: &'static str) -> Limits {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (country, limits) = line.split_once(' ').expect("a country has limits");
            (country, limits.split(' ').map(limit).collect())
        })
        .collect()
}

fn limit(text: &'static str) -> (&'static str, f64) {
    let (kind, value) = text.split_once('=').expect("a kind has a limit");
    let (number, factor) = match value.strip_suffix("mph") {
        Some(miles) => (miles, KMH_PER_MPH),
        None => (value, 1.0),
    };
    (kind, number.parse::<f64>().expect("a limit is a number") * factor)
}

#[cfg(test)]
mod tests;
