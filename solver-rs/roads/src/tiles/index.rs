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

/// Bits of both coordinates in turn (Morton's order): near in it is near on the ground, mostly.
fn interleaved(lat_e7: i32, lon_e7: i32) -> u64 {
    let spread = |value: i32| {
        // Shifted to be positive, so that the order has no break at the equator and at Greenwich.
        let mut bits = u64::from(value.cast_unsigned() ^ 1 << 31);
        for (shift, mask) in [
            (16, 0x0000_ffff_0000_ffff),
            (8, 0x00ff_00ff_00ff_00ff),
            (4, 0x0f0f_0f0f_0f0f_0f0f),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555),
        ] {
            bits = (bits | bits << shift) & mask;
        }
        bits
    };
    spread(lat_e7) << 1 | spread(lon_e7)
}
