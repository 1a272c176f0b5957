//! Chooses routes that serve every visit once and together cost less than the best plan.
//!
//! A depth-first search over the columns whose reduced cost leaves room below the cost of the best plan. It branches on
//! the visit with the fewest columns left, and tries those with the lowest reduced costs first. Columns that start tied
//! visits at times that do not go together exclude one another.

use std::ops::Range;

use super::columns::ColumnIdx;
use super::neighborhood::MemberIdx;
use super::prices::{Choices, Prices};
use super::ties::Ties;
use super::visit_set::VisitSet;
use crate::patience::Patience;
use crate::problem::Window;
use crate::search::plan::route::StartRange;

/// The lowest gain worth a choice, as a share of its cost: beyond differences in the order of sums.
const GAIN_MIN: f64 = 1e-9;
/// Looks at candidates that take as long as a unit of work.
const LOOKS_PER_UNIT: usize = 30;
/// Looks that take as long as to count the visits of a candidate.
const COUNTED_LOOKS: usize = 4;

/// Which columns to search, and for how long.
#[derive(Clone, Copy)]
pub(super) struct Extent<'a> {
    /// Columns qualify if their reduced cost is less than this share of the way from the bound to the cost of the best
    /// plan: cheap choices rarely consist of others.
    pub(super) share: f64,
    /// Looks at columns after which the search ends, about 3 ns each.
    pub(super) looks_max: usize,
    pub(super) patience: &'a Patience,
}

/// What becomes of a choice that costs less than the best plan, given its columns and their cost: the cost of the plan
/// that it makes, or `None` if that is no better.
pub(super) type Accept<'a> = &'a mut dyn FnMut(&[ColumnIdx], f64) -> Option<f64>;

/// A column, or that visits are left out.
struct Candidate<'a> {
    reduced_cost: f64,
    cost: f64,
    visits: VisitSet,
    column: Option<ColumnIdx>,
    /// That of the shift; 0 if visits are left out.
    class: usize,
    ranges: &'a [StartRange],
}

impl Candidate<'_> {
    /// By how much it raises the bound, which takes for granted that columns of negative reduced cost are chosen.
    fn raise(&self) -> f64 {
        self.reduced_cost.max(0.0)
    }
}

/// Passes choices that cost less than `upper` to `accept`, and after each accepted one only cheaper ones.
pub(super) fn select(
    choices: &Choices<'_>,
    prices: &Prices,
    upper: f64,
    extent: Extent<'_>,
    accept: Accept<'_>,
) {
    let candidates = candidates(choices, prices, extent.share * (upper - prices.bound));
    let mut tree = Tree {
        open: (0..).take(candidates.len()).collect(),
        candidates,
        ties: choices.columns.ties(),
        allowed: vec![Window::ALWAYS; choices.columns.ties().visit_count()],
        counts: vec![0; choices.member_count],
        routes_left: choices.routes_max.to_vec(),
        upper: upper - GAIN_MIN * upper.abs(),
        looks_left: extent.looks_max,
        patience: extent.patience,
        chosen: Vec::new(),
        accept,
    };
    tree.extend(0, VisitSet::default(), prices.bound);
}

/// Returns the candidates with a reduced cost below `room`, the lowest first.
fn candidates<'a>(choices: &Choices<'a>, prices: &Prices, room: f64) -> Vec<Candidate<'a>> {
    let columns = choices.columns;
    let mut candidates = Vec::new();
    for column in choices.all() {
        let reduced_cost = prices.reduced_cost(choices, column);
        if reduced_cost < room {
            candidates.push(Candidate {
                reduced_cost,
                cost: choices.costs[column],
                visits: VisitSet::of(choices.members(column)),
                column: Some(choices.origins[column]),
                class: choices.classes[column].at(),
                ranges: columns.ranges(choices.origins[column]),
            });
        }
    }
    for (members, cost) in &choices.absences {
        let reduced_cost = cost - prices.paid_by(members);
        if reduced_cost < room {
            candidates.push(Candidate {
                reduced_cost,
                cost: *cost,
                visits: VisitSet::of(members),
                column: None,
                class: 0,
                ranges: &[],
            });
        }
    }
    candidates.sort_by(|a, b| a.reduced_cost.total_cmp(&b.reduced_cost));
    candidates
}

struct Tree<'a> {
    /// Lowest reduced cost first.
    candidates: Vec<Candidate<'a>>,
    ties: &'a Ties,
    /// By visit: when it may start beside the chosen candidates.
    allowed: Vec<Window>,
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
    accept: Accept<'a>,
}

impl Tree<'_> {
    /// Tries all ways to complete the chosen candidates, which settle these visits and prove this bound, by those that
    /// are open from a position on.
    fn extend(&mut self, from: usize, settled: VisitSet, bound: f64) {
        let to = self.open.len();
        let Some(visit) = self.hardest(from, &settled) else {
            self.complete();
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
            let before = self.allow_beside(position);
            self.open_fitting(from..to, &settled, bound);
            self.extend(to, settled, bound);
            if let Some(before) = before {
                self.allowed = before;
            }
            self.open.truncate(to);
            self.chosen.pop();
            self.routes_left[class] += routes;
        }
    }

    /// Passes the chosen candidates on if they cost less than the best plan.
    fn complete(&mut self) {
        let chosen = self.chosen.iter().map(|it| &self.candidates[*it as usize]);
        let cost = chosen.clone().map(|it| it.cost).sum();
        if cost < self.upper {
            let columns: Vec<ColumnIdx> = chosen.filter_map(|it| it.column).collect();
            if let Some(cost) = (self.accept)(&columns, cost) {
                self.upper = cost - GAIN_MIN * cost.abs();
            }
        }
    }

    /// Narrows the allowed starts to those beside a candidate; returns those before, if it ties any.
    fn allow_beside(&mut self, position: u32) -> Option<Vec<Window>> {
        let ranges = self.candidates[position as usize].ranges;
        let before = (!ranges.is_empty()).then(|| self.allowed.clone());
        ranges.iter().for_each(|it| self.ties.narrow(it, &mut self.allowed));
        before
    }

    /// Returns whether a candidate can start its visits when the chosen ones allow it.
    #[inline]
    fn is_in_time(&self, candidate: &Candidate<'_>) -> bool {
        candidate.ranges.iter().all(|it| {
            let allowed = self.allowed[it.visit.at()];
            it.earliest_at <= allowed.end_at && it.latest_at >= allowed.start_at
        })
    }

    /// Opens those of the open candidates that fit: they settle other visits, are in time, and keep the bound below the
    /// upper one.
    fn open_fitting(&mut self, among: Range<usize>, settled: &VisitSet, bound: f64) {
        self.look(among.len());
        for at in among {
            let position = self.open[at];
            let candidate = &self.candidates[position as usize];
            if bound + candidate.raise() >= self.upper {
                return;
            }
            if candidate.visits.is_disjoint(settled) && self.is_in_time(candidate) {
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
    fn hardest(&mut self, from: usize, settled: &VisitSet) -> Option<MemberIdx> {
        self.look(COUNTED_LOOKS * (self.open.len() - from));
        self.counts.fill(0);
        for position in &self.open[from..] {
            let counts = &mut self.counts;
            self.candidates[*position as usize].visits.each(|it| counts[it.at()] += 1);
        }
        let visits = (0..self.counts.len()).map(MemberIdx::of);
        visits.filter(|it| !settled.contains(*it)).min_by_key(|it| self.counts[it.at()])
    }
}
