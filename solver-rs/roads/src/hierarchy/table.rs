//! Tables: the costs of many pairs of trip ends, computed from their labels.
//!
//! ```text
//! source label   [ root … | … lowest shared cell | … own ]      primary nodes, root first
//! target label   [ root … | … lowest shared cell | … … own ]
//!                └────── minimum of the sums ────┘              then the other nodes of that one cell,
//!                                                               if a path may cross only from B to A
//! ```
//!
//! A pair takes one pass over contiguous memory, without queue or branch: 48 nodes on average in Porto (40
//! primary nodes, 8 others), while a label has 218. The lowest shared cell follows from the number of leading
//! bits that the paths of both cells have in common. Measured: 10 lanes, one native core, 58 ns per pair.
//!
//! Points on the same segment are a special case: labels cannot tell a trip back to a point behind from one
//! that goes on. The cost of such a pair is the smaller of the path along the segment and the path *around*,
//! out of it by a turn and back. The latter is the same for all points of the segment except for what is gone
//! at both ends, so it is computed once per segment. From a junction to itself, the cost is zero.

use std::sync::Arc;

use super::label::Direction;
use super::label_set::{Label, LabelSet, NO_COSTS, Seeds, UNKNOWN, shared_depth};
use super::lanes::LaneCosts;
use super::metric::Metric;
use super::seed::{Directed, Location, RoadPoint, Share, along_segment};
use super::topology::{Hierarchy, NONE};

/// Targets whose costs from one source are computed in one pass. Each step of a minimum depends on the step before it:
/// with two targets, the processor has other work meanwhile and reads the source's label only once. Measured with 48
/// nodes, ten lanes, one native core: 149 ns per pair with one target, 54 with two, 83 with three, 91 with four; with
/// AVX 55, 38, 29 and 28.
const TOGETHER: usize = 2;

/// Costs between the points of two label sets.
#[derive(Clone, Debug)]
pub struct Table {
    sources: LabelSet,
    /// Shared by tables with the same targets.
    targets: Arc<LabelSet>,
    /// Paths around the segments that have a source and a target at different points, ascending by segment.
    around: Vec<(u32, Around)>,
}

/// Costs from the start of a segment in one direction, out of it by a turn, to its start in one
/// direction: `[from][to]`, 0 forward.
type Around = [[LaneCosts; 2]; 2];

impl Table {
    /// Prepares the pairs of all sources and all targets.
    ///
    /// # Panics
    /// A set was made for the other direction.
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

    /// Prepares the pairs of other sources with the same targets, whose labels are not copied.
    ///
    /// # Panics
    /// The set was not made for sources.
    #[must_use]
    pub fn with_sources(&self, hierarchy: &Hierarchy, metric: &Metric, sources: LabelSet) -> Self {
        Self::new(hierarchy, metric, sources, Arc::clone(&self.targets))
    }

    /// Writes the costs from one source to some targets, in all lanes, on the hierarchy and with the
    /// metric that the table was made for. Does not allocate. Fastest if neighbors in the list are
    /// neighbors in the hierarchy.
    ///
    /// # Panics
    /// A source or target does not exist, or `out` is shorter than `targets`.
    #[inline(never)]
    pub fn fill(
        &self,
        roads: (&Hierarchy, &Metric),
        source: usize,
        targets: &[u32],
        out: &mut [LaneCosts],
    ) {
        let (groups, alone) = targets.as_chunks::<TOGETHER>();
        let (of_groups, of_alone) = out[..targets.len()].as_chunks_mut::<TOGETHER>();
        for (targets, out) in groups.iter().zip(of_groups) {
            if let Some(costs) = self.between_cells(source, targets) {
                *out = costs;
                continue;
            }
            for (target, out) in targets.iter().zip(out) {
                *out = self.between(roads, source, *target);
            }
        }
        for (target, out) in alone.iter().zip(of_alone) {
            *out = self.between(roads, source, *target);
        }
    }

    /// The costs from one source to one target.
    #[inline(always)]
    fn between(&self, roads: (&Hierarchy, &Metric), source: usize, target: u32) -> LaneCosts {
        match self.between_cells(source, &[target]) {
            Some([costs]) => costs,
            None => self.at_one_place(roads, source, target as usize),
        }
    }

    /// The costs from one source to some targets, or `None` if the targets share different cells with it,
    /// or an end has no costs or is at the same place as the source.
    #[inline(always)]
    fn between_cells<const COUNT: usize>(
        &self,
        source: usize,
        targets: &[u32; COUNT],
    ) -> Option<[LaneCosts; COUNT]> {
        let from = &self.sources.labels[source];
        let to = targets.map(|target| &self.targets.labels[target as usize]);
        let has_costs = |to: &&Label| to.depth != NO_COSTS && to.key != from.key;
        let depths = to.map(|to| shared_depth(from, to));
        let is_shared = depths.iter().all(|depth| *depth == depths[0]);
        if from.depth == NO_COSTS || !is_shared || !to.iter().all(has_costs) {
            return None;
        }
        let head_start = self.sources.head_starts[source];
        let costs = combine(&self.sources, from, &self.targets, to, depths[0]);
        Some(costs.map(|cost| {
            if cost.is_reachable() {
                cost.less_where_reachable(&head_start)
            } else {
                LaneCosts::UNREACHABLE
            }
        }))
    }

    /// The cost between two ends if one has no costs, or both are at the same place.
    #[inline(never)]
    fn at_one_place(
        &self,
        roads: (&Hierarchy, &Metric),
        source: usize,
        target: usize,
    ) -> LaneCosts {
        let (from, to) = (&self.sources.labels[source], &self.targets.labels[target]);
        if from.key == to.key && from.key != UNKNOWN {
            self.within_location(roads, source, target)
        } else {
            LaneCosts::UNREACHABLE
        }
    }

    /// The cost between two ends on the same segment or at the same junction.
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
            // All ends on the segment are at the same point, so no path is shorter than staying there.
            return best;
        };
        let around = &self.around[position].1;
        for (from, costs) in Directed::BOTH.into_iter().zip(around) {
            let gone_at_source = source.cost_from_tail(from, metric);
            for (to, cost) in Directed::BOTH.into_iter().zip(costs) {
                if cost.is_reachable() {
                    let gone_at_target = target.cost_from_tail(to, metric);
                    let left = cost.less_where_reachable(&gone_at_source);
                    best.keep_smaller(&left.then(&gone_at_target));
                }
            }
        }
        best
    }
}

/// Segments that have a source and a target at different points, ascending.
fn segments_of_several_points(sources: &LabelSet, targets: &LabelSet) -> Vec<u32> {
    // Shares tell a point from others of its segment; the last entry is the set that it comes from.
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

/// The smallest sums over all nodes that a label shares with each of some others. It shares its cells with
/// all of them down to the same depth. None may be without costs.
#[inline(always)]
fn combine<const COUNT: usize>(
    sources: &LabelSet,
    from: &Label,
    targets: &LabelSet,
    to: [&Label; COUNT],
    depth: u8,
) -> [LaneCosts; COUNT] {
    let level = sources.levels[from.first_level as usize + depth as usize];
    let mut best = smallest_sums(
        sources.primary(from, level.primary_end),
        to.map(|to| targets.primary(to, level.primary_end)),
    );
    let starts_in_a = from.depth > depth && !is_in_b(from.path, depth);
    for (to, best) in to.into_iter().zip(&mut best) {
        let ends_in_b = to.depth > depth && is_in_b(to.path, depth);
        if !(starts_in_a || ends_in_b) {
            let others = [targets.others(to, &level)];
            let [sum] = smallest_sums(sources.others(from, &level), others);
            best.keep_smaller(&sum);
        }
    }
    best
}

/// Whether a path is on side B of its cell of this depth.
#[inline(always)]
fn is_in_b(path: u64, depth: u8) -> bool {
    (path >> (63 - depth)) & 1 == 1
}

/// The kernel: min-plus over contiguous memory, of one label with each of some others.
#[inline(always)]
fn smallest_sums<const COUNT: usize>(
    from: &[LaneCosts],
    to: [&[LaneCosts]; COUNT],
) -> [LaneCosts; COUNT] {
    let to = to.map(|to| &to[..from.len()]);
    let mut best = [LaneCosts::UNREACHABLE; COUNT];
    for (position, from) in from.iter().enumerate() {
        for (best, to) in best.iter_mut().zip(to) {
            best.keep_smaller(&from.then(&to[position]));
        }
    }
    best
}

/// The paths out of a segment by a turn and back to its start, for each direction of leaving and returning.
fn around_segment(hierarchy: &Hierarchy, metric: &Metric, segment: u32) -> Around {
    let mut around = [[LaneCosts::UNREACHABLE; 2]; 2];
    for (from, costs) in Directed::BOTH.into_iter().zip(&mut around) {
        let directed = from.of_segment(segment);
        let start = hierarchy.turns.start[directed];
        if start == NONE {
            continue;
        }
        // The turns lead to nodes in different cells, so each has its own label.
        let mut nexts = LabelSet::empty(Direction::Forward);
        let mut seeds = Seeds::default();
        for (next, turn) in metric.turns_of(hierarchy, start) {
            seeds.all.push((next, metric.segment(directed).then(&turn)));
            seeds.end(None);
        }
        nexts.push_all(hierarchy, metric, &seeds);
        for (to, cost) in Directed::BOTH.into_iter().zip(costs) {
            let ends = hierarchy.turns.ends(to.of_segment(segment));
            if ends.is_empty() {
                continue;
            }
            let mut seeds = Seeds::default();
            seeds.all.extend(ends.iter().map(|&end| (end, LaneCosts::ZERO)));
            seeds.end(None);
            let mut back = LabelSet::empty(Direction::Backward);
            back.push_all(hierarchy, metric, &seeds);
            for next in &nexts.labels {
                let back_there = &back.labels[0];
                let depth = shared_depth(next, back_there);
                let [around] = combine(&nexts, next, &back, [back_there], depth);
                cost.keep_smaller(&around);
            }
        }
    }
    around
}
