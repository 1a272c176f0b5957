//! A route of guided ejection: its stops from start to end, with what each position leaves free.
//!
//! Everything that an insertion asks of a position lies side by side, the leg to it included, so that only legs to and
//! from the inserted request are looked up.

use super::stops::Stops;

/// Before all times.
const NEVER: i64 = i64::MIN / 4;

/// The start, a stop, or the end of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) stop: u32,
    /// From the start of service at the previous position to the arrival.
    leg: i64,
    opens: i64,
    closes: i64,
    /// Earliest start of service.
    early: i64,
    /// Latest start of service from which everything after it is in time, `NEVER` if there is none.
    late: i64,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Route {
    positions: Vec<Position>,
    /// On leaving each position, by dimension.
    loads: Vec<i64>,
}

/// By hand: a derived `clone_from` would allocate.
impl Clone for Route {
    fn clone(&self) -> Self {
        Self { positions: self.positions.clone(), loads: self.loads.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.positions.clone_from(&source.positions);
        self.loads.clone_from(&source.loads);
    }
}

/// A place for a request: its pickup follows the first position, its dropoff the second one, or the pickup if both are
/// equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) pickup: usize,
    pub(super) dropoff: usize,
    /// The time that it adds to the route, apart from waiting.
    pub(super) detour: i64,
}

pub(super) const fn request_of(stop: u32) -> u32 {
    stop / 2
}

pub(super) const fn is_pickup(stop: u32) -> bool {
    stop.is_multiple_of(2)
}

impl Route {
    /// Returns a route with these stops between start and end; `None` if it is late or overloaded.
    pub(super) fn new(stops: &Stops, inner: impl Iterator<Item = u32>) -> Option<Self> {
        let mut route = Self::default();
        let sequence = std::iter::once(stops.start()).chain(inner);
        for stop in sequence.chain(std::iter::once(stops.end())) {
            let leg = route.positions.last().map_or(0, |it| stops.between(it.stop, stop));
            route.positions.push(position(stops, stop, leg));
        }
        let last = route.positions.len() - 1;
        route.loads = vec![0; route.positions.len() * stops.capacity.len()];
        route.measure(0, last);
        (route.is_in_time() && route.measure_loads(stops, 0, last)).then_some(route)
    }

    /// The positions between start and end.
    pub(super) fn inner(&self) -> &[Position] {
        &self.positions[1..self.positions.len() - 1]
    }

    /// The time of its legs and services.
    pub(super) fn way(&self) -> i64 {
        self.positions.iter().map(|it| it.leg).sum()
    }

    pub(super) fn requests(&self) -> impl Iterator<Item = u32> {
        self.inner().iter().filter(|it| is_pickup(it.stop)).map(|it| request_of(it.stop))
    }

    /// Takes over another route without one of its requests. Returns the time that this saves, apart from waiting. The
    /// route may be late then, where a detour is shorter. O(stops).
    pub(super) fn write_without(&mut self, stops: &Stops, from: &Self, request: u32) -> i64 {
        let (pickup, dropoff) = from.positions_of(request);
        let old = &from.positions;
        self.positions.clear();
        self.positions.extend_from_slice(&old[..pickup]);
        self.positions.extend_from_slice(&old[pickup + 1..dropoff]);
        self.positions.extend_from_slice(&old[dropoff + 1..]);
        self.write_loads_without(stops, from, [pickup, dropoff]);
        let mut saved = old[pickup].leg + old[pickup + 1].leg + old[dropoff + 1].leg;
        saved += if dropoff == pickup + 1 { 0 } else { old[dropoff].leg };
        // Without the pickup, the dropoff and everything behind it are one position further in front.
        saved -= self.join(stops, pickup);
        saved -= if dropoff == pickup + 1 { 0 } else { self.join(stops, dropoff - 1) };
        self.measure(pickup, dropoff - 1);
        saved
    }

    fn write_loads_without(&mut self, stops: &Stops, from: &Self, removed: [usize; 2]) {
        let dimensions = stops.capacity.len();
        let own = stops.load(from.positions[removed[0]].stop);
        let [pickup, dropoff] = removed.map(|it| it * dimensions);
        self.loads.clear();
        self.loads.extend_from_slice(&from.loads[..pickup]);
        let between = &from.loads[pickup + dimensions..dropoff];
        self.loads.extend(between.iter().zip(own.iter().cycle()).map(|(on, own)| on - own));
        self.loads.extend_from_slice(&from.loads[dropoff + dimensions..]);
    }

    fn positions_of(&self, request: u32) -> (usize, usize) {
        let mut own = (0..self.positions.len()).filter(|it| {
            let stop = self.positions[*it].stop;
            stop == 2 * request || stop == 2 * request + 1
        });
        let mut next = || own.next().expect("the route serves it");
        (next(), next())
    }

    /// Looks up the leg to a position.
    fn join(&mut self, stops: &Stops, at: usize) -> i64 {
        let leg = stops.between(self.positions[at - 1].stop, self.positions[at].stop);
        self.positions[at].leg = leg;
        leg
    }

    pub(super) fn insert(&mut self, stops: &Stops, request: u32, slot: Slot) {
        let Slot { pickup, dropoff, .. } = slot;
        for (at, stop) in [(dropoff + 1, 2 * request + 1), (pickup + 1, 2 * request)] {
            self.positions.insert(at, position(stops, stop, 0));
            let first = at * stops.capacity.len();
            self.loads.splice(first..first, stops.capacity.iter().map(|_| 0));
        }
        for at in [pickup + 1, pickup + 2, dropoff + 2, dropoff + 3] {
            self.join(stops, at);
        }
        let (first, last) = (pickup + 1, dropoff + 2);
        self.measure(first, last);
        let fits = self.measure_loads(stops, first, last);
        debug_assert!(fits && self.is_in_time(), "slots are where a request fits");
    }

    /// Computes what positions leave free, after the first and the last of these positions and those between them have
    /// changed.
    fn measure(&mut self, first: usize, last: usize) {
        let positions = &mut self.positions;
        let mut now = if first > 0 { positions[first - 1].early } else { NEVER };
        for (at, it) in positions.iter_mut().enumerate().skip(first) {
            now = (now + it.leg).max(it.opens);
            if at > last && now == it.early {
                break;
            }
            it.early = now;
        }
        let (mut late, mut leg) =
            positions.get(last + 1).map_or((i64::MAX, 0), |it| (it.late, it.leg));
        for (at, it) in positions[..=last].iter_mut().enumerate().rev() {
            late = it.closes.min(late - leg);
            late = if late < it.opens { NEVER } else { late };
            if at < first && late == it.late {
                break;
            }
            it.late = late;
            leg = it.leg;
        }
    }

    pub(super) fn is_in_time(&self) -> bool {
        self.positions[0].early <= self.positions[0].late
    }

    /// Computes the loads on leaving the first and the last of these positions and those between them. Returns whether
    /// a vehicle can carry them.
    fn measure_loads(&mut self, stops: &Stops, first: usize, last: usize) -> bool {
        let dimensions = stops.capacity.len();
        let mut fits = true;
        for (at, it) in self.positions.iter().enumerate().take(last + 1).skip(first) {
            for (dimension, own) in stops.load(it.stop).iter().enumerate() {
                let here = at * dimensions + dimension;
                let before = if at == 0 { 0 } else { self.loads[here - dimensions] };
                self.loads[here] = before + own;
                fits &= self.loads[here] <= stops.capacity[dimension];
            }
        }
        fits
    }

    /// Calls `found` with each slot in which a request fits. Returns the number of positions that it has looked at.
    /// Slots may be missing if ways are shorter by other stops than directly.
    #[inline]
    pub(super) fn slots(&self, stops: &Stops, request: u32, mut found: impl FnMut(Slot)) -> u64 {
        let (pickup, dropoff) = (2 * request, 2 * request + 1);
        let [opens, closes] =
            [&stops.opens, &stops.closes].map(|it| [it[pickup as usize], it[dropoff as usize]]);
        let [to_pickup, to_dropoff] = [pickup, dropoff].map(|it| stops.to(it));
        let [from_pickup, from_dropoff] = [pickup, dropoff].map(|it| stops.from(it));
        let leg = |row: &[i32], stop: u32| i64::from(row[stop as usize]);
        let dimensions = stops.capacity.len();
        let load = stops.load(pickup);
        let carries = |at: usize| {
            let loads = &self.loads[at * dimensions..][..dimensions];
            loads.iter().zip(load).zip(&stops.capacity).all(|((on, own), most)| on + own <= *most)
        };
        let direct = leg(from_pickup, dropoff);
        let mut looked = 0;
        for (at, ends) in self.positions.windows(2).enumerate() {
            let [before, next] = [ends[0], ends[1]];
            if before.early > closes[0] {
                break;
            }
            looked += 1;
            let on = leg(from_pickup, next.stop);
            if opens[0] + on > next.late {
                continue;
            }
            let there = leg(to_pickup, before.stop);
            let starts = (before.early + there).max(opens[0]);
            if starts > closes[0] || starts + on > next.late || !carries(at) {
                continue;
            }
            let on_from_dropoff = leg(from_dropoff, next.stop);
            let dropped = (starts + direct).max(opens[1]);
            if dropped <= closes[1] && dropped + on_from_dropoff <= next.late {
                let detour = there + direct + on_from_dropoff - next.leg;
                found(Slot { pickup: at, dropoff: at, detour });
            }
            let detour = there + on - next.leg;
            let mut now = starts + on;
            for (behind, ends) in self.positions.windows(2).enumerate().skip(at + 1) {
                let [here, next] = [ends[0], ends[1]];
                now = now.max(here.opens);
                if now > here.late || now > closes[1] || !carries(behind) {
                    break;
                }
                looked += 1;
                let there = leg(to_dropoff, here.stop);
                let on = leg(from_dropoff, next.stop);
                let dropped = (now + there).max(opens[1]);
                if dropped <= closes[1] && dropped + on <= next.late {
                    let detour = detour + there + on - next.leg;
                    found(Slot { pickup: at, dropoff: behind, detour });
                }
                now += next.leg;
            }
        }
        looked
    }

    /// Returns the slot with the shortest detour.
    pub(super) fn best_slot(&self, stops: &Stops, request: u32, work: &mut u64) -> Option<Slot> {
        let mut best: Option<Slot> = None;
        *work += self.slots(stops, request, |slot| {
            if best.is_none_or(|it| slot.detour < it.detour) {
                best = Some(slot);
            }
        });
        best
    }
}

fn position(stops: &Stops, stop: u32, leg: i64) -> Position {
    let (opens, closes) = (stops.opens[stop as usize], stops.closes[stop as usize]);
    Position { stop, leg, opens, closes, early: opens, late: closes }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::evaluate::fixture::{Fixture, Random};
    use crate::evaluate::{Evaluator, Step};
    use crate::problem::{ShiftIdx, StopKind, Term, Window};
    use crate::search::{Search, SearchOptions};

    /// Returns ten orders with windows and two kinds of load, between places in a row or with random ways.
    pub(in super::super) fn orders(random: &mut Random, is_row: bool) -> Fixture {
        let mut fixture = Fixture::new(9);
        fixture.shift(0..3_000);
        let problem = &mut fixture.problem;
        problem.dimension_count = 2;
        problem.vehicles[0].capacity = vec![10, 8];
        problem.vehicles[0].service_permille = 500 * u32::try_from(1 + random.below(3)).unwrap();
        problem.objective.minimize = vec![Term::Unserved, Term::Vehicles, Term::Cost];
        if !is_row {
            for (at, seconds) in problem.travel[0].travel_seconds.iter_mut().enumerate() {
                *seconds = if at % 10 == 0 { 0 } else { 20 + random.below_i32(400) };
            }
        }
        for _ in 0..10 {
            let [from, to] = [0; 2].map(|_| u32::try_from(random.below(9)).unwrap());
            let load = 1 + random.below(5);
            let steps =
                fixture.order(&[(StopKind::Pickup, from, load), (StopKind::Dropoff, to, load)]);
            for step in steps {
                let (opens, length) = (random.below(2_000), 200 + random.below(1_500));
                let option = fixture.option(step);
                option.service_seconds = 2 * random.below(30);
                option.windows = vec![Window { start_at: opens, end_at: opens + length }];
            }
        }
        for stop in fixture.problem.stops.chunks_mut(2) {
            let load = random.below(4);
            stop.iter_mut().for_each(|it| it.load.push(load));
        }
        fixture
    }

    /// Returns the driving time of a route with these stops; `None` if it breaks a rule.
    fn driving(evaluator: &mut Evaluator<'_>, stops: &Stops, inner: &[u32]) -> Option<i64> {
        let steps: Vec<Step> = inner.iter().map(|it| stops.steps[*it as usize]).collect();
        let evaluation = evaluator.evaluate(ShiftIdx(0), &steps, &[]);
        evaluation.broken.is_none().then_some(evaluation.driving_seconds)
    }

    fn inner_of(route: &Route) -> Vec<u32> {
        route.inner().iter().map(|it| it.stop).collect()
    }

    #[test]
    fn slots_are_those_that_the_evaluator_accepts() {
        let (mut found, mut refused) = (0, 0);
        for seed in 0..200 {
            let is_row = seed % 2 == 0;
            let fixture = orders(&mut Random::new(seed), is_row);
            let permille = i64::from(fixture.problem.vehicles[0].service_permille);
            let search = Search::new(&fixture.problem, SearchOptions::default());
            let stops = Stops::of(&search.plan).expect("it has pairs only");
            let mut evaluator = Evaluator::new(&fixture.problem);
            let mut route = Route::new(&stops, std::iter::empty()).expect("it is empty");
            for request in 0..10 {
                let inner = inner_of(&route);
                let before = driving(&mut evaluator, &stops, &inner).expect("it fits");
                let mut slots = Vec::new();
                route.slots(&stops, request, |it| slots.push((it.pickup, it.dropoff, it.detour)));
                let mut expected = Vec::new();
                let services: i64 = [2 * request, 2 * request + 1]
                    .map(|it| {
                        fixture.problem.options[it as usize].service_seconds * permille / 1_000
                    })
                    .iter()
                    .sum();
                for pickup in 0..=inner.len() {
                    for dropoff in pickup..=inner.len() {
                        let mut longer = inner.clone();
                        longer.insert(dropoff, 2 * request + 1);
                        longer.insert(pickup, 2 * request);
                        match driving(&mut evaluator, &stops, &longer) {
                            Some(after) => {
                                expected.push((pickup, dropoff, after - before + services));
                                found += 1;
                            }
                            None => refused += 1,
                        }
                    }
                }
                assert!(slots.iter().all(|it| expected.contains(it)), "{seed} {request} {inner:?}");
                assert!(!is_row || slots.len() == expected.len(), "{seed} {request} {inner:?}");
                if let Some(slot) = route.best_slot(&stops, request, &mut 0) {
                    route.insert(&stops, request, slot);
                }
            }
        }
        assert!(found > 2_000 && refused > 2_000, "{found} {refused}");
    }

    #[test]
    fn a_route_without_requests_fits_if_the_evaluator_says_so() {
        let (mut kept, mut late) = (0, 0);
        for seed in 0..300 {
            let fixture = orders(&mut Random::new(seed), false);
            let search = Search::new(&fixture.problem, SearchOptions::default());
            let stops = Stops::of(&search.plan).expect("it has pairs only");
            let mut evaluator = Evaluator::new(&fixture.problem);
            let mut route = Route::new(&stops, std::iter::empty()).expect("it is empty");
            for request in 0..10 {
                if let Some(slot) = route.best_slot(&stops, request, &mut 0) {
                    route.insert(&stops, request, slot);
                }
            }
            let requests: Vec<u32> = route.requests().collect();
            let [mut without_one, mut without_two] = [Route::default(), Route::default()];
            for one in &requests {
                without_one.write_without(&stops, &route, *one);
                for other in requests.iter().filter(|it| *it != one) {
                    without_two.write_without(&stops, &without_one, *other);
                    let inner = inner_of(&without_two);
                    let fits = driving(&mut evaluator, &stops, &inner).is_some();
                    assert_eq!(without_two.is_in_time(), fits, "{seed} {one} {other}");
                    if fits { kept += 1 } else { late += 1 }
                }
            }
        }
        assert!(kept > 500 && late > 0, "{kept} {late}");
    }
}
