/**
 * What the checker answers with: one finding for each place where a response is wrong.
 *
 * A broken hard rule has the contract's own violation code, so that mode `check` can be judged by the same findings:
 * there, each must be among the route's `violations`. Everything else that can be wrong has a code of its own.
 */

/** The contract's codes of reasons and violations. */
export const VIOLATION_CODES: ReadonlySet<string> = new Set([
  'no_vehicle',
  'unreachable',
  'attribute_missing',
  'attribute_forbidden',
  'vehicle_not_allowed',
  'capacity',
  'load_incompatible',
  'end_load',
  'route_position',
  'latest_start',
  'shift_rest',
  'weekly_rest',
  'time_window',
  'shift_time',
  'duration',
  'driving_duration',
  'distance',
  'stops',
  'waiting_duration',
  'ride_duration',
  'break',
  'driving_rules',
  'load_order',
  'relation',
  'visit_spacing',
  'dock',
  'lock',
  'outside_period',
  'cheaper_unserved',
  'not_found_in_time',
]);

export type Finding = {
  code: string;
  /** JSON pointer into the response. */
  pointer: string;
  expected: unknown;
  got: unknown;
  comment: string;
  /** By how much a hard rule is broken, in its own unit, where that is a number. */
  amount?: number;
};

/** Decimals that no client sees: below this, two sums of money or load are the same. */
export const NUMBER_TOLERANCE = 1e-6;

/** Seven digits are kept of what was added in another order. */
export const differs = (left: number, right: number, tolerance = NUMBER_TOLERANCE): boolean =>
  !(Math.abs(left - right) <= tolerance + 1e-9 * Math.max(Math.abs(left), Math.abs(right)));
