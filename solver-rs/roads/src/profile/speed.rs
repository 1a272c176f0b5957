//! The speed of a direction.
//!
//! ```text
//! posted limit? ── yes ─► driven(limit), at most the class's maximum ────┐
//!        └── no ─► movable bridge? ─► its speed, else the class's speed ─┤
//!                                                                        ▼
//!   minimum of: that, the country's law, surface, tracktype, smoothness, service …, narrowness, the vehicle
//! ```
//!
//! A posted limit thus adds information that the class lacks, while the class's maximum prevents a limit of
//! 90 on a narrow lane from being taken literally.

use super::law;
use super::limit::limit_kmh;
use super::measure::meters;
use super::table::{ClassRule, DirectedKey, Direction, LawfulBound, SpeedRules};
use super::{RoadClass, Tags};
use crate::country::Country;

impl SpeedRules {
    /// Returns the rule of a class, if the table has one.
    pub(super) fn rule_of(&self, class: RoadClass) -> Option<&'static ClassRule> {
        self.classes.iter().find(|rule| rule.class == class)
    }

    /// Returns the speed by posted limit or class, before other factors reduce it.
    pub(super) fn class_kmh(
        &self,
        tags: &impl Tags,
        rule: &ClassRule,
        by_own_key: bool,
        direction: Direction,
        country: Option<Country>,
    ) -> f64 {
        let kmh = if by_own_key { rule.own_key_kmh } else { rule.kmh };
        let posted = self.posted_kmh(tags, direction, country);
        let lawful = country.and_then(|it| self.lawful_kmh(tags, rule.class, posted, it));
        let lawful_kmh = lawful.map_or(f64::INFINITY, |limit| interpolate(self.driven, limit));
        if let Some(limit) = posted {
            // Roads shared with pedestrians keep walking pace, regardless of the limit posted for other
            // traffic.
            let kmh_max = if by_own_key { rule.kmh_max.max(kmh) } else { rule.kmh_max };
            return interpolate(self.driven, limit).min(kmh_max).min(lawful_kmh);
        }
        match self.movable_bridge_kmh {
            Some(bridge_kmh) if tags.get("bridge") == Some("movable") => bridge_kmh,
            _ => kmh.min(lawful_kmh),
        }
    }

    /// Returns the maximum that the country's law sets in addition to posted limits.
    fn lawful_kmh(
        &self,
        tags: &impl Tags,
        class: RoadClass,
        posted: Option<f64>,
        country: Country,
    ) -> Option<f64> {
        let unposted = || law::unposted_kmh(country, class, tags).filter(|_| posted.is_none());
        match self.bound_by_law {
            LawfulBound::Nobody => None,
            LawfulBound::Cars => unposted(),
            LawfulBound::HeavyTrucks => {
                let of_trucks = law::heavy_truck_kmh(country, class, tags);
                of_trucks.into_iter().chain(unposted()).reduce(f64::min)
            }
        }
    }

    /// Returns the speed that the country's law permits in towns on a class of road where no limit is posted.
    pub(super) fn town_kmh(
        &self,
        tags: &impl Tags,
        class: RoadClass,
        direction: Direction,
        country: Country,
    ) -> Option<f64> {
        if self.bound_by_law == LawfulBound::Nobody {
            return None;
        }
        let limit = law::town_kmh(country, class, tags)?;
        let is_posted = self.posted_kmh(tags, direction, Some(country)).is_some();
        (!is_posted).then(|| interpolate(self.driven, limit))
    }

    /// Returns the maximum that the condition and width of a direction allow; infinite if nothing limits it.
    pub(super) fn cap_kmh(&self, tags: &impl Tags, is_two_way: bool) -> f64 {
        let of_caps = self.caps.iter().filter_map(|caps| {
            let values = tags.get(caps.key)?.split(';');
            let row_of = |value: &str| caps.kmh_max.iter().find(|row| row.0 == value.trim());
            values.filter_map(row_of).map(|row| row.1).reduce(f64::min)
        });
        let slowest = of_caps.fold(self.vehicle_kmh_max, f64::min);
        match self.narrow {
            Some(narrow) if is_two_way && is_narrow(tags, narrow.width_meters_below) => {
                slowest.min(narrow.kmh_max)
            }
            _ => slowest,
        }
    }

    fn posted_kmh(
        &self,
        tags: &impl Tags,
        direction: Direction,
        country: Option<Country>,
    ) -> Option<f64> {
        if self.driven.is_empty() {
            return None;
        }
        let read = |key: &DirectedKey| limit_kmh(key.get(tags, direction)?, &self.implied, country);
        self.limit_keys.iter().find_map(read)
    }
}

fn is_narrow(tags: &impl Tags, width_meters_below: f64) -> bool {
    let width = tags.get("width").or_else(|| tags.get("est_width")).and_then(meters);
    tags.get("lanes") == Some("1")
        || tags.get("narrow") == Some("yes")
        || width.is_some_and(|width| width < width_meters_below)
}

/// Interpolates linearly between ascending points; outside their range, the value is that of the nearest
/// point.
fn interpolate(points: &[(f64, f64)], x: f64) -> f64 {
    let after = points.partition_point(|point| point.0 < x);
    match (after.checked_sub(1).and_then(|before| points.get(before)), points.get(after)) {
        (Some(before), Some(after)) => {
            before.1 + (x - before.0) / (after.0 - before.0) * (after.1 - before.1)
        }
        (Some(nearest), None) | (None, Some(nearest)) => nearest.1,
        (None, None) => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests;
