//! Customization: computes the cost of every arc of the hierarchy, in all lanes at once.
//!
//! An arc starts with the cost of the turn that it represents, or as unreachable. Then, bottom up, it
//! gets the cost of the cheapest path over a node below both of its ends (a lower triangle):
//!
//! ```text
//!      tail ───────► head          cost(tail→head) = min( own, cost(tail→low) + cost(low→head) )
//!          \       ↗
//!           ▼     /                rows of the lower end `y` of the arc are complete before they are
//!             low                  read, because `low` is below `y` and nodes are done in order
//! ```
//!
//! Time is O(triangles); besides the result, one number per node is allocated. Source: Dibbelt,
//! Strasser, Wagner 2016, "basic customization"; the scatter arrays are RoutingKit's. Differs: directed
//! arcs, all lanes in one pass, and lanes that cannot differ are stored once (see [`super::sharing`]):
//! each loop here is compiled for four forms of costs.

use std::cmp::Ordering;

use super::contraction::{ArcRows, LowerArcs, count_u32};
use super::dissection::CellIdx;
use super::label::{Climb, Direction, climb, meet};
use super::lanes::{Lane, LaneCosts};
use super::sharing::{LaneForm, LaneSharing, One, Paired, SomeWindows, StoredCosts};
use super::topology::Hierarchy;

/// Costs of all arcs in one set of lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    sharing: LaneSharing,
    costs: Costs,
    /// Turns that are closed in some lanes, by position, ascending, each with the cost that this adds.
    closed_turns: Vec<Closed>,
    /// Directed segments into which trips from their junction may not start in some lanes, likewise.
    closed_starts: Vec<Closed>,
}

/// A position that is closed, and the cost of entering it nevertheless in each lane.
pub(crate) type Closed = (u32, LaneCosts);
/// Bytes of one entry of the closed turns or starts.
pub(crate) const CLOSED_BYTES: usize = size_of::<Closed>();

/// All costs in one form.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Costs {
    Full(ArcCosts<LaneCosts>),
    SomeWindows(ArcCosts<SomeWindows>),
    Paired(ArcCosts<Paired>),
    One(ArcCosts<One>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ArcCosts<C> {
    /// One per directed segment; zero if it cannot be travelled.
    segments: Vec<C>,
    /// One per arc of `up_out`.
    out: Vec<C>,
    /// One per arc of `up_in`.
    into: Vec<C>,
}

/// Evaluates the same expression for each form of the costs.
macro_rules! in_form {
    ($costs:expr, $name:ident => $value:expr) => {
        match $costs {
            Costs::Full($name) => $value,
            Costs::SomeWindows($name) => $value,
            Costs::Paired($name) => $value,
            Costs::One($name) => $value,
        }
    };
}

impl Metric {
    /// Computes all costs from those of the directed segments (two per segment, forward first). Turns cost
    /// the same in every lane, except for those that are closed in some lanes: `closed` has the cost that
    /// this adds, by the number of their hours. Allocates 8 to 48 bytes per arc and directed segment.
    ///
    /// # Panics
    /// The number of costs is not that of the directed segments, or a turn refers to hours without costs.
    #[must_use]
    pub fn customize(
        hierarchy: &Hierarchy,
        segments: Vec<LaneCosts>,
        closed: &[LaneCosts],
        sharing: LaneSharing,
    ) -> Self {
        assert_eq!(segments.len(), hierarchy.directed_segment_count());
        let costs_of = |it: &(u32, u32)| (it.0, closed[it.1 as usize]);
        let closed_turns: Vec<Closed> = hierarchy.turns.closed.iter().map(costs_of).collect();
        let closed_starts = hierarchy.turns.closed_starts.iter().map(costs_of).collect();
        let turns = &closed_turns[..];
        let costs = match sharing.form() {
            LaneForm::Full => {
                Costs::Full(ArcCosts::customize(hierarchy, segments, turns, &sharing))
            }
            LaneForm::SomeWindows => {
                let segments = kept(segments, &sharing);
                Costs::SomeWindows(ArcCosts::customize(hierarchy, segments, turns, &sharing))
            }
            LaneForm::Paired => {
                let segments = kept(segments, &sharing);
                Costs::Paired(ArcCosts::customize(hierarchy, segments, turns, &sharing))
            }
            LaneForm::One => {
                let segments = kept(segments, &sharing);
                Costs::One(ArcCosts::customize(hierarchy, segments, turns, &sharing))
            }
        };
        Self { sharing, costs, closed_turns, closed_starts }
    }

    /// How many bytes the costs take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let of_closed = (self.closed_turns.len() + self.closed_starts.len()) * CLOSED_BYTES;
        in_form!(&self.costs, costs => costs.bytes()) + of_closed
    }

    /// Turns from a node: the node that each leads to, and its cost.
    pub(crate) fn turns_of(
        &self,
        hierarchy: &Hierarchy,
        rank: u32,
    ) -> impl Iterator<Item = (u32, LaneCosts)> {
        let turns = hierarchy.turns.row(rank).zip(hierarchy.turns.of(rank));
        turns.map(|(position, (head, milliseconds))| {
            let closed = cost_at(&self.closed_turns, position);
            (head, LaneCosts::of_turn(milliseconds).then(&closed))
        })
    }

    /// The cost that starting a trip from its junction into a directed segment adds.
    pub(crate) fn start(&self, directed: u32) -> LaneCosts {
        cost_at(&self.closed_starts, directed as usize)
    }

    /// The cost of a directed segment; zero if it cannot be travelled.
    #[inline(always)]
    pub(crate) fn segment(&self, directed: usize) -> LaneCosts {
        in_form!(&self.costs, costs => costs.segments[directed].widened(&self.sharing))
    }

    /// The cost of an arc of `up_out` in one lane, see [`Lane::of`].
    #[inline(always)]
    pub(crate) fn out(&self, arc: usize, lane: Lane) -> i64 {
        in_form!(&self.costs, costs => costs.out[arc].in_lane(lane, &self.sharing))
    }

    /// The cost of an arc of `up_in` in one lane.
    #[inline(always)]
    pub(crate) fn into(&self, arc: usize, lane: Lane) -> i64 {
        in_form!(&self.costs, costs => costs.into[arc].in_lane(lane, &self.sharing))
    }

    /// The smallest sums of costs that two chains have at one node. One chain starts at a source, one at a target;
    /// each contains its seeds and starts at the lowest cell of these.
    pub(crate) fn meet(
        &self,
        hierarchy: &Hierarchy,
        cells: [CellIdx; 2],
        chains: [&mut [LaneCosts]; 2],
    ) -> LaneCosts {
        let Hierarchy { arcs, out_slot, in_slot, order, .. } = hierarchy;
        let sharing = &self.sharing;
        in_form!(&self.costs, costs => {
            let (rows, upper_slot, costs_out) = (&arcs.up_out, &out_slot[..], &costs.out[..]);
            let forward = Climb { rows, upper_slot, costs: costs_out, sharing };
            let (rows, upper_slot, costs_into) = (&arcs.up_in, &in_slot[..], &costs.into[..]);
            let backward = Climb { rows, upper_slot, costs: costs_into, sharing };
            meet(order, [forward, backward], cells, chains)
        })
    }

    /// Fills a chain that contains its seeds with the costs of every slot.
    pub(crate) fn climb(
        &self,
        hierarchy: &Hierarchy,
        direction: Direction,
        cell: CellIdx,
        chain: &mut [LaneCosts],
    ) {
        let Hierarchy { arcs, out_slot, in_slot, order, .. } = hierarchy;
        let (rows, upper_slot) = match direction {
            Direction::Forward => (&arcs.up_out, &out_slot[..]),
            Direction::Backward => (&arcs.up_in, &in_slot[..]),
        };
        let sharing = &self.sharing;
        in_form!(&self.costs, costs => {
            let costs = match direction {
                Direction::Forward => &costs.out[..],
                Direction::Backward => &costs.into[..],
            };
            climb(order, cell, Climb { rows, upper_slot, costs, sharing }, chain);
        });
    }
}

/// The cost that being closed adds; zero for most positions.
fn cost_at(closed: &[Closed], position: usize) -> LaneCosts {
    let found = closed.binary_search_by_key(&position, |it| it.0 as usize);
    found.map_or(LaneCosts::ZERO, |it| closed[it].1)
}

/// Converts segments to a narrower form.
fn kept<C: StoredCosts>(segments: Vec<LaneCosts>, sharing: &LaneSharing) -> Vec<C> {
    let narrow = |all: LaneCosts| {
        let kept = C::kept(&all, sharing);
        debug_assert_eq!(kept.widened(sharing), all, "lanes that are shared are equal");
        kept
    };
    segments.into_iter().map(narrow).collect()
}

impl<C: StoredCosts> ArcCosts<C> {
    fn customize(
        hierarchy: &Hierarchy,
        segments: Vec<C>,
        closed_turns: &[Closed],
        sharing: &LaneSharing,
    ) -> Self {
        let Hierarchy { arcs, turns, .. } = hierarchy;
        let unreachable = C::kept(&LaneCosts::UNREACHABLE, sharing);
        let mut metric = Self {
            segments,
            out: vec![unreachable; arcs.up_out.arc_count()],
            into: vec![unreachable; arcs.up_in.arc_count()],
        };
        // Both ascend by the position of the turn.
        let mut closed_turns = closed_turns.iter().peekable();
        for tail in 0..count_u32(hierarchy.node_count()) {
            let segment = metric.segments[turns.directed_segment[tail as usize] as usize];
            for (position, (head, turn_milliseconds)) in turns.row(tail).zip(turns.of(tail)) {
                let closed = closed_turns.next_if(|it| it.0 as usize == position);
                let (rows, costs, lower, upper) = match tail.cmp(&head) {
                    Ordering::Less => (&arcs.up_out, &mut metric.out, tail, head),
                    Ordering::Greater => (&arcs.up_in, &mut metric.into, head, tail),
                    // A turn back to its own start is never on a shortest path.
                    Ordering::Equal => continue,
                };
                let arc = rows.find(lower, upper).expect("each turn is an arc");
                let turn = LaneCosts::of_turn(turn_milliseconds);
                let turn = C::kept(&closed.map_or(turn, |it| turn.then(&it.1)), sharing);
                costs[arc].keep_smaller(&segment.then(&turn));
            }
        }
        metric.relax(hierarchy);
        metric
    }

    fn bytes(&self) -> usize {
        (self.segments.len() + self.out.len() + self.into.len()) * size_of::<C>()
    }

    fn relax(&mut self, hierarchy: &Hierarchy) {
        let Hierarchy { arcs, lower_in, lower_out, .. } = hierarchy;
        let mut arc_to = vec![0_u32; hierarchy.node_count()];
        for rank in 0..count_u32(hierarchy.node_count()) {
            // rank → z over each low: rank → low is stored at low, among the arcs into it.
            let legs = (lower_in, &self.into[..]);
            relax_row(rank, (&arcs.up_out, &mut self.out), legs, &mut arc_to);
            // z → rank over each low: low → rank is stored at low, among the arcs out of it.
            let legs = (lower_out, &self.out[..]);
            relax_row(rank, (&arcs.up_in, &mut self.into), legs, &mut arc_to);
        }
    }
}

/// Lowers the costs of one node's arcs of one kind, using all nodes below it. `legs` are the arcs of
/// the other kind between this node and those below.
#[inline(never)]
fn relax_row<C: StoredCosts>(
    rank: u32,
    (rows, costs): (&ArcRows, &mut [C]),
    (lower, legs): (&LowerArcs, &[C]),
    arc_to: &mut [u32],
) {
    let row = rows.row(rank);
    if row.is_empty() {
        return;
    }
    for arc in row.clone() {
        arc_to[rows.upper[arc] as usize] = count_u32(arc);
    }
    let (done, own) = costs.split_at_mut(row.start);
    for &(low, leg) in lower.of_node(rank) {
        let leg = legs[leg as usize];
        let low_row = rows.row(low);
        let above = rows.upper[low_row.clone()].partition_point(|upper| *upper <= rank);
        for arc in low_row.start + above..low_row.end {
            let target = arc_to[rows.upper[arc] as usize] as usize - row.start;
            let sum = leg.then(&done[arc]);
            own[target].keep_smaller(&sum);
        }
    }
}
