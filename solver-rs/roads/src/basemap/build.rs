//! Builds areas and places from the ways, relations and nodes of an extract.

use std::collections::HashMap;

use super::Basemap;
use crate::morton::interleaved;
use crate::osm::{AreaKind, MemberKind, OsmNodeIdx, OsmRoads, PlaceKind, TagRange};
use crate::profile::Tags;
use crate::rings::{is_within, rings_of};

type Ring = Vec<(i32, i32)>;
/// An area with its outer ring and its holes.
type Area = (AreaKind, Vec<Ring>);

impl Basemap {
    /// Builds the basemap from the areas read from an extract. Equal extracts give equal bytes.
    #[must_use]
    pub(super) fn of(osm: &OsmRoads) -> Self {
        let mut areas = ways_of(osm);
        areas.extend(relations_of(osm));
        areas.sort_by_cached_key(|(kind, rings)| {
            let (lat, lon) = rings[0][rings[0].len() / 2];
            (*kind, interleaved(lat, lon), rings.clone())
        });
        let mut basemap =
            Self { area_first: vec![0], ring_first: vec![0], ..Self::with_places(osm) };
        for (kind, rings) in &areas {
            basemap.area_kind.push(kind.code());
            for ring in rings {
                basemap.lat_e7.extend(ring.iter().map(|point| point.0));
                basemap.lon_e7.extend(ring.iter().map(|point| point.1));
                basemap.ring_first.push(short(basemap.lat_e7.len()));
            }
            basemap.area_first.push(short(basemap.ring_first.len() - 1));
        }
        basemap
    }

    fn with_places(osm: &OsmRoads) -> Self {
        let mut places = Vec::new();
        for place in &osm.places {
            let tags = osm.tags.view(place.tags);
            let kind = tags.get("place").and_then(PlaceKind::of);
            let name = tags.get("name").filter(|name| !name.is_empty()).map(str::to_owned);
            if let (Some(kind), Some(name)) = (kind, name) {
                places.push((kind, name, place.lat_e7, place.lon_e7));
            }
        }
        places.sort_unstable();
        let mut basemap = Self { place_name_first: vec![0], ..Self::default() };
        for (kind, name, lat_e7, lon_e7) in places {
            basemap.place_kind.push(kind.code());
            basemap.place_lat_e7.push(lat_e7);
            basemap.place_lon_e7.push(lon_e7);
            basemap.place_names.push_str(&name);
            basemap.place_name_first.push(short(basemap.place_names.len()));
        }
        basemap
    }
}

fn kind_of(osm: &OsmRoads, tags: TagRange) -> Option<AreaKind> {
    osm.tags.view(tags).iter().find_map(|(key, value)| AreaKind::of(key, value))
}

/// Closed ways that are areas by themselves, and waterways.
fn ways_of(osm: &OsmRoads) -> Vec<Area> {
    let ways = osm.ways.iter().filter_map(|way| {
        let kind = kind_of(osm, way.tags)?;
        let points = points_of(osm, nodes_of(osm, way.nodes.clone()));
        let is_ring = points.len() > 3 && points.first() == points.last();
        let is_shown = if kind == AreaKind::Waterway { points.len() > 1 } else { is_ring };
        is_shown.then(|| (kind, vec![points]))
    });
    ways.collect()
}

fn relations_of(osm: &OsmRoads) -> Vec<Area> {
    let ways: HashMap<i64, &[OsmNodeIdx]> =
        osm.ways.iter().map(|way| (way.id, nodes_of(osm, way.nodes.clone()))).collect();
    let mut areas = Vec::new();
    for relation in &osm.restrictions {
        let Some(kind) = kind_of(osm, relation.tags) else { continue };
        let rings = |is_wanted: fn(&str) -> bool| -> Vec<Ring> {
            let members = relation.members.iter();
            let members = members.filter(|it| it.kind == MemberKind::Way && is_wanted(&it.role));
            let members: Vec<&[OsmNodeIdx]> =
                members.filter_map(|it| ways.get(&it.id).copied()).collect();
            let rings = rings_of(&members).into_iter().map(|ring| points_of(osm, &ring));
            rings.filter(|ring| ring.len() > 3 && ring.first() == ring.last()).collect()
        };
        let mut outer: Vec<Area> =
            rings(|role| role != "inner").into_iter().map(|ring| (kind, vec![ring])).collect();
        for hole in rings(|role| role == "inner") {
            let around = outer.iter_mut().find(|(_, rings)| is_within(&rings[0], hole[0]));
            if let Some((_, rings)) = around {
                rings.push(hole);
            }
        }
        areas.extend(outer);
    }
    areas
}

fn nodes_of(osm: &OsmRoads, nodes: std::ops::Range<u32>) -> &[OsmNodeIdx] {
    &osm.way_nodes[nodes.start as usize..nodes.end as usize]
}

/// The points of the nodes, without those that are missing in the extract.
fn points_of(osm: &OsmRoads, nodes: &[OsmNodeIdx]) -> Ring {
    let known = nodes.iter().filter(|node| **node != OsmNodeIdx::MISSING);
    known.map(|node| (osm.node_lat_e7[node.as_usize()], osm.node_lon_e7[node.as_usize()])).collect()
}

fn short(count: usize) -> u32 {
    u32::try_from(count).expect("an extract of fewer nodes was read")
}
