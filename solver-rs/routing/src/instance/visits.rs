//! Visits: load, weight and cost of each.

use super::{Instance, NOWHERE};
use crate::problem::{
    Order, Priorities, Problem, RelationIdx, Shift, StopKind, TIME_MAX, TIME_MIN, UNLIMITED,
    Vehicle, Window,
};

/// Upper bound of the sum of all ranks. Locks weigh more than that, and both together fit 128 bits.
const SUM_MAX: i128 = 1 << 120;

/// The stops of a visit, as far as insertion distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One stop.
    Single,
    /// One pickup, then one dropoff of the same load.
    Pair,
    /// Anything else.
    Many,
}

/// Returns whether some windows are narrower than the shifts.
pub(super) fn is_windowed(problem: &Problem) -> bool {
    let starts_at = problem.shifts.iter().map(|it| it.start_at).min().unwrap_or(TIME_MIN);
    let ends_at = problem.shifts.iter().map(|it| it.latest_end_at).max().unwrap_or(TIME_MAX);
    let is_wide = |it: &Window| it.start_at <= starts_at && it.end_at >= ends_at;
    problem.options.iter().any(|it| !it.windows.iter().all(is_wide))
}

/// Returns whether at least half of the visits may be left out at a price.
pub(super) fn are_mostly_optional(problem: &Problem) -> bool {
    let orders = problem.orders.iter().filter(|it| !it.mandatory);
    let optional: usize = orders.map(|it| it.visits.len()).sum();
    optional > 0 && 2 * optional >= problem.visits.len()
}

/// By visit: the vehicle that serves it in the given plan, else `NOWHERE`. Empty if changes cost nothing.
pub(super) fn planned_vehicles(problem: &Problem) -> Vec<u32> {
    if problem.objective.change_cost == 0.0 || problem.plan.is_empty() {
        return Vec::new();
    }
    let mut planned = vec![NOWHERE; problem.visits.len()];
    for route in &problem.plan {
        let vehicle = problem.shifts[route.shift.at()].vehicle;
        for it in &route.stops {
            planned[problem.stops[it.stop.at()].visit.at()] = vehicle.0;
        }
    }
    planned
}

/// By stop: when its service starts in the given plan, else `TIME_MAX`. Empty if other times cost nothing.
pub(super) fn planned_starts(problem: &Problem) -> Vec<i64> {
    if problem.objective.delay_cost_per_hour == 0.0 || problem.plan.is_empty() {
        return Vec::new();
    }
    let mut planned = vec![TIME_MAX; problem.stops.len()];
    for it in problem.plan.iter().flat_map(|it| &it.stops) {
        planned[it.stop.at()] = it.starts_at.unwrap_or(TIME_MAX);
    }
    planned
}

impl Instance<'_> {
    /// Indexes the relations of each visit: scanning all relations for each visit takes minutes if there are many of
    /// both.
    pub(super) fn add_relations(&mut self, problem: &Problem) {
        let mut first = vec![0_u32; problem.visits.len() + 1];
        let named = || problem.relations.iter().flat_map(|it| &it.visits);
        for visit in named() {
            first[visit.at() + 1] += 1;
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        self.relations = vec![RelationIdx(0); first[first.len() - 1] as usize];
        for (position, relation) in problem.relations.iter().enumerate() {
            for visit in &relation.visits {
                self.relations[next[visit.at()] as usize] = RelationIdx::of(position);
                next[visit.at()] += 1;
            }
        }
        self.relation_first = first;
    }

    pub(super) fn add_visits(&mut self, problem: &Problem) {
        let mut largest = vec![1_i64; self.dimensions];
        for vehicle in &problem.vehicles {
            for (dimension, capacity) in vehicle.capacity.iter().enumerate() {
                if *capacity < UNLIMITED {
                    largest[dimension] = largest[dimension].max(*capacity);
                }
            }
        }
        for visit in &problem.visits {
            let stops = visit.stops.start as usize..visit.stops.end as usize;
            let mut excess = vec![0_i64; self.dimensions];
            let mut size = 0.0_f64;
            for stop in stops.clone() {
                let sign = if problem.stops[stop].kind == StopKind::Dropoff { 1 } else { -1 };
                for (dimension, beyond) in excess.iter_mut().enumerate() {
                    let load = problem.stops[stop].load[dimension];
                    *beyond += sign * load;
                    #[expect(clippy::cast_precision_loss, reason = "only for sorting")]
                    let share = load as f64 / largest[dimension] as f64;
                    size = size.max(share);
                }
            }
            let is_pair = stops.len() == 2
                && self.carried[stops.start]
                && problem.stops[stops.start].kind == StopKind::Pickup
                && excess.iter().all(|it| *it == 0);
            self.shape.push(match stops.len() {
                1 => Shape::Single,
                2 if is_pair => Shape::Pair,
                _ => Shape::Many,
            });
            self.size.push(size);
            let first_option = problem.stops[stops.start].options.start as usize;
            self.home.push(problem.options[first_option].place.0);
            let order = &problem.orders[visit.order.at()];
            self.weight.push(if order.mandatory { 1 + i64::from(order.priority) } else { 0 });
            self.unserved_cost.push(order.unserved_cost);
        }
    }

    /// Returns what leaving out each visit counts. With strict priorities it is more than all visits of lower priority
    /// together. If ranks for all priorities in use do not fit (seven of 100,000 visits each fit), the lowest ones
    /// count as if weighted.
    pub(super) fn ranks(&self) -> Vec<i128> {
        let weight = |it: &i64| i128::from(*it);
        if self.problem.objective.priorities == Priorities::Weighted {
            return self.weight.iter().map(weight).collect();
        }
        let mut levels: Vec<i64> = self.weight.iter().copied().filter(|it| *it > 0).collect();
        levels.sort_unstable();
        // Weight and number of visits of each level, ascending by weight.
        let levels: Vec<(i64, i128)> =
            levels.chunk_by(|a, b| a == b).map(|it| (it[0], it.len() as i128)).collect();
        // Ranks of the levels from `first` on, each one more than the sum of all below; `None` if they do not fit.
        let ranked = |first: usize| {
            let below = levels[..first].iter();
            let mut sum: i128 = below.map(|(level, count)| weight(level) * count).sum();
            let mut ranks = Vec::with_capacity(levels.len() - first);
            for (_, count) in &levels[first..] {
                let rank = sum + 1;
                ranks.push(rank);
                let of_level = rank.checked_mul(*count)?;
                sum = sum.checked_add(of_level).filter(|it| *it < SUM_MAX)?;
            }
            Some(ranks)
        };
        let (first, ranks) = (0..=levels.len())
            .find_map(|first| Some((first, ranked(first)?)))
            .expect("no level is ranked at last");
        let rank = |it: &i64| match levels.binary_search_by_key(it, |level| level.0) {
            Ok(level) if level >= first => ranks[level - first],
            _ => weight(it),
        };
        self.weight.iter().map(rank).collect()
    }

    /// See `Instance::plain`.
    pub(super) fn is_plain(&self) -> bool {
        let problem = self.problem;
        let visits = problem.visits.iter().all(|it| it.release_at <= TIME_MIN);
        let options =
            problem.options.iter().all(|it| it.windows.len() == 1 && it.soft_windows.is_empty());
        self.travel.has_one_lane()
            && problem.vehicles.iter().all(Vehicle::is_plain)
            && problem.shifts.iter().all(Shift::is_plain)
            && problem.orders.iter().all(Order::is_plain)
            && visits
            && options
            && problem.relations.is_empty()
            && !self.docked
            && self.options.iter().all(|it| it.setup_seconds == 0)
            && self.planned_at.is_empty()
            && self.shape.iter().all(|it| *it != Shape::Many)
            && self.weights.lateness == 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::Instance;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{Priorities, Window};

    fn ranks(priorities: &[u32], how: Priorities) -> Vec<i128> {
        let mut fixture = Fixture::new(2);
        fixture.shift(0..100);
        for priority in priorities {
            let step = fixture.dropoff(1, &[]);
            fixture.order_of(step).priority = *priority;
        }
        fixture.problem.objective.priorities = how;
        Instance::new(&fixture.problem).rank
    }

    #[test]
    fn a_visit_ranks_above_all_of_lower_priority_together() {
        // Two of rank 1; then two of rank 3 (1 + 2 × 1); then one of rank 9 (1 + 2 + 6).
        assert_eq!(ranks(&[0, 60, 100, 60, 0], Priorities::Strict), [1, 3, 9, 3, 1]);
        assert_eq!(ranks(&[0, 60, 100], Priorities::Weighted), [1, 61, 101]);
    }

    #[test]
    fn where_ranks_do_not_fit_the_lowest_are_weights() {
        // 101 levels of 20 visits each: 21^27 fits 120 bits, 21^28 does not.
        let priorities: Vec<u32> = (0..=100).flat_map(|it| [it; 20]).collect();
        let ranks = ranks(&priorities, Priorities::Strict);
        assert_eq!(ranks[..20], [1; 20]);
        assert_eq!(ranks[20], 2);
        let level = |at: usize| ranks[20 * at];
        assert!((0..100).all(|at| level(at) < level(at + 1)));
        let below: i128 = ranks[..2000].iter().sum();
        assert!(level(100) > below, "the highest is above all others together");
    }

    #[test]
    fn visits_are_mostly_optional_if_half_of_them_are() {
        let are_mostly = |optional: usize| {
            let mut fixture = Fixture::new(2);
            fixture.shift(0..100);
            for at in 0..4 {
                let step = fixture.dropoff(1, &[]);
                fixture.order_of(step).mandatory = at >= optional;
            }
            Instance::new(&fixture.problem).mostly_optional
        };
        assert_eq!([0, 1, 2, 4].map(are_mostly), [false, false, true, true]);
    }

    #[test]
    fn windows_count_if_they_are_narrower_than_shifts() {
        let windowed = |start_at: i64, end_at: i64| {
            let mut fixture = Fixture::new(2);
            fixture.shift(0..100);
            let step = fixture.dropoff(1, &[]);
            fixture.option(step).windows = vec![Window { start_at, end_at }];
            Instance::new(&fixture.problem).windowed
        };
        assert!(!windowed(0, 100) && !windowed(-10, 110));
        assert!(windowed(1, 100) && windowed(0, 99));
    }
}
