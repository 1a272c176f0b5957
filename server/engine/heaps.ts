/**
 * How the process divides its JavaScript heaps: little young memory for the event loop, more for threads that parse bodies.
 *
 * `npm start` gives `--max-semi-space-size=2`, which the event loop's own heap is made with: it moves bytes and makes little
 * garbage. The flag holds for the heaps of threads too, above what they are given when they start, so it is taken back once
 * the first heap is there. From then on each thread has the limits that it is started with.
 */
import { setFlagsFromString } from 'node:v8';

/** Call it before there are threads. */
export function letThreadsHaveHeapsOfTheirOwn(): void {
  // 0: none is asked for.
  setFlagsFromString('--max-semi-space-size=0');
}
