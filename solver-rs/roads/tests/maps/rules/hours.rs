//! Roads and turns that depend on the hour.
//!
//! The windows here are 07:00 to 09:00, 09:00 to 17:00 and the rest of the weekday; in addition, there are
//! the weekend and free flow, which is the whole week.

use roads::hierarchy::LaneCosts;
use roads::map::{LaneSpeeds, ProfileMap, metric_bytes};
use roads::profile::Profile;

use crate::drawing::{At, Drawing, Drawn, Via, turn};

/// Returns the milliseconds that a car takes on residential streets, at 25 km/h.
const fn street(meters: u32) -> u32 {
    meters * 144
}

/// The cost of entering a closed road: 27.8 hours.
const CLOSED: u32 = 100_000_000;

fn windows() -> LaneSpeeds {
    let [seven, nine, seventeen] = [25_200, 32_400, 61_200];
    let hours = vec![
        vec![(seven, nine - 1)],
        vec![(nine, seventeen - 1)],
        vec![(0, seven - 1), (seventeen, 86_399)],
    ];
    LaneSpeeds { windows: vec![[1.0; 4]; 3], hours, ..LaneSpeeds::free_flow() }
}

fn by_the_hour(drawing: &Drawing) -> Drawn {
    drawing.map(Profile::Car).customized(&windows(), &[])
}

/// Returns the three windows, the weekend, and free flow.
fn lanes(costs: &LaneCosts) -> [u32; 5] {
    let all = costs.all_milliseconds();
    [all[0], all[1], all[2], all[9], all[8]]
}

fn check(drawn: &Drawn, from: At, to: At, expected: [u32; 5]) {
    let found = lanes(&drawn.costs(from, to).unwrap());
    let is_near = found.iter().zip(expected).all(|(found, it)| found.abs_diff(it) <= 10);
    assert!(is_near, "{from:?} to {to:?}: {found:?}, not {expected:?}");
}

/// From the middle of 10 to the middle of 12.
const THROUGH: [At; 2] = [(50, 0), (350, 0)];
const OVER_11: u32 = street(300) + 2 * turn::STRAIGHT;
const OVER_13: u32 = street(360) + 2 * turn::RIGHT;

#[test]
fn issue_16_a_road_is_closed_in_the_windows_of_its_hours() {
    for (tags, expected) in [
        ("", [OVER_11; 5]),
        (
            "motor_vehicle:conditional=no @ (Mo-Fr 07:00-09:00)",
            [OVER_13, OVER_11, OVER_11, OVER_11, OVER_11],
        ),
        (
            "access:conditional=no @ (Mo-Fr 06:00-09:00,16:00-18:00)",
            [OVER_13, OVER_11, OVER_11, OVER_11, OVER_11],
        ),
        ("access:conditional=no @ (Sa)", [OVER_11, OVER_11, OVER_11, OVER_13, OVER_11]),
        ("access:conditional=no @ (22:00-06:00)", [OVER_11, OVER_11, OVER_13, OVER_11, OVER_11]),
        // 112 of 168 hours.
        ("access:conditional=no @ (06:00-22:00)", [OVER_13, OVER_13, OVER_11, OVER_13, OVER_13]),
        ("access:conditional=no @ (weight>7.5)", [OVER_11; 5]),
        ("access:conditional=no @ (Apr-Oct)", [OVER_11; 5]),
        (
            "access=no, access:conditional=yes @ (Mo-Fr 07:00-09:00)",
            [OVER_11, OVER_13, OVER_13, OVER_13, OVER_13],
        ),
    ] {
        check(&by_the_hour(&Drawing::bypass(tags)), THROUGH[0], THROUGH[1], expected);
    }
}

#[test]
fn a_rule_that_holds_for_half_of_a_window_holds_in_it() {
    for (hours, expected) in [("08:00-09:00", OVER_13), ("08:01-09:00", OVER_11)] {
        let drawn =
            by_the_hour(&Drawing::bypass(&format!("access:conditional=no @ (Mo-Fr {hours})")));
        check(&drawn, THROUGH[0], THROUGH[1], [expected, OVER_11, OVER_11, OVER_11, OVER_11]);
    }
    // Three of five mornings.
    for (days, expected) in [("Mo-We", OVER_13), ("Mo,Tu", OVER_11)] {
        let drawn =
            by_the_hour(&Drawing::bypass(&format!("access:conditional=no @ ({days} 07:00-09:00)")));
        check(&drawn, THROUGH[0], THROUGH[1], [expected, OVER_11, OVER_11, OVER_11, OVER_11]);
    }
}

#[test]
fn vehicles_on_a_closed_road_go_on_and_leave() {
    let drawn = by_the_hour(&Drawing::bypass("access:conditional=no @ (Mo-Fr 07:00-09:00)"));
    let inside = street(150) + turn::STRAIGHT;
    check(&drawn, (50, 0), (200, 0), [inside + CLOSED, inside, inside, inside, inside]);
    check(&drawn, (200, 0), (50, 0), [inside; 5]);
    check(&drawn, (150, 0), (250, 0), [street(100); 5]);
    // A vehicle at the junction has not entered yet.
    let in_100 = street(100);
    check(&drawn, (100, 0), (200, 0), [in_100 + CLOSED, in_100, in_100, in_100, in_100]);
    check(&drawn, (200, 0), (100, 0), [in_100; 5]);
}

#[test]
fn closed_roads_one_after_the_other_are_entered_once() {
    // Ways 11, 12 and 13, of 100 m each, are closed; 12 and 13 both start where 11 ends.
    let closed = "access:conditional=no @ (Mo-Fr 07:00-09:00)";
    let drawing = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 300, 0)
        .node(5, 200, 100)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], closed)
        .way(12, &[3, 4], closed)
        .way(13, &[3, 5], closed);
    let drawn = by_the_hour(&drawing);
    let to_12 = street(50 + 100 + 50) + turn::STRAIGHT;
    check(&drawn, (50, 0), (250, 0), [to_12 + CLOSED, to_12, to_12, to_12, to_12]);
    // The junction in the middle is inside, so a trip from there has entered already.
    check(&drawn, (200, 0), (250, 0), [street(50); 5]);
}

#[test]
fn a_road_for_ends_of_trips_at_hours_is_no_way_through_then() {
    for tags in [
        "motor_vehicle:conditional=destination @ (Mo-Fr 07:00-09:00)",
        "motor_vehicle=no, motor_vehicle:conditional=yes @ delivery; \
         yes @ (Mo-Fr 09:00-07:00); yes @ (Sa,Su)",
    ] {
        let drawn = by_the_hour(&Drawing::bypass(tags));
        let expected = [OVER_13, OVER_11, OVER_11, OVER_11, OVER_11];
        check(&drawn, THROUGH[0], THROUGH[1], expected);
        let inside = street(150) + turn::STRAIGHT;
        check(&drawn, (50, 0), (200, 0), [inside; 5]);
        check(&drawn, (200, 0), (50, 0), [inside; 5]);
        check(&drawn, (150, 0), (250, 0), [street(100); 5]);
    }
}

#[test]
fn a_limit_holds_in_the_windows_of_its_hours() {
    // A limit of 20 is driven at 18 km/h: 200 ms per meter.
    let drawn = by_the_hour(&Drawing::bypass("maxspeed:conditional=20 @ (Mo-Fr 07:00-09:00)"));
    let slow = street(100) + 40_000 + 2 * turn::STRAIGHT;
    check(&drawn, THROUGH[0], THROUGH[1], [slow, OVER_11, OVER_11, OVER_11, OVER_11]);
    // For a place in the middle, half of the road lies before it.
    let half = street(50) + 20_000 + turn::STRAIGHT;
    let usual = street(150) + turn::STRAIGHT;
    check(&drawn, (50, 0), (200, 0), [half, usual, usual, usual, usual]);
}

#[test]
fn ways_with_different_limits_at_hours_are_parts_of_one_segment() {
    let limit = "maxspeed:conditional=20 @ (Mo-Fr 07:00-09:00)";
    let drawing = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 300, 0)
        .way(10, &[1, 2], "")
        .way(11, &[3, 2], limit);
    let drawn = by_the_hour(&drawing);
    assert_eq!(drawn.map.segment_count(), 1);
    let slow = street(100) + 40_000;
    check(&drawn, (0, 0), (300, 0), [slow, street(300), street(300), street(300), street(300)]);
    check(&drawn, (300, 0), (0, 0), [slow, street(300), street(300), street(300), street(300)]);
}

#[test]
fn a_road_is_one_way_in_the_windows_of_its_hours() {
    let drawn = by_the_hour(&Drawing::bypass("oneway:conditional=yes @ (Mo-Fr 07:00-09:00)"));
    check(&drawn, THROUGH[0], THROUGH[1], [OVER_11; 5]);
    let back_over_13 = street(360) + 2 * turn::LEFT;
    check(&drawn, THROUGH[1], THROUGH[0], [back_over_13, OVER_11, OVER_11, OVER_11, OVER_11]);
}

#[test]
fn a_turn_is_forbidden_in_the_windows_of_its_hours() {
    //        4 (100, 100)
    //        │20
    //  1 ─10─2─11─ 3 (200, 0)
    //        │30
    //        5 (100, -100)
    let crossing = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 100, 100)
        .node(5, 100, -100)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "")
        .way(20, &[2, 4], "")
        .way(30, &[2, 5], "");
    let left = street(100) + turn::LEFT;
    // Straight on to the end of 11, back, and then a right turn.
    let around = street(300) + turn::STRAIGHT + turn::BACK + turn::RIGHT;
    for tags in [
        "restriction:conditional=no_left_turn @ (Mo-Fr 07:00-09:00)",
        "restriction:conditional=only_straight_on @ (Mo-Fr 07:00-09:00)",
        "restriction=no_left_turn, day_on=Monday, day_off=Friday, hour_on=07:00, hour_off=09:00",
    ] {
        let drawing = crossing.clone().relation(tags, &[10], Via::Node(2), &[20]);
        // `only_straight_on` leads to 11.
        let to = if tags.contains("only") { 11 } else { 20 };
        let drawing = if to == 20 {
            drawing
        } else {
            crossing.clone().relation(tags, &[10], Via::Node(2), &[to])
        };
        let drawn = by_the_hour(&drawing);
        check(&drawn, (50, 0), (100, 50), [around, left, left, left, left]);
        check(&drawn, (50, 0), (150, 0), [street(100) + turn::STRAIGHT; 5]);
    }
}

#[test]
fn a_demand_at_hours_and_one_at_all_times_hold_together() {
    // Straight on is mandatory at all times; from 7 to 9, turning right is allowed as well.
    //  1 ─10─2─11─ 3       30 leads to the south
    let drawing = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(5, 100, -100)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "")
        .way(30, &[2, 5], "")
        .relation("restriction=only_straight_on", &[10], Via::Node(2), &[11])
        .relation(
            "restriction:conditional=only_right_turn @ (Mo-Fr 07:00-09:00)",
            &[10],
            Via::Node(2),
            &[30],
        );
    let drawn = by_the_hour(&drawing);
    let right = street(100) + turn::RIGHT;
    let around = street(300) + turn::STRAIGHT + turn::BACK + turn::LEFT;
    check(&drawn, (50, 0), (100, -50), [right, around, around, around, around]);
    check(&drawn, (50, 0), (150, 0), [street(100) + turn::STRAIGHT; 5]);
}

#[test]
fn before_a_closed_road_one_turns_back() {
    //  1 ─10─ 2 ─11─ 3 ──12── 4       20 comes from the south and may not turn left; 12, 200 m, is a dead end
    //         ▲20
    //         5
    let drawing = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 400, 0)
        .node(5, 100, -100)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "")
        .way(12, &[3, 4], "access:conditional=no @ (Mo-Fr 07:00-09:00)")
        .way(20, &[5, 2], "oneway=yes")
        .restriction("no_left_turn", &[20], Via::Node(2), &[10]);
    let drawn = by_the_hour(&drawing);
    let turns = turn::RIGHT + turn::BACK + turn::STRAIGHT;
    let at_its_end = street(50 + 100 + 400 + 100 + 50) + turns;
    let before_it = street(50 + 100 + 100 + 50) + turns;
    let expected = [before_it, at_its_end, at_its_end, at_its_end, at_its_end];
    check(&drawn, (100, -50), (50, 0), expected);
}

#[test]
fn places_do_not_stay_on_roads_that_are_closed_for_most_of_the_week() {
    let snapped = |tags: &str| {
        let drawn = by_the_hour(&Drawing::bypass(tags));
        let places = drawn.places(&[(50, 0), (200, 5)]);
        format!("{:.0}", places[1].unwrap().snap_meters)
    };
    assert_eq!(snapped("access:conditional=no @ (22:00-06:00)"), "5");
    // The bypass is 30 m to the south.
    assert_eq!(snapped("access:conditional=no @ (06:00-22:00)"), "35");
    assert_eq!(snapped("vehicle=no, vehicle:conditional=delivery @ (06:00-11:00)"), "35");
}

#[test]
fn places_reached_only_by_a_mostly_closed_road_are_an_island() {
    //  1 ─10─ 2 ┄11┄ 3 ─12─ 4
    let drawing = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 230, 0)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "access=no, access:conditional=yes @ (Sa,Su)")
        .way(12, &[3, 4], "");
    let drawn = by_the_hour(&drawing);
    let places = drawn.places(&[(50, 0), (215, 0)]);
    assert!(places[1].unwrap().snap_meters > 100.0, "{places:?}");
    // Snapped alone, it stays on the island.
    let there = street(50 + 100 + 15);
    let closed = there + CLOSED;
    check(&drawn, (50, 0), (215, 0), [closed, closed, closed, there, closed]);
}

#[test]
fn bicycles_have_the_rule_that_holds_for_most_of_the_week() {
    let drawing = Drawing::bypass("bicycle:conditional=no @ (06:00-22:00)");
    let drawn = drawing.map(Profile::Bicycle).customized(&windows(), &[]);
    let all = lanes(&drawn.costs(THROUGH[0], THROUGH[1]).unwrap());
    // 225 ms per meter.
    assert!(all.iter().all(|it| it.abs_diff(360 * 225) <= 10 && *it == all[0]), "{all:?}");
}

#[test]
fn a_map_with_hours_is_read_back_and_has_the_expected_costs() {
    let drawing = Drawing::bypass(
        "maxspeed:conditional=20 @ (Mo-Fr 07:00-09:00), access:conditional=no @ (22:00-06:00)",
    )
    .relation("restriction:conditional=no_right_turn @ (Su)", &[10], Via::Node(2), &[13]);
    let drawn = by_the_hour(&drawing);
    let bytes = drawn.map.encode();
    let again = ProfileMap::decode(&bytes).unwrap();
    assert_eq!(again.encode(), bytes);
    assert_eq!(again.size(), drawn.map.size());
    assert_eq!(again.customize(&windows(), &[]), drawn.metric);
    let size = drawn.map.size();
    assert!(size.closed_count > 0 && size.timed_pace_count == 2, "{size:?}");
    let foretold = metric_bytes(Profile::Car, &size, &windows(), &[]);
    assert_eq!(foretold, drawn.metric.bytes() as u64);
    // The factors are equal, but each window is stored separately: four windows and both other lanes.
    assert!(foretold > size.cost_count * 32, "{foretold}");
    let plain = Drawing::bypass("").map(Profile::Car).map.size();
    assert_eq!(metric_bytes(Profile::Car, &plain, &windows(), &[]), plain.cost_count * 8);
}
