//! Minimum cuts between two sets of vertices of an undirected graph in which every edge has capacity 1.
//!
//! ```text
//! round:  distances to the targets by breadth-first search, backwards along the residual capacities
//!         └─► depth-first search from each source to a target, always to the neighbor with the least distance;
//!             vertices that lead nowhere are not entered again in this round, vertices on a path may be
//! ```
//!
//! until no target can be reached. This keeps the rounds of Dinic's algorithm, but paths need not be
//! shortest. In a road network, the paths of a flow nearly all differ in length, so a round that takes only
//! the shortest finds one or two: there would be as many rounds as the network is wide, and a cut would take
//! O(n^1.5). Here a round finds most of the remaining paths. The sets that a minimum cut is read from are
//! the same for every maximum flow, so the cuts are also the same. All scratch memory is reused between
//! calls.
//!
//! Source: E. A. Dinic, "Algorithm for solution of a problem of maximum flow in networks with power
//! estimation", 1970. Differs: paths of all lengths in a round, many sources and targets at once, and an
//! upper bound at which the search is abandoned.

use std::ops::Range;

/// An undirected graph: edge `e` connects two vertices, `half_edges` lists each edge at both of its ends.
#[derive(Debug, Default)]
pub(super) struct UnitGraph {
    first_out: Vec<u32>,
    /// The vertex at the other end, and edge × 2, plus 1 at the second end of the edge.
    half_edges: Vec<(u32, u32)>,
    cursor: Vec<u32>,
}

impl UnitGraph {
    /// Replaces the graph by another; the caller omits edges from a vertex to itself.
    pub(super) fn reset(&mut self, vertex_count: usize, edges: &[(u32, u32)]) {
        self.first_out.clear();
        self.first_out.resize(vertex_count + 1, 0);
        for &(tail, head) in edges {
            self.first_out[tail as usize + 1] += 1;
            self.first_out[head as usize + 1] += 1;
        }
        for vertex in 0..vertex_count {
            self.first_out[vertex + 1] += self.first_out[vertex];
        }
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.first_out);
        self.half_edges.clear();
        self.half_edges.resize(edges.len() * 2, (0, 0));
        for (&(tail, head), edge) in edges.iter().zip((0..).step_by(2)) {
            for (vertex, entry) in [(tail, (head, edge)), (head, (tail, edge + 1))] {
                let slot = &mut self.cursor[vertex as usize];
                self.half_edges[*slot as usize] = entry;
                *slot += 1;
            }
        }
    }

    fn vertex_count(&self) -> usize {
        self.first_out.len() - 1
    }

    fn out(&self, vertex: u32) -> Range<usize> {
        self.first_out[vertex as usize] as usize..self.first_out[vertex as usize + 1] as usize
    }
}

/// The role of a vertex in a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Flow starts here.
    Source,
    /// Flow ends here.
    Target,
    /// Flow passes through.
    Between,
}

/// Scratch memory of [`MinimumCut::run`], and its result.
#[derive(Debug, Default)]
pub(super) struct MinimumCut {
    /// Per edge: +1 along it, -1 against it.
    flow: Vec<i8>,
    /// Distance to the nearest target.
    distance: Vec<u32>,
    /// Whether the vertex is on the path, or is known to lead nowhere.
    is_entered: Vec<bool>,
    queue: Vec<u32>,
    /// Vertices, each with the half edge by which the path leaves it.
    path: Vec<(u32, u32)>,
}

const UNSEEN: u32 = u32::MAX;

impl MinimumCut {
    /// The size of a minimum cut between sources and targets, or `None` if it is `edge_count_max` or
    /// more. [`MinimumCut::source_side`] and [`MinimumCut::target_side`] then return its sides.
    pub(super) fn run(
        &mut self,
        graph: &UnitGraph,
        roles: &[Role],
        edge_count_max: usize,
    ) -> Option<usize> {
        self.flow.clear();
        self.flow.resize(graph.half_edges.len() / 2, 0);
        let mut edge_count = 0;
        while self.find_distances(graph, roles) {
            self.is_entered.clear();
            self.is_entered.resize(graph.vertex_count(), false);
            for (vertex, role) in (0..).zip(roles) {
                if *role != Role::Source {
                    continue;
                }
                while self.augment(graph, roles, vertex) {
                    edge_count += 1;
                    if edge_count >= edge_count_max {
                        return None;
                    }
                }
            }
        }
        Some(edge_count)
    }

    /// After a run: writes whether each vertex is still reachable from the sources.
    pub(super) fn source_side(
        &mut self,
        graph: &UnitGraph,
        roles: &[Role],
        is_inside: &mut Vec<bool>,
    ) {
        self.search(graph, roles, Role::Source, is_inside);
    }

    /// After a run: writes whether each vertex can no longer reach the targets.
    pub(super) fn target_side(
        &mut self,
        graph: &UnitGraph,
        roles: &[Role],
        is_inside: &mut Vec<bool>,
    ) {
        self.search(graph, roles, Role::Target, is_inside);
        for inside in is_inside {
            *inside = !*inside;
        }
    }

    /// Computes distances in edges to the targets, along the residual capacities, from sources and from
    /// all vertices between. False if no source reaches a target.
    fn find_distances(&mut self, graph: &UnitGraph, roles: &[Role]) -> bool {
        self.distance.clear();
        self.distance.resize(graph.vertex_count(), UNSEEN);
        self.queue.clear();
        for (vertex, role) in (0..).zip(roles) {
            if *role == Role::Target {
                self.distance[vertex as usize] = 0;
                self.queue.push(vertex);
            }
        }
        let mut next = 0;
        let mut is_source_reached = false;
        while let Some(&vertex) = self.queue.get(next) {
            next += 1;
            let distance = self.distance[vertex as usize] + 1;
            for &(other, half_edge) in &graph.half_edges[graph.out(vertex)] {
                if self.distance[other as usize] == UNSEEN && has_room(&self.flow, half_edge ^ 1) {
                    self.distance[other as usize] = distance;
                    // A path through another source may as well start there.
                    if roles[other as usize] == Role::Source {
                        is_source_reached = true;
                    } else {
                        self.queue.push(other);
                    }
                }
            }
        }
        is_source_reached
    }

    /// Sends one unit from a source to a target; false if this round finds no further path.
    fn augment(&mut self, graph: &UnitGraph, roles: &[Role], source: u32) -> bool {
        if self.distance[source as usize] == UNSEEN {
            return false;
        }
        self.path.clear();
        let mut vertex = source;
        loop {
            if roles[vertex as usize] == Role::Target {
                for &(vertex, half_edge) in &self.path {
                    let sign = if half_edge & 1 == 0 { 1 } else { -1 };
                    self.flow[half_edge as usize / 2] += sign;
                    self.is_entered[vertex as usize] = false;
                }
                return true;
            }
            let nearest = graph.half_edges[graph.out(vertex)]
                .iter()
                .filter(|(other, half_edge)| {
                    !self.is_entered[*other as usize]
                        && roles[*other as usize] != Role::Source
                        && has_room(&self.flow, *half_edge)
                })
                .min_by_key(|(other, _)| self.distance[*other as usize])
                .filter(|(other, _)| self.distance[*other as usize] != UNSEEN);
            if let Some(&(other, half_edge)) = nearest {
                self.path.push((vertex, half_edge));
                vertex = other;
                self.is_entered[vertex as usize] = roles[vertex as usize] == Role::Between;
            } else {
                // The vertex leads nowhere.
                let Some((previous, _)) = self.path.pop() else { return false };
                vertex = previous;
            }
        }
    }

    /// Writes the vertices reachable from those of a role: along residual capacities, or against them
    /// for targets.
    fn search(
        &mut self,
        graph: &UnitGraph,
        roles: &[Role],
        from: Role,
        is_reached: &mut Vec<bool>,
    ) {
        is_reached.clear();
        is_reached.resize(graph.vertex_count(), false);
        self.queue.clear();
        for (vertex, role) in (0..).zip(roles) {
            if *role == from {
                is_reached[vertex as usize] = true;
                self.queue.push(vertex);
            }
        }
        let against = u32::from(from == Role::Target);
        while let Some(vertex) = self.queue.pop() {
            for &(other, half_edge) in &graph.half_edges[graph.out(vertex)] {
                if !is_reached[other as usize] && has_room(&self.flow, half_edge ^ against) {
                    is_reached[other as usize] = true;
                    self.queue.push(other);
                }
            }
        }
    }
}

/// Whether one more unit may flow along a half edge.
fn has_room(flow: &[i8], half_edge: u32) -> bool {
    let along = flow[half_edge as usize / 2];
    if half_edge & 1 == 0 { along < 1 } else { along > -1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_of(vertex_count: usize, edges: &[(u32, u32)], source: u32, target: u32) -> usize {
        let mut graph = UnitGraph::default();
        graph.reset(vertex_count, edges);
        let mut roles = vec![Role::Between; vertex_count];
        roles[source as usize] = Role::Source;
        roles[target as usize] = Role::Target;
        let mut cut = MinimumCut::default();
        let size = cut.run(&graph, &roles, usize::MAX).unwrap();
        for is_near_source in [true, false] {
            let mut inside = Vec::new();
            if is_near_source {
                cut.source_side(&graph, &roles, &mut inside);
            } else {
                cut.target_side(&graph, &roles, &mut inside);
            }
            assert!(inside[source as usize] && !inside[target as usize]);
            let crossing = |&&(a, b): &&(u32, u32)| inside[a as usize] != inside[b as usize];
            assert_eq!(edges.iter().filter(crossing).count(), size);
        }
        size
    }

    #[test]
    fn a_bridge_is_a_cut_of_one() {
        // 0-1-2 is a triangle, 3-4-5 another; 2-3 connects them.
        let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)];
        assert_eq!(cut_of(6, &edges, 0, 5), 1);
    }

    #[test]
    fn parallel_edges_count_each() {
        assert_eq!(cut_of(2, &[(0, 1), (1, 0), (0, 1)], 0, 1), 3);
    }

    #[test]
    fn separate_components_have_an_empty_cut() {
        assert_eq!(cut_of(4, &[(0, 1), (2, 3)], 0, 3), 0);
    }

    #[test]
    fn every_cut_equals_the_smallest_by_enumeration() {
        let mut random = crate::random::Random::seeded(7);
        for _ in 0..200 {
            let vertex_count = 3 + random.below(6);
            let edges: Vec<(u32, u32)> = (0..random.below(16))
                .map(|_| (random.below(vertex_count), random.below(vertex_count)))
                .filter(|(a, b)| a != b)
                .collect();
            let target = vertex_count - 1;
            // All sets of vertices that contain the source 0 but not the target.
            let smallest = (0..1_u32 << vertex_count)
                .filter(|set| set & 1 == 1 && set >> target & 1 == 0)
                .map(|set| edges.iter().filter(|(a, b)| set >> a & 1 != set >> b & 1).count())
                .min();
            assert_eq!(Some(cut_of(vertex_count as usize, &edges, 0, target)), smallest);
        }
    }
}
