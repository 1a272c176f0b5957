//! Road users: one of the five profiles, or an operator's own vehicle with another size or load.
//!
//! ```text
//!   car                                                  the profile itself
//!   semitrailer=truck:length=16.5:weight=40:hazmat       a truck of another size that carries dangerous goods
//!   old_van=van:avoid_low_emission_zones                 a van that may not enter low-emission zones
//! ```
//!
//! A map stores nothing but such a text: equal texts mean equal tables. The caller that builds the text from
//! a file validates the numbers and reports errors; here they are only parsed.

use super::measure::decimal;
use super::size::HEAVY_TONNES_ABOVE;
use super::table::{LawfulBound, Size};
use super::{Profile, ProfileTable};

/// The maximum of a size, in meters or tonnes.
const MEASURE_MAX: f64 = 1_000.0;

/// A road user and the table that applies to it.
#[derive(Clone, Debug)]
pub struct RoadUser {
    text: String,
    name: String,
    profile: Profile,
    table: ProfileTable,
}

impl RoadUser {
    /// Parses a text of the form above; `None` if it has another form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let Some((name, rest)) = text.split_once('=') else {
            return Profile::from_name(text).map(Self::from);
        };
        let mut words = rest.split(':');
        let profile = Profile::from_name(words.next()?)?;
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_name) || Profile::from_name(name).is_some() {
            return None;
        }
        let mut table = profile.table().clone();
        for word in words {
            match word.split_once('=') {
                Some((measure, value)) => {
                    *measure_of(table.size.as_mut()?, measure)? = read(value)?
                }
                None if word == "hazmat" => table.carries_hazmat = true,
                None if word == "avoid_low_emission_zones" => table.avoids_zones = true,
                None => return None,
            }
        }
        if let (true, Some(size)) = (profile == Profile::Truck, &table.size) {
            let is_heavy = size.weight_tonnes > HEAVY_TONNES_ABOVE;
            table.speed.bound_by_law =
                if is_heavy { LawfulBound::HeavyTrucks } else { LawfulBound::Cars };
        }
        Some(Self { text: text.to_owned(), name: name.to_owned(), profile, table })
    }

    /// Returns its complete description.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the name that requests use.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the profile that it is based on.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// Returns the table that interprets tags for it.
    #[must_use]
    pub fn table(&self) -> &ProfileTable {
        &self.table
    }
}

impl From<Profile> for RoadUser {
    fn from(profile: Profile) -> Self {
        let name = profile.name().to_owned();
        Self { text: name.clone(), name, profile, table: profile.table().clone() }
    }
}

fn measure_of<'a>(size: &'a mut Size, measure: &str) -> Option<&'a mut f64> {
    match measure {
        "height" => Some(&mut size.height_meters),
        "width" => Some(&mut size.width_meters),
        "length" => Some(&mut size.length_meters),
        "weight" => Some(&mut size.weight_tonnes),
        "axle_load" => Some(&mut size.axle_tonnes),
        _ => None,
    }
}

fn read(value: &str) -> Option<f64> {
    decimal(value).filter(|value| (0.0..=MEASURE_MAX).contains(value))
}

#[cfg(test)]
mod tests;
