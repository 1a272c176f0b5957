//! Tables: the costs of many pairs of points from the labels of their ends.
//!
//! ```text
//! source label   [ root … | … lowest shared cell | … own ]      primary nodes, root first
//! target label   [ root … | … lowest shared cell | … … own ]
//!                └────── minimum of the sums ────┘              then the other nodes of that one cell,
//!                                                               if a path may cross only from B to A
//! ```
//!
//! A pair costs one pass over contiguous memory, no queue, no branch: 48 nodes on average in Porto
//! (40 primary ones, 8 others), where a label has 218. The lowest shared cell comes from the leading
//! bits that the paths of both cells have in common. Measured, 10 lanes, one native core: 58 ns a pair.
//!
//! Points on one and the same segment are a case of their own: a trip back to what lies behind cannot be
//! told from one that goes on. Such a pair is the cheaper of the way along the segment and the way
//! *around*, out of it by a turn and back; the latter is the same for all points of the segment up to
//! what is gone at either end, so it is found once a segment. From a junction to itself nothing is gone.

use std::sync::Arc;

use super::contraction::count_u32;
use super::dissection::CellIdx;
use super::label::{Direction, split_chain};
use super::lanes::LaneCosts;
use super::metric::Metric;
use super::seed::{Directed, Location, RoadPoint, Share, TripEnd, along_segment};
use super::topology::{Hierarchy, NONE};

/// Labels of many points, all of sources or all of targets.
#[derive(Clone, Debug)]
pub struct LabelSet {
    direction: Direction,
    ends: Vec<Option<Location>>,
    labels: Vec<Label>,
    /// One per label: what its costs were raised by. Nothing for targets.
    head_starts: Vec<LaneCosts>,
    costs: Vec<LaneCosts>,
    levels: Vec<Level>,
}

/// One label: where its parts lie, and where its cell. Few bytes, since a pair reads two.
#[derive(Clone, Copy, Debug)]
struct Label {
    path: u64,
    /// Position of its first cost; there are fewer than 2^32 in 4 GiB, and labels natively as few.
    first_cost: u32,
    primary_len: u32,
    /// Position of its first level.
    first_level: u32,
    /// Equal for ends on one segment, and for ends at one junction.
    key: u32,
    /// Of its cell, or `NO_COSTS`.
    depth: u8,
}

/// The depth of a label without costs: off the map, or where no trip can start or end.
const NO_COSTS: u8 = u8::MAX;
/// The key of what is no end of a trip, and so shares no road with one.
const UNKNOWN: u32 = u32::MAX;
/// Marks the keys of junctions. There are fewer than 2^30 segments, so fewer than 2^31 directed ones.
const AT_JUNCTION: u32 = 1 << 31;

fn key_of(location: Location) -> u32 {
    match location {
        Location::OnSegment(point) => point.segment,
        Location::AtJunction(leaving) => AT_JUNCTION | leaving,
    }
}

/// What a label shares with another when their lowest common cell lies on this level.
#[derive(Clone, Copy, Debug)]
struct Level {
    primary_end: u32,
    others_first: u32,
    others_end: u32,
}

impl LabelSet {
    /// Labels of sources. One that is absent reaches nothing.
    #[must_use]
    pub fn of_sources<'a>(
        hierarchy: &Hierarchy,
        metric: &Metric,
        sources: impl Iterator<Item = Option<impl Into<TripEnd<'a>>>>,
    ) -> Self {
        let mut set = Self::empty(Direction::Forward);
        let mut chain = Vec::new();
        let mut seeds = Vec::new();
        for source in sources {
            seeds.clear();
            let source = source.map(Into::into);
            let head_start = source.map_or(LaneCosts::ZERO, |source| {
                source.source_seeds(hierarchy, metric, &mut seeds)
            });
            let location = source.map(|source| source.location());
            set.push(hierarchy, metric, &seeds, location, &mut chain);
            set.head_starts.push(head_start);
        }
        set
    }

    /// Labels of targets. One that is absent is reached from nowhere.
    #[must_use]
    pub fn of_targets<'a>(
        hierarchy: &Hierarchy,
        metric: &Metric,
        targets: impl Iterator<Item = Option<impl Into<TripEnd<'a>>>>,
    ) -> Self {
        let mut set = Self::empty(Direction::Backward);
        let mut chain = Vec::new();
        let mut seeds = Vec::new();
        for target in targets {
            seeds.clear();
            let target = target.map(Into::into);
            if let Some(target) = target {
                target.target_seeds(hierarchy, metric, &mut seeds);
            }
            let location = target.map(|target| target.location());
            set.push(hierarchy, metric, &seeds, location, &mut chain);
        }
        set
    }

    fn empty(direction: Direction) -> Self {
        Self {
            direction,
            ends: Vec::new(),
            labels: Vec::new(),
            head_starts: Vec::new(),
            costs: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// Adds the label of seeds, whose cells lie above one another.
    fn push(
        &mut self,
        hierarchy: &Hierarchy,
        metric: &Metric,
        seeds: &[(u32, LaneCosts)],
        location: Option<Location>,
        chain: &mut Vec<LaneCosts>,
    ) {
        let order = &hierarchy.order;
        let first_cost = self.costs.len();
        let first_level = count_u32(self.levels.len());
        self.ends.push(location);
        let Some(cell_idx) = order.lowest_cell(seeds.iter().map(|seed| seed.0)) else {
            self.levels.push(Level { primary_end: 0, others_first: 0, others_end: 0 });
            let nowhere = Label {
                path: 0,
                first_cost: 0,
                primary_len: 0,
                first_level,
                key: location.map_or(UNKNOWN, key_of),
                depth: NO_COSTS,
            };
            self.labels.push(nowhere);
            return;
        };
        let cell = order.cells[cell_idx.0 as usize];
        chain.clear();
        chain.resize(cell.chain_len() as usize, LaneCosts::UNREACHABLE);
        for (rank, cost) in seeds {
            chain[order.slot(*rank) as usize].keep_smaller(cost);
        }
        metric.climb(hierarchy, self.direction, cell_idx, chain);
        self.costs.resize(first_cost + chain.len(), LaneCosts::UNREACHABLE);
        split_chain(order, cell_idx, chain, &mut self.costs[first_cost..]);
        self.push_levels(hierarchy, cell_idx);
        self.labels.push(Label {
            path: cell.path,
            first_cost: count_u32(first_cost),
            primary_len: cell.primaries_above + cell.primary_count,
            first_level,
            key: location.map_or(UNKNOWN, key_of),
            depth: cell.depth,
        });
    }

    fn push_levels(&mut self, hierarchy: &Hierarchy, lowest: CellIdx) {
        let first = self.levels.len();
        let mut cell_idx = lowest;
        loop {
            let cell = hierarchy.order.cells[cell_idx.0 as usize];
            let others_first = cell.nodes_above - cell.primaries_above;
            self.levels.push(Level {
                primary_end: cell.primaries_above + cell.primary_count,
                others_first,
                others_end: others_first + cell.node_count - cell.primary_count,
            });
            if cell.depth == 0 {
                break;
            }
            cell_idx = cell.parent;
        }
        self.levels[first..].reverse();
    }

    /// Costs of the primary nodes from the root down, as many as named.
    #[inline(always)]
    fn primary(&self, label: &Label, end: u32) -> &[LaneCosts] {
        &self.costs[label.first_cost as usize..][..end as usize]
    }

    /// Costs of the other nodes of one level.
    #[inline(always)]
    fn others(&self, label: &Label, level: &Level) -> &[LaneCosts] {
        let first = label.first_cost + label.primary_len + level.others_first;
        &self.costs[first as usize..][..(level.others_end - level.others_first) as usize]
    }
}

/// Costs between the points of two label sets.
#[derive(Clone, Debug)]
pub struct Table {
    sources: LabelSet,
    /// Shared by tables of the same targets.
    targets: Arc<LabelSet>,
    /// Ways around the segments on which a source and a target lie apart, ascending by segment.
    around: Vec<(u32, Around)>,
}

/// Cost from the start of a segment in one direction, out of it by a turn, to its start in one
/// direction: `[from][to]`, 0 forward.
type Around = [[LaneCosts; 2]; 2];

impl Table {
    /// Prepares the pairs of all sources and all targets.
    ///
    /// # Panics
    /// The sets were not made for sources and for targets.
    #[must_use]
    pub fn new(
        hierarchy: &Hierarchy,
        metric: &Metric,
        sources: LabelSet,
        targets: impl Into<Arc<LabelSet>>,
    ) -> Self {
        let targets = targets.into();
        assert_eq!(sources.direction, Direction::Forward);
        assert_eq!(targets.direction, Direction::Backward);
        let around = segments_of_several_points(&sources, &targets)
            .into_iter()
            .map(|segment| (segment, around_segment(hierarchy, metric, segment)))
            .collect();
        Self { sources, targets, around }
    }

    /// Prepares the pairs of other sources and the same targets, whose labels are not copied.
    ///
    /// # Panics
    /// The set was not made for sources.
    #[must_use]
    pub fn with_sources(&self, hierarchy: &Hierarchy, metric: &Metric, sources: LabelSet) -> Self {
        Self::new(hierarchy, metric, sources, Arc::clone(&self.targets))
    }

    /// Writes the costs from one source to some targets, in all lanes, on the hierarchy and with the
    /// metric that the table was made for. Does not allocate.
    ///
    /// # Panics
    /// There is no such source or target.
    #[inline(never)]
    pub fn fill(
        &self,
        (hierarchy, metric): (&Hierarchy, &Metric),
        source: usize,
        targets: &[u32],
        out: &mut [LaneCosts],
    ) {
        let from = &self.sources.labels[source];
        let head_start = self.sources.head_starts[source];
        for (&target, out) in targets.iter().zip(out) {
            let to = &self.targets.labels[target as usize];
            *out = if from.key == to.key && from.key != UNKNOWN {
                self.within_location((hierarchy, metric), source, target as usize)
            } else if from.depth == NO_COSTS || to.depth == NO_COSTS {
                LaneCosts::UNREACHABLE
            } else {
                let cost = combine(&self.sources, from, &self.targets, to);
                if cost.is_reachable() {
                    cost.less_where_reachable(&head_start)
                } else {
                    LaneCosts::UNREACHABLE
                }
            };
        }
    }

    /// The cost between two ends that lie on one segment or at one junction.
    fn within_location(
        &self,
        roads: (&Hierarchy, &Metric),
        source: usize,
        target: usize,
    ) -> LaneCosts {
        match (self.sources.ends[source], self.targets.ends[target]) {
            (Some(Location::OnSegment(from)), Some(Location::OnSegment(to))) => {
                self.within_segment(roads, &from, &to)
            }
            _ => LaneCosts::ZERO,
        }
    }

    /// The cost between two points of one segment.
    fn within_segment(
        &self,
        (hierarchy, metric): (&Hierarchy, &Metric),
        source: &RoadPoint,
        target: &RoadPoint,
    ) -> LaneCosts {
        let mut best = LaneCosts::UNREACHABLE;
        for direction in Directed::BOTH {
            let along = along_segment(source, target, direction, hierarchy, metric);
            best.keep_smaller(&along);
        }
        let position = self.around.binary_search_by_key(&source.segment, |it| it.0);
        let Ok(position) = position else {
            // All points of the segment are one: from it to itself there is no way but none.
            return best;
        };
        let around = &self.around[position].1;
        for (from, costs) in Directed::BOTH.into_iter().zip(around) {
            let gone_at_source = source.gone(from, metric);
            for (to, cost) in Directed::BOTH.into_iter().zip(costs) {
                if cost.is_reachable() {
                    let gone_at_target = target.gone(to, metric);
                    let left = cost.less_where_reachable(&gone_at_source);
                    best.keep_smaller(&left.then(&gone_at_target));
                }
            }
        }
        best
    }
}

/// Segments on which a source and a target lie apart, ascending.
fn segments_of_several_points(sources: &LabelSet, targets: &LabelSet) -> Vec<u32> {
    // A point is told from others of its segment by its shares; the last entry, by the set it is from.
    let points_of = |set: &LabelSet, which: u8| -> Vec<(u32, [Share; 3], u8)> {
        let key = |it: &Location| match it {
            Location::OnSegment(it) => {
                Some((it.segment, [it.forward, it.backward, it.length], which))
            }
            Location::AtJunction(_) => None,
        };
        set.ends.iter().flatten().filter_map(key).collect()
    };
    let mut points = points_of(sources, 0);
    points.extend(points_of(targets, 1));
    points.sort_unstable();
    points.dedup();
    let of_one_segment = points.chunk_by(|a, b| a.0 == b.0);
    let several = of_one_segment.filter(|points| {
        let is_apart = points.iter().any(|point| point.1 != points[0].1);
        is_apart && points.iter().any(|it| it.2 == 0) && points.iter().any(|it| it.2 == 1)
    });
    several.map(|points| points[0].0).collect()
}

/// The smallest sum over all nodes that two labels share. Neither may be without costs.
#[inline(always)]
fn combine(sources: &LabelSet, from: &Label, targets: &LabelSet, to: &Label) -> LaneCosts {
    // Paths end in zeros below their cell, so cap the shared length by both depths.
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    let shared_bits = (from.path ^ to.path).leading_zeros() as u8;
    let depth = shared_bits.min(from.depth).min(to.depth);
    let level = sources.levels[from.first_level as usize + depth as usize];
    let mut best = LaneCosts::UNREACHABLE;
    keep_smallest_sum(
        sources.primary(from, level.primary_end),
        targets.primary(to, level.primary_end),
        &mut best,
    );
    let starts_in_a = from.depth > depth && !is_in_b(from.path, depth);
    let ends_in_b = to.depth > depth && is_in_b(to.path, depth);
    if !(starts_in_a || ends_in_b) {
        keep_smallest_sum(sources.others(from, &level), targets.others(to, &level), &mut best);
    }
    best
}

/// Which side of a cell of this depth a path takes.
#[inline(always)]
fn is_in_b(path: u64, depth: u8) -> bool {
    (path >> (63 - depth)) & 1 == 1
}

/// The kernel: min-plus over contiguous memory.
#[inline(always)]
fn keep_smallest_sum(from: &[LaneCosts], to: &[LaneCosts], best: &mut LaneCosts) {
    for (from, to) in from.iter().zip(to) {
        best.keep_smaller(&from.then(to));
    }
}

/// Ways out of a segment by a turn and back to its start, for each direction of leaving and coming.
fn around_segment(hierarchy: &Hierarchy, metric: &Metric, segment: u32) -> Around {
    let mut around = [[LaneCosts::UNREACHABLE; 2]; 2];
    let mut chain = Vec::new();
    for (from, costs) in Directed::BOTH.into_iter().zip(&mut around) {
        let directed = from.of_segment(segment);
        let start = hierarchy.turns.start[directed];
        if start == NONE {
            continue;
        }
        // Where the turns lead to lies in different cells, so each has a label of its own.
        let mut nexts = LabelSet::empty(Direction::Forward);
        for (next, turn) in metric.turns_of(hierarchy, start) {
            let cost = metric.segment(directed).then(&turn);
            nexts.push(hierarchy, metric, &[(next, cost)], None, &mut chain);
        }
        for (to, cost) in Directed::BOTH.into_iter().zip(costs) {
            let ends = hierarchy.turns.ends(to.of_segment(segment));
            let seeds: Vec<_> = ends.iter().map(|&end| (end, LaneCosts::ZERO)).collect();
            let mut back = LabelSet::empty(Direction::Backward);
            if seeds.is_empty() {
                continue;
            }
            back.push(hierarchy, metric, &seeds, None, &mut chain);
            for next in &nexts.labels {
                cost.keep_smaller(&combine(&nexts, next, &back, &back.labels[0]));
            }
        }
    }
    around
}
