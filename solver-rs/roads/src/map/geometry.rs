//! The shape of a route: the points of its segments from one place to the next.

use super::places::RoadPlace;
use super::section::ProfileMap;
use crate::hierarchy::{Lane, Metric, RoadPoint, RouteSearch, Share, TripEnd};
use crate::network::{DirectedSegment, Point, SegmentIdx, meters};

/// A leg of a route on a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoadLeg {
    /// Travel time in the lane, in milliseconds.
    pub milliseconds: u32,
    /// Distance along the roads that it takes, in decimeters.
    pub decimeters: u32,
}

impl ProfileMap {
    /// A fastest path from one place to another in one lane. Appends its points, in 1e-7 degrees and
    /// with both ends, to `points`. `None` if no road connects the places.
    pub fn leg(
        &self,
        metric: &Metric,
        lane: Lane,
        search: &mut RouteSearch,
        [from, to]: [&RoadPlace; 2],
        points: &mut Vec<(i32, i32)>,
    ) -> Option<RoadLeg> {
        let ends = [from, to].map(|place| self.trip_end(place));
        let route = search.find(&self.hierarchy, metric, lane, ends[0], ends[1])?;
        points.push((from.lat_e7, from.lon_e7));
        let mut decimeters = 0;
        let segment_count = route.directed_segments.len();
        for (idx, &directed) in route.directed_segments.iter().enumerate() {
            let directed = DirectedSegment(directed);
            // From a junction, a trip begins with a whole segment; to a junction, it ends with a whole one.
            let start = match ends[0] {
                TripEnd::OnSegment(point) if idx == 0 => length_gone(directed, point),
                _ => Share::NONE,
            };
            let end = match ends[1] {
                TripEnd::OnSegment(point) if idx + 1 == segment_count => {
                    length_gone(directed, point)
                }
                _ => Share::WHOLE,
            };
            let length = self.segments.length_dm(directed.segment());
            decimeters += end.of(length) - start.of(length);
            self.push_points(directed, start, end, points);
        }
        points.push((to.lat_e7, to.lon_e7));
        Some(RoadLeg { milliseconds: route.milliseconds, decimeters })
    }

    /// Appends the points of a directed segment that lie strictly between two shares of its length,
    /// and the points at its ends if `start` is none or `end` is the whole.
    fn push_points(
        &self,
        directed: DirectedSegment,
        start: Share,
        end: Share,
        points: &mut Vec<(i32, i32)>,
    ) {
        let (lats, lons) = self.segments.points(directed.segment());
        if start == Share::NONE && end == Share::WHOLE {
            // All points are needed. Computing their shares is skipped: it took half of the time of a leg.
            let all = lats.iter().zip(lons).map(|(&lat, &lon)| (lat, lon));
            if directed.is_backward() {
                points.extend(all.rev());
            } else {
                points.extend(all);
            }
            return;
        }
        let shares = self.point_shares(directed.segment());
        let mut push = |idx: usize| {
            let share = if directed.is_backward() { shares[idx].rest() } else { shares[idx] };
            let is_between =
                (share > start || start == Share::NONE) && (share < end || end == Share::WHOLE);
            if is_between {
                points.push((lats[idx], lons[idx]));
            }
        };
        if directed.is_backward() {
            (0..lats.len()).rev().for_each(&mut push);
        } else {
            (0..lats.len()).for_each(&mut push);
        }
    }

    /// The share of the segment's length before each of its points.
    fn point_shares(&self, segment: SegmentIdx) -> Vec<Share> {
        let (lats, lons) = self.segments.points(segment);
        let point = |idx: usize| Point { lat_e7: lats[idx], lon_e7: lons[idx] };
        let mut sum = 0.0;
        let mut before = vec![0.0];
        before.extend((1..lats.len()).map(|idx| {
            sum += meters(point(idx - 1), point(idx));
            sum
        }));
        let share = |before: f64| Share::nearest(if sum > 0.0 { before / sum } else { 1.0 });
        before.into_iter().map(share).collect()
    }
}

/// The share of a directed segment's length from its start to a point.
fn length_gone(directed: DirectedSegment, point: RoadPoint) -> Share {
    if directed.is_backward() { point.length.rest() } else { point.length }
}
