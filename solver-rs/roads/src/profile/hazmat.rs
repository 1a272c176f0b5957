//! Where dangerous goods may go: signs against them, which concern only who has some on board.
//!
//! Source: <https://wiki.openstreetmap.org/wiki/Key:hazmat>. Goods that endanger water count as such goods;
//! categories of tunnels (`hazmat:B` to `hazmat:E`) are not told apart: one that is closed to any is closed.

use super::table::{DirectedKey, Direction, directed_keys};
use super::{Access, ProfileTable, Tags};

static KEYS: &[DirectedKey] =
    directed_keys!["hazmat", "hazmat:water", "hazmat:B", "hazmat:C", "hazmat:D", "hazmat:E"];

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
