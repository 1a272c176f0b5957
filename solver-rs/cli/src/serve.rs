//! `serve`: roads for a service whose map is too large for the memory of one WebAssembly module.
//!
//! ```text
//!  engine thread ──► 0.ask ──────►┐
//!        └◄───────── 0.answer ◄───┤  one thread per line
//!  engine thread ──► 1.ask ──────►┤     │
//!        └◄───────── 1.answer ◄───┘     └──► RoadMaps, once for all lines
//!  service ────────► stdin: at its end the program ends
//! ```
//!
//! It gives the answers that the service's module would give, by the same crate (`serving`), and only to the service
//! that started it: lines are named pipes in a folder that only the user of the service may enter. Each line has one
//! engine thread at its other end, which asks and waits. What was made for that thread (places, rows, lines of routes)
//! is freed when the thread says so or disconnects.

mod files;
mod frames;
mod line;

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::thread;

use anyhow::{Context, Result};
use serving::{Budget, RoadMaps, TileMaps};

use files::MapFiles;
use line::Line;

/// The hash of the sources that the module beside these sources was built from. A service only uses a program with the
/// same hash, since another one might give other answers.
const SOURCES: &str = include_str!("../../pkg/sources.sha256");

static BUDGET: Budget = Budget::new(u64::MAX);
static MAPS: RoadMaps = RoadMaps::new(&BUDGET);
static TILES: TileMaps = TileMaps::new();
static FILES: MapFiles = MapFiles::new();

/// Serves roads to the engine threads of the service that started it (`ROADS_PROGRAM`). Not to be started by hand.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder with a pair of named pipes for each line, `0.ask` and `0.answer`; removed at the end.
    folder: PathBuf,
    /// The number of lines.
    #[arg(long)]
    lines: usize,
}

/// Prints the hash of the sources that it was built from.
#[derive(clap::Args)]
pub(crate) struct IdentityArguments {}

/// Checks that no map file is truncated or damaged, reading each from end to end.
#[derive(clap::Args)]
pub(crate) struct CheckArguments {
    /// Map files.
    #[arg(required = true)]
    maps: Vec<PathBuf>,
}

pub(crate) fn identify(_: &IdentityArguments) -> Result<()> {
    Ok(writeln!(stdout().lock(), "{}", SOURCES.trim())?)
}

pub(crate) fn check(arguments: &CheckArguments) -> Result<()> {
    for map in &arguments.maps {
        files::check(map).with_context(|| format!("{} cannot be used", map.display()))?;
    }
    Ok(())
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    for number in 0..arguments.lines {
        let folder = arguments.folder.clone();
        thread::Builder::new().name(format!("line {number}")).spawn(move || {
            // An error means that the engine thread at the other end is gone, or never connected.
            if let Ok([ask, answer]) = open(&folder, number) {
                Line::new(ask, answer).run();
            }
        })?;
    }
    // The end of stdin means that the service has ended, in whatever way.
    let _ = stdin().lock().read_to_end(&mut Vec::new());
    let _ = fs::remove_dir_all(&arguments.folder);
    exit(0);
}

/// Waits for the engine thread, which opens the pipes in the same order.
fn open(folder: &Path, number: usize) -> std::io::Result<[File; 2]> {
    let ask = File::open(folder.join(format!("{number}.ask")))?;
    let answer = OpenOptions::new().write(true).open(folder.join(format!("{number}.answer")))?;
    Ok([ask, answer])
}
