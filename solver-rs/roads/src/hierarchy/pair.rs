//! The costs of one pair in all lanes at once, without labels: for callers that need few pairs of many places.
//!
//! ```text
//!        r  ─┐
//!        │   │ shared: both climbs at once; arcs of nodes that are farther away than the best path so far in every
//!        s  ─┘ lane are skipped, which between nearby places is most of the chain
//!       / \
//!      u   w    below: each climb by itself, since no path is known yet
//! ```
//!
//! A label climbs to the root because it must serve any pair: two labels take as long as ten pairs of neighbors, while
//! evaluating a given plan needs one pair per stop. The costs are the same to the last bit.

use super::dissection::CellIdx;
use super::label::Climb;
use super::label_set::LabelSet;
use super::lanes::LaneCosts;
use super::metric::Metric;
use super::order::Order;
use super::seed::TripEnd;
use super::sharing::KeptCosts;
use super::table::Table;
use super::topology::Hierarchy;

/// Scratch memory for computing pairs on one hierarchy.
#[derive(Debug, Default)]
pub struct PairSearch {
    seeds: Vec<(u32, LaneCosts)>,
    from_source: Vec<LaneCosts>,
    to_target: Vec<LaneCosts>,
}

impl PairSearch {
    /// The costs from one place to another, equal to those in a [`Table`].
    pub fn costs(
        &mut self,
        hierarchy: &Hierarchy,
        metric: &Metric,
        source: TripEnd<'_>,
        target: TripEnd<'_>,
    ) -> LaneCosts {
        if source.location().is_beside(&target.location()) {
            // Paths along the segment and around it: tables handle these, and few pairs need them.
            let sources = LabelSet::of_sources(hierarchy, metric, [Some(source)].into_iter());
            let targets = LabelSet::of_targets(hierarchy, metric, [Some(target)].into_iter());
            let mut costs = [LaneCosts::UNREACHABLE];
            let table = Table::new(hierarchy, metric, sources, targets);
            table.fill((hierarchy, metric), 0, &[0], &mut costs);
            return costs[0];
        }
        let order = &hierarchy.order;
        self.seeds.clear();
        let head_start = source.source_seeds(hierarchy, metric, &mut self.seeds);
        let Some(from) = begin(order, &self.seeds, &mut self.from_source) else {
            return LaneCosts::UNREACHABLE;
        };
        self.seeds.clear();
        target.target_seeds(hierarchy, metric, &mut self.seeds);
        let Some(to) = begin(order, &self.seeds, &mut self.to_target) else {
            return LaneCosts::UNREACHABLE;
        };
        let chains = [&mut self.from_source[..], &mut self.to_target[..]];
        let costs = metric.meet(hierarchy, [from, to], chains);
        if costs.is_reachable() {
            costs.less_where_reachable(&head_start)
        } else {
            LaneCosts::UNREACHABLE
        }
    }
}

/// Puts seeds into an empty chain. Returns the lowest of their cells, or `None` without seeds.
fn begin(order: &Order, seeds: &[(u32, LaneCosts)], chain: &mut Vec<LaneCosts>) -> Option<CellIdx> {
    let lowest = order.lowest_cell(seeds.iter().map(|seed| seed.0))?;
    chain.clear();
    chain.resize(order.cell(lowest).chain_len() as usize, LaneCosts::UNREACHABLE);
    for (rank, cost) in seeds {
        chain[order.slot(*rank) as usize].keep_smaller(cost);
    }
    Some(lowest)
}

/// The smallest sums of costs at one node of two chains, which contain their seeds.
#[inline(never)]
pub(crate) fn meet<C: KeptCosts>(
    order: &Order,
    climbs: [Climb<'_, C>; 2],
    cells: [CellIdx; 2],
    chains: [&mut [LaneCosts]; 2],
) -> LaneCosts {
    let shared_depth = order.shared_depth(cells[0], cells[1]);
    let [from, to] = chains;
    let mut shared = cells[0];
    for (climb, cell, chain) in
        [(&climbs[0], cells[0], &mut *from), (&climbs[1], cells[1], &mut *to)]
    {
        let mut idx = cell;
        while order.cell(idx).depth > shared_depth {
            let cell = order.cell(idx);
            for (slot, rank) in cell.nodes_from_the_lowest() {
                if chain[slot as usize].is_reachable() {
                    climb.relax(slot, rank, chain);
                }
            }
            idx = cell.parent;
        }
        shared = idx;
    }
    let mut best = LaneCosts::UNREACHABLE;
    loop {
        let cell = order.cell(shared);
        for (slot, rank) in cell.nodes_from_the_lowest() {
            let [forward, backward] = [from[slot as usize], to[slot as usize]];
            best.keep_smaller(&forward.then(&backward));
            if forward.is_reachable() && forward.is_within(&best) {
                climbs[0].relax(slot, rank, from);
            }
            if backward.is_reachable() && backward.is_within(&best) {
                climbs[1].relax(slot, rank, to);
            }
        }
        if cell.depth == 0 {
            return best;
        }
        shared = cell.parent;
    }
}
