//! The spellings of posted limits.

use super::*;

static LIMITS: ListedLimits = ListedLimits {
    usual: &[("urban", 50.0), ("trunk", 110.0), ("living_street", 10.0)],
    exceptions: &[("ro:trunk", 100.0), ("be-vlg:rural", 70.0), ("de:motorway", 0.0)],
};

fn check(rows: &[(&str, Option<f64>)]) {
    for &(text, expected) in rows {
        assert_eq!(limit_kmh(text, &ImpliedLimits::Listed(&LIMITS), None), expected, "{text:?}");
    }
}

#[test]
fn a_number_is_kilometers_an_hour_unless_it_says_otherwise() {
    check(&[
        ("50", Some(50.0)),
        ("50 km/h", Some(50.0)),
        ("50kmh", Some(50.0)),
        ("62.5", Some(62.5)),
        ("50 mph", Some(80.467_2)),
        ("50mph", Some(80.467_2)),
        ("50 mp/h", Some(80.467_2)),
        ("50 kph", Some(50.0)),
        ("10 knots", Some(18.52)),
        ("10 knot", Some(18.52)),
        ("10 kn", Some(18.52)),
        ("10 kt", Some(18.52)),
    ]);
}

#[test]
fn words_have_a_speed_or_none() {
    check(&[
        ("none", Some(140.0)),
        ("walk", Some(6.0)),
        ("signals", None),
        ("variable", None),
        ("sign", None),
        ("default", None),
        ("", None),
        ("fast", None),
        ("0", None),
        ("-50", None),
        ("500", None),
        ("50 @ (wet)", None),
        ("50 parsecs", None),
    ]);
}

#[test]
fn of_stretches_the_lowest_counts_and_of_lanes_the_highest() {
    check(&[
        ("50;30", Some(30.0)),
        ("50; 40", Some(40.0)),
        ("signals;60", Some(60.0)),
        ("100|80|80", Some(100.0)),
        ("100 | none", Some(140.0)),
        ("100|80;60", Some(60.0)),
        ("none|100", Some(140.0)),
        ("|", None),
    ]);
}

#[test]
fn a_country_with_a_kind_of_road_means_its_law() {
    check(&[
        ("DE:urban", Some(50.0)),
        ("de:urban", Some(50.0)),
        ("RO:urban", Some(50.0)),
        ("HU:trunk", Some(110.0)),
        ("RO:trunk", Some(100.0)),
        ("BE-VLG:rural", Some(70.0)),
        ("DE:zone:30", Some(30.0)),
        ("FR:zone30", Some(30.0)),
        ("AT:30", Some(30.0)),
        // 20 miles per hour.
        ("GB:zone:20", Some(32.186_88)),
        ("GB:zone20", Some(32.186_88)),
        ("GB:20 mph", Some(32.186_88)),
        ("US:zone:20 mph", Some(32.186_88)),
        ("DE:motorway", None),
        ("DE:moon", None),
        ("D:urban", None),
        ("12:urban", None),
        ("Utopia:urban", None),
    ]);
}

#[test]
fn a_kind_without_a_country_is_that_of_the_country_of_the_way() {
    let in_country = |text, code| {
        let country = Country { code, left_hand: false };
        limit_kmh(text, &ImpliedLimits::OfLaw, Some(country))
    };
    assert_eq!(in_country("urban", "RU"), Some(60.0));
    assert_eq!(in_country("Urban", "GB-WLS"), Some(20.0 * 1.609_344));
    assert_eq!(in_country("rural", "GB-WLS"), Some(60.0 * 1.609_344));
    assert_eq!(in_country("DE:rural", "FR"), Some(100.0));
    assert_eq!(in_country("rural", "FR"), Some(80.0));
    assert_eq!(in_country("sign", "FR"), None);
    assert_eq!(limit_kmh("urban", &ImpliedLimits::OfLaw, None), None);
}
