//! What a network wants to know of a profile.
//!
//! ```text
//!   way tags ──► way()          may one travel here, how fast, for whom, by the law of which country
//!                way_week()     the same by the hour, where it depends on that
//!                town_kmh()     the most by the law of towns
//!   node tags ─► node()         barrier, gate, signals
//!   relation ──► restrictions() do they hold for me and when, do they forbid or demand
//!   a turn ────► turn_milliseconds()
//! ```
//!
//! A trait, so that the tables of the profiles and the small rules of tests are interchangeable; it is
//! generic, not `dyn`, for `turn_milliseconds` is asked once a turn.

use crate::country::Country;
use crate::osm::TagView;
use crate::profile::{HeldRestriction, NodeTravel, Turn, WayTravel, WayWeek};

/// A profile's answers. The same question has the same answer, always.
pub trait TravelRules {
    /// What a way is that begins in a country; `None` if nothing of this profile travels on it.
    fn way(&self, tags: &TagView<'_>, country: Option<Country>) -> Option<WayTravel>;

    /// What a way is through the week; `None` if [`TravelRules::way`] says all.
    fn way_week(&self, tags: &TagView<'_>, country: Option<Country>) -> Option<WayWeek>;

    /// The most that is driven on a way of a country where it leads through a built-up area, forward and
    /// backward; nothing where a sign or no law says so.
    fn town_kmh(&self, tags: &TagView<'_>, country: Option<Country>) -> [Option<f64>; 2] {
        let (_, _) = (tags, country);
        [None; 2]
    }

    /// Whether low-emission zones are closed to this profile.
    fn avoids_zones(&self) -> bool;

    /// What a node is. Not asked for nodes without tags: they are passed freely.
    fn node(&self, tags: &TagView<'_>) -> NodeTravel;

    /// What a relation demands and when, nothing if it does not hold for this profile; and how many of its
    /// conditions were not understood.
    fn restrictions(&self, tags: &TagView<'_>) -> (Vec<HeldRestriction>, u32);

    /// What a turn costs, without the delay of the node.
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

    fn restrictions(&self, tags: &TagView<'_>) -> (Vec<HeldRestriction>, u32) {
        Self::restrictions(self, tags)
    }

    fn turn_milliseconds(&self, turn: &Turn) -> u32 {
        Self::turn_milliseconds(self, turn)
    }
}
