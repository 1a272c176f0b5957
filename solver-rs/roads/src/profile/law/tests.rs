//! Laws as they are parsed, and their effect on roads.

use super::*;
use crate::profile::testing::check_ways;
use crate::profile::{CAR_AS_OSRM, Profile};

#[test]
fn each_line_has_plausible_limits() {
    for (country, limits) in LIMITS.iter() {
        for (kind, kmh) in limits {
            assert!((5.0..=140.0).contains(kmh), "{country} {kind}");
            let general = limits.get(kind.trim_start_matches("hgv:"));
            assert!(general.is_none_or(|general| kmh <= general), "{country} {kind}");
        }
    }
    assert!(LIMITS.len() > 120, "{}", LIMITS.len());
}

#[test]
fn tags_mean_the_law_of_the_country_they_name() {
    for (country, kind, expected) in [
        ("DE", "urban", Some(50.0)),
        ("de", "Rural", Some(100.0)),
        ("DE", "walk", Some(7.0)),
        ("RO", "trunk", Some(100.0)),
        ("RO", "rural", Some(90.0)),
        ("UK", "motorway", Some(70.0 * KMH_PER_MPH)),
        ("GB", "nsl_single", Some(60.0 * KMH_PER_MPH)),
        ("BE-VLG", "rural", Some(70.0)),
        ("BE-BRU", "urban", Some(30.0)),
        ("BE-WAL", "rural", Some(90.0)),
        ("PL", "expressway", Some(120.0)),
        ("US", "urban", Some(35.0 * KMH_PER_MPH)),
        // Montenegro has no line of its own: the usual limits apply.
        ("ME", "urban", Some(50.0)),
        ("ME", "living_street", Some(10.0)),
        ("DE", "moon", None),
    ] {
        assert_eq!(implied_kmh(country, kind), expected, "{country}:{kind}");
    }
}

#[test]
fn the_law_bounds_a_car_where_nothing_is_posted() {
    check_ways(
        Profile::Car.table(),
        &[
            // Japan: 60 in towns and outside, driven at 51; 100 on motorways, driven at 90.
            ("in=JP, highway=primary", "51 / 51"),
            ("in=JP, highway=motorway", "90 / -"),
            ("in=JP, highway=residential", "25 / 25"),
            ("in=JP, highway=primary, maxspeed=80", "70 / 70"),
            // Germany: 100 outside towns, above the speed on a primary road without a sign.
            ("in=DE, highway=primary", "60 / 60"),
            ("in=DE, highway=living_street", "7 / 7"),
            ("in=PT, highway=living_street", "10 / 10"),
            // Switzerland: 80 outside towns, 100 on roads for motor vehicles only.
            ("in=CH, highway=trunk", "70 / 70"),
            ("in=CH, highway=trunk, motorroad=yes", "80 / 80"),
            ("in=CH, highway=trunk, oneway=yes", "80 / -"),
            // Montenegro has no line.
            ("in=ME, highway=trunk", "80 / 80"),
            ("in=JP, highway=primary, maxspeed:type=rural", "51 / 51"),
            ("in=JP, route=ferry", "8 / 8"),
        ],
    );
    check_ways(&CAR_AS_OSRM, &[("in=JP, highway=primary", "65 / 65")]);
    check_ways(Profile::Bicycle.table(), &[("in=DE, highway=living_street", "12 / 12")]);
}

#[test]
fn in_towns_of_the_united_states_main_roads_keep_the_common_limit() {
    let of = |text, code| {
        let tags = crate::profile::testing::written(text);
        town_kmh(Country { code, left_hand: false }, RoadClass::Primary, &tags)
    };
    assert_eq!(of("highway=primary", "US"), Some(35.0 * KMH_PER_MPH));
    assert_eq!(of("highway=primary, motorroad=yes", "US"), None);
    // The class is slower than the limit, in towns and outside.
    check_ways(Profile::Car.table(), &[("in=US, highway=residential", "25 / 25")]);
    // Between towns, limits range from 40 to 80 mph depending on the state: no law is known.
    check_ways(Profile::Car.table(), &[("in=US, highway=primary", "60 / 60")]);
}

#[test]
fn the_law_bounds_a_heavy_truck_whatever_is_posted_for_all() {
    check_ways(
        Profile::Truck.table(),
        &[
            ("highway=primary, maxspeed=100", "72 / 72"),
            // Germany: 60 outside towns, driven at 47; 80 on roads for motor vehicles only.
            ("in=DE, highway=primary, maxspeed=100", "47 / 47"),
            ("in=DE, highway=primary, maxspeed=50", "37 / 37"),
            ("in=DE, highway=trunk, motorroad=yes, maxspeed=120", "68 / 68"),
            ("in=DE, highway=motorway, maxspeed=none", "68 / -"),
            ("in=DE, highway=primary, maxspeed:hgv=80, maxspeed=100", "68 / 68"),
            ("in=DE, highway=primary", "47 / 47"),
            // Scotland: 40 mph where England has 50.
            ("in=GB-SCT, highway=primary, maxspeed=60 mph", "50.94 / 50.94"),
            ("in=GB-ENG, highway=primary, maxspeed=60 mph", "68.37 / 68.37"),
            ("in=FR, highway=motorway, maxspeed=130", "76 / -"),
        ],
    );
    check_ways(Profile::Van.table(), &[("in=DE, highway=primary, maxspeed=100", "86 / 86")]);
}
