/**
 * Runs in each suite before its tests: in the suites of slow-suites.mjs, tests and hooks may take longer than elsewhere
 * (`testTimeout` in jest.config.mjs). Tests with their own limit keep it.
 */
import { expect, jest } from '@jest/globals';
import { secondsOf } from './slow-suites.mjs';

/** On a machine with much other work, a test takes ten times as long. */
const SLOW_TEST_MS_MAX = 300_000;

if (secondsOf(expect.getState().testPath) !== undefined) jest.setTimeout(SLOW_TEST_MS_MAX);
