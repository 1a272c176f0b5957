//! Segments: stretches of road between two junctions, as flat arrays.
//!
//! ```text
//!        tail o────────┬───────────┬──────o head        one segment, three parts
//!             way 7    │  way 8    │ way 7              first_part, part_…   (CSR)
//!             ·   ·   ·  ·   ·   ·   ·  · ·             first_point, point_… (CSR, both ends included)
//! ```
//!
//! A part is a run of one way. It carries its own length and free-flow durations, so that a speeds
//! file may address classes and ways exactly although degree-two nodes are gone: the duration of a
//! segment is the sum over its parts, each at its own speed. Gates and signals stand at its ends, where
//! turns pay for them: a trip that ends before a gate does not wait at it (0.4 % more segments). The
//! class is one for all parts: joining roads of different classes too would save 0.5 % (Porto, measured).
//!
//! Memory: 30 bytes a segment, 20 a part, 8 a point, 12 a pace that a part has at hours.

use std::ops::Range;

use super::hours::HoursIdx;
use super::idx::{DirectedSegment, JunctionIdx, SegmentIdx, index};
use crate::profile::RoadClass;

/// Duration of a direction that may not be travelled.
pub const NOT_TRAVELABLE_MS: u32 = u32::MAX;

/// The longest duration of a segment and of a turn: 11 days. What a tag says beyond it counts as this.
pub const DURATION_MS_MAX: u32 = 1_000_000_000;
const _: () = assert!(DURATION_MS_MAX < NOT_TRAVELABLE_MS / 2, "two can be added");

/// Yes-or-no properties of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SegmentFlags(pub(crate) u8);

impl SegmentFlags {
    /// A trip may start or end on it.
    pub const SNAPPABLE: Self = Self(1);
    /// Forward only for who starts or ends a trip there.
    pub const DESTINATION_ONLY_FORWARD: Self = Self(1 << 1);
    /// Backward only for who starts or ends a trip there.
    pub const DESTINATION_ONLY_BACKWARD: Self = Self(1 << 2);
    /// A toll is due.
    pub const TOLL: Self = Self(1 << 3);
    /// Part of a roundabout.
    pub const ROUNDABOUT: Self = Self(1 << 4);
    /// Traffic keeps to the left.
    pub const LEFT_HAND: Self = Self(1 << 5);

    /// Whether all of `flags` are set.
    #[must_use]
    pub const fn has(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// The flags of both, if `condition` holds.
    #[must_use]
    pub(super) const fn with(self, flags: Self, condition: bool) -> Self {
        if condition { Self(self.0 | flags.0) } else { self }
    }
}

/// All segments. Arrays named `first_…` have one entry more than segments and delimit groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segments {
    /// Junctions are numbered from 0 to below this.
    pub(crate) junction_count: u32,
    /// Where forward starts.
    pub(crate) tail: Vec<JunctionIdx>,
    /// Where forward ends.
    pub(crate) head: Vec<JunctionIdx>,
    /// Sum of the parts' lengths.
    pub(crate) length_dm: Vec<u32>,
    /// By [`DirectedSegment`]: 1 to [`DURATION_MS_MAX`], or [`NOT_TRAVELABLE_MS`].
    pub(crate) duration_ms: Vec<u32>,
    pub(crate) class: Vec<RoadClass>,
    pub(crate) flags: Vec<SegmentFlags>,
    pub(crate) first_part: Vec<u32>,
    pub(crate) part_way_id: Vec<i64>,
    pub(crate) part_length_dm: Vec<u32>,
    /// Two entries a part, forward and backward.
    pub(crate) part_ms: Vec<u32>,
    /// Ascending by part and direction: what it takes at hours instead.
    pub(crate) timed_paces: Vec<TimedPace>,
    pub(crate) first_point: Vec<u32>,
    pub(crate) point_lat_e7: Vec<i32>,
    pub(crate) point_lon_e7: Vec<i32>,
}

/// What one way contributes to a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentPart {
    /// OpenStreetMap's id of the way.
    pub way_id: i64,
    /// Decimeters.
    pub length_dm: u32,
    /// In free flow from tail to head, or [`NOT_TRAVELABLE_MS`].
    pub forward_ms: u32,
    /// In free flow from head to tail, or [`NOT_TRAVELABLE_MS`].
    pub backward_ms: u32,
}

/// What a part takes at hours in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimedPace {
    /// Position in `part_ms`.
    pub(crate) part_side: u32,
    pub(crate) hours: HoursIdx,
    pub(crate) milliseconds: u32,
}

impl Segments {
    /// Segments are numbered from 0 to below this.
    #[must_use]
    pub fn count(&self) -> u32 {
        index(self.tail.len())
    }

    /// Junctions are numbered from 0 to below this.
    #[must_use]
    pub fn junction_count(&self) -> u32 {
        self.junction_count
    }

    /// All segments in both directions, travelable or not.
    pub fn directed(&self) -> impl Iterator<Item = DirectedSegment> + use<> {
        (0..self.count() * 2).map(DirectedSegment)
    }

    /// Where a directed segment starts.
    #[must_use]
    pub fn from(&self, directed: DirectedSegment) -> JunctionIdx {
        self.to(directed.reversed())
    }

    /// Where a directed segment ends.
    #[must_use]
    pub fn to(&self, directed: DirectedSegment) -> JunctionIdx {
        let ends = if directed.is_backward() { &self.tail } else { &self.head };
        ends[directed.segment().as_usize()]
    }

    /// Decimeters along the road.
    #[must_use]
    pub fn length_dm(&self, segment: SegmentIdx) -> u32 {
        self.length_dm[segment.as_usize()]
    }

    /// In free flow, or [`NOT_TRAVELABLE_MS`].
    #[must_use]
    pub fn duration_ms(&self, directed: DirectedSegment) -> u32 {
        self.duration_ms[directed.as_usize()]
    }

    /// Whether the profile may go there in this direction.
    #[must_use]
    pub fn is_travelable(&self, directed: DirectedSegment) -> bool {
        self.duration_ms(directed) != NOT_TRAVELABLE_MS
    }

    /// Whether this direction is only for who starts or ends a trip there.
    #[must_use]
    pub fn is_destination_only(&self, directed: DirectedSegment) -> bool {
        self.flags(directed.segment()).has(if directed.is_backward() {
            SegmentFlags::DESTINATION_ONLY_BACKWARD
        } else {
            SegmentFlags::DESTINATION_ONLY_FORWARD
        })
    }

    /// Of all its parts.
    #[must_use]
    pub fn class(&self, segment: SegmentIdx) -> RoadClass {
        self.class[segment.as_usize()]
    }

    /// Its properties.
    #[must_use]
    pub fn flags(&self, segment: SegmentIdx) -> SegmentFlags {
        self.flags[segment.as_usize()]
    }

    /// Makes segments destination-only, both ways.
    pub(super) fn close_to_through_traffic(&mut self, segments: &[SegmentIdx]) {
        for segment in segments {
            let flags = &mut self.flags[segment.as_usize()];
            *flags = flags
                .with(SegmentFlags::DESTINATION_ONLY_FORWARD, true)
                .with(SegmentFlags::DESTINATION_ONLY_BACKWARD, true);
        }
    }

    /// What of the duration no speed changes: what a segment is short of a millisecond. 0 where the
    /// direction is not travelable.
    #[must_use]
    pub fn fixed_ms(&self, directed: DirectedSegment) -> u32 {
        if !self.is_travelable(directed) {
            return 0;
        }
        let backward = usize::from(directed.is_backward());
        let moving =
            self.part_range(directed.segment()).map(|part| self.part_ms[part * 2 + backward]);
        self.duration_ms(directed) - moving.sum::<u32>()
    }

    /// Parts from tail to head; at least one.
    pub fn parts(&self, segment: SegmentIdx) -> impl DoubleEndedIterator<Item = SegmentPart> + '_ {
        self.part_range(segment).map(|part| SegmentPart {
            way_id: self.part_way_id[part],
            length_dm: self.part_length_dm[part],
            forward_ms: self.part_ms[part * 2],
            backward_ms: self.part_ms[part * 2 + 1],
        })
    }

    /// Latitudes and longitudes in units of 1e-7 degrees from tail to head; at least two.
    #[must_use]
    pub fn points(&self, segment: SegmentIdx) -> (&[i32], &[i32]) {
        let range = group(&self.first_point, segment);
        (&self.point_lat_e7[range.clone()], &self.point_lon_e7[range])
    }

    /// What one part, counted from the tail, takes at hours in a direction, and at which.
    pub fn paces_at_hours(
        &self,
        directed: DirectedSegment,
        part_idx: usize,
    ) -> impl Iterator<Item = (HoursIdx, u32)> {
        let part = self.part_range(directed.segment()).start + part_idx;
        let part_side = part * 2 + usize::from(directed.is_backward());
        let paces = self.timed_paces(directed.segment()).iter();
        let own = paces.filter(move |pace| pace.part_side as usize == part_side);
        own.map(|pace| (pace.hours, pace.milliseconds))
    }

    /// What the parts of a segment take at hours, in both directions.
    pub(crate) fn timed_paces(&self, segment: SegmentIdx) -> &[TimedPace] {
        if self.timed_paces.is_empty() {
            return &[];
        }
        let parts = self.part_range(segment);
        let at = |part: usize| {
            self.timed_paces.partition_point(|pace| (pace.part_side as usize) < part * 2)
        };
        &self.timed_paces[at(parts.start)..at(parts.end)]
    }

    /// Positions of the parts of a segment.
    pub(crate) fn part_range(&self, segment: SegmentIdx) -> Range<usize> {
        group(&self.first_part, segment)
    }

    /// The way a directed segment starts on.
    pub(super) fn first_way_id(&self, directed: DirectedSegment) -> i64 {
        let parts = self.part_range(directed.segment());
        self.part_way_id[if directed.is_backward() { parts.end - 1 } else { parts.start }]
    }

    /// The way a segment lies on, if it is one alone.
    pub(super) fn only_way_id(&self, segment: SegmentIdx) -> Option<i64> {
        let parts = self.part_range(segment);
        (parts.len() == 1).then(|| self.part_way_id[parts.start])
    }
}

fn group(first: &[u32], segment: SegmentIdx) -> Range<usize> {
    first[segment.as_usize()] as usize..first[segment.as_usize() + 1] as usize
}
