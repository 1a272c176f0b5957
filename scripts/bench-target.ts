/**
 * The process that `bench-matrix.ts` measures: the service, or an Express handler that reads nothing and says `{}`.
 * Asked over IPC, it tells its own CPU time, memory, and how long its event loop was blocked.
 */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import express from 'express';
import { pino } from 'pino';
import { startService } from '../server/app.js';
import { readConfig } from '../server/config.js';
import { ensureFirstAccount } from '../server/first-start.js';

export type TargetFigures = {
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

const { app, poolBusyMs } = process.argv[2] === 'empty' ? emptyHandler() : await service();
const server = createServer(app).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
  process.send?.(figures());
});

process.once('disconnect', () => process.exit());
process.on('message', (what) => {
  if (what === 'loop-reset') loop.reset();
  process.send?.(figures());
});

function figures(): TargetFigures {
  const { user, system } = process.cpuUsage();
  return {
    url,
    cpuMs: (user + system) / 1000,
    poolBusyMs: poolBusyMs(),
    rssMebibytes: process.memoryUsage.rss() / 2 ** 20,
    // The monitor reports the whole time between two ticks; what is above its own period is the block.
    loopMaxMs: loop.max / 1e6 - RESOLUTION_MS,
    loopP99Ms: loop.percentile(99) / 1e6 - RESOLUTION_MS,
  };
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
    logger: pino({ level: config.logLevel }),
    clock: Date.now,
    onStoreLost: (error) => {
      throw error;
    },
  });
  await ensureFirstAccount(started.accounts, config);
  return { app: started.app, poolBusyMs: () => started.pool.figures().busyMs };
}
