//! The spellings of units, each with its value.

use super::*;

fn check(read: fn(&str) -> Option<f64>, rows: &[(&str, Option<f64>)]) {
    for &(text, expected) in rows {
        let value = read(text);
        let agrees = match (value, expected) {
            (Some(value), Some(expected)) => (value - expected).abs() < 1e-9,
            (value, expected) => value == expected,
        };
        assert!(agrees, "{text:?}: {value:?}, expected {expected:?}");
    }
}

#[test]
fn lengths_are_meters_unless_they_say_otherwise() {
    check(
        meters,
        &[
            ("3.5", Some(3.5)),
            ("3,5", Some(3.5)),
            ("3.5 m", Some(3.5)),
            (" 3.5m ", Some(3.5)),
            ("350 cm", Some(3.5)),
            ("12 ft", Some(3.6576)),
            ("12'", Some(3.6576)),
            ("12 feet", Some(3.6576)),
            ("1 foot", Some(0.3048)),
            // 7 x 0.3048 + 6 x 0.0254
            ("7'6\"", Some(2.286)),
            ("7' 6\"", Some(2.286)),
            ("7'6", Some(2.286)),
            ("7 ft 6 in", Some(2.286)),
            ("90\"", Some(2.286)),
            ("90 in", Some(2.286)),
            ("7'-6\"", Some(2.286)),
            ("7' - 6\"", Some(2.286)),
            ("7′6″", Some(2.286)),
            ("7’6”", Some(2.286)),
            ("7 ft -6", Some(2.286)),
            ("default", None),
            ("none", None),
            ("unsigned", None),
            ("", None),
            ("m", None),
            ("3.5.1", None),
            ("3 apples", None),
            ("12'x", None),
            ("0", None),
            ("-3", None),
            (".", None),
        ],
    );
}

#[test]
fn weights_are_tonnes_unless_they_say_otherwise() {
    check(
        tonnes,
        &[
            ("3.5", Some(3.5)),
            ("3.5 t", Some(3.5)),
            ("7,5t", Some(7.5)),
            ("40 tons", Some(40.0)),
            ("3500 kg", Some(3.5)),
            ("3,500 kg", Some(3.5)),
            // 0.45359237 kg per pound.
            ("10000 lbs", Some(4.535_923_7)),
            ("10000 lb", Some(4.535_923_7)),
            ("10,000 lbs", Some(4.535_923_7)),
            // Short tons of 2,000 pounds.
            ("5 st", Some(4.535_923_7)),
            // Long tons of 2,240 pounds and hundredweights of 112: 3 of the former are 60 of the latter.
            ("3 lt", Some(3.048_140_726_4)),
            ("60 cwt", Some(3.048_140_726_4)),
            ("none", None),
            ("5 stones", None),
            ("0", None),
        ],
    );
}

#[test]
fn durations_are_clock_times_minutes_or_periods() {
    check(
        duration_seconds,
        &[
            ("01:30", Some(5_400.0)),
            ("1:30", Some(5_400.0)),
            ("00:05:30", Some(330.0)),
            ("01:05:30", Some(3_930.0)),
            (" 01:30 ", Some(5_400.0)),
            ("20", Some(1_200.0)),
            ("PT1H30M", Some(5_400.0)),
            ("PT90M", Some(5_400.0)),
            ("PT45S", Some(45.0)),
            ("PT0.5H", Some(1_800.0)),
            ("P1DT2H", Some(93_600.0)),
            ("P1W", Some(604_800.0)),
            ("00:00", None),
            ("P3W", None),
            ("400:00", None),
            ("1:2:3:4", None),
            ("-5", None),
            ("ten minutes", None),
            ("PT1X", None),
            ("PT1", None),
            ("PTM", None),
            ("P1M", None),
            ("P", None),
            ("", None),
        ],
    );
}
