//! Relations between visits of several orders: on one route, by one vehicle, in sequence, one before the other, at the
//! same time.
//!
//! The visits of a relation that are served must keep it; the later of two visits breaks it.

use std::ops::ControlFlow::{self, Continue};

use super::standing::{RouteTimes, ScheduledVisit, Standing};
use super::{Code, Violation, spacing};
use crate::problem::{
    Problem, Relation, RelationIdx, RelationKind, ShiftIdx, TIME_MAX, TIME_MIN, UNLIMITED,
    VehicleIdx, VisitIdx, Window,
};
use crate::step::{Pin, Step};

/// A relation between orders is broken.
pub(crate) const CODE: Code = Code::Relation;

/// Two visits that break a relation or the spacing of an order's visits; both are the same if one visit breaks it
/// alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrokenPair {
    /// The shift of the later visit.
    pub(crate) shift: ShiftIdx,
    pub(crate) visits: [VisitIdx; 2],
    /// Seconds or days too many or too few, if the rule has an amount.
    pub(crate) amount: Option<i64>,
}

impl BrokenPair {
    /// The violation of this relation.
    pub(crate) fn of_relation(&self, relation: RelationIdx) -> Violation {
        Violation { relation: Some(relation), ..self.of(CODE) }
    }

    pub(super) fn of(&self, code: Code) -> Violation {
        Violation { visits: Some(self.visits), ..Violation::new(code, self.amount, None) }
    }

    pub(super) const fn new(
        one: &ScheduledVisit,
        other: &ScheduledVisit,
        amount: Option<i64>,
    ) -> Self {
        Self { shift: other.shift, visits: [one.visit, other.visit], amount }
    }
}

impl Relation {
    /// Whether the relation lets a vehicle make its visits.
    pub(crate) fn allows(&self, vehicle: VehicleIdx) -> bool {
        self.vehicles.as_ref().is_none_or(|it| it.contains(&vehicle))
    }
}

impl RelationKind {
    /// Whether its visits come in the order in which they are listed.
    const fn is_listed_in_order(self) -> bool {
        matches!(self, Self::Sequence | Self::Consecutive | Self::Before)
    }
}

/// The exact check. `is_final`: absent visits are violations, too.
pub(crate) fn check<R: RouteTimes>(
    standing: Standing<'_, R>,
    relation: &Relation,
    is_final: bool,
    report: &mut impl FnMut(BrokenPair) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut report = |one: &ScheduledVisit, other: &ScheduledVisit, amount: Option<i64>| {
        report(BrokenPair::new(one, other, amount))
    };
    let vehicle = |it: &ScheduledVisit| standing.problem.shifts[it.shift.at()].vehicle;
    let listed: Vec<ScheduledVisit> =
        relation.visits.iter().filter_map(|it| standing.made(*it)).collect();
    let Some(first) = listed.first() else { return Continue(()) };
    for it in listed.iter().filter(|it| !relation.allows(vehicle(it))) {
        report(it, it, None)?;
    }
    let mut by_start = listed.clone();
    by_start.sort_by_key(|it| it.starts_at);
    match relation.kind {
        RelationKind::Simultaneous => {
            if is_final && listed.len() < relation.visits.len() {
                report(first, first, None)?;
            }
            return check_starts(relation, &by_start, report);
        }
        RelationKind::SameVehicle => {
            if let Some(other) = listed.iter().find(|it| vehicle(it) != vehicle(first)) {
                report(first, other, None)?;
            }
        }
        RelationKind::DifferentVehicles => {
            for (at, one) in listed.iter().enumerate() {
                if let Some(other) = listed[..at].iter().find(|it| vehicle(it) == vehicle(one)) {
                    report(other, one, None)?;
                }
            }
        }
        RelationKind::SameRoute | RelationKind::Sequence | RelationKind::Consecutive => {
            if let Some(other) = listed.iter().find(|it| it.shift != first.shift) {
                report(first, other, None)?;
            }
        }
        RelationKind::Before => {}
    }
    let rows = if relation.kind.is_listed_in_order() { &listed } else { &by_start };
    for pair in rows.windows(2) {
        let (before, next) = (&pair[0], &pair[1]);
        let gap = next.starts_at - before.ends_at;
        if relation.kind == RelationKind::Before && gap < 0 {
            report(before, next, Some(-gap))?;
        }
        if !keeps_sequence(standing, relation.kind, before, next) {
            report(before, next, None)?;
        }
        if gap < relation.gap_seconds_min {
            report(before, next, Some(relation.gap_seconds_min - gap))?;
        }
        if gap > relation.gap_seconds_max {
            report(before, next, Some(gap - relation.gap_seconds_max))?;
        }
    }
    Continue(())
}

/// Determines when visits on one route have to start so that gaps are kept that are broken now. If a gap is too short,
/// the later visit waits; if it is too long, the earlier one does. The other visit may not start later than now, since
/// otherwise both would only be delayed. `bound` receives a step and when it may start.
pub(crate) fn spread<R: RouteTimes>(
    standing: Standing<'_, R>,
    relation: &Relation,
    shift: ShiftIdx,
    mut bound: impl FnMut(usize, Window),
) {
    if relation.kind == RelationKind::Simultaneous {
        return;
    }
    let mut rows: Vec<ScheduledVisit> =
        relation.visits.iter().filter_map(|it| standing.made(*it)).collect();
    if !relation.kind.is_listed_in_order() {
        rows.sort_by_key(|it| it.starts_at);
    }
    let from = |start_at: i64| Window { start_at, end_at: TIME_MAX };
    let until = |end_at: i64| Window { start_at: TIME_MIN, end_at };
    for pair in rows.windows(2).filter(|it| it.iter().all(|it| it.shift == shift)) {
        let (before, next) = (&pair[0], &pair[1]);
        let gap = next.starts_at - before.ends_at;
        if gap < relation.gap_seconds_min {
            bound(before.first, until(before.starts_at));
            bound(next.first, from(before.ends_at + relation.gap_seconds_min));
        }
        if gap > relation.gap_seconds_max {
            bound(before.first, from(before.starts_at + gap - relation.gap_seconds_max));
            bound(next.first, until(next.starts_at));
        }
    }
}

/// Simultaneous visits: all starts lie within the largest gap, and any two of them at least the least gap apart.
fn check_starts(
    relation: &Relation,
    by_start: &[ScheduledVisit],
    mut report: impl FnMut(&ScheduledVisit, &ScheduledVisit, Option<i64>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (first, last) = (&by_start[0], &by_start[by_start.len() - 1]);
    let over = last.starts_at - first.starts_at - relation.gap_seconds_max;
    if over > 0 {
        report(first, last, Some(over))?;
    }
    for pair in by_start.windows(2) {
        let under = relation.gap_seconds_min - (pair[1].starts_at - pair[0].starts_at);
        if under > 0 {
            report(&pair[0], &pair[1], Some(under))?;
        }
    }
    Continue(())
}

/// Whether two visits on one route come one after the other, directly if that is required.
fn keeps_sequence<R: RouteTimes>(
    standing: Standing<'_, R>,
    kind: RelationKind,
    before: &ScheduledVisit,
    next: &ScheduledVisit,
) -> bool {
    let is_direct = match kind {
        RelationKind::Sequence => false,
        RelationKind::Consecutive => true,
        _ => return true,
    };
    if before.shift != next.shift {
        return true;
    }
    let between = standing.route(next.shift).steps().get(before.last + 1..next.first);
    let is_order = |step: &Step| matches!(step, Step::Stop(..));
    between.is_some_and(|it| !is_direct || !it.iter().any(is_order))
}

/// Whether the shifts of the other visits let this shift serve the visit, as far as can be told without times.
pub(crate) fn may_serve<R: RouteTimes>(
    standing: Standing<'_, R>,
    relation: &Relation,
    visit: VisitIdx,
    shift: ShiftIdx,
) -> bool {
    let vehicle = |it: ShiftIdx| standing.problem.shifts[it.at()].vehicle;
    let others = relation.visits.iter().filter(|it| **it != visit);
    others.filter_map(|it| standing.shift_of(*it)).all(|at| match relation.kind {
        RelationKind::SameRoute | RelationKind::Sequence | RelationKind::Consecutive => at == shift,
        RelationKind::SameVehicle => vehicle(at) == vehicle(shift),
        RelationKind::DifferentVehicles => vehicle(at) != vehicle(shift),
        RelationKind::Before | RelationKind::Simultaneous => true,
    })
}

/// Narrows the positions of a route between which a visit may be inserted: after `low` steps at least, and before step
/// `high`.
pub(crate) fn narrow<R: RouteTimes>(
    standing: Standing<'_, R>,
    relation: &Relation,
    visit: VisitIdx,
    shift: ShiftIdx,
    (low, high): &mut (usize, usize),
) {
    if !relation.kind.is_listed_in_order() {
        return;
    }
    let mut is_before = true;
    for other in &relation.visits {
        if *other == visit {
            is_before = false;
            continue;
        }
        let Some(it) = standing.made(*other).filter(|it| it.shift == shift) else { continue };
        if !is_before {
            *high = (*high).min(it.first);
            continue;
        }
        *low = (*low).max(it.last + 1);
        if relation.kind == RelationKind::Consecutive {
            // Only reloads may come between.
            let after = &standing.route(shift).steps()[it.last + 1..];
            let reloads = after.iter().take_while(|it| matches!(it, Step::Reload(_))).count();
            *high = (*high).min(it.last + 1 + reloads);
        }
    }
}

/// Narrows the bounds on the start of a visit to what the relation's visits on other routes require.
pub(crate) fn pin<R: RouteTimes>(
    standing: Standing<'_, R>,
    relation: &Relation,
    visit: VisitIdx,
    shift: ShiftIdx,
    pin: &mut Pin,
) {
    let problem = standing.problem;
    let stops = &problem.visits[visit.at()].stops;
    let last_stop = &problem.stops[stops.end as usize - 1];
    let vehicle = &problem.vehicles[problem.shifts[shift.at()].vehicle.at()];
    let option = &problem.options[last_stop.options.start as usize];
    let service = vehicle.service_seconds(option.service_seconds);
    let position = relation.visits.iter().position(|it| *it == visit).unwrap_or(0);
    let has_gap_max = relation.gap_seconds_max < UNLIMITED;
    for (at, other) in relation.visits.iter().enumerate().filter(|it| *it.1 != visit) {
        let Some(it) = standing.made(*other).filter(|it| it.shift != shift) else { continue };
        match relation.kind {
            RelationKind::Simultaneous => {
                pin.not_before_at = pin.not_before_at.max(it.starts_at - relation.gap_seconds_max);
                pin.not_after_at = pin.not_after_at.min(it.starts_at + relation.gap_seconds_max);
            }
            RelationKind::Before if at < position => {
                pin.not_before_at = pin.not_before_at.max(it.ends_at + relation.gap_seconds_min);
                if at + 1 == position && has_gap_max {
                    pin.not_after_at = pin.not_after_at.min(it.ends_at + relation.gap_seconds_max);
                }
            }
            RelationKind::Before => {
                let latest = it.starts_at - relation.gap_seconds_min - service;
                pin.not_after_at = pin.not_after_at.min(latest);
                if at == position + 1 && has_gap_max && stops.len() == 1 {
                    let earliest = it.starts_at - relation.gap_seconds_max - service;
                    pin.not_before_at = pin.not_before_at.max(earliest);
                }
            }
            _ => {}
        }
    }
}

/// Visits that are served together or not at all: simultaneous ones, and those of orders that may not be served in
/// part.
pub(crate) fn sets(problem: &Problem) -> Vec<Vec<VisitIdx>> {
    let mut sets: Vec<Vec<VisitIdx>> = problem
        .orders
        .iter()
        .filter(|it| it.visits.len() > 1 && it.rules.as_ref().is_some_and(|it| !it.partial))
        .map(|it| it.visits.clone().map(VisitIdx).collect())
        .collect();
    let simultaneous = problem.relations.iter().filter(|it| it.kind == RelationKind::Simultaneous);
    sets.extend(simultaneous.map(|it| it.visits.clone()));
    sets
}

/// The rule that requires the visits of a set to be served together.
pub(crate) fn rule_of_set(problem: &Problem, set: &[VisitIdx]) -> Code {
    let order = |it: &VisitIdx| problem.visits[it.at()].order;
    let is_one_order = set.windows(2).all(|it| order(&it[0]) == order(&it[1]));
    if is_one_order { spacing::CODE } else { CODE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{VehicleIdx, VisitIdx, Window};
    use crate::rules::standing::drawn::Plan;

    /// Three orders and two vehicles: shifts 0 and 1 belong to the first vehicle, shift 2 to the second.
    fn problem() -> Problem {
        let mut fixture = Fixture::new(4);
        for place in 1..4 {
            fixture.dropoff(place, &[]);
        }
        fixture.shift(0..10_000);
        fixture.shift(10_000..20_000);
        let other = fixture.problem.vehicles[0].clone();
        fixture.problem.vehicles.push(crate::problem::Vehicle { shifts: 2..3, ..other });
        let shift = fixture.problem.shifts[0].clone();
        let vehicle = VehicleIdx(1);
        fixture.problem.shifts.push(crate::problem::Shift { vehicle, ..shift });
        fixture.problem
    }

    fn relation(kind: RelationKind, gaps: (i64, i64)) -> Relation {
        Relation {
            kind,
            visits: vec![VisitIdx(0), VisitIdx(1)],
            vehicles: None,
            gap_seconds_min: gaps.0,
            gap_seconds_max: gaps.1,
        }
    }

    /// Shift, both visits and amount of each finding.
    type Found = (u32, [u32; 2], Option<i64>);

    fn found(relation: &Relation, shifts: &[&[(u32, i64, i64)]], is_final: bool) -> Vec<Found> {
        let problem = problem();
        let plan = Plan::new(&problem, shifts);
        let mut found = Vec::new();
        let _ = check(plan.standing(&problem), relation, is_final, &mut |it| {
            found.push((it.shift.0, it.visits.map(|it| it.0), it.amount));
            Continue(())
        });
        found
    }

    const ANY: (i64, i64) = (i64::MIN, UNLIMITED);

    #[test]
    fn visits_that_are_to_be_together_are() {
        use RelationKind::{Consecutive, DifferentVehicles, SameRoute, SameVehicle, Sequence};
        let apart: &[&[_]] = &[&[(0, 10, 20)], &[(1, 30, 40)], &[]];
        let other: &[&[_]] = &[&[(0, 10, 20)], &[], &[(1, 30, 40)]];
        let reversed: &[&[_]] = &[&[(1, 10, 20), (0, 30, 40)], &[], &[]];
        let between: &[&[_]] = &[&[(0, 10, 20), (2, 25, 26), (1, 30, 40)], &[], &[]];
        let cases: [(RelationKind, &[&[_]], Vec<Found>); 10] = [
            (SameRoute, between, vec![]),
            (SameRoute, apart, vec![(1, [0, 1], None)]),
            (SameVehicle, apart, vec![]),
            (SameVehicle, other, vec![(2, [0, 1], None)]),
            (DifferentVehicles, other, vec![]),
            (DifferentVehicles, apart, vec![(1, [0, 1], None)]),
            (Sequence, between, vec![]),
            (Sequence, reversed, vec![(0, [0, 1], None)]),
            (Consecutive, between, vec![(0, [0, 1], None)]),
            (Consecutive, &[&[(0, 10, 20), (1, 30, 40)], &[], &[]], vec![]),
        ];
        for (kind, shifts, expected) in cases {
            assert_eq!(found(&relation(kind, ANY), shifts, true), expected, "{kind:?} {shifts:?}");
        }
    }

    #[test]
    fn gaps_are_kept_between_the_end_of_one_and_the_start_of_the_next() {
        let before = |gaps| relation(RelationKind::Before, gaps);
        let plan: &[&[_]] = &[&[(0, 10, 20)], &[], &[(1, 50, 60)]];
        // 30 seconds lie between the two.
        assert_eq!(found(&before((30, 30)), plan, true), []);
        assert_eq!(found(&before((31, UNLIMITED)), plan, true), [(2, [0, 1], Some(1))]);
        assert_eq!(found(&before((0, 25)), plan, true), [(2, [0, 1], Some(5))]);
        // The second starts 10 s before the first one ends.
        let late: &[&[_]] = &[&[(0, 50, 60)], &[], &[(1, 50, 70)]];
        assert_eq!(found(&before(ANY), late, true), [(2, [0, 1], Some(10))]);
    }

    #[test]
    fn simultaneous_visits_start_together_and_are_all_made_in_the_end() {
        let together = relation(RelationKind::Simultaneous, (0, 60));
        assert_eq!(found(&together, &[&[(0, 10, 20)], &[], &[(1, 70, 80)]], true), []);
        let late = [(2, [0, 1], Some(5))];
        assert_eq!(found(&together, &[&[(0, 10, 20)], &[], &[(1, 75, 80)]], true), late);
        let alone: &[&[_]] = &[&[(0, 10, 20)], &[], &[]];
        assert_eq!(found(&together, alone, true), [(0, [0, 0], None)]);
        assert_eq!(found(&together, alone, false), [], "the other one may still come");
    }

    #[test]
    fn vehicles_that_are_named_alone_make_the_visits() {
        let named = Relation {
            vehicles: Some(vec![VehicleIdx(1)]),
            ..relation(RelationKind::SameVehicle, ANY)
        };
        assert_eq!(found(&named, &[&[], &[], &[(0, 10, 20)]], true), []);
        assert_eq!(found(&named, &[&[(0, 10, 20)], &[], &[]], true), [(0, [0, 0], None)]);
    }

    #[test]
    fn other_routes_bound_the_start() {
        let problem = problem();
        // The first ends at 20; the second takes no time and may come 30 to 100 s later.
        let before = relation(RelationKind::Before, (30, 100));
        let plan = Plan::new(&problem, &[&[(0, 10, 20)], &[], &[]]);
        let mut bounds = Pin::step(0, Window { start_at: 0, end_at: 1_000 });
        pin(plan.standing(&problem), &before, VisitIdx(1), ShiftIdx(2), &mut bounds);
        assert_eq!((bounds.not_before_at, bounds.not_after_at), (50, 120));
        let plan = Plan::new(&problem, &[&[], &[], &[(1, 500, 510)]]);
        let mut bounds = Pin::step(0, Window { start_at: 0, end_at: 1_000 });
        pin(plan.standing(&problem), &before, VisitIdx(0), ShiftIdx(0), &mut bounds);
        assert_eq!((bounds.not_before_at, bounds.not_after_at), (400, 470));
    }
}
