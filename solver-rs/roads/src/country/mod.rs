//! The country in which a road lies, and the side of the road on which its traffic drives.
//!
//! ```text
//!   borders.txt ──► areas whose box meets the extract's ──► cells of a quarter degree, computed on first use:
//!                                                           no border crosses it ─► one country for all of it
//!                                                           else ─► point in area: even-odd rule over the rings
//! ```
//!
//! The borders of the whole world have 26,000 corners, close together on land and far apart over water;
//! between neighboring countries they are accurate to a few hundred meters. Locating a point takes O(1), or
//! O(corners of the areas nearby) if a border crosses its cell. Reading the list takes a few milliseconds.

use std::collections::BTreeMap;

/// The borders of all countries; the file names its source.
const BORDERS: &str = include_str!("borders.txt");

/// South, west, north, east in 1e-7 degrees.
type Bounds = [i32; 4];

/// Latitude and longitude in 1e-7 degrees.
type Corner = [i32; 2];

/// A quarter of a degree: smaller than nearly all countries, larger than most extracts of cities.
const CELL_E7: i32 = 2_500_000;

/// A country, or a part of one that has its own laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Country {
    /// ISO 3166 code: `DE`; for a part of a country with a hyphen, as in `GB-SCT` and `CN-HK`.
    pub code: &'static str,
    /// Whether traffic drives on the left.
    pub left_hand: bool,
}

/// The countries that an extract may lie in.
pub(crate) struct CountryAreas {
    areas: Vec<Area>,
    cells: BTreeMap<(i32, i32), Cell>,
}

struct Area {
    country: Country,
    bounds: Bounds,
    rings: Vec<Vec<Corner>>,
}

/// Positions of areas; if several contain a point, the first counts.
enum Cell {
    Whole(Option<usize>),
    Crossed(Vec<usize>),
}

impl CountryAreas {
    /// The areas in which points within these bounds may lie.
    pub(crate) fn around(bounds: Bounds) -> Self {
        let mut areas = areas();
        areas.retain(|area| meet(&area.bounds, &bounds));
        Self { areas, cells: BTreeMap::new() }
    }

    /// The country in which a point lies, or `None` at sea.
    pub(crate) fn of(&mut self, lat_e7: i32, lon_e7: i32) -> Option<Country> {
        let Self { areas, cells } = self;
        let key = (lat_e7.div_euclid(CELL_E7), lon_e7.div_euclid(CELL_E7));
        let cell = cells.entry(key).or_insert_with(|| cell(areas, key));
        let holder = match cell {
            Cell::Whole(area) => *area,
            Cell::Crossed(near) => {
                near.iter().copied().find(|&area| areas[area].holds([lat_e7, lon_e7]))
            }
        };
        holder.map(|area| areas[area].country)
    }
}

fn cell(areas: &[Area], (row, column): (i32, i32)) -> Cell {
    let [south, west] = [row, column].map(|number| number * CELL_E7);
    let bounds = [south, west, south.saturating_add(CELL_E7), west.saturating_add(CELL_E7)];
    let near = (0..areas.len()).filter(|&area| meet(&areas[area].bounds, &bounds));
    let (crossed, clear): (Vec<_>, Vec<_>) =
        near.partition(|&area| areas[area].sides().any(|side| meet(&side, &bounds)));
    let middle = [south + CELL_E7 / 2, west + CELL_E7 / 2];
    let holders = clear.into_iter().filter(|&area| areas[area].holds(middle));
    if crossed.is_empty() {
        return Cell::Whole(holders.into_iter().next());
    }
    let mut positions: Vec<_> = holders.chain(crossed).collect();
    positions.sort_unstable();
    Cell::Crossed(positions)
}

impl Area {
    /// The bounding boxes of the sides of its rings.
    fn sides(&self) -> impl Iterator<Item = Bounds> + '_ {
        self.rings.iter().flat_map(|ring| {
            let next = ring.iter().cycle().skip(1);
            ring.iter()
                .zip(next)
                .map(|(a, b)| [a[0].min(b[0]), a[1].min(b[1]), a[0].max(b[0]), a[1].max(b[1])])
        })
    }

    /// Whether a ray to the east crosses the rings an odd number of times; holes are also rings.
    fn holds(&self, point: Corner) -> bool {
        let [y, x] = point.map(f64::from);
        let mut inside = false;
        for ring in &self.rings {
            let mut previous = ring[ring.len() - 1];
            for &corner in ring {
                let [y1, x1] = previous.map(f64::from);
                let [y2, x2] = corner.map(f64::from);
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
    for line in BORDERS.lines().filter(|line| !line.starts_with('#')) {
        if let Some(of_area) = line.strip_prefix("= ") {
            let mut words = of_area.split(' ');
            let code = words.next().expect("an area has a code");
            let left_hand = words.next() == Some("left");
            let country = Country { code, left_hand };
            areas.push(Area { country, bounds: bounds_of([].into_iter()), rings: Vec::new() });
        } else {
            areas.last_mut().expect("an area comes before its rings").rings.push(ring(line));
        }
    }
    for area in &mut areas {
        area.bounds = bounds_of(area.rings.iter().flatten().copied());
    }
    areas
}

fn ring(line: &str) -> Vec<Corner> {
    let degrees = line.split(' ').map(|text| text.parse().expect("the list has degrees"));
    let numbers: Vec<i32> = degrees.map(e7).collect();
    numbers.chunks_exact(2).map(|it| [it[1], it[0]]).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "180 degrees are below 2^31 units")]
fn e7(degrees: f64) -> i32 {
    libm::round(degrees * 1e7) as i32
}

/// The bounding box of the points; without points, a box that meets no other.
fn bounds_of(points: impl Iterator<Item = Corner>) -> Bounds {
    points.fold([i32::MAX, i32::MAX, i32::MIN, i32::MIN], |[south, west, north, east], it| {
        [south.min(it[0]), west.min(it[1]), north.max(it[0]), east.max(it[1])]
    })
}

fn meet(a: &Bounds, b: &Bounds) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

#[cfg(test)]
mod tests;
