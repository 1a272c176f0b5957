//! `scale`: measures the resources that larger areas need, on an extract that is copied many times side by side.
//!
//! ```text
//! a | b    each copy is the mirror image of its neighbor, so that roads near an edge meet their images
//! --+--    there: ends of ways within `SEAM_METERS` of an edge are joined to their images by streets
//! c | d
//! ```
//!
//! Such a network has cuts like a real one, and their size grows with its width. Left and right turns are swapped in
//! every second copy, so its travel times are meaningless.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use roads::hierarchy::{Lane, RouteSearch};
use roads::map::{LaneSpeeds, MapBuild, ProfileMap, RoadLabels, RoadQuery};
use roads::network::NetworkOptions;
use roads::osm::{OsmNodeIdx, OsmRoads, OsmWay, TagRange};
use roads::profile::{Profile, Tags};

use crate::compare::read_extract;
use crate::map::memory_note;
use crate::stopwatch::Stopwatch;

/// The distance from an edge within which ends of ways are joined to their images.
const SEAM_METERS: f64 = 150.0;
const METERS_PER_DEGREE: f64 = 111_195.0;
/// The ids of a copy are those of the extract plus this number for each copy before it.
const IDS_PER_COPY: i64 = 1 << 40;
/// The number of places that labels and legs are measured with.
const PLACE_COUNT: usize = 500;
const RADIUS_METERS: f64 = 5_000.0;

/// Copies an extract side × side times, and measures the resources that the roads of such an area need.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The OpenStreetMap extract.
    extract: PathBuf,
    /// The number of copies side by side.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=16))]
    side: u32,
    /// The profile.
    #[arg(long, default_value = "car", value_parser = crate::profile_named)]
    profile: Profile,
    /// Writes the area as a map of this profile, instead of measuring it.
    #[arg(long)]
    map: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let &Arguments { ref extract, side, profile, ref map } = arguments;
    let out = &mut stdout().lock();
    let roads = tiled(&read_extract(extract)?, side)?;
    writeln!(
        out,
        "{} copies: {} nodes, {} ways",
        side * side,
        roads.node_id.len(),
        roads.ways.len()
    )?;

    if let Some(path) = map {
        return write_map(MapBuild::of_roads(roads, NetworkOptions::default()), profile, path);
    }

    let watch = Stopwatch::start();
    let (map, _) = ProfileMap::build(&roads, profile, NetworkOptions::default());
    let hierarchy = map.hierarchy();
    writeln!(
        out,
        "{} built in {:.1} s: {} segments, {} nodes of the turn graph, {} arcs{}",
        profile.name(),
        watch.elapsed().as_secs_f64(),
        map.segment_count(),
        hierarchy.node_count(),
        hierarchy.arc_count(),
        memory_note(),
    )?;
    writeln!(out, "section {:.1} MB", megabytes(map.encode().len()))?;

    let windows: Vec<[f64; 4]> = (1..=8).map(|nth| [1.0 - f64::from(nth) * 0.05; 4]).collect();
    let speeds = LaneSpeeds { windows, weekend: [0.97; 4], hours: Vec::new() };
    let watch = Stopwatch::start();
    let metric = map.customize(&speeds, &[]);
    let seconds = watch.elapsed().as_secs_f64();
    writeln!(out, "customized in {seconds:.2} s, ten lanes, {:.1} MB", megabytes(metric.bytes()))?;

    // Every `step`-th node: places all over the area, and more of them where roads are dense.
    let step = (roads.node_id.len() / PLACE_COUNT).max(1);
    let degrees = |values: &[i32]| -> Vec<f64> {
        values.iter().step_by(step).map(|&value| f64::from(value) / 1e7).collect()
    };
    let (lats, lons) = (degrees(&roads.node_lat_e7), degrees(&roads.node_lon_e7));
    let places = map.snap(&lats, &lons, RADIUS_METERS)?;
    let everywhere = vec![true; places.len()];
    let query = RoadQuery {
        places: &places,
        is_source: &everywhere,
        is_destination: &everywhere,
        lanes: &[Lane::Window(0)],
        speed_factor: 1.0,
    };
    let watch = Stopwatch::start();
    let labels = RoadLabels::new(&map, &metric, &query);
    let micros = watch.elapsed().as_secs_f64() * 1e6 / (2 * places.len()) as f64;
    writeln!(out, "a label, each place and direction: {micros:.0} µs")?;
    drop(labels);

    let mut search = RouteSearch::default();
    let (mut points, mut found) = (Vec::new(), 0);
    let ends: Vec<_> = places.iter().flatten().collect();
    let watch = Stopwatch::start();
    for pair in ends.windows(2) {
        let leg = map.leg(&metric, Lane::Window(0), &mut search, [pair[0], pair[1]], &mut points);
        found += usize::from(leg.is_some());
        points.clear();
    }
    let millis = watch.elapsed().as_secs_f64() * 1e3 / ends.len().max(1) as f64;
    writeln!(
        out,
        "a way drawn: {millis:.2} ms, {found} of {} found{}",
        ends.len() - 1,
        memory_note()
    )?;
    Ok(())
}

fn write_map(mut build: MapBuild, profile: Profile, path: &Path) -> Result<()> {
    let (section, _) = build.section(profile);
    let mut file =
        File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
    for part in [&build.header()[..], build.names(), &section] {
        file.write_all(part)?;
    }
    Ok(file.sync_all()?)
}

#[expect(clippy::cast_precision_loss, reason = "to be read by people")]
fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

/// South, west, north, east.
type Bounds = [i32; 4];

/// Lays out the extract `side` × `side` times.
fn tiled(one: &OsmRoads, side: u32) -> Result<OsmRoads> {
    let range = |values: &[i32]| values.iter().copied().min().zip(values.iter().copied().max());
    let ((south, north), (west, east)) =
        range(&one.node_lat_e7).zip(range(&one.node_lon_e7)).context("the extract has no roads")?;
    let street = plain_street(one).context("the extract has no street to join copies with")?;
    let ends = way_ends(one);
    let (width, node_count) = (u32::try_from(one.node_id.len())?, one.way_nodes.len());
    let mut all = OsmRoads { tags: one.tags.clone(), ..OsmRoads::default() };
    let bounds = [south, west, north, east];
    for copy in 0..side * side {
        let (row, column) = (copy / side, copy % side);
        let first_id = i64::from(copy) * IDS_PER_COPY;
        let renamed = |node: &OsmNodeIdx| match *node {
            OsmNodeIdx::MISSING => OsmNodeIdx::MISSING,
            OsmNodeIdx(idx) => OsmNodeIdx(idx + copy * width),
        };
        let first_way_node = u32::try_from(node_count)? * copy;
        all.node_id.extend(one.node_id.iter().map(|id| id + first_id));
        all.node_lat_e7.extend(one.node_lat_e7.iter().map(|&lat| placed(lat, [south, north], row)));
        all.node_lon_e7
            .extend(one.node_lon_e7.iter().map(|&lon| placed(lon, [west, east], column)));
        all.node_tags.extend_from_slice(&one.node_tags);
        all.way_nodes.extend(one.way_nodes.iter().map(renamed));
        all.ways.extend(one.ways.iter().map(|way| OsmWay {
            id: way.id + first_id,
            nodes: way.nodes.start + first_way_node..way.nodes.end + first_way_node,
            tags: way.tags,
        }));
        all.restrictions.extend(one.restrictions.iter().cloned().map(|mut it| {
            it.id += first_id;
            for member in &mut it.members {
                member.id += first_id;
            }
            it
        }));
    }
    for copy in 0..side * side {
        for (is_last, beside, is_seam) in [
            (
                copy % side == side - 1,
                copy + 1,
                Seam::EastOrWest { is_mirrored: (copy % side) % 2 == 1 },
            ),
            (
                copy / side == side - 1,
                copy + side,
                Seam::NorthOrSouth { is_mirrored: (copy / side) % 2 == 1 },
            ),
        ] {
            if is_last {
                continue;
            }
            for &OsmNodeIdx(node) in ends.iter().filter(|node| is_seam.has(one, bounds, **node)) {
                let first = u32::try_from(all.way_nodes.len())?;
                all.way_nodes.extend([copy, beside].map(|copy| OsmNodeIdx(node + copy * width)));
                let id = i64::from(side * side + 1) * IDS_PER_COPY + i64::from(first);
                all.ways.push(OsmWay { id, nodes: first..first + 2, tags: street });
            }
        }
    }
    Ok(all)
}

/// Returns a coordinate of a copy. Copies with odd numbers are mirrored.
fn placed(value: i32, [low, high]: [i32; 2], nth: u32) -> i32 {
    let within = if nth.is_multiple_of(2) { value - low } else { high - value };
    low + i32::try_from(nth).expect("copies are few") * (high - low) + within
}

/// The edge that a copy shares with the next one.
enum Seam {
    EastOrWest { is_mirrored: bool },
    NorthOrSouth { is_mirrored: bool },
}

impl Seam {
    fn has(&self, one: &OsmRoads, [south, west, north, east]: Bounds, node: OsmNodeIdx) -> bool {
        let (lat, lon) = (one.node_lat_e7[node.as_usize()], one.node_lon_e7[node.as_usize()]);
        let (distance_e7, scale) = match self {
            Self::EastOrWest { is_mirrored: false } => (east - lon, f64::from(lat) / 1e7),
            Self::EastOrWest { is_mirrored: true } => (lon - west, f64::from(lat) / 1e7),
            Self::NorthOrSouth { is_mirrored: false } => (north - lat, 0.0),
            Self::NorthOrSouth { is_mirrored: true } => (lat - south, 0.0),
        };
        f64::from(distance_e7) / 1e7 * METERS_PER_DEGREE * scale.to_radians().cos() < SEAM_METERS
    }
}

/// Returns the first and last nodes of all ways, each once, ascending.
fn way_ends(roads: &OsmRoads) -> Vec<OsmNodeIdx> {
    let nodes = |way: &OsmWay| &roads.way_nodes[way.nodes.start as usize..way.nodes.end as usize];
    let ends = roads.ways.iter().flat_map(|way| [nodes(way).first(), nodes(way).last()]);
    let unique: HashSet<OsmNodeIdx> =
        ends.flatten().copied().filter(|node| *node != OsmNodeIdx::MISSING).collect();
    let mut ends: Vec<OsmNodeIdx> = unique.into_iter().collect();
    ends.sort_unstable();
    ends
}

/// Returns the tags of a street that all traffic may use in both directions.
fn plain_street(roads: &OsmRoads) -> Option<TagRange> {
    let is_plain = |way: &&OsmWay| {
        let tags = roads.tags.view(way.tags);
        let keys = ["highway", "name", "maxspeed", "surface", "lit"];
        tags.get("highway") == Some("residential")
            && tags.iter().all(|(key, _)| keys.contains(&key))
    };
    roads.ways.iter().find(is_plain).map(|way| way.tags)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_mirrored_so_that_edges_meet() {
        // Low 10, high 14: the next copy extends from 14 to 18, and 13 is mirrored to 15.
        assert_eq!([0, 1, 2].map(|nth| placed(13, [10, 14], nth)), [13, 15, 21]);
        assert_eq!([0, 1].map(|nth| placed(14, [10, 14], nth)), [14, 14]);
    }
}
