//! `compare`: our free-flow times beside another engine's, for the same points on the same extract.
//!
//! ```text
//! EXTRACT ─► car map, by our table or by OSRM's ─┐
//!                                                ├─► ours ÷ theirs, pair by pair ─► percentiles, worst pairs
//! REFERENCE.json ─► lonlat, durations_s ─────────┘
//! ```
//!
//! `docs/accuracy.md` explains what is to be seen there; `roads/tests/accuracy.rs` holds it fast.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use roads::hierarchy::{Lane, RouteSearch};
use roads::map::{LaneSpeeds, ProfileMap};
use roads::network::NetworkOptions;
use roads::osm::{OsmFormat, OsmReader, OsmRoads, PassOutcome};
use roads::profile::{CAR_AS_OSRM, Profile, ProfileTable};
use serde_json::Value;

/// Far more than any reference point is from a road.
const RADIUS_METERS: f64 = 5_000.0;
/// Shares of the pairs below which ratios are printed, in percent.
const PERCENTS: [usize; 9] = [0, 1, 5, 25, 50, 75, 95, 99, 100];
const WORST_COUNT: usize = 12;

/// What another engine says.
struct Reference {
    engine: String,
    latitudes: Vec<f64>,
    longitudes: Vec<f64>,
    seconds: Vec<Vec<f64>>,
    meters: Vec<Vec<f64>>,
}

/// One pair of points, seen by both.
struct Pair {
    from: usize,
    to: usize,
    seconds: [f64; 2],
    meters: [f64; 2],
}

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let (extract, reference, table) = parse(arguments)?;
    let reference = read_reference(&reference)
        .with_context(|| format!("{} is no reference", reference.display()))?;
    let roads =
        read_extract(&extract).with_context(|| format!("{} cannot be read", extract.display()))?;
    let (map, _) = ProfileMap::build_by(&roads, Profile::Car, table, NetworkOptions::default());
    let pairs = compare(&map, &reference)?;
    report(&reference.engine, pairs)
}

fn parse(arguments: &[String]) -> Result<(PathBuf, PathBuf, &'static ProfileTable)> {
    let mut files = Vec::new();
    let mut table = &CAR_AS_OSRM;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--table" => {
                table = match rest.next().map(String::as_str) {
                    Some("osrm") => &CAR_AS_OSRM,
                    Some("default") => Profile::Car.table(),
                    _ => bail!("--table needs osrm or default"),
                };
            }
            flag if flag.starts_with("--") => bail!("unknown option {flag}"),
            file => files.push(PathBuf::from(file)),
        }
    }
    match <[PathBuf; 2]>::try_from(files) {
        Ok([extract, reference]) => Ok((extract, reference, table)),
        Err(_) => bail!("an extract and a reference are needed"),
    }
}

fn read_extract(path: &Path) -> Result<OsmRoads> {
    let bytes = fs::read(path)?;
    let mut reader = OsmReader::new(OsmFormat::detect(&bytes)?);
    loop {
        reader.push(&bytes)?;
        if reader.end_pass()? == PassOutcome::Complete {
            return Ok(reader.finish()?.0);
        }
    }
}

fn read_reference(path: &Path) -> Result<Reference> {
    let json: Value = serde_json::from_slice(&fs::read(path)?)?;
    let rows = |key: &str| -> Result<Vec<Vec<f64>>> {
        let rows = json[key].as_array().with_context(|| format!("`{key}` is missing"))?;
        let numbers = |row: &Value| row.as_array()?.iter().map(Value::as_f64).collect();
        let rows: Option<_> = rows.iter().map(numbers).collect();
        rows.with_context(|| format!("`{key}` has something else than numbers"))
    };
    let points = rows("lonlat")?;
    ensure!(points.iter().all(|point| point.len() == 2), "points have two numbers");
    let reference = Reference {
        engine: json["engine"].as_str().unwrap_or("unknown").to_owned(),
        latitudes: points.iter().map(|point| point[1]).collect(),
        longitudes: points.iter().map(|point| point[0]).collect(),
        seconds: rows("durations_s")?,
        meters: rows("distances_m")?,
    };
    for table in [&reference.seconds, &reference.meters] {
        let is_square = table.iter().all(|row| row.len() == points.len());
        ensure!(table.len() == points.len() && is_square, "a table is not points × points");
    }
    Ok(reference)
}

fn compare(map: &ProfileMap, reference: &Reference) -> Result<Vec<Pair>> {
    let speeds = LaneSpeeds { windows: Vec::new(), weekend: [1.0; 4] };
    let metric = map.customize(&speeds, &[]);
    let places = map.snap(&reference.latitudes, &reference.longitudes, RADIUS_METERS)?;
    let places: Option<Vec<_>> = places.into_iter().collect();
    let places = places.context("a point is far from all roads")?;
    let mut search = RouteSearch::default();
    let mut points = Vec::new();
    let mut pairs = Vec::new();
    for (from, source) in places.iter().enumerate() {
        for (to, target) in places.iter().enumerate().filter(|(to, _)| *to != from) {
            points.clear();
            let leg = map.leg(&metric, Lane::Paired(0), &mut search, [source, target], &mut points);
            let leg = leg.with_context(|| format!("no way from {from} to {to}"))?;
            let ours = [f64::from(leg.milliseconds) / 1000.0, f64::from(leg.decimeters) / 10.0];
            pairs.push(Pair {
                from,
                to,
                seconds: [ours[0], reference.seconds[from][to]],
                meters: [ours[1], reference.meters[from][to]],
            });
        }
    }
    Ok(pairs)
}

fn report(engine: &str, mut pairs: Vec<Pair>) -> Result<()> {
    let mut out = stdout().lock();
    let ratio = |[ours, theirs]: [f64; 2]| ours / theirs;
    writeln!(out, "ours ÷ {engine}, {} pairs", pairs.len())?;
    write!(out, "{:>10}", "percent")?;
    for percent in PERCENTS {
        write!(out, "{percent:>8}")?;
    }
    writeln!(out)?;
    for name in ["durations", "distances"] {
        let column = |pair: &Pair| if name == "durations" { pair.seconds } else { pair.meters };
        let mut ratios: Vec<f64> = pairs.iter().map(|pair| ratio(column(pair))).collect();
        ratios.sort_by(f64::total_cmp);
        write!(out, "{name:>10}")?;
        for percent in PERCENTS {
            write!(out, "{:>8.4}", ratios[percent * (ratios.len() - 1) / 100])?;
        }
        writeln!(out)?;
    }
    let error = |pair: &Pair| (ratio(pair.seconds) - 1.0).abs();
    pairs.sort_by(|a, b| error(b).total_cmp(&error(a)));
    for share in [50, 95, 99] {
        let position = pairs.len() - 1 - share * (pairs.len() - 1) / 100;
        writeln!(
            out,
            "{share} % of durations differ by at most {:.2} %",
            error(&pairs[position]) * 100.0
        )?;
    }
    writeln!(out, "\n  from   to  seconds   theirs  ratio   meters   theirs")?;
    for pair in pairs.iter().take(WORST_COUNT) {
        let Pair { from, to, seconds, meters } = pair;
        writeln!(
            out,
            "{from:>6}{to:>5}{:>9.1}{:>9.1}{:>7.3}{:>9.0}{:>9.0}",
            seconds[0],
            seconds[1],
            ratio(*seconds),
            meters[0],
            meters[1]
        )?;
    }
    Ok(())
}
