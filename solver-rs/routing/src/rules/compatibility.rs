//! Which shifts may serve an order at all: attributes of the shift and lists of vehicles, regardless of times and
//! loads.

use std::ops::ControlFlow::{self, Continue};

use crate::instance::{ClassIdx, Instance, flag};
use crate::problem::{Order, Problem, Shift, ShiftIdx, VehicleIdx, VisitIdx};
use crate::solution::Reason;
use crate::timeline::{Case, Core};

use super::{Code, relations};

/// Reports each rule that keeps a shift from serving an order, with the attribute if there is one.
pub(crate) fn check(
    order: &Order,
    shift: &Shift,
    mut report: impl FnMut(Code, Option<u32>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let has = |attribute: &u32| shift.attributes.binary_search(attribute).is_ok();
    let is_allowed = order.allowed_vehicles.as_ref().is_none_or(|it| it.contains(&shift.vehicle));
    if !is_allowed || order.forbidden_vehicles.contains(&shift.vehicle) {
        report(Code::VehicleNotAllowed, None)?;
    }
    for attribute in order.required_attributes.iter().filter(|it| !has(it)) {
        report(Code::AttributeMissing, Some(*attribute))?;
    }
    for group in order.any_of_attributes.iter().filter(|group| !group.iter().any(has)) {
        report(Code::AttributeMissing, group.first().copied())?;
    }
    for attribute in order.forbidden_attributes.iter().filter(|it| has(it)) {
        report(Code::AttributeForbidden, Some(*attribute))?;
    }
    Continue(())
}

/// The same for a visit, including the vehicles that its relations name.
pub(crate) fn check_visit(
    instance: &Instance<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    mut report: impl FnMut(Code, Option<u32>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let problem = instance.problem;
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    let shift = &problem.shifts[shift.at()];
    check(order, shift, &mut report)?;
    let mut relations = instance.relations_of(visit).iter().map(|it| &problem.relations[it.at()]);
    if relations.any(|it| !it.allows(shift.vehicle)) {
        report(relations::CODE, None)?;
    }
    Continue(())
}

/// Whether the broken rule is independent of time and place, so that another vehicle is needed.
pub(crate) const fn is_refusal(code: Code) -> bool {
    matches!(code, Code::AttributeMissing | Code::AttributeForbidden | Code::VehicleNotAllowed)
}

/// Lets a vehicle serve an order: gives it an attribute, takes one from it, or changes the lists of vehicles. `None` if
/// the reason names no attribute.
pub(super) fn relax(
    problem: &mut Problem,
    order: usize,
    vehicle: VehicleIdx,
    reason: &Reason,
) -> Option<()> {
    if reason.code == Code::VehicleNotAllowed {
        let order = &mut problem.orders[order];
        order.forbidden_vehicles.retain(|it| *it != vehicle);
        if let Some(allowed) = order.allowed_vehicles.as_mut().filter(|it| !it.contains(&vehicle)) {
            allowed.push(vehicle);
        }
        return Some(());
    }
    let attribute = reason.attribute?;
    let shifts = problem.vehicles[vehicle.at()].shifts.clone();
    for shift in &mut problem.shifts[shifts.start as usize..shifts.end as usize] {
        shift.attributes.retain(|it| *it != attribute);
        if reason.code == Code::AttributeMissing {
            let at = shift.attributes.partition_point(|it| *it < attribute);
            shift.attributes.insert(at, attribute);
        }
    }
    Some(())
}

/// Checks the visits of a route and reports each rule once per visit, with the step of its first stop.
pub(super) fn check_steps(
    core: &Core<'_>,
    case: &Case<'_>,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    let mut visit = u32::MAX;
    let problem = core.instance.problem;
    for (&step, position) in case.steps.iter().zip(0..) {
        let data = core.instance.step(case.shift, step);
        if data.flags & flag::RESTRICTED != 0 && data.visit != visit {
            visit = data.visit;
            let order = &problem.orders[problem.visits[visit as usize].order.at()];
            let mut last = None;
            let _ = check(order, core.shift(case), |code, _| {
                if last.replace(code) != Some(code) {
                    report(code, Some(position), 0);
                }
                Continue(())
            });
        }
    }
}

/// For each visit and class of shifts, one bit: whether no permanent rule keeps them apart, including windows.
#[derive(Clone, Debug)]
pub(crate) struct Compatible {
    bits: Vec<u64>,
    class_words: usize,
}

impl Compatible {
    pub(crate) fn new(instance: &Instance<'_>) -> Self {
        let visit_count = instance.problem.visits.len();
        let class_words = instance.class_shifts.len().div_ceil(64).max(1);
        let mut bits = vec![0; visit_count * class_words];
        for (visit, row) in bits.chunks_exact_mut(class_words).enumerate() {
            fill_row(instance, VisitIdx::of(visit), row);
        }
        Self { bits, class_words }
    }

    #[inline]
    pub(crate) fn allows(&self, visit: VisitIdx, class: ClassIdx) -> bool {
        let word = self.bits[visit.at() * self.class_words + class.at() / 64];
        word >> (class.at() % 64) & 1 == 1
    }

    /// Whether one shift may serve both, as far as the bits tell.
    #[inline]
    pub(crate) fn share_a_shift(&self, one: VisitIdx, other: VisitIdx) -> bool {
        let row = |visit: VisitIdx| {
            &self.bits[visit.at() * self.class_words..(visit.at() + 1) * self.class_words]
        };
        row(one).iter().zip(row(other)).any(|(mine, others)| mine & others != 0)
    }
}

/// Called once per visit, because V8 replaces a function by its optimized form only at a call.
#[inline(never)]
fn fill_row(instance: &Instance<'_>, visit: VisitIdx, row: &mut [u64]) {
    let problem = instance.problem;
    let names_vehicles =
        instance.relations_of(visit).iter().any(|it| problem.relations[it.at()].vehicles.is_some());
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    let is_bound = names_vehicles || order.is_restricted();
    for (class, shifts) in instance.class_shifts.iter().enumerate() {
        let refused = |_, _| ControlFlow::Break(());
        if is_open_within(problem, visit, shifts[0])
            && (!is_bound || check_visit(instance, visit, shifts[0], refused).is_continue())
        {
            row[class / 64] |= 1 << (class % 64);
        }
    }
}

/// Whether each stop of a visit has a window that overlaps the shift.
fn is_open_within(problem: &Problem, visit: VisitIdx, shift: ShiftIdx) -> bool {
    let (start_at, end_at) =
        (problem.shifts[shift.at()].start_at, problem.shifts[shift.at()].latest_end_at);
    let mut stops = problem.visits[visit.at()].stops.clone();
    stops.all(|stop| {
        let mut options = problem.stops[stop as usize].options.clone();
        options.any(|option| {
            let mut windows = problem.options[option as usize].windows.iter();
            windows.any(|it| it.start_at <= end_at && it.end_at >= start_at)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::Vehicle;

    type Change = fn(&mut Order);
    type Finding = (Code, Option<u32>);

    /// A vehicle 0 whose shift has attribute 7, and an order with this restriction: what is reported, what the
    /// evaluator says of a route with it, and whether the filter lets it through.
    fn verdicts(change: Change) -> (Vec<Finding>, Option<Code>, bool) {
        let mut fixture = Fixture::new(2);
        fixture.shift(0..10_000).attributes = vec![7];
        let step = fixture.dropoff(1, &[]);
        change(fixture.order_of(step));
        // Vehicle 1, which some restrictions name, has no shift.
        fixture.problem.vehicles.push(Vehicle { shifts: 1..1, ..Vehicle::default() });
        let problem = &fixture.problem;
        let mut found = Vec::new();
        let _ = check(&problem.orders[0], &problem.shifts[0], |code, attribute| {
            found.push((code, attribute));
            Continue(())
        });
        let instance = Instance::new(problem);
        let class = instance.class[0];
        let is_let_through = Compatible::new(&instance).allows(VisitIdx(0), class);
        (found, fixture.broken(&[step]).map(|(code, _)| code), is_let_through)
    }

    #[test]
    fn each_restriction_is_reported_refused_and_filtered() {
        let cases: [(Change, Code, Option<u32>); 5] = [
            (|it| it.required_attributes = vec![7, 8], Code::AttributeMissing, Some(8)),
            (
                |it| it.any_of_attributes = vec![vec![7], vec![8, 9]],
                Code::AttributeMissing,
                Some(8),
            ),
            (|it| it.forbidden_attributes = vec![6, 7], Code::AttributeForbidden, Some(7)),
            (|it| it.allowed_vehicles = Some(vec![VehicleIdx(1)]), Code::VehicleNotAllowed, None),
            (|it| it.forbidden_vehicles = vec![VehicleIdx(0)], Code::VehicleNotAllowed, None),
        ];
        for (change, code, attribute) in cases {
            assert_eq!(verdicts(change), (vec![(code, attribute)], Some(code), false));
        }
    }

    #[test]
    fn restrictions_that_the_vehicle_meets_change_nothing() {
        let cases: [Change; 5] = [
            |it| it.required_attributes = vec![7],
            |it| it.any_of_attributes = vec![vec![6, 7]],
            |it| it.forbidden_attributes = vec![8],
            |it| it.allowed_vehicles = Some(vec![VehicleIdx(0)]),
            |it| it.forbidden_vehicles = vec![VehicleIdx(1)],
        ];
        for change in cases {
            assert_eq!(verdicts(change), (Vec::new(), None, true));
        }
    }

    #[test]
    fn every_broken_restriction_is_reported() {
        let (found, ..) = verdicts(|it| {
            it.forbidden_vehicles = vec![VehicleIdx(0)];
            it.required_attributes = vec![3, 4];
            it.forbidden_attributes = vec![7];
        });
        let missing = |attribute| (Code::AttributeMissing, Some(attribute));
        let last = (Code::AttributeForbidden, Some(7));
        assert_eq!(found, [(Code::VehicleNotAllowed, None), missing(3), missing(4), last]);
    }
}
