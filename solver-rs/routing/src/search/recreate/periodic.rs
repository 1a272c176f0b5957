//! Inserts the absent visits of a periodic order together: the best day of one of them depends on the days of the
//! others, and visits that are inserted one after the other rarely change from one pattern of days to another.
//!
//! ```text
//! first visit    Mon 4   Tue 7   Wed 3     the cheapest insertion into a route of each day
//! second visit   Mon 5   Thu 2   Fri 6     Wed and Thu are too close together: Mon and Thu, for 6, are the best days
//! ```
//!
//! Routes of different days do not depend on one another, so the costs of insertions add up. Branch and bound finds the
//! cheapest days that keep the rules of the order: O(visits × shifts × positions) for the insertions, and a bounded
//! number of days compared.

use super::insertion::{Candidates, Target, scan};
use super::scanning::{ROUTES_MAX, fresh_shifts};
use super::{BLINK_RATE, BlinkDice, Recreate, Scratch, insert_into};
use crate::instance::Shape;
use crate::problem::{Order, SameVehicle, ShiftIdx, VehicleIdx, VisitIdx, VisitRules};
use crate::search::plan::Plan;
use crate::search::random::Random;

/// Maximum number of visits of an order that are inserted together.
const VISITS_MAX: usize = 16;
/// Maximum number of times that a day of a visit is compared with those of the visits before it: some 50 µs.
const COMPARISONS_MAX: usize = 1_000;

/// A shift that may make a visit.
#[derive(Clone, Copy, Debug)]
struct Choice {
    shift: ShiftIdx,
    vehicle: VehicleIdx,
    day: i64,
    cost: f64,
}

/// Scratch of `insert_order`.
#[derive(Clone, Debug, Default)]
pub(super) struct Together {
    /// The absent visits of the order, by number.
    visits: Vec<VisitIdx>,
    /// By visit: the cheapest shift of each day, cheapest first.
    choices: Vec<Vec<Choice>>,
    /// The least that a visit and all after it cost.
    least_from: Vec<f64>,
    /// The first visits with the days and the choices that are being compared.
    dated: Vec<(VisitIdx, i64)>,
    chosen: Vec<Choice>,
    /// By visit: its shift according to the best choice so far.
    best: Vec<ShiftIdx>,
    /// By shift that was examined: the cost of the cheapest insertion of a visit; infinite if there is none.
    costs: Vec<Option<f64>>,
    shifts: Vec<ShiftIdx>,
}

/// Inserts all visits of the order of the first visit of `waiting` that are among them and absent, if there are
/// several. Returns whether the first one has been inserted.
pub(super) fn insert_order(
    plan: &mut Plan<'_>,
    random: &mut Random,
    how: Recreate<'_>,
    waiting: &[VisitIdx],
    scratch: &mut Scratch,
) -> bool {
    let first = waiting[0];
    if how.exhaustive || !is_handled(plan, first) {
        return false;
    }
    let order = plan.problem.visits[first.at()].order;
    let mut together = std::mem::take(&mut scratch.together);
    together.visits.clear();
    let is_its = |it: &&VisitIdx| {
        plan.problem.visits[it.at()].order == order && plan.shift_of(**it).is_none()
    };
    together.visits.extend(waiting.iter().filter(is_its));
    if (2..=VISITS_MAX).contains(&together.visits.len()) {
        together.visits.sort_unstable();
        if choose(plan, random, how.vehicles_max, &mut together, scratch) {
            for (visit, shift) in together.visits.iter().zip(&together.best) {
                insert_into(plan, random, *visit, *shift, scratch);
            }
        }
    }
    scratch.together = together;
    plan.shift_of(first).is_some()
}

/// Returns whether a visit has to be made, by a rule that binds it to other visits of its order.
fn is_handled(plan: &Plan<'_>, visit: VisitIdx) -> bool {
    plan.groups.is_ruled(visit)
        && plan.instance.shape[visit.at()] != Shape::Many
        && plan.instance.weight[visit.at()] > 0
}

/// Chooses the shifts of the visits, and returns whether there are some that keep the rules of the order.
fn choose(
    plan: &Plan<'_>,
    random: &mut Random,
    vehicles_max: usize,
    together: &mut Together,
    scratch: &mut Scratch,
) -> bool {
    let order = order_of(plan, together.visits[0]);
    let Some(rules) = &order.rules else { return false };
    together.costs.clear();
    together.costs.resize(plan.problem.shifts.len(), None);
    together.choices.resize_with(VISITS_MAX, Vec::new);
    for at in 0..together.visits.len() {
        collect(plan, random, vehicles_max, rules, (together, at), scratch);
        if together.choices[at].is_empty() {
            return false;
        }
    }
    let count = together.visits.len();
    together.least_from.clear();
    together.least_from.resize(count + 1, 0.0);
    for at in (0..count).rev() {
        together.least_from[at] = together.least_from[at + 1] + together.choices[at][0].cost;
    }
    let mut search = DaySearch {
        plan,
        order,
        rules,
        together,
        least: f64::INFINITY,
        comparisons_left: COMPARISONS_MAX,
    };
    search.extend(0.0);
    let is_found = search.least < f64::INFINITY;
    let compared = COMPARISONS_MAX - search.comparisons_left;
    plan.patience.spend(compared * order.visits.len() / 10);
    is_found
}

/// Collects the shifts that may make one of the visits: of each day, the cheapest one, or the cheapest of each vehicle
/// if it matters which vehicle makes the visit.
fn collect(
    plan: &Plan<'_>,
    random: &mut Random,
    vehicles_max: usize,
    rules: &VisitRules,
    (together, at): (&mut Together, usize),
    scratch: &mut Scratch,
) {
    let Together { visits, choices, costs, shifts, .. } = together;
    let (visit, choices) = (visits[at], &mut choices[at]);
    choices.clear();
    shifts.clear();
    fresh_shifts(plan, visit, vehicles_max, &mut scratch.fresh);
    shifts.extend(&scratch.fresh);
    if plan.near.is_empty() {
        shifts.extend(&plan.used);
    } else {
        let unused = shifts.len();
        for shift in plan.near[visit.at()].iter().filter_map(|it| plan.shift_of(*it)) {
            if shifts.len() - unused == ROUTES_MAX {
                break;
            }
            if !shifts[unused..].contains(&shift) {
                shifts.push(shift);
            }
        }
    }
    for &shift in &*shifts {
        let Some(day) = plan.groups.day_of(rules, shift) else { continue };
        if !plan.may_serve(visit, shift) {
            continue;
        }
        let mut scanned = || {
            let mut candidates = Candidates::below(1, f64::INFINITY);
            let target = Target::of(plan, shift, visit);
            let mut dice = BlinkDice { random, rate: BLINK_RATE };
            scan(target, visit, &mut dice, &mut scratch.dropoffs, &mut candidates);
            scratch.judged += candidates.judged();
            candidates.iter().next().map_or(f64::INFINITY, |it| it.delta)
        };
        // All visits of an order cost the same on a route.
        let cost = *costs[shift.at()].get_or_insert_with(&mut scanned);
        if cost < f64::INFINITY {
            let vehicle = plan.problem.shifts[shift.at()].vehicle;
            choices.push(Choice { shift, vehicle, day, cost });
        }
    }
    choices.sort_unstable_by(|one, other| {
        one.cost.total_cmp(&other.cost).then(one.shift.0.cmp(&other.shift.0))
    });
    let is_free = rules.same_vehicle == SameVehicle::Free;
    let mut kept = 0;
    for at in 0..choices.len() {
        let choice = choices[at];
        let is_same =
            |it: &Choice| it.day == choice.day && (is_free || it.vehicle == choice.vehicle);
        if !choices[..kept].iter().any(is_same) {
            choices[kept] = choice;
            kept += 1;
        }
    }
    choices.truncate(kept);
}

fn order_of<'p>(plan: &Plan<'p>, visit: VisitIdx) -> &'p Order {
    &plan.problem.orders[plan.problem.visits[visit.at()].order.at()]
}

/// A depth-first search for the cheapest days.
struct DaySearch<'s, 'p> {
    plan: &'s Plan<'p>,
    order: &'s Order,
    rules: &'s VisitRules,
    together: &'s mut Together,
    /// The cost of the best choice so far.
    least: f64,
    comparisons_left: usize,
}

impl DaySearch<'_, '_> {
    /// Chooses the shifts of the next visit and of all after it.
    fn extend(&mut self, cost: f64) {
        let at = self.together.chosen.len();
        if at == self.together.visits.len() {
            self.least = cost;
            self.together.best.clear();
            self.together.best.extend(self.together.chosen.iter().map(|it| it.shift));
            return;
        }
        for position in 0..self.together.choices[at].len() {
            let choice = self.together.choices[at][position];
            let cost = cost + choice.cost;
            if cost + self.together.least_from[at + 1] >= self.least || self.comparisons_left == 0 {
                return;
            }
            self.comparisons_left -= 1;
            let cost = cost + self.extra_vehicle_cost(choice.vehicle);
            if cost + self.together.least_from[at + 1] >= self.least || !self.agrees(at, &choice) {
                continue;
            }
            self.together.dated.push((self.together.visits[at], choice.day));
            self.together.chosen.push(choice);
            self.extend(cost);
            self.together.chosen.pop();
            self.together.dated.pop();
        }
    }

    /// Whether a choice keeps the rules of the order beside the visits that have a day.
    fn agrees(&self, at: usize, choice: &Choice) -> bool {
        let Together { visits, dated, chosen, .. } = &*self.together;
        let is_required = self.rules.same_vehicle == SameVehicle::Required;
        let (groups, standing) = (&self.plan.groups, self.plan.standing());
        (!is_required || chosen.first().is_none_or(|it| it.vehicle == choice.vehicle))
            && groups.agrees(standing, self.rules, (visits[at], choice.day), dated)
    }

    /// What it costs if another vehicle than those of the visits made so far makes the next one.
    fn extra_vehicle_cost(&self, vehicle: VehicleIdx) -> f64 {
        let price = self.rules.other_vehicle_cost;
        if self.rules.same_vehicle != SameVehicle::Preferred || price <= 0.0 {
            return 0.0;
        }
        let problem = self.plan.problem;
        let made = self.order.visits.clone().filter_map(|it| self.plan.shift_of(VisitIdx(it)));
        let made = made.map(|it| problem.shifts[it.at()].vehicle);
        let mut vehicles = made.chain(self.together.chosen.iter().map(|it| it.vehicle)).peekable();
        let is_first = vehicles.peek().is_none();
        let is_known = is_first || vehicles.any(|it| it == vehicle);
        if is_known { 0.0 } else { self.plan.instance.weights.cost * price }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Step;
    use crate::evaluate::fixture::{Fixture, visit_rules};
    use crate::problem::{DAY_SECONDS, OptionIdx, StopIdx, Vehicle};
    use crate::search::plan::route::Fit;
    use crate::search::{Search, SearchOptions};

    /// 1970-01-05, a Monday.
    const MONDAY: i64 = 4;
    const MONDAY_AND_THURSDAY: u8 = 0b000_1001;
    const TUESDAY_AND_FRIDAY: u8 = 0b001_0010;

    /// Inserts two visits to place 5 into routes, each with its day after Monday, its vehicle and the place to which it
    /// goes; at place 0, it has no stops. Returns the routes that make the visits.
    fn inserted(rules: VisitRules, routes: &[(i64, usize, u32)]) -> Vec<usize> {
        let mut fixture = Fixture::new(6);
        for place in [5, 5].into_iter().chain(routes.iter().map(|it| it.2)) {
            fixture.dropoff(place, &[]);
        }
        for (day, ..) in routes {
            let start_at = (MONDAY + day) * DAY_SECONDS;
            fixture.shift(start_at..start_at + 10_000);
        }
        let problem = &mut fixture.problem;
        // Order 1 becomes the second visit of order 0.
        (problem.visits[1].order, problem.visits[1].number) = (problem.visits[0].order, 2);
        problem.orders[0].visits = 0..2;
        problem.orders[0].rules = Some(rules);
        for visit in &mut problem.visits[2..] {
            visit.order.0 -= 1;
        }
        problem.orders.remove(1);
        for (order, visit) in problem.orders[1..].iter_mut().zip(2..) {
            order.visits = visit..visit + 1;
        }
        let split = routes.iter().position(|it| it.1 > 0).unwrap_or(routes.len());
        let count = u32::try_from(routes.len()).unwrap();
        let split = u32::try_from(split).unwrap();
        let first = Vehicle { shifts: 0..split, ..problem.vehicles[0].clone() };
        problem.vehicles = vec![first.clone(), Vehicle { shifts: split..count, ..first }];
        for shift in &mut problem.shifts[split as usize..] {
            shift.vehicle = VehicleIdx(1);
        }
        let mut search = Search::new(problem, SearchOptions::default());
        let (plan, scratch) = (&mut search.plan, &mut search.scratch);
        let all: Vec<VisitIdx> = (0..problem.visits.len()).map(VisitIdx::of).collect();
        plan.remove(&all);
        for (at, route) in routes.iter().enumerate().filter(|it| it.1.2 > 0) {
            let steps = [Step::Stop(StopIdx::of(at + 2), OptionIdx::of(at + 2))];
            assert_eq!(plan.replace(ShiftIdx::of(at), &steps), Fit::Fits, "{route:?}");
        }
        let how = Recreate {
            vehicles_max: usize::MAX,
            excess: 0.0,
            ignore_price: false,
            exhaustive: false,
            absences: None,
        };
        let waiting = [VisitIdx(1), VisitIdx(0)];
        assert!(insert_order(plan, &mut search.random, how, &waiting, scratch));
        let stop_count = |plan: &Plan<'_>| plan.routes.iter().map(|it| it.steps.len()).sum();
        let before: usize = stop_count(plan);
        // As if a third visit had found no room, so that its turn comes again, before theirs.
        assert!(insert_order(plan, &mut search.random, how, &waiting, scratch));
        assert_eq!(stop_count(plan), before, "visits with a route are not inserted again");
        [0, 1].map(|it| plan.shift_of(VisitIdx(it)).unwrap().at()).to_vec()
    }

    #[test]
    fn days_of_one_pattern_are_chosen_by_what_they_cost_together() {
        // Monday costs nothing, but Thursday has no route. Tuesday and Friday lack one place each.
        let routes = [(0, 0, 5), (1, 0, 4), (3, 0, 0), (4, 0, 4)];
        let with = |day_patterns: Vec<u8>| VisitRules { day_patterns, ..visit_rules() };
        let patterns = vec![MONDAY_AND_THURSDAY, TUESDAY_AND_FRIDAY];
        assert_eq!(inserted(with(patterns), &routes), [1, 3]);
        assert_eq!(inserted(with(vec![MONDAY_AND_THURSDAY]), &routes), [0, 2]);
        assert_eq!(inserted(with(Vec::new()), &routes), [0, 1]);
    }

    #[test]
    fn visits_keep_the_days_between_them() {
        let routes = [(0, 0, 5), (1, 0, 5), (2, 0, 3), (4, 0, 2)];
        let with = |days_between_min: i64, days_between_max: i64| VisitRules {
            days_between_min,
            days_between_max,
            ..visit_rules()
        };
        assert_eq!(inserted(with(1, 6), &routes), [0, 1]);
        assert_eq!(inserted(with(2, 6), &routes), [0, 2]);
        assert_eq!(inserted(with(3, 6), &routes), [0, 3]);
        assert_eq!(inserted(with(3, 3), &routes), [1, 3]);
        assert_eq!(inserted(with(2, 2), &routes), [0, 2]);
    }

    #[test]
    fn another_vehicle_makes_a_visit_if_that_is_allowed_and_pays() {
        // The first vehicle is empty on Tuesday; the second one passes place 5.
        let routes = [(0, 0, 5), (1, 0, 0), (1, 1, 5)];
        let with = |same_vehicle: SameVehicle, other_vehicle_cost: f64| VisitRules {
            same_vehicle,
            other_vehicle_cost,
            ..visit_rules()
        };
        assert_eq!(inserted(with(SameVehicle::Free, 0.0), &routes), [0, 2]);
        assert_eq!(inserted(with(SameVehicle::Required, 0.0), &routes), [0, 1]);
        // The way to place 5 and back takes 600 seconds, which cost as much.
        assert_eq!(inserted(with(SameVehicle::Preferred, 590.0), &routes), [0, 2]);
        assert_eq!(inserted(with(SameVehicle::Preferred, 610.0), &routes), [0, 1]);
    }
}
