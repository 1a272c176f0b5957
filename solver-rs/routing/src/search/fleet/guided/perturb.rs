//! Random moves between two ejections: a request moves to a route near it, or two requests of different routes change
//! places. They keep routes about as short as they are: long ones have no room.

use super::partial::PartialPlan;
use super::stops::index;
use crate::rules::standing::NOBODY;
use crate::search::random::Random;

/// Moves that are tried after an ejection. Of 60, some 8 are made.
const MOVES: usize = 60;
/// Work after which no further move is tried: where routes are long, moves take longer.
const WORK_MAX: u64 = 300_000;
/// The mean detour that a move may make, as a share of the average time from one stop to the next one. Without a limit,
/// after 4 s from the same first plans, seven fleets of 400 to 1,000 stops had 8 instead of 6 vehicles too many, and
/// routes were up to a tenth longer.
const DETOUR: f64 = 1.5;

impl PartialPlan {
    pub(super) fn perturb(&mut self, random: &mut Random) {
        let until = self.work + WORK_MAX;
        for _ in 0..MOVES {
            if self.work > until {
                break;
            }
            let [request, other] = self.two_near(random);
            let [from, to] = [request, other].map(|it| self.route_of[it as usize]);
            if from == NOBODY || to == NOBODY {
                continue;
            }
            #[expect(clippy::cast_possible_truncation, reason = "a time")]
            let detour_max = (DETOUR * self.leg * random.exponential()) as i64;
            if from != to && random.below(2) == 0 {
                self.exchange([request, other], [from, to], detour_max);
            } else {
                self.relocate(request, [from, to], detour_max);
            }
        }
    }

    fn two_near(&self, random: &mut Random) -> [u32; 2] {
        let request = index(random.below(self.stops.requests()));
        let near = self.stops.near(request);
        [request, if near.is_empty() { request } else { near[random.below(near.len())] }]
    }

    fn relocate(&mut self, request: u32, [from, to]: [u32; 2], detour_max: i64) {
        let Self { stops, routes, scratch, work, .. } = self;
        let [trial, _] = &mut scratch.trials;
        let old = &routes[from as usize];
        if from == to {
            *work += old.inner().len() as u64;
            let saved = trial.write_without(stops, old, request);
            if !trial.is_in_time() {
                return;
            }
            let Some(slot) = trial.best_slot(stops, request, work) else { return };
            if slot.detour - saved < detour_max {
                trial.insert(stops, request, slot);
                std::mem::swap(trial, &mut routes[from as usize]);
            }
            return;
        }
        let Some(slot) = routes[to as usize].best_slot(stops, request, work) else { return };
        *work += old.inner().len() as u64;
        let saved = trial.write_without(stops, old, request);
        if trial.is_in_time() && slot.detour - saved < detour_max {
            std::mem::swap(trial, &mut routes[from as usize]);
            routes[to as usize].insert(stops, request, slot);
            self.route_of[request as usize] = to;
        }
    }

    fn exchange(&mut self, requests: [u32; 2], of: [u32; 2], detour_max: i64) {
        let Self { stops, routes, scratch, work, .. } = self;
        let [one, other] = &mut scratch.trials;
        *work += of.iter().map(|it| routes[*it as usize].inner().len() as u64).sum::<u64>();
        let old = of.map(|it| &routes[it as usize]);
        let saved = one.write_without(stops, old[0], requests[0]);
        if !one.is_in_time() {
            return;
        }
        let Some(first) = one.best_slot(stops, requests[1], work) else { return };
        let also_saved = other.write_without(stops, old[1], requests[1]);
        if !other.is_in_time() {
            return;
        }
        let Some(second) = other.best_slot(stops, requests[0], work) else { return };
        if first.detour + second.detour - saved - also_saved >= detour_max {
            return;
        }
        one.insert(stops, requests[1], first);
        other.insert(stops, requests[0], second);
        std::mem::swap(one, &mut routes[of[0] as usize]);
        std::mem::swap(other, &mut routes[of[1] as usize]);
        self.route_of[requests[1] as usize] = of[0];
        self.route_of[requests[0] as usize] = of[1];
    }
}

#[cfg(test)]
mod tests {
    use super::super::partial::tests::read;
    use super::super::route::Route;
    use super::super::route::tests::orders;
    use super::*;
    use crate::evaluate::fixture;
    use crate::search::{Search, SearchOptions};

    /// Calls `check` with the plans of random problems that several vehicles can serve.
    fn for_each_plan(mut check: impl FnMut(u64, &Search<'_>)) {
        let mut count = 0;
        for seed in 0..500 {
            let mut fixture = orders(&mut fixture::Random::new(seed), seed % 2 == 0);
            for _ in 0..9 {
                fixture.another_vehicle();
            }
            let search = Search::new(&fixture.problem, SearchOptions::default());
            if search.plan.absent.is_empty() && search.plan.vehicle_count() > 1 {
                check(seed, &search);
                count += 1;
            }
        }
        assert!(count > 20, "{count}");
    }

    /// Asserts that each request is on its route or in the pool, and that routes are as they are read from their stops.
    fn assert_consistent(partial: &PartialPlan, seed: u64) {
        let mut found = partial.pool.clone();
        for (at, route) in (0..).zip(&partial.routes) {
            found.extend(route.requests());
            assert!(route.requests().all(|it| partial.route_of[it as usize] == at), "{seed}");
            let inner = route.inner().iter().map(|it| it.stop);
            assert_eq!(Route::new(&partial.stops, inner).as_ref(), Some(route), "{seed}");
        }
        assert!(partial.pool.iter().all(|it| partial.route_of[*it as usize] == NOBODY), "{seed}");
        found.sort_unstable();
        assert_eq!(found, (0..index(partial.stops.requests())).collect::<Vec<_>>(), "{seed}");
    }

    #[test]
    fn requests_change_places_or_stay() {
        let (mut exchanged, mut stayed) = (0, 0);
        for_each_plan(|seed, search| {
            let mut partial = read(search, 0.0);
            let requests = 0..index(partial.stops.requests());
            for [one, other] in
                requests.clone().flat_map(|it| requests.clone().map(move |to| [it, to]))
            {
                let of = [one, other].map(|it| partial.route_of[it as usize]);
                if of[0] == of[1] {
                    continue;
                }
                partial.exchange([one, other], of, i64::MAX);
                assert_consistent(&partial, seed);
                let now = [one, other].map(|it| partial.route_of[it as usize]);
                if now == of {
                    stayed += 1;
                } else {
                    assert_eq!(now, [of[1], of[0]], "{seed}");
                    exchanged += 1;
                }
            }
        });
        assert!(exchanged > 100 && stayed > 100, "{exchanged} {stayed}");
    }

    #[test]
    fn moves_and_ejections_keep_all_requests_and_equal_seeds_give_equal_routes() {
        let mut left = 0;
        for_each_plan(|seed, search| {
            let run = || {
                let mut partial = read(search, 0.0);
                let mut random = Random::new(seed);
                assert!(partial.close(&mut random));
                for _ in 0..20 {
                    partial.iterate(&mut random);
                    assert_consistent(&partial, seed);
                }
                partial
            };
            let (one, other) = (run(), run());
            assert!(one.routes == other.routes && one.pool == other.pool, "{seed}");
            left += usize::from(!one.pool.is_empty());
        });
        assert!(left > 0, "some need as many vehicles as they have");
    }
}
