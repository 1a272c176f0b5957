//! The routes of the pool: for each class of shifts and set of visits, the cheapest route that the search has made.
//!
//! ```text
//! column  [ 0, 9.1 | 0, 7.4 | 1, 8.0 ]     class, cost, steps
//! ends    [ 3      | 5      | 8      ]
//! visits  [ 4 7 9  | 1 2    | 1 4 8  ]     one column after the other
//! ```

use super::ties::Ties;
use crate::evaluate::Step;
use crate::instance::ClassIdx;
use crate::problem::VisitIdx;
use crate::search::plan::route::StartRange;
use crate::search::random::mix;

/// Maximum number of columns, and of visits of all columns together.
pub(super) const COLUMNS_MAX: usize = 1 << 15;
const LISTED_VISITS_MAX: usize = 1 << 19;
/// Slots of the hash table, of which at most half are taken.
const SLOTS: usize = 2 * COLUMNS_MAX;
const FREE: u32 = u32::MAX;

/// The position of a route in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ColumnIdx(u32);

impl ColumnIdx {
    pub(super) fn of(position: usize) -> Self {
        Self(u32::try_from(position).expect("few columns"))
    }

    pub(super) const fn at(self) -> usize {
        self.0 as usize
    }
}

/// A route without its visits.
struct Column {
    class: ClassIdx,
    /// How many of the last listed visits a choice leaves out.
    left_out: u32,
    cost: f64,
    /// A hash of the class and the served visits; among 32,000 columns, the probability that two are equal is below
    /// 10⁻¹⁰.
    key: u64,
    steps: Box<[Step]>,
    /// When visits can start on which those of other routes depend.
    ranges: Box<[StartRange]>,
}

#[derive(Default)]
pub(super) struct Columns {
    columns: Vec<Column>,
    visits: Vec<VisitIdx>,
    ends: Vec<u32>,
    /// A hash table with linear probing: positions of columns, or `FREE`.
    slots: Vec<u32>,
    ties: Ties,
}

impl Columns {
    pub(super) fn new(ties: Ties) -> Self {
        Self { ties, ..Self::default() }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = ColumnIdx> + use<> {
        (0..self.columns.len()).map(ColumnIdx::of)
    }

    pub(super) fn is_full(&self) -> bool {
        self.columns.len() >= COLUMNS_MAX || self.visits.len() >= LISTED_VISITS_MAX
    }

    /// Returns the number of visits of all columns together.
    pub(super) fn visit_count(&self) -> usize {
        self.visits.len()
    }

    pub(super) fn class(&self, column: ColumnIdx) -> ClassIdx {
        self.columns[column.at()].class
    }

    /// Returns what the route adds to the score.
    pub(super) fn cost(&self, column: ColumnIdx) -> f64 {
        self.columns[column.at()].cost
    }

    /// Returns the visits that the route settles, each of them once: those that it serves, and those that a choice with
    /// the route leaves out.
    #[inline]
    pub(super) fn visits(&self, column: ColumnIdx) -> &[VisitIdx] {
        let start = if column.0 == 0 { 0 } else { self.ends[column.at() - 1] };
        &self.visits[start as usize..self.ends[column.at()] as usize]
    }

    /// Returns those of them that are left out.
    pub(super) fn left_out(&self, column: ColumnIdx) -> &[VisitIdx] {
        let visits = self.visits(column);
        &visits[visits.len() - self.columns[column.at()].left_out as usize..]
    }

    /// Returns when the route can start visits on which those of other routes depend.
    pub(super) fn ranges(&self, column: ColumnIdx) -> &[StartRange] {
        &self.columns[column.at()].ranges
    }

    pub(super) fn steps(&self, column: ColumnIdx) -> &[Step] {
        &self.columns[column.at()].steps
    }

    pub(super) const fn ties(&self) -> &Ties {
        &self.ties
    }

    /// Adds a route of these visits, which may be repeated if all routes repeat them as often. Replaces a route of the
    /// same class and visits if that costs more, and does nothing if it does not, if the pool is full, or if no choice
    /// can contain the route. O(visits).
    pub(super) fn add(
        &mut self,
        class: ClassIdx,
        visits: impl Iterator<Item = VisitIdx> + Clone,
        steps: &[Step],
        cost: f64,
        ranges: impl Iterator<Item = StartRange>,
    ) {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, FREE);
        }
        let hashed = visits.clone().map(|it| mix(u64::from(it.0)));
        let key = hashed.fold(mix(u64::from(class.0) << 32), u64::wrapping_add);
        let slot = self.slot(key);
        let ties = &self.ties;
        let ranges = ranges.filter(|it| ties.is_tied(it.visit));
        if self.slots[slot] != FREE {
            let column = &mut self.columns[self.slots[slot] as usize];
            if cost < column.cost {
                column.cost = cost;
                column.steps = steps.into();
                column.ranges = ranges.collect();
            }
            return;
        }
        if self.is_full() {
            return;
        }
        let start = self.visits.len();
        for visit in visits {
            if !self.visits[start..].contains(&visit) {
                self.visits.push(visit);
            }
        }
        let Some(left_out) = self.ties.left_out(&self.visits[start..]) else {
            self.visits.truncate(start);
            return;
        };
        let ranges = ranges.collect();
        self.visits.extend_from_slice(&left_out);
        let left_out = u32::try_from(left_out.len()).expect("few visits");
        self.push(slot, Column { class, left_out, cost, key, steps: steps.into(), ranges });
    }

    /// Adds a column whose visits are listed last.
    fn push(&mut self, slot: usize, column: Column) {
        self.slots[slot] = ColumnIdx::of(self.columns.len()).0;
        self.ends.push(u32::try_from(self.visits.len()).expect("few columns of few visits"));
        self.columns.push(column);
    }

    /// Returns the slot of the column of this key, or a free one for it.
    fn slot(&self, key: u64) -> usize {
        let mut slot = usize::try_from(key % SLOTS as u64).expect("few slots");
        while self.slots[slot] != FREE && self.columns[self.slots[slot] as usize].key != key {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }

    /// Keeps only the columns for which `keeps` returns true; they move up.
    pub(super) fn retain(&mut self, keeps: impl Fn(ColumnIdx) -> bool) {
        let columns = std::mem::take(&mut self.columns);
        let (visits, ends) = (std::mem::take(&mut self.visits), std::mem::take(&mut self.ends));
        self.slots.fill(FREE);
        let mut start = 0;
        for (at, (column, end)) in columns.into_iter().zip(ends).enumerate() {
            let end = end as usize;
            if keeps(ColumnIdx::of(at)) {
                self.visits.extend_from_slice(&visits[start..end]);
                let slot = self.slot(column.key);
                self.push(slot, column);
            }
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(columns: &mut Columns, class: u32, visits: &[u32], cost: f64) {
        let steps = [Step::Reload(0)];
        let visits = visits.iter().map(|it| VisitIdx(*it));
        columns.add(ClassIdx(class), visits, &steps, cost, std::iter::empty());
    }

    fn costs(columns: &Columns) -> Vec<f64> {
        columns.all().map(|it| columns.cost(it)).collect()
    }

    #[test]
    fn the_cheapest_route_of_a_class_and_set_of_visits_stays() {
        let mut columns = Columns::default();
        add(&mut columns, 0, &[1, 2], 5.0);
        add(&mut columns, 0, &[2, 1], 4.0);
        add(&mut columns, 0, &[1, 2], 6.0);
        add(&mut columns, 1, &[1, 2], 7.0);
        add(&mut columns, 0, &[1, 2, 3], 8.0);
        assert_eq!(costs(&columns), [4.0, 7.0, 8.0]);
        let classes: Vec<ClassIdx> = columns.all().map(|it| columns.class(it)).collect();
        assert_eq!(classes, [0, 1, 0].map(ClassIdx));
    }

    #[test]
    fn a_visit_of_two_stops_is_listed_once() {
        let mut columns = Columns::default();
        add(&mut columns, 0, &[5], 1.0);
        add(&mut columns, 0, &[3, 1, 3, 1], 1.0);
        assert_eq!(columns.visits(ColumnIdx(1)), [3, 1].map(VisitIdx));
    }

    #[test]
    fn columns_that_are_not_retained_can_be_added_again() {
        let mut columns = Columns::default();
        for visit in 0..100 {
            add(&mut columns, 0, &[visit, visit + 1], f64::from(visit));
        }
        columns.retain(|it| it.at() % 2 == 1);
        assert_eq!(columns.all().count(), 50);
        assert_eq!(columns.visits(ColumnIdx(1)), [3, 4].map(VisitIdx));
        add(&mut columns, 0, &[4, 3], 0.5);
        add(&mut columns, 0, &[4, 5], 0.25);
        assert_eq!(costs(&columns)[..3], [1.0, 0.5, 5.0]);
        assert_eq!(costs(&columns)[50..], [0.25]);
    }

    #[test]
    fn a_full_pool_takes_only_cheaper_routes_of_the_same_visits() {
        let mut columns = Columns::default();
        for visit in 0..40_000 {
            add(&mut columns, 0, &[visit], 2.0);
        }
        assert_eq!(columns.all().count(), COLUMNS_MAX);
        add(&mut columns, 0, &[7], 1.0);
        assert_eq!(columns.cost(ColumnIdx(7)), 1.0);
    }
}
