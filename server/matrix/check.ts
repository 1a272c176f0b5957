/**
 * What a schema cannot say of a matrix request: ids that repeat, indexes that point nowhere.
 *
 * The checks look at the raw value and pass over whatever has the wrong shape (the schema reports that), so that one
 * answer names every fault of the request.
 */
import { Compile } from 'typebox/compile';
import type { Problem } from '../errors.js';
import { pointerTo, schemaProblems } from '../validation/index.js';
import { TIME_OF_DAY_PATTERN } from '../time/index.js';
import { matrixRequestSchema, type MatrixRequest } from './schema.js';

const PATTERN_NAMES = { [TIME_OF_DAY_PATTERN]: 'a time of day as HH:MM:SS, 00:00:00 to 23:59:59' };

export type CheckedRequest =
  { kind: 'ok'; request: MatrixRequest } | { kind: 'bad'; problems: readonly Problem[] };

/** Prepares the check: compiles the schema, so call it once in a thread. */
export function createRequestCheck(): (value: unknown) => CheckedRequest {
  const validator = Compile(matrixRequestSchema);
  return (value) => {
    const problems = [
      ...schemaProblems(validator, value, PATTERN_NAMES),
      ...crossFieldProblems(value),
    ];
    if (problems.length > 0 || !validator.Check(value)) return { kind: 'bad', problems };
    return { kind: 'ok', request: value };
  };
}

function crossFieldProblems(value: unknown): Problem[] {
  if (typeof value !== 'object' || value === null || !('locations' in value)) return [];
  const { locations } = value;
  if (!Array.isArray(locations)) return [];
  return [
    ...repeatedIds(locations),
    ...badIndexes(value, 'sources', locations.length),
    ...badIndexes(value, 'destinations', locations.length),
  ];
}

function repeatedIds(locations: readonly unknown[]): Problem[] {
  const firstIdxOf = new Map<string, number>();
  const problems: Problem[] = [];
  locations.forEach((location, locationIdx) => {
    if (typeof location !== 'object' || location === null || !('location_id' in location)) return;
    const id = location.location_id;
    if (typeof id !== 'string') return;
    const firstIdx = firstIdxOf.get(id);
    if (firstIdx === undefined) {
      firstIdxOf.set(id, locationIdx);
      return;
    }
    problems.push({
      pointer: `/locations/${locationIdx}/location_id`,
      code: 'duplicate_id',
      comment: `The same location_id stands at /locations/${firstIdx}; every location needs its own.`,
    });
  });
  return problems;
}

function badIndexes(request: object, field: string, locationCount: number): Problem[] {
  const indexes: unknown = Object.getOwnPropertyDescriptor(request, field)?.value;
  if (!Array.isArray(indexes)) return [];
  const seen = new Set<number>();
  const problems: Problem[] = [];
  indexes.forEach((index: unknown, position) => {
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) return;
    const pointer = pointerTo(`/${field}`, position);
    if (index >= locationCount) {
      const comment = `There are ${locationCount} locations, so indexes end at ${locationCount - 1}; got ${index}.`;
      problems.push({ pointer, code: 'index_out_of_range', comment });
    } else if (seen.has(index)) {
      problems.push({
        pointer,
        code: 'duplicate_index',
        comment: `The index ${index} stands here twice.`,
      });
    }
    seen.add(index);
  });
  return problems;
}
