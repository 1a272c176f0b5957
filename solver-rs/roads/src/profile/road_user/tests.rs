//! Texts of road users, and the effect of signs on them.

use super::*;
use crate::profile::testing::{check_ways, written};

#[test]
fn a_text_is_a_profile_or_a_vehicle_that_differs_from_one() {
    let truck = RoadUser::parse("truck").unwrap();
    assert_eq!((truck.name(), truck.text(), truck.profile()), ("truck", "truck", Profile::Truck));
    let own = RoadUser::parse("tall_2=truck:height=4.2:hazmat").unwrap();
    assert_eq!((own.name(), own.profile()), ("tall_2", Profile::Truck));
    assert_eq!(own.text(), "tall_2=truck:height=4.2:hazmat");
    let old = RoadUser::parse("old=van:avoid_low_emission_zones").unwrap();
    assert!(old.table().avoids_zones && !own.table().avoids_zones);
    for text in [
        "lorry",
        "Tall=truck",
        "=truck",
        "car=truck",
        "tall=lorry",
        "tall=truck:depth=3",
        "tall=truck:height",
        "tall=truck:height=high",
        "tall=truck:height=-1",
        "tall=truck:height=10000",
        "tall=foot:height=1",
        "old=van:avoid",
    ] {
        assert!(RoadUser::parse(text).is_none(), "{text}");
    }
}

#[test]
fn each_measure_is_held_against_its_sign() {
    let rows = [
        ("height=4.2", "maxheight=4.1", "maxheight=4.2"),
        ("width=3", "maxwidth=2.9", "maxwidth=3"),
        ("length=16.5", "maxlength=16", "maxlength=16.5"),
        ("weight=40", "maxweight=38", "maxweight=40"),
        ("axle_load=13", "maxaxleload=12.5", "maxaxleload=13"),
        ("weight=40", "maxweight:hgv=38", "maxweight:hgv=40"),
    ];
    for (measure, closed, open) in rows {
        let own = RoadUser::parse(&format!("own=truck:{measure}")).unwrap();
        let road = |sign: &str| -> &'static str { format!("highway=primary, {sign}").leak() };
        check_ways(own.table(), &[(road(closed), "closed"), (road(open), "52 / 52")]);
        assert!(own.table().node(&written(closed)).blocked, "{closed}");
        assert!(!own.table().node(&written(open)).blocked, "{open}");
    }
    // With 7.5 t and 3.2 m it passes where the truck of 18 t and 4 m does not.
    let small = RoadUser::parse("small=truck:weight=7.5:height=3.2").unwrap();
    let road = "highway=primary, maxweight=7.5, maxheight=3.5";
    check_ways(small.table(), &[(road, "52 / 52")]);
    check_ways(Profile::Truck.table(), &[(road, "closed")]);
}

#[test]
fn dangerous_goods_keep_off_roads_that_are_closed_to_them() {
    let own = RoadUser::parse("tanker=truck:hazmat").unwrap();
    let rows = [
        ("highway=primary, hazmat=no", "closed"),
        ("highway=primary, hazmat:forward=no", "- / 52"),
        ("highway=primary, hazmat=designated", "52 / 52"),
        ("highway=primary, hazmat=destination", "52 ends / 52 ends"),
        ("highway=primary, hazmat:water=no", "closed"),
        ("highway=primary, hazmat:adr_tunnel_cat=A", "52 / 52"),
        ("highway=primary, hazmat:adr_tunnel_cat=C", "closed"),
        ("highway=primary, hazmat:tunnel_cat=E", "closed"),
    ];
    check_ways(own.table(), &rows);
    for (tags, _) in rows {
        check_ways(Profile::Truck.table(), &[(tags, "52 / 52")]);
    }
    assert!(own.table().node(&written("barrier=toll_booth, hazmat=no")).blocked);
    assert!(!Profile::Truck.table().node(&written("barrier=toll_booth, hazmat=no")).blocked);
}
