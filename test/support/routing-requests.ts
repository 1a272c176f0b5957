/**
 * Routing requests that are small enough to read: places in Berlin and Lisbon, one vehicle, one shift on Monday,
 * 2026-03-02.
 */
import {
  compileProblem,
  createRequestCheck,
  type CompiledProblem,
} from '../../server/routing/index.js';
import { createZoneLookup } from '../../server/time/index.js';

export const MONDAY = '2026-03-02';

/** Berlin is one hour ahead of UTC in winter. */
export const berlin = (local: string): number => Date.parse(`${local}+01:00`) / 1000;
export const utc = (text: string): number => Date.parse(`${text}Z`) / 1000;

const LOCATIONS = [
  { location_id: 'd', latitude: 52.5, longitude: 13.4 },
  { location_id: 'a', latitude: 52.51, longitude: 13.4 },
  { location_id: 'b', latitude: 52.52, longitude: 13.4 },
];
/** 41.15° N, 8.61° W is in the time zone of Lisbon. */
export const LISBON = { latitude: 41.15, longitude: -8.61 };

export const shiftOf = (fields: object = {}): any => ({
  start_location: 'd',
  end_location: 'd',
  start_time: `${MONDAY}T08:00`,
  end_time: `${MONDAY}T17:00`,
  ...fields,
});
export const vehicleOf = (fields: object = {}, shiftFields: object = {}): any => ({
  vehicle_id: 'v',
  shifts: [shiftOf(shiftFields)],
  ...fields,
});
export const orderOf = (fields: object = {}): any => ({ order_id: 'o', location: 'a', ...fields });

/** Returns a request. Given fields replace whole fields. */
export const requestOf = (fields: object = {}): any => ({
  locations: LOCATIONS,
  vehicles: [vehicleOf()],
  orders: [orderOf()],
  ...fields,
});

export const checkRequest = createRequestCheck({
  zoneOf: createZoneLookup(),
  ownProfiles: new Map(),
});

/** Returns `[pointer, code]` for each problem. */
export function problemsOf(
  request: unknown,
  operation: 'sync' | 'async' = 'sync',
): [string, string][] {
  const outcome = checkRequest(request, operation);
  return outcome.kind === 'ok' ? [] : outcome.problems.map(({ pointer, code }) => [pointer, code]);
}

export function compiled(request: unknown): CompiledProblem {
  const outcome = checkRequest(request, 'async');
  if (outcome.kind === 'bad') throw new Error(JSON.stringify(outcome.problems, null, 1));
  return compileProblem(outcome.checked);
}
