/** Wires the jobs: the handlers that run them, and the webhooks that notify their owners. */
import type { Logger } from 'pino';
import type { Accounts } from './accounts/index.js';
import type { Config } from './config.js';
import type { EnginePool } from './engine/index.js';
import type { Metrics } from './http/index.js';
import { createJobs, type Jobs, type NotificationSender } from './jobs/index.js';
import { matrixJob } from './matrix/index.js';
import type { Backends } from './backends.js';
import type { SearchTask } from './search/index.js';
import { routingJob } from './routing/index.js';
import { createWebhookSender, nextAttemptAtMs, webhookUrlFault } from './webhooks/index.js';
import type { EngineTasks } from './worker.js';

export type OpenJobsOptions = {
  config: Config;
  backends: Backends;
  accounts: Accounts;
  pool: EnginePool<EngineTasks>;
  startSearchPool: () => Promise<EnginePool<SearchTask>>;
  logger: Logger;
  metrics: Pick<Metrics, 'observeWebhook'>;
  /** Epoch milliseconds. */
  clock: () => number;
};

export type OpenedJobs = {
  jobs: Jobs;
  results: Backends['results'];
  webhookFault: (url: string) => string | undefined;
  close: () => Promise<void>;
};

export async function openJobs(options: OpenJobsOptions): Promise<OpenedJobs> {
  const { config, backends, accounts, pool, startSearchPool, logger, clock, metrics } = options;
  const { store, blobs, queue, results, isStandalone } = backends;
  const rules = config.webhooks;
  const sender = createWebhookSender({ rules, clock });
  const sendNotification: NotificationSender = async (
    { id, accountId, url, body },
    attempts,
    signal,
  ) => {
    const secrets = await accounts.webhookSecrets(accountId);
    const outcome = await sender.send({ url, id, body, secrets }, signal);
    if (outcome.kind === 'delivered') {
      metrics.observeWebhook('delivered');
      return { kind: 'delivered' };
    }
    const { reason, permanent } = outcome;
    const nextAtMs = permanent ? undefined : nextAttemptAtMs(attempts + 1, clock(), Math.random);
    metrics.observeWebhook(nextAtMs === undefined ? 'given_up' : 'failed');
    logger.warn({ notification: id, attempts, reason, next_at_ms: nextAtMs }, 'not told');
    return { kind: 'failed', reason, nextAtMs };
  };
  const jobs = createJobs({
    ...{ store, accounts, blobs, queue, logger, clock, sendNotification },
    publicUrl: config.publicUrl,
    waitingMax: config.jobsWaitingMax,
    waitingSecondsMax: config.jobSecondsWaitingMax,
    ...(config.jobsRunningMax === undefined ? {} : { runningMax: config.jobsRunningMax }),
    requestsKeptDays: config.requestsKeptDays,
  });
  let searchPool: Promise<EnginePool<SearchTask>> | undefined;
  /** If the start fails, only the job that needed it is affected; the next job tries again. */
  const startOrForget = async (): Promise<EnginePool<SearchTask>> => {
    try {
      return await startSearchPool();
    } catch (error) {
      searchPool = undefined;
      throw error;
    }
  };
  if (config.role !== 'api' && !backends.isReadOnly) {
    await jobs.work({
      handlers: {
        routing: routingJob({
          pool,
          searchPool: () => (searchPool ??= startOrForget()),
          searchThreads: config.batchThreads,
        }),
        matrix: matrixJob({ pool, parallel: config.batchThreads }),
      },
      concurrency: config.batchThreads,
      isStandalone,
    });
  }
  return {
    jobs,
    results,
    webhookFault: (url) => webhookUrlFault(url, rules),
    async close() {
      await jobs.stop();
      await (await searchPool?.catch(() => undefined))?.close();
      await sender.close();
    },
  };
}
