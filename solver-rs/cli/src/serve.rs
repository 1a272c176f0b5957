//! `serve`: roads for a service that has a country too large for one memory of WebAssembly.
//!
//! ```text
//!  engine thread ──► 0.ask ──────►┐
//!        └◄───────── 0.answer ◄───┤  a thread a line
//!  engine thread ──► 1.ask ──────►┤     │
//!        └◄───────── 1.answer ◄───┘     └──► RoadMaps, once for all lines
//!  service ────────► stdin: at its end the program ends
//! ```
//!
//! It answers what the module of the service would answer, by the same crate (`serving`), for the service that
//! started it and no other: lines are named pipes in a folder that only its user may enter. A line has one
//! engine thread at its other end, which asks and waits; what it has made on the way (places, rows, lines of
//! routes) is freed when it says so or goes away.

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

/// What the module was built of that lies beside these sources: a service takes no program of others, since it
/// might give other answers.
const SOURCES: &str = include_str!("../../pkg/sources.sha256");

static BUDGET: Budget = Budget::new(u64::MAX);
static MAPS: RoadMaps = RoadMaps::new(&BUDGET);
static TILES: TileMaps = TileMaps::new();
static FILES: MapFiles = MapFiles::new();

/// Answers the engine threads of the service that started it (`ROADS_PROGRAM`); not to be started by hand.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Has a pair of named pipes for each line, `0.ask` and `0.answer`; removed at the end.
    folder: PathBuf,
    /// How many.
    #[arg(long)]
    lines: usize,
}

/// Says which sources it was built of.
#[derive(clap::Args)]
pub(crate) struct IdentityArguments {}

/// Checks that no map file is cut off or damaged, reading each from end to end.
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
            // The thread at its other end is gone, or never came.
            if let Ok([ask, answer]) = open(&folder, number) {
                Line::new(ask, answer).run();
            }
        })?;
    }
    // Its end is the service's, however that came about.
    let _ = stdin().lock().read_to_end(&mut Vec::new());
    let _ = fs::remove_dir_all(&arguments.folder);
    exit(0);
}

/// Waits for the engine thread, which opens them in the same order.
fn open(folder: &Path, number: usize) -> std::io::Result<[File; 2]> {
    let ask = File::open(folder.join(format!("{number}.ask")))?;
    let answer = OpenOptions::new().write(true).open(folder.join(format!("{number}.answer")))?;
    Ok([ask, answer])
}
