//! `map`: an OpenStreetMap extract in, a map file out.

use std::fs::File;
use std::io::{Read, Seek, Write, stderr};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, available_parallelism};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use roads::basemap::{BasemapReading, framed_basemap};
use roads::map::{BuiltSection, MapBuild, MapReading};
use roads::network::NetworkOptions;
use roads::osm::{OsmFormat, PassOutcome};
use roads::profile::Profile;

const CHUNK_BYTES: usize = 1 << 20;

struct Arguments {
    extract: PathBuf,
    map: PathBuf,
    profiles: Vec<Profile>,
    options: NetworkOptions,
    thread_count: usize,
    has_basemap: bool,
}

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let arguments = parse(arguments)?;
    let started = Instant::now();
    let mut build = read(&arguments.extract, arguments.options)
        .with_context(|| format!("{} cannot be read", arguments.extract.display()))?;
    progress(started, &format!("{:?}", build.report()))?;
    let sections = build_all(&build, &arguments.profiles, arguments.thread_count, started)?;
    for section in &sections {
        build.add(section);
    }
    let mut file = File::create(&arguments.map)
        .with_context(|| format!("{} cannot be written", arguments.map.display()))?;
    file.write_all(&build.header())?;
    file.write_all(build.names())?;
    for section in &sections {
        file.write_all(&section.bytes)?;
    }
    if arguments.has_basemap {
        let basemap = read_basemap(&arguments.extract)?;
        file.write_all(&framed_basemap(&basemap))?;
    }
    file.sync_all()?;
    progress(started, &format!("wrote {}{}", arguments.map.display(), memory_note()))
}

/// Each thread takes the next profile, and has a network of its own in memory meanwhile. Sections are in the
/// order of the profiles, whichever is ready first.
fn build_all(
    build: &MapBuild,
    profiles: &[Profile],
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
            let section = build.build(*profile);
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

/// What the program has taken of the machine's memory at most, where the system says so (Linux).
pub(crate) fn memory_note() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    peak_kibibytes(&status).map_or_else(String::new, |kibibytes| {
        format!(", in {} MB of memory at most", (kibibytes * 1024).div_ceil(1_000_000))
    })
}

/// From the line `VmHWM:   205188 kB`, whose kB are 1,024 bytes.
fn peak_kibibytes(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn read(path: &Path, options: NetworkOptions) -> Result<MapBuild> {
    let mut file = File::open(path)?;
    let mut chunk = vec![0; CHUNK_BYTES];
    let first = file.read(&mut chunk)?;
    let mut reading = MapReading::new(OsmFormat::detect(&chunk[..first])?);
    loop {
        file.rewind()?;
        loop {
            let count = file.read(&mut chunk)?;
            if count == 0 {
                break;
            }
            reading.push(&chunk[..count])?;
        }
        if reading.end_pass()? == PassOutcome::Complete {
            return Ok(reading.finish(options)?);
        }
    }
}

fn read_basemap(path: &Path) -> Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut chunk = vec![0; CHUNK_BYTES];
    let first = file.read(&mut chunk)?;
    let mut reading = BasemapReading::new(OsmFormat::detect(&chunk[..first])?);
    loop {
        file.rewind()?;
        loop {
            let count = file.read(&mut chunk)?;
            if count == 0 {
                break;
            }
            reading.push(&chunk[..count])?;
        }
        if reading.end_pass()? == PassOutcome::Complete {
            return Ok(reading.finish()?.encode());
        }
    }
}

fn parse(arguments: &[String]) -> Result<Arguments> {
    let mut files = Vec::new();
    let mut profiles = Profile::ALL.to_vec();
    let mut options = NetworkOptions::default();
    let mut thread_count = available_parallelism().map_or(1, NonZero::get);
    let mut has_basemap = false;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--drive-on" => {
                options.left_hand = match rest.next().map(String::as_str) {
                    Some("left") => Some(true),
                    Some("right") => Some(false),
                    _ => bail!("--drive-on needs left or right"),
                };
            }
            "--threads" => {
                thread_count = rest.next().context("--threads needs a number")?.parse()?;
                ensure!(thread_count > 0, "--threads needs one at least");
            }
            "--profiles" => {
                let names = rest.next().context("--profiles needs names, with commas between")?;
                profiles = names
                    .split(',')
                    .map(|name| {
                        Profile::from_name(name).with_context(|| format!("no profile {name}"))
                    })
                    .collect::<Result<_>>()?;
            }
            "--basemap" => has_basemap = true,
            flag if flag.starts_with("--") => bail!("unknown option {flag}"),
            file => files.push(PathBuf::from(file)),
        }
    }
    let (extract, map) = match &files[..] {
        [extract] => (extract.clone(), default_map(extract)),
        [extract, map] => (extract.clone(), map.clone()),
        _ => bail!("one extract is needed, and perhaps a name for the map"),
    };
    thread_count = thread_count.min(profiles.len());
    Ok(Arguments { extract, map, profiles, options, thread_count, has_basemap })
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
    fn the_peak_is_read_from_what_linux_says_of_a_process() {
        let status = "Name:\tcli\nVmPeak:\t  230000 kB\nVmHWM:\t  205188 kB\nVmRSS:\t 1 kB\n";
        assert_eq!(peak_kibibytes(status), Some(205_188));
        assert_eq!(peak_kibibytes("Name:\tcli\n"), None);
    }
}
