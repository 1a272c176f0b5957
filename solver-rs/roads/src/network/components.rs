//! Components: sets of segments that can be reached from one another.
//!
//! ```text
//!      driveway ──out──► ┌───────────┐ ──in──► driveway      the driveway belongs to the town: trips lead
//!                        │   town    │                       from it to the town and back,
//!      one-way in ─────► └───────────┘ ──────► one-way out   although no node of it is strongly
//!                                                            connected with the town
//! ```
//!
//! Strongly connected components of the turn graph are computed after Tarjan (1972), with an explicit stack
//! instead of recursion, in O(nodes + arcs). Then, for each large component, one search forward and one backward
//! find the segments on which a trip into it can start and a trip out of it can end. A one-way in or out belongs
//! to no large component and is its own small component.
//!
//! Turns that are closed for half of the week or more are ignored here. Segments that can only be reached over
//! them form islands, so that places in the main network can be reached during most hours.
//!
//! The size of a component is its number of open directed segments: the copies of private roads are also
//! components (vehicles drive to and fro on them), and a campus must not rank above a village.

use super::idx::{ComponentIdx, HoursIdx, SegmentIdx, TurnNodeIdx, first_of_groups, index};
use super::segments::Segments;
use super::turns::TurnGraph;
use crate::week::WeekHours;

/// Components, largest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// Components with smaller numbers are large.
    pub(crate) large_count: u32,
    /// The number of open directed segments of each; descending.
    pub(crate) size: Vec<u32>,
    /// One per node of the turn graph.
    pub(crate) node_component: Vec<ComponentIdx>,
    /// One per segment.
    pub(crate) segment_component: Vec<ComponentIdx>,
}

impl Components {
    /// The number of components.
    #[must_use]
    pub fn count(&self) -> u32 {
        index(self.size.len())
    }

    /// The number of large components, which have the numbers below it.
    #[must_use]
    pub fn large_count(&self) -> u32 {
        self.large_count
    }

    /// The number of open directed segments of a component.
    #[must_use]
    pub fn size(&self, component: ComponentIdx) -> u32 {
        self.size[component.as_usize()]
    }

    /// The strongly connected component of a node.
    #[must_use]
    pub fn of_node(&self, node: TurnNodeIdx) -> ComponentIdx {
        self.node_component[node.as_usize()]
    }

    /// The largest large component that trips can reach from the segment and from which trips can
    /// reach it; if there is none, the largest of the components of its nodes.
    #[must_use]
    pub fn of_segment(&self, segment: SegmentIdx) -> ComponentIdx {
        self.segment_component[segment.as_usize()]
    }

    /// Whether trips within a large component can start and end on the segment.
    #[must_use]
    pub fn is_in_large(&self, segment: SegmentIdx) -> bool {
        self.of_segment(segment).0 < self.large_count
    }
}

/// Finds the components. Those of at least `large_size` are large, and the largest always is.
pub(super) fn find_components(
    segments: &Segments,
    graph: &TurnGraph,
    hours: &[WeekHours],
    large_size: u32,
) -> Components {
    let usual = usual_turns(graph, hours);
    let graph = usual.as_ref().unwrap_or(graph);
    let raw = strong_components(&graph.first_out, |arc| graph.head[arc as usize].0);
    let raw_count = raw.iter().map(|component| *component as usize + 1).max().unwrap_or(0);
    // Counts open base nodes, and all nodes to distinguish components of private roads.
    let mut raw_size = vec![(0_u32, 0_u32); raw_count];
    for (node, component) in raw.iter().enumerate() {
        let is_base = node < graph.base_count as usize;
        let is_open = is_base && !segments.is_destination_only(graph.node_segment[node]);
        let size = &mut raw_size[*component as usize];
        *size = (size.0 + u32::from(is_open), size.1 + 1);
    }
    let mut order: Vec<_> = (0..raw_count).collect();
    order.sort_by_key(|component| std::cmp::Reverse(raw_size[*component]));
    let mut rank = vec![ComponentIdx(0); raw_count];
    for (position, component) in order.iter().enumerate() {
        rank[*component] = ComponentIdx(index(position));
    }
    let size: Vec<_> = order.iter().map(|component| raw_size[*component].0).collect();
    let node_component: Vec<_> = raw.iter().map(|component| rank[*component as usize]).collect();
    let large_count = size.partition_point(|open| *open >= large_size);
    let large_count = index(large_count.max(1).min(raw_count));
    let segment_component = assign_segments(graph, &node_component, large_count, segments.count());
    Components { large_count, size, node_component, segment_component }
}

/// The graph without turns that are usually closed, or `None` if there are no such turns.
fn usual_turns(graph: &TurnGraph, hours: &[WeekHours]) -> Option<TurnGraph> {
    let is_usual = |arc: &&(u32, HoursIdx)| hours[arc.1.0 as usize].is_usual();
    let mut closed = graph.closed_arcs.iter().filter(is_usual).map(|arc| arc.0).peekable();
    closed.peek()?;
    let mut usual = TurnGraph { first_out: vec![0], head: Vec::new(), ..graph.clone() };
    for bounds in graph.first_out.windows(2) {
        for arc in bounds[0]..bounds[1] {
            if closed.next_if_eq(&arc).is_none() {
                usual.head.push(graph.head[arc as usize]);
            }
        }
        usual.first_out.push(index(usual.head.len()));
    }
    Some(usual)
}

const UNSEEN: u32 = u32::MAX;

/// The component of each node; numbers are consecutive, in no particular order.
pub(super) fn strong_components(first_out: &[u32], head: impl Fn(u32) -> u32) -> Vec<u32> {
    let count = first_out.len() - 1;
    let mut component = vec![UNSEEN; count];
    let mut component_count = 0;
    let mut order = vec![UNSEEN; count];
    // The earliest discovered node that is known to be reachable and still open.
    let mut low = vec![UNSEEN; count];
    let mut seen_count = 0;
    let mut open: Vec<u32> = Vec::new();
    // Nodes on the current path, each with its next arc.
    let mut calls: Vec<(u32, u32)> = Vec::new();
    for root in 0..index(count) {
        if order[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, first_out[root as usize]));
        while let Some((node, arc)) = calls.pop() {
            let at = node as usize;
            if order[at] == UNSEEN {
                order[at] = seen_count;
                low[at] = seen_count;
                seen_count += 1;
                open.push(node);
            }
            if arc < first_out[at + 1] {
                let next = head(arc);
                if order[next as usize] == UNSEEN {
                    // Visits the same arc again on return, to see what `next` has reached.
                    calls.push((node, arc));
                    calls.push((next, first_out[next as usize]));
                } else {
                    if component[next as usize] == UNSEEN {
                        low[at] = low[at].min(low[next as usize]);
                    }
                    calls.push((node, arc + 1));
                }
            } else if low[at] == order[at] {
                while let Some(member) = open.pop() {
                    component[member as usize] = component_count;
                    if member == node {
                        break;
                    }
                }
                component_count += 1;
            }
        }
    }
    component
}

/// Assigns segments to large components, in descending order, and the rest to those of their nodes.
fn assign_segments(
    graph: &TurnGraph,
    node_component: &[ComponentIdx],
    large_count: u32,
    segment_count: u32,
) -> Vec<ComponentIdx> {
    let mut assigned: Vec<Option<ComponentIdx>> = vec![None; segment_count as usize];
    let against = reversed_arcs(graph);
    let mut forward = Search::new(node_component);
    let mut backward = Search::new(node_component);
    // One per segment: the last large component from which it was reached.
    let mut ends_from = vec![None; segment_count as usize];
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); large_count as usize];
    for (node, component) in node_component.iter().enumerate() {
        if component.0 < large_count {
            members[component.as_usize()].push(index(node));
        }
    }
    for component in (0..large_count).map(ComponentIdx) {
        let from = &members[component.as_usize()];
        for node in forward.run(component, from, &graph.first_out, &graph.head) {
            let segment = graph.node_segment[*node as usize].segment();
            ends_from[segment.as_usize()] = Some(component);
        }
        for node in backward.run(component, from, &against.0, &against.1) {
            let segment = graph.node_segment[*node as usize].segment().as_usize();
            let starts_trips = *node < graph.base_count;
            if starts_trips && ends_from[segment] == Some(component) {
                assigned[segment].get_or_insert(component);
            }
        }
    }
    let mut own = vec![ComponentIdx(u32::MAX); segment_count as usize];
    for (node, directed) in graph.node_segment.iter().enumerate() {
        let own = &mut own[directed.segment().as_usize()];
        *own = (*own).min(node_component[node]);
    }
    assigned.into_iter().zip(own).map(|(assigned, own)| assigned.unwrap_or(own)).collect()
}

/// Searches that mark the nodes that they have seen with their component.
struct Search {
    seen_by: Vec<Option<ComponentIdx>>,
    found: Vec<u32>,
}

impl Search {
    fn new(node_component: &[ComponentIdx]) -> Self {
        Self { seen_by: vec![None; node_component.len()], found: Vec::new() }
    }

    /// All nodes that can be reached over the arcs from `from`, including `from`.
    fn run(
        &mut self,
        component: ComponentIdx,
        from: &[u32],
        first_out: &[u32],
        head: &[TurnNodeIdx],
    ) -> &[u32] {
        self.found.clear();
        self.found.extend(from);
        for node in from {
            self.seen_by[*node as usize] = Some(component);
        }
        let mut next = 0;
        while next < self.found.len() {
            let node = self.found[next] as usize;
            for head in &head[first_out[node] as usize..first_out[node + 1] as usize] {
                if self.seen_by[head.as_usize()].replace(component) != Some(component) {
                    self.found.push(head.0);
                }
            }
            next += 1;
        }
        &self.found
    }
}

/// The first arc of each node and the heads of the arcs, with all arcs reversed.
fn reversed_arcs(graph: &TurnGraph) -> (Vec<u32>, Vec<TurnNodeIdx>) {
    let count = graph.node_segment.len();
    let mut degree = vec![0_u32; count];
    for head in &graph.head {
        degree[head.as_usize()] += 1;
    }
    let first = first_of_groups(degree.into_iter());
    let mut next = first.clone();
    let mut tails = vec![TurnNodeIdx(0); graph.head.len()];
    for node in 0..count {
        for arc in graph.first_out[node]..graph.first_out[node + 1] {
            let slot = &mut next[graph.head[arc as usize].as_usize()];
            tails[*slot as usize] = TurnNodeIdx(index(node));
            *slot += 1;
        }
    }
    (first, tails)
}
