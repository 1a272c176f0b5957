/** A worker that stands still loses its job to another one, and changes nothing when it continues. */
import { afterEach, expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { describeShared, environmentOf } from '../support/deployments.js';
import { FLOW_CREDITS, FLOW_KEY, ask } from '../support/job-flow.js';
import { endProcesses, newFolder, outputOf, start, startWorker } from '../support/process.js';
import { until } from '../support/until.js';

afterEach(endProcesses);

describeShared('processes that share', (servers) => {
  test('complete a job once if its worker stands still for longer than its heartbeats may', async () => {
    const environment = {
      ...environmentOf(await servers().newBackends()),
      ...{ DATA_DIR: newFolder(), INITIAL_API_KEY: FLOW_KEY },
      INITIAL_CREDITS: String(FLOW_CREDITS),
    };
    const api = await start(environment, 'api');
    const suspended = await startWorker(environment);
    const sent = await fetch(`${api.url}/engine/routing/v1/async`, {
      method: 'POST',
      headers: { 'x-api-key': FLOW_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...ROUTING_EXAMPLE,
        options: { max_iterations: 1e12, time_limit: 15 },
      }),
    });
    const { JobId } = await sent.json();
    const paid = Number(sent.headers.get('x-credits-charged'));
    expect(paid).toBeGreaterThan(0);
    const poll = `/engine/routing/v1/?jobid=${JobId}&details=true`;
    await until(async () => (await ask(api, poll)).progress > 0);
    suspended.child.kill('SIGSTOP');
    const other = await startWorker(environment);
    const { url } = await until(async () => {
      const state = await ask(api, poll);
      return state.status === 'Completed' && state;
    });
    await outputOf(other, /"attempt":2,"ownership":"owned","msg":"job completed"/);
    const readResult = async (): Promise<string> => (await fetch(url)).text();
    const result = await readResult();
    expect(JSON.parse(result).status).toBe('Ok');

    suspended.child.kill('SIGCONT');
    // It has found out by its next heartbeat, or with a result that nobody needs any more.
    await outputOf(suspended, /job abandoned|"ownership":"lost"/);
    suspended.child.kill('SIGTERM');
    expect(await suspended.ended).toBe(0);
    expect(await ask(api, poll)).toMatchObject({ status: 'Completed' });
    expect(await readResult()).toBe(result);
    expect((await ask(api, '/engine/account/v1')).credits).toBe(FLOW_CREDITS - paid);
  });
});
