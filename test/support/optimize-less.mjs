/**
 * Runs in each suite before its tests: V8 optimizes only functions that run fifteen times as long as by default.
 *
 * Each suite loads its own modules, so most functions run for less than a second, and the threads that optimize them
 * took a seventh of the processor time. Twelve suites with a service took 15.3 s, and take 13.2 s with this. Budgets of
 * 0.5 and 5 million were no better, and without any optimization the suites took 17.4 s.
 */
import { setFlagsFromString } from 'node:v8';

/** Later releases do not know the option. */
const KNOWS_OPTION = process.version.startsWith('v20.');

if (KNOWS_OPTION) setFlagsFromString('--interrupt-budget=2000000');
