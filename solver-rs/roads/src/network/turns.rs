//! The turn graph: directed segments as nodes, allowed turns as arcs.
//!
//! ```text
//!   cost of e1 → e2 → e3 = ms(e1) + turn(e1,e2) + ms(e2) + turn(e2,e3) + ms(e3)
//!
//!   destination-only segments occur twice:          out ──► open ──► in
//!     out  for trips that began there                ╰─► out  ╰─► open  ╰─► in
//!     in   for trips that end there                 no path from in to open, nor from open to out
//! ```
//!
//! A private road therefore starts or ends a trip but never shortens one, exactly and without a penalty to
//! tune; a trip that stays inside uses out nodes. Restrictions via ways need more copies: a node is a directed
//! segment, the relevant history ([`Histories`]), and whether it is an `in`. Copies exist only where trips can
//! reach them; the base node of each directed segment (`out` or open, no history) always exists, and base
//! nodes come first.
//!
//! Turning back is allowed where nothing else leads on: at dead ends, before barriers, and where restrictions
//! or opposing one-ways leave no other turn. For a trip that goes further, a road on which trips may only end
//! does not lead on. Where a road divides into two carriageways, or they meet, the turn from one into the
//! other is also turning back and costs as much.
//!
//! Turns that are closed at certain hours are arcs like others, with their hours stored separately. If
//! everything that leads on is closed at some hour, turning back is allowed at that hour.
//!
//! O(turns · log restrictions). Memory: 8 bytes per arc, 16 per node.

use super::geo::turn_degrees;
use super::hours::HourSets;
use super::idx::{DirectedSegment, HoursIdx, TurnNodeIdx, first_of_groups, index};
use super::report::NetworkReport;
use super::restriction_automaton::{Histories, HistoryIdx};
use super::restrictions::Restriction;
use super::rules::TravelRules;
use super::segment_builder::{SegmentDraft, signal_holds};
use super::segments::{DURATION_MS_MAX, SegmentFlags, rounded_ms};
use super::ways::NodeMarks;
use crate::profile::Turn;
use crate::week::WeekHours;

/// Carriageways of one road meet at less than 30 degrees; at a larger angle, it is a corner of two streets.
const CARRIAGEWAYS_DEGREES_MIN: f64 = 150.0;

/// Nodes are directed segments with their copies, arcs are turns. CSR by node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnGraph {
    /// The number of base nodes, which come first: trips may start there.
    pub(crate) base_count: u32,
    /// One per node, plus one: groups of `head` and `turn_ms`.
    pub(crate) first_out: Vec<u32>,
    pub(crate) head: Vec<TurnNodeIdx>,
    /// The cost of the turn alone, up to [`DURATION_MS_MAX`].
    pub(crate) turn_ms: Vec<u32>,
    pub(crate) node_segment: Vec<DirectedSegment>,
    /// One per directed segment, plus one: groups of `copy`.
    pub(crate) first_copy: Vec<u32>,
    /// All nodes of a directed segment, ascending: its base node first.
    pub(crate) copy: Vec<TurnNodeIdx>,
    /// Arcs that are closed at certain hours, ascending.
    pub(crate) closed_arcs: Vec<(u32, HoursIdx)>,
    /// Directed segments into which trips from their junction may not start at certain hours, ascending.
    pub(crate) closed_starts: Vec<(DirectedSegment, HoursIdx)>,
}

impl TurnGraph {
    /// The number of nodes, which are numbered from 0.
    #[must_use]
    pub fn node_count(&self) -> u32 {
        index(self.node_segment.len())
    }

    /// How many turns there are.
    #[must_use]
    pub fn arc_count(&self) -> u32 {
        index(self.head.len())
    }

    /// One per node, plus one: the arcs of node `n` are `first_out[n]..first_out[n + 1]`.
    #[must_use]
    pub fn first_out(&self) -> &[u32] {
        &self.first_out
    }

    /// One per arc: the node to which it leads.
    #[must_use]
    pub fn head(&self) -> &[TurnNodeIdx] {
        &self.head
    }

    /// One per arc: milliseconds of the turn alone.
    #[must_use]
    pub fn turn_ms(&self) -> &[u32] {
        &self.turn_ms
    }

    /// The hours when an arc is closed, or `None` if it never is.
    #[must_use]
    pub fn closed_hours(&self, arc: u32) -> Option<HoursIdx> {
        let position = self.closed_arcs.binary_search_by_key(&arc, |closed| closed.0).ok()?;
        Some(self.closed_arcs[position].1)
    }

    /// One per node: its directed segment.
    #[must_use]
    pub fn node_segment(&self) -> &[DirectedSegment] {
        &self.node_segment
    }

    /// The arcs of a node: the node to which each leads, and the milliseconds of the turn.
    pub fn arcs(&self, node: TurnNodeIdx) -> impl Iterator<Item = (TurnNodeIdx, u32)> + '_ {
        let first = self.first_out[node.as_usize()] as usize;
        let range = first..self.first_out[node.as_usize() + 1] as usize;
        self.head[range.clone()].iter().copied().zip(self.turn_ms[range].iter().copied())
    }

    /// The nodes where a trip that starts on `directed` starts: its base node, or none if it may
    /// not be travelled in this direction.
    #[must_use]
    pub fn start_nodes(&self, directed: DirectedSegment) -> &[TurnNodeIdx] {
        let copies = self.end_nodes(directed);
        &copies[..copies.len().min(1)]
    }

    /// The nodes where a trip that ends on `directed` may end: any of its nodes.
    #[must_use]
    pub fn end_nodes(&self, directed: DirectedSegment) -> &[TurnNodeIdx] {
        let first = self.first_copy[directed.as_usize()] as usize;
        &self.copy[first..self.first_copy[directed.as_usize() + 1] as usize]
    }
}

/// Finds all nodes and turns.
pub(super) fn build_turns(
    laid: &SegmentDraft,
    (marks, rules, restrictions): (&NodeMarks, &impl TravelRules, &[Restriction]),
    hour_sets: &mut HourSets,
    report: &mut NetworkReport,
) -> TurnGraph {
    let directed_count = laid.segments.count() * 2;
    let histories = Histories::new(directed_count, restrictions);
    let mut states = States::new(&histories);
    for directed in laid.segments.directed() {
        if laid.segments.is_travelable(directed) {
            states.node(directed, Place { history: Histories::start(directed), is_in: false });
        }
    }
    let base_count = index(states.places.len());
    let junctions = Junctions { laid, marks, rules };
    let mut graph = TurnGraph {
        base_count,
        first_out: vec![0],
        head: Vec::new(),
        turn_ms: Vec::new(),
        node_segment: Vec::new(),
        first_copy: Vec::new(),
        copy: Vec::new(),
        closed_arcs: Vec::new(),
        closed_starts: Vec::new(),
    };
    let mut ways_on = Vec::new();
    let mut node = 0;
    while node < states.places.len() {
        let (from, place) = (states.segments[node], states.places[node]);
        find_ways_on(laid, &histories, from, place, &mut ways_on, report);
        for WayOn { to, place, closed } in &ways_on {
            if !closed.is_never() {
                graph.closed_arcs.push((index(graph.head.len()), hour_sets.idx(closed)));
            }
            graph.head.push(states.node(*to, *place));
            graph.turn_ms.push(junctions.turn_ms(from, *to));
        }
        graph.first_out.push(index(graph.head.len()));
        node += 1;
    }
    report.in_node_count = states.places.iter().filter(|place| place.is_in).count();
    report.history_node_count =
        states.places.iter().filter(|place| place.history.0 >= directed_count).count();
    report.timed_turn_count = graph.closed_arcs.len();
    let closed_starts = laid.closed_starts().into_iter();
    graph.closed_starts = closed_starts.map(|(it, closed)| (it, hour_sets.idx(&closed))).collect();
    graph.node_segment = states.segments;
    group_copies(&mut graph, directed_count);
    graph
}

/// The relevant part of the path to a segment.
#[derive(Clone, Copy)]
struct Place {
    history: HistoryIdx,
    /// The trip entered a destination-only segment from an open one, and must end here.
    is_in: bool,
}

/// Nodes found so far.
struct States {
    /// Indexed by history and `is_in`.
    node_of: Vec<Option<TurnNodeIdx>>,
    segments: Vec<DirectedSegment>,
    places: Vec<Place>,
}

impl States {
    fn new(histories: &Histories) -> Self {
        let node_of = vec![None; histories.count() as usize * 2];
        Self { node_of, segments: Vec::new(), places: Vec::new() }
    }

    /// The node of a place on a segment, created if it is new.
    fn node(&mut self, directed: DirectedSegment, place: Place) -> TurnNodeIdx {
        let entry = &mut self.node_of[place.history.0 as usize * 2 + usize::from(place.is_in)];
        *entry.get_or_insert_with(|| {
            self.segments.push(directed);
            self.places.push(place);
            TurnNodeIdx(index(self.places.len()) - 1)
        })
    }
}

/// A turn out of a place.
struct WayOn {
    to: DirectedSegment,
    place: Place,
    /// The hours when it is closed.
    closed: WeekHours,
}

/// Writes all turns out of a place to `ways_on`.
fn find_ways_on(
    laid: &SegmentDraft,
    histories: &Histories,
    from: DirectedSegment,
    place: Place,
    ways_on: &mut Vec<WayOn>,
    report: &mut NetworkReport,
) {
    ways_on.clear();
    let SegmentDraft { segments, hours, .. } = laid;
    let mut go_on = |to: DirectedSegment, ways_on: &mut Vec<WayOn>| {
        if !segments.is_travelable(to) {
            return;
        }
        let is_out = !place.is_in && segments.is_destination_only(from);
        let at_hours = hours.is_for_ends_at_hours(to);
        let (through, ends) = match (segments.is_destination_only(to), place.is_in) {
            (true, is_in) => (!is_in && is_out, is_in || !is_out),
            (false, false) => (true, at_hours && !is_out),
            (false, true) => (false, at_hours),
        };
        if !through && !ends {
            return;
        }
        let restricted = histories.closed(place.history, to);
        if restricted.is_always() {
            report.forbidden_turn_count += 1;
            return;
        }
        let history = histories.step(place.history, to);
        for is_in in [false, true] {
            let closed = hours.closed(segments, from, to, is_in).or(&restricted);
            if (if is_in { ends } else { through }) && !closed.is_always() {
                ways_on.push(WayOn { to, place: Place { history, is_in }, closed });
            }
        }
    };
    let back = from.reversed();
    let is_closed_gate = laid.closed_gates.binary_search(&segments.to(from)).is_ok();
    for to in laid.leaving(segments.to(from)) {
        if *to != back && !is_closed_gate {
            go_on(*to, ways_on);
        }
    }
    let lead_on = || ways_on.iter().filter(|next| next.place.is_in == place.is_in);
    if lead_on().any(|next| next.closed.is_never()) {
        return;
    }
    // The hours when some turn leads on.
    let open = lead_on().fold(WeekHours::NEVER, |open, next| open.or(&next.closed.not()));
    if open.is_always() {
        return;
    }
    let first_back = ways_on.len();
    go_on(back, ways_on);
    for turn in &mut ways_on[first_back..] {
        turn.closed = turn.closed.or(&open);
        report.u_turn_count += 1;
    }
    ways_on.retain(|it| !it.closed.is_always());
}

/// Computes the costs of turns.
struct Junctions<'a, R> {
    laid: &'a SegmentDraft,
    marks: &'a NodeMarks,
    rules: &'a R,
}

impl<R: TravelRules> Junctions<'_, R> {
    fn turn_ms(&self, from: DirectedSegment, to: DirectedSegment) -> u32 {
        let segments = &self.laid.segments;
        let junction = segments.to(from);
        let travel = self.marks.travel(self.laid.junction_node[junction.as_usize()]);
        let (flags, to_flags) = (segments.flags(from.segment()), segments.flags(to.segment()));
        let left_hand = flags.has(SegmentFlags::LEFT_HAND);
        let is_u_turn = to == from.reversed();
        let bearing = |directed: DirectedSegment| self.laid.bearing_degrees[directed.as_usize()];
        let angle_degrees = turn_degrees(bearing(from.reversed()), bearing(to));
        let turns_back = is_u_turn
            || angle_degrees.abs() >= CARRIAGEWAYS_DEGREES_MIN && self.are_carriageways(from, to);
        let angle_degrees = match (turns_back, left_hand) {
            (false, _) => angle_degrees,
            (true, false) => -180.0,
            (true, true) => 180.0,
        };
        let turn_ms = self.rules.turn_milliseconds(&Turn {
            angle_degrees,
            is_u_turn: turns_back,
            road_count: index(self.laid.leaving(junction).len()),
            left_hand,
            signal: signal_holds(travel.signal, self.laid.ends_along_way[from.as_usize()]),
            on_roundabout: flags.has(SegmentFlags::ROUNDABOUT)
                || to_flags.has(SegmentFlags::ROUNDABOUT),
        });
        // A vehicle that turns back before a gate has not opened it.
        let delay_ms = if is_u_turn { 0 } else { rounded_ms(travel.delay_seconds * 1000.0) };
        turn_ms.saturating_add(delay_ms).min(DURATION_MS_MAX)
    }

    /// Whether both are one-way roads of the same class and name, but not parts of the same way, which
    /// may be a hairpin. Roads without a name are mostly links, which meet at all angles.
    fn are_carriageways(&self, from: DirectedSegment, to: DirectedSegment) -> bool {
        let segments = &self.laid.segments;
        let is_one_way = |it: DirectedSegment| {
            let is_circle = segments.flags(it.segment()).has(SegmentFlags::ROUNDABOUT);
            !is_circle && !segments.is_travelable(it.reversed())
        };
        let name = |leaving: DirectedSegment| self.laid.name[leaving.as_usize()];
        let came_from = from.reversed();
        is_one_way(from)
            && is_one_way(to)
            && segments.class(from.segment()) == segments.class(to.segment())
            && name(to).is_some()
            && name(to) == name(came_from)
            && segments.first_way_id(to) != segments.first_way_id(came_from)
    }
}

fn group_copies(graph: &mut TurnGraph, directed_count: u32) {
    let mut copy_count = vec![0_u32; directed_count as usize];
    for directed in &graph.node_segment {
        copy_count[directed.as_usize()] += 1;
    }
    graph.first_copy = first_of_groups(copy_count.into_iter());
    graph.copy = (0..graph.node_count()).map(TurnNodeIdx).collect();
    let node_segment = &graph.node_segment;
    graph.copy.sort_by_key(|node| node_segment[node.as_usize()]);
}
