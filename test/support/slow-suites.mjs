/**
 * The suites that take longest, with their seconds in a run of all suites on two processors. Their tests may take
 * longer than those of other suites (time-limits.mjs), and they run first if nothing is known of an earlier run
 * (sequencer.mjs).
 *
 * A suite belongs here if it takes more than 20 s, or one of its tests more than 5 s.
 */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TESTS = resolve(fileURLToPath(import.meta.url), '../..');

const SECONDS = new Map(
  Object.entries({
    'process/shared': 100,
    'process/stop-hangs': 95,
    'process/full-disk': 91,
    'routing/properties': 89,
    'process/start-stop': 84,
    'console/request': 73,
    'console/shapes': 73,
    'console/mishaps': 63,
    'process/process': 61,
    'console/flows': 53,
    'console/plan': 52,
    'process/suspended-worker': 51,
    'console/day': 47,
    'process/secrets': 39,
    'accounts/ledger': 42,
    'roads/program-service': 38,
    'accounts/account-command': 38,
    'routing/cases': 34,
    'process/jobs': 32,
    'jobs/routing': 29,
    'docs/examples': 29,
    'app/large-bodies': 27,
    'routing/maps-memory': 27,
    'jobs/large': 25,
    'live/live-speeds': 24,
    'process/large-job': 24,
    'process/resumed-job': 24,
    'routing/enumerated': 22,
    'storage/postgres': 22,
    'routing/replanning': 21,
    'routing/slots-random': 40,
    'routing/during-random': 35,
    'routing/suggestions': 25,
    'http/errors': 21,
    'accounts/charge': 20,
    'jobs/outline': 20,
    'jobs/away': 20,
    'process/speeds': 20,
    'app/hangs': 16,
    'accounts/caller-cache': 16,
    'routing/impossible': 16,
    'blobs/contract-s3': 13,
    'blobs/crash': 12,
    'routing/size': 12,
    'scripts/demo': 11,
    'jobs/matrix': 11,
    'routing/crashes': 10,
    'http/fuzz': 10,
    'tiles/tiles': 9,
    'matrix/properties': 8,
    'roads/engine-restart': 7,
    'docs/webhooks': 6,
  }),
);

for (const name of SECONDS.keys()) {
  if (!existsSync(`${TESTS}/${name}.test.ts`)) throw new Error(`There is no suite ${name}.`);
}

/** Returns the seconds of a suite, or undefined if it is not slow. */
export function secondsOf(path) {
  return SECONDS.get(relative(TESTS, path).replace(/\.test\.ts$/, ''));
}
