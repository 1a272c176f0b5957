/** Reads a request: resolves names, times, calendars and repeats, and finds all faults. */
export { scaledAmount, type Dimension } from './amounts.js';
export type { Begun, BegunBreak } from './begun.js';
export type { Itinerary, ReadRest } from './itinerary.js';
export {
  createRequestCheck,
  type CheckedRequest,
  type CheckOutcome,
  type RequestCheck,
} from './check.js';
export type { ReadOption, ReadOrder, ReadStop } from './orders.js';
export { maskOf } from './patterns.js';
export type { Place } from './places.js';
export { reloadsUnderway } from './plan.js';
export type { ReadPlannedReload, ReadPlannedRoute, ReadPlannedStop } from './plan.js';
export type { ReadRequest, OperationName } from './read.js';
export type { ReadRelation } from './relations.js';
export { WARNING_COUNT_MAX, type Warning } from './report.js';
export type { ReadSlots } from './slots.js';
export type { TravelClass } from './travel-classes.js';
export { copyNameOf, type NamedVehicle } from './vehicle-names.js';
export type { Occurrence, ReadBreak, ReadShift, ReadVehicle } from './vehicles.js';
export { isInside } from './territories.js';
export { spansOf } from './visits.js';
export { cut, intervalsOf, merge, openIn, type Interval, type ReadWindow } from './windows.js';
