//! The core as a native program, without Node: maps from extracts, roads for a service, and benchmarks of plans.
//!
//! `cargo run -p cli --release -- --help` lists the commands, and `cli COMMAND --help` the arguments of one.

use clap::{Parser, Subcommand};

mod compare;
mod instance;
mod instances;
mod map;
mod plan;
mod scale;
mod search;
mod serve;
mod stopwatch;

/// The core as a native program.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Map(map::Arguments),
    Compare(compare::Arguments),
    Scale(scale::Arguments),
    Instance(instance::Arguments),
    Plan(plan::Arguments),
    Search(search::Arguments),
    Serve(serve::Arguments),
    Identity(serve::IdentityArguments),
    CheckMap(serve::CheckArguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Map(arguments) => map::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Scale(arguments) => scale::run(&arguments),
        Command::Instance(arguments) => instance::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Search(arguments) => search::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Identity(arguments) => serve::identify(&arguments),
        Command::CheckMap(arguments) => serve::check(&arguments),
    }
}

/// Returns the profile with a name of the API.
fn profile_named(name: &str) -> Result<roads::profile::Profile, String> {
    roads::profile::Profile::from_name(name).ok_or_else(|| format!("there is no profile {name}"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_hold_together() {
        super::Arguments::command().debug_assert();
    }
}
