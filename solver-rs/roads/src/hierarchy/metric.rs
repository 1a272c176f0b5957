//! Customization: the cost of every arc of the hierarchy, in all lanes at once.
//!
//! An arc starts with the cost of the turn that it stands for, or unreachable. Then, bottom up, it takes
//! the cheapest way over a node below both its ends (a lower triangle):
//!
//! ```text
//!      tail ───────► head          cost(tail→head) = min( own, cost(tail→low) + cost(low→head) )
//!          \       ↗
//!           ▼     /                rows of the lower end `y` of the arc are complete before they are
//!             low                  read, because `low` is below `y` and nodes are done in order
//! ```
//!
//! Time O(triangles), no allocation but the result. Source: Dibbelt, Strasser, Wagner 2016, "basic
//! customization"; the scatter arrays are RoutingKit's. Differs: directed arcs, all lanes in one pass,
//! and lanes that cannot differ kept once (see [`super::sharing`]): each loop here is compiled for four
//! forms of costs.

use std::cmp::Ordering;

use super::contraction::{ArcRows, LowerArcs, count_u32};
use super::dissection::CellIdx;
use super::label::{Climb, Direction, climb};
use super::lanes::LaneCosts;
use super::sharing::{KeptCosts, LaneForm, LaneSharing, One, Paired, SomeWindows};
use super::topology::Hierarchy;

/// Costs of all arcs in one set of lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    sharing: LaneSharing,
    costs: Costs,
}

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
    /// One a directed segment; nothing where it cannot be travelled.
    segments: Vec<C>,
    /// One an arc of `up_out`.
    out: Vec<C>,
    /// One an arc of `up_in`.
    into: Vec<C>,
}

/// The same expression for whatever form the costs have.
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
    /// Computes all costs from those of the directed segments (two a segment, forward first). Turns
    /// cost the same in every lane. Allocates 8 to 48 bytes an arc and a segment.
    ///
    /// # Panics
    /// There is not one cost for each directed segment.
    #[must_use]
    pub fn customize(
        hierarchy: &Hierarchy,
        segments: Vec<LaneCosts>,
        sharing: LaneSharing,
    ) -> Self {
        assert_eq!(segments.len(), hierarchy.directed_segment_count());
        let costs = match sharing.form() {
            LaneForm::Full => Costs::Full(ArcCosts::customize(hierarchy, segments, &sharing)),
            LaneForm::SomeWindows => {
                let segments = kept(segments, &sharing);
                Costs::SomeWindows(ArcCosts::customize(hierarchy, segments, &sharing))
            }
            LaneForm::Paired => {
                let segments = kept(segments, &sharing);
                Costs::Paired(ArcCosts::customize(hierarchy, segments, &sharing))
            }
            LaneForm::One => {
                let segments = kept(segments, &sharing);
                Costs::One(ArcCosts::customize(hierarchy, segments, &sharing))
            }
        };
        Self { sharing, costs }
    }

    /// How many bytes the costs take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        in_form!(&self.costs, costs => costs.bytes())
    }

    /// The cost of a directed segment; nothing where it cannot be travelled.
    #[inline(always)]
    pub(crate) fn segment(&self, directed: usize) -> LaneCosts {
        in_form!(&self.costs, costs => costs.segments[directed].widened(&self.sharing))
    }

    /// The cost of an arc of `up_out`.
    #[inline(always)]
    pub(crate) fn out(&self, arc: usize) -> LaneCosts {
        in_form!(&self.costs, costs => costs.out[arc].widened(&self.sharing))
    }

    /// The cost of an arc of `up_in`.
    #[inline(always)]
    pub(crate) fn into(&self, arc: usize) -> LaneCosts {
        in_form!(&self.costs, costs => costs.into[arc].widened(&self.sharing))
    }

    /// Fills a chain that holds its seeds with the costs of every slot.
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

/// Segments in a narrower form.
fn kept<C: KeptCosts>(segments: Vec<LaneCosts>, sharing: &LaneSharing) -> Vec<C> {
    let narrow = |all: LaneCosts| {
        let kept = C::kept(&all, sharing);
        debug_assert_eq!(kept.widened(sharing), all, "lanes that are shared are equal");
        kept
    };
    segments.into_iter().map(narrow).collect()
}

impl<C: KeptCosts> ArcCosts<C> {
    fn customize(hierarchy: &Hierarchy, segments: Vec<C>, sharing: &LaneSharing) -> Self {
        let Hierarchy { arcs, turns, .. } = hierarchy;
        let unreachable = C::kept(&LaneCosts::UNREACHABLE, sharing);
        let mut metric = Self {
            segments,
            out: vec![unreachable; arcs.up_out.arc_count()],
            into: vec![unreachable; arcs.up_in.arc_count()],
        };
        for tail in 0..count_u32(hierarchy.node_count()) {
            let segment = metric.segments[turns.directed_segment[tail as usize] as usize];
            for (head, turn_milliseconds) in turns.of(tail) {
                let (rows, costs, lower, upper) = match tail.cmp(&head) {
                    Ordering::Less => (&arcs.up_out, &mut metric.out, tail, head),
                    Ordering::Greater => (&arcs.up_in, &mut metric.into, head, tail),
                    // Back to its own start is no way to anywhere.
                    Ordering::Equal => continue,
                };
                let arc = rows.find(lower, upper).expect("each turn is an arc");
                let turn = C::kept(&LaneCosts::of_turn(turn_milliseconds), sharing);
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
            // rank → z over each low: rank → low is kept at low, among the arcs into it.
            let legs = (lower_in, &self.into[..]);
            relax_row(rank, (&arcs.up_out, &mut self.out), legs, &mut arc_to);
            // z → rank over each low: low → rank is kept at low, among the arcs out of it.
            let legs = (lower_out, &self.out[..]);
            relax_row(rank, (&arcs.up_in, &mut self.into), legs, &mut arc_to);
        }
    }
}

/// Lowers the costs of one node's arcs of one kind over all nodes below it. `legs` are the arcs of the
/// other kind between this node and those below.
#[inline(never)]
fn relax_row<C: KeptCosts>(
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
