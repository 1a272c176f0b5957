/**
 * Reads and checks a matrix request: bytes → request, or all of its errors.
 *
 * Engine threads do this for each request. A large body is first read in a separate thread (`matrix_read`), which holds
 * no roads and may be terminated at any time. A body that is sound is then read again where it is computed, which takes
 * the same time once more.
 */
import type { HandlerResult } from '../engine/index.js';
import type { ErrorCode, ApiProblem, Refusal } from '../errors.js';
import { moved, parseBody, type BodyBlocks } from '../validation/index.js';
import { createRequestCheck, type CheckSettings } from './check.js';
import { destinationCountOf, rowCountOf } from './query.js';
import {
  CANDIDATE_COUNT_MAX,
  CLASS_COMPARISON_COUNT_MAX,
  JOB_LOCATION_COUNT_MAX,
  MATRIX_JSON_BOUNDS,
  type MatrixRequest,
} from './schema.js';

export type MatrixRefusal = Refusal & { kind: 'refused' };

export type MatrixReadTask = {
  matrix_read: {
    input: { body: BodyBlocks };
    /** The body is returned, to be passed to the thread that computes the matrix. */
    output: { kind: 'sound'; body: BodyBlocks } | MatrixRefusal;
  };
};

/** Creates the reader. Compiles the schema, so call it once per thread. */
export function createMatrixRead(
  settings: CheckSettings,
): (body: BodyBlocks) => { kind: 'ok'; request: MatrixRequest } | MatrixRefusal {
  const checkRequest = createRequestCheck(settings);
  return (body) => {
    const parsed = parseBody(body, MATRIX_JSON_BOUNDS);
    if (parsed.kind === 'bad') return refusal(parsed.code, parsed.comment);
    const tooMany = tooManyLocations(parsed.value);
    if (tooMany !== undefined) return tooMany;
    const checked = checkRequest(parsed.value);
    if (checked.kind === 'bad') {
      return refusal('invalid_request', '', checked.problems, checked.problemCount);
    }
    const { request } = checked;
    return tooManyCandidates(request) ?? tooManyClasses(request) ?? checked;
  };
}

/** Creates the handler of threads that only read. Call it once per thread. */
export function createMatrixReadTask(
  settings: CheckSettings,
): (
  input: MatrixReadTask['matrix_read']['input'],
) => HandlerResult<MatrixReadTask['matrix_read']['output']> {
  const readRequest = createMatrixRead(settings);
  return ({ body }) => {
    const read = readRequest(body);
    return read.kind === 'refused'
      ? { kind: 'done', output: read }
      : { kind: 'done', output: { kind: 'sound', body }, transfer: moved(body) };
  };
}

export function refusal(
  code: ErrorCode,
  comment: string,
  problems: readonly ApiProblem[] = [],
  problemCount = problems.length,
): MatrixRefusal {
  return { kind: 'refused', code, comment, problems, problemCount };
}

/** Refuses too many locations before the schema checks each of them. */
function tooManyLocations(value: unknown): MatrixRefusal | undefined {
  if (typeof value !== 'object' || value === null || !('locations' in value)) return undefined;
  const { locations } = value;
  if (!Array.isArray(locations) || locations.length <= JOB_LOCATION_COUNT_MAX) return undefined;
  const comment = `The request has ${locations.length} locations; the maximum is ${JOB_LOCATION_COUNT_MAX}.`;
  return refusal('too_many_locations', comment);
}

function tooManyCandidates(request: MatrixRequest): MatrixRefusal | undefined {
  const [sources, destinations] = [rowCountOf(request), destinationCountOf(request)];
  if (sources * destinations <= CANDIDATE_COUNT_MAX) return undefined;
  return refusal(
    'too_many_locations',
    `The request has ${sources} sources and ${destinations} destinations; their product may be at most ${CANDIDATE_COUNT_MAX} pairs, before classes are applied.`,
  );
}

function tooManyClasses(request: MatrixRequest): MatrixRefusal | undefined {
  const [sources, destinations] = [rowCountOf(request), destinationCountOf(request)];
  const classes = new Set<number>();
  for (const { location_class: values = [] } of request.locations) {
    for (const value of values) classes.add(value);
  }
  const comparisons = sources * destinations * Math.ceil(classes.size / 64);
  if (comparisons <= CLASS_COMPARISON_COUNT_MAX) return undefined;
  const most = 64 * Math.floor(CLASS_COMPARISON_COUNT_MAX / (sources * destinations));
  return refusal(
    'request_too_complex',
    `The request has ${classes.size} different location classes; ${sources} sources and ${destinations} destinations may have at most ${most}.`,
  );
}
