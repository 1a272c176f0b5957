/**
 * Moves the body of a request to a thread without copying it. Its memory is counted until no task holds it.
 *
 *     small ─────────────────────────────────────────────► engine threads, which read it and compute
 *     large ──► reading threads ─┬─ sound: comes back ──────┘
 *                                └─ refused, priced, accepted: that is all
 *
 * Parsing and checking cannot be interrupted, and engine threads, which share memory with the roads, cannot be
 * terminated. So bodies that take long to read are read in separate threads, which can be terminated at any time.
 */
import type { BodyBlocks, BodyRequest } from './route.js';

/**
 * The size from which a body is large. The slowest body within the bounds of an endpoint took 60 ms to read at 64 KiB,
 * 215 ms at 256 KiB and 11 s at 24 MB; a matrix of 200 locations has 20 kB. Reading all bodies in separate threads
 * would cost small matrices 25 % more processor time (`docs/benchmarks.md`).
 */
const LARGE_BODY_BYTES_MIN = 64 * 1024;

export type BodyTask = {
  input: { body: BodyBlocks; idempotencyKey?: string };
  options: {
    signal: AbortSignal;
    transfer: BodyBlocks[number]['buffer'][];
    holdInput: () => () => void;
    owner: string;
    onBusy: (ms: number) => void;
  };
};

export function bodyTask(request: BodyRequest, body: BodyBlocks = request.body): BodyTask {
  const { holdBody, signal, idempotencyKey, caller, noteWork } = request;
  return {
    input: { body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
    options: {
      ...{ signal, holdInput: holdBody, owner: caller.accountId, onBusy: noteWork },
      transfer: body.map((block) => block.buffer),
    },
  };
}

/** Returns whether a body must be read by reading threads first. */
export function isLarge(body: BodyBlocks): boolean {
  return bytesOf(body) >= LARGE_BODY_BYTES_MIN;
}

export function bytesOf(body: BodyBlocks): number {
  return body.reduce((sum, block) => sum + block.length, 0);
}
