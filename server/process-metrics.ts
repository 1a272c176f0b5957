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
    help: 'Memory that bodies of requests hold; BODY_MEMORY_BYTES bounds it.',
    read: bodyBytesHeld,
  };
}

function readiness({ notReady }: MetricSources): Metric {
  return {
    kind: 'gauge',
    name: 'route_engine_ready',
    help: 'Whether a part can do its work: 1, or 0.',
    label: 'part',
    read: async () => {
      const faults = await notReady();
      return Object.fromEntries(PARTS.map((part) => [part, faults.includes(part) ? 0 : 1]));
    },
  };
}

type PoolMetric = readonly [Metric['kind'], string, string, (stats: PoolStats) => number];

const POOL_METRICS: readonly PoolMetric[] = [
  ['gauge', 'threads', 'Threads that are alive.', (f) => f.threads],
  ['gauge', 'tasks_running', 'Tasks that a thread works on.', (f) => f.runningTasks],
  ['gauge', 'tasks_queued', 'Tasks that wait for a thread.', (f) => f.queuedTasks],
  ['counter', 'tasks_completed_total', 'Tasks that gave an answer.', (f) => f.completedTasks],
  [
    'counter',
    'tasks_cancelled_total',
    'Tasks cancelled because the caller went away or time ran out.',
    (f) => f.cancelledTasks,
  ],
  ['counter', 'tasks_failed_total', 'Tasks that threw or crashed.', (f) => f.failedTasks],
  ['counter', 'tasks_rejected_total', 'Tasks that found the queue full.', (f) => f.rejectedTasks],
  ['counter', 'restarts_total', 'Groups of threads given up after a crash.', (f) => f.restarts],
  ['counter', 'busy_seconds_total', 'Seconds that threads have worked.', (f) => f.busyMs / 1000],
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
      help: 'Jobs that wait for a worker, of all processes.',
      read: () => stats.waiting(),
    },
    {
      kind: 'gauge',
      name: 'route_engine_jobs_oldest_waiting_seconds',
      help: 'How long ago the oldest job was accepted that waits; 0 where none does.',
      read: async () => {
        const oldestAtMs = await stats.oldestWaitingAtMs();
        return oldestAtMs === undefined ? 0 : Math.max(0, now() - oldestAtMs) / 1000;
      },
    },
    {
      kind: 'gauge',
      name: 'route_engine_jobs_running',
      help: 'Jobs that this process works on.',
      read: () => stats.attempts()?.running,
    },
    {
      kind: 'counter',
      name: 'route_engine_job_attempts_total',
      help: 'Attempts of this process on jobs, by how they ended.',
      label: 'end',
      read: () => {
        const attempts = stats.attempts();
        if (attempts === undefined) return undefined;
        const { completed, failed, requeued, lost } = attempts;
        return { completed, failed, put_back: requeued, lost };
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
      help: 'Reads and units that run, or wait for the store.',
      read: () => store.statistics().queuedUnits,
    },
    counter('reads', 'Reads.', () => store.statistics().reads),
    counter('units', 'Units of writes.', () => store.statistics().units),
    counter('commits', 'Commits; one may hold many units.', () => store.statistics().commits),
    counter(
      'commit_seconds',
      'Seconds that commits took; divided by their count, what one takes.',
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
    metric('free', 'Room on the disk of DATA_DIR.', 'bavail'),
    metric('size', 'Size of the disk of DATA_DIR.', 'blocks'),
  ];
}
