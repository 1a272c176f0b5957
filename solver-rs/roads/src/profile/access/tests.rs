//! The access hierarchy: which key decides, and whom its values let in.

use crate::profile::Profile;
use crate::profile::testing::{check_ways, described};

#[test]
fn the_most_specific_key_decides_for_a_car() {
    check_ways(
        Profile::Car.table(),
        &[
            ("highway=residential, access=no", "closed"),
            ("highway=residential, vehicle=no", "closed"),
            ("highway=residential, motor_vehicle=no", "closed"),
            ("highway=residential, motorcar=no", "closed"),
            ("highway=residential, access=no, vehicle=yes", "25 / 25"),
            ("highway=residential, vehicle=no, motor_vehicle=yes", "25 / 25"),
            ("highway=residential, motor_vehicle=no, motorcar=yes", "25 / 25"),
            ("highway=residential, motorcar=no, motor_vehicle=yes", "closed"),
            ("highway=residential, motor_vehicle=private, access=yes", "25 ends / 25 ends"),
            ("highway=residential, foot=no, bicycle=no, hgv=no, goods=no", "25 / 25"),
        ],
    );
}

#[test]
fn a_word_for_one_direction_goes_before_the_word_for_both() {
    check_ways(
        Profile::Car.table(),
        &[
            ("highway=residential, motor_vehicle:forward=no", "- / 25"),
            ("highway=residential, motor_vehicle:backward=no", "25 / -"),
            ("highway=residential, access=no, access:backward=yes", "- / 25"),
            ("highway=residential, vehicle:forward=destination", "25 ends / 25"),
            ("highway=residential, motor_vehicle=no, access:forward=yes", "closed"),
        ],
    );
}

/// Checks, for values of `access`, what a residential street with each value means to a profile.
fn check_values(profile: Profile, rows: &[(&str, &str)]) {
    for (expected, values) in rows {
        for value in values.split(' ') {
            let tags: &'static str = format!("highway=residential, access={value}").leak();
            assert_eq!(described(profile.table(), tags), *expected, "{}: {tags}", profile.name());
        }
    }
}

#[test]
fn values_allow_destination_traffic_or_nothing() {
    let business = "private destination delivery customers permit permits residents residential \
                    local employees visitors discouraged";
    let nobody = "no agricultural forestry emergency military psv bus restricted";
    let everybody = "yes permissive designated official public";
    check_values(
        Profile::Car,
        &[
            ("25 / 25", everybody),
            ("25 / 25", "hov motorcar motor_vehicle vehicle"),
            ("25 ends / 25 ends", business),
            ("25 ends / 25 ends", "unsuitable"),
            ("closed", nobody),
            (
                "closed",
                "emergency_vehicle minibus taxi share_taxi foot bicycle dismount use_sidepath",
            ),
        ],
    );
    check_values(
        Profile::Bicycle,
        &[
            ("16 / 16", everybody),
            ("16 / 16", "optional_sidepath vehicle"),
            ("16 ends / 16 ends", business),
            ("16 ends / 16 ends", "use_sidepath"),
            ("closed", nobody),
            ("closed", "foot"),
        ],
    );
    check_values(
        Profile::Foot,
        &[
            ("5 / 5", everybody),
            ("5 / 5", "foot"),
            ("5 ends / 5 ends", business),
            ("5 ends / 5 ends", "use_sidepath"),
            ("closed", nobody),
        ],
    );
}

#[test]
fn unknown_and_conditional_values_state_nothing() {
    check_ways(
        Profile::Car.table(),
        &[
            ("highway=residential, access=maybe", "25 / 25"),
            ("highway=residential, motor_vehicle=unknown, access=no", "closed"),
            ("highway=cycleway, access=no, motor_vehicle=unbekannt", "closed"),
            ("highway=residential, motor_vehicle:conditional=no @ (22:00-06:00)", "25 / 25"),
            ("highway=residential, access=no, access:conditional=yes @ (Su)", "closed"),
        ],
    );
}

#[test]
fn of_a_list_the_most_permissive_value_counts() {
    check_ways(
        Profile::Car.table(),
        &[
            ("highway=residential, access=agricultural;forestry", "closed"),
            ("highway=residential, access=no;destination", "25 ends / 25 ends"),
            ("highway=residential, access=destination; yes;no", "25 / 25"),
        ],
    );
}

#[test]
fn each_profile_asks_its_own_keys() {
    let rows = [
        (Profile::Van, "highway=residential, goods=no", "closed"),
        (Profile::Van, "highway=residential, goods=yes, motorcar=no", "23 / 23"),
        (Profile::Van, "highway=residential, motorcar=no", "closed"),
        (Profile::Van, "highway=residential, hgv=no", "23 / 23"),
        (Profile::Truck, "highway=residential, hgv=no", "closed"),
        (Profile::Truck, "highway=residential, hgv=destination", "18 ends / 18 ends"),
        (Profile::Truck, "highway=residential, hgv=delivery", "18 ends / 18 ends"),
        (Profile::Truck, "highway=residential, hgv=yes, motor_vehicle=no", "18 / 18"),
        (Profile::Truck, "highway=residential, motor_vehicle=no", "closed"),
        (Profile::Truck, "highway=residential, vehicle=no", "closed"),
        (Profile::Truck, "highway=residential, motorcar=no", "18 / 18"),
        (Profile::Bicycle, "highway=residential, motor_vehicle=no", "16 / 16"),
        (Profile::Bicycle, "highway=residential, vehicle=no", "closed"),
        (Profile::Bicycle, "highway=residential, vehicle=no, bicycle=yes", "16 / 16"),
        (Profile::Bicycle, "highway=residential, access=no", "closed"),
        (Profile::Bicycle, "highway=residential, bicycle=use_sidepath", "16 ends / 16 ends"),
        (Profile::Bicycle, "highway=residential, bicycle=dismount", "5 / 5"),
        (Profile::Foot, "highway=residential, vehicle=no, motor_vehicle=no", "5 / 5"),
        (Profile::Foot, "highway=residential, access=no", "closed"),
        (Profile::Foot, "highway=residential, access=no, foot=yes", "5 / 5"),
        (Profile::Foot, "highway=residential, foot=private", "5 ends / 5 ends"),
        (Profile::Foot, "highway=residential, foot=no", "closed"),
    ];
    for (profile, tags, expected) in rows {
        check_ways(profile.table(), &[(tags, expected)]);
    }
}
