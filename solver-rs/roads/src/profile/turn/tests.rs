//! Turn costs compared with OSRM's formula, computed by hand.

use crate::profile::{CAR_AS_OSRM, Profile, Turn};

const STRAIGHT: Turn = Turn {
    angle_degrees: 0.0,
    is_u_turn: false,
    road_count: 3,
    left_hand: false,
    signal: false,
    on_roundabout: false,
};

fn by(angle_degrees: f64) -> Turn {
    Turn { angle_degrees, ..STRAIGHT }
}

fn check(rows: &[(&str, Turn, u32)]) {
    for (name, turn, expected) in rows {
        assert_eq!(CAR_AS_OSRM.turn_milliseconds(turn), *expected, "{name}: {turn:?}");
    }
}

#[test]
fn the_curve_rises_with_the_angle_and_faster_across_oncoming_traffic() {
    check(&[
        // 7.5 / (1 + e^6.9875)
        ("straight on", STRAIGHT, 7),
        // 13/1.075 x 0.5 - 6.5 x 1.075 = -0.940988; 7.5 / (1 + e^0.940988) = 2.10525
        ("right", by(90.0), 2_105),
        // 0.940988; 7.5 / (1 + e^-0.940988) = 5.39475; 2 / (1 + e^-3.25) = 1.92543
        ("left", by(-90.0), 7_320),
        // 13/1.075 x 0.25 - 6.9875 = -3.964244: 0.139637 s
        ("half right", by(45.0), 140),
        // 13 x 1.075 x 0.25 - 6.046512 = -2.552762: 0.541563; plus half of the 2 s
        ("half left", by(-45.0), 1_542),
    ]);
}

#[test]
fn where_traffic_keeps_left_the_sides_change_places() {
    let mirrored = |angle_degrees| Turn { left_hand: true, ..by(angle_degrees) };
    check(&[("left", mirrored(-90.0), 2_105), ("right", mirrored(90.0), 7_320)]);
}

#[test]
fn where_only_two_roads_meet_a_bend_is_free_and_turning_back_is_not() {
    let at_two = |turn| Turn { road_count: 2, ..turn };
    let u_turn = Turn { is_u_turn: true, ..by(180.0) };
    check(&[
        ("bend", at_two(by(-90.0)), 0),
        ("bend with a signal", Turn { signal: true, ..at_two(by(-90.0)) }, 2_000),
        // 7.5 / (1 + e^-(12.0930 - 6.9875)) = 7.45475, plus 20
        ("dead end", at_two(u_turn), 27_455),
        ("turning back at a junction", u_turn, 27_455),
        // 7.5 / (1 + e^-(13.975 - 6.0465)) = 7.4973: the other side, without a cost for oncoming traffic
        ("turning back to the left", Turn { is_u_turn: true, ..by(-180.0) }, 27_497),
    ]);
}

#[test]
fn a_signal_adds_to_the_turn_and_a_roundabout_has_no_oncoming_traffic() {
    check(&[
        ("signal", Turn { signal: true, ..by(90.0) }, 4_105),
        ("roundabout", Turn { on_roundabout: true, ..by(-90.0) }, 5_395),
    ]);
}

#[test]
fn an_angle_beyond_its_range_costs_as_much_as_its_end() {
    check(&[
        ("more than back", by(1e300), 7_455),
        ("no number", Turn { signal: true, ..by(f64::NAN) }, 2_000 + 7_455),
    ]);
}

#[test]
fn each_profile_pays_for_the_same_left_turn_at_a_signal() {
    let turn = Turn { signal: true, ..by(-90.0) };
    let costs = Profile::ALL.map(|profile| profile.table().turn_milliseconds(&turn));
    // Truck: 12 x 0.719266 + 4 x 0.962673 + 7. Bicycle: 4 / (1 + e^-(7.8 - 5.416667)) + 2 x 0.962673 + 8.
    assert_eq!(costs, [12_320, 13_161, 19_482, 13_588, 0]);
}
