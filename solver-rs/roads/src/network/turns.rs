//! The turn graph: directed segments as nodes, allowed turns as arcs.
//!
//! ```text
//!   cost of e1 → e2 → e3 = ms(e1) + turn(e1,e2) + ms(e2) + turn(e2,e3) + ms(e3)
//!
//!   destination-only segments are there twice:      out ──► open ──► in
//!     out  a trip that began there                   ╰─► out  ╰─► open  ╰─► in
//!     in   a trip that will end there               no way from in to open, none from open to out
//! ```
//!
//! So a private road begins a trip or ends it and never shortens one, exactly and with no penalty to
//! tune; a trip wholly inside runs over out nodes. Restrictions via ways need more copies: a node is a
//! directed segment, the history that matters ([`Histories`]), and whether it is an `in`. Copies exist
//! only where somebody can come to be; each directed segment's base node (`out` or open, no history)
//! exists in any case, and base nodes come first.
//!
//! Turning back is allowed where nothing else leads on: at dead ends, before barriers, and where
//! restrictions or one-ways against leave nothing. A road onto which only a trip's end may turn does
//! not lead on for a trip that goes further. Where a road parts into two carriageways, or they meet, the
//! turn from one into the other is turning back as well, and costs as much.
//!
//! What is closed at hours is an arc as any other, with its hours beside it; where all that leads on is closed
//! at some hour, turning back is allowed at that hour.
//!
//! O(turns · log restrictions). Memory: 8 bytes an arc, 16 a node.

use super::geo::turn_degrees;
use super::hours::{HourSets, HoursIdx};
use super::idx::{DirectedSegment, TurnNodeIdx, first_of_groups, index};
use super::report::NetworkReport;
use super::restriction_automaton::{Histories, HistoryIdx};
use super::restrictions::Restriction;
use super::rules::TravelRules;
use super::segment_builder::{Laid, rounded_ms, signal_holds};
use super::segments::{DURATION_MS_MAX, SegmentFlags};
use super::ways::NodeMarks;
use crate::profile::Turn;
use crate::week::WeekHours;

/// Carriageways of one road meet at less than 30 degrees; at more it is a corner of two streets.
const CARRIAGEWAYS_DEGREES_MIN: f64 = 150.0;

/// Nodes are directed segments with their copies, arcs are turns. CSR by node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnGraph {
    /// Nodes below this are base nodes: there a trip may start.
    pub(crate) base_count: u32,
    /// One entry more than nodes: groups of `head` and `turn_ms`.
    pub(crate) first_out: Vec<u32>,
    pub(crate) head: Vec<TurnNodeIdx>,
    /// Cost of the turn alone, to [`DURATION_MS_MAX`].
    pub(crate) turn_ms: Vec<u32>,
    pub(crate) node_segment: Vec<DirectedSegment>,
    /// By directed segment, one entry more: groups of `copy`.
    pub(crate) first_copy: Vec<u32>,
    /// All nodes of a directed segment, ascending: its base node first.
    pub(crate) copy: Vec<TurnNodeIdx>,
    /// Arcs that are closed at hours, ascending.
    pub(crate) closed_arcs: Vec<(u32, HoursIdx)>,
    /// Directed segments into which a trip from their junction may not start at hours, ascending.
    pub(crate) closed_starts: Vec<(DirectedSegment, HoursIdx)>,
}

impl TurnGraph {
    /// Nodes are numbered from 0 to below this.
    #[must_use]
    pub fn node_count(&self) -> u32 {
        index(self.node_segment.len())
    }

    /// How many turns there are.
    #[must_use]
    pub fn arc_count(&self) -> u32 {
        index(self.head.len())
    }

    /// One entry more than nodes: the arcs of node `n` are `first_out[n]..first_out[n + 1]`.
    #[must_use]
    pub fn first_out(&self) -> &[u32] {
        &self.first_out
    }

    /// By arc, where it leads.
    #[must_use]
    pub fn head(&self) -> &[TurnNodeIdx] {
        &self.head
    }

    /// By arc, milliseconds of the turn alone.
    #[must_use]
    pub fn turn_ms(&self) -> &[u32] {
        &self.turn_ms
    }

    /// When an arc is closed; nothing if it never is.
    #[must_use]
    pub fn closed_hours(&self, arc: u32) -> Option<HoursIdx> {
        let position = self.closed_arcs.binary_search_by_key(&arc, |closed| closed.0).ok()?;
        Some(self.closed_arcs[position].1)
    }

    /// By node, what it is a copy of.
    #[must_use]
    pub fn node_segment(&self) -> &[DirectedSegment] {
        &self.node_segment
    }

    /// Arcs of a node: where they lead, milliseconds of the turn.
    pub fn arcs(&self, node: TurnNodeIdx) -> impl Iterator<Item = (TurnNodeIdx, u32)> + '_ {
        let first = self.first_out[node.as_usize()] as usize;
        let range = first..self.first_out[node.as_usize() + 1] as usize;
        self.head[range.clone()].iter().copied().zip(self.turn_ms[range].iter().copied())
    }

    /// Where a trip that starts on `directed` starts: its base node, or nothing if it may not be
    /// travelled in this direction.
    #[must_use]
    pub fn start_nodes(&self, directed: DirectedSegment) -> &[TurnNodeIdx] {
        let copies = self.end_nodes(directed);
        &copies[..copies.len().min(1)]
    }

    /// Where a trip that ends on `directed` may end: any of its nodes.
    #[must_use]
    pub fn end_nodes(&self, directed: DirectedSegment) -> &[TurnNodeIdx] {
        let first = self.first_copy[directed.as_usize()] as usize;
        &self.copy[first..self.first_copy[directed.as_usize() + 1] as usize]
    }
}

/// Finds all nodes and turns.
pub(super) fn build_turns(
    laid: &Laid,
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
    let closed_starts = laid.hours.closed_starts(laid).into_iter();
    graph.closed_starts = closed_starts.map(|(it, closed)| (it, hour_sets.idx(&closed))).collect();
    graph.node_segment = states.segments;
    group_copies(&mut graph, directed_count);
    graph
}

/// How one came to be on a segment.
#[derive(Clone, Copy)]
struct Place {
    history: HistoryIdx,
    /// On a destination-only segment to which one came from an open one: the trip ends here.
    is_in: bool,
}

/// Nodes found so far.
struct States {
    /// By history and `is_in`.
    node_of: Vec<Option<TurnNodeIdx>>,
    segments: Vec<DirectedSegment>,
    places: Vec<Place>,
}

impl States {
    fn new(histories: &Histories) -> Self {
        let node_of = vec![None; histories.count() as usize * 2];
        Self { node_of, segments: Vec::new(), places: Vec::new() }
    }

    /// The node of a place on a segment, made if it is new.
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
    /// When nobody may make it.
    closed: WeekHours,
}

/// Puts all turns out of a place into `ways_on`.
fn find_ways_on(
    laid: &Laid,
    histories: &Histories,
    from: DirectedSegment,
    place: Place,
    ways_on: &mut Vec<WayOn>,
    report: &mut NetworkReport,
) {
    ways_on.clear();
    let Laid { segments, hours, .. } = laid;
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
    // When something leads on.
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

/// What it costs to turn.
struct Junctions<'a, R> {
    laid: &'a Laid,
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
        // Who turns back before a gate has not opened it.
        let delay_ms = if is_u_turn { 0 } else { rounded_ms(travel.delay_seconds * 1000.0) };
        turn_ms.saturating_add(delay_ms).min(DURATION_MS_MAX)
    }

    /// Whether both are one-way roads of one class and name, and not pieces of one way, which may be a
    /// hairpin. Roads without a name are mostly links, which meet at all angles.
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
