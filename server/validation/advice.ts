/**
 * Suggestions in error messages: for an unknown field, the field that was probably meant; for a wrong value, the advice
 * of its schema.
 */
import { editsBetween } from './edits.js';

/** A keyword of a schema that maps other keywords to a sentence for values that violate them. It is not published. */
export const ADVICE = 'x-advice';

/** Names in similar APIs, and the names used here. The first that the object has is suggested. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  lat: ['latitude'],
  lng: ['longitude'],
  lon: ['longitude'],
  long: ['longitude'],
  id: ['order_id', 'vehicle_id', 'location_id', 'shift_id', 'stop_id', 'break_id', 'reload_id'],
  name: ['order_id', 'vehicle_id', 'location_id'],
  start: ['start_location', 'start_time', 'shifts'],
  end: ['end_location', 'end_time', 'shifts'],
  start_time: ['start_local_time', 'shifts'],
  end_time: ['end_local_time', 'shifts'],
  departure_time: ['start_local_time', 'start_time'],
  from: ['start_time'],
  to: ['end_time'],
  skills: ['required_attributes', 'attributes'],
  jobs: ['orders'],
  services: ['orders'],
  shipments: ['orders'],
  tasks: ['orders'],
  stops: ['orders'],
  fleet: ['vehicles'],
  vehicles: ['vehicle'],
  mode: ['type'],
  priority_level: ['priority'],
  max_travel_time: ['max_driving_duration', 'limits'],
  profile: ['type'],
  per_km: ['per_kilometer'],
  cost_per_km: ['per_kilometer'],
  amount: ['load'],
  demand: ['load'],
  size: ['load'],
  delivery: ['load', 'dropoffs'],
  pickup: ['load', 'pickups'],
  capacities: ['capacity'],
  service: ['duration'],
  service_time: ['duration'],
  service_duration: ['duration'],
  time_window: ['time_windows'],
  tw: ['time_windows'],
  timezone: ['time_zone'],
  max_distance: ['distance', 'limits'],
  max_duration: ['duration', 'limits'],
  penalty: ['unserved_cost'],
  points: ['locations'],
  coordinates: ['latitude', 'location', 'locations'],
};
/** Shorter names are too similar to others. */
const NEAR_LENGTH_MIN = 4;
const NEAR_EDITS_MAX = 2;

/** Returns a suggestion for an unknown field as the end of a sentence, or an empty text if no known name is similar. */
export function didYouMean(name: string, known: readonly string[]): string {
  const plain = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).toLowerCase();
  const meant =
    // A caller may send a name that every object inherits, such as `constructor`.
    (Object.hasOwn(MEANT, plain) ? (MEANT[plain] ?? []) : []).find((each) =>
      known.includes(each),
    ) ??
    known.find((each) => each === plain) ??
    nearest(plain, known);
  return meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`;
}

function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length < NEAR_LENGTH_MIN) return undefined;
  const [best] = known
    // This excludes long names before they are compared: a name may be as long as a body.
    .filter((each) => Math.abs(each.length - name.length) <= NEAR_EDITS_MAX)
    .map((each) => ({ each, edits: editsBetween(name, each) }))
    .toSorted((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= NEAR_EDITS_MAX ? best.each : undefined;
}

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Returns the part of a schema at a path, such as the `schemaPath` of a fault. */
export function schemaAt(schema: unknown, path: string): Json | undefined {
  let current = schema;
  for (const token of path.split('/').slice(1)) {
    if (!isJson(current)) return undefined;
    current = current[token.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return isJson(current) ? current : undefined;
}

/** Returns the advice of the schema at that path for a value that violates `keyword`, or an empty text. */
export function adviceOf(schema: unknown, path: string, keyword: string): string {
  const advice = schemaAt(schema, path)?.[ADVICE];
  const sentence = isJson(advice) ? advice[keyword] : undefined;
  return typeof sentence === 'string' ? ` ${sentence}` : '';
}
