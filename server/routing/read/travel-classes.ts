/** Who travels alike: a profile at a speed factor has one table of travel costs. */
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
  /** Whose roads it takes: one of the five, or one of the operator's own. */
  profile: string;
  /** What it is estimated as where there are no roads. */
  type: Profile;
  speedFactor: number;
};

export type TravelClasses = {
  classes: readonly TravelClass[];
  /** Of each vehicle of the request. */
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

/** Of each pair of places, one number a lane and the distance. */
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
    `Travel costs between ${placeCount} places for ${classCount} combinations of type and speed_factor take ${bytes} bytes; at most ${TRAVEL_BYTES_MAX} are held. Use fewer places or combinations.`,
  );
}
