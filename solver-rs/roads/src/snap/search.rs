//! The search for the nearest pieces.
//!
//! ```text
//! waiting, nearest on top:   node 12 (40 m)  node 3 (17 m)  leaf 5 (0 m) ◄─ measured next
//! found so far:              any 21 m, main 260 m  ──►  node 12 may still contain a nearer piece of the
//!                                                       main network; it is skipped if it has none of it
//! ```
//!
//! The search is depth-first, nearest child first, with one bound for all pieces and one for those of the
//! main network (after Roussopoulos, Kelley, Vincent 1995). A node is skipped if it lies beyond the bound
//! that it could improve, so an island next to the query does not end the search, and its thousand pieces are
//! not measured in search of the main network. Waiting nodes are in an array on the stack: nothing is
//! allocated.
//!
//! Among equally near pieces, the one of the lowest segment is selected, and the lowest piece within it,
//! regardless of the order of the tree. The bounds therefore exceed the best distance by more than any
//! rounding error.

use super::index::{SnapIndex, WAITING_COUNT_MAX};
use super::plane::{METERS_PER_E7, Plane, cosine_of_lat, meters, point_on_piece};
use super::shapes::ShapesView;

/// The roads near a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snapped {
    /// The nearest point of any snappable segment.
    pub nearest: Option<SnappedPoint>,
    /// The nearest point in the main network; often the same.
    pub nearest_in_main: Option<SnappedPoint>,
}

/// A point on a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnappedPoint {
    /// The segment.
    pub segment: u32,
    /// The piece of the segment, from 0.
    pub piece: u32,
    /// The position on the piece: 0 at its start, 1 at its end.
    pub piece_position: f64,
    /// Latitude of the point in 1e-7 degrees.
    pub lat_e7: i32,
    /// Longitude of the point in 1e-7 degrees.
    pub lon_e7: i32,
    /// The distance from the query, by the measure of this module.
    pub distance_meters: f64,
    /// The fraction of the segment's length before the point: 0 to 1.
    pub segment_fraction: f64,
}

/// More than any rounding difference between the distances of a box and of a piece, which is about 1e-6 units
/// for pieces that extend halfway around the Earth. A tenth of a micrometer.
const ROUNDING_E7: f64 = 1e-5;

/// A node to visit, with the squared distance of its box.
#[derive(Clone, Copy)]
struct Waiting {
    squared: f64,
    node: usize,
    level: usize,
}

/// The best piece so far.
struct Best {
    squared: f64,
    piece: u32,
    position: f64,
    /// A squared distance: pieces that are farther away cannot be better.
    bound: f64,
}

impl Best {
    fn within(radius_e7: f64) -> Self {
        let bound = with_rounding(radius_e7);
        Self { squared: f64::INFINITY, piece: u32::MAX, position: 0.0, bound }
    }

    fn offer(&mut self, squared: f64, piece: u32, position: f64) {
        if squared < self.squared || (squared == self.squared && piece < self.piece) {
            let bound = self.bound.min(with_rounding(squared.sqrt()));
            *self = Self { squared, piece, position, bound };
        }
    }
}

fn with_rounding(distance_e7: f64) -> f64 {
    (distance_e7 + ROUNDING_E7) * (distance_e7 + ROUNDING_E7)
}

impl SnapIndex {
    /// Returns the nearest points on roads around a point, at most `radius_meters` away. Does not allocate.
    ///
    /// The query is rounded to 1e-7 degrees, the unit of the map.
    ///
    /// # Panics
    /// The coordinates are not a point on Earth, or the index was built for other shapes.
    #[must_use]
    pub fn nearest(
        &self,
        shapes: ShapesView<'_>,
        lat_degrees: f64,
        lon_degrees: f64,
        radius_meters: f64,
    ) -> Snapped {
        assert_eq!(shapes.lat_e7.len(), self.point_count(), "an index goes with its own shapes");
        let plane = Plane::around(lat_degrees, lon_degrees);
        let (any, main) = self.search(&shapes, &plane, radius_meters / METERS_PER_E7);
        let nearest = found(&any, &shapes, radius_meters);
        let nearest_in_main =
            if main.piece == any.piece { nearest } else { found(&main, &shapes, radius_meters) };
        Snapped { nearest, nearest_in_main }
    }

    fn search(&self, shapes: &ShapesView<'_>, plane: &Plane, radius_e7: f64) -> (Best, Best) {
        let mut any = Best::within(radius_e7);
        let mut main = Best::within(radius_e7);
        let mut waiting = [Waiting { squared: 0.0, node: 0, level: 0 }; WAITING_COUNT_MAX];
        let mut count = 0;
        if let Some((node, level)) = self.root() {
            waiting[0] = Waiting { squared: 0.0, node, level };
            count = 1;
        }
        while count > 0 {
            count -= 1;
            let Waiting { squared, node, level } = waiting[count];
            if self.is_beyond(squared, node, &any, &main) {
                continue;
            }
            if level == 0 {
                for piece in self.pieces_of_leaf(node) {
                    let (from, to) = piece.ends(shapes);
                    let on_piece = plane.nearest_on_piece(from, to);
                    any.offer(on_piece.squared, piece.first_point(), on_piece.position);
                    if piece.is_main() {
                        main.offer(on_piece.squared, piece.first_point(), on_piece.position);
                    }
                }
                continue;
            }
            let first = count;
            for child in self.children(node, level) {
                let squared = self.node(child).bounds.squared_distance(plane);
                if self.is_beyond(squared, child, &any, &main) {
                    continue;
                }
                let mut place = count;
                while place > first && waiting[place - 1].squared < squared {
                    waiting[place] = waiting[place - 1];
                    place -= 1;
                }
                waiting[place] = Waiting { squared, node: child, level: level - 1 };
                count += 1;
            }
        }
        (any, main)
    }

    /// Returns whether no piece below a node at this distance can be better than the best ones found. Also
    /// true if the radius is NaN.
    fn is_beyond(&self, squared: f64, node: usize, any: &Best, main: &Best) -> bool {
        let bound = if self.node(node).holds_main { main.bound } else { any.bound };
        squared > bound || bound.is_nan()
    }
}

/// Returns the best point, if it is in range.
fn found(best: &Best, shapes: &ShapesView<'_>, radius_meters: f64) -> Option<SnappedPoint> {
    let distance_meters = best.squared.sqrt() * METERS_PER_E7;
    if best.piece == u32::MAX || distance_meters > radius_meters {
        return None;
    }
    let segment = shapes.segment_of(best.piece);
    let piece = best.piece as usize;
    let point = point_on_piece(shapes.point(piece), shapes.point(piece + 1), best.position);
    Some(SnappedPoint {
        segment: u32::try_from(segment).expect("fewer segments than points"),
        piece: best.piece - shapes.first_point[segment],
        piece_position: best.position,
        lat_e7: point.lat,
        lon_e7: point.lon,
        distance_meters,
        segment_fraction: segment_fraction(shapes, segment, piece, best.position),
    })
}

/// Returns the fraction of a segment's length before a point. O(points of the segment).
fn segment_fraction(shapes: &ShapesView<'_>, segment: usize, piece: usize, position: f64) -> f64 {
    let points = shapes.first_point[segment] as usize..shapes.first_point[segment + 1] as usize;
    let mut from = shapes.point(points.start);
    let mut cosine = cosine_of_lat(from.lat);
    let (mut before_meters, mut whole_meters) = (0.0, 0.0);
    for end in points.start + 1..points.end {
        let to = shapes.point(end);
        let end_cosine = cosine_of_lat(to.lat);
        let length = meters(from, to, [cosine, end_cosine]);
        if end == piece + 1 {
            before_meters = whole_meters + position * length;
        }
        whole_meters += length;
        (from, cosine) = (to, end_cosine);
    }
    if whole_meters > 0.0 { before_meters / whole_meters } else { 0.0 }
}
