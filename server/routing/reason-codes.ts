/** Why orders are unserved, and which rules a plan breaks: the core's codes, as they are published. `docs/reasons.md` has a section for each. */
export const REASON_CODES = [
  'no_vehicle',
  'unreachable',
  'attribute_missing',
  'attribute_forbidden',
  'vehicle_not_allowed',
  'capacity',
  'load_incompatible',
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
  'lock',
  'outside_period',
  'cheaper_unserved',
  'not_found_in_time',
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];
