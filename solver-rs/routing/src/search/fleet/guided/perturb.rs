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
            let Some(saved) = trial.write_without(stops, old, request) else { return };
            let Some(slot) = trial.best_slot(stops, request, work) else { return };
            if slot.detour - saved < detour_max {
                trial.insert(stops, request, slot);
                std::mem::swap(trial, &mut routes[from as usize]);
            }
            return;
        }
        let Some(slot) = routes[to as usize].best_slot(stops, request, work) else { return };
        *work += old.inner().len() as u64;
        let Some(saved) = trial.write_without(stops, old, request) else { return };
        if slot.detour - saved < detour_max {
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
        let Some(saved) = one.write_without(stops, old[0], requests[0]) else { return };
        let Some(first) = one.best_slot(stops, requests[1], work) else { return };
        let Some(also_saved) = other.write_without(stops, old[1], requests[1]) else { return };
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
