//! Tests segments: what is joined, what is cut, and the costs.

use super::sketch::Sketch;
use crate::network::{NetworkOptions, SegmentFlags, SegmentIdx, TurnNodeIdx};

#[test]
fn a_road_without_junctions_is_one_segment() {
    let built = Sketch::new().line(4).way(10, &[1, 2, 3, 4], "").build();
    let segments = &built.network.segments;
    assert_eq!((segments.count(), segments.junction_count()), (1, 2));
    assert_eq!(built.nodes(SegmentIdx(0).forward()), [1, 2, 3, 4]);
    // 300 m at 10 m/s, the same in both directions.
    assert_eq!(segments.length_dm(SegmentIdx(0)), 3_000);
    // Nodes are rounded to half a centimeter.
    for direction in [SegmentIdx(0).forward(), SegmentIdx(0).backward()] {
        assert!(segments.duration_ms(direction).abs_diff(30_000) <= 2);
    }
}

#[test]
fn ways_are_split_at_the_nodes_they_share() {
    let sketch = Sketch::new().line(3).node(4, 100, 100);
    let built = sketch.way(10, &[1, 2, 3], "").way(11, &[2, 4], "").build();
    assert_eq!(built.network.segments.count(), 3);
    assert_eq!(built.ways_on(&[1, 2]), [[2, 3], [2, 4]]);
    // 90 degrees to the left, across oncoming traffic, cost 1,800 ms; 10 s + 1.8 s + 10 s.
    assert_eq!(built.travel_ms(&[1, 2], &[2, 4]), Some(21_800));
    assert_eq!(built.travel_ms(&[3, 2], &[2, 4]), Some(20_900));
}

#[test]
fn where_traffic_keeps_left_the_right_turn_crosses_it() {
    let sketch = || Sketch::new().line(3).node(4, 100, 100).way(11, &[2, 4], "");
    let options = NetworkOptions { left_hand: Some(true), ..NetworkOptions::default() };
    let left = sketch().way(10, &[1, 2, 3], "").build_with(options);
    assert_eq!(left.travel_ms(&[1, 2], &[2, 4]), Some(20_900));
    assert_eq!(left.travel_ms(&[3, 2], &[2, 4]), Some(21_800));
    let tagged = sketch().way(10, &[1, 2, 3], "driving_side=left").build();
    assert_eq!(tagged.travel_ms(&[3, 2], &[2, 4]), Some(21_800));
}

#[test]
fn issue_16_traffic_keeps_left_by_itself_where_the_country_does() {
    // One street on each side of the Channel, on one map.
    let (dover, calais) = ((511_290_000, 13_100_000), (509_500_000, 18_600_000));
    let street = |sketch: Sketch, id: i64, (lat, lon): (i32, i32)| {
        let sketch = sketch.node_e7(id, lat, lon, "").node_e7(id + 1, lat, lon + 10_000, "");
        sketch.way(id, &[id, id + 1], "")
    };
    let sketch = || street(street(Sketch::new(), 10, dover), 20, calais);
    let sides = |options: NetworkOptions| -> Vec<bool> {
        let segments = sketch().build_with(options).network.segments;
        let segment = |id: i64| segments.directed().find(|it| segments.first_way_id(*it) == id);
        let flags = [10, 20].map(|id| segments.flags(segment(id).unwrap().segment()));
        flags.map(|flags| flags.has(SegmentFlags::LEFT_HAND)).to_vec()
    };
    let by_option = |left_hand| NetworkOptions { left_hand, ..NetworkOptions::default() };
    assert_eq!(sides(by_option(None)), [true, false]);
    assert_eq!(sides(by_option(Some(true))), [true, true]);
    assert_eq!(sides(by_option(Some(false))), [false, false]);
}

#[test]
fn a_segment_keeps_its_ways_as_parts() {
    let sketch = Sketch::new().line(4).way(10, &[1, 2], "");
    let built = sketch.way(11, &[4, 3, 2], "kmh=72").build();
    let segments = &built.network.segments;
    assert_eq!(segments.count(), 1);
    let parts: Vec<_> = segments.parts(SegmentIdx(0)).collect();
    let summary: Vec<_> =
        parts.iter().map(|part| (part.way_id, part.length_dm, part.forward_ms)).collect();
    // 100 m at 10 m/s, 200 m at 20 m/s.
    assert_eq!(summary, [(10, 1_000, 10_000), (11, 2_000, 10_000)]);
    assert_eq!(segments.duration_ms(SegmentIdx(0).backward()), 20_000);
    assert_eq!(segments.fixed_ms(SegmentIdx(0).forward()), 0);
    assert_eq!(built.report.joined_way_count, 1);
}

#[test]
fn parts_add_up_however_they_round() {
    // 1 m per way at 7 km/h takes 514.29 ms: seven parts round to 3,600 ms together, not to 7 × 514.
    let mut sketch = Sketch::new();
    for idx in 0..8 {
        sketch = sketch.node(i64::from(idx) + 1, idx, 0);
    }
    for idx in 1..8 {
        sketch = sketch.way(idx, &[idx, idx + 1], "kmh=7");
    }
    let built = sketch.build();
    let segments = &built.network.segments;
    let sum: u32 = segments.parts(SegmentIdx(0)).map(|part| part.forward_ms).sum();
    assert_eq!(built.report.part_count, 7);
    assert_eq!(segments.duration_ms(SegmentIdx(0).forward()), sum);
    // A unit of the grid is 11 mm, which take 6 ms.
    assert!((3_594..=3_606).contains(&sum), "{sum}");
}

#[test]
fn roads_that_differ_in_anything_but_speed_are_not_joined() {
    for tags in [
        "class=primary",
        "oneway=yes",
        "access=private",
        "toll=yes",
        "snappable=no",
        "driving_side=left",
    ] {
        let built = Sketch::new().line(3).way(10, &[1, 2], "").way(11, &[2, 3], tags).build();
        assert_eq!(built.network.segments.count(), 2, "{tags}");
    }
}

#[test]
fn one_way_streets_are_joined_if_they_point_the_same_way() {
    let sketch = || Sketch::new().line(3).way(10, &[1, 2], "oneway=yes");
    assert_eq!(sketch().way(11, &[2, 3], "oneway=yes").build().network.segments.count(), 1);
    assert_eq!(sketch().way(11, &[3, 2], "oneway=-1").build().network.segments.count(), 1);
    assert_eq!(sketch().way(11, &[3, 2], "oneway=yes").build().network.segments.count(), 2);
}

#[test]
fn flags_describe_the_segment() {
    let tags = "toll=yes snappable=no access=private oneway=yes junction=roundabout";
    let built = Sketch::new().line(2).way(10, &[1, 2], tags).build();
    let flags = built.network.segments.flags(SegmentIdx(0));
    for (flag, expected) in [
        (SegmentFlags::TOLL, true),
        (SegmentFlags::SNAPPABLE, false),
        (SegmentFlags::DESTINATION_ONLY_FORWARD, true),
        (SegmentFlags::DESTINATION_ONLY_BACKWARD, false),
        (SegmentFlags::ROUNDABOUT, true),
        (SegmentFlags::LEFT_HAND, false),
    ] {
        assert_eq!(flags.has(flag), expected, "{flag:?}");
    }
}

#[test]
fn a_ferry_takes_its_duration_whatever_its_length() {
    let sketch = Sketch::new().line(4).node(5, 100, 100);
    let built = sketch.way(10, &[1, 2, 4], "seconds=900").way(11, &[2, 5], "").build();
    let segments = &built.network.segments;
    // 100 m and 200 m of 300 m.
    let [one, other] = [[1, 2], [2, 4]].map(|nodes| segments.duration_ms(built.directed(&nodes)));
    assert!(one.abs_diff(300_000) < 50 && other.abs_diff(600_000) < 50, "{one} {other}");
    assert_eq!(one + other, 900_000);
}

#[test]
fn ways_are_cut_where_they_leave_the_extract() {
    let sketch = Sketch::new().line(5).way(10, &[1, 2, 99, 4, 5], "").way(11, &[3, 98], "");
    let built = sketch.way(12, &[3], "").way(13, &[3, 3], "").build();
    assert_eq!(built.network.segments.count(), 2);
    assert_eq!((built.report.missing_node_count, built.report.short_way_count), (2, 3));
    assert_eq!((built.report.used_way_count, built.report.way_count), (1, 4));
}

#[test]
fn a_node_that_stands_twice_in_a_row_counts_once() {
    let built = Sketch::new().line(3).way(10, &[1, 2, 2, 3, 3], "").build();
    assert_eq!(built.nodes(SegmentIdx(0).forward()), [1, 2, 3]);
    assert_eq!(built.report.repeated_node_count, 2);
}

#[test]
fn a_segment_without_length_takes_a_millisecond() {
    let sketch = Sketch::new().node_e7(1, 0, 0, "").node_e7(2, 0, 0, "");
    let built = sketch.way(10, &[1, 2], "").way(11, &[1, 2], "seconds=60 toll=yes").build();
    let segments = &built.network.segments;
    for segment in [SegmentIdx(0), SegmentIdx(1)] {
        assert_eq!((segments.length_dm(segment), segments.duration_ms(segment.forward())), (0, 1));
        assert_eq!(segments.fixed_ms(segment.forward()), 1);
    }
}

#[test]
fn a_closed_way_without_junctions_is_a_ring() {
    let sketch = Sketch::new().node(1, 0, 0).node(2, 100, 0).node(3, 0, 100);
    let built = sketch.way(10, &[1, 2, 3, 1], "").build();
    assert_eq!((built.network.segments.count(), built.network.segments.junction_count()), (1, 1));
    // Around and around, never back.
    assert_eq!(built.ways_on(&[1, 2]), [[1, 2]]);
    assert_eq!(built.ways_on(&[1, 3]), [[1, 3]]);
}

#[test]
fn a_closed_way_joins_across_its_own_ends() {
    //      1 ─ 2        the way begins and ends at 1, the junction is 3
    //       ╲ ╱
    //        3 ── 4
    let sketch = Sketch::new().node(1, 0, 100).node(2, 100, 100).node(3, 50, 0).node(4, 150, 0);
    let built = sketch.way(10, &[1, 2, 3, 1], "").way(11, &[3, 4], "").build();
    assert_eq!((built.network.segments.count(), built.network.segments.junction_count()), (2, 2));
    assert_eq!(built.nodes(built.directed(&[3, 1])), [3, 1, 2, 3]);
    assert_eq!(built.ways_on(&[4, 3]), [[3, 1], [3, 2]]);
    // Around the loop and out, or around again.
    assert_eq!(built.ways_on(&[3, 1]), [[3, 1], [3, 4]]);
}

#[test]
fn a_way_that_touches_itself_has_a_junction_there() {
    //   1 ── 2 ── 3
    //        │    │
    //        5 ── 4
    let sketch = Sketch::new().line(3).node(4, 200, 100).node(5, 100, 100);
    let built = sketch.way(10, &[1, 2, 3, 4, 5, 2], "").build();
    assert_eq!((built.network.segments.count(), built.network.segments.junction_count()), (2, 2));
    assert_eq!(built.ways_on(&[1, 2]), [[2, 3], [2, 5]]);
    assert_eq!(built.ways_on(&[2, 3]), [[2, 1], [2, 3]]);
}

#[test]
fn roads_cross_the_date_line() {
    let sketch = Sketch::new()
        .node_e7(1, 0, 1_799_990_000, "")
        .node_e7(2, 0, -1_799_990_000, "")
        .node_e7(3, 10_000, -1_799_990_000, "");
    let built = sketch.way(10, &[1, 2], "").way(11, &[2, 3], "class=primary").build();
    // 20,000 units to the east are 222.6 m.
    assert_eq!(built.network.segments.length_dm(SegmentIdx(0)), 2_226);
    // 22,264 ms, and 11,057 ms for 10,000 units to the north; only two roads meet, so the turn costs nothing.
    assert_eq!(built.travel_ms(&[1, 2], &[2, 3]), Some(33_300));
}

#[test]
fn turns_on_a_roundabout_onto_it_and_off_it_are_known_as_such() {
    //        2           1 → 2 → 3 → 1, roads 4 and 5 at 1 and 2
    //       ╱ ╲
    //      3 ← 1 …
    let sketch =
        Sketch::new().node(1, 20, 0).node(2, 0, 20).node(3, -20, 0).node(4, 120, 0).node(5, 0, 120);
    let built = sketch
        .way(10, &[1, 2, 3, 1], "junction=roundabout")
        .way(11, &[1, 4], "")
        .way(12, &[2, 5], "")
        .build();
    let segments = &built.network.segments;
    assert_eq!(built.ways_on(&[1, 2]), [[2, 3], [2, 5]]);
    assert_eq!(built.ways_on(&[4, 1]), [[1, 2]]);
    // They cost nothing with the rules of these tests.
    let RoadTurn(along, off) = turn_ms(&built, &[1, 2], &[2, 3], &[2, 5]);
    let RoadTurn(onto, _) = turn_ms(&built, &[4, 1], &[1, 2], &[1, 2]);
    assert_eq!((onto, along, off), (0, 0, 0));
    assert!(!segments.is_travelable(built.directed(&[2, 1])));
    // In at 1, past 2 and 3 to 1 again, and out: the roundabout is not a dead end.
    assert!(built.reaches(&[4, 1], &[1, 4]));
}

struct RoadTurn(u32, u32);

fn turn_ms(built: &super::sketch::Built, from: &[i64], one: &[i64], other: &[i64]) -> RoadTurn {
    let turns = &built.network.turns;
    let node: TurnNodeIdx = turns.start_nodes(built.directed(from))[0];
    let cost = |to: &[i64]| {
        let to = built.directed(to);
        let mut arcs = turns.arcs(node);
        arcs.find(|(head, _)| turns.node_segment()[head.as_usize()] == to).unwrap().1
    };
    RoadTurn(cost(one), cost(other))
}
