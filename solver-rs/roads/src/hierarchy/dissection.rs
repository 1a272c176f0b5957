//! Nested dissection: few roads cut the network in two, each half is cut again, down to single junctions.
//!
//! ```text
//!            cell 0: the roads between A and B                path of a cell: one bit per level, A = 0
//!           /                                \
//!   cell 1: the roads inside A that …     cell 8: …           preorder: a subtree is a range of cells
//!    /      \                                                 descending order: children come first
//! cell 2   cell 5
//! ```
//!
//! Cells contain *segments*, because the nodes of an edge-based graph are directed segments: a cut of the
//! junction graph by edges is a separator of the edge-based graph by nodes, and both directions of a
//! segment end up in the same cell. (Buchhold, Wagner, Zeitz, Zündorf, "Customizable Contraction
//! Hierarchies with Turn Costs", ATMOS 2020.)
//!
//! Cuts come from inertial flow: sort the junctions along a direction, connect the first ones to a source
//! and the last ones to a target, and take a minimum cut; the best of eight directions wins. (Schild,
//! Sommer, "On Balanced Separators in Road Networks", SEA 2015.) The number of junctions connected at
//! each end determines how even the halves are, see [`ends_count`].

use super::flow::{MinimumCut, Role, UnitGraph};

/// Position of a cell in preorder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CellIdx(pub(crate) u32);

/// The input of a dissection: the positions of the junctions, and the segments that connect them.
#[derive(Clone, Copy, Debug)]
pub struct NetworkShape<'a> {
    /// One per junction, in units of 1e-7 degrees.
    pub lat_e7: &'a [i32],
    /// One per junction, in units of 1e-7 degrees.
    pub lon_e7: &'a [i32],
    /// One per segment: the junction where it starts.
    pub tail: &'a [u32],
    /// One per segment: the junction where it ends.
    pub head: &'a [u32],
}

/// How a segment crosses the cut of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crossing {
    /// Its tail is in A, its head in B.
    FromAToB,
    /// Its tail is in B, its head in A.
    FromBToA,
    /// The cell is a single junction: both ends of the segment are there.
    Loop,
}

/// The tree of cells, and the cell of each segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dissection {
    /// The parent cell; the root is its own parent.
    pub(crate) parent: Vec<CellIdx>,
    /// Levels below the root.
    pub(crate) depth: Vec<u8>,
    /// The sides taken from the root, from the highest bit down: 0 for A, 1 for B.
    pub(crate) path: Vec<u64>,
    /// One per segment.
    pub(crate) cell_of_segment: Vec<CellIdx>,
    /// One per segment.
    pub(crate) crossing: Vec<Crossing>,
}

/// The number of bits of a path, and therefore the deepest possible level of a cell.
pub(crate) const DEPTH_MAX: u8 = 63;
/// Directions to sort along, as factors of longitude and latitude.
const DIRECTIONS: [(i64, i64); 8] =
    [(1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2), (2, -1), (1, -2)];

/// The minimum number of junctions on each side of a cut.
///
/// Large parts are cut where the cut is cheapest, even if the halves are uneven: with 15 % instead of 25 %, a
/// pair of labels shares 40 nodes on average instead of 52 (Porto, 2000 × 2000); with 10 %, 44. In small parts,
/// uneven cuts cost arcs and gain nothing. From level 24 on, the minimum is a third, so that the deepest level
/// fits in the bits of a path: 40 million junctions × 0.85²⁴ are 810,000, and 1.5³⁴ is more than that.
fn ends_count(junction_count: usize, depth: u8) -> usize {
    let share = match (depth, junction_count) {
        (24.., _) => junction_count / 3,
        (_, 2001..) => junction_count * 15 / 100,
        _ => junction_count / 4,
    };
    share.max(1)
}

/// A part of the network that has not been cut yet.
struct Part {
    junctions: Vec<u32>,
    segments: Vec<u32>,
    parent: CellIdx,
    depth: u8,
    path: u64,
}

/// Dissects a network down to single junctions.
///
/// # Panics
/// An end of a segment is not one of the junctions.
pub(crate) fn dissect(shape: NetworkShape<'_>) -> Dissection {
    let segment_count = shape.tail.len();
    let mut dissection = Dissection {
        parent: Vec::new(),
        depth: Vec::new(),
        path: Vec::new(),
        cell_of_segment: vec![CellIdx(0); segment_count],
        crossing: vec![Crossing::Loop; segment_count],
    };
    let mut cutter = Cutter::new(shape);
    let mut parts = vec![Part {
        junctions: (0..index(shape.lat_e7.len())).collect(),
        segments: (0..index(segment_count)).collect(),
        parent: CellIdx(0),
        depth: 0,
        path: 0,
    }];
    // The stack returns the parts in preorder.
    while let Some(part) = parts.pop() {
        let cell = CellIdx(index(dissection.parent.len()));
        dissection.parent.push(part.parent);
        dissection.depth.push(part.depth);
        dissection.path.push(part.path);
        if part.junctions.len() < 2 {
            for &segment in &part.segments {
                dissection.cell_of_segment[segment as usize] = cell;
            }
            continue;
        }
        cutter.cut(&part.junctions, &part.segments, ends_count(part.junctions.len(), part.depth));
        let mut halves = [false, true].map(|is_b| {
            let side = u64::from(is_b) << (DEPTH_MAX - part.depth);
            Part {
                junctions: Vec::new(),
                segments: Vec::new(),
                parent: cell,
                depth: part.depth + 1,
                path: part.path | side,
            }
        });
        assert!(part.depth < DEPTH_MAX, "halves are even enough that cells never lie this deep");
        for &junction in &part.junctions {
            halves[usize::from(cutter.is_in_b(junction))].junctions.push(junction);
        }
        for &segment in &part.segments {
            let tail_in_b = cutter.is_in_b(shape.tail[segment as usize]);
            let head_in_b = cutter.is_in_b(shape.head[segment as usize]);
            if tail_in_b == head_in_b {
                halves[usize::from(tail_in_b)].segments.push(segment);
            } else {
                dissection.cell_of_segment[segment as usize] = cell;
                dissection.crossing[segment as usize] =
                    if tail_in_b { Crossing::FromBToA } else { Crossing::FromAToB };
            }
        }
        // A half without segments needs no cuts.
        parts.extend(halves.into_iter().rev().filter(|half| !half.segments.is_empty()));
    }
    dissection
}

/// Scratch memory for cuts, reused for all parts.
struct Cutter<'a> {
    shape: NetworkShape<'a>,
    /// Longitudes, scaled by the cosine of the network's middle latitude, so that directions are true.
    east: Vec<i64>,
    /// Per junction: its position in the current part.
    local: Vec<u32>,
    is_in_b: Vec<bool>,
    edges: Vec<(u32, u32)>,
    graph: UnitGraph,
    by_direction: Vec<(i64, u32)>,
    roles: Vec<Role>,
    flow: MinimumCut,
    side: Vec<bool>,
    best_side: Vec<bool>,
}

impl<'a> Cutter<'a> {
    fn new(shape: NetworkShape<'a>) -> Self {
        let junction_count = shape.lat_e7.len();
        let latitude_sum: i64 = shape.lat_e7.iter().map(|&lat| i64::from(lat)).sum();
        let count = i64::try_from(junction_count.max(1)).expect("an array's length fits");
        #[expect(clippy::cast_precision_loss, reason = "a direction need not be exact")]
        let middle = (latitude_sum / count) as f64 / 1e7;
        let shrink = libm::cos(middle.to_radians());
        #[expect(clippy::cast_possible_truncation, reason = "below 2^31, and rounding is meant")]
        let east = shape.lon_e7.iter().map(|&lon| (f64::from(lon) * shrink) as i64).collect();
        Self {
            shape,
            east,
            local: vec![0; junction_count],
            is_in_b: Vec::new(),
            edges: Vec::new(),
            graph: UnitGraph::default(),
            by_direction: Vec::new(),
            roles: Vec::new(),
            flow: MinimumCut::default(),
            side: Vec::new(),
            best_side: Vec::new(),
        }
    }

    fn is_in_b(&self, junction: u32) -> bool {
        self.is_in_b[self.local[junction as usize] as usize]
    }

    /// Splits junctions into A and B; [`Cutter::is_in_b`] returns the side of each of them.
    fn cut(&mut self, junctions: &[u32], segments: &[u32], end_count: usize) {
        for (&junction, local) in junctions.iter().zip(0..) {
            self.local[junction as usize] = local;
        }
        self.edges.clear();
        for &segment in segments {
            let tail = self.local[self.shape.tail[segment as usize] as usize];
            let head = self.local[self.shape.head[segment as usize] as usize];
            if tail != head {
                self.edges.push((tail, head));
            }
        }
        self.graph.reset(junctions.len(), &self.edges);

        let mut best: Option<(usize, usize)> = None;
        for direction in DIRECTIONS {
            let edge_count_max = best.map_or(usize::MAX, |(edge_count, _)| edge_count + 1);
            let Some(score) = self.cut_along(direction, junctions, end_count, edge_count_max)
            else {
                continue;
            };
            // Prefer the fewest roads, then the largest smaller half.
            if best
                .is_none_or(|best| (score.0, usize::MAX - score.1) < (best.0, usize::MAX - best.1))
            {
                best = Some(score);
                std::mem::swap(&mut self.side, &mut self.best_side);
            }
        }
        std::mem::swap(&mut self.is_in_b, &mut self.best_side);
    }

    /// Cuts along one direction into `side`; returns the sizes of the cut and of the smaller half.
    fn cut_along(
        &mut self,
        (east, north): (i64, i64),
        junctions: &[u32],
        end_count: usize,
        edge_count_max: usize,
    ) -> Option<(usize, usize)> {
        let count = junctions.len();
        self.by_direction.clear();
        self.by_direction.extend(junctions.iter().zip(0..).map(|(&junction, local)| {
            let lat = i64::from(self.shape.lat_e7[junction as usize]);
            (self.east[junction as usize] * east + lat * north, local)
        }));
        self.by_direction.select_nth_unstable(end_count - 1);
        if count > 2 * end_count {
            self.by_direction[end_count..].select_nth_unstable(count - 2 * end_count);
        }
        self.roles.clear();
        self.roles.resize(count, Role::Between);
        for &(_, local) in &self.by_direction[..end_count] {
            self.roles[local as usize] = Role::Source;
        }
        for &(_, local) in &self.by_direction[count - end_count..] {
            self.roles[local as usize] = Role::Target;
        }
        let edge_count = self.flow.run(&self.graph, &self.roles, edge_count_max)?;
        // Use the more even of the two extreme minimum cuts.
        self.flow.source_side(&self.graph, &self.roles, &mut self.side);
        let near_source = self.side.iter().filter(|is_a| **is_a).count();
        let mut smaller = near_source.min(count - near_source);
        if near_source < count / 2 {
            self.flow.target_side(&self.graph, &self.roles, &mut self.is_in_b);
            let near_target = self.is_in_b.iter().filter(|is_a| **is_a).count();
            if near_target.min(count - near_target) > smaller {
                smaller = near_target.min(count - near_target);
                std::mem::swap(&mut self.side, &mut self.is_in_b);
            }
        }
        for side in &mut self.side {
            *side = !*side;
        }
        Some((edge_count, smaller))
    }
}

/// Counts of a network fit in 32 bits: this is checked when the network is built.
fn index(count: usize) -> u32 {
    u32::try_from(count).expect("a network has fewer than 2^32 parts")
}
