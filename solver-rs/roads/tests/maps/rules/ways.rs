//! Roads: directions, barriers, access, ferries, limits.

use roads::profile::Profile;

use crate::drawing::{Drawing, free_flow, turn};

/// Returns the milliseconds that a car takes on residential streets, at 25 km/h.
const fn street(meters: u32) -> u32 {
    meters * 144
}

/// Returns one way with tags over three nodes 1, 2, 3, which are 100 m apart to the east. The node in the
/// middle has tags of its own.
fn line_over(node_tags: &str, way_tags: &str) -> Drawing {
    Drawing::new().node(1, 0, 0).tagged_node(2, 100, 0, node_tags).node(3, 200, 0).way(
        10,
        &[1, 2, 3],
        way_tags,
    )
}

#[test]
fn a_one_way_dead_end_is_a_trap() {
    // 1 ──10── 2 ──11── 3       20 leads south from 2, is one-way, and ends there.
    let drawing = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 100, -100)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "")
        .way(20, &[2, 4], "oneway=yes");
    drawing.check(
        Profile::Car,
        &[
            ((50, 0), (100, -50), Some(street(100) + turn::RIGHT)),
            ((100, -50), (50, 0), None),
            ((100, -20), (100, -80), Some(street(60))),
            ((100, -80), (100, -20), None),
        ],
    );
    // Snapped together with a place in the network, a place near the trap is moved out of it.
    let drawn = drawing.map(Profile::Car);
    let alone = drawn.place((90, -60));
    let beside = drawn.places(&[(50, 0), (90, -60)])[1].unwrap();
    assert!((alone.snap_meters - 10.0).abs() < 0.1, "{alone:?}");
    assert!((beside.snap_meters - 60.0).abs() < 0.5, "{beside:?}");
}

#[test]
fn oneway_in_its_spellings() {
    let both = [Some(street(100)), Some(street(100))];
    let along = [Some(street(100)), None];
    let against = [None, Some(street(100))];
    for (tags, expected) in [
        ("", both),
        ("oneway=yes", along),
        ("oneway=1", along),
        ("oneway=-1", against),
        ("oneway=no", both),
        ("oneway=yes, oneway:bicycle=no", along),
        ("oneway=reversible", [None, None]),
    ] {
        if expected == [None, None] {
            let elsewhere = line_over("", tags).node(8, 0, 900).node(9, 200, 900);
            let drawing = elsewhere.way(20, &[8, 9], "");
            assert_eq!(drawing.map(Profile::Car).map.segment_count(), 1, "{tags}");
            continue;
        }
        let [forward, backward] = expected;
        let trips = [((50, 0), (150, 0), forward), ((150, 0), (50, 0), backward)];
        line_over("", tags).check(Profile::Car, &trips);
    }
}

#[test]
fn a_bicycle_rides_against_a_oneway_that_is_open_to_it() {
    for (tags, is_open) in [
        ("oneway=yes", false),
        ("oneway=yes, oneway:bicycle=no", true),
        ("oneway=yes, cycleway=opposite", true),
        ("oneway=yes, cycleway:left=opposite_lane", true),
        ("junction=roundabout, oneway:bicycle=no", true),
    ] {
        // 225 ms per meter.
        let backward = is_open.then_some(22_500);
        let trips = [((50, 0), (150, 0), Some(22_500)), ((150, 0), (50, 0), backward)];
        line_over("", tags).check(Profile::Bicycle, &trips);
        line_over("", tags).check(Profile::Car, &[((150, 0), (50, 0), None)]);
    }
}

#[test]
fn a_gate_takes_time_and_a_bollard_lets_bicycles_pass() {
    let trip = |milliseconds| [((50, 0), (150, 0), milliseconds)];
    for (tags, car, bicycle) in [
        ("", Some(street(100)), Some(22_500)),
        // 30 s for a car, 10 s for a bicycle.
        ("barrier=gate", Some(street(100) + 30_000), Some(32_500)),
        ("barrier=gate, access=no", None, None),
        ("barrier=gate, locked=yes", None, None),
        ("barrier=bollard", None, Some(22_500)),
        ("barrier=bollard, motor_vehicle=yes", Some(street(100)), Some(22_500)),
        ("barrier=lift_gate", Some(street(100) + 20_000), Some(22_500)),
    ] {
        line_over(tags, "").check(Profile::Car, &trip(car));
        line_over(tags, "").check(Profile::Bicycle, &trip(bicycle));
    }
}

#[test]
fn vehicles_that_stay_on_one_side_of_a_gate_or_signal_do_not_wait() {
    for (tags, wait) in [("barrier=gate", 30_000), ("highway=traffic_signals", 5000)] {
        line_over(tags, "").check(
            Profile::Car,
            &[
                ((10, 0), (90, 0), Some(street(80))),
                ((190, 0), (110, 0), Some(street(80))),
                ((99, 0), (101, 0), Some(street(2) + wait)),
                ((101, 0), (99, 0), Some(street(2) + wait)),
            ],
        );
    }
}

#[test]
fn delays_at_gates_do_not_depend_on_traffic() {
    let drawn = line_over("barrier=gate", "").map(Profile::Car);
    let mut speeds = free_flow();
    speeds.windows[2] = [1.0, 1.0, 1.0, 0.5];
    // 100 m at half the speed, plus 30 s.
    let costs = drawn.customized(&speeds, &[]).costs((50, 0), (150, 0)).unwrap();
    assert!(costs.windows[2].abs_diff(2 * street(100) + 30_000) <= 10, "{costs:?}");
    assert!(costs.windows[1].abs_diff(street(100) + 30_000) <= 10, "{costs:?}");
}

/// ```text
///                  5 ───40─── 6        (100, 200), (200, 200)
///                  │          │
///  1(0, 0) ─10─────2 ───20─── 3 ─30─── 4(300, 0)
/// ```
fn shortcut(tags: &str) -> Drawing {
    Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 300, 0)
        .node(5, 100, 200)
        .node(6, 200, 200)
        .way(10, &[1, 2], "")
        .way(20, &[2, 3], tags)
        .way(30, &[3, 4], "")
        .way(40, &[2, 5, 6, 3], "")
}

#[test]
fn a_private_road_ends_a_trip_or_begins_it_and_is_no_shortcut() {
    let over_40 = street(50 + 500 + 50) + 2 * turn::LEFT;
    let through = street(200) + 2 * turn::STRAIGHT;
    for (tags, across) in [
        ("access=private", over_40),
        ("motor_vehicle=destination", over_40),
        ("access=private, motorcar=yes", through),
        ("", through),
    ] {
        shortcut(tags).check(
            Profile::Car,
            &[
                ((50, 0), (250, 0), Some(across)),
                ((50, 0), (150, 0), Some(street(100) + turn::STRAIGHT)),
                ((150, 0), (250, 0), Some(street(100) + turn::STRAIGHT)),
                ((150, 0), (50, 0), Some(street(100) + turn::STRAIGHT)),
                ((110, 0), (190, 0), Some(street(80))),
                ((190, 0), (110, 0), Some(street(80))),
            ],
        );
    }
    // A closed road does not exist in the network, and 40 is merely a bend.
    shortcut("access=no").check(Profile::Car, &[((50, 0), (250, 0), Some(street(600)))]);
}

#[test]
fn a_ferry_takes_its_duration_whatever_its_length_and_traffic() {
    // 100 m of street on each side, 20 minutes on the water.
    let crossing = |tags: &str| {
        Drawing::new()
            .node(1, 0, 0)
            .node(2, 100, 0)
            .node(3, 3100, 0)
            .node(4, 3200, 0)
            .way(10, &[1, 2], "")
            .way(20, &[2, 3], tags)
            .way(30, &[3, 4], "")
    };
    let trip = ((50, 0), (3150, 0));
    for (tags, expected) in [
        ("route=ferry, duration=00:20", Some(1_200_000)),
        ("route=ferry, duration=PT20M", Some(1_200_000)),
        // 3 km at 8 km/h: 450 ms per meter.
        ("route=ferry", Some(1_350_000)),
        ("route=ferry, foot=yes", None),
        ("route=ferry, foot=yes, motor_vehicle=yes, duration=00:20", Some(1_200_000)),
    ] {
        let expected = expected.map(|on_water| street(100) + on_water);
        crossing(tags).check(Profile::Car, &[(trip.0, trip.1, expected)]);
    }
    let mut speeds = free_flow();
    speeds.weekend = [0.5; 4];
    let drawn = crossing("route=ferry, duration=00:20").map(Profile::Car).customized(&speeds, &[]);
    let costs = drawn.costs(trip.0, trip.1).unwrap();
    let weekend = costs.paired[1] >> 32;
    assert!((weekend - i64::from(1_200_000 + 2 * street(100))).abs() <= 10, "{weekend}");
    // No trip starts on the water.
    let at_sea = drawn.place((500, 0));
    assert!((at_sea.snap_meters - 400.0).abs() < 0.5, "{at_sea:?}");
}

#[test]
fn a_limit_in_miles_is_driven_as_one_in_kilometers() {
    for (tags, milliseconds) in [
        // 30 mph = 48.28 km/h, driven (50 km/h: 42, 30 km/h: 26) at 40.62: 8,862 ms.
        ("highway=primary, maxspeed=30 mph", 8862),
        ("highway=primary, maxspeed=48.28032", 8862),
        // 42 km/h: 8,571 ms.
        ("highway=primary, maxspeed=50", 8571),
        // No limit: 60 km/h.
        ("highway=primary", 6000),
        // One direction only: 26 km/h applies to the trip backward.
        ("highway=primary, maxspeed:forward=50, maxspeed:backward=30", 8571),
    ] {
        line_over("", tags).check(Profile::Car, &[((50, 0), (150, 0), Some(milliseconds))]);
    }
    let tags = "highway=primary, maxspeed:forward=50, maxspeed:backward=30";
    // 100 m at 26 km/h: 13,846 ms.
    line_over("", tags).check(Profile::Car, &[((150, 0), (50, 0), Some(13_846))]);
}

#[test]
fn a_truck_of_4_meters_does_not_pass_below_3_point_8() {
    // 18 km/h: 200 ms per meter; the path over 40 has two additional left turns.
    for (tags, is_passed) in [
        ("maxheight=3.8", false),
        ("maxheight=12'6\"", false),
        ("maxheight=4", true),
        ("maxheight=default", true),
        ("hgv=no", false),
        ("maxweight=7.5", false),
    ] {
        let tags = tags.replace('"', "&quot;").replace('\'', "&#39;");
        let trip = [(50, 0), (250, 0)];
        let truck = shortcut(&tags).map(Profile::Truck).milliseconds(trip[0], trip[1]).unwrap();
        assert_eq!(truck < 200 * 300, is_passed, "{tags}: {truck} ms");
        let car = street(200) + 2 * turn::STRAIGHT;
        shortcut(&tags).check(Profile::Car, &[(trip[0], trip[1], Some(car))]);
    }
}
