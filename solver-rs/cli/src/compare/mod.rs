//! `compare`: our free-flow times beside another engine's, for the same points on the same extract.
//!
//! ```text
//! EXTRACT ─► car map, by our table or by OSRM's ─┐
//!                                                ├─► ours ÷ theirs, pair by pair ─► percentiles, worst pairs
//! REFERENCE.json ─► lonlat, durations_s ─────────┘
//! ```
//!
//! A pair for which one of the engines finds no route has no ratio; it is counted and listed by the engine that finds
//! one. `--pair 17,61` prints the ways that our route of one pair takes, to locate a difference. `docs/accuracy.md`
//! explains the results; `roads/tests/accuracy.rs` guards against regressions.

mod reference;
mod report;
mod trace;

use std::fs;
use std::io::stdout;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use roads::hierarchy::{Lane, Metric, RouteSearch};
use roads::map::{LaneSpeeds, ProfileMap, RoadPlace};
use roads::network::NetworkOptions;
use roads::osm::{OsmFormat, OsmReader, OsmRoads, PassOutcome};
use roads::profile::{CAR_AS_OSRM, Profile};

use reference::Reference;
use report::{Pair, Seen};

/// A radius far larger than the distance of any reference point to a road.
const RADIUS_METERS: f64 = 5_000.0;

/// Compares our travel times with those of another engine.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The OpenStreetMap extract.
    extract: PathBuf,
    /// The travel times of the other engine on the same extract.
    reference: PathBuf,
    /// The speeds of our car.
    #[arg(long, value_enum, default_value_t = Table::Osrm)]
    table: Table,
    /// Ignores the speed limits of towns for roads without a sign, because other engines do not distinguish towns.
    #[arg(long)]
    without_towns: bool,
    /// Two points, such as 17,61: prints the ways of this pair instead of the comparison.
    #[arg(long, value_parser = read_pair)]
    pair: Option<[usize; 2]>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Table {
    /// The speeds of OSRM's car.
    Osrm,
    /// Our own speeds.
    Default,
}

fn read_pair(text: &str) -> Result<[usize; 2]> {
    let (from, to) = text.split_once(',').context("two points are needed, as in 17,61")?;
    Ok([from.parse()?, to.parse()?])
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { extract, reference, table, without_towns, pair } = arguments;
    let table = match table {
        Table::Osrm => &CAR_AS_OSRM,
        Table::Default => Profile::Car.table(),
    };
    let reference = Reference::read(reference)
        .with_context(|| format!("{} is no reference", reference.display()))?;
    let roads =
        read_extract(extract).with_context(|| format!("{} cannot be read", extract.display()))?;
    let options = NetworkOptions { tells_towns: !without_towns, ..NetworkOptions::default() };
    let (map, _) = ProfileMap::build_by(&roads, Profile::Car, table, options);
    let metric = map.customize(&LaneSpeeds::free_flow(), &[]);
    let places = map.snap(&reference.latitudes, &reference.longitudes, RADIUS_METERS)?;
    let mut driver = Driver { map: &map, metric, places, search: RouteSearch::default() };
    match pair {
        Some(pair) => trace::print(&mut driver, &roads, *pair, &mut stdout().lock()),
        None => {
            report::print(&reference.engine, compare(&mut driver, &reference), &mut stdout().lock())
        }
    }
}

pub(crate) fn read_extract(path: &Path) -> Result<OsmRoads> {
    let bytes = fs::read(path)?;
    let mut reader = OsmReader::new(OsmFormat::detect(&bytes)?);
    loop {
        reader.push(&bytes)?;
        if reader.end_pass()? == PassOutcome::Complete {
            return Ok(reader.finish()?.0);
        }
    }
}

/// Our side of the comparison: the points snapped to our roads.
struct Driver<'a> {
    map: &'a ProfileMap,
    metric: Metric,
    /// One per point; `None` where no road is near.
    places: Vec<Option<RoadPlace>>,
    search: RouteSearch,
}

impl Driver<'_> {
    /// Returns the cost of a trip and the points on its way, in 1e-7 degrees, or `None` if there is no route.
    fn drive(&mut self, from: usize, to: usize) -> Option<(Seen, Vec<(i32, i32)>)> {
        let ends = [self.places[from].as_ref()?, self.places[to].as_ref()?];
        let mut points = Vec::new();
        let search = &mut self.search;
        let leg = self.map.leg(&self.metric, Lane::Paired(0), search, ends, &mut points)?;
        let seen = Seen {
            seconds: f64::from(leg.milliseconds) / 1000.0,
            meters: f64::from(leg.decimeters) / 10.0,
        };
        Some((seen, points))
    }
}

fn compare(driver: &mut Driver<'_>, reference: &Reference) -> Vec<Pair> {
    let count = driver.places.len();
    let mut pairs = Vec::with_capacity(count * count);
    for from in 0..count {
        for to in (0..count).filter(|to| *to != from) {
            let ours = driver.drive(from, to).map(|(seen, _)| seen);
            let theirs = reference.seconds[from][to].zip(reference.meters[from][to]);
            let theirs = theirs.map(|(seconds, meters)| Seen { seconds, meters });
            pairs.push(Pair { from, to, ours, theirs });
        }
    }
    pairs
}
