//! The layer of roads: which roads are shown at which zoom, and with which tags.

use std::collections::BTreeMap;

use super::areas::{AreaLayers, BasemapIndex};
use super::clip::clip;
use super::index::RoadIndex;
use super::join::join;
use super::layer::{Layer, TagValue};
use super::mercator::{Box7, TileIdx, TilePoint};
use super::thin::thin;
use crate::basemap::Basemap;
use crate::map::{ProfileMap, RoadNames};
use crate::network::{SegmentIdx, Segments};
use crate::profile::RoadClass;

/// The properties that all lines of a feature share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    class_code: u8,
    is_oneway: bool,
    kilometers_per_hour: u32,
    /// The name, if names are shown and it has one.
    name: Option<String>,
}

/// A tile under construction, from one map or from several that it shows parts of.
#[derive(Debug)]
pub struct TileCut {
    tile: TileIdx,
    lines: BTreeMap<Look, Vec<Vec<TilePoint>>>,
    areas: AreaLayers,
}

impl TileCut {
    /// Returns a tile without any roads.
    #[must_use]
    pub fn new(tile: TileIdx) -> Self {
        Self { tile, lines: BTreeMap::new(), areas: AreaLayers::new() }
    }

    /// Adds the roads of a map with their names, using the index that was built for it.
    pub fn add(&mut self, map: &ProfileMap, index: &RoadIndex, names: &RoadNames) {
        let (tile, segments) = (self.tile, map.segments());
        let bounds = tile.bounds();
        let mut projected = Vec::new();
        for segment in index.near(bounds) {
            if tile.zoom() < zoom_from(segments.class(segment)) {
                continue;
            }
            let (lats, lons) = segments.points(segment);
            if !Box7::of(lats, lons).overlaps(&bounds) || crosses_date_line(lons) {
                continue;
            }
            let Some((mut look, is_backward)) = look_of(segments, segment) else { continue };
            if tile.zoom() >= NAMES_FROM_ZOOM {
                look.name = name_of(segments, segment, names).map(str::to_owned);
            }
            projected.clear();
            projected.extend(lats.iter().zip(lons).map(|(&lat, &lon)| tile.project(lat, lon)));
            if is_backward {
                projected.reverse();
            }
            self.lines.entry(look).or_default().extend(clip(&projected));
        }
    }

    /// Adds the areas and places of a map, using the index that was built for them.
    pub fn add_basemap(&mut self, basemap: &Basemap, index: &BasemapIndex) {
        self.areas.add(self.tile, basemap, index);
    }

    /// Returns the bytes of the vector tile; empty if nothing is visible in it.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        let mut layer = Layer::new("roads");
        for (look, lines) in self.lines {
            let lines = join(&lines, !look.is_oneway);
            let lines: Vec<Vec<TilePoint>> = lines.iter().map(|line| thin(line)).collect();
            if !lines.is_empty() {
                layer.push_lines(&look.tags(), &lines);
            }
        }
        let mut bytes = Vec::new();
        self.areas.finish(&mut bytes);
        layer.finish(&mut bytes);
        bytes
    }
}

impl Look {
    fn tags(self) -> Vec<(&'static str, TagValue)> {
        let class = RoadClass::from_code(self.class_code).map_or("other", RoadClass::name);
        let mut tags = vec![
            ("class", TagValue::Text(class.to_owned())),
            ("oneway", TagValue::Flag(self.is_oneway)),
            ("speed", TagValue::Whole(self.kilometers_per_hour.into())),
        ];
        tags.extend(self.name.map(|name| ("name", TagValue::Text(name))));
        tags
    }
}

/// Returns the properties of a segment, and whether its line must be reversed to run in the direction of
/// traffic. `None` for a segment that nobody may travel.
fn look_of(segments: &Segments, segment: SegmentIdx) -> Option<(Look, bool)> {
    let ways = [segment.forward(), segment.backward()].map(|way| segments.is_travelable(way));
    let is_backward = match ways {
        [true, _] => false,
        [false, true] => true,
        [false, false] => return None,
    };
    let (decimeters, milliseconds) = segments.parts(segment).fold((0, 0), |sums, part| {
        let ms = if is_backward { part.backward_ms } else { part.forward_ms };
        (sums.0 + u64::from(part.length_dm), sums.1 + u64::from(ms))
    });
    // 1 decimeter per millisecond is 360 km/h. Rounded like posted speeds.
    let speed = (decimeters * 360 + milliseconds / 2).checked_div(milliseconds).unwrap_or(0);
    let look = Look {
        class_code: segments.class(segment).code(),
        is_oneway: ways != [true, true],
        kilometers_per_hour: u32::try_from(speed).unwrap_or(0),
        name: None,
    };
    Some((look, is_backward))
}

/// Returns the name of the longest of its ways that has one.
fn name_of<'a>(segments: &Segments, segment: SegmentIdx, names: &'a RoadNames) -> Option<&'a str> {
    let named =
        segments.parts(segment).filter_map(|part| Some((part.length_dm, names.name(part.way_id)?)));
    named.max_by_key(|named| named.0).map(|named| named.1)
}

/// At lower zooms, roads are too close together for names, and lines are longer without them.
const NAMES_FROM_ZOOM: u8 = 12;

/// Returns the zoom from which a class is shown: about where its roads become distinguishable.
fn zoom_from(class: RoadClass) -> u8 {
    match class {
        RoadClass::Motorway | RoadClass::Trunk => 6,
        RoadClass::Primary => 8,
        RoadClass::MotorwayLink | RoadClass::TrunkLink | RoadClass::Secondary => 10,
        RoadClass::PrimaryLink
        | RoadClass::Tertiary
        | RoadClass::Ferry
        | RoadClass::ShuttleTrain => 11,
        RoadClass::SecondaryLink | RoadClass::TertiaryLink | RoadClass::Unclassified => 12,
        RoadClass::Residential | RoadClass::LivingStreet | RoadClass::Pedestrian => 13,
        RoadClass::Service
        | RoadClass::Track
        | RoadClass::Footway
        | RoadClass::Cycleway
        | RoadClass::Path
        | RoadClass::Steps
        | RoadClass::Other => 14,
    }
}

/// Returns whether a line crosses the date line; it would be drawn around the whole Earth. A few ferries do.
fn crosses_date_line(lons: &[i32]) -> bool {
    lons.windows(2).any(|pair| pair[0].abs_diff(pair[1]) > 1_800_000_000)
}
