//! Turn restrictions: what each value requires, and of whom.

use crate::profile::testing::written;
use crate::profile::{CAR_AS_OSRM, Profile, RestrictionRule, TimedRestriction};
use crate::week::WeekHours;

const FORBIDDEN: Option<RestrictionRule> = Some(RestrictionRule::Forbidden);
const MANDATORY: Option<RestrictionRule> = Some(RestrictionRule::Mandatory);

fn check(profile: Profile, rows: &[(&'static str, Option<RestrictionRule>)]) {
    for &(tags, expected) in rows {
        let rule = profile.table().restriction(&written(tags));
        assert_eq!(rule, expected, "{}: {tags}", profile.name());
    }
}

#[test]
fn each_value_forbids_a_turn_or_all_others() {
    check(
        Profile::Car,
        &[
            ("restriction=no_left_turn", FORBIDDEN),
            ("restriction=no_right_turn", FORBIDDEN),
            ("restriction=no_straight_on", FORBIDDEN),
            ("restriction=no_u_turn", FORBIDDEN),
            ("restriction=no_entry", FORBIDDEN),
            ("restriction=no_exit", FORBIDDEN),
            ("restriction=only_left_turn", MANDATORY),
            ("restriction=only_right_turn", MANDATORY),
            ("restriction=only_straight_on", MANDATORY),
            ("restriction=only_u_turn", MANDATORY),
            ("restriction=no_u_turn; no_left_turn", FORBIDDEN),
            ("restriction=give_way; only_straight_on", MANDATORY),
            ("restriction=give_way", None),
            ("type=restriction", None),
        ],
    );
}

#[test]
fn a_restriction_may_name_whom_it_concerns() {
    let rows = [
        (Profile::Truck, "restriction:hgv=no_left_turn", FORBIDDEN),
        (Profile::Car, "restriction:hgv=no_left_turn", None),
        (Profile::Car, "restriction:motorcar=only_straight_on", MANDATORY),
        (Profile::Car, "restriction:motor_vehicle=no_u_turn", FORBIDDEN),
        (Profile::Car, "restriction:vehicle=no_u_turn", FORBIDDEN),
        (Profile::Van, "restriction:goods=no_u_turn", FORBIDDEN),
        (Profile::Bicycle, "restriction:bicycle=no_u_turn", FORBIDDEN),
        (Profile::Bicycle, "restriction:motor_vehicle=no_u_turn", None),
        (Profile::Car, "restriction:motorcar=no_u_turn, except=motorcar", FORBIDDEN),
        (Profile::Truck, "type=restriction:hgv, restriction=no_left_turn", FORBIDDEN),
        (Profile::Car, "type=restriction:hgv, restriction=no_left_turn", None),
        (Profile::Car, "type=restriction, restriction=no_left_turn", FORBIDDEN),
    ];
    for (profile, tags, expected) in rows {
        check(profile, &[(tags, expected)]);
    }
}

#[test]
fn whoever_is_excepted_turns_as_before() {
    let rows = [
        (Profile::Car, "restriction=no_left_turn, except=motorcar", None),
        (Profile::Car, "restriction=no_left_turn, except=psv;motor_vehicle", None),
        (Profile::Car, "restriction=no_left_turn, except=psv; motorcar", None),
        (Profile::Car, "restriction=no_left_turn, except=psv;bicycle;hgv", FORBIDDEN),
        (Profile::Truck, "restriction=no_left_turn, except=hgv", None),
        (Profile::Van, "restriction=no_left_turn, except=goods", None),
        (Profile::Bicycle, "restriction=no_left_turn, except=bicycle", None),
        (Profile::Bicycle, "restriction=no_left_turn, except=psv", FORBIDDEN),
        (Profile::Bicycle, "restriction=no_left_turn", FORBIDDEN),
    ];
    for (profile, tags, expected) in rows {
        check(profile, &[(tags, expected)]);
    }
}

#[test]
fn each_profile_answers_to_its_names_and_to_no_other() {
    let names = ["goods", "hgv", "motorcar", "motor_vehicle", "vehicle", "bicycle", "foot", "psv"];
    let answering = [
        (Profile::Car, "motorcar motor_vehicle vehicle"),
        (Profile::Van, "goods motorcar motor_vehicle vehicle"),
        (Profile::Truck, "hgv motor_vehicle vehicle"),
        (Profile::Bicycle, "vehicle bicycle"),
    ];
    for (profile, expected) in answering {
        let answers = names.into_iter().filter(|name| {
            let excepting = format!("restriction=no_u_turn, except={name}").leak();
            profile.table().restriction(&written(excepting)).is_none()
        });
        assert_eq!(answers.collect::<Vec<_>>().join(" "), expected, "{}", profile.name());
    }
}

#[test]
fn nothing_restricts_whoever_walks() {
    check(
        Profile::Foot,
        &[("restriction=no_left_turn", None), ("restriction:foot=no_left_turn", None)],
    );
}

#[test]
fn older_hours_count_for_profiles_that_read_hours_and_always_for_others() {
    let tags =
        written("restriction=no_left_turn, day_on=Monday, day_off=Friday, hour_on=7, hour_off=18");
    let (found, unread) = Profile::Car.table().restrictions(&tags);
    assert!(!found.is_empty() && unread == 0);
    assert!(found.iter().all(|it| it.hours != WeekHours::always()), "{found:?}");
    // OSRM reads the restriction but not its hours.
    let always = TimedRestriction { rule: RestrictionRule::Forbidden, hours: WeekHours::always() };
    assert_eq!(CAR_AS_OSRM.restrictions(&tags), (vec![always], 0));
}
