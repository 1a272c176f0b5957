//! Whether a turn restriction concerns a profile, and what it requires.
//!
//! Source: <https://wiki.openstreetmap.org/wiki/Relation:restriction>. The most specific key decides:
//! `restriction:hgv`, then `restriction` unless `except` names the road user. A relation whose type names a
//! road user (`type=restriction:hgv`) concerns no other. `restriction:conditional` applies at its hours, as
//! do older relations with `hour_on`, `hour_off`, `day_on`, `day_off`.

use super::{ProfileTable, RestrictionRule, Tags, TimedRestriction};
use crate::week::{DAY_MINUTES, WeekHours};

/// A restriction with one of these keys applies only at certain times.
const TIMED_BY: [&str; 4] = ["hour_on", "hour_off", "day_on", "day_off"];

const DAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

impl ProfileTable {
    /// Returns what a restriction requires of this profile, ignoring hours; `None` if it does not concern it.
    #[must_use]
    pub fn restriction(&self, tags: &impl Tags) -> Option<RestrictionRule> {
        let concerns = |name: &str| self.restricted_as.iter().any(|own| own.name == name);
        let is_of_others = tags
            .get("type")
            .and_then(|kind| kind.strip_prefix("restriction:"))
            .is_some_and(|name| !concerns(name));
        if is_of_others {
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

    /// Returns a restriction without conditional tags: it applies always, or at the hours of older relations.
    /// For a table that ignores hours, it applies always, as in OSRM.
    pub(super) fn restriction_by_clock(&self, tags: &impl Tags) -> (Vec<TimedRestriction>, u32) {
        let Some(rule) = self.restriction(tags) else { return (Vec::new(), 0) };
        let is_timed = TIMED_BY.iter().any(|key| tags.get(key).is_some());
        if !is_timed || !self.heeds_conditions {
            return (vec![TimedRestriction { rule, hours: WeekHours::always() }], 0);
        }
        match hours_on(tags) {
            Some(hours) => {
                let rest = hours.not();
                (self.timed(&[(hours, Some(rule)), (rest, None)]), 0)
            }
            None => (Vec::new(), 1),
        }
    }
}

/// Returns the hours from `hour_on` to `hour_off` on the days from `day_on` to `day_off`; missing bounds are
/// open.
fn hours_on(tags: &impl Tags) -> Option<WeekHours> {
    let minute = |key: &str, otherwise: u16| match tags.get(key) {
        None => Some(otherwise),
        Some(text) => {
            let (hour, minute) = text.trim().split_once(':').unwrap_or((text.trim(), "0"));
            let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.parse().ok()?);
            (hour <= 24 && minute < 60).then_some(hour * 60 + minute)
        }
    };
    let day = |key: &str, otherwise: usize| match tags.get(key) {
        None => Some(otherwise),
        // Accepts `Mo`, `Mon` and `Monday`.
        Some(text) => {
            DAYS.iter().position(|name| text.trim().len() > 1 && name.starts_with(text.trim()))
        }
    };
    let (on, off) = (minute("hour_on", 0)?, minute("hour_off", DAY_MINUTES)?);
    let (first, last) = (day("day_on", 0)?, day("day_off", DAYS.len() - 1)?);
    let off = if off > on { off } else { off + DAY_MINUTES };
    let day_count = (last + DAYS.len() - first) % DAYS.len() + 1;
    let starts = (0_u16..).step_by(DAY_MINUTES.into());
    let starts: Vec<u16> = starts.take(DAYS.len()).collect();
    let days = starts.iter().cycle().skip(first).take(day_count);
    Some(WeekHours::of(days.map(|start| (start + on, start + off))))
}

/// Of a list of values, the first known one counts.
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
