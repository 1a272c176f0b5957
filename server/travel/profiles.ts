/** The built-in profiles: the kinds of road users that costs are computed for; `vehicle.type` in requests. */
import Type, { type Static } from 'typebox';

export const PROFILES = ['car', 'van', 'truck', 'bicycle', 'foot'] as const;
export const DEFAULT_PROFILE = 'car';

/** Factors for a profile's speeds outside this range are refused as typing errors: no vehicle needs them. */
export const SPEED_FACTOR_MIN = 0.1;
const SPEED_FACTOR_MAX = 10;

/** The schema of `vehicle.speed_factor` in requests. */
export const speedFactorSchema = Type.Number({
  minimum: SPEED_FACTOR_MIN,
  maximum: SPEED_FACTOR_MAX,
  description: 'A factor for all speeds of the vehicle. Default: 1.',
});

export const profileSchema = Type.Enum([...PROFILES], {
  title: 'Profile',
  description: 'Travel profile. Default: `car`.',
});
export type Profile = Static<typeof profileSchema>;
