/**
 * What a schema cannot say of a matrix request: ids that repeat, indexes that point nowhere.
 *
 * The checks look at the raw value and pass over whatever has the wrong shape (the schema reports that), so that one
 * answer names every fault of the request.
 */
import { Compile } from 'typebox/compile';
import type { Problem } from '../errors.js';
import { ProblemList, pointerTo, schemaProblems } from '../validation/index.js';
import { TIME_OF_DAY_PATTERN } from '../time/index.js';
import { matrixRequestSchema, type MatrixRequest } from './schema.js';

const PATTERN_NAMES = { [TIME_OF_DAY_PATTERN]: 'a time of day as HH:MM:SS, 00:00:00 to 23:59:59' };

export type CheckedRequest =
  | { kind: 'ok'; request: MatrixRequest }
  | { kind: 'bad'; problems: readonly Problem[]; problemCount: number };

/** Prepares the check: compiles the schema, so call it once in a thread. */
export function createRequestCheck(): (value: unknown) => CheckedRequest {
  const validator = Compile(matrixRequestSchema);
  return (value) => {
    const problems = new ProblemList();
    // Most bodies are good: only one that is not goes through the slower search for its faults.
    const fits = validator.Check(value);
    if (!fits) {
      for (const problem of schemaProblems(validator, value, PATTERN_NAMES)) {
        problems.add(() => problem);
      }
    }
    addCrossFieldProblems(value, problems);
    return fits && problems.count === 0
      ? { kind: 'ok', request: value }
      : { kind: 'bad', problems: problems.listed, problemCount: problems.count };
  };
}

function addCrossFieldProblems(value: unknown, problems: ProblemList): void {
  if (typeof value !== 'object' || value === null || !('locations' in value)) return;
  const { locations } = value;
  if (!Array.isArray(locations)) return;
  addRepeatedIds(locations, problems);
  addBadIndexes(value, 'sources', locations.length, problems);
  addBadIndexes(value, 'destinations', locations.length, problems);
}

function addRepeatedIds(locations: readonly unknown[], problems: ProblemList): void {
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
      comment: `The same location_id stands at /locations/${firstIdx}; every location needs its own.`,
    }));
  });
}

function addBadIndexes(
  request: object,
  field: string,
  locationCount: number,
  problems: ProblemList,
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
        comment: `The index ${index} stands here twice.`,
      }));
    } else {
      seen.add(index);
    }
  });
}
