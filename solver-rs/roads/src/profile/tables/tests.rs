//! Consistency between the tables: what none of them may omit, and the order of keys.

use crate::profile::table::Size;
use crate::profile::{Access, CAR_AS_OSRM, Profile, RoadClass};

#[test]
fn a_class_has_one_rule_at_most() {
    for table in Profile::ALL.map(Profile::table).into_iter().chain([&CAR_AS_OSRM]) {
        for (idx, rule) in table.speed.classes.iter().enumerate() {
            let earlier = &table.speed.classes[..idx];
            assert!(earlier.iter().all(|other| other.class != rule.class), "{rule:?}");
        }
    }
}

#[test]
fn a_van_is_no_faster_than_a_car_and_a_truck_no_faster_than_a_van() {
    let [car, van, truck] = [Profile::Car, Profile::Van, Profile::Truck].map(Profile::table);
    for (fast, slow) in [(car, van), (van, truck)] {
        for rule in fast.speed.classes {
            let slower = slow.speed.rule_of(rule.class).unwrap();
            assert!(slower.kmh <= rule.kmh && slower.kmh_max <= rule.kmh_max, "{rule:?}");
        }
    }
}

#[test]
fn no_value_both_allows_and_forbids_access() {
    for table in Profile::ALL.map(Profile::table).into_iter().chain([&CAR_AS_OSRM]) {
        let access = &table.access;
        let paced = access.paced.iter().map(|paced| paced.0);
        let lists = [access.open, access.destination_only, access.forbidden];
        let mut values: Vec<_> = lists.into_iter().flatten().copied().chain(paced).collect();
        let count = values.len();
        values.sort_unstable();
        values.dedup();
        assert_eq!(values.len(), count, "{values:?}");
    }
}

#[test]
fn the_speeds_of_osrm_match_its_car_profile() {
    let rows = [
        (RoadClass::Motorway, 90.0),
        (RoadClass::MotorwayLink, 45.0),
        (RoadClass::Trunk, 85.0),
        (RoadClass::TrunkLink, 40.0),
        (RoadClass::Primary, 65.0),
        (RoadClass::PrimaryLink, 30.0),
        (RoadClass::Secondary, 55.0),
        (RoadClass::SecondaryLink, 25.0),
        (RoadClass::Tertiary, 40.0),
        (RoadClass::TertiaryLink, 20.0),
        (RoadClass::Unclassified, 25.0),
        (RoadClass::Residential, 25.0),
        (RoadClass::LivingStreet, 10.0),
        (RoadClass::Service, 15.0),
        (RoadClass::Ferry, 5.0),
        (RoadClass::ShuttleTrain, 10.0),
    ];
    for (class, kmh) in rows {
        assert_eq!(CAR_AS_OSRM.speed.rule_of(class).unwrap().kmh, kmh, "{class:?}");
    }
    assert_eq!(CAR_AS_OSRM.speed.classes.len(), rows.len());
}

/// Returns the rows of the speed table in `docs/profiles.md`: class, then one cell for each profile.
fn documented_speeds() -> Vec<(RoadClass, Vec<&'static str>)> {
    let page = include_str!("../../../../../docs/profiles.md");
    let section = page.split("\n## ").find(|section| section.starts_with("Speeds")).unwrap();
    let table = section.split("\n### ").next().unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `") && !line.contains("`car`"));
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let name = cells.next().unwrap().trim_matches('`');
        (RoadClass::from_name(name).unwrap(), cells.collect())
    })
    .collect()
}

#[test]
fn the_documented_speeds_match_the_tables() {
    let rows = documented_speeds();
    assert_eq!(rows.len(), RoadClass::Other as usize + 1, "each class has a row");
    for (class, cells) in rows {
        let spoken = Profile::ALL.map(|profile| {
            let Some(rule) = profile.table().speed.rule_of(class) else { return "–".to_owned() };
            let bound = if rule.kmh_max == rule.kmh {
                String::new()
            } else {
                format!(" / {}", rule.kmh_max)
            };
            let whom = match rule.untagged {
                Some(Access::Open) => "",
                Some(Access::DestinationOnly) => " ends",
                None => " named",
            };
            format!("{}{bound}{whom}", rule.kmh)
        });
        assert_eq!(cells, spoken, "{}", class.name());
    }
}

#[test]
fn the_documented_sizes_match_the_tables() {
    let page = include_str!("../../../../../docs/profiles.md");
    let row_of = |sign: &str| {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{sign}`"))).unwrap();
        let cells = row.trim_matches('|').split('|').skip(1);
        cells.map(|cell| cell.trim().parse().unwrap()).collect::<Vec<f64>>()
    };
    let of = |read: fn(&Size) -> f64| {
        let motor = [Profile::Car, Profile::Van, Profile::Truck];
        motor.map(|profile| read(profile.table().size.as_ref().unwrap())).to_vec()
    };
    assert_eq!(row_of("maxheight"), of(|size| size.height_meters));
    assert_eq!(row_of("maxwidth"), of(|size| size.width_meters));
    assert_eq!(row_of("maxlength"), of(|size| size.length_meters));
    assert_eq!(row_of("maxweight"), of(|size| size.weight_tonnes));
    assert_eq!(row_of("maxaxleload"), of(|size| size.axle_tonnes));
}
