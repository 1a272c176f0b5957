/** A large job whose process is killed continues from its last checkpoint, for the rest of its time. */
import { afterEach, expect, test } from '@jest/globals';
import { drawLargeDay } from '../../scripts/draw-large.js';
import {
  checkpointAtMs,
  endProcesses,
  newFolder,
  start,
  type Started,
} from '../support/process.js';
import { until } from '../support/until.js';

const apiKey = 'a-key-for-this-large-job';
const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
const SECONDS = 15;
/** The minimum time between the first checkpoint and the second. */
const KEPT_EVERY_SECONDS = 5;
const TIMEOUT_MS = 600_000;

afterEach(endProcesses);

async function ask({ url }: Started, jobId: string) {
  const answer = await fetch(`${url}/engine/routing/?jobid=${jobId}&details=true`, { headers });
  return await answer.json();
}

/** The terms of the objective, the most important first. */
const termsOf = ({ unserved, vehicles, cost }: Record<string, number>) => [
  unserved ?? 0,
  vehicles ?? 0,
  cost ?? 0,
];

test(
  'after kill -9, a job of two threads continues, and its result is no worse than before',
  async () => {
    const dataDir = newFolder();
    const environment = { DATA_DIR: dataDir, INITIAL_API_KEY: apiKey, BATCH_THREADS: '2' };
    const first = await start(environment);
    const request = drawLargeDay(
      { orders: 1_000, places: 200, vehicles: 40 },
      { time_limit: SECONDS, geometry: 'none' },
    );
    const sent = await fetch(`${first.url}/engine/routing/async`, {
      ...{ method: 'POST', headers, body: JSON.stringify(request) },
    });
    expect(sent.status).toBe(202);
    const { JobId } = await sent.json();

    let firstAtMs: number | undefined;
    /** From the last answer before the second checkpoint, whose plan is no worse. */
    let told: number[] = [];
    await until(async () => {
      const lastAtMs = checkpointAtMs(dataDir);
      firstAtMs ??= lastAtMs;
      if (lastAtMs !== undefined && firstAtMs !== undefined && lastAtMs > firstAtMs) return true;
      const { best } = await ask(first, JobId);
      if (best !== null) told = termsOf(best);
      return false;
    });
    first.child.kill('SIGKILL');
    await first.ended;

    const second = await start(environment);
    const asked = await until(async () => {
      const answer = await ask(second, JobId);
      return answer.status !== 'Running' && answer;
    });
    expect(asked.status).toBe('Completed');
    const result = await (await fetch(asked.url)).json();
    const ended = termsOf(asked.best);
    expect(ended[2]).toBeCloseTo(result.statistics.cost.total, 6);
    const differing = ended.findIndex((term, at) => term !== told[at]);
    expect(ended[differing] ?? 0).toBeLessThanOrEqual(told[differing] ?? 0);
    // The plan of the search when it continued, and the time. A search that starts over has its first plan within a
    // second or two.
    const { duration, improvements } = result.statistics.search;
    expect(improvements[0][0]).toBeGreaterThanOrEqual(KEPT_EVERY_SECONDS);
    expect(duration).toBeGreaterThanOrEqual(SECONDS);
  },
  TIMEOUT_MS,
);
