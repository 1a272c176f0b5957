//! Ways and restrictions over the week.

use super::*;
use crate::profile::Profile;
use crate::profile::testing::{direction_described, written};

/// Describes a way: what it is at some hour; then, where that varies, for each direction the hours per week
/// in which it is closed, in which it is open to ends only, and in which it has other paces.
fn described(profile: Profile, text: &'static str) -> String {
    let Some(week) = profile.table().way_week(&written(text), None) else {
        return "without conditions".to_owned();
    };
    let Some(travel) = week.travel else { return "closed".to_owned() };
    let hours = |hours: &WeekHours| f64::from(hours.minutes()) / 60.0;
    let of = |direction, by_hour: &DirectionHours| {
        let mut text = direction_described(direction);
        if !by_hour.closed.is_never() {
            text += &format!(" closed {} h", hours(&by_hour.closed));
        }
        if !by_hour.ends_only.is_never() {
            text += &format!(" for ends {} h", hours(&by_hour.ends_only));
        }
        for (at, pace) in &by_hour.paces {
            let Pace::KilometersPerHour(kmh) = pace else { panic!("{pace:?}") };
            text += &format!(" at {kmh} {} h", hours(at));
        }
        text
    };
    let [forward, backward] = &week.hours;
    format!("{} / {}", of(travel.forward, forward), of(travel.backward, backward))
}

fn check(profile: Profile, rows: &[(&'static str, &str)]) {
    for &(text, expected) in rows {
        assert_eq!(described(profile, text), expected, "{}: {text}", profile.name());
    }
}

#[test]
fn a_road_is_closed_at_hours() {
    check(
        Profile::Car,
        &[
            ("highway=residential", "without conditions"),
            (
                "highway=residential, motor_vehicle:conditional=no @ (Mo-Fr 07:00-09:00)",
                "25 closed 10 h / 25 closed 10 h",
            ),
            (
                "highway=residential, access:conditional=no @ (22:00-06:00)",
                "25 closed 56 h / 25 closed 56 h",
            ),
            (
                "highway=residential, motor_vehicle:forward:conditional=no @ (Su)",
                "25 closed 24 h / 25",
            ),
            (
                "highway=residential, access=no, vehicle:conditional=yes @ (Su)",
                "25 closed 144 h / 25 closed 144 h",
            ),
            ("highway=residential, access=no, access:conditional=no @ (Su)", "closed"),
            // The more specific key takes precedence, and the others are not read.
            ("highway=residential, motorcar=yes, access:conditional=no @ (Su)", "25 / 25"),
            ("highway=residential, bicycle:conditional=no @ (Su)", "25 / 25"),
        ],
    );
}

#[test]
fn a_road_is_for_ends_of_trips_at_hours() {
    check(
        Profile::Van,
        &[
            (
                "highway=residential, motor_vehicle:conditional=destination @ (07:00-19:00)",
                "23 for ends 84 h / 23 for ends 84 h",
            ),
            (
                "highway=residential, vehicle=no, vehicle:conditional=delivery @ (Mo-Sa 05:00-11:00)",
                "23 ends closed 132 h / 23 ends closed 132 h",
            ),
            (
                "highway=residential, vehicle=destination, vehicle:conditional=no @ (Su)",
                "23 ends closed 24 h / 23 ends closed 24 h",
            ),
            (
                "highway=residential, goods=no, goods:conditional=yes @ destination",
                "23 ends / 23 ends",
            ),
            (
                "highway=residential, vehicle=no, vehicle:conditional=yes @ (delivery AND Mo)",
                "23 ends closed 144 h / 23 ends closed 144 h",
            ),
        ],
    );
}

#[test]
fn a_limit_holds_at_hours() {
    // 60 without a limit, 26 under a limit of 30, 42 under one of 50; see `docs/profiles.md`.
    check(
        Profile::Car,
        &[
            (
                "highway=primary, maxspeed:conditional=30 @ (22:00-06:00)",
                "60 at 26 56 h / 60 at 26 56 h",
            ),
            (
                "highway=primary, maxspeed=50, maxspeed:forward:conditional=30 @ (Mo-Fr 07:00-17:00)",
                "42 at 26 50 h / 42",
            ),
            (
                "highway=primary, maxspeed=50, maxspeed:conditional=30 @ (06:00-22:00)",
                "26 at 42 56 h / 26 at 42 56 h",
            ),
            ("highway=primary, maxspeed=50, maxspeed:conditional=none @ (wet)", "42 / 42"),
            ("highway=primary, maxspeed=50, maxspeed:conditional=30 @ (weight>7.5)", "42 / 42"),
        ],
    );
    check(
        Profile::Truck,
        &[
            ("highway=primary, maxspeed=50, maxspeed:conditional=30 @ (weight>7.5)", "23 / 23"),
            ("highway=primary, hgv:conditional=no @ (weight>7.5)", "closed"),
            ("highway=primary, hgv:conditional=no @ (22:00-06:00 AND weight>20)", "52 / 52"),
            (
                "highway=primary, maxweight=7.5, maxweight:conditional=none @ destination",
                "52 ends / 52 ends",
            ),
            (
                "highway=primary, maxheight=3.5, maxheight:conditional=4.5 @ (Su)",
                "52 closed 144 h / 52 closed 144 h",
            ),
        ],
    );
}

#[test]
fn a_road_is_one_way_at_hours() {
    check(
        Profile::Car,
        &[
            ("highway=residential, oneway:conditional=yes @ (Su)", "25 / 25 closed 24 h"),
            (
                "highway=residential, oneway=reversible, oneway:conditional=yes @ (00:00-12:00); -1 @ (12:00-24:00)",
                "25 closed 84 h / 25 closed 84 h",
            ),
        ],
    );
}

#[test]
fn profiles_without_traffic_have_the_rule_that_holds_longest() {
    check(
        Profile::Bicycle,
        &[
            ("highway=residential, bicycle:conditional=no @ (22:00-06:00)", "16 / 16"),
            ("highway=residential, bicycle:conditional=no @ (06:00-22:00)", "closed"),
            ("highway=residential, bicycle:conditional=no @ (Apr-Oct)", "16 / 16"),
        ],
    );
    check(
        Profile::Foot,
        &[("highway=footway, access=no, foot:conditional=yes @ (06:00-22:00)", "5 / 5")],
    );
}

/// Returns the hours per week in which turns are forbidden and mandatory, and the number of unparsed
/// conditions.
fn restricted(profile: Profile, text: &'static str) -> (u16, u16, u32) {
    let (held, unread_count) = profile.table().restrictions(&written(text));
    let hours = |rule| {
        let with_rule = held.iter().filter(|it| it.rule == rule);
        with_rule.map(|it| it.hours.minutes() / 60).sum::<u16>()
    };
    (hours(RestrictionRule::Forbidden), hours(RestrictionRule::Mandatory), unread_count)
}

#[test]
fn restrictions_hold_at_hours() {
    for (text, profile, expected) in [
        ("restriction=no_left_turn", Profile::Car, (168, 0, 0)),
        ("restriction:conditional=no_left_turn @ (Mo-Fr 07:00-09:00)", Profile::Car, (10, 0, 0)),
        ("restriction:conditional=only_right_turn @ (07:00-19:00)", Profile::Car, (0, 84, 0)),
        (
            "restriction=no_u_turn, restriction:conditional=only_straight_on @ (07:00-19:00)",
            Profile::Car,
            (84, 84, 0),
        ),
        ("restriction:conditional=no_left_turn @ (Mo), except=motorcar", Profile::Car, (0, 0, 0)),
        ("restriction:conditional=no_left_turn @ (Apr-Oct)", Profile::Car, (0, 0, 1)),
        ("restriction:hgv:conditional=no_left_turn @ (Mo)", Profile::Car, (0, 0, 0)),
        ("restriction:hgv:conditional=no_left_turn @ (Mo)", Profile::Truck, (24, 0, 0)),
        ("restriction:hgv:conditional=no_left_turn @ (weight>7.5)", Profile::Truck, (168, 0, 0)),
        ("restriction:conditional=no_left_turn @ (06:00-22:00)", Profile::Bicycle, (168, 0, 0)),
        ("restriction:conditional=no_left_turn @ (22:00-06:00)", Profile::Bicycle, (0, 0, 0)),
        ("restriction:conditional=no_left_turn @ (Mo)", Profile::Foot, (0, 0, 0)),
    ] {
        assert_eq!(restricted(profile, text), expected, "{}: {text}", profile.name());
    }
}

#[test]
fn older_relations_name_their_hours_by_tags_of_their_own() {
    for (text, expected) in [
        ("restriction=no_left_turn, hour_on=07:00, hour_off=09:00", (14, 0, 0)),
        ("restriction=no_left_turn, hour_on=22:00, hour_off=6:00", (56, 0, 0)),
        ("restriction=no_left_turn, day_on=Monday, day_off=Friday", (120, 0, 0)),
        ("restriction=no_left_turn, day_on=Saturday, day_off=Monday", (72, 0, 0)),
        (
            "restriction=no_left_turn, day_on=Monday, day_off=Friday, hour_on=07:00, hour_off=09:00",
            (10, 0, 0),
        ),
        ("restriction=no_left_turn, hour_on=7, hour_off=9", (14, 0, 0)),
        ("restriction=no_left_turn, day_on=Mo, day_off=Fri", (120, 0, 0)),
        ("restriction=no_left_turn, day_on=M", (0, 0, 1)),
        ("restriction=no_left_turn, day_on=weekdays", (0, 0, 1)),
        ("restriction=no_left_turn, hour_on=07:00;16:00, hour_off=09:00;18:00", (0, 0, 1)),
        ("restriction=give_way, hour_on=07:00", (0, 0, 0)),
    ] {
        assert_eq!(restricted(Profile::Car, text), expected, "{text}");
    }
}
