//! The core as a native program: maps from extracts, without Node.
//!
//! `cargo run -p cli --release -- map FILE.osm.pbf [OUT.map] [--drive-on left] [--profiles car,foot]`
//! writes the same bytes as `npm run map:build`.

use std::env;

mod map;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.split_first() {
        Some((command, rest)) if command == "map" => map::run(rest),
        _ => {
            anyhow::bail!("usage: cli map FILE.osm.pbf [OUT.map] [--drive-on left] [--profiles …]")
        }
    }
}
