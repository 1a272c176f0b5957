//! On which side traffic keeps where a way does not say: by where it lies.
//!
//! ```text
//!   left_hand.txt ──► areas whose box meets the extract's ──► is a point inside: even-odd over the rings
//! ```
//!
//! Borders are drawn with 4,373 corners for the whole world, closely on land and widely over water; a
//! country across a land border is told apart to some hundred meters. Ways near it that lead to the other
//! side bear `driving_side` in any case. O(corners of the areas near) a way, and nothing where traffic keeps
//! to the right all over the extract.

use super::geo::Point;

/// Areas of left-hand traffic, and where they are from.
const LEFT_HAND: &str = include_str!("left_hand.txt");

/// South, west, north, east in 1e-7 degrees.
type Bounds = [i32; 4];

/// Where traffic keeps to the left, as far as an extract goes.
pub(super) struct LeftHandAreas {
    areas: Vec<Area>,
}

struct Area {
    bounds: Bounds,
    rings: Vec<Vec<Point>>,
}

impl LeftHandAreas {
    /// The areas that these points could lie in.
    pub(super) fn around(lats_e7: &[i32], lons_e7: &[i32]) -> Self {
        let bounds = bounds_of(lats_e7.iter().copied(), lons_e7.iter().copied());
        let mut areas = areas();
        areas.retain(|area| meet(&area.bounds, &bounds));
        Self { areas }
    }

    pub(super) fn hold(&self, point: Point) -> bool {
        let here = [point.lat_e7, point.lon_e7, point.lat_e7, point.lon_e7];
        self.areas.iter().any(|area| meet(&area.bounds, &here) && area.holds(point))
    }
}

impl Area {
    /// Whether a ray to the east crosses the rings an odd number of times; holes are rings, too.
    fn holds(&self, point: Point) -> bool {
        let [x, y] = [f64::from(point.lon_e7), f64::from(point.lat_e7)];
        let mut inside = false;
        for ring in &self.rings {
            let mut previous = ring[ring.len() - 1];
            for &corner in ring {
                let [x1, y1] = [f64::from(previous.lon_e7), f64::from(previous.lat_e7)];
                let [x2, y2] = [f64::from(corner.lon_e7), f64::from(corner.lat_e7)];
                if (y1 > y) != (y2 > y) && x < x1 + (x2 - x1) * (y - y1) / (y2 - y1) {
                    inside = !inside;
                }
                previous = corner;
            }
        }
        inside
    }
}

fn areas() -> Vec<Area> {
    let mut areas: Vec<Area> = Vec::new();
    for line in LEFT_HAND.lines().filter(|line| !line.starts_with('#')) {
        if line.starts_with('=') {
            areas.push(Area {
                bounds: bounds_of([].into_iter(), [].into_iter()),
                rings: Vec::new(),
            });
        } else {
            areas.last_mut().expect("a name comes before its rings").rings.push(ring(line));
        }
    }
    for area in &mut areas {
        let corners = || area.rings.iter().flatten();
        area.bounds = bounds_of(corners().map(|it| it.lat_e7), corners().map(|it| it.lon_e7));
    }
    areas
}

fn ring(line: &str) -> Vec<Point> {
    let degrees = line.split_whitespace().map(|text| text.parse().expect("the list has degrees"));
    let numbers: Vec<i32> = degrees.map(e7).collect();
    numbers.chunks_exact(2).map(|it| Point { lat_e7: it[1], lon_e7: it[0] }).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "180 degrees are below 2^31 units")]
fn e7(degrees: f64) -> i32 {
    libm::round(degrees * 1e7) as i32
}

/// Of no points a box that meets none.
fn bounds_of(lats: impl Iterator<Item = i32>, lons: impl Iterator<Item = i32>) -> Bounds {
    let range = |values: &mut dyn Iterator<Item = i32>| {
        values.fold((i32::MAX, i32::MIN), |(low, high), it| (low.min(it), high.max(it)))
    };
    let ((south, north), (west, east)) = (range(&mut { lats }), range(&mut { lons }));
    [south, west, north, east]
}

fn meet(a: &Bounds, b: &Bounds) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traffic_keeps_left_where_it_does() {
        for (place, lat, lon, is_left) in [
            ("London", 51.507, -0.128, true),
            ("Calais", 50.951, 1.858, false),
            ("Belfast", 54.597, -5.930, true),
            ("Jersey", 49.188, -2.107, true),
            ("Cherbourg", 49.634, -1.616, false),
            ("Gibraltar", 36.140, -5.353, false),
            ("Valletta", 35.899, 14.514, true),
            ("Nicosia", 35.175, 33.364, true),
            ("Bangkok", 13.756, 100.502, true),
            ("Vientiane", 17.975, 102.633, false),
            ("Hong Kong", 22.302, 114.177, true),
            ("Macau", 22.193, 113.545, true),
            ("Shenzhen", 22.543, 114.058, false),
            ("Amritsar", 31.634, 74.872, true),
            ("Imphal", 24.817, 93.937, true),
            ("Mandalay", 21.959, 96.089, false),
            ("Tokyo", 35.690, 139.692, true),
            ("Busan", 35.180, 129.076, false),
            ("Maseru", -29.310, 27.478, true),
            ("Lubumbashi", -11.664, 27.479, false),
            ("Ndola", -12.969, 28.637, true),
            ("Georgetown", 6.801, -58.155, true),
            ("Charlotte Amalie", 18.342, -64.931, true),
            ("San Juan", 18.466, -66.106, false),
            ("Auckland", -36.848, 174.763, true),
            ("Porto", 41.150, -8.611, false),
            ("New York", 40.713, -74.006, false),
        ] {
            let point = Point { lat_e7: e7(lat), lon_e7: e7(lon) };
            let areas = LeftHandAreas::around(&[point.lat_e7], &[point.lon_e7]);
            assert_eq!(areas.hold(point), is_left, "{place}");
        }
    }

    #[test]
    fn an_extract_without_roads_meets_no_area() {
        assert!(LeftHandAreas::around(&[], &[]).areas.is_empty());
    }
}
