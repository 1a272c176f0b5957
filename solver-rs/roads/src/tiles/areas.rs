//! The layers of areas and places: water, green areas, buildings and names.

use super::clip::clip;
use super::layer::{Layer, TagValue};
use super::mercator::{Box7, EXTENT, TileIdx, TilePoint};
use super::polygon::clip_ring;
use super::thin::thin;
use crate::basemap::Basemap;
use crate::osm::{AreaKind, PlaceKind};

const AREAS_OF_BOX: usize = 64;
/// In units of a tile, which has 4096: smaller areas are invisible.
const SIDE_UNITS_MIN: i32 = 12;

/// Finds the areas of a basemap that are visible in a tile, by the box of each and of every 64 of a kind.
#[derive(Debug)]
pub struct BasemapIndex {
    boxes: Vec<Box7>,
    groups: Vec<Group>,
}

#[derive(Debug)]
struct Group {
    kind: AreaKind,
    bounds: Box7,
    first: usize,
    end: usize,
}

impl BasemapIndex {
    /// Indexes all areas. 16 bytes per area.
    #[must_use]
    pub fn build(basemap: &Basemap) -> Self {
        let count = basemap.area_count();
        let bounds = |area: usize| {
            let (lats, lons) = basemap.rings(area).next()?;
            Some(Box7::of(lats, lons))
        };
        let boxes: Vec<Box7> =
            (0..count).map(|area| bounds(area).unwrap_or(Box7::NOTHING)).collect();
        let mut groups: Vec<Group> = Vec::new();
        for (area, bounds) in boxes.iter().enumerate() {
            let kind = basemap.kind(area);
            match groups.last_mut() {
                Some(group) if group.kind == kind && area - group.first < AREAS_OF_BOX => {
                    group.bounds = group.bounds.joined(bounds);
                    group.end = area + 1;
                }
                _ => groups.push(Group { kind, bounds: *bounds, first: area, end: area + 1 }),
            }
        }
        Self { boxes, groups }
    }
}

/// The layers of areas while they are built, from one map or from several that a tile shows parts of.
#[derive(Debug)]
pub(super) struct AreaLayers {
    areas: [Layer; 4],
    places: Layer,
}

impl AreaLayers {
    pub(super) fn new() -> Self {
        Self {
            areas: ["green", "water", "waterway", "building"].map(Layer::new),
            places: Layer::new("place"),
        }
    }

    pub(super) fn add(&mut self, tile: TileIdx, basemap: &Basemap, index: &BasemapIndex) {
        let bounds = tile.bounds();
        let groups = index.groups.iter();
        let shown = groups.filter(|it| tile.zoom() >= area_zoom(it.kind));
        for group in shown.filter(|group| group.bounds.overlaps(&bounds)) {
            for area in group.first..group.end {
                if index.boxes[area].overlaps(&bounds) {
                    self.add_area(tile, basemap, area);
                }
            }
        }
        for place in basemap.places() {
            let at = tile.project(place.lat_e7, place.lon_e7);
            let is_here = (0..EXTENT).contains(&at.x) && (0..EXTENT).contains(&at.y);
            if is_here && tile.zoom() >= place_zoom(place.kind) {
                let tags = [
                    ("name", TagValue::Text(place.name.to_owned())),
                    ("kind", TagValue::Text(place.kind.name().to_owned())),
                ];
                self.places.push_point(&tags, at);
            }
        }
    }

    fn add_area(&mut self, tile: TileIdx, basemap: &Basemap, area: usize) {
        let kind = basemap.kind(area);
        let layer = &mut self.areas[kind as usize];
        let mut rings = basemap.rings(area).map(|(lats, lons)| -> Vec<TilePoint> {
            lats.iter().zip(lons).map(|(&lat, &lon)| tile.project(lat, lon)).collect()
        });
        let Some(outer) = rings.next() else { return };
        if kind == AreaKind::Waterway {
            let lines: Vec<_> = clip(&outer).iter().map(|line| thin(line)).collect();
            if !lines.is_empty() {
                layer.push_lines(&[], &lines);
            }
            return;
        }
        let cut = |ring: &[TilePoint]| clip_ring(&thin(ring));
        if side(&outer) < SIDE_UNITS_MIN {
            return;
        }
        let Some(outer) = cut(&outer) else { return };
        let holes = rings.filter(|ring| side(ring) >= SIDE_UNITS_MIN).filter_map(|it| cut(&it));
        let holes: Vec<_> = holes.collect();
        layer.push_polygon(&[], &outer, &holes);
    }

    pub(super) fn finish(self, tile: &mut Vec<u8>) {
        for layer in self.areas {
            layer.finish(tile);
        }
        self.places.finish(tile);
    }
}

/// Returns the longer side of a ring's box.
fn side(ring: &[TilePoint]) -> i32 {
    let span = |value: fn(&TilePoint) -> i32| {
        let (low, high) = (ring.iter().map(value).min(), ring.iter().map(value).max());
        high.unwrap_or(0).saturating_sub(low.unwrap_or(0))
    };
    span(|point| point.x).max(span(|point| point.y))
}

/// Returns the zoom from which a kind is shown.
fn area_zoom(kind: AreaKind) -> u8 {
    match kind {
        AreaKind::Water => 6,
        AreaKind::Green => 9,
        AreaKind::Waterway => 11,
        AreaKind::Building => 14,
    }
}

fn place_zoom(kind: PlaceKind) -> u8 {
    match kind {
        PlaceKind::City => 6,
        PlaceKind::Town => 9,
        PlaceKind::Village => 11,
        PlaceKind::Suburb => 12,
        PlaceKind::Neighbourhood => 14,
    }
}
