//! Speeds: factors of windows, and rules for classes, ways and areas.

use roads::hierarchy::UNREACHABLE_MILLISECONDS;
use roads::map::{LaneMask, LaneSpeeds, RulePlace, SpeedChange, SpeedRule, metric_bytes};
use roads::profile::{Profile, RoadClass};

use crate::drawing::{At, Drawing, Drawn, degrees_east, degrees_north, free_flow};

/// Windows 0 to 7, then the weekend, then free flow.
type Lanes = [u32; 10];

/// Returns the milliseconds of a trip in all lanes.
fn lanes(drawn: &Drawn, from: At, to: At) -> Lanes {
    let costs = drawn.costs(from, to).unwrap();
    let high = |paired: i64| u32::try_from(paired >> 32).unwrap();
    std::array::from_fn(|lane| match lane {
        8 => high(costs.paired[1]),
        9 => high(costs.paired[0]),
        window => costs.windows[window],
    })
}

fn rule(place: RulePlace, lanes: LaneMask, change: SpeedChange) -> SpeedRule {
    SpeedRule { place, class: None, lanes, change }
}

fn everywhere(change: SpeedChange) -> SpeedRule {
    rule(RulePlace::Everywhere, LaneMask::ALL, change)
}

/// 100 m each: residential (14,400 ms), primary at 60 km/h (6,000 ms), residential again.
/// ```text
///  1 ───10─── 2 ═══11═══ 3 ───12─── 4        0, 100, 200, 300 m
/// ```
fn road() -> Drawing {
    Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 300, 0)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "highway=primary")
        .way(12, &[3, 4], "")
}

const WHOLE: [At; 2] = [(0, 0), (300, 0)];

/// Checks the whole road by car, in free flow except for the rules.
fn check(rules: &[SpeedRule], expected: Lanes) {
    let drawn = road().map(Profile::Car).customized(&free_flow(), rules);
    let found = lanes(&drawn, WHOLE[0], WHOLE[1]);
    for lane in 0..10 {
        assert!(found[lane].abs_diff(expected[lane]) <= 10, "{found:?}, not {expected:?}");
    }
}

const UNCHANGED: u32 = 14_400 + 6_000 + 14_400;

#[test]
fn without_rules_every_lane_is_free_flow_by_the_factors_of_its_classes() {
    check(&[], [UNCHANGED; 10]);
    let mut speeds = free_flow();
    // Motorway, primary, tertiary, residential.
    speeds.windows[0] = [0.1, 0.5, 0.1, 0.8];
    speeds.windows[7] = [0.1, 1.0, 0.1, 2.0];
    speeds.weekend = [0.1, 0.75, 0.1, 1.0];
    let drawn = road().map(Profile::Car).customized(&speeds, &[]);
    let found = lanes(&drawn, WHOLE[0], WHOLE[1]);
    let mut expected = [UNCHANGED; 10];
    // 14,400 / 0.8 twice and 6,000 / 0.5; then 7,200 twice and 6,000; then 6,000 / 0.75.
    (expected[0], expected[7], expected[8]) = (48_000, 20_400, 36_800);
    assert!((0..10).all(|lane| found[lane].abs_diff(expected[lane]) <= 10), "{found:?}");
}

#[test]
fn windows_that_are_not_given_are_free_flow() {
    let speeds = LaneSpeeds { windows: vec![[0.5; 4]], ..LaneSpeeds::free_flow() };
    let drawn = road().map(Profile::Car).customized(&speeds, &[]);
    let found = lanes(&drawn, WHOLE[0], WHOLE[1]);
    assert!(found[0].abs_diff(2 * UNCHANGED) <= 10, "{found:?}");
    assert!(found[1..].iter().all(|it| it.abs_diff(UNCHANGED) <= 10), "{found:?}");
}

#[test]
fn a_rule_for_a_class_leaves_other_classes_alone() {
    let mut rule = everywhere(SpeedChange::Factor(0.5));
    rule.class = Some(RoadClass::Primary);
    check(&[rule.clone()], [14_400 + 12_000 + 14_400; 10]);
    rule.class = Some(RoadClass::PrimaryLink);
    check(&[rule], [UNCHANGED; 10]);
}

#[test]
fn a_rule_for_a_way_holds_on_that_way_alone() {
    let on = |way| rule(RulePlace::Way(way), LaneMask::ALL, SpeedChange::Factor(2.0));
    check(&[on(10)], [7200 + 6000 + 14_400; 10]);
    check(&[on(11)], [14_400 + 3000 + 14_400; 10]);
    check(&[on(13)], [UNCHANGED; 10]);
    check(&[on(12), on(10)], [7200 + 6000 + 7200; 10]);
}

#[test]
fn a_rule_for_a_way_holds_on_its_part_of_a_segment() {
    // Two ways of one class become one segment; 25 km/h on 100 m, then 50 km/h on 100 m.
    let drawn = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "")
        .map(Profile::Car);
    assert_eq!(drawn.map.segment_count(), 1);
    let on_11 = rule(RulePlace::Way(11), LaneMask::ALL, SpeedChange::KilometersPerHour(50.0));
    let drawn = drawn.customized(&free_flow(), &[on_11]);
    let found = lanes(&drawn, (0, 0), (200, 0));
    assert!(found.iter().all(|it| it.abs_diff(14_400 + 7200) <= 10), "{found:?}");
}

#[test]
fn a_rule_holds_in_the_lanes_of_its_mask() {
    let slow = UNCHANGED * 2;
    for (mask, is_in) in [
        (LaneMask(0), [false; 10]),
        (LaneMask::ALL, [true; 10]),
        (LaneMask(1), std::array::from_fn(|lane| lane == 0)),
        (LaneMask(0b1000_0010), std::array::from_fn(|lane| lane == 1 || lane == 7)),
        (LaneMask::WEEKEND, std::array::from_fn(|lane| lane == 8)),
        (LaneMask::FREE_FLOW, std::array::from_fn(|lane| lane == 9)),
        (
            LaneMask(LaneMask::WEEKEND.0 | LaneMask::FREE_FLOW.0),
            std::array::from_fn(|lane| lane > 7),
        ),
    ] {
        let rules = [rule(RulePlace::Everywhere, mask, SpeedChange::Factor(0.5))];
        check(&rules, is_in.map(|is_in| if is_in { slow } else { UNCHANGED }));
    }
}

#[test]
fn later_rules_apply_to_the_result_of_earlier_ones() {
    let set = |kmh| everywhere(SpeedChange::KilometersPerHour(kmh));
    let times = |factor| everywhere(SpeedChange::Factor(factor));
    // 300 m at 50 km/h take 21,600 ms.
    for (rules, expected) in [
        (vec![set(50.0)], 21_600),
        (vec![set(50.0), times(0.5)], 43_200),
        (vec![times(0.5), set(50.0)], 21_600),
        (vec![times(0.5), times(0.25)], UNCHANGED * 8),
        (vec![set(10.0), set(50.0)], 21_600),
    ] {
        check(&rules, [expected; 10]);
    }
    // Rules apply in the order of the file, regardless of the kinds of their places.
    let way = |change| rule(RulePlace::Way(11), LaneMask::ALL, change);
    let around = |change| {
        let corners = [(-50, 90), (-50, 210), (50, 210), (50, 90)];
        rule(area(&corners), LaneMask::ALL, change)
    };
    let kmh = SpeedChange::KilometersPerHour;
    // 100 m at 36 km/h take 10,000 ms.
    for (rules, expected) in [
        ([way(kmh(36.0)), around(SpeedChange::Factor(0.5)), times(2.0)], 10_000),
        ([around(SpeedChange::Factor(0.5)), way(kmh(36.0)), times(2.0)], 5_000),
        ([times(2.0), around(SpeedChange::Factor(0.5)), way(kmh(36.0))], 10_000),
        ([times(2.0), way(kmh(36.0)), around(SpeedChange::Factor(0.5))], 20_000),
    ] {
        let drawn = road().map(Profile::Car).customized(&free_flow(), &rules);
        let found = lanes(&drawn, (100, 0), (200, 0));
        assert!(found.iter().all(|it| it.abs_diff(expected) <= 10), "{found:?}, not {expected}");
    }
}

#[test]
fn a_speed_replaces_whatever_traffic_does() {
    let mut speeds = free_flow();
    speeds.windows[3] = [0.5; 4];
    let rules = [everywhere(SpeedChange::KilometersPerHour(50.0))];
    let drawn = road().map(Profile::Car).customized(&speeds, &rules);
    let found = lanes(&drawn, WHOLE[0], WHOLE[1]);
    assert!(found.iter().all(|it| it.abs_diff(21_600) <= 10), "{found:?}");
    // A factor of a rule multiplies that of traffic.
    let rules = [everywhere(SpeedChange::Factor(0.5))];
    let drawn = road().map(Profile::Car).customized(&speeds, &rules);
    let found = lanes(&drawn, WHOLE[0], WHOLE[1]);
    assert!(found[3].abs_diff(4 * UNCHANGED) <= 10, "{found:?}");
}

/// Returns an area with corners in meters, north first as in the rule.
fn area(corners: &[(i32, i32)]) -> RulePlace {
    let e7 = |degrees| format!("{:.0}", degrees * 1e7).parse().unwrap();
    let corner = |&(north, east): &(i32, i32)| (e7(degrees_north(north)), e7(degrees_east(east)));
    RulePlace::Area(corners.iter().map(corner).collect())
}

#[test]
fn a_rule_for_an_area_holds_where_the_middle_of_a_segment_lies_in_it() {
    // The middles are 50, 150 and 250 m east. The orientation of a polygon does not matter.
    let [first, second, third] = [14_400, 6000, 14_400];
    for (what, corners, slowed) in [
        ("all", vec![(-50, -50), (-50, 350), (50, 350), (50, -50)], first + second + third),
        ("backwards", vec![(50, -50), (50, 350), (-50, 350), (-50, -50)], first + second + third),
        ("the last two", vec![(-50, 120), (-50, 350), (50, 350), (50, 120)], second + third),
        ("ends alone", vec![(-50, 180), (-50, 220), (50, 220), (50, 180)], 0),
        ("a triangle", vec![(-50, 0), (-50, 100), (80, 50)], first),
        ("beside", vec![(10, -50), (10, 350), (50, 350), (50, -50)], 0),
        // A horseshoe that opens to the south: the middle segment is between its legs.
        (
            "concave",
            vec![
                (-50, 0),
                (80, 0),
                (80, 300),
                (-50, 300),
                (-50, 200),
                (40, 200),
                (40, 100),
                (-50, 100),
            ],
            first + third,
        ),
        ("a spike", vec![(500, 51), (-10, 50), (500, 49)], first),
        ("two corners", vec![(-50, 0), (50, 100)], 0),
        ("no corner", vec![], 0),
    ] {
        let rules = [rule(area(&corners), LaneMask::ALL, SpeedChange::Factor(0.5))];
        let drawn = road().map(Profile::Car).customized(&free_flow(), &rules);
        let found = lanes(&drawn, WHOLE[0], WHOLE[1]);
        let expected = UNCHANGED + slowed;
        assert!(
            found.iter().all(|it| it.abs_diff(expected) <= 10),
            "{what}: {found:?}, {expected}"
        );
    }
}

#[test]
fn which_way_a_road_is_drawn_does_not_matter_to_an_area() {
    let rules = [rule(
        area(&[(-50, 60), (-50, 150), (50, 150), (50, 60)]),
        LaneMask::ALL,
        SpeedChange::Factor(0.5),
    )];
    for nodes in [[1, 2], [2, 1]] {
        let drawing = Drawing::new().node(1, 0, 0).node(2, 100, 0).way(10, &nodes, "");
        let drawn = drawing.map(Profile::Car).customized(&free_flow(), &rules);
        let found = lanes(&drawn, (0, 0), (100, 0));
        assert!(found.iter().all(|it| it.abs_diff(14_400) <= 10), "{nodes:?}: {found:?}");
    }
}

#[test]
fn an_area_may_reach_around_the_whole_earth() {
    // Products of such differences exceed 64 bits.
    let (south, north, west, east) = (-900_000_000, 900_000_000, -1_800_000_000, 1_800_000_000);
    let corners = vec![(south, west), (south, east), (north, east), (north, west)];
    let rules = [rule(RulePlace::Area(corners), LaneMask::ALL, SpeedChange::Factor(0.5))];
    check(&rules, [2 * UNCHANGED; 10]);
}

#[test]
fn neither_traffic_nor_rules_concern_walkers_and_bicycles() {
    let slow = LaneSpeeds { windows: vec![[0.1; 4]; 8], weekend: [0.1; 4], hours: Vec::new() };
    // 300 m: 720 ms per meter on foot; 225 and 211.76 (17 km/h on a primary road) by bicycle.
    for (profile, free_flow_ms) in [(Profile::Foot, 216_000), (Profile::Bicycle, 66_176)] {
        let drawn = road().map(profile).customized(&slow, &[]);
        let found = lanes(&drawn, WHOLE[0], WHOLE[1]);
        assert!(found.iter().all(|it| it.abs_diff(free_flow_ms) <= 20), "{profile:?}: {found:?}");
        let rules = [everywhere(SpeedChange::KilometersPerHour(30.0))];
        let ruled = road().map(profile).customized(&slow, &rules);
        assert_eq!(lanes(&ruled, WHOLE[0], WHOLE[1]), found, "{profile:?}");
    }
}

#[test]
fn a_slower_lane_takes_another_way_and_free_flow_keeps_its_distance() {
    //   1 ─10─ 2 ═══11═══ 3 ─12─ 4      11: 200 m primary, 12 s; 13: 260 m around, 37.44 s
    //           ╰───13────╯
    let drawing = Drawing::bypass("highway=primary");
    // Nearly closed in window 0: 200 m at 1 km/h would take 720 s.
    let crawl = SpeedChange::KilometersPerHour(1.0);
    let rules = [rule(RulePlace::Way(11), LaneMask(1), crawl)];
    let drawn = drawing.map(Profile::Car).customized(&free_flow(), &rules);
    let found = drawn.costs((50, 0), (350, 0)).unwrap();
    // 50 m, straight on, 200 m, straight on, 50 m.
    let over_11 = 7200 + 7 + 12_000 + 7 + 7200;
    // 50 m, right, 260 m, right (from the south to the east), 50 m.
    let over_13 = 7200 + 2105 + 37_440 + 2105 + 7200;
    assert!(found.windows[0].abs_diff(over_13) <= 10, "{found:?}");
    assert!(found.windows[1].abs_diff(over_11) <= 10, "{found:?}");
    assert!(found.free_flow_milliseconds().abs_diff(over_11) <= 10, "{found:?}");
    assert!(found.free_flow_decimeters().abs_diff(3000) <= 1, "{found:?}");
}

#[test]
fn trips_longer_than_a_lane_can_hold_are_unreachable_in_it() {
    // Six segments, each as slow in window 3 as a segment may be, a quarter of the unreachable cost.
    let drawing = (1..=7).fold(Drawing::new(), |drawing, id| {
        let east = i32::try_from(id).unwrap() * 100;
        drawing.node(id, east, 0).node(id + 10, east, 50).way(id + 10, &[id, id + 10], "")
    });
    let drawing = (1..=6).fold(drawing, |drawing, id| drawing.way(id, &[id, id + 1], ""));
    let closed = SpeedChange::KilometersPerHour(1e-9);
    let rules = [rule(RulePlace::Everywhere, LaneMask(1 << 3), closed)];
    let drawn = drawing.map(Profile::Car).customized(&free_flow(), &rules);
    let near = drawn.costs((150, 0), (250, 0)).unwrap();
    assert!(near.windows[3] < UNREACHABLE_MILLISECONDS, "{near:?}");
    let far = drawn.costs((150, 0), (650, 0)).unwrap();
    assert!(far.windows[3] >= UNREACHABLE_MILLISECONDS, "{far:?}");
    assert!(far.windows[2].abs_diff(500 * 144 + 5 * 7) <= 10, "{far:?}");
}

#[test]
fn lanes_that_cannot_differ_are_kept_once_and_that_is_known_beforehand() {
    let night = [1.0; 4];
    let rush = |window: f64| [0.5 + window / 100.0; 4];
    let windows = |slow_count: u8| -> Vec<_> {
        (0..8).map(|it| if it < slow_count { rush(f64::from(it)) } else { night }).collect()
    };
    let slower_in = |lanes| rule(RulePlace::Everywhere, lanes, SpeedChange::Factor(0.9));
    let at_noon = [slower_in(LaneMask(1 << 7))];
    let always = [slower_in(LaneMask::ALL)];
    for (slow_count, weekend, rules, bytes_of_car) in [
        (8, rush(8.0), &[][..], 48),
        (5, night, &[][..], 48),
        (4, rush(8.0), &[][..], 32),
        (1, rush(0.0), &[][..], 16),
        (0, rush(0.0), &[][..], 16),
        (0, night, &[][..], 8),
        // A rule in one window makes its lane different; one in all windows does not.
        (4, night, &at_noon[..], 48),
        (0, night, &at_noon[..], 32),
        (0, night, &always[..], 8),
    ] {
        let speeds = LaneSpeeds { windows: windows(slow_count), weekend, hours: Vec::new() };
        for (profile, bytes) in [(Profile::Car, bytes_of_car), (Profile::Foot, 8)] {
            let drawn = road().map(profile).customized(&speeds, rules);
            let size = drawn.map.size();
            let expected = size.cost_count * bytes;
            assert_eq!(drawn.metric.bytes() as u64, expected, "{slow_count} {rules:?}");
            let foretold = metric_bytes(profile, &size, &speeds, rules);
            assert_eq!(foretold, expected, "{slow_count} {rules:?}");
        }
    }
}
