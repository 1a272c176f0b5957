//! Label sets: the labels of many trip ends, laid out for computing pairs.
//!
//! ```text
//! seeds of all ends ─► sorted by cell ─► one climb each ─► costs in that order, labels in the order of ends
//! ```
//!
//! Neighbors climb mostly the same arcs, which are then still in the cache, and their labels are adjacent in memory
//! when a table reads them. Climbing two at once, so that an arc is read once for both, gained nothing measurable.

use super::contraction::count_u32;
use super::dissection::CellIdx;
use super::label::{Direction, split_chain};
use super::lanes::LaneCosts;
use super::metric::Metric;
use super::seed::{Location, TripEnd};
use super::topology::Hierarchy;

/// Labels of many points, all of sources or all of targets.
#[derive(Clone, Debug)]
pub struct LabelSet {
    pub(super) direction: Direction,
    pub(super) ends: Vec<Option<Location>>,
    pub(super) labels: Vec<Label>,
    /// One per label of a source: the amount by which its costs were raised. Empty for targets.
    pub(super) head_starts: Vec<LaneCosts>,
    pub(super) costs: Vec<LaneCosts>,
    pub(super) levels: Vec<Level>,
}

/// One label: the positions of its parts and of its cell. It is small because a pair reads two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    pub(super) path: u64,
    /// Position of its first cost. 4 GiB hold fewer than 2^32 costs, and native builds compute no more labels.
    pub(super) first_cost: u32,
    pub(super) primary_len: u32,
    /// The position of its first level.
    pub(super) first_level: u32,
    /// Equal for ends on the same segment, and for ends at the same junction.
    pub(super) key: u32,
    /// The depth of its cell, or `NO_COSTS`.
    pub(super) depth: u8,
}

/// The depth of a label without costs: one off the map, or where no trip can start or end.
pub(super) const NO_COSTS: u8 = u8::MAX;
/// The key of a label that belongs to no trip end, and so shares no road with one.
pub(super) const UNKNOWN: u32 = u32::MAX;
/// Marks the keys of junctions. There are fewer than 2^30 segments, so fewer than 2^31 directed segments.
const AT_JUNCTION: u32 = 1 << 31;

fn key_of(location: Location) -> u32 {
    match location {
        Location::OnSegment(point) => point.segment,
        Location::AtJunction(leaving) => AT_JUNCTION | leaving,
    }
}

/// The parts of a label that it shares with another label if their lowest common cell is on this level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) primary_end: u32,
    pub(super) others_first: u32,
    pub(super) others_end: u32,
}

impl Label {
    fn without_costs(location: Option<Location>) -> Self {
        let key = location.map_or(UNKNOWN, key_of);
        Self { path: 0, first_cost: 0, primary_len: 0, first_level: 0, key, depth: NO_COSTS }
    }
}

/// The seeds of several ends, one end after the other.
#[derive(Default)]
pub(super) struct Seeds {
    pub(super) all: Vec<(u32, LaneCosts)>,
    /// The location of each end, and the number of seeds up to its last one.
    ends: Vec<(Option<Location>, usize)>,
}

impl Seeds {
    /// Ends the seeds of a trip end: those that were added since the end before.
    pub(super) fn end(&mut self, location: Option<Location>) {
        self.ends.push((location, self.all.len()));
    }

    fn of(&self, end: usize) -> &[(u32, LaneCosts)] {
        let first = end.checked_sub(1).map_or(0, |before| self.ends[before].1);
        &self.all[first..self.ends[end].1]
    }
}

impl LabelSet {
    /// Labels of sources. A source that is `None` reaches nothing.
    #[must_use]
    pub fn of_sources<'a>(
        hierarchy: &Hierarchy,
        metric: &Metric,
        sources: impl Iterator<Item = Option<impl Into<TripEnd<'a>>>>,
    ) -> Self {
        let mut set = Self::empty(Direction::Forward);
        let mut seeds = Seeds::default();
        for source in sources {
            let source = source.map(Into::into);
            let head_start = source.map_or(LaneCosts::ZERO, |source| {
                source.source_seeds(hierarchy, metric, &mut seeds.all)
            });
            set.head_starts.push(head_start);
            seeds.end(source.map(|source| source.location()));
        }
        set.push_all(hierarchy, metric, &seeds);
        set
    }

    /// Labels of targets. A target that is `None` is reached from nowhere.
    #[must_use]
    pub fn of_targets<'a>(
        hierarchy: &Hierarchy,
        metric: &Metric,
        targets: impl Iterator<Item = Option<impl Into<TripEnd<'a>>>>,
    ) -> Self {
        let mut set = Self::empty(Direction::Backward);
        let mut seeds = Seeds::default();
        for target in targets {
            let target = target.map(Into::into);
            if let Some(target) = target {
                target.target_seeds(hierarchy, metric, &mut seeds.all);
            }
            seeds.end(target.map(|target| target.location()));
        }
        set.push_all(hierarchy, metric, &seeds);
        set
    }

    pub(super) fn empty(direction: Direction) -> Self {
        Self {
            direction,
            ends: Vec::new(),
            labels: Vec::new(),
            head_starts: Vec::new(),
            costs: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// Adds the labels of all ends.
    pub(super) fn push_all(&mut self, hierarchy: &Hierarchy, metric: &Metric, seeds: &Seeds) {
        let order = &hierarchy.order;
        let count = seeds.ends.len();
        self.ends.extend(seeds.ends.iter().map(|end| end.0));
        self.labels.extend(seeds.ends.iter().map(|end| Label::without_costs(end.0)));
        let cell_of = |end| order.lowest_cell(seeds.of(end).iter().map(|seed| seed.0));
        // Cells are numbered from the root down, one side after the other: cells with close numbers share
        // most of their chains.
        let mut climbing: Vec<(CellIdx, usize)> =
            (0..count).filter_map(|end| Some((cell_of(end)?, end))).collect();
        climbing.sort_unstable_by_key(|&(cell, end)| (cell.0, end));
        let mut chain = Vec::new();
        for (cell, end) in climbing {
            chain.clear();
            chain.resize(order.cell(cell).chain_len() as usize, LaneCosts::UNREACHABLE);
            for (rank, cost) in seeds.of(end) {
                chain[order.slot(*rank) as usize].keep_smaller(cost);
            }
            metric.climb(hierarchy, self.direction, cell, &mut chain);
            self.labels[end] = self.label(hierarchy, cell, &chain, self.ends[end]);
        }
    }

    /// Stores the costs of a climbed chain.
    fn label(
        &mut self,
        hierarchy: &Hierarchy,
        cell_idx: CellIdx,
        chain: &[LaneCosts],
        location: Option<Location>,
    ) -> Label {
        let order = &hierarchy.order;
        let cell = order.cell(cell_idx);
        let (first_cost, first_level) = (self.costs.len(), count_u32(self.levels.len()));
        self.costs.resize(first_cost + chain.len(), LaneCosts::UNREACHABLE);
        split_chain(order, cell_idx, chain, &mut self.costs[first_cost..]);
        self.push_levels(hierarchy, cell_idx);
        Label {
            path: cell.path,
            first_cost: count_u32(first_cost),
            primary_len: cell.primaries_above + cell.primary_count,
            first_level,
            key: location.map_or(UNKNOWN, key_of),
            depth: cell.depth,
        }
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

    /// Costs of the primary nodes from the root down, up to `end`.
    #[inline(always)]
    pub(super) fn primary(&self, label: &Label, end: u32) -> &[LaneCosts] {
        &self.costs[label.first_cost as usize..][..end as usize]
    }

    /// Costs of the other nodes of one level.
    #[inline(always)]
    pub(super) fn others(&self, label: &Label, level: &Level) -> &[LaneCosts] {
        let first = label.first_cost + label.primary_len + level.others_first;
        &self.costs[first as usize..][..(level.others_end - level.others_first) as usize]
    }
}

/// The depth of the lowest cell that two labels share.
#[inline(always)]
pub(super) fn shared_depth(from: &Label, to: &Label) -> u8 {
    // Paths end in zeros below their cell, so both depths limit the shared length.
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    let shared_bits = (from.path ^ to.path).leading_zeros() as u8;
    shared_bits.min(from.depth).min(to.depth)
}
