//! The ways of a profile as clean runs of nodes, and the properties of each node.
//!
//! ```text
//!   way     a  b  b  c  ✕  d  e      b occurs twice, ✕ is not in the extract
//!   runs    a──b──c        d──e      the network contains neither
//! ```
//!
//! One pass over the ways and one over their nodes: O(nodes), with 4 bytes per node of a way for the
//! runs and one byte per node of the extract for the marks.

use std::ops::Range;

use super::NetworkOptions;
use super::geo::{Point, meters, point};
use super::idx::index;
use super::report::NetworkReport;
use super::rules::TravelRules;
use super::zones::ClosedZones;
use crate::country::CountryAreas;
use crate::osm::{OsmNodeIdx, OsmRoads};
use crate::profile::{DirectionHours, NodeTravel, Pace, Signal, Tags, WayDirection, WayTravel};

/// A way of the profile.
pub(super) struct UsedWay {
    pub(super) id: i64,
    pub(super) travel: WayTravel,
    /// Differences at certain hours, along the order of its nodes and against it; `None` for nearly all ways.
    pub(super) hours: Option<Box<[DirectionHours; 2]>>,
    pub(super) left_hand: bool,
    /// Along the order of its nodes and against it: the maximum speed in built-up areas, if it is lower than
    /// the speed of the way.
    pub(super) town_kmh: [Option<f64>; 2],
    /// The index of the text of its name: equal for roads with the same name.
    pub(super) name: Option<u32>,
    /// The length of all its runs if a pace needs it, else 0.
    pub(super) meters: f64,
    /// Positions of its runs.
    pub(super) runs: Range<u32>,
}

/// Nodes of a way without gaps and repetitions: at least two.
pub(super) struct Run {
    /// Position of its way.
    pub(super) way: u32,
    /// Positions in [`Ways::nodes`].
    pub(super) nodes: Range<u32>,
}

/// All ways of the profile.
#[derive(Default)]
pub(super) struct Ways {
    pub(super) used: Vec<UsedWay>,
    pub(super) runs: Vec<Run>,
    pub(super) nodes: Vec<OsmNodeIdx>,
}

impl Ways {
    pub(super) fn nodes_of_run(&self, run: &Run) -> &[OsmNodeIdx] {
        &self.nodes[run.nodes.start as usize..run.nodes.end as usize]
    }

    pub(super) fn runs_of_way(&self, way: &UsedWay) -> &[Run] {
        &self.runs[way.runs.start as usize..way.runs.end as usize]
    }
}

/// Evaluates the profile for each way, and cleans the nodes of those that it uses.
pub(super) fn read_ways(
    roads: &OsmRoads,
    rules: &impl TravelRules,
    options: NetworkOptions,
    report: &mut NetworkReport,
) -> Ways {
    let mut ways = Ways::default();
    let zones = ClosedZones::of(if rules.avoids_zones() { &roads.zones } else { &[] });
    let mut countries = CountryAreas::around(roads.bounds_e7());
    let mut country_of = |nodes: &[OsmNodeIdx]| {
        let first = nodes.iter().find(|node| **node != OsmNodeIdx::MISSING)?;
        let Point { lat_e7, lon_e7 } = point(roads, *first);
        countries.of(lat_e7, lon_e7)
    };
    for way in &roads.ways {
        report.way_count += 1;
        let tags = roads.tags.view(way.tags);
        let nodes = &roads.way_nodes[way.nodes.start as usize..way.nodes.end as usize];
        let country = country_of(nodes);
        let (travel, hours) = match rules.way_week(&tags, country) {
            None => (rules.way(&tags, country), None),
            Some(week) => {
                report.unread_condition_count += week.unread_count as usize;
                let depends = week.hours.iter().any(|it| *it != DirectionHours::default());
                (week.travel, depends.then(|| Box::new(week.hours)))
            }
        };
        let Some(travel) = travel else { continue };
        if travel.forward.is_none() && travel.backward.is_none() {
            continue;
        }
        let left_hand = match tags.get("driving_side") {
            Some("left") => true,
            Some("right") => false,
            _ => options.left_hand.unwrap_or(country.is_some_and(|country| country.left_hand)),
        };
        let first_run = index(ways.runs.len());
        let mut is_cut = false;
        for stretch in nodes.split(|node| *node == OsmNodeIdx::MISSING) {
            let cuts = zones.cuts(roads, stretch);
            is_cut |= !cuts.is_empty();
            let mut first = 0;
            for end in cuts.into_iter().chain([stretch.len()]) {
                append_run(&mut ways, &stretch[first..end], report);
                first = end;
            }
        }
        report.zone_way_count += usize::from(is_cut);
        report.missing_node_count +=
            nodes.iter().filter(|node| **node == OsmNodeIdx::MISSING).count();
        let runs = first_run..index(ways.runs.len());
        if runs.is_empty() {
            report.short_way_count += 1;
            continue;
        }
        report.used_way_count += 1;
        let name = tags.text_idx("name");
        report.timed_way_count += usize::from(hours.is_some());
        let town_kmh = if options.tells_towns {
            slower_in_towns(&travel, rules.town_kmh(&tags, country))
        } else {
            [None; 2]
        };
        let mut used =
            UsedWay { id: way.id, travel, hours, left_hand, town_kmh, name, meters: 0.0, runs };
        let paces = [travel.forward, travel.backward].into_iter().flatten().map(|it| it.pace);
        let at_hours = used.hours.iter().flat_map(|hours| hours.iter()).flat_map(|it| &it.paces);
        let has_fixed_duration = paces
            .chain(at_hours.map(|it| it.1))
            .any(|pace| matches!(pace, Pace::WholeWaySeconds(_)));
        if has_fixed_duration {
            used.meters = way_meters(roads, &ways, &used);
        }
        ways.used.push(used);
    }
    ways
}

/// The speed limits of built-up areas that are lower than the speed of a way.
fn slower_in_towns(travel: &WayTravel, town_kmh: [Option<f64>; 2]) -> [Option<f64>; 2] {
    let slower = |(direction, kmh): (Option<WayDirection>, Option<f64>)| match direction?.pace {
        Pace::KilometersPerHour(pace) => kmh.filter(|kmh| *kmh < pace),
        Pace::WholeWaySeconds(_) => None,
    };
    let [forward, backward] = town_kmh;
    [(travel.forward, forward), (travel.backward, backward)].map(slower)
}

fn append_run(ways: &mut Ways, stretch: &[OsmNodeIdx], report: &mut NetworkReport) {
    let first = ways.nodes.len();
    for node in stretch {
        if ways.nodes[first..].last() == Some(node) {
            report.repeated_node_count += 1;
        } else {
            ways.nodes.push(*node);
        }
    }
    if ways.nodes.len() < first + 2 {
        ways.nodes.truncate(first);
        return;
    }
    let way = index(ways.used.len());
    ways.runs.push(Run { way, nodes: index(first)..index(ways.nodes.len()) });
}

fn way_meters(roads: &OsmRoads, ways: &Ways, way: &UsedWay) -> f64 {
    let runs = ways.runs_of_way(way).iter().map(|run| ways.nodes_of_run(run));
    runs.flat_map(|nodes| nodes.windows(2))
        .map(|pair| meters(point(roads, pair[0]), point(roads, pair[1])))
        .sum()
}

/// The role of each node of the extract in the network: one byte per node.
pub(super) struct NodeMarks {
    marks: Vec<u8>,
    /// Nodes with a delay, signals or a gate with restricted access, ascending.
    special: Vec<(OsmNodeIdx, NodeTravel)>,
}

/// The number of road ends that meet at a node; more than three count as three.
const DEGREE_BITS: u8 = 0b11;
const BLOCKED: u8 = 1 << 2;
const KEPT: u8 = 1 << 3;
const SPECIAL: u8 = 1 << 4;

/// A node that costs nothing.
const FREE: NodeTravel =
    NodeTravel { blocked: false, delay_seconds: 0.0, ends_only: false, signal: Signal::Absent };

impl NodeMarks {
    /// Counts road ends and evaluates the profile for tagged nodes; `kept` nodes always become junctions.
    pub(super) fn read(
        roads: &OsmRoads,
        rules: &impl TravelRules,
        ways: &Ways,
        kept: &[OsmNodeIdx],
        report: &mut NetworkReport,
    ) -> Self {
        let mut marks = vec![0_u8; roads.node_id.len()];
        for run in &ways.runs {
            let nodes = ways.nodes_of_run(run);
            for (idx, node) in nodes.iter().enumerate() {
                let ends = if idx == 0 || idx + 1 == nodes.len() { 1 } else { 2 };
                let mark = &mut marks[node.as_usize()];
                *mark = (*mark + ends).min(DEGREE_BITS);
            }
        }
        for node in kept {
            marks[node.as_usize()] |= KEPT;
        }
        let mut special = Vec::new();
        for (idx, mark) in marks.iter_mut().enumerate() {
            let tags = roads.node_tags[idx];
            if *mark & DEGREE_BITS == 0 || tags.count == 0 {
                continue;
            }
            let travel = rules.node(&roads.tags.view(tags));
            if travel.blocked {
                report.blocked_node_count += 1;
                *mark |= BLOCKED;
            } else if travel != FREE {
                report.delay_node_count += usize::from(travel.delay_seconds > 0.0);
                report.signal_node_count += usize::from(travel.signal != Signal::Absent);
                *mark |= SPECIAL;
                special.push((OsmNodeIdx(index(idx)), travel));
            }
        }
        Self { marks, special }
    }

    /// Whether two roads meet and nothing requires a junction, so that one may continue the other. Gates
    /// and signals require one: their cost is due where they are, and is not spread over a segment.
    pub(super) fn may_continue(&self, node: OsmNodeIdx) -> bool {
        let mark = self.marks[node.as_usize()];
        mark & DEGREE_BITS == 2 && mark & (BLOCKED | KEPT | SPECIAL) == 0
    }

    /// Whether nobody may pass.
    pub(super) fn is_blocked(&self, node: OsmNodeIdx) -> bool {
        self.marks[node.as_usize()] & BLOCKED != 0
    }

    /// The cost of passing.
    pub(super) fn travel(&self, node: OsmNodeIdx) -> NodeTravel {
        if self.marks[node.as_usize()] & SPECIAL == 0 {
            return FREE;
        }
        match self.special.binary_search_by_key(&node, |entry| entry.0) {
            Ok(position) => self.special[position].1,
            Err(_) => FREE,
        }
    }
}
