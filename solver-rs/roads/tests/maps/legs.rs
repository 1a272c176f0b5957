//! Legs: the path from place to place, with its time, length and shape.

use std::collections::HashMap;

use roads::hierarchy::{Lane, LaneCosts, RouteSearch};
use roads::map::{RoadLeg, RoadPlace};
use roads::network::SegmentIdx;
use roads::polyline::{Precision, encode};

use crate::exact::{random_trips, table_costs};
use crate::extracts::{Extract, columbus_car, liechtenstein_bicycle, liechtenstein_car, porto_car};
use crate::random::is_partial;

/// Latitude and longitude in units of 1e-7 degrees.
type Point = (i32, i32);

/// For each point of a shape, the adjacent points in any segment.
struct Neighbors(HashMap<Point, Vec<Point>>);

impl Neighbors {
    fn of(extract: &Extract) -> Self {
        let mut neighbors: HashMap<Point, Vec<Point>> = HashMap::new();
        for segment in (0..u32::try_from(extract.map.segment_count()).unwrap()).map(SegmentIdx) {
            let (lats, lons) = extract.network.segments.points(segment);
            let points: Vec<Point> = lats.iter().copied().zip(lons.iter().copied()).collect();
            for pair in points.windows(2) {
                neighbors.entry(pair[0]).or_default().push(pair[1]);
                neighbors.entry(pair[1]).or_default().push(pair[0]);
            }
        }
        Self(neighbors)
    }

    /// Returns whether the straight line from a place to a point of a shape runs along a road.
    fn lead(&self, place: Point, to: Point) -> bool {
        place == to || self.0[&to].iter().any(|from| meters_beside(place, [*from, to]) < 0.05)
    }

    /// Returns whether two places lie on the same straight piece of road.
    fn share_piece(&self, a: Point, b: Point) -> bool {
        let is_between = |piece| [a, b].into_iter().all(|place| meters_beside(place, piece) < 0.05);
        self.0.iter().any(|(from, neighbors)| neighbors.iter().any(|to| is_between([*from, *to])))
    }
}

const METERS_PER_E7: f64 = 6_371_008.8 * std::f64::consts::PI / 180.0 * 1e-7;

/// Returns the distance of two points in meters: along the ellipsoid, by the two radii of curvature.
fn meters(a: Point, b: Point) -> f64 {
    const ECCENTRICITY_SQUARED: f64 = 0.006_694_379_990_14;
    let lat = (f64::from(a.0) + f64::from(b.0)) / 2.0 * 1e-7;
    let (sine, cosine) = lat.to_radians().sin_cos();
    let flat = 1.0 - ECCENTRICITY_SQUARED * sine * sine;
    let to_east = 6_378_137.0 / flat.sqrt() * cosine;
    let to_north = 6_378_137.0 * (1.0 - ECCENTRICITY_SQUARED) / (flat * flat.sqrt());
    let radians = |e7: i32| (f64::from(e7) * 1e-7).to_radians();
    (radians(b.1 - a.1) * to_east).hypot(radians(b.0 - a.0) * to_north)
}

/// Returns the offset east and north of a point from another, in meters on the plane that touches the Earth
/// there.
fn offset(origin: Point, point: Point) -> [f64; 2] {
    let squeeze = (f64::from(origin.0) * 1e-7).to_radians().cos();
    let east = f64::from(point.1 - origin.1) * METERS_PER_E7 * squeeze;
    [east, f64::from(point.0 - origin.0) * METERS_PER_E7]
}

/// Returns the distance of a point from a straight piece.
fn meters_beside(point: Point, [from, to]: [Point; 2]) -> f64 {
    let (from, to) = (offset(point, from), offset(point, to));
    let piece = [to[0] - from[0], to[1] - from[1]];
    let squared = piece[0] * piece[0] + piece[1] * piece[1];
    let along = -(from[0] * piece[0] + from[1] * piece[1]);
    let share = if squared > 0.0 { (along / squared).clamp(0.0, 1.0) } else { 0.0 };
    (from[0] + share * piece[0]).hypot(from[1] + share * piece[1])
}

const LANES: [Lane; 4] = [Lane::Paired(0), Lane::Window(6), Lane::Paired(1), Lane::Window(0)];

/// Returns the milliseconds of a table's entry and, where the lane has distances, its decimeters.
fn cost_in(lane: Lane, costs: &LaneCosts) -> (u32, Option<u32>) {
    match lane {
        Lane::Window(window) => (costs.windows[usize::from(window)], None),
        Lane::Paired(at) => {
            let paired = costs.paired[usize::from(at)];
            let half = |bits: i64| u32::try_from(bits & 0xffff_ffff).unwrap();
            (half(paired >> 32), Some(half(paired)))
        }
    }
}

fn leg(
    extract: &Extract,
    lane: Lane,
    search: &mut RouteSearch,
    places: [&RoadPlace; 2],
) -> Option<(RoadLeg, Vec<Point>)> {
    let mut points = Vec::new();
    let leg = extract.map.leg(&extract.metric, lane, search, places, &mut points);
    assert_eq!(leg.is_none(), points.is_empty());
    leg.map(|leg| (leg, points))
}

fn check(extract: &Extract, source_count: usize, seed: u64) {
    let neighbors = Neighbors::of(extract);
    let trips = random_trips(extract, source_count, 10, seed);
    let rows = table_costs(extract, &extract.metric, &trips);
    let mut search = RouteSearch::default();
    let mut lanes = LANES.into_iter().cycle();
    for ((source, targets), row) in trips.iter().zip(rows) {
        for ((target, costs), lane) in targets.iter().zip(row).zip(&mut lanes) {
            let what = format!("{}, {lane:?}: {source:?} to {target:?}", extract.name);
            let found = leg(extract, lane, &mut search, [source, target]);
            assert_eq!(found.is_some(), costs.is_reachable(), "{what}");
            let Some((leg, points)) = found else { continue };
            let (milliseconds, decimeters) = cost_in(lane, &costs);
            assert_eq!(leg.milliseconds, milliseconds, "{what}");
            // Both add the same integers, so they agree to the last decimeter.
            if let Some(decimeters) = decimeters {
                assert_eq!(leg.decimeters, decimeters, "{what}");
            }
            check_shape(&neighbors, [source, target], &points, &what);
            check_length(leg.decimeters, &points, &what);
            check_polyline(&points, &what);
        }
    }
}

fn check_shape(neighbors: &Neighbors, places: [&RoadPlace; 2], points: &[Point], what: &str) {
    let [from, to] = places.map(|place| (place.lat_e7, place.lon_e7));
    assert_eq!((points[0], points[points.len() - 1]), (from, to), "{what}");
    // Successive segments share a point, which occurs twice.
    let mut line = points.to_vec();
    line.dedup();
    match &line[..] {
        [_] => {}
        [from, to] => assert!(neighbors.share_piece(*from, *to), "{what}: {line:?}"),
        [from, between @ .., to] => {
            let (first, last) = (between[0], between[between.len() - 1]);
            assert!(neighbors.lead(*from, first), "{what}: {from:?} to {first:?}");
            assert!(neighbors.lead(*to, last), "{what}: {last:?} to {to:?}");
            for pair in between.windows(2) {
                assert!(neighbors.0[&pair[0]].contains(&pair[1]), "{what}: {pair:?}");
            }
        }
        [] => unreachable!("both ends are there"),
    }
}

/// The tolerance is due to rounding: each segment's length to a decimeter, and a place's share of it to
/// 1/65536, which is 0.3 dm of a segment of 4 km.
fn check_length(decimeters: u32, points: &[Point], what: &str) {
    let drawn: f64 = points.windows(2).map(|pair| meters(pair[0], pair[1]) * 10.0).sum();
    let tolerance = 3.0 + 0.5 * f64::from(u32::try_from(points.len()).unwrap());
    let difference = drawn - f64::from(decimeters);
    assert!(difference.abs() < tolerance, "{what}: {drawn} dm drawn, {decimeters} dm told");
}

/// Encodes a shape and decodes it: its points are rounded to the nearest unit, halves away from zero, in
/// order, and without repetitions.
fn check_polyline(points: &[Point], what: &str) {
    for (precision, unit) in [(Precision::Five, 100), (Precision::Six, 10)] {
        let mut line = String::new();
        encode(points.iter().copied(), precision, &mut line);
        let nearest = |e7: i32| {
            let e7 = i64::from(e7);
            (e7.abs() + unit / 2) / unit * e7.signum()
        };
        let mut expected: Vec<_> = points.iter().map(|it| (nearest(it.0), nearest(it.1))).collect();
        expected.dedup();
        assert_eq!(decode(&line), expected, "{what}: {line}");
    }
}

/// Decodes a polyline as the format is described: five bits per character, lowest first, plus 32 if more
/// follow; the lowest bit of a number is its sign; numbers are differences.
fn decode(line: &str) -> Vec<(i64, i64)> {
    let mut numbers = Vec::new();
    let (mut number, mut shift) = (0_i64, 0);
    for character in line.bytes() {
        let bits = i64::from(character - 63);
        number |= (bits & 31) << shift;
        shift += 5;
        if bits < 32 {
            numbers.push(if number & 1 == 1 { !(number >> 1) } else { number >> 1 });
            (number, shift) = (0, 0);
        }
    }
    let mut sum = (0, 0);
    let mut next = |step: &[i64]| {
        sum = (sum.0 + step[0], sum.1 + step[1]);
        sum
    };
    numbers.chunks_exact(2).map(&mut next).collect()
}

/// The number of sources, with ten legs each.
fn sources(of_debug_build: usize) -> usize {
    if is_partial() { of_debug_build } else { 100 }
}

#[test]
fn legs_in_liechtenstein_cost_as_much_as_in_the_table_and_follow_roads() {
    check(liechtenstein_car(), sources(100), 21);
}

#[test]
fn legs_by_bicycle_cost_as_much_as_in_the_table_and_follow_roads() {
    check(liechtenstein_bicycle(), sources(20), 22);
}

#[test]
fn legs_in_columbus_cost_as_much_as_in_the_table_and_follow_roads() {
    check(columbus_car(), sources(20), 23);
}

#[test]
fn legs_in_porto_cost_as_much_as_in_the_table_and_follow_roads() {
    check(porto_car(), sources(10), 24);
}

#[test]
fn a_leg_appends_its_points_and_one_search_serves_many_maps() {
    let mut search = RouteSearch::default();
    for extract in [liechtenstein_car(), liechtenstein_bicycle(), liechtenstein_car()] {
        let trips = random_trips(extract, 1, 5, 25);
        let (source, targets) = &trips[0];
        for target in targets {
            let fresh =
                leg(extract, Lane::Window(1), &mut RouteSearch::default(), [source, target]);
            let mut points = vec![(7, 8)];
            let again = extract.map.leg(
                &extract.metric,
                Lane::Window(1),
                &mut search,
                [source, target],
                &mut points,
            );
            let expected = fresh.as_ref().map_or(&[][..], |(_, points)| points);
            assert_eq!((points[0], &points[1..]), ((7, 8), expected));
            assert_eq!(again, fresh.map(|(leg, _)| leg));
        }
    }
}

#[test]
fn a_leg_from_a_place_to_itself_takes_no_time_and_has_both_ends() {
    let extract = liechtenstein_car();
    let trips = random_trips(extract, 20, 0, 26);
    for (place, _) in &trips {
        let found = leg(extract, Lane::Paired(0), &mut RouteSearch::default(), [place, place]);
        let (leg, points) = found.unwrap();
        assert_eq!(leg, RoadLeg { milliseconds: 0, decimeters: 0 });
        let at = (place.lat_e7, place.lon_e7);
        assert!(points.iter().all(|point| *point == at) && points.len() >= 2, "{points:?}");
    }
}
