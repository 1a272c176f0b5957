/**
 * Jobs as a capability: accepted over HTTP, run by this process or another one, and reported to webhooks when they end.
 *
 *     acceptJob ──► queue ──► runner ──► result ──► link          job-store.ts has the states
 *                               └──► outbox ──► webhook           sweep.ts has the periodic work
 */
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/index.js';
import type { BlobStore } from '../blobs/index.js';
import type { JobQueue, Turn } from '../queue/index.js';
import type { AccountId, JobKind, Store } from '../storage/index.js';
import { acceptJob, type AcceptedJob, type Submission, type JobRequest } from './accept.js';
import { createFailFastBlobs } from './fail-fast-blobs.js';
import { createJobStore, type CancelOutcome } from './job-store.js';
import { createNotifications, type NotificationSender } from './notifications.js';
import { readOutline } from './outlines.js';
import { createOutbox } from './outbox.js';
import { resultText } from './result-text.js';
import { createRetention } from './retention.js';
import { createJobRunner, type AttemptStats, type JobHandler } from './runner.js';
import { createSweep, type Sweep } from './sweep.js';
import { createTurns } from './turns.js';
import { createJobViews, type JobPage, type JobPageQuery, type JobView } from './job-views.js';

export type JobsOptions = {
  store: Store;
  accounts: Accounts;
  blobs: BlobStore;
  queue: JobQueue;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Sends the notification that a job has ended. */
  sendNotification: NotificationSender;
  /** The maximum number of waiting jobs per account. Default: no maximum. */
  waitingMax?: number;
  /** The maximum work of the waiting jobs per account, in seconds. Default: no maximum. */
  waitingSecondsMax?: number;
  /** The maximum number of running jobs per account, in all processes together. Default: no maximum. */
  runningMax?: number;
  /** The number of days after which paid requests are rolled up. Default: never. */
  requestsKeptDays?: number;
  /** The base of links to results. Default: the origin of the request; in webhook messages, links are then paths. */
  publicUrl: string | undefined;
};

/** `creditsRemaining` is the balance after a refund; absent without a refund. */
export type Cancelled =
  { kind: 'cancelled'; creditsRemaining?: number } | Exclude<CancelOutcome, { kind: 'cancelled' }>;

export type WorkOptions = {
  handlers: Readonly<Record<JobKind, JobHandler>>;
  /** The maximum number of jobs that this process runs at once. */
  concurrency: number;
  /** No other process runs jobs of this store. Jobs that the last process left running are taken over at the start. */
  isStandalone: boolean;
  /** The pauses before a retry and between heartbeats. Shorter in tests. */
  retryMs?: number;
  heartbeatMs?: number;
};

export type Jobs = {
  accept: (submission: Submission, job: JobRequest) => Promise<AcceptedJob>;
  find: (id: string, accountId: AccountId) => Promise<JobView | undefined>;
  queuePosition: (view: JobView) => Promise<number>;
  page: (accountId: AccountId, query: JobPageQuery) => Promise<JobPage>;
  cancel: (id: string, accountId: AccountId) => Promise<Cancelled>;
  /** Returns a link to the result of a completed job; undefined if there is no result. */
  link: (view: JobView, origin: string) => Promise<string | undefined>;
  /** Returns the outline of a running job's best plan as JSON; undefined if there is none now. */
  outline: (view: JobView) => Promise<Uint8Array | undefined>;
  /** Returns the result of a completed job as JSON in pieces; undefined if there is no result. */
  result: (view: JobView) => Promise<AsyncIterable<string> | undefined>;
  now: () => number;
  /** Starts running jobs, sending notifications and sweeping in this process. */
  work: (options: WorkOptions) => Promise<void>;
  /** The waiting jobs of all processes, and the attempts of this process if it runs jobs. */
  stats: {
    waiting: () => Promise<number>;
    /** Returns when the oldest waiting job was accepted, or undefined if no job waits. */
    oldestWaitingAtMs: () => Promise<number | undefined>;
    attempts: () => AttemptStats | undefined;
  };
  /** Lets tests run single tasks of the sweep. */
  sweep: Pick<
    Sweep,
    'expire' | 'oldAnswers' | 'orphans' | 'takeOver' | 'requeueStranded' | 'rollUp'
  >;
  /** Stops all work. Running jobs are released. */
  stop: () => Promise<void>;
};

export function createJobs(options: JobsOptions): Jobs {
  const { store, accounts, blobs, queue, logger, clock } = options;
  const jobStore = createJobStore(store, clock, options.runningMax);
  const views = createJobViews(store, clock);
  const stops: (() => Promise<void>)[] = [];
  let abandon: (jobId: string) => void = () => undefined;
  let attempts = (): AttemptStats | undefined => undefined;

  const turns = createTurns(jobStore);
  const waitingBounds = {
    jobsMax: options.waitingMax ?? Infinity,
    workSecondsMax: options.waitingSecondsMax ?? Infinity,
  };
  const failFastBlobs = createFailFastBlobs(blobs);
  stops.push(async () => failFastBlobs.close());
  const requeue = async (jobId: string, turn: Turn = 'again'): Promise<void> => {
    const statements = await queue.enqueue(jobId, turn);
    if (statements.length > 0) await store.write(statements);
    queue.push(jobId, turn);
  };
  const link: Jobs['link'] = async ({ result, expiresAtMs }, origin) => {
    if (result === undefined || expiresAtMs === undefined) return undefined;
    return await blobs.link(result, {
      expiresAtMs,
      origin: options.publicUrl ?? origin,
    });
  };
  const { requestsKeptDays = Infinity } = options;
  const retention = createRetention(store, clock, requestsKeptDays);
  const sweep = createSweep({ jobStore, blobs, requeue, retention, clock, logger });
  stops.push(sweep.stop);
  const notifications = createNotifications({
    outbox: createOutbox(store, clock),
    views,
    link: (view) => link(view, ''),
    send: options.sendNotification,
    clock,
    logger,
  });
  stops.push(notifications.stop);

  return {
    accept: (submission, job) =>
      acceptJob(
        { accounts, blobs: failFastBlobs, queue, jobStore, views, turns, waitingBounds, clock },
        submission,
        job,
      ),
    find: (id, accountId) => views.find(id, accountId),
    queuePosition: (view) => views.queuePosition(view),
    page: (accountId, query) => views.page(accountId, query),
    async cancel(id, accountId) {
      const outcome = await jobStore.cancel(id, accountId);
      if (outcome.kind !== 'cancelled') return outcome;
      abandon(id);
      const balance = outcome.refunded ? await accounts.balance(accountId) : undefined;
      // A sweep deletes what remains if this fails.
      await failFastBlobs.delete(outcome.blobs).catch(() => undefined);
      return { kind: 'cancelled', ...(balance === undefined ? {} : { creditsRemaining: balance }) };
    },
    link,
    outline: (view) => readOutline(blobs, view),
    result: ({ result }) => resultText(blobs, result),
    now: clock,
    async work({ handlers, concurrency, isStandalone, ...pauses }) {
      const runner = createJobRunner({
        ...{ jobStore, blobs, handlers, requeue, logger },
        ...pauses,
      });
      abandon = runner.abandon;
      attempts = runner.stats;
      const consumer = await queue.work({ concurrency, run: (jobId) => runner.run(jobId) });
      stops.push(async () => {
        // This process takes no more jobs from now on, so that jobs released by the runner go to other processes.
        const stopped = consumer.stop();
        await runner.stop();
        await stopped;
      });
      sweep.start();
      notifications.start();
      if (isStandalone) for (const { id, turn } of await jobStore.recover()) queue.push(id, turn);
    },
    stats: {
      waiting: () => queue.waiting(),
      oldestWaitingAtMs: () => jobStore.oldestWaitingAtMs(),
      attempts: () => attempts(),
    },
    sweep,
    async stop() {
      for (const stop of stops.splice(0).reverse()) await stop();
    },
  };
}
