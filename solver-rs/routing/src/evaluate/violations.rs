//! Mode `check`: every hard rule that a route breaks, by how much and where.

use crate::problem::{DrivingRules, Limits, PlaceIdx};
use crate::solution::{Code, Violation};

use super::costs::Amounts;
use super::plain;
use super::rests::RestState;
use super::rides::Ride;
use super::sequence::{self, Seen};
use super::summary;
use super::timeline::{Bounds, Case, Core, Role, Stay, seconds_outside};
use super::{NOWHERE, loads};

/// What the rules are checked against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked<'c> {
    pub(crate) core: &'c Core<'c>,
    pub(crate) case: &'c Case<'c>,
    pub(crate) limits: &'c Limits,
    pub(crate) rides: &'c [Ride],
    pub(crate) bounds: &'c [Bounds],
    pub(crate) stays: &'c [Stay],
    pub(crate) amounts: &'c Amounts,
    pub(crate) driving_seconds: i64,
}

/// All violations of a timeline, rules in a fixed order, each in the order of stops.
pub(crate) fn violations(checked: &Checked<'_>, seen: &mut Seen) -> Vec<Violation> {
    let mut found = Vec::new();
    check_order(checked, seen, &mut found);
    check_loads(checked, &mut found);
    check_windows(checked, &mut found);
    check_span(checked, &mut found);
    check_legs(checked, &mut found);
    check_breaks(checked, &mut found);
    for ride in checked.rides {
        let over = ride.over(checked.stays);
        if over > 0 {
            let stop = checked.stop_of(ride.dropped_at);
            found.push(at_stop(Code::RideDuration, Some(over), stop));
        }
    }
    let limits = plain::each_limit(checked.limits, checked.amounts, checked.driving_seconds);
    for (code, over) in limits {
        if over > 0 {
            found.push(at_stop(code, Some(over), None));
        }
    }
    found
}

fn at_stop(code: Code, amount: Option<i64>, stop: Option<u32>) -> Violation {
    Violation::new(code, amount, stop)
}

impl Checked<'_> {
    /// The position of a step among the stops.
    fn stop_of(&self, step: u32) -> Option<u32> {
        let position = self.stays.iter().position(|stay| stay.role == Role::Step(step))?;
        u32::try_from(position).ok()
    }

    fn stops(&self) -> impl Iterator<Item = (u32, &Stay)> {
        (0..).zip(self.stays)
    }
}

fn check_order(checked: &Checked<'_>, seen: &mut Seen, found: &mut Vec<Violation>) {
    sequence::check(checked.core, checked.case, seen, &mut |code, step, _| {
        // How often a reload may be made is a bound on what the search may do; a plan names no reloads.
        if code != Code::Capacity {
            let stop = step.map_or(Some(0), |step| checked.stop_of(step));
            found.push(at_stop(code, None, stop));
        }
    });
}

fn check_loads(checked: &Checked<'_>, found: &mut Vec<Violation>) {
    let &Checked { core, case, .. } = checked;
    let after = loads::along(&core.facts, case.shift, case.steps);
    let mut report = |load: &[i64], stop| {
        for &(dimension, most) in core.facts.capacities(case.shift) {
            let amount = load[dimension as usize] - most;
            if amount > 0 {
                let violation = at_stop(Code::Capacity, Some(amount), stop);
                found.push(Violation { dimension: Some(dimension), ..violation });
            }
        }
    };
    if case.shift.is_open() {
        report(&after[0], None);
    }
    let mut load = &after[0];
    for (stop, stay) in checked.stops() {
        if let Role::Step(step) = stay.role {
            load = &after[step as usize + 1];
        }
        report(load, Some(stop));
    }
}

fn check_windows(checked: &Checked<'_>, found: &mut Vec<Violation>) {
    for (stop, stay) in checked.stops() {
        let windows = checked.core.windows(checked.case, stay.role);
        let outside = seconds_outside(windows, stay.start_at);
        let code = if stay.role.is_rest() { Code::Break } else { Code::TimeWindow };
        if windows.is_empty() {
            found.push(at_stop(code, None, Some(stop)));
        } else if outside > 0 {
            found.push(at_stop(code, Some(outside), Some(stop)));
        }
        if let Role::Step(step) = stay.role {
            let late = stay.start_at - checked.bounds[step as usize].not_after_at;
            if late > 0 {
                found.push(at_stop(Code::Relation, Some(late), Some(stop)));
            }
        }
    }
}

/// The shift's end with overtime, and the period's where it is stated.
fn check_span(checked: &Checked<'_>, found: &mut Vec<Violation>) {
    let shift = checked.case.shift;
    let end_at = checked.amounts.end_at;
    let late = end_at - shift.latest_end_at;
    if late <= 0 {
        return;
    }
    let shift = checked.core.shift(checked.case);
    for (code, closes_at) in
        [(Code::OutsidePeriod, shift.period_end_at), (Code::ShiftTime, shift.overtime_end_at)]
    {
        if end_at > closes_at {
            found.push(at_stop(code, Some(end_at - closes_at), None));
        }
    }
}

/// Legs without a road, and driving without rest.
fn check_legs(checked: &Checked<'_>, found: &mut Vec<Violation>) {
    let &Checked { core, case, stays, .. } = checked;
    let rules = core.problem.vehicles[case.shift.vehicle as usize].driving_rules.as_ref();
    let mut here = NOWHERE;
    for (stop, stay) in checked.stops() {
        if stay.place == NOWHERE {
            continue;
        }
        let (from, to) = (PlaceIdx(here), PlaceIdx(stay.place));
        if here != NOWHERE && core.travel.meters(case.shift.travel, from, to).is_none() {
            found.push(at_stop(Code::Unreachable, None, Some(stop)));
        }
        here = stay.place;
    }
    if let Some(rules) = rules {
        check_driving(rules, stays, found);
    }
}

fn check_driving(rules: &DrivingRules, stays: &[Stay], found: &mut Vec<Violation>) {
    let mut state = RestState::default();
    let mut before_at = stays.first().map_or(0, |it| it.arrival_at);
    for (stop, stay) in (0..).zip(stays) {
        let moved = state.moved(stay.arrival_at - before_at, 0);
        before_at = stay.departure_at;
        let over = moved.driven_seconds - rules.driving_seconds_max;
        state = moved.moved(0, stay.waiting_seconds());
        if over > 0 {
            found.push(at_stop(Code::DrivingRules, Some(over), Some(stop)));
            // Once is enough for one break that is missing.
            state = RestState::default();
        }
        state = if stay.role.is_rest() {
            state.rested(rules, stay.service_seconds())
        } else {
            state.worked()
        };
    }
}

fn check_breaks(checked: &Checked<'_>, found: &mut Vec<Violation>) {
    let &Checked { core, case, stays, .. } = checked;
    if core.unbroken.is_some() {
        return;
    }
    let (start_at, end_at) = summary::span(case, stays);
    for (pause, position) in core.shift(case).breaks.iter().zip(0..) {
        let is_taken = stays.iter().any(|stay| stay.role == Role::Break(position));
        if !is_taken && summary::is_owed(case, pause, start_at, end_at) {
            found.push(at_stop(Code::Break, None, None));
        }
    }
}
