//! Which segments lie near a tile: all of them in an order that keeps neighbors together, and the box
//! of every 64.
//!
//! ```text
//! order   17 4 90 … │ 3 55 8 … │ …       4 bytes a segment
//! boxes      ▭      │    ▭     │ …       16 bytes for each 64
//! ```
//!
//! The index of roads that points are snapped to has no motorways, since nobody starts a trip there, so
//! it cannot be used. Boxes are looked at one after the other: 1,400 for Porto, 160,000 for a country of
//! ten million segments, which takes half a millisecond. Building sorts once; not in the file, since that
//! takes 15 ms for Porto.

use super::mercator::Box7;
use crate::map::ProfileMap;
use crate::morton::interleaved;
use crate::network::{SegmentIdx, Segments};

const SEGMENTS_OF_BOX: usize = 64;

/// Finds the segments of a profile that a tile shows.
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

    /// Segments of groups whose box overlaps `bounds`: all that do themselves, and some neighbors.
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
