/**
 * Jobs without HTTP: real store, queue and files, work that a test controls, and a clock that a test advances.
 *
 * Several instances of jobs can be opened over one deployment, like several processes. Call `closeDeployments` after
 * each test.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { createAccounts } from '../../server/accounts/index.js';
import type { SharedBackends } from '../../server/config.js';
import {
  createJobs,
  type JobContext,
  type JobRequest,
  type JobHandler,
} from '../../server/jobs/index.js';
import type { NotificationSender } from '../../server/jobs/notifications.js';
import { createJobStore } from '../../server/jobs/job-store.js';
import { openBackends } from '../../server/backends.js';
import { createMemoryQueue } from '../../server/queue/index.js';
import { until } from './until.js';

export const RESULT = gzipSync('{"status":"Ok"}');
export const REQUESTS_KEPT_DAYS = 400;
const logger = pino({ level: 'silent' });

const stops: (() => Promise<unknown>)[] = [];
export async function closeDeployments(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

type OpenJobsOptions = {
  concurrency?: number;
  heartbeatMs?: number;
  runningMax?: number;
  waitingSecondsMax?: number;
  /** Stops the clock of this instance: to other instances, its heartbeats grow old. */
  isStopped?: boolean;
};

export async function openDeploymentOn(shared: SharedBackends | undefined) {
  const dataDir = await mkdtemp(join(tmpdir(), 'route-engine-jobs-'));
  stops.push(() => rm(dataDir, { recursive: true, force: true }));
  let now = Date.UTC(2026, 0, 1);
  const clock = () => now;
  const config = { dataDir, shared, role: 'all' as const };
  const backends = await openBackends({ config, logger, clock, onStoreLost: () => undefined });
  stops.push(() => backends.close());
  const { store, blobs } = backends;
  const accounts = createAccounts({ store, clock });

  async function newCaller() {
    const { account } = await accounts.createAccount({ name: 'a', credits: 1000 });
    const listed = await accounts.listAccounts();
    const keyId = listed.find((one) => one.account.id === account.id)?.keys[0]?.id;
    if (keyId === undefined) throw new Error('an account has a key');
    return {
      accountId: account.id,
      keyId,
      isOperator: false,
      credits: 1000,
      requestsPerMinute: null,
    };
  }
  const caller = await newCaller();
  const { accountId } = caller;

  const silence: NotificationSender = () => Promise.resolve({ kind: 'delivered' });

  async function openJobs(
    work: JobHandler,
    sendNotification = silence,
    waitingMax = Infinity,
    { concurrency = 1, heartbeatMs = 2_000, isStopped = false, ...bounds }: OpenJobsOptions = {},
  ) {
    const queue = shared === undefined ? createMemoryQueue() : backends.queue;
    const openedAt = now;
    const ownClock = isStopped ? () => openedAt : clock;
    const jobs = createJobs({
      ...{ store, accounts, blobs, queue, logger, clock: ownClock, sendNotification },
      publicUrl: undefined,
      requestsKeptDays: REQUESTS_KEPT_DAYS,
      waitingMax,
      ...bounds,
    });
    stops.push(() => jobs.stop());
    await jobs.work({
      handlers: { routing: work, matrix: work },
      ...{ concurrency, isStandalone: false, retryMs: 1, heartbeatMs },
    });
    return { ...jobs, queue };
  }
  let requests = 0;
  type Opened = Awaited<ReturnType<typeof openJobs>>;
  return {
    ...{
      store,
      clock,
      accounts,
      accountId,
      blobs,
      newCaller,
      openJobs,
      jobStore: createJobStore(store, clock),
    },
    pass: (ms: number) => {
      now += ms;
    },
    accept: async (
      jobs: Opened,
      from = caller,
      webhookUrl?: string,
      more: Partial<JobRequest> = {},
    ) => {
      requests += 1;
      const { jobId } = await jobs.accept(
        { caller: from, requestId: `request-${requests}`, signal: new AbortController().signal },
        {
          ...{ kind: 'routing', endpoint: 'e', input: gzipSync('{}'), credits: 7, counts: {} },
          ...(webhookUrl === undefined ? {} : { webhookUrl }),
          ...more,
        },
      );
      return jobId;
    },
    ended: async (jobs: Opened, jobId: string) => {
      return until(async () => {
        const view = await jobs.find(jobId, accountId);
        return view?.endedAtMs !== undefined && view;
      });
    },
    /** Returns the names of checkpoints in the records of the jobs. */
    checkpointNames: async () => {
      const query = store.queries.selectFrom('jobs').select('kept').where('kept', 'is not', null);
      return (await store.read(query)).map(({ kept }) => kept);
    },
    names: async () => {
      const names: string[] = [];
      for (const prefix of ['inputs/', 'checkpoints/', 'results/']) {
        for await (const { name } of blobs.list(prefix)) names.push(name);
      }
      return names;
    },
  };
}

/** Returns work that ends when the test says so, which may be before it begins. */
export function heldWork() {
  const contexts: JobContext[] = [];
  const releases = new Map<number, () => void>();
  const done = new Set<number>();
  const work: JobHandler = (context) =>
    new Promise((resolve, reject) => {
      const idx = contexts.length;
      contexts.push(context);
      const end = () => {
        resolve([RESULT]);
      };
      if (done.has(idx)) end();
      else releases.set(idx, end);
      context.signal.addEventListener('abort', () => {
        reject(new Error('aborted'));
      });
    });
  const begun = (count: number) => until(() => contexts.length >= count);
  const finish = (idx: number) => {
    done.add(idx);
    releases.get(idx)?.();
  };
  return { work, contexts, begun, finish };
}
