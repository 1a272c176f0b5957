//! Chooses routes that serve every visit once and together cost less than the best plan.
//!
//! A depth-first search over the columns whose reduced cost leaves room below the cost of the best plan. It branches on
//! the visit with the fewest columns left, and tries those with the lowest reduced costs first.

use std::ops::Range;

use super::columns::ColumnIdx;
use super::prices::{Choices, Prices};
use super::visit_set::VisitSet;
use crate::patience::Patience;
use crate::problem::VisitIdx;

/// The lowest gain worth a choice, as a share of its cost: beyond differences in the order of sums.
const GAIN_MIN: f64 = 1e-9;
/// Looks at candidates that take as long as a unit of work.
const LOOKS_PER_UNIT: usize = 30;
/// Looks that take as long as to count the visits of a candidate.
const COUNTED_LOOKS: usize = 4;

/// Columns that together serve each visit at most once.
pub(super) struct Selected {
    pub(super) cost: f64,
    pub(super) columns: Vec<ColumnIdx>,
}

/// A column, or that a visit is left out.
struct Candidate {
    reduced_cost: f64,
    cost: f64,
    visits: VisitSet,
    column: Option<ColumnIdx>,
    /// That of the shift; 0 if a visit is left out.
    class: usize,
}

impl Candidate {
    /// By how much it raises the bound, which takes for granted that columns of negative reduced cost are chosen.
    fn raise(&self) -> f64 {
        self.reduced_cost.max(0.0)
    }
}

/// Returns a choice that costs less than `upper`, the cheapest one found, if any. Columns qualify if their reduced cost
/// is less than `share` of the way from the bound to `upper`: cheap choices rarely consist of others. The search ends
/// after it has looked at `looks_max` columns, about 3 ns each.
pub(super) fn select(
    choices: &Choices<'_>,
    prices: &Prices,
    upper: f64,
    share: f64,
    (looks_max, patience): (usize, &Patience),
) -> Option<Selected> {
    let candidates = candidates(choices, prices, share * (upper - prices.bound));
    let mut tree = Tree {
        open: (0..).take(candidates.len()).collect(),
        candidates,
        counts: vec![0; choices.absence.len()],
        routes_left: choices.routes_max.to_vec(),
        upper: upper - GAIN_MIN * upper.abs(),
        looks_left: looks_max,
        patience,
        chosen: Vec::new(),
        best: None,
    };
    tree.extend(0, VisitSet::default(), prices.bound);
    let best = tree.best.take()?;
    let columns = best.iter().filter_map(|it| tree.candidates[*it as usize].column).collect();
    Some(Selected { cost: tree.cost_of(&best), columns })
}

/// Returns the candidates with a reduced cost below `room`, the lowest first.
fn candidates(choices: &Choices<'_>, prices: &Prices, room: f64) -> Vec<Candidate> {
    let columns = choices.columns;
    let mut candidates = Vec::new();
    for column in columns.all() {
        let reduced_cost = prices.reduced_cost(columns, column);
        if reduced_cost < room {
            let visits = VisitSet::of(columns.visits(column));
            let (cost, class) = (columns.cost(column), columns.class(column).at());
            let column = Some(column);
            candidates.push(Candidate { reduced_cost, cost, visits, column, class });
        }
    }
    for (visit, cost) in choices.absence.iter().enumerate() {
        let reduced_cost = cost - prices.of_visit[visit];
        if reduced_cost < room {
            let visits = VisitSet::of(&[VisitIdx::of(visit)]);
            candidates.push(Candidate {
                reduced_cost,
                cost: *cost,
                visits,
                column: None,
                class: 0,
            });
        }
    }
    candidates.sort_by(|a, b| a.reduced_cost.total_cmp(&b.reduced_cost));
    candidates
}

struct Tree<'a> {
    /// Lowest reduced cost first.
    candidates: Vec<Candidate>,
    /// For each chosen candidate and for none: those that may complete the choice, one list after the other.
    open: Vec<u32>,
    /// By visit: scratch of `hardest`.
    counts: Vec<u32>,
    /// By class.
    routes_left: Vec<usize>,
    upper: f64,
    looks_left: usize,
    patience: &'a Patience,
    chosen: Vec<u32>,
    best: Option<Vec<u32>>,
}

impl Tree<'_> {
    fn cost_of(&self, chosen: &[u32]) -> f64 {
        chosen.iter().map(|it| self.candidates[*it as usize].cost).sum()
    }

    /// Tries all ways to complete the chosen candidates, which settle these visits and prove this bound, by those that
    /// are open from a position on.
    fn extend(&mut self, from: usize, settled: VisitSet, bound: f64) {
        let to = self.open.len();
        let Some(visit) = self.hardest(from, &settled) else {
            let cost = self.cost_of(&self.chosen);
            if cost < self.upper {
                self.upper = cost - GAIN_MIN * cost.abs();
                self.best = Some(self.chosen.clone());
            }
            return;
        };
        for at in from..to {
            let position = self.open[at];
            let candidate = &self.candidates[position as usize];
            let bound = bound + candidate.raise();
            if bound >= self.upper || self.looks_left == 0 {
                break;
            }
            let (class, routes) = (candidate.class, usize::from(candidate.column.is_some()));
            if !candidate.visits.contains(visit) || routes > self.routes_left[class] {
                continue;
            }
            let settled = settled.with(&candidate.visits);
            self.routes_left[class] -= routes;
            self.chosen.push(position);
            self.open_disjoint(from..to, &settled, bound);
            self.extend(to, settled, bound);
            self.open.truncate(to);
            self.chosen.pop();
            self.routes_left[class] += routes;
        }
    }

    /// Opens those of the open candidates that settle other visits and keep the bound below the upper one.
    fn open_disjoint(&mut self, among: Range<usize>, settled: &VisitSet, bound: f64) {
        self.look(among.len());
        for at in among {
            let position = self.open[at];
            let candidate = &self.candidates[position as usize];
            if bound + candidate.raise() >= self.upper {
                return;
            }
            if candidate.visits.is_disjoint(settled) {
                self.open.push(position);
            }
        }
    }

    fn look(&mut self, looks: usize) {
        self.looks_left = self.looks_left.saturating_sub(looks);
        if self.patience.spend(looks / LOOKS_PER_UNIT) {
            self.looks_left = 0;
        }
    }

    /// Returns the visit with the fewest candidates open from a position on; `None` if all visits are settled.
    fn hardest(&mut self, from: usize, settled: &VisitSet) -> Option<VisitIdx> {
        self.look(COUNTED_LOOKS * (self.open.len() - from));
        self.counts.fill(0);
        for position in &self.open[from..] {
            let counts = &mut self.counts;
            self.candidates[*position as usize].visits.each(|it| counts[it.at()] += 1);
        }
        let visits = (0..self.counts.len()).map(VisitIdx::of);
        visits.filter(|it| !settled.contains(*it)).min_by_key(|it| self.counts[it.at()])
    }
}
