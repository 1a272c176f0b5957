//! Complete ways: which are part of a network, ferries, tolls, where trips may start.

use crate::profile::testing::{check_ways, described, written};
use crate::profile::{CAR_AS_OSRM, Profile, RoadClass, WayTravel};

fn way(profile: Profile, tags: &'static str) -> WayTravel {
    profile.table().way(&written(tags), None).unwrap()
}

/// Each row: tags, then the forward direction for car, van, truck, bicycle, foot.
#[test]
fn each_class_is_open_slow_for_ends_or_closed_by_profile() {
    let rows = [
        ("motorway", ["100", "95", "80", "closed", "closed"]),
        ("motorway_link", ["55", "50", "42", "closed", "closed"]),
        ("trunk", ["80", "76", "70", "17 ends", "5 ends"]),
        ("trunk_link", ["45", "42", "36", "17 ends", "5 ends"]),
        ("primary", ["60", "57", "52", "17", "5"]),
        ("primary_link", ["40", "37", "32", "17", "5"]),
        ("secondary", ["52", "49", "45", "17", "5"]),
        ("secondary_link", ["35", "32", "28", "17", "5"]),
        ("tertiary", ["42", "40", "36", "17", "5"]),
        ("tertiary_link", ["30", "28", "24", "17", "5"]),
        ("unclassified", ["35", "33", "28", "16", "5"]),
        ("residential", ["25", "23", "18", "16", "5"]),
        ("living_street", ["10", "9", "8", "12", "5"]),
        ("service", ["15", "13", "10", "14", "5"]),
        ("road", ["25", "23", "18", "14", "5"]),
        ("track", ["15 ends", "12 ends", "9 ends", "12", "4.8"]),
        ("pedestrian", ["closed", "closed", "closed", "5", "5"]),
        ("footway", ["closed", "closed", "closed", "5", "5"]),
        ("cycleway", ["closed", "closed", "closed", "17", "5"]),
        ("path", ["closed", "closed", "closed", "12", "4.8"]),
        ("bridleway", ["closed", "closed", "closed", "12", "4.8"]),
        ("steps", ["closed", "closed", "closed", "2", "2.5"]),
        ("construction", ["closed"; 5]),
        ("proposed", ["closed"; 5]),
        ("raceway", ["closed"; 5]),
        ("busway", ["closed"; 5]),
    ];
    for (class, expected) in rows {
        let tags: &'static str = format!("highway={class}, oneway=no").leak();
        for (profile, expected) in Profile::ALL.into_iter().zip(expected) {
            let described = described(profile.table(), tags);
            let forward = described.split(" / ").next();
            assert_eq!(forward, Some(expected), "{} on {class}", profile.name());
        }
    }
}

#[test]
fn a_key_for_one_mode_opens_a_road_that_is_closed_to_all() {
    let rows = [
        (Profile::Car, "highway=pedestrian, motor_vehicle=yes", "8 / 8"),
        (Profile::Car, "highway=pedestrian, motor_vehicle=delivery", "8 ends / 8 ends"),
        (Profile::Car, "highway=pedestrian, access=yes", "closed"),
        (Profile::Car, "highway=pedestrian, vehicle=yes", "closed"),
        (Profile::Car, "highway=track, motor_vehicle=yes", "15 / 15"),
        (Profile::Car, "highway=track, access=yes", "15 ends / 15 ends"),
        (Profile::Car, "highway=track, access=no", "closed"),
        (Profile::Car, "highway=steps, motor_vehicle=yes", "5 / 5"),
        (Profile::Car, "highway=steps, motor_vehicle=private", "closed"),
        (Profile::Bicycle, "highway=footway, bicycle=yes", "12 / 12"),
        (Profile::Bicycle, "highway=footway, bicycle=yes, maxspeed=10", "10 / 10"),
        (Profile::Bicycle, "highway=footway, maxspeed=30", "5 / 5"),
        (Profile::Bicycle, "highway=footway, bicycle=no", "closed"),
        (Profile::Bicycle, "highway=motorway, bicycle=yes", "14 / -"),
        (Profile::Foot, "highway=motorway_link, foot=yes", "5 / 5"),
    ];
    for (profile, tags, expected) in rows {
        check_ways(profile.table(), &[(tags, expected)]);
    }
}

#[test]
fn roads_under_construction_or_unusable_are_left_out() {
    for profile in [Profile::Car, Profile::Van, Profile::Truck, Profile::Bicycle] {
        for tag in [
            "area=yes",
            "impassable=yes",
            "status=impassable",
            "smoothness=impassable",
            "construction=yes",
            "construction=residential",
            "ford=stepping_stones",
            "abandoned=yes",
            "disused=yes",
        ] {
            let tags: &'static str = format!("highway=residential, {tag}").leak();
            assert_eq!(described(profile.table(), tags), "closed", "{}: {tags}", profile.name());
        }
    }
    check_ways(
        Profile::Car.table(),
        &[
            ("highway=service, service=emergency_access", "closed"),
            ("highway=primary, construction=minor", "60 / 60"),
            ("highway=primary, construction=no", "60 / 60"),
            ("highway=primary, construction=widening", "60 / 60"),
            ("highway=primary, ford=boat", "closed"),
            ("highway=primary, proposed=trunk", "60 / 60"),
            ("building=yes", "closed"),
            ("route=bus, highway=primary", "60 / 60"),
            ("route=bus", "closed"),
        ],
    );
    check_ways(
        Profile::Foot.table(),
        &[
            ("highway=pedestrian, area=yes", "5 / 5"),
            ("highway=footway, impassable=yes", "closed"),
            ("highway=footway, status=impassable", "closed"),
            ("highway=footway, smoothness=impassable", "closed"),
            ("highway=footway, construction=yes", "closed"),
            ("highway=footway, ford=boat", "closed"),
            ("highway=footway, abandoned=yes", "closed"),
            ("highway=footway, disused=yes", "closed"),
            ("highway=path, sac_scale=alpine_hiking", "closed"),
        ],
    );
    check_ways(Profile::Bicycle.table(), &[("highway=path, mtb:scale=3", "closed")]);
}

#[test]
fn a_motorroad_is_for_motor_vehicles() {
    let tags = "highway=trunk, motorroad=yes";
    let all = Profile::ALL.map(|profile| described(profile.table(), tags));
    assert_eq!(all, ["80 / 80", "76 / 76", "70 / 70", "closed", "closed"]);
    let rows = [
        (Profile::Bicycle, "highway=primary, motorroad=yes, bicycle=yes", "17 / 17"),
        (Profile::Foot, "highway=primary, motorroad=yes, access=yes", "closed"),
    ];
    for (profile, tags, expected) in rows {
        check_ways(profile.table(), &[(tags, expected)]);
    }
}

#[test]
fn a_ferry_takes_its_duration_or_crosses_slowly() {
    check_ways(
        Profile::Car.table(),
        &[
            ("route=ferry", "8 / 8"),
            ("route=ferry, duration=01:30", "5400 s / 5400 s"),
            ("route=ferry, duration=00:05:30", "330 s / 330 s"),
            ("route=ferry, duration=20", "1200 s / 1200 s"),
            ("route=ferry, duration=PT1H30M", "5400 s / 5400 s"),
            ("route=ferry, duration=a while", "8 / 8"),
            ("route=ferry, maxspeed=50", "8 / 8"),
            ("route=ferry, oneway=yes", "8 / -"),
            ("route=ferry, access=no", "closed"),
            ("route=ferry, access=no, motor_vehicle=yes", "8 / 8"),
            ("route=ferry, motor_vehicle=no", "closed"),
            // The tags name who may use it, so nobody else may.
            ("route=ferry, foot=yes", "closed"),
            ("route=ferry, bicycle=yes", "closed"),
            ("route=ferry, hgv=yes", "closed"),
            ("route=ferry, foot=yes, motorcar=yes", "8 / 8"),
            ("route=shuttle_train", "35 / 35"),
            ("route=shuttle_train, duration=00:35", "2100 s / 2100 s"),
            ("highway=primary, duration=01:30", "60 / 60"),
        ],
    );
    let rows = [
        (Profile::Van, "route=ferry, foot=yes", "closed"),
        (Profile::Truck, "route=ferry, foot=yes", "closed"),
        (Profile::Truck, "route=ferry, bicycle=yes", "closed"),
        (Profile::Truck, "route=ferry, motorcar=yes", "closed"),
        (Profile::Truck, "route=ferry, motorcar=yes, hgv=yes", "8 / 8"),
        (Profile::Truck, "route=ferry, motor_vehicle=yes", "8 / 8"),
        (Profile::Truck, "route=ferry, motor_vehicle=yes, maxweight=7.5", "closed"),
        (Profile::Foot, "route=ferry, motor_vehicle=yes", "8 / 8"),
        (Profile::Foot, "route=ferry, foot=no", "closed"),
        (Profile::Bicycle, "route=ferry, bicycle=yes", "8 / 8"),
        (Profile::Bicycle, "route=shuttle_train", "35 / 35"),
        (Profile::Foot, "route=shuttle_train", "closed"),
    ];
    for (profile, tags, expected) in rows {
        check_ways(profile.table(), &[(tags, expected)]);
    }
}

#[test]
fn a_way_has_the_class_of_its_route_or_its_highway() {
    let rows = [
        ("route=ferry, highway=primary", RoadClass::Ferry),
        ("route=shuttle_train", RoadClass::ShuttleTrain),
        ("highway=primary, route=road", RoadClass::Primary),
        ("highway=road", RoadClass::Other),
    ];
    for (tags, expected) in rows {
        assert_eq!(way(Profile::Car, tags).class, expected, "{tags}");
    }
}

#[test]
fn trips_start_where_one_can_stop() {
    let rows = [
        (Profile::Car, "highway=residential", true),
        (Profile::Car, "highway=trunk", true),
        (Profile::Car, "highway=motorway", false),
        (Profile::Car, "highway=motorway_link", false),
        (Profile::Car, "highway=trunk, motorroad=yes", false),
        (Profile::Car, "highway=primary, tunnel=yes", false),
        (Profile::Car, "highway=service, tunnel=building_passage", true),
        (Profile::Car, "highway=residential, access=private", true),
        (Profile::Car, "route=ferry", false),
        (Profile::Car, "route=shuttle_train", false),
        (Profile::Truck, "highway=motorway", false),
        (Profile::Bicycle, "highway=steps", false),
        (Profile::Bicycle, "route=ferry", false),
        (Profile::Foot, "highway=steps", true),
        (Profile::Foot, "highway=footway, tunnel=yes", true),
        (Profile::Foot, "route=ferry", false),
    ];
    for (profile, tags, expected) in rows {
        assert_eq!(way(profile, tags).snappable, expected, "{}: {tags}", profile.name());
    }
}

#[test]
fn a_toll_is_due_to_whom_the_nearest_key_names() {
    let rows = [
        (Profile::Car, "highway=motorway", false),
        (Profile::Car, "highway=motorway, toll=yes", true),
        (Profile::Car, "highway=motorway, toll=no", false),
        (Profile::Car, "highway=motorway, toll:hgv=yes", false),
        (Profile::Car, "highway=motorway, toll=yes, toll:motorcar=no", false),
        (Profile::Truck, "highway=motorway, toll:hgv=yes", true),
        (Profile::Truck, "highway=motorway, toll=no, toll:motor_vehicle=yes", true),
        (Profile::Van, "highway=motorway, toll:goods=yes", true),
        (Profile::Van, "highway=motorway, toll:motorcar=yes", true),
        (Profile::Van, "highway=motorway, toll:motor_vehicle=yes", true),
        (Profile::Van, "highway=motorway, toll=yes", true),
        (Profile::Car, "highway=motorway, toll:motor_vehicle=yes", true),
        (Profile::Truck, "highway=motorway, toll=yes", true),
        (Profile::Bicycle, "highway=primary, toll=yes", false),
        (Profile::Bicycle, "highway=primary, toll:bicycle=yes", true),
        (Profile::Foot, "highway=primary, toll:foot=yes", true),
    ];
    for (profile, tags, expected) in rows {
        assert_eq!(way(profile, tags).toll, expected, "{}: {tags}", profile.name());
    }
}

#[test]
fn a_roundabout_is_known_as_one() {
    let rows = [
        ("highway=primary, junction=roundabout", true),
        ("highway=primary, junction=circular", true),
        ("highway=primary, junction=yes", false),
        ("highway=primary", false),
    ];
    for (tags, expected) in rows {
        assert_eq!(way(Profile::Car, tags).roundabout, expected, "{tags}");
    }
}

#[test]
fn as_osrm_has_it_private_roads_are_ways_through_and_limits_shrink_by_a_fifth() {
    check_ways(
        &CAR_AS_OSRM,
        &[
            ("highway=residential, access=private", "25 / 25"),
            ("highway=track", "closed"),
            ("highway=track, access=yes", "10 / 10"),
            ("highway=track, access=private", "closed"),
            ("highway=track, access=yes, maxspeed=50", "40 / 40"),
            ("highway=footway, access=permissive", "10 / 10"),
            ("highway=footway, access:forward=yes", "10 / -"),
            ("highway=steps, access=yes", "closed"),
            ("highway=footway, motorcar=yes", "10 / 10"),
            ("highway=footway, motor_vehicle=yes", "10 / 10"),
            ("highway=footway, vehicle=yes", "10 / 10"),
            ("highway=service, access=no", "closed"),
            ("highway=service, access=official", "closed"),
            ("highway=service, area=yes", "closed"),
            ("highway=service, impassable=yes", "closed"),
            ("highway=service, status=impassable", "closed"),
            ("highway=service, smoothness=impassable", "closed"),
            ("highway=service, oneway:motorcar=yes", "15 / -"),
            ("highway=service, oneway:motor_vehicle=yes", "15 / -"),
            ("highway=service, oneway:vehicle=yes", "15 / -"),
            ("highway=primary, tracktype=grade1", "60 / 60"),
            ("highway=primary, smoothness=bad", "40 / 40"),
            ("highway=primary, surface=rock", "65 / 65"),
            ("highway=trunk, source:maxspeed=PT:trunk", "88 / 88"),
            ("highway=trunk, maxspeed:type=ES:trunk", "72 / 72"),
            ("highway=motorway, maxspeed=DE:motorway", "90 / -"),
            ("highway=residential, maxspeed=50", "40 / 40"),
            ("highway=residential, maxspeed=100", "80 / 80"),
            ("highway=motorway, maxspeed=none", "112 / -"),
            ("highway=motorway, source:maxspeed=PT:motorway", "104 / -"),
            ("highway=primary, maxspeed=100, surface=gravel", "40 / 40"),
            ("highway=service, service=alley", "15 / 15"),
            ("highway=service, service=emergency_access", "closed"),
            ("highway=residential, lanes=1, width=3", "25 / 25"),
            ("highway=residential, oneway=alternating", "25 / 25"),
            ("highway=residential, oneway=reversible", "closed"),
            ("highway=residential, maxheight=1.9", "closed"),
            ("highway=residential, maxaxleload=0.1", "25 / 25"),
            ("route=ferry, foot=yes", "5 / 5"),
            ("route=shuttle_train", "10 / 10"),
            ("highway=road", "closed"),
        ],
    );
    assert!(CAR_AS_OSRM.way(&written("highway=motorway"), None).unwrap().snappable);
}
