//! Places on roads: each place of a request is moved to the nearest road, or stays off the map.
//!
//! A place is moved to the main network, from which every road can be reached and back, even if a
//! closer road belongs to an island: a courtyard whose gate has no tag that opens it would otherwise be
//! unreachable. Only if *all* places of a request are nearest to the same island do they stay there:
//! then the trips are on that island. (OSRM does the same.)
//!
//! A place that is nearest to a corner is moved to the junction there. Choosing one of the roads that
//! meet there would be wrong: a trip that leaves by another would pay for a turn that is not made, or
//! for a whole detour if that turn is forbidden. At the ends of a segment, a place is therefore at the
//! junction. (OSRM also takes all roads that are equally near, but on both sides of a barrier; we take
//! those of one side.)

use super::section::ProfileMap;
use crate::RoadError;
use crate::hierarchy::{RoadPoint, Share, TripEnd};
use crate::network::SegmentIdx;
use crate::snap::SnappedPoint;

/// A place is at a junction if it is at most this far from the end of a segment. Many lists of places have
/// five decimal digits, which distinguish points 0.8 m apart, and a junction is wider than that.
const JUNCTION_METERS: f64 = 1.0;

/// A place on a road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoadPlace {
    /// The segment, and the position on it. At the ends of the segment, the place is at the junction there.
    pub point: RoadPoint,
    /// Distance from the place to the road in meters.
    pub snap_meters: f64,
    /// Latitude of the point on the road, in 1e-7 degrees.
    pub lat_e7: i32,
    /// Longitude of the point on the road, in 1e-7 degrees.
    pub lon_e7: i32,
}

impl ProfileMap {
    /// Moves places, given in degrees, to the roads of this map. A place without a road within
    /// `radius_meters` becomes `None`.
    ///
    /// # Errors
    /// The lists differ in length or a coordinate is out of range.
    pub fn snap(
        &self,
        latitudes: &[f64],
        longitudes: &[f64],
        radius_meters: f64,
    ) -> Result<Vec<Option<RoadPlace>>, RoadError> {
        crate::Places::from_degrees(latitudes, longitudes)?;
        let shapes = self.shapes();
        let found: Vec<_> = latitudes
            .iter()
            .zip(longitudes)
            .map(|(&lat, &lon)| self.snap.nearest(shapes, lat, lon, radius_meters))
            .collect();
        let component = |point: SnappedPoint| self.component[point.segment as usize];
        let mut islands = found.iter().flat_map(|it| it.nearest).map(component);
        let first = islands.next();
        let stay = first.is_some_and(|first| islands.all(|island| island == first));
        let place = |point: SnappedPoint| self.place(&point);
        Ok(found
            .into_iter()
            .map(|it| if stay { it.nearest } else { it.nearest_in_main.or(it.nearest) }.map(place))
            .collect())
    }

    /// The end of trips that start or end at a place.
    #[must_use]
    pub fn trip_end(&self, place: &RoadPlace) -> TripEnd<'_> {
        let segment = SegmentIdx(place.point.segment);
        let leaving = match place.point.length {
            Share::NONE => segment.forward(),
            Share::WHOLE => segment.backward(),
            _ => return TripEnd::OnSegment(place.point),
        };
        TripEnd::AtJunction(self.junctions.leaving(self.segments.from(leaving)))
    }

    fn place(&self, snapped: &SnappedPoint) -> RoadPlace {
        let segment = SegmentIdx(snapped.segment);
        let length_fraction = self.end_if_near(segment, snapped.segment_fraction);
        let [forward, backward] = self.time_shares(segment, length_fraction);
        RoadPlace {
            point: RoadPoint {
                segment: snapped.segment,
                forward: Share::nearest(forward),
                backward: Share::nearest(backward),
                length: Share::nearest(length_fraction),
            },
            snap_meters: snapped.distance_meters,
            lat_e7: snapped.lat_e7,
            lon_e7: snapped.lon_e7,
        }
    }

    /// A position on a segment, moved to the nearer end if it is within [`JUNCTION_METERS`] of it.
    fn end_if_near(&self, segment: SegmentIdx, length_fraction: f64) -> f64 {
        let end = if length_fraction < 0.5 { 0.0 } else { 1.0 };
        let meters = f64::from(self.segments.length_dm(segment)) / 10.0;
        if (length_fraction - end).abs() * meters <= JUNCTION_METERS {
            end
        } else {
            length_fraction
        }
    }

    /// The shares of the free-flow time before a point: forward from the tail, backward from the head.
    fn time_shares(&self, segment: SegmentIdx, length_fraction: f64) -> [f64; 2] {
        let at = length_fraction * f64::from(self.segments.length_dm(segment));
        let mut before = [0.0; 2];
        let mut all = [0.0; 2];
        let mut part_start = 0.0;
        for part in self.segments.parts(segment) {
            let length = f64::from(part.length_dm);
            let behind =
                if length > 0.0 { ((at - part_start) / length).clamp(0.0, 1.0) } else { 0.0 };
            for (direction, time) in [part.forward_ms, part.backward_ms].into_iter().enumerate() {
                all[direction] += f64::from(time);
                before[direction] += f64::from(time) * behind;
            }
            part_start += length;
        }
        let share = |before: f64, all: f64| if all > 0.0 { before / all } else { length_fraction };
        [share(before[0], all[0]), 1.0 - share(before[1], all[1])]
    }
}
