/**
 * The process that benchmarks measure: the service, an Express handler that reads nothing and answers `{}`, or one that
 * reads and writes the JSON of a matrix of two points.
 * On request over IPC, it reports its CPU time, its memory, and how long its event loop was blocked.
 */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import express from 'express';
import { startService } from '../server/app.js';
import { readConfig } from '../server/config.js';
import { ensureFirstAccount } from '../server/first-start.js';
import { createLogger } from '../server/logger.js';

export type TargetStats = {
  url: string;
  cpuMs: number;
  poolBusyMs: number;
  rssMebibytes: number;
  loopMaxMs: number;
  loopP99Ms: number;
};

const RESOLUTION_MS = 1;
let url = '';

const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
loop.enable();

const { app, poolBusyMs } = await started(process.argv[2]);
const server = createServer(app).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
  process.send?.(stats());
});

process.once('disconnect', () => process.exit());
process.on('message', (what) => {
  if (what === 'loop-reset') loop.reset();
  process.send?.(stats());
});

function stats(): TargetStats {
  const { user, system } = process.cpuUsage();
  return {
    url,
    cpuMs: (user + system) / 1000,
    poolBusyMs: poolBusyMs(),
    rssMebibytes: process.memoryUsage.rss() / 2 ** 20,
    // The monitor reports the whole time between two ticks: subtract its own period to get the time blocked.
    loopMaxMs: loop.max / 1e6 - RESOLUTION_MS,
    loopP99Ms: loop.percentile(99) / 1e6 - RESOLUTION_MS,
  };
}

async function started(kind: string | undefined) {
  switch (kind) {
    case 'empty':
      return emptyHandler();
    case 'bare':
      return bareHandler();
    default:
      return await service();
  }
}

/** Reads and writes as much JSON as the service, and does nothing else. */
function bareHandler() {
  const bare = express();
  bare.use(express.json());
  bare.post('/engine/matrix/v1/', (request, response) => {
    const { locations } = request.body as { locations: { location_id: string }[] };
    const windows = Array.from({ length: 8 }, (_, idx) => 1000 + idx);
    response.json({
      status: 'Ok',
      travel_model: 'estimate',
      locations: locations.map(({ location_id }) => ({
        ...{ location_id, time_zone: 'Europe/Lisbon', snap_distance: null },
      })),
      traffic_windows: windows.map((_, idx) => ({
        traffic_window_index: idx,
        traffic_window_start_times: ['00:00:00'],
        traffic_window_end_times: ['23:59:59'],
      })),
      travel_costs: Object.fromEntries(
        locations.map(({ location_id }) => [
          location_id,
          Object.fromEntries(locations.map((to) => [to.location_id, [10_000, ...windows]])),
        ]),
      ),
    });
  });
  return { app: bare, poolBusyMs: () => 0 };
}

function emptyHandler() {
  const bare = express();
  bare.post('/engine/matrix/v1/', (_request, response) => {
    response.json({});
  });
  return { app: bare, poolBusyMs: () => 0 };
}

async function service() {
  const config = readConfig(process.env);
  const started = await startService({
    config,
    projectRoot: new URL('../../', import.meta.url),
    logger: createLogger(config.logLevel),
    clock: Date.now,
    onStoreLost: (error) => {
      throw error;
    },
  });
  await ensureFirstAccount(started.accounts, config);
  const secondKey = process.env['BENCH_SECOND_KEY'];
  if (secondKey !== undefined) {
    await started.accounts.createAccount({ name: 'second', credits: 1e9, key: secondKey });
  }
  return { app: started.app, poolBusyMs: () => started.pool.stats().busyMs };
}
