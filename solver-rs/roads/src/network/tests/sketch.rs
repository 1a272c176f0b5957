//! Hand-drawn maps for tests, and a small profile that interprets them.
//!
//! ```text
//!   Sketch::new()
//!       .node(1, 0, 0).node(2, 100, 0)          id, meters east, meters north
//!       .way(10, &[1, 2], "oneway=yes")         id, nodes, tags (class residential, 36 km/h = 10 m/s)
//!       .restriction("no_left_turn", &[10], Via::Node(2), &[11])
//! ```

use std::collections::BTreeMap;

use crate::country::Country;
use crate::network::{
    DirectedSegment, NetworkOptions, NetworkReport, RoadNetwork, TravelRules, TurnNodeIdx, build,
};
use crate::osm::{
    MemberKind, OsmMember, OsmNodeIdx, OsmRestriction, OsmRoads, OsmWay, TagRange, TagStore,
    TagView,
};
use crate::profile::{
    Access, NodeTravel, Pace, RestrictionRule, RoadClass, Signal, Tags, TimedRestriction, Turn,
    WayDirection, WayTravel, WayWeek,
};
use crate::week::WeekHours;

/// Units of 1e-7 degrees per meter where the equator meets the meridian of Greenwich: 1e7 / 111,319.491
/// to the east, 1e7 / 110,574.276 to the north (WGS 84).
const EAST_E7_PER_METER: f64 = 89.831_528_4;
const NORTH_E7_PER_METER: f64 = 90.436_947_8;

/// The part between the ends of a drawn restriction.
#[derive(Clone, Copy)]
pub(super) enum Via<'a> {
    Node(i64),
    Ways(&'a [i64]),
}

pub(super) struct Sketch {
    nodes: BTreeMap<i64, (i32, i32, TagRange)>,
    ways: Vec<(i64, Vec<i64>, TagRange)>,
    restrictions: Vec<OsmRestriction>,
    tags: TagStore,
}

impl Sketch {
    pub(super) fn new() -> Self {
        let tags = TagStore::default();
        Self { nodes: BTreeMap::new(), ways: Vec::new(), restrictions: Vec::new(), tags }
    }

    pub(super) fn node(self, id: i64, east_meters: i32, north_meters: i32) -> Self {
        self.tagged_node(id, east_meters, north_meters, "")
    }

    pub(super) fn tagged_node(self, id: i64, east: i32, north: i32, tags: &str) -> Self {
        self.node_e7(id, e7(north, NORTH_E7_PER_METER), e7(east, EAST_E7_PER_METER), tags)
    }

    pub(super) fn node_e7(mut self, id: i64, lat_e7: i32, lon_e7: i32, tags: &str) -> Self {
        let tags = self.tags(tags);
        self.nodes.insert(id, (lat_e7, lon_e7, tags));
        self
    }

    /// Nodes 1, 2, … that are 100 m apart on a line to the east.
    pub(super) fn line(self, count: i32) -> Self {
        (0..count).fold(self, |sketch, idx| sketch.node(i64::from(idx) + 1, idx * 100, 0))
    }

    pub(super) fn way(mut self, id: i64, nodes: &[i64], tags: &str) -> Self {
        let tags = self.tags(tags);
        self.ways.push((id, nodes.to_vec(), tags));
        self
    }

    pub(super) fn restriction(self, kind: &str, from: &[i64], via: Via<'_>, to: &[i64]) -> Self {
        let member = |role: &str, kind, id: &i64| OsmMember { kind, id: *id, role: role.into() };
        let mut members: Vec<_> =
            from.iter().map(|id| member("from", MemberKind::Way, id)).collect();
        match via {
            Via::Node(id) => members.push(member("via", MemberKind::Node, &id)),
            Via::Ways(ids) => {
                members.extend(ids.iter().map(|id| member("via", MemberKind::Way, id)));
            }
        }
        members.extend(to.iter().map(|id| member("to", MemberKind::Way, id)));
        self.members(&format!("restriction={kind}"), members)
    }

    pub(super) fn members(mut self, tags: &str, members: Vec<OsmMember>) -> Self {
        let tags = self.tags(tags);
        let id = i64::try_from(self.restrictions.len()).unwrap();
        self.restrictions.push(OsmRestriction { id, tags, members });
        self
    }

    fn tags(&mut self, text: &str) -> TagRange {
        let first = u32::try_from(self.tags.tags.len()).unwrap();
        for tag in text.split_whitespace() {
            let (key, value) = tag.split_once('=').unwrap();
            let at = u32::try_from(self.tags.texts.len()).unwrap();
            self.tags.texts.extend([key.into(), value.into()]);
            self.tags.tags.push((at, at + 1));
        }
        TagRange { first, count: u32::try_from(self.tags.tags.len()).unwrap() - first }
    }

    /// The roads of the sketch. Nodes that ways refer to but that were not drawn are missing from the extract.
    pub(super) fn roads(self) -> OsmRoads {
        let mut roads = OsmRoads { tags: self.tags, ..OsmRoads::default() };
        let mut idx_of = BTreeMap::new();
        for (idx, (id, (lat, lon, tags))) in self.nodes.into_iter().enumerate() {
            idx_of.insert(id, OsmNodeIdx(u32::try_from(idx).unwrap()));
            roads.node_id.push(id);
            roads.node_lat_e7.push(lat);
            roads.node_lon_e7.push(lon);
            roads.node_tags.push(tags);
        }
        for (id, nodes, tags) in self.ways {
            let first = u32::try_from(roads.way_nodes.len()).unwrap();
            let nodes = nodes.iter().map(|id| *idx_of.get(id).unwrap_or(&OsmNodeIdx::MISSING));
            roads.way_nodes.extend(nodes);
            let nodes = first..u32::try_from(roads.way_nodes.len()).unwrap();
            roads.ways.push(OsmWay { id, nodes, tags });
        }
        roads.restrictions = self.restrictions;
        roads
    }

    pub(super) fn build(self) -> Built {
        self.build_with(NetworkOptions::default())
    }

    pub(super) fn build_with(self, options: NetworkOptions) -> Built {
        let roads = self.roads();
        let (network, report) = build(&roads, &TestRules, options);
        Built { roads, network, report }
    }
}

fn e7(meters: i32, e7_per_meter: f64) -> i32 {
    format!("{:.0}", f64::from(meters) * e7_per_meter).parse().unwrap()
}

/// A network with the map that it was built from; queries use ids of nodes.
pub(super) struct Built {
    pub(super) roads: OsmRoads,
    pub(super) network: RoadNetwork,
    pub(super) report: NetworkReport,
}

impl Built {
    /// Ids of the nodes along a directed segment.
    pub(super) fn nodes(&self, directed: DirectedSegment) -> Vec<i64> {
        let (lats, lons) = self.network.segments.points(directed.segment());
        let id = |(lat, lon): (&i32, &i32)| {
            let here = self.roads.node_lat_e7.iter().zip(&self.roads.node_lon_e7);
            let found = here.into_iter().position(|it| it == (lat, lon)).unwrap();
            self.roads.node_id[found]
        };
        let mut nodes: Vec<_> = lats.iter().zip(lons).map(id).collect();
        if directed.is_backward() {
            nodes.reverse();
        }
        nodes
    }

    /// The directed segment that begins with these nodes.
    pub(super) fn directed(&self, nodes: &[i64]) -> DirectedSegment {
        let mut all = self.network.segments.directed();
        all.find(|it| self.nodes(*it).starts_with(nodes)).unwrap_or_else(|| panic!("no {nodes:?}"))
    }

    /// The time of the cheapest path from one segment to another, both travelled completely and given by their
    /// first nodes, in milliseconds. Rounded to 100, because a unit of the grid of coordinates is 11 mm.
    pub(super) fn travel_ms(&self, from: &[i64], to: &[i64]) -> Option<u64> {
        let RoadNetwork { segments, turns, .. } = &self.network;
        let (from, to) = (self.directed(from), self.directed(to));
        let mut best: BTreeMap<TurnNodeIdx, u64> = BTreeMap::new();
        for node in turns.start_nodes(from) {
            best.insert(*node, u64::from(segments.duration_ms(from)));
        }
        // Bellman-Ford: slow, but simple.
        for _ in 0..turns.node_count() {
            for node in (0..turns.node_count()).map(TurnNodeIdx) {
                let Some(cost) = best.get(&node).copied() else { continue };
                for (head, turn_ms) in turns.arcs(node) {
                    let segment = turns.node_segment()[head.as_usize()];
                    let cost = cost + u64::from(turn_ms) + u64::from(segments.duration_ms(segment));
                    let old = best.entry(head).or_insert(cost);
                    *old = cost.min(*old);
                }
            }
        }
        let ends = turns.end_nodes(to).iter();
        ends.filter_map(|node| best.get(node)).min().map(|ms| (ms + 50) / 100 * 100)
    }

    pub(super) fn reaches(&self, from: &[i64], to: &[i64]) -> bool {
        self.travel_ms(from, to).is_some()
    }

    /// The first two nodes of all segments that the turns from the base node lead to.
    pub(super) fn ways_on(&self, from: &[i64]) -> Vec<Vec<i64>> {
        let turns = &self.network.turns;
        let nodes = turns.start_nodes(self.directed(from));
        let heads = nodes.iter().flat_map(|node| turns.arcs(*node));
        let mut found: Vec<_> = heads
            .map(|(head, _)| self.nodes(turns.node_segment()[head.as_usize()])[..2].to_vec())
            .collect();
        found.sort();
        found
    }

    /// Whether a trip can start and end on a segment within the largest component.
    pub(super) fn is_in_largest(&self, nodes: &[i64]) -> bool {
        self.network.components.of_segment(self.directed(nodes).segment()).0 == 0
    }
}

/// Interprets sketches: 10 m/s, residential, both directions, unless tags say otherwise.
pub(super) struct TestRules;

impl TravelRules for TestRules {
    fn way(&self, tags: &TagView<'_>, _: Option<Country>) -> Option<WayTravel> {
        if tags.get("access") == Some("no") {
            return None;
        }
        let pace = match (tags.get("seconds"), tags.get("kmh")) {
            (Some(seconds), _) => Pace::WholeWaySeconds(seconds.parse().unwrap()),
            (None, kmh) => Pace::KilometersPerHour(kmh.unwrap_or("36").parse().unwrap()),
        };
        let access = match tags.get("access") {
            Some("private") => Access::DestinationOnly,
            _ => Access::Open,
        };
        let direction = Some(WayDirection { pace, access });
        let roundabout = tags.get("junction") == Some("roundabout");
        let oneway = tags.get("oneway").unwrap_or(if roundabout { "yes" } else { "no" });
        Some(WayTravel {
            forward: direction.filter(|_| oneway != "-1"),
            backward: direction.filter(|_| oneway != "yes"),
            class: match tags.get("class") {
                Some("primary") => RoadClass::Primary,
                _ => RoadClass::Residential,
            },
            snappable: tags.get("snappable") != Some("no"),
            toll: tags.get("toll") == Some("yes"),
            roundabout,
        })
    }

    fn avoids_zones(&self) -> bool {
        false
    }

    fn node(&self, tags: &TagView<'_>) -> NodeTravel {
        NodeTravel {
            blocked: tags.get("barrier") == Some("bollard"),
            delay_seconds: if tags.get("barrier") == Some("gate") { 60.0 } else { 0.0 },
            ends_only: tags.get("access") == Some("private"),
            signal: match tags.get("signal") {
                None => Signal::Absent,
                Some("forward") => Signal::Forward,
                Some("backward") => Signal::Backward,
                Some(_) => Signal::Both,
            },
        }
    }

    fn way_week(&self, _: &TagView<'_>, _: Option<Country>) -> Option<WayWeek> {
        None
    }

    fn restrictions(&self, tags: &TagView<'_>) -> (Vec<TimedRestriction>, u32) {
        let rule = match tags.get("restriction") {
            Some(_) if tags.get("except") == Some("us") => None,
            Some(rule) if rule.starts_with("only") => Some(RestrictionRule::Mandatory),
            rule => rule.map(|_| RestrictionRule::Forbidden),
        };
        let always = |rule| TimedRestriction { rule, hours: WeekHours::always() };
        (rule.map(always).into_iter().collect(), 0)
    }

    /// 20 s for turning back; 2 s at signals; at crossings of three or more roads 10 ms per degree,
    /// doubled across oncoming traffic; nothing on roundabouts.
    fn turn_milliseconds(&self, turn: &Turn) -> u32 {
        if turn.is_u_turn {
            return 20_000;
        }
        let crosses = (turn.angle_degrees > 0.0) == turn.left_hand;
        let bends = turn.road_count > 2 && !turn.on_roundabout;
        let per_degree = if bends { if crosses { 20.0 } else { 10.0 } } else { 0.0 };
        let signal = if turn.signal { 2_000.0 } else { 0.0 };
        format!("{:.0}", turn.angle_degrees.abs() * per_degree + signal).parse().unwrap()
    }
}
