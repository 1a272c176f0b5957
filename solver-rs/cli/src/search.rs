//! Searches a problem from a folder in the form that search threads receive, and prints how the best plan evolved.
//!
//! The folder has `problem.json`, and `meters-N.bin` and `seconds-N.bin` for each travel table, as written by `npm run
//! bench:rich -- --write`.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use routing::problem::Problem;
use routing::search::{Search, SearchOptions, Status};

use crate::stopwatch::Stopwatch;

/// The approximate time of the iterations between two readings of the clock.
const SLICE: Duration = Duration::from_millis(5);
/// The times at which the best plan is printed, in seconds.
const MARKS: [f64; 7] = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0];

/// Searches a problem written by `npm run bench:rich -- --write`, and prints the quality of the best plan over time.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder with the problem.
    folder: PathBuf,
    /// The duration of the search in seconds.
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// The seed of the search.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Ends the search after this many iterations, which then also determine its pace, and not after a time.
    #[arg(long)]
    iterations: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let problem = read(&arguments.folder)?;
    let mut out = stdout().lock();
    writeln!(
        out,
        "{}: {} visits, {} shifts, {} places, {} tables of {} lanes",
        arguments.folder.display(),
        problem.visits.len(),
        problem.shifts.len(),
        problem.places.len(),
        problem.travel.len(),
        problem.travel.first().map_or(0, |it| it.lane_count),
    )?;
    let options = SearchOptions {
        seed: arguments.seed,
        iterations_max: arguments.iterations,
        ..SearchOptions::default()
    };
    let watch = Stopwatch::start();
    let mut search = Search::new(&problem, options);
    let mut status = search.status();
    writeln!(out, "first plan   {}", line(watch.elapsed(), &status))?;
    let mut marks = MARKS.into_iter().peekable();
    let mut slice_iterations = 1;
    loop {
        let elapsed = watch.elapsed().as_secs_f64();
        while let Some(mark) = marks.next_if(|mark| *mark <= elapsed) {
            writeln!(out, "at {mark:>6.1} s  {}", line(watch.elapsed(), &status))?;
        }
        let progress = elapsed / arguments.seconds;
        let is_over = progress >= 1.0 && arguments.iterations.is_none();
        if is_over || status.done {
            break;
        }
        let slice = Stopwatch::start();
        status = search.run(slice_iterations, progress);
        slice_iterations = if slice.elapsed() < SLICE {
            slice_iterations * 2
        } else {
            (slice_iterations / 2).max(1)
        };
    }
    let ended = if status.done { "done      " } else { "time over " };
    writeln!(out, "{ended}   {}", line(watch.elapsed(), &status))?;
    let seconds = watch.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "counts of a run")]
    let [iterations, insertions] =
        [status.iterations, status.insertions].map(|count| count as f64 / seconds);
    writeln!(out, "per second   {iterations:.0} iterations, {insertions:.0} insertions")?;
    let watch = Stopwatch::start();
    let answer = search.solution();
    let [routes, unserved] = [answer.routes.len(), answer.unserved.len()];
    let seconds = watch.elapsed().as_secs_f64();
    writeln!(out, "answer       {seconds:.3} s: {routes} routes, {unserved} unserved")?;
    Ok(())
}

fn line(elapsed: Duration, status: &Status) -> String {
    format!(
        "{:>8.3} s  {:>9} iterations  {:>11} insertions  {:>3} unserved  {:>3} vehicles  cost {:.3}  score {:.3}  mandatory {}",
        elapsed.as_secs_f64(),
        status.iterations,
        status.insertions,
        status.unserved,
        status.vehicles,
        status.cost,
        status.score[2],
        status.score[0],
    )
}

fn read(folder: &Path) -> Result<Problem> {
    let at = |name: &str| folder.join(name);
    let json = std::fs::read(at("problem.json"))
        .with_context(|| format!("no problem.json in {}", folder.display()))?;
    let mut tables = Vec::new();
    while at(&format!("meters-{}.bin", tables.len())).exists() {
        let idx = tables.len();
        tables.push((
            numbers(&at(&format!("meters-{idx}.bin")))?,
            numbers(&at(&format!("seconds-{idx}.bin")))?,
        ));
    }
    messages::read_problem(&json, tables).map_err(|error| anyhow::anyhow!("{error}"))
}

/// Reads 32-bit little-endian integers.
fn numbers(path: &Path) -> Result<Vec<i32>> {
    let bytes = std::fs::read(path)?;
    let (chunks, rest) = bytes.as_chunks::<4>();
    ensure!(rest.is_empty(), "{} holds parts of a number", path.display());
    Ok(chunks.iter().map(|chunk| i32::from_le_bytes(*chunk)).collect())
}
