//! The shapes of segments, as the caller stores them, and the errors that they may contain.
//!
//! ```text
//! first_point  0        3     5        segment 0: points 0, 1, 2, so pieces 0 and 1
//! lat_e7       •──•──•  •──•           segment 1: points 3, 4, so one piece
//!              0  1     3              a piece is identified by its first point, counted over all segments
//! ```

/// Whether places may be snapped to a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum SnapKind {
    /// No trip starts or ends there: a ferry, a motorway.
    Never = 0,
    /// It is part of a small network from which the main one cannot be reached, or vice versa.
    Island = 1,
    /// It is part of the main network.
    Main = 2,
}

impl SnapKind {
    /// Returns the code that represents it in [`ShapesView::snap_kind`].
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

/// The shapes of segments, and which segments are snappable.
#[derive(Clone, Copy, Debug)]
pub struct ShapesView<'a> {
    /// One more than there are segments: positions in the lists of coordinates. Each segment has two points
    /// or more.
    pub first_point: &'a [u32],
    /// One per point: latitude in 1e-7 degrees.
    pub lat_e7: &'a [i32],
    /// One per point: longitude in 1e-7 degrees.
    pub lon_e7: &'a [i32],
    /// One per segment: the code of a [`SnapKind`].
    pub snap_kind: &'a [u8],
}

/// The maximum number of points of all shapes: a piece's first point and one bit fit into a `u32`.
pub(super) const POINT_COUNT_MAX: usize = 1 << 31;
const LAT_E7_MAX: i32 = 900_000_000;
const LON_E7_MAX: i32 = 1_800_000_000;

impl ShapesView<'_> {
    /// Checks that no later access is out of bounds and that all points are on Earth. O(points).
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

    /// Returns the first points of snappable pieces, ascending, and whether each piece is in the main
    /// network.
    pub(super) fn snappable_pieces(&self) -> impl Iterator<Item = (u32, bool)> {
        let rows = self.first_point.windows(2).zip(self.snap_kind);
        rows.filter(|(_, code)| **code != SnapKind::Never.code()).flat_map(|(row, &code)| {
            let is_main = code == SnapKind::Main.code();
            (row[0]..row[1] - 1).map(move |point| (point, is_main))
        })
    }

    /// Returns the segment that a point belongs to. O(log segments).
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

/// Why shapes cannot be indexed, or why an index does not belong to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapError {
    /// The lists of a view have inconsistent lengths.
    #[error("the lists of points, segments and kinds do not fit one another")]
    CountsDiffer,
    /// There are more points than can be encoded.
    #[error("{point_count} points are more than {POINT_COUNT_MAX}")]
    TooManyPoints {
        /// The number of points.
        point_count: usize,
    },
    /// A segment has fewer than two points.
    #[error("segment {segment} has fewer than two points")]
    SegmentTooShort {
        /// The segment.
        segment: u32,
    },
    /// No [`SnapKind`] has this code.
    #[error("segment {segment} has the unknown snap kind {code}")]
    KindUnknown {
        /// The segment.
        segment: u32,
        /// The code.
        code: u8,
    },
    /// A point is not on Earth.
    #[error("point {point} lies beyond 90 degrees north or 180 degrees east")]
    CoordinateOutOfRange {
        /// The point.
        point: u32,
    },
    /// An index and its shapes have different numbers of pieces.
    #[error("the snap index has {index_count} pieces, its shapes {shape_count}")]
    PieceCountsDiffer {
        /// The number in the index.
        index_count: usize,
        /// The number of snappable pieces of the shapes.
        shape_count: usize,
    },
    /// An entry of an index is not a piece of its kind, or repeats one.
    #[error("entry {position} of the snap index names no piece, or one named before")]
    PieceUnknown {
        /// The position in the index.
        position: usize,
    },
}
