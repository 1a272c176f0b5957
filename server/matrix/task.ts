/**
 * The matrix, computed in an engine thread: bytes of the request in, bytes of the response out.
 *
 * The thread decodes, validates, prices and looks up time zones; the WASM core chooses the pairs, computes their costs
 * and writes them as JSON. Nothing larger than the two byte arrays crosses to the event loop.
 */
import { MatrixSelection } from '#wasm';
import type { HandlerResult, TaskContext } from '../engine/index.js';
import type { ErrorCode, Problem } from '../errors.js';
import { parseTimeOfDay } from '../time/index.js';
import type { SpeedsReader, ThreadMaps } from '../roads/index.js';
import { selectWindows } from '../travel/index.js';
import { hashBody, parseBody, type BodyBlocks } from '../validation/index.js';
import { createRequestCheck } from './check.js';
import { placeLocations } from './locations.js';
import { matrixCredits } from './price.js';
import { respond } from './respond.js';
import { runningTotals } from './running-totals.js';
import { LOCATION_COUNT_MAX, type MatrixRequest } from './schema.js';

export type MatrixTaskInput = {
  body: BodyBlocks;
  /** `price` only validates and says what the request would cost. */
  mode: 'compute' | 'price';
  /** The body is hashed for it alone: 20 MB take 15 ms, and most requests have no key. */
  idempotencyKey?: string;
};

export type MatrixFigures = { locations: number; pairs: number; windows: number };

export type MatrixTaskOutput =
  | {
      kind: 'answer';
      body: Uint8Array;
      credits: number;
      figures: MatrixFigures;
      /** The request's key, and what it stands for: the SHA-256 of the body, hexadecimal. */
      idempotency?: { key: string; bodyHash: string };
    }
  | { kind: 'priced'; credits: number }
  | {
      kind: 'refused';
      code: ErrorCode;
      comment: string;
      problems: readonly Problem[];
      problemCount: number;
    };

export type MatrixTask = { matrix: { input: MatrixTaskInput; output: MatrixTaskOutput } };

export type MatrixTaskSettings = {
  speeds: SpeedsReader;
  zoneOf: (latitude: number, longitude: number) => string;
  maps: ThreadMaps;
};

type Result = HandlerResult<MatrixTaskOutput>;

/** The pool's handler for matrix tasks. Make it once a thread. */
export function createMatrixTask(
  settings: MatrixTaskSettings,
): (input: MatrixTaskInput, context: TaskContext) => Result {
  const checkRequest = createRequestCheck();

  return (input, context) => {
    const parsed = parseBody(input.body);
    if (parsed.kind === 'bad') return refused('invalid_json', parsed.comment);
    const tooMany = locationCountAbove(parsed.value, LOCATION_COUNT_MAX);
    if (tooMany !== undefined) {
      return refused(
        'too_many_locations',
        `The request has ${tooMany} locations; at most ${LOCATION_COUNT_MAX} are answered at once.`,
      );
    }
    const checked = checkRequest(parsed.value);
    if (checked.kind === 'bad') {
      return refused('invalid_request', '', checked.problems, checked.problemCount);
    }
    const { request } = checked;
    const needsPlaces = input.mode === 'compute' || request.strict === true;
    const read = settings.speeds.read(
      () => (needsPlaces ? placeLocations(settings.maps, request, context.shouldStop) : undefined),
      (places) => places?.onRoads?.places.free(),
      context.shouldStop,
    );
    if (read === undefined) return { kind: 'stopped' };
    const { traffic, taken: places } = read;
    const windows = selectWindows(traffic.windows, {
      weekend: request.weekend ?? false,
      rangeFirstSecond: optionalTimeOfDay(request.start_local_time),
      rangeLastSecond: optionalTimeOfDay(request.end_local_time),
    });
    let selection: MatrixSelection | undefined;
    try {
      // Before the places are believed: who is told to stop may not have waited for the map.
      if (context.shouldStop()) return { kind: 'stopped' };
      if (request.strict === true && places?.snapMeters.some(Number.isNaN) === true) {
        return refusedOffRoad(places.snapMeters);
      }
      selection = selectPairs(request);
      const pairs = selection.pairCount();
      const credits = matrixCredits(pairs, windows.length);
      if (places === undefined || input.mode === 'price') {
        return { kind: 'done', output: { kind: 'priced', credits } };
      }
      const question = { request, traffic: traffic.file, windows, selection, places };
      const body = respond(settings, question, context);
      if (body === undefined) return { kind: 'stopped' };
      const figures = { locations: request.locations.length, pairs, windows: windows.length };
      return {
        kind: 'done',
        output: {
          kind: 'answer',
          body,
          credits,
          figures,
          ...(input.idempotencyKey === undefined
            ? {}
            : { idempotency: { key: input.idempotencyKey, bodyHash: hashBody(input.body) } }),
        },
        transfer: [body.buffer],
      };
    } finally {
      places?.onRoads?.places.free();
      selection?.free();
    }
  };
}

function refused(
  code: ErrorCode,
  comment: string,
  problems: readonly Problem[] = [],
  problemCount = problems.length,
): Result {
  return { kind: 'done', output: { kind: 'refused', code, comment, problems, problemCount } };
}

/** `strict` asks to be told instead of getting an estimate. */
function refusedOffRoad(snapMeters: Float64Array): Result {
  const problems: Problem[] = [];
  snapMeters.forEach((meters, locationIdx) => {
    if (!Number.isNaN(meters)) return;
    problems.push({
      pointer: `/locations/${locationIdx}`,
      code: 'location_unreachable',
      comment: 'No road of a map that is loaded is near this location.',
    });
  });
  return refused('location_unreachable', '', problems);
}

function locationCountAbove(value: unknown, countMax: number): number | undefined {
  if (typeof value !== 'object' || value === null || !('locations' in value)) return undefined;
  const { locations } = value;
  return Array.isArray(locations) && locations.length > countMax ? locations.length : undefined;
}

function optionalTimeOfDay(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseTimeOfDay(text);
}

function selectPairs(request: MatrixRequest): MatrixSelection {
  const { locations } = request;
  const all = Uint32Array.from(locations, (_, locationIdx) => locationIdx);
  const classes = locations.map((location) => location.location_class ?? []);
  const hasClasses = classes.some((values) => values.length > 0);
  // Without any class in the request there is no class rule: every pair stays.
  const classFirstOut = hasClasses ? runningTotals(classes.map((values) => values.length)) : [];
  return new MatrixSelection(
    locations.length,
    request.sources === undefined ? all : Uint32Array.from(request.sources),
    request.destinations === undefined ? all : Uint32Array.from(request.destinations),
    Uint32Array.from(classFirstOut),
    Float64Array.from(classes.flat()),
    request.force_containment ?? false,
  );
}
