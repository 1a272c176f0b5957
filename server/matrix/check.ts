/**
 * Checks of matrix requests that a schema cannot express: duplicate ids, indexes out of range, a webhook without a job.
 *
 * The checks look at the raw value and skip everything that has the wrong shape, which the schema reports, so that one
 * answer names every error in the request.
 */
import { Compile } from 'typebox/compile';
import type { ApiProblem } from '../errors.js';
import { ApiProblemList, pointerTo, schemaProblems } from '../validation/index.js';
import { TIME_OF_DAY_PATTERN } from '../time/index.js';
import { OWN_PROFILE_PATTERN_NAME, ownProfileFault, type OwnProfiles } from '../travel/index.js';
import {
  LOCATION_COUNT_MAX,
  WEBHOOK_URL_PATTERN,
  matrixRequestSchema,
  type MatrixRequest,
} from './schema.js';

const PATTERN_NAMES = {
  ...OWN_PROFILE_PATTERN_NAME,
  [TIME_OF_DAY_PATTERN]: 'a time of day as HH:MM:SS, from 00:00:00 to 23:59:59',
  [WEBHOOK_URL_PATTERN]: 'a URL that begins with http:// or https://',
};

const WEBHOOK_URL = new RegExp(WEBHOOK_URL_PATTERN);

export type CheckedRequest =
  | { kind: 'ok'; request: MatrixRequest }
  | { kind: 'bad'; problems: readonly ApiProblem[]; problemCount: number };

export type CheckSettings = { ownProfiles: OwnProfiles };

/** Creates the check. Compiles the schema, so call it once per thread. */
export function createRequestCheck({
  ownProfiles,
}: CheckSettings): (value: unknown) => CheckedRequest {
  const validator = Compile(matrixRequestSchema);
  return (value) => {
    const problems = new ApiProblemList();
    // Most bodies are valid: only an invalid one goes through the slower search for its errors.
    const fits = validator.Check(value);
    if (!fits) {
      for (const problem of schemaProblems(validator, value, PATTERN_NAMES)) {
        problems.add(() => problem);
      }
    }
    addCrossFieldProblems(value, problems);
    if (fits) addBadProfile(value.vehicle, ownProfiles, problems);
    return fits && problems.count === 0
      ? { kind: 'ok', request: value }
      : { kind: 'bad', problems: problems.listed, problemCount: problems.count };
  };
}

function addCrossFieldProblems(value: unknown, problems: ApiProblemList): void {
  if (typeof value !== 'object' || value === null || !('locations' in value)) return;
  const { locations } = value;
  if (!Array.isArray(locations)) return;
  addRepeatedIds(locations, problems);
  addBadIndexes(value, 'sources', locations.length, problems);
  addBadIndexes(value, 'destinations', locations.length, problems);
  if ('webhook_url' in value) addBadWebhook(value.webhook_url, locations.length, problems);
}

function addBadProfile(
  vehicle: MatrixRequest['vehicle'],
  ownProfiles: OwnProfiles,
  problems: ApiProblemList,
): void {
  const fault = ownProfileFault(vehicle, ownProfiles);
  if (fault === undefined) return;
  const { field, code, comment } = fault;
  problems.add(() => ({ pointer: `/vehicle/${field}`, code, comment }));
}

function addBadWebhook(url: unknown, locationCount: number, problems: ApiProblemList): void {
  const pointer = '/webhook_url';
  if (locationCount <= LOCATION_COUNT_MAX) {
    problems.add(() => ({
      pointer,
      code: 'not_allowed',
      comment: `Webhooks are for jobs only; a request with up to ${LOCATION_COUNT_MAX} locations is answered synchronously. Remove it.`,
    }));
  } else if (typeof url === 'string' && WEBHOOK_URL.test(url) && !URL.canParse(url)) {
    problems.add(() => ({ pointer, code: 'invalid_format', comment: 'This is not a URL.' }));
  }
}

function addRepeatedIds(locations: readonly unknown[], problems: ApiProblemList): void {
  const firstIdxOf = new Map<string, number>();
  locations.forEach((location, locationIdx) => {
    if (typeof location !== 'object' || location === null || !('location_id' in location)) return;
    const id = location.location_id;
    if (typeof id !== 'string') return;
    const firstIdx = firstIdxOf.get(id);
    if (firstIdx === undefined) {
      firstIdxOf.set(id, locationIdx);
      return;
    }
    problems.add(() => ({
      pointer: `/locations/${locationIdx}/location_id`,
      code: 'duplicate_id',
      comment: `/locations/${firstIdx} has the same location_id; each must be unique.`,
    }));
  });
}

function addBadIndexes(
  request: object,
  field: string,
  locationCount: number,
  problems: ApiProblemList,
): void {
  const indexes: unknown = Object.getOwnPropertyDescriptor(request, field)?.value;
  if (!Array.isArray(indexes)) return;
  const seen = new Set<number>();
  indexes.forEach((index: unknown, position) => {
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) return;
    if (index >= locationCount) {
      problems.add(() => ({
        pointer: pointerTo(`/${field}`, position),
        code: 'index_out_of_range',
        comment: `There are ${locationCount} locations, so indexes end at ${locationCount - 1}; got ${index}.`,
      }));
    } else if (seen.has(index)) {
      problems.add(() => ({
        pointer: pointerTo(`/${field}`, position),
        code: 'duplicate_index',
        comment: `The list contains the index ${index} twice.`,
      }));
    } else {
      seen.add(index);
    }
  });
}
