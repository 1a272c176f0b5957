//! One behavior per test, on roads simple enough to draw.

use super::Shapes;
use crate::snap::SnapKind::{Island, Main, Never};
use crate::snap::{SnapKind, Snapped, SnappedPoint};

const NOTHING: Snapped = Snapped { nearest: None, nearest_in_main: None };

fn segments(snapped: &Snapped) -> [Option<u32>; 2] {
    [snapped.nearest, snapped.nearest_in_main].map(|it| it.map(|point| point.segment))
}

/// Returns a road along the parallel at `lat_e7`, from 0° to 0.001° east.
fn parallel(lat_e7: i32) -> [(i32, i32); 2] {
    [(lat_e7, 0), (lat_e7, 10_000)]
}

#[test]
fn a_point_beside_a_road_snaps_to_the_foot_of_its_perpendicular() {
    let shapes = Shapes::of(&[(Main, &[(0, 0), (0, 10_000), (0, 40_000)])]);
    let point = shapes.snapped(0.001, 0.002, 200.0).nearest.unwrap();
    // A third of the second piece: 0.001° of the first and 0.001° of 0.003°, half of 0.004°. 0.001° is
    // 6,371,008.8 m × π / 180,000 = 111.195 m.
    let SnappedPoint { segment, piece, lat_e7, lon_e7, .. } = point;
    assert_eq!((segment, piece, lat_e7, lon_e7), (0, 1, 0, 20_000));
    assert!((point.piece_position - 1.0 / 3.0).abs() < 1e-12, "{point:?}");
    assert!((point.segment_fraction - 0.5).abs() < 1e-12, "{point:?}");
    assert!((point.distance_meters - 111.195).abs() < 0.001, "{point:?}");
}

#[test]
fn fractions_are_0_and_1_at_the_ends_exactly() {
    let points =
        [(411_500_001, -86_100_003), (411_503_333, -86_107_777), (411_511_111, -86_101_234)];
    let shapes = Shapes::of(&[(Main, &points)]);
    for (lat, lon, expected) in [(41.15, -8.61, 0.0), (41.1520, -8.6100, 1.0)] {
        let point = shapes.snapped(lat, lon, 500.0).nearest.unwrap();
        assert_eq!(point.segment_fraction, expected, "{point:?}");
    }
}

#[test]
fn a_segment_without_length_has_everything_at_its_start() {
    let shapes = Shapes::of(&[(Main, &[(5, 5), (5, 5), (5, 5)])]);
    let point = shapes.snapped(0.0, 0.0, 5.0).nearest.unwrap();
    assert_eq!((point.piece, point.piece_position, point.segment_fraction), (0, 0.0, 0.0));
}

#[test]
fn an_island_nearer_than_the_main_network_is_given_beside_it() {
    let shapes = Shapes::of(&[(Main, &parallel(30_000)), (Island, &parallel(10_000))]);
    assert_eq!(segments(&shapes.snapped(0.0, 0.0, 500.0)), [Some(1), Some(0)]);
    // From beyond both roads, the main network is nearer, so the island is not returned.
    assert_eq!(segments(&shapes.snapped(0.005, 0.0, 500.0)), [Some(0), Some(0)]);
}

#[test]
fn an_island_alone_is_found_without_a_main_network() {
    let shapes = Shapes::of(&[(Island, &parallel(10_000))]);
    assert_eq!(segments(&shapes.snapped(0.0, 0.0, 500.0)), [Some(0), None]);
}

#[test]
fn the_main_network_is_found_beyond_an_island_of_many_nodes() {
    let mut shapes = Shapes::of(&[]);
    for row in 0..2000 {
        shapes.push(Island, &parallel(row));
    }
    shapes.push(Main, &parallel(40_000));
    assert_eq!(segments(&shapes.snapped(0.0, 0.0, 500.0)), [Some(0), Some(2000)]);
}

#[test]
fn unsnappable_segments_are_passed_over() {
    let shapes = Shapes::of(&[(Never, &parallel(0)), (Main, &parallel(10_000))]);
    assert_eq!(segments(&shapes.snapped(0.0, 0.0, 500.0)), [Some(1), Some(1)]);
    let shapes = Shapes::of(&[(Never, &parallel(0))]);
    assert_eq!(shapes.snapped(0.0, 0.0, 500.0), NOTHING);
}

#[test]
fn no_segments_are_no_answer() {
    assert_eq!(Shapes::of(&[]).snapped(0.0, 0.0, f64::INFINITY), NOTHING);
}

#[test]
fn a_road_at_the_radius_is_in_range_and_a_road_beyond_is_not() {
    let shapes = Shapes::of(&[(Main, &parallel(10_000)), (Island, &parallel(-3_333))]);
    let both = shapes.snapped(0.0, 0.0001, 500.0);
    for (point, expected) in [
        (both.nearest.unwrap(), [[Some(1), None], [None, None]]),
        (both.nearest_in_main.unwrap(), [[Some(1), Some(0)], [Some(1), None]]),
    ] {
        let radius = point.distance_meters;
        assert_eq!(segments(&shapes.snapped(0.0, 0.0001, radius)), expected[0], "{radius}");
        let radius = radius.next_down();
        assert_eq!(segments(&shapes.snapped(0.0, 0.0001, radius)), expected[1], "{radius}");
    }
}

#[test]
fn a_radius_that_holds_nothing_finds_nothing() {
    let shapes = Shapes::of(&[(Main, &parallel(0))]);
    for radius in [f64::NAN, f64::NEG_INFINITY, -200.0, -0.001] {
        assert_eq!(shapes.snapped(0.0, 0.0, radius), NOTHING, "{radius}");
    }
    // On the road itself, a radius of 0 is sufficient.
    assert_eq!(segments(&shapes.snapped(0.0, 0.0, 0.0)), [Some(0), Some(0)]);
}

#[test]
fn of_equally_near_segments_the_first_is_taken_and_of_pieces_the_first() {
    // A star of 40 segments around 0°, 0°, so that the tree has several leaves; each segment has a point
    // there.
    let mut shapes = Shapes::of(&[(Never, &parallel(0))]);
    for ray in 0..40 {
        let kind = if ray < 7 { Island } else { Main };
        shapes.push(kind, &[(ray * 1000 + 1, 10_000), (0, 0), (-10_000, ray * 1000 - 20_000)]);
    }
    let snapped = shapes.snapped(0.0, 0.0, 10.0);
    let named = |it: Option<SnappedPoint>| it.map(|it| (it.segment, it.piece, it.piece_position));
    assert_eq!(named(snapped.nearest), Some((1, 0, 1.0)));
    assert_eq!(named(snapped.nearest_in_main), Some((8, 0, 1.0)));
}

#[test]
fn a_query_west_of_the_date_line_finds_a_road_east_of_it() {
    let shapes = Shapes::of(&[(Main, &[(0, 1_799_900_000), (10_000, 1_799_900_000)])]);
    let point = shapes.snapped(0.0, -179.99, 5000.0).nearest.unwrap();
    // 0.02° × 111,195 m.
    assert!((point.distance_meters - 2223.9).abs() < 0.1, "{point:?}");
    assert_eq!(shapes.snapped(0.0, -179.99, 2000.0), NOTHING);
}

#[test]
fn a_piece_across_the_date_line_is_as_long_as_it_is_and_no_longer() {
    // From 179.99° to -179.97°: 0.04°, a quarter of which is at 180°.
    let shapes = Shapes::of(&[(Main, &[(0, 1_799_900_000), (0, -1_799_700_000)])]);
    for (lon, lon_e7, position) in [
        (179.995, 1_799_950_000, 0.125),
        (180.0, 1_800_000_000, 0.25),
        (-180.0, 1_800_000_000, 0.25),
        (-179.98, -1_799_800_000, 0.75),
    ] {
        let point = shapes.snapped(0.001, lon, 200.0).nearest.unwrap();
        assert_eq!(point.lon_e7, lon_e7, "{lon}: {point:?}");
        assert!((point.piece_position - position).abs() < 1e-9, "{lon}: {point:?}");
        assert!((point.segment_fraction - position).abs() < 1e-9, "{lon}: {point:?}");
    }
    // It does not extend around the rest of the Earth.
    assert_eq!(shapes.snapped(0.0, 0.0, 1e6), NOTHING);
}

#[test]
fn a_piece_that_reaches_round_half_the_earth_is_near_at_both_ends() {
    // From 0° to 160°. A point 190° east of its start is 30° east of its end and 170° west of its start.
    let shapes = Shapes::of(&[(Main, &[(0, 0), (0, 1_600_000_000)])]);
    for (lon, position, degrees) in [(-170.0, 1.0, 30.0), (-30.0, 0.0, 30.0), (170.0, 1.0, 10.0)] {
        let point = shapes.snapped(0.0, lon, f64::INFINITY).nearest.unwrap();
        assert_eq!(point.piece_position, position, "{lon}: {point:?}");
        assert!((point.distance_meters / 111_195.08 - degrees).abs() < 1e-6, "{lon}: {point:?}");
    }
}

#[test]
fn a_road_is_as_far_from_a_pole_as_its_parallel() {
    let kinds: [(SnapKind, i32); 2] = [(Island, 900_000_000), (Main, -900_000_000)];
    for (kind, pole) in kinds {
        let lat = pole / 1_000_000 * 999_900;
        let shapes = Shapes::of(&[(kind, &[(lat, 1_200_000_000), (lat, 1_200_100_000)])]);
        for lon in [-180.0, -60.0, 0.0, 120.0] {
            let point = shapes.snapped(f64::from(pole) / 1e7, lon, 5000.0).nearest.unwrap();
            // 0.009° × 111,195 m.
            assert!((point.distance_meters - 1000.755).abs() < 0.01, "{point:?}");
        }
    }
}
