//! Seeds: the nodes where a trip enters and leaves the hierarchy.
//!
//! A point lies on a segment and may be left (or reached) in both of its directions:
//!
//! ```text
//!  start of e ──── gone ────•──── left ────► end of e        costs extend from start to start, so
//!                           ▲                                from the point:  cost(e, …) − gone
//!                                                            to the point:    cost(…, e) + gone
//! ```
//!
//! A subtracted cost would be negative in a label, so all seeds of a source are raised by its *head
//! start*, the largest `gone` of its directions, which is finally subtracted from the pairs. Within one
//! segment, from a point to one behind it, this method fails; see [`super::Table`].
//!
//! At a junction, all roads are possible: a trip leaves by any road that starts there and ends by any
//! road that leads to it, without a turn. The seeds are therefore all of these roads, with `gone` either
//! nothing or the whole, and nothing has to be subtracted. One label contains them all, because cuts run
//! between junctions: in every cell that contains a road of a junction, the junction is on one side of
//! the cut, so the cells of all its roads are above one another.

use super::lanes::{LaneCosts, high, low, pair_cost};
use super::metric::Metric;
use super::topology::{Hierarchy, NONE};

/// A share of the cost of a directed segment, in units of 1/65536.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(u32);

impl Share {
    /// None of it.
    pub const NONE: Self = Self(0);
    /// All of it.
    pub const WHOLE: Self = Self(1 << 16);

    /// The share nearest to a fraction; fractions outside 0 to 1 become 0 or 1.
    #[must_use]
    pub fn nearest(fraction: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 65536")]
        Self(libm::round(fraction.clamp(0.0, 1.0) * 65536.0) as u32)
    }

    /// The remaining share of the whole.
    #[must_use]
    pub fn rest(self) -> Self {
        Self(Self::WHOLE.0 - self.0)
    }

    /// This share of a number, rounded half up.
    #[must_use]
    pub fn of(self, whole: u32) -> u32 {
        let part = (u64::from(whole) * u64::from(self.0) + (1 << 15)) >> 16;
        u32::try_from(part).expect("a part is not larger than its whole")
    }
}

/// One of the two directions of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Directed {
    /// From its tail to its head.
    Forward,
    /// From its head to its tail.
    Backward,
}

impl Directed {
    /// Both directions, forward first.
    pub const BOTH: [Self; 2] = [Self::Forward, Self::Backward];

    pub(crate) fn of_segment(self, segment: u32) -> usize {
        segment as usize * 2 + usize::from(self == Self::Backward)
    }
}

/// A point on a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoadPoint {
    /// The segment.
    pub segment: u32,
    /// The share of the segment's cost between its tail and the point, travelling forward.
    pub forward: Share,
    /// The share of its cost between its head and the point, travelling backward.
    pub backward: Share,
    /// The share of the segment's length between its tail and the point. Parts of a segment differ in
    /// speed, so it may differ from the share of its time.
    pub length: Share,
}

/// Where a trip starts or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TripEnd<'a> {
    /// On one segment and on no other.
    OnSegment(RoadPoint),
    /// At a junction, given by all directed segments that start there, travelable or not: at least
    /// one, and always the same one first.
    AtJunction(&'a [u32]),
}

impl From<RoadPoint> for TripEnd<'_> {
    fn from(point: RoadPoint) -> Self {
        Self::OnSegment(point)
    }
}

impl From<&RoadPoint> for TripEnd<'_> {
    fn from(point: &RoadPoint) -> Self {
        Self::OnSegment(*point)
    }
}

impl TripEnd<'_> {
    /// The part of this end by which trip ends are compared.
    pub(crate) fn location(&self) -> Location {
        match self {
            Self::OnSegment(point) => Location::OnSegment(*point),
            Self::AtJunction(leaving) => Location::AtJunction(leaving[0]),
        }
    }

    /// Appends the seeds of trips that start here. Returns the head start by which they are raised.
    pub(crate) fn source_seeds(
        &self,
        hierarchy: &Hierarchy,
        metric: &Metric,
        seeds: &mut Vec<(u32, LaneCosts)>,
    ) -> LaneCosts {
        match self {
            Self::OnSegment(point) => point.source_seeds(hierarchy, metric, seeds),
            Self::AtJunction(leaving) => {
                let starts = leaving.iter().map(|&it| (hierarchy.turns.start[it as usize], it));
                let starts = starts.filter(|it| it.0 != NONE);
                seeds.extend(starts.map(|(start, it)| (start, metric.start(it))));
                LaneCosts::ZERO
            }
        }
    }

    /// Appends the seeds of trips that end here.
    pub(crate) fn target_seeds(
        &self,
        hierarchy: &Hierarchy,
        metric: &Metric,
        seeds: &mut Vec<(u32, LaneCosts)>,
    ) {
        match self {
            Self::OnSegment(point) => point.target_seeds(hierarchy, metric, seeds),
            Self::AtJunction(leaving) => {
                for arriving in leaving.iter().map(|it| (it ^ 1) as usize) {
                    let whole = metric.segment(arriving);
                    seeds.extend(hierarchy.turns.ends(arriving).iter().map(|&end| (end, whole)));
                }
            }
        }
    }
}

/// A [`TripEnd`] without its roads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// The point itself.
    OnSegment(RoadPoint),
    /// The first of the directed segments that start at the junction.
    AtJunction(u32),
}

impl Location {
    /// Whether both are on the same segment, or at the same junction.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::OnSegment(a), Self::OnSegment(b)) => a.segment == b.segment,
            (Self::AtJunction(a), Self::AtJunction(b)) => a == b,
            _ => false,
        }
    }
}

impl RoadPoint {
    /// The cost of a directed segment from its start to the point.
    pub(crate) fn cost_from_tail(&self, direction: Directed, metric: &Metric) -> LaneCosts {
        let (time, length) = match direction {
            Directed::Forward => (self.forward, self.length),
            Directed::Backward => (self.backward, self.length.rest()),
        };
        let whole = metric.segment(direction.of_segment(self.segment));
        let mut costs = LaneCosts::ZERO;
        for (cost, whole) in costs.windows.iter_mut().zip(whole.windows) {
            *cost = time.of(whole);
        }
        for (cost, whole) in costs.paired.iter_mut().zip(whole.paired) {
            *cost = pair_cost(time.of(high(whole)), length.of(low(whole)));
        }
        costs
    }

    /// The share of a directed segment's time from its start to the point.
    pub(crate) fn share_from_tail(&self, direction: Directed) -> Share {
        match direction {
            Directed::Forward => self.forward,
            Directed::Backward => self.backward,
        }
    }

    fn source_seeds(
        &self,
        hierarchy: &Hierarchy,
        metric: &Metric,
        seeds: &mut Vec<(u32, LaneCosts)>,
    ) -> LaneCosts {
        let mut head_start = LaneCosts::ZERO;
        let first = seeds.len();
        for direction in Directed::BOTH {
            let start = hierarchy.turns.start[direction.of_segment(self.segment)];
            if start != NONE {
                let gone = self.cost_from_tail(direction, metric);
                head_start.keep_larger(&gone);
                seeds.push((start, gone));
            }
        }
        for (_, cost) in &mut seeds[first..] {
            *cost = head_start.less(cost);
        }
        head_start
    }

    fn target_seeds(
        &self,
        hierarchy: &Hierarchy,
        metric: &Metric,
        seeds: &mut Vec<(u32, LaneCosts)>,
    ) {
        for direction in Directed::BOTH {
            let gone = self.cost_from_tail(direction, metric);
            let ends = hierarchy.turns.ends(direction.of_segment(self.segment));
            seeds.extend(ends.iter().map(|&end| (end, gone)));
        }
    }
}

/// The cost from one point to another along their segment in one direction, without leaving it.
pub(crate) fn along_segment(
    source: &RoadPoint,
    target: &RoadPoint,
    direction: Directed,
    hierarchy: &Hierarchy,
    metric: &Metric,
) -> LaneCosts {
    let is_travelable = hierarchy.turns.start[direction.of_segment(source.segment)] != NONE;
    // The length determines which point is ahead: a part may take no measurable time.
    let is_ahead = match direction {
        Directed::Forward => source.length <= target.length,
        Directed::Backward => source.length >= target.length,
    };
    if !is_travelable
        || !is_ahead
        || source.share_from_tail(direction) > target.share_from_tail(direction)
    {
        return LaneCosts::UNREACHABLE;
    }
    target.cost_from_tail(direction, metric).less(&source.cost_from_tail(direction, metric))
}
