/** The travel profiles: which kind of road user a cost is computed for. `vehicle.type` in requests. */
import Type, { type Static } from 'typebox';

export const PROFILES = ['car', 'van', 'truck', 'bicycle', 'foot'] as const;
export const DEFAULT_PROFILE = 'car';

/** Factors on a profile's speeds outside of this are refused: they are typing errors, not vehicles. */
export const SPEED_FACTOR_MIN = 0.1;
export const SPEED_FACTOR_MAX = 10;

export const profileSchema = Type.Enum([...PROFILES], {
  title: 'Profile',
  description: 'Travel profile. Default: `car`.',
});
export type Profile = Static<typeof profileSchema>;
