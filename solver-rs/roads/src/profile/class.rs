//! Road classes by name, and the groups of classes that traffic slows down equally.
//!
//! The names are OpenStreetMap's values of `highway`, because the authors of speeds files know them. The
//! groups are the four groups of the traffic file; classes without traffic belong to none of them.

use super::RoadClass;

/// The roads to which one factor of the traffic file applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum TrafficGroup {
    /// Motorways and trunk roads.
    Motorway = 0,
    /// Primary and secondary roads.
    Primary = 1,
    /// Tertiary and unclassified roads.
    Tertiary = 2,
    /// All smaller streets.
    Residential = 3,
    /// Ferries, trains, tracks and paths, which traffic does not slow down.
    Unaffected = 4,
}

/// Each class with its name and its group, in the order of the enum.
const CLASSES: [(RoadClass, &str, TrafficGroup); 23] = [
    (RoadClass::Motorway, "motorway", TrafficGroup::Motorway),
    (RoadClass::MotorwayLink, "motorway_link", TrafficGroup::Motorway),
    (RoadClass::Trunk, "trunk", TrafficGroup::Motorway),
    (RoadClass::TrunkLink, "trunk_link", TrafficGroup::Motorway),
    (RoadClass::Primary, "primary", TrafficGroup::Primary),
    (RoadClass::PrimaryLink, "primary_link", TrafficGroup::Primary),
    (RoadClass::Secondary, "secondary", TrafficGroup::Primary),
    (RoadClass::SecondaryLink, "secondary_link", TrafficGroup::Primary),
    (RoadClass::Tertiary, "tertiary", TrafficGroup::Tertiary),
    (RoadClass::TertiaryLink, "tertiary_link", TrafficGroup::Tertiary),
    (RoadClass::Unclassified, "unclassified", TrafficGroup::Tertiary),
    (RoadClass::Residential, "residential", TrafficGroup::Residential),
    (RoadClass::LivingStreet, "living_street", TrafficGroup::Residential),
    (RoadClass::Service, "service", TrafficGroup::Residential),
    (RoadClass::Track, "track", TrafficGroup::Unaffected),
    (RoadClass::Pedestrian, "pedestrian", TrafficGroup::Unaffected),
    (RoadClass::Footway, "footway", TrafficGroup::Unaffected),
    (RoadClass::Cycleway, "cycleway", TrafficGroup::Unaffected),
    (RoadClass::Path, "path", TrafficGroup::Unaffected),
    (RoadClass::Steps, "steps", TrafficGroup::Unaffected),
    (RoadClass::Ferry, "ferry", TrafficGroup::Unaffected),
    (RoadClass::ShuttleTrain, "shuttle_train", TrafficGroup::Unaffected),
    (RoadClass::Other, "other", TrafficGroup::Residential),
];

/// Values of `highway` that denote a class with another name.
const ALIASES: [(&str, RoadClass); 7] = [
    ("road", RoadClass::Other),
    ("bridleway", RoadClass::Path),
    ("corridor", RoadClass::Footway),
    ("platform", RoadClass::Footway),
    ("elevator", RoadClass::Footway),
    ("winter_road", RoadClass::Track),
    ("ice_road", RoadClass::Track),
];

const fn row_of(class: RoadClass) -> (RoadClass, &'static str, TrafficGroup) {
    CLASSES[class as usize]
}

impl RoadClass {
    /// Returns the number that map files store; it never changes.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the class with a number.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        CLASSES.get(usize::from(code)).map(|class| class.0)
    }

    /// Returns the name that speeds files use: OpenStreetMap's own name, or `other`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        row_of(self).1
    }

    /// Returns the class with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        CLASSES.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Returns the group whose factor in the traffic file applies.
    #[must_use]
    pub const fn group(self) -> TrafficGroup {
        row_of(self).2
    }

    /// Returns the class of a way by its `highway` value. `None` if it cannot be traveled (`construction`,
    /// `proposed`, `raceway`, `busway`, a stop) or the value is not established.
    pub(super) fn of_highway(value: &str) -> Option<Self> {
        let alias = ALIASES.iter().find(|alias| alias.0 == value).map(|alias| alias.1);
        alias.or_else(|| Self::from_name(value).filter(|class| class.is_highway()))
    }

    const fn is_highway(self) -> bool {
        !matches!(self, Self::Ferry | Self::ShuttleTrain | Self::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_stands_at_its_own_index_and_is_found_by_its_name() {
        for (idx, (class, name, group)) in CLASSES.into_iter().enumerate() {
            assert_eq!(class as usize, idx, "{name}");
            assert_eq!(class.name(), name);
            assert_eq!(RoadClass::from_name(name), Some(class));
            assert_eq!(class.group(), group, "{name}");
        }
        assert_eq!(RoadClass::Other as usize + 1, CLASSES.len());
        assert_eq!(RoadClass::from_name("Motorway"), None);
    }

    #[test]
    fn a_highway_has_the_class_of_its_name_or_of_its_synonym() {
        let cases = [
            ("motorway_link", Some(RoadClass::MotorwayLink)),
            ("road", Some(RoadClass::Other)),
            ("bridleway", Some(RoadClass::Path)),
            ("corridor", Some(RoadClass::Footway)),
            ("ice_road", Some(RoadClass::Track)),
            ("construction", None),
            ("proposed", None),
            ("raceway", None),
            ("ferry", None),
            ("other", None),
            ("", None),
        ];
        for (value, expected) in cases {
            assert_eq!(RoadClass::of_highway(value), expected, "highway={value}");
        }
    }

    #[test]
    fn the_traffic_file_names_four_groups_and_the_rest_is_unaffected() {
        let cases = [
            (RoadClass::TrunkLink, TrafficGroup::Motorway),
            (RoadClass::Secondary, TrafficGroup::Primary),
            (RoadClass::Unclassified, TrafficGroup::Tertiary),
            (RoadClass::Service, TrafficGroup::Residential),
            (RoadClass::Ferry, TrafficGroup::Unaffected),
            (RoadClass::Track, TrafficGroup::Unaffected),
        ];
        for (class, expected) in cases {
            assert_eq!(class.group(), expected, "{class:?}");
        }
    }
}
