//! Signs and physical limits for vehicles.

use crate::profile::Profile;
use crate::profile::testing::{described, written};

/// Returns which of car, van and truck may pass.
fn passing(tags: &'static str) -> String {
    let motor = [Profile::Car, Profile::Van, Profile::Truck].into_iter();
    let open = motor.filter(|profile| described(profile.table(), tags) != "closed");
    open.map(Profile::name).collect::<Vec<_>>().join(" ")
}

fn check(rows: &[(&'static str, &str)]) {
    for &(tags, expected) in rows {
        assert_eq!(passing(tags), expected, "{tags}");
    }
}

#[test]
fn each_vehicle_is_held_against_each_sign() {
    // Car, van, truck: 1.9, 2.7, 4.0 m high; 1.9, 2.05, 2.55 m wide; 4.8, 6.0, 12.0 m long; 2.0, 3.5, 18 t;
    // 1.2, 2.1, 11.5 t per axle.
    check(&[
        ("highway=primary, maxheight=4", "car van truck"),
        ("highway=primary, maxheight=3.99", "car van"),
        ("highway=primary, maxheight=2.7", "car van"),
        ("highway=primary, maxheight=2.6", "car"),
        ("highway=primary, maxheight=1.8", ""),
        ("highway=primary, maxheight=7'6\"", "car"),
        ("highway=primary, maxheight=12 ft", "car van"),
        ("highway=primary, maxheight=4.5, maxheight:physical=3.2", "car van"),
        ("highway=primary, maxwidth=2.5", "car van"),
        ("highway=primary, maxwidth=2", "car"),
        ("highway=primary, maxwidth:physical=2", "car"),
        ("highway=primary, width=2", "car"),
        ("highway=primary, est_width=2", "car"),
        ("highway=primary, maxlength=10", "car van"),
        ("highway=primary, maxlength=5", "car"),
        ("highway=primary, maxweight=18", "car van truck"),
        ("highway=primary, maxweight=7.5 t", "car van"),
        ("highway=primary, maxweight=3,5", "car van"),
        ("highway=primary, maxweight=2800 kg", "car"),
        ("highway=primary, maxweight=20;7.5", "car van"),
        ("highway=primary, maxheight=4.5; 3 m", "car van"),
        ("highway=primary, maxheight=13'-6\"", "car van truck"),
        ("highway=primary, maxheight=12′6″", "car van"),
        ("highway=primary, maxweight=10 st", "car van"),
        ("highway=primary, maxweight=60 cwt", "car"),
        ("highway=primary, maxweightrating=12", "car van"),
        ("highway=primary, maxgcweight=12", "car van"),
        ("highway=primary, maxweightrating:hgv=3.5", "car van"),
        ("highway=primary, maxweight:hgv=3.0", "car van"),
        ("highway=primary, maxaxleload=8", "car van"),
        ("highway=primary, maxaxleload=2", "car"),
    ]);
}

#[test]
fn words_mean_the_legal_limit_except_below_default() {
    check(&[
        ("highway=primary, maxheight=default", "car van truck"),
        ("highway=primary, maxheight=none", "car van truck"),
        ("highway=primary, maxheight=unsigned", "car van truck"),
        ("highway=primary, maxheight=below_default", "car van"),
        ("highway=primary, maxweight=unsigned", "car van truck"),
    ]);
}

#[test]
fn a_sign_may_hold_for_one_direction() {
    let described = described(Profile::Truck.table(), "highway=primary, maxheight:forward=3");
    assert_eq!(described, "- / 52");
}

#[test]
fn a_bicycle_and_a_pedestrian_fit_anywhere() {
    for profile in [Profile::Bicycle, Profile::Foot] {
        let tags = "highway=residential, maxheight=1.5, maxweight=0.01, width=0.5";
        assert_ne!(described(profile.table(), tags), "closed", "{}", profile.name());
    }
}

#[test]
fn at_a_node_signs_count_and_the_width_of_things_does_not() {
    let rows = [
        ("maxheight=3.5", true),
        ("maxweight=3.5", true),
        ("barrier=gate, width=0.1", false),
        ("maxheight=4.2", false),
    ];
    for (tags, expected) in rows {
        assert_eq!(Profile::Truck.table().node(&written(tags)).blocked, expected, "{tags}");
    }
}
