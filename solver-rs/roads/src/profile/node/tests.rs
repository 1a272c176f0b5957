//! Nodes: what blocks whom, the delay of passing, and the directions of signals.

use crate::profile::testing::written;
use crate::profile::{CAR_AS_OSRM, Profile, ProfileTable, Signal};

/// Returns the delay in seconds, or `blocked`.
fn passing(table: &ProfileTable, tags: &'static str) -> String {
    let node = table.node(&written(tags));
    if node.blocked { "blocked".to_owned() } else { node.delay_seconds.to_string() }
}

/// Checks rows of tags, then the results for car, van, truck, bicycle, foot.
fn check(rows: &[(&'static str, [&str; 5])]) {
    for &(tags, expected) in rows {
        let all = Profile::ALL.map(|profile| passing(profile.table(), tags));
        assert_eq!(all, expected, "{tags}");
    }
}

const BLOCKED: &str = "blocked";

#[test]
fn a_barrier_blocks_delays_or_lets_pass_by_its_kind() {
    check(&[
        ("", ["0"; 5]),
        ("barrier=no", ["0"; 5]),
        ("barrier=entrance", ["0"; 5]),
        ("barrier=cattle_grid", ["0"; 5]),
        ("barrier=sally_port", ["0"; 5]),
        ("barrier=arch", ["0"; 5]),
        ("barrier=gate", ["30", "30", "30", "10", "5"]),
        ("barrier=swing_gate", ["30", "30", "30", "10", "5"]),
        ("barrier=lift_gate", ["20", "20", "20", "0", "0"]),
        ("barrier=toll_booth", ["15", "15", "15", "0", "0"]),
        ("barrier=border_control", ["60", "60", "60", "0", "60"]),
        ("barrier=bollard", [BLOCKED, BLOCKED, BLOCKED, "0", "0"]),
        ("barrier=block", [BLOCKED, BLOCKED, BLOCKED, "0", "0"]),
        ("barrier=hampshire_gate", ["60", "60", "60", "20", "10"]),
        ("barrier=sliding_gate", ["20", "20", "20", "0", "0"]),
        ("barrier=coupure", ["0"; 5]),
        ("barrier=chain", [BLOCKED, BLOCKED, BLOCKED, "5", "0"]),
        ("barrier=log", [BLOCKED, BLOCKED, BLOCKED, "10", "0"]),
        ("barrier=motorcycle_barrier", [BLOCKED, BLOCKED, BLOCKED, "5", "0"]),
        ("barrier=horse_stile", [BLOCKED, BLOCKED, BLOCKED, "15", "0"]),
        ("barrier=full-height_turnstile", [BLOCKED, BLOCKED, BLOCKED, BLOCKED, "5"]),
        ("barrier=guard_rail", [BLOCKED, BLOCKED, BLOCKED, BLOCKED, "0"]),
        ("barrier=hedge", [BLOCKED; 5]),
        ("barrier=ditch", [BLOCKED; 5]),
        ("barrier=cycle_barrier", [BLOCKED, BLOCKED, BLOCKED, "5", "0"]),
        ("barrier=kissing_gate", [BLOCKED, BLOCKED, BLOCKED, "20", "5"]),
        ("barrier=stile", [BLOCKED, BLOCKED, BLOCKED, BLOCKED, "10"]),
        ("barrier=turnstile", [BLOCKED, BLOCKED, BLOCKED, BLOCKED, "5"]),
        ("barrier=wall", [BLOCKED; 5]),
        ("barrier=fence", [BLOCKED; 5]),
        ("barrier=yes", [BLOCKED; 5]),
        ("barrier=never_heard_of", [BLOCKED, BLOCKED, BLOCKED, "0", "0"]),
    ]);
}

#[test]
fn another_tag_may_open_a_barrier() {
    check(&[
        ("barrier=bollard, bollard=rising", ["20", "20", "20", "0", "0"]),
        ("barrier=rising_bollard", ["20", "20", "20", "0", "0"]),
        ("barrier=bollard, bollard=removable", [BLOCKED, BLOCKED, BLOCKED, "0", "0"]),
        ("barrier=kerb", [BLOCKED, BLOCKED, BLOCKED, "0", "0"]),
        ("barrier=kerb, kerb=lowered", ["0"; 5]),
        ("barrier=kerb, kerb=flush", ["0"; 5]),
        ("barrier=kerb, kerb=raised", [BLOCKED, BLOCKED, BLOCKED, "0", "0"]),
        ("barrier=kerb, highway=crossing", ["0"; 5]),
        ("barrier=fence, sensory=audible", ["0"; 5]),
    ]);
}

#[test]
fn vehicles_that_are_low_enough_pass_a_height_restrictor() {
    check(&[
        ("barrier=height_restrictor", ["0", BLOCKED, BLOCKED, "0", "0"]),
        ("barrier=height_restrictor, maxheight=2", ["0", BLOCKED, BLOCKED, "0", "0"]),
        ("barrier=height_restrictor, maxheight=3", ["0", "0", BLOCKED, "0", "0"]),
        ("barrier=height_restrictor, maxheight=4.2", ["0"; 5]),
        ("barrier=height_restrictor, maxheight=1.5", [BLOCKED, BLOCKED, BLOCKED, "0", "0"]),
    ]);
}

#[test]
fn access_at_the_node_goes_before_the_kind_of_barrier() {
    check(&[
        ("barrier=gate, access=no", [BLOCKED; 5]),
        ("barrier=gate, access=no, foot=yes", [BLOCKED, BLOCKED, BLOCKED, BLOCKED, "5"]),
        ("barrier=gate, motor_vehicle=no", [BLOCKED, BLOCKED, BLOCKED, "10", "5"]),
        ("barrier=gate, hgv=no", ["30", "30", BLOCKED, "10", "5"]),
        ("barrier=gate, access=private", ["30", "30", "30", "10", "5"]),
        ("barrier=bollard, motor_vehicle=yes", ["0"; 5]),
        ("barrier=bollard, motor_vehicle=private", [BLOCKED, BLOCKED, BLOCKED, "0", "0"]),
        ("barrier=bollard, bicycle=no", [BLOCKED, BLOCKED, BLOCKED, BLOCKED, "0"]),
        ("access=no", [BLOCKED; 5]),
        ("highway=crossing, access=no", ["0", "0", "0", "0", BLOCKED]),
        ("amenity=parking_entrance, access=no", ["0"; 5]),
        ("entrance=yes, access=no", ["0", "0", "0", "0", BLOCKED]),
    ]);
}

#[test]
fn a_gate_for_ends_of_trips_is_no_way_through() {
    let car = Profile::Car.table();
    for (tags, expected) in [
        ("barrier=gate, access=private", true),
        ("barrier=lift_gate, motor_vehicle=customers", true),
        ("barrier=bollard, bollard=rising, access=permit", true),
        ("barrier=gate, access=private, motorcar=yes", false),
        ("barrier=gate, bicycle=private", false),
        ("barrier=gate", false),
        ("barrier=gate, access=yes", false),
        ("barrier=gate, access=no", false),
        ("barrier=bollard, access=private", false),
        ("barrier=toll_booth, access=customers", false),
        ("barrier=border_control, access=permit", false),
        ("highway=crossing, access=private", false),
    ] {
        assert_eq!(car.node(&written(tags)).ends_only, expected, "{tags}");
    }
    // OSRM lets all trips pass.
    assert!(!CAR_AS_OSRM.node(&written("barrier=gate, access=private")).ends_only);
}

#[test]
fn locked_gates_let_named_road_users_pass() {
    check(&[
        ("barrier=gate, locked=yes", [BLOCKED; 5]),
        ("barrier=gate, locked=no", ["30", "30", "30", "10", "5"]),
        ("barrier=gate, locked=yes, access=private", [BLOCKED; 5]),
        ("barrier=gate, locked=yes, motor_vehicle=yes", ["30", "30", "30", BLOCKED, BLOCKED]),
    ]);
}

#[test]
fn as_osrm_has_it_a_gate_takes_a_minute_that_any_access_saves() {
    let rows = [
        ("barrier=gate", "60"),
        ("barrier=lift_gate", "60"),
        ("barrier=gate, access=private", "0"),
        ("barrier=gate, access=no", BLOCKED),
        ("barrier=bollard, access=destination", "0"),
        ("barrier=bollard, bollard=rising", "0"),
        ("barrier=swing_gate", BLOCKED),
        ("barrier=cattle_grid", "0"),
        ("barrier=border_control", "0"),
        ("barrier=toll_booth", "0"),
        ("barrier=sally_port", "0"),
        ("barrier=entrance", "0"),
        ("barrier=arch", "0"),
        ("barrier=gate, locked=yes", "60"),
        ("highway=crossing, access=no", BLOCKED),
        ("barrier=height_restrictor, maxheight=1.9", BLOCKED),
        ("barrier=height_restrictor, maxheight=2.1", "0"),
    ];
    for (tags, expected) in rows {
        assert_eq!(passing(&CAR_AS_OSRM, tags), expected, "{tags}");
    }
}

#[test]
fn a_signal_stands_for_the_direction_that_it_names() {
    let rows = [
        ("highway=traffic_signals", Signal::Both),
        ("highway=traffic_signals, traffic_signals:direction=forward", Signal::Forward),
        ("highway=traffic_signals, traffic_signals:direction=backward", Signal::Backward),
        ("highway=traffic_signals, traffic_signals:direction=both", Signal::Both),
        ("highway=traffic_signals, direction=backward", Signal::Backward),
        (
            "highway=traffic_signals, traffic_signals:direction=forward, direction=backward",
            Signal::Forward,
        ),
        ("highway=crossing, crossing=traffic_signals", Signal::Absent),
        ("highway=stop", Signal::Absent),
        ("", Signal::Absent),
    ];
    for (tags, expected) in rows {
        let node = Profile::Car.table().node(&written(tags));
        assert_eq!((node.signal, node.blocked), (expected, false), "{tags}");
    }
}
