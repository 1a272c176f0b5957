/**
 * Shared memory that is no longer used, given back.
 *
 * V8 does not count shared buffers as memory of a thread that holds them, so nothing presses it to collect their handles: after
 * four jobs with tables of 250 MB each, 1.1 GB of tables and of memories of ended threads were still there. So it is told to
 * collect: up to 96 ms of the event loop's CPU, for hundreds of megabytes. To allocate as much as was let go, as a hint, was not
 * enough: V8 then only begins to mark, and does not end.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Less is not worth a collection. */
const WORTHWHILE_BYTES = 200_000_000;
/** Threads of one job end together: one collection is for all. */
const SOON_MS = 200;

let timer: NodeJS.Timeout | undefined;

/** Call when so many shared bytes have no more references in this thread. They are given back a moment later. */
export function collectShared(bytes: number): void {
  if (bytes < WORTHWHILE_BYTES || timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    // Contexts made with the flag have the function; the flag says nothing to those that are there.
    setFlagsFromString('--expose-gc');
    runInNewContext('gc()');
    setFlagsFromString('--no-expose-gc');
  }, SOON_MS).unref();
}
