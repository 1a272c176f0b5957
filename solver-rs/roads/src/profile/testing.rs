//! Tags and answers as a person writes them, so that a test is a table of texts.

use super::{Access, Pace, ProfileTable, Tags, WayDirection};

/// Tags of one element.
pub(super) struct Written(Vec<(&'static str, &'static str)>);

/// Reads `key=value` pairs, separated by a comma and a space: `"highway=track, maxspeed=30 mph"`.
pub(super) fn written(text: &'static str) -> Written {
    let pairs = text.split(", ").filter(|pair| !pair.is_empty());
    Written(pairs.map(|pair| pair.split_once('=').unwrap()).collect())
}

impl Tags for Written {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|pair| pair.0 == key).map(|pair| pair.1)
    }
}

/// A way in one line, `forward / backward`: `25 / 25`, `10 ends / -`, `5400 s / 5400 s`, `closed`.
pub(super) fn described(table: &ProfileTable, tags: &'static str) -> String {
    let Some(way) = table.way(&written(tags)) else { return "closed".to_owned() };
    let one = |direction: Option<WayDirection>| {
        let Some(WayDirection { pace, access }) = direction else { return "-".to_owned() };
        let pace = match pace {
            Pace::KilometersPerHour(kmh) => format!("{}", (kmh * 100.0).round() / 100.0),
            Pace::WholeWaySeconds(seconds) => format!("{seconds} s"),
        };
        if access == Access::Open { pace } else { pace + " ends" }
    };
    format!("{} / {}", one(way.forward), one(way.backward))
}

/// Holds each row's tags against what its way is described as.
pub(super) fn check_ways(table: &ProfileTable, rows: &[(&'static str, &str)]) {
    for &(tags, expected) in rows {
        assert_eq!(described(table, tags), expected, "{tags}");
    }
}
