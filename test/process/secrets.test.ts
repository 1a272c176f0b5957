/** Whatever fails, the output of a process contains no secret that grants access. */
import { afterEach, expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { describeShared, environmentOf } from '../support/deployments.js';
import { endProcesses, newFolder, run, start, startWorker } from '../support/process.js';
import { until } from '../support/until.js';

const API_KEY = 'secret-of-the-first-account-0123';
const WRONG_KEY = 'secret-of-nobody-0123456789';
const HOOK_TOKEN = 'secret-path-of-a-hook-0123';
const DATABASE_PASSWORD = 'secret-of-postgres-0123';

afterEach(endProcesses);

describeShared('processes that share', (servers) => {
  test('write no key, password, secret, link or webhook URL, whether or not everything works', async () => {
    const backends = await servers().newBackends();
    const databaseUrl = backends.databaseUrl.replace(
      'route_engine@',
      `route_engine:${DATABASE_PASSWORD}@`,
    );
    const environment = {
      ...environmentOf({ ...backends, databaseUrl }),
      DATA_DIR: newFolder(),
      ...{ INITIAL_API_KEY: API_KEY, LOG_LEVEL: 'debug', WEBHOOKS_ALLOW_PRIVATE: 'true' },
    };
    const api = await start(environment, 'api');
    const worker = await startWorker(environment);
    const ask = async (path: string, body?: unknown, key = API_KEY) => {
      const answer = await fetch(`${api.url}${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': 'k' },
      });
      const text = await answer.text();
      return text.startsWith('{') ? JSON.parse(text) : {};
    };
    const { secret: webhookSecret } = await ask('/engine/account/v1/webhook-secret');
    const { JobId } = await ask('/engine/routing/v1/async', {
      ...ROUTING_EXAMPLE,
      // No server listens there, so each attempt fails.
      options: { time_limit: 1, webhook_url: `http://127.0.0.1:1/${HOOK_TOKEN}` },
    });
    const poll = `/engine/routing/v1/?jobid=${JobId}&details=true`;
    const { url } = await until(async () => {
      const state = await ask(poll);
      return state.status === 'Completed' && state;
    });
    await until(async () => (await ask(poll)).webhook?.attempts > 0);
    expect((await fetch(url)).status).toBe(200);
    await ask('/engine/account/v1', undefined, WRONG_KEY);
    await ask(`/engine/account/v1?x-api-key=${API_KEY}`);
    await ask(`/engine/nowhere/${API_KEY}`);
    await ask('/engine/routing/v1/async', { options: API_KEY });
    const lengthsBefore = [api, worker].map(({ output }) => output().length);
    await servers().crashS3();
    servers().postgres.crash();
    await ask('/engine/account/v1/usage');
    await ask('/engine/routing/v1/async', ROUTING_EXAMPLE);
    // Both processes log something about it.
    await until(() =>
      [api, worker].every(({ output }, idx) => output().length > (lengthsBefore[idx] ?? 0)),
    );
    // A start that fails names its settings.
    const failing = run({ ...environment, RESULTS_URL: 'nonsense' }, 'worker');
    const homeless = run(
      { ...environment, DATABASE_URL: `postgres://u:${DATABASE_PASSWORD}@127.0.0.1:1/x` },
      'worker',
    );
    expect(await failing.ended).toBe(1);
    expect(await homeless.ended).toBe(1);
    await servers().postgres.restart();
    await servers().restartS3();

    const signature = new URL(url).searchParams.get('X-Amz-Signature');
    const secrets = {
      ...{ API_KEY, WRONG_KEY, HOOK_TOKEN, DATABASE_PASSWORD },
      webhookSecret,
      signature,
      bucket: backends.s3.secretAccessKey,
    };
    const written = [api, worker, failing, homeless].map(({ output }) => output()).join('\n');
    expect(written.length).toBeGreaterThan(1_000);
    const found = Object.entries(secrets).filter(([, secret]) => {
      // A secret that is empty or short could not be searched for.
      expect(String(secret).length).toBeGreaterThan(15);
      return written.includes(String(secret));
    });
    expect(found.map(([name]) => name)).toEqual([]);
  });
});
