//! Which segments are near a tile: all segments in an order that keeps neighbors together, and the box of
//! every 64.
//!
//! ```text
//! order   17 4 90 … │ 3 55 8 … │ …       4 bytes per segment
//! boxes      ▭      │    ▭     │ …       16 bytes per 64 segments
//! ```
//!
//! The snap index cannot be used, because it contains no motorways, on which no trip starts. Boxes are
//! searched linearly: 1,400 for Porto, and 160,000 for a country of ten million segments, which takes half a
//! millisecond. Building sorts once; the index is not stored in the file, since building it takes 15 ms for
//! Porto.

use super::mercator::Box7;
use crate::map::ProfileMap;
use crate::morton::interleaved;
use crate::network::{SegmentIdx, Segments};

const SEGMENTS_OF_BOX: usize = 64;

/// Finds the segments of a profile that are visible in a tile.
#[derive(Debug)]
pub struct RoadIndex {
    order: Vec<u32>,
    boxes: Vec<Box7>,
}

impl RoadIndex {
    /// Indexes all segments of a profile.
    #[must_use]
    pub fn build(map: &ProfileMap) -> Self {
        let segments = map.segments();
        let mut keyed: Vec<(u64, u32)> = (0..segments.count())
            .map(|segment| {
                let (lats, lons) = segments.points(SegmentIdx(segment));
                let middle = lats.len() / 2;
                (interleaved(lats[middle], lons[middle]), segment)
            })
            .collect();
        keyed.sort_unstable();
        let order: Vec<u32> = keyed.into_iter().map(|(_, segment)| segment).collect();
        let boxes = order.chunks(SEGMENTS_OF_BOX).map(|chunk| box_of_all(segments, chunk));
        Self { boxes: boxes.collect(), order }
    }

    /// Returns the segments of groups whose box overlaps `bounds`: all overlapping segments, and some
    /// neighbors.
    pub(super) fn near(&self, bounds: Box7) -> impl Iterator<Item = SegmentIdx> + '_ {
        let groups = self.boxes.iter().zip(self.order.chunks(SEGMENTS_OF_BOX));
        groups
            .filter(move |(of_group, _)| of_group.overlaps(&bounds))
            .flat_map(|(_, group)| group.iter().map(|&segment| SegmentIdx(segment)))
    }
}

fn box_of_all(segments: &Segments, group: &[u32]) -> Box7 {
    group.iter().fold(Box7::NOTHING, |all, &segment| {
        let (lats, lons) = segments.points(SegmentIdx(segment));
        all.joined(&Box7::of(lats, lons))
    })
}
