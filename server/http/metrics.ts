/** Metrics for Prometheus, on their own port. Requests are counted here; other metrics are read at each scrape. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** One value, or one for each value of the label. Undefined: currently unknown, and omitted. */
export type Reading = number | Readonly<Record<string, number>> | undefined;

/** A metric that is read at each scrape. A counter never decreases while the process runs, and is named `…_total`. */
export type Metric = {
  kind: 'gauge' | 'counter';
  name: string;
  help: string;
  label?: string;
  read: () => Reading | Promise<Reading>;
};

export type ReloadOutcome = 'applied' | 'refused' | 'failed';
export type WebhookOutcome = 'delivered' | 'failed' | 'given_up';

export type Metrics = {
  observeRequest: (route: string, method: string, status: number, seconds: number) => void;
  observeCredits: (credits: number) => void;
  /** Counts a reload of the traffic file and the speeds file. */
  observeReload: (outcome: ReloadOutcome) => void;
  /** Counts an attempt to deliver a notification. */
  observeWebhook: (outcome: WebhookOutcome) => void;
  /** Adds metrics to every scrape. Each name may be added once. */
  watch: (metrics: readonly Metric[]) => void;
  text: () => Promise<string>;
  contentType: string;
};

/** The time that a metric has to be read, the same as that of a readiness check. */
const SCRAPE_MS = 1_500;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'route_engine_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 29],
    registers,
  });
  const credits = new Counter({
    name: 'route_engine_credits_charged_total',
    help: 'Credits charged to accounts.',
    registers,
  });
  const reloads = new Counter({
    name: 'route_engine_speeds_reloads_total',
    help: 'Reloads of the traffic file and the speeds file.',
    labelNames: ['outcome'],
    registers,
  });
  const webhooks = new Counter({
    name: 'route_engine_webhook_attempts_total',
    help: 'Attempts to deliver webhooks.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['delivered', 'failed', 'given_up']) webhooks.inc({ outcome }, 0);
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
    observeWebhook: (outcome) => {
      webhooks.inc({ outcome });
    },
    watch: (metrics) => {
      for (const metric of metrics) watchMetric(registry, metric);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function watchMetric(registry: Registry, { kind, name, help, label, read }: Metric): void {
  const settings = { name, help, labelNames: label === undefined ? [] : [label] };
  const labeled = (reading: Reading): [Record<string, string>, number][] => {
    if (reading === undefined) return [];
    if (typeof reading === 'number') return [[{}, reading]];
    return Object.entries(reading).map(([of, value]) => [{ [label ?? '']: of }, value]);
  };
  const registers = [registry];
  if (kind === 'gauge') {
    new Gauge({
      ...settings,
      registers,
      async collect() {
        const values = labeled(await inTime(read));
        this.reset();
        // A gauge without labels would report 0 after a reset, which would be wrong.
        if (values.length === 0 && label === undefined) this.remove();
        for (const [labels, value] of values) this.set(labels, value);
      },
    });
    return;
  }
  new Counter({
    ...settings,
    registers,
    async collect() {
      const values = labeled(await inTime(read));
      this.reset();
      for (const [labels, value] of values) this.inc(labels, value);
    },
  });
}

/** Returns undefined if reading fails or takes too long, so that a scrape works without the database. */
async function inTime(read: Metric['read']): Promise<Reading> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), SCRAPE_MS);
  });
  const reading = (async () => await read())().catch(() => undefined);
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

export type MetricsServerOptions = {
  metrics: Pick<Metrics, 'text' | 'contentType'>;
  /** Returns the parts that are not ready. Readiness is also served here because a worker has no other port. */
  notReady: () => Promise<readonly string[]>;
};

/** Returns the server for `METRICS_PORT`, without keys or TLS. */
export function createMetricsServer({ metrics, notReady }: MetricsServerOptions): Server {
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void> | void>> = {
    '/engine/metrics': async (response) => {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    },
    '/engine/health/live': (response) => sendJson(response, 200, { status: 'live' }),
    '/engine/health/ready': async (response) => {
      const parts = await notReady();
      if (parts.length === 0) sendJson(response, 200, { status: 'ready' });
      else sendJson(response, 503, { status: 'not_ready', not_ready: parts });
    },
  };
  return createServer((request, response) => {
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined;
    if (answer === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('see /engine/metrics\n');
      return;
    }
    Promise.resolve(answer(response)).catch(() => response.writeHead(500).end());
  });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
