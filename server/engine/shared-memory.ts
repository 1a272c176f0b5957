/**
 * Frees shared memory that is no longer used.
 *
 * V8 does not count shared buffers as memory of the threads that hold them, so nothing urges it to collect their
 * handles: after four jobs with tables of 250 MB each, 1.1 GB of tables and memories of ended threads were still
 * allocated. So the collection is forced. It takes up to 96 ms of the event loop's CPU and frees hundreds of megabytes.
 * Allocating as much as was released, as a hint, was not enough: V8 then starts to mark, but does not finish.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Fewer bytes are not worth a collection. */
const WORTHWHILE_BYTES = 200_000_000;
/** Threads of one job end together, so one collection serves all of them. */
const SOON_MS = 200;

let timer: NodeJS.Timeout | undefined;

/** Frees shared memory a moment later. Call it when this thread has dropped its references to so many shared bytes. */
export function collectShared(bytes: number): void {
  if (bytes < WORTHWHILE_BYTES || timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    // A context created while the flag is set has the function `gc`; existing contexts are not affected.
    setFlagsFromString('--expose-gc');
    runInNewContext('gc()');
    setFlagsFromString('--no-expose-gc');
  }, SOON_MS).unref();
}
