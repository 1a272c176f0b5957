//! Whether a vehicle fits: signs and walls against its height, width, length, weight.
//!
//! Each sign counts by itself: a bridge may be posted 4.5 m and be 3.2 m high. What is said in words is
//! the law's default, which every vehicle of these tables keeps (`default`, `none`, `unsigned`), but for
//! `below_default`: lower than the 4 m to 4.5 m that laws allow, by how much nobody has measured.

use super::Tags;
use super::measure::{meters, tonnes};
use super::table::{DirectedKey, Direction, Size, directed_keys};

/// What `below_default` stands for: too low for who needs all that the law allows, high enough for a van.
const BELOW_DEFAULT_METERS: f64 = 3.9;

static HEIGHT_KEYS: &[DirectedKey] = directed_keys!["maxheight", "maxheight:physical"];
static WIDTH_KEYS: &[DirectedKey] = directed_keys!["maxwidth", "maxwidth:physical"];
/// Of a road, which nothing wider fits on; at a node, of whatever stands there.
static ROAD_WIDTH_KEYS: &[DirectedKey] = directed_keys!["width", "est_width"];
static LENGTH_KEYS: &[DirectedKey] = directed_keys!["maxlength"];
static WEIGHT_KEYS: &[DirectedKey] = directed_keys!["maxweight", "maxweightrating", "maxgcweight"];
static TRUCK_WEIGHT_KEYS: &[DirectedKey] = directed_keys!["maxweight:hgv", "maxweightrating:hgv"];
static AXLE_KEYS: &[DirectedKey] = directed_keys!["maxaxleload"];

/// From this weight on a goods vehicle is heavy by law, and signs for `hgv` concern it.
pub(super) const HEAVY_TONNES_ABOVE: f64 = 3.5;

impl Size {
    /// Whether the vehicle may travel a way with these tags in a direction.
    pub(super) fn fits_way(&self, tags: &impl Tags, direction: Direction) -> bool {
        self.keeps_signs(tags, direction)
            && !is_above(tags, direction, ROAD_WIDTH_KEYS, self.width_meters, meters)
    }

    /// Whether the vehicle may pass a node with these tags.
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

/// Whether a vehicle's size exceeds what any of these keys allows.
fn is_above(
    tags: &impl Tags,
    direction: Direction,
    keys: &[DirectedKey],
    size: f64,
    read: fn(&str) -> Option<f64>,
) -> bool {
    let texts = keys.iter().filter_map(|key| key.get(tags, direction));
    // Of a list, for stretches or lanes that nobody tells apart, each sign counts.
    let mut allowed = texts.flat_map(|text| text.split(';')).filter_map(read);
    allowed.any(|most| most < size)
}

fn height_meters(text: &str) -> Option<f64> {
    let text = text.trim();
    if text == "below_default" { Some(BELOW_DEFAULT_METERS) } else { meters(text) }
}

#[cfg(test)]
mod tests;
