//! Collects what plans break across routes: each broken rule once, with its route and by how much.

use std::ops::ControlFlow::Continue;

use crate::problem::{OrderIdx, RelationIdx, ShiftIdx, VehicleIdx, VisitIdx};
use crate::rules::{days, docks, relations, shift_rest, spacing, span_limits, weekly_rest};
use crate::search::plan::route::Standing;
use crate::solution::Violation;

/// What would break with one visit in the route of a shift, whose times are already known: the rules that name the
/// visit, and the limits of its vehicle. Absent visits break nothing.
pub(crate) fn of_visit(standing: Standing<'_>, visit: VisitIdx, shift: ShiftIdx) -> Vec<Violation> {
    let problem = standing.problem;
    let mut found = Found { all: Vec::new(), has_begun: None };
    for relation in (0..problem.relations.len()).map(RelationIdx::of) {
        if problem.relations[relation.at()].visits.contains(&visit) {
            found.collect_relation(standing, relation);
        }
    }
    found.collect_spacing(standing, problem.visits[visit.at()].order);
    found.collect_sums(standing, problem.shifts[shift.at()].vehicle);
    found.collect_docks(standing, Some(shift));
    found.all.into_iter().map(|it| it.1).collect()
}

/// All violations of a plan, with their shifts.
pub(crate) fn of_plan(standing: Standing<'_>) -> Vec<(ShiftIdx, Violation)> {
    let problem = standing.problem;
    let mut found = Found { all: Vec::new(), has_begun: Some(problem.begun_visits()) };
    for relation in (0..problem.relations.len()).map(RelationIdx::of) {
        found.collect_relation(standing, relation);
    }
    for order in (0..problem.orders.len()).map(OrderIdx::of) {
        found.collect_spacing(standing, order);
    }
    for vehicle in (0..problem.vehicles.len()).map(VehicleIdx::of) {
        found.collect_sums(standing, vehicle);
    }
    found.collect_docks(standing, None);
    found.all
}

struct Found {
    all: Vec<(ShiftIdx, Violation)>,
    /// By visit, whether it has begun. It is a violation that only some visits of a set are served, unless one of them
    /// has begun. `None`: it never is.
    has_begun: Option<Vec<bool>>,
}

impl Found {
    fn is_final(&self, set: &[VisitIdx]) -> bool {
        self.has_begun.as_ref().is_some_and(|it| !set.iter().any(|visit| it[visit.at()]))
    }

    fn collect_relation(&mut self, standing: Standing<'_>, relation: RelationIdx) {
        let rule = &standing.problem.relations[relation.at()];
        let is_final = self.is_final(&rule.visits);
        let _ = relations::check(standing, rule, is_final, &mut |broken| {
            self.add(broken.shift, broken.of_relation(relation));
            Continue(())
        });
    }

    fn collect_spacing(&mut self, standing: Standing<'_>, order: OrderIdx) {
        let visits = standing.problem.orders[order.at()].visits.clone();
        let is_final = self.is_final(&visits.map(VisitIdx).collect::<Vec<_>>());
        let _ = spacing::check(standing, order, is_final, &mut |broken| {
            self.add(broken.shift, spacing::violation(&broken));
            Continue(())
        });
    }

    fn collect_sums(&mut self, standing: Standing<'_>, vehicle: VehicleIdx) {
        let _ = span_limits::check(standing, vehicle, None, None, &mut |it| {
            self.add(it.shift, it.violation());
            Continue(())
        });
        let _ = shift_rest::check(standing, vehicle, &mut |it| {
            self.add(it.shift, it.violation());
            Continue(())
        });
        let _ = weekly_rest::check(standing, vehicle, &mut |it| {
            self.add(it.shift, it.violation());
            Continue(())
        });
        let _ = days::check(standing, vehicle, &mut |it| {
            self.add(it.shift, it.violation());
            Continue(())
        });
    }

    fn collect_docks(&mut self, standing: Standing<'_>, own: Option<ShiftIdx>) {
        let _ = docks::check(standing, own, &mut |it| {
            // For the route under examination, the violation is at the place that it would have to reach at another
            // time.
            let is_own = own.is_none_or(|own| own == it.shift);
            self.add(it.shift, it.violation(is_own));
            Continue(())
        });
    }

    /// Adds a violation once per pair of visits: the largest of several amounts includes the others.
    fn add(&mut self, shift: ShiftIdx, violation: Violation) {
        let same = |it: &&mut (ShiftIdx, Violation)| {
            it.1.code == violation.code
                && it.1.relation == violation.relation
                && it.1.visits == violation.visits
                && (violation.visits.is_some() || it.0 == shift)
                && it.1.span == violation.span
                && it.1.limit == violation.limit
                && it.1.stop == violation.stop
        };
        match self.all.iter_mut().find(same) {
            Some(known) => known.1.amount = known.1.amount.max(violation.amount),
            None => self.all.push((shift, violation)),
        }
    }
}
