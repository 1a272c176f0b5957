//! What never lets a shift serve a visit, named: which attribute it lacks, whom the order allows.

use super::tries::Broken;
use crate::problem::{Problem, ShiftIdx, VisitIdx};
use crate::solution::{Code, Reason};

/// All of it; none: the shift may serve the visit.
pub(super) fn refusals(problem: &Problem, visit: VisitIdx, shift: ShiftIdx) -> Vec<Broken> {
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    let shift = &problem.shifts[shift.at()];
    let vehicle = shift.vehicle;
    let mut found: Vec<Reason> = Vec::new();
    let allowed = order.allowed_vehicles.as_ref().is_none_or(|it| it.contains(&vehicle));
    if !allowed || order.forbidden_vehicles.contains(&vehicle) {
        found.push(Reason::of(Code::VehicleNotAllowed));
    }
    let has = |attribute: &u32| shift.attributes.binary_search(attribute).is_ok();
    for attribute in order.required_attributes.iter().filter(|it| !has(it)) {
        found.push(Reason { attribute: Some(*attribute), ..Reason::of(Code::AttributeMissing) });
    }
    for any in order.any_of_attributes.iter().filter(|any| !any.iter().any(has)) {
        found
            .push(Reason { attribute: any.first().copied(), ..Reason::of(Code::AttributeMissing) });
    }
    for attribute in order.forbidden_attributes.iter().filter(|it| has(it)) {
        found.push(Reason { attribute: Some(*attribute), ..Reason::of(Code::AttributeForbidden) });
    }
    let mut relations = problem.relations.iter().filter(|it| it.visits.contains(&visit));
    if relations.any(|it| it.vehicles.as_ref().is_some_and(|it| !it.contains(&vehicle))) {
        found.push(Reason::of(Code::Relation));
    }
    found.into_iter().map(Broken::of).collect()
}
