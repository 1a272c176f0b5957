/**
 * Runs in each suite before its tests: V8 optimizes only functions that run fifteen times as long as it asks by default.
 *
 * Each suite loads its own modules, so most functions run for less than a second, and the threads that
 * optimize them take a seventh of the processor time. Twelve suites with a service took 15.3 s, and 13.5 s with this;
 * 0.5 and 5 million were no better, and no optimization at all took 17.4 s.
 */
import { setFlagsFromString } from 'node:v8';

/** Later releases do not know the option. */
const KNOWS_OPTION = process.version.startsWith('v20.');

if (KNOWS_OPTION) setFlagsFromString('--interrupt-budget=2000000');
