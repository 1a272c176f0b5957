//! Barriers, gates, signals, dead ends, private roads, islands.

use super::sketch::Sketch;
use crate::network::{ComponentIdx, NetworkOptions};

#[test]
fn one_turns_back_only_at_dead_ends() {
    let sketch = Sketch::new().line(3).node(4, 100, 100);
    let built = sketch.way(10, &[1, 2, 3], "").way(11, &[2, 4], "").build();
    assert_eq!(built.ways_on(&[2, 3]), [[3, 2]]);
    assert_eq!(built.ways_on(&[1, 2]), [[2, 3], [2, 4]]);
    // 10 s + turning back 20 s + 10 s + straight on + 10 s.
    assert_eq!(built.travel_ms(&[2, 3], &[2, 1]), Some(50_000));
}

#[test]
fn a_one_way_street_into_a_dead_end_is_a_trap() {
    let sketch = Sketch::new().line(3).node(4, 100, 100);
    let sketch = sketch.way(10, &[1, 2], "").way(12, &[2, 4], "").way(11, &[2, 3], "oneway=yes");
    let built = sketch.build();
    assert!(built.ways_on(&[2, 3]).is_empty());
    assert!(built.network.turns.start_nodes(built.directed(&[3, 2])).is_empty());
    assert!(built.is_in_largest(&[1, 2]));
    assert!(!built.is_in_largest(&[2, 3]));
    assert_eq!(built.report.stranded_segment_count, 1);
}

#[test]
fn one_turns_back_where_the_road_on_is_one_way_against() {
    let built = Sketch::new().line(3).way(10, &[1, 2], "").way(11, &[3, 2], "oneway=yes").build();
    assert_eq!(built.ways_on(&[1, 2]), [[2, 1]]);
}

#[test]
fn barriers_cannot_be_passed_and_allow_turning_back() {
    let sketch = Sketch::new().node(1, 0, 0).tagged_node(2, 100, 0, "barrier=bollard");
    let built = sketch.node(3, 200, 0).way(10, &[1, 2, 3], "").build();
    assert_eq!((built.network.segments.count(), built.network.segments.junction_count()), (2, 4));
    assert_eq!(built.ways_on(&[1, 2]), [[2, 1]]);
    assert_eq!(built.ways_on(&[3, 2]), [[2, 3]]);
    assert_eq!(built.report.blocked_node_count, 1);
}

#[test]
fn a_barrier_at_a_crossing_parts_all_its_roads() {
    let sketch = Sketch::new().node(1, 0, 0).tagged_node(2, 100, 0, "barrier=bollard");
    let sketch = sketch.node(3, 200, 0).node(4, 100, 100);
    let built = sketch.way(10, &[1, 2, 3], "").way(11, &[2, 4], "").build();
    assert_eq!((built.network.segments.count(), built.network.segments.junction_count()), (3, 6));
    assert!(!built.reaches(&[1, 2], &[2, 4]));
}

#[test]
fn a_gate_costs_its_delay_both_ways() {
    let sketch = Sketch::new().node(1, 0, 0).tagged_node(2, 100, 0, "barrier=gate");
    let built = sketch.node(3, 200, 0).way(10, &[1, 2, 3], "").build();
    // 20 s + 60 s. Trips that stay on one side of the gate do not wait.
    assert_eq!(built.network.segments.count(), 2);
    for path in [[[1, 2], [2, 3]], [[3, 2], [2, 1]]] {
        assert_eq!(built.travel_ms(&path[0], &path[1]), Some(80_000));
        assert_eq!(built.travel_ms(&path[0], &path[0]), Some(10_000));
    }
}

/// Two parallel streets of 200 m, joined at one end, and between their middles a link with a gate.
///
/// ```text
///   3 ─ 4 ─ 8    2–4 is 400 m around by 5 and 3, and 200 m through the gate 7
///   |   7
///   5 ─ 2 ─ 1
/// ```
fn gated_link(gate: &str) -> Sketch {
    Sketch::new()
        .node(1, 200, 0)
        .node(2, 100, 0)
        .tagged_node(7, 100, 100, gate)
        .node(4, 100, 200)
        .node(3, 0, 200)
        .node(5, 0, 0)
        .way(10, &[1, 2], "")
        .way(11, &[2, 5, 3, 4], "")
        .way(12, &[2, 7, 4], "")
        .node(8, 200, 200)
        .way(13, &[4, 8], "")
}

#[test]
fn a_private_gate_between_two_streets_is_no_shortcut() {
    // 10 + 10 + 10 + 10 s and the gate, 60 s; around it 10 + 40 + 10 s; without turns.
    let through = gated_link("barrier=gate").build();
    assert!(through.network.turns.arc_count() > 0);
    let private = gated_link("barrier=gate access=private").build();
    assert_eq!((through.report.closed_gate_count, private.report.closed_gate_count), (0, 1));
    assert_eq!(through.ways_on(&[2, 7]), [[7, 4]]);
    assert_eq!(private.ways_on(&[2, 7]), [[7, 2]]);
    // Trips to the link arrive from either side.
    for link in [[2, 7], [7, 4]] {
        assert!(private.reaches(&[1, 2], &link) && private.is_in_largest(&link));
    }
}

#[test]
fn roads_behind_private_gates_are_not_driven_through() {
    //   1 ─ 2 ─ gate ─ 4 ─ gate ─ 6 ─ 7      and around it over 8
    let gate = "barrier=gate access=private";
    let sketch = Sketch::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .tagged_node(3, 200, 0, gate)
        .node(4, 300, 0)
        .tagged_node(5, 400, 0, gate)
        .node(6, 500, 0)
        .node(7, 600, 0)
        .node(8, 300, 900)
        .node(9, 300, 100);
    let built = sketch
        .way(10, &[1, 2], "")
        .way(11, &[2, 3, 4, 5, 6], "")
        .way(12, &[4, 9], "")
        .way(13, &[6, 7], "")
        .way(14, &[2, 8, 6], "")
        .build();
    // 941 m to 8 and as many from there: 188 s and two turns, while the direct path would take 170 s.
    assert!(built.travel_ms(&[1, 2], &[6, 7]) > Some(200_000));
    // Into the area: 10 s, 10 s, the gate 60 s and 10 s, and out of it through the other gate.
    assert_eq!(built.travel_ms(&[1, 2], &[3, 4]), Some(90_000));
    assert_eq!(built.travel_ms(&[4, 5], &[6, 7]), built.travel_ms(&[4, 3], &[2, 1]));
    assert!(built.reaches(&[1, 2], &[4, 9]) && built.is_in_largest(&[4, 9]));
    assert_eq!((built.report.pocket_segment_count, built.report.closed_gate_count), (3, 0));
}

#[test]
fn gates_that_alone_join_two_large_networks_are_passed() {
    // Two towns of two streets each, and between them two gates, one behind the other.
    let gate = "barrier=gate access=private";
    let sketch = Sketch::new().node(1, 0, 0).node(2, 100, 0).node(3, 100, 100);
    let sketch = sketch.tagged_node(4, 200, 0, gate).tagged_node(5, 300, 0, gate);
    let sketch = sketch.node(6, 400, 0).node(7, 400, 100).node(8, 500, 0);
    let sketch = sketch.way(10, &[1, 2], "").way(11, &[2, 3], "").way(12, &[2, 4, 5, 6], "");
    let sketch = sketch.way(13, &[6, 7], "").way(14, &[6, 8], "");
    let options = NetworkOptions { large_component_size: 4, ..NetworkOptions::default() };
    let built = sketch.build_with(options);
    assert_eq!((built.report.pocket_segment_count, built.report.closed_gate_count), (0, 0));
    assert!(built.reaches(&[1, 2], &[6, 8]) && built.reaches(&[8, 6], &[2, 1]));
}

#[test]
fn a_gate_at_a_junction_costs_its_delay_at_each_turn_but_not_turning_back() {
    let sketch = Sketch::new().node(1, 0, 0).tagged_node(2, 100, 0, "barrier=gate");
    let built = sketch.node(3, 200, 0).way(10, &[1, 2], "").way(11, &[2, 3], "toll=yes").build();
    assert_eq!(built.travel_ms(&[1, 2], &[2, 3]), Some(80_000));
    let sketch = Sketch::new().node(1, 0, 0).tagged_node(2, 100, 0, "barrier=gate");
    assert_eq!(sketch.way(10, &[1, 2], "").build().travel_ms(&[1, 2], &[2, 1]), Some(40_000));
}

#[test]
fn signals_hold_in_their_direction() {
    // (signal, way drawn from 1, extra forward, extra backward): 2 s where they apply.
    for (signal, nodes, forward, backward) in [
        ("both", [1, 2, 3], 2_000, 2_000),
        ("forward", [1, 2, 3], 2_000, 0),
        ("backward", [1, 2, 3], 0, 2_000),
        ("forward", [3, 2, 1], 0, 2_000),
    ] {
        let tags = format!("signal={signal}");
        let sketch = Sketch::new().node(1, 0, 0).tagged_node(2, 100, 0, &tags).node(3, 200, 0);
        let built = sketch.way(10, &nodes, "").build();
        assert_eq!(built.travel_ms(&[1, 2], &[2, 3]), Some(20_000 + forward), "{signal}");
        assert_eq!(built.travel_ms(&[3, 2], &[2, 1]), Some(20_000 + backward), "{signal}");
    }
}

#[test]
fn signals_hold_for_the_way_one_comes_along() {
    // Both ways are drawn toward the signals, so that `forward` is the approach on both.
    let sketch = Sketch::new().node(1, 0, 0).tagged_node(2, 100, 0, "signal=forward");
    let sketch = sketch.node(3, 200, 0).node(4, 100, 100);
    let joined = sketch.way(10, &[1, 2], "").way(11, &[3, 2], "").build();
    assert_eq!(joined.travel_ms(&[1, 2], &[2, 3]), Some(22_000));
    assert_eq!(joined.travel_ms(&[3, 2], &[2, 1]), Some(22_000));

    let sketch = Sketch::new().node(1, 0, 0).tagged_node(2, 100, 0, "signal=forward");
    let sketch = sketch.node(3, 200, 0).node(4, 100, 100);
    let built = sketch.way(10, &[1, 2, 3], "").way(11, &[2, 4], "").build();
    assert_eq!(built.travel_ms(&[1, 2], &[2, 3]), Some(22_000));
    assert_eq!(built.travel_ms(&[3, 2], &[2, 1]), Some(20_000));
    // Turning left by 90 degrees: 1.8 s; the side road is drawn away from the signals.
    assert_eq!(built.travel_ms(&[4, 2], &[2, 3]), Some(21_800));
}

#[test]
fn a_private_road_begins_and_ends_trips() {
    let built =
        Sketch::new().line(3).way(10, &[1, 2], "").way(11, &[2, 3], "access=private").build();
    assert_eq!(built.travel_ms(&[1, 2], &[2, 3]), Some(20_000));
    assert_eq!(built.travel_ms(&[3, 2], &[2, 1]), Some(20_000));
    // It is part of the main network although no trip may pass through it.
    assert!(built.is_in_largest(&[1, 2]) && built.is_in_largest(&[2, 3]));
    assert_eq!(built.report.stranded_segment_count, 0);
}

#[test]
fn a_private_road_is_no_shortcut() {
    //        2              1–2–3 private and short, 1–4–3 open and long
    //   5 ─ 1 ─ ─ 3 ─ 6
    //        ╲ 4 ╱
    let sketch = Sketch::new()
        .node(1, 0, 0)
        .node(2, 100, 10)
        .node(3, 200, 0)
        .node(4, 100, -500)
        .node(5, -100, 0)
        .node(6, 300, 0)
        .way(10, &[5, 1], "")
        .way(11, &[1, 4, 3], "")
        .way(12, &[3, 6], "");
    let built = sketch.way(13, &[1, 2, 3], "access=private").build();
    let around = built.travel_ms(&[5, 1], &[3, 6]).unwrap();
    assert!(around > 100_000, "{around}");
    // In at one end and out at the other takes two trips: one that ends there and one that starts there.
    assert!(built.travel_ms(&[5, 1], &[1, 2]).unwrap() < 35_000);
    assert!(built.travel_ms(&[1, 2], &[3, 6]).unwrap() < 35_000);
}

#[test]
fn a_trip_within_private_roads_needs_no_open_one() {
    let sketch = Sketch::new().line(4).node(5, 100, 100).node(6, 200, 100);
    let built = sketch
        .way(10, &[1, 2, 3], "access=private")
        .way(12, &[2, 5], "")
        .way(13, &[3, 6], "access=private")
        .way(14, &[3, 4], "access=private")
        .build();
    // Three roads meet at 3, straight on: 10 s each, and the turn costs nothing.
    assert_eq!(built.travel_ms(&[1, 2], &[3, 4]), Some(30_000));
    assert!(!built.reaches(&[1, 2], &[4, 3]) || built.travel_ms(&[1, 2], &[4, 3]) > Some(30_000));
}

#[test]
fn a_trip_may_begin_and_end_on_private_roads_with_open_ones_between() {
    let sketch = Sketch::new().line(5).way(10, &[1, 2], "access=private");
    let built = sketch.way(11, &[2, 3, 4], "").way(12, &[4, 5], "access=private").build();
    assert_eq!(built.travel_ms(&[1, 2], &[4, 5]), Some(40_000));
    assert_eq!(built.travel_ms(&[5, 4], &[2, 1]), Some(40_000));
}

#[test]
fn a_through_trip_turns_back_before_a_private_road() {
    let built =
        Sketch::new().line(3).way(10, &[1, 2], "").way(11, &[2, 3], "access=private").build();
    assert_eq!(built.ways_on(&[1, 2]), [[2, 1], [2, 3]]);
}

#[test]
fn an_island_is_a_component_of_its_own() {
    let sketch = Sketch::new().line(4).node(5, 0, 900).node(6, 100, 900);
    let sketch = sketch.way(10, &[1, 2], "").way(11, &[2, 3], "toll=yes").way(12, &[5, 6], "");
    let options = NetworkOptions { large_component_size: 3, ..NetworkOptions::default() };
    let built = sketch.build_with(options);
    let components = &built.network.components;
    assert_eq!((components.count(), components.large_count()), (2, 1));
    assert_eq!((components.size(ComponentIdx(0)), components.size(ComponentIdx(1))), (4, 2));
    assert!(components.is_in_large(built.directed(&[1, 2]).segment()));
    assert_eq!(components.of_segment(built.directed(&[5, 6]).segment()), ComponentIdx(1));
    assert!(!components.is_in_large(built.directed(&[5, 6]).segment()));
    assert_eq!(built.report.stranded_segment_count, 1);
}

#[test]
fn an_island_that_is_large_enough_counts_as_large() {
    let sketch = Sketch::new().line(3).node(5, 0, 900).node(6, 100, 900).node(7, 200, 900);
    let sketch = sketch.way(10, &[1, 2], "").way(11, &[2, 3], "toll=yes").way(12, &[5, 6], "");
    let options = NetworkOptions { large_component_size: 2, ..NetworkOptions::default() };
    let built = sketch.way(13, &[6, 7], "access=private").build_with(options);
    let components = &built.network.components;
    assert_eq!(components.large_count(), 2);
    // The island's driveway belongs to the island.
    assert_eq!(components.of_segment(built.directed(&[6, 7]).segment()), ComponentIdx(1));
    assert_eq!(built.report.stranded_segment_count, 0);
}

#[test]
fn an_empty_map_has_an_empty_network() {
    let built = Sketch::new().line(2).way(10, &[1, 2], "access=no").build();
    assert_eq!((built.network.segments.count(), built.network.turns.node_count()), (0, 0));
    assert_eq!(built.network.components.count(), 0);
}
