//! Guided ejection: reduces fleets further than the search's own iterations, where all visits are pickups with dropoffs
//! and only loads and windows limit routes.
//!
//! ```text
//!              ┌──────── a request of the ejection pool ◄──────────┐
//! close a  ────┤ fits into a route: where the detour is shortest   ├──► pool empty: a vehicle less
//! route        └ else: penalty + 1, the requests with the least    │
//!                penalties leave a route for it ──► random moves ──┘
//! ```
//!
//! A request is a visit with a pickup and a dropoff, as in the literature on this problem.
//!
//! After Nagata, Kobayashi 2010 (guided ejection search for pickups and dropoffs with windows): the pool is a stack,
//! and penalties count how often a request found no room. Differences: slots, ejections of equal penalties and random
//! moves favor short detours; only routes near a request are asked; sets of two and three requests are tried for a
//! limited time; once the pool has grown, the routes with the smallest pool are restored, because a large pool hardly
//! ever becomes small again.

mod eject;
mod partial;
mod perturb;
mod route;
mod stops;

use super::super::Search;
use partial::PartialPlan;
use stops::Stops;

/// Positions that are looked at in the time of a unit of `Patience`.
const POSITIONS_PER_UNIT: u64 = 10;
/// The time in which legs and order of two requests are read.
const UNITS_PER_TWO_REQUESTS: usize = 2;
/// The share of the cycle from which on the fleet is reduced in this way, if the iterations of the search have closed
/// no vehicle for as long as the second share: as long as they do, they are faster.
const FROM_SHARE: f64 = 0.1;
const STALLED_SHARE: f64 = 0.1;
/// The share of the cycle at which it ends at the latest, and after which it ends if it has closed no route.
const SHARE_MAX: f64 = 0.65;
const PATIENCE: f64 = 0.2;
/// The share of the cycle from which the search continues after guided ejection.
const ENDED_SHARE: f64 = 0.15;

/// When the fleet is reduced in this way.
#[derive(Default)]
pub(in super::super) enum Guidance {
    /// Once the search's own iterations hardly find smaller fleets.
    #[default]
    Later,
    Now(Box<PartialPlan>),
    /// No more, or not at all, because the problem has other rules.
    Over,
}

impl Search<'_> {
    /// Reduces the fleet by guided ejection instead of an iteration; returns whether it does.
    pub(in super::super) fn guide(&mut self) -> bool {
        let share = self.pace.of_cycle(self.paced_for);
        let is_time = self.reducing && self.pace.turns() == 0 && self.best.unserved == 0;
        let is_due = share >= FROM_SHARE.max(self.closed_at + STALLED_SHARE);
        if matches!(self.guidance, Guidance::Later) && is_time && is_due {
            self.begin_to_guide();
        }
        let Self { guidance: Guidance::Now(partial), random, plan, .. } = self else {
            return false;
        };
        let before = partial.work;
        partial.iterate(random);
        let units = (partial.work - before) / POSITIONS_PER_UNIT;
        plan.patience.spend(usize::try_from(units).unwrap_or(usize::MAX));
        if partial.pool.is_empty() {
            self.take_guided();
        }
        true
    }

    /// Returns the share of the cycle at which guided ejection has to end; `None` if it is not under way.
    pub(super) fn guided_share(&self) -> Option<f64> {
        let Guidance::Now(partial) = &self.guidance else { return None };
        if partial.is_exhausted() {
            return Some(0.0);
        }
        Some((self.closed_at.max(partial.began_at) + PATIENCE).min(SHARE_MAX))
    }

    fn begin_to_guide(&mut self) {
        self.guidance = Guidance::Over;
        let Some(stops) = Stops::of(&self.plan) else { return };
        self.plan.patience.spend(stops.requests().pow(2) * UNITS_PER_TWO_REQUESTS);
        self.restore_best();
        let share = self.pace.of_cycle(self.paced_for);
        let Some(partial) = PartialPlan::new(stops, &self.plan, share) else { return };
        self.guidance = Guidance::Now(Box::new(partial));
        self.close_guided();
    }

    /// Continues with a vehicle less, or ends the reduction if there is only one.
    fn close_guided(&mut self) {
        let Self { guidance: Guidance::Now(partial), random, .. } = self else { return };
        if !partial.close(random) {
            self.end_reduction();
        }
    }

    /// Continues the cycle from nearly its start: costs have not been considered until now.
    pub(super) fn end_guidance(&mut self) {
        if let Guidance::Now(_) = self.guidance {
            self.guidance = Guidance::Over;
            // Little time is left if the host's last call was long: it does not suffice for another start.
            let share = self.pace.of_cycle(self.paced_for);
            let left = ((1.0 - share) / (1.0 - SHARE_MAX)).min(1.0);
            self.pace.rewind(self.paced_for, 1.0 - left * (1.0 - ENDED_SHARE));
        }
    }

    /// Takes over a plan with a vehicle less.
    fn take_guided(&mut self) {
        let Guidance::Now(partial) = &self.guidance else { return };
        if !partial.write(&mut self.plan) {
            debug_assert!(false, "margins are exact");
            self.restore_best();
            self.end_reduction();
            return;
        }
        self.current = self.plan.score();
        self.plan.keep();
        self.remember_gain();
        self.closed_at = self.pace.of_cycle(self.paced_for);
        self.close_guided();
    }
}

#[cfg(test)]
mod tests {
    use super::partial::tests::{pairs, read, spread};
    use super::*;
    use crate::search::SearchOptions;
    use crate::search::random::Random;

    #[test]
    fn the_search_continues_from_smaller_fleets_until_it_finds_no_more() {
        let fixture = pairs(8);
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        spread(&mut search);
        search.reducing = true;
        search.paced_for = FROM_SHARE - 0.01;
        assert!(!search.guide(), "it is too early");
        assert_eq!(search.guided_share(), None);
        search.paced_for = FROM_SHARE + 0.01;
        let mut counts = Vec::new();
        while search.guide() {
            counts.push(search.best_vehicle_count());
        }
        assert_eq!(counts, [3, 2, 1]);
        assert_eq!(search.best.unserved, 0);
        assert!(!search.reducing, "there is no more to close");
    }

    #[test]
    fn where_little_time_is_left_the_cycle_continues_from_a_later_share() {
        for (ended_at, continued) in [(0.12, 0.12), (0.65, 0.15), (0.93, 0.83), (1.0, 1.0)] {
            let fixture = pairs(8);
            let mut search = Search::new(&fixture.problem, SearchOptions::default());
            spread(&mut search);
            search.guidance = Guidance::Now(Box::new(read(&search, 0.1)));
            search.paced_for = ended_at;
            search.end_reduction();
            let share = search.pace.of_cycle(ended_at);
            assert!((share - continued).abs() < 1e-9, "{ended_at} {share}");
        }
    }

    #[test]
    fn it_ends_with_the_reduction_of_the_fleet_and_the_cycle_begins_again() {
        let fixture = pairs(8);
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        spread(&mut search);
        search.reducing = true;
        let mut fleet_share = |began_at: f64, closed_at: f64| {
            let partial = read(&search, began_at);
            search.guidance = Guidance::Now(Box::new(partial));
            search.closed_at = closed_at;
            search.fleet_share()
        };
        assert!((fleet_share(0.1, 0.0) - 0.3).abs() < 1e-9);
        assert!((fleet_share(0.1, 0.2) - 0.4).abs() < 1e-9);
        assert_eq!(fleet_share(0.1, 0.6), 0.65);
        search.paced_for = 0.4;
        search.end_reduction();
        assert!(!search.guide());
        let is_at = |share: f64, of: f64| (search.pace.of_cycle(share) - of).abs() < 1e-9;
        assert!(is_at(0.4, 0.15) && is_at(0.7, 0.575) && is_at(1.0, 1.0));
    }

    #[test]
    fn it_ends_early_if_much_work_has_closed_no_route() {
        let fixture = pairs(8);
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        spread(&mut search);
        let mut partial = read(&search, 0.1);
        let mut random = Random::new(1);
        partial.work = 9 * partial::REQUEST_WORK_MAX;
        assert!(partial.is_exhausted());
        assert!(partial.close(&mut random));
        assert!(!partial.is_exhausted());
        partial.work += 9 * partial::REQUEST_WORK_MAX;
        search.guidance = Guidance::Now(Box::new(partial));
        assert_eq!(search.fleet_share(), 0.0);
    }

    #[test]
    fn where_other_rules_apply_the_reduction_is_the_usual_one() {
        let mut fixture = pairs(8);
        for vehicle in &mut fixture.problem.vehicles {
            vehicle.limits.stop_count = 8;
        }
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        let (used, absent) = (search.plan.used.clone(), search.plan.absent.clone());
        assert_eq!(search.best_vehicle_count(), 2);
        search.reducing = true;
        search.close_a_vehicle();
        let before = (search.plan.score(), search.closed_at, search.fleet_share());
        assert!(search.plan.absent != absent && search.plan.used != used);
        search.paced_for = 0.2;
        assert!(!search.guide());
        assert_eq!((search.plan.score(), search.closed_at, search.fleet_share()), before);
        assert!(matches!(search.guidance, Guidance::Over));
    }
}
