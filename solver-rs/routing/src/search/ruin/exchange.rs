//! Ruins that give vehicles other routes: they exchange the routes of two vehicles, or the tails of these routes, or
//! put a given route in place of another one.
//!
//! ```text
//! a  b  c│ d  e          a  b  c  y  z
//! v  w│ x  y  z   ───►   v  w     d  e
//! ```
//!
//! Visits with stops on both sides of the cut are removed, and so are some around it (x), which make room for the tail.
//!
//! Vehicles that differ in where they start, or in their type, do not lose a route to one another visit by visit: each
//! step on the way would cost more. The same holds for what a vehicle does after some time of day: with pickups and
//! dropoffs, or with orders that are bound to one another, there is no local search that exchanges tails (2-opt*).

use super::{Ruin, nearest_stop};
use crate::evaluate::Step;
use crate::problem::{ShiftIdx, StopIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::random::Random;

/// How often the routes of two shifts that differ are exchanged, if routes have to be evaluated. For 45 orders of
/// couriers on bicycles and in cars, plans after 3 s are 1.7 instead of 2.3 % above the best known, in 36 and 54
/// searches.
const ROUTES_RATE: f64 = 0.05;
/// How often tails are exchanged, if routes have to be evaluated and there is no local search.
const TAILS_RATE: f64 = 0.25;
/// The other tail begins near one of this many visits that are nearest to where the ruin begins.
const TAILS_NEAR: usize = 20;
/// Up to this many visits around a cut are removed.
const CUT_MAX: usize = 5;
/// Tails are exchanged only if at most this many visits are removed.
const REMOVED_MAX: usize = 12;

impl Ruin {
    /// With some probability, exchanges routes or tails of routes. Returns false if the plan stays as it is.
    pub(super) fn exchange(&mut self, plan: &mut Plan<'_>, random: &mut Random) -> bool {
        (may_exchange_routes(plan)
            && random.unit() < ROUTES_RATE
            && self.exchange_routes(plan, random))
            || (self.may_exchange_tails(plan)
                && random.unit() < TAILS_RATE
                && self.exchange_tails(plan, random))
    }

    /// Exchanges the routes of two shifts that differ, or moves a route to an unused shift. Visits that the other shift
    /// may not serve are removed, and a route that does not fit there is removed wholly. Returns false if the two
    /// shifts keep their routes. Never uses one vehicle more.
    fn exchange_routes(&mut self, plan: &mut Plan<'_>, random: &mut Random) -> bool {
        let Some(one) = plan.shift_of(self.seed.0) else { return false };
        let other = ShiftIdx::of(random.below(plan.problem.shifts.len()));
        let is_alike = plan.instance.class[one.at()] == plan.instance.class[other.at()];
        let takes_vehicle =
            plan.route_count_of_vehicle(one) > 1 && plan.route_count_of_vehicle(other) == 0;
        if is_alike || takes_vehicle || is_held(plan, one) || is_held(plan, other) {
            return false;
        }
        let routes = [one, other].map(|it| plan.routes[it.at()].steps.clone());
        for steps in &routes {
            self.leave(plan, steps);
        }
        self.note_touched(plan);
        plan.remove(&self.leaving);
        for (shift, mut steps) in [other, one].into_iter().zip(routes) {
            steps.retain(|it| plan.visit_of(*it).is_some_and(|it| plan.may_serve(it, shift)));
            if !steps.is_empty() && !plan.is_used(shift) {
                // Visits of a route that does not fit stay absent.
                let _ = plan.replace(shift, &steps);
            }
        }
        plan.drop_served_from_absent();
        true
    }

    /// Exchanges the tails of two routes, which begin at or after a visit and one near it. Returns false if the two
    /// routes stay as they are.
    fn exchange_tails(&mut self, plan: &mut Plan<'_>, random: &mut Random) -> bool {
        let near = self.near_seed();
        let count = near.len().min(TAILS_NEAR);
        if count == 0 {
            return false;
        }
        let second = near[random.below(count)];
        let (Some(one), Some(other)) = (plan.shift_of(self.seed.0), plan.shift_of(second)) else {
            return false;
        };
        if one == other || is_held(plan, one) || is_held(plan, other) {
            return false;
        }
        let stops = [self.seed.1, nearest_stop(plan, self.seed.1, second)];
        let cuts = stops.map(|it| plan.step_of(it) + random.below(2));
        let routes = [one, other].map(|it| &plan.routes[it.at()].steps);
        let (head, tail) = routes[0].split_at(cuts[0]);
        let (other_head, other_tail) = routes[1].split_at(cuts[1]);
        let crossed = [[head, other_tail].concat(), [other_head, tail].concat()];
        if crossed.iter().any(Vec::is_empty) {
            return false;
        }
        let moving = [tail, other_tail].concat();
        for (side, steps) in crossed.iter().enumerate() {
            self.leave_cut(plan, random, steps, cuts[side]);
        }
        if self.leaving.len() > REMOVED_MAX {
            self.leaving.clear();
            return false;
        }
        self.put_tails(plan, [one, other], crossed, &moving)
    }

    /// Lets visits leave that have stops on both sides of a cut, and some that are around it.
    fn leave_cut(&mut self, plan: &Plan<'_>, random: &mut Random, steps: &[Step], cut: usize) {
        let around = random.below(CUT_MAX + 1);
        let from = cut.saturating_sub(around / 2);
        for (at, step) in steps.iter().enumerate() {
            let Some(visit) = plan.visit_of(*step) else { continue };
            let is_of_visit = |it: &&Step| plan.visit_of(**it) == Some(visit);
            let stop_count = plan.problem.visits[visit.at()].stops.len();
            let is_split = stop_count > 1 && steps.iter().filter(is_of_visit).count() < stop_count;
            if (is_split || (from..from + around).contains(&at)) && !self.leaving.contains(&visit) {
                self.leaving.push(visit);
            }
        }
    }

    /// Makes these steps the route of a shift, whose own visits leave. Changes nothing and returns false if the route
    /// does not fit.
    pub(in crate::search) fn put_route(
        &mut self,
        plan: &mut Plan<'_>,
        shift: ShiftIdx,
        steps: &[Step],
    ) -> bool {
        self.leaving.clear();
        self.leave(plan, steps);
        let Some(first) = self.leaving.first().copied() else { return false };
        self.seed = (first, StopIdx(plan.problem.visits[first.at()].stops.start));
        self.leave(plan, &plan.routes[shift.at()].steps);
        self.put(plan, |plan, _| plan.replace(shift, steps) == Fit::Fits)
    }

    /// Makes `crossed` the routes of two shifts, without the visits that leave and those of `moving` that the other
    /// shift may not serve. Changes nothing and returns false if one of the routes does not fit.
    fn put_tails(
        &mut self,
        plan: &mut Plan<'_>,
        shifts: [ShiftIdx; 2],
        crossed: [Vec<Step>; 2],
        moving: &[Step],
    ) -> bool {
        let left = self.leaving.len();
        self.leave(plan, moving);
        self.put(plan, |plan, leaving| {
            shifts.into_iter().zip(crossed).all(|(shift, mut steps)| {
                let stays = |visit| match plan.shift_of(visit) {
                    Some(at) => at == shift,
                    None => !leaving[..left].contains(&visit) && plan.may_serve(visit, shift),
                };
                steps.retain(|it| plan.visit_of(*it).is_some_and(stays));
                plan.replace(shift, &steps) == Fit::Fits
            })
        })
    }

    /// Removes the visits that leave, and calls `put` with them, which puts some of them on new routes and returns
    /// whether these fit. If they do not, or a visit stays, changes nothing and returns false.
    fn put(
        &mut self,
        plan: &mut Plan<'_>,
        put: impl FnOnce(&mut Plan<'_>, &[VisitIdx]) -> bool,
    ) -> bool {
        self.note_touched(plan);
        plan.remove(&self.leaving);
        let has_left = self.leaving.iter().all(|it| plan.shift_of(*it).is_none());
        let fits = has_left && put(plan, &self.leaving);
        if fits {
            plan.drop_served_from_absent();
        } else {
            plan.undo();
            plan.draft();
            self.leaving.clear();
        }
        fits
    }

    /// Whether exchanges of tails are useful: not where local search makes them, nor where margins judge everything.
    /// For Li and Lim's pickups and deliveries, they gained nothing.
    fn may_exchange_tails(&self, plan: &Plan<'_>) -> bool {
        !self.is_searched_locally && !plan.instance.plain && !plan.instance.reloaded
    }
}

/// Whether a shift keeps its route or a part of it.
fn is_held(plan: &Plan<'_>, shift: ShiftIdx) -> bool {
    plan.is_closed(shift) || plan.frozen[shift.at()] > 0 || plan.holds_locked(shift)
}

/// Whether exchanges of routes are useful: not where rules bind visits of several routes to one another, which hardly
/// any exchange keeps.
fn may_exchange_routes(plan: &Plan<'_>) -> bool {
    let instance = &plan.instance;
    !instance.plain && instance.class_shifts.len() > 1 && !plan.groups.any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{OptionIdx, Problem, StopKind};
    use crate::search::{Search, SearchOptions};

    const PICKUPS: [u32; 4] = [1, 3, 21, 23];

    /// Two vehicles with a break, so that routes have to be evaluated, and orders from each of `PICKUPS` to the place
    /// after it.
    fn problem() -> Problem {
        let mut fixture = Fixture::new(30);
        for place in PICKUPS {
            fixture.order(&[(StopKind::Pickup, place, 1), (StopKind::Dropoff, place + 1, 1)]);
        }
        fixture.shift_with_break(0..36_000);
        fixture.another_vehicle();
        fixture.problem
    }

    /// Returns the visits of a shift in the order of their pickups; each must be followed by its dropoff.
    fn visits_of(plan: &Plan<'_>, shift: u32) -> Vec<u32> {
        let steps = plan.routes[shift as usize].steps.iter();
        let stops: Vec<u32> = steps
            .map(|it| match it {
                Step::Stop(stop, _) => stop.0,
                Step::Reload(_) => panic!("there are no reloads"),
            })
            .collect();
        for stop in &stops {
            assert!(stops.contains(&(stop ^ 1)), "half of an order in {stops:?}");
        }
        stops.iter().filter(|it| *it % 2 == 0).map(|it| it / 2).collect()
    }

    #[test]
    fn tails_change_places_with_whole_orders() {
        let problem = problem();
        let mut search = Search::new(&problem, SearchOptions::default());
        let pair = |visit: u32| {
            [2 * visit, 2 * visit + 1].map(|it| Step::Stop(StopIdx(it), OptionIdx(it)))
        };
        let crossed = [[0, 3], [2, 1]].map(|it| it.map(pair).concat());
        for (shift, steps) in (0..).zip([&[], &[], &crossed[0][..], &crossed[1]]) {
            assert_eq!(search.plan.replace(ShiftIdx(shift % 2), steps), Fit::Fits);
        }
        search.plan.drop_served_from_absent();
        search.plan.keep();
        let mut outcomes = Vec::new();
        for turn in 0..2_000 {
            let visit = VisitIdx(turn % 4);
            search.ruin.leaving.clear();
            search.ruin.seed = (visit, StopIdx(2 * visit.0 + turn / 4 % 2));
            let changes = search.ruin.exchange_tails(&mut search.plan, &mut search.random);
            let routes = [0, 1].map(|it| visits_of(&search.plan, it));
            let mut all =
                [routes.concat(), search.plan.absent.iter().map(|it| it.0).collect()].concat();
            all.sort_unstable();
            assert_eq!(all, [0, 1, 2, 3], "each visit is served once or absent");
            assert!(changes || routes == [vec![0, 3], vec![2, 1]], "{routes:?}");
            outcomes.push(routes);
            search.plan.undo();
        }
        assert!(outcomes.contains(&[vec![0, 1], vec![2, 3]]), "the tails change places");
    }
}
