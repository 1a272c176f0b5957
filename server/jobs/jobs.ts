/**
 * Jobs as a capability: taken on over HTTP, worked on by this process or another one, told of when they end.
 *
 *     acceptJob ──► queue ──► runner ──► result ──► link          job-store.ts has the states
 *                               └──► outbox ──► webhook            sweep.ts has what time brings
 */
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/index.js';
import type { BodyRequest } from '../api/index.js';
import type { BlobStore } from '../blobs/index.js';
import type { JobQueue, Turn } from '../queue/index.js';
import type { AccountId, JobKind, Store } from '../storage/index.js';
import { acceptJob, type Accepted, type JobRequest } from './accept.js';
import { createHurriedBlobs } from './hurried.js';
import { createJobStore, type CancelOutcome } from './job-store.js';
import { createNotifications, type NotificationSender } from './notifications.js';
import { readOutline } from './outlines.js';
import { createOutbox } from './outbox.js';
import { resultText } from './result.js';
import { createRetention } from './retention.js';
import { createJobRunner, type AttemptStats, type JobHandler } from './runner.js';
import { createSweep, type Sweep } from './sweep.js';
import { createTurns } from './turns.js';
import { createJobViews, type JobPage, type JobPageWish, type JobView } from './view.js';

export type JobsOptions = {
  store: Store;
  accounts: Accounts;
  blobs: BlobStore;
  queue: JobQueue;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Tells an account that a job has ended. */
  sendNotification: NotificationSender;
  /** Of one account, that may wait at once. Left out: any number. */
  waitingMax?: number;
  /** The same as seconds of work. */
  waitingSecondsMax?: number;
  /** Of one account, that are worked on at once, by all processes. Left out: any number. */
  runningMax?: number;
  /** Days after which paid requests are rolled up. Left out: never. */
  requestsKeptDays?: number;
  /** The base of links where no request says how the service is reached. */
  publicUrl: string | undefined;
};

/** `creditsRemaining` where credits were given back: what the account has with them. */
export type Cancelled =
  { kind: 'cancelled'; creditsRemaining?: number } | Exclude<CancelOutcome, { kind: 'cancelled' }>;

export type WorkOptions = {
  handlers: Readonly<Record<JobKind, JobHandler>>;
  /** Jobs at once. */
  concurrency: number;
  /** No other process works on this store's jobs: what was running when the last process ended is taken up at once. */
  isStandalone: boolean;
  /** Before it tries again, and between heartbeats: tests do not wait as long. */
  retryMs?: number;
  heartbeatMs?: number;
};

export type Jobs = {
  accept: (
    request: Pick<BodyRequest, 'caller' | 'requestId' | 'signal'>,
    job: JobRequest,
  ) => Promise<Accepted>;
  find: (id: string, accountId: AccountId) => Promise<JobView | undefined>;
  queuePosition: (view: JobView) => Promise<number>;
  page: (accountId: AccountId, wish: JobPageWish) => Promise<JobPage>;
  cancel: (id: string, accountId: AccountId) => Promise<Cancelled>;
  /** Of a completed job, for as long as its result is kept. */
  link: (view: JobView, origin: string) => Promise<string | undefined>;
  /** Of a job that runs: JSON of the best plan so far. Undefined: there is none now. */
  outline: (view: JobView) => Promise<Uint8Array | undefined>;
  /** The result of a completed job, for as long as it is kept: its JSON in pieces. */
  result: (view: JobView) => Promise<AsyncIterable<string> | undefined>;
  now: () => number;
  /** Begins to work on jobs in this process, to tell of those that end, and to do what time brings. */
  work: (options: WorkOptions) => Promise<void>;
  /** How many jobs wait, for whichever process, and the attempts of this one if it works on jobs. */
  stats: {
    waiting: () => Promise<number>;
    /** When the oldest job was accepted that waits. */
    oldestWaitingAtMs: () => Promise<number | undefined>;
    attempts: () => AttemptStats | undefined;
  };
  /** Tests make time pass. */
  sweep: Pick<
    Sweep,
    'purge' | 'oldAnswers' | 'orphans' | 'takeOver' | 'requeueStranded' | 'rollUp'
  >;
  /** Puts back what is under way. */
  stop: () => Promise<void>;
};

export function createJobs(options: JobsOptions): Jobs {
  const { store, accounts, blobs, queue, logger, clock } = options;
  const jobStore = createJobStore(store, clock, options.runningMax);
  const views = createJobViews(store, clock);
  const stops: (() => Promise<void>)[] = [];
  let release: (jobId: string) => void = () => undefined;
  let attempts = (): AttemptStats | undefined => undefined;

  const turns = createTurns(jobStore);
  const waitingBounds = {
    jobsMax: options.waitingMax ?? Infinity,
    workSecondsMax: options.waitingSecondsMax ?? Infinity,
  };
  const hurried = createHurriedBlobs(blobs);
  stops.push(async () => hurried.close());
  const requeue = async (jobId: string, turn: Turn = 'again'): Promise<void> => {
    const statements = await queue.enqueue(jobId, turn);
    if (statements.length > 0) await store.write(statements);
    queue.push(jobId, turn);
  };
  const link: Jobs['link'] = async ({ result, purgeAtMs }, origin) => {
    if (result === undefined || purgeAtMs === undefined) return undefined;
    return await blobs.link(result, {
      expiresAtMs: purgeAtMs,
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
    accept: (request, job) =>
      acceptJob(
        { accounts, blobs: hurried, queue, jobStore, views, turns, waitingBounds, clock },
        request,
        job,
      ),
    find: (id, accountId) => views.find(id, accountId),
    queuePosition: (view) => views.queuePosition(view),
    page: (accountId, wish) => views.page(accountId, wish),
    async cancel(id, accountId) {
      const outcome = await jobStore.cancel(id, accountId);
      if (outcome.kind !== 'cancelled') return outcome;
      release(id);
      const balance = outcome.refunded ? await accounts.balance(accountId) : undefined;
      // What cannot be deleted now is swept up later.
      await hurried.delete(outcome.blobs).catch(() => undefined);
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
      release = runner.release;
      attempts = runner.stats;
      const taking = await queue.work({ concurrency, run: (jobId) => runner.run(jobId) });
      stops.push(async () => {
        // Takes no more; what the runner then puts back is for others.
        const taken = taking.stop();
        await runner.stop();
        await taken;
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
