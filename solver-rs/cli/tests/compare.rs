//! `compare` reports for each pair which engine finds a route, and continues.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// With this many dead ends, a street is not an island: each has two segments, open in both directions, and 1,000
/// segments are needed.
const DEAD_ENDS: i64 = 260;
const SPACING_E7: i64 = 1_000;

/// Builds a street from west to east with dead ends to the north. Nodes and ways are numbered from `first_id`.
fn comb(first_id: i64, lat_e7: i64) -> String {
    let degrees = |e7: i64| format!("{}.{:07}", e7 / 10_000_000, e7 % 10_000_000);
    let (mut nodes, mut ways, mut street) = (String::new(), String::new(), String::new());
    for idx in 0..=DEAD_ENDS {
        let (on_street, end) = (first_id + 2 * idx, first_id + 2 * idx + 1);
        for (id, lat_e7) in [(on_street, lat_e7), (end, lat_e7 + SPACING_E7)] {
            let (lat, lon) = (degrees(lat_e7), degrees(SPACING_E7 * idx));
            writeln!(nodes, r#"<node id="{id}" version="1" lat="{lat}" lon="{lon}"/>"#).unwrap();
        }
        writeln!(street, r#"<nd ref="{on_street}"/>"#).unwrap();
        ways += &way(end, &format!(r#"<nd ref="{on_street}"/><nd ref="{end}"/>"#));
    }
    ways += &way(first_id, &street);
    // Nodes and ways are returned separately, because a file has all nodes before all ways.
    format!("{nodes}|{ways}")
}

fn way(id: i64, nodes: &str) -> String {
    format!(r#"<way id="{id}" version="1">{nodes}<tag k="highway" v="residential"/></way>"#)
}

fn compare(reference: &str, more: &[&str]) -> String {
    let (south, north) = (comb(1, 0), comb(10_001, 100_000));
    let (south, north) = (south.split_once('|').unwrap(), north.split_once('|').unwrap());
    let osm = format!(r#"<osm version="0.6">{}{}{}{}</osm>"#, south.0, north.0, south.1, north.1);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let name = format!("compare-{}", more.len());
    let [extract, file] = ["osm", "json"].map(|ending| folder.join(format!("{name}.{ending}")));
    fs::write(&extract, osm).unwrap();
    fs::write(&file, reference).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_cli"))
        .arg("compare")
        .args([&extract, &file])
        .args(more)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Places 0 and 1 are 222.6 m apart on one street, 2 and 3 on the other: 32.1 s at 25 km/h, plus 7 ms for each of 19
/// crossings. Pieces of the street are 11.1 m long, stored in decimeters.
const REFERENCE: &str = r#"{
    "engine": "another",
    "lonlat": [[0.001, 0], [0.003, 0], [0.001, 0.01], [0.003, 0.01]],
    "durations_s": [[0, 32, 9, null], [32, 0, null, null], [null, null, 0, null], [null, null, 64, 0]],
    "distances_m": [[0, 223, 9, null], [223, 0, null, null], [null, null, 0, null], [null, null, 223, 0]]
}"#;

#[test]
fn pairs_without_a_way_are_listed_and_the_comparison_goes_on() {
    let printed = compare(REFERENCE, &[]);
    assert!(printed.contains("ours ÷ another, 3 pairs\n"), "{printed}");
    assert!(printed.contains("we alone find a way for 1 pairs: 2,3\n"), "{printed}");
    assert!(printed.contains("they alone find a way for 1 pairs: 0,2\n"), "{printed}");
    assert!(printed.contains("neither finds a way for 7 pairs: 0,3 1,2 1,3 2,0"), "{printed}");
    // From 3 to 2, our time is half of their 64 s; the other two pairs agree.
    assert!(printed.contains("1 durations differ by more than 20 %\n"), "{printed}");
}

#[test]
fn a_pair_is_shown_way_by_way() {
    let printed = compare(REFERENCE, &["--pair", "0,1"]);
    assert!(printed.contains("32.2 s, 222 m\n"), "{printed}");
    assert!(printed.contains("way 1\n"), "{printed}");
    let printed = compare(REFERENCE, &["--pair", "0,2", "--table", "default"]);
    assert!(printed.ends_with("no way\n"), "{printed}");
}
