//! The position of a point in a tile: the Web Mercator projection, a square of 2^zoom × 2^zoom tiles.
//!
//! ```text
//!   (0,0) ──► x            a tile has 4096 × 4096 units, and lines extend into a margin around it, so
//!     │   ┌────┐           that no line ends are visible where tiles meet
//!     ▼ y │tile│
//! ```
//!
//! Trigonometry uses `libm`, so that native and WASM builds produce the same bytes.

use std::f64::consts::PI;

/// The number of units along each side of a tile.
pub(super) const EXTENT: i32 = 4096;
/// The margin in units around a tile into which lines extend: more than the width of the widest line.
pub(super) const MARGIN: i32 = 96;
/// The zoom of the least detailed tiles.
pub const ZOOM_MIN: u8 = 6;
/// The zoom of the most detailed tiles: a unit is 14 cm at the equator.
pub const ZOOM_MAX: u8 = 16;

const DEGREES_E7: f64 = 1e7;
/// The latitude at which the projection's square ends; its poles are at infinity.
const LAT_DEGREES_MAX: f64 = 85.051_128_779_806_6;

/// A tile, by zoom and position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileIdx {
    zoom: u8,
    x: u32,
    y: u32,
}

/// A point in units of a tile, to the right of and below its top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct TilePoint {
    pub(super) x: i32,
    pub(super) y: i32,
}

/// A part of the Earth between two parallels and two meridians, in 1e-7 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Box7 {
    pub(super) south: i32,
    pub(super) west: i32,
    pub(super) north: i32,
    pub(super) east: i32,
}

impl Box7 {
    pub(super) const NOTHING: Self =
        Self { south: i32::MAX, west: i32::MAX, north: i32::MIN, east: i32::MIN };

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.south <= other.north
            && other.south <= self.north
            && self.west <= other.east
            && other.west <= self.east
    }

    /// Returns the box of points that are given by latitudes and longitudes.
    pub(super) fn of(lats: &[i32], lons: &[i32]) -> Self {
        let range = |values: &[i32]| {
            let start = (i32::MAX, i32::MIN);
            values.iter().fold(start, |(low, high), &it| (low.min(it), high.max(it)))
        };
        let ((south, north), (west, east)) = (range(lats), range(lons));
        Self { south, west, north, east }
    }

    pub(super) fn joined(&self, other: &Self) -> Self {
        Self {
            south: self.south.min(other.south),
            west: self.west.min(other.west),
            north: self.north.max(other.north),
            east: self.east.max(other.east),
        }
    }
}

impl TileIdx {
    /// Returns a tile by its numbers; `None` if the zoom is not supported or the tile does not exist.
    #[must_use]
    pub fn new(zoom: u32, x: u32, y: u32) -> Option<Self> {
        let zoom = u8::try_from(zoom).ok().filter(|zoom| (ZOOM_MIN..=ZOOM_MAX).contains(zoom))?;
        let count = 1_u32 << zoom;
        (x < count && y < count).then_some(Self { zoom, x, y })
    }

    /// Returns its zoom.
    #[must_use]
    pub fn zoom(self) -> u8 {
        self.zoom
    }

    /// Returns the position of a point.
    pub(super) fn project(self, lat_e7: i32, lon_e7: i32) -> TilePoint {
        let lat = (f64::from(lat_e7) / DEGREES_E7).clamp(-LAT_DEGREES_MAX, LAT_DEGREES_MAX);
        let radians = lat * PI / 180.0;
        let north = libm::log(libm::tan(PI / 4.0 + radians / 2.0)) / PI;
        let east = f64::from(lon_e7) / DEGREES_E7 / 180.0;
        TilePoint {
            x: self.units((1.0 + east) / 2.0, self.x),
            y: self.units((1.0 - north) / 2.0, self.y),
        }
    }

    /// Returns the part of the Earth that the tile and its margin show.
    pub(super) fn bounds(self) -> Box7 {
        let corner = |x: i32, y: i32| {
            let share = |tile: u32, unit: i32| {
                (f64::from(tile) + f64::from(unit) / f64::from(EXTENT)) / self.tile_count()
            };
            let lon = share(self.x, x) * 360.0 - 180.0;
            let lat = libm::atan(libm::sinh(PI * (1.0 - 2.0 * share(self.y, y)))) * 180.0 / PI;
            (whole_e7(lat), whole_e7(lon))
        };
        let (north, west) = corner(-MARGIN, -MARGIN);
        let (south, east) = corner(EXTENT + MARGIN, EXTENT + MARGIN);
        Box7 { south, west, north, east }
    }

    fn tile_count(self) -> f64 {
        f64::from(1_u32 << self.zoom)
    }

    #[expect(clippy::cast_possible_truncation, reason = "below 2^28 units of all tiles")]
    fn units(self, share: f64, tile: u32) -> i32 {
        let units = (share * self.tile_count() - f64::from(tile)) * f64::from(EXTENT);
        libm::floor(units + 0.5) as i32
    }
}

#[expect(clippy::cast_possible_truncation, reason = "clamped to the Earth")]
fn whole_e7(degrees: f64) -> i32 {
    (degrees.clamp(-180.0, 180.0) * DEGREES_E7) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_where_the_projection_says() {
        // Zoom 6: Porto is in tile 30, 23: (-8.6109 + 180) / 360 * 64 = 30.469 174, and for 41.1489° north
        // (1 - asinh(tan 41.1489°) / π) / 2 * 64 = 23.960 15. 4096 units each.
        let tile = TileIdx::new(6, 30, 23).unwrap();
        let TilePoint { x, y } = tile.project(411_489_000, -86_109_000);
        assert_eq!((x, y), (1922, 3933));
        let world = [(850_511_287, -1_800_000_000, (0, 0), 0), (0, 0, (32, 32), 0)];
        for (lat_e7, lon_e7, (x, y), unit) in world {
            let corner = TileIdx::new(6, x, y).unwrap().project(lat_e7, lon_e7);
            assert_eq!((corner.x, corner.y), (unit, unit), "{lat_e7} {lon_e7}");
        }
    }

    #[test]
    fn bounds_include_the_margin_and_no_more() {
        let tile = TileIdx::new(14, 7800, 6133).unwrap();
        let Box7 { south, west, north, east } = tile.bounds();
        let (top, bottom) = (tile.project(north, west), tile.project(south, east));
        let (low, high) = (-MARGIN, EXTENT + MARGIN);
        assert_eq!((top.x, top.y, bottom.x, bottom.y), (low, low, high, high));
    }

    #[test]
    fn there_are_tiles_from_zoom_6_to_16_and_none_beyond_the_edge() {
        for (zoom, x, y, is_one) in [
            (5, 0, 0, false),
            (6, 63, 63, true),
            (6, 64, 0, false),
            (6, 0, 64, false),
            (16, 65_535, 0, true),
            (17, 0, 0, false),
            (300, 0, 0, false),
        ] {
            assert_eq!(TileIdx::new(zoom, x, y).is_some(), is_one, "{zoom}/{x}/{y}");
        }
    }
}
