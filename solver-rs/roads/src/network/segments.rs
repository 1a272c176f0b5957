//! Segments: stretches of road between two junctions, as flat arrays.
//!
//! ```text
//!        tail o────────┬───────────┬──────o head        one segment, three parts
//!             way 7    │  way 8    │ way 7              first_part, part_…   (CSR)
//!             ·   ·   ·  ·   ·   ·   ·  · ·             first_point, point_… (CSR, both ends included)
//! ```
//!
//! A part is a run of one way. It has its own length and free-flow durations, so that a speeds file can
//! refer to classes and ways exactly although nodes of degree two are gone: the duration of a segment is
//! the sum over its parts, each at its own speed. Gates and signals are at its ends, where turns pay for
//! them: a trip that ends before a gate does not wait at it (0.4 % more segments). All parts have the
//! same class: joining roads of different classes as well would save 0.5 % (measured in Porto).
//!
//! Memory: 30 bytes per segment, 20 per part, 8 per point, 12 per pace that a part has at certain hours.

use std::ops::Range;

use super::idx::{DirectedSegment, HoursIdx, JunctionIdx, SegmentIdx, index};
use crate::profile::RoadClass;

/// The duration of a direction that may not be travelled.
pub const NOT_TRAVELABLE_MS: u32 = u32::MAX;

/// The longest duration of a segment or a turn: 11 days. Longer durations in tags count as this.
pub const DURATION_MS_MAX: u32 = 1_000_000_000;
const _: () = assert!(DURATION_MS_MAX < NOT_TRAVELABLE_MS / 2, "two can be added");

/// Boolean properties of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SegmentFlags(pub(crate) u8);

impl SegmentFlags {
    /// Trips may start or end on it.
    pub const SNAPPABLE: Self = Self(1);
    /// Forward is only for trips that start or end there.
    pub const DESTINATION_ONLY_FORWARD: Self = Self(1 << 1);
    /// Backward is only for trips that start or end there.
    pub const DESTINATION_ONLY_BACKWARD: Self = Self(1 << 2);
    /// It has a toll.
    pub const TOLL: Self = Self(1 << 3);
    /// It is part of a roundabout.
    pub const ROUNDABOUT: Self = Self(1 << 4);
    /// Traffic drives on the left.
    pub const LEFT_HAND: Self = Self(1 << 5);

    /// Whether all of `flags` are set.
    #[must_use]
    pub const fn has(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// The flags of both if `condition` holds, else those of `self`.
    #[must_use]
    pub(super) const fn with(self, flags: Self, condition: bool) -> Self {
        if condition { Self(self.0 | flags.0) } else { self }
    }
}

/// All segments. Arrays named `first_…` have one entry per segment, plus one, and delimit groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segments {
    /// The number of junctions, which are numbered from 0.
    pub(crate) junction_count: u32,
    /// One per segment: the junction where forward starts.
    pub(crate) tail: Vec<JunctionIdx>,
    /// One per segment: the junction where forward ends.
    pub(crate) head: Vec<JunctionIdx>,
    /// One per segment: the sum of the lengths of its parts.
    pub(crate) length_dm: Vec<u32>,
    /// One per [`DirectedSegment`]: 1 to [`DURATION_MS_MAX`], or [`NOT_TRAVELABLE_MS`].
    pub(crate) duration_ms: Vec<u32>,
    pub(crate) class: Vec<RoadClass>,
    pub(crate) flags: Vec<SegmentFlags>,
    pub(crate) first_part: Vec<u32>,
    pub(crate) part_way_id: Vec<i64>,
    pub(crate) part_length_dm: Vec<u32>,
    /// Two entries per part, forward and backward.
    pub(crate) part_ms: Vec<u32>,
    /// Times that apply at certain hours instead. Ascending by part and direction.
    pub(crate) timed_paces: Vec<TimedPace>,
    pub(crate) first_point: Vec<u32>,
    pub(crate) point_lat_e7: Vec<i32>,
    pub(crate) point_lon_e7: Vec<i32>,
}

/// The contribution of one way to a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentPart {
    /// OpenStreetMap's id of the way.
    pub way_id: i64,
    /// Decimeters.
    pub length_dm: u32,
    /// Time in free flow from tail to head, or [`NOT_TRAVELABLE_MS`].
    pub forward_ms: u32,
    /// Time in free flow from head to tail, or [`NOT_TRAVELABLE_MS`].
    pub backward_ms: u32,
}

/// The time of a part at certain hours in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimedPace {
    /// Position in `part_ms`.
    pub(crate) part_side: u32,
    pub(crate) hours: HoursIdx,
    pub(crate) milliseconds: u32,
}

impl Segments {
    /// The number of segments, which are numbered from 0.
    #[must_use]
    pub fn count(&self) -> u32 {
        index(self.tail.len())
    }

    /// The number of junctions, which are numbered from 0.
    #[must_use]
    pub fn junction_count(&self) -> u32 {
        self.junction_count
    }

    /// All segments in both directions, travelable or not.
    pub fn directed(&self) -> impl Iterator<Item = DirectedSegment> + use<> {
        (0..self.count() * 2).map(DirectedSegment)
    }

    /// The junction where a directed segment starts.
    #[must_use]
    pub fn from(&self, directed: DirectedSegment) -> JunctionIdx {
        self.to(directed.reversed())
    }

    /// The junction where a directed segment ends.
    #[must_use]
    pub fn to(&self, directed: DirectedSegment) -> JunctionIdx {
        let ends = if directed.is_backward() { &self.tail } else { &self.head };
        ends[directed.segment().as_usize()]
    }

    /// The length along the road in decimeters.
    #[must_use]
    pub fn length_dm(&self, segment: SegmentIdx) -> u32 {
        self.length_dm[segment.as_usize()]
    }

    /// The time in free flow, or [`NOT_TRAVELABLE_MS`].
    #[must_use]
    pub fn duration_ms(&self, directed: DirectedSegment) -> u32 {
        self.duration_ms[directed.as_usize()]
    }

    /// Whether the profile may travel in this direction.
    #[must_use]
    pub fn is_travelable(&self, directed: DirectedSegment) -> bool {
        self.duration_ms(directed) != NOT_TRAVELABLE_MS
    }

    /// Whether this direction is only for trips that start or end there.
    #[must_use]
    pub fn is_destination_only(&self, directed: DirectedSegment) -> bool {
        self.flags(directed.segment()).has(if directed.is_backward() {
            SegmentFlags::DESTINATION_ONLY_BACKWARD
        } else {
            SegmentFlags::DESTINATION_ONLY_FORWARD
        })
    }

    /// The class of all its parts.
    #[must_use]
    pub fn class(&self, segment: SegmentIdx) -> RoadClass {
        self.class[segment.as_usize()]
    }

    /// Its properties.
    #[must_use]
    pub fn flags(&self, segment: SegmentIdx) -> SegmentFlags {
        self.flags[segment.as_usize()]
    }

    /// Makes segments destination-only in both directions.
    pub(super) fn close_to_through_traffic(&mut self, segments: &[SegmentIdx]) {
        for segment in segments {
            let flags = &mut self.flags[segment.as_usize()];
            *flags = flags
                .with(SegmentFlags::DESTINATION_ONLY_FORWARD, true)
                .with(SegmentFlags::DESTINATION_ONLY_BACKWARD, true);
        }
    }

    /// The part of the duration that no speed changes: the rounding up to a millisecond. 0 if the
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

    /// The times of one part, counted from the tail, that apply at certain hours in a direction, and these hours.
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

    /// The times at certain hours of the parts of a segment, in both directions.
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

    /// The way on which a directed segment starts.
    pub(super) fn first_way_id(&self, directed: DirectedSegment) -> i64 {
        let parts = self.part_range(directed.segment());
        self.part_way_id[if directed.is_backward() { parts.end - 1 } else { parts.start }]
    }

    /// The way on which a segment lies, if there is only one.
    pub(super) fn only_way_id(&self, segment: SegmentIdx) -> Option<i64> {
        let parts = self.part_range(segment);
        (parts.len() == 1).then(|| self.part_way_id[parts.start])
    }
}

fn group(first: &[u32], segment: SegmentIdx) -> Range<usize> {
    first[segment.as_usize()] as usize..first[segment.as_usize() + 1] as usize
}

/// Rounds milliseconds to the form in which they are stored.
pub(super) fn rounded_ms(milliseconds: f64) -> u32 {
    if milliseconds < f64::from(DURATION_MS_MAX) {
        #[expect(clippy::cast_possible_truncation, reason = "below DURATION_MS_MAX")]
        #[expect(clippy::cast_sign_loss, reason = "a saturating cast, and durations are positive")]
        let rounded = libm::round(milliseconds) as u32;
        rounded
    } else {
        DURATION_MS_MAX
    }
}
