//! Everything that connects visits, for the search: relations, visits of periodic orders, limits over several shifts of
//! a vehicle, docks.
//!
//! Other routes are taken as they stand: their times bound the times of this route (`pins`), and after a route is
//! evaluated, everything that it affects is checked exactly (`holds`). So each change keeps every rule, one route at a
//! time, or with others that yield to it; rules that require all or none of some visits are handled by the score
//! (`broken_sets`).

mod pins;

use std::cell::RefCell;
use std::ops::ControlFlow::Break;

use crate::instance::docks_bind;
use crate::problem::{
    Problem, Relation, SameVehicle, ShiftIdx, UNLIMITED, Vehicle, VehicleIdx, VisitIdx, VisitRules,
    Window,
};
use crate::rules::days;
use crate::rules::docks;
use crate::rules::spacing::{Dated, ShiftDays};
use crate::rules::standing::NOBODY;
use crate::rules::weekly_rest::KnownSpans;
use crate::rules::{nights, relations, shift_rest, spacing, span_limits, weekly_rest};
use crate::search::plan::docking::Docking;
use crate::search::plan::route::{RouteState, Standing};
use crate::solution::Code;
use crate::step::{Allowance, Overnight, Step};
pub(crate) use pins::{confine, first_stops};

/// Everything that connects routes.
pub(crate) struct Groups {
    any: bool,
    spans: bool,
    /// Whether some vehicle rests between shifts or weeks.
    rests: bool,
    /// By vehicle: whether its routes begin where it has stayed. Empty: none.
    roaming: Vec<bool>,
    /// By visit: relations that name it.
    relations: Vec<Vec<u32>>,
    /// By visit: whether its order has rules.
    ruled: Vec<bool>,
    any_ruled: bool,
    days: ShiftDays,
    /// Positions of orders that prefer one vehicle for all visits.
    preferred: Vec<u32>,
    sets: Vec<Vec<VisitIdx>>,
    docking: Option<Docking>,
    scratch: RefCell<Vec<Dated>>,
    openings: RefCell<Vec<Window>>,
    weeks: RefCell<Vec<Window>>,
    week_spans: RefCell<KnownSpans>,
    choices: RefCell<Vec<(Window, Allowance)>>,
}

impl Groups {
    pub(super) fn new(problem: &Problem) -> Self {
        let mut relations = vec![Vec::new(); problem.visits.len()];
        for (position, relation) in (0_u32..).zip(&problem.relations) {
            for visit in &relation.visits {
                relations[visit.at()].push(position);
            }
        }
        let rules = |visit: &crate::problem::Visit| problem.orders[visit.order.at()].rules.as_ref();
        let ruled: Vec<bool> = problem.visits.iter().map(|it| rules(it).is_some()).collect();
        let any_ruled = ruled.contains(&true);
        let spans = problem.vehicles.iter().any(is_summed);
        let rests = problem.vehicles.iter().any(rests);
        let mut roaming = nights::roaming(problem);
        if !roaming.contains(&true) {
            roaming.clear();
        }
        let docking = docks_bind(problem).then(|| Docking::new(problem));
        Self {
            any: spans
                || docking.is_some()
                || rests
                || !roaming.is_empty()
                || !problem.relations.is_empty()
                || any_ruled,
            spans,
            rests,
            roaming,
            relations,
            ruled,
            any_ruled,
            days: ShiftDays::new(problem),
            preferred: preferring(problem),
            sets: relations::sets(problem),
            docking,
            scratch: RefCell::default(),
            openings: RefCell::default(),
            weeks: RefCell::default(),
            week_spans: RefCell::default(),
            choices: RefCell::default(),
        }
    }

    /// Returns whether routes are connected at all.
    pub(crate) const fn any(&self) -> bool {
        self.any
    }

    /// Returns whether routes are connected otherwise than by their visits.
    pub(crate) const fn connects_shifts(&self) -> bool {
        self.spans || self.rests || !self.roaming.is_empty() || self.docking.is_some()
    }

    /// Returns whether only relations connect routes, if anything does.
    pub(crate) fn are_relations_only(&self) -> bool {
        !self.connects_shifts() && !self.any_ruled
    }

    /// Returns the day of the visits of an order with these rules that a shift makes; `None` if it has several days.
    pub(crate) fn day_of(&self, rules: &VisitRules, shift: ShiftIdx) -> Option<i64> {
        self.days.of(rules, shift)
    }

    /// Returns whether a visit on a day agrees with the days of the order's other visits; `dated` has those of visits
    /// that are not made yet.
    pub(crate) fn agrees(
        &self,
        standing: Standing<'_>,
        rules: &VisitRules,
        (visit, day): (VisitIdx, i64),
        dated: &[(VisitIdx, i64)],
    ) -> bool {
        spacing::agrees(standing, &self.days, rules, visit, day, dated)
    }

    /// Returns whether a visit may move from one shift to another whatever the visits are that it is bound to.
    pub(crate) fn may_move(
        &self,
        problem: &Problem,
        visit: VisitIdx,
        shifts: [ShiftIdx; 2],
    ) -> bool {
        if !self.relations[visit.at()].is_empty() {
            return false;
        }
        let order = &problem.orders[problem.visits[visit.at()].order.at()];
        let Some(rules) = &order.rules else { return true };
        let [from, to] = shifts.map(|it| self.days.of(rules, it));
        rules.same_vehicle == SameVehicle::Free
            && rules.time_of_day_tolerance_seconds == UNLIMITED
            && from.is_some()
            && from == to
    }

    /// For orders that prefer one vehicle, returns the cost of the vehicles beyond the first, and the number of those
    /// that have no price.
    pub(super) fn extra_vehicles(&self, problem: &Problem, shift_of: &[u32]) -> (f64, u32) {
        let (mut cost, mut unpriced) = (0.0, 0);
        for order in &self.preferred {
            let order = &problem.orders[*order as usize];
            let visits = order.visits.clone();
            let vehicle = |visit: u32| {
                let shift = shift_of[visit as usize];
                (shift != NOBODY).then(|| problem.shifts[shift as usize].vehicle)
            };
            let mut vehicles: u32 = 0;
            for visit in visits.clone() {
                let Some(one) = vehicle(visit) else { continue };
                let known = (visits.start..visit).any(|it| vehicle(it) == Some(one));
                vehicles += u32::from(!known);
            }
            let extra_vehicles = vehicles.saturating_sub(1);
            match price_of(order) {
                0.0 => unpriced += extra_vehicles,
                price => cost += price * f64::from(extra_vehicles),
            }
        }
        (cost, unpriced)
    }

    /// Returns what it costs if this shift's vehicle makes a visit, given the vehicles of the order's other visits.
    pub(super) fn extra_vehicle_cost(
        &self,
        standing: Standing<'_>,
        visit: VisitIdx,
        shift: ShiftIdx,
    ) -> f64 {
        if self.preferred.is_empty() {
            return 0.0;
        }
        let problem = standing.problem;
        let order = &problem.orders[problem.visits[visit.at()].order.at()];
        let price = price_of(order);
        if price <= 0.0 {
            return 0.0;
        }
        let vehicle = |it: ShiftIdx| problem.shifts[it.at()].vehicle;
        let others = order.visits.clone().map(VisitIdx).filter(|it| *it != visit);
        let mut vehicles = others.filter_map(|it| standing.shift_of(it)).map(vehicle).peekable();
        let is_alone = vehicles.peek().is_none();
        if is_alone || vehicles.any(|it| it == vehicle(shift)) { 0.0 } else { price }
    }

    /// Returns whether the time of a visit matters to visits on other routes.
    pub(super) fn binds(&self, visit: VisitIdx) -> bool {
        self.is_ruled(visit) || !self.relations[visit.at()].is_empty()
    }

    /// Returns the state of docks; `None` if docks never matter.
    pub(crate) const fn docking(&self) -> Option<&Docking> {
        self.docking.as_ref()
    }

    /// Returns whether a shift's vehicle rests before and after its routes.
    pub(super) fn rests(&self, problem: &Problem, shift: ShiftIdx) -> bool {
        let vehicle = problem.shifts[shift.at()].vehicle;
        self.rests && rests(&problem.vehicles[vehicle.at()])
    }

    /// Returns whether the routes of a vehicle depend on one another: through limits over several of them, through
    /// rests between them, or because one begins where another has ended.
    pub(crate) fn binds_shifts(&self, problem: &Problem, vehicle: VehicleIdx) -> bool {
        let data = &problem.vehicles[vehicle.at()];
        is_summed(data) || rests(data) || self.roaming.get(vehicle.at()).is_some_and(|it| *it)
    }

    /// Returns whether the shift's vehicle begins each route where the previous one ended.
    pub(super) fn roams(&self, problem: &Problem, shift: ShiftIdx) -> bool {
        let vehicle = problem.shifts[shift.at()].vehicle;
        self.roaming.get(vehicle.at()).is_some_and(|it| *it)
    }

    /// Returns whether any vehicle does so.
    pub(crate) const fn any_roams(&self) -> bool {
        !self.roaming.is_empty()
    }

    /// Returns where a route begins because its vehicle has stayed there; `None` if at its shift's own start.
    pub(crate) fn overnight(&self, standing: Standing<'_>, shift: ShiftIdx) -> Option<Overnight> {
        if self.roams(standing.problem, shift) { nights::before(standing, shift) } else { None }
    }

    /// Returns whether some visits are served together or not at all.
    pub(crate) const fn has_sets(&self) -> bool {
        !self.sets.is_empty()
    }

    /// Returns whether a visit belongs to a set that is served completely or not at all.
    pub(crate) fn is_in_set(&self, visit: VisitIdx) -> bool {
        self.sets.iter().any(|it| it.contains(&visit))
    }

    /// Returns whether the days of other visits decide on which days this one may take place.
    #[inline]
    pub(crate) fn is_ruled(&self, visit: VisitIdx) -> bool {
        self.ruled[visit.at()]
    }

    /// Returns the relations that name a visit.
    #[inline]
    fn relations_of<'p>(
        &self,
        problem: &'p Problem,
        visit: VisitIdx,
    ) -> impl Iterator<Item = &'p Relation> {
        self.relations[visit.at()].iter().map(|it| &problem.relations[*it as usize])
    }

    /// Returns the relations that bound the times of a route's visits by those of visits on other shifts, as pairs of a
    /// relation and such a shift.
    fn timed_elsewhere<'p>(
        &self,
        standing: Standing<'p>,
        shift: ShiftIdx,
        steps: &[Step],
    ) -> impl Iterator<Item = (&'p Relation, ShiftIdx)> {
        let visits = first_stops(standing.problem, steps).map(|it| it.1);
        let relations = visits.flat_map(move |it| self.relations_of(standing.problem, it));
        relations.filter(|it| it.kind.is_of_times()).flat_map(move |relation| {
            let shifts = relation.visits.iter().filter_map(move |it| standing.shift_of(*it));
            shifts.filter(move |it| *it != shift).map(move |it| (relation, it))
        })
    }

    /// Returns whether the times of some visits of a route are bounded by those of visits on other shifts.
    pub(super) fn is_timed_elsewhere(
        &self,
        standing: Standing<'_>,
        shift: ShiftIdx,
        steps: &[Step],
    ) -> bool {
        self.timed_elsewhere(standing, shift, steps).next().is_some()
    }

    /// Returns the other shifts of relations that are broken because of the times of a route, each once.
    pub(super) fn disagreeing(&self, standing: Standing<'_>, shift: ShiftIdx) -> Vec<ShiftIdx> {
        let mut shifts = Vec::new();
        let steps = &standing.route(shift).steps;
        for (relation, other) in self.timed_elsewhere(standing, shift, steps) {
            let agrees =
                || relations::check(standing, relation, false, &mut |_| Break(())).is_continue();
            if !shifts.contains(&other) && !agrees() {
                shifts.push(other);
            }
        }
        shifts
    }

    /// Returns the rule of the set that a visit belongs to.
    pub(crate) fn rule_of_set(&self, problem: &Problem, visit: VisitIdx) -> Option<Code> {
        let set = self.sets.iter().find(|it| it.contains(&visit))?;
        Some(relations::rule_of_set(problem, set))
    }

    /// Calls `each` for the served visits of sets in which another visit is absent.
    pub(crate) fn broken_sets(&self, shift_of: &[u32], mut each: impl FnMut(VisitIdx)) {
        for set in &self.sets {
            let served = |visit: &&VisitIdx| shift_of[visit.at()] != NOBODY;
            if set.iter().any(|it| shift_of[it.at()] == NOBODY) {
                set.iter().filter(served).for_each(|it| each(*it));
            }
        }
    }

    /// Returns whether other routes allow a shift to serve a visit, as far as can be told without times.
    pub(crate) fn may_serve(
        &self,
        standing: Standing<'_>,
        visit: VisitIdx,
        shift: ShiftIdx,
    ) -> bool {
        if !self.any {
            return true;
        }
        let is_unused = standing.routes[shift.at()].steps.is_empty();
        if self.spans && is_unused && !keeps_sums(standing, shift, Some(shift)) {
            return false;
        }
        let mut relations = self.relations_of(standing.problem, visit);
        relations.all(|it| relations::may_serve(standing, it, visit, shift))
            && (!self.is_ruled(visit) || spacing::may_serve(standing, &self.days, visit, shift))
    }

    /// Returns the position after which a visit's first stop may come, and the one before which its last stop must
    /// come.
    pub(super) fn bounds(
        &self,
        standing: Standing<'_>,
        visit: VisitIdx,
        shift: ShiftIdx,
    ) -> (usize, usize) {
        let mut bounds = (0, standing.routes[shift.at()].steps.len());
        for relation in self.relations_of(standing.problem, visit) {
            relations::narrow(standing, relation, visit, shift, &mut bounds);
        }
        bounds
    }

    /// Returns whether the shift's route, with these times, keeps everything that connects its visits. If the plan
    /// `was_checked`, its present routes do so.
    pub(super) fn holds(
        &self,
        standing: Standing<'_>,
        shift: ShiftIdx,
        route: &RouteState,
        was_checked: bool,
    ) -> bool {
        let before = standing;
        let standing = standing.with(shift, route);
        if self.spans && !keeps_sums(standing, shift, None) {
            return false;
        }
        let problem = standing.problem;
        if self.rests {
            let vehicle = problem.shifts[shift.at()].vehicle;
            if shift_rest::check(standing, vehicle, &mut |_| Break(())).is_break() {
                return false;
            }
            if weekly_rest::check(standing, vehicle, &mut |_| Break(())).is_break() {
                return false;
            }
            if days::check(standing, vehicle, &mut |_| Break(())).is_break() {
                return false;
            }
        }
        if self.docking.is_some()
            && docks::check(standing, Some(shift), &mut |_| Break(())).is_break()
        {
            return false;
        }
        let order = |it: VisitIdx| problem.visits[it.at()].order;
        let scratch = &mut self.scratch.borrow_mut();
        // A visit's first stop on the route need not be the first in its list.
        first_stops(problem, &route.steps).all(|(_, visit)| {
            let mut relations = self.relations_of(problem, visit);
            relations
                .all(|it| relations::check(standing, it, false, &mut |_| Break(())).is_continue())
                && (!self.is_ruled(visit) || {
                    let stays = was_checked
                        && spacing::keeps_day(before, &self.days, visit, (shift, route));
                    let mut keeps = || spacing::keeps(standing, order(visit), scratch);
                    debug_assert!(!stays || keeps(), "the order of {visit:?} was in order before");
                    stays || keeps()
                })
        })
    }
}

/// Returns whether limits apply to several routes of a vehicle together.
fn is_summed(vehicle: &Vehicle) -> bool {
    !vehicle.limits_per_week.is_unlimited()
        || !vehicle.limits_per_period.is_unlimited()
        || vehicle.two_week_driving_seconds < UNLIMITED
}

/// Returns whether the times of a vehicle's routes depend on one another: through rests between them, or exceptions of
/// its driving rules.
fn rests(vehicle: &Vehicle) -> bool {
    vehicle.shift_rest_seconds > 0 || vehicle.week.is_some() || vehicle.exceptional_days().is_some()
}

/// Returns whether the vehicle's weeks and period keep their limits.
fn keeps_sums(standing: Standing<'_>, shift: ShiftIdx, opened: Option<ShiftIdx>) -> bool {
    let vehicle = standing.problem.shifts[shift.at()].vehicle;
    span_limits::check(standing, vehicle, Some(shift), opened, &mut |_| Break(())).is_continue()
}

fn price_of(order: &crate::problem::Order) -> f64 {
    order.rules.as_ref().map_or(0.0, |it| it.other_vehicle_cost)
}

fn preferring(problem: &Problem) -> Vec<u32> {
    let orders = (0_u32..).zip(&problem.orders);
    let prefers = |order: &crate::problem::Order| {
        order.rules.as_ref().is_some_and(|it| it.same_vehicle == SameVehicle::Preferred)
    };
    orders.filter(|(_, order)| prefers(order)).map(|(position, _)| position).collect()
}
