/** A stop while the database or the bucket hangs ends within the time that supervisors give it. */
import { afterEach, expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { describeShared, environmentOf, type SharedServers } from '../support/deployments.js';
import { FLOW_KEY, ask } from '../support/job-flow.js';
import { endProcesses, newFolder, start, startWorker } from '../support/process.js';
import { until } from '../support/until.js';

/** TimeoutStopSec of the systemd unit. */
const STOP_SECONDS_MAX = 60;

afterEach(endProcesses);

type Hang = [string, (servers: SharedServers) => void];

describeShared('processes that share', (servers) => {
  test.each<Hang>([
    ['the database', ({ postgres }) => postgres.freeze()],
    ['the bucket', (shared) => shared.freezeS3()],
  ])('stop while %s hangs, and the job continues when it answers again', async (_, freeze) => {
    const shared = servers();
    const environment = {
      ...environmentOf(await shared.newBackends()),
      ...{ DATA_DIR: newFolder(), INITIAL_API_KEY: FLOW_KEY },
    };
    const api = await start(environment, 'api');
    const worker = await startWorker(environment);
    const sent = await fetch(`${api.url}/engine/routing/v1/async`, {
      method: 'POST',
      headers: { 'x-api-key': FLOW_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...ROUTING_EXAMPLE,
        options: { max_iterations: 1e12, time_limit: 15 },
      }),
    });
    const { JobId } = await sent.json();
    const poll = `/engine/routing/v1/?jobid=${JobId}&details=true`;
    await until(async () => (await ask(api, poll)).progress > 0);
    freeze(shared);
    const stoppedAtMs = performance.now();
    for (const { child } of [api, worker]) child.kill('SIGTERM');
    // The worker cannot put its job back, and does not wait for that as long as its calls would.
    expect(await Promise.all([api.ended, worker.ended])).toEqual([0, 1]);
    expect(worker.output()).toContain('a part of the service does not stop');
    expect((performance.now() - stoppedAtMs) / 1000).toBeLessThan(STOP_SECONDS_MAX);
    shared.postgres.thaw();
    shared.thawS3();
    const next = await start(environment, 'api');
    await startWorker(environment);
    const { status } = await until(async () => {
      const state = await ask(next, poll);
      return state.status !== 'Running' && state;
    });
    expect(status).toBe('Completed');
  });
});
