/** The reasons why a shift may never serve an order: attributes and vehicle lists. */
import { type OrderEntry } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Occurrence } from './shifts.js';

/** Returns whether a list names the vehicle. An id of `vehicles` stands for all copies of the vehicle. */
export function isListed(names: readonly string[], { vehicle }: Occurrence): boolean {
  return names.includes(vehicle.vehicleId) || names.includes(vehicle.entry.vehicle_id);
}

export function incompatibilities(
  order: OrderEntry,
  occurrence: Occurrence,
): Omit<Finding, 'pointer'>[] {
  const { attributes } = occurrence;
  const got = [...attributes];
  const { allowed_vehicles = [], forbidden_vehicles = [] } = order;
  const missing = (order.required_attributes ?? []).filter((each) => !attributes.has(each));
  const groups = (order.any_of_attributes ?? []).filter(
    (group) => !group.some((each) => attributes.has(each)),
  );
  const forbidden = (order.forbidden_attributes ?? []).filter((each) => attributes.has(each));

  const found: Omit<Finding, 'pointer'>[] = [];
  if (missing.length > 0) {
    found.push({
      code: 'attribute_missing',
      expected: missing,
      got,
      comment: 'required_attributes',
    });
  }
  if (groups.length > 0) {
    found.push({ code: 'attribute_missing', expected: groups, got, comment: 'any_of_attributes' });
  }
  if (forbidden.length > 0) {
    const comment = 'forbidden_attributes';
    found.push({ code: 'attribute_forbidden', expected: 'none of them', got: forbidden, comment });
  }
  const { vehicleId } = occurrence.vehicle;
  if (allowed_vehicles.length > 0 && !isListed(allowed_vehicles, occurrence)) {
    const comment = 'allowed_vehicles';
    found.push({
      code: 'vehicle_not_allowed',
      expected: allowed_vehicles,
      got: vehicleId,
      comment,
    });
  }
  if (isListed(forbidden_vehicles, occurrence)) {
    const comment = 'forbidden_vehicles';
    found.push({
      code: 'vehicle_not_allowed',
      expected: 'another vehicle',
      got: vehicleId,
      comment,
    });
  }
  return found;
}
