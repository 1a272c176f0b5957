//! The core as a native program, without Node: maps from extracts, and benchmark instances of planning.
//!
//! `cargo run -p cli --release -- map FILE.osm.pbf [OUT.map] [--drive-on left] [--profiles car,foot]`
//! writes the same bytes as `npm run map:build`.
//! `cargo run -p cli --release -- compare EXTRACT REFERENCE.json [--table osrm|default] [--pair FROM,TO]` holds our times
//! against another engine's.
//!
//! `cargo run -p cli --release -- instance FILE_OR_FOLDER [--solution FILE.json|FILE.sol [--json OUT.json]]`
//! says what a benchmark instance holds, and whether a solution of it is right; `--json` writes the solution as JSON.
//! `--problem FOLDER` writes what a search thread is asked, `--planned FILE` judges what it answers.
//!
//! `cargo run -p cli --release -- plan FILE_OR_FOLDER [--seconds 10] [--seed 1] [--every 1]`
//! plans benchmark instances natively, and says how far the plans are from the best known ones.
//!
//! `cargo run -p cli --release -- search FOLDER [--seconds 3] [--seed 1] [--iterations COUNT]` searches a problem that
//! `npm run bench:rich -- --write` left, and says how good the best plan was when.

use std::env;

mod compare;
mod instance;
mod instances;
mod map;
mod plan;
mod search;
mod stopwatch;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.split_first() {
        Some((command, rest)) if command == "map" => map::run(rest),
        Some((command, rest)) if command == "compare" => compare::run(rest),
        Some((command, rest)) if command == "instance" => instance::run(rest),
        Some((command, rest)) if command == "plan" => plan::run(rest),
        Some((command, rest)) if command == "search" => search::run(rest),
        _ => anyhow::bail!(
            "usage: cli map FILE.osm.pbf [OUT.map] [--drive-on left] [--profiles …]\n       \
             cli compare EXTRACT REFERENCE.json [--table osrm|default] [--pair FROM,TO]\n       \
             cli instance FILE_OR_FOLDER [--solution FILE [--json OUT.json]] [--problem FOLDER] [--planned FILE]\n       \
             cli plan FILE_OR_FOLDER [--seconds 10] [--seed 1] [--every 1]\n       \
             cli search FOLDER [--seconds 3] [--seed 1] [--iterations COUNT]"
        ),
    }
}
