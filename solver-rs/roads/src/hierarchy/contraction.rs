//! Contraction: the arcs along which every shortest path can ascend in rank and then descend.
//!
//! Nodes are contracted in order of rank: for every arc into the node from a higher node and every arc
//! from it to a higher node, there must be an arc from the one to the other. Weights are not used, so the
//! arcs are valid for all lanes and all times. Directions matter: arcs of the undirected chordal graph
//! that no weights could make finite are left out.
//!
//! Each arc is stored at its lower end: in `up_out` if it starts there, in `up_in` if it ends there. Time
//! is O(triangles), and memory is twice that of the final arcs.
//!
//! Source: Dibbelt, Strasser, Wagner, "Customizable Contraction Hierarchies", JEA 2016. Differs: arcs are
//! directed, because the edge-based graph of one-way streets and turns needs fewer of them.

/// Arcs by their lower end, in compressed rows; the upper ends ascend in each row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ArcRows {
    /// One per rank, plus one.
    pub(crate) first_arc: Vec<u32>,
    /// One per arc: the rank at its upper end.
    pub(crate) upper: Vec<u32>,
}

impl ArcRows {
    /// The arcs of a node.
    pub(crate) fn row(&self, rank: u32) -> std::ops::Range<usize> {
        self.first_arc[rank as usize] as usize..self.first_arc[rank as usize + 1] as usize
    }

    /// The arc of a node to a given upper end.
    pub(crate) fn find(&self, rank: u32, upper: u32) -> Option<usize> {
        let row = self.row(rank);
        self.upper[row.clone()].binary_search(&upper).ok().map(|position| row.start + position)
    }

    pub(crate) fn arc_count(&self) -> usize {
        self.upper.len()
    }

    /// How many bytes the arrays take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.first_arc[..]) + size_of_val(&self.upper[..])
    }

    fn push_row(&mut self, row: &[u32]) {
        self.upper.extend_from_slice(row);
        self.first_arc.push(count_u32(self.upper.len()));
    }
}

/// All arcs of a hierarchy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arcs {
    /// From the lower end to the upper.
    pub(crate) up_out: ArcRows,
    /// From the upper end to the lower.
    pub(crate) up_in: ArcRows,
}

/// Contracts all nodes of a graph given by its arcs between ranks.
pub(crate) fn contract(node_count: usize, arcs: impl Iterator<Item = (u32, u32)>) -> Arcs {
    let mut out_of: Vec<Growing> = vec![Growing::default(); node_count];
    let mut into: Vec<Growing> = vec![Growing::default(); node_count];
    for (tail, head) in arcs {
        match tail.cmp(&head) {
            std::cmp::Ordering::Less => out_of[tail as usize].push(head),
            std::cmp::Ordering::Greater => into[head as usize].push(tail),
            // A loop is never part of a shortest path.
            std::cmp::Ordering::Equal => {}
        }
    }
    let mut contracted = Arcs::default();
    contracted.up_out.first_arc.push(0);
    contracted.up_in.first_arc.push(0);
    for rank in 0..node_count {
        let heads = std::mem::take(&mut out_of[rank]).finish();
        let tails = std::mem::take(&mut into[rank]).finish();
        for &tail in &tails {
            let above = heads.partition_point(|head| *head <= tail);
            out_of[tail as usize].extend(&heads[above..]);
        }
        for &head in &heads {
            let above = tails.partition_point(|tail| *tail <= head);
            into[head as usize].extend(&tails[above..]);
        }
        contracted.up_out.push_row(&heads);
        contracted.up_in.push_row(&tails);
    }
    contracted
}

/// Numbers that are added repeatedly: sorted and deduplicated each time that their count has doubled.
#[derive(Clone, Debug, Default)]
struct Growing {
    ranks: Vec<u32>,
    tidy_len: usize,
}

impl Growing {
    fn push(&mut self, rank: u32) {
        self.extend(&[rank]);
    }

    fn extend(&mut self, ranks: &[u32]) {
        self.ranks.extend_from_slice(ranks);
        if self.ranks.len() > 2 * self.tidy_len + 64 {
            self.tidy();
        }
    }

    fn tidy(&mut self) {
        self.ranks.sort_unstable();
        self.ranks.dedup();
        self.tidy_len = self.ranks.len();
    }

    fn finish(mut self) -> Vec<u32> {
        self.tidy();
        self.ranks
    }
}

/// For each node, the arcs between it and lower nodes, all in one direction.
#[derive(Clone, Debug)]
pub(crate) struct LowerArcs {
    first: Vec<u32>,
    /// The lower end, and the position of the arc in that node's row. Ascending by lower end.
    arcs: Vec<(u32, u32)>,
}

impl LowerArcs {
    pub(crate) fn of(rows: &ArcRows) -> Self {
        let node_count = rows.first_arc.len() - 1;
        let mut first = vec![0_u32; node_count + 1];
        for &upper in &rows.upper {
            first[upper as usize + 1] += 1;
        }
        for node in 0..node_count {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut arcs = vec![(0, 0); rows.upper.len()];
        for (lower, bounds) in (0_u32..).zip(rows.first_arc.windows(2)) {
            for arc in bounds[0]..bounds[1] {
                let slot = &mut next[rows.upper[arc as usize] as usize];
                arcs[*slot as usize] = (lower, arc);
                *slot += 1;
            }
        }
        Self { first, arcs }
    }

    /// How many bytes the arrays take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.first[..]) + size_of_val(&self.arcs[..])
    }

    pub(crate) fn of_node(&self, rank: u32) -> &[(u32, u32)] {
        &self.arcs[self.first[rank as usize] as usize..self.first[rank as usize + 1] as usize]
    }
}

pub(super) fn count_u32(count: usize) -> u32 {
    u32::try_from(count).expect("a hierarchy has fewer than 2^32 arcs")
}
