/**
 * The order of suites: those that failed in the last run, then the longest, so that no worker runs a long suite at the
 * end while the others have nothing to do.
 *
 * Jest knows how long a suite took in an earlier run on the same machine. In a new clone it would sort by the size of
 * files; instead, the suites of slow-suites.mjs run first.
 */
import Sequencer from '@jest/test-sequencer';
import { secondsOf } from './slow-suites.mjs';

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const expectedSeconds = ({ duration, path }) =>
      duration === undefined ? (secondsOf(path) ?? 0) : 0;
    // Stable: the others stay in Jest's order.
    return super.sort(tests).toSorted((a, b) => expectedSeconds(b) - expectedSeconds(a));
  }
}
