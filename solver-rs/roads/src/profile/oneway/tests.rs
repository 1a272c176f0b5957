//! One-way roads: each spelling, what implies them, and to whom they do not apply.

use crate::profile::Profile;
use crate::profile::testing::check_ways;

#[test]
fn each_spelling_says_which_way() {
    check_ways(
        Profile::Car.table(),
        &[
            ("highway=residential, oneway=yes", "25 / -"),
            ("highway=residential, oneway=true", "25 / -"),
            ("highway=residential, oneway=1", "25 / -"),
            ("highway=residential, oneway=-1", "- / 25"),
            ("highway=residential, oneway=reverse", "- / 25"),
            ("highway=residential, oneway=no", "25 / 25"),
            ("highway=residential, oneway=maybe", "25 / 25"),
            ("highway=residential, oneway:conditional=yes @ (Mo)", "25 / 25"),
            ("highway=residential, oneway=reversible", "closed"),
            // Alternating: half of 25.
            ("highway=residential, oneway=alternating", "12.5 / 12.5"),
        ],
    );
}

#[test]
fn roundabouts_and_motorways_are_one_way_without_a_tag() {
    check_ways(
        Profile::Car.table(),
        &[
            ("highway=residential, junction=roundabout", "25 / -"),
            ("highway=residential, junction=circular", "25 / -"),
            ("highway=residential, junction=roundabout, oneway=no", "25 / 25"),
            ("highway=residential, junction=roundabout, oneway=false", "25 / 25"),
            ("highway=residential, junction=roundabout, oneway=0", "25 / 25"),
            ("highway=residential, junction=roundabout, oneway=-1", "- / 25"),
            ("highway=residential, junction=jughandle", "25 / 25"),
            ("highway=motorway", "100 / -"),
            ("highway=motorway, oneway=no", "100 / 100"),
            ("highway=motorway_link", "55 / 55"),
            ("highway=trunk", "80 / 80"),
        ],
    );
}

#[test]
fn a_key_that_names_the_vehicle_goes_first() {
    let rows = [
        (Profile::Car, "highway=residential, oneway=yes, oneway:motorcar=no", "25 / 25"),
        (Profile::Car, "highway=residential, oneway:motor_vehicle=yes", "25 / -"),
        (Profile::Car, "highway=residential, oneway=yes, oneway:vehicle=-1", "- / 25"),
        (Profile::Car, "highway=residential, oneway=yes, oneway:bicycle=no", "25 / -"),
        (Profile::Van, "highway=residential, oneway=yes, oneway:goods=no", "23 / 23"),
        (Profile::Van, "highway=residential, oneway=yes, oneway:motorcar=no", "23 / 23"),
        (Profile::Van, "highway=residential, oneway=yes, oneway:motor_vehicle=no", "23 / 23"),
        (Profile::Van, "highway=residential, oneway=yes, oneway:vehicle=no", "23 / 23"),
        (Profile::Truck, "highway=residential, oneway=yes, oneway:vehicle=no", "18 / 18"),
        (Profile::Truck, "highway=residential, oneway=yes, oneway:hgv=no", "18 / 18"),
        (Profile::Truck, "highway=residential, oneway:motor_vehicle=yes", "18 / -"),
        (Profile::Bicycle, "highway=residential, oneway=yes", "16 / -"),
        (Profile::Bicycle, "highway=residential, junction=roundabout", "16 / -"),
        (Profile::Bicycle, "highway=residential, oneway=yes, oneway:bicycle=no", "16 / 16"),
        (Profile::Bicycle, "highway=residential, oneway:bicycle=yes", "16 / -"),
        (Profile::Bicycle, "highway=residential, oneway:vehicle=yes", "16 / -"),
        (Profile::Bicycle, "highway=residential, oneway=alternating", "16 / 16"),
    ];
    for (profile, tags, expected) in rows {
        check_ways(profile.table(), &[(tags, expected)]);
    }
}

#[test]
fn a_lane_against_the_traffic_opens_a_one_way_road_to_bicycles() {
    check_ways(
        Profile::Bicycle.table(),
        &[
            ("highway=residential, oneway=yes, cycleway=opposite", "16 / 16"),
            ("highway=residential, oneway=yes, cycleway=opposite_lane", "16 / 16"),
            ("highway=residential, oneway=yes, cycleway=opposite_track", "16 / 16"),
            ("highway=residential, oneway=-1, cycleway=opposite", "16 / 16"),
            ("highway=residential, oneway=yes, cycleway:left=opposite_lane", "16 / 16"),
            ("highway=residential, oneway=yes, cycleway:right=opposite_lane", "16 / 16"),
            ("highway=residential, oneway=yes, cycleway:both=opposite", "16 / 16"),
            ("highway=residential, oneway=yes, cycleway:left:oneway=-1", "16 / 16"),
            ("highway=residential, oneway=yes, cycleway:left:oneway=no", "16 / 16"),
            ("highway=residential, oneway=yes, cycleway:right:oneway=-1", "16 / 16"),
            ("highway=residential, oneway=yes, cycleway:right:oneway=no", "16 / 16"),
            ("highway=residential, oneway=yes, bicycle:backward=yes", "16 / 16"),
            ("highway=residential, oneway=yes, cycleway=lane", "16 / -"),
            ("highway=residential, oneway:bicycle=yes, cycleway=opposite", "16 / -"),
        ],
    );
}

#[test]
fn walking_heeds_only_oneway_tags_for_walking() {
    check_ways(
        Profile::Foot.table(),
        &[
            ("highway=residential, oneway=yes", "5 / 5"),
            ("highway=residential, oneway=reversible", "5 / 5"),
            ("highway=residential, oneway=alternating", "5 / 5"),
            ("highway=residential, junction=roundabout", "5 / 5"),
            ("highway=footway, oneway:foot=yes", "5 / -"),
            ("highway=footway, foot:backward=no", "5 / -"),
        ],
    );
}
