//! Tags and results as short texts, so that a test is a table of texts.

use super::{Access, Pace, ProfileTable, Tags, WayDirection};
use crate::country::Country;

/// Tags of one element.
pub(super) struct Written(Vec<(&'static str, &'static str)>);

/// Parses `key=value` pairs, separated by a comma and a space: `"highway=track, maxspeed=30 mph"`. The pair
/// `in=DE` is not a tag; it states the country of the way.
pub(super) fn written(text: &'static str) -> Written {
    let pairs = text.split(", ").filter(|pair| !pair.is_empty());
    Written(pairs.map(|pair| pair.split_once('=').unwrap()).collect())
}

impl Tags for Written {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|pair| pair.0 == key).map(|pair| pair.1)
    }

    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().copied()
    }
}

/// Describes a way as `forward / backward`: `25 / 25`, `10 ends / -`, `5400 s / 5400 s`, `closed`.
pub(super) fn described(table: &ProfileTable, tags: &'static str) -> String {
    let tags = written(tags);
    let country = tags.0.iter().find(|pair| pair.0 == "in");
    let country = country.map(|&(_, code)| Country { code, left_hand: false });
    let Some(way) = table.way(&tags, country) else { return "closed".to_owned() };
    format!("{} / {}", direction_described(way.forward), direction_described(way.backward))
}

/// Describes one direction of a way, as in [`described`].
pub(super) fn direction_described(direction: Option<WayDirection>) -> String {
    let Some(WayDirection { pace, access }) = direction else { return "-".to_owned() };
    let pace = match pace {
        Pace::KilometersPerHour(kmh) => format!("{}", (kmh * 100.0).round() / 100.0),
        Pace::WholeWaySeconds(seconds) => format!("{seconds} s"),
    };
    if access == Access::Open { pace } else { pace + " ends" }
}

/// Checks the description of the way of each row.
pub(super) fn check_ways(table: &ProfileTable, rows: &[(&'static str, &str)]) {
    for &(tags, expected) in rows {
        assert_eq!(described(table, tags), expected, "{tags}");
    }
}
