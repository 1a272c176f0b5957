/**
 * The matrix, computed in an engine thread: bytes of the request in, bytes of the response out.
 *
 * The thread decodes, validates, prices and looks up time zones; the WASM core chooses the pairs, computes their costs
 * and writes them as JSON. Nothing larger than the two byte arrays crosses to the event loop.
 */
import { createHash } from 'node:crypto';
import { EstimateModel, MatrixSelection, travelCostsJson } from '#wasm';
import type { HandlerResult, TaskContext } from '../engine/index.js';
import type { ErrorCode, Problem } from '../errors.js';
import { parseTimeOfDay } from '../time/index.js';
import {
  DEFAULT_PROFILE,
  estimateParameters,
  selectWindows,
  trafficWindows,
  windowViews,
  type TrafficFile,
  type TrafficWindow,
} from '../travel/index.js';
import { parseBody, type BodyBlocks } from '../validation/index.js';
import { createRequestCheck } from './check.js';
import { matrixCredits } from './price.js';
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
  traffic: TrafficFile;
  zoneOf: (latitude: number, longitude: number) => string;
};

type Result = HandlerResult<MatrixTaskOutput>;

/** The pool's handler for matrix tasks. Make it once a thread. */
export function createMatrixTask(
  settings: MatrixTaskSettings,
): (input: MatrixTaskInput, context: TaskContext) => Result {
  const checkRequest = createRequestCheck();
  const windowsOfDay = trafficWindows(settings.traffic);

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
    if (request.strict === true) return refusedWithoutRoads(request);

    const windows = selectWindows(windowsOfDay, {
      weekend: request.weekend ?? false,
      rangeFirstSecond: optionalTimeOfDay(request.start_local_time),
      rangeLastSecond: optionalTimeOfDay(request.end_local_time),
    });
    const selection = selectPairs(request);
    try {
      const pairs = selection.pairCount();
      const credits = matrixCredits(pairs, windows.length);
      if (input.mode === 'price') return { kind: 'done', output: { kind: 'priced', credits } };
      const body = respond(settings, request, windows, selection, context);
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
            : { idempotency: { key: input.idempotencyKey, bodyHash: hashOf(input.body) } }),
        },
        transfer: [body.buffer],
      };
    } finally {
      selection.free();
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

/** Without a road map every location is off the road, and `strict` asks to be told so. */
function refusedWithoutRoads(request: MatrixRequest): Result {
  const problems = request.locations.map((_, locationIdx) => ({
    pointer: `/locations/${locationIdx}`,
    code: 'location_unreachable',
    comment: 'No road map that is loaded holds this location.',
  }));
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

/** The bytes of the response, or undefined when the task was stopped. */
function respond(
  settings: MatrixTaskSettings,
  request: MatrixRequest,
  windows: readonly TrafficWindow[],
  selection: MatrixSelection,
  context: TaskContext,
): Uint8Array<ArrayBuffer> | undefined {
  const parameters = estimateParameters(
    settings.traffic,
    request.vehicle.type ?? DEFAULT_PROFILE,
    windows,
    request.vehicle.speed_factor ?? 1,
  );
  const keys = request.locations.map((location) => JSON.stringify(location.location_id));
  const model = new EstimateModel(
    parameters.detourFactor,
    parameters.bandEndMeters,
    parameters.bandMetersPerSecond,
    parameters.laneFactors,
  );
  let travelCosts: Uint8Array;
  let unreachable: Uint8Array;
  try {
    const json = travelCostsJson(
      model,
      selection,
      Float64Array.from(request.locations, (location) => location.latitude),
      Float64Array.from(request.locations, (location) => location.longitude),
      Buffer.from(keys.join('')),
      Uint32Array.from(runningTotals(keys.map((key) => Buffer.byteLength(key)))),
      context.shouldStop,
    );
    if (json === undefined) return undefined;
    travelCosts = json.takeTravelCosts();
    unreachable = json.takeUnreachable();
    json.free();
  } finally {
    model.free();
  }
  const head = JSON.stringify({
    status: 'Ok',
    locations: request.locations.map((location) => ({
      location_id: location.location_id,
      time_zone: settings.zoneOf(location.latitude, location.longitude),
      snap_distance: null,
    })),
    traffic_windows: windowViews(windows),
    travel_model: 'estimate',
    warnings: [],
  });
  return concatenate([
    Buffer.from(`${head.slice(0, -1)},"travel_costs":`),
    travelCosts,
    Buffer.from(',"unreachable":'),
    unreachable,
    Buffer.from('}'),
  ]);
}

function hashOf(body: BodyBlocks): string {
  const hash = createHash('sha256');
  for (const block of body) hash.update(block);
  return hash.digest('hex');
}

/** [2, 0, 3] → [0, 2, 2, 5] */
function runningTotals(counts: readonly number[]): number[] {
  const totals = [0];
  let total = 0;
  for (const count of counts) {
    total += count;
    totals.push(total);
  }
  return totals;
}

/** Into a buffer of its own, so that it can be moved to the event loop. */
function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
