//! Mode `check`: rules that bind visits and routes to one another, each broken one with its route and by how much.
//!
//! The search asks `groups` whether a rule is kept; here it is told where it is not. What breaks a rule is what comes
//! later: of two visits the next one, of several routes the one by which a sum goes over its limit.

use super::groups::{DAY_SECONDS, Made, Standing, day_of, is_outside_span, local, made};
use crate::evaluate::Step;
use crate::problem::{
    OrderIdx, Relation, RelationIdx, RelationKind, SameVehicle, ShiftIdx, SpanLimits, VehicleIdx,
    VisitIdx, VisitRules,
};
use crate::solution::{Code, Span, Violation};

/// What would break with one visit in a shift's route, whose times stand already: of what names it and of its vehicle's
/// limits. Who is absent breaks nothing.
pub(super) fn of_visit(standing: Standing<'_>, visit: VisitIdx, shift: ShiftIdx) -> Vec<Violation> {
    let problem = standing.problem;
    let mut found = Found { all: Vec::new(), with_absent: false };
    for relation in (0..problem.relations.len()).map(RelationIdx::of) {
        if problem.relations[relation.at()].visits.contains(&visit) {
            check_relation(standing, relation, &mut found);
        }
    }
    let order = problem.visits[visit.at()].order;
    if let Some(rules) = &problem.orders[order.at()].rules {
        check_visits(standing, order, rules, &mut found);
    }
    check_spans(standing, problem.shifts[shift.at()].vehicle, &mut found);
    found.all.into_iter().map(|it| it.1).collect()
}

/// Violations by shift.
pub(super) fn across(standing: Standing<'_>) -> Vec<(ShiftIdx, Violation)> {
    let problem = standing.problem;
    let mut found = Found { all: Vec::new(), with_absent: true };
    for relation in (0..problem.relations.len()).map(RelationIdx::of) {
        check_relation(standing, relation, &mut found);
    }
    for order in (0..problem.orders.len()).map(OrderIdx::of) {
        if let Some(rules) = &problem.orders[order.at()].rules {
            check_visits(standing, order, rules, &mut found);
        }
    }
    for vehicle in (0..problem.vehicles.len()).map(VehicleIdx::of) {
        check_spans(standing, vehicle, &mut found);
    }
    found.all
}

struct Found {
    all: Vec<(ShiftIdx, Violation)>,
    /// Whether it is broken where only some of a set are served.
    with_absent: bool,
}

impl Found {
    /// Once for each pair of visits: of several amounts the largest says all.
    fn add(&mut self, shift: ShiftIdx, violation: Violation) {
        let same = |it: &&mut (ShiftIdx, Violation)| {
            it.1.code == violation.code
                && it.1.relation == violation.relation
                && it.1.visits == violation.visits
                && (violation.visits.is_some() || it.0 == shift)
                && it.1.span == violation.span
        };
        match self.all.iter_mut().find(same) {
            Some(known) => known.1.amount = known.1.amount.max(violation.amount),
            None => self.all.push((shift, violation)),
        }
    }
}

/// A visit that is made, and where.
#[derive(Clone, Copy)]
struct Listed {
    visit: VisitIdx,
    made: Made,
}

impl std::ops::Deref for Listed {
    type Target = Made;

    fn deref(&self) -> &Made {
        &self.made
    }
}

fn check_relation(standing: Standing<'_>, relation_idx: RelationIdx, found: &mut Found) {
    let relation: &Relation = &standing.problem.relations[relation_idx.at()];
    let with_absent = found.with_absent;
    let mut report = |one: &Listed, it: &Listed, amount| {
        let violation = Violation {
            relation: Some(relation_idx),
            visits: Some([one.visit, it.visit]),
            ..Violation::new(Code::Relation, amount, None)
        };
        found.add(it.shift, violation);
    };
    let vehicle = |it: &Listed| standing.problem.shifts[it.shift.at()].vehicle;
    let visits = relation.visits.iter();
    let listed: Vec<Listed> =
        visits.filter_map(|it| Some(Listed { visit: *it, made: made(standing, *it)? })).collect();
    let Some(first) = listed.first() else { return };
    if let Some(allowed) = &relation.vehicles {
        let others = listed.iter().filter(|it| !allowed.contains(&vehicle(it)));
        others.for_each(|it| report(it, it, None));
    }
    let mut by_start = listed.clone();
    by_start.sort_by_key(|it| it.starts_at);
    if relation.kind == RelationKind::Simultaneous {
        if with_absent && listed.len() < relation.visits.len() {
            report(first, first, None);
        }
        let last = by_start[by_start.len() - 1];
        let over = last.starts_at - by_start[0].starts_at - relation.gap_seconds_max;
        if over > 0 {
            report(&by_start[0], &last, Some(over));
        }
        for pair in by_start.windows(2) {
            let under = relation.gap_seconds_min - (pair[1].starts_at - pair[0].starts_at);
            if under > 0 {
                report(&pair[0], &pair[1], Some(under));
            }
        }
        return;
    }
    match relation.kind {
        RelationKind::SameVehicle => {
            if let Some(other) = listed.iter().find(|it| vehicle(it) != vehicle(first)) {
                report(first, other, None);
            }
        }
        RelationKind::DifferentVehicles => {
            for (at, one) in listed.iter().enumerate() {
                if let Some(other) = listed[..at].iter().find(|it| vehicle(it) == vehicle(one)) {
                    report(other, one, None);
                }
            }
        }
        RelationKind::SameRoute | RelationKind::Sequence | RelationKind::Consecutive => {
            if let Some(other) = listed.iter().find(|it| it.shift != first.shift) {
                report(first, other, None);
            }
        }
        RelationKind::Before | RelationKind::Simultaneous => {}
    }
    let in_list = matches!(
        relation.kind,
        RelationKind::Sequence | RelationKind::Consecutive | RelationKind::Before
    );
    for pair in (if in_list { &listed } else { &by_start }).windows(2) {
        let (before, next) = (&pair[0], &pair[1]);
        let gap = next.starts_at - before.ends_at;
        match relation.kind {
            RelationKind::Before if gap < 0 => report(before, next, Some(-gap)),
            RelationKind::Sequence | RelationKind::Consecutive if before.shift == next.shift => {
                let between =
                    standing.routes[next.shift.at()].steps.get(before.last + 1..next.first);
                let is_order = |step: &Step| matches!(step, Step::Stop(..));
                let closely = relation.kind == RelationKind::Consecutive;
                if between.is_none_or(|it| closely && it.iter().any(is_order)) {
                    report(before, next, None);
                }
            }
            _ => {}
        }
        if gap < relation.gap_seconds_min {
            report(before, next, Some(relation.gap_seconds_min - gap));
        }
        if gap > relation.gap_seconds_max {
            report(before, next, Some(gap - relation.gap_seconds_max));
        }
    }
}

struct Visited {
    visit: VisitIdx,
    shift: ShiftIdx,
    starts_at: i64,
    day: i64,
    second: i64,
}

fn check_visits(standing: Standing<'_>, order: OrderIdx, rules: &VisitRules, found: &mut Found) {
    let problem = standing.problem;
    let owed = problem.orders[order.at()].visits.clone();
    let mut visits: Vec<Visited> = Vec::new();
    for visit in owed.clone().map(VisitIdx) {
        let Some(Made { shift, starts_at, .. }) = made(standing, visit) else { continue };
        let day = day_of(problem, rules, starts_at);
        let second = local(problem, rules, starts_at).rem_euclid(DAY_SECONDS);
        visits.push(Visited { visit, shift, starts_at, day, second });
    }
    visits.sort_by_key(|it| (it.day, it.second));
    let Some(first) = visits.first() else { return };
    let with_absent = found.with_absent;
    let mut report = |it: &Visited, amount| {
        let visits = Some([it.visit, it.visit]);
        let violation = Violation::new(Code::VisitSpacing, amount, None);
        found.add(it.shift, Violation { visits, ..violation });
    };
    if with_absent && !rules.partial && visits.len() < owed.len() {
        report(first, None);
    }
    for it in &visits {
        if is_outside_span(problem, it.visit, it.starts_at) {
            report(it, None);
        }
    }
    for pair in visits.windows(2) {
        let days = pair[1].day - pair[0].day;
        if days < rules.days_between_min {
            report(&pair[1], Some(rules.days_between_min - days));
        }
        let neighbors = pair[1].visit.0.abs_diff(pair[0].visit.0) == 1;
        if neighbors && days > rules.days_between_max {
            report(&pair[1], Some(days - rules.days_between_max));
        }
    }
    check_days(&visits, rules, &mut report);
    let vehicle = |it: &Visited| problem.shifts[it.shift.at()].vehicle;
    if rules.same_vehicle == SameVehicle::Required
        && let Some(other) = visits.iter().find(|it| vehicle(it) != vehicle(first))
    {
        report(other, None);
    }
    let earliest = visits.iter().map(|it| it.second).min().unwrap_or(0);
    if let Some(latest) = visits.iter().max_by_key(|it| it.second) {
        let over = latest.second - earliest - rules.time_of_day_tolerance_seconds;
        if over > 0 {
            report(latest, Some(over));
        }
    }
}

/// The weekdays used in a week are all of one pattern. Weekdays alone are a single pattern: there, each visit counts.
fn check_days(
    visits: &[Visited],
    rules: &VisitRules,
    report: &mut impl FnMut(&Visited, Option<i64>),
) {
    // 1970-01-01 was a Thursday.
    let weekday = |it: &Visited| 1_u8 << (it.day + 3).rem_euclid(7);
    match &rules.day_patterns[..] {
        [] => {}
        [only] => {
            visits.iter().filter(|it| weekday(it) & !only != 0).for_each(|it| report(it, None));
        }
        patterns => {
            for week in visits
                .chunk_by(|one, next| (one.day + 3).div_euclid(7) == (next.day + 3).div_euclid(7))
            {
                let used = week.iter().fold(0, |used, it| used | weekday(it));
                if patterns.iter().all(|it| used & !it != 0) {
                    report(&week[0], None);
                }
            }
        }
    }
}

fn check_spans(standing: Standing<'_>, vehicle: VehicleIdx, found: &mut Found) {
    let problem = standing.problem;
    let data = &problem.vehicles[vehicle.at()];
    let used: Vec<ShiftIdx> = data
        .shifts
        .clone()
        .map(ShiftIdx)
        .filter(|it| !standing.routes[it.at()].steps.is_empty())
        .collect();
    let week = |it: &ShiftIdx| problem.shifts[it.at()].week;
    for shifts in used.chunk_by(|one, next| week(one) == week(next)) {
        check_sums(standing, shifts, (&data.limits_per_week, Span::Week), found);
    }
    check_sums(standing, &used, (&data.limits_per_period, Span::Period), found);
}

fn check_sums(
    standing: Standing<'_>,
    shifts: &[ShiftIdx],
    (limits, span): (&SpanLimits, Span),
    found: &mut Found,
) {
    let route = |it: &ShiftIdx| &standing.routes[it.at()];
    let mut check = |code, most: i64, amount: &dyn Fn(&ShiftIdx) -> i64| {
        let (mut sum, mut over) = (0, None);
        for shift in shifts {
            sum += amount(shift);
            if sum > most {
                over = over.or(Some(*shift));
            }
        }
        if let Some(shift) = over {
            found.add(shift, Violation { span, ..Violation::new(code, Some(sum - most), None) });
        }
    };
    check(Code::Duration, limits.duration_seconds, &|it| route(it).duration_seconds);
    check(Code::DrivingDuration, limits.driving_seconds, &|it| route(it).driving_seconds);
    check(Code::Distance, limits.distance_meters, &|it| route(it).distance_meters);
    check(Code::ShiftTime, limits.shift_count, &|_| 1);
}
