//! Relations between visits of several orders: on one route, by one vehicle, in sequence, one before the other, at the
//! same time.
//!
//! The visits of a relation that are served must keep it; the later of two visits breaks it.

use std::ops::ControlFlow::{self, Continue};

use super::standing::{BrokenPair, RouteTimes, ScheduledVisit, Standing};
use super::{Code, Limit, Violation, spacing};
use crate::problem::{
    Problem, Relation, RelationIdx, RelationKind, ShiftIdx, TIME_MAX, TIME_MIN, UNLIMITED,
    VehicleIdx, VisitIdx, Window,
};
use crate::solution::Reason;
use crate::step::{Pin, Step};

/// A relation between orders is broken.
pub(crate) const CODE: Code = Code::Relation;

impl BrokenPair {
    /// The violation of this relation.
    pub(crate) fn of_relation(&self, relation: RelationIdx) -> Violation {
        Violation { relation: Some(relation), ..self.of(CODE) }
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

    /// Whether the time of each visit bounds those of the others on any route.
    pub(crate) const fn is_of_times(self) -> bool {
        matches!(self, Self::Before | Self::Simultaneous)
    }

    /// Whether only one route can serve its visits.
    pub(crate) const fn is_of_route(self) -> bool {
        matches!(self, Self::SameRoute | Self::Sequence | Self::Consecutive)
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

/// Narrows the bounds on the start of a visit to what the relation's visits on other routes require, which
/// start when `range_of` says.
pub(crate) fn pin<R: RouteTimes>(
    standing: Standing<'_, R>,
    relation: &Relation,
    visit: VisitIdx,
    shift: ShiftIdx,
    range_of: impl Fn(&ScheduledVisit) -> Window,
    pin: &mut Pin,
) {
    let problem = standing.problem;
    let stops = &problem.visits[visit.at()].stops;
    let last_stop = &problem.stops[stops.end as usize - 1];
    let vehicle = &problem.vehicles[problem.shifts[shift.at()].vehicle.at()];
    let option = &problem.options[last_stop.options.start as usize];
    let service = vehicle.service_seconds(option.service_seconds);
    let position = relation.visits.iter().position(|it| *it == visit).unwrap_or(0);
    let (least, most) = (relation.gap_seconds_min, relation.gap_seconds_max);
    let has_gap_max = most < UNLIMITED;
    for (at, other) in relation.visits.iter().enumerate().filter(|it| *it.1 != visit) {
        let Some(it) = standing.made(*other).filter(|it| it.shift != shift) else { continue };
        let starts = range_of(&it);
        let seconds = it.ends_at - it.starts_at;
        match relation.kind {
            RelationKind::Simultaneous => {
                pin.not_before_at = pin.not_before_at.max(starts.start_at - most);
                pin.not_after_at = pin.not_after_at.min(starts.end_at + most);
            }
            RelationKind::Before if at < position => {
                pin.not_before_at = pin.not_before_at.max(starts.start_at + seconds + least);
                if at + 1 == position && has_gap_max {
                    pin.not_after_at = pin.not_after_at.min(starts.end_at + seconds + most);
                }
            }
            RelationKind::Before => {
                pin.not_after_at = pin.not_after_at.min(starts.end_at - least - service);
                if at == position + 1 && has_gap_max && stops.len() == 1 {
                    pin.not_before_at = pin.not_before_at.max(starts.start_at - most - service);
                }
            }
            _ => {}
        }
    }
}

/// Visits that are served together or not at all: simultaneous ones, and those of orders that may not be served in
/// part. If one of them has begun, it stays, whether or not the others can be served.
pub(crate) fn sets(problem: &Problem) -> Vec<Vec<VisitIdx>> {
    let mut sets: Vec<Vec<VisitIdx>> = problem
        .orders
        .iter()
        .filter(|it| it.visits.len() > 1 && it.rules.as_ref().is_some_and(|it| !it.partial))
        .map(|it| it.visits.clone().map(VisitIdx).collect())
        .collect();
    let simultaneous = problem.relations.iter().filter(|it| it.kind == RelationKind::Simultaneous);
    sets.extend(simultaneous.map(|it| it.visits.clone()));
    let has_begun = problem.begun_visits();
    sets.retain(|set| !set.iter().any(|it| has_begun[it.at()]));
    sets
}

/// The rule that requires the visits of a set to be served together.
pub(crate) fn rule_of_set(problem: &Problem, set: &[VisitIdx]) -> Code {
    let order = |it: &VisitIdx| problem.visits[it.at()].order;
    let is_one_order = set.windows(2).all(|it| order(&it[0]) == order(&it[1]));
    if is_one_order { spacing::CODE } else { CODE }
}

/// Why a visit of such a set is unserved: others are. An order without visits to space is bound by a relation to those
/// that have some.
pub(crate) fn reason_of_set(problem: &Problem, visit: VisitIdx, code: Code) -> Reason {
    if code == spacing::CODE
        && problem.orders[problem.visits[visit.at()].order.at()].rules.is_some()
    {
        return Reason { limit: Some(Limit::Partial), ..Reason::of(code) };
    }
    let binds = |it: &Relation| it.kind == RelationKind::Simultaneous && it.visits.contains(&visit);
    let relation = problem.relations.iter().position(binds).map(RelationIdx::of);
    Reason { relation, ..Reason::of(CODE) }
}

#[cfg(test)]
mod tests;
