//! Roads in several countries within one extract are subject to different laws.

use std::fmt::Write;

use roads::network::{self, NetworkOptions, SegmentFlags};
use roads::osm::read_osm;
use roads::profile::{Profile, RoadUser};

/// Roads of 0.01 degrees to the north: name of the place, latitude, longitude and tags.
const ROADS: [(&str, f64, f64, &str); 6] = [
    ("Aachen", 50.776, 6.084, "highway=primary"),
    ("Maastricht", 50.851, 5.690, "highway=primary"),
    ("Aachen", 50.776, 6.100, "highway=living_street"),
    ("Maastricht", 50.851, 5.700, "highway=primary, maxspeed:type=urban"),
    ("Dover", 51.129, 1.310, "highway=primary"),
    ("Calais", 50.950, 1.860, "highway=primary"),
];

fn extract() -> String {
    let mut nodes = String::new();
    let mut ways = String::new();
    for (idx, (_, lat, lon, tags)) in ROADS.iter().enumerate() {
        let (from, to) = (idx * 2 + 1, idx * 2 + 2);
        writeln!(nodes, "<node id='{from}' lat='{lat}' lon='{lon}'/>").unwrap();
        writeln!(nodes, "<node id='{to}' lat='{}' lon='{lon}'/>", lat + 0.01).unwrap();
        let tags: String = tags
            .split(", ")
            .map(|tag| tag.split_once('=').unwrap())
            .map(|(key, value)| format!("<tag k='{key}' v='{value}'/>"))
            .collect();
        writeln!(ways, "<way id='{from}'><nd ref='{from}'/><nd ref='{to}'/>{tags}</way>").unwrap();
    }
    format!("<osm version='0.6'>\n{nodes}{ways}</osm>\n")
}

/// Returns the kilometers per hour on each road, and whether traffic keeps to the left there.
fn driven(user: &RoadUser) -> Vec<(f64, bool)> {
    let (roads, _) = read_osm(extract().as_bytes()).unwrap();
    let (network, _) = network::build(&roads, user.table(), NetworkOptions::default());
    let segments = network.segments;
    segments
        .directed()
        .step_by(2)
        .map(|forward| {
            let segment = forward.segment();
            let kmh = f64::from(segments.length_dm(segment)) * 360.0
                / f64::from(segments.duration_ms(forward));
            let left_hand = segments.flags(segment).has(SegmentFlags::LEFT_HAND);
            ((kmh * 10.0).round() / 10.0, left_hand)
        })
        .collect()
}

#[test]
fn a_road_is_driven_by_the_law_of_its_country() {
    // By car: Germany prescribes walking pace in living streets, 7; the Netherlands 50 in towns, driven at
    // 42.
    let car = driven(&Profile::Car.into());
    assert_eq!(
        car,
        [(60.0, false), (60.0, false), (7.0, false), (42.0, false), (60.0, true), (60.0, false)]
    );
    // By truck: Germany prescribes 60 outside towns, driven at 47; the other countries 80, more than the
    // speed of a primary road; a limit of 7 km/h is driven at 6.2.
    let truck = driven(&Profile::Truck.into());
    assert_eq!(
        truck,
        [(47.0, false), (52.0, false), (6.2, false), (37.0, false), (52.0, true), (52.0, false)]
    );
    // With 3.5 t it is not a heavy truck.
    let small = driven(&RoadUser::parse("small=truck:weight=3.5").unwrap());
    assert!((small[0].0 - 52.0).abs() < 1e-9, "{small:?}");
}
