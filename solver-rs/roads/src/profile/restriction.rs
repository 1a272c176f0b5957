//! Whether a turn restriction concerns a profile, and what it demands.
//!
//! Source: <https://wiki.openstreetmap.org/wiki/Relation:restriction>. Most specific first:
//! `restriction:hgv`, then `restriction` unless `except` names the road user. A relation whose type names
//! somebody (`type=restriction:hgv`) concerns only them. What holds at times (`restriction:conditional`,
//! `hour_on`) is left out: without a clock, a turn that is allowed most of the day is allowed.

use super::{ProfileTable, RestrictionRule, Tags};

/// Restrictions with one of these hold at times.
const TIMED_BY: [&str; 4] = ["hour_on", "hour_off", "day_on", "day_off"];

impl ProfileTable {
    /// What a restriction demands of this profile; nothing if it does not concern it.
    #[must_use]
    pub fn restriction(&self, tags: &impl Tags) -> Option<RestrictionRule> {
        let concerns = |name: &str| self.restricted_as.iter().any(|own| own.name == name);
        let is_of_others = tags
            .get("type")
            .and_then(|kind| kind.strip_prefix("restriction:"))
            .is_some_and(|name| !concerns(name));
        if is_of_others || TIMED_BY.iter().any(|key| tags.get(key).is_some()) {
            return None;
        }
        if let Some(value) = self.restricted_as.iter().find_map(|own| tags.get(own.key)) {
            return rule_of(value);
        }
        let excepted = tags.get("except").unwrap_or("");
        let is_excepted = excepted.split(';').any(|name| concerns(name.trim()));
        let is_concerned = !self.restricted_as.is_empty() && !is_excepted;
        tags.get("restriction").filter(|_| is_concerned).and_then(rule_of)
    }
}

/// Of a list of values the first that is known counts.
fn rule_of(value: &str) -> Option<RestrictionRule> {
    value.split(';').find_map(|value| match value.trim() {
        "no_left_turn" | "no_right_turn" | "no_straight_on" | "no_u_turn" | "no_entry"
        | "no_exit" => Some(RestrictionRule::Forbidden),
        "only_left_turn" | "only_right_turn" | "only_straight_on" | "only_u_turn" => {
            Some(RestrictionRule::Mandatory)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests;
