//! What an extract is read for: its roads, the borders of zones, or what a map shows beside them.
//!
//! The reader and its passes are the same; which ways, relations and nodes stay is asked here.

use super::area_kinds::{is_area_key, marks_area};
use super::tag_filter;

/// What an extract is read for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Roads, their nodes, turn restrictions, and what is tagged as a low-emission zone.
    #[default]
    Roads,
    /// Ways that relations name, in ascending order, and their nodes, whatever their tags.
    Members(Vec<i64>),
    /// Water, green, buildings and places. `members` are ways that relations of areas name, in ascending
    /// order: they stay though their own tags say nothing.
    Areas {
        /// OpenStreetMap's ids.
        members: Vec<i64>,
    },
}

impl Wanted {
    pub(super) fn keeps_key(&self, key: &[u8]) -> bool {
        match self {
            Self::Roads => tag_filter::is_kept_key(key),
            Self::Members(_) => false,
            Self::Areas { .. } => is_area_key(key),
        }
    }

    pub(super) fn marks_way(&self, key: &[u8], value: &[u8]) -> bool {
        match self {
            Self::Roads => tag_filter::marks_road(key, value) || tag_filter::marks_zone(key, value),
            Self::Members(_) => false,
            Self::Areas { .. } => marks_area(key, value),
        }
    }

    pub(super) fn marks_relation(&self, key: &[u8], value: &[u8]) -> bool {
        match self {
            Self::Roads => {
                tag_filter::marks_restriction(key, value) || tag_filter::marks_zone(key, value)
            }
            Self::Members(_) => false,
            Self::Areas { .. } => key == b"type" && value == b"multipolygon",
        }
    }

    /// Whether a way stays whatever its tags are.
    pub(super) fn names_way(&self, id: i64) -> bool {
        match self {
            Self::Roads => false,
            Self::Members(members) | Self::Areas { members } => members.binary_search(&id).is_ok(),
        }
    }

    /// Whether nodes with a name of a place stay that are part of no way.
    pub(super) const fn has_places(&self) -> bool {
        matches!(self, Self::Areas { .. })
    }
}
