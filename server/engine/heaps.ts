/**
 * How the process sizes its JavaScript heaps: a small young generation for the event loop, a larger one for threads
 * that parse bodies.
 *
 * `npm start` passes `--max-semi-space-size=2`, which suits the event loop: it moves bytes and makes little garbage.
 * The flag would also override the limits that threads are started with, so it is reset once the first heap exists.
 * From then on, each thread has the limits that it is started with.
 */
import { setFlagsFromString } from 'node:v8';

/** Resets the flag, so that threads get their own heap limits. Call it before any thread starts. */
export function letThreadsHaveHeapsOfTheirOwn(): void {
  // 0 means that no size is requested.
  setFlagsFromString('--max-semi-space-size=0');
}
