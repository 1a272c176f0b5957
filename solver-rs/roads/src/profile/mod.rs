//! Profiles: what OpenStreetMap's tags mean to a car, a van, a truck, a bicycle, a pedestrian.
//!
//! ```text
//!  tables/car.rs …  one static table per profile: speeds, keys, values, sizes, delays
//!        │
//!  ProfileTable ──► way(tags, country) may it be traveled, in which directions, how fast, by which trips
//!                   way_week          the same by hour, for ways with conditional tags
//!                   node(tags)        is it blocked, what delay does passing cause, is there a signal
//!                   restriction(tags) does a forbidden or mandatory turn concern this profile
//!                   turn_milliseconds what a turn costs by angle and side
//! ```
//!
//! **Invariant**: the code that reads the tables never branches on the name of a profile. The differences
//! between a truck and a car are in `tables/`, and `docs/profiles.md` gives the reason for each number. The
//! rules follow OpenStreetMap's wiki (access hierarchy, `oneway`, `maxspeed`, `barrier`, `restriction`), and
//! OSRM's `car.lua` where the wiki leaves a choice.

mod access;
mod answer;
mod class;
mod condition;
mod hazmat;
mod law;
mod limit;
mod measure;
mod node;
mod oneway;
mod restriction;
mod road_user;
mod size;
mod speed;
mod table;
mod tables;
#[cfg(test)]
mod testing;
mod turn;
mod way;
mod week;

pub use answer::{
    Access, DirectionHours, NodeTravel, Pace, RestrictionRule, RoadClass, Signal, Tags,
    TimedRestriction, Turn, WayDirection, WayTravel, WayWeek,
};
pub use class::TrafficGroup;
pub use road_user::RoadUser;
pub use table::ProfileTable;
pub use tables::CAR_AS_OSRM;

/// The kind of road user that costs are computed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Profile {
    /// A passenger car.
    Car = 0,
    /// A delivery van of 3.5 t.
    Van = 1,
    /// A rigid delivery truck of 18 t.
    Truck = 2,
    /// A bicycle, pushed where riding is not allowed.
    Bicycle = 3,
    /// A pedestrian.
    Foot = 4,
}

impl Profile {
    /// All profiles, each at the index that equals its code.
    pub const ALL: [Self; 5] = [Self::Car, Self::Van, Self::Truck, Self::Bicycle, Self::Foot];

    /// Returns the name that requests and files use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Car => "car",
            Self::Van => "van",
            Self::Truck => "truck",
            Self::Bicycle => "bicycle",
            Self::Foot => "foot",
        }
    }

    /// Returns the profile with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }

    /// Returns the number that map files store; it never changes.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the profile with a code.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// Returns the table that interprets tags for this profile.
    #[must_use]
    pub const fn table(self) -> &'static ProfileTable {
        match self {
            Self::Car => &tables::CAR,
            Self::Van => &tables::VAN,
            Self::Truck => &tables::TRUCK,
            Self::Bicycle => &tables::BICYCLE,
            Self::Foot => &tables::FOOT,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_found_by_its_name_and_by_its_code() {
        let names = ["car", "van", "truck", "bicycle", "foot"];
        for (code, (profile, name)) in (0..).zip(Profile::ALL.into_iter().zip(names)) {
            assert_eq!(profile.name(), name);
            assert_eq!(profile.code(), code, "{name}");
            assert_eq!(Profile::from_name(name), Some(profile));
            assert_eq!(Profile::from_code(code), Some(profile));
        }
        assert_eq!(Profile::from_name("Car"), None);
        assert_eq!(Profile::from_code(5), None);
    }

    #[test]
    fn traffic_slows_motor_vehicles_alone() {
        let following = Profile::ALL.map(|profile| profile.table().follows_traffic);
        assert_eq!(following, [true, true, true, false, false]);
    }
}
