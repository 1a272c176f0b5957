//! Hand-drawn extracts: OpenStreetMap XML that goes through the reader and all later steps, up to a travel
//! time.
//!
//! ```text
//!   Drawing::new()
//!       .node(1, 0, 0).node(2, 100, 0)              id, meters east, meters north of 0° N 0° E
//!       .way(10, &[1, 2], "oneway=yes, layer=1")    id, nodes, tags; a residential street by default
//!       .restriction("no_left_turn", &[10], Via::Node(2), &[11])
//!       .map(Profile::Car)
//!       .milliseconds((20, 0), (80, 0))             free flow, between places given in meters
//! ```
//!
//! On a residential street, a car takes 144 ms per meter (25 km/h) and a bicycle 225 ms (16 km/h). Nodes are
//! rounded to 1e-7 degrees, an error of at most half a centimeter, so times are compared with a tolerance of
//! 10 ms.

use std::fmt::Write as _;

use roads::hierarchy::{
    LabelSet, Lane, LaneCosts, Metric, RouteSearch, Table, UNREACHABLE_MILLISECONDS,
};
use roads::map::{LaneSpeeds, ProfileMap, RoadPlace, SpeedRule};
use roads::network::NetworkOptions;
use roads::osm::read_osm;
use roads::profile::Profile;

/// Units of 1e-7 degrees per meter where the equator meets the prime meridian: 1e7 / 111,319.491 to the east,
/// 1e7 / 110,574.276 to the north (WGS 84).
const EAST_E7_PER_METER: f64 = 89.831_528_4;
const NORTH_E7_PER_METER: f64 = 90.436_947_8;

/// The costs of a car's turns at a junction of three roads or more, in right-hand traffic, in milliseconds,
/// by the curve in `profile/turn.rs` (at most 7.5 s, bias 1.075, 2 s across oncoming traffic).
pub(crate) mod turn {
    /// 7.5 s / (1 + e^(6.5 · 1.075)) = 7.5 s / 1084.
    pub(crate) const STRAIGHT: u32 = 7;
    /// 7.5 s / (1 + e^-(13 / 1.075 / 2 − 6.5 · 1.075)) = 7.5 s / (1 + e^0.941).
    pub(crate) const RIGHT: u32 = 2105;
    /// 7.5 s / (1 + e^-0.941) + 2 s / (1 + e^-(6.5 − 3.25)) = 5.395 s + 1.925 s.
    pub(crate) const LEFT: u32 = 7320;
    /// 7.5 s / (1 + e^-(13 · 1.075 − 6.5 / 1.075)) + 20 s = 7.497 s + 20 s.
    pub(crate) const BACK: u32 = 27_497;
}

/// The via member of a drawn restriction.
pub(crate) enum Via<'a> {
    Node(i64),
    Ways(&'a [i64]),
}

/// An extract while it is built, as the XML of its elements.
#[derive(Clone, Default)]
pub(crate) struct Drawing {
    nodes: String,
    ways: String,
    relations: String,
    options: NetworkOptions,
}

impl Drawing {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn left_hand(mut self) -> Self {
        self.options.left_hand = Some(true);
        self
    }

    /// Returns a road with tags, and a bypass without.
    ///
    /// ```text
    ///   1 ─10─ 2 ══11══ 3 ─12─ 4        11: 200 m with tags; 13: 260 m around
    ///          ╰───13───╯
    /// ```
    pub(crate) fn bypass(tags: &str) -> Self {
        Self::new()
            .node(1, 0, 0)
            .node(2, 100, 0)
            .node(3, 300, 0)
            .node(4, 400, 0)
            .node(5, 100, -30)
            .node(6, 300, -30)
            .way(10, &[1, 2], "")
            .way(11, &[2, 3], tags)
            .way(12, &[3, 4], "")
            .way(13, &[2, 5, 6, 3], "")
    }

    pub(crate) fn node(self, id: i64, east_meters: i32, north_meters: i32) -> Self {
        self.tagged_node(id, east_meters, north_meters, "")
    }

    pub(crate) fn tagged_node(self, id: i64, east: i32, north: i32, tags: &str) -> Self {
        self.node_at(id, degrees_north(north), degrees_east(east), tags)
    }

    pub(crate) fn node_at(mut self, id: i64, lat: f64, lon: f64, tags: &str) -> Self {
        let tags = xml_of(tags);
        writeln!(self.nodes, "<node id='{id}' lat='{lat:.7}' lon='{lon:.7}'>{tags}</node>")
            .unwrap();
        self
    }

    pub(crate) fn way(mut self, id: i64, nodes: &[i64], tags: &str) -> Self {
        let nodes: String = nodes.iter().map(|id| format!("<nd ref='{id}'/>")).collect();
        let has_kind = ["highway=", "route=", "boundary=", "barrier=", "natural="]
            .iter()
            .any(|key| tags.contains(key));
        let kind = if has_kind { "" } else { "highway=residential" };
        let tags = xml_of(tags) + &xml_of(kind);
        writeln!(self.ways, "<way id='{id}'>{nodes}{tags}</way>").unwrap();
        self
    }

    pub(crate) fn restriction(self, kind: &str, from: &[i64], via: Via<'_>, to: &[i64]) -> Self {
        self.relation(&format!("restriction={kind}"), from, via, to)
    }

    /// Adds a restriction with tags.
    pub(crate) fn relation(mut self, tags: &str, from: &[i64], via: Via<'_>, to: &[i64]) -> Self {
        let member = |kind: &str, role: &str, ids: &[i64]| -> String {
            let member = |id| format!("<member type='{kind}' ref='{id}' role='{role}'/>");
            ids.iter().map(member).collect()
        };
        let via = match via {
            Via::Node(id) => member("node", "via", &[id]),
            Via::Ways(ids) => member("way", "via", ids),
        };
        let tags = xml_of(&format!("type=restriction, {tags}"));
        let (from, to) = (member("way", "from", from), member("way", "to", to));
        let id = self.relations.lines().count() + 1;
        writeln!(self.relations, "<relation id='{id}'>{from}{via}{to}{tags}</relation>").unwrap();
        self
    }

    /// Adds a relation of the ways around an area and of those around its holes.
    pub(crate) fn area_relation(mut self, tags: &str, outer: &[i64], inner: &[i64]) -> Self {
        let members = |role: &str, ids: &[i64]| -> String {
            let member = |id| format!("<member type='way' ref='{id}' role='{role}'/>");
            ids.iter().map(member).collect()
        };
        let (outer, inner, tags) = (members("outer", outer), members("inner", inner), xml_of(tags));
        let id = self.relations.lines().count() + 1;
        writeln!(self.relations, "<relation id='{id}'>{outer}{inner}{tags}</relation>").unwrap();
        self
    }

    pub(crate) fn xml(&self) -> String {
        let Self { nodes, ways, relations, .. } = self;
        format!("<osm version='0.6'>\n{nodes}{ways}{relations}</osm>\n")
    }

    pub(crate) fn map(&self, profile: Profile) -> Drawn {
        let (roads, report) = read_osm(self.xml().as_bytes()).unwrap();
        assert_eq!(report.nodes_missing, 0, "all nodes are drawn");
        let (map, _) = ProfileMap::build(&roads, profile, self.options);
        let metric = map.customize(&free_flow(), &[]);
        Drawn { map, metric }
    }

    /// Checks travel times by a profile; `None` where there must be no path.
    pub(crate) fn check(&self, profile: Profile, trips: &[(At, At, Option<u32>)]) {
        let drawn = self.map(profile);
        for &(from, to, expected) in trips {
            let found = drawn.milliseconds(from, to);
            let is_near = match (found, expected) {
                (Some(found), Some(expected)) => found.abs_diff(expected) <= 10,
                (found, expected) => found == expected,
            };
            assert!(is_near, "{profile:?}, {from:?} to {to:?}: {found:?}, not {expected:?}");
        }
    }
}

/// Meters east and north.
pub(crate) type At = (i32, i32);

/// Returns windows without traffic.
pub(crate) fn free_flow() -> LaneSpeeds {
    LaneSpeeds { windows: vec![[1.0; 4]; 8], ..LaneSpeeds::free_flow() }
}

pub(crate) fn degrees_east(meters: i32) -> f64 {
    f64::from(meters) * EAST_E7_PER_METER * 1e-7
}

pub(crate) fn degrees_north(meters: i32) -> f64 {
    f64::from(meters) * NORTH_E7_PER_METER * 1e-7
}

fn xml_of(tags: &str) -> String {
    let tag = |tag: &str| {
        let (key, value) = tag.split_once('=').unwrap();
        // A `>` needs no escape.
        format!("<tag k='{key}' v='{}'/>", value.replace('<', "&lt;"))
    };
    tags.split(", ").filter(|it| !it.is_empty()).map(tag).collect()
}

/// The map of a drawing, with its metric.
pub(crate) struct Drawn {
    pub(crate) map: ProfileMap,
    pub(crate) metric: Metric,
}

impl Drawn {
    /// Returns the map with other speeds.
    pub(crate) fn customized(mut self, speeds: &LaneSpeeds, rules: &[SpeedRule]) -> Self {
        self.metric = self.map.customize(speeds, rules);
        self
    }

    /// Returns the nearest point of any road, snapped alone, so that islands count like other roads.
    pub(crate) fn place(&self, at: At) -> RoadPlace {
        self.places(&[at])[0].unwrap()
    }

    /// Returns places that are snapped together.
    pub(crate) fn places(&self, at: &[At]) -> Vec<Option<RoadPlace>> {
        let lats: Vec<f64> = at.iter().map(|it| degrees_north(it.1)).collect();
        let lons: Vec<f64> = at.iter().map(|it| degrees_east(it.0)).collect();
        self.map.snap(&lats, &lons, 5000.0).unwrap()
    }

    /// Returns the time in free flow, after checking that the table and the legs agree.
    pub(crate) fn milliseconds(&self, from: At, to: At) -> Option<u32> {
        let places = [self.place(from), self.place(to)];
        self.costs_between(places).map(|costs| costs.free_flow_milliseconds())
    }

    /// Returns the costs in all lanes.
    pub(crate) fn costs(&self, from: At, to: At) -> Option<LaneCosts> {
        self.costs_between([self.place(from), self.place(to)])
    }

    pub(crate) fn costs_between(&self, [from, to]: [RoadPlace; 2]) -> Option<LaneCosts> {
        let hierarchy = self.map.hierarchy();
        let [source, target] = [&from, &to].map(|place| [Some(self.map.trip_end(place))]);
        let sources = LabelSet::of_sources(hierarchy, &self.metric, source.into_iter());
        let targets = LabelSet::of_targets(hierarchy, &self.metric, target.into_iter());
        let mut costs = [LaneCosts::ZERO];
        let roads = (hierarchy, &self.metric);
        Table::new(hierarchy, &self.metric, sources, targets).fill(roads, 0, &[0], &mut costs);
        let found = costs[0].is_reachable().then_some(costs[0]);
        let mut search = RouteSearch::default();
        for lane in [Lane::Paired(0), Lane::Window(3)] {
            let mut points = Vec::new();
            let leg = self.map.leg(&self.metric, lane, &mut search, [&from, &to], &mut points);
            assert_eq!(
                leg.map(|leg| leg.milliseconds),
                found
                    .map(|it| it.all_milliseconds()[usize::from(lane.position())])
                    .filter(|milliseconds| *milliseconds < UNREACHABLE_MILLISECONDS),
                "{from:?} to {to:?}"
            );
        }
        found
    }
}
