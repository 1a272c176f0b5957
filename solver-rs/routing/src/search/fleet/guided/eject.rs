//! Ejections: sets of up to three requests of one route that leave it, so that another request fits in.
//!
//! The smallest sum of penalties wins, then the shortest detour. Sets are tried one size after the other, as long as a
//! larger one could have a smaller sum. Only routes near the request are asked, and of those not the ones in which
//! windows alone keep it from too many others: that leaves a fifth of the work.

use super::partial::{LEAVING_MAX, PartialPlan, Scratch};
use super::route::{Route, Slot, request_of};
use super::stops::{Stops, index, order};
use crate::rules::standing::NOBODY;
use crate::search::random::Random;

/// The nearest requests whose routes are asked.
const NEAR_MAX: usize = 30;
/// Work after which the hunt for sets ends, by size. Where routes are long, there are too many sets to try all.
const WORK_MAX: [u64; LEAVING_MAX] = [1_000_000, 100_000, 100_000];

/// The requests that leave a route, and where the new one goes then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ejection {
    route: u32,
    leaving: [u32; LEAVING_MAX],
    count: usize,
    slot: Slot,
    /// Sum of the penalties, and by how much the route gets longer.
    cost: (u32, i64),
}

impl Ejection {
    pub(super) fn leaving(&self) -> &[u32] {
        &self.leaving[..self.count]
    }
}

/// A search for the best set of a size in one route.
struct Hunt<'a> {
    stops: &'a Stops,
    penalties: &'a [u32],
    request: u32,
    route: u32,
    requests: &'a [u32],
    size: usize,
    leaving: [u32; LEAVING_MAX],
    best: &'a mut Option<Ejection>,
    work: &'a mut u64,
    /// The work at which it ends.
    until: u64,
}

impl PartialPlan {
    /// Returns the best ejection for a request.
    pub(super) fn ejection(&mut self, request: u32, random: &mut Random) -> Option<Ejection> {
        let Self { stops, routes, route_of, penalties, scratch, work, .. } = self;
        let Scratch { reduced, requests, near, .. } = scratch;
        near.clear();
        for other in stops.near(request).iter().take(NEAR_MAX) {
            let route = route_of[*other as usize];
            if route != NOBODY && !near.contains(&route) {
                near.push(route);
            }
        }
        random.shuffle(near);
        let mut best = None;
        for size in 1..=LEAVING_MAX {
            if best.as_ref().is_some_and(|it: &Ejection| it.cost.0 as usize <= size) {
                break;
            }
            let until = *work + WORK_MAX[size - 1];
            for at in &*near {
                let route = &routes[*at as usize];
                if conflicts(stops, route, request) > 2 * size {
                    continue;
                }
                requests.clear();
                requests.extend(route.requests());
                random.shuffle(requests);
                requests.sort_by_key(|it| penalties[*it as usize]);
                let mut hunt = Hunt {
                    stops,
                    penalties,
                    request,
                    route: *at,
                    requests,
                    size,
                    leaving: [0; LEAVING_MAX],
                    best: &mut best,
                    work,
                    until,
                };
                hunt.extend(route, 0, 0, (0, 0), reduced);
            }
        }
        best
    }

    pub(super) fn eject(&mut self, request: u32, ejection: &Ejection, random: &mut Random) {
        let first = self.pool.len();
        for leaving in ejection.leaving() {
            let route = &mut self.routes[ejection.route as usize];
            let [trial, _] = &mut self.scratch.trials;
            // It may be late until the last one has left.
            trial.write_without(&self.stops, route, *leaving);
            std::mem::swap(trial, route);
            self.route_of[*leaving as usize] = NOBODY;
            self.pool.push(*leaving);
        }
        random.shuffle(&mut self.pool[first..]);
        self.insert(request, ejection.route, ejection.slot);
    }
}

impl Hunt<'_> {
    /// Tries all sets of the `count` chosen requests and further ones from a position on, least penalty first.
    fn extend(
        &mut self,
        route: &Route,
        first: usize,
        count: usize,
        cost: (u32, i64),
        reduced: &mut [Route],
    ) {
        let Some((own, deeper)) = reduced.split_first_mut() else { return };
        let is_last = count + 1 == self.size;
        for at in first..self.requests.len() {
            let request = self.requests[at];
            let penalty = self.penalties[request as usize];
            let sum = cost.0 + penalty;
            // The others of the set have at least as large penalties.
            let others = index(self.size - count - 1);
            if self.best.is_some_and(|it| it.cost.0 < sum + others * penalty)
                || *self.work > self.until
            {
                return;
            }
            self.leaving[count] = request;
            *self.work += route.inner().len() as u64;
            let saved = own.write_without(self.stops, route, request);
            if !is_last {
                let cost = (sum, cost.1 - saved);
                self.extend(own, at + 1, count + 1, cost, deeper);
                continue;
            }
            if !own.is_in_time() {
                continue;
            }
            *self.work += own.slots(self.stops, self.request, |slot| {
                let cost = (sum, cost.1 - saved + slot.detour);
                if self.best.is_none_or(|it| cost < it.cost) {
                    let (route, leaving) = (self.route, self.leaving);
                    *self.best = Some(Ejection { route, leaving, count: self.size, slot, cost });
                }
            });
        }
    }
}

/// Estimates how many stops of a route windows alone keep from going with a request, or with an earlier stop besides
/// it. One request that leaves may resolve several of them, so that sets may be missed.
fn conflicts(stops: &Stops, route: &Route, request: u32) -> usize {
    let orders = stops.orders_of(request);
    let (mut count, mut last, mut seen) = (0, NOBODY, 0);
    for it in route.inner() {
        let own = orders[it.stop as usize];
        if own & ((own | seen) >> 1) & order::BEFORE == 0 {
            seen |= own;
        } else if request_of(it.stop) != last {
            count += 1;
            last = request_of(it.stop);
        }
    }
    count
}
