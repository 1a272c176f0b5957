//! The rules of a profile that a network is built from.
//!
//! ```text
//!   way tags ──► way()          access, speed, for whom, by the law of which country
//!                way_week()     the same by the hour, if it depends on the hour
//!                town_kmh()     the speed limit of built-up areas
//!   node tags ─► node()         barrier, gate, signals
//!   relation ──► restrictions() whether and when they apply to the profile, forbid or demand
//!   a turn ────► turn_milliseconds()
//! ```
//!
//! It is a trait so that the tables of profiles and the small rules of tests are interchangeable. It
//! is used generically and not as `dyn`, because `turn_milliseconds` is called once per turn.

use crate::country::Country;
use crate::osm::TagView;
use crate::profile::{NodeTravel, TimedRestriction, Turn, WayTravel, WayWeek};

/// The rules of a profile. Equal arguments always give equal results.
pub trait TravelRules {
    /// The properties of a way that begins in a country; `None` if the profile may not use it.
    fn way(&self, tags: &TagView<'_>, country: Option<Country>) -> Option<WayTravel>;

    /// The properties of a way through the week; `None` if [`TravelRules::way`] covers them.
    fn way_week(&self, tags: &TagView<'_>, country: Option<Country>) -> Option<WayWeek>;

    /// The maximum speed on a way of a country where it leads through a built-up area, forward and
    /// backward; `None` if a sign determines it, or no law does.
    fn town_kmh(&self, tags: &TagView<'_>, country: Option<Country>) -> [Option<f64>; 2] {
        let (_, _) = (tags, country);
        [None; 2]
    }

    /// Whether low-emission zones are closed to this profile.
    fn avoids_zones(&self) -> bool;

    /// The properties of a node. Not called for nodes without tags, which are passed freely.
    fn node(&self, tags: &TagView<'_>) -> NodeTravel;

    /// The rules of a relation and when they apply, none if they do not apply to this profile; and the
    /// number of its conditions that were not understood.
    fn restrictions(&self, tags: &TagView<'_>) -> (Vec<TimedRestriction>, u32);

    /// The cost of a turn, without the delay at its node.
    fn turn_milliseconds(&self, turn: &Turn) -> u32;
}

impl TravelRules for crate::profile::ProfileTable {
    fn way(&self, tags: &TagView<'_>, country: Option<Country>) -> Option<WayTravel> {
        Self::way(self, tags, country)
    }

    fn way_week(&self, tags: &TagView<'_>, country: Option<Country>) -> Option<WayWeek> {
        Self::way_week(self, tags, country)
    }

    fn town_kmh(&self, tags: &TagView<'_>, country: Option<Country>) -> [Option<f64>; 2] {
        Self::town_kmh(self, tags, country)
    }

    fn avoids_zones(&self) -> bool {
        self.avoids_zones
    }

    fn node(&self, tags: &TagView<'_>) -> NodeTravel {
        Self::node(self, tags)
    }

    fn restrictions(&self, tags: &TagView<'_>) -> (Vec<TimedRestriction>, u32) {
        Self::restrictions(self, tags)
    }

    fn turn_milliseconds(&self, turn: &Turn) -> u32 {
        Self::turn_milliseconds(self, turn)
    }
}
