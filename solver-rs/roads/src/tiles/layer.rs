//! The encoding of a vector tile, as far as lines, areas and points with tags need it: Mapbox Vector Tile
//! 2.1, which is based on protocol buffers.
//!
//! ```text
//! tile    3: layer
//! layer   15: version 2 │ 1: name │ 2: feature … │ 3: key … │ 4: value … │ 5: extent
//! feature 2: [key, value] … │ 3: kind │ 4: commands: move (1), line (2) with steps in zigzag, close (7)
//! ```
//!
//! Written by hand: a writer takes only these lines, while a general library would be larger than all of
//! `tiles`.

use std::collections::HashMap;

use super::mercator::{EXTENT, TilePoint};
use super::polygon::twice_area;

const VARINT: u64 = 0;
const BYTES: u64 = 2;
const POINT: u64 = 1;
const LINE_STRING: u64 = 2;
const POLYGON: u64 = 3;
const MOVE: u64 = 1;
const LINE: u64 = 2;
const CLOSE: u64 = 7;

/// The value of a tag.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum TagValue {
    Text(String),
    Whole(u64),
    Flag(bool),
}

/// A layer while it is built.
#[derive(Debug)]
pub(super) struct Layer {
    name: &'static str,
    features: Vec<u8>,
    keys: Vec<&'static str>,
    values: HashMap<TagValue, usize>,
    value_bytes: Vec<u8>,
}

impl Layer {
    pub(super) fn new(name: &'static str) -> Self {
        let (features, value_bytes) = (Vec::new(), Vec::new());
        Self { name, features, keys: Vec::new(), values: HashMap::new(), value_bytes }
    }

    /// Adds `lines` as one feature.
    pub(super) fn push_lines(
        &mut self,
        tags: &[(&'static str, TagValue)],
        lines: &[Vec<TilePoint>],
    ) {
        let mut commands = Vec::new();
        let mut at = TilePoint { x: 0, y: 0 };
        for line in lines {
            let [first, rest @ ..] = &line[..] else { continue };
            push_varint(&mut commands, MOVE | 1 << 3);
            push_step(&mut commands, &mut at, *first);
            push_varint(&mut commands, LINE | (rest.len() as u64) << 3);
            for &point in rest {
                push_step(&mut commands, &mut at, point);
            }
        }
        self.push_feature(tags, LINE_STRING, &commands);
    }

    /// Adds an area with its holes; each ring is without its last point.
    pub(super) fn push_polygon(
        &mut self,
        tags: &[(&'static str, TagValue)],
        outer: &[TilePoint],
        holes: &[Vec<TilePoint>],
    ) {
        let mut commands = Vec::new();
        let mut at = TilePoint { x: 0, y: 0 };
        push_ring(&mut commands, &mut at, outer, true);
        for hole in holes {
            push_ring(&mut commands, &mut at, hole, false);
        }
        self.push_feature(tags, POLYGON, &commands);
    }

    /// Adds a point.
    pub(super) fn push_point(&mut self, tags: &[(&'static str, TagValue)], point: TilePoint) {
        let mut commands = Vec::new();
        push_varint(&mut commands, MOVE | 1 << 3);
        push_step(&mut commands, &mut TilePoint { x: 0, y: 0 }, point);
        self.push_feature(tags, POINT, &commands);
    }

    fn push_feature(&mut self, tags: &[(&'static str, TagValue)], kind: u64, commands: &[u8]) {
        let mut tag_bytes = Vec::new();
        for (key, value) in tags {
            push_varint(&mut tag_bytes, self.key_idx(key) as u64);
            push_varint(&mut tag_bytes, self.value_idx(value) as u64);
        }
        let mut feature = Vec::new();
        push_bytes(&mut feature, 2, &tag_bytes);
        push_number(&mut feature, 3, kind);
        push_bytes(&mut feature, 4, commands);
        push_bytes(&mut self.features, 2, &feature);
    }

    /// Appends the layer to a tile. A layer without features is omitted, because the format forbids empty
    /// layers.
    pub(super) fn finish(self, tile: &mut Vec<u8>) {
        if self.features.is_empty() {
            return;
        }
        let mut layer = Vec::new();
        push_number(&mut layer, 15, 2);
        push_bytes(&mut layer, 1, self.name.as_bytes());
        layer.extend(self.features);
        for key in self.keys {
            push_bytes(&mut layer, 3, key.as_bytes());
        }
        layer.extend(self.value_bytes);
        push_number(&mut layer, 5, EXTENT.unsigned_abs().into());
        push_bytes(tile, 3, &layer);
    }

    fn key_idx(&mut self, key: &'static str) -> usize {
        self.keys.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.keys.push(key);
            self.keys.len() - 1
        })
    }

    fn value_idx(&mut self, value: &TagValue) -> usize {
        if let Some(&idx) = self.values.get(value) {
            return idx;
        }
        let mut bytes = Vec::new();
        match value {
            TagValue::Text(text) => push_bytes(&mut bytes, 1, text.as_bytes()),
            TagValue::Whole(whole) => push_number(&mut bytes, 5, *whole),
            TagValue::Flag(flag) => push_number(&mut bytes, 7, u64::from(*flag)),
        }
        push_bytes(&mut self.value_bytes, 4, &bytes);
        let idx = self.values.len();
        self.values.insert(value.clone(), idx);
        idx
    }
}

/// Appends a ring. Outer rings are clockwise and holes counterclockwise, which is how readers distinguish
/// them.
fn push_ring(commands: &mut Vec<u8>, at: &mut TilePoint, ring: &[TilePoint], is_clockwise: bool) {
    let mut points = ring.to_vec();
    if (twice_area(ring) > 0) != is_clockwise {
        points.reverse();
    }
    let [first, rest @ ..] = &points[..] else { return };
    push_varint(commands, MOVE | 1 << 3);
    push_step(commands, at, *first);
    push_varint(commands, LINE | (rest.len() as u64) << 3);
    for &point in rest {
        push_step(commands, at, point);
    }
    push_varint(commands, CLOSE | 1 << 3);
}

fn push_step(bytes: &mut Vec<u8>, at: &mut TilePoint, to: TilePoint) {
    for step in [to.x - at.x, to.y - at.y] {
        let zigzag = (step << 1) ^ (step >> 31);
        push_varint(bytes, zigzag.cast_unsigned().into());
    }
    *at = to;
}

fn push_number(bytes: &mut Vec<u8>, field: u64, number: u64) {
    push_varint(bytes, field << 3 | VARINT);
    push_varint(bytes, number);
}

fn push_bytes(bytes: &mut Vec<u8>, field: u64, content: &[u8]) {
    push_varint(bytes, field << 3 | BYTES);
    push_varint(bytes, content.len() as u64);
    bytes.extend_from_slice(content);
}

fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}
