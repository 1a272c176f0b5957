//! The network of a profile: the part of an extract that is needed to find paths.
//!
//! ```text
//!   OsmRoads ──ways──► runs ──chains──► stretches ──lay──► Segments ─────┐
//!      │      (rules)        (cut, join)          (add up)               ├─► TurnGraph ─► Components
//!      └──relations──► kept nodes ...... restrictions ─► history ────────┘
//! ```
//!
//! [`build`] evaluates every tag once with the rules of a profile ([`TravelRules`]); nothing after it depends
//! on tags. Each step is linear except for a few small sorts. Porto by car, on one native core of a shared
//! machine: 0.14 s for 46,194 ways; 87,121 segments in 91,209 parts (4,088 segments more if each kept to one
//! way), 64,441 junctions, 167,615 nodes (12,548 of them ends of trips on private roads), 318,682 turns.
//!
//! The same extract, rules and options give the same network to the last bit on every machine: no order
//! depends on a hash, and trigonometry comes from `libm`.

mod chains;
mod components;
mod geo;
mod hours;
mod idx;
mod pockets;
mod relations;
mod report;
mod restriction_automaton;
mod restrictions;
mod rules;
mod segment_builder;
mod segments;
#[cfg(test)]
mod tests;
mod towns;
mod turns;
mod ways;
mod zones;

pub use components::Components;
pub(crate) use geo::{Point, meters};
pub use idx::{ComponentIdx, DirectedSegment, HoursIdx, JunctionIdx, SegmentIdx, TurnNodeIdx};
pub use report::{NetworkReport, RestrictionSkip};
pub use rules::TravelRules;
pub(crate) use segments::TimedPace;
pub use segments::{DURATION_MS_MAX, NOT_TRAVELABLE_MS, SegmentFlags, SegmentPart, Segments};
pub use turns::TurnGraph;

use crate::osm::OsmRoads;
use crate::week::WeekHours;

/// The options of a build that do not belong to the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkOptions {
    /// Whether traffic drives on the left if the way has no `driving_side`; `None`: by its country.
    pub left_hand: Option<bool>,
    /// Components with at least this many open directed segments are large: islands worth traveling on.
    pub large_component_size: u32,
    /// Whether the speed limit of built-up areas applies to roads without a sign in such areas.
    pub tells_towns: bool,
}

impl Default for NetworkOptions {
    /// The side by country; 1,000 directed segments, as in OSRM; built-up areas are recognized.
    fn default() -> Self {
        Self { left_hand: None, large_component_size: 1_000, tells_towns: true }
    }
}

/// The roads of one profile, ready for searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoadNetwork {
    /// Stretches of road between junctions.
    pub segments: Segments,
    /// The turns from one segment to the next.
    pub turns: TurnGraph,
    /// The sets of segments that can be reached from one another.
    pub components: Components,
    /// The sets of hours that turns and paces refer to.
    pub hours: Vec<WeekHours>,
}

/// Builds the network of a profile.
pub fn build(
    roads: &OsmRoads,
    rules: &impl TravelRules,
    options: NetworkOptions,
) -> (RoadNetwork, NetworkReport) {
    let mut report = NetworkReport::default();
    let ways = ways::read_ways(roads, rules, options, &mut report);
    let relations = relations::read_relations(roads, rules, &ways, &mut report);
    let kept = relations::kept_nodes(&relations);
    let marks = ways::NodeMarks::read(roads, rules, &ways, &kept, &mut report);
    let chains = chains::find_chains(&ways, &marks, &mut report);
    let mut laid = segment_builder::build_segments(roads, &ways, &marks, &chains);
    let gates = laid.gates_for_ends(&marks);
    let pockets = pockets::find_pockets(&laid, gates, options.large_component_size);
    laid.segments.close_to_through_traffic(&pockets.segments);
    report.pocket_segment_count = pockets.segments.len();
    report.closed_gate_count = pockets.closed_gates.len();
    laid.closed_gates = pockets.closed_gates;
    let restrictions = restrictions::find_restrictions(&laid, &relations, &mut report);
    let mut hour_sets = std::mem::take(&mut laid.hour_sets);
    let asked = (&marks, rules, &restrictions[..]);
    let turns = turns::build_turns(&laid, asked, &mut hour_sets, &mut report);
    let segments = laid.segments;
    let hours = hour_sets.into_sets();
    let large_size = options.large_component_size;
    let components = components::find_components(&segments, &turns, &hours, large_size);
    report.segment_count = segments.tail.len();
    report.part_count = segments.part_way_id.len();
    report.point_count = segments.point_lat_e7.len();
    report.junction_count = segments.junction_count as usize;
    report.turn_node_count = turns.node_segment.len();
    report.turn_count = turns.head.len();
    report.component_count = components.size.len();
    report.large_component_count = components.large_count as usize;
    report.largest_component_size = components.size.first().map_or(0, |size| *size as usize);
    let component_of = components.segment_component.iter();
    report.stranded_segment_count =
        component_of.filter(|component| component.0 >= components.large_count).count();
    (RoadNetwork { segments, turns, components, hours }, report)
}
