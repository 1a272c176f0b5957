//! The routes of the pool: for each class of shifts and set of visits, the cheapest route that the search has made.
//!
//! ```text
//! class  [ 0    0    1  ]      ends    [ 3         5    8         ]      one entry per column
//! cost   [ 9.1  7.4  8.0]      visits  [ 4 7 9  |  1 2  | 1 4 8   ]      one column after the other
//! ```

use crate::evaluate::Step;
use crate::instance::ClassIdx;
use crate::problem::VisitIdx;
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

#[derive(Default)]
pub(super) struct Columns {
    classes: Vec<ClassIdx>,
    costs: Vec<f64>,
    /// Hashes of class and visits; among 32,000 columns, the probability that two are equal is below 10⁻¹⁰.
    keys: Vec<u64>,
    visits: Vec<VisitIdx>,
    ends: Vec<u32>,
    steps: Vec<Box<[Step]>>,
    /// A hash table with linear probing: positions of columns, or `FREE`.
    slots: Vec<u32>,
}

impl Columns {
    pub(super) fn all(&self) -> impl Iterator<Item = ColumnIdx> + use<> {
        (0..self.costs.len()).map(ColumnIdx::of)
    }

    pub(super) fn is_full(&self) -> bool {
        self.costs.len() >= COLUMNS_MAX || self.visits.len() >= LISTED_VISITS_MAX
    }

    /// Returns the number of visits of all columns together.
    pub(super) fn visit_count(&self) -> usize {
        self.visits.len()
    }

    pub(super) fn class(&self, column: ColumnIdx) -> ClassIdx {
        self.classes[column.at()]
    }

    /// Returns what the route adds to the score.
    pub(super) fn cost(&self, column: ColumnIdx) -> f64 {
        self.costs[column.at()]
    }

    /// Returns the visits of the route, each of them once.
    #[inline]
    pub(super) fn visits(&self, column: ColumnIdx) -> &[VisitIdx] {
        let start = if column.0 == 0 { 0 } else { self.ends[column.at() - 1] };
        &self.visits[start as usize..self.ends[column.at()] as usize]
    }

    pub(super) fn steps(&self, column: ColumnIdx) -> &[Step] {
        &self.steps[column.at()]
    }

    /// Adds a route of these visits, which may be repeated if all routes repeat them as often. Replaces a route of the
    /// same class and visits if that costs more, and does nothing if it does not or the pool is full. O(visits).
    pub(super) fn add(
        &mut self,
        class: ClassIdx,
        visits: impl Iterator<Item = VisitIdx> + Clone,
        steps: &[Step],
        cost: f64,
    ) {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, FREE);
        }
        let hashed = visits.clone().map(|it| mix(u64::from(it.0)));
        let key = hashed.fold(mix(u64::from(class.0) << 32), u64::wrapping_add);
        let slot = self.slot(key);
        if self.slots[slot] != FREE {
            let column = self.slots[slot] as usize;
            if cost < self.costs[column] {
                self.costs[column] = cost;
                self.steps[column] = steps.into();
            }
            return;
        }
        if self.is_full() {
            return;
        }
        self.slots[slot] = ColumnIdx::of(self.costs.len()).0;
        self.classes.push(class);
        self.costs.push(cost);
        self.keys.push(key);
        let start = self.visits.len();
        for visit in visits {
            if !self.visits[start..].contains(&visit) {
                self.visits.push(visit);
            }
        }
        self.ends.push(u32::try_from(self.visits.len()).expect("few columns of few visits"));
        self.steps.push(steps.into());
    }

    /// Returns the slot of the column of this key, or a free one for it.
    fn slot(&self, key: u64) -> usize {
        let mut slot = usize::try_from(key % SLOTS as u64).expect("few slots");
        while self.slots[slot] != FREE && self.keys[self.slots[slot] as usize] != key {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }

    /// Keeps only these columns, and changes their positions to the given order.
    pub(super) fn retain(&mut self, kept: impl Iterator<Item = ColumnIdx>) {
        let mut before = std::mem::take(self);
        self.slots.resize(SLOTS, FREE);
        for column in kept {
            let key = before.keys[column.at()];
            let slot = self.slot(key);
            self.slots[slot] = ColumnIdx::of(self.costs.len()).0;
            self.classes.push(before.class(column));
            self.costs.push(before.cost(column));
            self.keys.push(key);
            self.visits.extend_from_slice(before.visits(column));
            self.ends.push(u32::try_from(self.visits.len()).expect("no more than before"));
            self.steps.push(std::mem::take(&mut before.steps[column.at()]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(columns: &mut Columns, class: u32, visits: &[u32], cost: f64) {
        let steps = [Step::Reload(0)];
        columns.add(ClassIdx(class), visits.iter().map(|it| VisitIdx(*it)), &steps, cost);
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
        columns.retain((0..50).map(|it| ColumnIdx(2 * it + 1)));
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
