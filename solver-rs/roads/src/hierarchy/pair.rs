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
use super::label_set::LabelSet;
use super::lanes::LaneCosts;
use super::metric::Metric;
use super::order::Order;
use super::seed::TripEnd;
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
