//! `instance`: prints a summary of each benchmark instance in a line, and judges a solution of one.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};

use crate::instances::{
    BestKnown, Cost, Instance, Objective, adapt, best_known, check, find, read, read_solution,
    sequences, write_solution,
};

/// Prints a summary of benchmark instances, and checks solutions.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// An instance, or a folder of them.
    path: PathBuf,
    /// A solution of the instance to check: JSON, or text as in CVRPLIB.
    #[arg(long)]
    solution: Option<PathBuf>,
    /// Where to write the solution as JSON.
    #[arg(long, requires = "solution")]
    json: Option<PathBuf>,
    /// The folder to write the input of a search thread to.
    #[arg(long)]
    problem: Option<PathBuf>,
    /// The answer of a search thread to check.
    #[arg(long)]
    planned: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let paths = find(&arguments.path)?;
    ensure!(!paths.is_empty(), "there is no instance in {}", arguments.path.display());
    let is_one = arguments.solution.is_none() || paths.len() == 1;
    ensure!(is_one, "a solution is for one instance, not for {}", paths.len());
    let mut out = stdout().lock();
    for path in &paths {
        let instance = read(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let best = best_known(folder, &instance.name, instance.convention.rounding)?;
        writeln!(out, "{}", summary(&instance, best))?;
        if let Some(folder) = &arguments.problem {
            write_problem(folder, &instance)?;
        }
        if let Some(planned) = &arguments.planned {
            let text = std::fs::read(planned)?;
            let sequences = sequences(&serde_json::from_slice(&text)?)?;
            let solution = adapt(&instance)?.solution(&sequences);
            match check(&instance, &solution) {
                Ok(cost) => writeln!(out, "{}", verdict(&instance, best, &cost))?,
                Err(violations) => bail!("the plan breaks rules: {}", violations[0]),
            }
        }
        if let Some(solution) = &arguments.solution {
            let solution = read_solution(solution, &instance)?;
            if let Some(json) = &arguments.json {
                write_solution(json, &instance, &solution)?;
            }
            match check(&instance, &solution) {
                Ok(cost) => writeln!(out, "{}", verdict(&instance, best, &cost))?,
                Err(violations) => {
                    for violation in &violations {
                        writeln!(out, "{violation}")?;
                    }
                    bail!("the solution breaks rules, {} times", violations.len());
                }
            }
        }
    }
    Ok(())
}

/// Writes the problem as the module reads it: a message, and two tables of 32-bit little-endian integers.
fn write_problem(folder: &Path, instance: &Instance) -> Result<()> {
    let problem = adapt(instance)?.problem;
    let bytes = |values: &[i32]| values.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<u8>>();
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("problem.json"), messages::write_problem(&problem))?;
    std::fs::write(folder.join("meters"), bytes(&problem.travel[0].distance_meters))?;
    std::fs::write(folder.join("seconds"), bytes(&problem.travel[0].travel_seconds))?;
    Ok(())
}

fn summary(instance: &Instance, best: Option<BestKnown>) -> String {
    let rounding = instance.convention.rounding;
    let days = match instance.day_count {
        1 => String::new(),
        day_count => format!("  {day_count} days"),
    };
    let horizon = instance.horizon().map_or("none".to_owned(), |at| rounding.decimal(at));
    let best = match (best, instance.convention.objective) {
        (None, _) => "unknown".to_owned(),
        (Some(BestKnown { cost, vehicle_count: Some(count) }), Objective::VehiclesThenDistance) => {
            format!("{count} vehicles, {}", rounding.decimal(cost))
        }
        (Some(BestKnown { cost, .. }), _) => rounding.decimal(cost),
    };
    format!(
        "{:<24}  {:>5} orders  {:>5} vehicles{days}  horizon {horizon}  best known {best}  ({}, {})",
        instance.name,
        instance.orders.len(),
        instance.vehicle_count(),
        instance.convention.objective.name(),
        rounding.name(),
    )
}

fn verdict(instance: &Instance, best: Option<BestKnown>, cost: &Cost) -> String {
    let decimal = |units| instance.convention.rounding.decimal(units);
    let gap = best.filter(|best| best.cost > 0).map(|best| {
        let gap = (cost.total - best.cost) as f64 / best.cost as f64;
        format!("  gap {:.4} %", 100.0 * gap)
    });
    format!(
        "feasible  {} routes  distance {}  duration {}  missed prizes {}  cost {}{}",
        cost.route_count,
        decimal(cost.distance),
        decimal(cost.duration),
        decimal(cost.missed_prizes),
        decimal(cost.total),
        gap.unwrap_or_default(),
    )
}
