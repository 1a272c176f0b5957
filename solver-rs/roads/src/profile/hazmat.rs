//! Where dangerous goods may go: signs against them, which concern only who has some on board.
//!
//! Source: <https://wiki.openstreetmap.org/wiki/Key:hazmat>. Goods that endanger water count as such goods;
//! categories of tunnels (`hazmat:B` to `hazmat:E`, or `hazmat:adr_tunnel_cat=C`) are not told apart: one that is
//! closed to any is closed.

use super::table::{DirectedKey, Direction, directed_keys};
use super::{Access, ProfileTable, Tags};

static KEYS: &[DirectedKey] =
    directed_keys!["hazmat", "hazmat:water", "hazmat:B", "hazmat:C", "hazmat:D", "hazmat:E"];

/// The category of a tunnel by the agreement on dangerous goods, ADR: all but A are closed to some of them.
const CATEGORY_KEYS: [&str; 2] = ["hazmat:adr_tunnel_cat", "hazmat:tunnel_cat"];
const CLOSED_CATEGORIES: [&str; 4] = ["B", "C", "D", "E"];

impl ProfileTable {
    /// What is left of the access to a way's direction for what is on board; nothing: it is closed.
    pub(super) fn with_load(
        &self,
        access: Access,
        tags: &impl Tags,
        direction: Direction,
    ) -> Option<Access> {
        if !self.carries_hazmat {
            return Some(access);
        }
        let mut categories = CATEGORY_KEYS.iter().filter_map(|key| tags.get(key));
        if categories.any(|category| CLOSED_CATEGORIES.contains(&category)) {
            return None;
        }
        KEYS.iter().filter_map(|key| key.get(tags, direction)).try_fold(access, |access, value| {
            match value {
                "no" => None,
                "destination" | "delivery" | "customers" | "private" | "permit" => {
                    Some(Access::DestinationOnly)
                }
                _ => Some(access),
            }
        })
    }
}
