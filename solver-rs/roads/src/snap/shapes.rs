//! Shapes of segments, as the caller keeps them, and everything that can be wrong with them.
//!
//! ```text
//! first_point  0        3     5        segment 0: points 0, 1, 2, so pieces 0 and 1
//! lat_e7       •──•──•  •──•           segment 1: points 3, 4, so one piece
//!              0  1     3              a piece is named by its first point, alike for all segments
//! ```

/// Whether a point may be snapped to a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum SnapKind {
    /// Nobody starts a trip there: a ferry, a motorway.
    Never = 0,
    /// It is part of a small network that cannot reach the main one, or not be reached from it.
    Island = 1,
    /// It is part of the main network.
    Main = 2,
}

impl SnapKind {
    /// The code that stands for it in [`ShapesView::snap_kind`].
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    const fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Never),
            1 => Some(Self::Island),
            2 => Some(Self::Main),
            _ => None,
        }
    }
}

/// Where segments run and which of them take part.
#[derive(Clone, Copy, Debug)]
pub struct ShapesView<'a> {
    /// One per segment, and one more: positions in the lists of coordinates. Two points or more each.
    pub first_point: &'a [u32],
    /// One per point: latitude in 1e-7 degrees.
    pub lat_e7: &'a [i32],
    /// One per point: longitude in 1e-7 degrees.
    pub lon_e7: &'a [i32],
    /// One per segment: code of a [`SnapKind`].
    pub snap_kind: &'a [u8],
}

/// The most points that shapes may have together: a piece's first point and one bit make a `u32`.
pub(super) const POINT_COUNT_MAX: usize = 1 << 31;
const LAT_E7_MAX: i32 = 900_000_000;
const LON_E7_MAX: i32 = 1_800_000_000;

impl ShapesView<'_> {
    /// Makes sure that nothing below can index out of bounds or leave the Earth. O(points).
    pub(super) fn check(&self) -> Result<(), SnapError> {
        let point_count = self.lat_e7.len();
        if point_count > POINT_COUNT_MAX {
            return Err(SnapError::TooManyPoints { point_count });
        }
        let rows = self.first_point.windows(2).zip(0_u32..);
        let short = rows.clone().find(|(row, _)| row[1].saturating_sub(row[0]) < 2);
        let ends = (self.first_point.first(), self.first_point.last());
        let covered = matches!(ends, (Some(0), Some(&last)) if last as usize == point_count);
        if !covered
            || self.lon_e7.len() != point_count
            || self.first_point.len() != self.snap_kind.len() + 1
        {
            return Err(SnapError::CountsDiffer);
        }
        if let Some((_, segment)) = short {
            return Err(SnapError::SegmentTooShort { segment });
        }
        for (&code, segment) in self.snap_kind.iter().zip(0_u32..) {
            if SnapKind::from_code(code).is_none() {
                return Err(SnapError::KindUnknown { segment, code });
            }
        }
        for ((lat, lon), point) in self.lat_e7.iter().zip(self.lon_e7).zip(0_u32..) {
            if lat.unsigned_abs() > LAT_E7_MAX.unsigned_abs()
                || lon.unsigned_abs() > LON_E7_MAX.unsigned_abs()
            {
                return Err(SnapError::CoordinateOutOfRange { point });
            }
        }
        Ok(())
    }

    /// First points of pieces that points may be snapped to, ascending, and whether each is of the main
    /// network.
    pub(super) fn snappable_pieces(&self) -> impl Iterator<Item = (u32, bool)> {
        let rows = self.first_point.windows(2).zip(self.snap_kind);
        rows.filter(|(_, code)| **code != SnapKind::Never.code()).flat_map(|(row, &code)| {
            let is_main = code == SnapKind::Main.code();
            (row[0]..row[1] - 1).map(move |point| (point, is_main))
        })
    }

    /// The segment that a point belongs to. O(log segments).
    pub(super) fn segment_of(&self, point: u32) -> usize {
        self.first_point.partition_point(|&first| first <= point) - 1
    }

    pub(super) fn point(&self, point: usize) -> PointE7 {
        PointE7 { lat: self.lat_e7[point], lon: self.lon_e7[point] }
    }
}

/// A point in 1e-7 degrees.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointE7 {
    pub(super) lat: i32,
    pub(super) lon: i32,
}

/// Why shapes cannot be indexed, or an index does not belong to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapError {
    /// The lists of a view do not fit one another.
    #[error("the lists of points, segments and kinds do not fit one another")]
    CountsDiffer,
    /// More points than pieces can be named by.
    #[error("{point_count} points are more than {POINT_COUNT_MAX}")]
    TooManyPoints {
        /// How many there are.
        point_count: usize,
    },
    /// A segment has fewer than two points.
    #[error("segment {segment} has fewer than two points")]
    SegmentTooShort {
        /// Which one.
        segment: u32,
    },
    /// No [`SnapKind`] has this code.
    #[error("segment {segment} has the unknown snap kind {code}")]
    KindUnknown {
        /// Whose it is.
        segment: u32,
        /// The code.
        code: u8,
    },
    /// A point is not on Earth.
    #[error("point {point} lies beyond 90 degrees north or 180 degrees east")]
    CoordinateOutOfRange {
        /// Which one.
        point: u32,
    },
    /// An index has more or fewer pieces than its shapes.
    #[error("the snap index has {index_count} pieces, its shapes {shape_count}")]
    PieceCountsDiffer {
        /// How many the index has.
        index_count: usize,
        /// How many the shapes have that points may be snapped to.
        shape_count: usize,
    },
    /// An entry of an index names no piece of its kind, or one that was named before.
    #[error("entry {position} of the snap index names no piece, or one named before")]
    PieceUnknown {
        /// Where in the index.
        position: usize,
    },
}
