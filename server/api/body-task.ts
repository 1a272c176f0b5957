/**
 * A request's body on its way to a thread: moved, not copied, and counted until no task has it any more.
 *
 *     small ─────────────────────────────────────────────► engine threads, which read it and compute
 *     large ──► reading threads ─┬─ sound: comes back ──────┘
 *                                └─ refused, priced, accepted: that is all
 *
 * Parsing and checking cannot be stopped, and a thread beside the roads cannot be ended. So what takes long to read is read
 * where no other task is, and where a thread may be ended at any time.
 */
import type { BodyBlocks, BodyRequest } from './route.js';

/**
 * Bodies of so many bytes and more are large. The worst of 64 KiB within the bounds of each endpoint took 60 ms to read, of
 * 256 KiB 215 ms, of 24 MB 11 s; a matrix of 200 locations has 20 kB. To read all bodies apart would cost small matrices a
 * quarter more of the processor (`docs/benchmarks.md`).
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

/** Whether it is read by threads of its own before others see it. */
export function isLarge(body: BodyBlocks): boolean {
  return bytesOf(body) >= LARGE_BODY_BYTES_MIN;
}

export function bytesOf(body: BodyBlocks): number {
  return body.reduce((sum, block) => sum + block.length, 0);
}
