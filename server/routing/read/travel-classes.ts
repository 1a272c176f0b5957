/** Travel classes: vehicles with the same profile and speed factor share one travel table. */
import {
  ownProfileFault,
  profileTypeOf,
  roadProfileOf,
  type OwnProfiles,
  type Profile,
} from '../../travel/index.js';
import { TRAVEL_BYTES_MAX } from '../schema/limits.js';
import type { Report } from './report.js';
import type { ReadVehicle } from './vehicles.js';

export type TravelClass = {
  /** The profile whose roads it uses: one of the five, or one of the operator's own. */
  profile: string;
  /** The profile that estimates use where there are no roads. */
  type: Profile;
  speedFactor: number;
};

export type TravelClasses = {
  classes: readonly TravelClass[];
  /** Index of the class of each vehicle of the request. */
  classOf: readonly number[];
};

const BYTES_PER_NUMBER = 4;

export function travelClassesOf(
  vehicles: readonly ReadVehicle[],
  ownProfiles: OwnProfiles,
  report: Report,
): TravelClasses {
  const classes: TravelClass[] = [];
  const known = new Map<string, number>();
  const classOf = vehicles.map(({ entry, pointer }) => {
    const fault = ownProfileFault(entry, ownProfiles);
    if (fault !== undefined) report.problem(`${pointer}/${fault.field}`, fault.code, fault.comment);
    const profile = roadProfileOf(entry);
    const type = profileTypeOf(entry, ownProfiles);
    const speedFactor = entry.speed_factor ?? 1;
    const key = `${profile} ${speedFactor}`;
    const idx = known.get(key) ?? classes.push({ profile, type, speedFactor }) - 1;
    known.set(key, idx);
    return idx;
  });
  return { classes, classOf };
}

/** Checks the size of the travel tables: for each pair of places, one number per lane, and the distance. */
export function reportTravelSize(
  placeCount: number,
  laneCount: number,
  classCount: number,
  report: Report,
): void {
  const bytes = classCount * placeCount * placeCount * (laneCount + 1) * BYTES_PER_NUMBER;
  if (bytes <= TRAVEL_BYTES_MAX) return;
  report.problem(
    '/vehicles',
    'travel_too_large',
    `Travel costs between ${placeCount} places for ${classCount} combinations of type and speed_factor need ${bytes} bytes; the maximum is ${TRAVEL_BYTES_MAX}. Use fewer places or combinations.`,
  );
}
