//! What a way means to a profile: a road class, and for each direction a pace and an access.
//!
//! A direction is absent if access, a oneway or the vehicle's size forbids it. Ferries and shuttle trains
//! travel at their own pace, regardless of what they carry: by their `duration`, and no sign or surface
//! changes it.

use super::access::TaggedAccess;
use super::measure::duration_seconds;
use super::oneway::Flow;
use super::table::{ClassRule, Direction};
use super::{Access, Pace, ProfileTable, RoadClass, Tags, WayDirection, WayTravel};
use crate::country::Country;

impl ProfileTable {
    /// Returns what a way in a country means to this profile, or `None` if it is not in its network. Does not
    /// allocate, except for numbers with a comma and limits of a law.
    #[must_use]
    pub fn way(&self, tags: &impl Tags, country: Option<Country>) -> Option<WayTravel> {
        let class = class_of(tags)?;
        if self.is_closed(tags) {
            return None;
        }
        let (rule, flow) = (self.speed.rule_of(class), self.oneway.flow(tags));
        let road = Road { class, rule, flow, country };
        let forward = self.direction(tags, &road, Direction::Forward);
        let backward = self.direction(tags, &road, Direction::Backward);
        (forward.is_some() || backward.is_some()).then(|| WayTravel {
            forward,
            backward,
            class,
            snappable: !self.is_unsnappable(tags, class),
            toll: self.is_toll_due(tags),
            roundabout: matches!(tags.get("junction"), Some("roundabout" | "circular")),
        })
    }

    /// Returns the speeds on a way in a country where it leads through a built-up area, forward and backward;
    /// `None` where a limit is posted or the law has no limit for such roads.
    #[must_use]
    pub fn town_kmh(&self, tags: &impl Tags, country: Option<Country>) -> [Option<f64>; 2] {
        let class = class_of(tags);
        [Direction::Forward, Direction::Backward]
            .map(|direction| self.speed.town_kmh(tags, class?, direction, country?))
    }

    fn is_unsnappable(&self, tags: &impl Tags, class: RoadClass) -> bool {
        let rules = &self.unsnappable;
        rules.classes.contains(&class)
            || rules.tags.iter().any(|rule| rule.holds(tags))
            || rules.private_classes.contains(&class) && self.access.is_private(tags)
    }

    fn is_closed(&self, tags: &impl Tags) -> bool {
        let being_built = tags.get("construction");
        being_built.is_some_and(|what| !self.open_construction.contains(&what))
            || self.closed_by.iter().any(|rule| rule.holds(tags))
    }

    fn is_toll_due(&self, tags: &impl Tags) -> bool {
        self.toll_keys.iter().find_map(|key| tags.get(key)).is_some_and(|value| value == "yes")
    }

    fn direction(
        &self,
        tags: &impl Tags,
        road: &Road,
        direction: Direction,
    ) -> Option<WayDirection> {
        let tagged = self.access.tagged(tags, direction);
        let access = match self.access_of(tags, road, tagged)? {
            Access::DestinationOnly => self.access.destination_only_as,
            Access::Open => Access::Open,
        };
        let access = self.with_load(access, tags, direction)?;
        let is_passable = road.flow.allows(direction)
            && self.size.as_ref().is_none_or(|size| size.fits_way(tags, direction));
        is_passable.then(|| WayDirection { pace: self.pace(tags, road, tagged, direction), access })
    }

    /// Returns who may use a direction, based on the tags and on the default of its class.
    fn access_of(
        &self,
        tags: &impl Tags,
        road: &Road,
        tagged: Option<TaggedAccess>,
    ) -> Option<Access> {
        if let Some(TaggedAccess { by_own_key: true, access, .. }) = tagged {
            // A class without a rule can only be opened to everybody.
            return access.filter(|&access| road.rule.is_some() || access == Access::Open);
        }
        let untagged = road.rule?.untagged?;
        if self.is_own_key_needed(tags, road.class) {
            return None;
        }
        match tagged {
            None => Some(untagged),
            Some(TaggedAccess { access: None, .. }) => None,
            // A general key cannot open more than the class allows: a track stays open to the ends of trips
            // only.
            Some(TaggedAccess { access: Some(access), .. }) => {
                Some(if untagged == Access::Open { access } else { untagged })
            }
        }
    }

    fn is_own_key_needed(&self, tags: &impl Tags, class: RoadClass) -> bool {
        let described_by = self.access.ferry_described_by;
        self.access.own_key_needed.iter().any(|rule| rule.holds(tags))
            || class == RoadClass::Ferry && described_by.iter().any(|key| tags.get(key).is_some())
    }

    fn pace(
        &self,
        tags: &impl Tags,
        road: &Road,
        tagged: Option<TaggedAccess>,
        direction: Direction,
    ) -> Pace {
        let is_carried = matches!(road.class, RoadClass::Ferry | RoadClass::ShuttleTrain);
        let is_timed = is_carried || tags.get("bridge") == Some("movable");
        let duration = tags.get("duration").filter(|_| is_timed);
        if let Some(seconds) = duration.and_then(duration_seconds) {
            return Pace::WholeWaySeconds(seconds);
        }
        let rule = road.rule.unwrap_or(&self.speed.other);
        if is_carried {
            return Pace::KilometersPerHour(rule.kmh);
        }
        let by_own_key = tagged.is_some_and(|tagged| tagged.by_own_key);
        let kmh = self
            .speed
            .class_kmh(tags, rule, by_own_key, direction, road.country)
            .min(tagged.map_or(f64::INFINITY, |tagged| tagged.kmh_max))
            .min(self.speed.cap_kmh(tags, road.flow.is_two_way()));
        let is_in_turns = road.flow == Flow::Alternating;
        let factor = if is_in_turns { self.speed.alternating_factor } else { 1.0 };
        Pace::KilometersPerHour(kmh * factor)
    }
}

/// The properties of a way that do not depend on the direction.
struct Road {
    class: RoadClass,
    /// The rule of the class, if the table has one.
    rule: Option<&'static ClassRule>,
    flow: Flow,
    country: Option<Country>,
}

/// Returns the class by `route` for ferries and trains that carry vehicles, else by `highway`.
fn class_of(tags: &impl Tags) -> Option<RoadClass> {
    match tags.get("route") {
        Some("ferry") => Some(RoadClass::Ferry),
        Some("shuttle_train") => Some(RoadClass::ShuttleTrain),
        _ => RoadClass::of_highway(tags.get("highway")?),
    }
}

#[cfg(test)]
mod tests;
