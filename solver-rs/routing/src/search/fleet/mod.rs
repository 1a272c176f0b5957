//! Reduces the fleet: vehicles are emptied one by one, and visits that are absent often are preferred. `guided` goes on
//! with pickups and dropoffs once that hardly closes a vehicle.
//!
//! That is also done where fewer vehicles are worth nothing by themselves, if only loads limit routes. A search opens
//! routes easily, but hardly ever closes one: its plans would keep a vehicle too many that the first plan had. So it
//! begins with as few vehicles as the loads allow, if it finds such a plan, and opens more later if that pays.

mod ejection;
mod guided;

use std::ops::Range;

pub(super) use guided::Guidance;

use super::Search;
use super::plan::Plan;
use super::plan::score::Score;
use crate::problem::{StopKind, VisitIdx};

/// Least and largest share of the time in which the fleet is reduced and absence counters decide. In between, the
/// reduction ends at `FLEET_PATIENCE` times the share at which the last vehicle was given up: a small plan has its
/// fleet early, and the rest of the time is for its costs.
const FLEET_SHARE: f64 = 0.15;
const FLEET_SHARE_MAX: f64 = 0.4;
const FLEET_PATIENCE: f64 = 4.0;
/// The same if only fixed costs favor fewer vehicles, since annealing goes on to save them.
const PRICED_FLEET_SHARE: f64 = 0.05;
/// And in every other cycle: whether fewer vehicles suffice is then asked again, of the best plan. With two of three
/// cycles, requests with soft windows cost 1 % more.
const PRICED_FLEET_SHARE_AGAIN: f64 = 0.4;
/// The same in every cycle after a near miss, when fewer vehicles served all visits but one. For 40 visits by vans of
/// 60 km, three of four searches of 4 s find that two vans suffice, and two of three without.
const NEAR_MISS_SHARE: f64 = 0.6;
/// The share of the first cycle from which on a fleet that is as small as the loads allow may grow. With half of the
/// cycle, plans of cvrp-x that need more vehicles are slightly worse.
const PACKED_SHARE: f64 = 0.3;
/// What a vehicle must cost, as a share of the plan, for these last two shares. If it costs less, they are
/// proportionally smaller: couriers whose fixed costs are 1 % of the plan's cost would save next to nothing in half of
/// the time.
const FULL_STAKE: f64 = 0.1;

impl Search<'_> {
    /// Returns the share of the cycle in which the fleet is reduced.
    pub(super) fn fleet_share(&self) -> f64 {
        if self.plan.instance.weights.counts_fleet() {
            let usual = || (FLEET_PATIENCE * self.closed_at).clamp(FLEET_SHARE, FLEET_SHARE_MAX);
            self.guided_share().unwrap_or_else(usual)
        } else if !self.is_asked_again() {
            PRICED_FLEET_SHARE
        } else {
            let again =
                if self.was_near_miss() { NEAR_MISS_SHARE } else { PRICED_FLEET_SHARE_AGAIN };
            PRICED_FLEET_SHARE.max(again * (self.stake() / FULL_STAKE).min(1.0))
        }
    }

    /// Returns the fixed costs of an average vehicle as a share of the best plan's costs: what one vehicle less could
    /// save.
    #[expect(clippy::cast_precision_loss, reason = "an average")]
    fn stake(&self) -> f64 {
        let vehicles = self.best_vehicle_count().max(1) as f64;
        let fixed = self.plan.instance.weights.cost * self.best_fixed();
        fixed / vehicles / self.best.rest.abs().max(f64::MIN_POSITIVE)
    }

    /// Whether this is a cycle in which a fleet that only fixed costs keep small is reduced once more.
    pub(super) const fn is_asked_again(&self) -> bool {
        let turns = self.pace.turns();
        turns % 2 == 1 || (turns > 0 && self.was_near_miss())
    }

    /// Whether fewer vehicles than the best plan uses have served all mandatory visits but one, in this reduction or in
    /// the previous one.
    const fn was_near_miss(&self) -> bool {
        self.least_absent <= 1 || self.least_absent_before <= 1
    }

    /// Counts which visits are absent at the end of an iteration.
    pub(super) fn count_absences(&mut self, score: &Score) {
        if self.reducing && self.vehicles_max != usize::MAX {
            let weight = &self.plan.instance.weight;
            let count = self.plan.absent.iter().filter(|it| weight[it.at()] > 0).count();
            self.least_absent = self.least_absent.min(count);
        }
        if score.unserved > 0 && (self.absent_price.is_none() || self.reducing) {
            for visit in &self.plan.absent {
                self.absences[visit.at()] += 1;
            }
        }
    }

    pub(super) fn sum_of_absences(&self, absent: &[VisitIdx]) -> u64 {
        absent
            .iter()
            .filter(|it| self.plan.instance.weight[it.at()] > 0)
            .map(|it| u64::from(self.absences[it.at()]) + 1)
            .sum()
    }

    /// Lowers the maximum number of vehicles, and empties the vehicle whose visits were absent least often; in later
    /// cycles a random one, because all cycles begin from the same plan.
    pub(super) fn close_a_vehicle(&mut self) {
        let vehicles = self.plan.vehicle_count();
        if vehicles <= self.packed_vehicles.unwrap_or(1) {
            self.end_reduction();
            return;
        }
        self.vehicles_max = vehicles - 1;
        self.least_absent = usize::MAX;
        self.closed_at = self.pace.of_cycle(self.paced_for);
        let mut load: Vec<(u64, u32)> = Vec::new();
        for vehicle in 0..self.plan.problem.vehicles.len() {
            let shifts = self.plan.problem.vehicles[vehicle].shifts.clone();
            let visits = self.visits_of(shifts);
            if !visits.is_empty() {
                let index = u32::try_from(vehicle).expect("vehicles have 32-bit indexes");
                load.push((self.sum_of_absences(&visits), index));
            }
        }
        let chosen = if self.pace.turns() > 0 && !load.is_empty() {
            Some(load[self.random.below(load.len())])
        } else {
            load.into_iter().min()
        };
        if let Some((_, vehicle)) = chosen {
            let visits =
                self.visits_of(self.plan.problem.vehicles[vehicle as usize].shifts.clone());
            self.plan.remove(&visits);
            self.plan.keep();
            self.current = self.plan.score();
        }
    }

    /// Lets the rest of the cycle use as many vehicles as pay off, from the best plan on: fewer may have cost more.
    /// Where loads alone limit routes, the search goes on from the fewest vehicles, if they serve all visits.
    pub(super) fn end_reduction(&mut self) {
        self.end_guidance();
        self.reducing = false;
        self.vehicles_max = usize::MAX;
        self.least_absent_before = std::mem::replace(&mut self.least_absent, usize::MAX);
        if self.packed_vehicles.is_some() && self.current.unserved == 0 {
            self.vehicles_max = self.plan.vehicle_count();
            return;
        }
        self.restore_best();
        let is_counted = self.best.count > 0;
        if self.absent_price.is_some() && is_counted && self.best.unserved == 0 {
            self.vehicles_max = self.plan.vehicle_count();
        }
    }

    /// Lets a fleet that was as small as the loads allow grow from this share of the first cycle on.
    pub(super) fn let_fleet_grow(&mut self, share: f64) {
        if share >= PACKED_SHARE && self.packed_vehicles.take().is_some() {
            self.vehicles_max = usize::MAX;
        }
    }

    fn visits_of(&self, shifts: Range<u32>) -> Vec<VisitIdx> {
        let routes = shifts.map(|it| &self.plan.routes[it as usize].steps);
        let mut visits: Vec<VisitIdx> = routes.flat_map(|it| self.plan.visits_of(it)).collect();
        visits.sort_unstable();
        visits
    }
}

/// Returns how many vehicles carry all loads if visits could be divided; `None` if vehicles have several shifts. All
/// vehicles are interchangeable.
pub(super) fn vehicles_for_loads(plan: &Plan<'_>) -> Option<usize> {
    let problem = plan.problem;
    let vehicle = problem.vehicles.iter().find(|it| !it.shifts.is_empty())?;
    if !plan.instance.single_shifts[0] {
        return None;
    }
    let routes_for = |dimension: usize, kind: StopKind| {
        let stops = problem.stops.iter().filter(|it| it.kind == kind);
        let load: u64 = stops.map(|it| it.load[dimension].unsigned_abs()).sum();
        load.div_ceil(vehicle.capacity[dimension].unsigned_abs().max(1))
    };
    let dimensions = 0..problem.dimension_count as usize;
    let all = dimensions
        .map(|it| routes_for(it, StopKind::Pickup).max(routes_for(it, StopKind::Dropoff)));
    usize::try_from(all.max().unwrap_or(1).max(1)).ok()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::Problem;
    use crate::search::SearchOptions;

    /// Returns a problem of `count` visits and two vehicles that cost `fixed` each and can serve two visits each.
    pub(in super::super) fn two_vehicles(count: u32, fixed: f64) -> Problem {
        let mut fixture = Fixture::new(count + 1);
        for place in 1..=count {
            fixture.dropoff(place, &[]);
        }
        fixture.shift(0..10_000);
        let vehicle = &mut fixture.problem.vehicles[0];
        vehicle.capacity[0] = 2;
        vehicle.costs.fixed = fixed;
        fixture.another_vehicle();
        fixture.problem
    }

    /// Searches for `count` visits with two vehicles that cost `fixed` each, and returns whether and for how long the
    /// fleet is reduced in each of the first cycles.
    fn shares(count: u32, fixed: f64) -> Vec<(bool, f64)> {
        let problem = two_vehicles(count, fixed);
        let mut search = Search::new(&problem, SearchOptions::default());
        let (mut progress, mut shares) = (0.0, Vec::new());
        while search.pace.turns() < 4 {
            assert!(!search.run(100, progress).done);
            progress += 1e-4;
            let turns = search.pace.turns() as usize;
            if turns > shares.len() {
                shares.push((search.is_asked_again(), search.fleet_share()));
            }
        }
        shares
    }

    #[test]
    fn after_a_near_miss_every_cycle_asks_again_and_for_longer() {
        assert!(shares(3, 500.0).into_iter().all(|it| it == (true, NEAR_MISS_SHARE)));
    }

    #[test]
    fn if_fewer_vehicles_are_far_from_enough_every_other_cycle_asks_again() {
        let often = (true, PRICED_FLEET_SHARE_AGAIN);
        let rarely = (false, PRICED_FLEET_SHARE);
        assert_eq!(shares(4, 500.0), [often, rarely, often, rarely]);
    }

    #[test]
    fn vehicles_that_cost_little_get_little_time() {
        let (little, none) = (shares(4, 40.0)[0].1, shares(4, 1e-3)[0].1);
        assert!(PRICED_FLEET_SHARE < little && little < PRICED_FLEET_SHARE_AGAIN, "{little}");
        assert_eq!(none, PRICED_FLEET_SHARE);
    }

    /// Returns the maximum number of vehicles at each share of the first cycle, for visits that two of three vehicles
    /// can carry.
    fn vehicles_max_by_share() -> Vec<(f64, usize)> {
        let mut fixture = Fixture { problem: two_vehicles(4, 0.0) };
        fixture.another_vehicle();
        let problem = fixture.problem;
        let options = SearchOptions { iterations_max: Some(10_000), ..SearchOptions::default() };
        let mut search = Search::new(&problem, options);
        let mut found = Vec::new();
        for call in 0..100_u32 {
            let _ = search.run(100, 0.0);
            found.push((f64::from(call + 1) / 100.0, search.vehicles_max));
        }
        found
    }

    #[test]
    fn a_fleet_that_only_loads_limit_is_small_at_first() {
        let found = vehicles_max_by_share();
        let is_small = |it: &&(f64, usize)| it.1 == 2;
        assert!(found.iter().filter(is_small).count() >= 20, "{found:?}");
        assert!(found.iter().filter(is_small).all(|it| it.0 <= PACKED_SHARE + 0.02), "{found:?}");
        assert_eq!(found.last().unwrap().1, usize::MAX);
    }

    #[test]
    fn after_a_fleet_of_one_any_number_of_vehicles_may_be_used() {
        let problem = two_vehicles(2, 50.0);
        let mut search = Search::new(&problem, SearchOptions::default());
        assert_eq!(search.plan.vehicle_count(), 1);
        (search.reducing, search.vehicles_max) = (true, 1);
        search.close_a_vehicle();
        assert_eq!((search.reducing, search.vehicles_max), (false, usize::MAX));
    }
}
