//! The directions of a road: the spellings of `oneway`, what implies it, and what overrides it.
//!
//! Source: <https://wiki.openstreetmap.org/wiki/Key:oneway>. A key that names the road user decides first,
//! then tags that open the road against its direction (`cycleway=opposite`), then `oneway`, then the default
//! of the kind of road. Lanes that are rarely reversed (`reversible`: twice a day) are closed, because the
//! map does not contain their current direction; roads whose direction alternates every few minutes
//! (`alternating`) are open in both directions and slow.

use super::Tags;
use super::table::{Direction, OnewayRules};

/// The directions in which a road is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Both at once.
    Both,
    /// One only.
    Only(Direction),
    /// Both, alternately.
    Alternating,
    /// One at a time; it is not known which.
    Unknown,
}

impl Flow {
    /// Returns whether traffic may flow in a direction.
    pub(super) fn allows(self, direction: Direction) -> bool {
        match self {
            Self::Both | Self::Alternating => true,
            Self::Only(open) => open == direction,
            Self::Unknown => false,
        }
    }

    /// Returns whether there may be oncoming traffic.
    pub(super) fn is_two_way(self) -> bool {
        matches!(self, Self::Both | Self::Alternating)
    }

    fn from_value(value: &str) -> Option<Self> {
        match value {
            "yes" | "true" | "1" => Some(Self::Only(Direction::Forward)),
            "-1" | "reverse" => Some(Self::Only(Direction::Backward)),
            "no" | "false" | "0" => Some(Self::Both),
            "alternating" => Some(Self::Alternating),
            "reversible" => Some(Self::Unknown),
            _ => None,
        }
    }
}

impl OnewayRules {
    /// Returns the directions in which a way is open.
    pub(super) fn flow(&self, tags: &impl Tags) -> Flow {
        let said_by = |keys: &[&str]| keys.iter().find_map(|key| Flow::from_value(tags.get(key)?));
        let (own_keys, general_keys) = self.keys.split_at(self.own_key_count);
        if let Some(flow) = said_by(own_keys) {
            return flow;
        }
        if self.against.iter().any(|rule| rule.holds(tags)) {
            return Flow::Both;
        }
        said_by(general_keys).unwrap_or_else(|| {
            let is_implied = tags.get("highway") == Some("motorway")
                || matches!(tags.get("junction"), Some("roundabout" | "circular"));
            if self.implied && is_implied { Flow::Only(Direction::Forward) } else { Flow::Both }
        })
    }
}

#[cfg(test)]
mod tests;
