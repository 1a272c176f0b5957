//! Who may serve an order at all: attributes of the shift, lists of vehicles.

use crate::problem::{Order, Shift};
use crate::solution::Code;

/// Whether some shift might not serve it.
pub(crate) fn is_restricted(order: &Order) -> bool {
    !order.required_attributes.is_empty()
        || !order.any_of_attributes.is_empty()
        || !order.forbidden_attributes.is_empty()
        || order.allowed_vehicles.is_some()
        || !order.forbidden_vehicles.is_empty()
}

/// Why a shift may not serve an order, each rule once.
pub(crate) fn faults(order: &Order, shift: &Shift) -> impl Iterator<Item = Code> {
    let has = |attribute: &u32| shift.attributes.binary_search(attribute).is_ok();
    let has_one = |group: &Vec<u32>| group.iter().any(has);
    let is_missing =
        !order.required_attributes.iter().all(has) || !order.any_of_attributes.iter().all(has_one);
    let is_forbidden = order.forbidden_attributes.iter().any(has);
    let is_out = order.allowed_vehicles.as_ref().is_some_and(|it| !it.contains(&shift.vehicle))
        || order.forbidden_vehicles.contains(&shift.vehicle);
    [
        is_missing.then_some(Code::AttributeMissing),
        is_forbidden.then_some(Code::AttributeForbidden),
        is_out.then_some(Code::VehicleNotAllowed),
    ]
    .into_iter()
    .flatten()
}
