//! A plan with fewer routes, and the requests that these do not serve yet.

use super::route::{Route, Slot};
use super::stops::{Stops, index};
use crate::evaluate::Step;
use crate::problem::ShiftIdx;
use crate::rules::standing::NOBODY;
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::random::Random;

/// The work of an iteration, about as long as one of the search.
const ITERATION_WORK: u64 = 10_000;
/// The largest set of requests that may leave a route for another one.
pub(super) const LEAVING_MAX: usize = 3;
/// How many more requests than at best the pool may contain. Of 48 searches for 400 stops and more, all together use 23
/// vehicles more than the best known plans, and 28 without a limit. 4 and 20 are worse, which may be noise.
const POOL_GROWTH_MAX: usize = 10;

/// Work after which another route cannot be closed, per request.
pub(super) const REQUEST_WORK_MAX: u64 = 1_000_000;

/// Routes and their pool, to be restored.
#[derive(Default)]
struct Snapshot {
    routes: Vec<Route>,
    route_of: Vec<u32>,
    pool: Vec<u32>,
}

/// What moves write before they are made.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) trials: [Route; 2],
    /// A route without one, two and three requests.
    pub(super) reduced: [Route; LEAVING_MAX],
    pub(super) requests: Vec<u32>,
    /// Routes near a request.
    pub(super) near: Vec<u32>,
}

/// The routes, and the requests that they do not serve yet.
pub(in super::super::super) struct PartialPlan {
    pub(super) stops: Stops,
    pub(super) routes: Vec<Route>,
    /// By request; `NOBODY` while it is in the pool.
    pub(super) route_of: Vec<u32>,
    /// The ejection pool, a stack: the last request is the next one.
    pub(super) pool: Vec<u32>,
    /// The latest routes with the smallest pool at the end of an iteration since a route was closed.
    least: Snapshot,
    /// By request: how often it found no room.
    pub(super) penalties: Vec<u32>,
    pub(super) scratch: Scratch,
    /// The average time from the start of one service to the next stop.
    pub(super) leg: f64,
    /// Positions looked at, and the same when the last route was closed.
    pub(super) work: u64,
    closed_at_work: u64,
    /// The share of the cycle at which it has begun.
    pub(super) began_at: f64,
}

impl PartialPlan {
    /// Reads a plan; `None` if it is not complete, or breaks loads or windows.
    pub(super) fn new(stops: Stops, plan: &Plan<'_>, began_at: f64) -> Option<Self> {
        if !plan.absent.is_empty() {
            return None;
        }
        let count = stops.requests();
        let mut partial = Self {
            routes: Vec::new(),
            route_of: vec![NOBODY; count],
            pool: Vec::new(),
            least: Snapshot::default(),
            penalties: vec![1; count],
            scratch: Scratch::default(),
            leg: 0.0,
            work: 0,
            closed_at_work: 0,
            began_at,
            stops,
        };
        let mut stop_of = vec![NOBODY; plan.problem.stops.len()];
        for (at, step) in (0..).zip(&partial.stops.steps) {
            if let Step::Stop(stop, _) = step {
                stop_of[stop.at()] = at;
            }
        }
        for shift in &plan.used {
            let steps = plan.routes[shift.at()].steps.iter();
            let inner = steps.filter_map(|it| match it {
                Step::Stop(stop, _) => Some(stop_of[stop.at()]),
                Step::Reload(_) => None,
            });
            partial.routes.push(Route::new(&partial.stops, inner)?);
            partial.note(partial.routes.len() - 1);
        }
        partial.leg = partial.average_leg();
        Some(partial)
    }

    #[expect(clippy::cast_precision_loss, reason = "an average")]
    fn average_leg(&self) -> f64 {
        let sum: i64 = self.routes.iter().map(Route::way).sum();
        let count: usize = self.routes.iter().map(|it| it.inner().len() + 1).sum();
        sum as f64 / count.max(1) as f64
    }

    /// Notes which requests a route serves.
    fn note(&mut self, at: usize) {
        for request in self.routes[at].requests() {
            self.route_of[request as usize] = index(at);
        }
    }

    /// Moves the requests of a random route to the pool; returns whether there is another one.
    pub(super) fn close(&mut self, random: &mut Random) -> bool {
        // Requests may have left the last route of theirs.
        self.routes.retain(|it| !it.inner().is_empty());
        if self.routes.len() <= 1 {
            return false;
        }
        let route = self.routes.swap_remove(random.below(self.routes.len()));
        for at in 0..self.routes.len() {
            self.note(at);
        }
        for request in route.requests() {
            self.route_of[request as usize] = NOBODY;
            self.pool.push(request);
        }
        random.shuffle(&mut self.pool);
        self.penalties.fill(1);
        self.closed_at_work = self.work;
        self.save();
        true
    }

    /// Returns whether it has had enough work without placing all requests.
    pub(super) const fn is_exhausted(&self) -> bool {
        self.work - self.closed_at_work > REQUEST_WORK_MAX * self.penalties.len() as u64
    }

    /// Places requests of the pool until it is empty or the work of an iteration is done.
    pub(super) fn iterate(&mut self, random: &mut Random) {
        let until = self.work + ITERATION_WORK;
        while self.work < until
            && let Some(request) = self.pool.pop()
        {
            if let Some((route, slot)) = self.room(request) {
                self.insert(request, route, slot);
                continue;
            }
            self.penalties[request as usize] += 1;
            match self.ejection(request, random) {
                Some(ejection) => self.eject(request, &ejection, random),
                None => {
                    // Another one may change what it needs.
                    self.pool.push(request);
                    let (last, other) = (self.pool.len() - 1, random.below(self.pool.len()));
                    self.pool.swap(last, other);
                }
            }
            self.perturb(random);
        }
        self.save_or_restore(random);
    }

    /// Saves the routes if no smaller pool is known, and restores those with the smallest pool if it has grown.
    fn save_or_restore(&mut self, random: &mut Random) {
        let least = self.least.pool.len();
        if self.pool.len() <= least {
            self.save();
        } else if self.pool.len() > least + POOL_GROWTH_MAX {
            self.restore(random);
        }
    }

    fn save(&mut self) {
        self.least.routes.clone_from(&self.routes);
        self.least.route_of.clone_from(&self.route_of);
        self.least.pool.clone_from(&self.pool);
    }

    /// Penalties stay, so that other requests leave this time.
    fn restore(&mut self, random: &mut Random) {
        self.routes.clone_from(&self.least.routes);
        self.route_of.clone_from(&self.least.route_of);
        self.pool.clone_from(&self.least.pool);
        random.shuffle(&mut self.pool);
    }

    /// Returns the route and slot with the shortest detour for a request.
    fn room(&mut self, request: u32) -> Option<(u32, Slot)> {
        let mut best: Option<(u32, Slot)> = None;
        for (at, route) in (0..).zip(&self.routes) {
            let slot = route.best_slot(&self.stops, request, &mut self.work);
            if let Some(slot) = slot
                && best.is_none_or(|it| slot.detour < it.1.detour)
            {
                best = Some((at, slot));
            }
        }
        best
    }

    pub(super) fn insert(&mut self, request: u32, route: u32, slot: Slot) {
        self.routes[route as usize].insert(&self.stops, request, slot);
        self.route_of[request as usize] = route;
    }

    /// Writes the routes into a plan; returns whether it serves all visits then.
    pub(super) fn write(&self, plan: &mut Plan<'_>) -> bool {
        let used = plan.used_last_first();
        plan.empty(used);
        let mut steps = Vec::new();
        for (at, route) in self.routes.iter().enumerate() {
            steps.clear();
            steps.extend(route.inner().iter().map(|it| self.stops.steps[it.stop as usize]));
            if !steps.is_empty() && plan.replace(ShiftIdx::of(at), &steps) == Fit::Not {
                return false;
            }
        }
        plan.list_absent();
        plan.absent.is_empty()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{StopKind, Term};
    use crate::search::{Search, SearchOptions};

    /// Returns a problem of four vehicles for orders that go from place 1 to place 2, one after the other.
    pub(in super::super) fn pairs(count: i64) -> Fixture {
        let mut fixture = Fixture::new(3);
        fixture.shift(0..10_000);
        for _ in 0..3 {
            fixture.another_vehicle();
        }
        for _ in 0..count {
            fixture.order(&[(StopKind::Pickup, 1, 10), (StopKind::Dropoff, 2, 10)]);
        }
        fixture.problem.objective.minimize = vec![Term::Unserved, Term::Vehicles, Term::Cost];
        fixture
    }

    /// Returns the same problem with vehicles that carry one order at a time, and shifts that end at this time.
    fn one_at_a_time(count: i64, end_at: i64) -> Fixture {
        let mut fixture = pairs(count);
        for vehicle in &mut fixture.problem.vehicles {
            vehicle.capacity[0] = 10;
        }
        for shift in &mut fixture.problem.shifts {
            (shift.end_at, shift.latest_end_at) = (end_at, end_at);
        }
        fixture
    }

    /// Reads the plan of a search.
    pub(in super::super) fn read(search: &Search<'_>, began_at: f64) -> PartialPlan {
        let stops = Stops::of(&search.plan).expect("it has pairs only");
        PartialPlan::new(stops, &search.plan, began_at).expect("it is complete")
    }

    /// Makes a plan the best one in which each of the four vehicles serves a quarter of the orders.
    pub(in super::super) fn spread(search: &mut Search<'_>) {
        let steps = Stops::of(&search.plan).expect("it has pairs only").steps;
        let used = search.plan.used_last_first();
        search.plan.empty(used);
        for (shift, own) in steps.chunks(steps.len() / 4).enumerate() {
            assert_eq!(search.plan.replace(ShiftIdx::of(shift), own), Fit::Fits);
        }
        search.plan.list_absent();
        search.plan.keep();
        search.current = search.plan.score();
        search.remember();
        assert_eq!(search.best_vehicle_count(), 4);
    }

    #[test]
    fn routes_are_closed_as_long_as_others_have_room() {
        let fixture = pairs(8);
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        spread(&mut search);
        let mut partial = read(&search, 0.0);
        let mut random = Random::new(1);
        for vehicles in (1..4).rev() {
            assert!(partial.close(&mut random));
            partial.iterate(&mut random);
            assert_eq!(partial.pool, [], "one vehicle has time for all");
            assert_eq!(partial.routes.len(), vehicles);
        }
        assert!(!partial.close(&mut random));
        assert!(partial.write(&mut search.plan));
        assert_eq!(search.plan.vehicle_count(), 1);
    }

    #[test]
    fn the_request_that_found_no_room_least_often_leaves_for_another_one() {
        for least in 1..4 {
            // A vehicle has time for two orders.
            let fixture = one_at_a_time(4, 400);
            let search = Search::new(&fixture.problem, SearchOptions::default());
            let mut partial = read(&search, 0.0);
            assert_eq!(partial.routes.len(), 2);
            let mut random = Random::new(1);
            let leaves = partial.route_of[0] as usize;
            let mut left = Route::default();
            left.write_without(&partial.stops, &partial.routes[leaves], 0);
            assert!(left.is_in_time());
            partial.routes[leaves] = left;
            partial.route_of[0] = NOBODY;
            partial.penalties = vec![9, 7, 7, 7];
            partial.penalties[least] = 3;
            let ejection = partial.ejection(0, &mut random).expect("one makes room");
            assert_eq!(ejection.leaving(), [index(least)]);
            partial.eject(0, &ejection, &mut random);
            assert_eq!(partial.pool, [index(least)]);
            assert_eq!(partial.route_of[least], NOBODY);
            assert!(partial.route_of[0] != NOBODY);
            partial.iterate(&mut random);
            assert_eq!(partial.pool, [], "the other route has room");
        }
    }

    #[test]
    fn as_many_requests_leave_as_a_long_one_needs() {
        for size in 1..=LEAVING_MAX {
            let seconds = i64::try_from(size).unwrap() * 120;
            // A vehicle has time for as many orders as leave, or for the long one alone.
            let mut fixture = one_at_a_time(i64::try_from(size).unwrap() + 1, 160 + seconds);
            fixture.problem.options[0].service_seconds = seconds - 100;
            let search = Search::new(&fixture.problem, SearchOptions::default());
            let mut partial = read(&search, 0.0);
            assert_eq!(partial.routes.len(), 2, "{size}");
            let alone = partial.route_of[0] as usize;
            partial.routes.remove(alone);
            partial.note(0);
            partial.route_of[0] = NOBODY;
            let mut random = Random::new(1);
            let ejection = partial.ejection(0, &mut random).expect("all others make room");
            assert_eq!(ejection.leaving().len(), size);
            partial.eject(0, &ejection, &mut random);
            let mut pool = partial.pool.clone();
            pool.sort_unstable();
            assert_eq!(pool, (1..=index(size)).collect::<Vec<_>>());
            assert_eq!(partial.routes[0].requests().collect::<Vec<_>>(), [0]);
        }
    }

    #[test]
    fn routes_with_the_smallest_pool_are_restored_once_it_has_grown() {
        let fixture = pairs(16);
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        spread(&mut search);
        let mut partial = read(&search, 0.0);
        let mut random = Random::new(1);
        assert!(partial.close(&mut random));
        let before = (partial.pool.len(), partial.route_of.clone());
        // Its pool grows by four requests with each further route.
        for (at, is_restored) in [(0, false), (1, false), (2, true)] {
            let route = std::mem::take(&mut partial.routes[at]);
            for request in route.requests() {
                partial.route_of[request as usize] = NOBODY;
                partial.pool.push(request);
            }
            partial.save_or_restore(&mut random);
            assert_eq!(partial.pool.len() == before.0, is_restored, "{at}");
        }
        assert_eq!(partial.route_of, before.1);
        let served: usize = partial.routes.iter().map(|it| it.requests().count()).sum();
        assert_eq!(served + partial.pool.len(), 16);
    }

    #[test]
    fn what_is_read_is_written_again() {
        let fixture = pairs(6);
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        let partial = read(&search, 0.0);
        let before = search.plan.score();
        assert!(partial.write(&mut search.plan));
        assert_eq!(search.plan.score(), before);
    }

    #[test]
    fn routes_that_all_requests_have_left_are_closed_with_the_next_one() {
        let fixture = pairs(8);
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        spread(&mut search);
        let mut partial = read(&search, 0.0);
        for request in partial.routes[0].requests().collect::<Vec<_>>() {
            let mut left = Route::default();
            left.write_without(&partial.stops, &partial.routes[0], request);
            assert!(left.is_in_time());
            partial.routes[0] = left;
            partial.insert(request, 1, Slot { pickup: 0, dropoff: 0, detour: 0 });
        }
        assert!(partial.close(&mut Random::new(1)));
        assert_eq!(partial.routes.len(), 2);
        for (at, route) in partial.routes.iter().enumerate() {
            assert!(route.requests().all(|it| partial.route_of[it as usize] as usize == at));
        }
        let served: usize = partial.routes.iter().map(|it| it.requests().count()).sum();
        assert_eq!(served + partial.pool.len(), 8);
    }
}
