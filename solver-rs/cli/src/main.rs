//! The core as a native program: maps from extracts, without Node.
//!
//! `cargo run -p cli --release -- map FILE.osm.pbf [OUT.map] [--drive-on left] [--profiles car,foot]`
//! writes the same bytes as `npm run map:build`.
//! `cargo run -p cli --release -- compare EXTRACT REFERENCE.json [--table osrm|default]` holds our times
//! against another engine's.

use std::env;

mod compare;
mod map;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.split_first() {
        Some((command, rest)) if command == "map" => map::run(rest),
        Some((command, rest)) if command == "compare" => compare::run(rest),
        _ => anyhow::bail!(
            "usage: cli map FILE.osm.pbf [OUT.map] [--drive-on left] [--profiles …]\n       \
             cli compare EXTRACT REFERENCE.json [--table osrm|default]"
        ),
    }
}
