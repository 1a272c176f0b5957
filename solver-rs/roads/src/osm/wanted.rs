//! What an extract is read for: its roads, the borders of zones, or the areas that a map draws.
//!
//! The reader and its passes are the same for all purposes; this module decides which ways, relations and
//! nodes are kept.

use super::area_kinds::{is_area_key, marks_area};
use super::tag_filter;

/// What an extract is read for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Roads, their nodes, turn restrictions, and everything that is tagged as a low-emission zone.
    #[default]
    Roads,
    /// The given ways, in ascending order, and their nodes, regardless of their tags. Relations refer to
    /// them.
    Members(Vec<i64>),
    /// Water, green areas, buildings and places. `members` are the ways that relations of areas refer to, in
    /// ascending order; they are kept even if their own tags are irrelevant.
    Areas {
        /// OpenStreetMap ids.
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

    /// Returns whether a way is kept regardless of its tags.
    pub(super) fn names_way(&self, id: i64) -> bool {
        match self {
            Self::Roads => false,
            Self::Members(members) | Self::Areas { members } => members.binary_search(&id).is_ok(),
        }
    }

    /// Returns whether named places are kept that are not part of any way.
    pub(super) const fn has_places(&self) -> bool {
        matches!(self, Self::Areas { .. })
    }
}
