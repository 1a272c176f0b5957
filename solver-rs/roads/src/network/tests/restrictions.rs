//! Tests turn restrictions: via nodes, via ways, mandatory ones, skipped ones.
//!
//! ```text
//!            5   6          the cross that most tests use: 100 m apart, way 10 = 1–2, 11 = 2–3,
//!            │   │          12 = 3–4, 15 = 2–5, 16 = 3–6, 17 = 2–7, 18 = 3–8
//!        1 ──2───3── 4
//!            │   │
//!            7   8
//! ```

use super::sketch::{Sketch, Via};
use crate::osm::{MemberKind, OsmMember};

fn cross() -> Sketch {
    let sketch = Sketch::new().line(4).node(5, 100, 100).node(6, 200, 100);
    let sketch = sketch.node(7, 100, -100).node(8, 200, -100);
    let ways = [(10, [1, 2]), (11, [2, 3]), (12, [3, 4]), (15, [2, 5]), (16, [3, 6])];
    let ways = ways.into_iter().chain([(17, [2, 7]), (18, [3, 8])]);
    ways.fold(sketch, |sketch, (id, nodes)| sketch.way(id, &nodes, ""))
}

#[test]
fn a_forbidden_turn_is_not_there() {
    let built = cross().restriction("no_left_turn", &[10], Via::Node(2), &[15]).build();
    assert_eq!(built.ways_on(&[1, 2]), [[2, 3], [2, 7]]);
    assert_eq!(built.ways_on(&[3, 2]), [[2, 1], [2, 5], [2, 7]]);
    assert_eq!((built.report.node_restriction_count, built.report.forbidden_turn_count), (1, 1));
}

#[test]
fn only_straight_on_leaves_nothing_else() {
    let built = cross().restriction("only_straight_on", &[10], Via::Node(2), &[11]).build();
    assert_eq!(built.ways_on(&[1, 2]), [[2, 3]]);
    assert_eq!(built.ways_on(&[5, 2]), [[2, 1], [2, 3], [2, 7]]);
}

#[test]
fn two_demands_leave_both_turns() {
    let sketch = cross().restriction("only_straight_on", &[10], Via::Node(2), &[11]);
    let built = sketch.restriction("only_right_turn", &[10], Via::Node(2), &[17]).build();
    assert_eq!(built.ways_on(&[1, 2]), [[2, 3], [2, 7]]);
}

#[test]
fn a_restriction_keeps_its_node_a_junction() {
    let sketch = Sketch::new().line(3).way(10, &[1, 2], "").way(11, &[2, 3], "");
    let built = sketch.restriction("no_straight_on", &[10], Via::Node(2), &[11]).build();
    assert_eq!(built.network.segments.count(), 2);
    // Nothing leads on, so turning back is allowed; the other direction remains free.
    assert_eq!(built.ways_on(&[1, 2]), [[2, 1]]);
    assert_eq!(built.ways_on(&[3, 2]), [[2, 1]]);
}

#[test]
fn no_u_turn_takes_the_turn_at_a_dead_end() {
    let sketch = Sketch::new().line(2).way(10, &[1, 2], "");
    let built = sketch.restriction("no_u_turn", &[10], Via::Node(2), &[10]).build();
    assert!(built.ways_on(&[1, 2]).is_empty());
    assert_eq!(built.ways_on(&[2, 1]), [[1, 2]]);
}

#[test]
fn a_way_that_was_split_is_meant_where_it_touches_the_via() {
    // Way 20 is 1–2–3 and is cut at 2; only its last segment ends at 3.
    let sketch = Sketch::new().line(4).node(5, 100, 100).node(6, 200, 100);
    let sketch = sketch.way(20, &[1, 2, 3], "").way(12, &[3, 4], "").way(15, &[2, 5], "");
    let sketch = sketch.way(16, &[3, 6], "");
    let built = sketch.restriction("no_left_turn", &[20], Via::Node(3), &[16]).build();
    assert_eq!(built.ways_on(&[2, 3]), [[3, 4]]);
    assert_eq!(built.ways_on(&[1, 2]), [[2, 3], [2, 5]]);
}

#[test]
fn several_ways_may_be_forbidden_to_enter() {
    let built = cross().restriction("no_entry", &[10, 17], Via::Node(2), &[15]).build();
    assert_eq!(built.ways_on(&[1, 2]), [[2, 3], [2, 7]]);
    assert_eq!(built.ways_on(&[7, 2]), [[2, 1], [2, 3]]);
    assert_eq!(built.ways_on(&[3, 2]), [[2, 1], [2, 5], [2, 7]]);
    assert_eq!(built.report.node_restriction_count, 1);
}

#[test]
fn a_restriction_via_a_way_applies_to_vehicles_that_came_along_it() {
    let built = cross().restriction("no_u_turn", &[10], Via::Ways(&[11]), &[16]).build();
    assert_eq!(built.report.way_restriction_count, 1);
    // Each way takes 10 s; turning left costs 1.8 s. A trip from 5, in the north, turns left twice.
    assert_eq!(built.travel_ms(&[5, 2], &[3, 6]), Some(33_600));
    assert_eq!(built.travel_ms(&[2, 3], &[3, 6]), Some(21_800));
    // A trip from 1 has to turn back somewhere, for example at 4: 10+10+10+20+10+0.9+10 s.
    assert_eq!(built.travel_ms(&[1, 2], &[3, 6]), Some(70_900));
    // On the copy of 2→3, trips may end as on the base node, but not start.
    let via = built.directed(&[2, 3]);
    assert_eq!(built.network.turns.end_nodes(via).len(), 2);
    assert_eq!(built.network.turns.start_nodes(via).len(), 1);
    assert_eq!(built.travel_ms(&[1, 2], &[2, 3]), Some(20_000));
}

#[test]
fn a_restriction_leads_over_several_ways_in_any_order() {
    for via in [[11, 12], [12, 11]] {
        let sketch = cross().node(9, 400, 0).node(20, 300, 100);
        let sketch = sketch.way(13, &[4, 9], "").way(14, &[4, 20], "");
        let built = sketch.restriction("no_left_turn", &[10], Via::Ways(&via), &[14]).build();
        assert_eq!(built.report.way_restriction_count, 1, "{via:?}");
        assert_eq!(built.report.history_node_count, 2);
        assert_eq!(built.travel_ms(&[5, 2], &[4, 20]), Some(43_600));
        assert_eq!(built.travel_ms(&[1, 2], &[4, 9]), Some(40_000));
        assert!(built.travel_ms(&[1, 2], &[4, 20]) > Some(60_000));
    }
}

#[test]
fn a_via_way_may_be_several_segments() {
    // Way 20 is 2–3–4 and is cut at 3 by the side roads there.
    let sketch = Sketch::new().line(5).node(6, 200, 100).node(7, 300, 100).node(8, 100, 100);
    let ways = [(10, [1, 2]), (12, [4, 5]), (15, [3, 6]), (16, [4, 7]), (17, [2, 8])];
    let sketch = ways.into_iter().fold(sketch, |sketch, (id, nodes)| sketch.way(id, &nodes, ""));
    let sketch = sketch.way(20, &[2, 3, 4], "");
    let built = sketch.restriction("no_left_turn", &[10], Via::Ways(&[20]), &[16]).build();
    assert_eq!((built.report.way_restriction_count, built.report.history_node_count), (1, 2));
    assert_eq!(built.travel_ms(&[1, 2], &[4, 5]), Some(40_000));
    assert!(built.travel_ms(&[1, 2], &[4, 7]) > Some(60_000));
    // A trip that joins way 20 on its way is free: left, straight on, left.
    assert_eq!(built.travel_ms(&[6, 3], &[4, 7]), Some(33_600));
}

#[test]
fn only_by_way_binds_at_its_end() {
    let built = cross().restriction("only_left_turn", &[10], Via::Ways(&[11]), &[16]).build();
    // The turn from 1 into 11 remains free …
    assert_eq!(built.ways_on(&[1, 2]), [[2, 3], [2, 5], [2, 7]]);
    // … and trips that took it may only turn left.
    assert_eq!(built.travel_ms(&[1, 2], &[3, 6]), Some(31_800));
    assert!(built.travel_ms(&[1, 2], &[3, 4]) > Some(60_000));
    assert_eq!(built.travel_ms(&[5, 2], &[3, 4]), Some(31_800));
}

#[test]
fn restrictions_may_share_a_via_way() {
    let sketch = cross().restriction("no_left_turn", &[10], Via::Ways(&[11]), &[16]);
    let sketch = sketch.restriction("no_right_turn", &[10], Via::Ways(&[11]), &[18]);
    let built = sketch.restriction("no_straight_on", &[15], Via::Ways(&[11]), &[12]).build();
    assert_eq!(built.report.way_restriction_count, 3);
    assert_eq!(built.report.history_node_count, 2);
    assert_eq!(built.travel_ms(&[1, 2], &[3, 4]), Some(30_000));
    assert!(built.travel_ms(&[1, 2], &[3, 6]) > Some(60_000));
    assert!(built.travel_ms(&[1, 2], &[3, 8]) > Some(60_000));
    assert!(built.travel_ms(&[5, 2], &[3, 4]) > Some(60_000));
    assert_eq!(built.travel_ms(&[7, 2], &[3, 4]), Some(30_900));
}

#[test]
fn a_longer_history_obeys_the_shorter_ones_within_it() {
    // 10 11 12 ✕14 and 11 12 ✕13 overlap: a trip that came along all three may do neither.
    let sketch = cross().node(9, 400, 0).node(20, 300, 100).node(21, 300, -100);
    let sketch = sketch.way(13, &[4, 9], "").way(14, &[4, 20], "").way(19, &[4, 21], "");
    let sketch = sketch.restriction("no_left_turn", &[10], Via::Ways(&[11, 12]), &[14]);
    let built = sketch.restriction("no_straight_on", &[11], Via::Ways(&[12]), &[13]).build();
    assert!(built.travel_ms(&[1, 2], &[4, 20]) > Some(60_000));
    assert!(built.travel_ms(&[1, 2], &[4, 9]) > Some(60_000));
    assert_eq!(built.travel_ms(&[1, 2], &[4, 21]), Some(40_900));
    assert_eq!(built.travel_ms(&[5, 2], &[4, 20]), Some(43_600));
    assert_eq!(built.travel_ms(&[6, 3], &[4, 9]), Some(31_800));
}

#[test]
fn a_restriction_binds_on_private_roads_too() {
    let sketch = Sketch::new().line(4).node(5, 200, 100).node(6, 100, 100);
    let sketch =
        sketch.way(10, &[1, 2], "").way(11, &[2, 3], "access=private").way(15, &[2, 6], "");
    let sketch = sketch.way(12, &[3, 4], "access=private").way(13, &[3, 5], "access=private");
    let built = sketch.restriction("no_left_turn", &[10], Via::Ways(&[11]), &[13]).build();
    assert_eq!(built.travel_ms(&[1, 2], &[3, 4]), Some(30_000));
    assert!(built.travel_ms(&[1, 2], &[3, 5]) > Some(60_000));
    assert_eq!(built.travel_ms(&[2, 3], &[3, 5]), Some(21_800));
}

#[test]
fn invalid_restrictions_are_skipped_and_counted() {
    let member = |role: &str, kind, id| OsmMember { kind, id, role: role.into() };
    let sketch = cross()
        .way(30, &[1, 5], "access=no")
        .restriction("no_left_turn", &[10], Via::Node(2), &[99])
        .restriction("no_left_turn", &[10], Via::Node(99), &[15])
        .restriction("no_left_turn", &[30], Via::Node(5), &[15])
        .members("restriction=no_left_turn", vec![member("from", MemberKind::Way, 10)])
        .restriction("only_left_turn", &[10, 17], Via::Node(2), &[15])
        .restriction("no_left_turn", &[10], Via::Node(3), &[16])
        .restriction("no_left_turn", &[10], Via::Ways(&[12]), &[16])
        .members("restriction=no_left_turn except=us", Vec::new());
    let report = sketch.build().report;
    assert_eq!(report.incomplete_restriction_count, 4);
    assert_eq!(report.malformed_restriction_count, 1);
    assert_eq!(report.detached_restriction_count, 2);
    assert_eq!(report.restrictions_of_others, 1);
    assert_eq!(report.forbidden_turn_count, 0);
}

#[test]
fn a_restriction_against_a_one_way_is_detached() {
    let sketch = Sketch::new().line(3).node(4, 100, 100).way(10, &[1, 2], "oneway=-1");
    let sketch = sketch.way(11, &[2, 3], "").way(12, &[2, 4], "");
    let built = sketch.restriction("only_straight_on", &[10], Via::Node(2), &[11]).build();
    assert_eq!(built.report.detached_restriction_count, 1);
}

#[test]
fn a_way_that_passes_the_via_is_ambiguous_unless_it_is_one_way() {
    let sketch = |tags| {
        let sketch = Sketch::new().line(3).node(4, 100, 100).way(10, &[1, 2, 3], tags);
        let sketch = sketch.way(11, &[2, 4], "");
        sketch.restriction("no_left_turn", &[10], Via::Node(2), &[11]).build()
    };
    let both_ways = sketch("");
    assert_eq!(both_ways.report.ambiguous_restriction_count, 1);
    assert_eq!(both_ways.ways_on(&[1, 2]), [[2, 3], [2, 4]]);
    let one_way = sketch("oneway=yes");
    assert_eq!(one_way.report.node_restriction_count, 1);
    assert_eq!(one_way.ways_on(&[1, 2]), [[2, 3]]);
}
