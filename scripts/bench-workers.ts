/**
 * `npm run bench:workers`: the throughput of jobs as more worker processes share them. Prints figures without a
 * verdict.
 *
 * The jobs only sleep, so that the figure reflects queue, database and files instead of the number of cores. It needs
 * an empty database and a bucket, in DATABASE_URL, RESULTS_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Run with
 * an argument, this file is one of the workers.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { createAccounts, uuidV7 } from '../server/accounts/index.js';
import { readConfig } from '../server/config.js';
import { createJobs, type JobHandler } from '../server/jobs/index.js';
import { openBackends } from '../server/backends.js';
import { print } from './bench-start.js';

const smoke = process.argv.includes('--smoke');
const SLEEP_MS = 500;
const CONCURRENCY = 4;
const JOBS_A_WORKER = smoke ? 8 : 160;
const WORKER_COUNTS = [1, 2, 4];

const config = readConfig(process.env, 'worker');
const clock = Date.now;
const logger = pino({ level: 'error' });
const backends = await openBackends({ config, logger, clock, onStoreLost: () => undefined });
const accounts = createAccounts({ store: backends.store, clock });
const jobs = createJobs({
  ...{ ...backends, accounts, logger, clock },
  sendNotification: () => Promise.resolve({ kind: 'delivered' }),
  publicUrl: undefined,
});

if (process.argv[2] === 'worker') await work();
else await measure();

/** Runs as a worker until the parent ends it. */
async function work(): Promise<void> {
  const result = gzipSync('{"status":"Ok"}');
  const sleep: JobHandler = async ({ signal }) => {
    await delay(SLEEP_MS, undefined, { signal });
    return [result];
  };
  await jobs.work({
    handlers: { routing: sleep, matrix: sleep },
    concurrency: CONCURRENCY,
    isStandalone: false,
  });
  process.send?.('ready');
  await once(process, 'disconnect');
  await jobs.stop();
  await backends.close();
}

async function measure(): Promise<void> {
  const { account } = await accounts.createAccount({ name: 'bench', credits: 1e9 });
  const listed = await accounts.listAccounts();
  const keyId = listed.find((one) => one.account.id === account.id)?.keys[0]?.id;
  if (keyId === undefined) throw new Error('an account has a key');
  const caller = {
    accountId: account.id,
    keyId,
    credits: 1e9,
    requestsPerMinute: null,
    isOperator: false,
  };
  let first: number | undefined;
  for (const workerCount of WORKER_COUNTS) {
    const workers = await Promise.all(Array.from({ length: workerCount }, startWorker));
    const count = workerCount * JOBS_A_WORKER;
    const startedAt = performance.now();
    const ids = await Promise.all(
      Array.from({ length: count }, async () => {
        const { jobId } = await jobs.accept(
          { caller, requestId: uuidV7(clock()), signal: new AbortController().signal },
          { kind: 'routing', endpoint: 'bench', input: gzipSync('{}'), credits: 1, counts: {} },
        );
        return jobId;
      }),
    );
    const acceptedSeconds = (performance.now() - startedAt) / 1000;
    for (const id of ids) {
      while ((await jobs.find(id, account.id))?.state !== 'completed') await delay(50);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const rate = count / seconds;
    first ??= rate;
    print(`${workerCount} workers`, {
      jobs: count,
      'accepted/s': (count / acceptedSeconds).toFixed(0),
      'jobs/s': rate.toFixed(1),
      'times one worker': (rate / first).toFixed(2),
      'of what sleep allows': (rate / ((workerCount * CONCURRENCY * 1000) / SLEEP_MS)).toFixed(2),
    });
    for (const worker of workers) worker.disconnect();
    await Promise.all(workers.map((worker) => once(worker, 'exit')));
  }
  await jobs.stop();
  await backends.close();
}

async function startWorker(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(import.meta.url), ['worker']);
  await once(child, 'message');
  return child;
}
