//! Conditional tags: which value applies when, and to whom.

use super::*;
use crate::profile::Profile;
use crate::profile::testing::written;

/// Monday 08:00.
const MONDAY_8: u16 = 8 * 60;
/// Sunday 08:00.
const SUNDAY_8: u16 = 6 * 1440 + MONDAY_8;

/// Returns `access` on Monday and Sunday at 8 for through traffic, on Monday for the end of a trip, and the
/// number of conditions that could not be parsed.
fn values(profile: Profile, text: &'static str) -> ([Option<String>; 3], u32) {
    let tags = written(text);
    let conditions = Conditions::of(profile.table(), &tags).unwrap();
    let at = |minute, is_end| {
        let tags = AtMinute { tags: &tags, conditions: &conditions, minute, is_end };
        tags.get("access").map(str::to_owned)
    };
    let found = [at(MONDAY_8, false), at(SUNDAY_8, false), at(MONDAY_8, true)];
    (found, conditions.unread_count())
}

fn check(profile: Profile, rows: &[(&'static str, [&str; 3], u32)]) {
    for &(text, expected, unread_count) in rows {
        let (found, unread) = values(profile, text);
        let found = found.each_ref().map(|value| value.as_deref().unwrap_or("-"));
        assert_eq!((found, unread), (expected, unread_count), "{}: {text}", profile.name());
    }
}

#[test]
fn a_value_holds_when_its_condition_does_and_the_last_one_counts() {
    check(
        Profile::Car,
        &[
            ("access:conditional=no @ (Mo-Fr 07:00-09:00)", ["no", "-", "no"], 0),
            ("access=yes, access:conditional=no @ (Mo-Fr 07:00-09:00)", ["no", "yes", "no"], 0),
            ("access:conditional=no @ Mo-Fr 07:00-09:00", ["no", "-", "no"], 0),
            ("access:conditional=no @ (07:00-09:00); yes @ (Su)", ["no", "yes", "no"], 0),
            ("access:conditional=yes @ (Su); no @ (07:00-09:00)", ["no", "no", "no"], 0),
            ("access:conditional=no @ (Mo 07:00-09:00; Su 07:00-09:00);", ["no", "no", "no"], 0),
            ("access:conditional=no @ (24/7 AND Mo)", ["no", "-", "no"], 0),
            ("access:conditional=no @ ((Mo) AND (07:00-09:00))", ["no", "-", "no"], 0),
            ("access:conditional=no @ (Mo and 24/7)", ["no", "-", "no"], 0),
            ("access:forward:conditional=no @ (Mo)", ["-", "-", "-"], 0),
        ],
    );
}

#[test]
fn ends_of_trips_are_asked_apart() {
    check(
        Profile::Car,
        &[
            ("access=no, access:conditional=yes @ destination", ["no", "no", "yes"], 0),
            ("access=no, access:conditional=yes @ (delivery AND Su)", ["no", "no", "no"], 0),
            ("access=no, access:conditional=yes @ (delivery AND Mo)", ["no", "no", "yes"], 0),
        ],
    );
}

#[test]
fn sizes_of_the_vehicle_are_compared() {
    // The truck has 18 t and is 4 m high and 12 m long; the van has 3.5 t.
    for (text, truck, van, bicycle) in [
        ("access:conditional=no @ (weight>7.5)", "no", "-", "-"),
        ("access:conditional=no @ (weight > 7.5 t)", "no", "-", "-"),
        ("access:conditional=no @ (weight>=18)", "no", "-", "-"),
        ("access:conditional=no @ (weight>18)", "-", "-", "-"),
        ("access:conditional=no @ (weight<7.5)", "-", "no", "no"),
        ("access:conditional=no @ (weight<=3.5)", "-", "no", "no"),
        ("access:conditional=no @ (maxweightrating>3500 kg)", "no", "-", "-"),
        ("access:conditional=no @ (length>10 m)", "no", "-", "-"),
        ("access:conditional=no @ (height>3.5)", "no", "-", "-"),
        ("access:conditional=no @ (width>2.1)", "no", "-", "-"),
        ("access:conditional=no @ (axleload>10)", "no", "-", "-"),
        ("access:conditional=no @ (weight>7.5 AND Mo)", "no", "-", "-"),
        ("access:conditional=no @ (Su AND weight>7.5)", "-", "-", "-"),
    ] {
        for (profile, expected) in
            [(Profile::Truck, truck), (Profile::Van, van), (Profile::Bicycle, bicycle)]
        {
            let (found, unread) = values(profile, text);
            let found = found[0].as_deref().unwrap_or("-");
            assert_eq!((found, unread), (expected, 0), "{}: {text}", profile.name());
        }
    }
}

#[test]
fn roads_are_dry_and_unknown_conditions_do_not_apply_and_are_counted() {
    check(
        Profile::Car,
        &[
            ("access:conditional=no @ (wet)", ["-", "-", "-"], 0),
            ("access:conditional=no @ snow", ["-", "-", "-"], 0),
            ("access:conditional=no @ (hazmat)", ["-", "-", "-"], 0),
            ("access:conditional=no @ (Apr-Oct)", ["-", "-", "-"], 1),
            ("access:conditional=no @ (sunset-sunrise); yes @ (Mo)", ["yes", "-", "yes"], 1),
            ("access:conditional=no @ (occupants>1)", ["-", "-", "-"], 1),
            ("access:conditional=no @ (weight=7.5)", ["-", "-", "-"], 1),
            ("access:conditional=no @ (Mo AND residents)", ["-", "-", "-"], 1),
            ("access:conditional=no", ["-", "-", "-"], 1),
            ("access:conditional=no @", ["-", "-", "-"], 1),
            ("access:conditional=", ["-", "-", "-"], 0),
            // No rule reads the key of bicycles.
            ("bicycle:conditional=no @ (Apr-Oct)", ["-", "-", "-"], 0),
        ],
    );
}

#[test]
fn tags_without_conditions_and_tables_that_heed_none_have_none() {
    let table = Profile::Car.table();
    assert!(Conditions::of(table, &written("access=no")).is_none());
    let conditional = written("access:conditional=no @ (Mo)");
    assert!(Conditions::of(table, &conditional).is_some());
    assert!(Conditions::of(&crate::profile::CAR_AS_OSRM, &conditional).is_none());
}
