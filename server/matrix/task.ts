/**
 * Computes a matrix in an engine thread: bytes of the request in, bytes of the response out.
 *
 * The thread decodes, validates (`read.ts`), prices and looks up time zones; the WASM core selects the pairs, computes
 * their costs and writes them as JSON. Nothing larger than the two byte arrays is exchanged with the event loop.
 *
 * A request with too many locations for an immediate answer is checked and priced in the same way, and returned to
 * become a job (`job.ts`).
 */
import { gzipSync } from 'node:zlib';
import type { HandlerResult, TaskContext } from '../engine/index.js';
import type { ApiProblem } from '../errors.js';
import { hashBody, type BodyBlocks } from '../validation/index.js';
import type { PlacedLocations } from './locations.js';
import { matrixCredits } from './price.js';
import {
  freePlaces,
  placesOf,
  prepareRows,
  takeSnapshot,
  selectPairs,
  type TrafficSnapshot,
  type MatrixTaskSettings,
} from './query.js';
import { createMatrixRead, refusal, type MatrixRefusal } from './read.js';
import { respond, responseHead } from './respond.js';
import { LOCATION_COUNT_MAX, type MatrixRequest } from './schema.js';

export type MatrixTaskInput = {
  body: BodyBlocks;
  /** `price` only validates the request and returns its price. */
  mode: 'compute' | 'price';
  /** The body is hashed only if there is a key: 20 MB take 15 ms, and most requests have no key. */
  idempotencyKey?: string;
};

export type MatrixCounts = { locations: number; pairs: number; windows: number };

/** The charge for a matrix. */
export type MatrixCharge = {
  credits: number;
  counts: MatrixCounts;
  /** The idempotency key of the request, and the hexadecimal SHA-256 of the body that it stands for. */
  idempotency?: { key: string; bodyHash: string };
};

/** A valid request that is too large for an immediate answer. */
export type LargeMatrix = MatrixCharge & {
  kind: 'large';
  /** The gzipped request body: the input of `matrixJobChunks`. */
  input: Uint8Array<ArrayBuffer>;
  /** Approximately how long one thread takes. */
  workSeconds: number;
  webhookUrl?: string;
};

export type MatrixTaskOutput =
  | (MatrixCharge & { kind: 'answer'; body: Uint8Array })
  | LargeMatrix
  | { kind: 'priced'; credits: number }
  | MatrixRefusal;

export type MatrixTask = { matrix: { input: MatrixTaskInput; output: MatrixTaskOutput } };

/** Measured: 4,999 × 4,999 places with 8 windows took 54 s. */
const COSTS_PER_SECOND = 3_700_000;

type Result = HandlerResult<MatrixTaskOutput>;

/** Creates the pool's handler for matrix tasks. Call it once per thread. */
export function createMatrixTask(
  settings: MatrixTaskSettings,
): (input: MatrixTaskInput, context: TaskContext) => Result {
  const readRequest = createMatrixRead(settings);

  return (input, context) => {
    const read = readRequest(input.body);
    if (read.kind === 'refused') return done(read);
    const { request } = read;
    const isLarge = request.locations.length > LOCATION_COUNT_MAX;
    const needsPlaces = (input.mode === 'compute' && !isLarge) || request.strict === true;
    const place = (): PlacedLocations | undefined =>
      needsPlaces ? placesOf(settings, request, context.shouldStop) : undefined;
    const snapshot = takeSnapshot(settings, request, place, context.shouldStop);
    if (snapshot === undefined) return { kind: 'stopped' };
    const { places } = snapshot;
    const selection = selectPairs(request);
    try {
      const offRoad = places === undefined ? undefined : offRoadRefusal(request, places);
      if (offRoad !== undefined) return done(offRoad);
      const pairs = selection.pairCount();
      const windows = snapshot.windows.length;
      const charge: MatrixCharge = {
        credits: matrixCredits(pairs, windows),
        counts: { locations: request.locations.length, pairs, windows },
        ...idempotencyOf(input),
      };
      if (input.mode === 'price') return done({ kind: 'priced', credits: charge.credits });
      if (isLarge) return accepted(request, input.body, charge);
      if (places === undefined) throw new Error('what is computed has places');
      const body = compute({ ...snapshot, places }, request, selection, context);
      if (body === undefined) return { kind: 'stopped' };
      return done({ kind: 'answer', body, ...charge }, [body.buffer]);
    } finally {
      freePlaces(places);
      selection.free();
    }
  };

  function compute(
    snapshot: TrafficSnapshot<PlacedLocations>,
    request: MatrixRequest,
    selection: ReturnType<typeof selectPairs>,
    context: TaskContext,
  ): Uint8Array<ArrayBuffer> | undefined {
    const rows = prepareRows(settings, request, snapshot, selection);
    try {
      const head = responseHead(settings, request, snapshot);
      return respond(head, rows, request, context);
    } finally {
      rows.free();
    }
  }
}

function accepted(request: MatrixRequest, body: BodyBlocks, charge: MatrixCharge): Result {
  // A separate buffer, so that it can be transferred to the event loop.
  const input = new Uint8Array(gzipSync(Buffer.concat(body), { level: 1 }));
  const webhook = request.webhook_url === undefined ? {} : { webhookUrl: request.webhook_url };
  const { pairs, windows } = charge.counts;
  const workSeconds = Math.max(1, (pairs * windows) / COSTS_PER_SECOND);
  return done({ kind: 'large', input, workSeconds, ...webhook, ...charge }, [input.buffer]);
}

function idempotencyOf({ idempotencyKey: key, body }: MatrixTaskInput) {
  return key === undefined ? {} : { idempotency: { key, bodyHash: hashBody(body) } };
}

function done(output: MatrixTaskOutput, transfer: readonly ArrayBuffer[] = []): Result {
  return { kind: 'done', output, transfer };
}

/** Returns the refusal of a `strict` request if a location is off the map; other requests get estimates. */
export function offRoadRefusal(
  { strict }: MatrixRequest,
  { snapMeters }: PlacedLocations,
): MatrixRefusal | undefined {
  if (strict !== true || !snapMeters.some(Number.isNaN)) return undefined;
  const problems: ApiProblem[] = [];
  snapMeters.forEach((meters, locationIdx) => {
    if (!Number.isNaN(meters)) return;
    problems.push({
      pointer: `/locations/${locationIdx}`,
      code: 'location_unreachable',
      comment: 'No road of a loaded map is near this location.',
    });
  });
  return refusal('location_unreachable', '', problems);
}
