/** Figures for Prometheus: requests here, pool and process beside them. Served on a port of its own. */
import { createServer, type Server } from 'node:http';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { PoolFigures } from '../engine/index.js';

export type JobFigures = {
  /** How many jobs wait, for whichever process. */
  waiting: () => Promise<number>;
  /** How attempts of this process stand; undefined where it does not work on jobs. */
  attempts: () => Readonly<Record<string, number>> | undefined;
};

export type Metrics = {
  observeRequest: (route: string, method: string, status: number, seconds: number) => void;
  observeCredits: (credits: number) => void;
  /** How an operator's wish for new speeds ended. */
  observeReload: (outcome: 'applied' | 'refused' | 'failed') => void;
  /** Reads the figures of each pool, by its name, at each scrape. Call it once. */
  watchPools: (pools: Readonly<Record<string, () => PoolFigures>>) => void;
  /** Reads the figures at each scrape. Call it once. */
  watchJobs: (figures: JobFigures) => void;
  /** Asks at each scrape which of these parts cannot work. Call it once. */
  watchParts: (parts: readonly string[], notReady: () => Promise<readonly string[]>) => void;
  text: () => Promise<string>;
  contentType: string;
};

/** What is asked for at a scrape comes within it. As long as readiness waits. */
const SCRAPE_MS = 1_500;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'route_engine_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 29],
    registers: [registry],
  });
  const credits = new Counter({
    name: 'route_engine_credits_charged_total',
    help: 'Credits charged to accounts.',
    registers: [registry],
  });
  const reloads = new Counter({
    name: 'route_engine_speeds_reloads_total',
    help: 'Reloads of the traffic file and the speeds file.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    observeRequest: (route, method, status, seconds) => {
      requests.observe({ route, method, status: String(status) }, seconds);
    },
    observeCredits: (amount) => {
      credits.inc(amount);
    },
    observeReload: (outcome) => {
      reloads.inc({ outcome });
    },
    watchPools: (pools) => {
      for (const [name, help, read] of POOL_GAUGES) {
        new Gauge({
          name: `route_engine_pool_${name}`,
          help,
          labelNames: ['pool'],
          registers: [registry],
          collect() {
            for (const [pool, figures] of Object.entries(pools)) {
              this.set({ pool }, read(figures()));
            }
          },
        });
      }
    },
    watchParts: (parts, notReady) => {
      new Gauge({
        name: 'route_engine_ready',
        help: 'Whether a part can do its work: 1, or 0.',
        labelNames: ['part'],
        registers: [registry],
        async collect() {
          const faults = await notReady();
          for (const part of parts) this.set({ part }, faults.includes(part) ? 0 : 1);
        },
      });
    },
    watchJobs: ({ waiting, attempts }) => {
      new Gauge({
        name: 'route_engine_jobs_waiting',
        help: 'Jobs that wait for a worker, of all processes.',
        registers: [registry],
        async collect() {
          // A scrape while the database is away, or hangs, shows what else there is.
          const count = await inTime(waiting());
          if (count === undefined) this.remove();
          else this.set(count);
        },
      });
      new Gauge({
        name: 'route_engine_jobs_attempts',
        help: 'Attempts of this process on jobs: running, and by their ends since the start.',
        labelNames: ['state'],
        registers: [registry],
        collect() {
          for (const [state, count] of Object.entries(attempts() ?? {})) {
            this.set({ state: state.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`) }, count);
          }
        },
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

const POOL_GAUGES: readonly (readonly [string, string, (figures: PoolFigures) => number])[] = [
  ['threads', 'Threads that are alive.', (f) => f.threads],
  ['tasks_running', 'Tasks that a thread works on.', (f) => f.runningTasks],
  ['tasks_queued', 'Tasks that wait for a thread.', (f) => f.queuedTasks],
  ['tasks_completed', 'Tasks that gave an answer, since the start.', (f) => f.completedTasks],
  [
    'tasks_cancelled',
    'Tasks that nobody waited for any more, since the start.',
    (f) => f.cancelledTasks,
  ],
  ['tasks_failed', 'Tasks that threw or crashed, since the start.', (f) => f.failedTasks],
  ['tasks_rejected', 'Tasks that found the queue full, since the start.', (f) => f.rejectedTasks],
  ['restarts', 'Groups of threads given up after a crash, since the start.', (f) => f.restarts],
  ['busy_seconds', 'Seconds that threads have worked, since the start.', (f) => f.busyMs / 1000],
];

/** Undefined: not known, or not soon enough for a scrape. */
async function inTime<Value>(value: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), SCRAPE_MS);
  });
  try {
    return await Promise.race([value.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The server of `METRICS_PORT`: one path, no key. */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/engine/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('see /engine/metrics\n');
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
