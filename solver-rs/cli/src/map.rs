//! `map`: an OpenStreetMap extract in, a map file out.

use std::fs::File;
use std::io::{Read, Seek, Write, stderr};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, available_parallelism};
use std::time::Instant;

use anyhow::{Context, Result};
use roads::basemap::{BasemapReading, framed_basemap};
use roads::map::{BuiltSection, MapBuild, MapReading};
use roads::network::NetworkOptions;
use roads::osm::{OsmError, OsmFormat, PassOutcome};
use roads::profile::{Profile, RoadUser};

const CHUNK_BYTES: usize = 1 << 20;

/// Builds a map from an extract: the same bytes as `npm run map:build`, but several profiles in parallel.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The OpenStreetMap extract.
    extract: PathBuf,
    /// The map file to write; by default next to the extract, with the extension `.map`.
    map: Option<PathBuf>,
    /// The profiles, separated by commas; by default all.
    #[arg(long, value_delimiter = ',', value_parser = road_user_named)]
    profiles: Vec<RoadUser>,
    /// The side of the road to drive on; by default as the extract says.
    #[arg(long, value_enum)]
    drive_on: Option<Side>,
    /// The number of threads; by default one per core.
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Adds a basemap, from which the service draws the map.
    #[arg(long)]
    basemap: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    Left,
    Right,
}

fn road_user_named(name: &str) -> Result<RoadUser, String> {
    RoadUser::parse(name).ok_or_else(|| format!("there is no profile {name}"))
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let started = Instant::now();
    let map = arguments.map.clone().unwrap_or_else(|| default_map(&arguments.extract));
    let all = Profile::ALL.map(RoadUser::from);
    let profiles = if arguments.profiles.is_empty() { &all[..] } else { &arguments.profiles[..] };
    let cores = || available_parallelism().map_or(1, NonZero::get);
    let thread_count = arguments.threads.map_or_else(cores, NonZero::get).min(profiles.len());
    let left_hand = arguments.drive_on.map(|side| side == Side::Left);
    let options = NetworkOptions { left_hand, ..NetworkOptions::default() };
    let mut build = read(&arguments.extract, options)
        .with_context(|| format!("{} cannot be read", arguments.extract.display()))?;
    progress(started, &format!("{:?}", build.report()))?;
    let sections = build_all(&build, profiles, thread_count, started)?;
    for section in &sections {
        build.add(section);
    }
    let mut file =
        File::create(&map).with_context(|| format!("{} cannot be written", map.display()))?;
    file.write_all(&build.header())?;
    file.write_all(build.names())?;
    for section in &sections {
        file.write_all(&section.bytes)?;
    }
    if arguments.basemap {
        let basemap = read_basemap(&arguments.extract)?;
        file.write_all(&framed_basemap(&basemap))?;
    }
    file.sync_all()?;
    progress(started, &format!("wrote {}{}", map.display(), memory_note()))
}

/// Builds all profiles. Each thread takes the next profile, and keeps a network of its own in memory while it builds.
/// Sections are in the order of the profiles, whichever is ready first.
fn build_all(
    build: &MapBuild,
    profiles: &[RoadUser],
    thread_count: usize,
    started: Instant,
) -> Result<Vec<BuiltSection>> {
    let next = AtomicUsize::new(0);
    let built: Vec<Mutex<Option<BuiltSection>>> =
        profiles.iter().map(|_| Mutex::default()).collect();
    let work = || -> Result<()> {
        while let Some((profile, slot)) = {
            let idx = next.fetch_add(1, Ordering::Relaxed);
            profiles.get(idx).zip(built.get(idx))
        } {
            let section = build.build(profile.clone());
            let (name, bytes) = (profile.name(), section.bytes.len());
            progress(started, &format!("{name}: {bytes} bytes, {:?}", section.report))?;
            *slot.lock().expect("nobody panics with it") = Some(section);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (1..thread_count).map(|_| scope.spawn(work)).collect();
        let first = work();
        threads
            .into_iter()
            .map(|it| it.join().expect("a panic ends the program"))
            .fold(first, Result::and)
    })?;
    let taken = built.into_iter().map(|slot| slot.into_inner().ok().flatten());
    taken.map(|section| section.context("a profile is missing")).collect()
}

/// Returns a note on the peak memory of the program where the system reports it (Linux), and otherwise nothing.
pub(crate) fn memory_note() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    peak_kibibytes(&status).map_or_else(String::new, |kibibytes| {
        format!(", in {} MB of memory at most", (kibibytes * 1024).div_ceil(1_000_000))
    })
}

/// Parses the line `VmHWM:   205188 kB`, where kB means 1,024 bytes.
fn peak_kibibytes(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn read(path: &Path, options: NetworkOptions) -> Result<MapBuild> {
    let mut reading = MapReading::new(format_of(path)?);
    read_passes(path, &mut reading, MapReading::push, MapReading::end_pass)?;
    Ok(reading.finish(options)?)
}

fn read_basemap(path: &Path) -> Result<Vec<u8>> {
    let mut reading = BasemapReading::new(format_of(path)?);
    read_passes(path, &mut reading, BasemapReading::push, BasemapReading::end_pass)?;
    Ok(reading.finish()?.encode())
}

fn format_of(path: &Path) -> Result<OsmFormat> {
    let mut first = vec![0; CHUNK_BYTES];
    let count = File::open(path)?.read(&mut first)?;
    Ok(OsmFormat::detect(&first[..count])?)
}

/// Reads a file as many times as `reading` requires.
fn read_passes<R>(
    path: &Path,
    reading: &mut R,
    push: impl Fn(&mut R, &[u8]) -> Result<(), OsmError>,
    end_pass: impl Fn(&mut R) -> Result<PassOutcome, OsmError>,
) -> Result<()> {
    let mut file = File::open(path)?;
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        file.rewind()?;
        loop {
            let count = file.read(&mut chunk)?;
            if count == 0 {
                break;
            }
            push(reading, &chunk[..count])?;
        }
        if end_pass(reading)? == PassOutcome::Complete {
            return Ok(());
        }
    }
}

/// `porto.osm.pbf` becomes `porto.map`, beside it.
fn default_map(extract: &Path) -> PathBuf {
    let name = extract.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let stem = name.split_once(".osm").map_or(name.as_str(), |(stem, _)| stem);
    extract.with_file_name(format!("{stem}.map"))
}

fn progress(started: Instant, text: &str) -> Result<()> {
    Ok(writeln!(stderr(), "{:6.2} s  {text}", started.elapsed().as_secs_f64())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_memory_is_read_from_proc_status() {
        let status = "Name:\tcli\nVmPeak:\t  230000 kB\nVmHWM:\t  205188 kB\nVmRSS:\t 1 kB\n";
        assert_eq!(peak_kibibytes(status), Some(205_188));
        assert_eq!(peak_kibibytes("Name:\tcli\n"), None);
    }
}
