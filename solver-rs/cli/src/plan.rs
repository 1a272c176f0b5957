//! Plans benchmark instances, checks the plans, and reports how far their costs are above the best known costs.

use std::io::{Write, stdout};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use routing::search::{Search, SearchOptions};

use crate::instances::{Adapted, Instance, adapt, best_known, check, find, read};
use crate::stopwatch::Stopwatch;

/// The approximate time of the iterations between two readings of the clock.
const SLICE: Duration = Duration::from_millis(10);

/// Plans benchmark instances, and prints how far the plans are from the best known ones.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// An instance, or a folder of them.
    path: PathBuf,
    /// The duration of each search in seconds.
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// The seed of the searches.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Ends each search after this many iterations, which then also determine its pace, and not after a time.
    #[arg(long)]
    iterations: Option<u64>,
    /// Plans only every n-th instance of a folder.
    #[arg(long, default_value_t = NonZero::<usize>::MIN)]
    every: NonZero<usize>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let paths = find(&arguments.path)?;
    ensure!(!paths.is_empty(), "there is no instance in {}", arguments.path.display());
    let mut out = stdout().lock();
    let mut gaps = Vec::new();
    for path in paths.iter().step_by(arguments.every.get()) {
        let instance = read(path)?;
        let best = best_known(
            path.parent().unwrap_or(Path::new("")),
            &instance.name,
            instance.convention.rounding,
        )?;
        let adapted = match adapt(&instance) {
            Ok(adapted) => adapted,
            Err(reason) => {
                writeln!(out, "{:<20} left out: {reason}", instance.name)?;
                continue;
            }
        };
        let (line, cost) = plan(&instance, &adapted, arguments)?;
        let mut tail = String::new();
        if let (Some(best), Some((cost, routes))) = (best, cost) {
            #[expect(clippy::cast_precision_loss, reason = "a share")]
            let gap = 100.0 * (cost - best.cost) as f64 / best.cost as f64;
            gaps.push(gap);
            tail = format!("  gap {gap:6.2} %");
            if let Some(count) = best.vehicle_count
                && routes > count
            {
                tail += &format!(" (+{} vehicles)", routes - count);
            }
        }
        writeln!(out, "{:<20} {line}{tail}", instance.name)?;
    }
    if !gaps.is_empty() {
        #[expect(clippy::cast_precision_loss, reason = "a count")]
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        writeln!(out, "mean gap {mean:.3} % over {}", gaps.len())?;
    }
    Ok(())
}

fn plan(
    instance: &Instance,
    adapted: &Adapted,
    arguments: &Arguments,
) -> Result<(String, Option<(i64, u32)>)> {
    let started = Stopwatch::start();
    let options = SearchOptions {
        seed: arguments.seed,
        iterations_max: arguments.iterations,
        iterations_per_visit: Some(u64::MAX / 1_000_000),
        part: None,
    };
    let mut search = Search::new(&adapted.problem, options);
    let first = started.elapsed();
    let mut iterations = 64;
    let mut status = search.run(0, 0.0);
    let first_unserved = status.unserved;
    loop {
        let progress = started.elapsed().as_secs_f64() / arguments.seconds;
        if progress >= 1.0 && arguments.iterations.is_none() {
            break;
        }
        let slice = Stopwatch::start();
        status = search.run(iterations, progress);
        if status.done {
            break;
        }
        iterations = if slice.elapsed() < SLICE { iterations * 2 } else { (iterations / 2).max(1) };
    }
    let solution = adapted.solution(&search.sequences());
    let head = format!(
        "first {:6.1} ms ({first_unserved} unserved)  {:>8} iterations  {} unserved  {} routes",
        first.as_secs_f64() * 1e3,
        status.iterations,
        status.unserved,
        solution.routes.len(),
    );
    if status.unserved > 0 && adapted.problem.orders.iter().all(|it| it.mandatory) {
        return Ok((format!("{head}  INCOMPLETE"), None));
    }
    match check(instance, &solution) {
        Ok(cost) => Ok((
            format!("{head}  cost {}", instance.convention.rounding.decimal(cost.total)),
            Some((cost.total, cost.route_count)),
        )),
        Err(violations) => bail!("{}: {}", instance.name, violations[0]),
    }
}
