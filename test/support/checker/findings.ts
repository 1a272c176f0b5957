/**
 * The findings of the checker: one for each place where a response is wrong.
 *
 * A broken hard rule has the violation code of the contract, so that the same findings can judge mode `check`, where
 * each must be among the violations of its route. All other errors have codes of their own.
 */

/** The codes of reasons and violations in the contract. */
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
  /** By how much a hard rule is broken, in its own unit, if that is a number. */
  amount?: number;
};

/** Sums of money that differ by less are equal: clients do not see these decimals. */
export const NUMBER_TOLERANCE = 1e-6;

/** Returns whether two numbers differ. Allows a relative difference of 1e-9, from summing in another order. */
export const differs = (left: number, right: number, tolerance = NUMBER_TOLERANCE): boolean =>
  !(Math.abs(left - right) <= tolerance + 1e-9 * Math.max(Math.abs(left), Math.abs(right)));
