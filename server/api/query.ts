/** Reads query parameters, and refuses unknown ones: a misspelled `dry_run` must not become a charged request. */
import { ApiError, type ApiProblem } from '../errors.js';
import { pointerTo } from '../validation/index.js';
import type { QueryParameter } from './route.js';

export function readQuery(
  url: string,
  parameters: readonly QueryParameter[],
): Record<string, string> {
  const asked = url.indexOf('?');
  if (asked < 0) return {};
  const values: Record<string, string> = {};
  const problems: ApiProblem[] = [];
  const known = parameters.map((parameter) => parameter.name);
  const search = new URLSearchParams(url.split('?')[1]);
  for (const name of new Set(search.keys())) {
    const [value, ...others] = search.getAll(name);
    const pointer = pointerTo('/query', name);
    if (!known.includes(name)) {
      const comment = `This query parameter is not known here; ${known.length === 0 ? 'there are none' : `known: ${known.join(', ')}`}.`;
      problems.push({ pointer, code: 'unknown_field', comment });
    } else if (others.length > 0) {
      problems.push({
        pointer,
        code: 'duplicate_field',
        comment: 'A query parameter must not be repeated.',
      });
    } else if (value !== undefined) {
      values[name] = value;
    }
  }
  if (problems.length > 0) throw new ApiError('invalid_request', '', { problems });
  return values;
}

/** Reads `true` or `false`; an absent parameter is false. */
export function readFlag(query: Readonly<Record<string, string>>, name: string): boolean {
  const value = query[name];
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  const comment = `Expected true or false, got ${JSON.stringify(value.slice(0, 60))}.`;
  throw new ApiError('invalid_request', '', {
    problems: [{ pointer: pointerTo('/query', name), code: 'invalid_type', comment }],
  });
}

/** Reads a whole number within bounds; undefined if absent. `where` is the start of the pointer of a problem. */
export function readInteger(
  query: Readonly<Record<string, string>>,
  name: string,
  min: number,
  max: number,
  where: '/query' | '/path' = '/query',
): number | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  const comment = `Expected a whole number from ${min} to ${max}, got ${JSON.stringify(value.slice(0, 60))}.`;
  throw new ApiError('invalid_request', '', {
    problems: [{ pointer: pointerTo(where, name), code: 'out_of_range', comment }],
  });
}

/** Reads one of these words; undefined if absent. */
export function readOneOf<Word extends string>(
  query: Readonly<Record<string, string>>,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = query[name];
  const known = words.find((word) => word === value);
  if (value === undefined || known !== undefined) return known;
  const comment = `Expected one of ${[...new Set(words)].join(', ')}.`;
  throw new ApiError('invalid_request', '', {
    problems: [{ pointer: pointerTo('/query', name), code: 'not_allowed', comment }],
  });
}
