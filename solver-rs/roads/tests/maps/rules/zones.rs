//! Low-emission zones: closed to vehicles that must avoid them, and to no others.

use roads::map::{LaneSpeeds, MapReading, ProfileMap};
use roads::network::{NetworkOptions, NetworkReport};
use roads::osm::{OsmFormat, PassOutcome};
use roads::profile::RoadUser;

use crate::drawing::{Drawing, Drawn, turn};

/// Returns the milliseconds that a car takes on residential streets, at 25 km/h.
const fn street(meters: u32) -> u32 {
    meters * 144
}

const AVOIDING: &str = "old_car=car:avoid_low_emission_zones";

/// Reads a drawing and builds the network of one vehicle; returns the number of passes as well.
fn built(drawing: &Drawing, user: &str) -> (Drawn, NetworkReport, u32) {
    let xml = drawing.xml();
    let mut reading = MapReading::new(OsmFormat::Xml);
    let mut pass_count = 0;
    loop {
        reading.push(xml.as_bytes()).unwrap();
        pass_count += 1;
        if reading.end_pass().unwrap() == PassOutcome::Complete {
            break;
        }
    }
    let build = reading.finish(NetworkOptions::default()).unwrap();
    let section = build.build(RoadUser::parse(user).unwrap());
    let map = ProfileMap::decode(&section.bytes).unwrap();
    let metric = map.customize(&LaneSpeeds::free_flow(), &[]);
    (Drawn { map, metric }, section.report, pass_count)
}

/// ```text
///         ┌──────────┐
///  1 ─10─ 2 ──11──── 3 ─12─ 4        11: 200 m; the zone contains the part from 120 to 280
///         ╰───13─────╯               13: 260 m around, beside the zone
/// ```
fn town() -> Drawing {
    Drawing::bypass("").node(21, 120, -10).node(22, 280, -10).node(23, 280, 40).node(24, 120, 40)
}

fn check_zone(drawing: &Drawing, pass_count_expected: u32) {
    let over_11 = street(300) + 2 * turn::STRAIGHT;
    // Where the zone closes 11, 10 and 13 are one road.
    let over_13 = street(360);
    for (user, expected, snap_meters, zone_way_count) in
        [("car", over_11, 5.0, 0), (AVOIDING, over_13, 35.0, 1)]
    {
        let (drawn, report, pass_count) = built(drawing, user);
        let found = drawn.milliseconds((50, 0), (350, 0)).unwrap();
        assert!(found.abs_diff(expected) <= 10, "{user}: {found}, not {expected}");
        let inside = drawn.place((200, 5)).snap_meters;
        assert!((inside - snap_meters).abs() < 0.5, "{user}: {inside} m, not {snap_meters}");
        assert_eq!((report.zone_way_count, pass_count), (zone_way_count, pass_count_expected));
        // The border of the zone is not a road for any vehicle.
        assert_eq!(report.way_count, 4);
    }
}

#[test]
fn issue_16_a_zone_is_closed_to_profiles_that_avoid_it() {
    check_zone(
        &town().way(30, &[21, 22, 23, 24, 21], "boundary=low_emission_zone, name=Umwelt"),
        2,
    );
}

#[test]
fn a_zone_may_be_a_relation_of_several_ways() {
    for kind in ["boundary", "multipolygon"] {
        let drawing = town()
            .way(31, &[21, 22, 23], "boundary=administrative")
            .way(32, &[21, 24, 23], "barrier=wall")
            .area_relation(&format!("type={kind}, boundary=low_emission_zone"), &[31, 32], &[]);
        check_zone(&drawing, 4);
    }
}

#[test]
fn other_boundaries_are_no_zones() {
    for drawing in [
        town().way(30, &[21, 22, 23, 24, 21], "boundary=administrative"),
        // An open line is not an area.
        town().way(30, &[21, 22, 23, 24], "boundary=low_emission_zone"),
    ] {
        let (drawn, report, _) = built(&drawing, AVOIDING);
        let found = drawn.milliseconds((50, 0), (350, 0)).unwrap();
        assert!(found.abs_diff(street(300) + 2 * turn::STRAIGHT) <= 10, "{found}");
        assert_eq!(report.zone_way_count, 0);
    }
}

#[test]
fn a_way_is_cut_where_the_zone_begins_and_a_hole_is_outside() {
    //  1 ─── 2 ─── 3 ─── 4 ─── 5 ─── 6      100 m each; the zone from 110 to 550, its hole from 210 to 290
    let drawing = (1..=6_i64)
        .fold(Drawing::new(), |drawing, id| {
            drawing.node(id, i32::try_from(id - 1).unwrap() * 100, 0)
        })
        .way(10, &[1, 2, 3, 4, 5, 6], "")
        .node(21, 110, -50)
        .node(22, 550, -50)
        .node(23, 550, 50)
        .node(24, 110, 50)
        .node(31, 210, -20)
        .node(32, 290, -20)
        .node(33, 290, 20)
        .node(34, 210, 20)
        .way(40, &[21, 22, 23, 24, 21], "natural=water")
        .way(41, &[31, 32, 33, 34, 31], "natural=water")
        .area_relation("type=boundary, boundary=low_emission_zone", &[40], &[41]);
    let (drawn, report, _) = built(&drawing, AVOIDING);
    // From 0 to 100 and from 200 to 300.
    assert_eq!((drawn.map.segment_count(), report.zone_way_count), (2, 1));
    for (east, snapped_to) in [(50, 50), (95, 95), (120, 100), (205, 205), (295, 295), (450, 300)] {
        let meters = drawn.place((east, 0)).snap_meters;
        let expected = f64::from(east - snapped_to);
        assert!((meters - expected.abs()).abs() < 1.0, "{east}: {meters}");
    }
}
