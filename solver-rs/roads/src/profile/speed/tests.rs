//! Speeds: the speed of a class, the effect of a limit, and what reduces the speed.

use super::interpolate;
use crate::profile::testing::{check_ways, described};
use crate::profile::{CAR_AS_OSRM, Profile, RoadClass};

#[test]
fn straight_lines_join_the_points() {
    let points = [(10.0, 10.0), (30.0, 26.0), (50.0, 42.0)];
    let rows = [
        (5.0, 10.0),
        (10.0, 10.0),
        (20.0, 18.0),
        (30.0, 26.0),
        (40.0, 34.0),
        (50.0, 42.0),
        (90.0, 42.0),
    ];
    for (x, expected) in rows {
        assert!((interpolate(&points, x) - expected).abs() < 1e-12, "{x}");
    }
}

#[test]
fn a_posted_limit_replaces_the_class_speed_up_to_the_maximum_of_the_class() {
    check_ways(
        Profile::Car.table(),
        &[
            ("highway=primary", "60 / 60"),
            ("highway=primary, maxspeed=50", "42 / 42"),
            ("highway=primary, maxspeed=90", "80 / 80"),
            ("highway=primary, maxspeed=50 mph", "70.47 / 70.47"),
            // `none` is driven at 125; a primary road allows at most 100.
            ("highway=primary, maxspeed=none", "100 / 100"),
            ("highway=motorway, maxspeed=none", "125 / -"),
            ("highway=residential, maxspeed=50", "32 / 32"),
            ("highway=residential, maxspeed=30", "26 / 26"),
            ("highway=service, maxspeed=50", "20 / 20"),
            ("highway=living_street, maxspeed=walk", "6 / 6"),
            ("highway=primary, maxspeed=signals", "60 / 60"),
            ("highway=primary, maxspeed=rubbish", "60 / 60"),
        ],
    );
}

#[test]
fn limits_are_read_from_each_key_in_its_order() {
    check_ways(
        Profile::Car.table(),
        &[
            ("highway=primary, maxspeed:forward=50", "42 / 60"),
            ("highway=primary, maxspeed=90, maxspeed:backward=50", "80 / 42"),
            ("highway=primary, maxspeed:advisory=30, maxspeed=90", "26 / 26"),
            ("highway=primary, maxspeed:motorcar=70, maxspeed=90", "60 / 60"),
            ("highway=primary, maxspeed:lanes=90|70", "80 / 80"),
            ("highway=primary, maxspeed=signals, maxspeed:type=PT:urban", "42 / 42"),
            ("highway=primary, maxspeed:type=sign, source:maxspeed=DE:rural", "90 / 90"),
            ("highway=primary, zone:maxspeed=DE:30", "26 / 26"),
            ("highway=primary, zone:traffic=DE:urban", "42 / 42"),
            ("highway=trunk, maxspeed=RO:trunk", "90 / 90"),
            ("highway=primary, maxspeed:hgv=50", "60 / 60"),
            ("highway=primary, maxspeed:conditional=30 @ (22:00-06:00)", "60 / 60"),
        ],
    );
    check_ways(
        Profile::Truck.table(),
        &[
            ("highway=primary, maxspeed:hgv=60, maxspeed=90", "47 / 47"),
            ("highway=primary, maxspeed:goods=60, maxspeed=90", "47 / 47"),
            ("highway=primary, maxspeed:hgv:forward=60, maxspeed=80", "47 / 68"),
            ("highway=motorway, maxspeed=none", "85 / -"),
        ],
    );
    check_ways(
        Profile::Van.table(),
        &[("highway=primary, maxspeed:goods=50, maxspeed=90", "40 / 40")],
    );
    check_ways(
        Profile::Bicycle.table(),
        &[
            ("highway=primary, maxspeed=50", "17 / 17"),
            ("highway=cycleway, maxspeed=10", "10 / 10"),
            ("highway=cycleway, maxspeed:bicycle=12, maxspeed=50", "12 / 12"),
        ],
    );
    check_ways(Profile::Foot.table(), &[("highway=residential, maxspeed=3", "5 / 5")]);
}

#[test]
fn each_key_of_a_limit_is_read_by_each_vehicle() {
    let keys = [
        "maxspeed:advisory=50",
        "maxspeed=50",
        "maxspeed:lanes=50",
        "maxspeed:type=DE:urban",
        "source:maxspeed=DE:urban",
        "zone:maxspeed=DE:urban",
        "zone:traffic=DE:urban",
    ];
    for key in keys {
        let tags: &'static str = format!("highway=primary, {key}").leak();
        let all = [Profile::Car, Profile::Van, Profile::Truck]
            .map(|profile| described(profile.table(), tags));
        assert_eq!(all, ["42 / 42", "40 / 40", "37 / 37"], "{tags}");
    }
}

#[test]
fn each_kind_of_hindrance_slows_each_vehicle_down() {
    let rows = [
        ("highway=primary, surface=gravel", ["40 / 40", "40 / 40", "30 / 30", "9 / 9"]),
        ("highway=primary, surface=rock", ["20 / 20", "20 / 20", "12 / 12", "6 / 6"]),
        ("highway=primary, tracktype=grade3", ["30 / 30", "30 / 30", "18 / 18", "11 / 11"]),
        ("highway=primary, smoothness=bad", ["40 / 40", "40 / 40", "28 / 28", "12 / 12"]),
        ("highway=service, service=drive-thru", ["8 / 8", "8 / 8", "8 / 8", "14 / 14"]),
        ("highway=primary, ford=yes", ["10 / 10", "10 / 10", "10 / 10", "5 / 5"]),
        ("highway=primary, width=3", ["40 / 40", "35 / 35", "25 / 25", "17 / 17"]),
    ];
    let profiles = [Profile::Car, Profile::Van, Profile::Truck, Profile::Bicycle];
    for (tags, expected) in rows {
        assert_eq!(profiles.map(|profile| described(profile.table(), tags)), expected, "{tags}");
    }
}

#[test]
fn the_worst_of_surface_grade_and_state_slows_a_road_down() {
    check_ways(
        Profile::Car.table(),
        &[
            ("highway=primary, surface=asphalt", "60 / 60"),
            ("highway=primary, surface=gravel", "40 / 40"),
            ("highway=primary, surface=asphalt;cobblestone", "30 / 30"),
            ("highway=primary, surface=gravel;cobblestone;gravel ;sett", "30 / 30"),
            ("highway=primary, surface=asphalt; mud", "10 / 10"),
            ("highway=primary, surface=unhewn_cobblestone", "20 / 20"),
            ("highway=primary, tracktype=grade3", "30 / 30"),
            ("highway=primary, smoothness=very_bad", "20 / 20"),
            ("highway=primary, surface=gravel, smoothness=horrible", "10 / 10"),
            ("highway=primary, surface=mud, maxspeed=100", "10 / 10"),
            ("highway=primary, surface=moondust", "60 / 60"),
            ("highway=primary, ford=yes", "10 / 10"),
            ("highway=service, service=parking_aisle", "10 / 10"),
            ("highway=service, service=driveway", "12 / 12"),
            ("highway=service, service=drive-through", "8 / 8"),
        ],
    );
    check_ways(Profile::Van.table(), &[("highway=primary, surface=rock", "20 / 20")]);
    check_ways(
        Profile::Truck.table(),
        &[
            ("highway=primary, surface=gravel", "30 / 30"),
            ("highway=primary, tracktype=grade5", "8 / 8"),
            ("highway=primary, smoothness=bad", "28 / 28"),
        ],
    );
    check_ways(
        Profile::Bicycle.table(),
        &[
            ("highway=cycleway, surface=sett", "11 / 11"),
            ("highway=track, tracktype=grade4", "8 / 8"),
            ("highway=path, smoothness=horrible", "5 / 5"),
            ("highway=path, mtb:scale=2", "5 / 5"),
        ],
    );
    check_ways(
        Profile::Foot.table(),
        &[
            ("highway=path, surface=sand", "3.5 / 3.5"),
            ("highway=path, sac_scale=mountain_hiking", "3.5 / 3.5"),
            ("highway=path, ford=stepping_stones", "2 / 2"),
        ],
    );
}

#[test]
fn where_two_cannot_pass_each_other_a_two_way_road_is_slow() {
    check_ways(
        Profile::Car.table(),
        &[
            ("highway=primary, width=3.9", "40 / 40"),
            ("highway=primary, est_width=3", "40 / 40"),
            ("highway=primary, width=4", "60 / 60"),
            ("highway=primary, lanes=1", "40 / 40"),
            ("highway=primary, lanes=2", "60 / 60"),
            ("highway=primary, narrow=yes", "40 / 40"),
            ("highway=primary, narrow=yes, oneway=yes", "60 / -"),
            ("highway=residential, lanes=1", "25 / 25"),
        ],
    );
}

#[test]
fn a_movable_bridge_takes_its_time_unless_a_limit_is_posted() {
    let rows = [
        (Profile::Car.table(), "highway=primary, bridge=movable", "15 / 15"),
        (Profile::Car.table(), "highway=primary, bridge=movable, maxspeed=50", "42 / 42"),
        (Profile::Car.table(), "highway=primary, bridge=movable, duration=00:05", "300 s / 300 s"),
        (Profile::Car.table(), "highway=primary, bridge=yes, duration=00:05", "60 / 60"),
        (Profile::Foot.table(), "highway=primary, bridge=movable", "5 / 5"),
        (&CAR_AS_OSRM, "highway=primary, bridge=movable", "5 / 5"),
        (&CAR_AS_OSRM, "highway=primary, bridge=movable, maxspeed=50", "40 / 40"),
    ];
    for (table, tags, expected) in rows {
        assert_eq!(described(table, tags), expected, "{tags}");
    }
}

#[test]
fn no_speed_is_zero_or_beyond_the_vehicle() {
    for table in Profile::ALL.map(Profile::table) {
        for rule in table.speed.classes {
            assert!(0.0 < rule.kmh && rule.kmh <= rule.kmh_max, "{rule:?}");
            let is_carried = matches!(rule.class, RoadClass::Ferry | RoadClass::ShuttleTrain);
            assert!(is_carried || rule.kmh <= table.speed.vehicle_kmh_max, "{rule:?}");
        }
        let capped = table.speed.caps.iter().flat_map(|caps| caps.kmh_max);
        for (value, kmh_max) in capped {
            assert!(*kmh_max > 0.0, "{value}");
        }
        let driven = table.speed.driven;
        let is_ascending = |pair: &[(f64, f64)]| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1;
        assert!(driven.windows(2).all(is_ascending), "{driven:?}");
        assert!(driven.iter().all(|point| 0.0 < point.1 && point.1 <= point.0), "{driven:?}");
    }
}
