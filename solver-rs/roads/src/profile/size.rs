//! Whether a vehicle fits: signs and physical limits of height, width, length and weight.
//!
//! Each tag counts by itself: a bridge may be signed with 4.5 m and be 3.2 m high. Words denote the legal
//! default, which every vehicle of these tables observes (`default`, `none`, `unsigned`), except
//! `below_default`: lower than the 4 m to 4.5 m that laws allow, by an amount that nobody has measured.

use super::Tags;
use super::measure::{meters, tonnes};
use super::table::{DirectedKey, Direction, Size, directed_keys};

/// The value of `below_default`: too low for vehicles of the maximum legal height, high enough for a van.
const BELOW_DEFAULT_METERS: f64 = 3.9;

static HEIGHT_KEYS: &[DirectedKey] = directed_keys!["maxheight", "maxheight:physical"];
static WIDTH_KEYS: &[DirectedKey] = directed_keys!["maxwidth", "maxwidth:physical"];
/// Keys of the width of a road, which no wider vehicle fits on. At a node they describe some object there.
static ROAD_WIDTH_KEYS: &[DirectedKey] = directed_keys!["width", "est_width"];
static LENGTH_KEYS: &[DirectedKey] = directed_keys!["maxlength"];
static WEIGHT_KEYS: &[DirectedKey] = directed_keys!["maxweight", "maxweightrating", "maxgcweight"];
static TRUCK_WEIGHT_KEYS: &[DirectedKey] = directed_keys!["maxweight:hgv", "maxweightrating:hgv"];
static AXLE_KEYS: &[DirectedKey] = directed_keys!["maxaxleload"];

/// Above this weight, a goods vehicle is heavy by law, and signs for `hgv` apply to it.
pub(super) const HEAVY_TONNES_ABOVE: f64 = 3.5;

impl Size {
    /// Returns whether the vehicle may travel a way with these tags in a direction.
    pub(super) fn fits_way(&self, tags: &impl Tags, direction: Direction) -> bool {
        self.keeps_signs(tags, direction)
            && !is_above(tags, direction, ROAD_WIDTH_KEYS, self.width_meters, meters)
    }

    /// Returns whether the vehicle may pass a node with these tags.
    pub(super) fn fits_node(&self, tags: &impl Tags) -> bool {
        self.keeps_signs(tags, Direction::Forward)
    }

    fn keeps_signs(&self, tags: &impl Tags, direction: Direction) -> bool {
        let is_above = |keys, size, read| is_above(tags, direction, keys, size, read);
        let is_heavy = self.weight_tonnes > HEAVY_TONNES_ABOVE;
        !(is_above(HEIGHT_KEYS, self.height_meters, height_meters)
            || is_above(WIDTH_KEYS, self.width_meters, meters)
            || is_above(LENGTH_KEYS, self.length_meters, meters)
            || is_above(WEIGHT_KEYS, self.weight_tonnes, tonnes)
            || is_heavy && is_above(TRUCK_WEIGHT_KEYS, self.weight_tonnes, tonnes)
            || is_above(AXLE_KEYS, self.axle_tonnes, tonnes))
    }
}

/// Returns whether a vehicle's size exceeds the limit of any of these keys.
fn is_above(
    tags: &impl Tags,
    direction: Direction,
    keys: &[DirectedKey],
    size: f64,
    read: fn(&str) -> Option<f64>,
) -> bool {
    let texts = keys.iter().filter_map(|key| key.get(tags, direction));
    // In a list, for unspecified stretches or lanes, each limit counts.
    let mut allowed = texts.flat_map(|text| text.split(';')).filter_map(read);
    allowed.any(|most| most < size)
}

fn height_meters(text: &str) -> Option<f64> {
    let text = text.trim();
    if text == "below_default" { Some(BELOW_DEFAULT_METERS) } else { meters(text) }
}

#[cfg(test)]
mod tests;
