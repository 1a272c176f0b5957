//! Access for dangerous goods: signs that apply only to vehicles that carry some.
//!
//! Source: <https://wiki.openstreetmap.org/wiki/Key:hazmat>. Goods that endanger water count as dangerous
//! goods. Tunnel categories (`hazmat:B` to `hazmat:E`, or `hazmat:adr_tunnel_cat=C`) are not distinguished: a
//! tunnel that is closed to any goods is closed to all.

use super::table::{DirectedKey, Direction, directed_keys};
use super::{Access, ProfileTable, Tags};

static KEYS: &[DirectedKey] =
    directed_keys!["hazmat", "hazmat:water", "hazmat:B", "hazmat:C", "hazmat:D", "hazmat:E"];

/// Keys of a tunnel's category under ADR, the agreement on dangerous goods: all but A are closed to some
/// goods.
const CATEGORY_KEYS: [&str; 2] = ["hazmat:adr_tunnel_cat", "hazmat:tunnel_cat"];
const CLOSED_CATEGORIES: [&str; 4] = ["B", "C", "D", "E"];

impl ProfileTable {
    /// Restricts the access to a direction of a way according to the load; `None` if it is closed.
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
