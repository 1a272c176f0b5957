/** The published schema of the routing request. */
export { type LocationRef, type SoftWindowEntry, type WindowEntry } from './basics.js';
export { ROUTING_EXAMPLE, SLOTS_EXAMPLE } from './example.js';
export {
  locationSchema,
  vehicleSchema,
  type HandlingEntry,
  type LocationEntry,
  type PolygonEntry,
  type VehicleEntry,
} from './fleet.js';
export {
  orderSchema,
  relationSchema,
  type OrderEntry,
  type RelationEntry,
  type StopEntry,
  type VisitsEntry,
} from './orders.js';
export { periodSchema, routingRequestSchema, type RoutingRequest } from './request.js';
export { SLOT_COUNT_MAX, slotsRequestSchema, slotsSchema, type SlotsEntry } from './slots.js';
export {
  objectiveSchema,
  optionsSchema,
  plannedRouteSchema,
  travelSchema,
  type MatrixEntry,
  type PlannedRouteEntry,
} from './settings.js';
export { shiftSchema, type BreakEntry, type ShiftEntry } from './shifts.js';
