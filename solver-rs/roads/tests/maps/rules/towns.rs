//! Roads without a sign, in towns and outside.
//!
//! ```text
//!        1 km of road        1 km of road, streets on both sides
//!   1 ─────────────────── 2 ╪╪╪╪╪╪╪╪╪╪╪╪╪╪╪╪╪╪╪ 3        the road is one way of OpenStreetMap
//! ```

use std::fmt::Write;

use roads::network::{self, NetworkOptions};
use roads::osm::read_osm;
use roads::profile::{CAR_AS_OSRM, Profile, ProfileTable};

/// 100 m to the north in degrees: 111.2 km per degree near 50° N. An error of 0.1 % is far below the
/// tolerance.
const HUNDRED_METERS: f64 = 100.0 / 111_229.0;

/// Near Kassel, where the law prescribes 50 in towns; and in Kansas, which has the law of a state, not of a
/// country.
const KASSEL: (f64, f64) = (51.2, 9.4);
const KANSAS: (f64, f64) = (38.5, -98.5);

/// Returns a road of 2 km to the north, with streets across its northern half.
fn extract((lat, lon): (f64, f64), tags: &str, street: &str) -> String {
    let mut nodes = String::new();
    let mut ways = String::new();
    // One node per 100 m: whether a road is in a town is determined between two nodes.
    for idx in 0..=20 {
        let lat = lat + f64::from(idx) * HUNDRED_METERS;
        writeln!(nodes, "<node id='{}' lat='{lat}' lon='{lon}'/>", idx + 1).unwrap();
    }
    let tag = |tag: &str| {
        let (key, value) = tag.split_once('=').unwrap();
        format!("<tag k='{key}' v='{value}'/>")
    };
    let along: String = (1..=21).map(|id| format!("<nd ref='{id}'/>")).collect();
    let tags: String = tags.split(", ").map(tag).collect();
    writeln!(ways, "<way id='1'>{along}{tags}</way>").unwrap();
    for idx in 11..=20 {
        // 300 m of street to the east and to the west, 20 m from the road so that they do not cross it.
        for (side, id) in [(1.0, 100 + idx), (-1.0, 200 + idx)] {
            let lat = lat + (f64::from(idx) - 0.5) * HUNDRED_METERS;
            for (meters, node) in [(20.0, id * 10), (320.0, id * 10 + 1)] {
                let lon = lon + side * meters / 100.0 * HUNDRED_METERS / lat.to_radians().cos();
                writeln!(nodes, "<node id='{node}' lat='{lat}' lon='{lon}'/>").unwrap();
            }
            let ends = format!("<nd ref='{}'/><nd ref='{}'/>", id * 10, id * 10 + 1);
            writeln!(ways, "<way id='{id}'>{ends}{}</way>", tag(street)).unwrap();
        }
    }
    format!("<osm version='0.6'>\n{nodes}{ways}</osm>\n")
}

/// Returns the seconds along the whole road.
fn seconds(extract: &str, table: &ProfileTable, options: NetworkOptions) -> f64 {
    let (roads, _) = read_osm(extract.as_bytes()).unwrap();
    let (network, _) = network::build(&roads, table, options);
    let segments = network.segments;
    let longest = segments.directed().max_by_key(|it| segments.length_dm(it.segment())).unwrap();
    assert!(segments.length_dm(longest.segment()).abs_diff(20_000) < 60, "2 km in one segment");
    f64::from(segments.duration_ms(longest)) / 1000.0
}

/// Returns the seconds for 2,000 m, some of them at one speed and the rest at another.
fn expected(town_meters: f64, town_kmh: f64, country_kmh: f64) -> f64 {
    3.6 * (town_meters / town_kmh + (2_000.0 - town_meters) / country_kmh)
}

fn check(extract: &str, table: &ProfileTable, town_kmh: f64, country_kmh: f64) {
    let found = seconds(extract, table, NetworkOptions::default());
    // The town begins near its first street, 1,050 m along the road: cells are 125 m wide.
    let (least, most) =
        (expected(900.0, town_kmh, country_kmh), expected(1_100.0, town_kmh, country_kmh));
    assert!((least..=most).contains(&found), "{found} s, not {least} to {most}");
}

#[test]
fn a_road_without_a_sign_keeps_the_law_of_towns_within_them_alone() {
    let road = extract(KASSEL, "highway=primary", "highway=residential");
    // Car: 60 without a sign, 42 where a sign or the law states 50. Truck: 47 by the law for trucks (60), 37
    // in towns.
    check(&road, Profile::Car.table(), 42.0, 60.0);
    check(&road, Profile::Truck.table(), 37.0, 47.0);
    let secondary = extract(KASSEL, "highway=secondary", "highway=living_street");
    check(&secondary, Profile::Car.table(), 42.0, 52.0);
    // 35 mph, the highest limit of any state.
    let american = extract(KANSAS, "highway=primary", "highway=residential");
    check(&american, Profile::Car.table(), 48.0, 60.0);
}

#[test]
fn a_sign_goes_before_the_law_of_towns() {
    // A limit of 70 is driven at 60, in towns and outside.
    for tags in
        ["highway=primary, maxspeed=70", "highway=primary, zone:traffic=DE:rural, maxspeed=70"]
    {
        let road = extract(KASSEL, tags, "highway=residential");
        let found = seconds(&road, Profile::Car.table(), NetworkOptions::default());
        assert!((found - expected(0.0, 42.0, 60.0)).abs() < 0.5, "{tags}: {found} s");
    }
}

#[test]
fn no_town_is_assumed_where_it_would_change_nothing_or_nothing_is_known() {
    let country = |kmh| expected(0.0, 42.0, kmh);
    let car = Profile::Car.table();
    let options = NetworkOptions::default();
    for (place, tags, street, kmh) in [
        // Paths and tracks are not streets.
        (KASSEL, "highway=primary", "highway=track", 60.0),
        // Trunk roads lead past towns, and so do roads for motor vehicles only.
        (KASSEL, "highway=trunk", "highway=residential", 80.0),
        (KASSEL, "highway=primary, motorroad=yes", "highway=residential", 60.0),
        // Slower than the law of towns in any case.
        (KASSEL, "highway=unclassified", "highway=residential", 35.0),
        // At sea there is no law.
        ((51.2, -30.0), "highway=primary", "highway=residential", 60.0),
    ] {
        let found = seconds(&extract(place, tags, street), car, options);
        assert!((found - country(kmh)).abs() < 0.5, "{place:?}, {tags}, {street}: {found} s");
    }
}

#[test]
fn towns_can_be_left_out_of_a_comparison() {
    let road = extract(KASSEL, "highway=primary", "highway=residential");
    let options = NetworkOptions { tells_towns: false, ..NetworkOptions::default() };
    let found = seconds(&road, Profile::Car.table(), options);
    assert!((found - expected(0.0, 42.0, 60.0)).abs() < 0.5, "{found} s");
    // OSRM has no such rule: 65 on every primary road.
    let found = seconds(&road, &CAR_AS_OSRM, NetworkOptions::default());
    assert!((found - expected(0.0, 42.0, 65.0)).abs() < 0.5, "{found} s");
    // A bicycle is slower than any limit.
    let found = seconds(&road, Profile::Bicycle.table(), NetworkOptions::default());
    assert!((found - expected(0.0, 42.0, 17.0)).abs() < 0.5, "{found} s");
}
