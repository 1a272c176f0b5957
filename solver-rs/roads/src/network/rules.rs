//! What a network wants to know of a profile.
//!
//! ```text
//!   way tags ──► way()          may one travel here, how fast, for whom
//!   node tags ─► node()         barrier, gate, signals
//!   relation ──► restriction()  does it hold for me, does it forbid or demand
//!   a turn ────► turn_milliseconds()
//! ```
//!
//! A trait, so that the tables of the profiles and the small rules of tests are interchangeable; it is
//! generic, not `dyn`, for `turn_milliseconds` is asked once a turn.

use crate::osm::TagView;
use crate::profile::{NodeTravel, RestrictionRule, Turn, WayTravel};

/// A profile's answers. The same question has the same answer, always.
pub trait TravelRules {
    /// What a way is; `None` if nothing of this profile travels on it.
    fn way(&self, tags: &TagView<'_>) -> Option<WayTravel>;

    /// What a node is. Not asked for nodes without tags: they are passed freely.
    fn node(&self, tags: &TagView<'_>) -> NodeTravel;

    /// What a turn restriction demands; `None` if it does not hold for this profile.
    fn restriction(&self, tags: &TagView<'_>) -> Option<RestrictionRule>;

    /// What a turn costs, without the delay of the node.
    fn turn_milliseconds(&self, turn: &Turn) -> u32;
}

impl TravelRules for crate::profile::ProfileTable {
    fn way(&self, tags: &TagView<'_>) -> Option<WayTravel> {
        Self::way(self, tags)
    }

    fn node(&self, tags: &TagView<'_>) -> NodeTravel {
        Self::node(self, tags)
    }

    fn restriction(&self, tags: &TagView<'_>) -> Option<RestrictionRule> {
        Self::restriction(self, tags)
    }

    fn turn_milliseconds(&self, turn: &Turn) -> u32 {
        Self::turn_milliseconds(self, turn)
    }
}
