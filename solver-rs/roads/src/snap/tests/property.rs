//! Random roads and queries: the index finds the same pieces as measuring every piece does.

use super::Shapes;
use super::oracle::{self, Query, SAME_METERS};
use crate::random::Random;
use crate::snap::{SnapIndex, SnapKind, SnappedPoint};

/// The area of random roads, and their form.
#[derive(Clone, Copy, Debug)]
struct Land {
    south: f64,
    north: f64,
    /// Longitudes of 180° and more continue at -180°.
    west: f64,
    east: f64,
    segment_count: u32,
    /// The maximum extent of a piece in degrees, in each direction.
    step: f64,
    /// How many of ten points repeat the previous point.
    repeated_of_ten: u32,
    /// How many of ten segments repeat the previous segment.
    twins_of_ten: u32,
}

const CITY: Land = Land {
    south: 41.0,
    north: 41.1,
    west: -8.7,
    east: -8.6,
    segment_count: 400,
    step: 0.002,
    repeated_of_ten: 0,
    twins_of_ten: 0,
};

impl Land {
    fn shapes(&self, random: &mut Random) -> Shapes {
        let mut shapes = Shapes::of(&[]);
        let mut points = Vec::new();
        for _ in 0..self.segment_count {
            let kind =
                [SnapKind::Never, SnapKind::Island, SnapKind::Main][random.below(3) as usize];
            if random.below(10) >= self.twins_of_ten || points.is_empty() {
                let mut lat = random.between(self.south, self.north);
                let mut lon = random.between(self.west, self.east);
                points.clear();
                for _ in 0..random.below(6) + 2 {
                    points.push(e7(lat, lon));
                    if random.below(10) >= self.repeated_of_ten {
                        lat += random.between(-self.step, self.step);
                        lon += random.between(-self.step, self.step);
                        lat = lat.clamp(-90.0, 90.0);
                    }
                }
            }
            shapes.push(kind, &points);
        }
        shapes
    }
}

fn e7(lat: f64, lon: f64) -> (i32, i32) {
    let lon = (lon + 180.0).rem_euclid(360.0) - 180.0;
    #[expect(clippy::cast_possible_truncation, reason = "1.8e9 at most")]
    let rounded = ((lat * 1e7).round() as i32, (lon * 1e7).round() as i32);
    rounded
}

fn check(land: Land, radius_meters: f64, seed: u64) {
    let mut random = Random::seeded(seed);
    let shapes = land.shapes(&mut random);
    let index = shapes.index();
    let margin = (land.north - land.south) / 4.0;
    for _ in 0..300 {
        let lat = random.between(land.south - margin, land.north + margin).clamp(-90.0, 90.0);
        let (lat, lon) = e7(lat, random.between(land.west - margin, land.east + margin));
        // Every fourth query is at a point of a road, where many pieces are equally near.
        let (lat, lon) = if random.below(4) == 0 {
            let point = random.below(u32::try_from(shapes.lat_e7.len()).unwrap()) as usize;
            (shapes.lat_e7[point], shapes.lon_e7[point])
        } else {
            (lat, lon)
        };
        let query = Query { lat: f64::from(lat) / 1e7, lon: f64::from(lon) / 1e7 };
        let label = format!("{land:?}, seed {seed}, query {lat} {lon}");
        let snapped = index.nearest(shapes.view(), query.lat, query.lon, radius_meters);
        let snappable = [SnapKind::Island, SnapKind::Main];
        check_point(&shapes, &query, &snappable, radius_meters, snapped.nearest, &label);
        let main = [SnapKind::Main];
        check_point(&shapes, &query, &main, radius_meters, snapped.nearest_in_main, &label);
    }
}

fn check_point(
    shapes: &Shapes,
    query: &Query,
    kinds: &[SnapKind],
    radius_meters: f64,
    snapped: Option<SnappedPoint>,
    label: &str,
) {
    let expected = oracle::nearest(&shapes.view(), query, kinds);
    let expected = expected.filter(|(_, _, meters)| *meters <= radius_meters);
    let found = snapped.map(|it| (it.segment, it.piece));
    assert_eq!(found, expected.map(|it| (it.0, it.1)), "{label}: {snapped:?}, {expected:?}");
    let (Some(snapped), Some((_, _, meters))) = (snapped, expected) else { return };
    assert!((snapped.distance_meters - meters).abs() < SAME_METERS, "{label}: {snapped:?}");
    let fraction = oracle::segment_fraction(&shapes.view(), &snapped);
    assert!((snapped.segment_fraction - fraction).abs() < 1e-9, "{label}: {snapped:?}, {fraction}");
    assert!((0.0..=1.0).contains(&snapped.segment_fraction), "{label}: {snapped:?}");

    // The point itself, as a road of no length, is at the same distance: 1e-7 degrees are 1.2 cm.
    let itself = (snapped.lat_e7, snapped.lon_e7);
    let alone = Shapes::of(&[(SnapKind::Main, &[itself, itself])]);
    let (_, _, meters) = oracle::nearest(&alone.view(), query, &[SnapKind::Main]).unwrap();
    assert!((snapped.distance_meters - meters).abs() < 0.012, "{label}: {snapped:?}, {meters} m");
}

#[test]
fn the_nearest_piece_of_dense_roads_is_found() {
    for seed in 1..=4 {
        check(CITY, 5000.0, seed);
    }
}

#[test]
fn the_nearest_piece_of_a_few_roads_is_found_however_far() {
    for segment_count in [1, 2, 5, 17] {
        let land = Land { south: 30.0, north: 50.0, west: -20.0, east: 10.0, ..CITY };
        check(Land { segment_count, ..land }, f64::INFINITY, 5);
    }
}

#[test]
fn a_small_radius_leaves_most_queries_without_a_road() {
    check(Land { segment_count: 100, ..CITY }, 60.0, 6);
}

#[test]
fn long_pieces_are_found_far_from_their_ends() {
    check(Land { step: 0.5, segment_count: 60, ..CITY }, 5000.0, 7);
    let world = Land { south: -80.0, north: 80.0, west: -180.0, east: 180.0, ..CITY };
    check(Land { step: 80.0, segment_count: 40, ..world }, f64::INFINITY, 8);
}

#[test]
fn repeated_points_and_roads_are_distinguished_by_their_numbers() {
    for seed in 9..=11 {
        check(Land { repeated_of_ten: 5, twins_of_ten: 5, ..CITY }, 5000.0, seed);
    }
    // Only pieces of no length.
    check(Land { repeated_of_ten: 10, ..CITY }, 5000.0, 12);
}

#[test]
fn the_date_line_is_nowhere_special() {
    let fiji = Land { south: -17.0, north: -16.9, west: 179.95, east: 180.05, ..CITY };
    for seed in 13..=15 {
        check(fiji, 5000.0, seed);
    }
    check(Land { step: 0.2, segment_count: 60, ..fiji }, 50_000.0, 16);
}

#[test]
fn high_latitudes_are_measured_by_their_own_scale() {
    for (south, seed) in [(80.0, 17), (-80.1, 18), (89.9, 19), (-90.0, 20)] {
        let land = Land { south, north: south + 0.1, west: 20.0, east: 20.6, ..CITY };
        check(Land { step: 0.01, ..land }, 5000.0, seed);
        // All meridians, as around a station at the pole.
        check(Land { west: -180.0, east: 180.0, step: 0.01, ..land }, 5000.0, seed);
    }
}

#[test]
fn pieces_in_any_order_give_the_same_answers() {
    let mut random = Random::seeded(21);
    let shapes = Land { twins_of_ten: 3, ..CITY }.shapes(&mut random);
    let index = shapes.index();
    let mut parts = index.parts().to_vec();
    for end in (1..parts.len()).rev() {
        parts.swap(end, random.below(u32::try_from(end + 1).unwrap()) as usize);
    }
    let shuffled = SnapIndex::from_parts(parts, shapes.view()).unwrap();
    for _ in 0..300 {
        let (lat, lon) = (random.between(40.9, 41.2), random.between(-8.8, -8.5));
        assert_eq!(
            shuffled.nearest(shapes.view(), lat, lon, 5000.0),
            index.nearest(shapes.view(), lat, lon, 5000.0),
            "{lat} {lon}"
        );
    }
}

#[test]
fn distances_differ_from_great_circles_by_no_more_than_documented() {
    let mut random = Random::seeded(22);
    for lat in [0.0, 41.15, 60.0, 70.0, -80.0] {
        for _ in 0..2000 {
            let scale = f64::to_radians(lat).cos();
            let there = e7(lat + random.between(-0.04, 0.04), random.between(-0.04, 0.04) / scale);
            let shapes = Shapes::of(&[(SnapKind::Main, &[there, there])]);
            let measured = shapes.snapped(lat, 0.0, 10_000.0).nearest.unwrap().distance_meters;
            let there = (f64::from(there.0) / 1e7, f64::from(there.1) / 1e7);
            let exact = oracle::great_circle_meters((lat, 0.0), there);
            let bound = 0.2 * lat.to_radians().tan().abs() * exact * exact / 6_371_008.8;
            assert!((measured - exact).abs() <= bound + exact * 4e-8, "{lat}, {there:?}");
        }
    }
}
