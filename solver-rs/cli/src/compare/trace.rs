//! Traces one pair: prints the ways of the extract that our trip takes, to be compared with those of another engine.

use std::collections::HashMap;
use std::io::Write;

use anyhow::{Context, Result, ensure};
use roads::osm::OsmRoads;

use super::Driver;

pub(super) fn print(
    driver: &mut Driver<'_>,
    roads: &OsmRoads,
    [from, to]: [usize; 2],
    out: &mut impl Write,
) -> Result<()> {
    ensure!(from.max(to) < driver.places.len(), "there are {} points", driver.places.len());
    for point in [from, to] {
        let place = driver.places[point].as_ref();
        let place = place.with_context(|| format!("point {point} is far from all roads"))?;
        let (lat, lon) = (degrees(place.lat_e7), degrees(place.lon_e7));
        writeln!(out, "point {point}: {lat:.7} {lon:.7}, {:.1} m away", place.snap_meters)?;
    }
    let Some((seen, points)) = driver.drive(from, to) else {
        return Ok(writeln!(out, "no way")?);
    };
    writeln!(out, "{:.1} s, {:.0} m", seen.seconds, seen.meters)?;
    let ways = ways_by_piece(roads);
    let mut last = None;
    for (here, there) in points.iter().zip(&points[1..]) {
        // Pieces that are cut by a place begin or end between nodes, so they are not among the pieces of any way.
        if let Some(&way) = ways.get(&(*here, *there))
            && last != Some(way)
        {
            writeln!(out, "{:.7} {:.7} way {way}", degrees(here.0), degrees(here.1))?;
            last = Some(way);
        }
    }
    Ok(())
}

/// Latitude and longitude in 1e-7 degrees.
type Node = (i32, i32);

fn degrees(e7: i32) -> f64 {
    f64::from(e7) / 1e7
}

/// Returns the way of each pair of consecutive nodes, in both directions.
fn ways_by_piece(roads: &OsmRoads) -> HashMap<(Node, Node), i64> {
    let at = |node: usize| (roads.node_lat_e7[node], roads.node_lon_e7[node]);
    let mut ways = HashMap::new();
    for way in &roads.ways {
        let nodes = &roads.way_nodes[way.nodes.start as usize..way.nodes.end as usize];
        for pair in nodes.windows(2) {
            let [here, there] = [pair[0].as_usize(), pair[1].as_usize()];
            if here.max(there) < roads.node_id.len() {
                ways.insert((at(here), at(there)), way.id);
                ways.insert((at(there), at(here)), way.id);
            }
        }
    }
    ways
}
