/** Metrics of the parts of a process, which are read at each scrape. */
import { statfs } from 'node:fs/promises';
import type { PoolStats } from './engine/index.js';
import type { Metric } from './http/index.js';
import type { Jobs } from './jobs/index.js';
import { PARTS, type Readiness } from './readiness.js';
import type { Store } from './storage/index.js';

export type MetricSources = {
  pools: Readonly<Record<string, () => PoolStats>>;
  jobs: Pick<Jobs, 'stats' | 'now'>;
  store: Store;
  notReady: Readiness['notReady'];
  /** The directory whose disk may become full. Undefined if the data is elsewhere. */
  dataDir: string | undefined;
};

export function processMetrics(sources: MetricSources): readonly Metric[] {
  return [
    readiness(sources),
    ...poolMetrics(sources),
    ...jobMetrics(sources),
    ...storeMetrics(sources),
    ...diskMetrics(sources),
  ];
}

/** Returns the metric of request bodies, which only processes that answer requests have. */
export function bodyMetric(bodyBytesHeld: () => number): Metric {
  return {
    kind: 'gauge',
    name: 'route_engine_body_bytes',
    help: 'Memory used by request bodies; BODY_MEMORY_BYTES limits it.',
    read: bodyBytesHeld,
  };
}

function readiness({ notReady }: MetricSources): Metric {
  return {
    kind: 'gauge',
    name: 'route_engine_ready',
    help: '1 if this part works, 0 if it does not.',
    label: 'part',
    read: async () => {
      const faults = await notReady();
      return Object.fromEntries(PARTS.map((part) => [part, faults.includes(part) ? 0 : 1]));
    },
  };
}

type PoolMetric = readonly [Metric['kind'], string, string, (stats: PoolStats) => number];

const POOL_METRICS: readonly PoolMetric[] = [
  ['gauge', 'threads', 'Live threads.', (f) => f.threads],
  ['gauge', 'tasks_running', 'Tasks being processed by a thread.', (f) => f.runningTasks],
  ['gauge', 'tasks_queued', 'Tasks waiting for a thread.', (f) => f.queuedTasks],
  ['counter', 'tasks_completed_total', 'Completed tasks.', (f) => f.completedTasks],
  [
    'counter',
    'tasks_cancelled_total',
    'Tasks cancelled because the caller disconnected or the time limit was reached.',
    (f) => f.cancelledTasks,
  ],
  [
    'counter',
    'tasks_failed_total',
    'Tasks that failed with an error or a crash.',
    (f) => f.failedTasks,
  ],
  [
    'counter',
    'tasks_rejected_total',
    'Tasks rejected because the queue was full.',
    (f) => f.rejectedTasks,
  ],
  ['counter', 'restarts_total', 'Groups of threads replaced after a crash.', (f) => f.restarts],
  ['counter', 'busy_seconds_total', 'Seconds of work by all threads.', (f) => f.busyMs / 1000],
];

function poolMetrics({ pools }: MetricSources): Metric[] {
  return POOL_METRICS.map(([kind, name, help, read]) => ({
    ...{ kind, name: `route_engine_pool_${name}`, help, label: 'pool' },
    read: () =>
      Object.fromEntries(Object.entries(pools).map(([pool, stats]) => [pool, read(stats())])),
  }));
}

function jobMetrics({ jobs: { stats, now } }: MetricSources): Metric[] {
  return [
    {
      kind: 'gauge',
      name: 'route_engine_jobs_waiting',
      help: 'Jobs waiting for a worker, over all processes.',
      read: () => stats.waiting(),
    },
    {
      kind: 'gauge',
      name: 'route_engine_jobs_oldest_waiting_seconds',
      help: 'Age of the oldest waiting job; 0 if none is waiting.',
      read: async () => {
        const oldestAtMs = await stats.oldestWaitingAtMs();
        return oldestAtMs === undefined ? 0 : Math.max(0, now() - oldestAtMs) / 1000;
      },
    },
    {
      kind: 'gauge',
      name: 'route_engine_jobs_running',
      help: 'Jobs being processed by this process.',
      read: () => stats.attempts()?.running,
    },
    {
      kind: 'counter',
      name: 'route_engine_job_attempts_total',
      help: 'Attempts at jobs by this process, by outcome.',
      label: 'end',
      read: () => {
        const attempts = stats.attempts();
        if (attempts === undefined) return undefined;
        const { completed, failed, released, lost } = attempts;
        return { completed, failed, released, lost };
      },
    },
  ];
}

function storeMetrics({ store }: MetricSources): Metric[] {
  const counter = (name: string, help: string, read: () => number): Metric => ({
    ...{ kind: 'counter', name: `route_engine_store_${name}_total`, help, read },
  });
  return [
    {
      kind: 'gauge',
      name: 'route_engine_store_waiting',
      help: 'Reads and units of work running in the store or waiting for it.',
      read: () => store.statistics().queuedUnits,
    },
    counter('reads', 'Reads.', () => store.statistics().reads),
    counter('units', 'Units of writes.', () => store.statistics().units),
    counter(
      'commits',
      'Commits; one may contain many units of work.',
      () => store.statistics().commits,
    ),
    counter(
      'commit_seconds',
      'Total duration of commits in seconds.',
      () => store.statistics().commitSeconds,
    ),
  ];
}

function diskMetrics({ dataDir }: MetricSources): Metric[] {
  if (dataDir === undefined) return [];
  const metric = (name: string, help: string, blocks: 'bavail' | 'blocks'): Metric => ({
    ...{ kind: 'gauge', name: `route_engine_disk_${name}_bytes`, help },
    read: async () => {
      const disk = await statfs(dataDir);
      return disk[blocks] * disk.bsize;
    },
  });
  return [
    metric('free', 'Free space on the disk of DATA_DIR.', 'bavail'),
    metric('size', 'Size of the disk of DATA_DIR.', 'blocks'),
  ];
}
