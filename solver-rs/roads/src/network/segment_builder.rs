//! Builds segments: a chain of stretches becomes lengths, durations, parts and points.
//!
//! ```text
//!   o────────────┬────────────o      nothing on the way causes a delay: delays are at junctions
//!   │ way 7      │ way 8      │
//!   first part     second part
//! ```
//!
//! Meters and milliseconds are summed in `f64` from tail to head and rounded once per segment. A
//! part gets the increase of the rounded running sum, so that parts add up to their segment
//! exactly. O(points).

use super::chains::{Chains, Link};
use super::geo::{AHEAD_METERS, CIRCLE_AHEAD_METERS, Point, bearing_degrees, meters, point};
use super::hours::{AccessHours, HourSets, RoadHours};
use super::idx::{DirectedSegment, JunctionIdx, first_of_groups, index};
use super::segments::{
    DURATION_MS_MAX, NOT_TRAVELABLE_MS, SegmentFlags, Segments, TimedPace, rounded_ms,
};
use super::towns::Towns;
use super::ways::{NodeMarks, UsedWay, Ways};
use crate::osm::{OsmNodeIdx, OsmRoads};
use crate::profile::{Access, DirectionHours, Pace, Signal, WayDirection};
use crate::week::WeekHours;

/// Segments, and the data about them that only the construction of turns needs.
pub(super) struct SegmentDraft {
    pub(super) segments: Segments,
    /// One per junction; ascending, because junctions are numbered in the order of their nodes.
    pub(super) junction_node: Vec<OsmNodeIdx>,
    /// One per junction, plus one: groups of `leaving`.
    pub(super) first_leaving: Vec<u32>,
    /// Directed segments that start at a junction, travelable or not, ascending.
    pub(super) leaving: Vec<DirectedSegment>,
    /// One per directed segment: whether it ends in the order of the nodes of its last way.
    pub(super) ends_along_way: Vec<bool>,
    /// One per directed segment: its direction at its start.
    pub(super) bearing_degrees: Vec<f64>,
    /// One per directed segment: the name of the way on which it starts, as in [`UsedWay::name`].
    pub(super) name: Vec<Option<u32>>,
    /// The hours when directed segments may be entered.
    pub(super) hours: RoadHours,
    /// The sets of hours that paces refer to.
    pub(super) hour_sets: HourSets,
    /// Gates that nobody may pass, because both sides can be reached without them; ascending.
    pub(super) closed_gates: Vec<JunctionIdx>,
}

impl SegmentDraft {
    /// Junctions where a gate for ends of trips is between two roads, ascending.
    pub(super) fn gates_for_ends(&self, marks: &NodeMarks) -> Vec<JunctionIdx> {
        let junctions = (0..self.segments.junction_count).map(JunctionIdx);
        let is_gate = |it: &JunctionIdx| {
            let node = self.junction_node[it.as_usize()];
            self.leaving(*it).len() == 2 && marks.travel(node).ends_only
        };
        junctions.filter(is_gate).collect()
    }

    /// Directed segments that start at a junction, travelable or not.
    pub(super) fn leaving(&self, junction: JunctionIdx) -> &[DirectedSegment] {
        let first = self.first_leaving[junction.as_usize()] as usize;
        &self.leaving[first..self.first_leaving[junction.as_usize() + 1] as usize]
    }

    /// The roads into which trips from their own junction may not start, and when: while the road is
    /// closed, unless all roads at the junction are closed.
    pub(super) fn closed_starts(&self) -> Vec<(DirectedSegment, WeekHours)> {
        let starts = self.hours.closed_roads().map(|(directed, closed)| {
            let around = self.leaving(self.segments.from(directed)).iter();
            let travelable = around
                .flat_map(|it| [*it, it.reversed()])
                .filter(|it| self.segments.is_travelable(*it));
            let within = travelable
                .fold(WeekHours::always(), |within, it| within.and(&self.hours.of(it).closed));
            (directed, closed.without(&within))
        });
        starts.filter(|(_, hours)| !hours.is_never()).collect()
    }
}

/// Converts all chains to segments.
pub(super) fn build_segments(
    roads: &OsmRoads,
    ways: &Ways,
    marks: &NodeMarks,
    chains: &Chains,
) -> SegmentDraft {
    let count = chains.count();
    let mut layer = Layer {
        roads,
        ways,
        chains,
        segments: empty_segments(count),
        hours: RoadHours::default(),
        hour_sets: HourSets::default(),
        towns: ways.used.iter().any(has_town_pace).then(|| Towns::of(roads)),
    };
    let mut ends = Vec::with_capacity(count * 2);
    let mut ends_along_way = Vec::with_capacity(count * 2);
    let mut name = Vec::with_capacity(count * 2);
    for chain in 0..count {
        layer.lay(chain);
        let links = chains.links(chain);
        let (first, last) = (links[0], links[links.len() - 1]);
        ends.extend(chains.nodes(ways, first).take(1));
        ends.extend(chains.nodes(ways, last).last());
        ends_along_way.extend([!last.against_way, first.against_way]);
        name.extend([layer.way(first).name, layer.way(last).name]);
    }
    let Layer { mut segments, hours, hour_sets, .. } = layer;
    let junction_node = number_junctions(&ends, marks, &mut segments);
    let mut leaving: Vec<_> = segments.directed().collect();
    leaving.sort_by_key(|directed| segments.from(*directed));
    let mut degree = vec![0_u32; junction_node.len()];
    for directed in &leaving {
        degree[segments.from(*directed).as_usize()] += 1;
    }
    let first_leaving = first_of_groups(degree.into_iter());
    let bearing_degrees = segments.directed().map(|it| leaving_bearing(&segments, it)).collect();
    SegmentDraft {
        segments,
        junction_node,
        first_leaving,
        leaving,
        ends_along_way,
        bearing_degrees,
        name,
        hours,
        hour_sets,
        closed_gates: Vec::new(),
    }
}

fn empty_segments(count: usize) -> Segments {
    Segments {
        junction_count: 0,
        tail: Vec::with_capacity(count),
        head: Vec::with_capacity(count),
        length_dm: Vec::with_capacity(count),
        duration_ms: Vec::with_capacity(count * 2),
        class: Vec::with_capacity(count),
        flags: Vec::with_capacity(count),
        first_part: vec![0],
        part_way_id: Vec::new(),
        part_length_dm: Vec::new(),
        part_ms: Vec::new(),
        timed_paces: Vec::new(),
        first_point: vec![0],
        point_lat_e7: Vec::new(),
        point_lon_e7: Vec::new(),
    }
}

/// Numbers the junctions in the order of their nodes; a blocked node is one for each end there.
/// `ends` are tail and head of each segment.
fn number_junctions(
    ends: &[OsmNodeIdx],
    marks: &NodeMarks,
    segments: &mut Segments,
) -> Vec<OsmNodeIdx> {
    let mut order: Vec<_> = (0..index(ends.len())).collect();
    order.sort_unstable_by_key(|end| (ends[*end as usize], *end));
    let mut junction_node: Vec<OsmNodeIdx> = Vec::new();
    let mut junction_of_end = vec![JunctionIdx(0); ends.len()];
    for end in order {
        let node = ends[end as usize];
        if junction_node.last() != Some(&node) || marks.is_blocked(node) {
            junction_node.push(node);
        }
        junction_of_end[end as usize] = JunctionIdx(index(junction_node.len()) - 1);
    }
    for pair in junction_of_end.chunks_exact(2) {
        segments.tail.push(pair[0]);
        segments.head.push(pair[1]);
    }
    segments.junction_count = index(junction_node.len());
    junction_node
}

fn leaving_bearing(segments: &Segments, directed: DirectedSegment) -> f64 {
    let (lats, lons) = segments.points(directed.segment());
    let points = lats.iter().zip(lons).map(|(lat, lon)| Point { lat_e7: *lat, lon_e7: *lon });
    let is_circle = segments.flags(directed.segment()).has(SegmentFlags::ROUNDABOUT);
    let ahead_meters = if is_circle { CIRCLE_AHEAD_METERS } else { AHEAD_METERS };
    if directed.is_backward() {
        bearing_degrees(points.rev(), ahead_meters)
    } else {
        bearing_degrees(points, ahead_meters)
    }
}

struct Layer<'a> {
    roads: &'a OsmRoads,
    ways: &'a Ways,
    chains: &'a Chains,
    segments: Segments,
    hours: RoadHours,
    hour_sets: HourSets,
    /// `None` if no way needs them.
    towns: Option<Towns>,
}

/// Running sums of a segment, and the portions of them that parts already have.
#[derive(Default)]
struct Sums {
    meters: f64,
    /// Moving times, forward and backward.
    moving_ms: [f64; 2],
    length_dm: u32,
    parts_ms: [u32; 2],
    /// The meters at the end of the last part.
    parts_meters: f64,
}

impl<'a> Layer<'a> {
    fn lay(&mut self, chain: usize) {
        let links = self.chains.links(chain);
        let mut sums = Sums::default();
        let mut previous: Option<Link> = None;
        for link in links {
            if let Some(previous) = previous
                && self.way(previous).id != self.way(*link).id
            {
                self.close_part(&mut sums, previous);
            }
            self.lay_link(*link, previous, &mut sums);
            previous = Some(*link);
        }
        let last = links[links.len() - 1];
        self.close_part(&mut sums, last);
        self.close_segment(&sums, last);
    }

    fn way(&self, link: Link) -> &'a UsedWay {
        &self.ways.used[self.chains.stretches[link.stretch as usize].way as usize]
    }

    /// Adds the points, lengths and durations of a link that follows `previous` in its segment.
    fn lay_link(&mut self, link: Link, previous: Option<Link>, sums: &mut Sums) {
        let way = self.way(link);
        let usual = directions(way, link).map(|it| it.map(|it| ms_per_meter(it.pace, way)));
        let in_town = self.towns.as_ref().filter(|_| has_town_pace(way));
        let slower = town_ms_per_meter(way, link);
        let nodes = self.chains.nodes(self.ways, link);
        let mut here: Option<Point> = None;
        for (idx, node) in nodes.enumerate() {
            let there = point(self.roads, node);
            if let Some(here) = here {
                let length = meters(here, there);
                sums.meters += length;
                let is_in_town = in_town.is_some_and(|towns| towns.hold_middle(here, there));
                let paces = usual.into_iter().zip(slower);
                for (sum, (usual, slower)) in sums.moving_ms.iter_mut().zip(paces) {
                    let pace = if is_in_town { slower.or(usual) } else { usual };
                    *sum += length * pace.unwrap_or(0.0);
                }
            }
            here = Some(there);
            if idx > 0 || previous.is_none() {
                self.segments.point_lat_e7.push(there.lat_e7);
                self.segments.point_lon_e7.push(there.lon_e7);
            }
        }
    }

    /// Ends a part with `last`.
    fn close_part(&mut self, sums: &mut Sums, last: Link) {
        let way = self.way(last);
        let way_id = way.id;
        let travelable = directions(way, last).map(|direction| direction.is_some());
        let length_dm = rounded_ms(sums.meters * 10.0);
        self.segments.part_way_id.push(way_id);
        self.segments.part_length_dm.push(length_dm - sums.length_dm);
        sums.length_dm = length_dm;
        for (direction, is_travelable) in travelable.into_iter().enumerate() {
            let total = rounded_ms(sums.moving_ms[direction]);
            let part = total - sums.parts_ms[direction];
            if is_travelable {
                self.note_paces(last, direction, sums.meters - sums.parts_meters);
            }
            self.segments.part_ms.push(if is_travelable { part } else { NOT_TRAVELABLE_MS });
            sums.parts_ms[direction] = total;
        }
        sums.parts_meters = sums.meters;
    }

    /// Stores the times at certain hours of the part that is being closed, in one direction.
    fn note_paces(&mut self, last: Link, direction: usize, part_meters: f64) {
        let way = self.way(last);
        let Some(hours) = hours(way, last) else { return };
        for (hours, pace) in &hours[direction].paces {
            let milliseconds = rounded_ms(part_meters * ms_per_meter(*pace, way));
            let (part_side, hours) =
                (index(self.segments.part_ms.len()), self.hour_sets.idx(hours));
            self.segments.timed_paces.push(TimedPace { part_side, hours, milliseconds });
        }
    }

    /// Ends the segment with `last`, which represents every link in all but speed and way.
    fn close_segment(&mut self, sums: &Sums, last: Link) {
        let way = self.way(last);
        let (travel, left_hand) = (way.travel, way.left_hand);
        let both = directions(way, last);
        let only =
            |it: Option<WayDirection>| it.is_some_and(|it| it.access == Access::DestinationOnly);
        for (direction, travelled) in both.iter().enumerate() {
            let total = sums.parts_ms[direction].clamp(1, DURATION_MS_MAX);
            self.segments.duration_ms.push(travelled.map_or(NOT_TRAVELABLE_MS, |_| total));
        }
        let segment = index(self.segments.length_dm.len());
        for (directed, hours) in (segment * 2..).zip(hours(way, last).into_iter().flatten()) {
            let DirectionHours { closed, ends_only, .. } = hours;
            let hours = AccessHours { closed: closed.clone(), ends_only: ends_only.clone() };
            self.hours.add(DirectedSegment(directed), hours);
        }
        let segments = &mut self.segments;
        segments.length_dm.push(sums.length_dm);
        segments.class.push(travel.class);
        segments.flags.push(
            SegmentFlags::default()
                .with(SegmentFlags::SNAPPABLE, travel.snappable)
                .with(SegmentFlags::DESTINATION_ONLY_FORWARD, only(both[0]))
                .with(SegmentFlags::DESTINATION_ONLY_BACKWARD, only(both[1]))
                .with(SegmentFlags::TOLL, travel.toll)
                .with(SegmentFlags::ROUNDABOUT, travel.roundabout)
                .with(SegmentFlags::LEFT_HAND, left_hand),
        );
        segments.first_part.push(index(segments.part_way_id.len()));
        segments.first_point.push(index(segments.point_lat_e7.len()));
    }
}

/// Whether signals apply to trips along the order of the way's nodes, or against it.
pub(super) fn signal_holds(signal: Signal, along_way: bool) -> bool {
    match signal {
        Signal::Absent => false,
        Signal::Both => true,
        Signal::Forward => along_way,
        Signal::Backward => !along_way,
    }
}

/// The forward and backward directions as the link is followed.
fn directions(way: &UsedWay, link: Link) -> [Option<WayDirection>; 2] {
    let travel = &way.travel;
    if link.against_way {
        [travel.backward, travel.forward]
    } else {
        [travel.forward, travel.backward]
    }
}

fn has_town_pace(way: &UsedWay) -> bool {
    way.town_kmh != [None; 2]
}

/// The pace in built-up areas, if it is slower, forward and backward as the link is followed.
fn town_ms_per_meter(way: &UsedWay, link: Link) -> [Option<f64>; 2] {
    let [along, against] =
        way.town_kmh.map(|it| it.map(|kmh| ms_per_meter(Pace::KilometersPerHour(kmh), way)));
    if link.against_way { [against, along] } else { [along, against] }
}

/// Differences at certain hours, forward and backward as the link is followed.
fn hours(way: &UsedWay, link: Link) -> Option<[&DirectionHours; 2]> {
    let [forward, backward] = way.hours.as_deref()?;
    Some(if link.against_way { [backward, forward] } else { [forward, backward] })
}

fn ms_per_meter(pace: Pace, way: &UsedWay) -> f64 {
    let (Pace::KilometersPerHour(value) | Pace::WholeWaySeconds(value)) = pace;
    assert!(value > 0.0, "a profile gives way {} a pace of {value}", way.id);
    match pace {
        Pace::KilometersPerHour(speed) => 3600.0 / speed,
        Pace::WholeWaySeconds(seconds) if way.meters > 0.0 => seconds * 1000.0 / way.meters,
        // A way without length has nothing that its duration could be distributed over.
        Pace::WholeWaySeconds(_) => 0.0,
    }
}
